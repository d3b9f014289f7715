"""The camera's lens, from pictures of the printed ChArUco target."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np

from calibration.sheets import charuco_board
from pi_board.core.errors import InvalidFile
from pi_board.vision.geometry import Image, Lens

LEAST_VIEWS = 6
LEAST_CORNERS = 12
MOST_ERROR_PX = 1.5


def calibrate_lens(images: Iterable[Image]) -> tuple[Lens, float]:
    """The lens and the mean reprojection error in pixels.

    Pictures (height, width, 3) all of one size, of the target of `sheets.charuco_sheet` from
    different sides. Raises InvalidFile when too few show it, or the fit is bad. Zhang's method
    (OpenCV's calibrateCamera) with k1, k2 and a free principal point.
    """
    board = charuco_board()
    detector = cv2.aruco.CharucoDetector(board)
    objects, points, size = [], [], (0, 0)
    for image in images:
        size = (image.shape[1], image.shape[0])
        corners, ids, _, _ = detector.detectBoard(image)
        if ids is None or len(ids) < LEAST_CORNERS:
            continue
        on_board = np.asarray(board.getChessboardCorners(), np.float32)[np.asarray(ids).ravel()]
        objects.append(on_board)
        points.append(np.asarray(corners, np.float32).reshape(-1, 1, 2))
    if len(objects) < LEAST_VIEWS:
        raise InvalidFile(
            f"the lens target is seen in {len(objects)} pictures, expected {LEAST_VIEWS}"
        )
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
