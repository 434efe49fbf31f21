"""Rules that only Warcraft has."""
