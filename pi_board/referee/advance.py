"""The referee as a fold: ``state, events = advance(state, input)``.

    from pi_board.referee.advance import advance, begin

    state = begin(game)
    for item in inputs:                 # observations, commands, ticks, notes of the reader
        state, events = advance(state, item)

Nothing here looks at a clock: time is what the inputs say. The same inputs give the same events.
"""

from __future__ import annotations

from dataclasses import replace

from pi_board.core.events import Event
from pi_board.core.observation import Command, Input, Observation, ReaderNote
from pi_board.referee.accepting import Stamp
from pi_board.referee.commands import obey
from pi_board.referee.instructing import stop_as_told
from pi_board.referee.notes import pass_on
from pi_board.referee.phases import State, begin
from pi_board.referee.timing import keep_time
from pi_board.referee.watching import see

__all__ = ["advance", "begin"]


def advance(state: State, item: Input) -> tuple[State, tuple[Event, ...]]:
    """The next state and what is to be said, in order.

    Raises InvalidText for a command that there is not, and for a look at another kind of board than
    the game is played on.
    """
    if isinstance(item, (Observation, ReaderNote)):
        if item.frame is None:
            item = replace(item, frame=state.table.frame)
        else:
            state = replace(state, table=replace(state.table, frame=item.frame))
    after, events = _taken_in(state, item)
    at = Stamp(item.t, state.table.frame)
    after, more = stop_as_told(after, at)
    return keep_time(state, after, (*events, *more), at)


def _taken_in(state: State, item: Input) -> tuple[State, tuple[Event, ...]]:
    if isinstance(item, Observation):
        return (state, ()) if state.table.paused else see(state, item)
    if isinstance(item, Command):
        return obey(state, item)
    if isinstance(item, ReaderNote):
        return pass_on(state, item)
    return state, ()
