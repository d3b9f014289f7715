"""The picture as the program sees it: the grid, every site's label, and how sure it is."""

from __future__ import annotations

import cv2
import numpy as np

from pi_board.core.layout import Surface
from pi_board.vision.geometry import BoardGeometry, Floats, Image
from pi_board.vision.reading import CERTAIN, Reading

_GRID = (255, 200, 0)  # colours are BGR
_SURE = (60, 220, 60)
_UNSURE = (0, 170, 255)
_HIDDEN = (160, 160, 160)
_PAPER = (20, 20, 20)
_CURVE_STEPS = 8  # a grid line is bent by the lens: drawn in so many pieces a site


def draw_reading(image_bgr: Image, geometry: BoardGeometry, reading: Reading) -> Image:
    """A copy of the picture (height, width, 3) with the grid and the labels drawn on it.

    Sure labels are green, unsure ones orange with their probability in per cent, hidden sites grey.
    """
    picture = image_bgr.copy()
    thick = max(1, round(geometry.site_px / 40))
    for line in _grid_lines(geometry):
        points = np.rint(geometry.project(line)).astype(np.int32)
        cv2.polylines(picture, [points], False, _GRID, thick, cv2.LINE_AA)
    _mark_corner(picture, geometry, thick)
    for site, text, colour in _texts(reading):
        at = geometry.project([_text_place(reading, geometry, site)])[0]
        _write(picture, text, at, geometry.site_px, colour)
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


def _texts(reading: Reading) -> list[tuple[int, str, tuple[int, int, int]]]:
    """(site, text, colour) for every site of which there is something to say."""
    out = []
    for site, (name, label, sure) in enumerate(
        zip(reading.layout.sites, reading.labels, reading.certainties, strict=True)
    ):
        if name in reading.obstructed:
            out.append((site, "?", _HIDDEN))
        elif sure < CERTAIN:
            out.append((site, f"{_short(label)} {100 * sure:.0f}", _UNSURE))
        elif label != "empty":
            out.append((site, label, _SURE))
    return out


def _short(label: str) -> str:
    return "-" if label == "empty" else label


def _text_place(reading: Reading, geometry: BoardGeometry, site: int) -> tuple[float, float]:
    """Where a site's text goes: its middle, beside the lane on boards whose sites are rows."""
    if reading.layout.surface is Surface.ROWS:
        return geometry.columns + 0.4, site + 0.5
    y, x = divmod(site, geometry.columns)
    return x + 0.5, y + 0.5


def _write(
    picture: Image, text: str, at: Floats, site_px: float, colour: tuple[int, int, int]
) -> None:
    scale = max(0.3, site_px / (85 if len(text) < 3 else 130))
    thick = max(1, round(scale * 2))
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, thick)
    corner = (round(at[0] - width / 2), round(at[1] + height / 2))
    for stroke, ink in ((thick + 2, _PAPER), (thick, colour)):
        cv2.putText(
            picture, text, corner, cv2.FONT_HERSHEY_SIMPLEX, scale, ink, stroke, cv2.LINE_AA
        )
