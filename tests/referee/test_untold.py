"""A board accepted as it stands: whose a stone is where nobody sees it, or that it is not told."""

from __future__ import annotations

import pytest

from tests.referee.desk import Desk, names, only
from tests.referee.test_reeds import Reeds, begun

FEW = "8/2w2b2/8/1b4w1/8/3w4/8/b5b1 b"
PATHS = "012301/1b12300/230123/003210/2w00000/123030 w -"


def refused(desk: Desk) -> tuple[str, tuple[str, ...]]:
    """Nothing is recorded: the rule that says why, and its sites."""
    before = desk.record
    told = only(desk.command("accept_board"), "illegal")
    assert desk.record == before
    return told.rule, told.sites


def test_stones_that_stand_as_before_keep_their_colours() -> None:
    """Few stones or all of them: what has come is what has gone, the others are whose they were,
    also one of the same player's that was put straight.
    """
    for start, after in (
        (FEW, "8/2w2b2/8/1b4w1/8/b2w4/8/6b1 w"),
        (None, "1bbbbbb1/w6w/w6w/w6w/w1b4w/w6w/w6w/1b1bbbb1 w"),
    ):
        desk, reeds = begun("loa", start)
        source, target = ("a1", "a3") if start else ("c1", "c4")
        desk.put(**{source: "empty", target: "b"})
        assert only(reeds.scan(source, target, times=4), "illegal").rule == "loa.distance"
        reeds.scan("g1", "g1")
        played = only(desk.command("accept_board"), "move_played")
        assert (played.move, played.position) == (f"{source}-{target}", after)


def test_tiles_lie_as_before() -> None:
    """Reeds under the stones feel no tile."""
    desk, reeds = begun("connexoh", PATHS)
    desk.put(a5="1", d4="2b")
    assert only(reeds.scan("a5", "d4", times=6), "illegal").rule == "connexoh.not_yours"
    played = only(desk.command("accept_board"), "move_played")
    assert played.position == "012301/112300/2301b23/003210/2w00000/123030 w -"


@pytest.mark.parametrize(("lifted", "said"), [("d5", "illegal"), ("b3", "move_played")])
def test_a_stone_put_back_may_lie_on_a_tile_turned(lifted: str, said: str) -> None:
    """Also beside what is seen to have moved; a hand where no stone lies lifts none."""
    desk, reeds = begun("connexoh", "012301/1b123b00/230123/003210/2w00000/123030 w -")
    desk.put(a5="1", d4="2b")
    reeds.scan("a5", "d4", lifted, lifted, times=6)
    assert names(desk.command("accept_board")) == [said]


def test_a_tile_that_may_be_turned_is_not_accepted() -> None:
    """Whether it was is asked, and how the board lies is no answer to that."""
    desk, reeds = begun("connexoh", PATHS)
    assert names(reeds.scan("a2", "a2", times=4)) == ["choose"]
    assert desk.command("accept_board") == []
    assert names(desk.command("choose", "a2@180")) == ["move_played"]


@pytest.mark.parametrize("accepted", ["c1", "c1 d1 d4", "c1 a2 d4"])
def test_a_stone_that_is_gone_may_stand_where_another_stood(accepted: str) -> None:
    """It may have captured one, by hand if not by the rules; nor is one of two told."""
    desk, reeds = begun()
    for site in (sites := accepted.split()):
        desk.put(**{site: "b" if site == "d4" else "empty"})
    reeds.scan(*sites, times=12)
    assert refused(desk)[0] == "table.colours_unseen"


def test_two_stones_of_both_players_that_have_come_are_not_told() -> None:
    """Either may stand on either place. The places are named."""
    desk, reeds = begun()
    desk.put(b1="empty", a2="empty", d4="w", b2="b")
    reeds.scan("b1", "a2", "d4", "b2", times=4)
    assert refused(desk) == ("table.colours_unseen", ("b1", "a2", "b2", "d4"))


def test_a_stone_felt_under_a_hand_may_have_been_exchanged() -> None:
    """A capture of which the captured stone was put down beside it: nobody saw whose is whose."""
    desk, reeds = begun("loa", FEW)
    desk.put(a1="empty", d3="b", e5="w")
    reeds.scan("d3", "a1", "d3", "e5", times=4)
    assert refused(desk)[0] == "table.colours_unseen"


@pytest.mark.parametrize(
    ("name", "moved", "unknown", "what"),
    [
        ("loa", {"b1": "empty", "d4": "b"}, 24, "whose stone stands where"),
        ("connexoh", {"a1": "0", "a2": "0w"}, 36, "whose stone stands where, or how a tile lies"),
    ],
)
def test_no_game_begins_with_stones_of_unknown_colours(
    name: str, moved: dict[str, str], unknown: int, what: str
) -> None:
    """Before a game nothing is known of them."""
    desk = Desk(name)
    desk.put(**moved)
    Reeds(desk).scan()
    told = only(desk.command("accept_board"), "illegal")
    assert (told.rule, len(told.sites)) == ("table.colours_unseen", unknown)
    assert str(told.text) == f"it cannot be seen {what}"


def test_rows_are_told_by_how_many_stand_in_them() -> None:
    """White's start row holds White's only; of a mixed row either stone may have gone."""
    for source, target, rule in ((8, 6, ""), (5, 3, "table.colours_unseen")):
        desk, reeds = begun("linja")
        sites, labels = desk.layout.sites, desk.board.labels
        rows = desk.layout.groups
        full = next(s for s in rows[source - 1] if labels[s] == desk.layout.label("w"))
        free = next(s for s in rows[target - 1] if not labels[s])
        desk.put(**{sites[full]: "empty", sites[free]: "w"})
        reeds.scan(sites[full], sites[free], times=6)
        if rule:
            assert refused(desk)[0] == rule
        else:
            played = only(desk.command("accept_board"), "move_played")
            assert played.position == "5,1,2,1,1,1,1,0/0,1,1,1,1,1,1,6 b i 0"


def test_one_stone_of_unknown_colour_is_no_black_one() -> None:
    """A camera that cannot tell it takes it for what stood there."""
    desk = Desk("loa", FEW).started()
    desk.alike = {"d3": frozenset({"b", "w"})}
    desk.put(a1="empty", a3="b")
    desk.look(6)
    played = only(desk.command("accept_board"), "move_played")
    assert played.position == "8/2w2b2/8/1b4w1/8/b2w4/8/6b1 w"


def test_a_board_that_is_no_position_is_not_accepted_in_silence() -> None:
    """Thirteen black stones, before the game and in it."""
    desk = Desk("loa")
    desk.put(d4="b")
    desk.look()
    assert only(desk.command("accept_board"), "illegal").rule == "table.no_position"
    desk.restore()
    desk.look()
    desk.put(d4="b")
    desk.look(8)
    assert refused(desk) == ("table.no_position", ())
    assert names(desk.command("resign", "b")) == ["game_over"]
