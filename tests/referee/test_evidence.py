"""From log-likelihoods to what groups of sites show."""

from __future__ import annotations

from itertools import product
from math import log

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pi_board.games.registry import make_game
from pi_board.referee.evidence import bounded, corrections, weigh

HOLES = make_game("linja").layouts[0]
SQUARES = make_game("loa").layouts[0]

rows = st.lists(st.tuples(*[st.floats(-9, 0, allow_nan=False)] * 3), min_size=48, max_size=48).map(
    tuple
)


@settings(max_examples=20)
@given(rows)
def test_pooled_rows_equal_the_best_of_all_arrangements(looks: tuple) -> None:
    """The dynamic programme finds for each count what trying every arrangement finds."""
    evidence = weigh(HOLES, looks, 1.0)
    row = [looks[site] for site in HOLES.groups[3]]
    best: dict[tuple[int, ...], float] = {}
    for labels in product(range(3), repeat=6):
        score = sum(one[label] for one, label in zip(row, labels, strict=True))
        look = tuple(sorted(labels))
        best[look] = max(best.get(look, -1e9), score)
    top = max(best.values())
    for look, score in best.items():
        assert evidence.costs[3][look] == pytest.approx(top - score, abs=1e-6)


@settings(max_examples=20)
@given(rows, st.floats(1, 4))
def test_costs_are_the_same_in_whatever_order_they_are_added(looks: tuple, weight: float) -> None:
    """So that what costs the same is equal, and comes in the order of its text on every machine."""
    game = make_game("linja")
    evidence = weigh(HOLES, tuple(map(bounded, looks)), weight)
    appearance = game.appearance(game.start(), HOLES)
    costs = evidence.by_group(appearance)
    assert sum(costs) == sum(reversed(costs)) == sum(costs[::2]) + sum(costs[1::2])
    assert evidence.weighed(appearance) == sum(cost * evidence.weight for cost in costs)


def test_no_site_claims_more_than_a_misreading_allows() -> None:
    """However sure the reader is, a label is never worse than about a thousand to one."""
    row = bounded((0.0, -500.0, float("-inf")))
    assert row[0] - row[1] == pytest.approx(row[0] - row[2])
    assert row[0] - row[1] < log(1e4)


def test_a_site_nobody_can_see_prefers_nothing() -> None:
    """Equal likelihoods stay equal, and so does nothing finite at all."""
    assert len(set(bounded((-3.0, -3.0, -3.0)))) == 1
    assert len(set(bounded((float("-inf"),) * 3))) == 1


def test_what_contradicts_and_what_is_seen() -> None:
    """A group contradicts a position when another look is clearly likelier."""
    game = make_game("loa")
    looks = tuple((0.0, -8.0, -8.0) for _ in SQUARES.sites)
    evidence = weigh(SQUARES, tuple(bounded(row) for row in looks), 1.0)
    against = evidence.against(game.appearance(game.start(), SQUARES))
    assert len(against) == 24
    assert evidence.seen(against[0]) == (0,)


def test_misfits_name_the_least_certain_holes() -> None:
    """Which hole to change in a row is the one that is read least surely."""
    looks = [(0.0, -8.0, -8.0)] * 48
    looks[0], looks[1] = (-8.0, 0.0, -8.0), (-1.0, 0.0, -8.0)
    evidence = weigh(HOLES, tuple(looks), 1.0)
    assert corrections(evidence, 0, (0, 0, 0, 0, 0, 1)) == ((1, 1, 0),)


def test_stones_of_unknown_colours_are_those_that_are_wanted() -> None:
    """Two that a reed feels in a row may be of one player or of both; of one too many it tells."""
    looks = [(0.0, -8.0, -8.0)] * 48
    looks[0] = looks[1] = (-8.0, 0.0, 0.0)
    evidence = weigh(HOLES, tuple(looks), 1.0)
    for wanted in ((1, 1), (1, 2), (2, 2)):
        assert corrections(evidence, 0, (0, 0, 0, 0, *wanted)) == ()
    assert len(corrections(evidence, 0, (0, 0, 0, 0, 0, 2))) == 1
