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
from pi_board.core.message import message
from pi_board.core.observation import Tick
from pi_board.core.scene import Kind, Role
from pi_board.core.words import side
from pi_board.games.registry import GAMES
from tests.app.evenings import Hand, Script, given_up, quit_
from tests.app.watched import Watched
from tests.referee.desk import Desk, names, only


def _really(until: Callable[[], bool]) -> Script:
    """Wait for another process, which knows nothing of the hand's clock."""
    end_s = time.monotonic() + 30.0
    while not until():
        assert time.monotonic() < end_s
        time.sleep(0.01)
        yield 0.01


@pytest.mark.thorough
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


@pytest.mark.thorough
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


def _said(table: Watched) -> tuple[str, list[str]]:
    notice = table.scene.notice
    return str(notice.title), [str(sentence) for sentence in notice.sentences]


def test_a_stone_held_for_the_computer_goes_where_it_said() -> None:
    """However long it is held, nobody is shown where else it might go; under a hand that comes too
    early it is said that the computer thinks.
    """
    table = Watched("loa")
    table.command("instruct", "b")
    table.hand()
    assert _said(table)[1] == ["Black is thinking."]
    table.command("instruct", "b c1-c3")
    table.put(c1="empty")
    assert "disturbed" in names(table.look(12))
    assert table.director.table.situation == Instructed("c1-c3", "c1")


def test_what_the_computer_has_decided_is_said_instead_of_that_it_thinks() -> None:
    """A move made too early is to be put back; once the ordered one stands, nothing is."""
    table = Watched("loa")
    table.command("instruct", "b")
    table.play("d1-d3")
    table.look(2)
    said = "Black is still thinking: wait for its move."
    assert _said(table) == ("Put it back on d1", [said])
    table.command("instruct", "b c1-c3")
    assert _said(table) == ("Put it back on d1", ["Black plays c1-c3."])
    table.put(d3="empty", d1="b", c1="empty", c3="b")
    table.look(1)
    assert _said(table)[0] == "That is right"
    assert {piece.site for piece in table.scene.board.pieces} > {"c3", "d1"}


def test_a_tile_turned_further_is_confirmed_while_the_computer_thinks() -> None:
    """The person is called upon to confirm it, not to move for the computer."""
    table = Watched("connexoh", confirm=True)
    table.command("instruct", "b")
    table.play("c3@90")
    table.command("confirm")
    table.position = table.game.start()
    table.play("c3@180")
    assert _said(table)[1] == ["Black is thinking."]
    assert "confirm" in [button.command for button in table.scene.buttons if button.enabled]
    table.command("confirm")
    assert table.record == ["c3@180"]


def test_what_the_computer_answers_is_to_be_read_while_it_is_to_move() -> None:
    """And what it began with cannot be taken back: the button is dead until a person has moved."""
    table = Watched("loa")
    table.command("instruct", "b c1-c3")
    table.director.comment(message("{player} declines the draw", player=side("b")))
    assert _said(table)[1][1:] == ["Black declines the draw"]
    table.play("c1-c3")
    back = [button.enabled for button in table.scene.buttons if button.command == "take_back"]
    assert back == [False]
    table.play("a4-c4")
    back = [button.enabled for button in table.scene.buttons if button.command == "take_back"]
    assert back == [True]


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
