"""A game of Lines of Action in which a move that wins by itself is a draw, being a repetition."""

START = "8/4w3/3b1b2/6b1/8/5ww1/4w3/b3w3 b"
TWICE = "a1-a2 e2-d3 a2-a1 d3-e2 a1-a2 e2-d3 a2-a1"  # the start has stood twice
AGAIN = "d3-e2"  # the third time; but for the others it would win
