"""The game that was going on when the program ended, whatever ended it.

found = latest_unfinished("loa")
if found is not None:
    keeper = Keeper(found.game, found.record.header.players, "camera", going_on=found)
    sitting = Sitting(found.game, reader, keep=keeper, resumed=found.state)
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pi_board.core.errors import InvalidFile
from pi_board.core.layout import Layout
from pi_board.games.kind import AnyGame
from pi_board.records.history import History, header_of
from pi_board.records.journal import Line, is_in_use, read_journal
from pi_board.records.place import IMPORTED, games_folder, journal_paths
from pi_board.records.record import Header, Record
from pi_board.records.replay import replayed
from pi_board.referee.phases import State
from pi_board.referee.resuming import resume


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A game to go on with. `state` waits for its last confirmed position to stand again."""

    path: Path
    game: AnyGame
    record: Record
    state: State
    lines: tuple[Line, ...]

    def history(self) -> History:
        """The record so far, to be gone on with."""
        history = History(header_of(self.lines[0]))
        history.take_all(self.lines[1:])
        return history


def latest_unfinished(game_name: str, folder: Path | None = None) -> Unfinished | None:
    """The newest game called `game_name`, if it is not over and was not left for another one.

    A journal without a single whole line holds nothing that was confirmed and is passed over.
    Raises InvalidFile when the newest journal is damaged.
    """
    for path in journal_paths(folder or games_folder(), game_name):
        try:
            lines = read_journal(path)
        except InvalidFile:
            if b"\n" in path.read_bytes():
                raise
            continue
        header = header_of(lines[0])
        if header.source.startswith(IMPORTED) or not _has_begun(lines):
            continue
        if is_in_use(path):
            return None
        return unfinished(path, lines)
    return None


def _has_begun(lines: tuple[Line, ...]) -> bool:
    return any(line.get("event") == "game_started" for line in lines)


def unfinished(path: Path, lines: tuple[Line, ...]) -> Unfinished | None:
    """The game of a journal, None if it is over or was left. Raises InvalidFile if damaged."""
    history = History(header_of(lines[0]))
    history.take_all(lines[1:])
    record = history.record
    if record.outcome or record.is_left:
        return None
    again = replayed(record)
    moves = ((move.text, move.accepted) for move in record.moves)
    layout = _layout(again.game, record.header)
    state = resume(again.game, layout, again.positions[0], moves)
    return Unfinished(path, again.game, record, state, lines)


def _layout(game: AnyGame, header: Header) -> Layout:
    return next((one for one in game.layouts if one.name == header.layout), game.layouts[0])
