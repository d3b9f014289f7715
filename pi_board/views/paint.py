"""Smooth shapes for pygame, which draws only jagged ones.

Each shape has one colour: it is drawn four times as large on a transparent ground of that same
colour and scaled down, so its edge fades without a fringe. Shapes that come back (discs, rings,
stones) are kept. Points are (x, y) in pixels and may be fractions.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from itertools import pairwise

import pygame

from pi_board.views.layout import Box, Point
from pi_board.views.theme import Colour, Theme

Draw = Callable[[pygame.Surface, float], None]

FINE, COARSE = 4, 2
LARGE_PX = 640  # beyond this a shape is drawn only twice as large: its steps cannot be seen
KEPT = 600  # shapes kept before all are dropped
LAYERS = 12  # large layers kept: what stands on the board now, and on the one before


class Painter:
    """Draws on surfaces in the colours of one theme and keeps the shapes it has made."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self._kept: dict[Hashable, pygame.Surface] = {}
        self._layers: OrderedDict[Hashable, pygame.Surface] = OrderedDict()

    def colour(self, role: str) -> Colour:
        """The theme's colour of `role`."""
        return self.theme.colours[role]

    def kept(self, key: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """The surface made for `key` before, or now."""
        found = self._kept.get(key)
        if found is None:
            if len(self._kept) >= KEPT:
                self._kept.clear()
            found = self._kept[key] = make()
        return found

    def layer(
        self,
        target: pygame.Surface,
        box: Box,
        key: Hashable,
        draw: Callable[[pygame.Surface], None],
    ) -> None:
        """What `draw` puts on a transparent surface of the size of `box` (its origin at the box's),
        kept while it is among the last few: stones can move over it without its being drawn again.
        """
        found = self._layers.pop((key, box), None)
        if found is None:
            found = pygame.Surface((box.w, box.h), pygame.SRCALPHA, 32)
            draw(found)
        self._layers[key, box] = found
        while len(self._layers) > LAYERS:
            self._layers.popitem(last=False)
        target.blit(found, (box.x, box.y))

    # -- round things, centred on a whole pixel so that they stay concentric ------------------

    def disc(self, target: pygame.Surface, centre: Point, radius: float, colour: Colour) -> None:
        """A filled circle."""

        def draw(surface: pygame.Surface, scale: float) -> None:
            middle = surface.get_width() / 2
            pygame.draw.circle(surface, colour, (middle, middle), radius * scale)

        self.stamp(target, centre, ("disc", radius, colour), radius, colour, draw)

    def ring(
        self, target: pygame.Surface, centre: Point, radius: float, width: float, colour: Colour
    ) -> None:
        """A circle line of `width` whose middle has `radius`."""

        def draw(surface: pygame.Surface, scale: float) -> None:
            middle = surface.get_width() / 2
            outer = (radius + width / 2) * scale
            pygame.draw.circle(surface, colour, (middle, middle), outer, round(width * scale))

        self.stamp(target, centre, ("ring", radius, width, colour), radius + width, colour, draw)

    def dashes(
        self, target: pygame.Surface, centre: Point, radius: float, width: float, colour: Colour,
        count: int,
    ) -> None:  # fmt: skip
        """`count` dashes on a circle of `radius`, as long as the gaps between them."""

        def draw(surface: pygame.Surface, scale: float) -> None:
            middle = surface.get_width() / 2
            for i in range(count):
                a, b = (2 * math.pi * (i + f) / count for f in (0.0, 0.56))
                points = [
                    (middle + r * scale * math.cos(t), middle + r * scale * math.sin(t))
                    for r, angles in (
                        (radius - width / 2, (a, (a + b) / 2, b)),
                        (radius + width / 2, (b, (a + b) / 2, a)),
                    )
                    for t in angles
                ]
                pygame.draw.polygon(surface, colour, points)

        key = ("dashes", radius, width, colour, count)
        self.stamp(target, centre, key, radius + width, colour, draw)

    def stamp(
        self, target: pygame.Surface, centre: Point, key: Hashable, radius: float, colour: Colour,
        draw: Draw,
    ) -> None:  # fmt: skip
        """A kept square shape of half side `radius`, drawn about its middle by `draw`."""
        half = math.ceil(radius) + 1
        sprite = self.kept(key, lambda: _smooth((2 * half, 2 * half), colour, draw))
        target.blit(sprite, (round(centre[0]) - half, round(centre[1]) - half))

    # -- shapes given by their points ---------------------------------------------------------

    def polygon(
        self, target: pygame.Surface, points: Sequence[Point], colour: Colour, outline: float = 0.0
    ) -> None:
        """A filled polygon; `outline` makes it larger by so much on every side, corners rounded."""

        def draw(surface: pygame.Surface, shifted: Sequence[Point], scale: float) -> None:
            pygame.draw.polygon(surface, colour, shifted)
            if outline:
                _thick(surface, [*shifted, shifted[0]], 2 * outline * scale, colour)

        self._patch(target, points, outline, colour, draw)

    def stroke(
        self, target: pygame.Surface, points: Sequence[Point], width: float, colour: Colour
    ) -> None:
        """A line through `points` with round ends and joints."""
        self.strokes(target, (points,), width, colour)

    def strokes(
        self, target: pygame.Surface, lines: Sequence[Sequence[Point]], width: float,
        colour: Colour, alpha: int = 255,
    ) -> None:  # fmt: skip
        """Several lines as one layer of one opacity (0 to 255), so crossings do not show."""

        def draw(surface: pygame.Surface, shifted: Sequence[Point], scale: float) -> None:
            at = 0
            for line in lines:
                _thick(surface, shifted[at : at + len(line)], width * scale, colour)
                at += len(line)

        points = [point for line in lines for point in line]
        self._patch(target, points, width / 2, colour, draw, alpha)

    def _patch(
        self, target: pygame.Surface, points: Sequence[Point], margin: float, colour: Colour,
        draw: Callable[[pygame.Surface, Sequence[Point], float], None], alpha: int = 255,
    ) -> None:  # fmt: skip
        if not points:
            return
        left = math.floor(min(x for x, _ in points) - margin) - 1
        top = math.floor(min(y for _, y in points) - margin) - 1
        right = math.ceil(max(x for x, _ in points) + margin) + 1
        bottom = math.ceil(max(y for _, y in points) + margin) + 1

        def shifted(surface: pygame.Surface, scale: float) -> None:
            moved = [((x - left) * scale, (y - top) * scale) for x, y in points]
            draw(surface, moved, scale)

        patch = _smooth((right - left, bottom - top), colour, shifted)
        if alpha < 255:
            patch.set_alpha(alpha)
        target.blit(patch, (left, top))

    # -- boxes --------------------------------------------------------------------------------

    def box(
        self, target: pygame.Surface, box: Box, colour: Colour, radius: float = 0.0,
        edge: Colour | None = None, edge_width: float = 0.0,
    ) -> None:  # fmt: skip
        """A filled box with round corners, and an edge inside it where `edge` is given."""
        if edge is not None and edge_width > 0:
            self.box(target, box, edge, radius)
            width = max(1, round(edge_width))
            self.box(target, box.inset(width, width), colour, max(0.0, radius - width))
            return
        r = min(math.ceil(radius), box.w // 2, box.h // 2)
        target.fill(colour, (box.x + r, box.y, box.w - 2 * r, box.h))
        target.fill(colour, (box.x, box.y + r, box.w, box.h - 2 * r))
        if r > 0:
            self._corners(target, box, r, colour)

    def _corners(self, target: pygame.Surface, box: Box, r: int, colour: Colour) -> None:
        def draw(surface: pygame.Surface, scale: float) -> None:
            pygame.draw.circle(surface, colour, (r * scale, r * scale), r * scale)

        disc = self.kept(("corner", r, colour), lambda: _smooth((2 * r, 2 * r), colour, draw))
        for x, left in ((box.x, 0), (box.right - r, r)):
            for y, top in ((box.y, 0), (box.bottom - r, r)):
                target.blit(disc, (x, y), (left, top, r, r))

    def frame(
        self, target: pygame.Surface, box: Box, width: float, colour: Colour, radius: float
    ) -> None:
        """A box line of `width` inside `box` with round corners, nothing in the middle."""

        def draw(surface: pygame.Surface, scale: float) -> None:
            pygame.draw.rect(
                surface, colour, surface.get_rect(), round(width * scale), round(radius * scale)
            )

        key = ("frame", box.w, box.h, width, colour, radius)
        target.blit(self.kept(key, lambda: _smooth((box.w, box.h), colour, draw)), (box.x, box.y))


def _smooth(size: tuple[int, int], colour: Colour, draw: Draw) -> pygame.Surface:
    scale = FINE if max(size) <= LARGE_PX else COARSE
    large = pygame.Surface((size[0] * scale, size[1] * scale), pygame.SRCALPHA, 32)
    large.fill((*colour, 0))
    draw(large, scale)
    return pygame.transform.smoothscale(large, size)


def _thick(surface: pygame.Surface, points: Sequence[Point], width: float, colour: Colour) -> None:
    half = width / 2
    for point in points:
        pygame.draw.circle(surface, colour, point, half)
    for (x1, y1), (x2, y2) in pairwise(points):
        length = math.hypot(x2 - x1, y2 - y1)
        if length > 0:
            nx, ny = -(y2 - y1) / length * half, (x2 - x1) / length * half
            corners = (
                (x1 + nx, y1 + ny),
                (x2 + nx, y2 + ny),
                (x2 - nx, y2 - ny),
                (x1 - nx, y1 - ny),
            )
            pygame.draw.polygon(surface, colour, corners)
