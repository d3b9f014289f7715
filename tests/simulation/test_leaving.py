"""Stones that have to leave the board after a turn of a tile, and are taken off late."""

from __future__ import annotations

from random import Random

import pytest

from pi_board.games.registry import make_game
from pi_board.simulation.mishaps import late_removal
from pi_board.simulation.people import People
from pi_board.simulation.plan import Plan
from pi_board.simulation.runner import Session

OPENS = "000b000/1w30000/000000/000000/000000/000w000 w -"  # b6@180 opens the way for a5


def test_stones_that_are_taken_off_late_are_waited_for() -> None:
    """Nobody is told anything, and the turn is recorded as what it was."""
    session = Session(Plan(make_game("connexoh"), position=OPENS, most_plies=0), 1)
    session.play()
    act = late_removal(session.people)
    assert act is not None
    assert session._stage(act)
    (move,) = session.people.truth.moves
    assert [e.move for e in session.events if e.name == "move_played"] == [move]


@pytest.mark.parametrize("name", ["connexoh", "loa"])
def test_where_none_has_to_leave_none_is_taken_off_late(name: str) -> None:
    """At the start of a game, and in games in which none ever leaves."""
    game = make_game(name)
    assert late_removal(People(game, game.layouts[0], Random(1))) is None
