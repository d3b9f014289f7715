"""A reed that dies or sticks in the middle of a game, with no camera to tell."""

from __future__ import annotations

import pytest

from pi_board.app.compose import compose
from pi_board.app.director import Director
from pi_board.app.scenes.state import Seat
from pi_board.core.observation import Command
from pi_board.core.scene import Role
from pi_board.games.registry import make_game
from pi_board.referee.phases import IN_HAND_S
from tests.hardware.reed_boards import reed_board
from tests.hardware.test_reed_start import Game


def begun(game: Game, dead: str) -> None:
    """The game goes on for a move, and then a reed dies."""
    game.wait()
    assert game.move("b1", "b3") == ["b1-b3"]
    game.dead = {dead}
    game.lay()


def offered(game: Game) -> list[str]:
    """The first thing that the screen offers a little later, after what it says."""
    director = Director(make_game("loa"), Seat("Black"), Seat("White"), "b")
    end_s = game.board.now_s + 0.5
    while game.board.now_s < end_s:
        director.follow(next(game._moments))
    scene = compose(director.table)
    return [str(scene.notice.sentences[-1]), str(scene.buttons[0].label)]


def test_the_game_goes_on_without_a_reed_that_dies() -> None:
    """People say that all is in place, when the stone could not be in a hand any more."""
    with reed_board() as board:
        game = Game(board, "loa")
        begun(game, "a4")
        assert [event.name for event in game.wait(IN_HAND_S - 3)] == ["disturbed"]
        assert game.confirm() == []
        game.wait(4)
        fails = "If all is in place, reeds fail there. The game can do without them."
        assert offered(game) == [fails, "All in place"]
        assert game.confirm() == ["restored", "reader_changed"]
        assert [str(fault) for fault in board.reader.faults] == ["a4 missing"]
        assert game.move("a2", "c2") == ["a2-c2"]


def test_so_it_does_when_that_looked_like_a_move() -> None:
    """As soon as people have said that it was none."""
    with reed_board() as board:
        game = Game(board, "loa")
        game.wait()
        game.dead = {"c1"}
        game.lay()
        assert [event.name for event in game.wait(6)] == ["choose"]
        game.sitting.command(Command(board.now_s, "reject"))
        assert [event.name for event in game.wait(1)] == ["disturbed"]
        assert game.confirm() == ["restored", "reader_changed"]
        assert game.move("c1", "c3") == ["c1-c3"]


def test_so_it_does_without_a_reed_that_sticks() -> None:
    """Nobody can take off a stone that is none; once the reed is open again it is believed."""
    with reed_board() as board:
        game = Game(board, "loa")
        game.wait()
        game.stuck = {"e5"}
        game.lay()
        assert [event.name for event in game.wait(IN_HAND_S - 3)] == ["disturbed"]
        assert game.confirm() == []
        game.wait(4)
        assert game.confirm() == ["restored", "reader_changed"]
        assert [str(fault) for fault in board.reader.faults] == ["e5 stuck"]
        assert game.move("b1", "b3") == ["b1-b3"]
        game.stuck = set()
        assert game.move("a2", "c2") == ["a2-c2"]
        assert board.reader.faults == ()


def test_a_stone_that_came_from_nowhere_is_not_said_to_stand() -> None:
    """Nor two that are one in the wrong place."""
    with reed_board() as board:
        game = Game(board, "loa")
        begun(game, "a4")
        game.stones.add("d4")
        game.lay()
        game.wait(IN_HAND_S + 2)
        assert game.confirm() == []
        assert board.reader.faults == ()


def test_moves_that_are_confirmed_say_nothing_of_a_stone_in_the_hand() -> None:
    """Though the board was put right with them: White has a stone in the hand by then."""
    with reed_board() as board:
        game = Game(board, "loa")
        game.wait()
        game.stones.add("d4")
        game.lay()
        assert [event.name for event in game.wait(4)] == ["disturbed"]
        game.stones = game.stones - {"d4", "b1", "a2"} | {"b3", "c2"}
        game.lay()
        assert game.wait(6)[-1].name == "choose"
        game.stones.discard("d1")
        game.lay()
        game.sitting.command(Command(board.now_s, "confirm"))
        events = ["restored", "move_played", "move_played"]
        assert [event.name for event in game.wait(0.5)] == events
        assert board.reader.faults == ()


@pytest.mark.thorough
def test_a_capture_that_was_taken_back_and_stands_yet_is_no_dead_reed() -> None:
    """A stone is on the place of its prey, however long they talk about it."""
    with reed_board() as board:
        game = Game(board, "loa")
        game.wait()
        for stones in (game.stones - {"c1", "a3"}, game.stones - {"c1"}):
            game.stones = stones
            game.lay()
            said = game.wait()
        assert [getattr(event, "move", "") for event in said] == ["c1xa3"]
        game.sitting.command(Command(board.now_s, "take_back"))
        game.wait(IN_HAND_S + 2)
        assert game.confirm() == []
        assert board.reader.faults == ()


def test_a_stone_too_many_in_a_row_is_shown_where_it_came() -> None:
    """Whose it is reeds do not tell, but in which hole it is."""
    with reed_board(game="linja") as board:
        game = Game(board, "linja")
        director = Director(make_game("linja"), Seat("Black"), Seat("White"), "b")
        for stray in ((), ("e4",)):
            game.stones |= set(stray)
            game.lay()
            end_s = board.now_s + 2.5
            while board.now_s < end_s:
                director.follow(next(game._moments))
        scene = compose(director.table)
        assert [mark.site for mark in scene.board.marks if mark.role is Role.WRONG] == ["e4"]
