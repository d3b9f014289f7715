"""Where the stones of Linja's rows are drawn: only how many stand in a row matters to the rules.

Stones are drawn in the holes in which they were seen; where that is not known or does not agree
with the position, and between sticks, Black's stand from hole a on and White's from the last one.
"""

from __future__ import annotations

from pi_board.app.scenes.mending import Carried, Mending
from pi_board.app.scenes.state import TableState
from pi_board.core.game import Player, opponent
from pi_board.core.layout import Surface, column_and_row, site_name
from pi_board.core.scene import Arrow, Board, Piece
from pi_board.games.linja.facts import Row
from pi_board.games.linja.rules import ROWS
from pi_board.referee.repair import Carry, Repair


def beside(row: Row, columns: int) -> tuple[tuple[Player, int], ...]:
    """Whose stones are drawn beside a start line that has more than `columns`, and how many: those
    of the one for whom it is the goal, as far as they go.
    """
    guest: Player = "w" if row.value_w else "b"
    over = max(0, row.b + row.w - columns)
    guests = min(over, row.w if guest == "w" else row.b)
    lying = ((guest, guests), (opponent(guest), over - guests))
    return tuple((player, count) for player, count in lying if count)


def row_pieces(state: TableState, row: Row) -> tuple[Piece, ...]:
    """The stones of one row on its holes: where they were seen, else Black's from the first hole on
    and White's from the last one.
    """
    columns = state.layout.columns
    lying = dict(beside(row, columns))
    black, white = row.b - lying.get("b", 0), row.w - lying.get("w", 0)
    seen = _seen(state, row.number)
    if (seen.count("b"), seen.count("w")) == (black, white):
        return tuple(
            Piece(_hole(i, row.number), "b" if label == "b" else "w")
            for i, label in enumerate(seen) if label in ("b", "w")
        )  # fmt: skip
    packed = [Piece(_hole(i, row.number), "b") for i in range(black)]
    packed += [Piece(_hole(columns - 1 - i, row.number), "w") for i in range(white)]
    return tuple(packed)


def _seen(state: TableState, row: int) -> tuple[str, ...]:
    columns = state.layout.columns
    if len(state.looks) != columns * ROWS or state.layout.surface is not Surface.HOLES:
        return ()
    return state.looks[columns * (row - 1) : columns * row]


def _hole(column: int, row: int) -> str:
    return site_name(column, row - 1)


def foremost(on: Board, row: int, mover: Player) -> str | None:
    """The stone of a row that is ringed: its innermost, next to the free holes."""
    sites = sorted(p.site for p in on.pieces if p.player == mover and p.site[1:] == str(row))
    if not sites:
        return None
    taken = {p.site for p in on.pieces}
    right = column_and_row(sites[-1])[0] + 1
    free_right = right < on.columns and _hole(right, row) not in taken
    return sites[-1] if free_right or sites[0][0] == "a" else sites[0]


def drawn_at(state: TableState, on: Board, site: str, mover: Player) -> str:
    """The hole of the drawn board `on` that stands for `site`, a hole or a lane (``5``) of the real
    one: itself if the stones of its row are drawn where they were seen, else the stone of that row
    that would be lifted first. Reeds do not tell whose stone is where.
    """
    row = int(site.lstrip("abcdefgh"))
    drawn = {p.site: p.player for p in on.pieces if _row(p.site) == row}
    seen = {_hole(i, row): one for i, one in enumerate(_seen(state, row)) if one in ("b", "w")}
    if site in drawn and drawn == seen:
        return site
    return foremost(on, row, mover) or next(iter(drawn), _hole(0, row))


def free_hole(on: Board, row: int, mover: Player) -> str | None:
    """The first free hole of a row from the side on which the mover's stones are drawn."""
    free = _free_holes(on, row)
    return next(iter(free if mover == "b" else reversed(free)), None)


def row_mending(on: Board, repairs: tuple[Repair, ...], came: frozenset[str]) -> Mending:
    """The steps on holes of the drawn board `on`, each in its row; no two share a hole as long as
    the row has more. A stone too many is one of those that `came`, if these holes are free there.
    """
    stones = [repair for repair in repairs if isinstance(repair, Carry)]  # there are no tiles
    ends: list[str | None] = []
    for stone in stones:
        ends.append(None if stone.end is None else _missing_hole(on, stone.end + 1, stone, ends))
    starts: list[str | None] = []
    for stone in stones:
        row = stone.start
        starts.append(None if row is None else _extra_hole(on, row + 1, came, starts, ends))
    return Mending(
        tuple(
            Carried(_drawn_as(on, stone, end), Arrow(start, end), stone.either)
            for stone, start, end in zip(stones, starts, ends, strict=True)
        ),
        named=False,
    )


def _drawn_as(on: Board, stone: Carry, end: str | None) -> Player:
    """Whose a stone is; of one that may be either's, as the picture has it."""
    if not stone.either:
        return stone.player
    return next((p.player for p in on.pieces if p.site == end), stone.player)


def _missing_hole(on: Board, row: int, stone: Carry, given: list[str | None]) -> str:
    """Where a stone is missing: the last one drawn in the row, else a free hole, for others may lie
    beside the board.
    """
    own = [
        p.site
        for p in reversed(on.pieces)
        if _row(p.site) == row and (stone.either or p.player == stone.player)
    ]
    return _first_other([*own, *_free_holes(on, row), *_holes(on, row)], given)


def _extra_hole(
    on: Board, row: int, came: frozenset[str],
    given: list[str | None], missing: list[str | None],
) -> str:  # fmt: skip
    """Where a stone too many is drawn: where one came, else in the first free hole, else where one
    is missing.
    """
    gaps = [hole for hole in missing if hole is not None and _row(hole) == row]
    free = sorted(_free_holes(on, row), key=lambda hole: hole not in came)
    return _first_other([*free, *gaps, *_holes(on, row)], given)


def _first_other(holes: list[str], given: list[str | None]) -> str:
    return next((hole for hole in holes if hole not in given), holes[0])


def _holes(on: Board, row: int) -> list[str]:
    return [_hole(i, row) for i in range(on.columns)]


def _free_holes(on: Board, row: int) -> list[str]:
    taken = {p.site for p in on.pieces}
    return [hole for hole in _holes(on, row) if hole not in taken]


def _row(hole: str) -> int:
    return int(hole[1:])
