"""The commands `games replay` and `games review`."""

import json
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.kept_games import PUBLISHED, Games
from tests.disks import full


def test_replay_writes_every_position(games: Games, kept: list[str]) -> None:
    """One object for each position from the start on, and the moves between."""
    moves = json.loads(games("show", kept[1], "--json")[1])["moves"]
    told = [json.loads(line) for line in games("replay", kept[1], "--json")[1].splitlines()]
    assert [one["move"] for one in told] == [None, *moves]
    assert [one["ply"] for one in told] == list(range(len(moves) + 1))
    assert games("replay", kept[0], "--at", "0")[1].count("●") >= 12


def test_replay_tells_what_people_wrote(games: Games, tmp_path: Path) -> None:
    """Before the first move and behind any, below the board where it led to."""
    file = tmp_path / "out"
    file.write_text("Game: loa\n\n{Our first.} 1. b1-b3 {Why [not] d3?} h4-f4\n")
    kept = games("import", str(file))[1].strip()
    told = [json.loads(line) for line in games("replay", kept, "--json")[1].splitlines()]
    comments = ["Our first.", "Why [not] d3?", None]
    assert [one["comment"] for one in told] == comments
    below = [games("replay", kept, "--at", at)[1].splitlines()[-1] for at in "01"]
    assert below == comments[:2]


def _press(keys: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """These keys are pressed on a console, one after the other."""
    monkeypatch.setattr("click.getchar", lambda: keys.pop(0))
    for stream in (sys.stdin, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: True)


def test_keys_go_through_a_game_on_the_console(
    games: Games, kept: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Steps, jumps and playing to the end; what is typed beyond the game stays inside it. A small
    figure, which some keyboards have, is no number.
    """
    count = len(json.loads(games("show", kept[1], "--json")[1])["moves"])
    keys = ["n", "p", "p", "9", "9", "9", "\r", str(count - 2), "\r", "a", "?", "²", "\r", "0", "q"]
    _press(keys, monkeypatch)
    monkeypatch.setattr("time.sleep", lambda _: None)
    shown = []
    monkeypatch.setattr("pi_board.cli.games_replay._print", lambda scene: shown.append(scene))
    assert games("replay", kept[1])[0] == 0
    at = [scene.strip.progress[0] for scene in shown]
    assert at == [0, 1, 0, count, count - 2, count - 1, count, 0]


@pytest.mark.parametrize("while_playing", [False, True])
def test_who_closes_the_terminal_ends_a_replay_in_order(
    games: Games, kept: list[str], monkeypatch: pytest.MonkeyPatch,
    hang_up: Callable[..., None], while_playing: bool,
) -> None:  # fmt: skip
    """As Ctrl-C does: the lamps of the board go dark."""
    _press(["a", "q"], monkeypatch)
    monkeypatch.setattr("time.sleep" if while_playing else "click.getchar", hang_up)
    code, _, err = games("replay", kept[1])
    assert (code, err) == (1, "pi-board: interrupted\n")


def test_ctrl_c_stops_the_playing_of_a_replay_only(
    games: Games, kept: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As often as anybody likes."""
    keys = ["a", "a", "q"]
    _press(keys, monkeypatch)
    monkeypatch.setattr("time.sleep", lambda _: signal.raise_signal(signal.SIGINT))
    assert games("replay", kept[1])[0] == 0
    assert not keys


@pytest.mark.parametrize("what", ["replay", "review"])
def test_who_closes_the_terminal_ends_a_window_in_order(
    games: Games, kept: list[str], monkeypatch: pytest.MonkeyPatch, hang_up: Callable[..., None],
    what: str,
) -> None:  # fmt: skip
    """What is around it is put away."""
    monkeypatch.setattr("pi_board.app.showing.show_until_closed", hang_up)
    code, _, err = games(what, kept[1], "--screen")
    assert (code, err.splitlines()[-1]) == (1, "pi-board: interrupted")


def test_a_plot_for_which_the_disk_has_no_room_is_told(games: Games, kept: list[str]) -> None:
    """In one line, after the review."""
    code, _, err = games("review", kept[1], "--seconds", "0.02", "--plot", "/dev/full")
    assert code == 2
    assert err.splitlines()[-1].startswith("pi-board: cannot write /dev/full")


def test_a_plot_that_the_disk_does_not_take_leaves_the_one_before(
    games: Games, kept: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not half of the new one in its place."""
    (tmp_path / "out").mkdir()
    plot = tmp_path / "out" / "plot.png"
    plot.write_bytes(b"before")
    monkeypatch.setattr(os, "fsync", full)
    code, _, err = games("review", kept[1], "--seconds", "0.02", "--plot", str(plot))
    assert code == 2
    assert err.splitlines()[-1] == f"pi-board: {plot}: cannot be written: No space left on device"
    assert plot.read_bytes() == b"before"
    assert list(plot.parent.iterdir()) == [plot]


@pytest.mark.parametrize("place", ["nowhere/plot.png", "."])
def test_a_plot_that_has_no_place_is_told_before_the_search(
    games: Games, kept: list[str], place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A missing folder, or a folder in its place: nobody waits for the review in vain."""
    monkeypatch.delattr("pi_board.app.kept.reviewing.review_game")
    code, out, err = games("review", kept[0], "--plot", place)
    assert (code, out) == (2 if "/" in place else 1, "")
    assert len(err.splitlines()) == 1


def test_review_judges_every_turn_and_draws(games: Games, tmp_path: Path) -> None:
    """One object for each turn, and a picture where it was asked for."""
    (tmp_path / "out").mkdir()
    plot = tmp_path / "out" / "plot.png"
    name = games("import", "--game", "loa", str(PUBLISHED / "shortest_game.txt"))[1].strip()
    code, out, _ = games("review", name, "--seconds", "0.02", "--plot", str(plot), "--json")
    assert code == 0
    turns = [json.loads(line) for line in out.splitlines()]
    assert [turn["move"] for turn in turns][-1] == "e1-e5"
    assert turns[-1]["value"] == 1.0
    assert plot.read_bytes().startswith(b"\x89PNG")
