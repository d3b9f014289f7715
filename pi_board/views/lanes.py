"""What stands beside Linja's rows: the stones in a row, its value, whether it is full.

The rows run across the screen, and up it where the board is turned by a quarter; then what stands
left of a row stands below it, and what stands right of it above.
"""

from __future__ import annotations

import pygame

from pi_board.core.game import Player
from pi_board.core.scene import Board, Lane, Role
from pi_board.views.desk import Desk
from pi_board.views.geometry import GUTTER, TITLED, Grid
from pi_board.views.layout import Box, Point
from pi_board.views.marks import Marks
from pi_board.views.stones import NAMES, stone
from pi_board.views.surfaces import COORDINATE, row_box

STONES, BESIDE, VALUE = 0.40, 0.78, 0.46  # from the frame's edge, shares of the gutter
TITLE = 0.92  # size of the titles, share of the figures'


def draw_lane_notes(desk: Desk, target: pygame.Surface, board: Board, box: Box, grid: Grid) -> None:
    """Titles, and the notes of every lane."""
    notes = _LaneNotes(desk, target, box, grid)
    if board.lanes and board.lane_titles is not None:
        notes.titles(*(desk.say(title) for title in board.lane_titles))
    for lane in board.lanes:
        notes.lane(lane)


class _LaneNotes:
    """The two gutters at the ends of the rows."""

    def __init__(self, desk: Desk, target: pygame.Surface, box: Box, grid: Grid) -> None:
        self.paint, self.letters, self.say, self.target = desk.paint, desk.letters, desk.say, target
        self.box, self.grid, self.upright = box, grid, grid.quarter_turns % 2 == 1
        self.size = COORDINATE * box.w
        cell = min(grid.cell_px) * 0.86
        self.marks = Marks(desk.paint, desk.letters, cell, cell * 0.35)

    def place(self, row: Box, share: float, far: bool = False, shift: float = 0.0) -> Point:
        """A point in the gutter at the end of `row`, `share` of it from the frame's edge; the
        `far` gutter is the right or upper one. `shift` pixels along the row, away from the edge.
        """
        inward = GUTTER * self.box.w * share + shift
        x, y = row.centre
        if self.upright:
            return x, self.box.y + inward if far else self.box.bottom - inward
        return self.box.right - inward if far else self.box.x + inward, y

    def text(self, text: str, at: Point, size: float, role: str) -> None:
        colour = self.paint.colour(role)
        self.letters.draw(self.target, text, at, size, "strong", colour, "centre")

    def titles(self, stones: str, values: str) -> None:
        box, gutter = self.box, GUTTER * self.box.w
        if self.upright:
            middle = box.x + TITLED * box.w / 2
            self.title(stones, (middle, box.bottom - gutter * STONES), TITLED * box.w * 0.92)
            self.title(values, (middle, box.y + gutter * VALUE), TITLED * box.w * 0.92)
            return
        y = (box.y + self.grid.y) / 2
        self.title(stones, (box.x + gutter * STONES, y), 2 * gutter * VALUE)
        self.title(values, (box.right - gutter * VALUE, y), 2 * gutter * VALUE)

    def title(self, text: str, at: Point, room: float) -> None:
        """A word over a column of figures, no wider than `room` and inside the frame."""
        size = self.size * TITLE
        size *= min(1.0, room / max(1, self.letters.width(text, size, "strong")))
        half = self.letters.width(text, size, "strong") / 2
        x = min(max(at[0], self.box.x + half + 4), self.box.right - half - 4)
        self.text(text, (x, at[1]), size, "coordinate")

    def lane(self, lane: Lane) -> None:
        row = row_box(self.grid, lane.row - 1)
        across = row.w if self.upright else row.h
        if lane.last:
            self.marks.brackets(self.target, row.centre, (row.w / 0.9, row.h / 0.9))
        if lane.reachable:
            width = max(2.0, self.box.w * 0.0065)
            grown = row.inset(-round(width), -round(width))
            self.paint.frame(self.target, grown, width, self.paint.colour("to"), across * 0.15)
        if lane.full:
            self.bars(row)
        self.count(lane, row)
        shift = self.size * 0.55 if lane.mark and lane.beside else 0.0
        for i, (player, count) in enumerate(lane.beside):
            x, y = self.place(row, BESIDE, shift=-shift)
            aside = (i - (len(lane.beside) - 1) / 2) * across * 0.5
            self.beside((x + aside, y) if self.upright else (x, y + aside), player, count)
        if lane.mark is Role.HINT:
            self.marks.star(self.target, self.place(row, BESIDE, shift=shift), outlined=True)
        elif lane.mark is not None:
            self.marks.disc(self.target, self.place(row, BESIDE, shift=shift), "")
        if lane.value:
            self.chip(self.place(row, VALUE, far=True), str(lane.value))

    def count(self, lane: Lane, row: Box) -> None:
        """How many stones stand in the row, or the word that it is full; or its number."""
        role = "full_text" if lane.full else "coordinate"
        text = str(lane.stones if lane.number is None else lane.number)
        if lane.number is None and lane.full and lane.full_word:
            text = self.say(lane.full_word)
        size = self.size
        if self.upright:
            size *= min(1.0, row.w / max(1, self.letters.width(text, size, "strong")))
        self.text(text, self.place(row, STONES), size, role)

    def bars(self, row: Box) -> None:
        """A bar across each end of a row."""
        width = self.box.w * 0.014
        for end in (0.0, 1.0):
            if self.upright:
                y = row.y + end * row.h
                ends = ((row.x + row.w * 0.14, y), (row.right - row.w * 0.14, y))
            else:
                x = row.x + end * row.w
                ends = ((x, row.y + row.h * 0.14), (x, row.bottom - row.h * 0.14))
            self.paint.stroke(self.target, ends, width * 1.7, self.paint.colour("keyline"))
            self.paint.stroke(self.target, ends, width, self.paint.colour("full_text"))

    def beside(self, at: Point, player: Player, count: int) -> None:
        """Stones that lie beside the board, for which their row has no hole."""
        radius = self.size * 0.46
        stone(self.paint, self.target, at, radius, player)
        if count > 1:
            ink = self.paint.colour(f"on_{NAMES[player]}")
            self.letters.draw(self.target, str(count), at, radius * 1.4, "figures", ink, "centre")

    def chip(self, centre: Point, value: str) -> None:
        """What the row is worth."""
        w, h = round(self.size * 1.75), round(self.size * 1.6)
        box = Box(round(centre[0] - w / 2), round(centre[1] - h / 2), w, h)
        self.paint.box(self.target, box, self.paint.colour("surface"), self.size * 0.3)
        colour = self.paint.colour("text")
        size = self.size * 1.2
        self.letters.draw(self.target, value, centre, size, "figures", colour, "centre")
