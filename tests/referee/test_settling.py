"""When the referee believes what it sees."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pi_board.core.errors import InvalidText
from pi_board.core.events import Event
from pi_board.core.observation import Command, Observation
from pi_board.simulation.board import Board
from tests.referee.desk import Desk, names, only


def test_two_equal_looks_half_a_second_apart_settle(loa: Desk) -> None:
    """A move is accepted at the second look, with the frame at which it was."""
    loa.hand()
    loa.bring("b1-b3")
    assert names(loa.look(1)) == []
    played = only(loa.look(1), "move_played")
    assert (played.move, played.player, played.turn_over) == ("b1-b3", "b", True)
    assert played.frame == loa.frame - 1
    assert played.margin > 8


def test_looks_closer_than_0_4_s_wait(loa: Desk) -> None:
    """Four looks in 0.3 s are not settled; the fifth at 0.4 s is."""
    loa.hand()
    loa.bring("b1-b3")
    assert names(loa.look(4, 0.1)) == []
    assert names(loa.look(1, 0.1)) == ["move_played"]


def test_a_slow_reader_needs_no_more_looks_than_a_fast_one(loa: Desk) -> None:
    """Looks far apart are not forgotten before the next: a move is believed, not asked about."""
    loa.look(2, 5.0)
    loa.bring("b1-b3")
    assert names(loa.look(2, 5.0)) == ["move_played"]


def test_a_slow_reader_that_misreads_is_believed_when_enough_looks_agree(connexoh: Desk) -> None:
    """As many as of a fast one: four, where a single tile speaks for the move."""
    seen = misread(connexoh.observation(), connexoh.layout.site("e5"), 1)
    connexoh.take(seen)
    connexoh.t += 1
    connexoh.look(2, 1.0)
    connexoh.bring("c3@90")
    assert names(connexoh.look(3, 1.0)) == []
    assert names(connexoh.look(1, 1.0)) == ["move_played"]


def test_one_look_of_two_calls_no_board_wrong(loa: Desk) -> None:
    """A slow reader misread it, or what it showed has been put right: a third look will tell."""
    loa.look(2, 4.0)
    loa.bring("b1-b3")
    loa.look(2, 4.0)
    assert loa.record == ["b1-b3"]
    square, empty, black = loa.layout.site("d4"), *map(loa.layout.label, ("empty", "b"))
    for label, nats in ((black, 8.0), (empty, 1.1)):
        assert names(loa.take(misread(loa.observation(), square, label, nats))) == []
        loa.t += 4
    assert names(loa.look(3, 4.0)) == []


@pytest.mark.parametrize("looks", [2, 8])
def test_what_is_put_right_was_not_misread(loa: Desk, looks: int) -> None:
    """Where no hand is seen, either: two looks at the next move are as many as ever."""
    loa.look()
    loa.put(c1="empty", c4="b")
    loa.look(looks)
    loa.restore()
    assert names(loa.look()) == ["restored"] * (looks > 2)
    loa.bring("b1-b3")
    assert names(loa.look()) == ["move_played"]


def test_nothing_is_accepted_under_a_hand(loa: Desk) -> None:
    """As long as something covers the board nothing counts, however long it looks the same."""
    loa.bring("b1-b3")
    said = loa.look(6, obstructed=("e5",))
    assert names(said) == []
    assert [event.name for event in said] == ["obstructed"]


def test_a_hand_in_between_starts_the_wait_anew(loa: Desk) -> None:
    """Looks before and after a hand do not add up to a settled one."""
    loa.bring("b1-b3")
    said = loa.look(1) + loa.hand() + loa.look(1)
    assert names(said) == []


def test_a_pause_starts_the_wait_anew(loa: Desk) -> None:
    """Looks before and after it do not add up to a settled one."""
    loa.hand()
    loa.bring("b1-b3")
    loa.look(1)
    loa.command("pause")
    loa.command("continue")
    assert names(loa.look(1)) == []
    assert names(loa.look(1)) == ["move_played"]


def test_the_board_staying_put_is_silent(loa: Desk) -> None:
    """A position that goes on standing there gives no event."""
    assert loa.look(20) == []


def test_a_board_may_turn_out_to_be_of_another_kind_before_the_game() -> None:
    """Sticks first taken for holes: the game begins as soon as the board is known."""
    holes, sticks = (Desk("linja", layout=number) for number in range(2))
    holes.bring("0-1")
    said = holes.look(2)
    for t in (1.0, 1.5, 2.0):
        said += holes.take(replace(sticks.observation(), t=t))
    assert names(said)[-1] == "game_started"


def test_another_kind_of_board_in_a_game_is_refused_by_name() -> None:
    """Looks made elsewhere may be of the wrong board: what was found and expected is said."""
    holes, sticks = (Desk("linja", layout=number).started() for number in range(2))
    with pytest.raises(InvalidText, match="a look at linja-rows, but the game is on linja-holes"):
        holes.take(sticks.observation())


def misread(seen: Observation, site: int, label: int, nats: float = 8.0) -> Observation:
    """One site read wrongly."""
    row = tuple(0.0 if one == label else -nats for one in range(len(seen.looks[0])))
    return replace(seen, looks=(*seen.looks[:site], row, *seen.looks[site + 1 :]))


def test_what_was_misread_while_the_board_was_set_up_tells_nothing_of_the_game() -> None:
    """A board that was just found is not known yet; later a move is believed as soon as any."""
    desk = Desk("connexoh")
    seen = desk.observation()
    for site in ("c1", "d1"):
        seen = misread(seen, desk.layout.site(site), desk.layout.label("0"))
    desk.take(seen)
    desk.t += 0.5
    assert names(desk.look(3)) == ["setup", "game_started"]
    desk.hand()
    desk.bring("f1@270")
    assert names(desk.look(2)) == ["move_played"]


def test_one_misread_tile_in_one_look_is_no_rotation(connexoh: Desk) -> None:
    """A tile that looks turned once and not again was misread."""
    connexoh.hand()
    seen = misread(connexoh.observation(), connexoh.layout.site("c3"), 4)
    assert connexoh.take(seen)[0].name == "clear"
    connexoh.t += 0.5
    assert names(connexoh.look(6)) == []


def test_a_look_that_only_does_not_deny_a_move_does_not_confirm_it(connexoh: Desk) -> None:
    """A stone was taken off a tile; one look misreads the tile as turned, a weak one as it is."""
    connexoh.hand()
    tile = connexoh.layout.site("c1")
    turned, bare = connexoh.layout.labels.index("1w"), connexoh.layout.labels.index("0")
    said = connexoh.take(misread(connexoh.observation(), tile, turned, 11.0))
    connexoh.t += 0.5
    said += connexoh.take(misread(connexoh.observation(), tile, bare, 2.1))
    connexoh.t += 0.5
    assert "move_played" not in names(said)


def test_a_move_is_accepted_beside_a_misread_site(loa: Desk) -> None:
    """A misreading elsewhere, in one of the looks, does not hide the move."""
    loa.hand()
    loa.bring("b1-b3")
    loa.take(misread(loa.observation(), loa.layout.site("e5"), 1))
    loa.t += 0.5
    said = loa.look(2)
    assert names(said) == ["move_played"]
    assert loa.record == ["b1-b3"]


def test_a_site_nobody_can_read_does_not_stop_the_game(loa: Desk) -> None:
    """Glare on a corner says nothing, and nothing is made of it."""
    loa.hand()
    loa.bring("b1-b3")
    blind = (0.0, 0.0, 0.0)
    for _ in range(2):
        seen = loa.observation()
        said = loa.take(replace(seen, looks=(blind, *seen.looks[1:])))
        loa.t += 0.5
    assert names(said) == ["move_played"]


def glimpse(desk: Desk, *others: Board) -> list[Event]:
    """Quick looks, each at another board than the one that lies there."""
    there, said = desk.board, []
    for desk.board in others:
        said += desk.look(1, 0.1)
    desk.board = there
    return said


def test_one_look_that_leaps_and_leaps_back_was_misread(loa: Desk) -> None:
    """The wait goes on where it stood, and is no shorter than without that look, which still speaks
    against the move.
    """
    before, steady = loa.board, Desk("loa").started()
    for desk in (loa, steady):
        desk.hand()
        desk.bring("b1-b3")
    assert names(loa.look(3, 0.1) + glimpse(loa, before)) == []
    assert names(steady.look(4, 0.1)) == []
    surer, played = (only(desk.look(1, 0.1), "move_played") for desk in (steady, loa))
    assert played.margin < surer.margin


def test_two_looks_at_another_board_start_the_wait_anew(loa: Desk) -> None:
    """What is seen twice was there; what was seen before does not count any more."""
    before = loa.board
    loa.hand()
    loa.bring("b1-b3")
    said = loa.look(3, 0.1) + glimpse(loa, before, before)
    assert names(said + loa.look(4, 0.1)) == []
    assert names(loa.look(1, 0.1)) == ["move_played"]


def test_one_look_alone_is_nothing_to_go_back_to(loa: Desk) -> None:
    """A move seen in the first look and not in the next may have been the misread one."""
    before = loa.board
    loa.hand()
    loa.bring("b1-b3")
    said = loa.look(1, 0.4) + glimpse(loa, before)
    assert names(said + loa.look(4, 0.1)) == []
    assert names(loa.look(1, 0.1)) == ["move_played"]


def test_a_board_that_changes_while_nobody_looks_starts_the_wait_anew(loa: Desk) -> None:
    """The stone went on to another square: looks at the first one do not speed its move up."""
    loa.hand()
    start = loa.board, loa.position
    loa.bring("b1-b3")
    said = loa.look(3, 0.1)
    loa.board, loa.position = start
    loa.bring("b1-h1")
    assert names(said + loa.look(4, 0.1)) == []
    assert only(loa.look(1, 0.1), "move_played").move == "b1-h1"


def test_a_hand_makes_an_end_of_what_was_seen_before(loa: Desk) -> None:
    """After a look that leapt and a hand, nothing is gone back to."""
    before = loa.board
    loa.hand()
    loa.bring("b1-b3")
    said = loa.look(3, 0.1) + glimpse(loa, before) + loa.hand()
    assert names(said + loa.look(4, 0.1)) == []
    assert names(loa.look(1, 0.1)) == ["move_played"]


def test_a_command_falls_at_the_newest_frame(loa: Desk) -> None:
    """What is decided between two frames says which one it was, as what a frame decides does."""
    loa.play("b1-b3")
    assert loa.command("take_back")[0].frame == loa.frame - 1
    assert loa.take(Command(loa.t, "resign", "b"))[-1].frame == loa.frame - 1


def test_what_reeds_decide_beside_a_camera_falls_at_its_newest_frame(loa: Desk) -> None:
    """A reed scan has no frame of its own, and a game without frames has none at all."""
    loa.play("b1-b3")
    loa.bring("a2-c2")
    looks = [replace(loa.observation(), t=loa.t + after, frame=None) for after in (0.0, 0.5)]
    played = only([event for look in looks for event in loa.take(look)], "move_played")
    assert played.frame == loa.frame - 1


@pytest.mark.parametrize(
    ("name", "lifted", "moves"),
    [
        ("loa", {"b1": "empty"}, "f1-d3 h4-f6 b8-b6 f6-e5 f8-a8 h6-g7"),
        ("linja", {"a1": "empty"}, "6-7 /3-4 6-7 /3-4 0-1 /2-3"),
        ("connexoh", {"a1": "0"}, "a3@90 f4@90 b3@90 e4@90 d2@90 c5@90"),
    ],
)
def test_a_stone_that_was_lifted_in_one_photograph_costs_no_move(
    name: str, lifted: dict[str, str], moves: str
) -> None:
    """No hand is seen, and each position twice: a reader who misreads would be looked at longer."""
    desk = Desk(name).started()
    desk.put(**lifted)
    desk.look(1)
    desk.restore()
    desk.look(3)
    for move in moves.split():
        desk.bring(move)
        desk.look(2)
    assert desk.record == moves.split()
