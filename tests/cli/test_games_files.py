"""The commands `games import` and `games export`: what comes in is what goes out."""

import errno
import json
import os
import resource
import shutil
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from io import BytesIO, TextIOWrapper
from pathlib import Path
from random import Random
from typing import BinaryIO

import pytest

from pi_board.cli.referee import refereed
from pi_board.core.events import MovePlayed
from pi_board.games.registry import make_game
from pi_board.records.archive import Archive
from pi_board.records.files import read_games
from pi_board.records.history import lines_of
from pi_board.records.journal import write_journal
from pi_board.records.place import games_folder
from pi_board.records.text import record_text
from pi_board.referee.advance import begin
from tests.cli.kept_games import NO_BYTECODE, PUBLISHED, Games
from tests.records.games import random_record


@pytest.mark.thorough
def test_published_games_come_in_and_go_out(games: Games, tmp_path: Path) -> None:
    """Imported, exported as SGF and imported again, the games are the same; check agrees."""
    files = sorted(PUBLISHED.glob("*.txt"))
    code, out, _ = games("import", "--game", "loa", *map(str, files))
    assert code == 0
    names = out.split()
    assert len(names) == len(files) == 16
    (tmp_path / "out").mkdir()
    for name, file in zip(names, files, strict=True):
        target = tmp_path / "out" / f"{file.stem}.sgf"
        assert games("export", name, "-o", str(target))[0] == 0
        (again,), (first,) = read_games(target), read_games(file, "loa")
        assert again.moves == first.moves
        assert (again.outcome, again.header.players) == (first.outcome, first.header.players)
    code, out, _ = games("import", *(str(p) for p in sorted((tmp_path / "out").iterdir())))
    assert code == 0
    assert games("check")[:2] == (0, "")


def test_a_file_of_no_format_is_not_written(games: Games, kept: list[str], tmp_path: Path) -> None:
    """Nobody opens a record of moves as a PDF; whoever names the format may name the file."""
    (tmp_path / "out").mkdir()
    target = tmp_path / "out" / "game.pdf"
    code, _, err = games("export", kept[0], "-o", str(target))
    assert (code, target.exists()) == (1, False)
    assert "ends in .pdf, expected .txt, .sgf, .jsonl" in err
    assert games("export", kept[0], "-o", str(target), "--format", "text")[0] == 0


@pytest.mark.parametrize("kind", ["text", "jsonl"])
def test_every_game_survives_export_and_import(
    games: Games, kept: list[str], tmp_path: Path, kind: str
) -> None:
    """What `export` writes, `import` reads: the same moves and the same result."""
    (tmp_path / "out").mkdir()
    for name in kept:
        target = tmp_path / "out" / f"{name}.{kind}"
        assert games("export", name, "--format", kind, "-o", str(target))[0] == 0
        old = json.loads(games("show", name, "--json")[1])
        games("delete", "--yes", name)
        code, out, _ = games("import", str(target))
        assert code == 0
        new = json.loads(games("show", out.strip(), "--json")[1])
        for field in ("moves", "outcome", "reason", "players", "rules", "position", "score"):
            assert old[field] == new[field]


@pytest.mark.parametrize("kind", ["text", "jsonl", "sgf"])
def test_what_is_piped_in_is_imported(
    games: Games, kept: list[str], monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """As `export` writes to a pipe: ``games export last | games import -``."""

    def pipe(text: str) -> None:
        monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(text.encode()), "utf-8"))

    text = games("export", kept[0], "--format", kind)[1]
    games("delete", "--yes", kept[0])
    pipe(text)
    code, out, _ = games("import", "-")
    assert code == 0
    again = json.loads(games("show", out.strip(), "--json")[1])
    assert (len(again["moves"]) > 0, again["source"]) == (True, "import:stdin")
    pipe(text)
    assert games("import", "-")[2].startswith("pi-board: stdin: kept already as ")
    pipe("no game")
    code, _, err = games("import", "-")
    assert (code, err.startswith("pi-board: stdin: no line ")) == (1, True)


def test_the_name_of_a_file_does_nothing_to_a_terminal(games: Games) -> None:
    """It rings no bell, and what follows it is not written backwards."""
    code, _, err = games("import", "a\x07\u202eb")
    assert (code, err[:16]) == (1, "pi-board: a b: N")


@pytest.mark.parametrize("kind", ["text", "jsonl", "sgf"])
def test_a_game_is_kept_once(games: Games, kept: list[str], tmp_path: Path, kind: str) -> None:
    """Imported again, from whatever format, it is told under which name it is kept already; a game
    with another end is another game.
    """
    (tmp_path / "out").mkdir()
    target = tmp_path / "out" / f"game.{kind}"
    assert games("export", kept[0], "-o", str(target))[0] == 0
    code, out, err = games("import", str(target), str(target))
    assert (code, out) == (0, f"{kept[0]}\n" * 2)
    assert err.count(f"kept already as {kept[0]}") == 2
    if kind == "text":
        text = target.read_text()
        result = next(line for line in text.splitlines() if line.startswith("Result"))
        target.write_text(text.replace(result, "Result: w (agreed)"))
        other = games("import", str(target))[1].strip()
        assert other not in kept
        assert games("import", str(target))[1].strip() == other


@pytest.mark.parametrize("first", ["text", "sgf"])
def test_a_game_is_kept_once_whichever_file_comes_first(
    games: Games, kept: list[str], tmp_path: Path, first: str
) -> None:
    """SGF tells the day only, text the second."""
    (tmp_path / "out").mkdir()
    files = {kind: tmp_path / "out" / f"game.{kind}" for kind in ("text", "sgf")}
    for file in files.values():
        assert games("export", kept[0], "-o", str(file))[0] == 0
    games("delete", "--yes", kept[0])
    name = games("import", str(files.pop(first)))[1]
    (other,) = files.values()
    assert games("import", str(other))[1] == name


def test_comments_of_a_game_that_is_kept_are_not_dropped_silently(
    games: Games, tmp_path: Path
) -> None:
    """It is told when a file says more of the game than what is kept does."""
    (tmp_path / "out").mkdir()
    plain, said = tmp_path / "out" / "plain.txt", tmp_path / "out" / "said.txt"
    plain.write_text("Game: Linja\n\n1. 0-1\n")
    said.write_text("Game: Linja\n\n{a cup} 1. 0-1 {good}\n")
    name = games("import", str(said))[1].strip()
    assert "{a cup}" in games("show", name)[1]
    for file in (said, plain):
        assert games("import", str(file))[2].endswith(f"kept already as {name}\n")
    said.write_text("Game: Linja\n\n{a cup} 1. 0-1 {bad}\n")
    assert "those of the file are not kept" in games("import", str(said))[2]


def test_what_only_a_journal_tells_of_a_game_that_is_kept_is_not_dropped_silently(
    games: Games, tmp_path: Path
) -> None:
    """Imported as text first, a game knows neither hints nor what was taken back; its own exports
    tell no more than it.
    """
    plain = random_record("linja", Random(4), 12)
    line = tuple(replace(move, clock_s=9.0) for move in plain.moves)
    whole = replace(plain, moves=line[:-2], taken_back=(line,), hints=(1,), outcome="", reason="")
    (tmp_path / "out").mkdir()
    text, journal = tmp_path / "out" / "game.txt", tmp_path / "out" / "game.jsonl"
    text.write_text(record_text(whole), "utf-8")
    write_journal(journal, whole.header, lines_of(whole))
    name = games("import", str(text))[1].strip()
    told = f"{journal}: kept already as {name}, whose times and hints and moves taken back are "
    assert told in games("import", str(journal))[2]
    games("delete", "--yes", name)
    name = games("import", str(journal))[1].strip()
    for file in (text, journal):
        assert games("import", str(file))[2].endswith(f"kept already as {name}\n")


def test_comments_that_a_text_file_cannot_hold_whole_are_no_others(
    games: Games, tmp_path: Path
) -> None:
    """It has no braces in them: a game's own export says nothing that is not kept."""
    (tmp_path / "out").mkdir()
    sgf, text = tmp_path / "out" / "game.sgf", tmp_path / "out" / "game.txt"
    sgf.write_text("(;FF[4]GM[9]PB[Ann]PW[Ben];B[b1b3]C[{sharp} play])")
    name = games("import", str(sgf))[1].strip()
    assert games("export", name, "-o", str(text))[0] == 0
    assert games("import", str(text))[2].endswith(f"kept already as {name}\n")


def test_a_game_that_two_programs_import_at_once_is_kept_once(kept: list[str]) -> None:
    """One after the other they look whether it is there."""
    record = random_record("loa", Random(77))
    archives = [Archive(games_folder()) for _ in range(4)]  # each has seen a folder without it
    for archive in archives:
        archive.refresh()
    names = {archive.add_once(record)[0] for archive in archives}
    assert len(names) == 1
    assert not names & set(kept)


def test_games_are_imported_where_nothing_can_be_locked(
    kept: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on some network disks."""
    monkeypatch.setattr("pi_board.records.archive.fcntl.flock", _no_locks)
    with closing(Archive(games_folder())) as archive:
        name, was_kept = archive.add_once(random_record("loa", Random(78)))
    assert not was_kept
    assert name not in kept


def _no_locks(_file: int, _how: int) -> None:
    raise OSError("no locks here")


def test_other_games_than_loa_have_no_sgf(games: Games, kept: list[str]) -> None:
    """The message says why there is no SGF file."""
    code, _, err = games("export", kept[1], "--format", "sgf")
    assert code == 1
    assert "no SGF form" in err


def test_a_file_that_cannot_be_written_is_the_environments_fault(
    games: Games, kept: list[str], tmp_path: Path
) -> None:
    """Exit code 2, and the path in the message."""
    code, _, err = games("export", kept[0], "-o", str(tmp_path / "none" / "x.txt"))
    assert code == 2
    assert "none/x.txt" in err


@pytest.mark.parametrize("before", [{}, {"a.txt": "a good one"}])
def test_an_export_for_which_the_disk_has_no_room_leaves_what_was_there(
    games: Games, kept: list[str], tmp_path: Path, before: dict[str, str]
) -> None:
    """The old file or none, and nothing besides."""
    out = tmp_path / "out"
    out.mkdir()
    for name, text in before.items():
        (out / name).write_text(text)
    done = subprocess.run(
        [sys.executable, "-m", "pi_board", "games", "export", kept[2], "-o", str(out / "a.txt")],
        env={**os.environ, **NO_BYTECODE},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert "a.txt" in done.stderr
    assert "File too large" in done.stderr
    assert {path.name: path.read_text() for path in out.iterdir()} == before


def test_an_export_is_written_to_devices_and_links(
    games: Games, kept: list[str], tmp_path: Path
) -> None:
    """Neither is replaced by a file."""
    out = tmp_path / "out"
    out.mkdir()
    pipe, link = out / "pipe", out / "link"
    os.mkfifo(pipe)
    link.symlink_to("a.txt")
    _, text, _ = games("export", kept[2])
    reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    for file in (pipe, link):
        assert games("export", kept[2], "-o", str(file)) == (0, "", "")
    assert os.read(reading, 100_000).decode() == text
    os.close(reading)
    assert link.is_symlink()
    assert (out / "a.txt").read_text() == text


def test_an_export_to_a_dash_is_written_to_stdout(games: Games, kept: list[str]) -> None:
    """As other programs do it: no file of that name is made."""
    assert games("export", kept[1], "-o", "-") == games("export", kept[1])
    assert not Path("-").exists()


def test_one_bad_file_does_not_stop_the_others(games: Games, tmp_path: Path) -> None:
    """The bad one is told, the good one is kept, the exit code is 1."""
    (tmp_path / "out").mkdir()
    bad = tmp_path / "out" / "bad.sgf"
    bad.write_text("(;GM[1])")
    good = PUBLISHED / "shortest_game.txt"
    code, out, err = games("import", "--game", "loa", str(bad), str(good))
    assert code == 1
    assert len(out.split()) == 1
    assert "bad.sgf" in err


@pytest.mark.parametrize("name", ["/dev/zero", "-"])
def test_a_device_that_never_ends_is_no_file_of_games(games: Games, name: str) -> None:
    """It is refused before it fills the memory, named or piped."""
    with Path("/dev/zero").open("rb") as piped:
        done = _imported_in_little_memory(name, piped)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert ": more than " in done.stderr


def _imported_in_little_memory(name: str, piped: BinaryIO) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pi_board", "games", "import", name],
        stdin=piped,
        env={**os.environ, **NO_BYTECODE},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (2**30, 2**30)),
        capture_output=True,
        text=True,
        check=False,
    )


def test_export_replaces_no_file_that_is_not_to_be_written(
    games: Games, kept: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In its folder it could be; writing to it is refused by the system, but for root."""
    (tmp_path / "out").mkdir()
    file = tmp_path / "out" / "game.txt"
    file.touch()
    before = file.stat().st_ino
    monkeypatch.setattr("os.access", lambda path, _: path != file)
    assert games("export", kept[2], "-o", str(file)) == (0, "", "")
    assert file.stat().st_ino == before


@pytest.fixture
def beside(games: Games, played: Path) -> Path:
    """Where the observations lie of a game that was played."""
    shutil.copytree(played, games_folder())
    (file,) = games_folder().glob("*/observations-1.jsonl.gz")
    return file


@pytest.mark.usefixtures("beside")
def test_evidence_and_cases_are_exported(games: Games, tmp_path: Path) -> None:
    """What lies beside a game is copied; a case holds lines for `pi-board referee`."""
    game = make_game("loa")
    copy, case = tmp_path / "out" / "copy", tmp_path / "out" / "case"
    assert games("export", "last", "--evidence", str(copy), "--case", str(case)) == (0, "", "")
    for option, folder in (("--evidence", copy), ("--case", case)):
        code, out, err = games("export", "last", option, str(folder))
        assert (code, out) == (2, "")
        assert "it is there already" in err
    assert [path.name for path in copy.iterdir()] == ["observations-1.jsonl.gz"]
    lines = (case / "observations.jsonl").read_text().splitlines()
    moves = [event.move for event in refereed(begin(game), lines) if isinstance(event, MovePlayed)]
    assert moves == json.loads(games("show", "last", "--json")[1])["moves"]
    assert games("export", "last", "--case", str(case))[0] == 2


def test_evidence_and_cases_need_something_kept(
    games: Games, kept: list[str], tmp_path: Path
) -> None:
    """A game without pictures or readings has none to export, and nothing is made."""
    for option in ("--evidence", "--case"):
        code, _, err = games("export", kept[0], option, str(tmp_path / "out"))
        assert code == 1
        assert "kept" in err
        assert not (tmp_path / "out").exists()


@pytest.mark.usefixtures("beside")
@pytest.mark.parametrize("option", ["--evidence", "--case"])
def test_half_of_what_was_kept_is_not_left_behind(
    option: str, games: Games, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a full disk; once there is room the same command does it."""

    def fill(path: Path, *_: object) -> None:
        path.touch()
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    folder = tmp_path / "out"
    with monkeypatch.context() as disk:
        disk.setattr(Path, "write_bytes", fill)
        disk.setattr("shutil.copy2", lambda _, copy: fill(copy))
        code, out, err = games("export", "last", option, str(folder))
    assert (code, out) == (2, "")
    assert err == f"pi-board: cannot write {folder}: No space left on device\n"
    assert not folder.exists()
    assert games("export", "last", option, str(folder)) == (0, "", "")


def test_damaged_observations_are_named(beside: Path, games: Games, tmp_path: Path) -> None:
    """They are at fault, not the disk for the case."""
    beside.write_bytes(beside.read_bytes()[:100])
    code, _, err = games("export", "last", "--case", str(tmp_path / "out"))
    assert code == 1
    assert err.startswith(f"pi-board: {beside}: no observations can be read: ")
    assert not (tmp_path / "out").exists()
