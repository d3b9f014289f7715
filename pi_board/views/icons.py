"""Icons of the buttons and the message, drawn from lines: no image files.

Every icon is drawn about `centre` and fits into a square of `size` pixels.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import pygame

from pi_board.views.layout import Point
from pi_board.views.marks import shares, star_points
from pi_board.views.paint import Painter
from pi_board.views.theme import Colour


def icon(
    paint: Painter, target: pygame.Surface, name: str, centre: Point, size: float, colour: Colour
) -> None:
    """Draw the icon called `name`; one that is unknown draws nothing."""
    draw = _ICONS.get(name)
    if draw is not None:
        draw(_Pen(paint, target, centre, size, colour))


class _Pen:
    """Draws in coordinates from -1 to 1 about the middle of an icon, y down."""

    def __init__(
        self, paint: Painter, target: pygame.Surface, centre: Point, size: float, colour: Colour
    ) -> None:
        self.paint, self.target, self.colour = paint, target, colour
        self.centre, self.half = centre, size / 2
        self.width = size * 0.11

    def at(self, x: float, y: float) -> Point:
        return self.centre[0] + x * self.half, self.centre[1] + y * self.half

    def line(self, *points: Point) -> None:
        moved = [self.at(x, y) for x, y in points]
        self.paint.stroke(self.target, moved, self.width, self.colour)

    def fill(self, *points: Point) -> None:
        moved = [self.at(x, y) for x, y in points]
        self.paint.polygon(self.target, moved, self.colour, 0.06 * self.half)

    def dot(self, x: float, y: float, radius: float) -> None:
        self.paint.disc(self.target, self.at(x, y), radius * self.half, self.colour)


def _star(pen: _Pen) -> None:
    points = star_points(pen.centre, pen.half * 0.95)
    pen.paint.polygon(pen.target, points, pen.colour, pen.half * 0.07)


def _undo(pen: _Pen) -> None:
    arc = [
        (0.22 + 0.46 * math.cos(t), 0.14 + 0.46 * math.sin(t))
        for t in (math.pi * (i / 12 - 0.5) for i in range(13))
    ]
    pen.line((-0.72, -0.32), (0.22, -0.32), *arc[1:], (-0.32, 0.6))
    pen.line((-0.32, -0.74), (-0.74, -0.32), (-0.32, 0.1))


def _menu(pen: _Pen) -> None:
    for y in (-0.55, 0.0, 0.55):
        pen.line((-0.78, y), (0.78, y))


def _eye(pen: _Pen) -> None:
    upper = [(-0.92 + 1.84 * t, -0.58 * math.sin(math.pi * t)) for t in shares(15)]
    lower = [(x, -y) for x, y in reversed(upper)]
    pen.line(*upper, *lower)
    pen.dot(0, 0, 0.27)


def _play(pen: _Pen) -> None:
    pen.fill((-0.5, -0.7), (0.72, 0.0), (-0.5, 0.7))


def _next(pen: _Pen) -> None:
    pen.line((-0.32, -0.7), (0.4, 0.0), (-0.32, 0.7))


def _previous(pen: _Pen) -> None:
    pen.line((0.32, -0.7), (-0.4, 0.0), (0.32, 0.7))


def _plus(pen: _Pen) -> None:
    pen.line((-0.72, 0), (0.72, 0))
    pen.line((0, -0.72), (0, 0.72))


def _pause(pen: _Pen) -> None:
    for x in (-0.55, 0.2):
        pen.fill((x, -0.7), (x + 0.35, -0.7), (x + 0.35, 0.7), (x, 0.7))


def _check(pen: _Pen) -> None:
    pen.line((-0.7, 0.05), (-0.2, 0.55), (0.75, -0.5))


def _close(pen: _Pen) -> None:
    pen.line((-0.6, -0.6), (0.6, 0.6))
    pen.line((-0.6, 0.6), (0.6, -0.6))


def _flag(pen: _Pen) -> None:
    pen.line((-0.5, -0.8), (-0.5, 0.85))
    pen.fill((-0.42, -0.75), (0.75, -0.42), (-0.42, 0.02))


def _hand(pen: _Pen) -> None:
    """An open hand: four fingers, a thumb, a palm."""
    width, pen.width = pen.width, pen.half * 0.24
    for x, top in ((-0.36, -0.55), (-0.08, -0.78), (0.2, -0.68), (0.46, -0.4)):
        pen.line((x, top), (x, 0.2))
    pen.line((-0.74, 0.02), (-0.34, 0.46))
    pen.width = width
    pen.fill((-0.47, 0.05), (0.57, 0.05), (0.52, 0.5), (0.26, 0.86), (-0.2, 0.86), (-0.44, 0.5))


def _stop(pen: _Pen) -> None:
    pen.fill((-0.6, -0.6), (0.6, -0.6), (0.6, 0.6), (-0.6, 0.6))


def _turn(pen: _Pen) -> None:
    arc = [
        (0.66 * math.cos(t), 0.66 * math.sin(t))
        for t in (math.pi * (-0.25 + 1.5 * share) for share in shares(20))
    ]
    pen.line(*arc)
    x, y = arc[0]
    pen.fill((x - 0.34, y + 0.06), (x + 0.34, y + 0.12), (x + 0.1, y - 0.42))


def _settings(pen: _Pen) -> None:
    """Three sliders."""
    for y, x in ((-0.55, 0.35), (0.0, -0.35), (0.55, 0.1)):
        pen.line((-0.8, y), (0.8, y))
        pen.dot(x, y, 0.22)


def _info(pen: _Pen) -> None:
    pen.dot(0, -0.62, 0.15)
    pen.line((-0.22, -0.12), (0.0, -0.12), (0.0, 0.66))
    pen.line((-0.3, 0.7), (0.3, 0.7))


def _book(pen: _Pen) -> None:
    """An open book."""
    for side in (-1, 1):
        pen.line((0.0, -0.45), (0.38 * side, -0.62), (0.85 * side, -0.55), (0.85 * side, 0.55),
                 (0.38 * side, 0.48), (0.0, 0.66))  # fmt: skip
    pen.line((0.0, -0.45), (0.0, 0.66))


_ICONS: dict[str, Callable[[_Pen], None]] = {
    "hint": _star,
    "undo": _undo,
    "menu": _menu,
    "eye": _eye,
    "play": _play,
    "next": _next,
    "previous": _previous,
    "plus": _plus,
    "pause": _pause,
    "check": _check,
    "close": _close,
    "flag": _flag,
    "hand": _hand,
    "stop": _stop,
    "turn": _turn,
    "settings": _settings,
    "info": _info,
    "book": _book,
}
