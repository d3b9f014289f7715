"""The words that sentences of every layer are made of."""

from __future__ import annotations

import re

from pi_board.core.game import Player
from pi_board.core.message import Message, message

PICTURE_MIRRORED = message("The picture is mirrored: set the board up anew.")

# the last ones turn the direction of writing: what follows a name would stand backwards
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def one_line(text: str) -> str:
    """A text that people wrote, on one line, without control characters."""
    return " ".join(_CONTROL.sub(" ", text).split())


def side(player: Player) -> Message:
    """``White``."""
    return message("Black") if player == "b" else message("White")
