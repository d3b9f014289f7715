"""Take-backs, by hand and by command, and new games."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pi_board.core.events import Event
from pi_board.games.registry import GAMES
from pi_board.referee.clocks import parse_control
from pi_board.referee.phases import Over
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


# Better Foolswin: Black has won
FOOLSWIN = ["d1-b3", "h5-g4", "b1-b4", "g4xg1", "b4-e7", "a3xc1", "b3-e6", "h3xf1", "e1-e5"]


def moved(desk: Desk, **labels: str) -> list[Event]:
    """A hand brings the board to show this, and is gone for a while."""
    said = desk.hand()
    desk.put(**labels)
    return said + desk.look(5)


def finished() -> Desk:
    """The game is over, and the stone that moved last has gone back to where it came from."""
    desk = Desk("loa").started()
    assert names(desk.play(*FOOLSWIN))[-1] == "game_over"
    assert only(moved(desk, e5="empty", e1="b"), "choose").moves == ("take_back 1",)
    assert isinstance(desk.state, Over)
    return desk


def test_whether_the_last_move_of_a_finished_game_was_taken_back_by_hand_is_asked() -> None:
    """Once; who says so plays on from there."""
    desk = finished()
    assert names(desk.look(8)) == []
    assert names(desk.command("choose", "take_back 1")) == ["taken_back"]
    assert desk.record == FOOLSWIN[:-1]
    desk.position = desk.state.line.now.position  # type: ignore[union-attr]
    assert names(desk.play("e1-g3")) == ["move_played"]


@pytest.mark.parametrize("answer", ["reject", "confirm", "accept_board"])
def test_a_finished_game_keeps_its_result_if_nobody_says_that_it_was_taken_back(
    answer: str,
) -> None:
    """OK may mean the next game; none of these is an answer, and it is not asked again."""
    desk = finished()
    assert names(desk.command(answer) + desk.look(8)) == []
    assert isinstance(desk.state, Over)
    assert (desk.state.question is None) == (answer == "reject")
    assert desk.record == FOOLSWIN


def test_a_finished_game_keeps_its_result_when_the_next_one_is_set_up() -> None:
    """The stone that moved last was carried home first; then the question is void."""
    desk = finished()
    assert names(moved(desk, b1="b")) == []
    assert isinstance(desk.state, Over)
    assert desk.state.question is None
    assert desk.record == FOOLSWIN
    desk.position = desk.game.start()
    desk.hand()
    desk.restore()
    assert names(desk.look(4)) == ["game_started"]


def test_the_next_game_is_begun_though_the_last_one_is_asked_about() -> None:
    """All stones were set up under one hand."""
    desk = finished()
    desk.hand()
    desk.position = desk.game.start()
    desk.restore()
    assert names(desk.look(4)) == ["game_started"]


def test_what_could_have_been_played_instead_of_the_last_move_is_asked_about() -> None:
    """Whoever shows that on the board has not played it."""
    desk = finished()
    assert only(moved(desk, e1="empty", g3="b"), "choose").moves == ("e1-g3",)
    assert names(moved(desk, g3="empty", e5="b")) == []
    assert isinstance(desk.state, Over)
    assert desk.state.question is None
    assert desk.record == FOOLSWIN


def test_a_finished_game_that_is_asked_about_is_taken_back_by_command() -> None:
    """The board shows that already."""
    desk = finished()
    assert names(desk.command("take_back")) == ["taken_back"]
    assert names(desk.look(4)) == ["restored"]
    assert desk.record == FOOLSWIN[:-1]


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
