"""The board: its surface, and everything that lies or is marked on it.

Draw order: surface, bands and paths, last move, stones, counted rings, targets, arrow, cross.
"""

from __future__ import annotations

import pygame

from pi_board.core.layout import Surface, column_and_row
from pi_board.core.scene import Board, Mark, Piece, Role
from pi_board.views.desk import Desk
from pi_board.views.geometry import Grid, grid_of, path_points, smooth, stone_point
from pi_board.views.lanes import draw_lane_notes
from pi_board.views.layout import Box, Point
from pi_board.views.marks import Marks
from pi_board.views.motion import STILL, Tween, stone_key
from pi_board.views.stones import stone
from pi_board.views.surfaces import cell_box, draw_surface, draw_tile, tile_box
from pi_board.views.theme import Colour

BAND_ALPHA = {"dark": 66, "light": 96}
DIMMED_ALPHA = 128
SMALL_WAY = 1.5
STONE = {Surface.SQUARES: 0.36, Surface.TILES: 0.205, Surface.HOLES: 0.35, Surface.ROWS: 0.35}


class BoardView:
    """Draws boards; sizes of stones and marks follow the box."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def draw(self, target: pygame.Surface, board: Board, box: Box, tween: Tween = STILL) -> None:
        """The whole board with its frame; `tween` says where things are that move."""
        _Drawing(self._desk, target, board, box, tween).run()


class _Drawing:
    """One board being drawn: what all steps need."""

    def __init__(
        self, desk: Desk, target: pygame.Surface, board: Board, box: Box, tween: Tween
    ) -> None:
        self.desk, self.paint, self.target = desk, desk.paint, target
        self.board, self.box, self.tween = board, box, tween
        self.moved = dict(tween.stones)
        self.grid: Grid = grid_of(board, box)
        self.flat: Grid = grid_of(board, Box(0, 0, box.w, box.h))  # on a layer of its own
        self.cell = min(self.grid.cell_px)
        self.radius = STONE[board.surface] * self.cell
        self.marks = Marks(desk.paint, desk.letters, self.cell, self.radius)
        self.on_site = {piece.site: piece for piece in board.pieces if not piece.ghost}

    def run(self) -> None:
        draw_surface(self.paint, self.desk.letters, self.target, self.board, self.box)
        self.turning()
        self.bands()
        self.paths()
        self.shields()
        self.groups()
        self.each(Role.LAST_MOVE)
        self.stones()
        draw_lane_notes(self.desk, self.target, self.board, self.box, self.grid)
        for role in (Role.COUNTED, Role.FROM, Role.TO, Role.CAPTURE, Role.HINT):
            self.each(role)
        self.ways()
        self.arrow()
        self.each(Role.WRONG)
        if self.board.dimmed:
            self.veil()

    def centre(self, site: str) -> Point:
        """The middle of the stone on `site`, or of the site if none stands there."""
        piece = self.on_site.get(site)
        if piece is None:
            return self.grid.point(site)
        return stone_point(self.board, self.grid, site, piece.player)

    def turning(self) -> None:
        """Tiles on their way round, over their places."""
        for site, degrees in self.tween.tiles:
            at = cell_box(self.grid, site)
            self.target.fill(self.paint.colour("connexoh_gap"), at)
            column, row = column_and_row(site)
            tile = self.board.tiles[row * self.board.columns + column]
            box = tile_box(self.grid, site)
            image = pygame.Surface((box.w, box.h), pygame.SRCALPHA, 32)
            flat = Box(0, 0, box.w, box.h)
            draw_tile(self.paint, image, flat, tile + self.board.quarter_turns)
            turned = pygame.transform.rotozoom(image, degrees, 1.0)
            x, y = box.centre
            self.target.blit(
                turned, (round(x - turned.get_width() / 2), round(y - turned.get_height() / 2))
            )

    def bands(self) -> None:
        if not self.board.bands:
            return

        def draw(on: pygame.Surface) -> None:
            grid = self.flat
            lines = [[grid.point(b.start), grid.point(b.end)] for b in self.board.bands]
            alpha = BAND_ALPHA[self.paint.theme.name]
            self.paint.strokes(on, lines, self.cell * 0.5, self.paint.colour("line"), alpha)

        key = ("bands", self.board.bands, self.board.quarter_turns)
        self.paint.layer(self.target, self.box, key, draw)

    def paths(self) -> None:
        if not self.board.paths:
            return
        key = ("paths", self.board.paths, self.board.tiles, self.board.quarter_turns)
        self.paint.layer(self.target, self.box, key, self.draw_paths)

    def draw_paths(self, on: pygame.Surface) -> None:
        """All paths in their keyline, then all in their colour."""
        width = self.paint.theme.stroke["path"] * self.cell
        key = self.paint.theme.stroke["keyline"] * self.cell
        curves = [
            smooth(path_points(self.board, self.flat, path), path.ring)
            for path in self.board.paths
            if not path.bare
        ]
        for colour, outline in (("keyline", key), ("good", 0.0)):
            fill = self.paint.colour(colour)
            for curve in curves:
                self.paint.stroke(on, curve, width + 2 * outline, fill)
            self.heads(on, fill, outline)

    def heads(self, on: pygame.Surface, colour: Colour, outline: float) -> None:
        """Arrows on the frame where a path leaves the board."""
        for path in self.board.paths:
            for stretch, side, opens in (
                (path.stretches[0], path.stretches[0].enter, path.opens_first),
                (path.stretches[-1], path.stretches[-1].leave, path.opens_last),
            ):
                if opens and side is not None:
                    sx, sy = side.value
                    at = [
                        self.flat.point(stretch.site, sx * a - sy * b, sy * a + sx * b)
                        for a, b in ((0.5 + 0.15, 0.0), (0.5, 0.13), (0.5, -0.13))
                    ]
                    self.paint.polygon(on, at, colour, outline)

    def groups(self) -> None:
        """Stones that stand together: a halo round each and a bar between neighbours."""
        self.joined(0.95, 1.17)

    def cores(self) -> None:
        """The thin line of a group that runs over its stones."""
        self.joined(0.2, 0.26)

    def joined(self, bar: float, halo: float) -> None:
        """All groups with bars so wide and discs so large, in radii of a stone."""
        good = self.paint.colour("good")
        for group in self.board.groups:
            lines = [[self.grid.point(a), self.grid.point(b)] for a, b in group.links]
            if lines:
                self.paint.strokes(self.target, lines, self.radius * bar, good)
            for site in group.sites:
                self.paint.disc(self.target, self.grid.point(site), self.radius * halo, good)

    def stones(self) -> None:
        for piece in self.board.pieces:
            if piece.ghost:
                self.put(piece)
        for piece in self.board.pieces:
            if not piece.ghost:
                self.put(piece)
        self.cores()

    def put(self, piece: Piece) -> None:
        at = stone_point(self.board, self.grid, piece.site, piece.player)
        at = self.moved.get(stone_key(piece), at)
        stone(self.paint, self.target, at, self.radius, piece.player, piece.ghost, piece.faded)

    def shields(self) -> None:
        for mark in self.board.marks:
            if mark.role is Role.PROTECTED:
                self.marks.tile_frame(self.target, tile_box(self.grid, mark.site), "last_move")
                self.marks.shield(self.target, self.grid.point(mark.site))

    def each(self, role: Role) -> None:
        for mark in self.board.marks:
            if mark.role is role:
                self.one(mark)

    def one(self, mark: Mark) -> None:
        centre, piece = self.centre(mark.site), self.on_site.get(mark.site)
        match mark.role:
            case Role.FROM:
                self.source(mark.site, centre)
            case Role.TO:
                self.marks.disc(self.target, centre, mark.text)
            case Role.CAPTURE:
                of = piece.player if piece else None
                self.marks.reticle(self.target, centre, mark.text, of)
            case Role.WRONG:
                self.marks.cross(self.target, centre, self.tween.cross)
            case Role.HINT:
                self.marks.star(self.target, centre, mark.outlined)
            case Role.COUNTED if piece is not None:
                self.marks.counted(self.target, centre, piece.player)
            case Role.LAST_MOVE:
                self.marks.brackets(self.target, self.grid.point(mark.site), self.grid.cell_px)

    def source(self, site: str, centre: Point) -> None:
        """A ring where a stone left or is missing; a frame round a tile that is meant itself."""
        if self.board.surface is not Surface.TILES:
            self.marks.dashed_ring(self.target, centre)
            return
        ghosts = [p for p in self.board.pieces if p.site == site and p.ghost]
        for ghost in ghosts:
            at = stone_point(self.board, self.grid, site, ghost.player)
            self.marks.dashed_ring(self.target, at)
        if not ghosts:
            self.marks.tile_frame(self.target, tile_box(self.grid, site), "from")

    def arrow(self) -> None:
        arrow = self.board.arrow
        if arrow is None:
            return
        start = self.end_of(arrow.start, arrow.end)
        end = self.end_of(arrow.end, arrow.start)
        self.marks.arrow(self.target, start, end, self.tween.arrow)

    def ways(self) -> None:
        """Moves as arrows, wider on a small picture, and tiles to turn. A number stands where the
        stone left, or on the tile in place of the turn.
        """
        width = 1.0 if not self.board.bare else SMALL_WAY
        numbers: list[tuple[Point, int]] = []
        for way in self.board.ways:
            start, end = self.end_of(way.start, way.end), self.end_of(way.end, way.start)
            self.marks.arrow(self.target, start, end, width=width)
            numbers.append((start, way.number))
        for spin in self.board.spins:
            centre = self.grid.point(spin.site)
            if not spin.number:
                self.marks.spin(self.target, centre, spin.quarters)
            numbers.append((centre, spin.number))
        for at, number in numbers:
            if number:
                self.marks.number(self.target, at, number)

    def end_of(self, site: str | None, other: str | None) -> Point:
        """The middle of `site`; beside the board, level with the other end, where it is None."""
        if site is not None:
            return self.centre(site)
        assert other is not None, "an arrow has at least one end on the board"
        x, y = self.grid.point(other)
        left = x - self.grid.x < self.grid.w / 2
        edge = self.grid.x if left else self.grid.x + self.grid.w
        return (edge - self.radius if left else edge + self.radius), y

    def veil(self) -> None:
        """Half of the board's light taken away."""
        veil = pygame.Surface((self.box.w, self.box.h), pygame.SRCALPHA, 32)
        veil.fill((*self.paint.colour("surface"), DIMMED_ALPHA))
        self.target.blit(veil, (self.box.x, self.box.y))
