"""Hints that are searched for at the table."""

import time
from collections.abc import Iterator
from dataclasses import replace

import pytest

from pi_board.app.advising import Adviser
from pi_board.app.director import Director
from pi_board.app.scenes.state import HintGiven, Seat, TableState
from pi_board.app.showcase.gallery import table
from pi_board.app.sitting import Moment
from pi_board.core.observation import Tick
from pi_board.hints.search import Limits
from tests.app.repeating import AGAIN, START, TWICE
from tests.referee.desk import Desk

PATIENCE_S = 20.0


def _told(adviser: Adviser, state: TableState) -> HintGiven:
    adviser.ask(state)
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        if (said := adviser.answer()) is not None:
            assert isinstance(said, HintGiven), said
            return said
        time.sleep(0.01)
    raise AssertionError("no hint in time")


@pytest.fixture
def adviser() -> Iterator[Adviser]:
    """An adviser who thinks of as much on a slow machine as on a fast one."""
    found = Adviser(Limits(nodes=1000))
    yield found
    found.close()


def test_a_hint_knows_what_stood_before(adviser: Adviser) -> None:
    """A move that would win is not advised where it stands for the third time."""
    desk = Desk("loa", START).started()
    desk.play(*TWICE.split())
    director = Director(desk.game, Seat("b"), Seat("w"), "b")
    director.follow(Moment(Tick(desk.t), desk.state, ()))
    assert _told(adviser, replace(director.table, stood=())).move == AGAIN
    assert _told(adviser, director.table).move != AGAIN


def test_a_win_in_one_is_told_with_its_reason(adviser: Adviser) -> None:
    """The hint ends the game, and says so."""
    won = table("loa", "", "5w1w/8/8/8/8/8/8/b2b4 b")
    hint = _told(adviser, won)
    after = won.game.play(won.position, won.game.parse_move(won.position, hint.move))
    outcome = won.game.outcome(after)
    assert outcome is not None
    assert outcome.winner == "b"
    assert str(hint.text) == "wins at once"


def test_nobody_is_told_after_the_board_has_moved_on() -> None:
    """A question that was dropped has no answer."""
    adviser = Adviser(Limits(seconds=0.05))
    try:
        adviser.ask(table("loa", ""))
        adviser.drop()
        time.sleep(0.3)
        assert adviser.answer() is None
    finally:
        adviser.close()
