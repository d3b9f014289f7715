"""Seeing that sticks lie between the lanes."""

import cv2
import numpy as np

from pi_board.vision.finding.lanes import share_of_sticks
from pi_board.vision.geometry import Image
from tests.vision.painting import paint, view


def mat(sticks: int, grey: int = 220, slant: float = 0.0) -> Image:
    """A plain mat with sticks along its first inner lines, each a little off its place."""
    geometry = view()
    image = paint(geometry)
    outline = np.rint(geometry.corners_px).astype(np.int32)
    cv2.fillConvexPoly(image, outline, (70, 60, 110))
    for k in range(1, sticks + 1):
        off = 0.12 * (-1) ** k
        ends = geometry.project([(0.2, k + off), (7.8, k + off / 2 + slant)])
        a, b = (tuple(int(v) for v in p) for p in np.rint(ends))
        cv2.line(image, a, b, (grey, grey, grey), 4, cv2.LINE_AA)
    return image


def test_all_sticks_are_seen_light_or_dark() -> None:
    """Seven sticks are seven sevenths, whatever their colour."""
    assert share_of_sticks(mat(7), view()) == 1.0
    assert share_of_sticks(mat(7, grey=15), view()) == 1.0


def test_missing_sticks_are_missed() -> None:
    """Two sticks of seven are not enough for a board, and none is none."""
    assert share_of_sticks(mat(2), view()) == 2 / 7
    assert share_of_sticks(mat(0), view()) == 0.0


def test_sticks_lying_the_other_way_do_not_count() -> None:
    """Lanes run along the sticks."""
    assert share_of_sticks(mat(7), view().rotated(1)) < 0.3


def test_stones_in_a_row_across_the_lanes_are_no_stick() -> None:
    """As people set them up: one in each lane, near the same line."""
    picture = mat(7)
    for lane in range(8):
        for x in (1.0, 7.0):
            middle = view().project([(x, lane + 0.5)])[0]
            cv2.circle(picture, (round(middle[0]), round(middle[1])), 9, (240, 240, 240), -1)
    assert share_of_sticks(picture, view().rotated(1)) == 0.0


def test_sticks_are_seen_on_rough_ground_and_aslant() -> None:
    """Where single places of a stick tell nothing."""
    rng = np.random.default_rng(4)
    grain = cv2.GaussianBlur(rng.normal(0.0, 130.0, (480, 640, 1)), (0, 0), 1.0)[..., None]
    for slant in (-0.2, 0.0, 0.2):
        rough = np.clip(mat(7, grey=95, slant=slant) + grain, 0, 255).astype(np.uint8)
        assert share_of_sticks(rough, view()) > 0.8
