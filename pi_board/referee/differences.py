"""How the board differs from a position, in stones: what is missing where, what is too many."""

from __future__ import annotations

from dataclasses import dataclass

from pi_board.core.events import Wrong
from pi_board.core.game import Player
from pi_board.core.layout import Layout, Look
from pi_board.referee.continuations import Node
from pi_board.referee.evidence import Evidence, misfits
from pi_board.referee.stones import Stones, total

PLAYERS: tuple[Player, Player] = ("b", "w")


@dataclass(frozen=True, slots=True)
class Difference:
    """A group that does not look as it should: the nearest look it should have, the one it has."""

    group: int
    expected: Look
    seen: Look


@dataclass(frozen=True, slots=True)
class Stray:
    """A stone of `player` too many, or missing, in a group."""

    player: Player
    group: int


@dataclass(frozen=True, slots=True)
class Balance:
    """All differences in stones: `missing` from where they should be, `extra` where none should be,
    and `turned` tiles with the quarter turns (clockwise) they were given.
    """

    missing: tuple[Stray, ...]
    extra: tuple[Stray, ...]
    turned: tuple[tuple[int, int], ...]


def differences(evidence: Evidence, node: Node) -> tuple[Difference, ...]:
    """The groups that contradict the position of `node`."""
    return tuple(
        Difference(group, _nearest(evidence, group, node), evidence.seen(group))
        for group in evidence.against(node.appearance)
    )


def _nearest(evidence: Evidence, group: int, node: Node) -> Look:
    costs = evidence.costs[group]
    return min(node.appearance[group], key=lambda look: (costs[look], look))


def balance(layout: Layout, found: tuple[Difference, ...]) -> Balance:
    """The stones behind the differences."""
    missing: list[Stray] = []
    extra: list[Stray] = []
    turned = []
    for difference in found:
        should, does = total(layout, difference.expected), total(layout, difference.seen)
        for player in PLAYERS:
            more = _count(does, player) - _count(should, player)
            (extra if more > 0 else missing).extend([Stray(player, difference.group)] * abs(more))
        if should.turned != does.turned:
            turned.append((difference.group, (does.turned - should.turned) % 4))
    return Balance(tuple(missing), tuple(extra), tuple(turned))


def _count(stones: Stones, player: Player) -> int:
    return stones.b if player == "b" else stones.w


def wrong_sites(
    evidence: Evidence, layout: Layout, found: tuple[Difference, ...]
) -> tuple[Wrong, ...]:
    """The sites behind the differences, with the labels they should have and seem to have."""
    return tuple(
        Wrong(layout.sites[site], layout.labels[want], layout.labels[seen])
        for difference in found
        for site, seen, want in misfits(evidence, difference.group, difference.expected)
    )


def place(layout: Layout, group: int) -> str:
    """What a person calls a group: its site, or its row."""
    sites = layout.groups[group]
    return layout.sites[sites[0]] if len(sites) == 1 else f"row {group + 1}"
