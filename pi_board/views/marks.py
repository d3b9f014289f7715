"""The shapes of the roles: each with a keyline of opposite lightness, so it holds on any ground.

`cell` is the side of one place of the board in pixels; all sizes are shares of it, but rings follow
the `radius` of a stone.
"""

from __future__ import annotations

import math

import pygame

from pi_board.core.game import Player
from pi_board.views.layout import Box, Point
from pi_board.views.lettering import Letters
from pi_board.views.paint import Painter
from pi_board.views.stones import NAMES
from pi_board.views.theme import Colour

DASHES = 14


class Marks:
    """Draws markers for places `cell` pixels wide on which stones of `radius` pixels lie."""

    def __init__(self, paint: Painter, letters: Letters, cell: float, radius: float) -> None:
        self.paint, self.letters, self.cell, self.radius = paint, letters, cell, radius
        self.line = max(1.5, paint.theme.stroke["marker"] * cell)
        self.key = max(1.0, paint.theme.stroke["keyline"] * cell)

    def dashed_ring(self, target: pygame.Surface, centre: Point) -> None:
        """From: the place a stone left."""
        radius, width = self.radius * 1.05, self.line * 1.25
        self.paint.ring(target, centre, radius, width + self.key, self.paint.colour("keyline"))
        self.paint.dashes(target, centre, radius, width, self.paint.colour("from"), DASHES)

    def tile_frame(self, target: pygame.Surface, box: Box, role: str) -> None:
        """From or protected, on a tile: a frame inside it."""
        paint, corner = self.paint, self.cell * 0.06
        width = self.line * (0.95 if role == "from" else 0.7)
        paint.frame(target, box, width + 2 * self.key, paint.colour("keyline"), corner)
        inner = box.inset(round(self.key), round(self.key))
        paint.frame(target, inner, width, paint.colour(role), corner)

    def disc(self, target: pygame.Surface, centre: Point, text: str) -> None:
        """To: a place a stone may go to, with the distance in it."""
        radius = min(0.275 * self.cell, self.radius * 0.8)
        self._disc(target, centre, radius, "to")
        self._figure(target, centre, text, self.paint.colour("on_role"), radius * 1.36)

    def number(self, target: pygame.Surface, centre: Point, number: int) -> None:
        """Which of several moves it is, in the colour of arrows; large, for small pictures."""
        radius = 0.42 * self.cell
        self._disc(target, centre, radius, "good")
        self._figure(target, centre, str(number), self.paint.colour("on_role"), radius * 1.6)

    def _disc(self, target: pygame.Surface, centre: Point, radius: float, role: str) -> None:
        self.paint.disc(target, centre, radius + self.key, self.paint.colour("keyline"))
        self.paint.disc(target, centre, radius, self.paint.colour(role))

    def reticle(self, target: pygame.Surface, centre: Point, text: str, of: Player | None) -> None:
        """Capture: a ring with four ticks; the distance stands on the stone."""
        paint, line, key = self.paint, self.line * 1.15, self.key
        radius = self.radius * 1.08
        fill, edge = paint.colour("capture"), paint.colour("keyline")
        near, far = radius - line * 1.25, radius + line * 1.25
        paint.ring(target, centre, radius, line + 2 * key, edge)
        self._ticks(target, centre, near - key, far + key, line + 2 * key, edge)
        paint.ring(target, centre, radius, line, fill)
        self._ticks(target, centre, near - key, far + key, line + 2 * key, edge)
        self._ticks(target, centre, near, far, line, fill)
        colour = paint.colour("text" if of is None else f"on_{NAMES[of]}")
        self._figure(target, centre, text, colour, self.radius * 1.05)

    def _ticks(
        self, target: pygame.Surface, centre: Point, near: float, far: float, width: float,
        colour: Colour,
    ) -> None:  # fmt: skip
        middle = (round(centre[0]), round(centre[1]))
        half = width / 2
        for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            corners = [
                (middle[0] + dx * along - dy * across, middle[1] + dy * along + dx * across)
                for along, across in ((near, -half), (far, -half), (far, half), (near, half))
            ]
            self.paint.polygon(target, corners, colour)

    def cross(self, target: pygame.Surface, centre: Point, swell: float = 1.0) -> None:
        """Wrong: a cross with a white and a dark edge, `swell` times its usual size."""
        paint = self.paint
        arm = 0.215 * self.cell * swell
        width = arm * 0.62
        lines = [
            [(centre[0] - arm, centre[1] - arm), (centre[0] + arm, centre[1] + arm)],
            [(centre[0] - arm, centre[1] + arm), (centre[0] + arm, centre[1] - arm)],
        ]
        key = self.key
        paint.strokes(target, lines, width + 4.4 * key, paint.colour("wrong_outer"))
        paint.strokes(target, lines, width + 2.4 * key, paint.colour("wrong_keyline"))
        paint.strokes(target, lines, width, paint.colour("wrong"))

    def star(self, target: pygame.Surface, centre: Point, outlined: bool) -> None:
        """Hint: filled on the stone to move, outlined where it should go."""
        paint = self.paint
        outer = 0.27 * self.cell
        points = star_points(centre, outer)
        paint.polygon(target, points, paint.colour("keyline"), 2 * self.key)
        paint.polygon(target, points, paint.colour("hint"), 0.4 * self.key)
        if outlined:
            paint.polygon(target, star_points(centre, outer * 0.5), paint.colour("keyline"))

    def brackets(self, target: pygame.Surface, centre: Point, size: tuple[float, float]) -> None:
        """Last move: corner brackets at its two ends."""
        paint = self.paint
        reach, length = 0.45, 0.21
        lines = []
        for sx in (-1, 1):
            for sy in (-1, 1):
                x, y = centre[0] + sx * reach * size[0], centre[1] + sy * reach * size[1]
                inward = min(size) * length
                lines.append([(x - sx * inward, y), (x, y), (x, y - sy * inward)])
        width = max(1.6, self.line * 0.72)
        paint.strokes(target, lines, width + 2 * self.key, paint.colour("keyline"))
        paint.strokes(target, lines, width, paint.colour("last_move"))

    def counted(self, target: pygame.Surface, centre: Point, of: Player) -> None:
        """Counted: a ring on the stone."""
        radius = self.radius * 0.54
        other = self.paint.colour(NAMES[of])
        self.paint.ring(target, centre, radius, self.line * 1.1 + self.key, other)
        colour = self.paint.colour(f"counted_{NAMES[of]}")
        self.paint.ring(target, centre, radius, self.line * 1.1, colour)

    def arrow(
        self, target: pygame.Surface, start: Point, end: Point, share: float = 1.0,
        width: float = 1.0,
    ) -> None:  # fmt: skip
        """From beside `start` to beside `end`, `width` times as wide as usual.

        `share` of it (0 to 1) is drawn, for the moment it takes to draw itself.
        """
        length = math.dist(start, end)
        line, clear = self.line * width, self.radius * 0.75
        if length <= 2 * clear or share <= 0:
            return
        ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
        reach = clear + (length - 2 * clear) * share
        tail = (start[0] + ux * (clear + line), start[1] + uy * (clear + line))
        tip = (start[0] + ux * reach, start[1] + uy * reach)
        head = line * 3.1
        neck = (tip[0] - ux * head, tip[1] - uy * head)
        wings = [
            tip,
            (neck[0] - uy * head * 0.62, neck[1] + ux * head * 0.62),
            (neck[0] + uy * head * 0.62, neck[1] - ux * head * 0.62),
        ]
        self._shaft(target, [tail, neck], wings, line * 1.35)

    def spin(self, target: pygame.Surface, centre: Point, quarters: int) -> None:
        """A tile to turn, clockwise by so many quarters: an arc with a head, above the middle."""
        radius, sign = 0.31 * self.cell, -1 if quarters == 3 else 1
        half = math.radians(60 if quarters != 2 else 105)
        head = self.line * 3.1
        start, end = -math.pi / 2 - sign * half, -math.pi / 2 + sign * (half - head / radius / 2)
        arc = [_around(centre, radius, start + (end - start) * share) for share in shares(24)]
        tip = _around(centre, radius * 1.02, end + sign * head / radius)
        wings = [tip, *(_around(centre, radius + side * head * 0.62, end) for side in (1, -1))]
        self._shaft(target, arc, wings, self.line * 1.35)

    def _shaft(
        self, target: pygame.Surface, line: list[Point], wings: list[Point], width: float
    ) -> None:
        paint, edge, fill = self.paint, self.paint.colour("keyline"), self.paint.colour("good")
        paint.stroke(target, line, width + 2 * self.key, edge)
        paint.polygon(target, wings, edge, self.key)
        paint.stroke(target, line, width, fill)
        paint.polygon(target, wings, fill)

    def shield(self, target: pygame.Surface, centre: Point, height: float | None = None) -> None:
        """Protected: a shield with a keyhole."""
        height = 0.36 * self.cell if height is None else height
        paint = self.paint
        edge, fill = paint.colour("keyline"), paint.colour("last_move")
        points = shield_points(centre, height)
        paint.polygon(target, points, edge, height * 0.07)
        paint.polygon(target, points, fill)
        x, y = centre
        paint.disc(target, (x, y - height * 0.08), height * 0.12, edge)
        paint.stroke(target, ((x, y), (x, y + height * 0.16)), height * 0.1, edge)

    def _figure(
        self, target: pygame.Surface, centre: Point, text: str, colour: Colour, size: float
    ) -> None:
        self.letters.draw(target, text, centre, size, "figures", colour, "centre")


def star_points(centre: Point, outer: float) -> list[Point]:
    """The ten corners of a five-pointed star, one point up."""
    points = []
    for i in range(10):
        radius = outer if i % 2 == 0 else outer * 0.45
        angle = math.pi * (i / 5 - 0.5)
        points.append((centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle)))
    return points


def shield_points(centre: Point, height: float) -> list[Point]:
    """The outline of a shield of `height`, wider above."""
    x, y = centre
    top, half = y - height / 2, height * 0.42
    left = [(x - half * (1 - t**2.6), top + height * (0.4 + 0.6 * t)) for t in shares(8)]
    right = [(2 * x - px, py) for px, py in reversed(left)]
    return [(x, top), (x - half * 0.5, top + height * 0.09), (x - half, top + height * 0.1),
            *left, *right, (x + half, top + height * 0.1),
            (x + half * 0.5, top + height * 0.09)]  # fmt: skip


def _around(centre: Point, radius: float, angle: float) -> Point:
    return centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle)


def shares(count: int) -> list[float]:
    """So many numbers from 0 to 1, evenly spread."""
    return [i / (count - 1) for i in range(count)]
