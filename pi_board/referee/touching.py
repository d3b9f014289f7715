"""How well what the reeds felt agrees with what a hand does for a move.

Felt and expected are sequences of groups, one entry for each lift or place. An event may be missed,
or felt twice (bounce); a finger may brush a site that has nothing to do with it. The cost is that
of the cheapest alignment, in nats.
"""

from __future__ import annotations

from itertools import product

from pi_board.referee.continuations import Ways

MISSED = 3.0  # an expected event was not felt: about one in twenty
REPEATED = 1.5  # the same site again: a bounce, or lifted and put back
STRAY = 7.0  # a site that has nothing to do with the move: one in a thousand, and this one
SLID_OVER = 0.4  # put on an empty site and lifted from it again, for each: stones are slid as well

MAX_WAYS = 8


def touch_cost(
    felt: tuple[int, ...],
    moves: tuple[Ways, ...],
    idle: frozenset[int] = frozenset(),
    empty: frozenset[int] = frozenset(),
) -> float:
    """The cost of having felt `felt` while the moves with these natural ways were made in order.

    Touches of the groups `idle` say nothing: something there was being put right. On those that are
    `empty` before the moves a stone may be slid to its place.
    """
    orders = [sum(choice, ()) for choice in product(*moves)][:MAX_WAYS]
    return min([_aligned(felt, order, idle, empty) for order in orders])


def _aligned(
    felt: tuple[int, ...],
    expected: tuple[int, ...],
    idle: frozenset[int],
    empty: frozenset[int],
) -> float:
    costs = [MISSED * column for column in range(len(expected) + 1)]
    for row, site in enumerate(felt):
        repeated = row > 0 and felt[row - 1] == site
        extra = 0.0 if site in idle else REPEATED if repeated else STRAY
        if site in empty and (repeated or felt[row + 1 : row + 2] == (site,)):
            extra = min(extra, SLID_OVER)
        grown = [costs[0] + extra]
        for column, wanted in enumerate(expected):
            here = min(costs[column + 1] + _surplus(extra, site, expected, column),
                       grown[column] + MISSED)  # fmt: skip
            if wanted == site:
                here = min(here, costs[column])
            grown.append(here)
        costs = grown
    return costs[-1]


def _surplus(extra: float, site: int, expected: tuple[int, ...], column: int) -> float:
    """An event too many; on a site of the move itself it is a fumble rather than a stray finger."""
    return min(extra, REPEATED) if expected[column] == site else extra
