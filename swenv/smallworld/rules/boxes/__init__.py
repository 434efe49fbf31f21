"""Where the rules ask which box is played; each module serves the shared one of the same name."""
