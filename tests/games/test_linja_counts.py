"""Leaf counts of Linja in small moves and in whole turns, for every row of options."""

import pytest

from pi_board.core.perft import perft
from tests.games.linja_lines import rules
from tests.games.linja_turns import turn_perft, turns

ROWS = [
    ({}, (7, 43, 301, 1849, 10361), (43, 3478, 248041)),
    ({"goal_entry": "extra_basic"}, (7, 43, 291, 1815, 10278), (69, 14058, 1933009)),
    ({"goal_entry": "none"}, (7, 44, 302, 1831, 10232), (38, 2451, 131963)),
    ({"followup": "optional"}, (7, 50, 350, 2500, 14246), (50, 4682, 399167)),
    ({"goal_entry": "extra_basic", "followup": "optional"}, (7, 50, 346, 2466), (82, 19621)),
    ({"overshoot": "illegal"}, (7, 37, 259, 1374), (37, 2626)),
]


@pytest.mark.parametrize(("options", "steps", "whole"), ROWS)
def test_small_moves_and_turns(
    options: dict[str, str], steps: tuple[int, ...], whole: tuple[int, ...]
) -> None:
    """Small moves to the listed depth, turns to depth 2."""
    game = rules(**options)
    start = game.start()
    assert tuple(perft(game, start, 1 + depth) for depth in range(len(steps))) == steps
    assert tuple(turn_perft(game, start, 1 + depth) for depth in range(2)) == whole[:2]


@pytest.mark.slow
@pytest.mark.parametrize(("options", "steps", "whole"), [row for row in ROWS if len(row[2]) > 2])
def test_turns_deep(
    options: dict[str, str], steps: tuple[int, ...], whole: tuple[int, ...]
) -> None:
    """Turns to depth 3."""
    game = rules(**options)
    assert turn_perft(game, game.start(), 3) == whole[2]


def test_opening_turns_and_positions() -> None:
    """The 43 opening turns lead to 33 different positions, all of Black to move."""
    game = rules()
    ends = [end for _, end in turns(game, game.start())]
    assert (len(ends), len(set(ends))) == (43, 33)
    assert {(end.to_move, end.phase) for end in ends} == {("b", "i")}


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_colours_are_alike(depth: int) -> None:
    """Black beginning has as many lines as White beginning."""
    game = rules(first="b")
    assert perft(game, game.start(), depth) == (7, 43, 301)[depth - 1]
