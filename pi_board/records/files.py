"""Games as files: which formats there are, and how one is told from another."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import BinaryIO

from pi_board.core.errors import InvalidFile, InvalidText
from pi_board.records.history import checked
from pi_board.records.journal import JournalLine, each_line, ended
from pi_board.records.place import IMPORTED
from pi_board.records.record import Record
from pi_board.records.sgf_read import is_sgf, read_sgf
from pi_board.records.sgf_write import sgf_bytes
from pi_board.records.text import parse_records, record_text

FORMATS: Mapping[str, str] = MappingProxyType({"text": ".txt", "sgf": ".sgf", "jsonl": ".jsonl"})

_MOST_BYTES = 50_000_000  # no file of games is as large


def format_of(path: Path) -> str:
    """The format that a file's name asks for; text if it has no ending. Raises InvalidText."""
    end = path.suffix.lower()
    if end in ("", ".text"):
        return "text"
    found = next((name for name, usual in FORMATS.items() if end == usual), None)
    if found is None:
        expected = ", ".join(FORMATS.values())
        raise InvalidText(f"{path}: no format ends in {end}, expected {expected}, or --format")
    return found


def written(record: Record, kind: str) -> bytes:
    """A record as ``text`` or ``sgf``. Raises InvalidText if the game has no such form."""
    makers: dict[str, Callable[[Record], bytes]] = {
        "text": lambda one: record_text(one).encode(),
        "sgf": sgf_bytes,
    }
    if kind not in makers:
        raise InvalidText(f"format {kind!r}, expected {' or '.join(makers)}")
    return makers[kind](record)


def read_games(path: Path, game_name: str | None = None) -> tuple[Record, ...]:
    """The games in a file, whatever its format, each played by the rules.

    `game_name` is for moves that do not say of which game they are. Raises InvalidFile.
    """
    try:
        with path.open("rb") as file:
            return imported_games(file, path, game_name)
    except OSError as error:
        raise InvalidFile(f"{path}: {error.strerror}, expected a file of games") from error


def imported_games(file: BinaryIO, path: Path, game_name: str | None) -> tuple[Record, ...]:
    """The games in the open `file` at `path`, with its name. Raises InvalidFile, OSError."""
    data = file.read(_MOST_BYTES + 1)  # a device or a pipe may never end
    if len(data) > _MOST_BYTES:
        raise InvalidFile(f"{path}: more than {_MOST_BYTES} bytes, expected a file of games")
    return tuple(
        replace(record, header=replace(record.header, source=f"{IMPORTED}{path.name}"))
        for record in parse_games(data, str(path), game_name)
    )


def parse_games(data: bytes, name: str, game_name: str | None = None) -> tuple[Record, ...]:
    """The games in a file's bytes; `name` stands in the messages. Raises InvalidFile."""
    data = _utf8(data, name)
    if re.match(rb'\s*\{\s*("[^"]*"\s*:|\}|$)', data):  # else a text begins with a comment
        return _journal_records(data, name)
    if is_sgf(data):
        return read_sgf(data, name)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InvalidFile(f"{name}: byte {error.start} is no UTF-8 text") from error
    if not text.strip():
        raise InvalidFile(f"{name}: empty, expected a game as text, SGF or JSON Lines")
    return parse_records(text, game_name, name)


def _utf8(data: bytes, name: str) -> bytes:
    """A file's bytes without a byte order mark. Whoever sends the output of a command to a file in
    Windows PowerShell has it in UTF-16. Raises InvalidFile.
    """
    if not data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.removeprefix(codecs.BOM_UTF8)
    try:
        return data.decode("utf-16").encode()
    except UnicodeDecodeError as error:
        raise InvalidFile(f"{name}: byte {error.start} is no UTF-16 text") from error


def _journal_records(data: bytes, name: str) -> tuple[Record, ...]:
    """The games of one journal, or of several one behind the other."""
    lines = tuple(each_line(ended(data), name))
    begins = [number for number, line in enumerate(lines) if "schema" in line]
    games = [lines[begin:end] for begin, end in pairwise((*begins, len(lines)))]
    if len(games) == 1:
        return (_journal_record(lines, name),)
    return tuple(_journal_record(one, f"{name}, game {n}") for n, one in enumerate(games, 1))


def _journal_record(lines: Sequence[JournalLine], name: str) -> Record:
    try:
        return checked(lines, name).record
    except InvalidFile as error:
        text = str(error)
        raise InvalidFile(text if text.startswith(name) else f"{name}: {text}") from error
