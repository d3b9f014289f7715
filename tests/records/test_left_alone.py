"""What is kept beside a game that stays open for days: no more than may be, and enough."""

import json
import os
import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from pi_board.core.observation import Command, Input, Observation
from pi_board.games.registry import GAMES
from pi_board.records import evidence, observations
from pi_board.records.evidence import PictureLog, Retention
from pi_board.records.journal import JournalLine
from pi_board.records.observations import (
    ObservationLines,
    ObservationLog,
    Thinned,
    parts,
    read_part,
)
from pi_board.referee.advance import advance, begin
from pi_board.referee.phases import State
from pi_board.referee.settle import MEMORY_LOOKS, MEMORY_S
from pi_board.referee.stream import ObservationReader
from pi_board.referee.watch import MOST_WEIGHT, SETTLED_S, Sensor
from tests.records.table import evening, sights
from tests.records.test_beside import plain


def looks(count: int, every_s: float, from_t: float = 0.0) -> list[JournalLine]:
    """Lines of a board that is left alone."""
    times = (round(from_t + n * every_s, 3) for n in range(count))
    return [{"t": t, "frame": n, "obstructed": []} for n, t in enumerate(times)]


def thinned(lines: list[JournalLine], *news: int) -> list[JournalLine]:
    """What is kept of lines; to those of numbers `news` the referee said something."""
    log = Thinned()
    kept = [one for n, line in enumerate(lines) for one in log.due(line, is_news=n in news)]
    return [*kept, *log.rest()]


@pytest.mark.parametrize("every_s", [0.04, 0.1, 0.2])
@pytest.mark.parametrize("lasts_s", [15.0, 45.0, 1000.0])
def test_the_looks_that_are_remembered_keep_their_full_weight(
    every_s: float, lasts_s: float
) -> None:
    """Wherever lines were left out of a rest, those that the referee still remembers then span as
    much as counts at most: else it would believe less than it did.
    """
    kept = [line["t"] for line in thinned(looks(int(lasts_s / every_s), every_s))]
    sensor, remembered = Sensor(), list[float]()
    for t in kept:
        sensor = sensor.looking(t)
        memory_s = max(MEMORY_S, MEMORY_LOOKS * sensor.pace_s)
        remembered = [*(one for one in remembered if t - one <= memory_s), t]
        if t > 3.0:
            assert len(remembered) > 2
            assert 1 + (t - remembered[0]) / SETTLED_S >= MOST_WEIGHT


def test_a_board_left_alone_for_an_hour_is_a_short_log() -> None:
    """First and last look are there; every single one makes two megabytes an hour."""
    lines = looks(36_000, 0.1)
    kept = thinned(lines)
    assert (kept[0], kept[-1]) == (lines[0], lines[-1])
    assert len(kept) < 1500


def test_what_the_referee_said_something_to_is_kept_as_it_was_seen() -> None:
    """Such as a flag that fell in the middle of a rest."""
    lines = looks(2000, 0.1)
    assert {one["t"] for one in lines[1495:1600]} <= {one["t"] for one in thinned(lines, 1500)}


@pytest.mark.thorough
@pytest.mark.parametrize("name", tuple(GAMES))
def test_a_game_with_long_rests_is_refereed_alike(name: str) -> None:
    """Whatever people had done when they left, also half a move."""
    session, rng = evening(name, clumsy=True), random.Random(name)
    inputs: list[Input] = []
    late_s = 0.0
    for given in session.inputs:
        inputs.append(replace(given, t=given.t + late_s))
        if isinstance(given, Observation) and rng.random() < 0.05:
            rest = looks(rng.randrange(100, 700), 0.1, given.t + late_s + 0.1)
            inputs += [replace(given, t=line["t"], touched=()) for line in rest]
            late_s += 0.1 * len(rest)
    state: State = begin(session.plan.game)
    lines, log, kept, told = ObservationLines(), Thinned(), list[JournalLine](), []
    for given in inputs:
        state, events = advance(state, given)
        told += [plain(event) for event in events]
        line = lines.line(given)
        assert line is not None
        kept += log.due(line, is_news=bool(events))
    reader, state, again = (
        ObservationReader(session.plan.game.layouts),
        begin(session.plan.game),
        [],
    )
    for line in (*kept, *log.rest()):
        state, events = advance(state, reader.read(json.dumps(line)))
        again += [plain(event) for event in events]
    assert len(kept) < len(inputs) / 2
    assert [{**one, "frame": 0} for one in told] == [{**one, "frame": 0} for one in again]


def test_what_a_power_cut_left_is_packed_when_the_game_goes_on(tmp_path: Path) -> None:
    """Without its torn last line, and it stays the part that it was."""
    (tmp_path / "observations-1.jsonl").write_bytes(b'{"t":1.0}\n{"t":2')
    with ThreadPoolExecutor(1) as writer:
        log = ObservationLog(writer)
        log.begin(tmp_path)
        log.take(Command(3.0, "hint"))
        log.close()
    assert [path.name for path in parts(tmp_path)] == [
        "observations-1.jsonl.gz",
        "observations-2.jsonl.gz",
    ]
    assert read_part(parts(tmp_path)[0]) == b'{"t":1.0}\n'


def test_a_log_ends_when_it_is_as_large_as_all_may_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is packed then, and nothing is wrong with the disk."""
    monkeypatch.setattr(observations, "_LOOK_FOR_ROOM", 1)
    with ThreadPoolExecutor(1) as writer:
        log = ObservationLog(writer, megabytes=0.0001)
        log.begin(tmp_path)
        for second in range(100):
            log.take(Command(second, "hint"))
    (part,) = parts(tmp_path)
    assert part.suffix == ".gz"
    assert 100 < len(read_part(part)) < 150
    assert log.refused is None


def test_pictures_of_one_long_game_stay_as_few_as_may_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is kept with older games goes for them, then its own oldest disputes; a move stays."""
    monkeypatch.setattr(evidence, "_LOOK_FOR_ROOM", 0.0)
    for name in ("20260101-000000-000-loa", "20260102-000000-000-loa"):
        (tmp_path / f"{name}.jsonl").write_text("{}\n")
    older, mine = tmp_path / "20260101-000000-000-loa", tmp_path / "20260102-000000-000-loa"
    with ThreadPoolExecutor(1) as writer:
        log = PictureLog(tmp_path, Retention(megabytes=0.03), writer)
        log.begin(mine, 0.0)
        older.mkdir()
        (older / "x.jpg").write_bytes(b"x" * 25_000)
        os.utime(older, (0, 0))
        log.look(sights("loa")(), 1.0)
        log.move(1)
        for second in range(1, 30):
            log.look(sights("loa")(), float(second))
            log.save_ring("choose")
    assert not older.exists()
    left = sorted(path.name for path in mine.iterdir())
    assert left[-2:] == ["000029.00-choose", "moves"]
    assert "000001.00-choose" not in left
    assert sum(path.stat().st_size for path in mine.rglob("*.jpg")) <= 30_000
