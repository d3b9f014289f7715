"""A position of Linja: how many stones of each player stand on each row, and what is due.

Rows are *own rows* throughout: 0 is the owner's start line, 7 the goal line. White's own rows are
the absolute rows of the position text; row r of one player is row 7 - r of the other.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from operator import add
from typing import Literal

from pi_board.core.game import Player, Score, opponent
from pi_board.games.linja.rules import GOAL, HOLES_IN_ROW, ROWS, VALUES, LinjaOptions

Rows = tuple[int, ...]
Phase = Literal["i", "e", "f"]


@dataclass(frozen=True, slots=True)
class LinjaPosition:
    """`w` and `b` count stones on own rows 0 to 7.

    `phase`: "i" a turn begins, "e" a further initial move in the same turn, "f" a follow-up of
    `due` rows (0 in the other phases). `bonuses`: bonus sequences already granted in this turn.

    `beside` is for boards with holes: the most stones that may lie beside the board at Black's
    goal line and at White's because all holes were taken when one arrived; they may stay there when
    holes become free. It is no part of what makes two positions equal, and texts do not carry it.
    """

    w: Rows
    b: Rows
    to_move: Player
    phase: Phase = "i"
    due: int = 0
    bonuses: int = 0
    beside: tuple[int, ...] = field(default=(0, 0), compare=False, repr=False)


def own_rows(position: LinjaPosition, player: Player) -> Rows:
    """Stones of `player` on the player's own rows 0 to 7."""
    return position.w if player == "w" else position.b


def totals(position: LinjaPosition, player: Player) -> Rows:
    """Stones of both colours on `player`'s own rows 0 to 7."""
    mine, theirs = own_rows(position, player), own_rows(position, opponent(player))
    return tuple(map(add, mine, reversed(theirs)))


def is_full(row: int, stones: int, options: LinjaOptions) -> bool:
    """Whether no stone may stop on `row`, which holds `stones`. Start lines are never full."""
    return 0 < row < GOAL and stones >= options.capacity


def full_rows(position: LinjaPosition, player: Player, options: LinjaOptions) -> tuple[int, ...]:
    """`player`'s own rows on which no stone may stop."""
    stones = totals(position, player)
    return tuple(row for row in range(ROWS) if is_full(row, stones[row], options))


def points(position: LinjaPosition) -> Score:
    """The points of both players as the stones stand now."""
    return Score(b=_points(position.b), w=_points(position.w))


def _points(rows: Rows) -> int:
    return sum(stones * value for stones, value in zip(rows, VALUES, strict=True))


def separated(position: LinjaPosition, options: LinjaOptions) -> bool:
    """Whether the players have passed each other: every White stone stands higher than every
    Black one. In own rows: the hindmost stones of both stand more than 7 rows on, taken together.
    """
    return _hindmost(position.w, options) + _hindmost(position.b, options) > GOAL


def _hindmost(rows: Rows, options: LinjaOptions) -> int:
    """Own row of the last stone; one past the board if there is none left to meet."""
    counted = rows[:GOAL] if options.end_rule == "field_only" else rows
    return next((row for row, stones in enumerate(counted) if stones), ROWS)


def in_holes(position: LinjaPosition, player: Player, row: int) -> tuple[int, int]:
    """The fewest and the most stones that may stand in the holes of `player`'s own row `row`."""
    mine, theirs = own_rows(position, player), own_rows(position, opponent(player))
    beside = 0 if 0 < row < GOAL else position.beside[_line(player, row)]
    return holes_taken(mine[row] + theirs[GOAL - row], beside)


def holes_taken(stones: int, beside: int) -> tuple[int, int]:
    """The fewest and the most holes of a row that `stones` take, up to `beside` of which may lie
    beside the board.
    """
    return min(stones - beside, HOLES_IN_ROW), min(stones, HOLES_IN_ROW)


def at_goals(position: LinjaPosition) -> tuple[int, int]:
    """How many stones of both colours are at Black's goal line and at White's."""
    stones = totals(position, "b")
    return stones[GOAL], stones[0]


def crowded_out(position: LinjaPosition) -> tuple[int, int]:
    """How many stones find no hole at Black's goal line and at White's: as many lie beside it, and
    may go on lying there.
    """
    black, white = at_goals(position)
    return max(0, black - HOLES_IN_ROW), max(0, white - HOLES_IN_ROW)


def _line(player: Player, row: int) -> int:
    """Index into `beside` of a start line: 0 Black's goal, 1 White's."""
    return int((player == "w") == (row == GOAL))


def with_stone_moved(position: LinjaPosition, source: int, target: int) -> LinjaPosition:
    """The position with one stone of the side to move on another own row; what is due stays."""
    player = position.to_move
    rows = list(own_rows(position, player))
    rows[source] -= 1
    rows[target] += 1
    beside = list(position.beside)
    if target == GOAL and in_holes(position, player, GOAL)[0] == HOLES_IN_ROW:
        beside[_line(player, GOAL)] += 1
    w, b = (tuple(rows), position.b) if player == "w" else (position.w, tuple(rows))
    return LinjaPosition(
        w, b, player, position.phase, position.due, position.bonuses, tuple(beside)
    )


def next_turn(position: LinjaPosition) -> LinjaPosition:
    """The same stones, the other player's turn."""
    other = opponent(position.to_move)
    return LinjaPosition(position.w, position.b, other, beside=position.beside)
