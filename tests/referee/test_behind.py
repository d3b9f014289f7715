"""Several turns of which the board shows only what came of them."""

from __future__ import annotations

import pytest

from pi_board.core.events import Choose
from tests.referee.desk import Desk, names, only

BEFORE = ("b8-h8", "h7-f7")
ONE_WAY = ("c8-e6", "f7-h7", "h8-c8")  # c8 has to be left first


def asked(desk: Desk, *moves: str) -> tuple[str, ...]:
    """What is asked about after moves under one hand."""
    desk.hand()
    desk.bring(*moves)
    choose = only(desk.look(6), "choose")
    assert isinstance(choose, Choose)
    return choose.moves


@pytest.mark.parametrize(
    ("moves", "then"),
    [(ONE_WAY, "h5-f7"), (("e8-e6", "f7-f4", "d1-f3", "h2-f2"), "b1-b2")],
    ids=["three", "four"],
)
def test_turns_that_nobody_saw_are_asked_about(
    loa: Desk, moves: tuple[str, ...], then: str
) -> None:
    """Once, and whoever says that it was so goes on from there."""
    loa.play(*BEFORE)
    found = asked(loa, *moves)
    assert " ".join(moves) in found
    assert names(loa.look(6)) == []
    loa.command("choose", " ".join(moves))
    assert loa.record == [*BEFORE, *moves]
    loa.play(then)
    assert loa.record == [*BEFORE, *moves, then]


def test_the_order_of_turns_is_asked_about(loa: Desk) -> None:
    """A record with the right moves in the wrong order is wrong."""
    assert sorted(asked(loa, "b1-b3", "a4-c4", "g1-g3")) == [
        "b1-b3 a4-c4 g1-g3", "g1-g3 a4-c4 b1-b3",
    ]  # fmt: skip


def test_three_turns_of_tiles_are_asked_about_in_every_order(connexoh: Desk) -> None:
    """Whose turn of a tile was whose decides which tiles are protected."""
    found = asked(connexoh, "d4@270", "c6@180", "e6@180")
    assert len(found) == len(set(found)) == 6
    connexoh.command("choose", "d4@270 c6@180 e6@180")
    assert connexoh.record == ["d4@270", "c6@180", "e6@180"]


def test_a_glance_in_between_tells_the_order(loa: Desk) -> None:
    """One look is too little for a move, but not for which of two came first."""
    loa.hand()
    loa.bring("g1-g3")
    assert names(loa.look(1)) == []
    assert asked(loa, "a4-c4", "b1-b3") == ("g1-g3 a4-c4 b1-b3",)


def dazzling(desk: Desk, **leaning: tuple[str, float]) -> None:
    """Whether a stone stands on these squares is hardly seen; it looks rather as if it did, or, by
    a negative number of nats, as if it did not.
    """
    desk.alike = {site: frozenset({"empty", stone}) for site, (stone, _) in leaning.items()}
    desk.lean = {site: -nats for site, (_, nats) in leaning.items()}


def test_turns_that_were_seen_one_by_one_are_recorded(loa: Desk) -> None:
    """In the order in which they were seen: neither of the first two was believed, until no square
    was dazzling any more.
    """
    dazzling(loa, c8=("b", 1.5), c4=("w", -1.5))
    for move in ("c8-c6", "a4-c4"):
        loa.hand()
        loa.bring(move)
        assert names(loa.look(2)) == []
    dazzling(loa)
    loa.hand()
    loa.bring("g1-g3")
    assert names(loa.look(3)) == ["move_played"] * 3
    assert loa.record == ["c8-c6", "a4-c4", "g1-g3"]


def test_a_reply_bears_out_a_move_of_which_one_end_is_dazzling(loa: Desk) -> None:
    """One that is dazzling itself bears out nothing: it may have been misread."""
    dazzling(loa, c8=("b", 1.5))
    loa.hand()
    loa.bring("c8-c6")
    assert names(loa.look(2)) == []
    loa.hand()
    loa.bring("a4-c4")
    dazzling(loa, c8=("b", 1.5), a4=("w", 1.5))
    assert names(loa.look(2)) == []
    dazzling(loa, c8=("b", 1.5))
    assert names(loa.look(2)) == ["move_played"] * 2


@pytest.mark.parametrize("c8", [-1.5, 1.5], ids=["stands", "seems gone"])
def test_no_move_between_dazzling_squares_is_borne_out_by_one_out_of_turn(
    loa: Desk, c8: float
) -> None:
    """White has moved first: of a move of Black nothing is plainly seen."""
    loa.alike = dict.fromkeys(("c8", "c6"), frozenset({"empty", "b"}))
    loa.lean = {"c8": c8, "c6": c8}
    loa.hand()
    loa.put(a4="empty", c4="w")
    assert names(loa.look(8)) == ["choose"]


def test_no_move_to_where_it_was_captured_is_borne_out_by_one_out_of_turn(loa: Desk) -> None:
    """White has moved first, and square e8 is dazzling: a black stone need not have left it."""
    dazzling(loa, e8=("b", 1.5))
    loa.hand()
    loa.put(a4="empty", c6="w")
    assert names(loa.look(8)) == ["choose"]


def test_where_turns_may_have_gone_in_many_ways_the_board_is_to_be_put_right(loa: Desk) -> None:
    """Either of two stones may have come to either of two squares, and in any order."""
    loa.play(*BEFORE)
    loa.hand()
    loa.bring("g1-e3", "h6xf8", "e1-g3", "a6-c4")
    assert names(loa.look(8)) == ["disturbed"]


def test_a_move_out_of_turn_is_no_detour() -> None:
    """White's stone has gone where four legal moves would have brought it as well, two of them
    Black's, there and back.
    """
    desk = Desk("loa", "1w1b2b1/7w/3wb3/2bwb3/2ww1w2/8/w6b/wb2b1bw b").started()
    desk.hand()
    desk.put(c4="empty", g6="w")
    assert names(desk.look(8)) == ["illegal"]


def test_a_reply_that_is_not_legal_is_no_detour() -> None:
    """After e4xe1 Black's stone may not go from e8 to a4; in four turns it might have done so."""
    desk = Desk("loa", "1bbbbbb1/w7/b6w/w6w/w3w2w/w6w/w6w/1bb1bbb1 w").started()
    desk.hand()
    desk.bring("e4xe1")
    desk.put(e8="empty", a4="b")
    assert names(desk.look(8)) == ["illegal"]


def test_stones_swept_off_their_squares_are_no_turns(loa: Desk) -> None:
    """Nothing legal leads there."""
    loa.hand()
    loa.put(b1="empty", c1="empty", b2="b", c2="b", a5="empty", a6="empty", b5="w", b6="w")
    assert names(loa.look(8)) == ["disturbed"]
