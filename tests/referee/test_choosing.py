"""What cannot be told is asked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pi_board.referee.phases import Playing
from pi_board.referee.standing import labels_now
from tests.referee.desk import Desk, names, only


def two_rotations(desk: Desk) -> list[str]:
    """Two tiles are turned before anybody looks: which was first decides what is protected."""
    desk.hand()
    desk.bring("c3@180", "f5@90")
    return list(only(desk.look(4), "choose").moves)


def test_two_orders_with_different_consequences_are_asked_about(connexoh: Desk) -> None:
    """Once, with both explanations as answers."""
    assert sorted(two_rotations(connexoh)) == ["c3@180 f5@90", "f5@90 c3@180"]
    assert names(connexoh.look(6)) == []


def test_one_move_alone_is_confirmed_by_a_button(connexoh: Desk) -> None:
    """Of several, somebody has to say which."""
    two_rotations(connexoh)
    assert connexoh.command("confirm") == []
    desk = Desk("loa").started()
    held = desk.board
    desk.play("b1-b3")
    desk.hand()
    desk.board = held.with_label(desk.layout.site("c1"), desk.layout.label("empty"))
    desk.put(c3="b")
    assert only(desk.look(8), "choose").moves == ("c1-c3",)
    assert only(desk.command("confirm"), "move_revised").move == "c1-c3"


def seen_unsteadily(desk: Desk) -> None:
    """One tile is misread once, so that moves are looked at for longer."""
    seen = desk.observation()
    tile, turned = desk.layout.site("e2"), desk.layout.labels.index("1")
    row = tuple(0.0 if one == turned else -5.0 for one in range(len(desk.layout.labels)))
    desk.take(replace(seen, looks=(*seen.looks[:tile], row, *seen.looks[tile + 1 :])))
    desk.t += 0.5
    desk.look(2)


def a_slide_later() -> Desk:
    """A game of Connex'oh in which White may slide a1-a2."""
    desk = Desk("connexoh")
    begun = desk.game.start()
    for text in ("a2@180", "f5@90"):
        begun = desk.game.play(begun, desk.game.parse_move(begun, text))
    return Desk("connexoh", desk.game.position_text(begun)).started()


@pytest.mark.parametrize("stirred", [False, True])
@pytest.mark.parametrize(("looks", "told"), [(1, False), (2, True)])
def test_a_tile_turned_before_another_hand_came_is_the_first(
    connexoh: Desk, looks: int, told: bool, stirred: bool
) -> None:
    """Seen for as long as moves are looked at, though an unsteady eye wants more, whatever stirs; a
    glimpse of it is too little.
    """
    seen_unsteadily(connexoh)
    connexoh.hand()
    connexoh.bring("c3@180")
    assert names(connexoh.look(looks, stirred=stirred)) == []
    connexoh.hand()
    connexoh.bring("f5@90")
    said = connexoh.look(5)
    assert connexoh.record == (["c3@180", "f5@90"] if told else [])
    assert ("choose" in names(said)) != told


@pytest.mark.parametrize("turned", ["c5@180", "a1@180"])
@pytest.mark.parametrize(
    ("stirred", "asked"),
    [
        ((False, False), True),
        ((True, False), True),
        ((False, True), True),
        ((False,), False),
        ((True, True), False),
    ],
)
def test_a_turned_tile_is_asked_about_if_a_stone_has_come_and_gone_meanwhile(
    stirred: tuple[bool, ...], asked: bool, turned: str
) -> None:
    """White has moved and moved back, so it was Black who turned it, and not White. A stone that
    lay there for a moment was only tried; while something stirs it may be a hand that is not seen.
    """
    desk = a_slide_later()
    begun = desk.position
    seen_unsteadily(desk)
    desk.hand()
    desk.bring("a1-a2")
    for one in stirred:
        assert names(desk.look(1, stirred=one)) == []
    desk.hand()
    if turned == "a1@180":
        desk.bring("c5@180", "a2-a1")
        desk.position = begun
        desk.bring(turned)
    else:
        desk.bring(turned, "a2-a1")
    said = desk.look(6)
    assert desk.record == ([] if asked else [turned])
    if asked:
        assert only(said, "choose").moves == (turned,)


@pytest.mark.parametrize(
    ("tile", "labels", "lean"),
    [("a1", {"0", "0w"}, 0.0), ("a1", {"0", "0w"}, -3.0), ("a2", {"2", "2w"}, 3.0)],
)
def test_a_stone_may_have_moved_and_back_though_one_of_both_tiles_hardly_tells(
    tile: str, labels: set[str], lean: float
) -> None:
    """It shines where the stone came from, or where it lay meanwhile, as if nothing had changed."""
    desk = a_slide_later()
    seen_unsteadily(desk)
    desk.alike, desk.lean = {tile: frozenset(labels)}, {tile: lean}
    desk.hand()
    desk.bring("a1-a2")
    desk.look(2)
    desk.alike, desk.lean = {}, {}
    desk.hand()
    desk.bring("c5@180", "a2-a1")
    assert "choose" in names(desk.look(6))
    assert desk.record == []


@pytest.mark.parametrize("between", [("a1-a2",), ("a1-a2", "a1@90"), ("a1-a2", "e2@90")])
def test_whatever_was_undone_meanwhile_a_stone_that_had_moved_is_asked_about(
    between: tuple[str, ...],
) -> None:
    """Also if the tile that it left was turned."""
    desk = a_slide_later()
    begun = desk.position
    seen_unsteadily(desk)
    desk.hand()
    desk.bring(*between)
    desk.look(2)
    desk.hand()
    desk.position = begun
    desk.restore()
    desk.bring("c5@180")
    assert "choose" in names(desk.look(6))
    assert desk.record == []


@pytest.mark.parametrize("hands", [1, 2])
def test_a_turned_tile_is_asked_about_if_a_stone_may_have_slid_to_it_unseen(hands: int) -> None:
    """Both tiles glare: nobody knows whether White has moved first, so that Black turned it."""
    desk = a_slide_later()
    desk.alike = {"a1": frozenset({"0", "0w"}), "a2": frozenset({"2", "2w"})}
    desk.look(2)
    desk.hand()
    desk.bring("a1-a2")
    if hands == 2:
        desk.look(2)
        desk.hand()
    desk.alike["a2"] = frozenset({"3", "3w"})
    desk.bring("a2@90")
    assert "a1-a2 a2@90" in only(desk.look(6), "choose").moves
    assert desk.record == []


def test_a_turned_tile_is_not_asked_about_if_there_was_a_stone_too_many_meanwhile() -> None:
    """None comes from nowhere: a hollow in a shadow was taken for a stone."""
    desk = Desk("connexoh").started()
    seen_unsteadily(desk)
    desk.hand()
    desk.put(c3="0b")
    desk.look(2)
    desk.hand()
    desk.restore()
    desk.bring("f5@90")
    assert names(desk.look(6)) == ["move_played"]
    assert desk.record == ["f5@90"]


@pytest.mark.parametrize("empty", [{"f6": 1.5}, {"f6": 2.8, "f5": 1.7}])
def test_a_turned_tile_is_not_asked_about_if_a_stone_hardly_showed_meanwhile(
    empty: dict[str, float],
) -> None:
    """Black on black: none goes nowhere. Fingers over two tiles leave as little of it."""
    desk = Desk("connexoh").started()
    seen_unsteadily(desk)
    desk.hand()
    desk.alike, desk.lean = dict.fromkeys(empty, frozenset({"0", "0b"})), empty
    desk.look(2)
    desk.alike, desk.lean = {}, {}
    desk.hand()
    desk.bring("f5@90")
    assert names(desk.look(6)) == ["move_played"]
    assert desk.record == ["f5@90"]


@pytest.mark.parametrize(("looks", "glimpses"), [(3, 1), (2, 1), (3, 2)])
def test_what_was_turned_back_before_is_not_the_first_of_two(looks: int, glimpses: int) -> None:
    """One tile was tried, then another one was turned, and then the first by the other player."""
    desk = Desk("connexoh").started()
    seen_unsteadily(desk)
    start = desk.position
    desk.hand()
    desk.bring("c3@180")
    assert names(desk.look(looks)) == []
    desk.hand()
    desk.position = start
    desk.restore()
    desk.bring("f5@90")
    assert names(desk.look(glimpses, step_s=0.4)) == []
    desk.hand()
    desk.bring("c3@180")
    desk.look(8)
    assert desk.record in ([], ["f5@90", "c3@180"])


@pytest.mark.parametrize("last", ["c3@180", "f5@90"])
def test_a_tile_turned_on_or_back_is_not_asked_about(
    monkeypatch: pytest.MonkeyPatch, last: str
) -> None:
    """By an eye that is as sure as they come: who turns a tile may turn it further, or another."""
    monkeypatch.setattr("tests.referee.desk.SURE", 14.0)
    desk = Desk("connexoh").started()
    seen_unsteadily(desk)
    start = desk.position
    desk.hand()
    desk.bring("c3@90")
    assert names(desk.look(2)) == []
    desk.hand()
    desk.position = start
    desk.restore()
    desk.bring(last)
    assert names(desk.look(6)) == ["move_played"]
    assert desk.record == [last]


def test_the_answer_is_played(connexoh: Desk) -> None:
    """Whoever was there says what happened."""
    two_rotations(connexoh)
    assert names(connexoh.command("choose", "f5@90 c3@180")) == ["move_played", "move_played"]
    assert connexoh.record == ["f5@90", "c3@180"]


def test_another_answer_changes_nothing(connexoh: Desk) -> None:
    """Only what was asked about can be chosen."""
    two_rotations(connexoh)
    assert connexoh.command("choose", "a1@90") == []
    assert connexoh.record == []


def test_the_question_is_void_when_the_board_is_put_back(connexoh: Desk) -> None:
    """The position stands again, and the game goes on from it."""
    two_rotations(connexoh)
    connexoh.position = connexoh.game.start()
    connexoh.restore()
    connexoh.hand()
    assert names(connexoh.look()) == []
    assert isinstance(connexoh.state, Playing)
    connexoh.bring("a1@90")
    assert names(connexoh.hand() + connexoh.look()) == ["move_played"]


def test_equal_consequences_are_not_asked_about(linja: Desk) -> None:
    """Two orders of the same small moves that lead to the same position are one explanation."""
    linja.hand()
    linja.bring("2-3", "/6-7")
    assert "choose" not in names(linja.look(6))


TWO_WAYS = "5,0,3,1,1,1,1,0/0,1,1,1,1,1,1,6 b i 0"  # 2-3 /0-2 and 0-1 /1-3 lead to the same


def test_other_moves_that_lead_to_the_same_are_asked_about() -> None:
    """Between sticks; the record is to say what was played."""
    linja = Desk("linja", TWO_WAYS, layout=1).started()
    linja.hand()
    linja.bring("2-3", "/0-2")
    assert sorted(only(linja.look(4), "choose").moves) == ["0-1 /1-3", "2-3 /0-2"]


@pytest.mark.parametrize("moves", [("0-1", "/1-3"), ("2-3", "/0-2")])
def test_a_glimpse_tells_moves_that_lead_to_the_same(moves: tuple[str, str]) -> None:
    """What lay there in between is no position on the way of the others."""
    linja = Desk("linja", TWO_WAYS, layout=1).started()
    linja.hand()
    linja.bring(moves[0])
    linja.look(1)
    linja.hand()
    linja.bring(moves[1])
    linja.look(4)
    assert tuple(linja.record) == moves


@pytest.mark.parametrize(("moves", "hole"), [(("0-1", "/1-3"), "a3"), (("2-3", "/0-2"), "a2")])
def test_a_glimpse_tells_them_where_a_hole_is_hard_to_read(
    moves: tuple[str, str], hole: str
) -> None:
    """It is in a row that only the others change, and looks a little more like a peg afterwards."""
    linja = Desk("linja", TWO_WAYS)
    linja.alike[hole] = frozenset({"empty", "b"})
    linja.lean[hole] = 0.3
    linja.started()
    linja.hand()
    linja.bring(moves[0])
    linja.look(1)
    linja.lean[hole] = -0.3
    linja.hand()
    linja.bring(moves[1])
    linja.look(4)
    assert tuple(linja.record) == moves


def test_holes_tell_moves_that_lead_to_the_same() -> None:
    """A peg left one of that row and another one entered it, elsewhere."""
    linja = Desk("linja", TWO_WAYS).started()
    linja.hand()
    linja.bring("2-3", "/0-2")
    shown = zip(linja.layout.sites, labels_now(linja.observation()), strict=True)
    third = {label: site for site, label in shown if site[1] == "3"}
    left, entered = third["b"], third["empty"]
    linja.put(**{left: "empty", entered: "b"})
    assert names(linja.look(4)) == ["move_played", "move_played"]
    assert linja.record == ["2-3", "/0-2"]


def test_a_turn_and_the_opponents_slide_are_not_asked_about(connexoh: Desk) -> None:
    """The stone tells whose move came last, and with it who turned the tile."""
    connexoh.play("a2@180", "f5@90")
    connexoh.hand()
    connexoh.bring("c3@180", "f6-f5")
    said = connexoh.look(4)
    assert names(said) == ["move_played", "move_played"]


def test_a_slide_and_a_turn_are_asked_about(connexoh: Desk) -> None:
    """The one who slid a stone may have turned the tile as well."""
    connexoh.play("a2@180", "f5@90")
    connexoh.hand()
    connexoh.bring("a1-a2", "c3@180")
    assert only(connexoh.look(4), "choose").moves == ("a1-a2 c3@180",)


def test_a_question_is_void_when_the_board_shows_something_else(connexoh: Desk) -> None:
    """Another pair of turns is another question."""
    two_rotations(connexoh)
    connexoh.position = connexoh.game.start()
    connexoh.restore()
    connexoh.hand()
    connexoh.bring("a3@180", "d5@90")
    assert sorted(only(connexoh.look(4), "choose").moves) == ["a3@180 d5@90", "d5@90 a3@180"]
