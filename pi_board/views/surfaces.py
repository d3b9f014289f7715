"""The empty boards: squares, rows of holes or lanes between sticks, triangle tiles.

A surface is kept and drawn anew only when its tiles or its size change.
"""

from __future__ import annotations

import pygame

from pi_board.core.game import Player
from pi_board.core.layout import Surface
from pi_board.core.scene import Board, Lane, Role
from pi_board.views.geometry import CORNERS, GUTTER, Grid, Point, grid_of, name
from pi_board.views.layout import Box
from pi_board.views.lettering import Letters, Say
from pi_board.views.marks import Marks
from pi_board.views.paint import Painter
from pi_board.views.stones import stone

COORDINATE = 0.045  # size of coordinates, share of the board's side
LABEL_RISE = 0.027  # their middle above the lower edge; some letters reach below the line
GAP = 0.03  # half the gap between two tiles, share of a tile


def draw_surface(
    paint: Painter, letters: Letters, target: pygame.Surface, board: Board, box: Box
) -> None:
    """Frame, places and coordinates of the empty board."""
    at = Box(0, 0, box.w, box.h)

    def draw(ground: pygame.Surface) -> None:
        grid = grid_of(board, at)
        if not board.bare:
            radius = paint.theme.radius["board"] * box.w * 1.04
            paint.box(ground, at, paint.colour("board_frame"), radius)
        _PLACES[board.surface](paint, ground, board, grid)
        if not board.bare and board.surface in (Surface.SQUARES, Surface.TILES):
            _coordinates(paint, letters, ground, grid, at)

    key = (
        "surface", board.surface, board.columns, board.rows, board.tiles, board.quarter_turns,
        board.bare, board.lane_titles is None,
    )  # fmt: skip
    paint.layer(target, box, key, draw)


def _squares(paint: Painter, ground: pygame.Surface, _: Board, grid: Grid) -> None:
    for column in range(grid.columns):
        for row in range(grid.rows):
            dark = (column + row) % 2 == 0
            colour = paint.colour("loa_dark" if dark else "loa_light")
            ground.fill(colour, cell_box(grid, name(column, row)))


def _holes(paint: Painter, ground: pygame.Surface, board: Board, grid: Grid) -> None:
    width, height = grid.cell_px
    for row in range(grid.rows):
        goal = row in (0, grid.rows - 1)
        colour = paint.colour("linja_goal" if goal else "linja_row")
        paint.box(ground, row_box(grid, row), colour, height * 0.12)
        if board.surface is Surface.HOLES:
            for column in range(grid.columns):
                at = grid.point(name(column, row))
                paint.disc(ground, at, min(width, height) * 0.27, paint.colour("linja_hole"))
    stick = paint.colour("linja_stick")
    for line in range(1, grid.rows):
        y = grid.y + line * height
        paint.stroke(
            ground, ((grid.x - width * 0.1, y), (grid.x + grid.w + width * 0.1, y)),
            max(2.0, height * 0.1), stick,
        )  # fmt: skip


def _tiles(paint: Painter, ground: pygame.Surface, board: Board, grid: Grid) -> None:
    ground.fill(
        paint.colour("connexoh_gap"), (round(grid.x), round(grid.y), round(grid.w), round(grid.h))
    )
    for row in range(grid.rows):
        for column in range(grid.columns):
            tile = board.tiles[row * grid.columns + column]
            draw_tile(paint, ground, tile_box(grid, name(column, row)), tile + grid.quarter_turns)


def draw_tile(paint: Painter, target: pygame.Surface, box: Box, quarter_turns: int) -> None:
    """One tile: two triangles; `quarter_turns` clockwise from the light corner top right."""

    def make() -> pygame.Surface:
        tile = pygame.Surface((box.w, box.h), pygame.SRCALPHA, 32)
        tile.fill(paint.colour("connexoh_dark"))
        x, y = CORNERS[quarter_turns % 4]
        corners = {(sx, sy): ((sx + 1) / 2 * box.w, (1 - sy) / 2 * box.h) for sx, sy in CORNERS}
        light = [corners[x, y], corners[x, -y], corners[-x, y]]
        paint.polygon(tile, light, paint.colour("connexoh_light"))
        return tile

    key = ("tile", box.w, box.h, quarter_turns % 4)
    target.blit(paint.kept(key, make), (box.x, box.y))


_PLACES = {
    Surface.SQUARES: _squares,
    Surface.HOLES: _holes,
    Surface.ROWS: _holes,
    Surface.TILES: _tiles,
}


def cell_box(grid: Grid, site: str) -> Box:
    """The pixels of one place, no gap and no overlap between neighbours."""
    x, y = grid.point(site)
    w, h = grid.cell_px
    left, top = round(x - w / 2), round(y - h / 2)
    return Box(left, top, round(x + w / 2) - left, round(y + h / 2) - top)


def tile_box(grid: Grid, site: str) -> Box:
    """The pixels of one tile without the gap round it."""
    gap = max(1, round(GAP * grid.cell_px[0]))
    return cell_box(grid, site).inset(gap, gap)


def row_box(grid: Grid, row: int) -> Box:
    """The pixels of one of Linja's rows, `row` from 0 at the bottom of the board's own frame."""
    height = grid.cell_px[1]
    _, y = grid.point(name(0, row))
    top, bottom = round(y - height * 0.43), round(y + height * 0.43)
    return Box(round(grid.x), top, round(grid.w), bottom - top)


def _coordinates(
    paint: Painter, letters: Letters, ground: pygame.Surface, grid: Grid, box: Box
) -> None:
    colour, size = paint.colour("coordinate"), COORDINATE * box.w
    across, up = grid.shown
    width, height = grid.cell_px
    for i in range(across):
        x = grid.x + (i + 0.5) * width
        site = grid.site_at((x, grid.y + grid.h - height / 2)) or ""
        label = site[1:] if grid.quarter_turns % 2 else site[:1]
        y = box.h - LABEL_RISE * box.w
        letters.draw(ground, label, (x, y), size, "strong", colour, "centre")
    for i in range(up):
        y = grid.y + (i + 0.5) * height
        site = grid.site_at((grid.x + width / 2, y)) or ""
        label = site[:1] if grid.quarter_turns % 2 else site[1:]
        letters.draw(ground, label, (grid.x / 2, y), size, "strong", colour, "centre")


def draw_lane_notes(
    paint: Painter, letters: Letters, say: Say, target: pygame.Surface, board: Board, box: Box,
    grid: Grid,
) -> None:  # fmt: skip
    """What stands beside Linja's rows: stones in the row, its value, whether it is full."""
    notes = _LaneNotes(paint, letters, say, target, box, grid)
    if board.lanes and board.lane_titles is not None:
        notes.titles(*(say(title) for title in board.lane_titles))
    for lane in board.lanes:
        notes.lane(lane)


class _LaneNotes:
    """The gutters left and right of Linja's rows."""

    def __init__(
        self, paint: Painter, letters: Letters, say: Say, target: pygame.Surface, box: Box,
        grid: Grid,
    ) -> None:  # fmt: skip
        self.paint, self.letters, self.say, self.target = paint, letters, say, target
        self.box, self.grid = box, grid
        self.size = COORDINATE * box.w
        gutter = GUTTER * box.w
        self.left, self.right = box.x + gutter * 0.40, box.right - gutter * 0.46
        self.beside_x = box.x + gutter * 0.78
        cell = min(grid.cell_px) * 0.86
        self.marks = Marks(paint, letters, cell, cell * 0.35)

    def text(self, text: str, at: Point, size: float, role: str) -> None:
        colour = self.paint.colour(role)
        self.letters.draw(self.target, text, at, size, "strong", colour, "centre")

    def titles(self, left: str, right: str) -> None:
        y = (self.box.y + self.grid.y) / 2
        room = 2 * GUTTER * self.box.w * 0.46
        for text, x in ((left, self.left), (right, self.right)):
            size = self.size * 0.92
            size *= min(1.0, room / max(1, self.letters.width(text, size, "strong")))
            half = self.letters.width(text, size, "strong") / 2
            x = min(max(x, self.box.x + half + 4), self.box.right - half - 4)
            self.text(text, (x, y), size, "coordinate")

    def lane(self, lane: Lane) -> None:
        row = row_box(self.grid, lane.row - 1)
        middle = row.y + row.h / 2
        if lane.last:
            self.marks.brackets(self.target, row.centre, (row.w / 0.9, row.h / 0.9))
        if lane.reachable:
            width = max(2.0, self.box.w * 0.0065)
            grown = row.inset(-round(width), -round(width))
            self.paint.frame(self.target, grown, width, self.paint.colour("to"), row.h * 0.15)
        if lane.full:
            self.bars(row)
        role = "full_text" if lane.full else "coordinate"
        text = self.say(lane.full_word) if lane.full and lane.full_word else str(lane.stones)
        self.text(text, (self.left, middle), self.size, role)
        shift = self.size * 0.55 if lane.mark and lane.beside else 0.0
        for i, (player, count) in enumerate(lane.beside):
            y = middle + (i - (len(lane.beside) - 1) / 2) * row.h * 0.5
            self.beside((self.beside_x - shift, y), player, count)
        if lane.mark is not None:
            at = (self.beside_x + shift, middle)
            if lane.mark is Role.HINT:
                self.marks.star(self.target, at, outlined=True)
            else:
                self.marks.disc(self.target, at, "")
        if lane.value:
            self.chip((self.right, middle), str(lane.value))

    def bars(self, row: Box) -> None:
        for x in (row.x, row.right):
            ends = ((x, row.y + row.h * 0.14), (x, row.bottom - row.h * 0.14))
            width = self.box.w * 0.014
            self.paint.stroke(self.target, ends, width * 1.7, self.paint.colour("keyline"))
            self.paint.stroke(self.target, ends, width, self.paint.colour("full_text"))

    def beside(self, at: Point, player: Player, count: int) -> None:
        radius = self.size * 0.46
        stone(self.paint, self.target, at, radius, player)
        if count > 1:
            other = self.paint.colour("second" if player == "b" else "first")
            self.letters.draw(self.target, str(count), at, radius * 1.4, "figures", other, "centre")

    def chip(self, centre: Point, value: str) -> None:
        w, h = round(self.size * 1.75), round(self.size * 1.6)
        box = Box(round(centre[0] - w / 2), round(centre[1] - h / 2), w, h)
        self.paint.box(self.target, box, self.paint.colour("surface"), self.size * 0.3)
        colour = self.paint.colour("text")
        size = self.size * 1.2
        self.letters.draw(self.target, value, centre, size, "figures", colour, "centre")
