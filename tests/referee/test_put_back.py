"""The last move put back by hand, where that looks like a move of the other player's."""

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
