"""The two kinds of Linja board, and how a position looks on each.

A board's rows are numbered in its own frame, 1 at the bottom. Black's home is row 1 and Black
moves up; so White's start line, absolute row 0 of a position text, is board row 8.
"""

from __future__ import annotations

from functools import cache

from pi_board.core.game import Player
from pi_board.core.layout import Appearance, Layout, Look, Surface, grid_sites
from pi_board.games.linja.moves import Step
from pi_board.games.linja.position import LinjaPosition, holes_taken, in_holes, totals
from pi_board.games.linja.rules import GOAL, HOLES_IN_ROW, ROWS, STONES

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
    return HOLES.sites_of(group_of(player, row))


def row_counts(position: LinjaPosition) -> tuple[tuple[int, int], ...]:
    """(Black's stones, White's stones) on board rows 1 to 8."""
    return tuple(zip(position.b, reversed(position.w), strict=True))


def looks(position: LinjaPosition, layout: Layout) -> Appearance:
    """The looks of board rows 1 to 8.

    Where more stones stand than a row has holes, the others lie beside the board, and nobody can
    say which; they may stay there when holes become free. Between sticks there is room for all.
    """
    if layout.surface is Surface.ROWS:
        return tuple(frozenset({((STONES + 1) * b + w,)}) for b, w in row_counts(position))
    at_black_goal, at_white_goal = position.beside
    beside = (at_white_goal, *[0] * (ROWS - 2), at_black_goal)
    return tuple(map(_hole_looks, position.b, reversed(position.w), beside))


@cache
def _hole_looks(black: int, white: int, beside: int) -> frozenset[Look]:
    """The looks of holes where up to `beside` of the stones lie beside the board."""
    fewest, most = holes_taken(black + white, beside)
    return frozenset(
        (EMPTY,) * (HOLES_IN_ROW - seen) + (BLACK,) * count + (WHITE,) * (seen - count)
        for seen in range(fewest, most + 1)
        for count in range(max(0, seen - white), min(black, seen) + 1)
    )


def touched_groups(
    position: LinjaPosition, step: Step, layout: Layout
) -> tuple[tuple[int, ...], ...]:
    """The rows a hand lifts from and puts on. A stone that finds all holes of a line taken is put
    beside the board, one that lies there is brought in from there: both touch one row only.
    """
    if step.kind in ("pass", "stop"):
        return ((),)
    player = position.to_move
    source, target = group_of(player, step.source), group_of(player, step.target)
    if layout.surface is Surface.ROWS:
        return ((source, target),)
    fewest, most = in_holes(position, player, step.target)
    stones = totals(position, player)[step.source]
    lifts: list[tuple[int, ...]] = [(source,)]
    if in_holes(position, player, step.source)[0] < stones:
        lifts.append(())
    puts: list[tuple[int, ...]] = [(target,)] if fewest < HOLES_IN_ROW else []
    if most == HOLES_IN_ROW:
        puts.append(())
    return tuple((*lift, *put) for lift in lifts for put in puts)
