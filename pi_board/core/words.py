"""The words that sentences of every layer are made of."""

from __future__ import annotations

from pi_board.core.game import Player
from pi_board.core.message import Message, message


def side(player: Player) -> Message:
    """``White``."""
    return message("Black") if player == "b" else message("White")
