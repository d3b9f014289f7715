"""What a position of Connex'oh is worth: the rotations still needed to bring each stone home."""

from __future__ import annotations

from functools import cache
from typing import Protocol

_STONE, _TEMPO = 2600, 350
_COST = (0, 600, 1100, 1550, 1950, 2250, 2450, 2550)  # of a stone that needs so many rotations
_FAR = 99
_STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))  # sides: 0 north, 1 east, 2 south, 3 west


class Tiles(Protocol):
    """The fields of a position that count here: light corners (0 NE, then clockwise) and stones as
    bit sets, tile by tile from a1 by rows.
    """

    @property
    def tiles(self) -> tuple[int, ...]: ...
    @property
    def white(self) -> int: ...
    @property
    def black(self) -> int: ...
    @property
    def to_move(self) -> str: ...


def evaluate_connexoh(position: Tiles) -> int:
    """Value for the side to move, in thousandths of a stone's worth."""
    white = _side(position.tiles, position.white, 1)
    black = _side(position.tiles, position.black, 0)
    return (white - black if position.to_move == "w" else black - white) + _TEMPO


def _side(tiles: tuple[int, ...], stones: int, white: int) -> int:
    needed, beyond = rotations_needed(tiles, white), _beyond(len(tiles))
    goal, value = _goal(white), 0
    for tile, corner in enumerate(tiles):
        if stones >> tile & 1:
            best = _FAR
            for out, there in enumerate(beyond[tile]):
                rest = needed[4 * there + (out ^ 2)] if there >= 0 else 0 if out == goal else _FAR
                best = min(best, rest + (not _OWNS[white][corner][out]))
            value -= _STONE + _COST[min(best, len(_COST) - 1)]
    return value


def rotations_needed(tiles: tuple[int, ...], white: int) -> list[int]:
    """Rotations until a path that comes into tile t by side s leads off the goal edge, at 4 t + s.

    A path turns in every tile; a tile that does not turn as wanted costs one rotation. Found from
    the goal edge backwards, tiles that cost nothing first (Dial's variant of Dijkstra's algorithm).
    """
    beyond, owns = _beyond(len(tiles)), _OWNS[white]
    needed = [_FAR] * (4 * len(tiles))
    goal, cost = _goal(white), 0
    ways = [(tile, goal) for tile, sides in enumerate(beyond) if sides[goal] < 0]
    while ways:
        later = []
        for tile, out in ways:  # grows while it is read: what costs nothing more
            corner = owns[tiles[tile]]
            for side in ((out + 1) & 3, (out + 3) & 3):
                if needed[4 * tile + side] <= cost:
                    continue
                if not (corner[out] and corner[side]):
                    later.append((tile, out))
                    continue
                needed[4 * tile + side] = cost
                if beyond[tile][side] >= 0:
                    ways.append((beyond[tile][side], side ^ 2))
        cost += 1
        ways = []
        for tile, out in later:
            for side in ((out + 1) & 3, (out + 3) & 3):
                if needed[4 * tile + side] > cost:
                    needed[4 * tile + side] = cost
                    if beyond[tile][side] >= 0:
                        ways.append((beyond[tile][side], side ^ 2))
    return needed


def _goal(white: int) -> int:
    return 0 if white else 2


# _OWNS[white][corner][side]: whether the light (or dark) triangle owns the side
_OWNS = tuple(
    tuple(
        tuple((side - corner - (0 if white else 2)) % 4 < 2 for side in range(4))
        for corner in range(4)
    )
    for white in (0, 1)
)


@cache
def _beyond(count: int) -> tuple[tuple[int, ...], ...]:
    """The neighbour of each tile over each side, -1 over the edge."""
    size = round(count**0.5)
    return tuple(
        tuple(
            (y + dy) * size + x + dx if 0 <= x + dx < size and 0 <= y + dy < size else -1
            for dx, dy in _STEPS
        )
        for y in range(size)
        for x in range(size)
    )
