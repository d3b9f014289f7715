"""What the reader itself has to say, passed on as events."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pi_board.core.events import BoardFound, BoardMoved, Event, ReaderChanged
from pi_board.core.observation import ReaderNote
from pi_board.referee.phases import State


def pass_on(state: State, note: ReaderNote) -> tuple[State, tuple[Event, ...]]:
    """The event of a reader's note; unknown notes say nothing.

    Another reader may see and feel differently, so what was gathered so far is dropped, but for
    that somebody may have made a move.
    """
    fields: dict[str, Any] = dict(note.fields)
    if note.name == "board_found":
        corners = tuple((round(x, 2), round(y, 2)) for x, y in fields["corners_px"])
        found = BoardFound(note.t, note.frame, corners, round(fields["quality"], 3))
        return state, (found,)
    if note.name == "board_moved":
        return state, (BoardMoved(note.t, note.frame, fields.get("shift_mm")),)
    if note.name == "reader_changed":
        watch = replace(state.watch.anew(), feels=False, felt=(), sees_hands=False)
        changed = ReaderChanged(note.t, note.frame, fields["from"], fields["to"], fields["reason"])
        return replace(state, watch=watch), (changed,)
    return state, ()
