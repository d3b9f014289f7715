"""Hints on the camera's view."""

import cv2
import numpy as np

from calibration.aim import judge_missing, judge_view
from pi_board.core.words import LENS_COVERED, NOT_SHARP, TOO_DARK
from pi_board.games.registry import make_game
from pi_board.views.language import speaker
from pi_board.vision.finding.find import find_any
from pi_board.vision.finding.windows import NO_CLEAR_END
from pi_board.vision.geometry import NotFound, Registration
from pi_board.vision.pose import geometry_from_corners
from tests.vision.painting import paint, view

LAYOUT = make_game("loa").layouts[0]


def test_a_board_that_is_hardly_too_small_is_said_to_be_smaller_than_is_needed() -> None:
    """Rounded, its sites would be as large as those that are wanted."""
    left, top, side = 200.0, 100.0, 8 * 17.8
    corners = [(left, top + side), (left, top), (left + side, top), (left + side, top + side)]
    placed = geometry_from_corners(np.array(corners), 8, 8, (640, 480))
    picture = np.full((480, 640, 3), 128, np.uint8)
    hints = [
        str(hint) for hint in judge_view(picture, LAYOUT, Registration(placed, 1, 4, True)).hints
    ]
    assert "The board is too small: 17 pixels a site, 18 are needed." in hints


def test_why_no_board_is_seen_is_said_in_the_players_language() -> None:
    """As all of the page is, whatever is in the picture."""
    black = np.zeros((480, 640, 3), np.uint8)
    found = find_any(black, (LAYOUT,))
    assert isinstance(found, NotFound)
    hints = judge_missing(black, found, "Linja").hints
    assert speaker("de")(hints[0]) == "Kein Brett zu sehen: das Bild ist schwarz."
    assert str(hints[0]) == f"No board is seen: {found.reason}."


def test_why_the_end_of_a_grid_is_not_seen_goes_into_the_sentence() -> None:
    """A question in the middle would end it twice."""
    picture = np.full((480, 640, 3), 128, np.uint8)
    said = [str(hint) for hint in judge_missing(picture, NotFound(NO_CLEAR_END), "Linja").hints]
    assert said == [
        "No board is seen: the grid of squares has no clear end.",
        "All of the board of Linja must be in sight.",
    ]


def test_what_to_do_is_said_beside_why_no_board_is_seen() -> None:
    """Behind a lens cap it is not only too dark."""
    black = np.zeros((480, 640, 3), np.uint8)
    found = find_any(black, (LAYOUT,))
    assert isinstance(found, NotFound)
    assert judge_missing(black, found, "Linja").hints[1] == LENS_COVERED
    assert judge_missing(black, NotFound("dim"), "Linja").hints[1] == TOO_DARK


def test_a_well_lit_board_on_a_dark_table_is_not_too_dark() -> None:
    """However much of the picture the table fills."""
    placed = view(distance=40.0)
    table = np.uint8(paint(placed) * 0.9)
    around = np.ones(table.shape[:2], np.uint8)
    cv2.fillConvexPoly(around, np.int32(placed.corners_px), 0)
    table[around > 0] = 20
    found = Registration(placed, 1.0, 0, True)
    assert TOO_DARK not in judge_view(table, LAYOUT, found).hints
    assert TOO_DARK in judge_view(np.uint8(table * 0.4), LAYOUT, found).hints


def test_a_picture_with_blurred_edges_is_not_sharp() -> None:
    """Though squares differ as much as ever in it."""
    sharp, found = paint(view()), Registration(view(), 1.0, 0, True)
    assert NOT_SHARP not in judge_view(sharp, LAYOUT, found).hints
    blurred = np.asarray(cv2.GaussianBlur(sharp, (0, 0), 6.0), np.uint8)
    assert NOT_SHARP in judge_view(blurred, LAYOUT, found).hints


def hints_for(*corners: tuple[float, float], quality: float = 1.0, light: int = 128) -> list[str]:
    """What is said of a board there in an even picture."""
    placed = geometry_from_corners(np.array(corners), 8, 8, (640, 480))
    picture = np.full((480, 640, 3), light, np.uint8)
    found = Registration(placed, quality, 4, True)
    return [str(hint).split(":")[0] for hint in judge_view(picture, LAYOUT, found).hints]


def test_each_fault_of_the_view_is_said() -> None:
    """The worst one first."""
    well = (160.0, 400.0), (160.0, 80.0), (480.0, 80.0), (480.0, 400.0)
    blurred = "The picture is not sharp"
    assert hints_for(*well) == [blurred]
    assert hints_for(*well, quality=0.7) == [blurred, "The grid fits badly"]
    assert hints_for(*well, light=255) == ["The picture is too bright", blurred]
    cut = (160.0, 478.0), (160.0, 158.0), (480.0, 158.0), (480.0, 478.0)
    assert hints_for(*cut) == ["The board is cut off", blurred]
    flat = (60.0, 300.0), (240.0, 200.0), (400.0, 200.0), (580.0, 300.0)
    assert "The camera looks too much from the side" in hints_for(*flat)
