"""Keeps the games of a sitting: a journal for each, and the record as it stands.

    keeper = Keeper(Header.of(game, ("Ioana", "Tomáš"), "camera"))
    for moment in Sitting(game, reader, keep=keeper).moments():
        ...

A journal begins with its game; what was said before (the set-up) goes to its head. A disk that
cannot be written is told once, and play goes on.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from math import inf
from pathlib import Path

from pi_board.app.kept.evidence import KeptEvidence
from pi_board.app.kept.journals import Journals
from pi_board.app.kept.resuming import Unfinished
from pi_board.app.sitting import Fault, Moment
from pi_board.core.errors import reason_of
from pi_board.core.events import (
    Choose,
    Disturbed,
    GameOver,
    GameStarted,
    Illegal,
    MovePlayed,
    MoveRevised,
    TakenBack,
    to_json,
)
from pi_board.core.message import message
from pi_board.core.observation import Command
from pi_board.readers.addresses import without_login
from pi_board.records.evidence import KeptFrame, Retention
from pi_board.records.history import History
from pi_board.records.journal import JournalLine
from pi_board.records.live import LiveFiles
from pi_board.records.place import CLOCK_IS_SET, games_folder, named_moment_s, new_journal_path
from pi_board.records.record import Header, Record, began_at
from pi_board.records.request import is_evidence_asked_for
from pi_board.referee.clocks import control_text
from pi_board.referee.phases import Over, SettingUp, State
from pi_board.referee.resuming import untold_end
from pi_board.vision.warm.sight import Sight

KEEP_ALL = Retention()
_CLOCKS_EVERY_S = 60.0  # while nothing happens: seldom enough for a card, and nobody loses more
_TOLD = (GameStarted, MovePlayed, MoveRevised, TakenBack, GameOver)  # in the live files


class Keeper:
    """Hears every moment of a sitting first. Close it, or use it with `contextlib.closing`."""

    def __init__(
        self,
        header: Header,
        folder: Path | None = None,
        going_on: Unfinished | None = None,
        retention: Retention = KEEP_ALL,
        wall: Callable[[], float] = time.time,
        is_wall_right: Callable[[], bool] = CLOCK_IS_SET.exists,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`header` is what was agreed, also for games begun after this one; `going_on` is the game
        to go on with (see `Unfinished.header`). `wall` gives the time of day, which may be set
        while a game is on, `clock` goes on evenly. Raises InvalidFile when its journal cannot be
        gone on with.
        """
        self._header = replace(header, source=without_login(header.source))
        self._folder = folder or games_folder()
        self._wall, self._is_wall_right, self._clock = wall, is_wall_right, clock
        self._undated_s: float | None = None  # on `clock`, when a game began on a day nobody knew
        self._live = LiveFiles(self._folder)
        self._journals = Journals(wall)
        self._evidence = KeptEvidence(self._folder, retention)
        self._history: History | None = None
        self._last: Moment | None = None
        self._written_t = -inf  # when the newest line was, on the reader's clock
        self._is_problem_told = False  # of the journals,
        self._is_refusal_told = False  # and of what is kept beside them
        self._lock = threading.RLock()  # the sitting's thread keeps moments, the screen's notes
        if going_on is not None:
            self._journals.begin(going_on.path, None)
            self._history = going_on.history()
            self._begin_evidence()
            if isinstance(going_on.state, Over):  # its last line was torn
                self._note([to_json(event) for event in untold_end(going_on.state)])
            self._journals.keep_for_next({"resumed": self._header.source, "t": 0.0})
            self._show(going_on.state)

    def __call__(self, moment: Moment) -> Fault | None:
        """Keep a moment. Returns what there is to say about the disk, once for each change."""
        with self._lock:
            self._keep_lines(moment)
            self._keep_evidence(moment)
            return self._news_of_disk()

    def look_at(self, picture: Callable[[], Sight]) -> None:
        """Keep pictures as well; `picture` gives what is seen at the moment (`Reader.picture`)."""
        self._evidence.look_at(picture)

    def retain(self, retention: Retention) -> None:
        """Keep pictures, or none, from now on; observations are a game's from its beginning."""
        with self._lock:
            self._evidence.retain(retention)

    def last_seconds(self) -> tuple[KeptFrame, ...]:
        """What the camera has seen in the last seconds, oldest first."""
        with self._lock:
            return self._evidence.last_seconds

    @property
    def is_kept(self) -> bool:
        """Whether the disk has everything of the game."""
        return not self._journals.problem

    @property
    def disputed(self) -> tuple[KeptFrame, ...]:
        """What it saw before the newest question or complaint."""
        return self._evidence.disputed

    def _news_of_disk(self) -> Fault | None:
        """What there is to say about the disk, once for each change; not that it does not take all
        that is kept beside a game of which it has been said that it does not take it either.
        """
        problem = self._journals.problem
        if bool(problem) != self._is_problem_told:
            self._is_problem_told = bool(problem)
            if problem:
                return Fault(message("The game cannot be kept: {why}. It goes on.", why=problem))
            return Fault(message("The game is kept again; nothing is missing."), is_over=True)
        refused = self._live.refused or self._evidence.refused
        if refused is None or self._is_refusal_told:
            return None
        self._is_refusal_told = True
        why = reason_of(refused)
        text = message("The game is kept, but not everything beside it: {why}.", why=why)
        return None if problem else Fault(text, is_beside=True)

    def _keep_evidence(self, moment: Moment) -> None:
        self._evidence.take(moment.input, is_news=bool(moment.events))
        ply = len(self.record.moves) - sum(isinstance(e, MovePlayed) for e in moment.events)
        for event in moment.events:
            if isinstance(event, GameStarted):
                self._begin_evidence()
            elif isinstance(event, MovePlayed):
                ply += 1
                self._evidence.move(ply)
            elif isinstance(event, (Choose, Illegal, Disturbed)):
                self._evidence.dispute(event.name)
        if is_evidence_asked_for(self._folder):
            self._evidence.save_last_seconds()

    def _begin_evidence(self) -> None:
        path = self._journals.path
        if path is not None:
            self._evidence.begin(path.with_suffix(""), self._wall())

    def _keep_lines(self, moment: Moment) -> None:
        given = moment.input
        lines: list[JournalLine] = []
        if isinstance(given, Command):
            lines.append({"command": given.name, "argument": given.argument, "t": given.t})
        for event in moment.events:
            if isinstance(event, GameStarted):
                self._begin(event, moment)
            lines.append(to_json(event))
        lines += self._dated(given.t)
        state = moment.state
        offences = state.table.offences
        # a table that waits for the next game counts anew: those of the last one stay its own
        if not isinstance(state, SettingUp) and offences != self.record.offences:
            lines.append({"offences": list(offences), "t": given.t})
        self._last = moment
        if lines or (_time_runs(moment) and not self._is_new(given.t)):
            self._note_clocks(moment, lines or [{"t": given.t}])
        if isinstance(given, Command) and given.name == "new_game":
            self._leave()
        if any(isinstance(event, _TOLD) for event in moment.events):
            self._show(moment.state)

    def _dated(self, t: float) -> list[JournalLine]:
        """When the game began, as soon as a computer that woke up without the time is told it."""
        if self._undated_s is None or not self._is_wall_right():
            return []
        started = self._wall() - (self._clock() - self._undated_s)
        self._undated_s = None
        self._evidence.is_dated()
        return [{"started": round(started, 3), "t": t}]

    def _is_new(self, t: float) -> bool:
        """Whether the newest line is, so that it tells how the clocks stand."""
        return 0 <= t - self._written_t < _CLOCKS_EVERY_S

    def _note_clocks(self, moment: Moment, lines: list[JournalLine]) -> None:
        """Keep lines of this moment, with what the clocks show."""
        self._written_t = moment.input.t
        self._note([line | _clocks(moment) for line in lines])

    @property
    def game_id(self) -> str:
        """The name of the journal, "" before a game has begun."""
        path = self._journals.path
        return "" if path is None else path.stem

    @property
    def record(self) -> Record:
        """The record of the game as it stands."""
        return self._history.record if self._history else Record(self._header)

    def note(self, line: Mapping[str, object]) -> None:
        """Keep one line, such as a hint that was given (see `hinting.journal_line`). What there is
        to say about the disk the next moment's call says.
        """
        with self._lock:
            self._note([dict(line)])

    def _note(self, lines: list[JournalLine]) -> None:
        if self._history is not None:
            self._history.take_all(lines)
        self._journals.append(*lines)

    def _begin(self, event: GameStarted, moment: Moment) -> None:
        self._leave()
        now = self._wall()
        path = new_journal_path(self._folder, self._header.game, now)
        if not self._is_wall_right():  # one that woke up in the past would make this game no longer
            now = max(now, named_moment_s(path))  # the last one, nor that in its match
            self._undated_s = self._clock()
        header = self._header_at(event, moment.state, now)
        self._journals.begin(path, header)
        self._history = History(header)

    def _header_at(self, event: GameStarted, state: State, now: float) -> Header:
        clock, table = state.table.clock, state.table
        return replace(
            self._header,
            started=now,
            position=began_at(table.game, event.position),
            layout="" if isinstance(state, SettingUp) else state.line.now.layout.name,
            clock="" if clock is None else control_text(clock.control),
            policy="" if table.policy == "casual" else table.policy,
            confirm=table.confirm,
        )

    def _leave(self) -> None:
        """Another game is to begin; this one will not be gone on with."""
        self._undated_s = None
        if self._journals.path is None:
            return
        if not self.record.outcome:
            self._note([{"closed": "another game"}])
        self._evidence.end()
        self._journals.end()

    def _show(self, state: State) -> None:
        """Bring the live files up to date."""
        if not isinstance(state, SettingUp):
            now = state.line.now
            self._live.show(self.game_id, self.record, now.text, now.to_move)

    def close(self) -> None:
        """Let go of everything, when it is written; the game can be gone on with another time."""
        with self._lock:
            is_running = self._journals.path is not None
            if is_running and self._last is not None and _time_runs(self._last):
                self._note_clocks(self._last, [{"t": self._last.input.t}])
            self._evidence.end()
            self._journals.close()
        self._evidence.close()


def _time_runs(moment: Moment) -> bool:
    """Whether somebody's time does."""
    clock = moment.state.table.clock
    return clock is not None and clock.started_s is not None


def _clocks(moment: Moment) -> JournalLine:
    """What both clocks show, if there are clocks."""
    clock, t = moment.state.table.clock, moment.input.t
    if clock is None:
        return {}
    return {"clocks_s": [round(clock.left_s("b", t), 3), round(clock.left_s("w", t), 3)]}
