"""Where a board of one colour may lie, by that colour: all that is of one hue is a quadrangle, but
for what stands on it. Its edge is the outermost line, or a border of the same felt goes on beyond.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np

from pi_board.vision.geometry import BoardGeometry, Floats, Image, Mask, triple

# Of 255: greyer or darker, a hue is a camera's noise, and none is looked for.
_LEAST_SATURATION, _LEAST_LEVEL = 60, 16
_PALE = 0.5  # share of a felt's usual saturation that it has left where lamps shine on it
_HUES, _NEAR, _BESIDE = 180, 10, 14  # OpenCV's circle of hues; of one felt; of the next one
_MOST_HUES = 2  # that are looked at, the commonest ones
_GAPS_PX = (7, 45)  # that are closed: lines between squares, stones that part the felt
_LEAST_AREA = 0.02  # of the picture
_ROUNDED = (0.01, 0.02, 0.03, 0.05, 0.08)  # of its length that an outline may be off a quadrangle
_NEAR_PX, _FEW_POINTS = 8.0, 20  # of an outline, that are near a side of the quadrangle
_LEAST_SINE = 0.1  # of the angles of a quadrangle
_DRAWN_PX = 24.0  # that a corner may lie from where its sides say it does
_SAME_PX = 6.0  # corners so near each other tell nothing new


def felts(small: Image) -> Iterator[Floats]:
    """Corners (4, 2) of quadrangles of one hue in a small picture (height, width, 3), 8-bit BGR,
    clockwise as one sees them, from any of them.
    """
    hue, saturation, level = cv2.split(cv2.cvtColor(cv2.blur(small, (3, 3)), cv2.COLOR_BGR2HSV))
    told = (saturation > _LEAST_SATURATION) & (level > _LEAST_LEVEL)
    often = np.bincount(hue[told], minlength=_HUES).astype(np.float64)
    found: list[Floats] = []
    for _ in range(_MOST_HUES):
        usual = int(_smooth(often).argmax())
        away = np.abs((np.arange(_HUES) - usual + _HUES // 2) % _HUES - _HUES // 2)
        often[away < _BESIDE] = 0
        of_hue = (away[hue] < _NEAR) & (level > _LEAST_LEVEL)
        for mask in _masks(of_hue, np.asarray(saturation, np.uint8)):
            for corners in _quadrangles(mask):
                if all(_differ(corners, other) for other in found):
                    found.append(corners)
                    yield corners


def within(outer: BoardGeometry, border_sites: float) -> BoardGeometry:
    """The board whose border, so many of its sites wide, ends where that of `outer` does."""
    share = outer.columns / (outer.columns + 2 * border_sites)
    inner = outer.shifted(border_sites * share, border_sites * share)
    return replace(inner, translation=triple(np.array(inner.translation) / share))


def _masks(of_hue: Mask, saturation: Image) -> Iterator[Image]:
    """Where felt is (height, width), given where its hue is: without specks, gaps of some sizes
    closed, as it plainly shows and as it does where lamps make it paler.
    """
    plainly = saturation[of_hue & (saturation > _LEAST_SATURATION)]
    pale = _PALE * float(np.median(plainly)) if len(plainly) else _LEAST_SATURATION
    for least in (_LEAST_SATURATION, pale) if pale < _LEAST_SATURATION else (_LEAST_SATURATION,):
        mask = (of_hue & (saturation > least)).astype(np.uint8)
        if cv2.countNonZero(mask) < _LEAST_AREA / 2 * mask.size:
            continue
        clean = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        for gap_px in _GAPS_PX:
            disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (gap_px, gap_px))
            yield np.asarray(cv2.morphologyEx(clean, cv2.MORPH_CLOSE, disc), np.uint8)


def _smooth(often: Floats) -> Floats:
    """How often hues are there, with those next to them; the circle closes."""
    window = np.hanning(9)
    return np.asarray(np.convolve(np.pad(often, 4, "wrap"), window, "valid"), np.float64)


def _quadrangles(mask: Image) -> Iterator[Floats]:
    """The corners (4, 2) of what is largest in a mask, if around it there is a quadrangle: with its
    sides along what is seen, then as it is.
    """
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not outlines:
        return
    largest = max(outlines, key=cv2.contourArea)
    if cv2.contourArea(largest) < _LEAST_AREA * mask.size:
        return
    hull = cv2.convexHull(largest)
    length = cv2.arcLength(hull, True)
    for off in _ROUNDED:
        corners = cv2.approxPolyDP(hull, off * length, True).reshape(-1, 2).astype(np.float64)
        if len(corners) == 4:
            around = corners - corners.mean(axis=0)
            corners = corners[np.argsort(np.arctan2(around[:, 1], around[:, 0]))]
            yield _along(largest.reshape(-1, 2).astype(np.float64), corners)
            yield corners
            return


def _along(outline: Floats, corners: Floats) -> Floats:
    """Corners (4, 2) of a quadrangle near another one, with its sides along an outline (n, 2): a
    few specks beside it, or a stone on it, draw single corners away.
    """
    lines = []
    for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        along = (end - start) / np.linalg.norm(end - start)
        off = np.abs((outline - start) @ (along[1], -along[0]))
        near = outline[off < _NEAR_PX].astype(np.float32)
        if len(near) > _FEW_POINTS:
            line = cv2.fitLine(near, cv2.DIST_WELSCH, 0, 0.01, 0.01).ravel().astype(np.float64)
            along, start = line[:2] * np.sign(line[:2] @ along), line[2:]
        normal = np.array((along[1], -along[0]))
        lines.append((*normal, normal @ start))
    before = np.array(lines[-1:] + lines[:-1])
    sides = np.stack([before, np.array(lines)], axis=1)
    if np.linalg.det(sides[..., :2]).min() < _LEAST_SINE:
        return corners
    fitted = np.linalg.solve(sides[..., :2], sides[..., 2:])[..., 0]
    off = np.linalg.norm(fitted - corners, axis=1).max()
    return np.asarray(fitted if off < _DRAWN_PX else corners, np.float64)


def _differ(one: Floats, other: Floats) -> bool:
    return bool(np.abs(one - other).max() > _SAME_PX)
