"""A game on reeds of which one or two are dead or stuck from the beginning."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pi_board.app.sitting import Moment, Sitting
from pi_board.core.events import Event
from pi_board.core.observation import Command
from pi_board.games.registry import make_game
from pi_board.referee.advance import begin
from tests.hardware.reed_boards import ReedBoard, reed_board


class Game:
    """A sitting at a reed board, some reeds of which do not say what stands there."""

    def __init__(
        self, board: ReedBoard, name: str, dead: str = "", stuck: str = "", confirm: bool = False
    ) -> None:
        self.board = board
        self.dead, self.stuck = set(dead.split()), set(stuck.split())
        rules = make_game(name)
        self.sitting = Sitting(rules, board.reader, state=begin(rules, confirm=confirm))
        self._moments: Iterator[Moment] = self.sitting.moments()
        self.stones = {
            board.layout.sites[site]
            for looks, group in zip(board.start, board.layout.groups, strict=True)
            for site, label in zip(group, sorted(min(looks), reverse=True), strict=True)
            if label
        }
        self.lay()

    def lay(self) -> None:
        """What is felt of the stones."""
        self.board.lay(*((self.stones | self.stuck) - self.dead))

    def wait(self, seconds: float = 2.5) -> list[Event]:
        """All that is said meanwhile."""
        end_s, said = self.board.now_s + seconds, []
        while self.board.now_s < end_s:
            said += next(self._moments).events
        return said

    def confirm(self) -> list[str]:
        """Somebody says that the start position stands."""
        self.sitting.command(Command(self.board.now_s, "confirm"))
        return [event.name for event in self.wait(1.0)]

    def move(self, source: str, target: str) -> list[str]:
        """A hand moves a stone."""
        said = []
        for where in (self.stones - {source}, self.stones - {source} | {target}):
            self.stones = set(where)
            self.lay()
            said += self.wait(0.5)
        return [getattr(event, "move", event.name) for event in said + self.wait()]


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "faults", "moves"),
    [
        ("loa", {"dead": "d1"}, [("c1", "c3", "c1-c3"), ("a2", "c2", "a2-c2"),
                                 ("d1", "d3", "d1-d3"), ("a4", "c4", "a4-c4")]),
        ("loa", {"stuck": "d4"}, [("b1", "b3", "b1-b3"), ("a2", "c2", "a2-c2")]),
        ("loa", {"dead": "d1 h3"}, [("c1", "c3", "c1-c3")]),
        ("linja", {"dead": "a8"}, [("b8", "e7", "0-1")]),
    ],
)  # fmt: skip
def test_the_game_begins_without_reeds_that_fail(
    name: str, faults: dict[str, str], moves: list[tuple[str, str, str]]
) -> None:
    """People say that all is in place; what failed is named, not believed, and moves are told."""
    sites = " ".join(faults.values()).split()
    with reed_board(game=name) as board:
        game = Game(board, name, **faults)
        (told,) = game.wait()
        assert (told.name, set(told.wrong)) == ("setup", set(sites))  # type: ignore[attr-defined]
        assert game.confirm() == ["setup", "game_started", "reader_changed"]
        assert [fault.site for fault in board.reader.faults] == sites
        for source, target, move in moves:
            assert game.move(source, target) == [move]


@pytest.mark.parametrize(
    ("name", "faults"),
    [
        ("loa", {"dead": "b1", "stuck": "b2"}),
        ("loa", {"dead": "b1 c1 d1"}),
        ("linja", {"dead": "a4"}),
    ],
)
def test_a_start_that_may_well_not_stand_is_not_said_to(name: str, faults: dict[str, str]) -> None:
    """A stone in the wrong place, too many that are missing, one missing in a row of free holes."""
    with reed_board(game=name) as board:
        game = Game(board, name, **faults)
        assert [event.name for event in game.wait()] == ["setup"]
        assert game.confirm() == []
        assert board.reader.faults == ()


def test_a_stone_that_was_only_late_is_believed_again() -> None:
    """The button was pressed before the last stone stood."""
    with reed_board() as board:
        game = Game(board, "loa")
        game.stones.discard("d1")
        game.lay()
        game.wait()
        assert game.confirm() == ["setup", "game_started", "reader_changed"]
        game.stones.add("d1")
        game.lay()
        assert game.wait() == []
        assert game.move("c1", "c3") == ["c1-c3"]
        assert board.reader.faults == ()


def test_a_move_that_is_confirmed_says_nothing_of_a_stone_in_the_hand() -> None:
    """White has a stone in the hand by the time Black has pressed the clock."""
    with reed_board() as board:
        game = Game(board, "loa", confirm=True)
        game.wait()
        assert game.move("c1", "c3") == []
        game.stones.discard("a2")
        game.lay()
        game.sitting.command(Command(board.now_s, "confirm"))
        assert "move_played" in [event.name for event in game.wait(0.5)]
        assert board.reader.faults == ()
