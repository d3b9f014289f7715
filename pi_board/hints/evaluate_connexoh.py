"""What a position of Connex'oh is worth: rows and rotations still needed to bring the stones home,
and slides that can be made. See connexoh.c for where the weights come from.
"""

from __future__ import annotations

from functools import cache
from math import isqrt
from typing import Protocol

_TEMPO, _ROTATION, _SLIDE_SHARE, _SAFE_SHARE = 60, 45, 20, 50  # shares in hundredths
_ROW_COST = (700, 950, 1300, 1700, 2100, 2500, 2900, 3300)  # by rows from the goal row
_LEVELS = 8  # more rotations than this are all the same
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
    @property
    def protected(self) -> int: ...


def evaluate_connexoh(position: Tiles) -> int:
    """Value for the side to move; 1000 more changes the odds of winning by a factor of e."""
    every = (1 << len(position.tiles)) - 1
    safe = {"w": position.protected, "b": position.protected, position.to_move: every}
    white = _side(position.tiles, position.white, 1, safe["w"])
    black = _side(position.tiles, position.black, 0, safe["b"])
    return (white - black if position.to_move == "w" else black - white) + _TEMPO


def _side(tiles: tuple[int, ...], stones: int, white: int, safe: int) -> int:
    """What the stones of one side still cost; the opponent cannot rotate the tiles of `safe`."""
    needed, every = rotations_needed(tiles, white), (1 << len(tiles)) - 1
    value, best, total = 0, 0, 0
    for tile in range(len(tiles)):
        if stones >> tile & 1:
            value -= _ROTATION * _rotations_of_stone(tiles, white, needed, tile)
            value -= _ROW_COST[_rows_left(tiles, white, tile)]
            total += _slide_gain(tiles, stones, white, tile, every)
            if safe >> tile & 1:
                best = max(best, _slide_gain(tiles, stones, white, tile, safe))
    return value + (_SAFE_SHARE * best + _SLIDE_SHARE * total) // 100


def _rotations_of_stone(tiles: tuple[int, ...], white: int, needed: list[int], tile: int) -> int:
    """Rotations until the path of a stone is open to the goal edge, at most _LEVELS."""
    goal, best = _goal(white), _LEVELS
    for out, there in enumerate(_beyond(len(tiles))[tile]):
        rest = needed[4 * there + (out ^ 2)] if there >= 0 else 0 if out == goal else _FAR
        best = min(best, rest + (not _OWNS[white][tiles[tile]][out]))
    return best


def _slide_gain(tiles: tuple[int, ...], stones: int, white: int, tile: int, allowed: int) -> int:
    """What the best slide of a stone over tiles of `allowed` brings: rows, or the way off."""
    start = _rows_left(tiles, white, tile)
    best = start
    for side in range(4):
        if _OWNS[white][tiles[tile]][side]:
            way, leaves = _walk(tiles, stones, white, tile, side)
            if leaves and all(allowed >> passed & 1 for passed in way):
                return _ROW_COST[start]
            best = min(
                [best, *(_rows_left(tiles, white, end) for end in way if allowed >> end & 1)]
            )
    return _ROW_COST[start] - _ROW_COST[best]


def _walk(
    tiles: tuple[int, ...], stones: int, white: int, tile: int, side: int
) -> tuple[list[int], bool]:
    """The tiles along the path from `tile` out by `side` up to a stone, and whether it leaves."""
    way: list[int] = []
    here, owns, beyond = tile, _OWNS[white], _beyond(len(tiles))
    while True:
        there = beyond[here][side]
        if there < 0:
            return way, side == _goal(white)
        if not owns[tiles[there]][side ^ 2] or there == tile or stones >> there & 1:
            return way, False
        way.append(there)
        here, side = there, next(s for s in range(4) if owns[tiles[there]][s] and s != side ^ 2)


def _rows_left(tiles: tuple[int, ...], white: int, tile: int) -> int:
    size = isqrt(len(tiles))
    return size - 1 - tile // size if white else tile // size


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
    size = isqrt(count)
    return tuple(
        tuple(
            (y + dy) * size + x + dx if 0 <= x + dx < size and 0 <= y + dy < size else -1
            for dx, dy in _STEPS
        )
        for y in range(size)
        for x in range(size)
    )
