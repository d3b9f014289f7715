"""Connections and paths.

Two edge-neighbours are connected in a colour if both sides facing each other have it. A triangle
owns two sides, so a path never branches: it is a chain of tiles or a closed ring. It is *open*
if its last triangle has a full side on its owner's goal edge.
"""

from __future__ import annotations

from dataclasses import dataclass

from pi_board.core.game import Player
from pi_board.games.bit_sets import bit_set
from pi_board.games.connexoh.board import (
    GOAL_SIDE,
    OFF,
    THROUGH,
    Board,
    opposite,
    own_sides,
)

Tiles = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Path:
    """A path's tiles in order, whether it is open, whether it is a ring.

    An open path begins at the goal edge, another chain at its lower-numbered end; a ring's last
    tile is connected with its first.
    """

    tiles: Tiles
    is_open: bool = False
    is_ring: bool = False


@dataclass(frozen=True, slots=True)
class Walk:
    """What lies ahead of a triangle: the tiles along its path, and what the path ends in."""

    tiles: Tiles
    leaves: bool = False  # ends with a side on the goal edge
    returns: bool = False  # comes back to where it began


def walk(board: Board, tiles: Tiles, player: Player, tile: int, side: int) -> Walk:
    """Follow `player`'s path from `tile` out by `side`, which the triangle must own."""
    through, beyond = THROUGH[player], board.beyond
    passed: list[int] = []
    here = tile
    while True:
        there = beyond[here][side]
        if there == OFF:
            return Walk(tuple(passed), leaves=side == GOAL_SIDE[player])
        onward = through[tiles[there]][opposite(side)]
        if onward == OFF:
            return Walk(tuple(passed))
        if there == tile:
            return Walk(tuple(passed), returns=True)
        passed.append(there)
        here, side = there, onward


def walks(board: Board, tiles: Tiles, player: Player, tile: int) -> tuple[Walk, Walk]:
    """Both ways along the path from `player`'s triangle of `tile`."""
    one, other = own_sides(player, tiles[tile])
    return walk(board, tiles, player, tile, one), walk(board, tiles, player, tile, other)


def path_through(board: Board, tiles: Tiles, player: Player, tile: int) -> Path:
    """The path that `player`'s triangle of `tile` belongs to, perhaps alone."""
    one, other = walks(board, tiles, player, tile)
    if one.returns:
        return Path((tile, *one.tiles), is_ring=True)
    chain = (*reversed(one.tiles), tile, *other.tiles)
    is_open = one.leaves or other.leaves
    backward = not one.leaves if is_open else chain[-1] < chain[0]
    return Path(chain[::-1] if backward else chain, is_open)


def paths(board: Board, tiles: Tiles, player: Player) -> tuple[Path, ...]:
    """All paths of `player` with at least one connection, or open, by their lowest tile."""
    found: list[Path] = []
    seen: set[int] = set()
    for tile in range(len(tiles)):
        if tile not in seen:
            path = path_through(board, tiles, player, tile)
            seen.update(path.tiles)
            found.append(path)
    return tuple(path for path in found if path.is_open or len(path.tiles) > 1)


def open_tiles(board: Board, tiles: Tiles, player: Player) -> int:
    """The tiles on `player`'s open paths."""
    goal, through = GOAL_SIDE[player], THROUGH[player]
    found = 0
    for tile in board.goal_row(player):
        inward = through[tiles[tile]][goal]
        if inward != OFF:
            found |= 1 << tile | bit_set(walk(board, tiles, player, tile, inward).tiles)
    return found


def connected(board: Board, tiles: Tiles, player: Player, tile: int) -> int:
    """The neighbours with which `player`'s triangle of `tile` is connected."""
    through, found = THROUGH[player], 0
    for side in own_sides(player, tiles[tile]):
        there = board.beyond[tile][side]
        if there != OFF and through[tiles[there]][opposite(side)] != OFF:
            found |= 1 << there
    return found
