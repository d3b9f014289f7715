"""Fiducials too blurred or too unevenly lit to be read one by one: what all four look like together
tells a1.

Where the board lies is known from its grid; where its fiducials must be then, too, but for their
size. They are compared as pictures (normalised correlation) in each way the board may be turned.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import cv2
import numpy as np

from pi_board.vision.finding.fiducials import OFFSET, four_ids
from pi_board.vision.geometry import Array, BoardGeometry, Image

_PX = 40  # per site of the flattened picture
_SIDES = (0.5, 0.6, 0.72, 0.86, 1.03, 1.24)  # of fiducials, in sites
_CELLS, _QUIET = 6, 1  # across a fiducial, its black frame included, and white around it
_BLUR = 0.6  # of a cell
_STRAY = 0.25  # sides by which a fiducial may lie beside its place
_EVENED_PX = 13  # around a pixel
_LEAST_CONTRAST = 0.3  # of the brightest there
# Least correlation, on average, of the three best seen, and how much less it is turned otherwise:
# 53 of 53 boards with fiducials have both, 52 if shaken over 7 pixels and 49 over 9. Of 72 boards
# without, many are as alike, but the longest lead of these is 0.05.
_LEAST_ALIKE, _LEAST_LEAD = 0.5, 0.08


def turn_by_patterns(image_bgr: Image, geometry: BoardGeometry, turns: Sequence[int]) -> int | None:
    """Which of some quarter turns of a board brings its a1 to fiducial 0; None if that is not told.

    Of the four corners one may be hidden.
    """
    margin = (OFFSET + 0.5 + _QUIET / _CELLS + _STRAY) * max(_SIDES)
    flat = _evened(cv2.cvtColor(geometry.rectify(image_bgr, _PX, margin), cv2.COLOR_BGR2GRAY))
    alike = [
        max(_alike(flat, geometry, margin, turn, side) for side in _SIDES) for turn in range(4)
    ]
    *_, second, best = sorted(alike)  # also of turns that cannot be: they show what is by chance
    if best < _LEAST_ALIKE or best - second < _LEAST_LEAD:
        return None
    turn = alike.index(best)
    return turn if turn in turns else None


def _evened(grey: cv2.typing.MatLike) -> Array:
    """How bright each pixel is between the darkest and the brightest around it (0 to 1).

    The edge of a shadow that falls across a fiducial would else be its strongest pattern, and less
    is told of shaken pictures, too.
    """
    plain, around = grey.astype(np.float32) + 1, np.ones((_EVENED_PX, _EVENED_PX), np.uint8)
    darkest, brightest = (
        cv2.blur(edge(plain, around), around.shape) for edge in (cv2.erode, cv2.dilate)
    )
    range_ = np.maximum(brightest - darkest, _LEAST_CONTRAST * brightest)
    return np.asarray(np.clip((plain - darkest) / range_, 0, 1), np.float32)


def _alike(flat: Array, geometry: BoardGeometry, margin: float, turn: int, side: float) -> float:
    """How well a flat picture shows fiducials with sides of `side` sites around a board to be
    turned by so many quarters.
    """
    away = OFFSET * side
    low, right, top = -away, geometry.columns + away, geometry.rows + away
    seen = []
    for corner, (x, y) in enumerate(((low, low), (low, top), (right, top), (right, low))):
        pattern = _pattern((corner - turn) % 4, turn, side)
        reach = len(pattern) / 2 + _STRAY * side * _PX
        middle = np.array([x + margin, geometry.rows + margin - y]) * _PX
        x0, y0, x1, y1 = np.rint([*(middle - reach), *(middle + reach)]).astype(int)
        part = flat[max(y0, 0) : y1, max(x0, 0) : x1]
        seen.append(float(cv2.matchTemplate(part, pattern, cv2.TM_CCOEFF_NORMED).max()))
    return float(np.mean(sorted(seen)[1:]))


@cache
def _pattern(number: int, turn: int, side: float) -> Array:
    """What a fiducial of a board to be turned by so many quarters looks like, blurred."""
    sharp = cv2.aruco.generateImageMarker(four_ids(), number, 8 * _CELLS)
    sheet = np.pad(sharp, 8 * _QUIET, constant_values=255)
    cell = side * _PX / _CELLS
    size = round((_CELLS + 2 * _QUIET) * cell)
    turned = np.ascontiguousarray(np.rot90(sheet, -turn))
    small = cv2.resize(turned, (size, size), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(small, (0, 0), _BLUR * cell), np.float32)
