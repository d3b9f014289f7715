"""pi_board: a referee for games on a real board."""
