"""What the board showed between two positions, and what that says of the moves that led there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import accumulate, pairwise, product
from math import inf
from operator import add

from pi_board.core.layout import Appearance, Surface, groups_apart
from pi_board.core.observation import Row
from pi_board.core.stones import total as stones_in
from pi_board.referee.continuations import Node
from pi_board.referee.evidence import DOUBT_NATS, FIT_NATS, SEEN_NATS, Evidence
from pi_board.referee.hypothesis import EQUAL_COST_NATS, MANY, Circumstances, Hypothesis

SHOWN_WEIGHT = 2.0  # looks worth as much as those of a board that has settled
SHUFFLED_NATS = 12.0  # against a row whose pegs somebody put into other holes
CONTRADICTED_NATS = 12.0  # a stone plainly seen elsewhere costs 16; one in the hand half of it


def by_what_passed(
    stay: Hypothesis, ranking: list[Hypothesis], known: Circumstances, now: Evidence
) -> list[Hypothesis]:
    """The explanations, best first, given also what the board showed in between: of those that cost
    the same and end alike (the same moves in another order, say) it speaks for the one that led
    there. A glimpse is too little where the order decides whose turn it is, or which tile is
    protected; which holes of a row changed besides (up to `now`) is not. A part of the board that
    was seen beside a hand that rested there tells the order, no more.
    """
    passed, glimpsed = known.passed, known.glimpsed
    best = ranking[0]
    equal = [h for h in ranking if h.cost <= best.cost + EQUAL_COST_NATS and _looks_alike(h, best)]
    if not glimpsed or len(equal) < 2:
        return ranking
    before = stood(stay.node, passed)
    if before is not None:
        ranking = _dearer(ranking, equal, [_shuffled(h, before, now) for h in equal])
        keys = {h.key for h in equal}
        equal = [h for h in ranking if h.key in keys]
    if not any(_shown(h.way_from(stay.node), passed) for h in equal):
        equal = [h for h in equal if h.node.position == equal[0].node.position]
    return _dearer(ranking, equal, [_unlike(h.way_from(stay.node), glimpsed) for h in equal])


def stood(node: Node, passed: tuple[Evidence, ...]) -> Evidence | None:
    """The first look at the position of `node` as it stood, if there was one."""
    return next((look for look in passed if look.worst(node.appearance) <= FIT_NATS), None)


def _dearer(
    ranking: list[Hypothesis], equal: list[Hypothesis], against: list[float]
) -> list[Hypothesis]:
    """The explanations, best first, when `against` speaks against those that were `equal`."""
    least = min(against)
    dearer = {
        h.key: replace(h, cost=h.cost + more - least)
        for h, more in zip(equal, against, strict=True)
    }
    return sorted((dearer.get(h.key, h) for h in ranking), key=lambda h: h.cost)


def _shuffled(h: Hypothesis, before: Evidence, now: Evidence) -> float:
    """How badly two looks agree with stones staying in their holes in the rows that `h` leaves
    alone; nothing is said of rows that a stone left and another one entered.
    """
    return _rearranged(set(range(len(now.layout.groups))) - _entered(h), before, now)


def _entered(h: Hypothesis) -> set[int]:
    """The groups from which a stone goes or to which one comes, on the way."""
    return {group for step in h.steps for group in step.changed}


def _rearranged(groups: Iterable[int], before: Evidence, now: Evidence) -> float:
    """How badly two looks agree with stones staying in their holes in `groups`."""
    several = [sites for group in groups if len(sites := now.layout.groups[group]) > 1]
    return sum(
        min(sum(parted(before.rows[site], now.rows[site]) for site in sites), SHUFFLED_NATS)
        for sites in several
    )


def parted(one: Row, other: Row) -> float:
    """How much likelier two looks at a site are if they need not show the same."""
    together: float = max(map(add, one, other))
    return max(one) + max(other) - together


def doubted(
    stay: Hypothesis, ranking: list[Hypothesis], passed: tuple[Evidence, ...], now: Evidence
) -> list[Hypothesis]:
    """The explanations, best first, the best one to be asked about if it is several moves and what
    the board showed in between is no position on its way, in whatever order they were made: the
    first may have been another move. So may a stone that was in the hand before its turn had come
    (up to `now`), and many moves of which one stone seems to have made the whole way at once. Of
    what reeds show, stones are gone from most positions.

    On tiles also if it is one move, and a stone plainly lay elsewhere in between while the board
    was at rest: somebody may have moved and moved back, and the other player have turned the tile.
    (One that is turned further, or turned back, is nothing to ask about.)
    """
    best, *others = ranking
    if not best.steps or best.undo or not passed or passed[-1].colour_blind():
        return ranking
    tiles = passed[-1].layout.surface is Surface.TILES
    if len(best.steps) < 2 and not tiles:
        return ranking
    ways = [h.way_from(stay.node) for h in ranking if h is best or _looks_alike(h, best)]
    asked = best.asked or (tiles and any(_stone_moved(ways, look) for look in passed))
    if len(best.steps) > 1:
        against = min(_on_no_way(way, passed) for way in ways)
        way = best.way_from(stay.node)
        asked = asked or against > CONTRADICTED_NATS or _lifted_early(way, passed, now)
        asked = asked or _jumped(stay, best, passed, now)
        best = replace(best, shown=_shown(way, passed))
    return [replace(best, asked=asked), *others]


def _lifted_early(nodes: tuple[Node, ...], passed: tuple[Evidence, ...], now: Evidence) -> bool:
    """Whether no more is seen of the other player's reply than that a stone is gone, which was so
    before there was anything to reply to: it is in the hand rather than beside the board.
    """
    early = {one[0] for look in passed if (one := look.one_lifted(nodes[0].appearance))}
    replies = (after for one, after in pairwise(nodes[:-1]) if one.to_move != after.to_move)
    gone = {one[0] for node in replies if (one := now.one_lifted(node.appearance))}
    return not early.isdisjoint(gone)


def _jumped(stay: Hypothesis, h: Hypothesis, passed: tuple[Evidence, ...], now: Evidence) -> bool:
    """Whether of many moves of Linja no more is seen than one stone gone from a row and come to
    another: it may have jumped there, which is not legal.
    """
    if len(h.steps) < MANY or not stay.node.layout.surface.has_rows:
        return False
    before = stood(stay.node, passed)
    apart = groups_apart(stay.node.appearance, h.node.appearance)
    changes = [_stones_come(stay.node, h.node, group, (before, now)) for group in apart]
    black, white = sum(abs(b) for b, _ in changes), sum(abs(w) for _, w in changes)
    if black + white > 2 or (black and white):
        return False
    # a pass, or a turn that ends early, shows what was there before
    between = {step.node.appearance for step in h.steps[:-1]} - {stay.node.appearance}
    if any(look.worst(one) <= FIT_NATS for look in passed for one in between):
        return False
    return before is None or _rearranged(_entered(h).difference(apart), before, now) <= DOUBT_NATS


def _stones_come(
    one: Node, other: Node, group: int, looks: tuple[Evidence | None, Evidence]
) -> tuple[int, int]:
    """How many black and how many white stones more a group shows at the other node, as few as can
    be: which ones of it lie beside the board only `looks` at both may tell.
    """
    shown = []
    for node, seen in zip((one, other), looks, strict=True):
        wanted = sorted(node.appearance[group])
        likeliest = wanted if seen is None else [min(wanted, key=seen.costs[group].__getitem__)]
        shown.append([stones_in(node.layout, look) for look in likeliest])
    come = [(after.b - before.b, after.w - before.w) for before, after in product(*shown)]
    return min(come, key=lambda change: sum(map(abs, change)))


def _stone_moved(ways: list[tuple[Node, ...]], look: Evidence) -> bool:
    """Whether a look at a board of tiles at rest plainly shows other stones on a tile than any of
    the positions on these ways has. None comes from nowhere, nor goes there: one too many counts as
    far as one of its colour may be gone from another tile, whichever way that lies, and one that is
    missing as far as one may have come to another; a few nats more are made by fingers over both.
    """
    if look.weight < SHOWN_WEIGHT or not look.at_rest:
        return False
    appearances = [node.appearance for way in ways for node in way]
    never = set.intersection(*(set(look.against(one, SEEN_NATS)) for one in appearances))
    if not never:
        return False
    gone, come = (_against_one(look, appearances[0], change) for change in (-1, 1))
    for group in never:
        here = stones_in(look.layout, look.seen(group))
        against = min(look.cost(group, one[group]) for one in appearances)
        for wanted in {wanted for one in appearances for wanted in one[group]}:
            there = stones_in(look.layout, wanted)
            more = here.b - there.b, here.w - there.w
            if any(
                (n > 0 and against - lost > DOUBT_NATS) or (n < 0 and against - found > DOUBT_NATS)
                for n, lost, found in zip(more, gone, come, strict=True)
            ):
                return True
    return False


def _against_one(look: Evidence, expected: Appearance, change: int) -> tuple[float, float]:
    """How badly a look agrees at best with a black stone being gone from somewhere where it is
    expected (`change` -1), or having come to somewhere (1), and with a white one.
    """
    least = [inf, inf]
    for allowed, costs in zip(expected, look.costs, strict=True):
        there = [stones_in(look.layout, wanted) for wanted in allowed]
        for other, cost in costs.items():
            here = stones_in(look.layout, other)
            if all((here.b - one.b) * change > 0 for one in there):
                least[0] = min(least[0], cost)
            if all((here.w - one.w) * change > 0 for one in there):
                least[1] = min(least[1], cost)
    return least[0], least[1]


def seen_on_the_way(stay: Hypothesis, what: Hypothesis, looks: tuple[Evidence, ...]) -> bool:
    """Whether looks in between, one after the other and each for as long as a move is looked at,
    agree with every position on the way, and none with the one before or after it.
    """
    return _in_turn(what.way_from(stay.node), looks, DOUBT_NATS)


def _shown(nodes: tuple[Node, ...], looks: tuple[Evidence, ...]) -> bool:
    """Whether every position on the way was plainly seen in between, and for as long as a move is
    looked at, one after the other, and nothing else was.
    """
    if _unlike(nodes, looks) > DOUBT_NATS:
        return False
    return _in_turn(nodes, looks, FIT_NATS)


def _in_turn(nodes: tuple[Node, ...], looks: tuple[Evidence, ...], limit_nats: float) -> bool:
    """Whether every position on the way was seen, one after the other, and is told from the ones
    before and after it; no group may be against it by more than this.
    """
    left = iter(look for look in looks if look.weight >= SHOWN_WEIGHT)
    return all(
        any(_is_only(look, now, (before, after), limit_nats) for look in left)
        for before, now, after in zip(nodes, nodes[1:], nodes[2:], strict=False)
    )


def _is_only(look: Evidence, now: Node, others: tuple[Node, ...], limit_nats: float) -> bool:
    """Whether a look shows this position and none of the others."""
    return look.worst(now.appearance) <= limit_nats and all(
        look.worst(other.appearance) > DOUBT_NATS for other in others
    )


def _on_no_way(nodes: tuple[Node, ...], looks: tuple[Evidence, ...]) -> float:
    """How badly `looks` agree with these positions, each with the one that fits best."""
    return sum(min(look.total(node.appearance) for node in nodes) for look in looks)


def _looks_alike(one: Hypothesis, other: Hypothesis) -> bool:
    """Whether two explanations are as many moves onward and leave the same board behind."""
    same = len(one.steps) == len(other.steps) and one.node.appearance == other.node.appearance
    return same and not one.undo and one.lifted == other.lifted


def _unlike(nodes: tuple[Node, ...], looks: tuple[Evidence, ...]) -> float:
    """How badly `looks`, one after the other, agree with positions that follow one another: each
    with the one that fits best, none with an earlier one than the look before.
    """
    least = [0.0] * len(nodes)  # if the look before showed this position or an earlier one
    for look in looks:
        costs = (
            before + look.weighed(node.appearance)
            for before, node in zip(least, nodes, strict=True)
        )
        least = list(accumulate(costs, min))
    return least[-1]
