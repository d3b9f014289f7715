"""Which way round is a chequered board? The letters and digits printed on its frame say it.

They are far too small to be read one by one. But all of them are known beforehand, and so is where
they lie: letters in a row along two sides, digits in a column along the others. For each of the
four ways round, all thirty-two are compared with the frame, and what each says for it is added up,
at the one distance from the grid at which a side agrees best with them.

A template that correlates with a letter by r explains it better than a plain frame does by
-n/2 log(1 - r^2) nats (least squares, n independent pixels, noise of unknown strength). So a letter
that is plainly seen says far more than one that hardly shows, and a covered one says nothing. Here
it is given for n = 2, and as a mean over all letters; what n is the picture does not tell.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import cv2
import numpy as np

from pi_board.vision.geometry import Array, BoardGeometry, Floats, Image

_PX = 40  # per site of the rectified board
_MARGIN_SITES = 1.0
# Of a capital letter. Of 42 readings of sample boards the least lead is 0.16 with these; it is 0.02
# with 0.16 and 0.22 only: the size matters more than the typeface does.
_HEIGHTS_SITES = (0.12, 0.145, 0.175, 0.21)
_MIDDLE_SITES = 0.42  # usual distance of the letters' middles from the grid
_REACH_SITES = 0.32  # how far they may lie nearer or farther
_ASIDE_SITES = 0.1  # how far beside the middle of their file or rank
_LEAST_LIKENESS = 0.4
_LEAST_LEAD_OF_PLACES = 0.15
_LEAST_LEAD = 0.05  # between the likeliest way round and the next; letters look much alike
_MOST_ALIKE = 0.98  # a correlation; more is chance


def turns_to_upright(image_bgr: Image, geometry: BoardGeometry) -> int | None:
    """Quarter turns (see `BoardGeometry.rotated`) that bring the printed a1 to the origin.

    None when no letters and digits are to be seen, or not clearly enough.
    """
    likeness = _ways_round(image_bgr, geometry)
    order = np.argsort(-likeness)
    if likeness[order[0]] < _LEAST_LIKENESS:
        return None
    if likeness[order[0]] - likeness[order[1]] < _LEAST_LEAD:
        return None
    return int(order[0])


def clearest(image_bgr: Image, geometries: Sequence[BoardGeometry]) -> BoardGeometry | None:
    """The one of several places of the board at which its letters are, None if that is open or
    there is none.
    """
    if len(geometries) < 2:
        return geometries[0] if geometries else None
    likeness = [float(_ways_round(image_bgr, g).max()) for g in geometries]
    order = np.argsort(likeness)[::-1]
    lead = likeness[order[0]] - likeness[order[1]]
    if likeness[order[0]] < _LEAST_LIKENESS or lead < _LEAST_LEAD_OF_PLACES:
        return None
    return geometries[int(order[0])]


def _ways_round(image_bgr: Image, geometry: BoardGeometry) -> Floats:
    """How much (4) the frame looks as if the board had to be turned so many quarters."""
    flat = geometry.rectify(image_bgr, _PX, _MARGIN_SITES)
    grey = np.asarray(cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY), np.float32)
    likeness = np.zeros(4)
    for turns in range(4):
        # The corner that becomes a1 has to come to the bottom left of the picture.
        upright = np.ascontiguousarray(np.rot90(grey, turns))
        likeness[turns] = max(_likeness(upright, height) for height in _HEIGHTS_SITES)
    return likeness


def _likeness(grey: Array, height: float) -> float:
    """What speaks for letters `height` sites high on the frame of an upright board."""
    sides = [_side(grey, side, height) for side in range(4)]
    # Dark print on a light frame or light on dark, the same all round.
    return float(max(np.mean([s[0] for s in sides]), np.mean([s[1] for s in sides])))


def _side(grey: Array, side: int, height: float) -> tuple[float, float]:
    """The most that speaks for a side (bottom, top, left, right), as is and inverted."""
    sites = round(len(grey) / _PX - 2 * _MARGIN_SITES)
    reach, aside = round(_REACH_SITES * _PX), round(_ASIDE_SITES * _PX)
    half_x, half_y = (aside, reach) if side < 2 else (reach, aside)
    alike = np.empty((sites, 2 * half_y + 1, 2 * half_x + 1), np.float32)
    for i in range(sites):
        glyph = _glyph("abcdefgh"[i] if side < 2 else "12345678"[i], height)
        k = len(glyph)
        x, y = _label_place(side, i, sites)
        left, top = round(x - k / 2) - half_x, round(y - k / 2) - half_y
        patch = grey[top : top + 2 * half_y + k, left : left + 2 * half_x + k]
        alike[i] = cv2.matchTemplate(patch, glyph, cv2.TM_CCOEFF_NORMED)
    said = -np.log1p(-(np.minimum(np.abs(alike), _MOST_ALIKE) ** 2))
    light, dark = ((said * of_one).sum(axis=0).max() for of_one in (alike > 0, alike < 0))
    return float(light) / sites, float(dark) / sites


def _label_place(side: int, i: int, sites: int) -> tuple[float, float]:
    """Where the middle of a side's i-th label usually is in the rectified picture."""
    along = _MARGIN_SITES + i + 0.5
    near, far = _MARGIN_SITES - _MIDDLE_SITES, _MARGIN_SITES + sites + _MIDDLE_SITES
    up = _MARGIN_SITES + sites - i - 0.5
    place = ((along, far), (along, near), (near, up), (far, up))[side]
    return place[0] * _PX, place[1] * _PX


@lru_cache(maxsize=64)
def _glyph(letter: str, height: float) -> Array:
    """A square template of a sans-serif letter, light on dark, blurred as in a small picture."""
    canvas = np.zeros((96, 96), np.uint8)
    cv2.putText(canvas, letter, (30, 64), cv2.FONT_HERSHEY_SIMPLEX, 1.4, 255, 4, cv2.LINE_AA)
    ys, xs = np.nonzero(canvas > 60)
    x, y, r = (xs.min() + xs.max()) // 2, (ys.min() + ys.max()) // 2, 22
    cut = canvas[y - r : y + r, x - r : x + r].astype(np.float32)
    size = max(5, round(height * _PX * 2 * r / 30))
    small = cv2.resize(cut, (size, size), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(small, (0, 0), 0.7), np.float32)
