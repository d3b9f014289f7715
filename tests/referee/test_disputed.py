"""What is said of mistakes that players who half know the rules make in one go."""

from __future__ import annotations

import pytest

from tests.referee.desk import Desk, names, only
from tests.referee.test_every_rule import carry

EARNED = "5,2,2,0,1,1,0,1/1,1,0,0,3,1,1,5 w i 0"


@pytest.mark.parametrize(("first", "then", "rows"), [((8, 7), (8, 5), 3), ((8, 7), (8, 7), 1)])
def test_a_turn_with_a_wrong_follow_up_says_how_far_it_goes(
    first: tuple[int, int], then: tuple[int, int], rows: int
) -> None:
    """The first move stands, and nothing "else" was moved: a follow-up is due. It goes on so."""
    desk = Desk("linja").started()
    desk.hand()
    carry(desk, "w", *first)
    carry(desk, "w", *then)
    illegal = only(desk.look(6), "illegal")
    assert (illegal.rule, illegal.seen) == ("linja.distance", f"/0-{rows}")
    assert str(illegal.text) == f"the follow-up must be exactly 2 rows, not {rows}"
    desk.bring("0-1")
    desk.restore()
    desk.look(4)
    assert desk.record == ["0-1"]


@pytest.mark.parametrize(
    ("position", "moves", "due"),
    [
        (None, ("0-1",), "White has a follow-up of exactly 2 rows to make"),
        (EARNED, ("1-2", "/1-3"), "White has another first move to make"),
    ],
)
def test_a_reply_amid_a_turn_is_told_what_is_due_yet(
    position: str | None, moves: tuple[str, ...], due: str
) -> None:
    """Both players may think that the turn was over. The reply is written as a first move."""
    desk = Desk("linja", position).started()
    desk.play(*moves)
    desk.hand()
    carry(desk, "b", 1, 2)
    illegal = only(desk.look(4), "illegal")
    assert str(illegal.text) == f"a stone of Black was moved, but {due}"
    assert (illegal.rule, illegal.seen) == ("linja.not_yours", "0-1")


def test_a_tile_turned_and_a_stone_slid_in_one_turn() -> None:
    """The rotation is a whole turn; the stone goes back."""
    desk = Desk("connexoh").started()
    desk.hand()
    desk.put(a2="2w", a1="0")
    illegal = only(desk.look(6), "illegal")
    assert (illegal.rule, illegal.seen) == ("table.second_stone", "a2@180")
    assert str(illegal.next) == "move a white stone from a2 to a1"


def test_a_capture_as_in_draughts() -> None:
    """The rule that the move breaks is named, though the stone jumped over was taken off."""
    desk = Desk("loa", "7w/8/8/8/8/8/8/bw5b b").started()
    desk.hand()
    desk.put(a1="empty", b1="empty", d1="b")
    illegal = only(desk.look(8), "illegal")
    assert (illegal.rule, illegal.seen) == ("loa.enemy_jumped", "a1-d1")
    assert str(illegal.next) == "move a black stone from d1 to a1"


def test_a_stone_knocked_off_by_a_legal_move_comes_back(loa: Desk) -> None:
    """The move is not undone for it."""
    loa.hand()
    loa.put(c1="empty", a3="b", a4="empty")
    assert str(only(loa.look(8), "disturbed").next) == "put a white stone on a4"
    loa.put(a4="w")
    assert "move_played" in names(loa.hand() + loa.look())
    assert loa.record == ["c1xa3"]


@pytest.mark.parametrize(
    ("name", "position", "off"),
    [
        ("connexoh", None, {"a1": "0", "b6": "0"}),
        ("linja", "0,3,1,1,1,0,0,6/4,3,0,2,0,1,2,0 w i 0", {"a1": "empty", "f3": "empty"}),
    ],
)
def test_two_stones_knocked_off_are_nobodys_move(
    name: str, position: str | None, off: dict[str, str]
) -> None:
    """One of each player's: neither was moved as it may not be."""
    desk = Desk(name, position).started()
    desk.hand()
    desk.put(**off)
    assert names(desk.look(16)) == ["disturbed"]


def test_a_reply_amid_a_turn_is_the_offence_of_who_made_it() -> None:
    """The other player, whose first move was legal, is to rule on it."""
    desk = Desk("linja", policy="tournament").started()
    desk.hand()
    carry(desk, "w", 8, 7)
    carry(desk, "b", 1, 2)
    desk.look(8)
    desk.command("reject")
    assert desk.state.table.offences == (1, 0)


@pytest.mark.parametrize("moves", [(), ("0-1",)])
def test_a_reply_to_a_turn_that_may_stop_there_is_told_its_own_mistake(
    moves: tuple[str, ...],
) -> None:
    """It was Black's turn, as it is after a reply that is legal."""
    desk = Desk("linja", rules={"followup": "optional"}).started()
    desk.play(*moves)
    desk.hand()
    if not moves:
        carry(desk, "w", 8, 7)
    carry(desk, "b", 1, 3)
    illegal = only(desk.look(8), "illegal")
    assert (illegal.rule, illegal.seen) == ("linja.distance", "0-2")


def test_a_move_that_nothing_shows_is_not_aimed_at(loa: Desk) -> None:
    """A stone was knocked off; of two squares a move might lead between, nothing can be seen."""
    loa.alike = dict.fromkeys(("b1", "b3"), frozenset({"empty", "b"}))
    loa.hand()
    loa.put(a4="empty")
    assert names(loa.look(8)) == ["disturbed"]
    assert loa.state.aim.node.position == loa.position  # type: ignore[union-attr]


def test_a_capture_after_two_moves_taken_back_is_asked_about(loa: Desk) -> None:
    """It looks like a legal move beside which a stone was knocked off."""
    loa.play("c1-c3", "a3-c5")
    loa.hand()
    loa.put(c3="empty", a3="b", c5="empty")
    assert only(loa.look(8), "choose").moves == ("take_back 2 c1xa3",)


def test_a_stone_moved_as_in_draughts_is_bound_to_move() -> None:
    """As one is that was moved as it may not be without a capture."""
    desk = Desk("loa", "7w/8/8/8/8/8/8/bw5b b", policy="strict").started()
    desk.hand()
    desk.put(a1="empty", b1="empty", d1="b")
    desk.look(8)
    desk.restore()
    assert only(desk.look(6), "illegal").rule == "table.touched_stone"


def test_a_legal_move_left_without_a_stone_gives_the_turn_on(loa: Desk) -> None:
    """Whoever says that the board is right as it stands has seen the move shown as made."""
    loa.hand()
    loa.put(c1="empty", a3="b", a4="empty")
    loa.look(8)
    assert only(loa.command("accept_board"), "move_played").turn_over


def test_two_tiles_turned_by_one_player_and_left_give_the_turn_on() -> None:
    """It was none of the orders in which each player may have turned one."""
    desk = Desk("connexoh").started()
    desk.hand()
    desk.put(c3="2", d5="1")
    only(desk.look(12), "choose")
    desk.command("reject")
    assert only(desk.command("accept_board"), "move_played").turn_over


def test_a_stone_knocked_off_amid_a_turn_does_not_end_it() -> None:
    """Ending it shows nowhere, so it is no move that went along with that."""
    desk = Desk("linja", rules={"followup": "optional"}).started()
    desk.play("0-1")
    desk.hand()
    desk.put(a1="empty")
    assert names(desk.look(8)) == ["disturbed"]
    assert desk.state.aim.node.text == desk.state.line.now.text  # type: ignore[union-attr]
