"""Take-backs, by hand and by command, and new games."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pi_board.games.registry import GAMES
from pi_board.referee.clocks import parse_control
from tests.referee.desk import Desk, names, only


def back_to(desk: Desk, plies: int) -> None:
    """The board is put back by hand."""
    line = desk.state.line
    desk.position = line.nodes[-1 - plies].position
    desk.restore()


def test_restoring_an_earlier_position_takes_back(loa: Desk) -> None:
    """Any number of plies, when the board shows that position exactly."""
    loa.play("b1-b3", "a2-c2", "b8-b6", "h2-f2")
    loa.hand()
    back_to(loa, 2)
    taken = only(loa.look(), "taken_back")
    assert taken.position == loa.game.position_text(loa.position)
    assert taken.plies == 2
    assert loa.record == ["b1-b3", "a2-c2"]


def test_take_back_by_command_waits_for_the_board(loa: Desk) -> None:
    """The move is not played again merely because it still stands on the board."""
    loa.play("b1-b3")
    assert names(loa.command("take_back")) == ["taken_back"]
    assert names(loa.look(6)) in (["disturbed"], ["illegal"])
    loa.position = loa.game.start()
    loa.restore()
    assert names(loa.hand() + loa.look()) == ["restored"]
    assert loa.record == []


@pytest.mark.parametrize("against_program", [True, False])
@pytest.mark.parametrize("turn", [("1-2", "/2-4"), ("2-3", "/1-3")])
def test_a_turn_taken_back_is_not_played_again_in_another_order(
    linja: Desk, turn: tuple[str, ...], against_program: bool
) -> None:
    """1-2 /2-4 leaves the board of 3-4 /1-3; nor is it illegal that it still stands there."""
    if against_program:
        linja.command("instruct", "b")  # its turn goes back as a whole
    linja.play(*turn)
    linja.command("take_back")
    if not against_program:
        linja.command("take_back")
    assert names(linja.look(10)) == ["disturbed"]
    assert linja.record == []
    linja.position = linja.game.start()
    linja.hand()
    linja.restore()
    assert names(linja.look()) == ["restored"]
    assert names(linja.play(*turn)) == ["move_played", "move_played"]


@pytest.mark.parametrize("end", [("resign w",), ("offer_draw w", "agree_draw b")])
def test_a_game_ended_by_a_word_goes_on_when_that_is_taken_back(end: tuple[str, ...]) -> None:
    """The moves stand, as the board does, and the clock of who is to move runs on."""
    desk = Desk("loa", control=parse_control("10")).started()
    desk.play("b1-b3")
    for command in end:
        desk.command(*command.split())
    taken = only(desk.command("take_back"), "taken_back")
    assert (taken.plies, taken.position) == (0, desk.game.position_text(desk.position))
    assert desk.record == ["b1-b3"]
    clock = desk.state.table.clock
    assert clock is not None
    assert clock.left_s("w", desk.t + 60) < clock.left_s("w", desk.t)
    desk.play("a2-c2")
    assert desk.record == ["b1-b3", "a2-c2"]
    assert names(desk.command("take_back")) == ["taken_back"]
    assert desk.record == ["b1-b3"]


def test_the_same_move_can_be_played_after_a_take_back(loa: Desk) -> None:
    """Once the board was put right, the move taken back is a move like any other."""
    loa.play("b1-b3")
    loa.command("take_back")
    loa.position = loa.game.start()
    loa.restore()
    loa.hand()
    loa.look()
    assert names(loa.play("b1-b3")) == ["move_played"]


def test_the_last_move_of_a_game_can_be_taken_back() -> None:
    """After the end, restoring the position before it goes on with the game."""
    desk = Desk("loa", "8/8/8/8/w6w/2b5/1b6/3b4 b").started()
    position = desk.position
    winning = next(
        desk.game.move_text(move)
        for move in desk.game.legal_moves(position)
        if desk.game.outcome(desk.game.play(position, move))
    )
    desk.play(winning)
    desk.command("take_back")
    desk.position = position
    desk.restore()
    assert names(desk.hand() + desk.look()) == ["restored"]


def test_the_start_position_starts_a_new_game(loa: Desk) -> None:
    """After a few moves nobody takes back that far."""
    loa.play("b1-b3", "a2-c2", "b8-b6", "h2-f2")
    loa.play(loa.game.move_text(loa.game.legal_moves(loa.position)[0]))
    loa.hand()
    loa.position = loa.game.start()
    loa.restore()
    assert names(loa.look()) == ["game_started"]
    assert loa.record == []


def left_s(desk: Desk) -> tuple[float, float]:
    """What both players had left when the turn began."""
    clock = desk.state.table.clock
    assert clock is not None
    return clock.b_s, clock.w_s


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=5)
@given(seed=st.integers(0, 10_000), plies=st.integers(1, 12))
def test_n_moves_and_n_take_backs_restore_the_state(name: str, seed: int, plies: int) -> None:
    """Position, history, scores, protection and clocks come back together."""
    desk, rng = Desk(name, control=parse_control("90+5")).started(), Random(seed)
    lines, before = [desk.state.line], []
    for _ in range(plies):
        moves = desk.game.legal_moves(desk.position)
        if not moves:
            break
        before.append(left_s(desk))
        desk.play(desk.game.move_text(rng.choice(moves)))
        lines.append(desk.state.line)
    while len(lines) > 1:
        here = lines.pop()
        assert desk.state.line == here
        undone = here.plies - lines[-1].plies
        assert only(desk.command("take_back"), "taken_back").plies >= undone
        while len(lines) > 1 and lines[-1].plies > desk.state.line.plies:
            lines.pop()
        desk.position = desk.state.line.now.position
        desk.restore()
        desk.look()
        assert desk.state.line == lines[-1]
    assert desk.state.line.plies == 0
    assert left_s(desk) == before[0]  # the time spent on moves taken back is given back
