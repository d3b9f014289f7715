"""What was said at the table and still holds when the game is gone on with: read off its journal.

said = recalled(read_journal(path))
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from pi_board.records.journal import Line

_PAUSES = {"pause": True, "continue": False, "new_game": False}
# What ends the putting right of a board: it is right, or people have said what is to be made of it.
_SETTLED = ("move_played", "move_revised", "taken_back", "restored", "choose", "game_over")


@dataclass(frozen=True, slots=True)
class Recalled:
    """As far as it is said in the journal.

    `paused`: nobody has gone on since the pause · `refused`: the move taken back by command, if the
    board has not been put right since.
    """

    paused: bool = False
    refused: tuple[str, ...] = ()


def recalled(lines: Iterable[Line]) -> Recalled:
    """What holds after the last of `lines`, header first."""
    said, moves, command = Recalled(), list[str](), ""
    for line in lines:
        undone = _undone(moves, line)
        said = _after(said, line)
        if line.get("event") == "taken_back" and command == "take_back":
            said = replace(said, refused=undone[:1])
        command = str(line.get("command", ""))
    return said


def _undone(moves: list[str], line: Line) -> tuple[str, ...]:
    """The moves that a line takes back; `moves` become those that stand after it."""
    event = line.get("event")
    if event == "move_played":
        moves.append(line["move"])
    elif event == "move_revised":
        moves[-1] = line["move"]
    elif event == "taken_back":
        keep = len(moves) - int(line["plies"])
        undone = tuple(moves[keep:])
        del moves[keep:]
        return undone
    return ()


def _after(said: Recalled, line: Line) -> Recalled:
    """What a line changes by itself."""
    if line.get("event") in _SETTLED:
        said = replace(said, refused=())
    return replace(said, paused=_PAUSES.get(str(line.get("command")), said.paused))
