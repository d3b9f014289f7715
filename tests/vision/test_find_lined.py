"""Finding boards of one colour by their lines, as for Othello."""

import cv2
import numpy as np
import pytest

from pi_board.vision.cold.trained import Opinions
from pi_board.vision.finding import lined, recognised, squares
from pi_board.vision.finding.find import find_board
from pi_board.vision.finding.fit import Fit
from pi_board.vision.finding.line_fit import is_another_grid
from pi_board.vision.finding.lined import find_lined
from pi_board.vision.finding.recognised import ends_there
from pi_board.vision.finding.squares import find_squares
from pi_board.vision.geometry import BoardGeometry, Image, NotFound, Registration
from tests.vision.painting import (
    DIM,
    SQUARES,
    STONES,
    frame,
    paint,
    squares_found,
    view,
    worst_corner,
)  # fmt: skip


@pytest.mark.parametrize(("tilt", "yaw"), [(0.0, 10.0), (35.0, 50.0)])
def test_boards_of_one_colour_are_found_by_their_lines(tilt: float, yaw: float) -> None:
    """An Othello board has no light and dark squares, only lines between them."""
    truth = view(tilt_deg=tilt, yaw_deg=yaw)
    board = squares_found(paint(truth, stones=STONES, lined=True))
    assert worst_corner(board.geometry, truth.corners_px, turns=True) < 0.1


def test_crowded_lined_board_is_found() -> None:
    """Near the end of a game three quarters of the squares are taken and lines hide between."""
    stones = tuple(
        (x + 0.5, y + 0.5, 20 if (x * 5 + y * 3) % 7 < 3 else 235)
        for x in range(8)
        for y in range(8)
        if (x + 2 * y) % 4
    )
    truth = view(yaw_deg=70.0)
    board = squares_found(paint(truth, stones=stones, lined=True))
    assert worst_corner(board.geometry, truth.corners_px, turns=True) < 0.1


@pytest.mark.parametrize(
    ("quality", "corners", "doubted"), [(0.7, 0.95, True), (0.9, 0.8, True), (0.9, 0.95, False)]
)
def test_stones_on_lines_may_look_like_a_chequered_board(
    monkeypatch: pytest.MonkeyPatch, quality: float, corners: float, doubted: bool
) -> None:
    """Not a plain one: then the lines are looked for as well, and the squares that are read more
    surely are the board's.
    """
    truth = view(yaw_deg=10.0)
    chequered = Fit(truth.shifted(0.5, 0.5), quality)
    monkeypatch.setattr(squares, "find_chequered", lambda *_: chequered)
    monkeypatch.setattr(squares, "quality_at_corners", lambda *_: corners)
    found = find_squares(paint(truth, stones=STONES, lined=True), SQUARES, None)
    assert isinstance(found, Registration)
    assert (worst_corner(found.geometry, truth.corners_px, turns=True) < 0.1) is doubted


@pytest.mark.parametrize("seen", [True, False])
def test_where_lines_do_not_tell_where_a_board_ends_its_squares_do(
    monkeypatch: pytest.MonkeyPatch, seen: bool
) -> None:
    """Or it is not found: where `best_beside` is of two minds, a frame looks like one more line."""
    monkeypatch.setattr(lined, "best_beside", lambda *_: None)
    monkeypatch.setattr(lined, "ends_there", lambda *_: seen)
    monkeypatch.setattr(lined, "_with_few_lines", lambda *_: iter(()))
    picture = paint(view(yaw_deg=10.0), stones=STONES, lined=True)
    assert isinstance(find_lined(picture, SQUARES, None), NotFound) != seen


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "corners"),
    [
        # Thin lines between glossy stones on dark felt, with a camera's noise.
        ("othello_in_the_evening", [(76.7, 216.1), (406.0, 56.8), (661.6, 292.9), (285.1, 551.7)]),
        # Discs all around lie over the ends of the lines, as if there were fewer squares.
        ("othello_start_of_loa", [(462.5, 76.8), (584.3, 398.3), (61.2, 432.9), (146.8, 100.1)]),
        # Hardly a line is seen whole between 48 stones, but they lie in a grid themselves.
        ("othello_crowded", [(166.8, 101.4), (484.5, 105.8), (581.0, 438.5), (43.7, 419.0)]),
        # In dim light there is a line around the board too, a square away.
        ("othello_framed", [(54.4, 357.1), (95.7, 26.3), (423.9, 57.0), (394.6, 390.8)]),
        # A black frame begins where a square more would end.
        ("othello_dark_frame", [(38.6, 298.8), (154.6, 56.1), (456.6, 73.9), (484.5, 336.2)]),
        # It is narrow enough to be taken for the line around the board.
        ("othello_narrow_frame", [(434.4, 395.1), (69.3, 382.7), (108.7, 47.8), (432.6, 59.0)]),
        # Stones on every other square, seen askew, look like a chequered board.
        ("othello_askew", [(126.0, 325.9), (245.9, 35.0), (550.0, 115.4), (482.0, 436.5)]),
        # Shadows hide lines, and around the board there is none but the frame's edge.
        ("othello_under_blinds", [(208.5, 387.8), (143.9, 83.2), (442.9, 17.1), (517.7, 316.2)]),
        # The first guess is half a square off, the next one a square.
        ("othello_mottled", [(405.9, 79.2), (526.8, 321.2), (86.2, 398.6), (114.0, 119.7)]),
        # Seen from low down stones hide the lines where the board ends, and make crossings too.
        ("othello_steep", [(70.9, 299.3), (252.4, 119.6), (549.7, 155.0), (615.8, 414.1)]),
        # Half the lines are hidden by stones and their shadows, the others are all there.
        ("othello_pressed", [(519.2, 28.2), (594.4, 404.9), (188.0, 466.8), (147.1, 81.6)]),
        # Stripes are louder than lines, but all of the board is of one green.
        ("othello_on_stripes", [(444.9, 302.1), (108.0, 192.0), (268.8, 39.1), (517.7, 86.2)]),
        # A checked cloth crosses more often and more plainly than lines on dark wood.
        ("othello_on_gingham", [(532.6, 46.3), (610.5, 472.1), (151.9, 536.6), (115.1, 101.2)]),
        # Shaken, the frame's far edge looks like the line around the board.
        ("othello_black_frame", [(704.1, 395.5), (206.1, 544.3), (164.7, 186.2), (507.7, 121.0)]),
        # There are grids of squares in the cloth, which end where the board begins.
        ("othello_on_checks", [(426.0, 134.2), (338.5, 351.4), (102.8, 256.9), (211.1, 58.4)]),
        # Dark lines on dark felt, and bars of shadow: stones lie in a grid, but where does it end?
        ("othello_window_cross", [(329.9, 85.7), (513.6, 257.7), (198.9, 424.8), (71.4, 173.0)]),
        # Few stones, few lines and no frame, but the felt is seen.
        ("othello_dark_blinds", [(376.7, 562.8), (209.7, 246.4), (525.6, 80.8), (691.2, 395.3)]),
        # Most of it lies in deep shade, where thin lines are lost among strays.
        (
            "othello_half_in_the_sun",
            [(261.4, 465.4), (128.3, 204.5), (373.5, 74.9), (519.0, 316.0)],
        ),
        # The frame shows no less of lines than the squares do, and its letters lie in a row.
        (
            "othello_letters_in_the_dark",
            [(220.3, 257.2), (350.5, 43.4), (588.8, 148.8), (488.5, 396.1)],
        ),
        # In dim light, and of one side a hand hides a square.
        (
            "othello_fingers_on_side",
            [(201.9, 133.8), (465.1, 92.1), (632.8, 288.0), (249.5, 378.8)],
        ),
        # An arm hides one side, and the felt goes on beyond the lines for half a square and more.
        ("othello_wide_border", [(339.8, 131.8), (242.6, 272.3), (102.5, 163.0), (206.2, 38.8)]),
        # Rings on stones and stripes of the cloth are louder than squares in a dim room.
        ("loa_ringed_stones", [(760.0, 356.6), (457.7, 594.6), (240.7, 275.0), (522.6, 90.5)]),
        # Stripes are far stronger than the squares' edges, and there are many more of them.
        ("loa_striped_cloth", [(323.9, 470.2), (33.8, 336.0), (168.6, 52.5), (452.6, 177.6)]),
    ],
)
def test_boards_that_hardly_show_are_found(name: str, corners: list[tuple[float, float]]) -> None:
    """Without fiducials, where their lines or squares are weak beside other things."""
    board = squares_found(frame(name))
    assert worst_corner(board.geometry, corners, turns=True) < 0.1


def test_a_board_that_hardly_shows_is_found_under_noise() -> None:
    """Grain hides edges from single pixels."""
    dim = frame("loa_ringed_stones")
    grain = np.random.default_rng(1).normal(0, 20, dim.shape)
    board = squares_found(np.clip(dim + grain, 0, 255).astype(np.uint8))
    corners = [(760.0, 356.6), (457.7, 594.6), (240.7, 275.0), (522.6, 90.5)]
    assert worst_corner(board.geometry, corners, turns=True) < 0.1


@pytest.mark.thorough
def test_a_grid_through_stones_is_no_board() -> None:
    """A network reads most of it surely, but the lines are elsewhere: rather no board than that."""
    shady = frame("othello_half_in_the_sun")
    corners = [(261.4, 465.4), (128.3, 204.5), (373.5, 74.9), (519.0, 316.0)]
    squares_found(shady)
    for seed in range(4):
        grain = np.random.default_rng(seed).normal(0, 8, shady.shape)
        found = find_board(np.clip(shady + grain, 0, 255).astype(np.uint8), SQUARES)
        if not isinstance(found, NotFound):
            assert worst_corner(found.geometry, corners, turns=True) < 0.1


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["othello_lenses", "othello_many_white"])
def test_an_arm_along_a_side_moves_no_board(name: str) -> None:
    """It hides as many squares as there are none beside a board, whichever side it is."""
    image = frame(name)
    board = squares_found(image).geometry
    arm = np.array([(0.1, -0.8), (0.9, -0.8), (0.8, 5.6), (0.4, 6.0), (0.15, 5.6)])
    for quarters in range(4):
        outline = np.rint(board.rotated(quarters).project(arm)).astype(np.int32)
        seen = squares_found(cv2.fillPoly(image.copy(), [outline], (95, 125, 175))).geometry
        assert worst_corner(seen, board.corners_px, turns=True) < 0.1, quarters


@pytest.mark.thorough
@pytest.mark.parametrize("sides", [(0, 2), (2, 3)])
def test_hands_over_two_sides_hide_no_board(sides: tuple[int, int]) -> None:
    """Most lines end short of them, as those of a board of fewer squares do, but not all."""
    image = frame("othello_narrow_frame")
    board = squares_found(image).geometry
    hand = np.array([(0.95, 2.0), (0.95, 6.0), (-1.05, 7.0), (-1.05, 1.0)])
    outlines = [np.rint(board.rotated(side).project(hand)).astype(np.int32) for side in sides]
    seen = squares_found(cv2.fillPoly(image.copy(), outlines, (95, 125, 175))).geometry
    assert worst_corner(seen, board.corners_px, turns=True) < 0.1


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["linja_lined_rows", "connexoh_like_squares"])
def test_boards_of_other_games_are_not_parted_by_lines(name: str) -> None:
    """Pegs lie in a grid with lines between its rows, and tiles' edges are lines, but not all."""
    assert isinstance(find_lined(frame(name), SQUARES, None), NotFound)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "blur", "corners"),
    [
        ("othello_mottled", 2.6, [(405.9, 79.2), (526.8, 321.2), (86.2, 398.6), (114.0, 119.7)]),
        ("othello_on_stripes", 2.5, [(444.9, 302.1), (108.0, 192.0), (268.8, 39.1), (517.7, 86.2)]),
        ("othello_on_stripes", 3.0, [(444.9, 302.1), (108.0, 192.0), (268.8, 39.1), (517.7, 86.2)]),
    ],
)
def test_stones_and_felt_tell_a_board_that_is_out_of_focus(
    name: str, blur: float, corners: list[tuple[float, float]]
) -> None:
    """The lines between its squares are gone, but for traces."""
    board = squares_found(cv2.GaussianBlur(frame(name), (0, 0), blur))
    assert worst_corner(board.geometry, corners, turns=True) < 0.2


@pytest.mark.parametrize(
    ("name", "blur", "corners"),
    [
        ("loa_ringed_stones", 5.0, [(760.0, 356.6), (457.7, 594.6), (240.7, 275.0), (522.6, 90.5)]),
        ("loa_fiducials_dim", 3.5, DIM),
    ],
)
def test_squares_out_of_focus_are_told_from_stones_by_how_they_are_read(
    name: str, blur: float, corners: list[tuple[float, float]]
) -> None:
    """They have hardly more of corners than such stones do."""
    board = squares_found(cv2.GaussianBlur(frame(name), (0, 0), blur))
    assert board.markers == 0
    assert worst_corner(board.geometry, corners, turns=True) < 0.1


@pytest.mark.thorough
def test_stones_out_of_focus_are_taken_for_no_squares() -> None:
    """Every other stone lies as a dark square would, and the lines between them are gone."""
    blurred = find_board(cv2.GaussianBlur(frame("othello_mottled"), (0, 0), 4.0), SQUARES)
    assert isinstance(blurred, NotFound)
    assert "out of focus" in blurred.reason


def test_stones_without_lines_are_no_board() -> None:
    """As many in a grid, on plain wood."""
    stones = tuple((x + 0.5, y + 0.5, 20) for x in range(8) for y in range(8) if (x + 2 * y) % 4)
    truth = view(yaw_deg=70.0)
    bare = np.full((truth.image_size[1], truth.image_size[0], 3), (95, 130, 160), np.uint8)
    for x, y, level in stones:
        at = truth.project([(x, y)])[0]
        cv2.circle(bare, (round(at[0]), round(at[1])), 13, (level,) * 3, -1, cv2.LINE_AA)
    assert isinstance(find_board(bare, SQUARES), NotFound)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("size", "near", "seeds"), [(6, 1.7, (1, 2, 3)), (9, 1.7, (1, 2, 3)), (14, 1.3, (1,))]
)
def test_lines_of_another_number_are_no_board(
    size: int, near: float, seeds: tuple[int, ...]
) -> None:
    """Nine by nine lines make eight by eight squares, nothing else does: not the fifteen of a board
    for gomoku, every other one of which may be taken for one of these.
    """
    for seed in seeds:  # for most of them a part of the larger one was taken for the board
        image = paint(view(size, size, distance=near * size), lined=True, seed=seed)
        assert isinstance(find_board(image, SQUARES), NotFound)


@pytest.mark.parametrize(
    ("size", "board"),
    [
        (6, view(6, 6).shifted(-1, -1).resized(8, 8)),  # its margin as a row of squares
        (10, view(10, 10).shifted(1, 1).resized(8, 8)),
        (10, view(10, 10).shifted(2, 0).resized(8, 8)),
        (16, view(8, 8, distance=6.5)),  # every other line
    ],
)
def test_a_board_laid_over_another_grid_is_told(size: int, board: BoardGeometry) -> None:
    """By lines that go on, that end, or that lie half way between."""
    assert is_another_grid(paint(view(size, size), lined=True), board)


@pytest.mark.parametrize(
    "name",
    [
        "othello_pressed",
        pytest.param("othello_dark_blinds", marks=pytest.mark.thorough),
        pytest.param("othello_on_checks", marks=pytest.mark.thorough),
    ],
)
def test_no_board_is_told_to_be_another_grid(name: str) -> None:
    """Stones, slats of shade and checks beside it look like lines here and there."""
    image = frame(name)
    blurred = np.asarray(cv2.GaussianBlur(image, (0, 0), 1.0))
    geometry = squares_found(image).geometry
    assert not is_another_grid(image, geometry)
    assert not is_another_grid(blurred, geometry)


@pytest.mark.parametrize("name", ["othello_lenses", "othello_in_the_evening", "othello_askew"])
def test_no_board_within_one_that_reaches_out_a_little_is_taken_for_it(name: str) -> None:
    """A corner square is half out of the picture."""
    image = frame(name)
    there = squares_found(image).geometry
    cut = int(min(x for x, _ in there.corners_px) + 0.8 * there.site_px)
    found = squares_found(image[:, cut:])
    corners = [(x - cut, y) for x, y in there.corners_px]
    assert worst_corner(found.geometry, corners, turns=True) < 0.15


@pytest.mark.parametrize(
    ("rows", "lead", "hidden", "ends"),
    [
        (8, 5.0, (), True),
        (9, 5.0, (), False),
        (9, 5.0, ((3, 1), (4, 1), (5, 1)), False),
        (9, 5.0, ((0, 8), (7, 8)), False),
        (7, 5.0, (), False),
        (8, 3.0, (), False),
    ],
)
def test_a_board_ends_where_a_network_sees_no_more_squares(
    monkeypatch: pytest.MonkeyPatch,
    rows: int,
    lead: float,
    hidden: tuple[tuple[int, int], ...],
    ends: bool,
) -> None:
    """Whatever lines there are; but not if it sees more rows, though not all of them, or fewer, or
    is not sure of them. No board a square beside ends there.
    """
    truth = view(distance=18.0)

    def seen(_: Image, board: BoardGeometry) -> Opinions:
        middles = truth.unproject(board.project(board.site_centres))
        there = ((middles > 0) & (middles < (8, rows))).all(axis=1)
        there &= [tuple(one) not in hidden for one in np.floor(middles).tolist()]
        logs = np.where(there[:, None], [0.0, -lead, -lead], 0.0)
        return Opinions(logs, np.where(there, 0.0, 1.0))

    monkeypatch.setattr(recognised, "opinions_on_squares", seen)
    picture = paint(truth)
    assert ends_there(picture, truth) == ends
    assert not ends_there(picture, truth.shifted(1, 0))
