"""Hints that are searched for at the table."""

import time
from dataclasses import replace

from pi_board.app.advising import Adviser
from pi_board.app.director import Director
from pi_board.app.gallery import table
from pi_board.app.scenes.state import HintGiven, Seat, TableState
from pi_board.app.sitting import Moment
from pi_board.core.observation import Tick
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


def test_a_hint_knows_what_stood_before() -> None:
    """A win in one is told with its reason; the positions that stood count for repetition."""
    desk = Desk("loa").started()
    desk.play("b1-h1", "a2-c2", "h1-b1")
    director = Director(desk.game, Seat("b"), Seat("w"), "b")
    director.follow(Moment(Tick(desk.t), desk.state, ()))
    assert len(director.table.stood) == 3
    adviser = Adviser(seconds=0.1)
    try:
        assert _told(adviser, director.table).move
        won = replace(
            table("loa", ""),
            position=desk.game.parse_position("5w1w/8/8/8/8/8/8/b2b4 b"),
        )
        hint = _told(adviser, won)
    finally:
        adviser.close()
    after = desk.game.play(won.position, desk.game.parse_move(won.position, hint.move))
    outcome = desk.game.outcome(after)
    assert outcome is not None
    assert outcome.winner == "b"
    assert str(hint.text) == "wins at once"


def test_nobody_is_told_after_the_board_has_moved_on() -> None:
    """A question that was dropped has no answer."""
    adviser = Adviser(seconds=0.05)
    try:
        adviser.ask(table("loa", ""))
        adviser.drop()
        time.sleep(0.3)
        assert adviser.answer() is None
    finally:
        adviser.close()
