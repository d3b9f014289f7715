"""The tiles of Connex'oh, their neighbours, and the sides each triangle owns.

Tiles are numbered row by row from the bottom (a1, b1, ...); sets of tiles are bit sets, tile t
being bit t. Sides are 0 north, 1 east, 2 south, 3 west. An orientation is the corner the light
triangle fills: 0 NE, 1 SE, 2 SW, 3 NW, so a quarter turn clockwise adds 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from pi_board.core.game import Player, opponent
from pi_board.core.layout import Layout, Surface, grid_sites

NORTH, EAST, SOUTH, WEST = range(4)
ORIENTATIONS = 4
STONES_ON = ("", "w", "b", "x")  # stones on a tile: none, White's, Black's, both
OFF = -1  # beyond the edge of the board; no side

GOAL_SIDE: Mapping[Player, int] = MappingProxyType({"w": NORTH, "b": SOUTH})


def own_sides(player: Player, orientation: int) -> tuple[int, int]:
    """The two sides of a tile that `player`'s triangle owns; White's is the light one."""
    first = orientation if player == "w" else (orientation + 2) % 4
    return first, (first + 1) % 4


def opposite(side: int) -> int:
    """The side that faces `side` of a neighbour."""
    return side ^ 2


def _through(player: Player) -> tuple[tuple[int, ...], ...]:
    table = [[OFF] * 4 for _ in range(ORIENTATIONS)]
    for orientation, row in enumerate(table):
        one, other = own_sides(player, orientation)
        row[one], row[other] = other, one
    return tuple(map(tuple, table))


# THROUGH[player][orientation][side]: the other side of the player's triangle, OFF if it does not
# own `side`. So a path that comes in by one side goes out by the other.
THROUGH: Mapping[Player, tuple[tuple[int, ...], ...]] = MappingProxyType(
    {"w": _through("w"), "b": _through("b")}
)


@dataclass(frozen=True, slots=True)
class Board:
    """A square board: the tiles' names, and `beyond[tile][side]`, the neighbour or OFF."""

    size: int
    names: tuple[str, ...]
    beyond: tuple[tuple[int, int, int, int], ...]

    def goal_row(self, player: Player) -> range:
        """The tiles along `player`'s goal edge."""
        tiles = self.size * self.size
        return range(tiles - self.size, tiles) if player == "w" else range(self.size)

    def home_row(self, player: Player) -> range:
        """The tiles on which `player`'s stones start."""
        return self.goal_row(opponent(player))


@cache
def board(size: int) -> Board:
    """The board of `size` times `size` tiles."""
    return Board(
        size=size,
        names=grid_sites(size, size),
        beyond=tuple(_neighbours(size, tile) for tile in range(size * size)),
    )


def _neighbours(size: int, tile: int) -> tuple[int, int, int, int]:
    y, x = divmod(tile, size)
    return (
        tile + size if y + 1 < size else OFF,
        tile + 1 if x + 1 < size else OFF,
        tile - size if y else OFF,
        tile - 1 if x else OFF,
    )


@cache
def layout(size: int) -> Layout:
    """The tiles with the looks 0, 0w, 0b, 0x, 1, ...: light corner and stones."""
    names = board(size).names
    return Layout(
        name="connexoh",
        surface=Surface.TILES,
        columns=size,
        rows=size,
        sites=names,
        labels=tuple(f"{corner}{on}" for corner in range(ORIENTATIONS) for on in STONES_ON),
        groups=tuple((tile,) for tile in range(len(names))),
    )
