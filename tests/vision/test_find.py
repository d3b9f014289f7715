"""Finding boards in pictures."""

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest

from pi_board.core.layout import Surface
from pi_board.core.words import NOT_SHARP
from pi_board.games.registry import make_game
from pi_board.vision.finding.chequer import find_chequered
from pi_board.vision.finding.coordinates import turns_to_upright
from pi_board.vision.finding.find import find_any, find_at_corners, find_board
from pi_board.vision.finding.windows import OTHER_SQUARES, OUT_OF_PICTURE
from pi_board.vision.geometry import Image, Lens, NotFound, size_of
from pi_board.vision.pose import geometry_from_corners
from tests.vision.painting import (
    SIZE,
    SQUARES,
    STONES,
    board_points,
    corners_of,
    frame,
    layout_of,
    on_loud_cloth,
    paint,
    photographed,
    squares_found,
    under_bars,
    view,
    worst_corner,
)  # fmt: skip

CLOTH = [[557.12, 51.64], [706.83, 416.53], [340.67, 566.57], [191.93, 199.72]]
HAND = [[102.15, 422.59], [143.25, 17.64], [526.93, 14.21], [589.62, 413.85]]


def test_bare_board_on_a_checked_cloth_is_found() -> None:
    """Without fiducials the orientation is not known, the grid is."""
    board = squares_found(frame("loa_bare_cloth_hand"))
    assert not board.orientation_known
    assert board.markers == 0
    assert worst_corner(board.geometry, CLOTH, turns=True) < 0.1


@pytest.mark.thorough
@pytest.mark.parametrize(("check", "light"), [(0.4, 0.3), (0.5, 0.4), (0.6, 0.6)])
def test_a_loud_cloth_hides_no_dim_board(check: float, light: float) -> None:
    """Its checks, so many sites wide, are stronger than the board's squares, and end where it lies
    or at the picture's edge.
    """
    truth = view(distance=16.0)
    image = on_loud_cloth(truth, paint(truth, stones=STONES), check, light)
    found = squares_found(image)
    assert worst_corner(found.geometry, truth.corners_px, turns=True) < 0.1


def test_a_checked_cloth_under_a_book_is_no_board() -> None:
    """Its checks are read neither as squares nor as what lies between lines."""
    seen = board_points(view(tilt_deg=0.0))
    x, y = (seen @ [[0.9, -0.44], [0.44, 0.9]] // 0.6).T
    checks = np.where((x + y) % 2, 190.0, 50.0)
    book = (np.abs(seen - (4, 5)) < (2.2, 3.1)).all(axis=1)
    grey = np.where(book, 110.0, checks).reshape(SIZE[::-1]).astype(np.float32)
    cloth = photographed(grey, (0.85, 1.0, 1.05), 0.7, 3.0, 1)
    assert isinstance(find_board(cloth, SQUARES), NotFound)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "check"), [("loa_007", 0.3), ("loa_024", 0.3), ("loa_024", 0.8), ("loa_027", 0.6)]
)
def test_no_piece_of_a_loud_cloth_is_taken_for_the_board(name: str, check: float) -> None:
    """Pieces that end at the board and at the picture's edge may be of eight by eight checks."""
    image, corners = frame(f"stills/{name}"), corners_of(name)
    there = geometry_from_corners(corners, 8, 8, size_of(image))
    found = squares_found(on_loud_cloth(there, image, check, 0.5, frame_sites=0.3))
    assert worst_corner(found.geometry, corners, turns=True) < 0.1


@pytest.mark.parametrize("name", ["loa_007", "loa_024", "loa_027"])
def test_a_board_is_found_though_a_corner_is_out_of_the_picture(name: str) -> None:
    """Even the middle of its corner square is."""
    image, corners = frame(f"stills/{name}"), corners_of(name)
    there = geometry_from_corners(corners, 8, 8, size_of(image))
    cut = int(min(x for x, _ in corners) + 0.8 * there.site_px)
    found = find_chequered(image[:, cut:], SQUARES, None)
    assert not isinstance(found, NotFound)
    assert found.geometry.share_in_picture < 1
    assert worst_corner(found.geometry, [[x - cut, y] for x, y in corners], turns=True) < 0.15


def test_printed_letters_tell_which_corner_is_a1() -> None:
    """The cloth board lies upside down; its letters and digits say so, whichever turn is asked."""
    image = frame("loa_bare_cloth_hand")
    board = squares_found(image).geometry
    assert worst_corner(board, CLOTH) < 0.1
    assert [turns_to_upright(image, board.rotated(n)) for n in range(4)] == [0, 3, 2, 1]


def test_letters_out_of_focus_still_tell_the_way_round() -> None:
    """A blur of 1.8 pixels, where letters are about six high, leaves enough of them."""
    image = frame("loa_bare_cloth_hand")
    board = squares_found(image).geometry
    blurred = cv2.GaussianBlur(image, (0, 0), 1.8)
    assert [turns_to_upright(blurred, board.rotated(n)) for n in range(4)] == [0, 3, 2, 1]


def test_without_letters_a1_is_bottom_left() -> None:
    """A frame without print says nothing; the board is then taken as seen from a1's side."""
    truth = view(yaw_deg=100.0)
    image = paint(truth, stones=STONES)
    assert turns_to_upright(image, truth) is None
    a1, *others = squares_found(image).geometry.corners_px
    assert all(a1[0] - a1[1] <= x - y for x, y in others)


@pytest.mark.parametrize(("tilt", "yaw"), [(0.0, 0.0), (40.0, 33.0), (20.0, 200.0)])
def test_painted_boards_are_found_whichever_way_they_lie(tilt: float, yaw: float) -> None:
    """Tilt and rotation do not matter, nor do stones on their start squares."""
    truth = view(tilt_deg=tilt, yaw_deg=yaw)
    board = squares_found(paint(truth, stones=STONES))
    assert worst_corner(board.geometry, truth.corners_px, turns=True) < 0.1


@pytest.mark.parametrize("lined", [False, True])
@pytest.mark.parametrize("distance", [52.0, 90.0])
def test_boards_seen_from_afar_are_found(distance: float, lined: bool) -> None:
    """Through a long lens, or in a picture of which only the middle was kept."""
    lens = Lens.centred(580.0 * distance / 13.0, SIZE)
    truth = replace(view(tilt_deg=40.0, distance=distance), lens=lens)
    board = squares_found(paint(truth, stones=STONES, lined=lined))
    assert worst_corner(board.geometry, truth.corners_px, turns=True) < 0.06


@pytest.mark.thorough
@pytest.mark.parametrize("lined", [False, True])
@pytest.mark.parametrize("tilt", [20.0, 40.0])
def test_boards_cut_out_of_larger_pictures_are_found(tilt: float, lined: bool) -> None:
    """The lens then did not look through the picture's middle."""
    truth = view(tilt_deg=tilt)
    left, top = (int(at) - 8 for at in np.min(truth.corners_px, axis=0))
    picture = paint(truth, stones=STONES, lined=lined)[top:, left:]
    corners = [(x - left, y - top) for x, y in truth.corners_px]
    board = squares_found(np.ascontiguousarray(picture))
    assert worst_corner(board.geometry, corners, turns=True) < 0.05


def test_squares_of_equal_brightness_are_told_by_colour() -> None:
    """A red and green board has hardly any contrast in grey."""
    truth = view(yaw_deg=40.0)
    share = (paint(truth, noise=1.0)[..., 1:2].astype(float) - 50.0) / 150.0
    image = np.clip(share * (60, 108, 40) + (1 - share) * (40, 42, 190), 0, 255).astype(np.uint8)
    board = squares_found(image)
    assert worst_corner(board.geometry, truth.corners_px, turns=True) < 0.1


def test_bars_of_shade_darker_than_squares_leave_the_hue() -> None:
    """Red and white stones differ more in that than squares do."""
    board = squares_found(frame("loa_hues_under_blinds"))
    corners = [(708.6, 152.4), (589.3, 572.9), (130.2, 398.9), (313.1, 29.7)]
    assert worst_corner(board.geometry, corners, turns=True) < 0.1


def test_bars_of_shade_that_hide_many_edges_hide_no_board() -> None:
    """Its squares are read surely, and where they lie the other edges tell."""
    found = find_chequered(under_bars(frame("stills/loa_027"), 4, 2.2, 0.85), SQUARES, None)
    assert not isinstance(found, NotFound)
    assert worst_corner(found.geometry, corners_of("loa_027"), turns=True) < 0.1


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "blur", "wrong"),
    [
        ("draughts_under_blinds", 5.0, "it is out of focus"),
        ("othello_crowded", 4.0, "do not fit a board well enough"),
        ("connexoh_arm_over_alike_halves", 0.1, "has no clear end"),
    ],
)
def test_what_came_nearest_to_a_board_tells_why_it_is_none(
    name: str, blur: float, wrong: str
) -> None:
    """Other lattices are tried before and after it."""
    blurred = np.asarray(cv2.GaussianBlur(frame(name), (0, 0), blur), np.uint8)
    found = find_chequered(blurred, SQUARES, None)
    assert isinstance(found, NotFound)
    assert wrong in found.reason


@pytest.mark.thorough
@pytest.mark.parametrize("slide", [(-4.0, 0.0), (-5.0, 0.0), (0.0, 6.0), (0.0, -6.0)])
def test_a_chequered_board_that_is_cut_off_is_said_to_be(slide: tuple[float, float]) -> None:
    """What is seen of it may be rows of a larger grid, or none in sight may be whole."""
    found = find_board(paint(view(slide=slide)), SQUARES)
    assert isinstance(found, NotFound)
    assert found.text == OUT_OF_PICTURE


@pytest.mark.thorough
@pytest.mark.parametrize("game", ["loa", "linja", "connexoh"])
def test_a_picture_out_of_focus_is_said_to_be(game: str) -> None:
    """Whatever board may be in it; one that is sharp and shows none is not."""
    blurred = np.asarray(cv2.GaussianBlur(frame("stills/linja_021"), (0, 0), 12.0), np.uint8)
    found = find_any(blurred, make_game(game).layouts)
    assert isinstance(found, NotFound)
    assert found.advice == NOT_SHARP
    sharp = find_any(frame("chess_aslant"), make_game("connexoh").layouts)
    assert isinstance(sharp, NotFound)
    assert sharp.advice is None


@pytest.mark.thorough
@pytest.mark.parametrize(
    "draw",
    [
        lambda: paint(view(slide=(4.0, 0.0)), lined=True),
        lambda: paint(view(slide=(5.0, 4.0)), lined=True),
        lambda: paint(view(distance=9.0), stones=STONES, lined=True),
        lambda: frame("othello_many_white")[115:, 153:],
    ],
)
def test_a_lined_board_that_is_cut_off_is_called_just_that(draw: Callable[[], Image]) -> None:
    """What came nearest to a board of lines is told where nothing is chequered, and lines that the
    picture's edge cuts short are not taken for another grid's.
    """
    found = find_board(np.ascontiguousarray(draw()), SQUARES)
    assert isinstance(found, NotFound)
    assert found.text == OUT_OF_PICTURE


@pytest.mark.thorough
@pytest.mark.parametrize("size", [7, 9, 10])
def test_lined_boards_of_another_size_are_called_that(size: int) -> None:
    """Whatever else is tried after it was seen."""
    found = find_board(paint(view(size, size, distance=1.6 * size), lined=True), SQUARES)
    assert isinstance(found, NotFound)
    assert found.advice == OTHER_SQUARES
    assert f"{size} by {size}" in found.reason


def test_board_is_not_cut_off_where_a_hand_lies() -> None:
    """A hand and its shadow hide the whole last file; the letters on the frame settle the end."""
    board = squares_found(frame("loa_hand_over_file"))
    assert worst_corner(board.geometry, HAND) < 0.1


@pytest.mark.thorough
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
    board = squares_found(cv2.resize(cut, None, fx=size, fy=size, interpolation=cv2.INTER_CUBIC))
    there = (np.array(corners) - (left, top)) * size
    assert worst_corner(board.geometry, there, turns=True) < 0.1


def test_large_pictures_are_searched_in_a_small_copy() -> None:
    """A board in a picture of a telephone's size is found and given in that picture's pixels."""
    truth = view(yaw_deg=70.0)
    size = (2560, 1920)
    image = cv2.resize(paint(truth, stones=STONES), size, interpolation=cv2.INTER_CUBIC)
    board = squares_found(image)
    corners = truth.scaled(size).corners_px
    assert worst_corner(board.geometry, corners, turns=True) < 0.1


@pytest.mark.thorough
@pytest.mark.parametrize("size", [6, 7, 10])
def test_chequered_surfaces_of_other_sizes_are_no_board(size: int) -> None:
    """A board of another number of squares is refused, not cut or stretched."""
    result = find_board(paint(view(size, size, distance=1.7 * size)), SQUARES)
    assert isinstance(result, NotFound)


@pytest.mark.thorough
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
@pytest.mark.parametrize("grain", [6.0, 0.0])
def test_pictures_too_bright_or_dark_to_find_a_board_say_so(
    level: float, word: str, grain: float
) -> None:
    """What can be mended is said before what was not seen, also where all is alike."""
    rough = np.random.default_rng(1).normal(level, grain, (480, 640, 3))
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


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["chess_aslant", "chess_from_above"])
def test_a_chess_set_is_no_board_of_linja(name: str) -> None:
    """Neither by its own squares nor between the fiducials about it."""
    assert isinstance(find_any(frame(name), make_game("linja").layouts), NotFound)


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["othello_lenses", "othello_many_white"])
def test_lines_between_squares_are_no_sticks(name: str) -> None:
    """Seven of them lie at regular distances, but others run across them."""
    assert isinstance(find_any(frame(name), make_game("linja").layouts), NotFound)


@pytest.mark.thorough
def test_lines_of_a_board_for_gomoku_are_no_sticks() -> None:
    """Nor are any seven of its fifteen."""
    image = paint(view(14, 14, distance=18.2), lined=True, frame_level=130)
    assert isinstance(find_any(image, make_game("linja").layouts), NotFound)
