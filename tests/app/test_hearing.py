"""A game that is heard."""

from contextlib import ExitStack
from dataclasses import replace

import pygame

from pi_board.app.hearing import HeardView, open_ears
from pi_board.core.scene import Kind
from pi_board.views.sound import SoundView
from tests.views.scenes import SCENE


class Window:
    """A view that notes what it was shown."""

    def __init__(self):
        self.shown = []

    def show(self, scene, now_s, pixels=None):
        self.shown.append(scene)

    def draw(self, now_s):
        return now_s < 1

    def poll(self, now_s):
        return ("asked",)


def test_every_scene_is_seen_and_heard():
    """A scene reaches the window and the loudspeaker; touches come back from the window."""
    notice = replace(SCENE.notice, tone="danger")
    window, wrong = Window(), replace(SCENE, kind=Kind.ILLEGAL, notice=notice)
    with ExitStack() as stack:
        view = HeardView(window, open_ears(stack, sound=True, voice=False, language="en"))
        view.show(SCENE, 0.0)
        assert not pygame.mixer.get_busy()
        view.show(wrong, 1.0)
        assert pygame.mixer.get_busy()
        assert window.shown == [SCENE, wrong]
        assert (view.draw(0.0), view.draw(2.0), view.poll(0.0)) == (True, False, ("asked",))
    assert pygame.mixer.get_init() is None


def test_only_what_is_asked_for_is_opened(monkeypatch):
    """Without sound and voice there is nothing to hear; a missing voice says so."""
    monkeypatch.setenv("PATH", "")
    with ExitStack() as stack:
        assert open_ears(stack, sound=False, voice=False, language="de") == ()
        sound, voice = open_ears(stack, sound=True, voice=True, language="de")
        assert isinstance(sound, SoundView)
        assert "espeak-ng is not installed" in voice.problem
