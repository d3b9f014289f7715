"""Paths of Connex'oh tile by tile, with the sides that they cross."""

from __future__ import annotations

from itertools import pairwise

from pi_board.core.game import Player
from pi_board.core.layout import column_and_row
from pi_board.core.scene import Side, Stretch, TilePath
from pi_board.games.connexoh.board import GOAL_SIDE, own_sides
from pi_board.games.connexoh.facts import ShownPath, paths_of
from pi_board.games.connexoh.position import ConnexohPosition

SIDES = (Side.N, Side.E, Side.S, Side.W)  # in the numbers of the rules


def paths(position: ConnexohPosition, player: Player) -> tuple[TilePath, ...]:
    """All paths of `player`, tile by tile with the sides they cross."""
    return tuple(_path(position, player, path) for path in paths_of(position, player))


def _path(position: ConnexohPosition, player: Player, path: ShownPath) -> TilePath:
    sites = path.sites
    goal = SIDES[GOAL_SIDE[player]]
    steps = [towards(a, b) for a, b in pairwise(sites)]
    back = towards(sites[-1], sites[0]) if path.is_ring else None
    first = goal if path.is_open else (back.opposite if back else None)
    enters = [first, *(step.opposite for step in steps)]
    leaves: list[Side | None] = [*steps, back]
    opens_last = False
    if not path.is_ring and leaves[-1] is None:
        beyond = _other_side(position, player, sites[-1], enters[-1])
        opens_last = beyond is goal and _on_goal_row(position, player, sites[-1])
        opens_last = opens_last and not (len(sites) == 1 and path.is_open)
        leaves[-1] = goal if opens_last else None
    stretches = tuple(
        Stretch(site, enter, leave)
        for site, enter, leave in zip(sites, enters, leaves, strict=True)
    )
    here = position.stones(player) >> position.board.names.index(sites[0]) & 1
    bare = len(sites) == 1 and not here
    return TilePath(player, stretches, path.is_open, opens_last, path.is_ring, bare)


def towards(one: str, other: str) -> Side:
    """The side of tile `one` at which its neighbour `other` lies."""
    (x, y), (to_x, to_y) = column_and_row(one), column_and_row(other)
    return Side((to_x - x, to_y - y))


def _other_side(
    position: ConnexohPosition, player: Player, site: str, enter: Side | None
) -> Side | None:
    """The side of the player's triangle other than `enter`."""
    own = [SIDES[s] for s in own_sides(player, position.tiles[position.board.names.index(site)])]
    rest = [s for s in own if s is not enter]
    return rest[0] if len(rest) == 1 else None


def _on_goal_row(position: ConnexohPosition, player: Player, site: str) -> bool:
    return position.board.names.index(site) in position.board.goal_row(player)
