"""Hard cast shadows: somebody leans over the table, a lamp is partly hidden.

Inside a shadow all colours are darker by nearly the same factor, and what lies there still looks
like itself otherwise. So a shadow is a large area whose ratio to how the board looked is one number
below that of the rest, and whose pattern is still the board's: a sleeve has a pattern of its own.
Stones are far smaller than a shadow, so that a median filter keeps them out of its outline.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from pi_board.vision.flat import SITE_PX, Array, Mask

BLACK = 4.0  # added before taking logarithms: the sensor's black is not zero

_LEAST_STEP, _MOST_STEP = 0.3, 1.6  # how much darker, as a logarithm; a hand's own is fainter
_TINT = 0.2  # how differently it darkens the channels
_OUTLINE_PX = 13  # a median over so many pixels leaves out stones
_LEAST_AREA = 1.5  # sites
_EVEN = 0.07  # median deviation from one factor
_ALIKE = 0.75  # correlation with how the place looked
_EDGE_PX = 5  # width of the strip along its outline that may be half in it
_HALF_LIT = 0.15  # how far beyond full light and full shadow such a pixel's light may be


@dataclass(frozen=True, slots=True)
class Shadow:
    """Where a shadow lies (height, width), the strip along its outline (height, width), where
    nothing can be said, and the logarithm of what it leaves of each channel (3).
    """

    inside: Mask
    edge: Mask
    step: Array


def shadow_in(view: Array, shown: Array, step: float) -> Shadow | None:
    """The shadow in a view (height, width, 3), BGR, compared with how the board is known to look in
    the same light (height, width, 3). `step` is a guess of how much darker it is, a logarithm < 0.
    """
    seen, known = np.log(view + np.float32(BLACK)), np.log(np.maximum(shown, 0) + np.float32(BLACK))
    ratio = seen - known
    level = ratio.mean(axis=-1)
    dark = cv2.medianBlur((level < step / 2).astype(np.uint8), _OUTLINE_PX)
    count, part, stats, _ = cv2.connectedComponentsWithStats(dark, connectivity=4)
    inside = np.zeros(dark.shape, np.bool_)
    for n in range(1, count):
        on = part == n
        large = stats[n, cv2.CC_STAT_AREA] >= _LEAST_AREA * SITE_PX**2
        if large and _is_shadow(level[on], seen[on].mean(axis=-1), known[on].mean(axis=-1)):
            inside |= on
    if not inside.any():
        return None
    left = np.median(ratio[inside], axis=0)
    darker = -float(left.mean())
    if not _LEAST_STEP < darker < _MOST_STEP or float(np.ptp(left)) > _TINT:
        return None
    kernel, pixels = np.ones((_EDGE_PX, _EDGE_PX), np.uint8), inside.astype(np.uint8)
    edge = cv2.dilate(pixels, kernel) != cv2.erode(pixels, kernel)
    # a hand reaching over it is seen there too
    edge &= (level > -darker - _HALF_LIT) & (level < _HALF_LIT) & (np.ptp(ratio, axis=2) < _TINT)
    return Shadow(inside, np.asarray(edge, np.bool_), left)


def _is_shadow(level: Array, seen: Array, known: Array) -> bool:
    """Whether an area is evenly darker than it was, and has its old pattern."""
    if float(np.median(np.abs(level - np.median(level)))) > _EVEN:
        return False
    spread = float(seen.std() * known.std())
    alike = float(((seen - seen.mean()) * (known - known.mean())).mean())
    return alike > _ALIKE * spread
