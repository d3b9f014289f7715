"""Boards of one colour, by that colour."""

import cv2
import numpy as np
import pytest

from pi_board.vision.finding.felt import felts, within
from pi_board.vision.finding.fit import Fit
from pi_board.vision.finding.lined import find_lined
from pi_board.vision.finding.lined_fits import LinePicture
from pi_board.vision.finding.logs import log_grey
from pi_board.vision.finding.on_felt import around_stones, of_squares, on_felt, outlines_of_felt
from pi_board.vision.finding.shrinking import working_picture
from pi_board.vision.finding.stone_grids import stone_grids
from pi_board.vision.geometry import BoardGeometry, Image, Lens
from tests.vision.painting import SQUARES, view, worst_corner

GREEN, RED, GREY = (60, 130, 30), (40, 40, 150), (120, 120, 120)


def cloth(corners: np.ndarray, stones: bool) -> np.ndarray:
    """A green quadrangle on grey ground beside a smaller red one; stones may part it in four."""
    picture = np.full((480, 640, 3), GREY, np.uint8)
    cv2.fillConvexPoly(picture, corners.astype(np.int32), GREEN)
    cv2.rectangle(picture, (10, 10), (110, 60), RED, -1)
    if stones:
        middle = corners.mean(axis=0)
        for start, end in zip(corners, np.roll(corners, 1, axis=0), strict=True):
            ends = np.round([(start + end) / 2, middle]).astype(int)
            cv2.line(picture, *ends.tolist(), (235, 235, 235), 24)
    return picture


@pytest.mark.parametrize("stones", [False, True])
def test_what_is_of_one_hue_has_four_corners(stones: bool) -> None:
    """Also if stones lie in rows across it, so that its parts are looked at as well."""
    corners = np.array([(150.0, 120.0), (500.0, 90.0), (600.0, 380.0), (80.0, 430.0)])
    found = list(felts(cloth(corners, stones)))
    assert len(found) == (3 if stones else 2)
    turned = [np.roll(one, n, axis=0) for one in found for n in range(4)]
    assert min(np.abs(one - corners).max() for one in turned) < 8


def test_a_lamp_makes_felt_paler() -> None:
    """It is the same felt, though half of it has less colour than other things need to have one."""
    corners = np.array([(150.0, 120.0), (500.0, 90.0), (600.0, 380.0), (80.0, 430.0)])
    picture = cloth(corners, stones=False).astype(np.float32)
    colour = picture - picture.mean(axis=2, keepdims=True)
    picture = 130 + 0.45 * colour
    picture[:250] = 150 + 0.25 * colour[:250]
    found = list(felts(np.clip(picture, 0, 255).astype(np.uint8)))
    turned = [np.roll(one, n, axis=0) for one in found for n in range(4)]
    assert min(np.abs(one - corners).max() for one in turned) < 8


def test_a_speck_beside_felt_draws_no_corner_away() -> None:
    """Something of its colour lies at a corner."""
    corners = np.array([(150.0, 120.0), (500.0, 90.0), (560.0, 380.0), (80.0, 430.0)])
    picture = cloth(corners, stones=False)
    cv2.circle(picture, (566, 372), 12, GREEN, -1)
    best = min(
        np.abs(np.roll(one, n, axis=0) - corners).max() for one in felts(picture) for n in range(4)
    )
    assert best < 3


@pytest.mark.parametrize("squares", [8, 10])
def test_felt_of_more_squares_is_no_board(squares: int) -> None:
    """Eight by eight of them look like a board with a border, but so do those beside."""
    board = view(squares, squares, distance=1.8 * squares)
    corners = np.array(board.corners_px)
    picture = cloth(corners, stones=False)
    for at in range(squares + 1):
        ends = board.project([(at, 0), (at, squares), (0, at), (squares, at)])
        for start, end in ends.round().astype(int).reshape(2, 2, 2).tolist():
            cv2.line(picture, start, end, (20, 50, 10), 2, cv2.LINE_AA)
    lines = lines_of(picture)
    fit = on_felt(picture, lines, list(outlines_of_felt(lines, SQUARES, None)), None)
    assert (fit is not None) == (squares == 8)


def lines_of(picture: Image) -> LinePicture:
    """Its lines, which are dark."""
    small = working_picture(picture)
    return LinePicture(small, log_grey(small), True)


def crowded(board: BoardGeometry, lined: bool) -> Image:
    """Stones on most squares of a felt board, whose lines hardly show, if it is `lined`."""
    size = board.columns
    picture, rng = cloth(np.array(board.corners_px), stones=False), np.random.default_rng(1)
    for at in range(size + 1 if lined else 0):
        ends = board.project([(at, 0), (at, size), (0, at), (size, at)])
        for start, end in ends.round().astype(int).reshape(2, 2, 2).tolist():
            cv2.line(picture, start, end, (57, 126, 28), 1, cv2.LINE_AA)
    for y, x in np.argwhere(rng.random((size, size)) < 0.7):
        at = board.project([(x + 0.5, y + 0.5)])[0]
        level = (25, 235)[rng.integers(2)]
        cv2.circle(picture, (round(at[0]), round(at[1])), 14, (level,) * 3, -1, cv2.LINE_AA)
    return picture


@pytest.mark.parametrize(("lined", "aside"), [(True, 0.0), (True, 0.5), (False, 0.0)])
def test_felt_ends_where_stones_in_a_grid_say(lined: bool, aside: float) -> None:
    """Not half a square further, nor where there are no lines at all: pegs lie in grids too."""
    board = view(tilt_deg=20.0, distance=14.0)
    picture = crowded(board, lined)
    outline = board.shifted(aside, aside)
    grids = stone_grids(picture, 1.0, SQUARES)
    fit = around_stones(picture, lines_of(picture), [outline], grids, SQUARES, None)
    assert (fit is not None) == (lined and aside == 0)
    assert fit is None or worst_corner(fit.geometry, board.corners_px, turns=True) < 0.1


def test_grey_has_no_hue() -> None:
    """As little as a picture that is nearly black."""
    assert not list(felts(np.full((480, 640, 3), 128, np.uint8)))
    assert not list(felts(np.full((480, 640, 3), (6, 12, 3), np.uint8)))


@pytest.mark.parametrize("border", [0.0, 0.4, 1.3])
def test_board_within_a_border(border: float) -> None:
    """The border is so many of the inner board's sites wide, on all sides."""
    outer = view(tilt_deg=30.0, yaw_deg=20.0)
    inner = within(outer, border)
    edge = np.array([(0, 0), (0, 8), (8, 8), (8, 0)]) + border * np.sign(
        [(-1, -1), (-1, 1), (1, 1), (1, -1)]
    )
    assert inner.project(edge) == pytest.approx(np.array(outer.corners_px), abs=1e-6)


@pytest.mark.thorough
@pytest.mark.parametrize("squares", [8, 10])
def test_a_part_of_a_larger_board_is_none(squares: int) -> None:
    """Eight by eight squares amid ten by ten have a border of one square, on which stones lie."""
    board = view(squares, squares, tilt_deg=20.0, distance=1.75 * squares)
    picture = crowded(board, lined=True)
    lines, grids = lines_of(picture), list(stone_grids(picture, 1.0, SQUARES))
    outlines = list(outlines_of_felt(lines, SQUARES, None))
    fit = around_stones(picture, lines, outlines, grids, SQUARES, None)
    assert (fit is not None) == (squares == 8)
    assert isinstance(find_lined(picture, SQUARES, None), Fit) == (squares == 8)


@pytest.mark.parametrize(
    ("aside", "border", "there"),
    [(0, 0.0, True), (2, 0.0, True), (0, 0.5, True), (0.5, 0.0, False), (0, 1.0, False)],
)
def test_board_of_squares_as_far_as_felt_goes(aside: float, border: float, there: bool) -> None:
    """Whole squares further, and with a border narrower than a square."""
    felt = view(tilt_deg=20.0, distance=14.0)
    board = within(felt, border)
    found = of_squares(board.shifted(aside, 0.0), felt)
    assert (found is not None) == there
    assert found is None or found.corner_shift(board) < 0.01


@pytest.mark.parametrize("lens", [None, Lens.centred(580.0, (640, 480))])
def test_what_is_no_square_is_no_outline(lens: Lens | None) -> None:
    """Four corners of one hue that no square has, seen from anywhere."""
    kite = np.array([(300.0, 60.0), (420.0, 200.0), (330.0, 460.0), (60.0, 220.0)])
    lines = lines_of(cloth(kite, stones=False))
    outlines = list(outlines_of_felt(lines, SQUARES, lens))
    assert outlines  # of the red thing beside it
    for outline in outlines:
        assert np.abs(np.array(outline.corners_px) - kite[2]).max(axis=1).min() > 100
