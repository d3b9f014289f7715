"""Stones swept off their squares are put back one by one, and what is left of that is no move."""

from __future__ import annotations

from itertools import permutations

import pytest

from tests.referee.desk import Desk, names

KNOCKED = {"c1": "c3", "h5": "f5", "d1": "b2"}  # the first two could have gone there, in two turns


def sweep(desk: Desk) -> None:
    """A sleeve goes over the board."""
    desk.hand()
    for place, to in KNOCKED.items():
        label = desk.board.labels[desk.layout.site(place)]
        desk.put(**{place: "empty", to: desk.layout.labels[label]})
    assert names(desk.look(6)) == ["disturbed"]


def put_back(desk: Desk, place: str) -> None:
    """One stone is returned to its square."""
    label = desk.board.labels[desk.layout.site(KNOCKED[place])]
    desk.hand()
    desk.put(**{KNOCKED[place]: "empty", place: desk.layout.labels[label]})


@pytest.mark.parametrize("order", list(permutations(KNOCKED)), ids="-".join)
def test_putting_stones_back_is_neither_a_move_nor_a_fault(loa: Desk, order: tuple[str]) -> None:
    """However long is paused between them."""
    sweep(loa)
    said = []
    for place in order:
        put_back(loa, place)
        said += names(loa.look(12))
    assert set(said) <= {"disturbed", "choose", "restored"}
    assert said[-1] == "restored"
    assert loa.record == []


def test_a_move_that_looks_left_over_is_asked_about(loa: Desk) -> None:
    """Whoever put the board right may have moved as well."""
    sweep(loa)
    for place in ("d1", "h5"):
        put_back(loa, place)
        loa.look(8)
    assert names(loa.command("choose", "c1-c3"))[-1] == "move_played"
    assert loa.record == ["c1-c3"]


def test_a_move_elsewhere_is_none_of_it(loa: Desk) -> None:
    """It is recorded as soon as the rest is right."""
    sweep(loa)
    for place in ("d1", "c1", "h5"):
        put_back(loa, place)
    loa.bring("b1-b3")
    assert names(loa.look(2)) == ["restored", "move_played"]
    assert loa.record == ["b1-b3"]


def test_a_position_of_two_moves_ago_is_meant(loa: Desk) -> None:
    """Whoever takes two moves back, in whatever order, is not asked."""
    loa.play("c1-c3", "h5-f5")
    stood = loa.board
    loa.play("d1-b3", "a5-c5")
    loa.hand()
    loa.put(b3="empty", c5="empty", a4="b", a6="w")
    assert names(loa.look(6)) == ["disturbed"]
    loa.hand()
    loa.board = stood
    assert names(loa.look(2)) == ["restored", "taken_back"]
    assert loa.record == ["c1-c3", "h5-f5"]
