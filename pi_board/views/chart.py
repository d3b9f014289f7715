"""The curves of a whole game: Black's probability of winning, and the points of both players.

Used small in the message (`graph`) and large in a picture of its own (`plot`). Nothing is written
here. Points are (x, y) in pixels, y down.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from pi_board.views.layout import Box, Point
from pi_board.views.paint import Painter
from pi_board.views.theme import Colour, mix

Scores = tuple[int, int]  # of Black and White


@dataclass(frozen=True, slots=True)
class Axes:
    """Where a diagram lies, and what it shows: moments 0 to `last` across, 0 to `high` up."""

    box: Box
    last: int
    high: float

    def at(self, moment: float, value: float) -> Point:
        """The place of a value."""
        share = value / self.high
        return (
            self.box.x + self.box.w * moment / max(1, self.last),
            self.box.y + self.box.h * (1 - share),
        )

    def moment_at(self, x: float) -> int:
        """The moment nearest to a column."""
        share = min(1.0, max(0.0, (x - self.box.x) / max(1, self.box.w)))
        return round(share * self.last)


def top_of(scores: Sequence[Scores]) -> tuple[int, int]:
    """The highest level of a diagram of points, and the step between its levels."""
    highest = max(1, *(max(pair) for pair in scores))
    step = next((step for step in (5, 10, 20, 50, 100) if highest <= 4 * step), 500)
    return step * -(-highest // step), step


def draw_chances(
    paint: Painter, target: pygame.Surface, axes: Axes, chances: Sequence[float], width: float
) -> None:
    """Black's share dark below the curve, White's light above it, as far as it is known."""
    ground = paint.colour("panel_raised")
    paint.box(target, axes.box, ground)
    line = [axes.at(moment, value) for moment, value in enumerate(chances)]
    if len(line) < 2:
        return
    light, dark = mix(ground, paint.colour("second"), 0.75), mix(ground, paint.colour("first"), 0.8)
    known = axes.box._replace(w=round(line[-1][0]) - axes.box.x)
    paint.box(target, known, light)
    paint.polygon(target, [axes.at(0, 0.0), *line, (line[-1][0], known.bottom)], dark)
    paint.stroke(target, line, width, curve_colour(paint))


def curve_colour(paint: Painter) -> Colour:
    """What stands out on both players' colours."""
    return paint.colour("turn_danger" if paint.theme.name == "dark" else "good")


def draw_scores(
    paint: Painter, target: pygame.Surface, axes: Axes, scores: Sequence[Scores], width: float
) -> None:
    """One line for each player, in the colour of the stones with a rim."""
    for player, role in enumerate(("first", "second")):
        line = [axes.at(moment, pair[player]) for moment, pair in enumerate(scores)]
        paint.stroke(target, line, width * 1.7, paint.colour("text_muted"))
        paint.stroke(target, line, width, paint.colour(role))


def draw_level(
    paint: Painter, target: pygame.Surface, axes: Axes, value: float, width: int
) -> None:
    """A line across."""
    (x, y), (right, _) = axes.at(0, value), axes.at(axes.last, value)
    top = round(y - width / 2)
    target.fill(paint.colour("button_edge"), (round(x), top, round(right - x), width))


def draw_turning(paint: Painter, target: pygame.Surface, at: Point, radius: float) -> None:
    """The mark of a turning point."""
    paint.disc(target, at, radius * 1.35, paint.colour("keyline"))
    paint.disc(target, at, radius, paint.colour("wrong"))
