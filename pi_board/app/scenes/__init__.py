"""What is to be seen of each game: one small module per game, and what they share in `common`."""
