"""A dispute as a test: what the reader said, what the referee made of it then, and whether it still
does.

A case is a folder: ``before.jsonl`` (the journal up to where the observations begin),
``observations.jsonl`` (lines fit for ``pi-board referee``) and ``expected.jsonl`` (the
events that the referee wrote). `case_faults` referees it again.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from pathlib import Path

from pi_board.core.errors import EnvironmentFault, InvalidFile
from pi_board.core.events import to_json
from pi_board.records.journal import Line, read_journal
from pi_board.records.observations import parts, read_part
from pi_board.referee.advance import advance
from pi_board.referee.phases import State
from pi_board.referee.stream import ObservationReader

_NOTES = frozenset({"board_found", "board_moved", "reader_changed"})  # by the reader, not by us
_LEFT_OUT = frozenset({"wall", "clocks_s"})
_SENTENCES = ("text", "next")  # may be worded better one day


def write_case(journal: Path, folder: Path) -> None:
    """The last part of a game as a case in `folder`, which must not exist.

    Raises InvalidFile when the game has no observations, EnvironmentFault when nothing can be
    written.
    """
    lines = read_journal(journal)
    files = parts(journal.with_suffix(""))
    if not files:
        raise InvalidFile(f"{journal.stem}: no observations were kept with this game")
    begin = _beginning(lines)
    try:
        folder.mkdir(parents=True)
        _write(folder / "before.jsonl", lines[:begin])
        _write(folder / "expected.jsonl", _events(lines[begin:]))
        (folder / "observations.jsonl").write_bytes(read_part(files[-1]))
    except FileExistsError as error:
        raise EnvironmentFault(f"cannot write the case {folder}: it is there already") from error
    except (OSError, EOFError, zlib.error) as error:
        raise EnvironmentFault(f"cannot write the case {folder}: {error}") from error


def _beginning(lines: Sequence[Line]) -> int:
    """Index of the first line after the program was last started."""
    resumed = [index for index, line in enumerate(lines) if "resumed" in line]
    return resumed[-1] + 1 if resumed else 1


def _events(lines: Iterable[Line]) -> Iterator[Line]:
    """The referee's events without what another time would not repeat."""
    for line in lines:
        if "event" in line and line["event"] not in _NOTES:
            yield {name: value for name, value in line.items() if name not in _LEFT_OUT}


def _write(path: Path, lines: Iterable[Line]) -> None:
    texts = (json.dumps(line, ensure_ascii=False, separators=(",", ":")) for line in lines)
    path.write_text("".join(f"{text}\n" for text in texts), "utf-8")


def case_faults(folder: Path, state: State) -> tuple[str, ...]:
    """What the referee says otherwise than then, from `state` on; nothing if it agrees.

    Only what follows the first event that was expected is compared: what came before it was not
    all recorded. Sentences for people are not compared, nor how large margins are, because the
    observations are not exact. Raises InvalidFile or InvalidText for a damaged case.
    """
    expected = _read(folder / "expected.jsonl")
    told = _from_the_first(_refereed(folder / "observations.jsonl", state), expected)
    faults = []
    for then, now in zip_longest(expected, told):
        if not _agree(then, now):
            faults.append(f"expected {_short(then)}, the referee says {_short(now)}")
    return tuple(faults)


def _refereed(path: Path, state: State) -> list[Line]:
    reader = ObservationReader(state.table.game.layouts)
    told = []
    for line in path.read_text("utf-8").splitlines():
        if line.strip():
            state, events = advance(state, reader.read(line))
            told += [json.loads(json.dumps(to_json(event))) for event in events]
    return told


def _from_the_first(told: list[Line], expected: Sequence[Line]) -> list[Line]:
    if not expected:
        return told
    first = (expected[0].get("event"), expected[0].get("t"))
    starts = [n for n, line in enumerate(told) if (line.get("event"), line.get("t")) == first]
    return told[starts[0] :] if starts else told


def _read(path: Path) -> list[Line]:
    try:
        return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
    except (OSError, ValueError, RecursionError) as error:
        raise InvalidFile(f"{path}: {error}") from error


def _agree(one: Line | None, other: Line | None) -> bool:
    if one is None or other is None:
        return False
    if (one.get("margin") is None) != (other.get("margin") is None):
        return False
    return _comparable(one) == _comparable(other)


def _comparable(line: Line) -> Line:
    """What has to be the same. Explanations that fit equally well have no order."""
    plain = {**line, **dict.fromkeys(("margin", *_SENTENCES))}
    if line.get("event") == "choose":
        plain["moves"] = sorted(line["moves"])
    return plain


def _short(line: Line | None) -> str:
    if line is None:
        return "nothing"
    told = [str(line[name]) for name in ("event", "move", "seen", "plies") if line.get(name)]
    return f"{' '.join(told)} at {line.get('t')}"
