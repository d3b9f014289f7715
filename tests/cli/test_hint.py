"""``pi-board hint`` and ``pi-board perft --fast``."""

import json
from typing import Any

import pytest
from click.testing import CliRunner

from pi_board.cli.main import cli
from pi_board.core.turn import split_turn
from pi_board.games.registry import GAMES, make_game

EVERY_GAME = pytest.mark.parametrize("name", GAMES)


def _json(*arguments: str) -> Any:
    result = CliRunner().invoke(cli, ["hint", *arguments, "--seconds", "0.1", "--json"])
    assert result.exit_code == 0, result.output
    return json.loads(result.output)


@EVERY_GAME
def test_hints_are_legal_turns(name: str) -> None:
    """Every line is a legal game of whole turns, and its value a probability."""
    answer = _json(name)
    game = make_game(name)
    assert {"depth", "nodes", "nodes_per_second", "lines"} == set(answer)
    assert answer["lines"]
    for line in answer["lines"]:
        assert line["move"] == line["line"][0]
        assert 0 <= line["value"] <= 1
        assert line["proved"] in (None, "win", "loss", "draw")
        position = game.start()
        for turn in line["line"]:
            mover = position.to_move
            for text in split_turn(turn):
                assert position.to_move == mover
                position = game.play(position, game.parse_move(position, text))


def test_a_win_is_proved() -> None:
    """A win in one is told as proved, in one ply, with certainty."""
    line = _json("loa", "--position", "8/8/1ww1b3/1bbbww2/2wbww2/3wwb2/3w4/8 w")["lines"][0]
    assert (line["proved"], line["plies"], line["value"]) == ("win", 1, 1.0)


def test_hints_follow_the_rules_chosen() -> None:
    """A move that connects both sides wins or loses as the rules say."""
    position = "2w5/2ww4/1bwbw3/b1www3/1bb5/1bb5/3w4/8 w"
    wins, loses = (
        _json("loa", "--position", position, "--rule", f"simultaneous={value}")["lines"][0]
        for value in ("mover_wins", "mover_loses")
    )
    assert (wins["move"], wins["proved"], wins["plies"]) == ("d2xd6", "win", 1)
    assert loses["move"] != "d2xd6"


def test_a_finished_game_has_no_hints() -> None:
    """When the game is over there are no lines."""
    assert _json("loa", "--position", "8/8/8/3bb3/3b4/8/8/w6w w")["lines"] == []


def test_hints_for_people_name_the_best_move_first() -> None:
    """Without --json there is one line for each of the best moves."""
    result = CliRunner().invoke(cli, ["hint", "linja", "--seconds", "0.1", "--lines", "2"])
    assert result.exit_code == 0
    assert len(result.output.splitlines()) == 2
    assert "%" in result.output


@pytest.mark.parametrize(
    ("game", "position", "said"),
    [
        (
            "loa",
            "8/8/3b4/bwb1ww2/b1bbw3/bwbw4/8/1w3w2 b",
            ["Black wins at once", "Black wins in 3 moves of both players"],
        ),
        (
            "linja",
            "0,0,0,0,1,1,4,6/6,3,1,1,1,0,0,0 w i 0",
            ["White wins by 8 in 2 moves of both players", "White wins by 4 at once"],
        ),
    ],
)
def test_a_proved_win_says_whose_it_is(game: str, position: str, said: list[str]) -> None:
    """And whose moves are counted until then, as the review of a game does."""
    told = CliRunner().invoke(cli, ["hint", game, "--position", position, "--seconds", "2"]).output
    assert all(text in told for text in said), told


@EVERY_GAME
def test_fast_perft_counts_the_same(name: str) -> None:
    """Perft gives the same with --fast, divided by move or not."""
    for extra in ([], ["--divide"]):
        slow, fast = (
            CliRunner().invoke(cli, ["perft", name, "2", *extra, *flag]).output
            for flag in ([], ["--fast"])
        )
        assert slow == fast
        assert slow
