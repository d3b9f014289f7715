"""Says where the bare holes of a board lie exactly: each is matched with how all of them look.

A network sees one hole after the other, and what lies around it, a peg's shadow or a dark band,
draws it aside. The holes of a board look alike. What they look like together, the median, is looked
for around each of them, so that they lie right among each other; where they all lie only the
network tells. This is congealing (Learned-Miller 2006), with shifts only, and once.
"""

from __future__ import annotations

import cv2
import numpy as np

from pi_board.vision.cold.trained import BEYOND, FINE
from pi_board.vision.finding.fit import parabola
from pi_board.vision.geometry import BoardGeometry, Floats, Image
from pi_board.vision.mixture import middles
from pi_board.vision.sampling import flat_pixel

HALF = 7  # pixels of the square that is compared: most of a site
REACH = 5  # pixels around where the network sees a hole
NEARER = 0.007  # correlation that a place may be worse for each square of a pixel it is nearer
LEAST = 0.3  # correlation from which a place counts
FAINT = 8.0  # levels of grey that noise may hide


def matched(flat: Image, geometry: BoardGeometry, points_board: Floats) -> tuple[Floats, Floats]:
    """Board points (N, 2) of bare holes, moved to where they look as all do together, and how much
    they do, 0 to 1. Their middle, weighted so, stays where it was.

    `flat` is the board as the network has seen it (see `trained.Places`). The points should be a
    few hundredths of a site off, at most a quarter. Not checked: that they are enough for a median.
    """
    grey = cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY).astype(np.float32)
    grey, side = np.log(grey + FAINT), 2 * (HALF + REACH) + 1
    pixels = flat_pixel(geometry, points_board, FINE, BEYOND).tolist()
    around = np.array([cv2.getRectSubPix(grey, (side, side), (x, y)) for x, y in pixels])
    middle = around[:, REACH:-REACH, REACH:-REACH]
    level = middle - middle.mean(axis=(1, 2), keepdims=True)
    usual = middles(np.moveaxis(level, 0, -1)).astype(np.float32)
    matches = [cv2.matchTemplate(one, usual, cv2.TM_CCOEFF_NORMED) for one in around]
    away = np.arange(-REACH, REACH + 1) ** 2
    scores = np.array(matches, np.float64) - NEARER * (away + away[:, None])
    hole = np.arange(len(scores))
    row, column = np.divmod(scores.reshape(len(scores), -1).argmax(axis=1), 2 * REACH + 1)
    right = column - REACH + parabola(scores[hole, row], hole, column)
    up = REACH - row - parabola(scores[hole, :, column], hole, row)
    likeness = np.clip((scores[hole, row, column] - LEAST) / (1.0 - LEAST), 0.0, 1.0)
    shift = np.stack([right, up], axis=-1) / FINE
    middle_shift = likeness @ shift / max(float(likeness.sum()), 1e-9)
    return points_board + shift - middle_shift, np.asarray(likeness)
