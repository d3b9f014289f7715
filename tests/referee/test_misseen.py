"""Stones that none can be, where a move was just made: a lamp is mirrored there, say."""

import pytest

from pi_board.core.cause import Cause
from pi_board.core.events import ReaderChanged
from pi_board.referee.placing import NO_POSITION
from pi_board.referee.resuming import resume
from pi_board.referee.standing import compared
from tests.referee.desk import Desk, names, only

# Black's stone on d4 may take the white one on a7, or go to b4, e5 and others
MIDGAME = "1bbbbbb1/w6w/w6w/w6w/3b2w1/w6w/w6w/1bbb1bb1 b"


def moved(desk: Desk, text: str, **seen: str) -> None:
    """A hand makes the move; then these squares show that."""
    desk.hand()
    desk.bring(text)
    desk.put(**seen)


def test_a_stone_of_the_other_colour_is_asked_about_and_not_called_wrong() -> None:
    """The other player's cannot have come from nowhere."""
    desk = Desk("loa").started()
    moved(desk, "b1-b3", b3="w")
    said = desk.look(8)
    assert only(said, "choose").moves == ("b1-b3",)
    assert not {"disturbed", "illegal"} & set(names(said))
    assert only(desk.command("choose", "b1-b3"), "move_played").move == "b1-b3"


def test_it_is_believed_once_the_other_player_has_replied() -> None:
    """Nobody replies to what was not played."""
    desk = Desk("loa").started()
    moved(desk, "b1-b3", b3="w")
    assert names(desk.look(2)) == []
    moved(desk, "a6-c6", b3="w")
    assert [event.move for event in desk.look(3) if event.name == "move_played"] == desk.record
    assert desk.record == ["b1-b3", "a6-c6"]


def test_a_reply_that_looks_so_is_asked_about_with_the_move_before() -> None:
    """Nobody has replied to it."""
    desk = Desk("loa").started()
    desk.hand()
    desk.bring("b1-b3", "a6-c6")
    desk.put(c6="b")
    assert only(desk.look(8), "choose").moves == ("b1-b3 a6-c6",)


@pytest.mark.parametrize(
    "seen",
    [
        {"d4": "empty"},  # it may capture on a7, or be in the hand
        {"d4": "empty", "c4": "w"},  # it may not go there
        {"e5": "w"},  # nothing has left d4
        {"d4": "empty", "e5": "w", "h7": "empty"},  # that white stone came from h7
        {"d4": "w"},  # turned over where it lay
        {"d4": "w", "a7": "b"},  # the white stone that it took was put there
    ],
)
def test_what_is_no_such_move_is_not_asked_about(seen: dict[str, str]) -> None:
    """Else every white stone somewhere would be a black one's move."""
    desk = Desk("loa", MIDGAME).started()
    desk.hand()
    desk.put(**seen)
    assert not {"choose", "move_played"} & set(names(desk.look(12)))


def test_a_stone_too_many_on_a_tile_to_which_one_slid_is_asked_about() -> None:
    """All of that player's lie where they lay."""
    desk = Desk("connexoh", "0b0b0b0b0b0b/000000/000000/000000/001000/0w0w0w0w0w0w w -").started()
    moved(desk, "c1-c2", c2="1x")
    assert only(desk.look(8), "choose").moves == ("c1-c2",)


def test_another_stone_than_the_touched_one_is_not_asked_about() -> None:
    """However it looks, it does not count under the strict policy."""
    desk = Desk("loa", policy="strict").started()
    desk.hand()
    desk.put(e1="empty")
    desk.look(3)
    desk.hand()
    desk.restore()
    assert only(desk.look(3), "illegal").sites == ("e1",)
    moved(desk, "b1-b3", b3="w")
    assert only(desk.look(8), "illegal").seen == "b1-b3"


def test_what_is_misseen_for_good_stops_no_game_and_tells_of_the_next_moves() -> None:
    """Another program's reader, or one that learns nothing, goes on saying that a white stone lies
    there, where nobody can put anything right.
    """
    desk = Desk("loa").started()
    moved(desk, "b1-b3", b3="w")
    desk.look(8)
    desk.command("choose", "b1-b3")
    assert names(desk.look(8)) == []
    assert compared(desk.state, desk.observation()).wrong == ()
    moved(desk, "a6-c6", b3="w")
    assert only(desk.look(), "move_played").move == "a6-c6"
    moved(desk, "b3-b5")
    assert only(desk.look(), "move_played").move == "b3-b5"
    desk.hand()
    desk.put(b5="w")  # turned over later, by a sleeve or for fun
    assert "disturbed" in names(desk.look(12))
    desk.restore()
    assert names(desk.look()) == ["restored"]


def test_what_is_misseen_is_known_though_a_hand_comes_with_the_answer() -> None:
    """Whoever touches the screen may reach over the board."""
    desk = Desk("loa").started()
    moved(desk, "b1-b3", b3="w")
    desk.look(8)
    desk.hand()
    assert names(desk.command("choose", "b1-b3")) == ["move_played"]
    assert names(desk.look(12)) == []


def test_what_captures_on_a_place_that_is_misseen_is_asked_about() -> None:
    """It looks the same before and after, and the stone that is gone may be in the hand."""
    desk = Desk("loa", "1bbbbbb1/w6w/w6w/w6w/w6w/w7/w6w/1bbbbbb1 b").started()
    moved(desk, "c1-c3", c3="w")
    desk.look(8)
    desk.command("choose", "c1-c3")
    moved(desk, "a3xc3")
    said = desk.look(10)
    assert only(said, "choose").moves == ("a3xc3",)
    assert only(desk.command("choose", "a3xc3"), "move_played").move == "a3xc3"
    desk.put(c3="b")
    assert "disturbed" in names(desk.look(12))


def test_what_was_misseen_is_not_once_the_move_is_taken_back() -> None:
    """Nothing stands there any more: what is put there now is another stone."""
    desk = Desk("loa").started()
    moved(desk, "b1-b3", b3="w")
    desk.look(8)
    desk.command("choose", "b1-b3")
    desk.command("take_back")
    desk.put(b1="b", b3="empty")
    assert names(desk.look(4)) == ["restored"]
    desk.hand()
    desk.put(b3="w")
    assert names(desk.look(12)) == ["disturbed"]
    assert [wrong.site for wrong in compared(desk.state, desk.observation()).wrong] == ["b3"]


def test_what_is_misseen_after_a_power_cut_is_right_if_people_say_so() -> None:
    """Nobody remembers what was misseen before; of more stones the board lies otherwise."""
    desk = Desk("loa")
    desk.bring("b1-b3")
    desk.put(b3="w", c1="w", d1="w")
    desk.state = resume(desk.state.table, desk.layout, [("b1-b3", "")], (), None)
    assert names(desk.look(8)) == ["disturbed"]
    assert only(desk.command("accept_board"), "illegal").rule == NO_POSITION
    desk.put(c1="b", d1="b")
    desk.look(2)
    assert names(desk.command("accept_board")) == ["restored"]
    moved(desk, "a6-c6", b3="w")
    assert only(desk.look(8), "move_played").move == "a6-c6"


@pytest.mark.parametrize(
    ("name", "seen", "move"),
    [("loa", {"b1": "w", "c1": "w"}, "d8-d6"), ("connexoh", {"c3": "0b"}, "a1@90")],
)
def test_people_who_see_no_fault_in_their_start_position_play(
    name: str, seen: dict[str, str], move: str
) -> None:
    """A lamp is mirrored in two stones, or in a tile's hollow: nobody can put that right."""
    desk = Desk(name)
    desk.put(**seen)
    assert only(desk.look(4), "setup").wrong == tuple(seen)
    assert len(compared(desk.state, desk.observation()).wrong) == len(seen)
    moved(desk, move, **seen)
    setup, started, played = [one for one in desk.look(3) if one.name != "clear"]
    assert setup.wrong == ()
    assert started.name == "game_started"
    assert played.move == move
    assert names(desk.look(8)) == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"b1": "w", "c1": "w", "e1": "w"}, {}),  # so many are a wrong set-up
        ({"b1": "w", "a2": "empty"}, {}),  # a stone is wanting that may yet come
        ({"b1": "w"}, {"b1": "empty"}),  # it is being put right
        ({"b1": "w"}, {"e5": "w"}),  # that is no move
    ],
)
def test_nobody_plays_while_the_board_is_set_up(
    before: dict[str, str], after: dict[str, str]
) -> None:
    """Stones that are put elsewhere meanwhile may look like a move."""
    desk = Desk("loa")
    desk.put(**before)
    desk.look(4)
    moved(desk, "d8-d6", **before | after)
    assert set(names(desk.look(8))) <= {"clear", "setup"}


def test_a_stone_off_its_place_is_no_move_where_the_board_was_cleared_before() -> None:
    """It is set up anew, the lamp is mirrored as before, and nobody plays yet."""
    desk = Desk("loa")
    desk.put(b1="w")
    desk.look(4)
    desk.hand()
    desk.put(**dict.fromkeys(desk.layout.sites, "empty"))
    desk.look(4)
    desk.restore()
    moved(desk, "d8-d6", b1="w")
    assert set(names(desk.look(8))) <= {"clear", "setup"}


def test_no_game_begins_where_stones_hardly_show() -> None:
    """Then perhaps none are there: one that looks otherwise is not all that is wrong."""
    desk = Desk("loa")
    sites = [f"{file}{rank}" for file in "bcdefg" for rank in "18" if file + rank != "d8"]
    desk.alike = dict.fromkeys(sites, frozenset({"empty", "b"}))
    desk.lean = dict.fromkeys(sites, 0.5)
    desk.put(b1="w")
    assert len(only(desk.look(4), "setup").wrong) > 2
    moved(desk, "d8-d6", b1="w")
    assert set(names(desk.look(8))) <= {"clear", "setup"}


def test_what_people_say_to_stand_though_it_looks_otherwise_stops_no_game() -> None:
    """They see their board, and its reader goes on as before."""
    desk = Desk("loa")
    wrong = {"b1": "w", "c1": "w", "a2": "empty"}
    desk.put(**wrong)
    desk.look(4)
    assert names(desk.command("confirm")) == ["setup", "game_started"]
    assert names(desk.look(8)) == []
    moved(desk, "d8-d6", **wrong)
    assert only(desk.look(3), "move_played").move == "d8-d6"


def test_a_clock_pressed_after_the_first_move_does_not_make_that_misseen() -> None:
    """Else the first move is lost, though the start that looked wrong stands."""
    desk = Desk("loa", confirm=True)
    desk.put(b1="w")
    desk.look(4)
    moved(desk, "d8-d6", b1="w")
    desk.look(1)
    assert desk.command("confirm") == []
    assert names(desk.look(3)) == ["setup", "game_started"]
    assert only(desk.command("confirm"), "move_played").move == "d8-d6"


def test_what_another_reader_felt_before_the_first_move_is_forgotten() -> None:
    """The new one may be a camera, which feels nothing."""
    desk = Desk("loa")
    desk.put(b1="w")
    desk.look(1, touched=("b1",))
    desk.look(4)
    desk.take(ReaderChanged(desk.t, desk.frame, "reed", "camera", Cause("unplugged")))
    desk.look(4)
    moved(desk, "d8-d6", b1="w")
    assert only(desk.look(6), "move_played").move == "d8-d6"
    assert not desk.state.watch.sensor.feels
