"""A dispute as a test: what the reader said, and what the referee made of it then.

A case is a folder: ``before.jsonl`` (the journal up to where the observations begin),
``observations.jsonl`` (lines fit for ``pi-board referee``) and ``expected.jsonl`` (the
events that the referee wrote). The tests referee again what lies in ``tests/records/cases``.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from pi_board.core.errors import InvalidFile
from pi_board.records.durable import new_folder
from pi_board.records.journal import JournalLine, encoded, read_journal
from pi_board.records.observations import parts, read_part

_NOTES = frozenset({"board_found", "board_moved", "reader_changed"})  # by the reader, not by us
_LEFT_OUT = frozenset({"wall", "clocks_s"})


def write_case(journal: Path, folder: Path) -> None:
    """The last part of a game as a case in `folder`, which must not exist.

    Raises InvalidFile when the game has no observations that can be read, EnvironmentFault when
    nothing can be written.
    """
    lines = read_journal(journal)
    files = parts(journal.with_suffix(""))
    if not files:
        raise InvalidFile(f"{journal.stem}: no observations were kept with this game")
    begin = _beginning(lines)
    try:
        observations = read_part(files[-1])
    except (OSError, EOFError, zlib.error) as error:
        raise InvalidFile(f"{files[-1]}: no observations can be read: {error}") from error
    with new_folder(folder):
        _write(folder / "before.jsonl", lines[:begin])
        _write(folder / "expected.jsonl", _events(lines[begin:]))
        (folder / "observations.jsonl").write_bytes(observations)


def _beginning(lines: Sequence[JournalLine]) -> int:
    """Index of the first line after the program was last started."""
    resumed = [index for index, line in enumerate(lines) if "resumed" in line]
    return resumed[-1] + 1 if resumed else 1


def _events(lines: Iterable[JournalLine]) -> Iterator[JournalLine]:
    """The referee's events without what another time would not repeat."""
    for line in lines:
        if "event" in line and line["event"] not in _NOTES:
            yield {name: value for name, value in line.items() if name not in _LEFT_OUT}


def _write(path: Path, lines: Iterable[JournalLine]) -> None:
    path.write_bytes(b"".join(map(encoded, lines)))
