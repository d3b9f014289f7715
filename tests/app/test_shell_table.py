"""Hints within what was agreed, and what the screen says of readers and of touched stones."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from pi_board.app.agreement import Agreement
from pi_board.app.compose import compose
from pi_board.app.director import Director
from pi_board.app.faults import cause_text
from pi_board.app.helping import Helpers
from pi_board.app.hinting import Hints, ShownHint, journal_line
from pi_board.app.scenes.state import (
    Bound,
    Disturbed,
    HintGiven,
    Illegal,
    Lifted,
    Over,
    Paused,
    Playing,
    ReaderLost,
    Seat,
    SettingUp,
    TableState,
)
from pi_board.app.sitting import Moment, Sitting
from pi_board.core.cause import Cause, FaultKind
from pi_board.core.errors import EnvironmentFault
from pi_board.core.events import GameStarted, ReaderChanged
from pi_board.core.game import Outcome, opponent
from pi_board.core.message import Message, message
from pi_board.core.observation import Command, Tick, reader_changed
from pi_board.games.registry import make_game
from pi_board.readers.mjpeg import MjpegStream
from pi_board.readers.opening import opener
from pi_board.readers.reed_fault import ReedFault, cause_of
from pi_board.readers.simulator import Simulator
from pi_board.readers.usb_camera import UsbCamera
from pi_board.referee import phases

FULL = HintGiven("c1-c3", message("A good move."))


class Oracle:
    """An adviser that answers at once."""

    def __init__(self) -> None:
        self.asked = 0
        self.ready = False

    def ask(self, table: TableState) -> None:
        self.asked, self.ready = self.asked + 1, True

    def drop(self) -> None:
        self.ready = False

    def answer(self) -> HintGiven | None:
        ready, self.ready = self.ready, False
        return FULL if ready else None


def table_at(moves: str) -> TableState:
    game = make_game("loa")
    position = game.start()
    for text in moves.split():
        position = game.play(position, game.parse_move(position, text))
    return TableState(game, game.layouts[0], position, Playing(), Seat("A"), Seat("B"))


def press(hints: Hints, table: TableState) -> HintGiven | None:
    hints.ask(table)
    return hints.answer()


def test_the_first_press_shows_the_stone_the_second_one_all() -> None:
    """Both are one hint, and one search."""
    oracle = Oracle()
    hints, table = Hints(oracle, Agreement(hints=(1, 1))), table_at("")
    first, second = press(hints, table), press(hints, table)
    assert first is not None
    assert first.nudge
    assert journal_line(first, "b", 1.5)["shown"] == "stone"
    assert second == FULL
    assert oracle.asked == 1


def test_no_hint_is_spent_while_a_move_waits_to_be_confirmed() -> None:
    """It would be nowhere to be seen."""
    oracle = Oracle()
    hints, table = Hints(oracle, Agreement(hints=(1, 1))), table_at("c1-c3")
    assert press(hints, replace(table, pending="c1-c3")) is None
    assert oracle.asked == 0
    assert press(hints, table) is not None


def test_a_hint_that_is_looked_for_is_said_to_be() -> None:
    """Until it is there: the button is dead meanwhile, and alive for the rest of the hint."""
    hints, table = Hints(Oracle(), Agreement()), table_at("")
    plain = compose(table)
    assert hints.offered(plain, table) == plain
    hints.ask(table)
    waiting = hints.offered(plain, table)
    assert str(waiting.strip.note) == "Looking for a hint"
    commented = compose(replace(table, comment=message("The best move.")))  # where the strip is
    (told,) = hints.offered(commented, table).notice.sentences
    assert str(told) == "Looking for a hint."
    wrong = replace(table, situation=Illegal("c1-c4", message("three stones")))
    assert hints.offered(compose(wrong), wrong).notice == compose(wrong).notice
    assert [b.command for b in waiting.buttons if b.enabled] == ["menu"]
    hints.answer()
    assert hints.offered(plain, table) == plain


def test_a_used_up_budget_gives_nothing() -> None:
    """Each side has its own; the button of who has none left is dead."""
    hints = Hints(Oracle(), Agreement(hints=(1, 0)))
    assert press(hints, table_at("")) is not None
    assert press(hints, table_at("c1-c3")) is None
    assert press(hints, table_at("c1-c3 a4-c4")) is None
    assert not hints.may_ask("b")


@pytest.mark.parametrize(
    "situation", [SettingUp(), Paused(), Disturbed(()), Over(Outcome("b", "flag"))]
)
def test_a_hint_asked_for_beside_the_game_costs_none(situation) -> None:
    """The box has its button always; nothing would be shown, so nothing is used up."""
    oracle = Oracle()
    hints, table = Hints(oracle, Agreement(hints=(1, 1))), table_at("")
    assert press(hints, replace(table, situation=situation)) is None
    assert oracle.asked == 0
    assert press(hints, table) is not None


def test_another_game_has_hints_of_its_own() -> None:
    """And what was found for the last one is not told in it."""
    oracle, table = Oracle(), table_at("")
    hints = Hints(oracle, Agreement(hints=(1, 1)))
    press(hints, table)
    hints.follow(replace(table, situation=SettingUp()))
    anew = press(hints, table)
    assert anew is not None
    assert anew.nudge
    assert oracle.asked == 2


def test_a_board_that_is_set_up_again_without_a_word_has_hints_of_its_own() -> None:
    """As after a game that is over, or by putting the stones back: no set-up is asked for."""
    oracle, table = Oracle(), table_at("")
    hints = Hints(oracle, Agreement(hints=(1, 1)))
    press(hints, table)
    hints.follow(table_at("c1-c3 a4-c4"))
    assert not hints.may_ask("b")
    started = GameStarted(9.0, None, table.game.position_text(table.position), ())
    Helpers(hints).follow(Moment(Tick(9.0), phases.begin(table.game), (started,)), table)
    anew = press(hints, table)
    assert anew is not None
    assert anew.nudge
    assert oracle.asked == 2


def test_a_hint_is_forgotten_once_a_stone_must_move() -> None:
    """It may be of another one."""
    oracle, table = Oracle(), table_at("")
    hints = Hints(oracle, Agreement(hints=(5, 5)))
    press(hints, table)
    bound = replace(table, bound=Bound(message("it must"), ("b1-b3",)))
    again = press(hints, bound)
    assert again is not None
    assert again.nudge
    assert oracle.asked == 2


def test_hints_given_before_a_power_cut_are_not_given_again() -> None:
    """Nor by asking before the board has been seen to show the game."""
    table = table_at("")
    hints = Hints(Oracle(), Agreement(hints=(2, 1)), given=(2, 0))
    assert press(hints, replace(table, situation=SettingUp())) is None
    assert press(hints, replace(table, situation=SettingUp())) is None
    assert press(hints, table) is None
    assert press(hints, table_at("c1-c3")) is not None


def test_more_of_a_hint_given_before_a_power_cut_costs_nothing() -> None:
    """The stone was shown, so where it goes is told without a search; the next hint is another."""
    oracle, table = Oracle(), table_at("")
    shown = ShownHint(table.position, HintGiven("b1-b3"))
    hints = Hints(oracle, Agreement(hints=(1, 1)), (1, 0), shown)
    hints.follow(table)
    assert hints.may_ask("b")
    assert press(hints, table) == shown.hint
    assert oracle.asked == 0
    hints.follow(table_at("c1-c3 a4-c4"))
    assert not hints.may_ask("b")


def test_a_hint_of_a_stone_that_must_move_is_there_after_a_power_cut() -> None:
    """It was given when it had to already."""
    table = replace(table_at(""), bound=Bound(message("it must"), ("b1-b3",)))
    hints = Hints(Oracle(), Agreement(hints=(1, 1)), (1, 0), ShownHint(table.position, FULL))
    hints.follow(table)
    assert hints.may_ask("b")
    assert press(hints, table) == FULL


def test_a_search_that_fails_costs_no_hint() -> None:
    """It is said, and the next press asks again."""

    class Failing(Oracle):
        def answer(self) -> HintGiven | Message | None:
            return message("the search has crashed") if self.asked == 1 else super().answer()

    hints, table = Hints(Failing(), Agreement(hints=(1, 1))), table_at("")
    assert isinstance(press(hints, table), Message)
    assert isinstance(press(hints, table), HintGiven)


def test_a_hint_that_comes_too_late_costs_none() -> None:
    """The move was made while it was looked for; in another game all are left as well."""

    class Slow(Oracle):
        def answer(self) -> HintGiven | None:
            return super().answer() if self.asked > 1 else None

    hints, table = Hints(Slow(), Agreement(hints=(1, 1))), table_at("")
    assert press(hints, table) is None
    hints.follow(table_at("c1-c3"))
    assert hints.may_ask("b")
    assert hints.may_ask("w")
    hints.follow(replace(table, situation=SettingUp()))
    assert press(hints, table) is not None
    hints.follow(table_at("c1-c3"))
    assert not hints.may_ask("b")


def test_nudges_never_show_more_than_the_stone() -> None:
    """If that was agreed, a second press tells nothing more."""
    hints, table = Hints(Oracle(), Agreement(nudges=True)), table_at("")
    first = press(hints, table)
    assert first is not None
    assert first.nudge
    assert press(hints, table) is None


def test_nobody_asks_for_the_computer() -> None:
    """Its side has no hints."""
    hints = Hints(Oracle(), Agreement(against="b"))
    assert press(hints, table_at("")) is None


@pytest.fixture
def followed() -> tuple[Director, Simulator, object]:
    """A director that has seen a game begin on a drawn board."""
    game, now = make_game("loa"), [0.0]
    board = Simulator(clock=lambda: now[0])
    director = Director(game, Seat("A"), Seat("B"), "b")
    moments = Sitting(game, board).moments()
    for _ in range(20):
        now[0] += 0.1
        if board.due:
            director.follow(next(moments))
    return director, board, (now, moments)


def test_a_hint_does_not_outlive_its_game() -> None:
    """The next one begins with the same position."""
    game, board = make_game("loa"), Simulator()
    director, sitting = Director(game, Seat("A"), Seat("B"), "b"), Sitting(game, board)
    moments = sitting.moments()
    while not isinstance(director.table.situation, Playing):
        director.follow(next(moments))
    director.advise(FULL)
    sitting.command(Command(0.0, "new_game"))
    board.stir()
    director.follow(next(moments))
    assert director.table.hint is None


def reader_says(director: Director, old: str, new: str, reason: Cause) -> None:
    game, said = make_game("loa"), []

    class Saying(Simulator):
        def inputs(self):
            yield from said

    said.append(reader_changed(9.0, old, new, reason))
    for moment in Sitting(game, Saying()).moments():
        director.follow(moment)


def test_a_lost_camera_is_shown_until_it_is_back(followed) -> None:
    """The reason is said in the players' words."""
    director, _, _ = followed
    reader_says(director, "camera", "none", Cause("no data", FaultKind.NO_PICTURES))
    assert director.table.situation == ReaderLost(
        message("The camera gives no pictures."), begun=False
    )
    reader_says(director, "none", "camera", Cause("the camera is back"))
    assert not isinstance(director.table.situation, ReaderLost)


def test_a_lost_camera_hides_no_result(followed) -> None:
    """There is nothing left to be read; who has won, and a new game, are."""
    director, board, (_, moments) = followed
    board.stir()
    now = next(moments).state
    outcome = Outcome("b", "resigned")
    over = phases.Over(now.table, now.line, now.watch, outcome)
    black = Cause("the camera sees black", FaultKind.BLACK)
    lost = ReaderChanged(9.0, None, "camera", "none", black)
    director.follow(Moment(Tick(9.0), over, (lost,)))
    assert director.table.situation == Over(outcome)
    director.follow(Moment(Tick(9.1), now, ()))
    assert director.table.situation == ReaderLost(message("The camera sees black."))


@pytest.mark.parametrize(
    "raising",
    [
        lambda: UsbCamera("/dev/video77"),
        lambda: MjpegStream("http://127.0.0.1:1/stream"),
        lambda: opener("camera:99")(),
    ],
)
def test_what_drivers_say_is_not_shown(followed, raising: Callable[[], object]) -> None:
    """It is English, and full of names that players do not know."""
    director, _, _ = followed
    with pytest.raises(EnvironmentFault) as problem:
        raising()
    reader_says(director, "camera", "none", Cause(str(problem.value), problem.value.kind))
    assert director.table.situation == ReaderLost(
        message("The camera does not answer."), begun=False
    )


def test_falling_back_to_the_reeds_is_told_for_a_while(followed) -> None:
    """Who goes on reading is named."""
    director, _, _ = followed
    reader_says(director, "fused", "reed", Cause("dark", FaultKind.BLACK))
    assert director.table.situation == ReaderLost(
        message("The camera sees black."), "reed", begun=False
    )


def test_a_second_reed_at_fault_is_told_as_the_first_one() -> None:
    """However soon it follows."""
    director = Director(make_game("loa"), Seat("Ida"), Seat("Jan"), "b")
    second = (ReedFault("a1", "no diode"), ReedFault("e5", "missing"))
    for faults, sites in (((ReedFault("d4", "bouncing"),), "d4"), (second, "a1, e5")):
        reader_says(director, "reed", "reed", cause_of(faults))
        situation = director.table.situation
        assert isinstance(situation, ReaderLost)
        assert str(situation.why) == f"No longer believed: {sites}."
        assert situation.is_partly


def test_a_touched_stone_shows_what_it_may_do(followed) -> None:
    """Another touch, or a stone of the other side, and the board is as it was; so is one that is
    in the hand.
    """
    director, _, _ = followed
    usual, director.table = director.table, replace(director.table, situation=Lifted("e1"))
    director.peek("a4")
    assert director.table.situation == Lifted("e1")
    director.table = usual
    director.peek("c1")
    assert director.table.situation == Lifted("c1")
    director.peek("c1")
    assert director.table.situation == Playing()
    director.peek("a4")
    assert director.table.situation == Playing()


def test_a_stone_in_a_hole_shows_what_it_may_do() -> None:
    """Where one of the side to move was seen; before anything was, none is."""
    director = Director(make_game("linja"), Seat("Ida"), Seat("Jan"), "b")
    layout = director.table.layout
    director.table = replace(director.table, situation=Playing())
    director.peek("b1")
    assert director.table.situation == Playing()
    mover = director.table.position.to_move
    looks = tuple({"b1": mover, "c1": opponent(mover)}.get(site, "empty") for site in layout.sites)
    director.table = replace(director.table, looks=looks)
    for site, wanted in (("c1", Playing()), ("d1", Playing()), ("b1", Lifted("b1"))):
        director.peek(site)
        assert director.table.situation == wanted


def test_a_look_at_a_stone_ends_with_the_next_move(followed) -> None:
    """What was asked about is forgotten when the board moves on."""
    director, board, (now, moments) = followed
    director.peek("d1")
    board.touch("c1", "b")
    board.touch("c3", "b")
    for _ in range(20):
        now[0] += 0.1
        if board.due:
            director.follow(next(moments))
    assert director.table.plies[-1].text == "c1-c3"
    assert director.table.situation == Playing()


@pytest.mark.parametrize("kind", FaultKind)
def test_every_kind_of_fault_has_a_sentence(kind: FaultKind) -> None:
    """What a driver said of it is not in it."""
    said = str(cause_text(Cause("/dev/video0: EIO", kind, ("c4",))))
    assert said.endswith(".")
    assert "video0" not in said
