"""What a game is, whatever its rules: `Game`, `State`, `Action`, `Vector`, errors, the random stream."""
