"""Where the stones of Linja's rows are drawn: only how many stand in a row matters to the rules.

Stones are drawn in the holes in which they were seen; where that is not known or does not agree
with the position, and between sticks, White's stand on one side of the row, Black's on the other.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from pi_board.app.scenes.mending import Difference, Stone
from pi_board.app.scenes.state import TableState
from pi_board.core.events import Wrong
from pi_board.core.game import Player
from pi_board.core.layout import Surface
from pi_board.core.scene import Board, Piece
from pi_board.games.linja.facts import Row
from pi_board.games.linja.rules import ROWS

PLAYERS: tuple[Player, Player] = ("b", "w")


def beside_owner(row: Row) -> Player:
    """Whose stones are drawn beside a start line: those of the one for whom it is the goal."""
    return "w" if row.value_w else "b"


def row_pieces(state: TableState, row: Row) -> tuple[Piece, ...]:
    """The stones of one row on its holes: where they were seen, else White's from one side and
    Black's from the other.
    """
    columns = state.layout.columns
    over, owner = max(0, row.b + row.w - columns), beside_owner(row)
    black = row.b - (over if owner == "b" else 0)
    white = row.w - (over if owner == "w" else 0)
    seen = _seen(state, row.number)
    if (seen.count("b"), seen.count("w")) == (black, white):
        return tuple(
            Piece(_hole(i, row.number), label)  # type: ignore[arg-type]
            for i, label in enumerate(seen) if label in ("b", "w")
        )  # fmt: skip
    left, right = ("w", "b") if state.near == "w" else ("b", "w")
    if state.near == "w":  # the board is turned: its last hole is the viewer's first
        left, right = right, left
    return _packed(row.number, columns, {"b": black, "w": white}, left, right)


def _packed(
    row: int, columns: int, counts: dict[str, int], left: str, right: str
) -> tuple[Piece, ...]:
    ones = [Piece(_hole(i, row), left) for i in range(counts[left])]  # type: ignore[arg-type]
    ones += [
        Piece(_hole(columns - 1 - i, row), right)  # type: ignore[arg-type]
        for i in range(counts[right])
    ]
    return tuple(ones)


def _seen(state: TableState, row: int) -> tuple[str, ...]:
    columns = state.layout.columns
    if len(state.looks) != columns * ROWS or state.layout.surface is not Surface.HOLES:
        return ()
    return state.looks[columns * (row - 1) : columns * row]


def _hole(column: int, row: int) -> str:
    return f"{chr(97 + column)}{row}"


def foremost(on: Board, row: int, mover: Player) -> str | None:
    """The stone of a row that is ringed: its innermost, next to the free holes."""
    sites = sorted(p.site for p in on.pieces if p.player == mover and p.site[1:] == str(row))
    if not sites:
        return None
    taken = {p.site for p in on.pieces}
    right = chr(ord(sites[-1][0]) + 1) + str(row)
    free_right = ord(right[0]) - ord("a") < on.columns and right not in taken
    return sites[-1] if free_right or sites[0][0] == "a" else sites[0]


def drawn_at(on: Board, site: str, mover: Player) -> str:
    """The hole of the drawn board that stands for `site`, a hole or a lane (``5``) of the real one:
    itself if a stone is drawn there, else the stone of that row that would be lifted first.
    """
    if any(p.site == site for p in on.pieces):
        return site
    row = int(site.lstrip("abcdefgh"))
    others = (p.site for p in on.pieces if int(p.site[1:]) == row)
    return foremost(on, row, mover) or next(others, _hole(0, row))


def free_hole(on: Board, row: int, mover: Player) -> str | None:
    """The first free hole of a row from the side on which the mover's stones are drawn."""
    taken = {p.site for p in on.pieces}
    columns = range(on.columns)
    order = columns if mover == "b" else reversed(columns)
    return next((hole for i in order if (hole := _hole(i, row)) not in taken), None)


_LANE = re.compile(r"(\d+)b(\d+)w")


def row_difference(on: Board, wrong: Iterable[Wrong]) -> Difference:
    """Stones missing from rows and too many in them, as holes of the drawn board `on`: in the order
    drawn, the last stones of a row are the missing ones, and free holes hold what is too many.
    """
    more: Counter[tuple[int, Player]] = Counter()
    for each in wrong:
        row = int(re.sub("[a-z]", "", each.site))
        for label, sign in ((each.seen, 1), (each.expected, -1)):
            for player, stones in _stones(label).items():
                more[row, player] += sign * stones
    missing: list[Stone] = []
    extra: list[Stone] = []
    taken = {p.site for p in on.pieces}
    for (row, player), n in sorted(more.items()):
        own = [p.site for p in on.pieces if p.player == player and int(p.site[1:]) == row]
        missing += [(site, player) for site in own[len(own) + n :] if n < 0]
        free = [hole for i in range(on.columns) if (hole := _hole(i, row)) not in taken]
        extra += [(hole, player) for hole in free[:n] if n > 0]
        taken.update(free[: max(0, n)])
    return Difference(tuple(missing), tuple(extra), named=False)


def _stones(label: str) -> dict[Player, int]:
    """Stones in a label of a hole (``b``) or of a lane (``3b2w``)."""
    if lane := _LANE.fullmatch(label):
        return {"b": int(lane[1]), "w": int(lane[2])}
    return {player: int(label == player) for player in PLAYERS}
