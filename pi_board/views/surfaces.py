"""The empty boards: squares, rows of holes or lanes between sticks, triangle tiles.

A surface is kept and drawn anew only when its tiles or its size change.
"""

from __future__ import annotations

import pygame

from pi_board.core.layout import Surface, site_name
from pi_board.core.scene import Board
from pi_board.views.geometry import CORNERS, Grid, grid_of
from pi_board.views.layout import Box
from pi_board.views.lettering import Letters
from pi_board.views.paint import Painter

COORDINATE = 0.05  # size of coordinates, share of the board's side
LARGER = 1.12  # for larger text so many times as much: the frame has room for no more
LABEL_RISE = 0.029  # their middle from the edge; some letters reach below the line
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
            ground.fill(colour, cell_box(grid, site_name(column, row)))


def _holes(paint: Painter, ground: pygame.Surface, board: Board, grid: Grid) -> None:
    width, height = grid.cell_px
    across = width if grid.quarter_turns % 2 else height
    for row in range(grid.rows):
        goal = row in (0, grid.rows - 1)
        colour = paint.colour("linja_goal" if goal else "linja_row")
        paint.box(ground, row_box(grid, row), colour, across * 0.12)
        if board.surface is Surface.HOLES:
            for column in range(grid.columns):
                at = grid.point(site_name(column, row))
                paint.disc(ground, at, min(width, height) * 0.27, paint.colour("linja_hole"))
    stick, last = paint.colour("linja_stick"), grid.columns - 1
    for row in range(1, grid.rows):
        ends = (
            grid.point(site_name(0, row), -0.6, -0.5),
            grid.point(site_name(last, row), 0.6, -0.5),
        )
        paint.stroke(ground, ends, max(2.0, across * 0.1), stick)


def _tiles(paint: Painter, ground: pygame.Surface, board: Board, grid: Grid) -> None:
    ground.fill(
        paint.colour("connexoh_gap"), (round(grid.x), round(grid.y), round(grid.w), round(grid.h))
    )
    for site, tile in enumerate(board.tiles):  # none while the board is not seen yet
        row, column = divmod(site, grid.columns)
        draw_tile(paint, ground, tile_box(grid, site_name(column, row)), tile + grid.quarter_turns)


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
    first, last = site_name(0, row), site_name(grid.columns - 1, row)
    ends = grid.point(first, -0.5, -0.43), grid.point(last, 0.5, 0.43)
    (left, right), (top, bottom) = (sorted(map(round, both)) for both in zip(*ends, strict=True))
    return Box(left, top, right - left, bottom - top)


def _coordinates(
    paint: Painter, letters: Letters, ground: pygame.Surface, grid: Grid, box: Box
) -> None:
    colour, larger = paint.colour("coordinate"), min(LARGER, paint.theme.text)
    size = COORDINATE * larger * box.w
    rise = LABEL_RISE * box.w + (size - COORDINATE * box.w) / 3
    across, up = grid.shown
    width, height = grid.cell_px
    for i in range(across):
        x = grid.x + (i + 0.5) * width
        site = grid.site_at((x, grid.y + grid.h - height / 2)) or ""
        label = site[1:] if grid.quarter_turns % 2 else site[:1]
        y = box.h - rise
        letters.draw(ground, label, (x, y), size, "strong", colour, "centre")
    for i in range(up):
        y = grid.y + (i + 0.5) * height
        site = grid.site_at((grid.x + width / 2, y)) or ""
        label = site[:1] if grid.quarter_turns % 2 else site[1:]
        x = min(grid.x / 2, rise)
        letters.draw(ground, label, (x, y), size, "strong", colour, "centre")
