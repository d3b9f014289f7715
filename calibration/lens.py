"""The camera's lens, from pictures of the printed ChArUco target."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.sheets import charuco_board
from pi_board.core.errors import InvalidFile
from pi_board.vision.geometry import Image, Lens, size_of

LEAST_VIEWS = 6
ENOUGH_VIEWS = 10  # of the guided set-up
LEAST_CORNERS = 12
MOST_ERROR_PX = 1.5
_OTHER_VIEW = 0.06  # of the picture's width: how far corners move between views that count


@dataclass(frozen=True, slots=True)
class TargetView:
    """The target in one picture of `size` (width, height): corner numbers and where they are."""

    numbers: tuple[int, ...]
    corners_px: tuple[tuple[float, float], ...]
    size: tuple[int, int]

    def is_like(self, other: TargetView) -> bool:
        """Whether this view says hardly anything that the other does not."""
        here = dict(zip(self.numbers, self.corners_px, strict=True))
        there = dict(zip(other.numbers, other.corners_px, strict=True))
        shared = here.keys() & there.keys()
        if not shared or self.size != other.size:
            return False
        away = [np.hypot(here[n][0] - there[n][0], here[n][1] - there[n][1]) for n in shared]
        return float(np.mean(away)) < _OTHER_VIEW * self.size[0]


def see_target(image: Image) -> TargetView | None:
    """The target of `sheets.charuco_sheet` in a picture (height, width, 3), if enough of it is."""
    detector = cv2.aruco.CharucoDetector(charuco_board())
    corners, ids, _, _ = detector.detectBoard(image)
    if ids is None or len(ids) < LEAST_CORNERS:
        return None
    numbers = tuple(int(number) for number in np.asarray(ids).ravel())
    points = np.asarray(corners, np.float64).reshape(-1, 2).tolist()
    size = size_of(image)
    return TargetView(numbers, tuple((x, y) for x, y in points), size)


def calibrate_lens(images: Iterable[Image]) -> tuple[Lens, float]:
    """The lens and the mean reprojection error in pixels, from pictures all of one size.

    Raises InvalidFile when too few show the target, or the fit is bad.
    """
    return lens_of([view for view in map(see_target, images) if view is not None])


def lens_of(views: Sequence[TargetView]) -> tuple[Lens, float]:
    """The lens and the mean reprojection error in pixels.

    Raises InvalidFile for too few views, and when the fit is bad. Zhang's method (OpenCV's
    calibrateCamera) with k1, k2 and a free principal point.
    """
    if len(views) < LEAST_VIEWS:
        raise InvalidFile(
            f"the lens target is seen in {len(views)} pictures, expected {LEAST_VIEWS}"
        )
    size = views[0].size
    if any(view.size != size for view in views):
        raise InvalidFile("pictures of the lens target differ in size, expected all of one size")
    on_board = np.asarray(charuco_board().getChessboardCorners(), np.float32)
    objects = [on_board[list(view.numbers)] for view in views]
    points = [np.array(view.corners_px, np.float32).reshape(-1, 1, 2) for view in views]
    flags = cv2.CALIB_FIX_ASPECT_RATIO | cv2.CALIB_ZERO_TANGENT_DIST | cv2.CALIB_FIX_K3
    guess = np.array([[size[0], 0, size[0] / 2], [0, size[0], size[1] / 2], [0, 0, 1]], np.float64)
    error, matrix, distortion, _, _ = cv2.calibrateCamera(
        objects, points, size, guess, np.zeros(5), flags=flags | cv2.CALIB_USE_INTRINSIC_GUESS
    )
    if error > MOST_ERROR_PX:
        raise InvalidFile(
            f"the lens fits with {error:.1f} px error, expected {MOST_ERROR_PX} at most"
        )
    k1, k2, p1, p2, k3 = np.asarray(distortion).ravel()[:5].tolist()
    centre = (float(matrix[0, 2]), float(matrix[1, 2]))
    return Lens(float(matrix[0, 0]), centre, size, (k1, k2, p1, p2, k3)), float(error)
