"""What Warcraft alone adds to the rules."""
