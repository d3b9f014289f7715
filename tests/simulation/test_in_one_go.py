"""Moves made while hands stay over the board."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from pi_board.core.game import AnyGame
from pi_board.games.registry import make_game
from pi_board.simulation.mishaps import in_one_go
from pi_board.simulation.people import People

# White goes into a row of three, the most here; after Black's next move it has to pass
BEFORE_A_PASS = "3,1,2,3,0,0,0,3/1,2,0,0,3,1,0,5 w f2 0"


@pytest.mark.parametrize("seed", range(6))
def test_a_forced_pass_is_a_turn(seed: int) -> None:
    """Nobody makes three turns in one go."""
    texts = iter(("/0-2", "0-1", "0-1", "/6-7"))

    def choose(game: AnyGame, positions: Sequence[Any], _: Random) -> Any:
        return game.parse_move(positions[-1], next(texts))

    game = make_game("linja", options={"capacity": "3"})
    start = game.parse_position(BEFORE_A_PASS)
    people = People(game, game.layouts[0], Random(seed), choose=choose, start=start)
    next(in_one_go(people))
    assert people.truth.moves == ["/0-2", "0-1", "pass"]
