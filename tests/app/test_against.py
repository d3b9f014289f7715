"""A game against the computer, on the drawn board and on one that needs hands."""

import time
from collections.abc import Callable

import pytest

from pi_board.app.agreement import Agreement
from pi_board.app.compose import compose
from pi_board.app.director import Director
from pi_board.app.evening import Begin
from pi_board.app.scenes.state import Instructed, Playing, Seat
from pi_board.app.sitting import Moment
from pi_board.core.game import opponent
from pi_board.core.observation import Tick
from pi_board.core.scene import Kind, Role
from pi_board.games.registry import GAMES
from tests.app.evenings import Hand, Script, given_up, quit_
from tests.referee.desk import Desk, names, only


def _really(until: Callable[[], bool]) -> Script:
    """Wait for another process, which knows nothing of the hand's clock."""
    end_s = time.monotonic() + 30.0
    while not until():
        assert time.monotonic() < end_s
        time.sleep(0.01)
        yield 0.01


@pytest.mark.parametrize("side", ["b", "w"])
def test_the_computer_moves_on_the_drawn_board(side: str) -> None:
    """It answers a move, and begins when it has the side that begins; the record names it."""
    hand = Hand()
    window = hand.window
    moved = 2 if side == "w" else 1

    def script(hand: Hand) -> Script:
        begun = (Kind.PLAYING, Kind.INSTRUCTED)
        yield from hand.until(lambda: window.scene.kind in begun, "the game has started")
        if side == "w":
            yield from hand.touch("c1")
            yield from hand.touch("c3")
        yield from _really(lambda: len(window.scene.strip.moves) >= moved)
        yield from hand.press("menu")
        yield from hand.choose("main_menu")
        yield from hand.choose("open", "about")
        yield from hand.choose("open", "leave")
        yield from hand.choose("quit")

    agreed = Agreement("loa", against=side, level=2, reader="simulator")  # type: ignore[arg-type]
    hand.spend(script, Begin(agreed), agreed)
    (record,) = hand.records
    assert [move.player for move in record.moves] == ["b", "w"][:moved]
    assert record.header.players[side == "w"] == "Computer 2"


def test_a_turn_taken_back_is_answered_again() -> None:
    """On the drawn board both stones go back, and the computer replies to what is played then."""
    hand = Hand()
    window = hand.window

    def script(hand: Hand) -> Script:
        yield from hand.until(lambda: window.scene.kind is Kind.PLAYING, "the game has started")
        for site in ("c3", "e3"):
            yield from hand.touch(f"{site[0]}1")
            yield from hand.touch(site)
            yield from _really(lambda: len(window.scene.strip.moves) == 2)
            yield from hand.press("take_back")
            yield from _really(
                lambda: window.scene.kind is Kind.PLAYING and not window.scene.strip.moves
            )
        yield from hand.press("menu")
        yield from hand.choose("main_menu")
        yield from hand.choose("open", "about")
        yield from hand.choose("open", "leave")
        yield from hand.choose("quit")

    agreed = Agreement("loa", against="w", level=2, reader="simulator")
    hand.spend(script, Begin(agreed), agreed)


def test_the_computer_begins_the_next_game_too() -> None:
    """It moved as often when the game before was given up."""

    def script(hand: Hand) -> Script:
        window = hand.window
        for _ in range(2):
            yield from _really(lambda: len(window.scene.strip.moves) == 1)
            yield from given_up(hand, "w")
            yield from hand.press("new_game")
            yield from hand.choose("same_again")
        yield from quit_(hand)

    agreed = Agreement("loa", against="b", level=1, reader="simulator")
    Hand().spend(script, Begin(agreed), agreed)


def test_people_see_what_to_do_for_it() -> None:
    """Until the stones stand so, the screen and the lamps show the computer's move."""
    loa = Desk("loa").started()
    director = Director(loa.game, Seat("Ioana"), Seat("Computer 2"), "b")
    loa.command("instruct", "b c1-c3")
    director.follow(Moment(Tick(loa.t), loa.state, ()))
    assert director.table.situation == Instructed("c1-c3")
    loa.play("c1-c3")
    director.follow(Moment(Tick(loa.t), loa.state, ()))
    assert director.table.situation == Playing()


@pytest.mark.parametrize("name", GAMES)
def test_nobody_is_called_upon_to_move_for_it(name: str) -> None:
    """While it thinks, that is said; afterwards people are told again what they may do."""
    desk = Desk(name).started()
    director = Director(desk.game, Seat("Ioana"), Seat("Computer 2"), "b")
    program = desk.position.to_move
    desk.command("instruct", program)
    director.follow(Moment(Tick(desk.t), desk.state, ()))
    scene = compose(director.table)
    assert [str(sentence)[5:] for sentence in scene.notice.sentences] == [" is thinking."]
    assert Role.FROM not in {mark.role for mark in scene.board.marks}
    desk.command("instruct", opponent(program))
    director.follow(Moment(Tick(desk.t), desk.state, ()))
    assert director.table.situation == Playing()


def test_the_computer_is_known_by_its_name() -> None:
    """A game that is gone on with has the same opponent."""
    agreed = Agreement(against="w", level=7)
    assert agreed.names == ("Black", "Computer 7")
    again = Agreement().for_names(*agreed.names)
    assert (again.against, again.level) == ("w", 7)
    assert agreed.for_names("Ioana", "Tomáš").against is None


@pytest.mark.parametrize(
    ("name", "own", "its"),
    [
        ("loa", ("c1-c3",), ("a2-c2",)),
        ("linja", ("0-1", "/0-2"), ("0-1", "/0-2")),
        ("connexoh", ("a1@90",), ("f5@90",)),
    ],
)
def test_a_person_takes_the_own_turn_back(
    name: str, own: tuple[str, ...], its: tuple[str, ...]
) -> None:
    """While the computer thinks, and with all that it has answered, once the board follows."""
    desk = Desk(name).started()
    program = opponent(desk.position.to_move)
    desk.command("instruct", program)
    desk.play(*own)
    assert only(desk.command("take_back"), "taken_back").plies == len(own)
    desk.position = desk.game.start()
    desk.restore()
    desk.look(4)
    desk.play(*own)
    desk.command("instruct", " ".join((program, *its)))
    desk.play(*its)
    assert desk.record == [*own, *its]
    assert only(desk.command("take_back"), "taken_back").plies == len(own) + len(its)
    assert desk.record == []
    desk.position = desk.game.start()
    desk.restore()
    assert names(desk.look(4)) == ["restored"]


def test_a_turn_of_the_second_round_is_taken_back_alone() -> None:
    """What was played before it stands."""
    desk = Desk("loa").started()
    for own, its in (("c1-c3", "a2-c2"), ("d1-d3", "h4-f4")):
        desk.play(own)
        desk.command("instruct", f"w {its}")
        desk.play(its)
    assert only(desk.command("take_back"), "taken_back").plies == 2
    assert desk.record == ["c1-c3", "a2-c2"]


def test_what_the_computer_began_with_stands() -> None:
    """There is no turn of the person to take back, and within one it goes move by move."""
    desk = Desk("linja").started()
    desk.command("instruct", "w 0-1 /0-2")
    desk.play("0-1", "/0-2")
    assert desk.command("take_back") == []
    desk.play("0-1")
    taken = only(desk.command("take_back"), "taken_back")
    assert taken.plies == 1
