"""Rules that only Underground has."""
