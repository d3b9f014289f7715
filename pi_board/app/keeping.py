"""The journal of a sitting, and the record that is made of it."""

from __future__ import annotations

import time
from collections.abc import Iterable
from pathlib import Path

from pi_board.core.events import Event, GameOver, GameStarted, MovePlayed, MoveRevised, TakenBack
from pi_board.games.kind import AnyGame
from pi_board.records.journal import Header, Journal
from pi_board.records.place import games_folder
from pi_board.records.text import Record, RecordedMove


def open_journal(
    game: AnyGame, players: tuple[str, str], source: str, folder: Path | None = None
) -> Journal:
    """A new journal in the games folder. Raises EnvironmentFault when it cannot be written."""
    now = time.time()
    stamp = time.strftime("%Y%m%d-%H%M%S", time.localtime(now))
    name = f"{stamp}-{int(now * 1000) % 1000:03}-{game.name}.jsonl"
    header = Header(game.name, game.options, players, source, now)
    return Journal((folder or games_folder()) / name, header)


class Recorder:
    """Collects the moves of the running game out of the events."""

    def __init__(self, game: AnyGame, players: tuple[str, str]) -> None:
        self._game = game
        self._players = players
        self._started = time.time()
        self._moves: list[RecordedMove] = []
        self._result = ""
        self._position = ""

    def hear(self, events: Iterable[Event]) -> None:
        """Take note of what has happened."""
        for event in events:
            if isinstance(event, GameStarted):
                start = self._game.position_text(self._game.start())
                self._position = "" if event.position == start else event.position
                self._moves, self._result = [], ""
            elif isinstance(event, MovePlayed):
                self._moves.append(RecordedMove(event.player, event.move, event.turn_over))
            elif isinstance(event, MoveRevised):
                last = self._moves[-1]
                self._moves[-1] = RecordedMove(last.player, event.move, last.turn_over)
            elif isinstance(event, TakenBack):
                del self._moves[len(self._moves) - event.plies :]
                self._result = ""
            elif isinstance(event, GameOver):
                self._result = f"{event.outcome} ({event.reason})"

    @property
    def record(self) -> Record:
        """The record as it stands."""
        return Record(
            self._game.name,
            self._game.options,
            self._players,
            self._started,
            tuple(self._moves),
            self._result,
            self._position,
        )
