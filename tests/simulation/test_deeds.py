"""What hands do that the rules refuse."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from pi_board.core.game import Explanation
from pi_board.games.loa import LinesOfAction
from pi_board.simulation.deeds import _taken_off
from pi_board.simulation.people import People


class Renamed(LinesOfAction):
    """Another game of stones that never stand on one of their own side."""

    name = "other"

    def explain(self, position: Any, text: str) -> Explanation:
        """The same rules by its own name."""
        why = super().explain(position, text)
        return replace(why, rule=why.rule.replace("loa.", "other."))


def test_any_game_s_stone_may_be_put_on_an_own_one() -> None:
    """The rule is found by the game's name, not by that of Lines of Action."""
    game = Renamed()
    start = game.parse_position("w6w/8/8/8/8/8/8/b1b5 b")
    people = People(game, game.layouts[0], Random(1), start=start)
    assert {rule for rule, *_ in _taken_off(people)} == {"other.own_stone"}
