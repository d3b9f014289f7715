"""What the reader itself has to say, passed on as it is."""

from __future__ import annotations

from dataclasses import replace

from pi_board.core.events import Event, ReaderChanged
from pi_board.core.observation import ReaderNote
from pi_board.referee.phases import SettingUp, State


def pass_on(state: State, note: ReaderNote) -> tuple[State, tuple[Event, ...]]:
    """Another reader may see and feel differently, so what was gathered so far is dropped, but for
    that somebody may have made a move.
    """
    if isinstance(note, ReaderChanged):
        sensor = replace(state.watch.sensor, feels=False, sees_hands=False)
        watch = replace(state.watch.anew(), felt=(), sensor=sensor)
        state = replace(state, watch=watch)
        if isinstance(state, SettingUp):  # nor does it see stones that none can be
            state = replace(state, ahead=None)
    return state, (note,)
