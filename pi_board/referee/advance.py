"""The referee as a fold: ``state, events = advance(state, input)``.

    from pi_board.referee.advance import advance, begin

    state = begin(game)
    for item in inputs:                 # observations, commands, ticks, notes of the reader
        state, events = advance(state, item)

Nothing here looks at a clock: time is what the inputs say. The same inputs give the same events.
"""

from __future__ import annotations

from pi_board.core.events import Event
from pi_board.core.observation import Command, Input, Observation, ReaderNote
from pi_board.referee.commands import obey
from pi_board.referee.notes import pass_on
from pi_board.referee.phases import State, begin
from pi_board.referee.watching import see

__all__ = ["advance", "begin"]


def advance(state: State, item: Input) -> tuple[State, tuple[Event, ...]]:
    """The next state and what is to be said, in order."""
    if isinstance(item, Observation):
        return see(state, item)
    if isinstance(item, Command):
        return obey(state, item)
    if isinstance(item, ReaderNote):
        return pass_on(state, item)
    return state, ()
