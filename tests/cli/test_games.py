"""The commands `games ...`, as people and other programs use them."""

import json
import os
import resource
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from pi_board.app.kept.resuming import latest_unfinished
from pi_board.cli.games import chosen_filter
from pi_board.core.errors import InvalidFile
from pi_board.core.game import opponent
from pi_board.games.registry import make_game
from pi_board.records.archive import Archive
from pi_board.records.journal import read_journal
from pi_board.records.place import games_folder
from pi_board.records.record import Header
from pi_board.records.replay import Replay
from tests.cli.kept_games import NO_BYTECODE, Games
from tests.ending import must_end
from tests.records.games import random_record

FRAMES = Path(__file__).parents[1] / "frames" / "demo" / "loa"
TELLING = [("show",), ("show", "--json"), ("replay",), ("replay", "--json"), ("export",)]


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
    assert games("stats") == (0, "", "no games\n")
    assert games("match") == (0, "", "no matches\n")
    assert games("stats", "--json") == games("match", "--json") == (0, "", "")
    assert games("list", "--json") == (0, "", "")
    assert games("check")[0] == 0


@pytest.mark.parametrize(
    ("lost", "why"), [("file", "Not a directory"), ("link", "leads to what is not there")]
)
def test_games_that_cannot_be_seen_are_not_called_none(games: Games, lost: str, why: str) -> None:
    """A stick that was pulled out leaves a link to nowhere; a folder may be no folder."""
    folder = games_folder()
    folder.parent.parent.mkdir(parents=True, exist_ok=True)
    if lost == "file":
        folder.parent.mkdir()
        folder.write_text("")
    else:
        folder.parent.symlink_to(folder.parent.parent / "stick")
    for command in ("list", "stats", "match", "check"):
        code, out, err = games(command)
        assert (code, out) == (2, "")
        assert err.startswith(f"pi-board: cannot read the games in {folder}: ")
        assert why in err


def test_show_writes_the_record(games: Games, kept: list[str]) -> None:
    """`show` is the text record, `show --json` an object with the moves."""
    code, out, _ = games("show", kept[1])
    assert code == 0
    assert out.startswith("Game: Linja\n")
    record = json.loads(games("show", kept[1], "--json")[1])
    assert record["moves"][0] in out
    assert record["id"] == kept[1]


def test_show_notes_what_is_not_in_the_moves(games: Games) -> None:
    """Below them: hints, moves that were taken back, illegal moves that counted."""
    game = make_game("loa")
    replay = Replay(game)
    for text in ("b1-b3", "a2-c2", "d1-d3"):
        replay.play(text)
    line = tuple(replay.moves)
    replay.back_to(1)
    record = replay.record(Header.of(game, ("Eva", "Jan"), "test"))
    archive = Archive(games_folder())
    lines = (line, line[:1])  # two moves at once, then the first one too, which was played again
    name = archive.add(replace(record, taken_back=lines, hints=(0, 1), offences=(0, 2)))
    archive.close()
    assert games("show", name)[1].endswith(
        "Hints after move 0, 1\nTaken back: a2-c2 d1-d3 (moves 2-3)\nTaken back: b1-b3 (move 1)\n"
        "Illegal moves that counted: Black 0, White 2\n"
    )


def test_statistics_count_each_player_of_each_game(games: Games) -> None:
    """One line for each below a heading of the same columns, or one object."""
    archive = Archive(games_folder())
    replay = Replay(make_game("loa"))
    replay.play("b1-b3")
    drawn = "draw", "agreed"
    for day, outcome in enumerate((("b", "resigned"), drawn, drawn, ("", ""))):
        header = Header.of(replay.game, ("Eva", "Jan"), "test", started=1e9 + 86400 * day)
        archive.add(replay.record(header, *outcome))
    archive.close()
    heading, *lines = games("stats")[1].splitlines()
    columns = "player game games won lost drawn open moves"
    assert heading.split() == columns.split()
    assert [line.split() for line in lines] == [
        ["Eva", "loa", "4", "1", "0", "2", "1", "1.0"],
        ["Jan", "loa", "4", "0", "1", "2", "1", "1.0"],
    ]
    assert {len(line) for line in lines} == {len(heading)}
    assert json.loads(games("stats", "--json")[1].splitlines()[0]) == {
        "player": "Eva", "game": "loa", "games": 4, "won": 1, "lost": 0, "drawn": 2,
        "unfinished": 1, "mean_plies": 1.0,
    }  # fmt: skip


def test_statistics_of_long_names_stand_in_columns(games: Games) -> None:
    """All names are as wide as the longest."""
    archive = Archive(games_folder())
    header = Header.of(make_game("loa"), ("Wolfeschlegelsteinhausenbergerdorff", "Jan"), "test")
    archive.add(Replay(make_game("loa")).record(header))
    archive.close()
    assert len({len(line) for line in games("stats")[1].splitlines()}) == 1


@pytest.mark.parametrize("command", TELLING)
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


@pytest.mark.parametrize(
    "command",
    [*TELLING, ("export", "--format", "sgf"), ("review", "--seconds", "0.02")],
)
@pytest.mark.parametrize("wrong", ["move", "player"])
def test_a_game_is_told_up_to_a_move_that_is_not_legal(
    games: Games, kept: list[str], command: tuple[str, ...], wrong: str
) -> None:
    """Nothing is made of what cannot have been played; which move that was is told."""
    journal = games_folder() / f"{kept[0]}.jsonl"
    moves = json.loads(games("show", kept[0], "--json")[1])["moves"]
    lines = journal.read_text().splitlines()
    played = json.loads(lines[3])
    to = {"move": "a1-a8", "player": opponent(played["player"])}[wrong]
    lines[3] = json.dumps(played | {wrong: to})
    journal.write_text("\n".join(lines) + "\n")
    code, out, err = games(*command, kept[0])
    assert (code, err.count("\n")) == (1, 1)
    assert f"{journal}: move 2" in err
    assert moves[0] in out
    assert moves[2] not in out


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


def test_a_pipe_among_the_games_keeps_nobody_waiting(games: Games, kept: list[str]) -> None:
    """It is named like any other file that is no game; the games are there as before. So it is with
    a pipe among what was kept beside one, and it can be deleted.
    """
    name = "20991231-120000-000-loa"  # the newest of all
    os.mkfifo(games_folder() / f"{name}.jsonl")
    (games_folder() / kept[0]).mkdir()
    os.mkfifo(games_folder() / kept[0] / "pipe")
    said = "a pipe, socket or device, expected the file of a game"
    with must_end(10, "waits for the pipe"):
        code, out, _ = games("list")
        assert (code, len(out.splitlines()), said in out) == (0, 4, True)
        assert games("check")[:2] == (1, f"{name}: {games_folder() / name}.jsonl: {said}\n")
        for command in (*TELLING, ("export", "--format", "jsonl")):
            code, out, err = games(command[0], name, *command[1:])
            assert (code, out, err.count("\n"), said in err) == (1, "", 1, True)
        assert games("export", kept[0], "--evidence", "out")[0] == 0
        with pytest.raises(InvalidFile, match=said):
            latest_unfinished("loa", games_folder())
        assert games("delete", "--yes", name)[0] == 0


def test_a_list_tells_in_brief_what_is_damaged(games: Games, kept: list[str]) -> None:
    """One game has one line, and little more than the others; `check` tells it whole."""
    path = games_folder() / f"{kept[0]}.jsonl"
    header, *lines = path.read_text().splitlines()
    damage = json.dumps({"event": "taken_back", "plies": "x" * 500})
    path.write_text("\n".join([header, damage, *lines]) + "\n")
    assert len(games("check")[1]) > 300
    (line,) = [one for one in games("list")[1].splitlines() if one.startswith(kept[0])]
    assert " ... " in line
    assert len(line) < 250


def test_a_damaged_game_of_a_match_is_told(games: Games) -> None:
    """It does not count, whoever had won it; a match without any other hides no other match."""
    archive = Archive(games_folder())
    record = replace(random_record("loa", Random(3), 3), outcome="b", reason="resigned")
    for number in range(2):
        header = replace(record.header, match="cup", started=float(number), players=("A", "B"))
        name = archive.add(replace(record, header=header))
    archive.close()
    journal = games_folder() / f"{name}.jsonl"
    journal.write_text(journal.read_text().replace('"outcome"', "'outcome'"))
    code, out, err = games("match", "cup")
    assert (code, out.splitlines()[0], err.count("\n")) == (0, "cup: A 2 - 0 B, 1 game", 1)
    assert f"{journal}, line " in err
    assert "the game does not count in match 'cup'" in err
    told = games("match")[1]
    other = journal.with_name(journal.name.replace("-loa", "-linja"))
    other.write_text(journal.read_text().replace('"cup"', '"another"'))
    assert games("match")[:2] == (0, told)
    other.write_text(journal.read_text().replace('"cup"', '""'))
    assert games("match", "\x01")[2].count("\n") == 1  # a name without letters is that of no match


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


@pytest.mark.thorough
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
    said = done.stderr.splitlines()
    if disk == "full":  # for what lies beside the game sooner than for its journal
        said = [line for line in said if "The game is kept, but not everything" not in line]
    assert done.stderr.count("cannot be kept") == len(said) == 1
    if disk == "full":
        (journal,) = (state / "games").glob("*.jsonl")
        kept = [line["move"] for line in read_journal(journal) if "move" in line]
        assert kept == moves[: len(kept)] != []
        assert journal.read_bytes().endswith(b"}\n")


def test_a_day_ends_at_midnight_also_where_clocks_change(monkeypatch: pytest.MonkeyPatch) -> None:
    """In Romania the 29th of March 2026 has 23 hours."""
    monkeypatch.setenv("TZ", "Europe/Bucharest")
    time.tzset()
    wanted = chosen_filter("2026-03-29", "2026-03-29")
    assert wanted.since is not None
    assert wanted.until is not None
    assert wanted.until.local - wanted.since.local == 23 * 3600
    assert wanted.until.utc - wanted.since.utc == 24 * 3600
    monkeypatch.undo()
    time.tzset()


def test_a_last_line_that_an_editor_left_unended_is_told_and_exported(
    games: Games, kept: list[str]
) -> None:
    """It was a resignation, and a power cut may tear a line anywhere, but hardly there."""
    journal = games_folder() / f"{kept[1]}.jsonl"
    whole = journal.read_bytes() + b'{"event":"game_over","outcome":"b","reason":"resigned"}\n'
    journal.write_bytes(whole.removesuffix(b"\n"))
    code, out, _ = games("check")
    assert (code, out.count("\n")) == (1, 1)
    assert f"{journal}, line {len(whole.splitlines())}: expected a newline" in out
    assert games("export", kept[1], "--format", "jsonl")[1].encode() == whole
    journal.write_bytes(whole[:-10])
    assert games("check")[0] == 0
    before = b"".join(whole.splitlines(keepends=True)[:-1])
    assert games("export", kept[1], "--format", "jsonl")[1].encode() == before


@pytest.mark.parametrize("zone", ["America/New_York", "UTC", "Pacific/Kiritimati"])
def test_a_game_of_which_only_the_day_is_known_is_of_that_day_everywhere(
    games: Games, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, zone: str
) -> None:
    """No hour is made up for it, and none moves it to another day."""
    file = tmp_path / "out"
    file.write_text("Game: Linja\nDate: 2026-01-31\nResult: b\n")
    assert games("import", str(file))[0] == 0
    with monkeypatch.context() as there:
        there.setenv("TZ", zone)
        time.tzset()
        (line,) = games("list")[1].splitlines()
        days = ("2026-01-30", "2026-01-31", "2026-02-01")
        text = games("show", line.split()[0])[1]
        found = [games("list", "--since", day, "--until", day)[1] for day in days]
    time.tzset()
    assert line.split()[1:3] == ["2026-01-31", "Black"]
    assert [bool(one) for one in found] == [False, True, False]
    assert "\nDate: 2026-01-31\n" in text
