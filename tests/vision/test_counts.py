"""Counting the stones of lanes."""

from dataclasses import replace
from itertools import pairwise, product

import numpy as np
import pytest

from pi_board.vision.cold.completing import complete
from pi_board.vision.cold.holes import SHARES, crossed_to_full_row, pegs_seen, with_row_mates
from pi_board.vision.cold.rows import (
    MARGIN_SITES,
    counts_in_bins,
    look_at_lanes,
    opinions_on_counts,
    pooled,
    stones_seen,
    usual_stones,
    with_measured_teams,
)
from pi_board.vision.cold.stones import MOST
from pi_board.vision.cold.trained import Lanes
from pi_board.vision.mixture import normalised
from pi_board.vision.sampling import PX_PER_SITE, RectifiedBoard
from tests.vision.painting import view

SEEN = len(pegs_seen(hand=False, full=False))  # counts of pegs of a team


def test_a_lane_is_as_likely_as_all_ways_to_fill_it() -> None:
    """The same as by trying all of them: nothing, dark or light in each bin, none side by side."""
    odds = np.random.default_rng(4).normal(0, 1.5, (2, 6, 2))
    counted = counts_in_bins(odds)
    wanted = np.zeros((2, MOST + 1, MOST + 1))
    for ways in product((None, 0, 1), repeat=6):
        if any(a is not None and b is not None for a, b in pairwise(ways)):
            continue
        dark, light = ways.count(0), ways.count(1)
        for lane in range(2):
            score = sum(odds[lane, k, team] for k, team in enumerate(ways) if team is not None)
            wanted[lane, dark, light] += np.exp(score)
    assert counted == pytest.approx(wanted / wanted.sum(axis=(1, 2), keepdims=True))


def test_a_stone_on_the_edge_of_two_bins_is_one() -> None:
    """Both say that it is theirs, and it cannot be in both."""
    odds = np.full((1, 8, 2), -9.0)
    odds[0, 3:5, 1] = 7.0
    assert counts_in_bins(odds)[0, 0, 1] > 0.99


def test_only_sure_opinions_on_lanes_in_sight_count() -> None:
    """A lane full of things that may be stones, or under a hand, could hold anything."""
    odds = np.full((3, 12, 2), -9.0)
    odds[:, [2, 6], [0, 1]] = 7.0
    odds[1, [2, 6]] = 0.3  # of the second lane it could be either team
    told = opinions_on_counts(Lanes(odds, np.arange(12.0), np.array([0.0, 0.0, 0.5])))
    assert told[0].max() == told[0, 1, 1] == 0.0 > np.sort(told[0], axis=None)[-2]
    assert not told[1:].any()


def cloth(colour: np.ndarray) -> RectifiedBoard:
    """A board of a colour (height, width, 3) seen from straight above, without glare."""
    glare = np.zeros(colour.shape[:2], np.bool_)
    return RectifiedBoard(view(), colour, glare, PX_PER_SITE, MARGIN_SITES)


def coarse_cloth() -> np.ndarray:
    """The colour (height, width, 3) of an empty board of noise."""
    side = round((8 + 2 * MARGIN_SITES) * PX_PER_SITE)
    return np.random.default_rng(3).normal(0.0, 0.3, (side, side, 3)).astype(np.float32)


def told_at(*stones: tuple[int, float]) -> Lanes:
    """What a network says that sees stones in these rows (from 0), at these x, and no others."""
    x = np.arange(-0.9, 9.0, 0.2)
    odds = np.full((8, len(x), 2), -9.0)
    for row, at in stones:
        odds[row, np.abs(x - at).argmin(), 0] = 7.0
    return Lanes(odds, x, np.zeros(8))


NOTHING_TOLD = Lanes(np.zeros((8, 2, 2)), np.array([0.0, 8.0]), np.zeros(8))


def test_measured_colours_tell_a_stones_team_and_nothing_else() -> None:
    """Of two stones in one lane the first is in doubt and dark by its colour, the other one lies
    where nothing was measured but its shadow beside it; the lane above shows the first's place to
    be light.
    """
    odds = np.full((2, 6, 2), -9.0)
    odds[0, 1] = 4.0, 4.4
    odds[0, 4] = -2.0, 5.0
    x = np.arange(6) + 0.5
    lanes = replace(
        look_at_lanes(cloth(coarse_cloth()), NOTHING_TOLD),
        row=np.array([0, 1, 0]),
        x=np.array([1.6, 1.5, 4.2]),
    )
    logs = np.array([[0.0, 3.0, -3.0], [0.0, -9.0, 9.0], [0.0, 9.0, -9.0]])
    told = with_measured_teams(odds, x, lanes, logs)
    assert told[0, 1, 0] > told[0, 1, 1] + 2
    assert told[0, 4] == pytest.approx(odds[0, 4])
    assert np.logaddexp(*told.T) == pytest.approx(np.logaddexp(*odds.T))


def test_stones_on_shaded_cloth_are_looked_for() -> None:
    """A third of the cloth has another tint, as a red one has in shadow, and a stone lies there."""
    colour = coarse_cloth() / 10
    colour[: 5 * PX_PER_SITE, : 6 * PX_PER_SITE] += (-0.8, 0.3, 0.3)
    y, x = np.mgrid[: len(colour), : len(colour)]
    middle = (3 * PX_PER_SITE, round(2.5 * PX_PER_SITE))
    colour[np.hypot(x - middle[0], y - middle[1]) < 0.35 * PX_PER_SITE] = 0.7
    lanes = look_at_lanes(cloth(colour), NOTHING_TOLD)
    near = np.abs(lanes.x - 2.0) < 0.15
    assert (near & (lanes.row == 6) & (lanes.looks.roundness > 0.5)).any()


@pytest.mark.parametrize(("told", "x"), [(NOTHING_TOLD, 2.5), (told_at((6, 2.1)), 2.0)])
def test_a_shadow_does_not_take_the_place_of_the_stone_beside_it(told: Lanes, x: float) -> None:
    """It is as round, and more unlike the cloth: a network has to tell which of both is a stone."""
    colour = coarse_cloth() / 10
    rows, columns = np.mgrid[: len(colour), : len(colour)]
    for at, tone in ((2.5, -1.5), (2.0, 0.15)):
        middle = round((at + MARGIN_SITES) * PX_PER_SITE), round(2.5 * PX_PER_SITE)
        off = np.hypot(columns - middle[0], rows - middle[1])
        colour[off < 0.3 * PX_PER_SITE] = tone
    lanes = look_at_lanes(cloth(colour), told)
    found = lanes.x[(lanes.row == 6) & (np.abs(lanes.x - 2.25) < 0.5)]
    assert found == pytest.approx([x], abs=0.15)


def test_the_edge_of_a_table_is_not_the_cloth_beside_it() -> None:
    """A bright table seen along the view's border leaves the ground of a coarse cloth as it is."""
    colour = coarse_cloth()
    colour[:, -4:] = 3.0
    lanes = look_at_lanes(cloth(colour), NOTHING_TOLD)
    beside = lanes.looks.light[lanes.x > 7.8]
    assert len(beside) > 3
    assert np.abs(beside).mean() < 0.02


def test_counts_are_those_of_the_likeliest_way_to_fill_all_sites() -> None:
    """The same as by trying all of them: four sites, two stones a team."""
    table = np.random.default_rng(7).dirichlet(np.ones(9), 4).reshape(4, 3, 3)
    seen = np.array([0.05, 0.2, 1.0])
    wanted = np.zeros_like(table)
    for counts in product(product(range(3), repeat=2), repeat=4):
        dark, light = (sum(part) for part in zip(*counts, strict=True))
        if max(dark, light) > 2:
            continue
        how = seen[dark] * seen[light]
        how *= np.prod([table[site][count] for site, count in enumerate(counts)])
        for site, count in enumerate(counts):
            wanted[site][count] = max(wanted[site][count], how)
    wanted /= wanted.sum(axis=(1, 2), keepdims=True)
    assert complete(table, seen) == pytest.approx(wanted, abs=1e-9)


def lanes_of(*counts: tuple[int, int], doubt: float = 0.02) -> np.ndarray:
    """Counts (rows, 13, 13) of lanes that hold so many dark and light stones, or one dark more."""
    table = np.zeros((len(counts), 13, 13))
    for lane, (dark, light) in enumerate(counts):
        table[lane, dark, light], table[lane, dark + 1, light] = 1 - doubt, doubt
    return table


@pytest.mark.parametrize("counts", [[(0, 0)] * 8, [(6, 0), *[(1, 0)] * 3, *[(0, 0)] * 4]])
def test_lanes_of_a_board_being_set_up_hold_what_is_seen(counts: list[tuple[int, int]]) -> None:
    """The stones that are wanting are in no lane, nor all of them in one."""
    told = lanes_of(*counts)
    seen = stones_seen(touched=False, usual=usual_stones(told))
    found = complete(pooled(told, told), seen)
    assert all(one[there] > 0.9 for one, there in zip(found, counts, strict=True))


def test_stones_that_are_hardly_seen_are_counted() -> None:
    """All 24 are on the board, and the lanes that are least clear hold the two that are wanting."""
    told = lanes_of((4, 0), (1, 1), (0, 1), *[(1, 1)] * 5, doubt=0.01)
    told[[0, 2]] = lanes_of((4, 0), (0, 1), doubt=0.03)
    told[7] = lanes_of((1, 6), doubt=0.01)[0]
    seen = stones_seen(touched=False, usual=usual_stones(told))
    found = complete(pooled(told, told), seen)
    assert [one.argmax() // 13 for one in found] == [5, 1, 1, 1, 1, 1, 1, 1]


@pytest.mark.parametrize(("dark", "light", "held"), [(11, 12, 1), (12, 11, 2), (12, 12, 0)])
def test_a_hole_in_doubt_holds_the_peg_that_is_wanting(dark: int, light: int, held: int) -> None:
    """Of 48 holes one says nothing: it is taken to hold what the others leave of 24 pegs."""
    kinds = [1] * dark + [2] * light + [0] * (47 - dark - light)
    table = np.zeros((48, SEEN, SEEN))
    for site, kind in enumerate(kinds):
        table[site, :2, :2] = [[0.001, 0.001], [0.001, 0.0]]
        table[site][((0, 0), (1, 0), (0, 1))[kind]] = 0.998
    table[47, :2, :2] = [[0.5, 0.25], [0.25, 0.0]]
    of_last = complete(table, pegs_seen(hand=False, full=False))[47]
    assert of_last[((0, 0), (1, 0), (0, 1))[held]] > 0.9


def test_a_board_that_is_not_set_up_is_read_as_it_is() -> None:
    """Counts are no reason to see pegs in 48 holes that are plainly bare."""
    table = np.zeros((48, SEEN, SEEN))
    table[:, 0, 0], table[:, 1, 0], table[:, 0, 1] = 0.99, 0.005, 0.005
    assert (complete(table, pegs_seen(hand=True, full=False))[:, 0, 0] > 0.9).all()


def test_a_finger_like_a_peg_does_not_make_a_peg_vanish() -> None:
    """Thirteen dark pegs are seen, all plainly: one of them is none, but none of them is denied."""
    table = np.zeros((48, SEEN, SEEN))
    table[:13, 0, 0], table[:13, 1, 0] = 1e-5, 1.0
    table[13:25, 0, 0], table[13:25, 0, 1] = 1e-5, 1.0
    table[25:, 0, 0] = 1.0
    assert (complete(table, pegs_seen(hand=True, full=False))[:13, 1, 0] > 0.9).all()


def test_many_doubtful_sites_are_read_as_they_look() -> None:
    """All 48 holes are seen badly, but each for what it is, and their counts are right."""
    table = np.zeros((48, SEEN, SEEN))
    kinds = np.random.default_rng(2).permutation([0] * 24 + [1] * 12 + [2] * 12)
    for site, kind in enumerate(kinds):
        for other, counts in enumerate(((0, 0), (1, 0), (0, 1))):
            table[site][counts] = 0.65 if other == kind else 0.175
    said = complete(table, pegs_seen(hand=False, full=False))[:, (0, 1, 0), (0, 0, 1)]
    assert said.argmax(axis=1).tolist() == kinds.tolist()


def test_a_peg_beside_a_full_row_is_not_seen_in_a_bare_hole() -> None:
    """A light peg is wanting, but may lie beside the board: a hole that looks bare stays so."""
    table = np.zeros((48, SEEN, SEEN))
    for site, counts in enumerate([(1, 0)] * 12 + [(0, 1)] * 11 + [(0, 0)] * 24):
        table[site][counts] = 1.0
    table[47, 0, 0], table[47, 0, 1] = 0.96, 0.04
    assert complete(table, pegs_seen(hand=False, full=True))[47, 0, 0] > 0.7


def test_a_hand_over_a_home_row_hides_what_the_rest_of_it_holds() -> None:
    """The last hole of a row of dark pegs is under a hand, one next to it, in the second row, looks
    a little like a dark peg: the row is likely full, and the other hole, of no such row, is empty.
    """
    sure = np.log([[0.98, 0.01, 0.01], [0.01, 0.98, 0.01], [0.01, 0.01, 0.98]])
    logs = sure[[".bw".index(kind) for kind in "bbbbb." + "b.w..." * 6 + "wwwwww"]]
    logs[5], logs[7] = 0.0, np.log([0.4, 0.4, 0.2])
    prior = np.tile(SHARES, (48, 1))
    told = with_row_mates(logs, prior, 6)
    held = normalised(logs + told)
    assert held[5, 1] > 0.6
    assert held[7].argmax() == 0
    assert (told[6:42] == prior[6:42]).all()


@pytest.mark.parametrize(
    ("ends", "beside"),
    [
        (("bbbbbb", "ww..ww"), [True, False]),
        (("bb.bb.", "wbwwww"), [True, True]),
        (("bbbbbb", "wwwwww"), [False, False]),
        (("bb.bbb", "ww.www"), [False, False]),
    ],
)
def test_pegs_lie_beside_a_full_row_only_where_their_side_came_to(
    ends: tuple[str, str], beside: list[bool]
) -> None:
    """Light pegs in doubt in their own row are not beside the other one, where no light peg is."""
    position = ends[0] + "." * 36 + ends[1]
    shares = np.eye(3)[[".bw".index(kind) for kind in position]]
    assert crossed_to_full_row(shares, 6).tolist() == beside
    seen = np.stack([pegs_seen(hand=False, full=each) for each in beside])
    table = np.zeros((48, SEEN, SEEN))
    for site, kind in enumerate("b" * 12 + "w" * 11 + "." * 25):
        table[site][{".": (0, 0), "b": (1, 0), "w": (0, 1)}[kind]] = 1.0
    table[47, 0, 0], table[47, 0, 1] = 0.96, 0.04
    assert (complete(table, seen)[47, 0, 1] > 0.8) is not beside[1]
