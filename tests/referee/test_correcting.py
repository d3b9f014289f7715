"""Boards that show nothing legal: why, what to do, and how the game goes on."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pi_board.referee.phases import SettingUp
from pi_board.referee.watch import Sensor, Watch
from tests.referee.desk import Desk, names, only


def test_a_wrong_distance_is_explained_once(loa: Desk) -> None:
    """About a second after the board is still, the rule is named, and then no more."""
    loa.hand()
    loa.put(c1="empty", c4="b")
    assert names(loa.look(2)) == []
    illegal = only(loa.look(1), "illegal")
    assert (illegal.seen, illegal.rule, illegal.sites) == ("c1-c4", "loa.distance", ("c1", "c4"))
    assert "2 stones stand on the line" in str(illegal.text)
    assert str(illegal.next) == "move a black stone from c4 to c1"
    assert names(loa.look(20)) == []
    loa.hand()
    assert names(loa.look(6)) == []


def test_putting_it_right_is_acknowledged(loa: Desk) -> None:
    """`restored`, and the game goes on as before."""
    loa.put(c1="empty", c4="b")
    loa.look(4)
    loa.hand()
    loa.restore()
    assert names(loa.look()) == ["restored"]
    assert names(loa.play("c1-c3")) == ["move_played"]


def test_an_illegal_move_may_be_followed_by_a_legal_one_at_once(loa: Desk) -> None:
    """Instead of putting the stone back it may be put where it could have gone."""
    loa.put(c1="empty", c4="b")
    loa.look(4)
    assert names(loa.play("c1-c3")) == ["restored", "move_played"]


@pytest.mark.parametrize("is_hand_seen", [True, False])
def test_a_move_and_its_reply_on_a_wrong_board_are_asked_about(
    loa: Desk, is_hand_seen: bool
) -> None:
    """After a complaint other things than two moves may have led there; nothing is recorded until
    somebody says so.
    """
    loa.put(c1="empty", c4="b")
    loa.look(4)
    if is_hand_seen:
        loa.hand()
    loa.restore()
    loa.bring("c1-c3", "a2-c2")
    said = loa.look(10)
    assert loa.record == []
    assert only(said, "choose").moves == ("c1-c3 a2-c2",)
    played = loa.command("choose", "c1-c3 a2-c2")
    assert names(played) == ["restored", "move_played", "move_played"]


def test_a_turn_of_two_small_moves_on_a_wrong_board_is_believed(linja: Desk) -> None:
    """It is what a player does in one go instead of what was complained of."""
    linja.put(a1="empty")
    linja.look(16)
    linja.restore()
    linja.hand()
    linja.bring("0-1", "/0-2")
    assert names(linja.look(3)) == ["restored", "move_played", "move_played"]


def test_another_mistake_is_another_complaint(loa: Desk) -> None:
    """What is said is repeated only when something changes."""
    loa.put(c1="empty", c4="b")
    loa.look(4)
    loa.hand()
    loa.put(c4="empty", c5="b")
    assert only(loa.look(6), "illegal").seen == "c1-c5"


def test_the_other_player_may_not_move(loa: Desk) -> None:
    """White moved, but it is Black's turn."""
    loa.put(a2="empty", c2="w")
    illegal = only(loa.look(4), "illegal")
    assert (illegal.rule, illegal.seen) == ("loa.not_yours", "a2-c2")


def test_an_illegal_capture_is_written_as_one(loa: Desk) -> None:
    """As every move text of a capture is, with an x."""
    loa.put(d1="empty", h5="b")
    illegal = only(loa.look(4), "illegal")
    assert (illegal.rule, illegal.seen) == ("loa.distance", "d1xh5")


def test_a_captured_stone_left_on_the_board(loa: Desk) -> None:
    """A legal capture, with the captured stone put down beside it."""
    loa.hand()
    loa.put(c1="empty", a3="b", d5="w")
    illegal = only(loa.look(4), "illegal")
    assert (illegal.rule, illegal.seen) == ("table.captured_left", "c1xa3")
    assert str(illegal.next) == "take a white stone off d5"
    loa.put(d5="empty")
    assert names(loa.hand() + loa.look()) == ["obstructed", "clear", "restored", "move_played"][2:]


def test_a_second_stone_nudged(loa: Desk) -> None:
    """A legal move, and a neighbour taken along."""
    loa.hand()
    loa.put(b1="empty", b3="b", f8="empty", f7="b")
    illegal = only(loa.look(4), "illegal")
    assert (illegal.rule, illegal.seen) == ("table.second_stone", "b1-b3")
    assert illegal.sites == ("f7", "f8")


def test_linja_follow_up_of_the_wrong_length(linja: Desk) -> None:
    """The follow-up was one row, it must be two."""
    linja.play("2-3")
    linja.hand()
    row1, row2 = linja.layout.groups[7], linja.layout.groups[5]
    sites = linja.layout.sites
    white = next(sites[s] for s in row1 if linja.board.labels[s] == linja.layout.label("w"))
    empty = next(sites[s] for s in linja.layout.groups[4] if not linja.board.labels[s])
    assert row2
    linja.put(**{white: "empty", empty: "w"})
    illegal = only(linja.look(4), "illegal")
    assert (illegal.seen, illegal.rule) == ("/0-3", "linja.distance")


def test_linja_wrong_player(linja: Desk) -> None:
    """A black stone moved in White's turn cannot be told by rows, and is told all the same."""
    sites, board = linja.layout.sites, linja.board
    black = next(sites[s] for s in linja.layout.groups[0] if board.labels[s])
    empty = next(sites[s] for s in linja.layout.groups[1] if not board.labels[s])
    linja.put(**{black: "empty", empty: "b"})
    assert only(linja.look(4), "illegal").rule == "linja.not_yours"


def test_a_protected_tile(connexoh: Desk) -> None:
    """The tile just turned may not be turned by the opponent."""
    connexoh.play("a2@180")
    connexoh.put(a2="3")
    illegal = only(connexoh.look(4), "illegal")
    assert (illegal.seen, illegal.rule) == ("a2@90", "connexoh.protected")


def test_a_knocked_board_is_repaired_step_by_step(loa: Desk) -> None:
    """Missing and extra stones are paired; each step done, the next one is named."""
    loa.put(b1="empty", b2="b", a5="empty", b5="w", h7="empty", g6="w")
    disturbed = only(loa.look(4), "disturbed")
    assert {w.site for w in disturbed.wrong} == {"b1", "b2", "a5", "b5", "h7", "g6"}
    assert str(disturbed.next) == "move a black stone from b2 to b1"
    loa.put(b1="b", b2="empty")
    again = only(loa.hand() + loa.look(4), "disturbed")
    assert str(again.next) == "move a white stone from b5 to a5"
    loa.restore()
    assert names(loa.hand() + loa.look()) == ["restored"]


def test_a_move_out_of_turn_is_accepted_as_that_of_who_made_it(loa: Desk) -> None:
    """White moved although Black was to move: then it is Black's turn still."""
    loa.put(a2="empty", c2="w")
    assert only(loa.look(4), "illegal").rule == "loa.not_yours"
    played = only(loa.command("accept_board"), "move_played")
    assert (played.move, played.player, played.turn_over) == ("a2-c2", "w", True)
    assert played.position.endswith(" b")


def test_who_moved_out_of_turn_does_not_get_the_move_by_what_is_knocked_over(loa: Desk) -> None:
    """White moved although Black was to move, and a stone went with the hand that left: which move
    it was cannot be told any more, but whose.
    """
    loa.put(a2="empty", c2="w")
    assert only(loa.look(4), "illegal").rule == "loa.not_yours"
    loa.put(b1="empty", b2="b")
    assert names(loa.look(1)) == []
    played = only(loa.command("accept_board"), "move_played")
    assert (played.move, played.player, played.turn_over) == ("board", "b", False)
    assert played.position == "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/1bw4w/2bbbbb1 b"


@pytest.mark.parametrize("is_covered", [False, True])
def test_a_move_out_of_turn_counts_against_who_made_it(is_covered: bool) -> None:
    """Also if it is rejected while a hand, perhaps to put it right, hides what was done."""
    desk = Desk("loa", policy="tournament").started()
    desk.put(a2="empty", c2="w")
    desk.look(4)
    if is_covered:
        desk.hand()
    desk.command("reject")
    assert desk.state.table.offences == (0, 1)


def test_the_board_as_it_stands_can_be_accepted(loa: Desk) -> None:
    """An explicit command, once no hand hides it; the move is recorded as one that broke a rule."""
    loa.put(c1="empty", c4="b")
    loa.look(4)
    loa.hand()
    refused = only(loa.command("accept_board"), "illegal")
    assert (refused.rule, refused.sites) == ("table.board_unseen", ("a1",))
    loa.look()
    played = only(loa.command("accept_board"), "move_played")
    assert (played.move, dict(played.extra)["accepted_illegal"]) == ("c1-c4", True)
    assert played.position == "1bbbbbb1/w6w/w6w/w6w/w1b4w/w6w/w6w/1b1bbbb1 w"
    assert loa.look(4) == []
    loa.position = loa.state.line.now.position
    reply = loa.game.move_text(loa.game.legal_moves(loa.position)[0])
    assert names(loa.play(reply)) == ["move_played"]


def test_a_board_accepted_after_no_move_leaves_the_turn_as_it_was(loa: Desk) -> None:
    """Somebody has knocked over stones of both players, and they were put up elsewhere."""
    loa.put(b1="empty", c1="empty", a2="empty", b2="b", c3="b", d4="w")
    assert names(loa.look(4)) == ["disturbed"]
    played = only(loa.command("accept_board"), "move_played")
    assert (played.turn_over, played.position[-2:]) == (False, " b")


def test_any_board_can_be_played_from() -> None:
    """While setting up, accepting the board starts the game from what stands there."""
    desk = Desk("linja")
    desk.put(a1="empty")
    desk.look()
    started = only(desk.command("accept_board"), "game_started")
    assert started.position == "6,1,1,1,1,1,1,0/0,1,1,1,1,1,1,5 w i 0"


@pytest.mark.parametrize("command", ["new_game", "resign"])
def test_the_game_after_one_from_another_board_begins_as_usual(command: str) -> None:
    """Whether it is asked for, or the board is set up anew after the end."""
    desk = Desk("loa")
    desk.put(b1="empty")
    desk.look()
    desk.command("accept_board")
    desk.command(command, "b")
    desk.put(c1="empty", d1="empty", e1="empty")  # the board is cleared
    desk.look(4)
    desk.put(c1="b", d1="b", e1="b")
    assert "game_started" not in names(desk.look(4))
    desk.restore()
    assert only(desk.look(4), "game_started").position == desk.game.position_text(desk.position)


def test_the_start_stands_if_people_say_so() -> None:
    """Of a stone that does not show they know that it is there."""
    desk = Desk("loa")
    desk.put(a2="empty")
    assert only(desk.look(), "setup").wrong == ("a2",)
    setup, started = desk.command("confirm")
    assert setup.wrong == ()
    assert desk.state.watch.glances == ()
    assert started.position == "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b"
    desk.restore()
    assert names(desk.play("c1-c3")) == ["move_played"]


def test_nobody_means_that_a_start_stands_which_is_hardly_begun() -> None:
    """The button is pressed by mistake while stones are put down, or before a board is seen."""
    desk = Desk("loa")
    assert desk.command("confirm") == []
    desk.put(**{f"{file}{rank}": "empty" for file in "bcdefg" for rank in (1, 8)})
    desk.look()
    assert desk.command("confirm") == []
    desk.restore()
    assert names(desk.look())[-1] == "game_started"


@pytest.mark.parametrize(
    ("name", "layout", "most"),
    [("loa", 0, 7), ("linja", 0, 5), ("linja", 1, 0), ("connexoh", 0, 4)],
)
def test_so_much_may_be_misread_of_a_start(name: str, layout: int, most: int) -> None:
    """A stone in nine or so; of lanes nothing, for none is remembered that is misread."""
    desk = Desk(name, layout=layout)
    layout_ = desk.layout
    state = SettingUp(desk.state.table, Watch(layout=layout_), layout_.sites[:most])
    assert state.nearly == (most > 0)
    assert not replace(state, said=layout_.sites[: most + 1]).nearly
    assert not replace(state, watch=Watch(layout=layout_, sensor=Sensor(feels=True))).nearly


def test_what_is_seen_now_counts_when_people_say_that_a_start_stands() -> None:
    """Somebody may have taken stones off since it was last said what is wrong."""
    desk = Desk("loa")
    desk.put(a2="empty")
    desk.look(4)
    desk.put(**{f"{file}{rank}": "empty" for file in "bcdefg" for rank in (1, 8)})
    desk.look(1)
    assert desk.command("confirm") == []


def test_a_hand_over_the_board_is_waited_for_before_the_start_is_said_to_stand() -> None:
    """Nothing could be learnt of what it hides."""
    desk = Desk("loa")
    desk.put(a2="empty")
    desk.look()
    desk.take(desk.observation(obstructed=("d4",)))
    assert desk.command("confirm") == []


@pytest.mark.parametrize("name", ["accept_board", "accept", "reject", "agree_draw", "decline_draw"])
def test_what_is_meant_for_another_moment_changes_nothing(linja: Desk, name: str) -> None:
    """While the game goes on as it should there is nothing to answer."""
    before = linja.state
    assert linja.command(name) == []
    assert linja.state == before


def test_tournament_offences_count() -> None:
    """The third rejected illegal move loses the game."""
    desk = Desk("loa", policy="tournament").started()
    for _ in range(2):
        desk.put(c1="empty", c4="b")
        assert "illegal" in names(desk.look(4))
        assert desk.command("reject") == []
        desk.restore()
        assert names(desk.hand() + desk.look()) == ["restored"]
    desk.put(c1="empty", c4="b")
    desk.look(4)
    over = only(desk.command("reject"), "game_over")
    assert (over.outcome, over.reason) == ("w", "forfeit")


def test_a_tournament_opponent_may_accept() -> None:
    """An accepted illegal move stands, and it is the opponent's turn."""
    desk = Desk("loa", policy="tournament").started()
    desk.put(c1="empty", c4="b")
    desk.look(4)
    assert only(desk.command("accept"), "move_played").turn_over
    assert desk.state.line.now.to_move == "w"


def test_clearing_the_board_in_the_middle_is_disturbed_once(loa: Desk) -> None:
    """No move is made of it, and putting the stones back restores the game."""
    loa.play("b1-b3", "a2-c2")
    loa.put(**dict.fromkeys(loa.layout.sites, "empty"))
    assert names(loa.look(10)) == ["disturbed"]
    loa.restore()
    assert names(loa.look(4)) == ["restored"]
    assert loa.record == ["b1-b3", "a2-c2"]
