"""The lens, worked out from painted pictures of the target."""

import cv2
import numpy as np
import pytest

from calibration.lens import calibrate_lens
from calibration.printing import write_png
from calibration.sheets import charuco_sheet
from pi_board.core.errors import InvalidFile
from pi_board.vision.geometry import Image

FOCAL_PX, SIZE = 900.0, (960, 720)


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Image:
    """The printed target, flat."""
    path = tmp_path_factory.mktemp("lens") / "c.png"
    write_png(charuco_sheet(), path, dpi=100)
    return np.asarray(cv2.imread(str(path)), np.uint8)


def seen(target: Image, turn: tuple[float, float, float], distance_mm: float) -> Image:
    """The target through a pinhole of known focal length."""
    matrix = np.array([[FOCAL_PX, 0, 479.5], [0, FOCAL_PX, 359.5], [0, 0, 1.0]])
    rotation, _ = cv2.Rodrigues(np.array(turn))
    plane = np.column_stack([rotation[:, 0], rotation[:, 1], [0.0, 0.0, distance_mm]])
    scale = 25.4 / 100
    centre = np.array([[scale, 0, -105.0], [0, scale, -148.5], [0, 0, 1]])
    picture = cv2.warpPerspective(target, matrix @ plane @ centre, SIZE, borderValue=(90, 90, 90))
    return np.asarray(picture, np.uint8)


TURNS = ((0.4, 0, 0), (-0.4, 0, 0), (0, 0.5, 0), (0, -0.5, 0), (0.3, 0.3, 0.5), (-0.3, 0.4, 1),
         (0.5, -0.2, 0.2), (0.2, 0.5, -0.6))  # fmt: skip


def test_the_focal_length_comes_out(target: Image) -> None:
    """Eight views from different sides give the focal length within two per cent."""
    lens, error_px = calibrate_lens(seen(target, turn, 420.0) for turn in TURNS)
    assert lens.focal_px == pytest.approx(FOCAL_PX, rel=0.02)
    assert lens.image_size == SIZE
    assert error_px < 1


def test_too_few_views_are_refused(target: Image) -> None:
    """Three pictures are not enough, and the message says how many are."""
    with pytest.raises(InvalidFile, match="from 3 sides, expected 6"):
        calibrate_lens(seen(target, turn, 420.0) for turn in TURNS[:3])


def test_copies_of_a_picture_count_once(target: Image) -> None:
    """Ten of them say no more than one."""
    with pytest.raises(InvalidFile, match="from 1 sides"):
        calibrate_lens([seen(target, (0.3, 0.2, 0), 420.0)] * 10)


def test_views_from_straight_ahead_are_refused(target: Image) -> None:
    """A sheet that is only moved and spun fits any focal length; the message says to tilt it."""
    views = [seen(target, (0, 0, 0.2 * n), 380.0 + 15 * n) for n in range(10)]
    with pytest.raises(InvalidFile, match="tilt the sheet"):
        calibrate_lens(views)
    with pytest.raises(InvalidFile, match="tilted in 1 pictures"):
        calibrate_lens([*views, seen(target, TURNS[0], 420.0)])
    lens, _ = calibrate_lens([*views, *(seen(target, turn, 420.0) for turn in TURNS[:2])])
    assert lens.focal_px == pytest.approx(FOCAL_PX, rel=0.02)
