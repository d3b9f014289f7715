"""A sheet that is larger than a printer's paper, on several pages to be cut out and joined."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import ceil

import numpy as np

from calibration.shapes import Label, Point, Polygon, Shape, Sheet, Stroke, frame, rectangle

_CUT_MM = 0.1
_CAPTION_MM = 3.0


def parts(sheet: Sheet, size_mm: Point, margin_mm: float, foot_mm: float) -> tuple[Sheet, ...]:
    """What is drawn on a sheet, on as few pages of `size_mm` (width, height) as take it: row by row
    from the top left, each with lines to cut along, `margin_mm` inside the page and `foot_mm` above
    its lower edge. Cut out, the pages lie edge to edge.
    """
    width, height = size_mm[0] - 2 * margin_mm, size_mm[1] - margin_mm - foot_mm
    points = [point for shape in sheet.shapes for point in _points(shape)]
    low, high = np.min(points, axis=0), np.max(points, axis=0)
    columns, rows = (ceil(side) for side in ((high - low) / (width, height)).tolist())
    left, top = ((low + high - (columns * width, rows * height)) / 2).tolist()
    pages: list[Sheet] = []
    for row in range(rows):
        for column in range(columns):
            by = margin_mm - left - column * width, margin_mm - top - row * height
            caption = Label(
                (margin_mm + 20, size_mm[1] - foot_mm + 2 * _CAPTION_MM),
                f"row {row + 1}, column {column + 1}", _CAPTION_MM,
            )  # fmt: skip
            shapes = (
                *(_moved(shape, by) for shape in sheet.shapes),
                *_around(size_mm, margin_mm, width, height),
                *frame(margin_mm, margin_mm, width, height, _CUT_MM),
                caption,
            )
            pages.append(Sheet(f"{sheet.name}-{len(pages) + 1}", size_mm, shapes))
    return tuple(pages)


def _around(size_mm: Point, margin: float, width: float, height: float) -> Iterator[Polygon]:
    """White, over what belongs on the next pages."""
    right, bottom = margin + width, margin + height
    yield rectangle(0, 0, size_mm[0], margin, 1.0)
    yield rectangle(0, bottom, size_mm[0], size_mm[1] - bottom, 1.0)
    yield rectangle(0, 0, margin, size_mm[1], 1.0)
    yield rectangle(right, 0, size_mm[0] - right, size_mm[1], 1.0)


def _points(shape: Shape) -> tuple[Point, ...]:
    match shape:
        case Polygon():
            return shape.points_mm
        case Stroke():
            return shape.start_mm, shape.end_mm
        case Label():
            return (shape.centre_mm,)


def _moved(shape: Shape, by: Point) -> Shape:
    def at(point: Point) -> Point:
        return point[0] + by[0], point[1] + by[1]

    match shape:
        case Polygon():
            return replace(shape, points_mm=tuple(map(at, shape.points_mm)))
        case Stroke():
            return replace(shape, start_mm=at(shape.start_mm), end_mm=at(shape.end_mm))
        case Label():
            return replace(shape, centre_mm=at(shape.centre_mm))
