"""Games go on where they cannot be kept, and who plays is told."""

import errno
import os
import shutil
import time
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import pytest

from pi_board.app.compose import compose
from pi_board.app.director import Director
from pi_board.app.kept.keeping import Keeper
from pi_board.app.scenes.state import Seat
from pi_board.app.sitting import Sitting
from pi_board.core.errors import EnvironmentFault
from pi_board.games.registry import make_game
from pi_board.records import place
from pi_board.records.durable import replace_file
from pi_board.records.evidence import Retention
from pi_board.records.history import record_of
from pi_board.records.journal import Journal, read_journal
from pi_board.records.record import Header
from pi_board.views.language import speaker, written
from tests.disks import full
from tests.records.table import PLAYERS, KeptDesk, TableReader, evening


def test_the_screen_says_that_a_game_is_not_kept(tmp_path: Path) -> None:
    """From the first fault on a note stands beside the moves, until the disk is well again."""
    (tmp_path / "disk").write_text("")
    game = make_game("loa")
    director = Director(game, Seat("A"), Seat("B"), "b")
    notes = []
    with closing(
        Keeper(Header.of(game, PLAYERS, "simulator"), tmp_path / "disk" / "games")
    ) as keeper:
        sitting = Sitting(game, TableReader(evening("loa").inputs), keep=keeper)
        for number, moment in enumerate(sitting.moments()):
            director.follow(moment)
            notes.append("not kept" in str(compose(director.table).strip.note))
            if number == 60:
                (tmp_path / "disk").unlink()
    changes = sum(one != other for one, other in pairwise(notes))
    assert (notes[0], notes[60], notes[-1], changes) == (False, True, False, 2)


def test_a_disk_that_cannot_be_written_is_told_once_and_play_goes_on(tmp_path: Path) -> None:
    """The first moment that cannot be kept says so, the others do not, and every move counts."""
    (tmp_path / "disk").write_text("")
    game = make_game("loa")
    session = evening("loa")
    with closing(
        Keeper(Header.of(game, PLAYERS, "simulator"), tmp_path / "disk" / "games")
    ) as keeper:
        sitting = Sitting(game, TableReader(session.inputs), keep=keeper)
        faults = [moment.fault for moment in sitting.moments() if moment.fault]
    assert len(faults) == 1
    assert "cannot be kept" in str(faults[0].text)
    assert [m.text for m in keeper.record.moves] == session.people.truth.moves
    assert [path.name for path in tmp_path.iterdir()] == ["disk"]


def _faults_with_a_hint(folder: Path, *, is_mended: bool) -> list[str]:
    """What is said of a disk that fails in the middle of a game, when a hint is kept. `is_mended`:
    it is well again for the next one, before anything else is kept.
    """
    game, faults = make_game("loa"), []
    header, journal_alone = Header.of(game, PLAYERS, "simulator"), Retention(is_on=False)
    with closing(Keeper(header, folder, retention=journal_alone)) as keeper:
        sitting = Sitting(game, TableReader(evening("loa").inputs), keep=keeper)
        for number, moment in enumerate(sitting.moments()):
            faults += [str(moment.fault.text)] if moment.fault else []
            if number == 60:
                shutil.rmtree(folder)
                folder.write_text("")
                keeper.note({"hint": "b1-b3", "t": moment.input.t})
                assert faults == []
                if is_mended:
                    folder.unlink()
                    keeper.note({"hint": "b1-b3", "t": moment.input.t})
    return faults


def test_that_the_disk_is_full_is_told_if_a_hint_is_the_first_line_lost(tmp_path: Path) -> None:
    """The screen keeps hints, and says nothing of the disk; the next moment does."""
    faults = _faults_with_a_hint(tmp_path / "games", is_mended=False)
    assert len(faults) == 1
    assert "cannot be kept" in faults[0]


def test_a_disk_that_is_well_before_anybody_was_told_is_not_spoken_of(tmp_path: Path) -> None:
    """Neither that the game was not kept nor that it is kept again."""
    folder = tmp_path / "games"
    assert _faults_with_a_hint(folder, is_mended=True) == []
    (path,) = folder.glob("*.jsonl")
    assert sum("hint" in line for line in read_journal(path)) == 2


@pytest.mark.parametrize("goes_on", ["", "set_up", "played"])
def test_a_game_that_ends_on_a_full_disk_is_kept_whole_when_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, goes_on: str
) -> None:
    """When the program ends, also while the next game is set up, or while that is being played."""
    with closing(Keeper(Header.of(make_game("loa"), PLAYERS, "simulator"), tmp_path)) as keeper:
        desk = KeptDesk(keeper, "loa")
        desk.started()
        with monkeypatch.context() as disk:
            disk.setattr(os, "pwrite", full)
            desk.play("b1-b3")
            desk.command("resign", "w")
            if goes_on:
                desk.command("new_game")
            if goes_on == "played":
                desk.position = desk.game.start()
                desk.restore()
                desk.started()
        if goes_on == "played":
            desk.play("b1-b3", "a2-c2")
            assert keeper.record.outcome == ""
    told = [record_of(read_journal(path), "") for path in sorted(tmp_path.glob("*.jsonl"))]
    assert [len(record.moves) for record in told] == ([1, 2] if goes_on == "played" else [1])
    assert told[0].reason == "resigned"


@pytest.mark.parametrize(
    ("number", "why"),
    [
        (errno.ENOSPC, "kein Platz mehr auf der Platte"),
        (errno.EROFS, "die Platte kann nur gelesen werden"),
        (errno.ESTALE, os.strerror(errno.ESTALE)),
    ],
)
def test_players_hear_in_their_language_what_is_wrong_with_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, why: str
) -> None:
    """As far as it happens at a table, of a setting that is kept as of a game."""

    def fail(file: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", fail)
    path, header = tmp_path / "a", Header.of(make_game("loa"), PLAYERS, "simulator")
    with pytest.raises(EnvironmentFault, match=os.strerror(number)) as setting:
        replace_file(path, b"")
    with closing(Journal(path, header)) as journal, pytest.raises(EnvironmentFault) as game:
        journal.append({})
    say = speaker("de")
    assert written(say, setting.value.text) == f"{path}: kann nicht geschrieben werden: {why}"
    told = f"Das Protokoll {path} kann nicht geschrieben werden: {why}"
    assert written(say, game.value.text) == told


@pytest.mark.thorough
@pytest.mark.parametrize("what", ["live", "observations"])
def test_a_disk_that_takes_the_game_only_is_told_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    """Until the next move, and without stopping the game: it is kept."""
    if what == "live":
        (tmp_path / "live").write_text("")
    else:
        monkeypatch.setattr(place, "SPARE_BYTES", 1 << 60)
    game, session = make_game("loa"), evening("loa")
    director, faults, shown = Director(game, Seat("A"), Seat("B"), "b"), [], []
    with closing(Keeper(Header.of(game, PLAYERS, "simulator"), tmp_path / "games")) as keeper:
        for moment in Sitting(game, TableReader(session.inputs), keep=keeper).moments():
            director.follow(moment)
            faults += [str(moment.fault.text)] if moment.fault else []
            shown.append(str(director.table.comment) in faults)
            time.sleep(0.001)  # who writes the observations has a thread of its own
        assert [m.text for m in keeper.record.moves] == session.people.truth.moves
    assert len(faults) == 1
    assert faults[0].startswith("The game is kept, but not everything beside it: ")
    assert any(shown)
    assert not shown[-1]
    assert director.table.is_kept
