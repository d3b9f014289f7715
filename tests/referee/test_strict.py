"""The strict policy where a camera looks: a stone that was touched must move when it can."""

from __future__ import annotations

import pytest

from pi_board.core.stones import with_one_lifted
from pi_board.referee.phases import Correcting
from tests.referee.desk import Desk, names, only


def strict_lift(seen: int, **labels: str) -> Desk:
    """A camera sees for so many looks that stones are gone; then they are put back."""
    desk = Desk("loa", policy="strict").started()
    desk.hand()
    desk.put(**labels)
    desk.look(seen)
    desk.hand()
    desk.restore()
    return desk


@pytest.mark.parametrize("seen", [2, 12])
def test_a_stone_that_a_camera_saw_lifted_must_move_under_the_strict_policy(seen: int) -> None:
    """Put back, it is bound, also if it was held so long that it was missed."""
    desk = strict_lift(seen, b1="empty")
    assert only(desk.look(3), "illegal").sites == ("b1",)
    desk.hand()
    desk.bring("c1-c3")
    assert only(desk.look(3), "illegal").seen == "c1-c3"
    desk.position = desk.game.start()
    desk.hand()
    desk.restore()
    assert "restored" in names(desk.look(3))
    assert only(desk.play("b1-b3"), "move_played").move == "b1-b3"


def test_a_stone_put_back_under_the_hand_that_moves_another_was_touched() -> None:
    """Nobody has seen it stand in between."""
    desk = strict_lift(2, b1="empty")
    desk.bring("c1-c3")
    refused = only(desk.look(3), "illegal")
    assert (refused.rule, refused.seen, refused.sites) == ("table.touched_stone", "c1-c3", ("b1",))


@pytest.mark.parametrize(
    ("seen", "labels"),
    [
        (1, {"b1": "empty"}),
        (3, {"b1": "empty", "e1": "empty"}),
        (3, {"a2": "empty"}),
        (3, {"b1": "empty", "a2": "empty"}),
    ],
    ids=["misread once", "knocked over", "the other player's", "swept off with it"],
)
def test_what_a_camera_did_not_plainly_see_lifted_binds_nobody(
    seen: int, labels: dict[str, str]
) -> None:
    """One look may misread; two stones are not lifted for a move of one; nor is the enemy's."""
    desk = strict_lift(seen, **labels)
    assert "illegal" not in names(desk.look(3))
    assert names(desk.play("c1-c3")) == ["move_played"]


def test_a_stone_misread_as_gone_where_no_hand_came_binds_nobody() -> None:
    """The camera tells hands; a shadow came and went."""
    desk = Desk("loa", policy="strict").started()
    desk.hand()
    desk.look(2)
    desk.put(b1="empty")
    desk.look(3)
    desk.restore()
    assert "illegal" not in names(desk.look(4))
    assert names(desk.play("c1-c3") + desk.look()) == ["move_played"]


@pytest.mark.parametrize(
    ("source", "target", "other", "told"),
    [("c1", "c4", "b1-b3", True), ("a3", "c3", "b1-b3", False)],
    ids=["own", "the other player's"],
)
def test_a_stone_moved_as_it_may_not_be_must_move_under_the_strict_policy(
    source: str, target: str, other: str, told: bool
) -> None:
    """It was touched; whose stone is not to move binds nobody."""
    desk = Desk("loa", policy="strict").started()
    stone = "b" if source == "c1" else "w"
    desk.hand()
    desk.put(**{source: "empty", target: stone})
    assert only(desk.look(4), "illegal").rule != "table.touched_stone"
    desk.hand()
    desk.restore()
    rules = [event.rule for event in desk.look(4) if event.name == "illegal"]
    assert rules == ["table.touched_stone"] * told
    desk.hand()
    desk.bring(other)
    assert only(desk.look(3), "illegal" if told else "move_played")


def test_a_stone_without_a_path_binds_nobody_to_its_tile() -> None:
    """In Connex'oh a lifted stone moves along its path; at the start there is none."""
    desk = Desk("connexoh", policy="strict").started()
    desk.hand()
    desk.put(c1="0", c2="0w")
    assert only(desk.look(4), "illegal").rule == "connexoh.no_path"
    desk.hand()
    desk.restore()
    assert names(desk.look(4)) == ["restored"]


def test_a_stone_taken_off_for_a_capture_that_may_not_be_lets_the_other_one_be_bound() -> None:
    """It was touched for that; c1 does not reach a4."""
    desk = strict_lift(3, a4="empty")
    desk.hand()
    desk.put(c1="empty", a4="b")
    assert only(desk.look(4), "illegal").seen == "c1xa4"
    desk.hand()
    desk.restore()
    assert only(desk.look(4), "illegal").sites == ("c1",)


@pytest.mark.parametrize(
    ("position", "turn", "row"),
    [
        (None, ("1-2", "/0-2"), 7),
        ("6,1,1,0,2,1,0,1/0,1,1,1,1,1,1,6 b i 0", ("0-1", "/2-3"), 2),
    ],
    ids=["plain", "the first one lay beside a full row"],
)
def test_a_stone_seen_in_a_hand_for_a_follow_up_is_not_the_first_one_touched(
    position: str | None, turn: tuple[str, str], row: int
) -> None:
    """A turn of Linja in one go, in which one hand moved both of its stones."""
    desk = Desk("linja", position, policy="strict").started()
    mover = (desk.position.to_move,)
    desk.bring(turn[0])
    between = desk.board
    (look,) = with_one_lifted(desk.layout, (between.look(row),), mover)
    desk.board = between.showing(row, look, desk.rng)
    desk.hand()
    desk.look(3)
    desk.hand()
    desk.board = between
    desk.bring(turn[1])
    desk.look(4)
    assert desk.record == list(turn)


@pytest.mark.parametrize("seen", [3, 12])
def test_a_stone_that_people_lift_for_a_program_does_not_bind_it(seen: int) -> None:
    """It plays another one, and would wait for it for ever."""
    desk = Desk("loa", policy="strict").started()
    desk.command("instruct", "b c1-c3")
    desk.hand()
    desk.put(b1="empty")
    desk.look(seen)
    desk.hand()
    desk.restore()
    assert "illegal" not in names(desk.look(4))
    assert names(desk.play("c1-c3")) == ["move_played"]


def test_a_touched_stone_binds_nobody_under_the_casual_policy() -> None:
    """What was put right is done with."""
    desk = Desk("loa").started()
    desk.hand()
    desk.put(c1="empty", c4="b")
    desk.look(4)
    desk.hand()
    desk.restore()
    desk.look(4)
    assert names(desk.play("b1-b3")) == ["move_played"]


def bound_to_a4() -> Desk:
    """White is bound to move a stone that was carried to where it may not go."""
    desk = Desk("loa", policy="strict").started()
    desk.play("b1-b3")
    desk.hand()
    desk.put(a4="empty", c5="w")
    desk.look(6)
    desk.hand()
    desk.restore()
    desk.look(6)
    return desk


@pytest.mark.parametrize("legal", [True, False])
def test_a_touched_stone_binds_nobody_once_a_board_was_let_stand(legal: bool) -> None:
    """The turn passes with it, and the other player's stones are free to move."""
    desk = bound_to_a4()
    desk.hand()
    if legal:
        desk.bring("a2-c2")
    else:
        desk.put(a2="empty", e2="w")
    desk.look(8)
    assert names(desk.command("accept_board")) == ["move_played"]
    desk.position = desk.state.line.now.position
    assert desk.position.to_move == "b"
    assert only(desk.play("d8-d6" if legal else "c1-c3"), "move_played").player == "b"


def test_why_another_stone_may_not_move_is_said_as_long_as_it_stands_there() -> None:
    """Whoever looks at the screen half a minute later reads it too, and it is the same offence."""
    desk = bound_to_a4()
    desk.hand()
    desk.bring("a2-c2")
    assert only(desk.look(3), "illegal").rule == "table.touched_stone"
    assert "disturbed" not in names(desk.look(20))
    assert isinstance(desk.state, Correcting)
    assert desk.state.offence == "w"
