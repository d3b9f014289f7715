"""Stones of Connex'oh that have to leave the board, and are forgotten there."""

import pytest

from tests.referee.desk import Desk, names, only

# a turn of d6 opens the way of the white stone on e4
OPENING = "0001b00b/32w2020b/331b33w0/2b031x30/1w32w02w0/320000 w c2,d2"


@pytest.fixture
def asked() -> Desk:
    """Somebody has turned d6 and forgotten the stone, which looks like two turns of d6."""
    desk = Desk("connexoh", OPENING).started()
    desk.hand()
    desk.put(d6="2b")
    assert names(desk.look(8)) == []  # people have time to take it off
    assert only(desk.look(6), "choose").moves == ("d6@90", "d6@270 d6@180")
    return desk


def test_a_question_names_the_move_that_waits_for_a_stone_to_leave(asked: Desk) -> None:
    """Chosen, it is played, and the stone is to be taken off."""
    played = only(asked.command("choose", "d6@90"), "move_played")
    assert (played.move, played.extra[1]) == ("d6@90", ("left", ("e4",)))
    assert str(only(asked.look(6), "disturbed").next) == "take a white stone off e4"
    asked.hand()
    asked.put(e4="3")
    assert names(asked.look(4)) == ["restored"]


def test_taking_the_stone_off_answers_the_question(asked: Desk) -> None:
    """Nobody need say what the board shows by then."""
    asked.hand()
    asked.put(e4="3")
    assert only(asked.look(4), "move_played").move == "d6@90"
    assert asked.record == ["d6@90"]


def test_two_turns_can_still_be_named(asked: Desk) -> None:
    """The other answer stands as it did."""
    asked.command("choose", "d6@270 d6@180")
    assert asked.record == ["d6@270", "d6@180"]
    assert names(asked.look(4)) == []
