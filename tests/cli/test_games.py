"""The commands `games ...`, as people and other programs use them."""

import json
import os
import resource
import subprocess
import sys
import time
from contextlib import closing
from dataclasses import replace
from io import BytesIO, TextIOWrapper
from pathlib import Path
from random import Random

import pytest

from pi_board.app.kept.keeping import Keeper
from pi_board.app.sitting import Sitting
from pi_board.cli.games import chosen_filter
from pi_board.cli.referee import refereed
from pi_board.core.events import MovePlayed
from pi_board.games.registry import make_game
from pi_board.records.archive import Archive
from pi_board.records.files import read_games
from pi_board.records.journal import read_journal
from pi_board.records.place import games_folder
from pi_board.records.record import Header
from pi_board.referee.advance import begin
from tests.cli.kept_games import PUBLISHED, Games
from tests.records.games import random_record
from tests.records.table import TableReader, evening

FRAMES = Path(__file__).parents[1] / "frames" / "demo" / "loa"

# Where files may not grow Python leaves compiled ones behind that are cut short.
NO_BYTECODE = {"PYTHONDONTWRITEBYTECODE": "1"}


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


def test_list_writes_one_object_per_game(games: Games, kept: list[str]) -> None:
    """`list --json` is JSON Lines with the names that the other commands take."""
    code, out, err = games("list", "--json")
    told = [json.loads(line) for line in out.splitlines()]
    assert (code, err) == (0, "")
    assert {game["id"] for game in told} == set(kept)
    assert {game["game"] for game in told} == {"loa", "linja", "connexoh"}
    only = games("list", "--game", "linja", "--json")[1]
    assert [json.loads(only)["id"]] == [kept[1]]


def test_an_empty_archive_is_no_error(games: Games) -> None:
    """Without any game, nothing is listed; people are told, programs are not."""
    assert games("list") == (0, "", "no games\n")
    assert games("list", "--json") == (0, "", "")
    assert games("stats") == (0, "", "")
    assert games("check")[0] == 0


def test_show_writes_the_record(games: Games, kept: list[str]) -> None:
    """`show` is the text record, `show --json` an object with the moves."""
    code, out, _ = games("show", kept[1])
    assert code == 0
    assert out.startswith("Game: Linja\n")
    record = json.loads(games("show", kept[1], "--json")[1])
    assert record["moves"][0] in out
    assert record["id"] == kept[1]


@pytest.mark.parametrize(
    "command", [("show",), ("show", "--json"), ("replay",), ("replay", "--json"), ("export",)]
)
def test_a_damaged_game_is_told_as_far_as_it_goes(
    games: Games, kept: list[str], command: tuple[str, ...]
) -> None:
    """With the place of the damage, and the code of a file that cannot be read."""
    journal = games_folder() / f"{kept[0]}.jsonl"
    whole = journal.read_text()
    moves = json.loads(games("show", kept[0], "--json")[1])["moves"]
    head, begun, first, second, *rest = whole.splitlines(keepends=True)
    journal.write_text("".join([head, begun, first, second[:20], *rest]))
    code, out, err = games(*command, kept[0])
    assert (code, err.count("\n")) == (1, 1)
    assert f"{journal}, line 4: " in err
    assert moves[0] in out
    assert moves[2] not in out
    listed = games("list")[1]
    assert "damaged: " in listed
    assert "1 moves" in listed
    assert games("export", kept[0], "--format", "jsonl")[:2] == (0, journal.read_text())


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


def test_delete_asks_for_nothing_with_yes(games: Games, kept: list[str]) -> None:
    """A deleted game is gone from the list and from the disk."""
    assert games("delete", "--yes", kept[0])[:2] == (0, f"{kept[0]}\n")
    assert not (games_folder() / f"{kept[0]}.jsonl").exists()
    assert len(games("list", "--json")[1].splitlines()) == 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("show", "1999"), "game '1999' is not there"),
        (("show", "2"), "there are several"),
        (("delete", "", "--yes"), "game '' is none"),
        (("list", "--limit", "9" * 23), "is not in the range"),
        (("list", "--since", "yesterday"), "date 'yesterday'"),
        (("list", "--until", "9999-12-31"), "date '9999-12-31'"),
        (("list", "--result", "lost"), "'lost' is not one of"),
        (("export", "last", "--format", "pdf"), "'pdf' is not one of"),
        (("import", "nowhere.sgf"), "nowhere.sgf: No such file"),
        (("replay", "1999"), "game '1999' is not there"),
        (("review", "1999"), "game '1999' is not there"),
    ],
)
def test_misuse_is_one_line_and_exit_code_1(
    games: Games, kept: list[str], arguments: tuple[str, ...], said: str
) -> None:
    """What was found and what was expected, on one line of stderr."""
    code, out, err = games(*arguments)
    assert (code, out) == (1, "")
    assert said in err
    assert len(err.splitlines()) == 1


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


def test_check_finds_a_damaged_journal(games: Games, kept: list[str]) -> None:
    """Exit code 1, the game's name and the line."""
    path = games_folder() / f"{kept[0]}.jsonl"
    lines = path.read_text().splitlines()
    path.write_text("\n".join([lines[0], "{", *lines[1:]]) + "\n")
    code, out, _ = games("check")
    assert code == 1
    assert kept[0] in out
    assert "line 2" in out
    code, out, err = games("check", "--json")
    assert [json.loads(line)["id"] for line in out.splitlines()] == [kept[0]]
    assert (code, err) == (1, "3 games, 1 with problems\n")


def test_match_says_where_it_stands(games: Games) -> None:
    """Points of both, and the loser of the last game starts the next; without a name all matches
    are told.
    """
    archive = Archive(games_folder())
    for number, outcome in enumerate(("b", "b", "draw")):
        record = random_record("loa", Random(1), 3)
        header = replace(record.header, match="cup", started=float(number), players=("A", "B"))
        archive.add(replace(record, header=header, outcome=outcome, reason="agreed", score=None))
    archive.close()
    told = json.loads(games("match", "cup", "--json")[1])
    assert told["points"] == {"b": 5, "w": 1}
    assert told["leader"] == "b"
    assert "A 5 - 1 B, 3 games\nnext to start: " in games("match", "cup")[1]
    assert games("match")[1] == games("match", "cup")[1]
    assert games("match", "other")[0] == 1


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


@pytest.mark.parametrize("disk", ["full", "missing"])
def test_a_bad_disk_is_told_once_and_the_game_goes_on(disk: str, tmp_path: Path) -> None:
    """Every move is refereed and printed, the exit code is 0, and what fits is kept whole."""
    state = tmp_path / "state"
    if disk == "missing":
        state.write_text("a file, no folder")
    room = (3000, 3000) if disk == "full" else (resource.RLIM_INFINITY,) * 2
    done = subprocess.run(
        [sys.executable, "-m", "pi_board", "watch", "loa", str(FRAMES), "--json"],
        env={**os.environ, **NO_BYTECODE, "STATE_DIRECTORY": str(state)},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, room),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0
    told = [json.loads(line) for line in done.stdout.splitlines()]
    moves = [event["move"] for event in told if event["event"] == "move_played"]
    assert moves == (FRAMES / "moves.txt").read_text().split()
    assert done.stderr.count("cannot be kept") == len(done.stderr.splitlines()) == 1
    if disk == "full":
        (journal,) = (state / "games").glob("*.jsonl")
        kept = [line["move"] for line in read_journal(journal) if "move" in line]
        assert kept == moves[: len(kept)] != []
        assert journal.read_bytes().endswith(b"}\n")


def test_evidence_and_cases_are_exported(games: Games, tmp_path: Path) -> None:
    """What lies beside a game is copied; a case holds lines for `pi-board referee`."""
    game = make_game("loa")
    inputs = evening("loa").inputs
    with Keeper(Header.of(game, ("A", "B"), "simulator")) as keeper:
        list(Sitting(game, TableReader(inputs), keep=keeper).moments())
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


def test_a_day_ends_at_midnight_also_where_clocks_change(monkeypatch: pytest.MonkeyPatch) -> None:
    """In Romania the 29th of March 2026 has 23 hours."""
    monkeypatch.setenv("TZ", "Europe/Bucharest")
    time.tzset()
    wanted = chosen_filter("2026-03-29", "2026-03-29")
    assert wanted.since is not None
    assert wanted.until is not None
    assert wanted.until - wanted.since == 23 * 3600
    monkeypatch.undo()
    time.tzset()
