"""Fiducials that are too blurred to be read one by one."""

import cv2
import numpy as np
import pytest

from pi_board.games.registry import make_game
from pi_board.vision.finding.find import Found, find_any
from pi_board.vision.geometry import Image
from tests.vision.painting import corners_of, frame, worst_corner


def shaken(name: str, by_px: int = 9) -> Image:
    """A still, taken by a camera that moved aslant by so many pixels."""
    path = np.eye(by_px, dtype=np.float32) / by_px
    return np.asarray(cv2.filter2D(frame(f"stills/{name}"), -1, path), np.uint8)


def found_in(image: Image, name: str) -> Found:
    """The board in a still or what became of it."""
    board = find_any(image, make_game(name.split("_")[0]).layouts)
    assert isinstance(board, Found)
    return board


@pytest.mark.parametrize("name", ["loa_027", "linja_014", "connexoh_014"])
@pytest.mark.parametrize("quarters", range(4))
def test_a1_is_where_blurred_fiducials_say(name: str, quarters: int) -> None:
    """None of them can be read, whichever way up the picture is."""
    corners = np.array(corners_of(name))
    image = shaken(name)
    for _ in range(quarters):
        corners = np.stack([corners[:, 1], image.shape[1] - 1 - corners[:, 0]], axis=1)
        image = np.ascontiguousarray(np.rot90(image))
    board = found_in(image, name).registration
    assert board.markers == 0
    assert board.orientation_known
    assert worst_corner(board.geometry, corners) < 0.1


@pytest.mark.parametrize("name", ["loa_007", "linja_004", "connexoh_007"])
def test_boards_without_fiducials_are_told_no_way_round(name: str) -> None:
    """What lies around them looks like none, or like them any way round."""
    assert not found_in(shaken(name, 3), name).registration.orientation_known


def test_one_of_them_may_be_hidden() -> None:
    """Two of four could be anything's."""
    image = shaken("loa_027")
    geometry = found_in(image, "loa_027").registration.geometry
    site = geometry.site_px
    for hidden, corner in enumerate(geometry.corners_px[:2]):
        middle = np.array(geometry.corners_px).mean(axis=0)
        at = np.array(corner) + (np.array(corner) - middle) * 0.12
        cv2.circle(image, np.rint(at).astype(int).tolist(), round(0.9 * site), (90, 120, 160), -1)
        assert found_in(image, "loa_027").registration.orientation_known == (hidden == 0)


@pytest.mark.parametrize("name", ["loa_027", "connexoh_014"])
def test_shadows_with_hard_edges_may_lie_across_them(name: str) -> None:
    """The edge of a shadow is a stronger pattern than that of a fiducial in it."""
    image, corners = frame(f"stills/{name}"), np.array(corners_of(name))
    lit, (y, x) = np.ones(image.shape[:2]), np.indices(image.shape[:2])
    for corner, out in zip(corners, corners - corners.mean(axis=0), strict=True):
        dx, dy = x - (corner + 0.12 * out)[0], y - (corner + 0.12 * out)[1]
        beside = out[0] * dy - out[1] * dx
        lit[(np.hypot(dx, dy) < 60) & (beside > 0)] = 0.2
    board = found_in(np.asarray(image * lit[..., None], np.uint8), name).registration
    assert board.markers == 0
    assert board.orientation_known
    assert worst_corner(board.geometry, corners) < 0.1
