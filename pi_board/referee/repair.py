"""How to put a disturbed board right, one step at a time.

Stones that are missing are paired with stones of the same colour that are too many, so that they
travel the shortest way in all (the assignment problem, solved by munkres); what is left over is put
on or taken off; turned tiles are turned back.
"""

from __future__ import annotations

from munkres import Munkres

from pi_board.core.layout import Layout
from pi_board.core.message import Message, counted, message
from pi_board.referee.differences import PLAYERS, Balance, Stray, place
from pi_board.referee.words import stone


def repair_steps(layout: Layout, wrong: Balance) -> tuple[Message, ...]:
    """Everything to do, in order: turn tiles back, take off, move, put on."""
    moves: list[Message] = []
    off: list[Message] = []
    on: list[Message] = []
    for player in PLAYERS:
        missing = [stray for stray in wrong.missing if stray.player == player]
        extra = [stray for stray in wrong.extra if stray.player == player]
        for here, there in _pairs(layout, extra, missing):
            moves.append(_move(layout, here, there))
            extra.remove(here)
            missing.remove(there)
        off.extend(_take_off(layout, stray) for stray in extra)
        on.extend(_put_on(layout, stray, stray.group in wrong.either) for stray in missing)
    turns = [_turn_back(layout, group, quarters) for group, quarters in wrong.turned]
    return (*turns, *off, *moves, *on)


def _pairs(layout: Layout, extra: list[Stray], missing: list[Stray]) -> list[tuple[Stray, Stray]]:
    if not extra or not missing:
        return []
    costs = [[_distance(layout, one.group, other.group) for other in missing] for one in extra]
    pairs = Munkres().compute(_square(costs))
    return [(extra[i], missing[j]) for i, j in pairs if i < len(extra) and j < len(missing)]


def _square(costs: list[list[float]]) -> list[list[float]]:
    size = max(len(costs), len(costs[0]))
    rows = [row + [0.0] * (size - len(row)) for row in costs]
    return rows + [[0.0] * size for _ in range(size - len(rows))]


def _distance(layout: Layout, one: int, other: int) -> float:
    """Distance between two groups in sites."""
    (ax, ay), (bx, by) = _point(layout, one), _point(layout, other)
    return float(((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5)


def _point(layout: Layout, group: int) -> tuple[int, int]:
    if len(layout.groups) == layout.rows:
        return 0, group
    return group % layout.columns, group // layout.columns


def _move(layout: Layout, here: Stray, there: Stray) -> Message:
    return message(
        "move {stone} from {start} to {end}",
        stone=stone(here.player),
        start=place(layout, here.group),
        end=place(layout, there.group),
    )


def _take_off(layout: Layout, stray: Stray) -> Message:
    return message(
        "take {stone} off {site}", stone=stone(stray.player), site=place(layout, stray.group)
    )


def _put_on(layout: Layout, stray: Stray, either: bool) -> Message:
    site = place(layout, stray.group)
    if either:
        return message("put the missing stone back on {site}", site=site)
    return message("put {stone} on {site}", stone=stone(stray.player), site=site)


def _turn_back(layout: Layout, group: int, quarters: int) -> Message:
    return counted(
        "turn the tile {site} clockwise by a quarter",
        "turn the tile {site} clockwise by {count} quarters",
        4 - quarters,
        site=place(layout, group),
    )
