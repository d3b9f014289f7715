"""The menus lead to the set-up of a board and to the doctor, and come back from there."""

import time
from collections.abc import Iterator
from threading import Event

import pytest

from pi_board.app import lounge
from pi_board.app.agreement import Agreement
from pi_board.app.doctor.checks import Finding
from pi_board.app.learning import Learning, lessons
from pi_board.app.showing import Showing
from pi_board.config.sections import Settings
from pi_board.core.errors import EnvironmentFault
from pi_board.core.message import message
from pi_board.games.registry import make_game
from tests.app.evenings import DRAWN, Hand, Nothing, Script, left, page, quit_, started


def _lines(hand: Hand) -> list[str]:
    menu = hand.window.menu
    assert menu is not None
    return [str(item.label) for item in menu.page.items]


def test_the_doctor_is_asked_in_the_menus() -> None:
    """What he finds is on a page of its own, as soon as he has found it."""

    def script(hand: Hand) -> Script:
        yield 0.5
        yield from hand.choose("open", "about")
        yield from hand.choose("doctor")
        assert page(hand) == "doctor"
        yield from hand.until(lambda: _lines(hand) == ["ok  disk: there is room"], "the finding")
        yield from quit_(hand)

    Hand().spend(script)


class Thorough(Nothing):
    """A doctor who looks until he is let go."""

    def __init__(self) -> None:
        self.has_gone = Event()

    def examine(self) -> Iterator[Finding]:
        self.has_gone.wait(20.0)
        yield from super().examine()


def examined(hand: Hand) -> Script:
    """The doctor is asked, and looks while the first page is seen again."""
    yield 0.5
    yield from hand.choose("open", "about")
    yield from hand.choose("doctor")
    for _ in range(2):
        yield from hand.choose("back")


def begun(hand: Hand) -> Script:
    yield from hand.choose("open", "new")
    yield from hand.choose("start")
    yield from started(hand)


def tried_again(hand: Hand, told: str) -> Script:
    """Until the doctor's thread is through, which knows nothing of the hand's clock."""
    end_s = time.monotonic() + 30.0
    while time.monotonic() < end_s:
        yield from hand.choose("open", "new")
        yield from hand.choose("start")
        if hand.window.menu is None or _lines(hand) != [told]:
            return
        time.sleep(0.01)
        yield from hand.choose("back")


def test_nothing_is_begun_while_the_doctor_has_the_camera_and_the_pins() -> None:
    """It would be told that another program has them."""
    doctor = Thorough()
    told = "the camera and the pins are still being looked at: try again in a moment"

    def script(hand: Hand) -> Script:
        yield from examined(hand)
        for there, wish, game in (("set_up", "calibrate", "loa"), ("new", "start", "")):
            yield from hand.choose("open", there)
            yield from hand.choose(wish, game)
            assert (page(hand), _lines(hand)) == ("trouble", [told])
            yield from hand.choose("back")
            if there == "set_up":
                yield from hand.choose("back")
        doctor.has_gone.set()
        yield from tried_again(hand, told)
        yield from started(hand)
        yield from left(hand)

    Hand().spend(script, agreed=DRAWN, outside=doctor)


def test_a_doctor_who_hangs_keeps_nobody_from_playing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A driver that does not answer, say; the drawn board needs none."""
    doctor = Thorough()
    monkeypatch.setattr(lounge, "EXAMINED_S", 0.0)

    def script(hand: Hand) -> Script:
        yield from examined(hand)
        yield from begun(hand)
        doctor.has_gone.set()
        yield from left(hand)

    Hand().spend(script, agreed=DRAWN, outside=doctor)


def test_the_set_up_of_a_board_is_begun_in_the_menus(monkeypatch: pytest.MonkeyPatch) -> None:
    """It fills the screen until it is closed; that there is no camera is told in the menus."""
    set_up: list[str] = []

    def shown(_: Nothing, settings: Settings, agreed: Agreement) -> Showing:
        set_up.append(agreed.game)
        if agreed.game == "loa":
            raise EnvironmentFault(message("no camera"))
        return Learning(lessons(make_game(agreed.game)))  # stands in for its pages

    monkeypatch.setattr(Nothing, "set_up", shown)

    def script(hand: Hand) -> Script:
        yield 0.5
        yield from hand.choose("open", "set_up")
        yield from hand.choose("calibrate", "loa")
        assert (page(hand), _lines(hand)) == ("trouble", ["no camera"])
        yield from hand.choose("back")
        yield from hand.choose("calibrate", "linja")
        assert hand.window.menu is None
        yield from hand.press("back")
        assert page(hand) == "set_up"
        yield from quit_(hand)

    Hand().spend(script)
    assert set_up == ["loa", "linja"]
