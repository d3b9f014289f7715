"""The commands `games ...`, as people and other programs use them."""

import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from pi_board.app.kept.keeping import Keeper
from pi_board.app.sitting import Sitting
from pi_board.cli.games import chosen_filter
from pi_board.cli.main import main
from pi_board.cli.referee import refereed
from pi_board.core.events import MovePlayed
from pi_board.games.registry import make_game
from pi_board.records.archive import Archive
from pi_board.records.files import read_games
from pi_board.records.journal import read_journal
from pi_board.records.place import games_folder
from pi_board.referee.advance import begin
from tests.records.games import random_record
from tests.records.table import TableReader, evening

Run = Callable[..., tuple[int, str, str]]
FRAMES = Path(__file__).parents[1] / "frames" / "demo" / "loa"
# Where files may not grow Python leaves compiled ones behind that are cut short.
NO_BYTECODE = {"PYTHONDONTWRITEBYTECODE": "1"}
PUBLISHED = Path(__file__).parents[1] / "games" / "data"


@pytest.fixture
def run(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Run]:
    """Run the program with a state folder of its own: exit code, stdout, stderr."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as stopped:
            main(["games", *arguments])
        captured = capsys.readouterr()
        assert isinstance(stopped.value.code, int)
        return stopped.value.code, captured.out, captured.err

    yield run
    assert {path.name for path in tmp_path.iterdir()} <= {"state", "out"}


@pytest.fixture
def kept(run: Run) -> list[str]:
    """Three games, one of each kind, the last named first."""
    archive = Archive(games_folder())
    names = [archive.add(random_record(name, Random(3))) for name in ("loa", "linja", "connexoh")]
    archive.close()
    return names


def test_published_games_come_in_and_go_out(run: Run, tmp_path: Path) -> None:
    """Imported, exported as SGF and imported again, the games are the same; check agrees."""
    files = sorted(PUBLISHED.glob("*.txt"))
    code, out, _ = run("import", "--game", "loa", *map(str, files))
    assert code == 0
    names = out.split()
    assert len(names) == len(files) == 16
    (tmp_path / "out").mkdir()
    for name, file in zip(names, files, strict=True):
        target = tmp_path / "out" / f"{file.stem}.sgf"
        assert run("export", name, "-o", str(target))[0] == 0
        (again,), (first,) = read_games(target), read_games(file, "loa")
        assert again.moves == first.moves
        assert (again.outcome, again.header.players) == (first.outcome, first.header.players)
    code, out, _ = run("import", *(str(p) for p in sorted((tmp_path / "out").iterdir())))
    assert code == 0
    assert run("check")[:2] == (0, "")


def test_list_writes_one_object_per_game(run: Run, kept: list[str]) -> None:
    """`list --json` is JSON Lines with the names that the other commands take."""
    code, out, err = run("list", "--json")
    games = [json.loads(line) for line in out.splitlines()]
    assert (code, err) == (0, "")
    assert {game["id"] for game in games} == set(kept)
    assert {game["game"] for game in games} == {"loa", "linja", "connexoh"}
    only = run("list", "--game", "linja", "--json")[1]
    assert [json.loads(only)["id"]] == [kept[1]]


def test_an_empty_archive_is_no_error(run: Run) -> None:
    """Without any game, nothing is listed; people are told, programs are not."""
    assert run("list") == (0, "", "no games\n")
    assert run("list", "--json") == (0, "", "")
    assert run("stats") == (0, "", "")
    assert run("check")[0] == 0


def test_show_writes_the_record(run: Run, kept: list[str]) -> None:
    """`show` is the text record, `show --json` an object with the moves."""
    code, out, _ = run("show", kept[1])
    assert code == 0
    assert out.startswith("Game: Linja\n")
    record = json.loads(run("show", kept[1], "--json")[1])
    assert record["moves"][0] in out
    assert record["id"] == kept[1]


@pytest.mark.parametrize("kind", ["text", "jsonl"])
def test_every_game_survives_export_and_import(
    run: Run, kept: list[str], tmp_path: Path, kind: str
) -> None:
    """What `export` writes, `import` reads: the same moves and the same result."""
    (tmp_path / "out").mkdir()
    for name in kept:
        target = tmp_path / "out" / f"{name}.{kind}"
        assert run("export", name, "--format", kind, "-o", str(target))[0] == 0
        old = json.loads(run("show", name, "--json")[1])
        run("delete", "--yes", name)
        code, out, _ = run("import", str(target))
        assert code == 0
        new = json.loads(run("show", out.strip(), "--json")[1])
        for field in ("moves", "outcome", "reason", "players", "rules", "position", "score"):
            assert old[field] == new[field]


@pytest.mark.parametrize("kind", ["text", "jsonl", "sgf"])
def test_a_game_is_kept_once(run: Run, kept: list[str], tmp_path: Path, kind: str) -> None:
    """Imported again, from whatever format, it is told under which name it is kept already; a game
    with another end is another game.
    """
    (tmp_path / "out").mkdir()
    target = tmp_path / "out" / f"game.{kind}"
    assert run("export", kept[0], "-o", str(target))[0] == 0
    code, out, err = run("import", str(target), str(target))
    assert (code, out) == (0, f"{kept[0]}\n" * 2)
    assert err.count(f"kept already as {kept[0]}") == 2
    if kind == "text":
        text = target.read_text()
        result = next(line for line in text.splitlines() if line.startswith("Result"))
        target.write_text(text.replace(result, "Result: w (agreed)"))
        other = run("import", str(target))[1].strip()
        assert other not in kept
        assert run("import", str(target))[1].strip() == other


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


def test_delete_asks_for_nothing_with_yes(run: Run, kept: list[str]) -> None:
    """A deleted game is gone from the list and from the disk."""
    assert run("delete", "--yes", kept[0])[:2] == (0, f"{kept[0]}\n")
    assert not (games_folder() / f"{kept[0]}.jsonl").exists()
    assert len(run("list", "--json")[1].splitlines()) == 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("show", "1999"), "game '1999' is not there"),
        (("show", "2"), "there are several"),
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
    run: Run, kept: list[str], arguments: tuple[str, ...], said: str
) -> None:
    """What was found and what was expected, on one line of stderr."""
    code, out, err = run(*arguments)
    assert (code, out) == (1, "")
    assert said in err
    assert len(err.splitlines()) == 1


def test_other_games_than_loa_have_no_sgf(run: Run, kept: list[str]) -> None:
    """The message says why there is no SGF file."""
    code, _, err = run("export", kept[1], "--format", "sgf")
    assert code == 1
    assert "no SGF form" in err


def test_a_file_that_cannot_be_written_is_the_environments_fault(
    run: Run, kept: list[str], tmp_path: Path
) -> None:
    """Exit code 2, and the path in the message."""
    code, _, err = run("export", kept[0], "-o", str(tmp_path / "none" / "x.txt"))
    assert code == 2
    assert "none/x.txt" in err


@pytest.mark.parametrize("before", [{}, {"a.txt": "a good one"}])
def test_an_export_for_which_the_disk_has_no_room_leaves_what_was_there(
    run: Run, kept: list[str], tmp_path: Path, before: dict[str, str]
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
    assert {path.name: path.read_text() for path in out.iterdir()} == before


def test_an_export_is_written_to_devices_and_links(
    run: Run, kept: list[str], tmp_path: Path
) -> None:
    """Neither is replaced by a file."""
    out = tmp_path / "out"
    out.mkdir()
    pipe, link = out / "pipe", out / "link"
    os.mkfifo(pipe)
    link.symlink_to("a.txt")
    _, text, _ = run("export", kept[2])
    reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    for file in (pipe, link):
        assert run("export", kept[2], "-o", str(file)) == (0, "", "")
    assert os.read(reading, 100_000).decode() == text
    os.close(reading)
    assert link.is_symlink()
    assert (out / "a.txt").read_text() == text


def test_one_bad_file_does_not_stop_the_others(run: Run, tmp_path: Path) -> None:
    """The bad one is told, the good one is kept, the exit code is 1."""
    (tmp_path / "out").mkdir()
    bad = tmp_path / "out" / "bad.sgf"
    bad.write_text("(;GM[1])")
    good = PUBLISHED / "shortest_game.txt"
    code, out, err = run("import", "--game", "loa", str(bad), str(good))
    assert code == 1
    assert len(out.split()) == 1
    assert "bad.sgf" in err


def test_check_finds_a_damaged_journal(run: Run, kept: list[str]) -> None:
    """Exit code 1, the game's name and the line."""
    path = games_folder() / f"{kept[0]}.jsonl"
    lines = path.read_text().splitlines()
    path.write_text("\n".join([lines[0], "{", *lines[1:]]) + "\n")
    code, out, _ = run("check")
    assert code == 1
    assert kept[0] in out
    assert "line 2" in out
    code, out, err = run("check", "--json")
    assert [json.loads(line)["id"] for line in out.splitlines()] == [kept[0]]
    assert (code, err) == (1, "3 games, 1 with problems\n")


def test_match_says_where_it_stands(run: Run) -> None:
    """Points of both, and the loser of the last game starts the next; without a name all matches
    are told.
    """
    archive = Archive(games_folder())
    for number, outcome in enumerate(("b", "b", "draw")):
        record = random_record("loa", Random(1), 3)
        header = replace(record.header, match="cup", started=float(number), players=("A", "B"))
        archive.add(replace(record, header=header, outcome=outcome, reason="agreed", score=None))
    archive.close()
    told = json.loads(run("match", "cup", "--json")[1])
    assert told["points"] == {"b": 5, "w": 1}
    assert told["leader"] == "b"
    assert "A 5 - 1 B, 3 games\nnext to start: " in run("match", "cup")[1]
    assert run("match")[1] == run("match", "cup")[1]
    assert run("match", "other")[0] == 1


def test_replay_writes_every_position(run: Run, kept: list[str]) -> None:
    """One object for each position from the start on, and the moves between."""
    moves = json.loads(run("show", kept[1], "--json")[1])["moves"]
    told = [json.loads(line) for line in run("replay", kept[1], "--json")[1].splitlines()]
    assert [one["move"] for one in told] == [None, *moves]
    assert [one["ply"] for one in told] == list(range(len(moves) + 1))
    assert run("replay", kept[0], "--at", "0")[1].count("●") >= 12


def _press(keys: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """These keys are pressed on a console, one after the other."""
    monkeypatch.setattr("click.getchar", lambda: keys.pop(0))
    for stream in (sys.stdin, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: True)


def test_keys_go_through_a_game_on_the_console(
    run: Run, kept: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Steps, jumps and playing to the end; what is typed beyond the game stays inside it."""
    count = len(json.loads(run("show", kept[1], "--json")[1])["moves"])
    keys = ["n", "p", "p", "9", "9", "9", "\r", str(count - 2), "\r", "a", "?", "0", "q"]
    _press(keys, monkeypatch)
    monkeypatch.setattr("time.sleep", lambda _: None)
    shown = []
    monkeypatch.setattr("pi_board.cli.games_replay._print", lambda scene: shown.append(scene))
    assert run("replay", kept[1])[0] == 0
    at = [scene.strip.progress[0] for scene in shown]
    assert at == [0, 1, 0, count, count - 2, count - 1, count, 0]


@pytest.mark.parametrize("while_playing", [False, True])
def test_who_closes_the_terminal_ends_a_replay_in_order(
    run: Run, kept: list[str], monkeypatch: pytest.MonkeyPatch,
    hang_up: Callable[..., None], while_playing: bool,
) -> None:  # fmt: skip
    """As Ctrl-C does: the lamps of the board go dark."""
    _press(["a", "q"], monkeypatch)
    monkeypatch.setattr("time.sleep" if while_playing else "click.getchar", hang_up)
    code, _, err = run("replay", kept[1])
    assert (code, err) == (1, "pi-board: interrupted\n")


def test_ctrl_c_stops_the_playing_of_a_replay_only(
    run: Run, kept: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As often as anybody likes."""
    keys = ["a", "a", "q"]
    _press(keys, monkeypatch)
    monkeypatch.setattr("time.sleep", lambda _: signal.raise_signal(signal.SIGINT))
    assert run("replay", kept[1])[0] == 0
    assert not keys


@pytest.mark.parametrize("what", ["replay", "review"])
def test_who_closes_the_terminal_ends_a_window_in_order(
    run: Run, kept: list[str], monkeypatch: pytest.MonkeyPatch, hang_up: Callable[..., None],
    what: str,
) -> None:  # fmt: skip
    """What is around it is put away."""
    monkeypatch.setattr("pi_board.app.showing.show_until_closed", hang_up)
    code, _, err = run(what, kept[1], "--screen")
    assert (code, err.splitlines()[-1]) == (1, "pi-board: interrupted")


def test_a_plot_for_which_the_disk_has_no_room_is_told(run: Run, kept: list[str]) -> None:
    """In one line, after the review."""
    code, _, err = run("review", kept[1], "--seconds", "0.02", "--plot", "/dev/full")
    assert code == 2
    assert err.splitlines()[-1].startswith("pi-board: cannot write /dev/full")


@pytest.mark.parametrize("place", ["nowhere/plot.png", "."])
def test_a_plot_that_has_no_place_is_told_before_the_search(
    run: Run, kept: list[str], place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A missing folder, or a folder in its place: nobody waits for the review in vain."""
    monkeypatch.delattr("pi_board.app.kept.reviewing.review_game")
    code, out, err = run("review", kept[0], "--plot", place)
    assert (code, out) == (2 if "/" in place else 1, "")
    assert len(err.splitlines()) == 1


def test_review_judges_every_turn_and_draws(run: Run, tmp_path: Path) -> None:
    """One object for each turn, and a picture where it was asked for."""
    (tmp_path / "out").mkdir()
    plot = tmp_path / "out" / "plot.png"
    name = run("import", "--game", "loa", str(PUBLISHED / "shortest_game.txt"))[1].strip()
    code, out, _ = run("review", name, "--seconds", "0.02", "--plot", str(plot), "--json")
    assert code == 0
    turns = [json.loads(line) for line in out.splitlines()]
    assert [turn["move"] for turn in turns][-1] == "e1-e5"
    assert turns[-1]["value"] == 1.0
    assert plot.read_bytes().startswith(b"\x89PNG")


def test_export_replaces_no_file_that_is_not_to_be_written(
    run: Run, kept: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In its folder it could be; writing to it is refused by the system, but for root."""
    (tmp_path / "out").mkdir()
    file = tmp_path / "out" / "game.txt"
    file.touch()
    before = file.stat().st_ino
    monkeypatch.setattr("os.access", lambda path, _: path != file)
    assert run("export", kept[2], "-o", str(file)) == (0, "", "")
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


def test_evidence_and_cases_are_exported(run: Run, tmp_path: Path) -> None:
    """What lies beside a game is copied; a case holds lines for `pi-board referee`."""
    game = make_game("loa")
    inputs = evening("loa").inputs
    with Keeper(game, ("A", "B"), "simulator") as keeper:
        list(Sitting(game, TableReader(inputs), keep=keeper).moments())
    copy, case = tmp_path / "out" / "copy", tmp_path / "out" / "case"
    assert run("export", "last", "--evidence", str(copy), "--case", str(case)) == (0, "", "")
    for option, folder in (("--evidence", copy), ("--case", case)):
        code, out, err = run("export", "last", option, str(folder))
        assert (code, out) == (2, "")
        assert "it is there already" in err
    assert [path.name for path in copy.iterdir()] == ["observations-1.jsonl.gz"]
    lines = (case / "observations.jsonl").read_text().splitlines()
    moves = [event.move for event in refereed(begin(game), lines) if isinstance(event, MovePlayed)]
    assert moves == json.loads(run("show", "last", "--json")[1])["moves"]
    assert run("export", "last", "--case", str(case))[0] == 2


def test_evidence_and_cases_need_something_kept(run: Run, kept: list[str], tmp_path: Path) -> None:
    """A game without pictures or readings has none to export, and nothing is made."""
    for option in ("--evidence", "--case"):
        code, _, err = run("export", kept[0], option, str(tmp_path / "out"))
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
