"""A whole game as a picture: Black's probability of winning after every turn, the turning points,
and below it the points of both players where a game has points.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO

import pygame

from pi_board.core.game import Player, Score
from pi_board.views.chart import (
    Axes,
    draw_chances,
    draw_level,
    draw_scores,
    draw_turning,
    top_of,
)
from pi_board.views.layout import Box, Point
from pi_board.views.lettering import Align, Letters, Weight
from pi_board.views.paint import Painter
from pi_board.views.theme import Theme, read_theme

_SIZE = (1280, 720)
_POINTS_HEIGHT = 170  # of the lower diagram, if there is one
_HEADING = 28  # room above it
_LEFT, _RIGHT, _TOP, _BOTTOM = 84, 36, 92, 52
_TEXT, _SMALL, _TITLE = 21.0, 17.0, 30.0


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A turn that cost its player much: its number from 1, and what to call it."""

    turn: int
    player: Player
    text: str


@dataclass(frozen=True, slots=True)
class GamePlot:
    """What to draw.

    `chances`: Black's probability of winning at the start and after every turn · `scores` likewise,
    none in games without points · `names` of Black and White.
    """

    title: str
    subtitle: str
    names: tuple[str, str]
    chances: tuple[float, ...]
    turning_points: tuple[TurningPoint, ...]
    scores: tuple[Score, ...]

    @property
    def turns(self) -> int:
        """How many turns were played."""
        return max(0, len(self.chances) - 1)


def plot_png(what: GamePlot, theme_name: str = "light") -> bytes:
    """A game drawn as a PNG."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    surface = _Plot(what, read_theme(theme_name)).draw()
    drawn = BytesIO()
    pygame.image.save(surface, drawn, "plot.png")
    return drawn.getvalue()


class _Plot:
    """Draws one game."""

    def __init__(self, what: GamePlot, theme: Theme) -> None:
        self._what = what
        self._paint = Painter(theme)
        self._letters = Letters()
        self._surface = pygame.Surface(_SIZE, 0, 32)

    def draw(self) -> pygame.Surface:
        """The whole picture."""
        self._surface.fill(self._paint.colour("panel"))
        below = _POINTS_HEIGHT + _BOTTOM + _HEADING if self._what.scores else 0
        size = _SIZE[0] - _LEFT - _RIGHT, _SIZE[1] - _TOP - _BOTTOM - below
        chances = Axes(Box(_LEFT, _TOP, *size), self._what.turns, 1.0)
        self._title()
        self._chances(chances)
        if self._what.scores:
            self._points(chances.box)
        return self._surface

    def _title(self) -> None:
        room = _SIZE[0] - _LEFT - _RIGHT
        title = self._letters.cut(self._what.title, room, _TITLE, "strong")
        self._write(title, (_LEFT, 32), _TITLE, "text", "strong")
        self._write(self._what.subtitle, (_LEFT, 66), _SMALL, "text_muted")

    # -- the upper diagram

    def _chances(self, axes: Axes) -> None:
        draw_chances(self._paint, self._surface, axes, self._what.chances, 3)
        self._levels(axes, ((0.0, "0 %"), (0.25, ""), (0.5, "50 %"), (0.75, ""), (1.0, "100 %")))
        self._ticks(axes)
        draw_level(self._paint, self._surface, axes, 0.5, 2)
        self._turning_points(axes)
        heading = f"Chance of winning: {self._name(0)} dark, {self._name(1)} light"
        at = (axes.box.right, axes.box.y - 18)
        self._write(heading, at, _SMALL, "text_muted", align="right")

    def _turning_points(self, axes: Axes) -> None:
        """Marks on the curve, then names beside them, where none covers another."""
        points, taken = self._what.turning_points, list[pygame.Rect]()
        for point in points:
            at = axes.at(point.turn, self._what.chances[point.turn])
            draw_turning(self._paint, self._surface, at, 6)
            taken.append(pygame.Rect(round(at[0]) - 9, round(at[1]) - 9, 18, 18))
        for point in points:
            box = self._place(axes, point, taken)
            taken.append(box)
            self._label(point.text, box)

    def _place(self, axes: Axes, point: TurningPoint, taken: list[pygame.Rect]) -> pygame.Rect:
        """Where a name fits. Black's chances have fallen to the mark or risen to it, so below or
        above it there is room; farther away and on the other side there may be some, too.
        """
        x, y = axes.at(point.turn, self._what.chances[point.turn])
        width = self._letters.width(point.text, _TEXT, "strong") + 14
        box = axes.box
        left = min(max(x - width / 2, box.x + 2), box.right - width - 2)
        side = 1 if point.player == "b" else -1
        places = [
            pygame.Rect(round(left), round(y + away - 14), width, 28)
            for steps in range(1, 12)
            for away in (side * 28.0 * steps, -side * 28.0 * steps)
        ]
        inside = [place for place in places if box.y < place.top and place.bottom < box.bottom]
        free = [place for place in inside if place.collidelist(taken) < 0]
        return (free or inside or places)[0]

    # -- the lower diagram

    def _points(self, above: Box) -> None:
        scores = [(score.b, score.w) for score in self._what.scores]
        top, step = top_of(scores)
        y = _SIZE[1] - _BOTTOM - _POINTS_HEIGHT
        box = above._replace(y=y, h=_POINTS_HEIGHT)
        axes = Axes(box, self._what.turns, float(top))
        self._paint.box(self._surface, box, self._paint.colour("panel_raised"))
        self._levels(axes, [(level, str(level)) for level in range(0, top + 1, step)])
        self._ticks(axes)
        draw_scores(self._paint, self._surface, axes, scores, 4)
        heading = f"Points: {self._name(0)} dark, {self._name(1)} light"
        self._write(heading, (box.right, y - 18), _SMALL, "text_muted", align="right")

    # -- axes

    def _levels(self, axes: Axes, levels: Sequence[tuple[float, str]]) -> None:
        for value, text in levels:
            draw_level(self._paint, self._surface, axes, value, 1)
            at = (axes.box.x - 12, axes.at(0, value)[1])
            self._write(text, at, _SMALL, "text_muted", align="right")

    def _ticks(self, axes: Axes) -> None:
        """Numbers of moves, two turns each, as many as there is room for."""
        moves = (axes.last + 1) // 2
        step = next((s for s in (1, 2, 5, 10, 20, 50) if moves / s <= 24), 100)
        for move in range(step, moves + 1, step):
            x, y = axes.at(2 * move - 1, 0.0)
            self._surface.fill(self._paint.colour("text_muted"), (round(x), round(y), 1, 6))
            self._write(str(move), (x, y + 20), _SMALL, "text_muted", align="centre")
        self._write("move", (axes.box.x - 12, axes.box.bottom + 20), _SMALL, "text_muted",
                    align="right")  # fmt: skip

    # -- words

    def _name(self, player: int) -> str:
        return self._letters.cut(self._what.names[player], 260, _SMALL, "text")

    def _label(self, text: str, box: pygame.Rect) -> None:
        self._paint.box(self._surface, Box(*box), self._paint.colour("panel"), 5)
        self._write(text, box.center, _TEXT, "danger", "strong", "centre")

    def _write(
        self, text: str, at: Point, size: float, role: str, weight: Weight = "text",
        align: Align = "left",
    ) -> None:  # fmt: skip
        colour = self._paint.colour(role)
        self._letters.draw(self._surface, text, at, size, weight, colour, align)
