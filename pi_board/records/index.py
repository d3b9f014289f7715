"""The index of all games kept: an SQLite file that can be thrown away at any time.

A damaged one goes, one that cannot be written lives in memory; then it is filled anew.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from pi_board.core.errors import InvalidFile
from pi_board.records.history import readable_record
from pi_board.records.place import named_moment_s

_SCHEMA = """
create table if not exists games (
  id text primary key, game text, black text, white text, started real, outcome text, reason text,
  plies integer, score_b integer, score_w integer, source text, match text, hints integer,
  problem text, black_key text, white_key text, is_left integer, size integer, mtime_ns integer
) without rowid;
create index if not exists by_start on games (started, black_key, white_key);
create index if not exists by_game on games (game, started, black_key, white_key);
create index if not exists by_outcome on games (outcome, started, black_key, white_key, game);
create index if not exists unfinished on games (id) where outcome = '';
create index if not exists by_black on games (black_key);
create index if not exists by_white on games (white_key);
create table if not exists names (key text primary key, name text) without rowid;
create table if not exists folder (mtime_ns integer);
"""
_VERSION = 5  # of the schema, and of what `row_of` reads off a journal: counts up with either
COLUMNS = (
    "id, game, black, white, started, outcome, reason, plies, score_b, score_w, source, match, "
    "hints, problem"
)
INSERT = f"insert or replace into games values ({', '.join('?' * 19)})"


class Index:
    """An open index. Close it."""

    def __init__(self, path: Path, refill: Callable[[], None]) -> None:
        """Open the index at `path`, making it if there is none or it is damaged. Where nothing can
        be written, or no longer, it lives in memory. `refill` is called when one that was in use
        has been lost, to fill the empty one in its place.
        """
        self._path, self._refill = path, refill
        self._db = self._opened()

    def close(self) -> None:
        """Let go of it."""
        self._db.close()

    def rows(self, order: str, values: tuple[object, ...] = ()) -> list[Any]:
        """What it answers; one that cannot be read is made anew and asked again."""
        try:
            return self._db.execute(order, values).fetchall()
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            self._renew(error)
        return self._db.execute(order, values).fetchall()

    def write(self, order: str, rows: Iterable[tuple[object, ...]]) -> None:
        """Carry out an order for each of these rows."""
        try:
            with self._db:
                self._db.executemany(order, rows)
        except sqlite3.DatabaseError as error:
            self._renew(error)  # from the journals, which know already what was to be written

    def _opened(self) -> sqlite3.Connection:
        for _ in range(2):
            try:
                return _open(str(self._path))
            except sqlite3.DatabaseError as error:
                if "file is not a database" not in str(error) and "malformed" not in str(error):
                    break
                self._forget()
        return _open(":memory:")

    def _renew(self, error: Exception) -> None:
        """Make an index anew, in memory, with which all was well when it was opened. A damaged one
        goes from the disk; whoever opens it next makes another there.
        """
        self._db.close()
        if _is_damage(error):
            self._forget()
        self._db = _open(":memory:")
        self._refill()

    def _forget(self) -> None:
        for end in ("", "-wal", "-shm"):
            with suppress(OSError):
                self._path.with_name(self._path.name + end).unlink()


def row_of(path: Path) -> tuple[object, ...]:
    """What the index knows of a journal: a row for `INSERT`."""
    try:
        state = path.stat()
        size, mtime_ns = state.st_size, state.st_mtime_ns
        record, damage = readable_record(path)
    except (OSError, InvalidFile) as error:
        begun = named_moment_s(path)  # listed where it would be if it could be read
        empty = (path.stem, path.stem.rpartition("-")[2], "", "", begun, "", "", 0, None, None, "")
        return (*empty, "", 0, str(error), "", "", 0, 0, 0)
    head = record.header
    score = record.score or (None, None)
    black, white = head.players
    told = (path.stem, head.game, black, white, head.started, record.outcome, record.reason)
    more = (len(record.moves), *score, head.source, head.match, len(record.hints), damage)
    keys = (black.casefold(), white.casefold())
    return (*told, *more, *keys, record.is_left, size, mtime_ns)


def _open(name: str) -> sqlite3.Connection:
    """A connection to an index that is whole. Raises sqlite3.DatabaseError."""
    db = sqlite3.connect(name, timeout=5.0)
    try:
        found = db.execute("pragma quick_check(1)").fetchone()[0]
        if found != "ok":
            raise sqlite3.DatabaseError(f"malformed: {found}")
        db.execute("pragma journal_mode = wal")
        db.execute("pragma synchronous = full")
        if db.execute("pragma user_version").fetchone()[0] != _VERSION:
            db.executescript("drop table if exists games; drop table if exists folder;")
        db.executescript(f"{_SCHEMA} pragma user_version = {_VERSION};")
        db.execute("begin immediate")  # proves that it can be written
        db.rollback()
    except sqlite3.DatabaseError:
        db.close()
        raise
    except UnicodeDecodeError as error:  # a message that quotes what is damaged
        db.close()
        raise sqlite3.DatabaseError("malformed: no text") from error
    return db


def _is_damage(error: Exception) -> bool:
    """Whether what an index holds makes no sense; else it is the disk, or another program."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)  # none: text that is none
    return code & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)
