"""The kernel's rules and the games' rules, compared on random positions under random rules."""

import random
from typing import Any

import pytest

from pi_board.core.game import AnyGame
from pi_board.core.perft import perft
from pi_board.games.registry import GAMES, make_game
from pi_board.hints.evaluate import EVALUATIONS
from pi_board.hints.native import NativeSearcher, available, look
from pi_board.hints.search import Limits, question_of, rules_of
from tests.hints.positions import random_position

pytestmark = pytest.mark.skipif(not available(), reason="the kernel is not built")
EVERY_GAME = pytest.mark.parametrize("name", GAMES)
COUNTS = {"loa": 150, "linja": 400, "connexoh": 60}


def _agrees(game: AnyGame, position: Any, kernel: NativeSearcher) -> None:
    text, rules = game.position_text(position), rules_of(game)
    where = f"{text} under {rules}"
    seen = look(game.name, rules, text)
    outcome = game.outcome(position)
    result = None if outcome is None else 0
    if outcome and outcome.winner:
        result = 1 if outcome.winner == position.to_move else -1
    assert seen.result == result, where
    assert sorted(seen.moves) == [game.move_text(m) for m in game.legal_moves(position)], where
    assert kernel.perft(game.name, rules, text, 2) == perft(game, position, 2), where


def _compare(name: str, count: int, seed: int) -> None:
    rng, kernel = random.Random(seed), NativeSearcher(0)
    for _ in range(count):
        _agrees(*random_position(name, rng), kernel)


@pytest.mark.thorough
@EVERY_GAME
def test_kernel_and_rules_agree(name: str) -> None:
    """Legal moves, result and perft 2 are the same in C and in Python."""
    _compare(name, COUNTS[name], 1)


def test_a_stone_that_leaves_by_both_ends_leaves_once() -> None:
    """A path whose two ends lie on the goal edge gives one move off the board, not two."""
    game = make_game("connexoh", None, {"size": "4"})
    position = game.parse_position("2b13b1b/3131/2023/3w0x0w3w b -")
    _agrees(game, position, NativeSearcher(0))
    leaving = [t for t in look("connexoh", rules_of(game), game.position_text(position)).moves
               if t.endswith("-off")]  # fmt: skip
    assert len(leaving) == len(set(leaving)) > 0


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
@EVERY_GAME
def test_kernel_and_rules_agree_often(name: str, part: int) -> None:
    """Legal moves, result and perft 2 are the same in C and in Python on 100,000 positions."""
    _compare(name, 10_000, 100 + part)


def test_a_win_in_one_is_seen() -> None:
    """A search of depth 1 knows of every move of Lines of Action whether it can be answered by
    one that connects.
    """
    rng, kernel, lost = random.Random(3), NativeSearcher(0), 0
    for _ in range(120):
        game, position = random_position("loa", rng)
        question = question_of(game, (position,))
        for line in kernel.search(question, Limits(depth=1, lines=8)).lines:
            after = game.play(position, game.parse_move(position, line.moves[0]))
            if game.outcome(after) is None:
                answers = (game.play(after, move) for move in game.legal_moves(after))
                is_lost = any(_connects(game, one, after.to_move) for one in answers)
                assert (line.proved == "loss") == is_lost, f"{question} {line.moves[0]}"
                lost += is_lost
    assert lost > 5


def _connects(game: AnyGame, position: Any, player: str) -> bool:
    """Whether the game has ended with `player`, who has just moved, winning by a connection."""
    outcome = game.outcome(position)
    return outcome is not None and outcome.winner == player and "connected" in outcome.reason


@pytest.mark.thorough
@EVERY_GAME
def test_evaluations_agree(name: str) -> None:
    """The evaluation in Python gives the kernel's value."""
    rng = random.Random(2)
    for _ in range(100):
        game, position = random_position(name, rng)
        text, rules = game.position_text(position), rules_of(game)
        assert EVALUATIONS[name](position) == look(name, rules, text).value, f"{text} {rules}"
