"""All games kept, found quickly: an SQLite index beside the journals.

The journals are the truth. The index is made from them, notices by itself what has been added,
changed or deleted, and can be thrown away at any time (`rebuild`).
"""

from __future__ import annotations

import fcntl
import os
import shutil
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from math import floor
from pathlib import Path

from pi_board.core.errors import EnvironmentFault, InvalidFile, InvalidText, reason_of
from pi_board.core.message import message
from pi_board.records.history import lines_of, readable_record
from pi_board.records.index import COLUMNS, INSERT, Index, row_of
from pi_board.records.journal import is_in_use, write_journal
from pi_board.records.place import journal_names, new_journal_path
from pi_board.records.record import DAY_S, Header, Record, began_at, is_day_alone
from pi_board.records.replay import game_of, start_of
from pi_board.records.search import Filter, Statistics, Summary, where

_BATCH = 50  # games, after which `progress` hears of them: a watchdog may wait for it
_MAY_GROW = 50  # unfinished games that are looked at again
_MAY_CHANGE = 5  # games of any kind: a move that ended one may have been taken back


@dataclass(frozen=True, slots=True)
class Problem:
    """A journal that cannot be read, or not to its end, and why."""

    id: str
    text: str


class Archive:
    """The games in one folder. Close it, or use it in a ``with`` of `contextlib.closing`."""

    def __init__(self, folder: Path) -> None:
        """Open the index of `folder`, making it if there is none or it is damaged. Where nothing
        can be written, or no longer, the index lives in memory.
        """
        self.folder = folder
        self._index = Index(folder.parent / "games.sqlite", self.refresh)

    def close(self) -> None:
        """Let go of the index."""
        self._index.close()

    def refresh(self, progress: Callable[[int], None] = lambda _: None) -> None:
        """Take in what has changed since the last time; `progress` hears how many were read."""
        mtime_ns = self._folder_mtime_ns()
        if mtime_ns == self._known_mtime_ns():
            stale = list(self._changed())
        else:
            names = set(journal_names(self.folder))
            known = {f"{row[0]}.jsonl" for row in self._index.rows("select id from games")}
            stale = [*self._edited(), *sorted(names - known)]
            gone = ((name.removesuffix(".jsonl"),) for name in known - names)
            self._index.write("delete from games where id = ?", gone)
        for start in range(0, len(stale), _BATCH):
            batch = stale[start : start + _BATCH]
            rows = [row_of(self.folder / name) for name in batch]
            people = {(str(row[14 + n]), str(row[2 + n])) for row in rows for n in (0, 1)}
            self._index.write("insert or replace into names values (?, ?)", sorted(people))
            self._index.write(INSERT, rows)
            progress(start + len(batch))
        self._note_folder(mtime_ns)

    def rebuild(self, progress: Callable[[int], None] = lambda _: None) -> tuple[Problem, ...]:
        """Make the index anew from the journals; the journals that cannot be read."""
        self._index.write("delete from games", [()])
        self._index.write("delete from folder", [()])
        self._index.write("delete from names", [()])
        self.refresh(progress)
        bad = self._index.rows("select id, problem from games where problem <> '' order by id")
        return tuple(Problem(*row) for row in bad)

    def games(self, wanted: Filter, limit: int = -1) -> tuple[Summary, ...]:
        """The games that pass a filter, newest first; at most `limit` of them (-1: all)."""
        condition, values = where(wanted)
        few = f"select id from games where {condition} order by started desc, id desc limit ?"
        order = f"select {COLUMNS} from games where id in ({few}) order by started desc, id desc"
        return tuple(Summary(*row) for row in self._index.rows(order, (*values, limit)))

    def count(self, wanted: Filter) -> int:
        """How many games pass a filter."""
        condition, values = where(wanted)
        return int(self._index.rows(f"select count(*) from games where {condition}", values)[0][0])

    def statistics(self, wanted: Filter) -> tuple[Statistics, ...]:
        """For each player and game among the games that pass a filter, most games first."""
        condition, values = where(wanted)
        side = f"""select {{0}} as player, {{0}}_key as key, game, outcome = '{{1}}' as won,
            outcome = '{{2}}' as lost, outcome = 'draw' as drawn, outcome = '' as open, plies
            from games where problem = '' and {condition}"""
        rows = self._index.rows(
            f"""select max(player), game, count(*), sum(won), sum(lost), sum(drawn), sum(open),
            avg(plies) from ({side.format("black", "b", "w")} union all
            {side.format("white", "w", "b")}) group by key, game order by count(*) desc, key""",
            (*values, *values),
        )
        return tuple(Statistics(*row) for row in rows)

    def players(self) -> tuple[str, ...]:
        """The names of all who have played, most games first."""
        rows = self._index.rows(
            """select name, (select count(*) from games where black_key = key)
            + (select count(*) from games where white_key = key) as played
            from names where name <> '' and played order by played desc, key"""
        )
        return tuple(row[0] for row in rows)

    def matches(self) -> tuple[str, ...]:
        """The names of all matches, the one played last first."""
        rows = self._index.rows(
            "select match from games where match <> '' group by match order by max(started) desc"
        )
        return tuple(row[0] for row in rows)

    def find(self, text: str) -> Summary:
        """The game whose name begins with `text`, or ``last``. Raises InvalidText."""
        if not text:
            raise InvalidText("game '' is none, expected a name as `games list` has it, or last")
        if text == "last":
            found = self.games(Filter(), 1)
        else:
            order = f"select {COLUMNS} from games where id >= ? and id < ? order by id limit 2"
            rows = self._index.rows(order, (text, text + "\U0010ffff"))
            found = tuple(Summary(*row) for row in rows)
        if len(found) > 1:
            raise InvalidText(f"game {text!r}: there are several, such as {found[0].id}")
        if not found:
            raise InvalidText(f"game {text!r} is not there, expected a name as `games list` has it")
        return found[0]

    def path(self, game_id: str) -> Path:
        """Where the journal of a game lies."""
        return self.folder / f"{game_id}.jsonl"

    def record(self, game_id: str) -> Record:
        """The record of a game. Raises InvalidFile if any of it is damaged."""
        record, damage = self.readable(game_id)
        if damage:
            raise InvalidFile(damage)
        return record

    def readable(self, game_id: str) -> tuple[Record, str]:
        """The record of a game as far as it can be read, and what is damaged then, "" if nothing
        is. Raises InvalidFile if nothing can be read.
        """
        return readable_record(self.path(game_id))

    def same_as(self, record: Record) -> str:
        """The name of a game that is kept and is the same as `record`, whatever file that came
        from; "" if there is none. Files tell when a game began to the second, or only the day.
        Raises InvalidFile.
        """
        head, day = record.header, floor(record.header.started / DAY_S) * DAY_S
        last = DAY_S if is_day_alone(head.started) else 1.0
        same = self._index.rows(
            "select id from games where game = ? and black_key = ? and white_key = ? "
            "and (started >= ? and started < ? or started = ?) and plies = ? and outcome = ? "
            "and problem = '' order by id",
            (head.game, *map(str.casefold, head.players), floor(head.started),
             floor(head.started) + last, day, len(record.moves), record.outcome),
        )  # fmt: skip
        for (game_id,) in same:
            kept = self.record(game_id)
            if _essence(kept) == _essence(record):
                return str(game_id)
        return ""

    def add(self, record: Record) -> str:
        """Keep a game that was played elsewhere; its name. Raises InvalidFile, EnvironmentFault."""
        lines = tuple(lines_of(record))
        path = new_journal_path(self.folder, record.header.game, time.time())
        write_journal(path, record.header, lines)
        return path.stem

    def add_once(self, record: Record) -> tuple[str, bool]:
        """The name under which a game that was played elsewhere is kept, and whether it was kept
        already; the index is up to date then. Raises as `add` does.
        """
        with self._alone():
            self.refresh()
            if kept := self.same_as(record):
                return kept, True
            name = self.add(record)
            self.refresh()
        return name, False

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """While it lasts no other program is in here: both would add the same game."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            folder = os.open(self.folder, os.O_RDONLY)
        except OSError as error:
            raise EnvironmentFault(f"cannot use {self.folder}: {error.strerror}") from error
        try:
            with suppress(OSError):  # a file system without locks
                fcntl.flock(folder, fcntl.LOCK_EX)
            yield
        finally:
            os.close(folder)

    def delete(self, game_id: str) -> None:
        """Delete a game and all that was kept with it. Raises EnvironmentFault."""
        path = self.path(game_id)
        if is_in_use(path):
            raise EnvironmentFault(message("game {game} is being played", game=game_id))
        was_known = self._folder_mtime_ns() == self._known_mtime_ns()
        try:
            if (self.folder / game_id).is_dir():  # first: without its game nobody would find it
                shutil.rmtree(self.folder / game_id)
            path.unlink(missing_ok=True)
        except OSError as error:
            raise EnvironmentFault(
                message("cannot delete {path}: {reason}", path=str(path), reason=reason_of(error))
            ) from error
        self._index.write("delete from games where id = ?", [(game_id,)])
        if was_known:
            self._note_folder(self._folder_mtime_ns())

    def _changed(self) -> Iterator[str]:
        """Journals that have grown since they were last read.

        Only new ones are looked at: nobody goes on with an old game once another has begun. What
        is written into an old file in its place is noticed when the folder changes.
        """
        rows = self._index.rows(
            """select * from (select id, size, mtime_ns from games indexed by unfinished
            where outcome = '' order by id desc limit ?) union
            select * from (select id, size, mtime_ns from games order by id desc limit ?)""",
            (_MAY_GROW, _MAY_CHANGE),
        )
        return self._differing(rows)

    def _edited(self) -> Iterator[str]:
        """Journals of any age that are others than they were when they were last read: somebody has
        edited them, or put others in their places.
        """
        return self._differing(self._index.rows("select id, size, mtime_ns from games"))

    def _differing(self, rows: Iterable[tuple[str, int, int]]) -> Iterator[str]:
        for game_id, size, mtime_ns in rows:
            name = f"{game_id}.jsonl"
            with suppress(OSError):
                now = (self.folder / name).stat()
                if (now.st_size, now.st_mtime_ns) != (size, mtime_ns):
                    yield name

    def _known_mtime_ns(self) -> int | None:
        """When the folder was last changed, as far as the index knows."""
        rows = self._index.rows("select mtime_ns from folder")
        return int(rows[0][0]) if rows else None

    def _folder_mtime_ns(self) -> int:
        try:
            return self.folder.stat().st_mtime_ns
        except OSError:
            return 0

    def _note_folder(self, mtime_ns: int) -> None:
        """The index holds all that was in the folder at that time."""
        if mtime_ns != self._known_mtime_ns():
            self._index.write("delete from folder", [()])
            self._index.write("insert into folder values (?)", [(mtime_ns,)])


def _essence(record: Record) -> tuple[object, ...]:
    """What two records of the same game agree on, whatever files they were."""
    head = record.header
    moves = tuple((move.text, move.accepted) for move in record.moves)
    return *_rules_and_start(head), head.match, moves, record.outcome, record.reason


def _rules_and_start(head: Header) -> tuple[object, object]:
    """All rules, also those that a file leaves as they usually are, and where the game began."""
    try:
        game = game_of(head)
        return game.options, began_at(game, game.position_text(start_of(game, head)))
    except InvalidText:  # rules that there are not
        return head.rules, head.position
