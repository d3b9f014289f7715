"""What was said at the table and still holds when the game is gone on with: read off its journal.

said = recalled(read_journal(path))
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from pi_board.records.journal import Line

_PAUSES = {"pause": True, "continue": False, "new_game": False}


@dataclass(frozen=True, slots=True)
class Recalled:
    """As far as it is said in the journal. `paused`: nobody has gone on since the pause."""

    paused: bool = False


def recalled(lines: Iterable[Line]) -> Recalled:
    """What holds after the last of `lines`, header first."""
    said = Recalled()
    for line in lines:
        said = _after(said, line)
    return said


def _after(said: Recalled, line: Line) -> Recalled:
    return replace(said, paused=_PAUSES.get(str(line.get("command")), said.paused))
