"""What a position of Linja is worth: stones far from home, and points when the end is near."""

from __future__ import annotations

from typing import Protocol

POINTS = (0, 0, 0, 0, 1, 2, 3, 5)  # of a stone on each own row, at the end

# What a stone on each own row is worth while the players are far from having passed each other,
# in thousandths of a point; near the separation the points themselves count.
_PROMISE = (0, 350, 800, 1350, 2000, 2750, 3650, 5000)
_TEMPO = 900
_FAR = 6  # rows of overlap from which on only the promise counts


class Stones(Protocol):
    """The fields of a Linja position that count here: stones on own rows 0 to 7."""

    @property
    def w(self) -> tuple[int, ...]: ...
    @property
    def b(self) -> tuple[int, ...]: ...
    @property
    def to_move(self) -> str: ...
    @property
    def phase(self) -> str: ...


def evaluate_linja(position: Stones) -> int:
    """Value for the side to move, in thousandths of a point."""
    own, enemy = position.w, position.b
    if position.to_move == "b":
        own, enemy = enemy, own
    far = min(_FAR, max(0, 8 - _hindmost(own) - _hindmost(enemy)))
    value = 0
    for row, (promise, points) in enumerate(zip(_PROMISE, POINTS, strict=True)):
        worth = (promise * far + 1000 * points * (_FAR - far)) // _FAR
        value += worth * (own[row] - enemy[row])
    return value + (_TEMPO if position.phase == "i" else 2 * _TEMPO)


def _hindmost(rows: tuple[int, ...]) -> int:
    return next((row for row, stones in enumerate(rows) if stones), len(rows))
