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


@pytest.mark.parametrize("is_accepted", [False, True])
def test_a_stone_beside_a_row_stays_there_when_a_hole_becomes_free(is_accepted: bool) -> None:
    """Also where nobody saw it go there: the game began so, or its board was accepted."""
    desk = Desk("linja", "6,1,1,1,1,1,1,0/1,0,1,1,1,1,1,6 w i 0").started()
    desk.put(**{f"{hole}8": "w" for hole in "abcdef"})  # Black's stone lies beside
    desk.hand()
    desk.look()
    if is_accepted:
        stone, free = _stone_and_hole(desk, 3, 4)
        desk.put(**{stone: "empty", free: "w"})
        desk.hand()
        desk.look(6)
        assert only(desk.command("accept_board"), "move_played").position.split()[1] == "b"
        desk.position = desk.state.line.now.position
        while desk.position.to_move == "b":
            desk.play(desk.game.move_text(desk.game.legal_moves(desk.position)[0]))
    record = desk.record
    desk.put(a8="empty", **{_stone_and_hole(desk, 7, 7)[1]: "w"})
    desk.hand()
    desk.look(4)
    assert desk.record == [*record, "0-1"]


def test_a_board_with_a_stone_beside_a_row_that_is_not_full_is_accepted(linja: Desk) -> None:
    """All of them are there: one lay beside the row, and a hole of it has become free since."""
    linja.play("6-7", "/5-6", "0-1")
    linja.put(**{f"{hole}1": "empty" if hole == "f" else "b" for hole in "abcdef"})
    stone, free = _stone_and_hole(linja, 4, 3)
    linja.put(**{stone: "empty", free: "w"})
    linja.hand()
    linja.look(6)
    linja.command("accept_board")
    position = linja.state.line.now.position
    assert sum(position.w) == sum(position.b) == 12
    assert linja.record[-1] != "0-1"


def _stone_and_hole(desk: Desk, row: int, other: int) -> tuple[str, str]:
    """The names of a white stone in a board row and of a free hole in another."""
    shown = dict(zip(desk.layout.sites, desk.board.labels, strict=True))
    labels = {site: desk.layout.labels[label] for site, label in shown.items()}
    stone = next((s for s, label in labels.items() if s[1] == str(row) and label == "w"), "")
    free = next(s for s, label in labels.items() if s[1] == str(other) and label == "empty")
    return stone, free


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
