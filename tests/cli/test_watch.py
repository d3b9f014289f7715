"""`pi-board watch` on recorded pictures: what other programs rely on."""

import json
import os
from contextlib import closing
from pathlib import Path
from typing import cast

import numpy as np
import pytest
from click.testing import CliRunner, Result

from pi_board.cli.main import cli
from pi_board.cli.watch import Beginning, BoardSearch
from pi_board.core.events import Illegal, MovePlayed
from pi_board.core.message import message
from pi_board.records.archive import Archive
from pi_board.records.search import Filter
from pi_board.vision.geometry import NotFound, Registration
from pi_board.vision.warm.sight import Sight
from tests.cli.films import FILMS, beginning


def watched(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["watch", *arguments, "--no-evidence"])


def test_events_are_json_lines_in_order() -> None:
    """Each line is one event with a name, a time and a frame; the moves are those played."""
    result = watched("connexoh", str(FILMS / "connexoh"), "--interval", "0.5", "--json")
    events = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.exit_code == 0
    assert all({"event", "t", "frame"} <= set(event) for event in events)
    times = [event["t"] for event in events]
    assert times == sorted(times)
    played = [event for event in events if event["event"] == "move_played"]
    assert [event["move"] for event in played] == (
        FILMS / "connexoh" / "moves.txt"
    ).read_text().split()
    fields = {"move", "player", "position", "margin", "turn_over", "protected", "left"}
    assert all(fields <= set(event) for event in played)


def test_lines_to_be_read_name_the_picture(tmp_path: Path) -> None:
    """Who took photographs finds the one to look at, or to take again."""
    for n, picture in enumerate(sorted(beginning(tmp_path, "loa", 2).glob("*.jpg"))):
        picture.rename(picture.with_name(f"IMG_{2031 + n}.jpg"))
    started = next(
        line for line in watched("loa", str(tmp_path)).stdout.splitlines() if "game" in line
    )
    assert started.startswith("    0.50 s  IMG_2032.jpg  game started  position: 1bbbbbb1/")


@pytest.mark.thorough
def test_pictures_of_another_board_are_told(tmp_path: Path) -> None:
    """A board that is never found is said on stderr, and nothing is made up."""
    result = watched("connexoh", str(beginning(tmp_path, "loa", 2)), "--json")
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr.count("no board of connexoh was found") == 1


def test_a_camera_that_finds_no_board_says_why(capsys: pytest.CaptureFixture[str]) -> None:
    """While people stand before it, each reason once, but not while it finds its light."""
    frame = np.zeros((4, 4, 3), np.uint8)
    dark, lost = (Sight(frame, None, None, NotFound(why)) for why in ("too dark", "cut off"))
    found = Sight(frame, cast(Registration, object()), None)
    search = BoardSearch("camera", "loa")
    looks = [(0, dark), (2.9, dark), (3, lost), (4, lost), (5, dark), (6, dark)]
    for t, sight in (*looks, (7, found), (8, dark), (10.9, dark), (11, dark)):
        search.look(sight, t)
    told = capsys.readouterr().err.splitlines()
    assert [line.rpartition(": ")[2] for line in told] == ["cut off", "too dark", "too dark"]
    search.end(dark)
    search.end(found)
    assert capsys.readouterr().err == ""


def test_whoever_begins_against_the_rules_is_told_how_to_start_again(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """In a recording nobody can put it right; after the first move it is a mistake in the game."""
    wrong = Illegal(1.0, None, "0-1", "linja.not_yours", message(""), ())
    right = MovePlayed(1.0, None, "0-1", "w", "", None, turn_over=False)
    for events, is_new in (([right, wrong], True), ([wrong], False), ([wrong, wrong], True)):
        assert capsys.readouterr().err == ""
        beginning = Beginning("w", is_new=is_new)
        for event in events:
            beginning.take(event)
    why = "by the rules chosen White begins; if Black did, start again with --rule first=b"
    assert capsys.readouterr().err == f"pi-board: {why}\n"


def test_a_start_of_which_much_is_burnt_out_is_recognised(tmp_path: Path) -> None:
    """White stones in burnt-out halves hardly show, but that a player has six of them tells."""
    picture = FILMS.parent / "connexoh_burnt_out_start.jpg"
    for number in range(4):
        (tmp_path / f"{number}.jpg").symlink_to(picture)
    result = watched("connexoh", str(tmp_path), "--interval", "0.5", "--json")
    told = [json.loads(line)["event"] for line in result.stdout.splitlines()]
    assert told == ["board_found", "setup", "game_started"]


def test_a_folder_may_be_called_like_a_camera(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where cameras keep their pictures, say."""
    beginning(tmp_path / "camera_roll", "loa", 7)
    monkeypatch.chdir(tmp_path)
    result = watched("loa", "camera_roll", "--interval", "0.5", "--json")
    assert '"move_played"' in result.stdout


@pytest.mark.parametrize(
    ("source", "named"),
    [("webcam", "webcam: not found"), ("rtsp://me:secret@host/live", "camera 'rtsp://host/live'")],
)
def test_what_cannot_be_a_camera_is_told_how_cameras_are_called(source: str, named: str) -> None:
    """Whoever means one need not guess; a password is for nobody else to see."""
    result = watched("loa", source)
    assert result.exit_code == 1
    words = str(result.exception)
    assert words.startswith(named)
    assert words.endswith("camera, camera:NUMBER, /dev/videoN or http://ADDRESS")


def test_a_camera_takes_no_interval() -> None:
    """An option that would be ignored is refused."""
    result = watched("loa", "camera", "--interval", "1")
    assert result.exit_code != 0
    assert "a camera has its own time" in str(result.exception)


@pytest.mark.parametrize("interval", ["0", "-1", "nan", "inf", "1e400", "1e300"])
def test_an_interval_is_a_time_between_frames(interval: str) -> None:
    """What is none is refused before anything is read."""
    result = watched("loa", str(FILMS / "loa"), "--interval", interval, "--json")
    assert result.exit_code != 0
    assert result.stdout == ""
    assert "Invalid value for '--interval'" in result.stderr


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A state folder of its own."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    return tmp_path


@pytest.mark.thorough
def test_a_simulated_table_plays_a_whole_game(state: Path) -> None:
    """Without any board, a game is set up, played to its end and kept; the seed decides which."""
    first, again, other = (
        watched("linja", f"simulator:{seed}", "--json").stdout for seed in (2, 2, 8)
    )
    events = [json.loads(line) for line in first.splitlines()]
    assert [events[0]["event"], events[-1]["event"]] == ["setup", "game_over"]
    assert first == again != other
    with closing(Archive(state / "games")) as archive:
        archive.refresh()
        kept = archive.games(Filter())
        assert [game.outcome for game in kept[1:]] == [events[-1]["outcome"]] * 2
        moves = [event["move"] for event in events if event["event"] == "move_played"]
        assert [move.text for move in archive.record(kept[-1].id).moves] == moves


@pytest.mark.thorough
def test_games_of_a_match_are_seated_by_its_standing(state: Path) -> None:
    """The second game needs no names, and whoever lost the first one starts."""
    match = ("linja", "--match", "cup", "--match-length", "2")
    watched(*match, "simulator:8", "--players", "Ioana", "Tomáš")
    watched(*match[:3], "simulator:2")
    third = watched(*match, "simulator:9")
    assert "match 'cup' is over" in str(third.exception)
    with closing(Archive(state / "games")) as archive:
        archive.refresh()
        second, first = archive.games(Filter(match="cup"))
    loser = first.white if first.outcome == "b" else first.black
    assert (first.black, first.white) == ("Ioana", "Tomáš")
    assert second.white == loser, "White starts in Linja"
    assert {second.black, second.white} == {"Ioana", "Tomáš"}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("simulator:x",), "expected simulator or simulator:SEED"),
        (("simulator", "--interval", "1"), "it has its own time"),
        (("simulator", "--continue"), "leave out --continue"),
        (("simulator", "--position", "8/8/8/8/8/8/8/bw6 b"), "leave out --position"),
        (("simulator", "--match-length", "3"), "without --match"),
        (("camera", "--continue", "--match", "cup"), "leave out --match"),
        (("camera", "--continue", "--players", "A", "B"), "leave out --players"),
        (("camera", "--continue"), "no game of loa to go on with"),
        (("simulator", "--match", "cup", "--players", "A", "a"), "players of different names"),
    ],
)
def test_options_that_do_not_go_together_are_told(
    state: Path, arguments: tuple[str, ...], said: str
) -> None:
    """What would be ignored is refused, in one sentence that says what to leave out."""
    result = watched("loa", *arguments)
    assert result.exit_code != 0
    assert said in str(result.exception)
    assert not (state / "games").exists()


def test_going_on_where_no_game_can_be_seen_says_so(state: Path) -> None:
    """As after a stick was pulled out: it is not that there was none."""
    state.mkdir(exist_ok=True)
    (state / "games").symlink_to(state / "stick")
    result = watched("loa", "camera", "--continue")
    assert "games leads to what is not there" in str(result.exception)


def test_a_folder_whose_name_is_no_utf8_is_watched(state: Path) -> None:
    """Its game is kept, and what is said of a frame in it is valid text."""
    folder = beginning(Path(os.fsdecode(os.fsencode(state) + b"/film\xff")), "loa", 7)
    (folder / "f_0003.jpg").unlink()
    (folder / "f_0003.jpg").write_text("no picture")
    result = watched("loa", str(folder), "--json")
    assert result.exit_code == 0
    events = [json.loads(line) for line in result.stdout_bytes.decode().splitlines()]
    lost = next(event for event in events if event["event"] == "reader_changed")
    assert lost["from"].encode().endswith(b"film\\xff")
    with closing(Archive(state / "games")) as archive:
        archive.refresh()
        (game,) = archive.games(Filter())
        assert len(archive.record(game.id).moves) == 1


def test_places_in_the_picture_are_rounded(tmp_path: Path) -> None:
    """Corners have hundredths of a pixel, which is more than anybody can see."""
    result = watched("loa", str(beginning(tmp_path, "loa", 2)), "--json")
    found = next(json.loads(line) for line in result.stdout.splitlines() if "corners_px" in line)
    assert all(round(v, 2) == v for corner in found["corners_px"] for v in corner)
    assert len(found["corners_px"]) == 4
