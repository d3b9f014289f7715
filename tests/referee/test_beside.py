"""Stones of Linja that lie beside a full row."""

import pytest

from tests.referee.desk import Desk, names, only


def test_stones_beside_a_full_row_are_counted(linja: Desk) -> None:
    """The first stone that comes home finds no hole, and the event says where it lies."""
    played = only(linja.play("6-7"), "move_played")
    assert dict(dict(played.extra)["beside"]) == {"8": 0, "1": 1}


def test_a_board_accepted_as_it_stands_has_all_its_stones(linja: Desk) -> None:
    """What is beside a full row is counted to it; a stone that is nowhere is asked for."""
    linja.play("6-7", "/5-6")
    linja.put(a8="empty")
    linja.hand()
    linja.look(6)
    missing = only(linja.command("accept_board"), "illegal")
    assert (missing.rule, str(missing.text)[:18]) == ("table.stones_missing", "1 stone is missing")
    linja.put(b7="w")
    linja.hand()
    linja.look(6)
    accepted = linja.command("accept_board")
    assert only(accepted, "move_played").position.startswith("5,2,1,1,1,0,1,1/")


def test_a_missing_stone_is_not_given_a_colour_that_nobody_knows() -> None:
    """Seven stones are home and one of them is beside the board: which, is not remembered."""
    desk = Desk("linja", "6,1,1,1,1,1,1,0/1,1,1,1,1,1,1,5 b i 0").started()
    labels = {f"{file}8": "w" for file in "abcde"}
    desk.put(**labels, f8="empty")
    desk.hand()
    told = [event.next for event in desk.look(12) if event.name in ("illegal", "disturbed")]
    assert [str(one) for one in told] == ["put the missing stone back on row 8"]


def test_a_missing_stone_is_named_by_its_colour_where_that_is_known() -> None:
    """With a black stone in the row, only a white one can be missing."""
    desk = Desk("linja", "6,1,1,1,1,1,1,0/1,1,1,1,1,1,1,5 b i 0").started()
    labels = {f"{file}8": "w" for file in "abcd"}
    desk.put(**labels, e8="b", f8="empty")
    desk.hand()
    told = [event.next for event in desk.look(12) if event.name in ("illegal", "disturbed")]
    assert [str(one) for one in told] == ["put a white stone on row 8"]


def test_a_stone_seen_elsewhere_in_every_other_look_has_not_gone_beside_the_board() -> None:
    """Two moves would have brought it home, but somebody has put it into another row."""
    desk = Desk("linja", "5,1,2,1,1,0,2,0/0,1,3,0,1,0,1,6 w i 0").started()
    desk.hand()
    desk.put(d7="empty")
    said = []
    for seen in ("w", "empty", "w", "empty", "w", "w", "w"):
        desk.put(a2=seen)
        said += names(desk.look(1))
    assert said == ["illegal"]
    assert desk.record == []


@pytest.mark.parametrize(
    ("step_s", "misread"),
    [
        (0.1, dict.fromkeys((1, 3, *range(9, 60, 6)), "a3")),
        (0.5, {1: "a3", 2: "b3", 5: "c3"}),
    ],
    ids=["hardly more than once", "in other holes"],
)
def test_a_row_misread_now_and_then_keeps_no_stone_from_going_beside_the_board(
    step_s: float, misread: dict[int, str]
) -> None:
    """People are not asked what came of a move that most looks show."""
    desk = Desk("linja", "5,1,2,1,1,0,2,0/0,1,3,0,1,0,1,6 w i 0").started()
    desk.hand()
    desk.bring("6-7")
    moved, said = desk.board, []
    for number in range(60):
        if number in misread:
            desk.put(**{misread[number]: "w"})
        said += names(desk.look(1, step_s))
        desk.board = moved
    assert said == ["move_played"]
