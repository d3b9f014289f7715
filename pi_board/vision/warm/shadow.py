"""Hard-edged light on a board: somebody leans over the table, a lamp is partly hidden.

Within a shadow, or a patch of light that fell on a board in shadow, all colours are darker or
brighter by nearly the same factor, and what lies there still looks like itself otherwise. So such a
patch is a large area whose ratio to how the board looked is one number other than that of the rest,
and whose pattern is still the board's: a sleeve has a pattern of its own. A small one is believed
too where the light is one that the board was seen in before. Stones are far smaller than a patch,
so that a median filter keeps them out of its outline.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np

from pi_board.vision.flat import SITE_PX, correlate
from pi_board.vision.geometry import Array, Image, Mask

BLACK = 4.0  # added before taking logarithms: the sensor's black is not zero

_LEAST_STEP, _MOST_STEP = 0.3, 1.6  # how much darker, as a logarithm; a hand's own is fainter
_TINT = 0.4  # how differently it darkens the channels, of how much
_GREY = np.full((1, 3), 1 / 3, np.float32)
_OUTLINE_PX = 13  # a median over so many pixels leaves out stones
_LEAST_AREA = 0.5  # sites
_LEAST_KNOWN_AREA = 0.2  # sites, in a light that is known
_KNOWN_LIGHT = 0.1  # how far from it each channel may be, as a logarithm
_EVEN = 0.045  # median deviation from one factor
_ALIKE = 0.75  # correlation with how the place looked
_EDGE_PX = 3  # width of the strip along its outline that may be half in it,
_SOFT_PX = 7  # at most
_HALF_LIT = 0.06  # least difference from the light on both sides
# Light that falls otherwise changes the hue of less than this share of what looks strange by more
# than so much (a logarithm, or as much as patches do), and of no square of so many pixels. Of 403
# looks at filmed boards of squares, holes and tiles in the sun, in bars of shade or another lamp's
# light, with no hand there, 95 % are so; of 2920 with one 21 %, many of which it hardly reaches.
_OTHER_HUE, _ALIKE_IN_HUE, _HUED_PX = 0.5, 0.15, 4
_COLOURED = 1.0  # grey levels between the channels of a view, in the mean


@dataclass(frozen=True, slots=True)
class Even:
    """A view (height, width, 3), BGR, with all patches in the light of the rest; the strips along
    their outlines (height, width), where the light is a guess, None without patches; and the
    logarithms (3) of the light found in the patches, of the rest's.
    """

    view: Array
    edge: Mask | None
    lights: tuple[Array, ...]


def evened_out(
    view: Array, shown: Array, clear: Mask, step: float, known: Iterable[Array] = ()
) -> Even:
    """What is left of a view (height, width, 3), BGR, without hard-edged light. Where it is not
    `clear` (height, width) but burnt out, it says nothing about the light.

    `shown` (height, width, 3) is how the board is known to look in the light of the rest, `step` a
    guess of the difference in light (a logarithm; its sign does not count). `known` are lights, as
    `Even.lights`, that the board was seen in before.
    """
    seen, usual = np.log(view + np.float32(BLACK)), np.log(np.maximum(shown, 0) + np.float32(BLACK))
    ratio = seen - usual
    level = cv2.transform(ratio, _GREY) * clear
    field = np.zeros_like(ratio)
    found = []
    for other in (level < -abs(step) / 2, level > abs(step) / 2):
        outline = _mostly(other)
        count, part, stats, _ = cv2.connectedComponentsWithStats(outline, connectivity=4)
        for n in range(1, count):
            on, area = part == n, stats[n, cv2.CC_STAT_AREA] / SITE_PX**2
            light = _light_on(on, area, ratio, seen, usual, known)
            if light is not None:
                field[on] = light
                found.append(light)
    if not found:
        return Even(view, None, ())
    soft = cv2.GaussianBlur(field, (_EDGE_PX, _EDGE_PX), 0)
    return Even(view * np.exp(-soft), _edge(field, ratio), tuple(found))


def may_be_light(view: Array, shown: Array, where: Mask) -> bool:
    """Whether a view (height, width, 3), BGR, differs in little but brightness from how the board
    is known to look (`shown`) at these places (height, width), as in light that falls otherwise:
    stripes of it, or where it fades, are no patches that could be evened out. Pictures without
    colours do not tell.
    """
    if float(np.ptp(view, axis=2).mean()) < _COLOURED:
        return False
    seen, usual = (
        np.log(np.maximum(picture[where], 0) + np.float32(BLACK)) for picture in (view, shown)
    )
    ratio = seen - usual
    most = np.maximum(_TINT * np.abs(ratio.mean(axis=1)), _ALIKE_IN_HUE)
    hued = np.zeros(where.shape, np.uint8)
    hued[where] = np.ptp(ratio, axis=1) > most
    if hued.sum() > _OTHER_HUE * where.sum():
        return False
    return not cv2.erode(hued, np.ones((_HUED_PX, _HUED_PX), np.uint8)).any()


def _mostly(mask: Mask) -> Image:
    """The median of a mask over `_OUTLINE_PX`, counted: that takes a tenth of the time."""
    size, ones = (_OUTLINE_PX, _OUTLINE_PX), mask.astype(np.uint8)
    counts = cv2.boxFilter(ones, cv2.CV_16U, size, None, (-1, -1), False, cv2.BORDER_REPLICATE)
    return np.asarray(counts > _OUTLINE_PX**2 // 2, np.uint8)


def _light_on(
    on: Mask, area: float, ratio: Array, seen: Array, usual: Array, known: Iterable[Array]
) -> Array | None:
    """The light (3) on an area (height, width) of so many sites; None: that is no patch."""
    if area < _LEAST_KNOWN_AREA:
        return None
    light = np.asarray(np.median(ratio[on], axis=0), np.float32)
    step, level = abs(float(light.mean())), ratio[on].mean(axis=-1)
    if not _LEAST_STEP < step < _MOST_STEP or float(np.ptp(light)) > _TINT * step:
        return None
    if float(np.median(np.abs(level - np.median(level)))) > _EVEN:
        return None
    if any(float(np.abs(light - other).max()) < _KNOWN_LIGHT for other in known):
        return light
    grey, usually = seen[on].mean(axis=-1), usual[on].mean(axis=-1)
    return light if area >= _LEAST_AREA and correlate(grey, usually, _ALIKE) else None


def _edge(field: Array, ratio: Array) -> Mask:
    """Where a pixel may be half in the light on one side of an outline and half in the other's:
    along the outline, and further out where it looks like it.
    """
    light, level = cv2.transform(field, _GREY), cv2.transform(ratio, _GREY)
    narrow, wide = (np.ones((px, px), np.uint8) for px in (_EDGE_PX, _SOFT_PX))
    outline = cv2.dilate(light, narrow) > cv2.erode(light, narrow)
    low, high = cv2.erode(light, wide), cv2.dilate(light, wide)
    half = (level > low + _HALF_LIT) & (level < high - _HALF_LIT)
    half &= np.ptp(ratio, axis=2) < _TINT * (high - low)
    return np.asarray(outline | half, np.bool_)
