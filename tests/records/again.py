"""A case (`pi_board.records.case`) refereed again."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import zip_longest
from pathlib import Path

from pi_board.core.events import to_json
from pi_board.records.journal import JournalLine
from pi_board.referee.advance import advance
from pi_board.referee.phases import State
from pi_board.referee.stream import ObservationReader

_SENTENCES = ("text", "next")  # may be worded better one day


def case_faults(folder: Path, state: State) -> tuple[str, ...]:
    """What the referee says otherwise than then, from `state` on; nothing if it agrees.

    Only what follows the first event that was expected is compared: what came before it was not
    all recorded. Sentences for people are not compared, nor how large margins are, because the
    observations are not exact.
    """
    return faults_of(refereed(folder, state), folder)


def faults_of(said: list[JournalLine], folder: Path) -> tuple[str, ...]:
    """The same of what the referee has said."""
    expected = _read(folder / "expected.jsonl")
    told = _from_the_first(said, expected)
    faults = []
    for then, now in zip_longest(expected, told):
        if not _agree(then, now):
            faults.append(f"expected {_short(then)}, the referee says {_short(now)}")
    return tuple(faults)


def refereed(folder: Path, state: State) -> list[JournalLine]:
    """What the referee says to the observations, from `state` on."""
    reader = ObservationReader(state.table.game.layouts)
    told = []
    for line in (folder / "observations.jsonl").read_text("utf-8").splitlines():
        if line.strip():
            state, events = advance(state, reader.read(line))
            told += [json.loads(json.dumps(to_json(event))) for event in events]
    return told


def _from_the_first(told: list[JournalLine], expected: Sequence[JournalLine]) -> list[JournalLine]:
    if not expected:
        return told
    first = (expected[0].get("event"), expected[0].get("t"))
    starts = [n for n, line in enumerate(told) if (line.get("event"), line.get("t")) == first]
    return told[starts[0] :] if starts else told


def _read(path: Path) -> list[JournalLine]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


def _agree(one: JournalLine | None, other: JournalLine | None) -> bool:
    if one is None or other is None:
        return False
    if (one.get("margin") is None) != (other.get("margin") is None):
        return False
    return _comparable(one) == _comparable(other)


def _comparable(line: JournalLine) -> JournalLine:
    """What has to be the same. Explanations that fit equally well have no order."""
    plain = {**line, **dict.fromkeys(("margin", *_SENTENCES))}
    if line.get("event") == "choose":
        plain["moves"] = sorted(line["moves"])
    return plain


def _short(line: JournalLine | None) -> str:
    if line is None:
        return "nothing"
    told = [str(line[name]) for name in ("event", "move", "seen", "plies") if line.get(name)]
    return f"{' '.join(told)} at {line.get('t')}"
