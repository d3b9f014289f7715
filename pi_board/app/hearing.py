"""What is heard of a game beside the screen: tones and a voice, as asked for."""

from __future__ import annotations

from contextlib import ExitStack

from pi_board.app.showing import View
from pi_board.core.observation import Command
from pi_board.core.scene import Scene
from pi_board.views.camera import Pixels
from pi_board.views.language import speaker
from pi_board.views.sound import SoundView
from pi_board.views.theme import BLACK_AND_WHITE
from pi_board.views.voice import Voice

Ear = SoundView | Voice


def open_ears(
    stack: ExitStack, sound: bool, voice: bool, language: str,
    stones: tuple[str, str] = BLACK_AND_WHITE,
) -> tuple[Ear, ...]:  # fmt: skip
    """What is asked for. What this machine lacks is silent; its `problem` says why.

    `language` is a key of `pi_board.views.language.LANGUAGES`, `stones` as `speaker` takes them.
    `stack` closes what is opened.
    """
    ears: list[Ear] = []
    if sound:
        ears.append(SoundView())
    if voice:
        ears.append(Voice(speaker(language, stones), language))
    for ear in ears:
        stack.callback(ear.close)
    return tuple(ears)


class HeardView:
    """A screen whose scenes are heard as well as seen."""

    def __init__(self, view: View, ears: tuple[Ear, ...]) -> None:
        self._view = view
        self.ears = ears  # may be changed at any time

    def show(self, scene: Scene, now_s: float, pixels: Pixels | None = None) -> None:
        """On the screen first, then to the ears."""
        self._view.show(scene, now_s, pixels)
        self._hear(scene)

    def behind(self, scene: Scene, now_s: float) -> None:
        """See `View`."""
        self._view.behind(scene, now_s)
        self._hear(scene)

    def _hear(self, scene: Scene) -> None:
        for ear in self.ears:
            ear.show(scene)

    def draw(self, now_s: float) -> bool:
        """See `View`."""
        return self._view.draw(now_s)

    def poll(self, now_s: float) -> tuple[Command, ...]:
        """See `View`."""
        return self._view.poll(now_s)
