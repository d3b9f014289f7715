"""What is heard at the device, whatever is on its screen."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from pi_board.app.agreement import Agreement
from pi_board.app.evening import Begin, Evening
from pi_board.config.settings import load
from pi_board.views.sound import Sound, SoundView
from tests.app.evenings import DRAWN, Hand, Nothing, Script, left, page, quit_, started


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[Sound]:
    """The tones of an evening so far."""
    tones: list[Sound] = []
    monkeypatch.setattr(SoundView, "_play", lambda _, sounds: tones.extend(sounds))
    return tones


def spend(script: Callable[[Hand], Script], clock: str) -> None:
    """An evening with one game on the drawn board, as loud as the settings have it."""
    hand = Hand()
    hand.begin(script)
    evening = Evening(hand.window, load(), Nothing(), Agreement(), hand.timed())
    evening.run(Begin(replace(DRAWN, clock=clock)))
    hand.window.close()


def test_a_game_is_heard_behind_its_menu(heard: list[Sound]) -> None:
    """The time runs out while somebody looks for something there; nothing is heard twice."""

    def script(hand: Hand) -> Script:
        yield from started(hand)
        yield from hand.press("menu")
        yield 32.0
        assert heard == [Sound.LOW_TIME, Sound.END]
        assert page(hand) == "game_menu"
        yield from hand.choose("back")
        yield 1.0
        assert heard == [Sound.LOW_TIME, Sound.END]
        yield from quit_(hand)

    spend(script, "0.52")


def test_no_time_is_low_when_a_turn_begins(heard: list[Sound]) -> None:
    """Half a minute a turn, as the menus have it: a third of it is low."""

    def script(hand: Hand) -> Script:
        yield from started(hand)
        yield from hand.touch("c1")
        yield from hand.touch("c3")
        yield 15.0
        assert heard == [Sound.MOVE, Sound.YOUR_TURN]
        assert not any(card.alarm for card in hand.window.scene.cards)
        yield 8.0
        assert heard[2:] == [Sound.LOW_TIME]
        yield from left(hand)

    spend(script, "30s")
