"""The clock pressed too early, without a move, or to end a turn that has not ended."""

from __future__ import annotations

import pytest

from pi_board.referee.clocks import parse_control
from tests.referee.desk import Desk, names, only


def test_the_clock_may_be_pressed_before_the_move_is_read() -> None:
    """A hand is quicker than two looks; the move counts once it is seen."""
    desk = Desk("loa", confirm=True).started()
    desk.hand()
    desk.bring("b1-b3")
    desk.look(1)
    assert desk.command("confirm") == []
    assert only(desk.look(), "move_played").move == "b1-b3"


def test_pressing_the_clock_without_a_move_is_no_pass() -> None:
    """The reason is given once, when no hand was merely quick; then the game goes on."""
    desk = Desk("loa", confirm=True).started()
    desk.command("confirm")
    assert names(desk.look(2)) == []
    illegal = only(desk.look(4), "illegal")
    assert (illegal.seen, illegal.rule) == ("pass", "loa.pass_not_allowed")
    desk.play("b1-b3")
    assert only(desk.command("confirm"), "move_played").move == "b1-b3"


def test_a_follow_up_that_is_due_is_asked_for() -> None:
    """Pressing the clock does not end a turn of Linja that has not ended."""
    desk = Desk("linja", confirm=True).started()
    desk.play("0-1")
    assert only(desk.command("confirm"), "move_played").move == "0-1"
    desk.command("confirm")
    assert "follow-up of exactly 2 rows" in str(only(desk.look(6), "illegal").text)


@pytest.mark.parametrize(
    ("game", "played", "waits"),
    [("loa", ("b1-b3",), "a2-c2"), ("linja", ("0-1",), "/0-2"), ("loa", (), "c1-c3")],
)
def test_a_take_back_before_the_press_takes_back_what_waits(
    game: str, played: tuple[str, ...], waits: str
) -> None:
    """And not the move before it, whose player has nothing to do with that."""
    desk = Desk(game, confirm=True, control=parse_control("5")).started()
    for move in played:
        desk.play(move)
        desk.command("confirm")
    stood = desk.position
    assert names(desk.play(waits)) == []
    spent = [desk.state.table.clock.left_s(player, desk.t) for player in ("b", "w")]
    assert desk.command("take_back") == []
    assert names(desk.look(4)) == ["disturbed"]
    desk.position = stood
    desk.restore()
    assert names(desk.look(2)) == ["restored"]
    assert desk.record == list(played)
    left = [desk.state.table.clock.left_s(player, desk.t) for player in ("b", "w")]
    assert spent == pytest.approx(left, abs=1.0)  # what was thought is not given back
    desk.play(waits)
    assert only(desk.command("confirm"), "move_played").move == waits


def test_stop_is_refused_where_the_follow_up_is_mandatory(linja: Desk) -> None:
    """And ends the turn where it is optional."""
    linja.play("0-1")
    assert only(linja.command("stop"), "illegal").rule == "linja.stop_not_allowed"
    free = Desk("linja", rules={"followup": "optional"}).started()
    free.play("0-1")
    assert only(free.command("stop"), "move_played").move == "stop"


def test_a_move_after_a_disturbance_has_to_be_confirmed_too() -> None:
    """Nothing is played behind the players' backs."""
    desk = Desk("loa", confirm=True).started()
    desk.put(c1="empty", c4="b")
    assert names(desk.look(4)) == ["illegal"]
    desk.hand()
    desk.restore()
    desk.bring("b1-b3")
    assert names(desk.look(3)) == ["restored"]
    assert only(desk.command("confirm"), "move_played").move == "b1-b3"
