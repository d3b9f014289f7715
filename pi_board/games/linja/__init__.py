"""Linja.

`rules` options and numbers · `position` the state of play · `moves` the small moves and what
follows from them · `notation` the texts · `layout` the two kinds of board, `standing` the position
that stands on one · `explain` why a move is illegal · `facts` what a screen may want to show ·
`game` the `Game`.
"""

from pi_board.games.linja.game import KIND, Linja
from pi_board.games.linja.moves import Step
from pi_board.games.linja.position import LinjaPosition
from pi_board.games.linja.rules import LinjaOptions

__all__ = ["KIND", "Linja", "LinjaOptions", "LinjaPosition", "Step"]
