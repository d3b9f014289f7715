"""Finding boards in pictures."""

import cv2
import numpy as np
import pytest

from pi_board.core.layout import Surface
from pi_board.games.registry import make_game
from pi_board.vision.finding import find
from pi_board.vision.finding.coordinates import turns_to_upright
from pi_board.vision.finding.fiducials import coarse_geometries, detect, detect_around
from pi_board.vision.finding.find import Found, find_any, find_at_corners, find_board
from pi_board.vision.finding.lined import find_lined
from pi_board.vision.geometry import NotFound, Registration
from tests.vision.painting import (
    SQUARES,
    corners_of,
    frame,
    layout_of,
    paint,
    view,
    worst_corner,
)  # fmt: skip

DIM = [[215.44, 431.09], [121.74, 177.73], [367.35, 88.21], [503.98, 301.07]]
DUSK = [[125.4, 259.1], [267.1, 128.3], [462.0, 191.6], [358.5, 370.4]]
GLARE = [[177.86, 116.7], [535.85, 88.22], [687.47, 374.26], [119.94, 441.77]]
CLOTH = [[557.12, 51.64], [706.83, 416.53], [340.67, 566.57], [191.93, 199.72]]
HAND = [[102.15, 422.59], [143.25, 17.64], [526.93, 14.21], [589.62, 413.85]]
STONES = tuple((x + 0.5, y + 0.5, g) for x in range(1, 7) for y, g in ((0, 20), (7, 235)))


def found(image: np.ndarray) -> Registration:
    """The board found in a picture that shows one."""
    result = find_board(image, SQUARES)
    assert isinstance(result, Registration), result
    return result


@pytest.mark.parametrize(("name", "corners"), [("dim", DIM), ("glare", GLARE)])
def test_fiducials_give_board_and_orientation(name: str, corners: list[list[float]]) -> None:
    """With fiducials a1 is where marker 0 is, dim light and glare or not."""
    board = found(frame(f"loa_fiducials_{name}"))
    assert board.orientation_known
    assert board.markers >= 2
    assert worst_corner(board.geometry, corners) < 0.1


def test_fiducials_alone_are_good_to_a_quarter_of_a_site() -> None:
    """The coarse geometry is close enough for the fit."""
    image = frame("loa_fiducials_glare")
    geometry, used = coarse_geometries(detect(image), SQUARES, (800, 600))[0]
    assert used >= 3
    assert worst_corner(geometry, GLARE) < 0.25


def test_burnt_out_fiducials_are_read() -> None:
    """Too strong a light lets the white of a marker spill over its black lines."""
    image = frame("stills/connexoh_021")
    middles = {f.id: f.middle for f in detect(image, 4)}
    spilt = cv2.dilate(image, np.ones((3, 3), np.uint8)) * 1.3
    seen = detect(np.clip(spilt, 0, 255).astype(np.uint8))
    assert len(seen) == 4
    for fiducial in seen:
        assert np.linalg.norm(fiducial.middle - middles[fiducial.id]) < 1.5


def test_dim_fiducials_are_read() -> None:
    """Some of them show only where contrast is evened out; two are enough."""
    board = found(frame("loa_fiducials_dusk"))
    assert board.markers >= 2
    assert worst_corner(board.geometry, DUSK) < 0.1


def test_fiducials_full_of_noise_are_read() -> None:
    """On a dark board of which hardly a line is seen two of them would not be enough."""
    board = found(frame("loa_fiducials_noise"))
    assert board.markers >= 3
    corners = [(303.9, 407.2), (154.9, 204.9), (350.6, 76.6), (508.5, 249.2)]
    assert worst_corner(board.geometry, corners) < 0.25


def test_fiducials_are_read_from_the_flattened_board_too() -> None:
    """Looked for around a known board they are found where the picture shows them."""
    image = frame("loa_fiducials_glare")
    geometry = found(image).geometry
    seen = {f.id: f.middle for f in detect(image, 4)}
    around = {f.id: f.middle for f in detect_around(image, geometry)}
    assert len(around) >= 3
    for number in seen.keys() & around.keys():
        assert np.linalg.norm(seen[number] - around[number]) < 2.0


@pytest.mark.parametrize("name", ["loa_024", "loa_027"])
def test_small_fiducials_out_of_focus_tell_the_orientation(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Squares of three pixels run into each other; around the found board they are parted again,
    if no version of OpenCV sees them before.
    """
    monkeypatch.setattr(find, "detect", lambda _: ())
    blurred = np.asarray(cv2.GaussianBlur(frame(f"stills/{name}"), (0, 0), 1.6), np.uint8)
    board = found(blurred)
    assert board.orientation_known
    assert worst_corner(board.geometry, corners_of(name)) < 0.1


def test_one_fiducial_settles_the_orientation() -> None:
    """When hands hide three of the fiducials, the grid and the last one do."""
    image = frame("loa_fiducials_glare")
    for corner in detect(image)[1:]:
        x, y = np.rint(corner.middle).astype(int)
        image[max(0, y - 30) : y + 30, max(0, x - 30) : x + 30] = (90, 120, 170)
    assert len(detect(image)) == 1
    board = found(image)
    assert board.orientation_known
    assert worst_corner(board.geometry, GLARE) < 0.1


def test_bare_board_on_a_checked_cloth_is_found() -> None:
    """Without fiducials the orientation is not known, the grid is."""
    board = found(frame("loa_bare_cloth_hand"))
    assert not board.orientation_known
    assert board.markers == 0
    assert worst_corner(board.geometry, CLOTH, turns=True) < 0.1


def test_printed_letters_tell_which_corner_is_a1() -> None:
    """The cloth board lies upside down; its letters and digits say so, whichever turn is asked."""
    image = frame("loa_bare_cloth_hand")
    board = found(image).geometry
    assert worst_corner(board, CLOTH) < 0.1
    assert [turns_to_upright(image, board.rotated(n)) for n in range(4)] == [0, 3, 2, 1]


def test_letters_out_of_focus_still_tell_the_way_round() -> None:
    """A blur of 1.8 pixels, where letters are about six high, leaves enough of them."""
    image = frame("loa_bare_cloth_hand")
    board = found(image).geometry
    blurred = cv2.GaussianBlur(image, (0, 0), 1.8)
    assert [turns_to_upright(blurred, board.rotated(n)) for n in range(4)] == [0, 3, 2, 1]


def test_without_letters_a1_is_bottom_left() -> None:
    """A frame without print says nothing; the board is then taken as seen from a1's side."""
    truth = view(yaw_deg=100.0)
    image = paint(truth, stones=STONES)
    assert turns_to_upright(image, truth) is None
    a1, *others = found(image).geometry.corners_px
    assert all(a1[0] - a1[1] <= x - y for x, y in others)


@pytest.mark.parametrize(("tilt", "yaw"), [(0.0, 0.0), (40.0, 33.0), (20.0, 200.0)])
def test_painted_boards_are_found_whichever_way_they_lie(tilt: float, yaw: float) -> None:
    """Tilt and rotation do not matter, nor do stones on their start squares."""
    truth = view(tilt_deg=tilt, yaw_deg=yaw)
    board = found(paint(truth, stones=STONES))
    assert worst_corner(board.geometry, truth.corners_px, turns=True) < 0.1


@pytest.mark.parametrize("lined", [False, True])
@pytest.mark.parametrize("tilt", [20.0, 40.0])
def test_boards_cut_out_of_larger_pictures_are_found(tilt: float, lined: bool) -> None:
    """The lens then did not look through the picture's middle."""
    truth = view(tilt_deg=tilt)
    left, top = (int(at) - 8 for at in np.min(truth.corners_px, axis=0))
    picture = paint(truth, stones=STONES, lined=lined)[top:, left:]
    corners = [(x - left, y - top) for x, y in truth.corners_px]
    board = found(np.ascontiguousarray(picture))
    assert worst_corner(board.geometry, corners, turns=True) < 0.05


def test_squares_of_equal_brightness_are_told_by_colour() -> None:
    """A red and green board has hardly any contrast in grey."""
    truth = view(yaw_deg=40.0)
    share = (paint(truth, noise=1.0)[..., 1:2].astype(float) - 50.0) / 150.0
    image = np.clip(share * (60, 108, 40) + (1 - share) * (40, 42, 190), 0, 255).astype(np.uint8)
    board = found(image)
    assert worst_corner(board.geometry, truth.corners_px, turns=True) < 0.1


def test_board_is_not_cut_off_where_a_hand_lies() -> None:
    """A hand and its shadow hide the whole last file; the letters on the frame settle the end."""
    board = found(frame("loa_hand_over_file"))
    assert worst_corner(board.geometry, HAND) < 0.1


@pytest.mark.parametrize(("tilt", "yaw"), [(0.0, 10.0), (35.0, 50.0)])
def test_boards_of_one_colour_are_found_by_their_lines(tilt: float, yaw: float) -> None:
    """An Othello board has no light and dark squares, only lines between them."""
    truth = view(tilt_deg=tilt, yaw_deg=yaw)
    board = found(paint(truth, stones=STONES, lined=True))
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
    board = found(paint(truth, stones=stones, lined=True))
    assert worst_corner(board.geometry, truth.corners_px, turns=True) < 0.1


@pytest.mark.parametrize(
    ("name", "corners"),
    [
        # Thin lines between glossy stones on dark felt, with a camera's noise.
        ("othello_in_the_evening", [(76.7, 216.1), (406.0, 56.8), (661.6, 292.9), (285.1, 551.7)]),
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
        # Rings on stones and stripes of the cloth are louder than squares in a dim room.
        ("loa_ringed_stones", [(760.0, 356.6), (457.7, 594.6), (240.7, 275.0), (522.6, 90.5)]),
        # Stripes are far stronger than the squares' edges, and there are many more of them.
        ("loa_striped_cloth", [(323.9, 470.2), (33.8, 336.0), (168.6, 52.5), (452.6, 177.6)]),
    ],
)
def test_boards_that_hardly_show_are_found(name: str, corners: list[tuple[float, float]]) -> None:
    """Without fiducials, where their lines or squares are weak beside other things."""
    board = found(frame(name))
    assert worst_corner(board.geometry, corners, turns=True) < 0.1


def test_a_board_that_hardly_shows_is_found_under_noise() -> None:
    """Grain hides edges from single pixels."""
    dim = frame("loa_ringed_stones")
    grain = np.random.default_rng(1).normal(0, 20, dim.shape)
    board = found(np.clip(dim + grain, 0, 255).astype(np.uint8))
    corners = [(760.0, 356.6), (457.7, 594.6), (240.7, 275.0), (522.6, 90.5)]
    assert worst_corner(board.geometry, corners, turns=True) < 0.1


@pytest.mark.parametrize(
    ("name", "corners", "beside"),
    [
        # A board further would look as good there: nothing of it is seen that could be wrong.
        ("othello_dark_frame", [(38.6, 298.8), (154.6, 56.1), (456.6, 73.9), (484.5, 336.2)], 0.1),
        # Stones are far larger than in pictures of a table.
        ("othello_pressed", [(519.2, 28.2), (594.4, 404.9), (188.0, 466.8), (147.1, 81.6)], 0.02),
    ],
)
def test_boards_that_fill_the_picture_are_found(
    name: str, corners: list[tuple[float, float]], beside: float
) -> None:
    """So people cut their photographs."""
    low, high = np.min(corners, axis=0), np.max(corners, axis=0)
    room = beside * max(high - low)
    left, top = np.maximum(low - room, 0).astype(int)
    right, bottom = np.ceil(high + room).astype(int)
    cut = frame(name)[top:bottom, left:right]
    size = 640 / max(cut.shape)
    board = found(cv2.resize(cut, None, fx=size, fy=size, interpolation=cv2.INTER_CUBIC))
    there = (np.array(corners) - (left, top)) * size
    assert worst_corner(board.geometry, there, turns=True) < 0.1


@pytest.mark.parametrize("quarters", range(4))
@pytest.mark.parametrize("name", ["othello_lenses", "othello_many_white"])
def test_an_arm_along_a_side_moves_no_board(name: str, quarters: int) -> None:
    """It hides as many squares as there are none beside a board."""
    image = frame(name)
    board = found(image).geometry
    arm = np.array([(0.1, -0.8), (0.9, -0.8), (0.8, 5.6), (0.4, 6.0), (0.15, 5.6)])
    outline = np.rint(board.rotated(quarters).project(arm)).astype(np.int32)
    seen = found(cv2.fillPoly(image.copy(), [outline], (95, 125, 175))).geometry
    assert worst_corner(seen, board.corners_px, turns=True) < 0.1


@pytest.mark.parametrize("name", ["linja_lined_rows", "connexoh_like_squares"])
def test_boards_of_other_games_are_not_parted_by_lines(name: str) -> None:
    """Pegs lie in a grid with lines between its rows, and tiles' edges are lines, but not all."""
    assert isinstance(find_lined(frame(name), SQUARES, None), NotFound)


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
    board = found(cv2.GaussianBlur(frame(name), (0, 0), blur))
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
    board = found(cv2.GaussianBlur(frame(name), (0, 0), blur))
    assert board.markers == 0
    assert worst_corner(board.geometry, corners, turns=True) < 0.1


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


@pytest.mark.parametrize("size", [6, 9])
def test_lines_of_another_number_are_no_board(size: int) -> None:
    """Nine by nine lines make eight by eight squares, nothing else does."""
    for seed in (1, 2, 3):  # for two of them a part of the larger one was taken for the board
        image = paint(view(size, size, distance=1.7 * size), lined=True, seed=seed)
        assert isinstance(find_board(image, SQUARES), NotFound)


def test_large_pictures_are_searched_in_a_small_copy() -> None:
    """A board in a picture of a telephone's size is found and given in that picture's pixels."""
    truth = view(yaw_deg=70.0)
    size = (2560, 1920)
    image = cv2.resize(paint(truth, stones=STONES), size, interpolation=cv2.INTER_CUBIC)
    board = found(image)
    corners = truth.scaled(size).corners_px
    assert worst_corner(board.geometry, corners, turns=True) < 0.1


@pytest.mark.parametrize("size", [6, 7, 10])
def test_chequered_surfaces_of_other_sizes_are_no_board(size: int) -> None:
    """A board of another number of squares is refused, not cut or stretched."""
    result = find_board(paint(view(size, size, distance=1.7 * size)), SQUARES)
    assert isinstance(result, NotFound)


def test_pictures_without_a_board_say_so() -> None:
    """A black frame, noise and an endless chequered floor each get a reason."""
    black = np.zeros((480, 640, 3), np.uint8)
    noise = np.random.default_rng(3).integers(0, 255, black.shape, dtype=np.uint8)
    y, x = np.mgrid[:480, :640]
    floor = np.repeat(((x // 30 + y // 30) % 2 * 180 + 40).astype(np.uint8)[..., None], 3, axis=2)
    for image in (black, noise, floor):
        result = find_board(image, SQUARES)
        assert isinstance(result, NotFound)
        assert result.reason


@pytest.mark.parametrize(("level", "word"), [(256.0, "bright"), (20.0, "dark")])
def test_pictures_too_bright_or_dark_to_find_a_board_say_so(level: float, word: str) -> None:
    """What can be mended is said before what was not seen."""
    rough = np.random.default_rng(1).normal(level, 6.0, (480, 640, 3))
    result = find_board(np.clip(rough, 0, 255).astype(np.uint8), SQUARES)
    assert isinstance(result, NotFound)
    assert word in result.reason


def test_the_turns_of_a_board() -> None:
    """Square boards may lie four ways round, rows of holes or lanes two."""
    assert SQUARES.turns == (0, 1, 2, 3)
    assert layout_of(Surface.HOLES, 6, 8).turns == (0, 2)
    assert layout_of(Surface.ROWS, 8, 8).turns == (0, 2)


def test_grey_pictures_are_refused() -> None:
    """A picture needs three channels."""
    with pytest.raises(ValueError, match="colour picture"):
        find_board(np.zeros((480, 640), np.uint8), SQUARES)


def test_the_nearest_turn_keeps_the_names_of_the_corners() -> None:
    """Of the quarter turns the one nearest to the wanted corners is taken."""
    geometry = view()
    for n in range(4):
        turned = geometry.rotated(n).nearest_turn(geometry, SQUARES.turns)
        assert np.allclose(turned.corners_px, geometry.corners_px, atol=1e-6)


@pytest.mark.parametrize(
    ("name", "surface", "corners"),
    [
        (
            "linja_thin_sticks",
            Surface.ROWS,
            [(581.13, 295.46), (324.15, 379.27), (251.63, 144.17), (498.32, 69.97)],
        ),
        (
            "linja_cones_on_dark_wood",
            Surface.HOLES,
            [(88.57, 216.3), (275.45, 116.22), (407.59, 197.25), (210.2, 350.75)],
        ),
        (
            "linja_two_fiducials",
            Surface.HOLES,
            [(499.52, 83.44), (521.06, 342.81), (165.7, 276.36), (277.49, 51.95)],
        ),
    ],
)
def test_between_fiducials_sticks_and_holes_are_told_apart(
    name: str, surface: Surface, corners: list[tuple[float, float]]
) -> None:
    """Sticks hardly to be seen with all stones in the lanes; holes hardly to be seen with lines
    between their rows, or between two fiducials only.
    """
    result = find_any(frame(name), make_game("linja").layouts)
    assert isinstance(result, Found)
    assert result.layout.surface is surface
    assert worst_corner(result.registration.geometry, corners) < 0.12


def test_between_fiducials_lines_across_the_lanes_are_no_board_of_sticks() -> None:
    """The same sticks are a board until lines lie across them too, as on tiles or squares."""
    (lanes,) = (one for one in make_game("linja").layouts if one.surface is Surface.ROWS)
    image = frame("linja_sticks_on_blue")
    board = find_board(image, lanes)
    assert isinstance(board, Registration)
    assert board.markers == 4
    for column in range(1, lanes.columns):
        ends = board.geometry.project([(column, 0.1), (column, lanes.rows - 0.1)])
        start, end = np.rint(ends).astype(int).tolist()
        cv2.line(image, start, end, (230, 230, 230), 2, cv2.LINE_AA)
    assert isinstance(find_board(image, lanes), NotFound)


@pytest.mark.parametrize("count", [3, 4])
def test_fiducials_of_another_board_hide_no_sticks(count: int) -> None:
    """A sheet of them lies beside the board: only between them would its sticks have been seen."""
    image = frame("stills/linja_004")
    for number in range(count):
        x, y = 8 + number % 2 * 60, 8 + number // 2 * 60
        words = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
        marker = cv2.aruco.generateImageMarker(words, (1, 2, 0, 3)[number], 40)
        paper = cv2.copyMakeBorder(marker, 8, 8, 8, 8, cv2.BORDER_CONSTANT, value=255)
        image[y : y + 56, x : x + 56] = paper[..., None]
    assert len(detect(image)) == count
    result = find_any(image, make_game("linja").layouts)
    assert isinstance(result, Found), result
    assert result.layout.surface is Surface.ROWS
    assert result.registration.markers == 0


def test_clicked_corners_are_pulled_into_place() -> None:
    """Clicks a few pixels off lead to the exact grid, with a1 where it was clicked first."""
    clicks = np.add(CLOTH, [(4, -3), (-5, 2), (3, 4), (-2, -4)])
    board = find_at_corners(frame("loa_bare_cloth_hand"), clicks, [SQUARES]).registration
    assert board.orientation_known
    assert worst_corner(board.geometry, CLOTH) < 0.05


def test_clicks_count_where_no_grid_is_seen() -> None:
    """On a picture too bad for the fit the corners stay where they were clicked."""
    truth = view()
    grey = np.full((480, 640, 3), 128, np.uint8)
    board = find_at_corners(grey, truth.corners_px, [SQUARES]).registration
    assert board.quality < 0.5
    assert worst_corner(board.geometry, truth.corners_px) < 0.1
    with pytest.raises(ValueError, match="no board"):
        find_at_corners(grey, truth.corners_px[::-1], [SQUARES])


@pytest.mark.parametrize("name", ["chess_aslant", "chess_from_above"])
def test_a_chess_set_is_no_board_of_linja(name: str) -> None:
    """Neither by its own squares nor between the fiducials about it."""
    assert isinstance(find_any(frame(name), make_game("linja").layouts), NotFound)
