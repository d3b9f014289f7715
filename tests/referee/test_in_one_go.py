"""Moves that the referee sees at once: many small ones of Linja, a reply under hands."""

from __future__ import annotations

import pytest

from tests.referee.desk import Desk, names, only


@pytest.mark.parametrize("layout", [0, 1])
def test_a_turn_of_four_small_moves_in_one_go_is_recorded(layout: int) -> None:
    """Though it changes six rows."""
    linja = Desk("linja", "4,0,1,0,0,3,1,3/6,0,0,0,1,0,3,2 b i 0", layout=layout).started()
    linja.hand()
    linja.bring("1-2", "/3-6", "0-1", "/2-5")
    linja.look(4)
    assert linja.record == ["1-2", "/3-6", "0-1", "/2-5"]


JUMP = "6,0,2,0,0,1,1,2/0,1,3,1,0,0,2,5 b i 0"
ON_THE_WAY = ("1-2", "/2-3", "0-1", "/3-5")  # no more is to be seen than a stone gone from 0 to 5


def test_many_moves_that_one_jump_would_look_like_are_asked_about() -> None:
    """Between sticks: a stone may have been put there at once, which is not legal."""
    linja = Desk("linja", JUMP, layout=1).started()
    linja.hand()
    linja.bring(*ON_THE_WAY)
    assert " ".join(ON_THE_WAY) in only(linja.look(4), "choose").moves
    assert linja.record == []


def test_many_moves_of_which_one_was_seen_are_recorded() -> None:
    """A jump does not pass there."""
    linja = Desk("linja", JUMP, layout=1).started()
    linja.hand()
    linja.bring(ON_THE_WAY[0])
    linja.look(1)
    linja.hand()
    linja.bring(*ON_THE_WAY[1:])
    linja.look(4)
    assert linja.record == list(ON_THE_WAY)


def test_many_moves_that_holes_tell_from_a_jump_are_recorded() -> None:
    """One peg left a row and another one came there, to another hole."""
    linja = Desk("linja", JUMP).started()
    stood = linja.board
    linja.hand()
    for move in ON_THE_WAY:
        linja.bring(move)
    passed = linja.layout.groups[1]
    assert any(stood.labels[site] != linja.board.labels[site] for site in passed)
    linja.look(4)
    assert linja.record == list(ON_THE_WAY)


def test_stones_of_two_players_that_change_places_are_no_jump() -> None:
    """More than one stone is seen elsewhere."""
    linja = Desk("linja", "3,1,0,0,2,0,1,5/5,0,3,0,1,0,0,3 w f2 1").started()
    linja.hand()
    linja.bring("/0-2", "5-6", "/6-7")
    linja.look(4)
    assert linja.record == ["/0-2", "5-6", "/6-7"]


def test_many_moves_in_lanes_that_others_come_near_are_looked_at_once_more() -> None:
    """Light stones hardly show on a light cloth: White's follow-up may have been another one."""
    linja = Desk("linja", "6,1,1,1,1,1,1,0/1,1,1,0,1,1,1,6 w i 0", layout=1).started()
    linja.hand()
    linja.bring("6-7", "/0-1", "1-2")
    for site, alike in (("6", "1b1w 1b2w"), ("7", "1b0w 1b2w"), ("8", "1b5w 1b6w")):
        linja.alike[site] = frozenset(alike.split())
        linja.lean[site] = 0.0 if site == "7" else 2.0
    linja.look(2)
    assert linja.record == []
    linja.look(1)
    assert sorted(linja.record) == ["/6-7", "0-1", "1-2"]


@pytest.mark.parametrize(("looks", "said"), [(20, ["move_played"] * 2), (60, ["choose"])])
def test_a_move_and_its_reply_are_asked_about_if_they_were_hidden_for_long(
    looks: int, said: list[str]
) -> None:
    """A third move may have followed that looks so together with the first."""
    desk = Desk("loa").started()
    hand = desk.layout.sites[0]
    desk.look(looks, obstructed=(hand,))
    desk.bring("c1-c3", "a3-c5")
    assert names(desk.look(6)) == said


def test_a_jump_beside_which_stones_lie_is_asked_about() -> None:
    """A white stone went back from row 2 to row 1. Which stones of the full start lines lie beside
    them nobody sees, so that 0-1 /2-4 4-5 /5-7 would look like it.
    """
    linja = Desk("linja", "4,1,2,0,0,2,0,3/3,1,0,2,0,0,2,4 w i 0").started()
    carry(linja, "w", 6, 7)
    assert linja.record == []


def test_a_jump_after_a_turn_that_may_end_early_is_asked_about() -> None:
    """The position after "stop" is the one that stood: that this was seen tells of no other."""
    position = "3,0,3,0,1,0,0,5/4,0,1,0,1,1,5,0 w f1 0"
    linja = Desk("linja", position, rules={"followup": "optional"}).started()
    carry(linja, "b", 2, 5)
    assert linja.record == []


def carry(linja: Desk, stone: str, row: int, other: int) -> None:
    """A stone is carried from one board row to a free hole of another, and looked at."""
    shown = {
        site: linja.layout.labels[label]
        for site, label in zip(linja.layout.sites, linja.board.labels, strict=True)
    }
    gone = next(site for site in shown if site[1] == str(row) and shown[site] == stone)
    come = next(site for site in shown if site[1] == str(other) and shown[site] == "empty")
    linja.hand()
    linja.put(**{gone: "empty", come: stone})
    linja.look(6)


@pytest.mark.parametrize(("reply", "asked"), [("h4-g3", True), ("h4-h7", False)])
def test_a_stone_of_the_other_player_pushed_to_the_next_square_may_be_no_reply(
    reply: str, asked: bool
) -> None:
    """A sleeve does that; put back, it leaves the move. One that went further was moved."""
    loa = Desk("loa", "1b1b2b1/w7/w2w2ww/4bbw1/w1bw1b1w/w1bb3b/2w5/1b1b4 b").started()
    loa.hand()
    loa.bring("c3-d2")
    moved = loa.board
    loa.bring(reply)
    said = loa.look(4)
    assert ("choose" in names(said)) is asked
    assert loa.record == ([] if asked else ["c3-d2", reply])
    if asked:
        loa.hand()
        loa.board = moved
        loa.look(4)
        assert loa.record == ["c3-d2"]
