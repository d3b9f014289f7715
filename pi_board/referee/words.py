"""The words the referee's sentences are made of, and those it is told."""

from __future__ import annotations

from pi_board.core.errors import InvalidText
from pi_board.core.game import Player
from pi_board.core.message import Message, message


def stone(player: Player) -> Message:
    """``a white stone``."""
    return message("a black stone") if player == "b" else message("a white stone")


def unspaced(text: str) -> str:
    """A move as it is compared with what people say: without spaces, in small letters."""
    return "".join(text.split()).lower()


def player_named(text: str) -> Player:
    """``b`` or ``w``. Raises InvalidText."""
    if text == "b":
        return "b"
    if text == "w":
        return "w"
    raise InvalidText(f"player {text!r}, expected b or w")
