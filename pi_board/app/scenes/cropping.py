"""The part of a board of tiles that matters, for small pictures."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from pi_board.core.layout import column_and_row, site_name
from pi_board.core.scene import Arrow, Board

LEAST = 3  # tiles across: one and its neighbours


def around(board: Board, sites: Iterable[str]) -> Board:
    """A square part of `board` with `sites` and a tile round them, its sites named anew from a1.

    Only stones, tiles, marks, ways and spins are kept: a small picture has nothing else.
    """
    places = [column_and_row(site) for site in sites]
    if not places:
        return board
    columns, rows = [column for column, _ in places], [row for _, row in places]
    left, right, low, high = min(columns), max(columns), min(rows), max(rows)
    side = min(board.columns, max(LEAST, right - left + 3, high - low + 3))
    x0 = _within((left + right - side + 1) // 2, board.columns - side)
    y0 = _within((low + high - side + 1) // 2, board.rows - side)

    def inside(site: str | None) -> bool:
        if site is None:
            return True
        column, row = column_and_row(site)
        return 0 <= column - x0 < side and 0 <= row - y0 < side

    def named(site: str) -> str:
        column, row = column_and_row(site)
        return site_name(column - x0, row - y0)

    def moved(way: Arrow) -> Arrow:
        ends = (site if site is None else named(site) for site in (way.start, way.end))
        return Arrow(*ends, number=way.number)

    shown = range(y0, y0 + side)
    return Board(
        board.surface, side, side,
        tuple(replace(p, site=named(p.site)) for p in board.pieces if inside(p.site)),
        tuple(board.tiles[row * board.columns + x0 + i] for row in shown for i in range(side)),
        marks=tuple(replace(m, site=named(m.site)) for m in board.marks if inside(m.site)),
        ways=tuple(moved(w) for w in board.ways if inside(w.start) and inside(w.end)),
        spins=tuple(replace(s, site=named(s.site)) for s in board.spins if inside(s.site)),
        quarter_turns=board.quarter_turns, bare=board.bare,
    )  # fmt: skip


def _within(start: int, most: int) -> int:
    return max(0, min(start, most))
