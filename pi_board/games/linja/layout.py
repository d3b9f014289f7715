"""The two kinds of Linja board, and how a position looks on each.

A board's rows are numbered in its own frame, 1 at the bottom. Black's home is row 1 and Black
moves up; so White's start line, absolute row 0 of a position text, is board row 8.
"""

from __future__ import annotations

from pi_board.core.game import Player
from pi_board.core.layout import Appearance, Layout, Look, Surface, grid_sites
from pi_board.games.linja.moves import Step
from pi_board.games.linja.position import LinjaPosition, totals
from pi_board.games.linja.rules import GOAL, ROWS, STONES

HOLES_IN_ROW = 6
EMPTY, BLACK, WHITE = range(3)  # labels of a hole

HOLES = Layout(
    name="linja-holes",
    surface=Surface.HOLES,
    columns=HOLES_IN_ROW,
    rows=ROWS,
    sites=grid_sites(HOLES_IN_ROW, ROWS),
    labels=("empty", "b", "w"),
    groups=tuple(tuple(range(HOLES_IN_ROW * row, HOLES_IN_ROW * (row + 1))) for row in range(ROWS)),
)

# One site a row, "1" to "8"; label "3b2w" is number 13 * 3 + 2, black stones counting first.
LANES = Layout(
    name="linja-rows",
    surface=Surface.ROWS,
    columns=8,
    rows=ROWS,
    sites=tuple(str(row + 1) for row in range(ROWS)),
    labels=tuple(f"{b}b{w}w" for b in range(STONES + 1) for w in range(STONES + 1)),
    groups=tuple((row,) for row in range(ROWS)),
)


def group_of(player: Player, row: int) -> int:
    """Index of the group (board row - 1) that is `player`'s own row `row`, on either board."""
    return row if player == "b" else GOAL - row


def sites_of(player: Player, row: int) -> tuple[str, ...]:
    """The holes (of the usual board) of `player`'s own row `row`."""
    return tuple(HOLES.sites[site] for site in HOLES.groups[group_of(player, row)])


def row_counts(position: LinjaPosition) -> tuple[tuple[int, int], ...]:
    """(Black's stones, White's stones) on board rows 1 to 8."""
    return tuple(zip(position.b, reversed(position.w), strict=True))


def looks(position: LinjaPosition, layout: Layout) -> Appearance:
    """The looks of board rows 1 to 8.

    Where more stones stand than a row has holes, all holes are filled, nobody can say by which:
    the others lie beside the board. Between sticks there is room for all.
    """
    if layout.surface is Surface.ROWS:
        return tuple(frozenset({((STONES + 1) * b + w,)}) for b, w in row_counts(position))
    return tuple(_hole_looks(b, w) for b, w in row_counts(position))


def _hole_looks(black: int, white: int) -> frozenset[Look]:
    seen = min(black + white, HOLES_IN_ROW)
    fewest, most = max(0, seen - white), min(black, seen)
    empty = (EMPTY,) * (HOLES_IN_ROW - seen)
    return frozenset(
        empty + (BLACK,) * count + (WHITE,) * (seen - count) for count in range(fewest, most + 1)
    )


def touched_groups(
    position: LinjaPosition, step: Step, layout: Layout
) -> tuple[tuple[int, ...], ...]:
    """The rows a hand lifts from and puts on. A stone that finds all holes of a start line taken
    is put beside the board; one that lay there may be brought in from there.
    """
    if step.kind in ("pass", "stop"):
        return ((),)
    player = position.to_move
    source, target = group_of(player, step.source), group_of(player, step.target)
    if layout.surface is Surface.ROWS:
        return ((source, target),)
    stones = totals(position, player)
    put = (target,) if stones[step.target] < HOLES_IN_ROW else ()
    lifted = (source, *put)
    if stones[step.source] > HOLES_IN_ROW:
        return lifted, put
    return (lifted,)
