"""Training: self-play (`train`), its games (`selfplay`), and matches between players (`arena`)."""
