"""What a label means: which stones it shows.

Labels are ``empty``, ``b``, ``w`` on squares and in holes; an orientation digit and ``w``, ``b`` or
``x`` (both) on tiles; counts like ``2b3w`` between sticks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from pi_board.core.game import PLAYERS, Player
from pi_board.core.layout import Layout, Look

TILE = re.compile(r"([0-3])([wbx]?)")  # the label of one, also in the text of a position
_COUNTS = re.compile(r"(?:(\d+)b)?(?:(\d+)w)?")


@dataclass(frozen=True, slots=True)
class Stones:
    """How many stones of each colour a site shows, and which way its tile lies (-1: no tile)."""

    b: int
    w: int
    turned: int = -1

    @property
    def count(self) -> int:
        """How many stones these are, of whichever colour."""
        return self.b + self.w

    @property
    def by_player(self) -> tuple[int, int]:
        """How many of them are Black's and how many White's, however the tile lies."""
        return self.b, self.w

    def of(self, player: Player) -> int:
        """How many of them are `player`'s."""
        return self.b if player == "b" else self.w

    def plus(self, player: Player, more: int = 1) -> Stones:
        """With so many more (below 0: fewer) stones of `player`."""
        return replace(self, b=self.b + more) if player == "b" else replace(self, w=self.w + more)


@cache
def stones_of(label: str) -> Stones:
    """What `label` shows. Raises ValueError for what is no label."""
    if label in ("empty", "b", "w"):
        return Stones(int(label == "b"), int(label == "w"))
    if tile := TILE.fullmatch(label):
        return Stones(int(tile[2] in ("b", "x")), int(tile[2] in ("w", "x")), int(tile[1]))
    counts = _COUNTS.fullmatch(label)
    if counts is None:
        raise ValueError(f"label {label!r}, expected empty, b, w, a tile or counts like 2b3w")
    return Stones(int(counts[1] or 0), int(counts[2] or 0))


@cache
def occupied_labels(layout: Layout) -> tuple[bool, ...]:
    """Of each label whether it shows a stone, whatever its colour."""
    return tuple(bool(stones_of(label).count) for label in layout.labels)


def all_or_none(layout: Layout, looks: Iterable[Look]) -> bool | None:
    """Whether stones stand on all places of a group that shows one of these looks (True), or on
    none of them; None if only on some, or if the looks differ in that.
    """
    occupied = occupied_labels(layout)
    told = {occupied[label] for look in looks for label in look}
    return told.pop() if len(told) == 1 else None


def total(layout: Layout, look: Look) -> Stones:
    """The stones of a whole group; `turned` is that of a tile, which is a group by itself."""
    shown = [stones_of(layout.labels[label]) for label in look]
    return Stones(sum(s.b for s in shown), sum(s.w for s in shown), shown[0].turned)


def with_one_lifted(
    layout: Layout, looks: Iterable[Look], players: Sequence[Player] = PLAYERS
) -> frozenset[Look]:
    """What a group that shows one of these looks may show after a stone of it, one of these
    players', was lifted.
    """
    return frozenset(fewer for look in looks for fewer in with_one_fewer(layout, look, players))


def with_one_fewer(
    layout: Layout, look: Look, players: Sequence[Player] = PLAYERS
) -> Iterator[Look]:
    """The looks of a group after a stone of it, one of these players', was lifted."""
    for place, label in enumerate(look):
        here = stones_of(layout.labels[label])
        fewer = {here.plus(player, -1) for player in players}
        rest = look[:place] + look[place + 1 :]
        for other, name in enumerate(layout.labels):
            if stones_of(name) in fewer:
                yield tuple(sorted((*rest, other)))
