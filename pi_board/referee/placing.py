"""The position that the board shows, whatever the game so far says: "accept the board".

It is put together as a position text by the kind of board, and read by the
game like any other. What a board cannot show is taken as at the beginning of a turn. Stones of
Linja that are not on the board lie beside their goal line, if all its holes are taken.
"""

from __future__ import annotations

from typing import Any

from pi_board.core.errors import InvalidPosition
from pi_board.core.game import AnyGame, Player
from pi_board.core.layout import Layout, Look, Surface
from pi_board.core.stones import total
from pi_board.referee.evidence import Evidence

Rows = tuple[list[int], list[int]]


def standing(game: AnyGame, evidence: Evidence, to_move: Player, before: Any) -> Any:
    """The position that looks likeliest, with `to_move` to begin a turn; `before` is the position
    that stood there, None if the game has not begun. Raises InvalidPosition.
    """
    layout = evidence.layout
    looks = tuple(evidence.seen(group) for group in range(len(layout.groups)))
    if layout.surface is Surface.SQUARES:
        return game.parse_position(f"{_squares(layout, looks)} {to_move}")
    if layout.surface is Surface.TILES:
        return game.parse_position(f"{_tiles(layout, looks)} {to_move} -")
    rows = _rows(layout, looks)
    if layout.surface is Surface.HOLES and before is not None:
        rows = _with_those_beside(layout, rows, rows_of(game.position_text(before)))
    text = "/".join(",".join(map(str, side)) for side in rows)
    return game.parse_position(f"{text} {to_move} i 0")


def read_standing(game: AnyGame, evidence: Evidence, to_move: Player, before: Any) -> Any:
    """As `standing`, None if no position looks like that."""
    try:
        return standing(game, evidence, to_move, before)
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


def rows_of(text: str) -> Rows:
    """Stones of White and of Black on the absolute rows of Linja, out of a position text."""
    white, black = text.split()[0].split("/")
    return [int(count) for count in white.split(",")], [int(count) for count in black.split(",")]


def beside(rows: Rows, holes: int) -> tuple[int, int]:
    """How many stones lie beside the board at the first and at the last absolute row."""
    white, black = rows
    return max(0, white[0] + black[0] - holes), max(0, white[-1] + black[-1] - holes)


def _rows(layout: Layout, looks: tuple[Look, ...]) -> Rows:
    """White's start line, the top row, is absolute row 0."""
    stones = [total(layout, look) for look in reversed(looks)]
    return [one.w for one in stones], [one.b for one in stones]


def _with_those_beside(layout: Layout, seen: Rows, before: Rows) -> Rows:
    """Stones that are missing are counted to their goal line (White's is the last absolute row) if
    all its holes are taken, but no more than stood there `before`.
    """
    found: list[list[int]] = []
    for now, was, other, goal in (
        (seen[0], before[0], seen[1], -1),
        (seen[1], before[1], seen[0], 0),
    ):
        is_full = now[goal] + other[goal] == len(layout.groups[0])
        missing = min(sum(was) - sum(now), was[goal] - now[goal])
        counted = list(now)
        counted[goal] += max(0, missing) * is_full
        found.append(counted)
    return found[0], found[1]


def _top_first(layout: Layout, names: list[str]) -> list[list[str]]:
    width = layout.columns
    rows = [names[start : start + width] for start in range(0, len(names), width)]
    return rows[::-1]
