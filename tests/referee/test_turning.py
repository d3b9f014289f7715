"""Connex'oh on reeds that feel stones and not which way tiles lie."""

from __future__ import annotations

from typing import Any

from pi_board.core.events import Event
from pi_board.core.observation import Observation
from pi_board.core.stones import stones_of
from pi_board.referee.phases import Choosing
from tests.referee.desk import SURE, Desk, names, only


class Stones(Desk):
    """A desk whose reeds feel stones only."""

    def observation(self, **more: Any) -> Observation:
        """Where stones are, whatever their colour and whichever way their tiles lie."""
        kinds = [stones_of(label) for label in self.layout.labels]
        looks = tuple(
            tuple(0.0 if bool(kind.b or kind.w) == bool(kinds[one].b or kinds[one].w) else -SURE
                  for kind in kinds)
            for one in self.board.labels
        )  # fmt: skip
        return Observation(self.t, self.layout, looks, **more)

    def lifted(self, *sites: str) -> list[Event]:
        """Stones are lifted and put back; then all is quiet."""
        return self.look(1, touched=sites) + self.look(3)


def begun() -> Stones:
    """A game, begun."""
    desk = Stones("connexoh")
    desk.look()
    return desk


def test_a_tile_with_a_stone_that_was_lifted_may_be_turned() -> None:
    """The turns of that tile are asked for, and the answer counts."""
    desk = begun()
    asked = only(desk.lifted("a1", "a1"), "choose")
    assert asked.moves == ("a1@180", "a1@270", "a1@90")
    assert desk.look(4) == []
    assert isinstance(desk.state, Choosing)
    assert only(desk.command("choose", "a1@180"), "move_played").move == "a1@180"
    assert desk.look(4) == []


def test_a_tile_that_was_not_turned_is_no_move() -> None:
    """Whoever says so, or goes on, is not asked again."""
    desk = begun()
    desk.lifted("a1", "a1")
    assert desk.command("reject") == []
    assert desk.look(4) == []
    assert only(desk.lifted("b1", "b1"), "choose").moves[0].startswith("b1@")


def test_the_turn_of_an_empty_tile_is_named() -> None:
    """Nothing is felt of it; what is not legal is not taken."""
    desk = begun()
    assert desk.command("choose", "a1-a2") == []
    assert only(desk.command("choose", "c3@180"), "move_played").move == "c3@180"
    assert desk.command("choose", "c3@90") == []  # protected


def test_stones_that_slide_are_felt() -> None:
    """Along the path that the turns named have made."""
    desk = begun()
    desk.command("choose", "a2@180")
    desk.look(2)
    desk.command("choose", "f5@90")
    desk.position = desk.state.line.now.position
    desk.look(2)
    desk.bring("a1-a2")
    assert only(desk.lifted("a1", "a2"), "move_played").move == "a1-a2"


def test_where_turns_are_seen_nobody_names_them(connexoh: Desk) -> None:
    """The board says what was turned."""
    assert names(connexoh.command("choose", "c3@180")) == []
