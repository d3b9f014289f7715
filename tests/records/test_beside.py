"""What is kept beside a journal: observations, pictures, cases; and the live files."""

import errno
import gzip
import json
import os
import threading
import time
import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path

import cv2
import pytest

from pi_board.app.kept.keeping import Keeper
from pi_board.app.kept.resuming import latest_unfinished, state_after
from pi_board.app.sitting import Sitting
from pi_board.core.beside import beside
from pi_board.core.events import Choose, Disturbed, Event, Illegal, MovePlayed, to_json
from pi_board.core.observation import Command, Input, Observation, Tick
from pi_board.games.registry import GAMES, make_game
from pi_board.records import evidence, place, request
from pi_board.records.case import write_case
from pi_board.records.evidence import Retention, prune
from pi_board.records.history import record_of
from pi_board.records.journal import read_journal
from pi_board.records.live import LiveFiles
from pi_board.records.observations import ObservationLines, ObservationLog, parts, read_part
from pi_board.records.place import journal_names
from pi_board.records.record import Header, Record
from pi_board.records.request import ask_for_evidence
from pi_board.records.text import parse_record
from pi_board.referee.advance import advance
from pi_board.referee.phases import State, begin
from pi_board.referee.stream import ObservationReader
from tests.records.again import case_faults, faults_of, refereed
from tests.records.table import TableReader, evening, sights

NAMES = tuple(GAMES)
PLAYERS = ("Ioana", "Tomáš")
DAY = 86400.0
LONG = b'{"t":1.0,"obstructed":[]}\n' * 100_000


def sit(folder: Path, name: str, inputs: list[Input], **keeping: object) -> list[Event]:
    """Play with these inputs; the events."""
    game = make_game(name)
    with closing(Keeper(Header.of(game, PLAYERS, "simulator"), folder, **keeping)) as keeper:  # type: ignore[arg-type]
        keeper.look_at(sights(name))
        sitting = Sitting(game, TableReader(inputs), keep=keeper)
        return [event for moment in sitting.moments() for event in moment.events]


@pytest.mark.thorough
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("clumsy", [False, True])
def test_observations_written_and_read_referee_alike(name: str, clumsy: bool) -> None:
    """The referee says the same to the lines as to the observations themselves."""
    session = evening(name, clumsy=clumsy, misread=0.002)
    lines = ObservationLines()
    reader = ObservationReader(session.plan.game.layouts)
    state: State = begin(session.plan.game)
    told = []
    for given in session.inputs:
        line = lines.line(given)
        assert line is not None
        state, events = advance(state, reader.read(json.dumps(line)))
        told += [plain(event) for event in events]
    assert told == [plain(event) for event in session.events]


def plain(event: Event) -> dict[str, object]:
    told = {**to_json(event), "margin": None, "next": None}
    return {**told, "moves": sorted(event.moves)} if isinstance(event, Choose) else told


def test_what_has_not_changed_is_not_written_again() -> None:
    """A second look at the same board is a short line."""
    seen = next(i for i in evening("loa").inputs if isinstance(i, Observation))
    lines = ObservationLines()
    first, second = (lines.line(replace(seen, t=t)) for t in (0.0, 0.5))
    assert len(json.dumps(first)) > 1000
    assert second == {"t": 0.5, "frame": seen.frame, "obstructed": list(seen.obstructed)}


def test_time_that_passes_before_a_game_pushes_nothing_out_of_its_log(tmp_path: Path) -> None:
    """However long people take to begin, the log starts with what was seen before: of that only
    the last inputs are kept, and time alone is none of them.
    """
    seen = next(i for i in evening("loa").inputs if isinstance(i, Observation))
    with ThreadPoolExecutor(1) as writer:
        log = ObservationLog(writer)
        log.take(seen)
        for second in range(1000):
            log.take(Tick(seen.t + second))
        log.begin(tmp_path)
        log.take(Command(1000.0, "hint"))
        log.close()
    (file,) = tmp_path.iterdir()
    lines = [json.loads(line) for line in gzip.decompress(file.read_bytes()).splitlines()]
    assert [line["t"] for line in lines] == [seen.t, 1000.0]


def test_a_log_goes_when_the_disk_has_it_packed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A power cut would else leave nothing but an empty file."""
    synced = []
    real = os.fsync

    def fsync(handle: int) -> None:
        synced.append((tmp_path / "observations-1.jsonl").exists())
        real(handle)

    monkeypatch.setattr(os, "fsync", fsync)
    with ThreadPoolExecutor(1) as writer:
        log = ObservationLog(writer)
        log.begin(tmp_path)
        log.take(Command(1.0, "hint"))
        log.close()
    assert synced
    assert all(synced)
    assert [file.name for file in tmp_path.iterdir()] == ["observations-1.jsonl.gz"]


def test_packing_a_log_takes_little_memory(tmp_path: Path) -> None:
    """One of a device that was left on for days may be larger than the memory of a Pi."""
    with ThreadPoolExecutor(1) as writer:
        log = ObservationLog(writer)
        log.begin(tmp_path)
        writer.submit((tmp_path / "observations-1.jsonl").write_bytes, LONG).result()
        tracemalloc.start()
        log.close()
        writer.shutdown()
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert read_part(tmp_path / "observations-1.jsonl.gz") == LONG
    assert most < len(LONG) / 2


@pytest.mark.thorough
@pytest.mark.parametrize("name", NAMES)
def test_a_game_is_a_case_that_the_referee_agrees_with(name: str, tmp_path: Path) -> None:
    """A kept game, written as a case, is refereed again to the same events, another one is not."""
    sit(tmp_path / "games", name, evening(name, clumsy=True).inputs)
    (file,) = journal_names(tmp_path / "games")
    write_case(tmp_path / "games" / file, tmp_path / "case")
    before = read_journal(tmp_path / "case" / "before.jsonl")
    told = refereed(tmp_path / "case", state_after(before, record_of(before, "before")))
    assert faults_of(told, tmp_path / "case") == ()
    expected = tmp_path / "case" / "expected.jsonl"
    lines = expected.read_text().splitlines()
    expected.write_text("\n".join(line for line in lines if "move_played" not in line))
    assert faults_of(told, tmp_path / "case")


def test_observations_that_a_power_cut_broke_off_are_read(tmp_path: Path) -> None:
    """Nothing has compressed them, and the last line is torn."""
    (tmp_path / "observations-1.jsonl").write_bytes(b'{"t": 1.0}\n{"t": 2')
    assert [read_part(path) for path in parts(tmp_path)] == [b'{"t": 1.0}\n']


def test_a_resumed_game_is_a_case_from_where_it_was_resumed(tmp_path: Path) -> None:
    """The case of a game that was gone on with begins with the moves made before."""
    inputs = evening("loa").inputs
    folder = tmp_path / "games"
    half = next(i for i, seen in enumerate(inputs) if seen.t > 30 and not _covered(seen))
    sit(folder, "loa", inputs[:half])
    found = latest_unfinished("loa", folder)
    assert found is not None
    with closing(Keeper(found.header("simulator"), folder, going_on=found)) as keeper:
        rest = TableReader(inputs[half:])
        list(Sitting(found.state.table.game, rest, keep=keeper, state=found.state).moments())
    write_case(found.path, tmp_path / "case")
    before = read_journal(tmp_path / "case" / "before.jsonl")
    assert sum(line.get("event") == "move_played" for line in before) == len(found.record.moves)
    assert case_faults(tmp_path / "case", state_after(before, record_of(before, "before"))) == ()


def _covered(seen: Input) -> bool:
    return isinstance(seen, Observation) and bool(seen.obstructed)


def test_every_move_has_its_picture(tmp_path: Path) -> None:
    """After each accepted move there is a small JPEG of the board from above."""
    sit(tmp_path / "games", "loa", evening("loa").inputs)
    (file,) = journal_names(tmp_path / "games")
    moves = sum(
        line.get("event") == "move_played" for line in read_journal(tmp_path / "games" / file)
    )
    pictures = sorted((tmp_path / "games" / file.removesuffix(".jsonl") / "moves").iterdir())
    assert [path.name for path in pictures] == [f"{n:04}.jpg" for n in range(1, moves + 1)]
    image = cv2.imread(str(pictures[0]))
    assert image is not None
    assert image.shape[0] == image.shape[1]
    assert 300 <= image.shape[0] <= 320
    assert abs(int(image[160, 160, 0]) - 90) < 5
    assert pictures[0].stat().st_size < 30_000


def test_a_dispute_keeps_the_last_seconds(tmp_path: Path) -> None:
    """Each question and each complaint has a folder with frames of the ten seconds before it."""
    events = sit(tmp_path / "games", "loa", evening("loa", clumsy=True).inputs)
    (folder,) = [path for path in (tmp_path / "games").iterdir() if path.is_dir()]
    disputes = [e for e in events if isinstance(e, (Choose, Illegal, Disturbed))]
    assert disputes
    for event in disputes:
        ring = folder / f"{event.t:09.2f}-{event.name}"
        times = sorted(float(path.stem) for path in ring.iterdir())
        assert times[-1] == event.t
        assert times[0] >= event.t - 10.0
        assert len(times) > 5


def test_a_slow_disk_holds_no_move_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While the disk takes no pictures and no observations, the game is refereed and its journal
    complete; they follow when it does.
    """
    asleep = threading.Event()
    monkeypatch.setattr(evidence, "prune", lambda *_: asleep.wait(60.0))
    game, session = make_game("loa"), evening("loa")
    with closing(Keeper(Header.of(game, PLAYERS, "simulator"), tmp_path / "games")) as keeper:
        keeper.look_at(sights("loa"))
        list(Sitting(game, TableReader(session.inputs), keep=keeper).moments())
        kept = [m.text for m in record_of(read_journal(keeper_path(tmp_path)), "kept").moves]
        assert kept == session.people.truth.moves
        assert not list((tmp_path / "games").glob("*/*"))
        asleep.set()
    beside = {path.name for path in (tmp_path / "games").glob("*/*")}
    assert {"moves", "observations-1.jsonl.gz"} <= beside


def keeper_path(folder: Path) -> Path:
    (name,) = journal_names(folder / "games")
    return folder / "games" / name


def test_one_switch_keeps_the_journal_alone(tmp_path: Path) -> None:
    """With retention off there are no pictures and no observations, but the game; what was kept
    before and is too old goes.
    """
    games, names = tmp_path / "games", ("20200101-000000-000-loa", "20200102-000000-000-loa")
    for name, age_s in zip(names, (40 * DAY, 0.0), strict=True):
        (games / name).mkdir(parents=True)
        (games / f"{name}.jsonl").write_text("{}\n")
        os.utime(games / name, (time.time() - age_s,) * 2)
    sit(games, "loa", evening("loa").inputs, retention=Retention(is_on=False))
    assert [path.name for path in games.iterdir() if path.is_dir()] == [names[1]]
    assert len(journal_names(games)) == 3


def test_the_last_room_on_a_disk_is_the_journals(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a disk that is nearly full, no pictures and no observations are written."""
    monkeypatch.setattr(place, "SPARE_BYTES", 1 << 60)
    sit(tmp_path / "games", "loa", evening("loa").inputs)
    files = [path for path in (tmp_path / "games").rglob("*") if path.is_file()]
    assert [path.suffix for path in files] == [".jsonl"]
    assert read_journal(files[0])[-1]["event"]


def test_another_program_can_ask_for_the_last_seconds(tmp_path: Path) -> None:
    """The running game answers a wish at its next look, and keeps them once."""
    game, folder, wish = make_game("loa"), tmp_path / "games", tmp_path / "live" / "save-evidence"
    with closing(Keeper(Header.of(game, PLAYERS, "simulator"), folder)) as keeper:
        keeper.look_at(sights("loa"))
        moments = Sitting(game, TableReader(evening("loa").inputs), keep=keeper).moments()
        next(moment for moment in moments if keeper.record.moves)
        asked = beside(partial(ask_for_evidence, folder), "asking")
        while not wish.exists() and not asked.done():
            time.sleep(0.001)
        list(moments)
        assert asked.result(10.0) is True
    assert not wish.exists()
    (ring,) = folder.glob("*/*-asked")
    assert list(ring.glob("*.jpg"))


def test_nobody_waits_for_a_game_that_does_not_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor does the next game find the wish."""
    monkeypatch.setattr(request, "_PATIENCE_S", 0.01)
    assert ask_for_evidence(tmp_path / "games") is False
    assert not list((tmp_path / "live").iterdir())


def test_old_and_large_evidence_is_deleted_oldest_first(tmp_path: Path) -> None:
    """What is too old goes, then the oldest until the rest is small enough; journals stay."""
    for day in range(6):
        name = f"2026010{day + 1}-000000-000-loa"
        (tmp_path / f"{name}.jsonl").write_text("{}\n")
        (tmp_path / name).mkdir()
        (tmp_path / name / "x.jpg").write_bytes(b"x" * 1_000_000)
        os.utime(tmp_path / name, (day * DAY, day * DAY))
    prune(tmp_path, Retention(days=4.5, megabytes=3.5), 6 * DAY, "20260106-000000-000-loa")
    left = sorted(path.name[:8] for path in tmp_path.iterdir() if path.is_dir())
    assert left == ["20260103", "20260104", "20260105", "20260106"]
    assert len(journal_names(tmp_path)) == 6
    prune(tmp_path, Retention(days=30, megabytes=1.5), 6 * DAY)
    assert [path.name[:8] for path in tmp_path.iterdir() if path.is_dir()] == ["20260106"]


def test_live_files_follow_every_move(tmp_path: Path) -> None:
    """After each move both files are whole and say the same as the game."""
    game = make_game("loa")
    inputs = [*evening("loa").inputs, Command(500.0, "resign", "w")]
    live = tmp_path / "live"
    with closing(Keeper(Header.of(game, PLAYERS, "simulator"), tmp_path / "games")) as keeper:
        for moment in Sitting(game, TableReader(inputs), keep=keeper).moments():
            if any(isinstance(event, MovePlayed) for event in moment.events):
                told = json.loads((live / "current.json").read_text())
                moves = [move.text for move in keeper.record.moves]
                assert told["moves"] == moves
                assert told["id"] == keeper.game_id
                text = (live / "current.txt").read_text()
                assert [move.text for move in parse_record(text).moves] == moves
    told = json.loads((live / "current.json").read_text())
    assert (told["outcome"], told["reason"]) == ("b", "resigned")
    assert sorted(path.name for path in live.iterdir()) == ["current.json", "current.txt"]


def test_two_programs_show_their_games_in_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One of them does so while the other one has its files half done."""
    record, real = Record(Header.of(make_game("loa"), PLAYERS)), Path.replace

    def meanwhile(new: Path, place: Path) -> Path:
        monkeypatch.setattr(Path, "replace", real)
        with monkeypatch.context() as other:
            other.setattr(os, "getpid", lambda: 1)
            LiveFiles(tmp_path / "games").show("other", record, "", "b")
        return real(new, place)

    monkeypatch.setattr(Path, "replace", meanwhile)
    files = LiveFiles(tmp_path / "games")
    files.show("mine", record, "", "b")
    assert files.refused is None
    assert files.shown == "mine"


def test_a_full_disk_is_left_no_beginnings_of_live_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every start of the program would leave some."""

    def full(new: Path, text: str, encoding: str) -> int:
        new.write_bytes(b"")
        raise OSError(errno.ENOSPC, "no space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    files = LiveFiles(tmp_path / "games")
    files.show("mine", Record(Header.of(make_game("loa"), PLAYERS)), "", "b")
    assert files.refused is not None
    assert not list((tmp_path / "live").iterdir())
