"""The order of moves of which the board shows only what came of them."""

from __future__ import annotations

from typing import Any

import pytest

from pi_board.core.cause import Cause
from pi_board.core.events import MovePlayed
from pi_board.core.observation import reader_changed
from pi_board.referee.settle import MOST_GLIMPSED
from tests.referee.desk import Desk, names, only


@pytest.mark.parametrize("moves", [("0-1", "/5-6"), ("5-6", "/0-1")])
def test_moves_are_recorded_in_the_order_in_which_they_were_seen(
    linja: Desk, moves: tuple[str, str]
) -> None:
    """One glance between two hands is too little for a move, but tells which came first."""
    linja.play("1-2", "/2-4", "3-4", "/1-3")
    linja.hand()
    linja.bring(moves[0])
    assert names(linja.look(1)) == []
    linja.hand()
    linja.bring(moves[1])
    said = [event for event in linja.look(4) if isinstance(event, MovePlayed)]
    assert tuple(event.move for event in said) == moves


@pytest.mark.parametrize("looks", [2, 2 * MOST_GLIMPSED])
@pytest.mark.parametrize("moves", [("0-1", "/5-6"), ("5-6", "/0-1")])
def test_moves_made_beside_a_hand_that_rests_are_recorded_in_their_order(
    linja: Desk, moves: tuple[str, str], looks: int
) -> None:
    """It hides a part of the board, or a patch of sun does; the rest shows which came first, also
    if the hand stays for long afterwards.
    """
    linja.play("1-2", "/2-4", "3-4", "/1-3")
    corner = linja.layout.sites[-1:]
    for move in moves:
        linja.look(2, obstructed=corner)
        linja.bring(move)
    linja.look(looks, obstructed=corner)
    linja.look(4)
    assert tuple(linja.record[4:]) == moves


def test_a_hand_that_moves_about_tells_no_order(linja: Desk) -> None:
    """Under it the second move may seem to have been made for a moment."""
    linja.play("1-2", "/2-4", "3-4", "/1-3")
    before = linja.position, linja.board
    linja.bring("5-6")
    linja.look(2, obstructed=linja.layout.sites[-1:], stirred=True)
    linja.position, linja.board = before
    linja.bring("0-1", "/5-6")
    linja.look(4)
    assert linja.record[4:] == ["0-1", "/5-6"]


def test_a_move_hardly_seen_when_the_one_before_is_believed_came_first(linja: Desk) -> None:
    """What that look showed besides speaks for the order of the moves that follow."""
    linja.play("1-2", "/2-4", "3-4")
    linja.hand()
    linja.bring("/1-3")
    before = linja.board.labels
    linja.bring("5-6")
    come, gone = (
        site
        for site, old, new in zip(linja.layout.sites, before, linja.board.labels, strict=True)
        if old != new
    )
    linja.alike = dict.fromkeys((come, gone), frozenset({"empty", "w"}))
    linja.lean = {gone: 0.9, come: -0.9}
    assert only(linja.look(2), "move_played").move == "/1-3"
    linja.alike = {}
    linja.hand()
    linja.bring("/0-1")
    linja.look(4)
    assert linja.record[4:] == ["5-6", "/0-1"]


def test_moves_seen_one_by_one_under_slow_hands_keep_their_order(linja: Desk) -> None:
    """However many moves there are, and however long a hand stays."""
    linja.play("1-2", "/2-4", "3-4", "/1-3")
    for move in ("5-6", "/0-1", "2-3"):
        linja.hand()
        linja.hand()
        linja.bring(move)
        assert names(linja.look(1)) == []
    linja.look(3)
    assert linja.record[4:] == ["5-6", "/0-1", "2-3"]


def test_a_move_taken_back_in_between_says_nothing_of_the_order(linja: Desk) -> None:
    """After both were seen, that one of them still stood there does not make it the first. It is
    asked about, for the stones were put back into other holes.
    """
    linja.play("1-2", "/2-4", "3-4", "/1-3")
    linja.hand()
    linja.bring("5-6")
    first = linja.position
    linja.bring("/0-1")
    linja.look(1)
    linja.hand()
    linja.position = first
    linja.restore()
    linja.look(1)
    linja.hand()
    linja.bring("/0-1", "2-3")
    assert only(linja.look(4), "choose").moves == ("0-1 /5-6 2-3",)


@pytest.mark.parametrize(
    ("later", "told"),
    [
        ((), ("take_back 2 4-5",)),
        (("1-2", "/1-3", "3-4"), ("take_back 5 4-5",)),
        (("1-2", "/1-3", "3-4", "/4-6"), None),
    ],
    ids=["1 taken back", "4 taken back", "5 taken back"],
)
def test_a_turn_made_in_one_go_may_be_taken_back_in_another_order_than_it_was_written(
    later: tuple[str, ...], told: tuple[str, ...] | None
) -> None:
    """Nobody saw which of its two moves was the first: the one left standing may have been. Of more
    than four moves taken back at once that is not asked: it would look so by chance.
    """
    desk = Desk("linja", "4,0,1,0,1,0,4,2/0,0,0,1,0,1,4,6 w i 0").started()
    start = desk.position
    desk.hand()
    desk.bring("2-3", "/4-5")
    desk.look(8)
    desk.play(*later)
    assert desk.record == ["2-3", "/4-5", *later]
    desk.hand()
    desk.position = start
    desk.restore()
    desk.bring("4-5")
    said = desk.look(12)
    assert [event.moves for event in said if event.name == "choose"] == ([told] if told else [])


def test_moves_that_do_not_fit_what_was_seen_in_between_are_asked_about(loa: Desk) -> None:
    """Black's answer was seen before the move that is taken for White's: there was another one,
    which hardly shows.
    """
    loa.play("e1-g3")
    loa.hand()
    loa.bring("a2-c2")
    loa.alike = dict.fromkeys(("a2", "c2"), frozenset({"empty", "w"}))
    loa.lean = {"a2": -2.5, "c2": 2.5}
    loa.look(2)
    for move in ("d8-b6", "a6xc8"):
        loa.hand()
        loa.bring(move)
        assert "move_played" not in names(loa.look(1))
    assert only(loa.look(4), "choose").moves == ("a6xc8 d8-b6",)


def test_an_order_that_decides_whose_turn_it_is_is_asked_in_spite_of_a_glimpse() -> None:
    """One look between two hands is too little for that, where no holes tell it: the order of the
    answers is that of their texts.
    """
    linja = Desk("linja", "6,1,0,1,1,2,1,0/0,1,1,1,1,1,1,6 b i 0", layout=1).started()
    linja.hand()
    linja.bring("5-6")
    linja.look(1)
    linja.hand()
    linja.bring("/3-5")
    assert only(linja.look(4), "choose").moves == ("3-4 /4-6", "5-6 /3-5")


def test_a_move_tried_and_put_back_says_nothing_of_the_order(linja: Desk) -> None:
    """What stood there for a moment was not played, so the order is that of the texts."""
    stood = _tried(linja)
    linja.position = stood
    linja.restore()
    linja.look(1)
    assert _both_at_once(linja) == ("0-1", "/5-6")


@pytest.mark.parametrize("words", [("pause", "continue"), ()])
def test_what_was_seen_before_a_pause_or_another_camera_says_nothing(
    linja: Desk, words: tuple[str, ...]
) -> None:
    """Nobody knows what was done at the board since."""
    stood = _tried(linja)
    for word in words:
        linja.command(word)
    if not words:
        linja.take(reader_changed(linja.t, "camera:0", "camera:1", Cause("unplugged")))
    linja.position = stood
    linja.restore()
    assert _both_at_once(linja) == ("0-1", "/5-6")


def _tried(linja: Desk) -> Any:
    """A move stands there for a moment between two hands; the position before it."""
    linja.play("1-2", "/2-4", "3-4", "/1-3")
    stood = linja.position
    linja.hand()
    linja.bring("5-6")
    linja.look(1)
    linja.hand()
    return stood


def _both_at_once(linja: Desk) -> tuple[str, ...]:
    linja.hand()
    linja.bring("5-6", "/0-1")
    return tuple(event.move for event in linja.look(4) if isinstance(event, MovePlayed))


def test_a_move_that_was_not_there_when_a_reply_was_came_no_sooner(loa: Desk) -> None:
    """No hand is seen, and hardly the move that was replied to: the next did not come first."""
    loa.alike = {site: frozenset({"empty", "b"}) for site in ("b1", "b3")}
    loa.lean = {"b1": 1.5, "b3": -0.2}
    loa.bring("b1-b3", "a2-c2")
    loa.look(2)
    loa.bring("d1-d3")
    loa.look(8)
    assert loa.record == []
