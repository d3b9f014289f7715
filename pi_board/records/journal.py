"""The journal of one game: an append-only JSON Lines file, on the disk before anybody is told.

The first line is the header (schema version, game, rules, players, source); every further line is
one event of the referee or one command, with monotonic and wall time. Each line is flushed and
fsynced before `append` returns. A torn last line, which a power cut leaves, is dropped on reading;
everything before it counts.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

from pi_board.core.errors import EnvironmentFault, InvalidFile

SCHEMA = 1
Line = dict[str, object]


@dataclass(frozen=True, slots=True)
class Header:
    """What is known of a game when it begins."""

    game: str
    rules: tuple[tuple[str, str], ...]
    players: tuple[str, str]  # names of b and w
    source: str  # where the observations come from
    started: float  # wall time, seconds since the epoch


class Journal:
    """The open file of a running game. Close it, or use it in a ``with``."""

    def __init__(self, path: Path, header: Header, wall: Callable[[], float] = time.time) -> None:
        """Create `path` (which must not exist) and write the header. Raises EnvironmentFault."""
        self.path = path
        self._wall = wall
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file: BinaryIO = path.open("xb")
        except OSError as error:
            raise EnvironmentFault(f"cannot write the journal {path}: {error.strerror}") from error
        self._write(
            {
                "schema": SCHEMA,
                "game": header.game,
                "rules": dict(header.rules),
                "players": list(header.players),
                "source": header.source,
                "started": header.started,
            }
        )

    def append(self, line: Mapping[str, object]) -> None:
        """Write one line and wait until the disk has it. Raises EnvironmentFault."""
        self._write({**line, "wall": round(self._wall(), 3)})

    def _write(self, line: Mapping[str, object]) -> None:
        data = json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        try:
            self._file.write(data)
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise EnvironmentFault(
                f"cannot write the journal {self.path}: {error.strerror}"
            ) from error

    def close(self) -> None:
        """Close the file; a second time does nothing."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def read_journal(path: Path) -> tuple[Line, ...]:
    """Every whole line of a journal, header first; a torn last line is dropped.

    Raises InvalidFile when the file cannot be read, has no header, or is damaged before its end.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise InvalidFile(f"{path}: cannot be read: {error.strerror}") from error
    whole, _, _torn = data.rpartition(b"\n")
    lines: list[Line] = []
    for number, text in enumerate(whole.split(b"\n"), 1):
        try:
            line = json.loads(text)
        except ValueError as error:
            raise InvalidFile(f"{path}, line {number}: expected a JSON object: {error}") from error
        if not isinstance(line, dict):
            raise InvalidFile(f"{path}, line {number}: expected a JSON object, found {text[:40]!r}")
        lines.append(line)
    if not lines or lines[0].get("schema") != SCHEMA:
        raise InvalidFile(f"{path}, line 1: expected a journal header with schema {SCHEMA}")
    return tuple(lines)
