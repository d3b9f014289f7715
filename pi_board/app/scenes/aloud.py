"""What a voice says where a message points to the picture: which row, which stone, which tile.

Linja's rows are counted from the start line of the player whose stone it is, as where moves are
told. The words stand one after the other, for in most languages what follows ``from`` is another
form of the word than what follows ``to``.
"""

from __future__ import annotations

from pi_board.app.scenes.mending import Carried, Mending, turn_text
from pi_board.core.game import Player
from pi_board.core.layout import Layout
from pi_board.core.message import Message, message
from pi_board.core.scene import Spin
from pi_board.core.words import side
from pi_board.games.linja.layout import group_of
from pi_board.games.linja.rules import GOAL
from pi_board.referee.words import stone


def step_aloud(found: Mending) -> Message | None:
    """The first step of what puts the board right; None if nothing is to be done, or if what is
    written names the stones' places.
    """
    step = found.steps[0] if found.steps else None
    if step is None or isinstance(step, Spin):
        return None if step is None else turn_text(step.site, step.quarters)
    if found.named:
        return None
    start, end = step.way.start, step.way.end
    whose = message("a stone") if step.either else stone(step.player)
    if end is None:
        return message("Take {stone} off here: {place}",
                       stone=whose, place=_place(step, str(start)))  # fmt: skip
    if start is None:
        return message("Put {stone} here: {place}", stone=whose, place=_place(step, end))
    return message("Move {stone}. From: {start}. To: {end}",
                   stone=whose, start=_place(step, start), end=_place(step, end))  # fmt: skip


def _place(step: Carried, hole: str) -> Message:
    """The row of a hole; where nobody knows whose the stone is, with who counts so."""
    row = row_of(step.player, hole)
    if not step.either:
        return row
    return message("{place}, as {player} counts", place=row, player=side(step.player))


def here(layout: Layout, player: Player, site: str) -> Message:
    """Where something begins on the drawn board."""
    place = row_of(player, site) if layout.surface.has_rows else site
    return message("Here: {place}", place=place)


def row_of(player: Player, hole: str) -> Message:
    """The row of a hole of the drawn board, as `player` counts."""
    row = group_of(player, int(hole[1:]) - 1)
    if row == 0:
        return message("start line")
    return message("goal line") if row == GOAL else message("row {row}", row=row)
