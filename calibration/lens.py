"""The camera's lens, from pictures of the printed ChArUco target."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.sheets import charuco_board
from pi_board.core.errors import InvalidFile
from pi_board.vision.geometry import Floats, Image, Lens, size_of
from pi_board.vision.mount import Mount

LEAST_VIEWS = 6
ENOUGH_VIEWS = 10  # of the guided set-up
LEAST_CORNERS = 12
MOST_ERROR_PX = 1.5
# Views from straight ahead say nothing of the focal length: of painted ones the fit was up to 33
# times too long, with hardly any doubt of its own, but always said that none is tilted by more than
# 3 degrees. Two tilted views among them were enough for a focal length within 1 %.
LEAST_TILT_DEG, LEAST_TILTED = 10.0, 2
# of the picture's width: how far corners move between views that count
_OTHER_VIEW = 0.06  # of a camera that goes on looking
_OTHER_PICTURE = 0.01  # that somebody took on purpose


@dataclass(frozen=True, slots=True)
class TargetView:
    """The target in one picture of `size` (width, height): corner numbers and where they are."""

    numbers: tuple[int, ...]
    corners_px: tuple[tuple[float, float], ...]
    size: tuple[int, int]

    def is_like(self, other: TargetView, apart: float = _OTHER_VIEW) -> bool:
        """Whether this view says hardly anything that the other does not: corners are not `apart`,
        a share of the picture's width.
        """
        here = dict(zip(self.numbers, self.corners_px, strict=True))
        there = dict(zip(other.numbers, other.corners_px, strict=True))
        shared = here.keys() & there.keys()
        if not shared or self.size != other.size:
            return False
        away = [math.dist(here[n], there[n]) for n in shared]
        return float(np.mean(away)) < apart * self.size[0]


def see_target(image: Image, *, mirrored: bool) -> TargetView | None:
    """The target of `sheets.charuco_sheet` in a picture (height, width, 3) as it came, if enough of
    it is; `mirrored`: through a mirror, in which its markers cannot be read.
    """
    mirror = Mount(mirrored=mirrored)
    detector = cv2.aruco.CharucoDetector(charuco_board())
    corners, ids, _, _ = detector.detectBoard(mirror.upright(image))
    if ids is None or len(ids) < LEAST_CORNERS:
        return None
    numbers = tuple(int(number) for number in np.asarray(ids).ravel())
    points = np.asarray(corners, np.float64).reshape(-1, 2).tolist()
    size = size_of(image)
    return TargetView(numbers, mirror.as_it_came(((x, y) for x, y in points), size), size)


def calibrate_lens(images: Iterable[Image], *, mirrored: bool = False) -> tuple[Lens, float]:
    """The lens and the mean reprojection error in pixels, from pictures as they came, all of one
    size (`mirrored`: through a mirror). Pictures that are alike count once.

    Raises InvalidFile as `lens_of` does.
    """
    views: list[TargetView] = []
    for image in images:
        view = see_target(image, mirrored=mirrored)
        if view and not any(view.is_like(other, _OTHER_PICTURE) for other in views):
            views.append(view)
    return lens_of(views)


def lens_of(views: Sequence[TargetView]) -> tuple[Lens, float]:
    """The lens and the mean reprojection error in pixels.

    Raises InvalidFile for too few views or too little tilt, and when the fit is bad. Zhang's method
    (OpenCV's calibrateCamera) with k1, k2 and a free principal point.
    """
    if len(views) < LEAST_VIEWS:
        raise InvalidFile(
            f"the lens target is seen from {len(views)} sides, expected {LEAST_VIEWS}: pictures "
            "that are alike count once"
        )
    size = views[0].size
    if any(view.size != size for view in views):
        raise InvalidFile("pictures of the lens target differ in size, expected all of one size")
    on_board = np.asarray(charuco_board().getChessboardCorners(), np.float32)
    objects = [on_board[list(view.numbers)] for view in views]
    points = [np.array(view.corners_px, np.float32).reshape(-1, 1, 2) for view in views]
    flags = cv2.CALIB_FIX_ASPECT_RATIO | cv2.CALIB_ZERO_TANGENT_DIST | cv2.CALIB_FIX_K3
    guess = np.array([[size[0], 0, size[0] / 2], [0, size[0], size[1] / 2], [0, 0, 1]], np.float64)
    error, matrix, distortion, turns, _ = cv2.calibrateCamera(
        objects, points, size, guess, np.zeros(5), flags=flags | cv2.CALIB_USE_INTRINSIC_GUESS
    )
    if error > MOST_ERROR_PX:
        raise InvalidFile(
            f"the lens fits with {error:.1f} px error, expected {MOST_ERROR_PX} at most"
        )
    tilted = sum(_tilt_deg(np.asarray(turn, np.float64)) >= LEAST_TILT_DEG for turn in turns)
    if tilted < LEAST_TILTED:
        raise InvalidFile(
            f"the lens target is tilted in {tilted} pictures, expected {LEAST_TILTED} or more: "
            "tilt the sheet by 20 to 40 degrees, to other sides too, to tell its focal length"
        )
    k1, k2, p1, p2, k3 = np.asarray(distortion).ravel()[:5].tolist()
    centre = (float(matrix[0, 2]), float(matrix[1, 2]))
    return Lens(float(matrix[0, 0]), centre, size, (k1, k2, p1, p2, k3)), float(error)


def _tilt_deg(turn: Floats) -> float:
    """Between the line of sight and the upright on a target that is turned so (Rodrigues)."""
    rotation, _ = cv2.Rodrigues(turn)
    return float(np.degrees(np.arccos(min(1.0, abs(rotation[2, 2])))))
