"""Counting the stones of lanes whose looks are known."""

import cv2
import numpy as np

from pi_board.core.layout import Surface
from pi_board.games.registry import make_game
from pi_board.vision.finding.find import find_board
from pi_board.vision.geometry import Registration
from pi_board.vision.warm.rows import WarmRows
from tests.vision.painting import frame, view
from tests.vision.test_lanes import mat

(LANES,) = (one for one in make_game("linja").layouts if one.surface is Surface.ROWS)


def test_a_stone_is_seen_on_a_mat_that_was_learnt_bare() -> None:
    """Without a stone to learn from the usual strength of one is taken: a lane that gets a dark
    one is not bare any more, the others are.
    """
    geometry, bare = view(), mat(7)
    board = WarmRows(bare, geometry, LANES, [0] * 8)
    ((x, y),) = np.rint(geometry.project([(4.5, 3.5)])).astype(int).tolist()
    with_stone = cv2.circle(bare.copy(), (x, y), 17, (0, 0, 0), -1, cv2.LINE_AA)
    counts = [board.read(board.flattener.flat(one, geometry)).labels for one in (bare, with_stone)]
    assert counts[0] == (0,) * 8
    assert [row for row, label in enumerate(counts[1]) if label] == [3]
    assert LANES.labels[counts[1][3]] in ("1b0w", "0b1w")


def test_the_end_of_a_stick_is_no_stone() -> None:
    """Where it ends the table is unlike it, but a stone of the lane is to be learnt."""
    start = [LANES.label(name) for name in ("6b0w", *["1b1w"] * 6, "0b6w")]
    before, after = frame("linja_stick_ends_start"), frame("linja_stick_ends_moved")
    found = find_board(before, LANES)
    assert isinstance(found, Registration)
    board = WarmRows(before, found.geometry, LANES, start)
    reading = board.read(board.flattener.flat(after, found.geometry))
    moved = ("6b0w", "1b1w", "0b1w", "0b1w", "3b1w", "1b1w", "1b1w", "0b6w")
    assert tuple(LANES.labels[label] for label in reading.labels) == moved
