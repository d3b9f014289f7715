"""The search kernel in C, loaded with ctypes.

The structures here mirror kernel.h field by field; `VERSION` is checked against the library, so
that a stale one is refused instead of misread.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from pi_board.core.errors import EnvironmentFault, InvalidPosition
from pi_board.hints.search import Answer, Limits, Question, Report, Variation
from pi_board.hints.values import line_of

LIBRARY = Path(__file__).with_name("kernel") / "kernel.so"
CHOICE = "PI_BOARD_KERNEL"  # "off" to do without the kernel, or the path of another build of it
VERSION = 3
TABLE_BYTES = 64 << 20
_MAX_PLY, _MAX_LINES, _MOVE_TEXT = 128, 8, 48
_LOOK_TEXT, _GOES_ON = 1 << 14, 2


class _Limits(ctypes.Structure):
    _fields_ = (
        ("seconds", ctypes.c_double),
        ("nodes", ctypes.c_uint64),
        ("depth", ctypes.c_int32),
        ("lines", ctypes.c_int32),
        ("seed", ctypes.c_uint32),
    )


class _Line(ctypes.Structure):
    _fields_ = (
        ("value", ctypes.c_int32),
        ("plies", ctypes.c_int32),
        ("length", ctypes.c_int32),
        ("moves", (ctypes.c_char * _MOVE_TEXT) * _MAX_PLY),
    )


class _Result(ctypes.Structure):
    _fields_ = (
        ("nodes", ctypes.c_uint64),
        ("seconds", ctypes.c_double),
        ("depth", ctypes.c_int32),
        ("lines", ctypes.c_int32),
        ("complete", ctypes.c_int32),
        ("line", _Line * _MAX_LINES),
    )


_REPORT = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(_Result))


def available() -> bool:
    """Whether the kernel was built and is not switched off by the environment."""
    return os.environ.get(CHOICE) != "off" and _path().exists()


def _path() -> Path:
    return Path(os.environ.get(CHOICE) or LIBRARY)


@cache
def _library() -> ctypes.CDLL:
    try:
        library = ctypes.CDLL(str(_path()))
    except OSError as error:
        raise EnvironmentFault(f"the search kernel cannot be loaded: {error}") from error
    if library.pb_kernel_version() != VERSION:
        raise EnvironmentFault(f"{_path()} is of another version; install the package again")
    library.pb_perft.restype = ctypes.c_uint64
    library.pb_table_new.restype = ctypes.c_void_p
    library.pb_table_new.argtypes = (ctypes.c_uint64,)
    library.pb_table_free.argtypes = (ctypes.c_void_p,)
    library.pb_table_clear.argtypes = (ctypes.c_void_p,)
    return library


class NativeSearcher:
    """A searcher with a transposition table of its own; see `pi_board.hints.search.Searcher`."""

    _table: int | None = None  # as long as it is being made, which Ctrl-C may interrupt

    def __init__(self, table_bytes: int = TABLE_BYTES) -> None:
        """Take the table's memory at once. Raises EnvironmentFault without kernel or memory."""
        self._table = _library().pb_table_new(table_bytes)
        if not self._table:
            raise EnvironmentFault(f"no memory for a search table of {table_bytes} bytes")
        self._stop = ctypes.c_int32(0)

    def close(self) -> None:
        """Give the table back; a second time does nothing."""
        if self._table:
            _library().pb_table_free(self._table)
            self._table = None

    def __del__(self) -> None:
        self.close()

    def search(self, question: Question, limits: Limits, report: Report | None = None) -> Answer:
        """Search until a limit is reached, from an empty table so that the answer can be repeated.

        Raises InvalidPosition when the kernel cannot read the question, EnvironmentFault when there
        is no memory for it.
        """
        positions = [text.encode() for text in question.positions]
        result = _Result()
        library = _library()
        library.pb_table_clear(self._table)
        self._stop.value = 0
        code = library.pb_search(
            question.game.encode(),
            question.rules.encode(),
            (ctypes.c_char_p * len(positions))(*positions),
            len(positions),
            ctypes.c_void_p(self._table),
            ctypes.byref(
                _Limits(limits.seconds, limits.nodes, limits.depth, limits.lines, limits.seed)
            ),
            ctypes.byref(self._stop),
            _reporter(question.game, report),
            ctypes.byref(result),
        )
        if code == -1:
            raise EnvironmentFault("no memory for the search")
        if code != 0:
            raise _unread(question.game, *question.positions[-1:])
        return _answer(question.game, result)

    def stop(self) -> None:
        """End the search that another thread has under way."""
        self._stop.value = 1

    def perft(self, game: str, rules: str, position: str, depth: int) -> int:
        """Leaves below `position`. Raises InvalidPosition."""
        leaves: int = _library().pb_perft(game.encode(), rules.encode(), position.encode(), depth)
        if leaves == 2**64 - 1:
            raise _unread(game, position)
        return leaves


@dataclass(frozen=True, slots=True)
class Look:
    """What the kernel sees in a position: for the side to move 1 won, 0 drawn, -1 lost or None, the
    evaluation, and the legal small moves, in no order.
    """

    result: int | None
    value: int
    moves: tuple[str, ...]


def look(game: str, rules: str, position: str) -> Look:
    """The kernel's rules and evaluation, for comparison. Raises InvalidPosition."""
    moves, value = ctypes.create_string_buffer(_LOOK_TEXT), ctypes.c_int32()
    result = _library().pb_look(
        game.encode(), rules.encode(), position.encode(), moves, _LOOK_TEXT, ctypes.byref(value)
    )
    if result == -2:
        raise _unread(game, position)
    texts = tuple(moves.value.decode().split())
    return Look(None if result == _GOES_ON else result, value.value, texts)


def _unread(game: str, position: str = "") -> InvalidPosition:
    """The kernel does not say whether it is the position or the game that it does not know."""
    words = f"{game}: the search kernel cannot read position {position!r}"
    return InvalidPosition(f"{words}, or does not know the game")


def _reporter(game: str, report: Report | None) -> Any:
    if report is None:
        return _REPORT()

    def call(result: Any) -> int:
        return int(report(_answer(game, result.contents)))

    return _REPORT(call)


def _answer(game: str, result: _Result) -> Answer:
    lines = tuple(_line(game, result.line[i], bool(result.complete)) for i in range(result.lines))
    return Answer(result.depth, result.nodes, result.seconds, lines)


def _line(game: str, line: _Line, complete: bool) -> Variation:
    texts: Sequence[Any] = line.moves
    moves = tuple(texts[i].value.decode() for i in range(line.length))
    return line_of(game, line.value, moves, line.plies, complete)
