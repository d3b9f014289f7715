"""Connex'oh.

`rules` options · `board` tiles, sides and neighbours · `paths` connections and paths · `position`
the state of play · `moves` rotations and slides and what follows from them · `notation` the texts ·
`explain` why a move is illegal · `facts` what a screen may want to show · `game` the `Game`.
"""

from pi_board.games.connexoh.game import KIND, Connexoh
from pi_board.games.connexoh.moves import Rotation, Slide
from pi_board.games.connexoh.position import ConnexohPosition
from pi_board.games.connexoh.rules import ConnexohOptions

__all__ = ["KIND", "Connexoh", "ConnexohOptions", "ConnexohPosition", "Rotation", "Slide"]
