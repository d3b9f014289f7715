"""Reeds alone: occupied or not, and what was touched."""

from __future__ import annotations

import re

import pytest

from pi_board.core.events import Event
from pi_board.referee.stream import ObservationReader
from pi_board.simulation.sensors import Faults, Sensor
from tests.referee.desk import Desk, names, only


class Reeds:
    """A reed board that is moved on by hand."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.reader = ObservationReader(desk.game.layouts)

    def scan(self, *touched: str, times: int = 2) -> list[Event]:
        """Report what is down now, and what was touched first."""
        desk, said = self.desk, []
        shown = zip(desk.layout.sites, desk.board.labels, strict=True)
        down = [site for site, label in shown if re.search("[bwx]", desk.layout.labels[label])]
        for _ in range(times):
            line = {"t": desk.t, "occupied": down, "touched": list(touched)}
            said += desk.take(self.reader.read_object(line))
            touched = ()
            desk.t += 0.5
        return said


def begun(name: str = "loa", position: str | None = None) -> tuple[Desk, Reeds]:
    """A game on a reed board."""
    desk = Desk(name, position)
    reeds = Reeds(desk)
    assert names(reeds.scan()) == ["setup", "game_started"]
    return desk, reeds


def test_a_plain_move() -> None:
    """Colours are carried by the rules."""
    desk, reeds = begun()
    desk.bring("b1-b3")
    assert only(reeds.scan("b1", "b3"), "move_played").move == "b1-b3"


@pytest.mark.parametrize(
    ("text", "touched"),
    [
        ("b1-b3", ("b1", "b2", "b2", "b3")),
        ("c1xa3", ("c1", "b2", "b2", "a3", "a3")),
        ("b1-b3", ("b1", "c4", "c4", "b3")),
    ],
)
def test_a_stone_that_is_slid_over_empty_squares_is_not_asked_about(
    text: str, touched: tuple[str, ...]
) -> None:
    """Nor one whose bearer brushes a square beside its own."""
    desk, reeds = begun()
    desk.bring(text)
    assert only(reeds.scan(*touched), "move_played").move == text


def test_captures_with_the_same_look_are_told_by_the_lifts() -> None:
    """c1 is empty after either capture; the touches say which it was."""
    for text, target in (("c1xa3", "a3"), ("c8xa6", "a6")):
        desk, reeds = begun()
        desk.bring(text)
        assert only(reeds.scan(text[:2], target, target), "move_played").move == text


def test_a_stone_in_the_hand_is_no_capture() -> None:
    """A lifted stone leaves the squares of a capture occupied, and is still only lifted."""
    desk, reeds = begun()
    desk.put(c1="empty")
    assert names(reeds.scan("c1", times=6)) == []
    desk.restore()
    assert names(reeds.scan("c1")) == []


def test_a_capture_half_felt_is_asked_about() -> None:
    """Nothing but the lift of the capturing stone and one touch of its target: better ask."""
    desk, reeds = begun()
    desk.bring("c1xa3")
    said = reeds.scan("c1", "a3", times=10)
    assert names(said) in (["choose"], ["move_played"])
    assert desk.record in ([], ["c1xa3"])


def test_a_stone_gone_for_long_is_missed() -> None:
    """In the end the referee asks for it."""
    desk, reeds = begun("loa", "1bbb4/8/8/7w/8/7w/8/2b5 b")
    desk.put(c1="empty")
    assert str(only(reeds.scan("c1", times=12), "disturbed").next) == "put a black stone on c1"


@pytest.mark.parametrize(
    ("hole", "told"),
    [
        ("a8", "put a white stone on row 8"),
        ("a1", "put a black stone on row 1"),
        ("a4", "put the missing stone back on row 4"),
    ],
)
def test_whose_stone_is_missed_is_said_where_the_row_has_stones_of_one_player(
    hole: str, told: str
) -> None:
    """Of a row of both nobody knows which is gone."""
    desk, reeds = begun("linja")
    desk.put(**{hole: "empty"})
    assert str(only(reeds.scan(hole, times=14), "disturbed").next) == told


def test_a_stone_gone_for_long_may_have_captured() -> None:
    """If hardly anything was felt of it: it is asked."""
    desk, reeds = begun()
    desk.put(c1="empty")
    assert only(reeds.scan("c1", times=12), "choose").moves == ("c1xa3",)


def test_ok_after_none_of_these_plays_no_move() -> None:
    """Though only one had been asked about, and the board still shows it."""
    desk, reeds = begun()
    desk.put(c1="empty")
    reeds.scan("c1", times=12)
    assert names(desk.command("reject")) == ["disturbed"]
    assert "move_played" not in names(desk.command("confirm"))
    assert desk.record == []


def test_a_hand_may_hold_a_stone_after_a_capture() -> None:
    """A quick reply before the capture was seen: which capture it was is told by the touches."""
    for target in ("c6", "e4"):
        desk, reeds = begun("loa", "7w/8/2b5/8/2w1b3/8/8/b6b w")
        desk.bring(f"c4x{target}")
        reeds.scan(target, "c4", target, times=1)
        desk.put(a1="empty")
        assert names(reeds.scan("a1", times=5)) == []
        desk.put(a2="b")
        reeds.scan("a2")
        assert desk.record == [f"c4x{target}", "a1-a2"]


BESIDE = "6,0,0,2,0,1,0,3/2,0,0,3,0,2,1,4 w i 0"  # 2 stones lie beside row 8


def test_a_take_back_that_looks_like_a_lifted_stone_is_asked_about() -> None:
    """Back to a full row, from which another one goes beside the board again."""
    desk, reeds = begun("linja", BESIDE)
    desk.bring("0-1")
    reeds.scan("a8", "a7")
    assert desk.record == ["0-1"]
    desk.put(**{_hole(desk, 7, "w"): "empty"})
    said = reeds.scan("a7", times=8)
    assert only(said, "choose").moves == ("take_back 1",)
    assert names(desk.command("choose", "take_back 1")) == ["taken_back"]


def test_a_stone_put_beside_a_full_row_is_in_the_hand_no_more_after_a_while() -> None:
    """It was felt to be lifted, and put down nowhere: nothing else explains that for so long."""
    desk, reeds = begun("linja", "6,1,1,0,2,1,0,1/0,1,1,1,1,1,1,6 b i 0")
    desk.bring("6-7")
    assert names(reeds.scan("a7", times=5)) == []
    assert names(reeds.scan(times=4)) == ["move_played"]


def test_a_stone_beside_a_full_row_is_asked_about_if_more_was_felt() -> None:
    """However long it is gone, a stone of another row was touched as well."""
    desk, reeds = begun("linja", "6,1,1,0,2,1,0,1/0,1,1,1,1,1,1,6 b i 0")
    desk.bring("6-7")
    assert only(reeds.scan("a5", "a7", times=9), "choose").moves == ("6-7",)


def test_a_reply_into_the_row_that_a_stone_left_for_home_is_told_by_the_touches() -> None:
    """White's stone went beside the full row; that another one did would look the same."""
    desk, reeds = begun("linja", "6,1,1,1,0,2,1,0/0,1,1,1,1,1,1,6 w f2 0")
    desk.bring("/5-7", "1-2")
    assert only(reeds.scan("a3", "a2", "a3", times=9), "choose").moves == ("/5-7 1-2", "/6-7")
    assert desk.record == []


def test_moves_that_look_as_if_two_were_taken_back_are_asked_about() -> None:
    """Each player's stone goes back the way of the other's; all of it was felt in that order."""
    desk, reeds = begun("linja")
    for text, touched in (("2-3", "a6 a5"), ("/3-5", "a5 a3"), ("0-1", "a1 a2")):
        desk.bring(text)
        assert names(reeds.scan(*touched.split())) == ["move_played"]
    desk.bring("/2-4", "6-7")
    said = reeds.scan("a3", "a5", "a2", "a1", times=4)
    assert only(said, "choose").moves == ("take_back 2", "/2-4 6-7")
    assert desk.record == ["2-3", "/3-5", "0-1"]


def test_what_nothing_explains_is_no_question() -> None:
    """It is wrong, however long it lasts: there would be no answer."""
    desk, reeds = begun()
    desk.put(b1="empty", c1="empty", d4="b", e5="b")
    assert names(reeds.scan("b1", "d4", "c1", "e5", times=20)) == ["disturbed"]


def test_a_long_sequence_of_which_little_was_felt_is_none() -> None:
    """A stone carried four rows back is told, though five moves in a row could look like that."""
    desk = Desk("linja", "6,0,0,2,2,0,1,1/0,1,3,0,1,1,0,6 w f2 0")
    sensor = Sensor("reeds", desk.layout, desk.rng, Faults(0, 0, 0))
    said: list[Event] = []
    for number in range(12):
        if number == 2:
            desk.put(**{_hole(desk, 6, "b"): "empty", _hole(desk, 2, "empty"): "b"})
        touched = (5, 1) if number == 2 else ()
        said += desk.take(sensor.observe(number / 2, desk.board, (), touched, number))
    assert names(said)[2:] in (["illegal"], ["disturbed"])


def test_a_board_half_put_right_is_not_two_moves() -> None:
    """What is left of the disorder could be a move and its reply, and is asked about at most."""
    desk = Desk("linja", "5,1,2,1,0,2,1,0/1,0,1,1,1,1,1,6 b f1 0").started()
    sensor = Sensor("reeds", desk.layout, desk.rng, Faults(0, 0, 0))
    before, said = desk.board, []

    def scan(times: int, *touched: int) -> None:
        nonlocal said
        for _ in range(times):
            said += desk.take(sensor.observe(desk.t, desk.board, (), touched, 0))
            touched, desk.t = (), desk.t + 0.5

    scan(2)
    desk.put(**{_hole(desk, 5, "b"): "empty", _hole(desk, 6, "empty"): "b"})
    desk.put(**{_hole(desk, 2, "b"): "empty", _hole(desk, 3, "empty"): "b"})
    scan(4, 4, 5, 1, 2)
    desk.put(**{_hole(desk, 3, "b"): "empty"})
    scan(3, 2)
    assert "move_played" not in names(said)
    desk.board = before
    scan(3, 1, 5, 4)
    assert (names(said)[-1], desk.record) == ("restored", [])


def _hole(desk: Desk, row: int, label: str) -> str:
    sites = [desk.layout.sites[site] for site in desk.layout.groups[row - 1]]
    wanted = desk.layout.label(label)
    return next(site for site in sites if desk.board.labels[desk.layout.site(site)] == wanted)


def test_a_touched_stone_must_move_under_the_strict_policy() -> None:
    """Lifted and put back, it is bound; another stone's move is refused until it has moved."""
    desk = Desk("loa", policy="strict")
    reeds = Reeds(desk)
    reeds.scan()
    said = reeds.scan("c1", "c1", times=3)
    assert only(said, "illegal").rule == "table.touched_stone"
    desk.bring("b1-b3")
    refused = only(reeds.scan("b1", "b3", times=3), "illegal")
    assert (refused.seen, refused.sites) == ("b1-b3", ("c1",))
    desk.position = desk.game.start()
    desk.restore()
    assert "restored" in names(reeds.scan("b3", "b1", times=3))
    desk.bring("c1-c3")
    assert only(reeds.scan("c1", "c3", times=3), "move_played").move == "c1-c3"


def test_a_touched_stone_that_was_held_for_long_must_move() -> None:
    """So long that it was missed on the board before it was put back."""
    desk = Desk("loa", policy="strict")
    reeds = Reeds(desk)
    reeds.scan()
    desk.put(b1="empty")
    assert "disturbed" in names(reeds.scan("b1", times=12))
    desk.restore()
    assert only(reeds.scan("b1", times=3), "illegal").rule == "table.touched_stone"


def test_a_stone_from_a_full_row_is_not_the_touched_one_of_the_row_it_goes_to() -> None:
    """Seven stones are on Black's start line, one of them beside the board."""
    desk = Desk("linja", "6,1,1,0,2,1,0,1/0,1,1,1,1,1,1,6 b i 0", policy="strict")
    reeds = Reeds(desk)
    reeds.scan()
    here = _hole(desk, 2, "b")
    assert only(reeds.scan(here, here, times=3), "illegal").rule == "table.touched_stone"
    there = _hole(desk, 2, "empty")
    desk.put(**{there: "b"})
    assert only(reeds.scan(there, times=9), "illegal").seen == "0-1"


def test_a_tile_is_no_touched_stone() -> None:
    """Nobody is bound by having lifted a tile on which nothing stands."""
    desk = Desk("connexoh", policy="strict").started()
    assert names(desk.look(1, touched=("c3", "c3")) + desk.look(3)) == []


@pytest.mark.parametrize(
    ("touched", "told"),
    [(("e4", "e4"), ["illegal"]), (("c4", "e4", "e4", "c4"), [])],
    ids=["stone", "stone and tile"],
)
def test_a_stone_lifted_together_with_a_tile_is_not_touched(
    touched: tuple[str, ...], told: list[str]
) -> None:
    """Both stand as they stood: no single move begins with lifting them."""
    text = "1b0b0b0b0b3/003031/01102b1/300003/0331w00/0w0w0w30w0w b -"
    desk = Desk("connexoh", text, policy="strict").started()
    assert names(desk.look(1, touched=touched) + desk.look(3)) == told


def test_stones_knocked_over_and_put_back_bind_nobody() -> None:
    """A sleeve swept them off before anything was said; any stone may move."""
    desk = Desk("loa", policy="strict")
    reeds = Reeds(desk)
    reeds.scan()
    swept = ("b1", "c1", "d1")
    desk.put(**dict.fromkeys(swept, "empty"))
    said = reeds.scan(*swept, times=1)
    for place in swept:
        desk.put(**{place: "b"})
        said += reeds.scan(place, times=1)
    assert names(said + reeds.scan(times=4)) == []
    desk.bring("e1-e3")
    assert only(reeds.scan("e1", "e3", times=3), "move_played").move == "e1-e3"


@pytest.mark.parametrize("touched", [("c1", "a3", "a3", "c1"), ("a3", "c1", "c1", "a3")])
def test_a_stone_put_back_from_a_capture_is_touched(touched: tuple[str, ...]) -> None:
    """One move lifts both stones, in whichever order."""
    desk = Desk("loa", policy="strict")
    reeds = Reeds(desk)
    reeds.scan()
    assert only(reeds.scan(*touched, times=3), "illegal").sites == ("c1",)


def test_a_touched_stone_is_free_again_when_the_move_before_is_taken_back() -> None:
    """It was touched for a move that is no longer to be made, and is the other player's now."""
    desk = Desk("loa", policy="strict")
    reeds = Reeds(desk)
    reeds.scan()
    start = desk.position
    desk.bring("b1-b3")
    reeds.scan("b1", "b3", times=3)
    assert only(reeds.scan("a2", "a2", times=3), "illegal").rule == "table.touched_stone"
    desk.command("take_back")
    desk.position = start
    desk.restore()
    reeds.scan("b3", "b1", times=3)
    desk.bring("c1-c3")
    assert only(reeds.scan("c1", "c3", times=3), "move_played").move == "c1-c3"


def test_a_stone_is_missed_only_when_it_has_been_gone_for_long_in_the_same_way() -> None:
    """Put back and lifted again, it is in the hand anew."""
    desk, reeds = begun("loa", "1bbb4/8/8/7w/8/7w/8/2b5 b")
    desk.put(c1="empty")
    assert names(reeds.scan("c1", times=7)) == []
    assert names(reeds.scan("c1", times=7)) == []
    assert names(reeds.scan(times=4)) == ["disturbed"]


def test_a_scan_that_differs_begins_a_new_rest_though_it_means_the_same() -> None:
    """A stone of Linja pushed to another hole of its row is still in the hand."""
    desk, reeds = begun("linja")
    labels = zip(desk.layout.sites, desk.board.labels, strict=True)
    here, there = [site for site, label in labels if site[1] == "7" and not label][:2]
    desk.put(**{"a8": "empty", here: "w"})
    assert names(reeds.scan("a8", here, times=1)) == []
    desk.put(**{here: "empty", there: "w"})
    assert names(reeds.scan(times=1)) == []
    assert only(reeds.scan(times=1), "move_played").move == "0-1"


def test_stones_of_both_players_are_put_back_by_their_colours() -> None:
    """Nothing tells which of them stands where, so none is said to go anywhere by itself."""
    desk, reeds = begun()
    desk.put(b1="empty", a2="empty", d4="w", b2="b")
    said = reeds.scan("b1", "a2", "d4", "b2", times=4)
    steps = ["take the stone off b2", "take the stone off d4", "put a black stone on b1"]
    for site, label, step in (("b2", "empty", 0), ("d4", "empty", 1), ("b1", "b", 2)):
        assert str(only(said, "disturbed").next) == steps[step]
        desk.put(**{site: label})
        said = reeds.scan(site, times=12)
    desk.restore()
    assert names(reeds.scan("a2", times=4)) == ["restored"]


def test_stones_of_one_player_are_moved_back() -> None:
    """They are all alike."""
    desk, reeds = begun()
    desk.put(b1="empty", c1="empty", b2="b", d4="b")
    told = only(reeds.scan("b1", "c1", "b2", "d4", times=4), "disturbed")
    assert str(told.next) == "move a black stone from b2 to b1"


def test_a_stone_too_many_is_nobody_s() -> None:
    """Whose it was nobody felt, not even where just one is missing elsewhere."""
    for gone, put in (((), "d4"), (("b1",), "b2 d4")):
        desk, reeds = begun("loa", "1bbbbbb1/w6w/w6w/w6w/8/w6w/w6w/1bbbbbb1 b")
        sites = put.split()
        desk.put(**dict.fromkeys(gone, "empty"), **dict.fromkeys(sites, "b"))
        told = only(reeds.scan(*gone, *sites, times=6), "disturbed")
        assert str(told.next) == f"take the stone off {sites[0]}"


def test_a_stone_of_a_row_that_holds_both_players_has_no_colour() -> None:
    """That it goes back to where one is missing is known all the same."""
    desk, reeds = begun("linja")
    source, target = _hole(desk, 5, "w"), _hole(desk, 3, "empty")
    desk.put(**{source: "empty", target: "w"})
    told = only(reeds.scan(source, target, times=6), "illegal")
    assert str(told.next) == "move the stone from row 3 to row 5"
