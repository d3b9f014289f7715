"""A program at the table: it asks for its moves, keeps its time, resigns, answers offers."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator

import pytest

from pi_board.app.opponent import Opponent, allowance_s
from pi_board.app.searching import open_searcher
from pi_board.core.game import Player
from pi_board.core.observation import Command
from pi_board.games.registry import GAMES
from pi_board.hints.search import Answer, Limits, Question, Report, Searcher
from pi_board.referee.clocks import parse_control
from pi_board.referee.instructing import to_do
from pi_board.referee.phases import Over, SettingUp
from tests.app.at_once import AtOnce
from tests.referee.desk import Desk, names

_PATIENCE_S = 30.0


class _Crashing:
    """A searcher that takes its process with it."""

    def search(self, question: Question, limits: Limits, report: Report | None = None) -> Answer:
        os.abort()

    def perft(self, game: str, rules: str, position: str, depth: int) -> int:
        return 0

    def stop(self) -> None:
        """Nothing to stop."""

    def close(self) -> None:
        """Nothing is held."""


def open_crashing() -> Searcher:
    """Opened inside the search process."""
    return _Crashing()


class Table:
    """A desk at which one side is played by a program."""

    def __init__(self, name: str, player: Player, position: str | None = None, **more: object):
        level, opened_by = more.pop("level", 3), more.pop("opened_by", open_searcher)
        self.desk = Desk(name, position, **more)
        self.opponent = Opponent(player, level, seed=1, opened_by=opened_by)  # type: ignore[arg-type]
        self.problems: list[str] = []

    def follow(self) -> None:
        """What follows every moment."""
        self.opponent.follow(self.desk.state, self.desk.t)

    def wait_for(self, *wanted: str) -> list[Command]:
        """Let it think until it has asked for one of these commands; all that it asked for."""
        asked: list[Command] = []
        until = time.monotonic() + _PATIENCE_S
        while time.monotonic() < until:
            for command in self.opponent.commands(self.desk.t):
                asked.append(command)
                self.desk.take(command)
                self.follow()
            if said := self.opponent.problem():
                self.problems.append(str(said))
            if any(f"{one.name} {one.argument}".startswith(wanted) for one in asked):
                return asked
            time.sleep(0.005)
        raise AssertionError(asked)

    def to_do(self) -> tuple[str, ...]:
        """What is to be done on the board for the program."""
        state = self.desk.state
        return () if isinstance(state, SettingUp) else to_do(state.table, state.line)


@pytest.fixture
def tables() -> Iterator[list[Table]]:
    """Tables to be cleared after the test."""
    made: list[Table] = []
    yield made
    for table in made:
        table.opponent.close()


@pytest.mark.parametrize("name", GAMES)
def test_it_plays_a_few_turns(name: str, tables: list[Table]) -> None:
    """Both sides move in turn; everything the program asks for is legal and accepted."""
    table = Table(name, "w")
    tables.append(table)
    desk = table.desk.started()
    table.follow()
    for _ in range(60):
        if desk.position.to_move == "b":
            desk.play(desk.game.move_text(desk.game.legal_moves(desk.position)[0]))
        else:
            if not table.to_do():
                table.wait_for("instruct w ")
            assert "illegal" not in names(desk.play(table.to_do()[0]))
        table.follow()
        if len({step.node.to_move for step in desk.state.line.steps}) == 2 and len(desk.record) > 6:  # type: ignore[union-attr]
            break
    assert len(desk.record) > 6


def test_it_says_first_that_it_thinks(tables: list[Table]) -> None:
    """Until it has decided nobody may move for it."""
    table = Table("loa", "b")
    tables.append(table)
    table.desk.started()
    table.follow()
    first = table.wait_for("instruct b")[0]
    assert (first.name, first.argument) == ("instruct", "b")


def test_it_drops_its_thoughts_when_the_board_moves(tables: list[Table]) -> None:
    """After a take-back it is the other side's turn, and what it has found by then is not asked."""
    table = Table("loa", "w", level=1)
    tables.append(table)
    desk = table.desk.started()
    desk.play("c1-c3")
    table.follow()
    table.wait_for("instruct w ")  # its process is there, and quick
    desk.play(table.to_do()[0])
    desk.play(desk.game.move_text(desk.game.legal_moves(desk.position)[0]))
    table.follow()
    time.sleep(0.5)
    desk.command("take_back")
    table.follow()
    assert table.opponent.commands(desk.t) == ()


def test_it_resigns_a_lost_game(tables: list[Table]) -> None:
    """Three turns without hope are enough."""
    position = "6,1,1,1,1,1,1,0/10,2,0,0,0,0,0,0 w i 0"
    table = Table("linja", "w", position, level=6)
    tables.append(table)
    desk = table.desk.started()
    for _ in range(40):
        table.follow()
        if isinstance(desk.state, Over):
            break
        if desk.position.to_move == "b":
            desk.play(desk.game.move_text(desk.game.legal_moves(desk.position)[0]))
            continue
        if not table.to_do():
            table.wait_for("instruct w ", "resign")
        if isinstance(desk.state, Over):
            break
        desk.play(table.to_do()[0])
    assert isinstance(desk.state, Over)
    assert desk.state.outcome.reason == "resigned"
    desk.command("take_back")  # somebody wants to win it on the board
    table.follow()
    table.wait_for("instruct w ")
    assert not isinstance(desk.state, Over)


def test_a_turn_that_was_taken_back_counts_for_nothing(
    tables: list[Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who tries one turn again and again is not given a lost game for that."""
    told: list[tuple[float, ...]] = []
    monkeypatch.setattr("pi_board.app.opponent.wish", told.append)
    table = Table("loa", "w", level=1)
    tables.append(table)
    table.opponent._worker = AtOnce()  # type: ignore[assignment]
    desk = table.desk.started()
    for move in ("c1-c3", "d1-d3"):
        desk.position = desk.game.start()
        desk.restore()
        desk.look()
        desk.play(move)
        table.follow()
        table.wait_for("instruct w ")
        desk.play(*table.to_do())
        table.follow()
        desk.command("take_back")
        table.follow()
    assert [len(values) for values in told] == [1, 1]


def test_it_declines_a_draw_in_a_game_that_has_just_begun(tables: list[Table]) -> None:
    """And says so."""
    table = Table("loa", "w")
    tables.append(table)
    table.desk.started()
    table.desk.command("offer_draw", "b")
    table.follow()
    assert str(table.opponent.problem()) == "White declines the draw"
    assert table.opponent.problem() is None
    table.wait_for("decline_draw w")
    assert table.desk.state.table.offer is None


def test_it_agrees_to_a_draw_that_suits_it(
    tables: list[Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then the game is over."""
    monkeypatch.setattr("pi_board.app.opponent.accepts_draw", lambda _: True)
    table = Table("loa", "w")
    tables.append(table)
    table.desk.started()
    table.desk.command("offer_draw", "b")
    table.follow()
    table.wait_for("agree_draw w")
    assert isinstance(table.desk.state, Over)
    assert table.desk.state.outcome.winner is None


def test_a_draw_that_was_declined_is_not_offered_at_once_again(
    tables: list[Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    """However even the game is: once in ten turns is enough."""
    monkeypatch.setattr("pi_board.app.opponent.wish", lambda _: "offer_draw")
    table = Table("loa", "b", level=1)
    tables.append(table)
    desk, offers = table.desk.started(), []
    for _ in range(4):
        table.follow()
        offers.append([one.name for one in table.wait_for("instruct b ")].count("offer_draw"))
        desk.command("decline_draw", "w")
        desk.play(*table.to_do())
        desk.play(desk.game.move_text(desk.game.legal_moves(desk.position)[0]))
    assert offers == [1, 0, 0, 0]


def test_a_crash_is_told_and_the_game_goes_on(tables: list[Table]) -> None:
    """A legal move comes all the same."""
    table = Table("loa", "b", opened_by=open_crashing)
    tables.append(table)
    table.desk.started()
    table.follow()
    table.wait_for("instruct b ")
    assert "the search has crashed" in table.problems[0]
    assert names(table.desk.play(*table.to_do())) == ["move_played"]


def test_a_turn_takes_its_share_of_the_clock(tables: list[Table]) -> None:
    """However long its level might think."""
    given: list[Limits] = []

    class Watched(AtOnce):
        def start(self, question: Question, limits: Limits) -> None:
            given.append(limits)
            super().start(question, limits)

    table = Table("loa", "b", level=10, control=parse_control("3s"))
    tables.append(table)
    table.opponent._worker = Watched()  # type: ignore[assignment]
    clock = table.desk.started().state.table.clock
    table.follow()
    assert clock is not None
    assert [one.seconds for one in given] == [allowance_s(clock.left_s("b", table.desk.t))]


def test_little_time_is_shared_out() -> None:
    """It never plans for more than it has."""
    assert allowance_s(300.0) == 10.0
    assert allowance_s(0.01) <= 0.05
