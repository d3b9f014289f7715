"""The journal: written before anybody is told, readable after any cut."""

import errno
import json
import os
import resource
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path

import pytest

from pi_board.core.errors import EnvironmentFault, InvalidFile
from pi_board.records.journal import Journal, ended, is_in_use, read_journal
from pi_board.records.place import new_journal_path
from pi_board.records.record import Header
from pi_board.views.language import speaker, written

HEADER = Header("loa", (("first", "b"),), ("Ioana", "Tomáš"), "test", 1_700_000_000.0)
MOVES = ("b1-b3", "a2-c2", "c1xc2")


def line(move: str) -> dict[str, object]:
    return {"event": "move_played", "move": move, "t": 1.5}


def write(path: Path) -> bytes:
    with closing(Journal(path, HEADER, wall=lambda: 5.0)) as journal:
        for move in MOVES:
            journal.append(line(move))
    return path.read_bytes()


def _fail(*_: object) -> None:
    """What a disk does that has worn out."""
    raise OSError(errno.EIO, os.strerror(errno.EIO))


def moves_in(path: Path) -> list[object]:
    return [line["move"] for line in read_journal(path)[1:]]


def test_every_line_comes_back(tmp_path: Path) -> None:
    """What was appended is read back in order with its wall time, the header first."""
    write(tmp_path / "a.jsonl")
    head, *lines = read_journal(tmp_path / "a.jsonl")
    assert head["players"] == ["Ioana", "Tomáš"]
    assert [line["move"] for line in lines] == list(MOVES)
    assert {line["wall"] for line in lines} == {5.0}


def test_games_that_begin_in_the_same_moment_are_both_kept(tmp_path: Path) -> None:
    """Two programs choose the same name; the slower one takes the next."""
    name = tmp_path / "20231114-221320-000-loa.jsonl"
    with closing(Journal(name, HEADER)) as one, closing(Journal(name, HEADER)) as other:
        one.append(line("b1-b3"))
        other.append(line("c1-c3"))
        other.append(line("a2-c2"))
        assert one.path == name < other.path
        assert other.path.name.endswith("-loa.jsonl")
    assert moves_in(one.path) == ["b1-b3"]
    assert moves_in(other.path) == ["c1-c3", "a2-c2"]


def test_names_that_are_no_moment_do_not_count(tmp_path: Path) -> None:
    """A file that somebody has put there."""
    for name in ("20991399-000000-000-loa", "20990230-126199-999-loa", "20990230-120000-000-loa"):
        (tmp_path / f"{name}.jsonl").touch()
    assert new_journal_path(tmp_path, "loa", 5.25).name == "19700101-000005-250-loa.jsonl"
    later = tmp_path / "20991230-120000-999-loa.jsonl"
    later.touch()
    assert new_journal_path(tmp_path, "loa", 5.25).name == "20991230-120001-000-loa.jsonl"


def test_names_are_kept_on_one_line() -> None:
    """Whatever the file they come from says."""
    header = replace(HEADER, players=("a\x00b\nc", " \x1b[2J "), match="cup\r\n")
    assert (header.players, header.match) == (("a b c", "[2J"), "cup")
    turned = replace(HEADER, players=("a\u202eb", "\u2067c\u2069"))
    assert turned.players == ("a b", "c")
    apart = replace(HEADER, players=("Toma\u0301s\u030c", "b"), match="Poha\u0301r")
    assert (apart.players[0], apart.match) == ("Tom\u00e1\u0161", "Poh\u00e1r")


def test_a_cut_at_any_byte_loses_only_the_torn_line(tmp_path: Path) -> None:
    """However much of the file is left, every line that is whole counts and nothing else does."""
    data = write(tmp_path / "a.jsonl")
    header_end = data.index(b"\n") + 1
    for size in range(header_end, len(data) + 1):
        cut = tmp_path / "cut.jsonl"
        cut.write_bytes(data[:size])
        assert len(read_journal(cut)) == data[:size].count(b"\n")


def test_going_on_leaves_nothing_of_the_torn_line(tmp_path: Path) -> None:
    """A line written behind a torn one is whole, wherever the cut was."""
    data = write(tmp_path / "a.jsonl")
    cut = tmp_path / "cut.jsonl"
    for size in range(data.index(b"\n") + 1, len(data) + 1):
        cut.write_bytes(data[:size])
        kept = moves_in(cut)
        with closing(Journal(cut, None)) as journal:
            journal.append(line("d1-d2"))
        assert moves_in(cut) == [*kept, "d1-d2"]


def test_damage_before_the_end_is_an_error_with_its_place(tmp_path: Path) -> None:
    """A broken line that is not the last one is not passed over in silence."""
    path = tmp_path / "a.jsonl"
    path.write_bytes(write(path).replace(b'"a2-c2"', b'"a2-c2'))
    with pytest.raises(InvalidFile, match="line 3"):
        read_journal(path)


@pytest.mark.parametrize("is_damaged", [True, False])
def test_a_journal_that_cannot_be_gone_on_with_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_damaged: bool
) -> None:
    """Damaged, or on a disk that fails to read it for once: nobody deletes what it holds."""
    path = tmp_path / "a.jsonl"
    data = write(path)
    if is_damaged:
        data = data.replace(b'"a2-c2"', b'"a2-c2')
        path.write_bytes(data)

    with monkeypatch.context() as disk:
        if not is_damaged:
            disk.setattr(Path, "read_bytes", _fail)
        with pytest.raises(InvalidFile):
            Journal(path, None)
    assert path.read_bytes() == data
    assert not is_in_use(path)


def test_a_letter_that_is_none_stops_no_game(tmp_path: Path) -> None:
    """As in the name of a file; read from elsewhere it is damage, told with its place."""
    path = tmp_path / "a.jsonl"
    with closing(Journal(path, HEADER)) as journal:
        journal.append({"resumed": "watch:\udce1"})
    assert read_journal(path)[1]["resumed"] == "watch:?"
    path.write_bytes(write(tmp_path / "b.jsonl").replace("š".encode(), b"\\ud800"))
    with pytest.raises(InvalidFile, match="line 1"):
        read_journal(path)


@pytest.mark.parametrize(
    ("last", "read"), [(b"[1]", b"[1]\n"), (b'{"t":1}', b'{"t":1}\n'), (b'{"t":', b""), (b"", b"")]
)
def test_only_a_torn_last_line_is_left_out(last: bytes, read: bytes) -> None:
    """One that is whole is read, be it refused, though an editor left it without its newline."""
    assert ended(b"{}\n" + last) == b"{}\n" + read


def test_a_file_without_header_is_refused(tmp_path: Path) -> None:
    """Any other JSON Lines file is not taken for a journal."""
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps({"event": "setup"}) + "\n")
    with pytest.raises(InvalidFile, match="header"):
        read_journal(path)


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    """A path below a file is an environment fault with a reason."""
    (tmp_path / "file").write_text("")
    with pytest.raises(EnvironmentFault, match="cannot write the journal"):
        Journal(tmp_path / "file" / "a.jsonl", HEADER).append(line("b1-b3"))


def test_nothing_is_missing_once_the_folder_can_be_made(tmp_path: Path) -> None:
    """Lines that could not be written go to the disk, in order, when there is one again."""
    (tmp_path / "disk").write_text("")
    path = tmp_path / "disk" / "a.jsonl"
    journal = Journal(path, HEADER)
    for move in MOVES[:2]:
        with pytest.raises(EnvironmentFault):
            journal.append(line(move))
    (tmp_path / "disk").unlink()
    journal.append(line(MOVES[2]))
    assert moves_in(path) == list(MOVES)


def on_a_disk_with(room: int, use: Callable[[Path], None], path: Path) -> None:
    """Use `path` in a process of its own, no file of which grows beyond so many bytes: more is
    refused as by a full disk. In this one plain files may be what pytest writes to.
    """
    with ProcessPoolExecutor(1, get_context("spawn"), _limit, (room,)) as child:
        child.submit(use, path).result()


def _limit(room: int) -> None:
    sys.dont_write_bytecode = True  # or Python leaves files that are cut short behind
    hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, hard))


def test_a_full_disk_keeps_whole_lines(tmp_path: Path) -> None:
    """What fits is kept, the line that does not is cut away, and more room brings the rest."""
    on_a_disk_with(600, _fill, tmp_path / "a.jsonl")


def _fill(path: Path) -> None:
    journal = Journal(path, HEADER)
    played = [f"move {number}" for number in range(12)]
    told = 0
    for move in played:
        try:
            journal.append(line(move))
        except EnvironmentFault:
            told += 1
    kept = moves_in(path)
    assert kept == played[: len(kept)]
    assert told == len(played) - len(kept) > 0
    assert path.read_bytes().endswith(b"\n")
    _limit(resource.getrlimit(resource.RLIMIT_FSIZE)[1])
    journal.append(line("last"))
    assert moves_in(path) == [*played, "last"]


def test_a_disk_without_any_room_is_left_without_a_journal(tmp_path: Path) -> None:
    """Half a header would be listed as a game that cannot be read."""
    on_a_disk_with(30, _find_no_room, tmp_path / "a.jsonl")
    assert not (tmp_path / "a.jsonl").exists()


def _find_no_room(path: Path) -> None:
    with closing(Journal(path, HEADER)) as journal, pytest.raises(EnvironmentFault):
        journal.append(line(MOVES[0]))


def test_a_journal_that_is_closed_on_a_full_disk_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With all the lines that the disk had room for."""
    path = tmp_path / "a.jsonl"
    with closing(Journal(path, HEADER)) as journal:
        journal.append(line(MOVES[0]))
        monkeypatch.setattr(os, "pwrite", _fail)
        with pytest.raises(EnvironmentFault):
            journal.append(line(MOVES[1]))
    assert moves_in(path) == [MOVES[0]]


def test_what_a_disk_failed_to_take_is_written_once_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, there = tmp_path / "game.jsonl", os.fsync
    with closing(Journal(path, HEADER)) as journal:
        journal.append(line("c1-c3"))
        kept = path.stat().st_size

        def forget(file: int) -> None:
            os.ftruncate(file, kept)
            raise OSError(errno.EIO, "told once only")

        monkeypatch.setattr(os, "fsync", forget)
        with pytest.raises(EnvironmentFault):
            journal.append(line("a4-c4"))
        monkeypatch.setattr(os, "fsync", there)
        journal.append(line("f1-f3"))
    assert moves_in(path) == ["c1-c3", "a4-c4", "f1-f3"]


def test_what_a_disk_failed_to_take_stays_if_it_is_full_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may have been taken all the same."""
    path = tmp_path / "game.jsonl"
    with closing(Journal(path, HEADER)) as journal:
        journal.append(line("c1-c3"))
        for name, move in (("fsync", "a4-c4"), ("pwrite", "f1-f3")):
            monkeypatch.setattr(os, name, _fail)
            with pytest.raises(EnvironmentFault):
                journal.append(line(move))
    assert moves_in(path) == ["c1-c3", "a4-c4"]


def test_a_disk_that_never_says_it_is_done_keeps_the_game_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.jsonl"
    monkeypatch.setattr(os, "fsync", _fail)
    with closing(Journal(path, HEADER)) as journal:
        for move in ("c1-c3", "a4-c4"):
            with pytest.raises(EnvironmentFault):
                journal.append(line(move))
    assert moves_in(path) == ["c1-c3", "a4-c4"]


def test_only_one_program_writes_a_journal(tmp_path: Path) -> None:
    """A second writer is refused, in the players' language, while the first has the file open, and
    it shows.
    """
    path = tmp_path / "a.jsonl"
    assert not is_in_use(path)
    with closing(Journal(path, HEADER)) as journal:
        journal.append(line("b1-b3"))
        assert is_in_use(path)
        with pytest.raises(EnvironmentFault, match="being played") as refused:
            Journal(path, None)
    told = written(speaker("de"), refused.value.text)
    assert told == "Partie a wird gerade gespielt"
    assert not is_in_use(path)
    assert moves_in(path) == ["b1-b3"]


def test_a_game_is_gone_on_with_by_one_program(tmp_path: Path) -> None:
    """Who goes on has the file before the first line, so that no other one's lines are cut off."""
    path = tmp_path / "a.jsonl"
    write(path)
    with closing(Journal(path, None)) as first:
        with pytest.raises(EnvironmentFault, match="being played"):
            Journal(path, None)
        first.append(line("d1-d3"))
    assert moves_in(path) == [*MOVES, "d1-d3"]


def test_a_journal_deleted_behind_our_back_is_written_once_more(tmp_path: Path) -> None:
    """Nothing is missing from it, and the folder is made again."""
    path = tmp_path / "games" / "a.jsonl"
    with closing(Journal(path, HEADER)) as journal:
        journal.append(line(MOVES[0]))
        path.unlink()
        path.parent.rmdir()
        journal.append(line(MOVES[1]))
        journal.append(line(MOVES[2]))
    assert moves_in(path) == list(MOVES)


def test_a_line_is_on_the_disk_when_append_returns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Moves are fsynced before the caller hears of them; a hand over the board is not worth it."""
    path = tmp_path / "a.jsonl"
    synced: list[int] = []
    real = os.fsync

    def fsync(file: int) -> None:
        synced.append(os.fstat(file).st_size)
        real(file)

    monkeypatch.setattr(os, "fsync", fsync)
    journal = Journal(path, HEADER)
    journal.append(line("b1-b3"))
    assert synced[-1] == path.stat().st_size
    count = len(synced)
    hand = {"event": "obstructed", "t": 2.0, "sites": ["b1"]}
    journal.append(hand)
    journal.append({"event": "reader_changed", "t": 2.5, "lost": True})  # of a bad cable, all night
    assert len(synced) == count
    with monkeypatch.context() as disk:
        disk.setattr(os, "pwrite", _fail)
        with pytest.raises(EnvironmentFault):
            journal.append(line("a2-c2"))
    journal.append(hand)
    assert synced[-1] == path.stat().st_size
