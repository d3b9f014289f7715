"""What a printed sheet is made of: a few shapes in millimetres, x to the right, y down."""

from __future__ import annotations

from dataclasses import dataclass

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Polygon:
    """A filled polygon; `grey` from 0 (black) to 1 (white)."""

    points_mm: tuple[Point, ...]
    grey: float


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line; `width_mm` wide."""

    start_mm: Point
    end_mm: Point
    width_mm: float
    grey: float = 0.0


@dataclass(frozen=True, slots=True)
class Label:
    """Text centred on a point; `height_mm` is the type's size."""

    centre_mm: Point
    text: str
    height_mm: float


Shape = Polygon | Stroke | Label


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page and what is on it."""

    name: str
    size_mm: tuple[float, float]  # width, height
    shapes: tuple[Shape, ...]


def rectangle(x: float, y: float, width: float, height: float, grey: float = 0.0) -> Polygon:
    """A filled rectangle with its top left corner at (x, y)."""
    return Polygon(((x, y), (x + width, y), (x + width, y + height), (x, y + height)), grey)


def frame(x: float, y: float, width: float, height: float, width_mm: float) -> tuple[Stroke, ...]:
    """The outline of a rectangle."""
    corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    ends = (*corners[1:], corners[0])
    return tuple(Stroke(a, b, width_mm) for a, b in zip(corners, ends, strict=True))
