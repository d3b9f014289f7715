"""Clocks and buttons pressed when there is nothing to confirm, and what the rules say to it.

A hand is quicker than two quiet looks: whoever presses the clock right after a move has confirmed
it. Who presses it without having moved, or ends a turn that has not ended, is told why not.
"""

from __future__ import annotations

from dataclasses import replace

from pi_board.core.errors import InvalidText
from pi_board.core.events import Event
from pi_board.referee.accepting import Advanced, Stamp, illegal
from pi_board.referee.phases import Playing

NOTHING_AFTER_S = 1.0  # the board rests and shows no move


def press(state: Playing, at: Stamp) -> Advanced:
    """The clock is pressed, and no move has been seen yet."""
    if not state.table.confirm or state.pressed is not None:  # pressed twice: the first counts
        return state, ()
    return replace(state, pressed=at.t), ()


def after_the_clock(state: Playing, at: Stamp) -> tuple[Playing, tuple[Event, ...]]:
    """The board stands as it stood: whoever has pressed the clock did not move."""
    if state.pressed is None or at.t - state.pressed < NOTHING_AFTER_S:
        return state, ()
    return replace(state, pressed=None), refusal(state, "pass", at)


def refusal(state: Playing, text: str, at: Stamp) -> tuple[Event, ...]:
    """Why ``pass`` or ``stop`` is no move here; nothing if it is one, or the game has none."""
    now = state.line.now
    try:
        why = now.game.explain(now.position, text)
    except InvalidText:
        return ()
    return () if why.legal else (illegal(why, at, text),)
