"""What is written on the screen while scenes are drawn, and where."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import pygame
import pytest

from pi_board.core.scene import Scene
from pi_board.views.canvas import Canvas
from pi_board.views.lettering import CAPITALS, Letters
from tests.app.rough import rough_shapes


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text of the scene with this name: where its capitals are, in pixels, and the part
    of the screen (`box`) that it must stay in.
    """

    scene: str
    text: str
    left: float
    right: float
    top: float
    bottom: float
    box: pygame.Rect

    @property
    def is_inside(self) -> bool:
        """Whether it stays in its box, whole capitals included; rounding may take a pixel."""
        across = self.left >= self.box.left - 1 and self.right <= self.box.right + 1
        return across and self.top >= self.box.top and self.bottom <= self.box.bottom

    def touches(self, other: Line) -> bool:
        """Whether the capitals of two lines overlap; rounding may take a pixel."""
        across = self.left + 1 < other.right - 1 and other.left + 1 < self.right - 1
        return across and self.top < other.bottom and other.top < self.bottom


def lines_drawn(canvas: Canvas, scenes: Iterable[tuple[str, Scene]]) -> list[Line]:
    """Every line of text that is drawn with these scenes (names and scenes), one after the other:
    each draws what has changed.
    """
    lines: list[Line] = []
    draw = Letters.draw
    name = ""

    def watch(self, target, text, at, size, weight, colour, align="left"):
        width = self.width(text, size, weight)
        left = at[0] - {"left": 0, "centre": width / 2, "right": width}[align]
        half = CAPITALS / 2 * size
        box = target.get_clip()
        lines.append(Line(name, text, left, left + width, at[1] - half, at[1] + half, box))
        draw(self, target, text, at, size, weight, colour, align)

    with rough_shapes(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(Letters, "draw", watch)
        for name, scene in scenes:  # noqa: B007 - `watch` looks at it
            canvas.draw(scene)
    return lines
