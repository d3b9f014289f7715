"""Stones swept off their squares are put back one by one, and what is left of that is no move."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest

from tests.referee.desk import Desk, names, only

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


def test_illegal_moves_one_after_the_other_are_no_sweep() -> None:
    """However many squares were wrong in the end: each is told, and a third one loses the game."""
    desk = Desk("loa", policy="tournament").started()
    for source, target in (("c1", "c4"), ("d1", "d5"), ("c1", "c4")):
        desk.hand()
        desk.restore()
        desk.put(**{source: "empty", target: "b"})
        assert "illegal" in names(desk.look(4))
        desk.command("reject")
    assert desk.state.table.offences == (3, 0)


def test_a_legal_move_after_illegal_ones_is_recorded_at_once(loa: Desk) -> None:
    """Even if it shows on squares that were both wrong before."""
    for source, target in (("c1", "c4"), ("d1", "c3")):
        loa.hand()
        loa.restore()
        loa.put(**{source: "empty", target: "b"})
        assert names(loa.look(4)) == ["illegal"]
    loa.hand()
    loa.restore()
    loa.bring("c1-c3")
    assert names(loa.look(2)) == ["restored", "move_played"]


def test_an_illegal_move_amid_swept_stones_is_ruled_on_in_a_tournament() -> None:
    """There the opponent says whether it was one."""
    desk = Desk("loa", policy="tournament").started()
    desk.hand()
    desk.put(c1="empty", c4="b", h5="empty", f5="w")
    assert names(desk.look(6)) == ["disturbed"]
    desk.hand()
    desk.put(h5="w", f5="empty")
    assert names(desk.look(6)) == ["illegal"]


def test_tiles_that_were_turned_are_put_back_in_peace(connexoh: Desk) -> None:
    """The last of them might have been a move, and the others were none."""
    connexoh.hand()
    connexoh.put(b3="1", b4="3", c3="1", d5="2")
    assert names(connexoh.look(8)) == ["disturbed"]
    connexoh.hand()
    connexoh.put(b3="0", b4="0", d5="0")
    choose = only(connexoh.look(12), "choose")
    assert choose.moves == ("c3@90",)
    connexoh.hand()
    connexoh.restore()
    assert names(connexoh.look(4)) == ["restored"]
    assert connexoh.record == []


@pytest.mark.parametrize(
    ("name", "swept", "back", "left"),
    [
        ("connexoh", {"b4": "3", "c3": "1", "d5": "2"}, {"b4": "0", "d5": "0"}, "c3@90"),
        (
            "loa",
            {"b1": "empty", "b3": "b", "a4": "empty", "c4": "w", "g1": "empty", "g3": "b"},
            {"a4": "w", "c4": "empty", "g1": "b", "g3": "empty"},
            "b1-b3",
        ),
    ],
    ids=["tiles", "squares"],
)
def test_what_is_left_of_a_sweep_that_looked_like_three_turns_is_asked_about(
    name: str, swept: dict[str, str], back: dict[str, str], left: str
) -> None:
    """Whoever does not answer but puts the board right has made none of them."""
    desk = Desk(name).started()
    desk.hand()
    desk.put(**swept)
    assert len(only(desk.look(8), "choose").moves) > 1
    desk.hand()
    desk.put(**back)
    assert only(desk.look(12), "choose").moves == (left,)
    desk.hand()
    desk.restore()
    assert names(desk.look(4)) == ["restored"]
    assert desk.record == []


def test_the_touched_stone_moves_when_the_board_was_put_right(loa: Desk) -> None:
    """Another one's move does not count then either."""
    touched = replace(loa.state.table, must_move=loa.layout.site("e1"))
    loa.state = replace(loa.state, table=touched)
    sweep(loa)
    loa.hand()
    loa.restore()
    loa.put(b1="empty", b3="b")
    assert "illegal" in names(loa.look(8))
    assert loa.record == []


def test_what_is_left_is_no_other_move_than_a_program_plays() -> None:
    """It is put back like the rest."""
    desk = Desk("loa").started()
    desk.command("instruct", "b g1-g3")
    sweep(desk)
    said = []
    for place in ("d1", "h5"):
        put_back(desk, place)
        said += names(desk.look(10))
    assert set(said) == {"disturbed"}


@pytest.mark.parametrize(
    ("swept", "looks_like"),
    [
        ({"a8": "b7", "d5": "e5", "a4": "c4"}, "0-1"),
        ({"a8": "b7", "b8": "b6", "d5": "e5"}, "0-1 /0-2"),
    ],
    ids=["one move", "a turn"],
)
def test_moves_amid_stones_that_went_sideways_are_asked_about(
    linja: Desk, swept: dict[str, str], looks_like: str
) -> None:
    """No move takes a stone to another hole of its row; whoever puts all back has made none."""
    stood = linja.board
    linja.hand()
    shift(linja, swept)
    assert only(linja.look(8), "choose").moves == (looks_like,)
    said = []
    for place, to in swept.items():
        linja.hand()
        shift(linja, {to: place})
        said += names(linja.look(12))
    assert linja.board == stood
    assert {"move_played", "taken_back"}.isdisjoint(said)
    assert linja.record == []


def shift(desk: Desk, stones: dict[str, str]) -> None:
    """Stones go from one site to another."""
    for place, to in stones.items():
        label = desk.board.labels[desk.layout.site(place)]
        desk.put(**{place: "empty", to: desk.layout.labels[label]})


def test_a_stone_may_be_straightened_besides_a_move(linja: Desk) -> None:
    """The move is recorded at once."""
    linja.hand()
    shift(linja, {"a8": "b7", "d5": "e5"})
    assert names(linja.look(2)) == ["move_played"]


def test_what_is_left_of_stones_that_stopped_in_each_others_rows_is_asked_about(
    linja: Desk,
) -> None:
    """By its rows alone the board shows one stone that has gone two rows, which is no move."""
    linja.hand()
    shift(linja, {"a7": "b6", "a8": "b7"})
    assert names(linja.look(6)) == ["illegal"]
    linja.hand()
    shift(linja, {"b6": "a7"})
    assert only(linja.look(8), "choose").moves == ("0-1",)
    linja.hand()
    shift(linja, {"b7": "a8"})
    assert names(linja.look(4)) == ["restored"]
    assert linja.record == []


def test_what_is_left_of_small_moves_that_were_asked_about_is_asked_about_too() -> None:
    """Once others of them have been put back instead of answered."""
    desk = Desk("linja", "4,2,1,1,2,0,1,1/0,2,0,2,1,0,1,6 b i 0").started()
    stood, begun = desk.board, desk.position
    desk.hand()
    desk.bring("0-1", "/0-2", "4-5")
    assert len(only(desk.look(8), "choose").moves) > 1
    desk.hand()
    desk.board, desk.position = stood, begun
    desk.bring("4-5")
    assert only(desk.look(8), "choose").moves == ("4-5",)
    desk.hand()
    desk.board = stood
    assert names(desk.look(4)) == ["restored"]
    assert desk.record == []
