"""The position that the board shows, whatever the game so far says: "accept the board".

It is put together as a position text by the kind of board, and read by the
game like any other. What a board cannot show is taken as at the beginning of a turn. Stones of
Linja that are not on the board lie beside their goal line, if all its holes are taken. What the
sensor cannot see is taken from the position before, or nothing is accepted (see `untold`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pi_board.core.errors import InvalidPosition
from pi_board.core.game import AnyGame, Explanation, Player
from pi_board.core.layout import Layout, Look, Surface
from pi_board.core.message import message
from pi_board.core.stones import total
from pi_board.referee.continuations import Node
from pi_board.referee.evidence import Evidence
from pi_board.referee.untold import Told, told

Rows = tuple[list[int], list[int]]


@dataclass(frozen=True, slots=True)
class Placed:
    """The position that stands on the board, or why there is none."""

    position: Any = None
    why: Explanation | None = None


def read_standing(
    game: AnyGame,
    evidence: Evidence,
    to_move: Player,
    before: Node | None = None,
    felt: tuple[int, ...] = (),
) -> Placed:
    """The position that looks likeliest, with `to_move` to begin a turn. `before` is the position
    that stood there, None if the game has not begun; `felt`: see `told`.
    """
    layout, now = evidence.layout, told(evidence, before, felt)
    if now.untold:
        text = message("it cannot be seen whose stone stands where")
        if layout.surface is Surface.TILES:
            text = message("it cannot be seen whose stone stands where, or how a tile lies")
        sites = layout.sites_of(*now.untold)
        return Placed(why=Explanation(False, "table.colours_unseen", text, sites))
    try:
        return Placed(game.parse_position(_text(layout, now, to_move, before)))
    except InvalidPosition:
        text = message("no position of this game looks like the board")
        return Placed(why=Explanation(False, "table.no_position", text))


def _text(layout: Layout, now: Told, to_move: Player, before: Node | None) -> str:
    if layout.surface is Surface.SQUARES:
        return f"{_squares(layout, now.looks)} {to_move}"
    if layout.surface is Surface.TILES:
        return f"{_tiles(layout, now.looks)} {to_move} -"
    rows = _rows(layout, now.looks)
    if layout.surface is Surface.HOLES and before is not None:
        then = rows_of(before.text)
        for group in now.as_before:  # of a full row nobody sees which of its stones lie beside
            row = len(layout.groups) - 1 - group
            rows[0][row], rows[1][row] = then[0][row], then[1][row]
        rows = _with_those_beside(layout, rows, then)
    text = "/".join(",".join(map(str, side)) for side in rows)
    return f"{text} {to_move} i 0"


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
