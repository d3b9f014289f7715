"""Whole turns written together, ``2-3/0-4;0-1``, and their small moves.

Only Linja's turns have more than one small move; a text of the other games is one by itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from pi_board.core.errors import InvalidText
from pi_board.core.game import Player


def split_turn(text: str) -> tuple[str, ...]:
    """The texts of the small moves, in order. Raises InvalidText if one of them is empty."""
    parts = tuple(part.strip() for part in re.split(r";|(?<=[^;\s])\s*(?=/)", text.strip()))
    if len(parts) > 1 and not all(parts):
        raise InvalidText(f"turn {text!r} has an empty move, expected one like 2-3/0-4;0-1/3-5")
    return parts


def small_moves(text: str, to_move: Callable[[], Player]) -> Iterator[str]:
    """As `split_turn`, each text when the one before it has been played; `to_move` says whose move
    it is then. Raises InvalidText if the turn is over before its last small move.
    """
    player = to_move()
    for small in split_turn(text):
        if to_move() != player:
            raise InvalidText(f"turn {text!r} is over before {small}")
        yield small


def joined(turn: str, move: str) -> str:
    """`turn` with one more small move behind it."""
    return turn + move if move.startswith("/") else f"{turn};{move}"
