"""Counting the stones of lanes."""

from itertools import pairwise, product

import numpy as np
import pytest

from pi_board.vision.cold.rows import MARGIN_SITES, counts_in_bins, look_at_lanes
from pi_board.vision.sampling import PX_PER_SITE, Surface
from tests.vision.painting import view


def test_a_lane_is_as_likely_as_all_ways_to_fill_it() -> None:
    """The same as by trying all of them: nothing, dark or light in each bin, none side by side."""
    odds = np.random.default_rng(4).normal(0, 1.5, (2, 6, 2))
    counted = counts_in_bins(odds, 3)
    wanted = np.zeros((2, 4, 4))
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
    assert counts_in_bins(odds, 12)[0, 0, 1] > 0.99


def test_the_edge_of_a_table_is_not_the_cloth_beside_it() -> None:
    """A bright table seen along the view's border leaves the ground of a coarse cloth as it is."""
    side = round((8 + 2 * MARGIN_SITES) * PX_PER_SITE)
    colour = np.random.default_rng(3).normal(0.0, 0.3, (side, side, 3)).astype(np.float32)
    colour[:, -4:] = 3.0
    glare = np.zeros((side, side), np.bool_)
    lanes = look_at_lanes(Surface(view(), colour, glare, margin_sites=MARGIN_SITES))
    beside = lanes.looks.light[lanes.x > 7.8]
    assert len(beside) > 3
    assert np.abs(beside).mean() < 0.02
