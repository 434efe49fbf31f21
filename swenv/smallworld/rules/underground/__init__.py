"""What Underground alone adds to the rules."""
