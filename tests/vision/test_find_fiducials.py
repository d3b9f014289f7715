"""Finding boards by the fiducials round them."""

import cv2
import numpy as np
import pytest

from pi_board.core.layout import Surface
from pi_board.games.registry import make_game
from pi_board.vision.finding import find
from pi_board.vision.finding.fiducials import coarse_geometries, detect, detect_around, flat_around
from pi_board.vision.finding.find import Found, find_any, find_board
from pi_board.vision.finding.orient import MIRRORED
from pi_board.vision.geometry import NotFound, Registration
from pi_board.vision.mount import Mount
from tests.vision.painting import (
    DIM,
    SQUARES,
    corners_of,
    frame,
    squares_found,
    worst_corner,
)  # fmt: skip

DUSK = [[125.4, 259.1], [267.1, 128.3], [462.0, 191.6], [358.5, 370.4]]
BLINDS = [[215.66, 72.14], [617.91, 65.78], [733.75, 436.96], [168.59, 460.45]]
GLARE = [[177.86, 116.7], [535.85, 88.22], [687.47, 374.26], [119.94, 441.77]]


@pytest.mark.parametrize(("name", "corners"), [("dim", DIM), ("glare", GLARE)])
def test_fiducials_give_board_and_orientation(name: str, corners: list[list[float]]) -> None:
    """With fiducials a1 is where marker 0 is, dim light and glare or not."""
    board = squares_found(frame(f"loa_fiducials_{name}"))
    assert board.orientation_known
    assert board.markers >= 2
    assert worst_corner(board.geometry, corners) < 0.1


def test_fiducials_alone_are_good_to_a_quarter_of_a_site() -> None:
    """The coarse geometry is close enough for the fit."""
    image = frame("loa_fiducials_glare")
    ((geometry, used), *_), *_ = coarse_geometries(detect(image), [SQUARES], (800, 600), None)
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
    board = squares_found(frame("loa_fiducials_dusk"))
    assert board.markers >= 2
    assert worst_corner(board.geometry, DUSK) < 0.1


def test_fiducials_full_of_noise_are_read() -> None:
    """On a dark board of which hardly a line is seen two of them would not be enough."""
    board = squares_found(frame("loa_fiducials_noise"))
    assert board.markers >= 3
    corners = [(303.9, 407.2), (154.9, 204.9), (350.6, 76.6), (508.5, 249.2)]
    assert worst_corner(board.geometry, corners) < 0.25


def test_squares_whose_lines_hardly_show_are_where_three_fiducials_say() -> None:
    """Thick discs and the shadows of blinds leave a third of the lines to be seen."""
    image = frame("othello_fiducials_under_blinds")
    cv2.circle(image, (768, 462), 34, (30, 30, 30), -1)  # some versions of OpenCV read the fourth
    board = squares_found(image)
    assert board.markers == 3
    assert worst_corner(board.geometry, BLINDS) < 0.2


@pytest.mark.parametrize("name", ["linja_thin_sticks", "stills/connexoh_014"])
def test_between_fiducials_boards_of_other_games_are_no_squares(name: str) -> None:
    """Hardly a line of squares shows there either, but the network is not sure of the squares."""
    assert isinstance(find_board(frame(name), SQUARES), NotFound)


def test_fiducials_are_read_from_the_flattened_board_too() -> None:
    """Looked for around a known board they are found where the picture shows them."""
    image = frame("loa_fiducials_glare")
    geometry = squares_found(image).geometry
    seen = {f.id: f.middle for f in detect(image, 4)}
    around = {f.id: f.middle for f in detect_around(flat_around(image, geometry), geometry)}
    assert len(around) >= 3
    for number in seen.keys() & around.keys():
        assert np.linalg.norm(seen[number] - around[number]) < 2.0


@pytest.mark.parametrize("name", ["stills/connexoh_021", "loa_fiducials_glare"])
@pytest.mark.parametrize("turns", range(4))
def test_fiducials_in_a_mirror_tell_that_the_picture_is_mirrored(name: str, turns: int) -> None:
    """A board seen so would be read with left and right changed over, and nobody would know."""
    image = Mount(turns, mirrored=True).upright(frame(name))
    game = make_game("loa" if "loa" in name else "connexoh")
    assert find_any(image, game.layouts) == MIRRORED


@pytest.mark.parametrize("name", ["loa_024", "loa_027"])
def test_small_fiducials_out_of_focus_tell_the_orientation(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Squares of three pixels run into each other; around the found board they are parted again,
    if no version of OpenCV sees them before.
    """
    monkeypatch.setattr(find, "detect", lambda _: ())
    blurred = np.asarray(cv2.GaussianBlur(frame(f"stills/{name}"), (0, 0), 1.6), np.uint8)
    board = find.find_board(blurred, SQUARES)
    assert isinstance(board, Registration)
    assert board.orientation_known
    assert worst_corner(board.geometry, corners_of(name)) < 0.1


def test_one_fiducial_settles_the_orientation() -> None:
    """When hands hide three of the fiducials, the grid and the last one do."""
    image = frame("loa_fiducials_glare")
    for corner in detect(image)[1:]:
        x, y = np.rint(corner.middle).astype(int)
        image[max(0, y - 30) : y + 30, max(0, x - 30) : x + 30] = (90, 120, 170)
    assert len(detect(image)) == 1
    board = squares_found(image)
    assert board.orientation_known
    assert worst_corner(board.geometry, GLARE) < 0.1


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
