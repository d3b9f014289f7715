"""What is heard and lit at the device, whatever is on its screen."""

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from pi_board.app import box
from pi_board.app.agreement import Agreement
from pi_board.app.evening import Begin, Evening
from pi_board.app.house import EveningHouse
from pi_board.app.menus import Menus
from pi_board.app.wanted import Wanted
from pi_board.config.settings import load
from pi_board.core.observation import Command
from pi_board.core.scene import Kind, Scene
from pi_board.views.leds import OFF, Frame, NoLamps, frame_at
from pi_board.views.sound import Sound, SoundView
from pi_board.views.voice import Voice
from tests.app.evenings import (
    DRAWN,
    Hand,
    Nothing,
    Script,
    boards_opened,
    left,
    page,
    quit_,
    started,
)


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[Sound]:
    """The tones of an evening so far."""
    tones: list[Sound] = []
    monkeypatch.setattr(SoundView, "_play", lambda _, sounds: tones.extend(sounds))
    return tones


@pytest.fixture
def lit(monkeypatch: pytest.MonkeyPatch) -> list[Frame]:
    """What the lamps of an evening have shown so far."""
    frames: list[Frame] = []
    monkeypatch.setattr(NoLamps, "light", lambda _, frame, columns: frames.append(frame))
    monkeypatch.setattr(box, "open_lamps", lambda *_: NoLamps())
    return frames


def spend(script: Callable[[Hand], Script], clock: str, lamps: str = "none") -> None:
    """An evening with one game on the drawn board, as loud as the settings have it."""
    hand = Hand()
    hand.begin(script)
    settings = load()
    settings = replace(settings, lamps=replace(settings.lamps, kind=lamps))
    evening = Evening(hand.window, settings, Nothing(), Agreement(), hand.timed())
    evening.run(Begin(replace(DRAWN, clock=clock)))
    hand.end()
    hand.window.close()


def is_lit(scene: Scene, frame: Frame) -> bool:
    """Whether the lamps show the scene, one in which none blinks."""
    return frame == frame_at(scene, 0.0) != (OFF,) * len(frame)


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


@pytest.mark.thorough
@pytest.mark.parametrize(("clock", "wait_s", "warned"), [("0.52+8", 8.0, 1), ("31s", 21.0, 2)])
def test_an_increment_brings_no_second_warning(
    heard: list[Sound], clock: str, wait_s: float, warned: int
) -> None:
    """Black's time is short, the turn lifts it above the limit, and it falls below once more. A
    turn with a time of its own is another matter.
    """

    def script(hand: Hand) -> Script:
        yield from started(hand)
        yield 21.0
        assert heard == [Sound.LOW_TIME]
        for site in ("c1", "c3", "a2", "c2"):
            yield from hand.touch(site)
            yield 1.0
        yield wait_s
        assert heard.count(Sound.LOW_TIME) == warned
        assert any(card.alarm == "warning" for card in hand.window.scene.cards)
        yield from left(hand)

    spend(script, clock)


def test_the_flag_is_heard_to_fall_behind_a_page_of_the_rules(heard: list[Sound]) -> None:
    """The page stays where it is, and nothing is heard twice when it is closed."""

    def script(hand: Hand) -> Script:
        yield from started(hand)
        yield from hand.press("menu")
        yield from hand.choose("lessons")
        yield 32.0
        assert heard == [Sound.LOW_TIME, Sound.END]
        assert hand.window.scene.kind is Kind.LEARNING
        yield from hand.press("back")
        assert hand.window.scene.kind is Kind.OVER
        assert heard == [Sound.LOW_TIME, Sound.END]
        yield from quit_(hand)

    spend(script, "0.52")


def test_a_move_behind_a_page_of_the_rules_is_heard_and_lit(
    heard: list[Sound], lit: list[Frame], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever plays on looks at the board; the screen alone shows the page."""
    boards = boards_opened(monkeypatch)

    def script(hand: Hand) -> Script:
        yield from started(hand)
        yield from hand.press("menu")
        yield from hand.choose("lessons")
        boards[0].touch("c1", "b")
        yield 1.0
        boards[0].touch("c3", "b")
        yield 2.0
        assert heard == [Sound.MOVE, Sound.YOUR_TURN]
        assert hand.window.scene.kind is Kind.LEARNING
        behind = lit[-1]
        yield from hand.press("back")
        assert [move.text for move in hand.window.scene.strip.moves] == ["c1-c3"]
        assert is_lit(hand.window.scene, behind)
        yield from left(hand)

    spend(script, "5", "chain")


def test_what_is_shown_after_a_game_is_heard_and_lit(heard: list[Sound], lit: list[Frame]) -> None:
    """Nobody plays on: a page of the rules and a replay have the lamps for themselves."""

    def script(hand: Hand) -> Script:
        yield from started(hand)
        yield from hand.touch("c1")
        yield from hand.touch("c3")
        yield 2.0
        yield from hand.press("menu")
        yield 62.0
        assert heard[-1] is Sound.END
        yield from hand.choose("lessons")
        yield from hand.press("next")
        yield from hand.press("next")
        yield 1.0
        assert hand.window.scene.kind is Kind.LEARNING
        assert is_lit(hand.window.scene, lit[-1])
        yield from hand.press("back")
        yield from hand.press("replay")
        heard.clear()
        yield from hand.press("next")
        yield 1.0
        assert heard == [Sound.END]
        assert is_lit(hand.window.scene, lit[-1])
        yield from quit_(hand)

    spend(script, "0.52", "chain")


def test_nobody_waits_for_a_voice_while_sounds_are_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It still reads the page in which a switch is pressed, and a game may go on behind it."""
    slow = tmp_path / "espeak-ng"
    slow.write_text("#!/bin/sh\nexec sleep 9\n")
    slow.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    spoke: list[bool] = []
    monkeypatch.setattr(Voice, "close", lambda voice: spoke.append(voice.is_speaking))
    window = Hand().window
    house = EveningHouse(window, load(), Nothing(), Agreement(), Wanted(speaks=True))
    menus = Menus(house.world()).opened("settings")
    house.pages.open_page(menus.page)
    house.fulfil(replace(menus, wish=Command(0.0, "set", "sound.tones=no")))
    house.close()
    window.close()
    assert spoke == [False, False]
