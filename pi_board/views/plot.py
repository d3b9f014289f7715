"""A whole game as a picture: Black's probability of winning after every turn, the turning points,
and below it the points of both players where a game has points.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pygame

from pi_board.core.errors import EnvironmentFault
from pi_board.core.game import Player, Score
from pi_board.views.lettering import Align, Letters, Weight
from pi_board.views.theme import Colour, Theme, mix, read_theme

_SIZE = (1280, 720)
_POINTS_HEIGHT = 170  # of the lower diagram, if there is one
_HEADING = 28  # room above it
_LEFT, _RIGHT, _TOP, _BOTTOM = 84, 36, 92, 52
_TEXT, _SMALL, _TITLE = 21.0, 17.0, 30.0
_SMOOTH = 2  # drawn so many times as large, then made smaller

Point = tuple[float, float]


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
    turning_points: tuple[TurningPoint, ...] = ()
    scores: tuple[Score, ...] = ()

    @property
    def turns(self) -> int:
        """How many turns were played."""
        return max(0, len(self.chances) - 1)


@dataclass(frozen=True, slots=True)
class _Frame:
    """Where a diagram lies, in pixels, and what it shows: turns across, `low` to `high` up."""

    x: float
    y: float
    width: float
    height: float
    turns: int
    low: float
    high: float

    def at(self, turn: float, value: float) -> Point:
        share = (value - self.low) / (self.high - self.low)
        return (self.x + self.width * turn / max(1, self.turns), self.y + self.height * (1 - share))


def save_plot(what: GamePlot, path: Path, theme_name: str = "light") -> None:
    """Draw a game into a PNG file. Raises EnvironmentFault when it cannot be written."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    surface = _Plot(what, read_theme(theme_name)).draw()
    try:
        with path.open("wb") as file:
            pygame.image.save(surface, file, "plot.png")
    except OSError as error:
        raise EnvironmentFault(f"cannot write {path}: {error.strerror}") from error


class _Plot:
    """Draws one game."""

    def __init__(self, what: GamePlot, theme: Theme) -> None:
        self._what = what
        self._theme = theme
        self._letters = Letters()
        self._surface = pygame.Surface((_SIZE[0] * _SMOOTH, _SIZE[1] * _SMOOTH), 0, 32)

    def draw(self) -> pygame.Surface:
        """The whole picture."""
        self._surface.fill(self._colour("panel"))
        below = _POINTS_HEIGHT + _BOTTOM + _HEADING if self._what.scores else 0
        height = _SIZE[1] - _TOP - _BOTTOM - below
        width = _SIZE[0] - _LEFT - _RIGHT
        chances = _Frame(_LEFT, _TOP, width, height, self._what.turns, 0.0, 1.0)
        self._title()
        self._chances(chances)
        if self._what.scores:
            self._points(chances)
        return pygame.transform.smoothscale(self._surface, _SIZE)

    def _title(self) -> None:
        room = (_SIZE[0] - _LEFT - _RIGHT) * _SMOOTH
        title = self._letters.cut(self._what.title, room, _TITLE * _SMOOTH, "strong")
        self._write(title, (_LEFT, 32), _TITLE, "text", "strong")
        self._write(self._what.subtitle, (_LEFT, 66), _SMALL, "text_muted")

    # -- the upper diagram

    def _chances(self, frame: _Frame) -> None:
        line = [frame.at(turn, value) for turn, value in enumerate(self._what.chances)]
        ground = self._colour("panel_raised")
        self._box(frame, mix(ground, self._colour("second"), 0.75))
        low = frame.at(0, 0.0), frame.at(frame.turns, 0.0)
        if len(line) > 1:
            self._polygon([low[0], *line, low[1]], mix(ground, self._colour("first"), 0.8))
        self._levels(frame, ((0.0, "0 %"), (0.25, ""), (0.5, "50 %"), (0.75, ""), (1.0, "100 %")))
        self._ticks(frame)
        self._lines(line, self._colour("turn_danger" if self._is_dark else "good"), 3)
        for point in self._what.turning_points:
            self._turning_point(frame, point)
        heading = f"{self._name(0)}'s chance of winning"
        self._write(heading, (frame.x + frame.width, frame.y - 18), _SMALL, "text_muted",
                    align="right")  # fmt: skip

    @property
    def _is_dark(self) -> bool:
        return self._theme.name == "dark"

    def _turning_point(self, frame: _Frame, point: TurningPoint) -> None:
        """Black's chances have fallen to it or risen to it, so below or above it there is room."""
        x, y = frame.at(point.turn, self._what.chances[point.turn])
        self._disc((x, y), 8, self._colour("keyline"))
        self._disc((x, y), 6, self._colour("wrong"))
        away = 28.0 if point.player == "b" else -28.0
        inside = frame.y + 20 < y + away < frame.y + frame.height - 20
        self._label(point.text, (x, y + away if inside else y - away), frame)

    # -- the lower diagram

    def _points(self, above: _Frame) -> None:
        scores = self._what.scores
        highest = max(max(score.b, score.w) for score in scores)
        step = next(step for step in (5, 10, 20, 50, 100) if highest <= 4 * step)
        top = step * max(1, -(-highest // step))
        y = _SIZE[1] - _BOTTOM - _POINTS_HEIGHT
        frame = _Frame(above.x, y, above.width, _POINTS_HEIGHT, above.turns, 0.0, float(top))
        self._box(frame, self._colour("panel_raised"))
        self._levels(frame, [(level, str(level)) for level in range(0, top + 1, step)])
        self._ticks(frame)
        rim = self._colour("text_muted")
        for values, colour in (
            ([float(score.b) for score in scores], self._colour("first")),
            ([float(score.w) for score in scores], self._colour("second")),
        ):
            line = [frame.at(turn, value) for turn, value in enumerate(values)]
            self._lines(line, rim, 6)
            self._lines(line, colour, 4)
        heading = f"Points: {self._name(0)} dark, {self._name(1)} light"
        self._write(heading, (frame.x + frame.width, y - 18), _SMALL, "text_muted", align="right")

    # -- axes

    def _levels(self, frame: _Frame, levels: Sequence[tuple[float, str]]) -> None:
        for value, text in levels:
            left, right = frame.at(0, value), frame.at(frame.turns, value)
            self._lines([left, right], self._colour("button_edge"), 2 if value == 0.5 else 1)
            self._write(text, (frame.x - 12, left[1]), _SMALL, "text_muted", align="right")

    def _ticks(self, frame: _Frame) -> None:
        """Numbers of moves, two turns each, as many as there is room for."""
        moves = (frame.turns + 1) // 2
        step = next((s for s in (1, 2, 5, 10, 20, 50) if moves / s <= 24), 100)
        for move in range(step, moves + 1, step):
            x, y = frame.at(2 * move - 1, frame.low)
            self._lines([(x, y), (x, y + 6)], self._colour("text_muted"), 1)
            self._write(str(move), (x, y + 20), _SMALL, "text_muted", align="centre")

    # -- strokes, in pixels of the picture

    def _colour(self, role: str) -> Colour:
        return self._theme.colour(role)

    def _name(self, player: int) -> str:
        return self._letters.cut(self._what.names[player], 260 * _SMOOTH, _SMALL * _SMOOTH, "text")

    def _box(self, frame: _Frame, colour: Colour) -> None:
        box = tuple(round(v * _SMOOTH) for v in (frame.x, frame.y, frame.width, frame.height))
        pygame.draw.rect(self._surface, colour, box)

    def _polygon(self, points: list[Point], colour: Colour) -> None:
        pygame.draw.polygon(self._surface, colour, _scaled(points))

    def _lines(self, points: list[Point], colour: Colour, width: int) -> None:
        if len(points) > 1:
            pygame.draw.lines(self._surface, colour, False, _scaled(points), width * _SMOOTH)

    def _disc(self, centre: Point, radius: float, colour: Colour) -> None:
        pygame.draw.circle(self._surface, colour, _scaled([centre])[0], radius * _SMOOTH)

    def _label(self, text: str, centre: Point, frame: _Frame) -> None:
        """A label as near to `centre` as the diagram's sides allow."""
        width = self._letters.width(text, _TEXT * _SMOOTH, "strong") / _SMOOTH + 14
        left = min(max(centre[0] - width / 2, frame.x + 2), frame.x + frame.width - width - 2)
        box = [left, centre[1] - 14, width, 28]
        pygame.draw.rect(self._surface, self._colour("panel"), [v * _SMOOTH for v in box], 0, 10)
        self._write(text, (left + width / 2, centre[1]), _TEXT, "danger", "strong", "centre")

    def _write(
        self,
        text: str,
        at: Point,
        size: float,
        role: str,
        weight: Weight = "text",
        align: Align = "left",
    ) -> None:
        point = (at[0] * _SMOOTH, at[1] * _SMOOTH)
        self._letters.draw(
            self._surface, text, point, size * _SMOOTH, weight, self._colour(role), align
        )


def _scaled(points: list[Point]) -> list[Point]:
    return [(x * _SMOOTH, y * _SMOOTH) for x, y in points]
