"""The picture as the program sees it: the grid, every site's label, and how sure it is; or why no
board is seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

import cv2
import numpy as np

from pi_board.core.layout import Surface
from pi_board.vision.geometry import BoardGeometry, Floats, Image
from pi_board.vision.reading import CERTAIN, Reading

Colour = tuple[int, int, int]
Line = tuple[str, float]  # a text and the size of its letters

_GRID = (255, 200, 0)  # colours are BGR
_SURE = (60, 220, 60)
_UNSURE = (0, 170, 255)
_HIDDEN = (160, 160, 160)
_PAPER = (20, 20, 20)
_FONT = cv2.FONT_HERSHEY_SIMPLEX
_LARGE, _SMALL = 1 / 85, 1 / 130  # of labels and certainties, in the font's own for a pixel of site
_LEAST_SCALE = 0.3  # smaller letters cannot be read
_CURVE_STEPS = 8  # a grid line is bent by the lens: drawn in so many pieces a site


def draw_reading(image_bgr: Image, geometry: BoardGeometry, reading: Reading) -> Image:
    """A copy of the picture (height, width, 3) with the grid on it, and on every site its label (e
    for an empty one) and how probable that is, in per cent.

    Sure sites are green, unsure ones orange, hidden ones a grey question mark.
    """
    picture = image_bgr.copy()
    thick = max(1, round(geometry.site_px / 40))
    for line in _grid_lines(geometry):
        points = np.rint(geometry.project(line)).astype(np.int32)
        cv2.polylines(picture, [points], False, _GRID, thick, cv2.LINE_AA)
    _mark_corner(picture, geometry, thick)
    for site, lines, colour in _texts(reading):
        at = geometry.project([_text_place(reading, geometry, site)])[0]
        _write(picture, lines, at, geometry.site_px, colour)
    return picture


def draw_missing(image_bgr: Image, reason: str) -> Image:
    """A copy of the picture (height, width, 3) in which no board was found, with the reason."""
    picture = image_bgr.copy()
    height, width = picture.shape[:2]
    scale = max(_LEAST_SCALE, width / 1000)
    letter, _ = cv2.getTextSize("n", _FONT, scale, _pen(scale))[0]
    lines = wrap(f"no board found: {reason}", max(1, round(0.9 * width / letter)))
    middle = np.array([width / 2, height / 2])
    _write_lines(picture, [(line, scale) for line in lines], middle, _UNSURE)
    return picture


def _grid_lines(geometry: BoardGeometry) -> list[Floats]:
    columns, rows = geometry.columns, geometry.rows
    along_x = np.linspace(0, columns, columns * _CURVE_STEPS + 1)
    along_y = np.linspace(0, rows, rows * _CURVE_STEPS + 1)
    across = [np.c_[along_x, np.full_like(along_x, y)] for y in range(rows + 1)]
    up = [np.c_[np.full_like(along_y, x), along_y] for x in range(columns + 1)]
    return across + up


def _mark_corner(picture: Image, geometry: BoardGeometry, thick: int) -> None:
    """A ring around the outer corner of a1."""
    at = np.rint(geometry.project([(0.0, 0.0)])[0]).astype(int)
    radius = max(4, round(geometry.site_px / 6))
    cv2.circle(picture, (int(at[0]), int(at[1])), radius, _GRID, 2 * thick, cv2.LINE_AA)


def _texts(reading: Reading) -> list[tuple[int, tuple[Line, ...], Colour]]:
    """(site, lines to write there, colour) for every site."""
    out: list[tuple[int, tuple[Line, ...], Colour]] = []
    for site, (name, label, sure) in enumerate(
        zip(reading.layout.sites, reading.labels, reading.certainties, strict=True)
    ):
        colour = _UNSURE if sure < CERTAIN else _SURE
        percent = f"{100 * sure:.0f}"
        if name in reading.obstructed:
            out.append((site, (("?", _LARGE),), _HIDDEN))
        elif label == "empty":
            out.append((site, ((f"e {percent}", _SMALL),), colour))
        elif reading.layout.surface is Surface.ROWS:  # lanes are narrow, whichever way they lie
            out.append((site, ((label, _SMALL), (percent, _SMALL)), colour))
        else:
            out.append((site, ((label, _LARGE), (percent, _SMALL)), colour))
    return out


def _text_place(reading: Reading, geometry: BoardGeometry, site: int) -> tuple[float, float]:
    """Where a site's text goes: its middle, beside the lane on boards whose sites are rows."""
    if reading.layout.surface is Surface.ROWS:
        return geometry.columns + 1.1, site + 0.5
    y, x = divmod(site, geometry.columns)
    return x + 0.5, y + 0.5


def _write(
    picture: Image, lines: tuple[Line, ...], at: Floats, site_px: float, colour: Colour
) -> None:
    """Lines in the middle of a site that lies at (x, y) and is `site_px` wide."""
    scaled = [(text, max(_LEAST_SCALE, site_px * size)) for text, size in lines]
    _write_lines(picture, scaled, at, colour)


def _write_lines(picture: Image, lines: Sequence[Line], middle: Floats, colour: Colour) -> None:
    """Lines one below the other, their letters so many times the font's own; their block's middle
    lies at (x, y), or further aside where they would not be in the picture.
    """
    sizes = [cv2.getTextSize(text, _FONT, scale, _pen(scale))[0] for text, scale in lines]
    gap = max(2, round(0.4 * min(height for _, height in sizes)))
    block = sum(height + gap for _, height in sizes)
    bottom = min(max(0.0, middle[1] - (block - gap) / 2), max(0.0, picture.shape[0] - block))
    for (text, scale), (width, height) in zip(lines, sizes, strict=True):
        bottom += height
        left = min(max(0.0, middle[0] - width / 2), max(0.0, picture.shape[1] - width))
        _write_outlined(picture, text, (round(left), round(bottom)), scale, colour)
        bottom += gap


def _write_outlined(
    picture: Image, text: str, corner: tuple[int, int], scale: float, colour: Colour
) -> None:
    """A text from its bottom left corner (x, y) on, with a dark edge round its letters.

    The edge is the same text moved aside: letters of a thicker pen may be wider as well.
    """
    x, y = corner
    edge = [((x + u, y + v), _PAPER) for u in (-1, 0, 1) for v in (-1, 0, 1)]
    for place, ink in (*edge, (corner, colour)):
        cv2.putText(picture, text, place, _FONT, scale, ink, _pen(scale), cv2.LINE_AA)


def _pen(scale: float) -> int:
    """How thick letters of this size are written, in pixels."""
    return max(1, round(scale * 2))
