"""What is heard at the device, whatever is on its screen."""

import pytest

from pi_board.app.agreement import Agreement
from pi_board.app.evening import Begin, Evening
from pi_board.config.settings import load
from pi_board.views.sound import Sound, SoundView
from tests.app.evenings import Hand, Nothing, Script, page, quit_, started


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[Sound]:
    """The tones of an evening so far."""
    tones: list[Sound] = []
    monkeypatch.setattr(SoundView, "_play", lambda _, sounds: tones.extend(sounds))
    return tones


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

    hand = Hand()
    hand.begin(script)
    evening = Evening(hand.window, load(), Nothing(), Agreement(), hand.timed())
    evening.run(Begin(Agreement(reader="simulator", clock="0.52")))
    hand.window.close()
