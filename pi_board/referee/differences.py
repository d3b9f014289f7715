"""How the board differs from a position, in stones: what is missing where, what is too many."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

from pi_board.core.events import Wrong
from pi_board.core.game import PLAYERS, Player
from pi_board.core.layout import Layout, Look
from pi_board.core.stones import total, with_one_lifted
from pi_board.referee.continuations import Node
from pi_board.referee.evidence import DOUBT_NATS, EQUAL_NATS, Evidence, corrections

TIED_NATS = 0.5  # looks no further apart are as likely as each other
MISSED_NATS = 3.0  # which of several stones is missing is told no better than this
MOST_CHOICES = 256


@dataclass(frozen=True, slots=True)
class Difference:
    """A group that does not look as it should: the nearest look it should have, the one it has.

    `either`: what is missing there may be a stone of either player's, for others of the row lie
    beside the board and nobody knows whose stand in its holes, or for the sensor sees no colours
    and both have stones there. `guessed`: whose the stones seen there are is not told.
    """

    group: int
    expected: Look
    seen: Look
    either: bool
    guessed: bool


@dataclass(frozen=True, slots=True)
class Stray:
    """A stone of `player` too many, or missing, in a group."""

    player: Player
    group: int


@dataclass(frozen=True, slots=True)
class Balance:
    """All differences in stones: `missing` from where they should be, `extra` where none should be,
    and `turned` tiles with the quarter turns (clockwise) they were given. `either`: the groups
    where a missing stone may be of either player's; `guessed`: those where one too many may.
    """

    missing: tuple[Stray, ...]
    extra: tuple[Stray, ...]
    turned: tuple[tuple[int, int], ...]
    either: frozenset[int]
    guessed: frozenset[int]

    @property
    def one_missing(self) -> Stray | None:
        """The stone that is missing, if that is the only difference."""
        alone = len(self.missing) == 1 and not (self.extra or self.turned)
        return self.missing[0] if alone else None


def differences(
    evidence: Evidence, node: Node, limit_nats: float = DOUBT_NATS
) -> tuple[Difference, ...]:
    """The groups that contradict the position of `node` by more than `limit_nats`.

    Where looks are equally likely (a sensor without colours, stones beside a full row), those are
    taken that let the stones come out even: what is missing here is what is too many there.
    """
    groups = evidence.against(node.appearance, limit_nats)
    choices = [_choices(evidence, group, node) for group in groups]
    while prod(len(one) for one in choices) > MOST_CHOICES:
        longest = max(range(len(choices)), key=lambda index: len(choices[index]))
        choices[longest] = choices[longest][: len(choices[longest]) // 2]
    return min(product(*choices), key=lambda found: _imbalance(balance(node.layout, found)))


def _choices(evidence: Evidence, group: int, node: Node) -> list[Difference]:
    costs = evidence.tables[group].by_look
    seen = sorted((cost, look) for look, cost in costs.items() if cost <= TIED_NATS)
    allowed = sorted((costs[look], look) for look in node.appearance[group])
    layout = evidence.layout
    equal = {total(layout, look).by_player for cost, look in seen if cost <= EQUAL_NATS}
    guessed = len(equal) > 1
    return [
        Difference(
            group,
            expected,
            look,
            _either(layout, look, node.appearance[group])
            or (guessed and 0 not in total(layout, expected).by_player),
            guessed,
        )
        for cost, expected in allowed
        if cost <= allowed[0][0] + MISSED_NATS
        for _, look in seen
    ]


def _either(layout: Layout, seen: Look, allowed: frozenset[Look]) -> bool:
    """Whether one more stone of the one or of the other player makes a look of those `allowed`."""
    if len(allowed) < 2:
        return False
    now, wanted = total(layout, seen), {total(layout, look) for look in allowed}
    return {now.plus(player) for player in PLAYERS} <= wanted


def _imbalance(found: Balance) -> int:
    """How many stones have come from nowhere or gone there, and how many changes there are."""
    come = [stray.player for stray in found.extra]
    gone = [stray.player for stray in found.missing]
    apart = sum(abs(come.count(player) - gone.count(player)) for player in PLAYERS)
    return 10 * apart + len(come) + len(gone) + len(found.turned)


def balance(layout: Layout, found: tuple[Difference, ...]) -> Balance:
    """The stones behind the differences."""
    missing: list[Stray] = []
    extra: list[Stray] = []
    turned = []
    for difference in found:
        should, does = total(layout, difference.expected), total(layout, difference.seen)
        for player in PLAYERS:
            more = does.of(player) - should.of(player)
            (extra if more > 0 else missing).extend([Stray(player, difference.group)] * abs(more))
        if should.turned != does.turned:
            turned.append((difference.group, (does.turned - should.turned) % 4))
    either = frozenset(difference.group for difference in found if difference.either)
    guessed = frozenset(difference.group for difference in found if difference.guessed)
    return Balance(tuple(missing), tuple(extra), tuple(turned), either, guessed)


def balance_of(evidence: Evidence, node: Node, limit_nats: float = DOUBT_NATS) -> Balance:
    """The stones by which the board differs from the position of `node`, see `differences`."""
    return balance(node.layout, differences(evidence, node, limit_nats))


def wrong_sites(evidence: Evidence, found: tuple[Difference, ...]) -> tuple[Wrong, ...]:
    """The sites behind the differences, with the labels they should have and seem to have."""
    layout = evidence.layout
    return tuple(
        Wrong(layout.sites[site], layout.labels[want], layout.labels[seen])
        for difference in found
        for site, seen, want in corrections(evidence, difference.group, difference.expected)
    )


def is_lifted(now: Node, group: int, look: Look, players: Sequence[Player]) -> bool:
    """Whether all that a group shows is that a stone of one of these players is gone from it."""
    return look in with_one_lifted(now.layout, now.appearance[group], players)


def place(layout: Layout, group: int) -> str:
    """What a person calls a group: its site, or its row."""
    sites = layout.groups[group]
    return layout.sites[sites[0]] if len(sites) == 1 else f"row {group + 1}"
