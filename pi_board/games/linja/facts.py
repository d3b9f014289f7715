"""What a screen may want to show of a position: rows, their stones and values, and where to go.

Rows here are board rows, 1 at the bottom (Black's home) to 8 (White's), as on both layouts.
"""

from __future__ import annotations

from dataclasses import dataclass

from pi_board.core.game import Player
from pi_board.games.linja.game import Linja
from pi_board.games.linja.layout import group_of, row_counts
from pi_board.games.linja.position import LinjaPosition, full_rows
from pi_board.games.linja.rules import ROWS, VALUES


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the board: the stones on it, what each of them is worth there to its owner, and
    whether no further stone may stop on it.
    """

    number: int
    b: int
    w: int
    value_b: int
    value_w: int
    is_full: bool


@dataclass(frozen=True, slots=True)
class Reach:
    """A legal small move as board rows."""

    source: int
    target: int


def board_row(player: Player, row: int) -> int:
    """The board row that is `player`'s own row `row` (0 to 7)."""
    return group_of(player, row) + 1


def rows(game: Linja, position: LinjaPosition) -> tuple[Row, ...]:
    """The rows of the board from 1 to 8."""
    full = {board_row("b", row) for row in full_rows(position, "b", game.rules)}
    value_w = {board_row("w", row): VALUES[row] for row in range(ROWS)}
    return tuple(
        Row(number, b, w, VALUES[number - 1], value_w[number], number in full)
        for number, (b, w) in enumerate(row_counts(position), start=1)
    )


def reaches(game: Linja, position: LinjaPosition) -> tuple[Reach, ...]:
    """From where to where the side to move can go now: the initial moves, or the follow-ups of the
    length that is due (`position.due`). None for a pass, and when the game is over.
    """
    player = position.to_move
    return tuple(
        Reach(board_row(player, step.source), board_row(player, step.target))
        for step in game.legal_moves(position)
        if step.kind in ("initial", "followup")
    )
