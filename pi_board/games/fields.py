"""What the position texts of all games have in common."""

from __future__ import annotations

from pi_board.core.errors import InvalidPosition
from pi_board.core.game import Player


def read_side(side: str, game: str, text: str) -> Player:
    """The side to move in the position `text` of `game`. Raises InvalidPosition."""
    if side == "b":
        return "b"
    if side == "w":
        return "w"
    raise InvalidPosition(f"{game} position {text!r}: side to move {side!r}, expected b or w")
