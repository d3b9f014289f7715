"""The journal of one game: an append-only JSON Lines file, on the disk before anybody is told.

The first line is the header (schema version, game, rules, players ...); every further line is one
event of the referee, one command, or a note, with the reader's time `t` and wall time. A line that
matters is fsynced before `append` returns. A torn last line, which a power cut leaves, is dropped
on reading and written over when the game goes on; everything before it counts.

A disk that is full or cannot be written loses no order: what could not be written is kept in memory
and goes to the disk, first things first, as soon as there is one again.
"""

from __future__ import annotations

import fcntl
import json
import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import fields
from pathlib import Path
from typing import Any

from pi_board.core.errors import EnvironmentFault, InvalidFile, reason_of
from pi_board.core.files import may_never_end
from pi_board.core.message import message
from pi_board.records.durable import replace_file, sync_folder
from pi_board.records.place import journal_path_after
from pi_board.records.record import Header

SCHEMA = 1
JournalLine = dict[str, Any]

_MODE = os.O_RDWR | os.O_CLOEXEC
_PASSING = frozenset({"obstructed", "clear", "board_moved", "reader_changed"})  # not worth a wait


class Journal:
    """The file of a running game. Close it, or use it with `contextlib.closing`."""

    def __init__(
        self, path: Path, header: Header | None, wall: Callable[[], float] = time.time
    ) -> None:
        """A new journal at `path`, created by the first `append`, under a later name if that one is
        taken by then; without a header the one that is there, to go on with. Raises InvalidFile
        when it cannot be gone on with, EnvironmentFault when another program is going on with it.
        """
        self.path = path
        self._wall = wall
        self._file: int | None = None
        self._size = 0  # bytes of whole lines in the file
        self._pending: list[bytes] = []
        self._unsure: list[bytes] = []  # the last of these, which the disk may not have yet
        if header is None:
            self._size = self._whole_lines()
        else:
            self._pending.append(encoded(_header_json(header)))

    def _whole_lines(self) -> int:
        """The bytes of all whole lines of a file that is there; nobody else adds to it any more."""
        try:
            self._file = self._locked(os.open(self.path, _MODE))
        except BlockingIOError as error:
            raise EnvironmentFault(
                message("game {game} is being played", game=self.path.stem)
            ) from error
        except OSError:
            pass  # told by the first `append`
        try:
            data = journal_bytes(self.path)
            tuple(each_line(data, str(self.path)))  # as far as one that is damaged
            return data.rfind(b"\n") + 1
        except InvalidFile:
            self.close()
            raise

    def append(self, *lines: Mapping[str, object]) -> None:
        """Write lines and wait until the disk has them.

        Raises EnvironmentFault when one of them (or an earlier one) cannot be written; it is then
        tried again with the next ones, or with none.
        """
        matters = bool(self._pending) or any(one.get("event") not in _PASSING for one in lines)
        wall = round(self._wall(), 3)
        self._pending += [encoded({**line, "wall": wall}) for line in lines]
        try:
            self._miss()
            file = self._opened()
            self._write(file)
            if matters:
                self._sync(file)
        except OSError as error:
            where, why = str(self.path), reason_of(error)
            raise EnvironmentFault(
                message("cannot write the journal {path}: {reason}", path=where, reason=why)
            ) from error

    def _write(self, file: int) -> None:
        """All that is pending, over what follows the lines that count: half a line, which goes, or
        lines that the disk may not have, which stay if there is no room any more. Raises OSError.
        """
        try:
            while self._pending:
                _write_all(file, self._pending[0], self._size)
                self._size += len(self._pending[0])
                self._unsure.append(self._pending.pop(0))
        except OSError:
            with suppress(OSError):
                left = os.pread(file, os.fstat(file).st_size - self._size, self._size)
                os.ftruncate(file, self._size + left.rfind(b"\n") + 1)
            raise
        os.ftruncate(file, self._size)

    def _sync(self, file: int) -> None:
        """Wait for the disk. Raises OSError, and all it may not have is pending again: a system
        forgets what it failed to bring there, and the next time says that all is well (Rebello et
        al., "Can Applications Recover from fsync Failures?", USENIX ATC 2020).
        """
        try:
            os.fsync(file)
        except OSError:
            self._size -= sum(map(len, self._unsure))
            self._pending = self._unsure + self._pending
            raise
        finally:
            self._unsure = []

    def _opened(self) -> int:
        """The file, created or opened now; nobody else may be writing it. Raises OSError."""
        if self._file is None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            new = 0 if self._size else os.O_CREAT | os.O_EXCL
            try:
                file = os.open(self.path, _MODE | new, 0o644)
            except FileExistsError:
                self.path = journal_path_after(self.path)
                return self._opened()
            self._file = self._locked(file)
            if new:
                sync_folder(self.path.parent)
        return self._file

    def _miss(self) -> None:
        """A file that somebody has deleted is written once more. Raises OSError."""
        if self._file is not None and not os.fstat(self._file).st_nlink:
            self._pending.insert(0, os.pread(self._file, self._size, 0))
            self.close()
            self._size, self._unsure = 0, []

    @staticmethod
    def _locked(file: int) -> int:
        """The open file for us alone, as far as the file system can do that. Raises
        BlockingIOError, with the file closed, when another program has it.
        """
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(file)
            raise
        except OSError:
            pass
        return file

    def close(self) -> None:
        """Close the file; a second time does nothing. One in which not even the header has found
        room is no game, and goes.
        """
        if self._file is None:
            return
        if self._pending and not os.fstat(self._file).st_size:
            with suppress(OSError):
                self.path.unlink()
        os.close(self._file)
        self._file = None


def write_journal(path: Path, header: Header, lines: Iterable[Mapping[str, object]]) -> None:
    """A whole journal at once, for a game that was played elsewhere. Raises EnvironmentFault."""
    replace_file(path, b"".join(map(encoded, (_header_json(header), *lines))))


def read_journal(path: Path) -> tuple[JournalLine, ...]:
    """Every whole line of a journal, header first; a torn last line is dropped.

    Raises InvalidFile when the file cannot be read, has no header, or is damaged before its end.
    """
    return tuple(each_line(journal_bytes(path), str(path)))


def journal_bytes(path: Path) -> bytes:
    """What a journal holds. Raises InvalidFile when it cannot be read, or reading may never end."""
    try:
        if may_never_end(path):
            raise InvalidFile(f"{path}: a pipe, socket or device, expected the file of a game")
        return path.read_bytes()
    except OSError as error:
        raise InvalidFile(f"{path}: cannot be read: {error.strerror}") from error


def ended(data: bytes) -> bytes:
    """A journal's bytes without a torn last line; one that is whole, only that no newline ends it,
    as some editors leave it, has one then.
    """
    whole, newline, last = data.rpartition(b"\n")
    with suppress(ValueError, RecursionError):
        json.loads(last)
        return data + b"\n"
    return whole + newline


def each_line(data: bytes, name: str) -> Iterator[JournalLine]:
    """The whole lines of a journal's bytes, header first; `name` stands in the messages. Raises
    InvalidFile when it comes to one that is damaged, or is no header.
    """
    whole, _, _torn = data.rpartition(b"\n")
    for number, text in enumerate(whole.split(b"\n"), 1):
        try:
            line = json.loads(text)
            if b"\\u" in text:
                json.dumps(line, ensure_ascii=False).encode()  # half a letter nothing can keep
        except (ValueError, RecursionError) as error:
            raise InvalidFile(f"{name}, line {number}: expected a JSON object: {error}") from error
        if not isinstance(line, dict):
            raise InvalidFile(f"{name}, line {number}: expected a JSON object, found {text[:40]!r}")
        if (number == 1 or "schema" in line) and line.get("schema") != SCHEMA:
            said = f"expected a journal header with schema {SCHEMA}"
            raise InvalidFile(f"{name}, line {number}: {said}")
        yield line


def is_in_use(path: Path) -> bool:
    """Whether a running program is writing the journal at `path`."""
    try:
        file = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)  # it may be a pipe
    except OSError:
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:  # a file system without locks
        return False
    finally:
        os.close(file)
    return False


def _header_json(header: Header) -> JournalLine:
    told = {
        field.name: value
        for field in fields(header)
        if (value := getattr(header, field.name)) != field.default
    }
    rules, players = dict(header.rules), list(header.players)
    return {"schema": SCHEMA, **told, "rules": rules, "players": players}


def encoded(line: Mapping[str, object]) -> bytes:
    """The bytes of one line."""
    # a file's name may hold what is no text; no game ends for that
    text = json.dumps(line, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "replace") + b"\n"


def _write_all(file: int, data: bytes, place: int) -> None:
    while data:
        written = os.pwrite(file, data, place)
        data, place = data[written:], place + written
