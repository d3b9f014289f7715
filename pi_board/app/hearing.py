"""What is heard of a game beside the screen: tones and a voice, as asked for."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Protocol

from pi_board.app.aside import Pages
from pi_board.app.showing import View
from pi_board.core.observation import Command
from pi_board.core.page import Item, Page
from pi_board.core.scene import Scene
from pi_board.views.camera import Pixels
from pi_board.views.language import speaker
from pi_board.views.sound import SoundView
from pi_board.views.spoken_page import line_aloud, page_aloud
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


class PagedWindow(Pages, Protocol):
    """A window that says which line of a page the buttons of the box have led to."""

    @property
    def chosen(self) -> Item | None: ...


class HeardView:
    """A screen whose scenes are heard as well as seen."""

    def __init__(self, view: View, ears: tuple[Ear, ...]) -> None:
        self._view = view
        self.ears = ears  # may be changed at any time
        self.page: Page | None = None  # that is in front of the scenes

    @property
    def voices(self) -> tuple[Voice, ...]:
        """Of what is heard the one that speaks, if one does."""
        return tuple(ear for ear in self.ears if isinstance(ear, Voice))

    def show(self, scene: Scene, now_s: float, pixels: Pixels | None = None) -> None:
        """On the screen first, then to the ears."""
        self._view.show(scene, now_s, pixels)
        if self.page is not None:
            self.page = None
            for voice in self.voices:
                voice.forget()
        self._hear(scene)

    def behind(self, scene: Scene, now_s: float) -> None:
        """See `View`."""
        self._view.behind(scene, now_s)
        self._hear(scene)

    def _hear(self, scene: Scene) -> None:
        for ear in self.ears:
            ear.show(scene)

    def draw(self, now_s: float) -> bool:
        """See `View`. What is heard may have waited until now."""
        for voice in self.voices:
            voice.go_on()
        return self._view.draw(now_s)

    def poll(self, now_s: float) -> tuple[Command, ...]:
        """See `View`."""
        return self._view.poll(now_s)


class HeardPages:
    """The pages of the menus: a voice tells which one is opened, and the line that OK would enter
    there as the buttons lead through it.
    """

    def __init__(self, window: PagedWindow, heard: HeardView) -> None:
        """`heard`: what the pages are in front of, which knows who speaks."""
        self._window, self._heard = window, heard
        self._line: Item | None = None  # that was told

    def open_page(self, page: Page) -> None:
        """See `Pages`."""
        before, self._heard.page = self._heard.page, page
        self._window.open_page(page)
        if before is not None and _to_hear(before) == _to_hear(page):
            self._tell_line()
            return
        self._line = self._window.chosen
        for voice in self._heard.voices:
            voice.read(page_aloud(page, self._line, voice.say))

    def show(self, scene: Scene, now_s: float, pixels: Pixels | None = None) -> None:
        """See `Pages`."""
        self._window.show(scene, now_s, pixels)

    def steer(self, command: Command) -> tuple[Command, ...]:
        """See `Pages`."""
        asked = self._window.steer(command)
        if not asked:
            self._line = None  # the first press leads nowhere, and is answered all the same
            self._tell_line()
        return asked

    def _tell_line(self) -> None:
        """What OK would enter now, if it is something else."""
        line, self._line = self._line, self._window.chosen
        if self._line is None or self._line == line:
            return
        for voice in self._heard.voices:
            voice.read(line_aloud(self._line, voice.say))


def _to_hear(page: Page) -> tuple[object, ...]:
    """What of a page is heard when it is opened, whichever line of it OK enters."""
    return page.name, page.title, tuple(item for item in page.items if not item.command)
