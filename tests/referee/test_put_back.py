"""The last move put back or changed by hand, where that looks like moves of the other player's."""

from __future__ import annotations

import pytest

from pi_board.core.events import Event
from tests.referee.desk import Desk, names, only
from tests.referee.test_reeds import Reeds, begun
from tests.referee.test_turning import TileReeds

# White moves on by one row from row 3 of the board to row 2, where a black stone stands as well
FOLLOW_UP = "6,1,1,1,0,2,1,0/1,1,1,1,1,1,1,5 w f1 0"


def hole(desk: Desk, row: int, label: str) -> str:
    """The first hole in a row of the board that shows a label."""
    group = desk.layout.groups[row - 1]
    found: str = next(
        desk.layout.sites[site]
        for site in group
        if desk.layout.labels[desk.board.labels[site]] == label
    )
    return found


def carry(desk: Desk, reeds: Reeds, source: str, target: str) -> list[Event]:
    """A stone is carried from hole to hole, slowly."""
    stone = desk.layout.labels[desk.board.labels[desk.layout.site(source)]]
    desk.put(**{source: "empty"})
    said = reeds.scan(source)
    desk.put(**{target: stone})
    return said + reeds.scan(target, times=4)


def followed_up() -> tuple[Desk, Reeds, str, str]:
    """White's turn of Linja has ended: from which hole to which its last stone went."""
    desk, reeds = begun("linja", FOLLOW_UP)
    source, target = hole(desk, 3, "w"), hole(desk, 2, "empty")
    assert only(carry(desk, reeds, source, target), "move_played").move == "/5-6"
    return desk, reeds, source, target


def test_a_stone_that_came_last_and_goes_back_is_asked_about() -> None:
    """Reeds do not tell its colour, and a black one may go that way."""
    desk, reeds, source, target = followed_up()
    asked = only(carry(desk, reeds, target, source), "choose")
    assert set(asked.moves) == {"1-2", "take_back 1"}
    assert names(desk.command("choose", "take_back 1")) == ["taken_back"]
    assert desk.record == []


def test_a_stone_that_goes_where_another_one_came_from_is_the_other_player_s() -> None:
    """The one that came last is still in its hole."""
    desk, reeds, source, _ = followed_up()
    said = carry(desk, reeds, hole(desk, 2, "b"), source)
    assert only(said, "move_played").move == "1-2"


@pytest.mark.parametrize("kind", [Desk, TileReeds])
def test_a_tile_that_is_turned_back_is_asked_about(kind: type[Desk]) -> None:
    """Either player may have done it, where the turn made no connection."""
    desk = kind("connexoh").started()
    start = desk.position

    def turned() -> list[Event]:
        if isinstance(desk, TileReeds):
            return desk.lifted("a1", "a1")
        return desk.hand() + desk.look(4)

    desk.bring("a1@90")
    assert only(turned(), "move_played").move == "a1@90"
    desk.position = start
    desk.restore()
    asked = only(turned(), "choose")
    assert set(asked.moves) == {"a1@270", "take_back 1"}
    assert names(desk.command("choose", "take_back 1")) == ["taken_back"]


def at_the_board(desk: Desk, *seen: tuple[float, tuple[str, ...]]) -> list[Event]:
    """Hands bring the board to the positions after these moves from the start, one after the other;
    each is seen for so many seconds.
    """
    said: list[Event] = []
    for seconds, moves in seen:
        said += desk.look(2, 0.2, obstructed=("a1", "b2"), stirred=True)
        desk.position = desk.state.table.start
        desk.bring(*moves)
        desk.restore()
        said += desk.look(round(seconds / 0.2), 0.2)
    return said


@pytest.mark.parametrize("turned_back_s", [0.2, 0.6, 1.0, 2.0, 5.0])
def test_a_tile_turned_back_for_another_one_is_asked_about_however_long_it_stood(
    connexoh: Desk, turned_back_s: float
) -> None:
    """The other player may have turned it back, and this one another tile; also if it was asked
    already and people played on.
    """
    said = at_the_board(connexoh, (1, ("a1@90",)), (turned_back_s, ()), (6, ("c3@270",)))
    asked = [event for event in said if event.name == "choose"][-1]
    assert {"a1@270 c3@270", "take_back 1 c3@270"} <= set(asked.moves)  # type: ignore[attr-defined]
    assert names(connexoh.command("choose", "take_back 1 c3@270")) == ["move_revised"]
    assert connexoh.record == ["c3@270"]


def test_two_tiles_turned_after_one_was_turned_back_are_asked_about(connexoh: Desk) -> None:
    """Also if each of them was seen."""
    turned = ("a1@90",), (), ("c3@270",), ("c3@270", "f6@90")
    said = at_the_board(connexoh, *((0.6, moves) for moves in turned[:-1]), (6, turned[-1]))
    assert "take_back 1 c3@270 f6@90" in only(said, "choose").moves
    assert connexoh.record == ["a1@90"]


@pytest.mark.parametrize("alone_s", [0.6, 2.0, 5.0])
def test_a_tile_that_is_turned_further_is_asked_about(connexoh: Desk, alone_s: float) -> None:
    """Once; either player may have done it, where the turn made no connection."""
    said = at_the_board(connexoh, (alone_s, ("a1@90",)), (6, ("a1@180",)))
    assert only(said, "choose").moves == ("a1@90", "take_back 1 a1@180")
    assert names(connexoh.command("choose", "take_back 1 a1@180")) == ["move_revised"]
    assert names(connexoh.play("f6@90")) == ["move_played"]
    assert connexoh.record == ["a1@180", "f6@90"]


@pytest.mark.parametrize("further_s", [0.0, 0.2, 0.6, 1.0, 4.0])
def test_a_tile_that_was_turned_further_before_the_reply_is_asked_about(
    connexoh: Desk, further_s: float
) -> None:
    """However quick that was, and also if it was asked already."""
    shown = (1, ("a1@90",)), (further_s, ("a1@180",)), (6, ("a1@180", "f6@90"))
    asked = [event for event in at_the_board(connexoh, *shown) if event.name == "choose"][-1]
    assert {"a1@90 f6@90", "take_back 1 a1@180 f6@90"} <= set(asked.moves)  # type: ignore[attr-defined]
    said = names(connexoh.command("choose", "take_back 1 a1@180 f6@90"))
    assert said == ["taken_back", "move_played", "move_played"]
    assert connexoh.record == ["a1@180", "f6@90"]


def test_a_locked_tile_that_is_turned_further_is_no_question(connexoh: Desk) -> None:
    """The other player may not, and is told so."""
    said = at_the_board(connexoh, (1, ("c3@180",)), (6, ("c3@270",)))
    assert only(said, "illegal").rule == "connexoh.protected"
    assert connexoh.record == ["c3@180"]


# White may slide a stone f2-f1, and f2-e2, where it could also go from there
SLIDES = "0b0b3b0b30b/003002b/000031/000300/01w0002w/0w00w0w3w0 w -"


@pytest.mark.parametrize("slid_on_s", [0.0, 0.2, 0.4])
@pytest.mark.parametrize(
    ("name", "start", "rested", "moves"),
    [
        ("loa", None, "g1-g3", ("g1-e3", "a3xc1")),
        ("connexoh", SLIDES, "f2-f1", ("f2-e2", "a4@90")),
    ],
)
def test_a_stone_slid_on_before_a_quick_reply_is_asked_about(
    name: str, start: str | None, rested: str, moves: tuple[str, str], slid_on_s: float
) -> None:
    """It had rested on the way for so long that this was recorded; it may as well have gone on from
    there in answer to the reply.
    """
    desk = Desk(name, start).started()
    said = at_the_board(desk, (1.5, (rested,)), (slid_on_s, moves[:1]), (6, moves))
    answer = " ".join(("take_back 1", *moves))
    assert answer in only(said, "choose").moves
    assert len(only(said, "choose").moves) == 2
    desk.command("choose", answer)
    assert desk.record == list(moves)


def test_a_stone_slid_on_before_a_quick_reply_is_told_by_its_reeds() -> None:
    """In which order these were lifted and put down says whose move came first."""
    desk, reeds = begun("loa")
    desk.bring("g1-g3")
    reeds.scan("g1", "g3")
    desk.bring("a3xc1", "g3-e3")
    reeds.scan("a3", "c1", "c1", "g3", "e3", times=20)
    assert desk.record == ["g1-g3", "a3xc1", "g3-e3"]


@pytest.mark.parametrize(
    ("touched", "asks"),
    [
        (("f1", "e2"), True),
        (("f1", "e2", "a4", "a4"), True),
        (("a4", "a4", "f1", "e2"), False),
    ],
)
def test_reeds_tell_when_a_tile_was_turned_only_if_they_felt_it_first(
    touched: tuple[str, ...], asks: bool
) -> None:
    """Of an empty tile nothing need be felt: the stone may have gone on before it was turned."""
    desk = Desk("connexoh", SLIDES).started()
    start, over = desk.position, {"obstructed": ("a1", "b2"), "stirred": True}
    desk.look(1, touched=("f2", "f1"), **over)
    desk.bring("f2-f1")
    assert names(desk.look(4)) == ["move_played"]
    desk.look(1, touched=touched, **over)
    desk.position = start
    desk.bring("f2-e2", "a4@90")
    desk.restore()
    asked = [event for event in desk.look(10) if event.name == "choose"]
    assert bool(asked) == asks
    if asks:
        assert "take_back 1 f2-e2 a4@90" in asked[0].moves  # type: ignore[attr-defined]
        desk.command("choose", "take_back 1 f2-e2 a4@90")
    assert desk.record == (["f2-e2", "a4@90"] if asks else ["f2-f1", "a4@90", "f1-e2"])


def captured(instructed: str = "") -> tuple[Desk, Reeds]:
    """Black has just taken f8xf5, and could have taken h6."""
    desk, reeds = begun("loa")
    for text in ("b1-b3", "h5-f5"):
        desk.bring(text)
        reeds.scan(text[:2], text[3:])
    if instructed:
        desk.command("instruct", instructed)
    desk.bring("f8xf5")
    assert names(reeds.scan("f8", "f5", "f5", times=4)) == ["move_played"]
    return desk, reeds


@pytest.mark.parametrize(
    "scans",
    [
        [("f5", "f5", "h6", "h6")],
        [("h6", "f5", "h6", "f5")],
        [("f5", "h6", "h6")],
        [("f5", "f5"), ("h6", "h6")],
    ],
)
def test_a_capture_that_becomes_another_one_is_asked_about(scans: list[tuple[str, ...]]) -> None:
    """Reeds feel a stone on both squares, before and afterwards, and whose it is nobody sees."""
    desk, reeds = captured()
    said = [event for touched in scans for event in reeds.scan(*touched, times=4)]
    assert only(said, "choose").moves == ("f8xh6",)
    revised = only(desk.command("choose", "f8xh6"), "move_revised")
    assert (revised.old, desk.record) == ("f8xf5", ["b1-b3", "h5-f5", "f8xh6"])
    desk.position = desk.state.line.now.position  # type: ignore[union-attr]
    desk.bring("f5-d5")
    assert only(reeds.scan("f5", "d5"), "move_played").move == "f5-d5"


@pytest.mark.parametrize("touched", [("f5", "f5"), ("h6", "h6"), ("f5", "f5", "g6", "g6")])
def test_stones_that_are_straightened_after_a_capture_are_no_other_one(
    touched: tuple[str, ...],
) -> None:
    """The stone cannot have gone where it cannot go, nor where nothing was felt."""
    desk, reeds = captured()
    assert names(reeds.scan(*touched, times=4)) == []
    assert desk.record[-1] == "f8xf5"


def test_a_capture_made_for_a_program_becomes_no_other_one() -> None:
    """Nobody has played that."""
    desk, reeds = captured("b f8xf5")
    assert names(reeds.scan("f5", "f5", "h6", "h6", times=4)) == []
    assert desk.record[-1] == "f8xf5"


def test_a_move_put_back_for_another_one_is_asked_about_though_others_would_look_so() -> None:
    """Three small moves do, without colours; the touches tell that it was not these."""
    desk, reeds = begun("linja")
    before = desk.board, desk.position
    desk.bring("0-1")
    assert names(reeds.scan("a8", "a7", times=4)) == ["move_played"]
    desk.board, desk.position = before
    reeds.scan("a7", "a8", times=1)
    desk.bring("4-5")
    assert "take_back 1 4-5" in only(reeds.scan("a4", "a3", times=20), "choose").moves


def test_a_move_and_a_stone_knocked_on_are_asked_about_when_that_is_put_back() -> None:
    """They looked like two small moves of a turn, but the turn ends with the one."""
    linja = Desk("linja", "5,0,0,1,0,1,0,5/2,0,2,0,3,0,3,2 w f1 0").started()
    linja.hand()
    linja.bring("/3-4")
    moved = linja.board
    linja.put(**{hole(linja, 8, "w"): "empty", hole(linja, 7, "empty"): "w"})
    linja.look(4)
    assert linja.record == ["/0-1", "3-4"]
    linja.hand()
    linja.board = moved
    assert "take_back 2 /3-4" in only(linja.look(8), "choose").moves
