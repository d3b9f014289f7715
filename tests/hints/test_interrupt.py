"""Searches that are stopped from another thread at random times."""

import random
import threading

import pytest

from pi_board.hints.native import NativeSearcher, available
from pi_board.hints.search import Limits, question_of
from pi_board.hints.turns import first_turn
from tests.hints.positions import random_position

pytestmark = pytest.mark.skipif(not available(), reason="the kernel is not built")
GAMES = ("loa", "linja", "connexoh")
LATEST_S = 0.004  # the latest stop


def _interrupt(count: int, seed: int) -> None:
    rng, searcher = random.Random(seed), NativeSearcher(1 << 20)
    for number in range(count):
        game, position = random_position(GAMES[number % 3], rng)
        question = question_of(game, (position,))
        timer = threading.Timer(rng.random() * LATEST_S, searcher.stop)
        timer.start()
        answer = searcher.search(question, Limits(seconds=2 * LATEST_S, lines=rng.choice((1, 3))))
        timer.cancel()
        timer.join()
        assert bool(answer.lines) == (game.outcome(position) is None)
        for line in answer.lines:  # legal, else this raises
            assert first_turn(game, position, line.moves)


@pytest.mark.thorough
def test_interrupted_searches_answer() -> None:
    """A search stopped at any time has a legal move, unless the game is over."""
    _interrupt(200, 1)


@pytest.mark.slow
def test_ten_thousand_interrupted_searches_answer() -> None:
    """The same ten thousand times."""
    _interrupt(10_000, 2)
