"""Lines of Action.

`board` squares, lines and groups on bitboards · `moves` every step there is and which are possible
now · `position` the state of play · `notation` the texts · `rules` options and the game ·
`explain` why a move is illegal · `facts` what a screen may want to show.
"""

from pi_board.games.loa.position import LoaPosition
from pi_board.games.loa.rules import KIND, LinesOfAction, LoaOptions

__all__ = ["KIND", "LinesOfAction", "LoaOptions", "LoaPosition"]
