"""Training in one file each, to compare with and to start from."""
