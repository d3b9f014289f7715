"""The position that the board shows, whatever the game so far says: "accept the board".

It is put together as a position text (rules.md section 4) by the kind of board, and read by the
game like any other. What a board cannot show is taken as at the beginning of a turn.
"""

from __future__ import annotations

from typing import Any

from pi_board.core.errors import InvalidPosition
from pi_board.core.game import Player
from pi_board.core.layout import Layout, Look, Surface
from pi_board.referee.continuations import AnyGame
from pi_board.referee.evidence import Evidence
from pi_board.referee.stones import total


def standing(game: AnyGame, evidence: Evidence, to_move: Player) -> Any:
    """The position that looks likeliest, with `to_move` to begin a turn. Raises InvalidPosition."""
    layout = evidence.layout
    looks = tuple(evidence.seen(group) for group in range(len(layout.groups)))
    if layout.surface is Surface.SQUARES:
        return game.parse_position(f"{_squares(layout, looks)} {to_move}")
    if layout.surface is Surface.TILES:
        return game.parse_position(f"{_tiles(layout, looks)} {to_move} -")
    return game.parse_position(f"{_rows(layout, looks)} {to_move} i 0")


def read_standing(game: AnyGame, evidence: Evidence, to_move: Player) -> Any:
    """As `standing`, None if no position looks like that."""
    try:
        return standing(game, evidence, to_move)
    except InvalidPosition:
        return None


def _squares(layout: Layout, looks: tuple[Look, ...]) -> str:
    names = ["." if layout.labels[label] == "empty" else layout.labels[label] for (label,) in looks]
    return "/".join(_packed(row) for row in _top_first(layout, names))


def _packed(row: list[str]) -> str:
    text = "".join(row)
    for run in range(len(row), 0, -1):
        text = text.replace("." * run, str(run))
    return text


def _tiles(layout: Layout, looks: tuple[Look, ...]) -> str:
    return "/".join(
        "".join(row) for row in _top_first(layout, [layout.labels[label] for (label,) in looks])
    )


def _rows(layout: Layout, looks: tuple[Look, ...]) -> str:
    """White's start line, the top row, is absolute row 0."""
    stones = [total(layout, look) for look in reversed(looks)]
    white = ",".join(str(one.w) for one in stones)
    return f"{white}/{','.join(str(one.b) for one in stones)}"


def _top_first(layout: Layout, names: list[str]) -> list[list[str]]:
    width = layout.columns
    rows = [names[start : start + width] for start in range(0, len(names), width)]
    return rows[::-1]
