"""What a position of Linja is worth: stones far from home, on many rows, the end coming near."""

from __future__ import annotations

from typing import Protocol

# See linja.c, where the numbers come from: by rows still to pass (up to 2, 4, 6, more) and own row
_STONE = (
    (0, 3622, 3934, 4269, 4312, 4601, 4780, 5020),
    (0, 1900, 1951, 2018, 2313, 2847, 3103, 3988),
    (0, 114, 203, 453, 588, 999, 1250, 2127),
    (0, 192, 264, 454, 520, 701, 827, 1342),
)
_TEMPO = (270, 733, 619, 359)
_PRESENCE = (143, 468, 641, 467, 552, 331, 283, 0)


class Stones(Protocol):
    """The fields of a Linja position that count here: stones on own rows 0 to 7."""

    @property
    def w(self) -> tuple[int, ...]: ...
    @property
    def b(self) -> tuple[int, ...]: ...
    @property
    def to_move(self) -> str: ...


def evaluate_linja(position: Stones) -> int:
    """Value for the side to move; 1000 more changes the odds of winning by a factor of e."""
    own, enemy = position.w, position.b
    if position.to_move == "b":
        own, enemy = enemy, own
    far = 8 - _hindmost(own) - _hindmost(enemy)
    stage = 0 if far <= 2 else 1 if far <= 4 else 2 if far <= 6 else 3
    stones = sum(
        worth * (mine - theirs)
        for worth, mine, theirs in zip(_STONE[stage], own, enemy, strict=True)
    )
    presence = sum(
        worth * ((mine > 0) - (theirs > 0))
        for worth, mine, theirs in zip(_PRESENCE, own, enemy, strict=True)
    )
    return _TEMPO[stage] + stones + presence


def _hindmost(rows: tuple[int, ...]) -> int:
    return next((row for row, stones in enumerate(rows) if stones), len(rows))
