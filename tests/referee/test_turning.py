"""Connex'oh on reeds that feel stones and not which way tiles lie."""

from __future__ import annotations

from typing import Any

from pi_board.core.events import Event
from pi_board.core.observation import Observation
from pi_board.core.stones import Stones, stones_of
from pi_board.referee.phases import Choosing
from tests.referee.desk import SURE, Desk, names, only

# d2 holds a stone of each player and e3 one: nothing shows that one slides from d2 to e3
CROWDED = "003232b/0w22x3b10/1b301b01/02031w0/0w301x32w/002000 b b2,b3"


class StoneReeds(Desk):
    """A desk whose reeds feel stones only."""

    def observation(self, **more: Any) -> Observation:
        """Where stones are, whatever their colour and whichever way their tiles lie."""
        kinds = [self.felt(stones_of(label)) for label in self.layout.labels]
        looks = tuple(
            tuple(0.0 if kind == kinds[one] else -SURE for kind in kinds)
            for one in self.board.labels
        )
        return Observation(self.t, self.layout, looks, **more)

    def felt(self, kind: Stones) -> Any:
        """What the reeds of a tile tell of what is on it."""
        return bool(kind.count)

    def lifted(self, *sites: str) -> list[Event]:
        """Stones are lifted and put back; then all is quiet."""
        return self.look(1, touched=sites) + self.look(3)


class TileReeds(StoneReeds):
    """A desk whose reeds also feel which way tiles lie."""

    def felt(self, kind: Stones) -> Any:
        """Whether stones are there, and which way the tile lies."""
        return bool(kind.count), kind.turned


def begun() -> StoneReeds:
    """A game, begun."""
    desk = StoneReeds("connexoh")
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


def test_nobody_chooses_a_turn_for_the_computer() -> None:
    """While it thinks nothing is asked, then only whether its own was made; no other is taken."""
    desk = begun()
    desk.command("instruct", "w")
    assert desk.lifted("a1", "a1") == []
    assert desk.command("choose", "c3@90") == []
    desk.command("instruct", "w a1@180")
    assert desk.command("choose", "a1@90") == []
    assert only(desk.lifted("a1", "b1", "a1"), "choose").moves == ("a1@180",)
    assert only(desk.command("choose", "a1@180"), "move_played").move == "a1@180"


def test_of_many_tiles_lifted_those_felt_last_are_asked_about() -> None:
    """A hand that gathers them has turned one at the most, and nobody reads twenty answers."""
    desk = begun()
    asked = only(desk.lifted("a1", "b1", "c1", "d1", "e1", "e1"), "choose")
    assert {move[:2] for move in asked.moves} == {"c1", "d1", "e1"}


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


def crowded() -> TileReeds:
    """A game late, begun."""
    desk = TileReeds("connexoh", CROWDED)
    desk.look()
    return desk


def test_a_slide_that_nothing_shows_is_asked_about() -> None:
    """A stone leaves a tile of two for a tile of one, slowly."""
    desk = crowded()
    assert desk.lifted("d2") == []
    desk.bring("d2-e3")
    assert only(desk.lifted("e3"), "choose").moves == ("d2-e3",)
    assert only(desk.command("choose", "d2-e3"), "move_played").move == "d2-e3"
    assert desk.look(4) == []


def test_a_slide_of_which_half_was_felt_is_asked_about() -> None:
    """Only where the stone went."""
    desk = crowded()
    desk.bring("d2-e3")
    assert only(desk.lifted("e3"), "choose").moves == ("d2-e3",)
    assert desk.command("reject") == []
    assert desk.look(4) == []


def test_a_stone_lifted_and_put_back_is_no_slide() -> None:
    """Neither where the slide begins nor where it ends, nor what is felt after other tiles."""
    desk = crowded()
    assert desk.lifted("d2", "d2") == []
    assert desk.lifted("a1", "a1") == []
    assert desk.lifted("e3", "e3") == []
    assert desk.lifted("a1", "e3") == []
