"""What the program sees: the camera picture with the grid, each site's label and its certainty."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

import pygame

from pi_board.core.game import PLAYERS, Player
from pi_board.core.layout import column_and_row
from pi_board.core.scene import DOUBTFUL, CameraPicture, SiteReading
from pi_board.core.stones import stones_of
from pi_board.views.desk import Desk
from pi_board.views.geometry import CORNERS
from pi_board.views.layout import Box, Point
from pi_board.views.stones import stone
from pi_board.views.surfaces import draw_tile

# how a site's stones lie on a tile of which the corner `CORNERS` names is the light one
HALVES: tuple[tuple[Player, int], ...] = (("w", 1), ("b", -1))
_LANE = re.compile(r"(\d+)b(\d+)w")


@dataclass(frozen=True, slots=True)
class Pixels:
    """A picture: `rgb` holds ``height * width * 3`` bytes, row by row from the top."""

    width: int
    height: int
    rgb: bytes


def draw_camera(
    desk: Desk, target: pygame.Surface, camera: CameraPicture, pixels: Pixels, box: Box
) -> None:
    """The part of the picture round the board, as large as it fits, and what was read there."""
    desk.paint.box(target, box, desk.colour("panel"), desk.radius("board"))
    crop = _crop(camera, pixels)
    scale = min(box.w / crop.w, box.h / crop.h)
    image = pygame.image.frombuffer(pixels.rgb, (pixels.width, pixels.height), "RGB")
    part = image.subsurface(crop)
    shown = pygame.transform.smoothscale(part, (round(crop.w * scale), round(crop.h * scale)))
    left, top = box.x + (box.w - shown.get_width()) // 2, box.y + (box.h - shown.get_height()) // 2
    target.blit(shown, (left, top))
    if len(camera.corners_px) != 4:
        return
    a1, top_left, top_right, bottom_right = (
        (left + (x - crop.x) * scale, top + (y - crop.y) * scale) for x, y in camera.corners_px
    )
    view = _Projection(a1, bottom_right, top_right, top_left)
    _grid(desk, target, camera, view)
    for sight in camera.sights:
        _sight(desk, target, camera, view, sight)


def _crop(camera: CameraPicture, pixels: Pixels) -> Box:
    """The board with a little round it; the whole picture while no board is known."""
    if len(camera.corners_px) != 4:
        return Box(0, 0, pixels.width, pixels.height)
    xs, ys = zip(*camera.corners_px, strict=True)
    margin = 0.06 * max(max(xs) - min(xs), max(ys) - min(ys))
    left, right = max(0, int(min(xs) - margin)), min(pixels.width, int(max(xs) + margin))
    top, bottom = max(0, int(min(ys) - margin)), min(pixels.height, int(max(ys) + margin))
    if right - left < 8 or bottom - top < 8:
        return Box(0, 0, pixels.width, pixels.height)
    return Box(left, top, right - left, bottom - top)


class _Projection:
    """The unit square to a quadrilateral (0,0), (1,0), (1,1), (0,1) of pixels.

    P. Heckbert, Fundamentals of Texture Mapping and Image Warping (1989), section 2.2.3.
    """

    def __init__(self, p0: Point, p1: Point, p2: Point, p3: Point) -> None:
        dx1, dx2, dx3 = p1[0] - p2[0], p3[0] - p2[0], p0[0] - p1[0] + p2[0] - p3[0]
        dy1, dy2, dy3 = p1[1] - p2[1], p3[1] - p2[1], p0[1] - p1[1] + p2[1] - p3[1]
        area = dx1 * dy2 - dx2 * dy1 or 1e-9
        self.g, self.h = (dx3 * dy2 - dx2 * dy3) / area, (dx1 * dy3 - dx3 * dy1) / area
        self.ax, self.bx, self.cx = (
            p1[0] - p0[0] + self.g * p1[0], p3[0] - p0[0] + self.h * p3[0], p0[0],
        )  # fmt: skip
        self.ay, self.by, self.cy = (
            p1[1] - p0[1] + self.g * p1[1], p3[1] - p0[1] + self.h * p3[1], p0[1],
        )  # fmt: skip

    def at(self, u: float, v: float) -> Point:
        """The pixel of (u, v), u along row 1 and v up."""
        w = self.g * u + self.h * v + 1
        return (
            (self.ax * u + self.bx * v + self.cx) / w,
            (self.ay * u + self.by * v + self.cy) / w,
        )


def _grid(desk: Desk, target: pygame.Surface, camera: CameraPicture, view: _Projection) -> None:
    lanes = any(_LANE.fullmatch(sight.label) for sight in camera.sights)
    columns = 1 if lanes else camera.columns
    lines = [[view.at(i / columns, 0), view.at(i / columns, 1)] for i in range(columns + 1)] + [
        [view.at(0, i / camera.rows), view.at(1, i / camera.rows)] for i in range(camera.rows + 1)
    ]
    width = max(1.5, desk.unit * 0.004)
    desk.paint.strokes(target, lines, width * 2, desk.colour("keyline"), 150)
    desk.paint.strokes(target, lines, width, desk.colour("good"))


def _sight(
    desk: Desk, target: pygame.Surface, camera: CameraPicture, view: _Projection, sight: SiteReading
) -> None:
    """What was read at a site, small, in the drawing of the board; how sure it is, if it is not."""
    column, row = column_and_row(sight.site)
    u, v = (column + 0.5) / camera.columns, (row + 0.5) / camera.rows
    at = view.at(u, v)
    beside, above = view.at(u + 1 / camera.columns, v), view.at(u, v + 1 / camera.rows)
    cell = min(math.dist(at, beside), math.dist(at, above))
    if sight.covered:
        line = ((at[0] - cell * 0.25, at[1]), (at[0] + cell * 0.25, at[1]))
        desk.paint.stroke(target, line, cell * 0.2, desk.colour("keyline"))
        desk.paint.stroke(target, line, cell * 0.12, desk.colour("warning"))
        return
    if lane := _LANE.fullmatch(sight.label):
        _counts(desk, target, lane, view.at(0.5, v), cell)
    else:
        _label(desk, target, sight.label, at, cell)
    if sight.certainty < DOUBTFUL:
        _doubt(desk, target, round(100 * sight.certainty), (at[0], at[1] - cell * 0.34))


def _label(desk: Desk, target: pygame.Surface, label: str, at: Point, cell: float) -> None:
    radius = max(4.0, cell * 0.17)
    on = stones_of(label)
    if on.turned >= 0:
        side = round(radius * 2.4)
        tile = Box(round(at[0] - side / 2), round(at[1] - side / 2), side, side)
        desk.paint.box(target, tile.inset(-1, -1), desk.colour("keyline"))
        draw_tile(desk.paint, target, tile, on.turned)
    x, y = CORNERS[on.turned] if on.turned >= 0 else (0, 0)
    for player, sign in HALVES:
        if on.of(player):
            middle = (at[0] + sign * x * radius * 0.5, at[1] - sign * y * radius * 0.5)
            desk.paint.ring(target, middle, radius, radius * 0.5, desk.colour("good"))
            stone(desk.paint, target, middle, radius, player)


def _counts(
    desk: Desk, target: pygame.Surface, lane: re.Match[str], at: Point, cell: float
) -> None:
    """How many stones of each player were read in a lane, in its middle."""
    size = max(desk.size("caption") * 0.8, cell * 0.3)
    w, h = round(size * 5.2), round(size * 1.35)
    tag = Box(round(at[0] - w / 2), round(at[1] - h / 2), w, h)
    desk.paint.box(target, tag, desk.colour("surface"), size * 0.3)
    for i, (player, count) in enumerate(zip(PLAYERS, lane.groups(), strict=True)):
        x = tag.x + (0.12 + 0.5 * i) * w
        stone(desk.paint, target, (x + size * 0.2, at[1]), size * 0.36, player)
        place = (x + size * 0.8, at[1])
        desk.letters.draw(target, count, place, size, "strong", desk.colour("text"))


def _doubt(desk: Desk, target: pygame.Surface, percent: int, at: Point) -> None:
    size = desk.size("caption") * 0.8
    text = f"{percent}%"
    w, h = desk.letters.width(text, size, "strong") + size * 0.5, size * 1.2
    tag = Box(round(at[0] - w / 2), round(at[1] - h / 2), round(w), round(h))
    desk.paint.box(target, tag, desk.colour("surface"), size * 0.25)
    desk.letters.draw(target, text, tag.centre, size, "strong", desk.colour("warning"), "centre")
