"""From sites to pixels and back. No pygame here.

A `Grid` puts the places of one board into a box on the screen, turned as the viewer sits. Offsets
within a place are in the board's own frame, x right and y up, from -0.5 to 0.5; pixels are x right,
y down.
"""

from __future__ import annotations

from dataclasses import dataclass

from pi_board.core.game import Player
from pi_board.core.layout import Surface, column_and_row, site_name
from pi_board.core.scene import Board, Side, TilePath
from pi_board.views.layout import Box, Point

EDGE, LABELLED = 0.022, 0.056  # frame beside the squares, shares of the board's side
TILE_EDGE, TILE_LABELLED = 0.034, 0.07  # room for the arrows of open paths, beside the letters too
GUTTER, HEADER = 0.145, 0.066  # beside and above Linja's rows
TITLED = 0.15  # left of rows that run up the screen, for the words over what is beside them
TOUCHED = 0.26  # of a tile: so near to the middle of its stone a finger means the stone
INNER = 0.2  # where a stone lies in a triangle, from the middle of its tile
CORNERS: tuple[tuple[int, int], ...] = ((1, 1), (1, -1), (-1, -1), (-1, 1))  # NE, SE, SW, NW
_STEPS = 10  # of a curve, from one of its points to the next


@dataclass(frozen=True, slots=True)
class Grid:
    """`columns` x `rows` places in the pixels from (`x`, `y`), `w` wide and `h` high."""

    x: float
    y: float
    w: float
    h: float
    columns: int
    rows: int
    quarter_turns: int

    @property
    def cell_px(self) -> tuple[float, float]:
        """Width and height of one place on the screen."""
        across, up = self.shown
        return self.w / across, self.h / up

    @property
    def shown(self) -> tuple[int, int]:
        """Places across and up as the viewer sees them."""
        turned = self.quarter_turns % 2
        return (self.rows, self.columns) if turned else (self.columns, self.rows)

    def point(self, site: str, dx: float = 0.0, dy: float = 0.0) -> Point:
        """The pixel (x, y) at offset (dx, dy) from the middle of `site`."""
        column, row = column_and_row(site)
        fx = (column + 0.5 + dx) / self.columns
        fy = 1 - (row + 0.5 + dy) / self.rows
        for _ in range(self.quarter_turns % 4):
            fx, fy = 1 - fy, fx
        return self.x + fx * self.w, self.y + fy * self.h

    def site_at(self, point: Point) -> str | None:
        """The site under the pixel (x, y), None beside the board."""
        fx, fy = (point[0] - self.x) / self.w, (point[1] - self.y) / self.h
        if not (0 <= fx < 1 and 0 <= fy < 1):
            return None
        for _ in range(self.quarter_turns % 4):
            fx, fy = fy, 1 - fx
        column, row = int(fx * self.columns), int((1 - fy) * self.rows)
        return site_name(min(column, self.columns - 1), min(row, self.rows - 1))


def grid_of(board: Board, box: Box) -> Grid:
    """The grid of `board` drawn with its frame into `box`."""
    left, top, right, bottom = (share * box.w for share in _margins(board))
    return Grid(
        box.x + left, box.y + top, box.w - left - right, box.h - top - bottom,
        board.columns, board.rows, board.quarter_turns,
    )  # fmt: skip


def _margins(board: Board) -> tuple[float, float, float, float]:
    if board.surface.has_rows:
        if board.bare:
            return EDGE, EDGE, EDGE, EDGE
        titled = board.lane_titles is not None
        if board.quarter_turns % 2:
            return TITLED if titled else EDGE, GUTTER, EDGE, GUTTER
        return GUTTER, HEADER if titled else EDGE, GUTTER, EDGE
    if board.bare:
        return 0.0, 0.0, 0.0, 0.0
    if board.surface is Surface.TILES:
        return TILE_LABELLED, TILE_EDGE, TILE_EDGE, TILE_LABELLED
    return LABELLED, EDGE, EDGE, LABELLED


def triangle(board: Board, site: str, player: Player) -> tuple[int, int]:
    """The corner (signs of x and y) of the triangle of `player`'s colour on a tile."""
    column, row = column_and_row(site)
    x, y = CORNERS[board.tiles[row * board.columns + column] % 4]
    return (x, y) if player == "w" else (-x, -y)


def stone_point(board: Board, grid: Grid, site: str, player: Player) -> Point:
    """The pixel where a stone of `player` on `site` has its middle."""
    if board.surface is not Surface.TILES:
        return grid.point(site)
    x, y = triangle(board, site, player)
    return grid.point(site, INNER * x, INNER * y)


def stone_at(board: Board, grid: Grid, at: Point) -> str:
    """Whose stone on a tile is under the pixel (x, y), "" if none is or they lie on no tiles."""
    if board.surface is not Surface.TILES:
        return ""
    near = TOUCHED * min(grid.cell_px)
    for piece in board.pieces:
        x, y = stone_point(board, grid, piece.site, piece.player)
        if not piece.ghost and (x - at[0]) ** 2 + (y - at[1]) ** 2 < near**2:
            return piece.player
    return ""


def path_points(board: Board, grid: Grid, path: TilePath) -> list[Point]:
    """The pixels a path goes through: the middles of the sides it crosses, and its ends."""
    points = []
    for i, stretch in enumerate(path.stretches):
        if stretch.enter is None and not path.ring:
            points.append(stone_point(board, grid, stretch.site, path.player))
        elif i == 0 and stretch.enter is not None:
            points.append(_side(grid, stretch.site, stretch.enter))
        if stretch.leave is not None:
            points.append(_side(grid, stretch.site, stretch.leave))
        elif not path.ring:
            points.append(stone_point(board, grid, stretch.site, path.player))
    return points


def _side(grid: Grid, site: str, side: Side) -> Point:
    return grid.point(site, side.value[0] / 2, side.value[1] / 2)


def smooth(points: list[Point], ring: bool = False) -> list[Point]:
    """A Catmull-Rom curve through `points` (E. Catmull, R. Rom, 1974), closed for a ring."""
    if len(points) < 3:
        return points
    if ring:
        points = points[:-1] if points[0] == points[-1] else points
        around = [points[-1], *points, points[0], points[1]]
    else:
        around = [points[0], *points, points[-1]]
    curve = [around[1]]
    for p0, p1, p2, p3 in zip(around, around[1:], around[2:], around[3:], strict=False):
        curve += [_between(p0, p1, p2, p3, (i + 1) / _STEPS) for i in range(_STEPS)]
    return curve


def _between(p0: Point, p1: Point, p2: Point, p3: Point, t: float) -> Point:
    def axis(a: float, b: float, c: float, d: float) -> float:
        return b + t / 2 * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)))

    return axis(p0[0], p1[0], p2[0], p3[0]), axis(p0[1], p1[1], p2[1], p3[1])
