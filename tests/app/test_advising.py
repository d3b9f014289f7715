"""Hints that are searched for at the table."""

import time
from collections.abc import Iterator
from dataclasses import replace

import pytest

from pi_board.app.advising import Adviser, _hint
from pi_board.app.director import Director
from pi_board.app.reasons import main_reason
from pi_board.app.scenes.state import Bound, HintGiven, Seat, TableState
from pi_board.app.showcase.gallery import table
from pi_board.app.sitting import Moment
from pi_board.core.message import Message, message
from pi_board.core.observation import Tick
from pi_board.hints.search import Limits, Variation
from tests.app.repeating import AGAIN, START, TWICE
from tests.referee.desk import Desk

PATIENCE_S = 20.0


def _answer(adviser: Adviser, state: TableState) -> HintGiven | Message:
    adviser.ask(state)
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        if (said := adviser.answer()) is not None:
            return said
        time.sleep(0.01)
    raise AssertionError("no hint in time")


def _told(adviser: Adviser, state: TableState) -> HintGiven:
    said = _answer(adviser, state)
    assert isinstance(said, HintGiven), said
    return said


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


def test_a_hint_is_of_the_stone_that_must_move(adviser: Adviser) -> None:
    """Another one would be refused."""
    desk = Desk("loa", policy="strict").started()
    desk.hand()
    desk.put(b1="empty")
    desk.look(6)
    desk.hand()
    desk.restore()
    desk.look(4)
    director = Director(desk.game, Seat("b"), Seat("w"), "b")
    director.follow(Moment(Tick(desk.t), desk.state, ()))
    bound = director.table.bound
    assert bound is not None
    assert all(move.startswith("b1") for move in bound.moves)
    for moves in (bound.moves, bound.moves[1:2], bound.moves[-1:]):
        told = _told(adviser, replace(director.table, bound=replace(bound, moves=moves)))
        assert told.move in moves


def test_of_a_stone_that_must_move_the_best_move_is_advised(adviser: Adviser) -> None:
    """One that wins at once, and one that does not lose at once, of many that do."""
    won = table("loa", "", "5w1w/8/8/8/8/8/8/b2b4 b")
    best = _told(adviser, won).move
    mover = best[:2]
    legal = [won.game.move_text(move) for move in won.game.legal_moves(won.position)]
    its = tuple(move for move in legal if move.startswith(mover))
    assert len(its) > 1
    for moves in (its, its[::-1]):
        assert _told(adviser, replace(won, bound=Bound(message("it must"), moves))).move == best


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


def test_why_a_small_move_is_good_is_said_of_that_move() -> None:
    """Its follow-up lands on an empty row, and is not named in the hint."""
    state = table("linja", "", "4,1,1,0,1,4,0,1/1,2,1,2,0,0,0,6 b i 0")
    line = Variation(0, ("6-7", "/0-1"))
    told = [str(main_reason(state.game, state.position, line, named)) for named in (1, None)]
    assert "empty row" not in told[0]
    assert "empty row" in told[1]
    assert _hint(state, line) == HintGiven(
        "6-7", main_reason(state.game, state.position, line, named=1)
    )
