"""Counting the stones of lanes whose looks are known."""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from pi_board.core.layout import Surface
from pi_board.games.registry import make_game
from pi_board.vision.finding.find import find_board
from pi_board.vision.flat import MARGIN_SITES, SITE_PX
from pi_board.vision.geometry import Image, Registration
from pi_board.vision.warm import rows
from pi_board.vision.warm.hands import hidden_pixels
from pi_board.vision.warm.rows import WarmRows
from tests.vision.painting import frame, view
from tests.vision.test_counts import told_at
from tests.vision.test_lanes import mat

(LANES,) = (one for one in make_game("linja").layouts if one.surface is Surface.ROWS)


def _with_stones(picture: Image, stones: Sequence[tuple[float, float, int]]) -> Image:
    """A painted mat with stones on it: where, in sites, and how bright each of them is."""
    picture = picture.copy()
    for column, row, grey in stones:
        at = np.rint(view().project([(column, row)])[0]).astype(int).tolist()
        cv2.circle(picture, at, 15, (grey,) * 3, -1, cv2.LINE_AA)
    return picture


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


def test_a_stone_is_seen_in_a_shadow_that_lay_there_from_the_start() -> None:
    """It is darker there than those it is told by, as the ground is."""
    geometry, bare = view(), mat(7)
    shadow = np.zeros(bare.shape[:2], np.float32)
    outline = geometry.project([(5.8, -1.0), (5.8, 9.0), (9.0, 9.0), (9.0, -1.0)])
    cv2.fillConvexPoly(shadow, np.rint(outline).astype(np.int32), 1.0)
    light = 1.0 - 0.5 * cv2.GaussianBlur(shadow, (0, 0), 6)[..., None]
    start = [(0.7 + 0.8 * n, row, grey) for row, grey in ((0.5, 20), (7.5, 150)) for n in range(6)]

    def seen(stones: Sequence[tuple[float, float, int]]) -> Image:
        return np.asarray(_with_stones(bare, stones) * light, np.uint8)

    labels = [LANES.label(name) for name in ("6b0w", *["0b0w"] * 6, "0b6w")]
    board = WarmRows(seen(start), geometry, LANES, labels)
    after = board.read(board.flattener.flat(seen([*start, (7.0, 3.5, 150)]), geometry))
    assert [LANES.labels[label] for label in after.labels][3] == "0b1w"


def test_deep_shadows_beside_stones_are_not_learnt_in_their_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A ball's shadow is more unlike the mat than the ball: a network tells which of both it is."""
    geometry, bare = view(), mat(7)
    balls = [(0.7 + 1.2 * n, row, grey) for row, grey in ((0.5, 150), (7.5, 230)) for n in range(6)]
    shadows = [(x + 0.5, y + 0.1, 4) for x, y, _ in balls]
    told = told_at(*[(int(y), x) for x, y, _ in balls])
    monkeypatch.setattr(rows, "opinions_on_lanes", lambda *_: told)
    labels = [LANES.label(name) for name in ("6b0w", *["0b0w"] * 6, "0b6w")]
    board = WarmRows(_with_stones(bare, [*shadows, *balls]), geometry, LANES, labels)
    assert board.team_colours[1][0] == pytest.approx(230, abs=20)


def test_what_lies_on_hidden_lanes_is_not_remembered() -> None:
    """A book that has lain there for long is neither a stone nor the mat: it is taken away, and the
    stone under it with it.
    """
    geometry, bare = view(), mat(7)

    def on(picture: Image, column: float, row: float, grey: int) -> Image:
        at = np.rint(geometry.project([(column, row)])[0]).astype(int).tolist()
        return np.asarray(cv2.circle(picture, at, 15, (grey,) * 3, -1, cv2.LINE_AA), np.uint8)

    for row, grey in ((0.5, 20), (7.5, 200)):
        for n in range(6):
            bare = on(bare, 0.7 + 0.8 * n, row, grey)
    labels = [LANES.label(name) for name in ("6b0w", "0b0w", "1b0w", *["0b0w"] * 4, "0b6w")]
    start = on(bare.copy(), 3.5, 2.5, 20)
    board, book = WarmRows(start, geometry, LANES, labels), start.copy()
    outline = geometry.project([(2.0, 2.1), (2.0, 3.9), (5.0, 3.9), (5.0, 2.1)])
    cv2.fillConvexPoly(book, np.rint(outline).astype(np.int32), (30, 160, 200))
    nothing = np.zeros(board.read(board.flattener.flat(start, geometry)).strange.shape, np.bool_)
    hidden = hidden_pixels(np.isin(np.arange(8), (2, 3)), nothing, geometry, LANES)
    for _ in range(5):
        board.confirm(board.flattener.flat(book, geometry), labels, hidden)
    reading = board.read(board.flattener.flat(bare, geometry))
    assert [LANES.labels[label] for label in reading.labels][2:4] == ["0b0w", "0b0w"]
    assert not reading.strange.any()


def test_a_stone_at_the_edge_of_a_shadow_stays_when_another_leaves_its_lane() -> None:
    """Hardly anything is seen of it, close to one that is seen: it is remembered."""
    geometry, bare = view(), mat(7)
    start = [(0.7 + 1.2 * n, row, grey) for row, grey in ((0.5, 20), (7.5, 200)) for n in range(6)]
    labels = [LANES.label(name) for name in ("6b0w", *["0b0w"] * 6, "0b6w")]
    board = WarmRows(_with_stones(bare, start), geometry, LANES, labels)
    flat = board.flattener.flat(_with_stones(bare, start[:5] + start[6:]), geometry)
    edge = np.zeros(flat.clear.shape, np.bool_)
    middle = round((1.9 + MARGIN_SITES) * SITE_PX)
    edge[:, middle - 4 : middle + 2] = True
    lit = ~edge[..., None]
    hidden = replace(flat, colour=flat.colour * lit, known=flat.known & lit, edge=edge)
    assert LANES.labels[board.read(hidden).labels[0]] == "5b0w"


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
