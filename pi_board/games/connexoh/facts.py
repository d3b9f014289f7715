"""What a screen may want to show of a position: paths, connections, stones home, protection."""

from __future__ import annotations

from dataclasses import dataclass

from pi_board.core.game import Player
from pi_board.games.connexoh import moves
from pi_board.games.connexoh.moves import Rotation
from pi_board.games.connexoh.paths import connected, paths
from pi_board.games.connexoh.position import ConnexohPosition


@dataclass(frozen=True, slots=True)
class ShownPath:
    """A chain of connected tiles in order; `is_open`: it leads off the goal edge, from its first
    tile; `is_ring`: its last tile is connected with its first.
    """

    sites: tuple[str, ...]
    is_open: bool
    is_ring: bool


def paths_of(position: ConnexohPosition, player: Player) -> tuple[ShownPath, ...]:
    """The paths of `player`: chains and rings of at least two tiles, and single tiles that lead off
    the goal edge.
    """
    names = position.board.names
    return tuple(
        ShownPath(tuple(names[tile] for tile in path.tiles), path.is_open, path.is_ring)
        for path in paths(position.board, position.tiles, player)
    )


def connections(position: ConnexohPosition, player: Player, site: str) -> tuple[str, ...]:
    """The neighbours with which `player`'s triangle of `site` is connected, sorted."""
    on = position.board
    tile = on.names.index(site)
    return position.names(connected(on, position.tiles, player, tile))


def connections_made(
    position: ConnexohPosition, player: Player, rotation: Rotation
) -> tuple[str, ...]:
    """The neighbours with which `rotation` would newly connect `player`'s triangle, sorted."""
    return position.names(moves.connections_made(position, player, rotation))


def protected(position: ConnexohPosition) -> tuple[str, ...]:
    """The tiles the side to move may not rotate in this turn, sorted."""
    return position.names(position.protected)


def stones_home(position: ConnexohPosition, player: Player) -> int:
    """How many stones of `player` have left the board."""
    return position.board.size - position.stones(player).bit_count()


def brought_home(before: ConnexohPosition, after: ConnexohPosition, player: Player) -> int:
    """How many more stones of `player` have left the board than before."""
    return stones_home(after, player) - stones_home(before, player)
