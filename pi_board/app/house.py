"""What is around the games of an evening and stays between them: settings, lamps, language, sound.

`EveningHouse` is the `House` of a game's menus, and of those without a game.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import Protocol

from pi_board.app.agreement import BLACK, WHITE, Agreement
from pi_board.app.box import Box, BoxView, open_box
from pi_board.app.doctor.checks import Finding
from pi_board.app.hearing import HeardPages, HeardView, PagedWindow, open_ears
from pi_board.app.lounge import Lounge
from pi_board.app.menus import Menus
from pi_board.app.menus.home import reading
from pi_board.app.menus.world import World
from pi_board.app.notify import Service
from pi_board.app.resting import Sleeper
from pi_board.app.scenes.state import TableState
from pi_board.app.showing import Showing, View
from pi_board.app.wanted import Wanted
from pi_board.config.sections import NO_BUTTONS, Settings
from pi_board.config.settings import load, without_file
from pi_board.core.errors import EnvironmentFault, PiBoardError
from pi_board.core.layout import Layout
from pi_board.core.message import Say, Text, message
from pi_board.core.observation import Command, Input
from pi_board.games.registry import make_game
from pi_board.readers.base import Reader
from pi_board.records.evidence import Retention
from pi_board.records.matches import Standing
from pi_board.views.language import preferred, speaker
from pi_board.views.theme import TEXT_SIZES
from pi_board.vision.warm.session import BoardSession

_MANY = 50  # games; fewer are read before anybody wonders


class Window(View, PagedWindow, Sleeper, Protocol):
    """The screen: `pi_board.views.screen.ScreenView`."""

    def restyle(
        self,
        theme: str | None = None,
        text: float | None = None,
        say: Say | None = None,
        stones: tuple[str, str] | None = None,
        turn: int | None = None,
    ) -> None: ...


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of the board on which a game is played: settings of its own lamps and reeds,
    how to read its pictures, who looks whether it no longer holds, and which `profile` says so, of
    those asked for; "" where that is the one in the configuration.
    """

    settings: Settings
    session: BoardSession | None = None
    check: Callable[[Reader], bool] = lambda _: False
    profile: str = ""


class Outside(Protocol):
    """What the evening cannot know itself: profiles and set-up of boards, and the doctor."""

    def known(self, settings: Settings, agreed: Agreement) -> Known:
        """What there is of a profile for the board. Raises what profiles raise."""

    def set_up(self, settings: Settings, agreed: Agreement) -> Showing:
        """The guided set-up of the board of what is agreed. Raises EnvironmentFault without a
        camera.
        """

    def examine(self) -> Iterator[Finding]:
        """What the doctor finds."""


class EveningHouse:
    """See above. `lounge` is what is known between the games, `wanted` what the command line still
    asks for. Close it.
    """

    def __init__(
        self,
        window: Window,
        settings: Settings,
        outside: Outside,
        agreed: Agreement,
        wanted: Wanted,
    ) -> None:
        self.lounge = Lounge(settings, agreed, outside.examine)
        self.lounge.progress = self._reading
        self.wanted = wanted
        self._window, self._outside = window, outside
        self._service = Service()
        self._box: Box | None = None
        self._view: BoxView | None = None
        self._is_outdated = False  # what is known of the board on which is played
        self._ears = ExitStack()
        self._heard = HeardView(window, ())
        self.pages = HeardPages(window, self._heard)
        self._dress()

    def close(self) -> None:
        """The evening is over."""
        self._ears.close()
        self._service.stopping()

    @property
    def is_service(self) -> bool:
        """Whether systemd has started the program, and starts it again."""
        return self._service.is_there

    @property
    def _language(self) -> str:
        """Of everything that is written and said."""
        asked = self.wanted.over(self.lounge.settings).screen.language
        return asked or preferred(os.environ)

    def world(self) -> World:
        """See `House`."""
        lamps = self.lounge.settings.lamps
        world = self.lounge.world(lamps.night if self._box is None else self._box.night)
        return replace(world, settings=self.wanted.over(world.settings))

    def alive(self, now_s: float) -> None:
        """See `House`."""
        self._service.fresh(now_s)

    def _reading(self, count: int) -> None:
        """So many games have been read anew by now: nothing hangs, and the screen says so where it
        takes long, as after an upgrade.
        """
        now_s = self.wanted.clock()
        if count >= _MANY:
            self.pages.open_page(reading())
            self._window.draw(now_s)
        self._service.fresh(now_s)
        self._service.beat(now_s)

    def look(self, given: Input, now_s: float) -> None:
        """See `House`."""
        if self._view is not None:
            self._view.look(given, now_s)

    def stir(self, now_s: float) -> None:
        """See `House`."""
        if self._view is not None:
            self._view.stir(now_s)

    def lamps_problem(self) -> str:
        """See `House`."""
        return self._box.leds.problem if self._box is not None and self._box.leds else ""

    def is_outdated(self) -> bool:
        """See `House`."""
        return self._is_outdated

    def note_board(self, *, is_outdated: bool) -> None:
        """Whether the board on which is played no longer is as it was set up."""
        self._is_outdated = is_outdated

    def fulfil(self, menus: Menus) -> Menus:
        """See `House`: settings, and everything that is the same over a game and without one."""
        wish = menus.wish
        if wish is None or wish.name != "set":
            return menus
        try:
            self._set(*wish.argument.split("=", 1))
        except PiBoardError as problem:
            return self.with_trouble(menus, problem.text)
        menus = replace(menus, world=replace(self.world(), playing=menus.world.playing))
        return replace(self._after_setting(menus), wish=None)

    @property
    def is_kept(self) -> bool:
        """See `House`."""
        return self.lounge.is_kept

    def standing(self) -> Standing | None:
        """See `House`."""
        return self.lounge.standing()

    def showing(self, command: Command, table: TableState | None = None) -> Showing | None:
        """See `House`."""
        if command.name == "calibrate":
            self.get_ready()
            agreed = replace(self.lounge.agreed, game=command.argument)
            return self._outside.set_up(self.lounge.settings, agreed)
        return self.lounge.showing(command, table)

    @staticmethod
    def with_trouble(menus: Menus, text: Text) -> Menus:
        """The menus, in which this trouble is told."""
        world = replace(menus.world, trouble=text)
        return replace(menus, world=world, wish=None).opened("trouble")

    def get_ready(self) -> None:
        """Take the configuration if it has been mended. Raises ConfigurationError if it has not,
        EnvironmentFault while the doctor has the camera and the pins.
        """
        if self.lounge.is_examining:
            raise EnvironmentFault(
                message("the camera and the pins are still being looked at: try again in a moment")
            )
        if self.lounge.reload is without_file:
            self.lounge.settings = usual = load()
            self.lounge.reload = load
            names = usual.players.black or BLACK, usual.players.white or WHITE
            self.lounge.agreed = replace(self.lounge.agreed, players=names)
            self._dress()

    def around(self, stack: ExitStack, layout: Layout, settings: Settings) -> tuple[View, Box]:
        """The view with lamps, buttons and buzzer around it, and the box that has them."""
        self._box = stack.enter_context(open_box(settings, layout, self._service))
        self._view = self._box.around(self._heard, self._window)
        return self._view, self._box

    def around_menus(self, stack: ExitStack) -> View:
        """The view without lamps, and without buttons where they cannot be had: a menu that can be
        touched says more than no menu.
        """
        settings, layout = self.lounge.settings, make_game("loa").layouts[0]
        settings = replace(settings, lamps=replace(settings.lamps, kind="none"))
        try:
            return self.around(stack, layout, settings)[0]
        except EnvironmentFault:
            return self.around(stack, layout, replace(settings, buttons=NO_BUTTONS))[0]

    @property
    def retention(self) -> Retention:
        """Of pictures, as it is set now."""
        return self.wanted.over(self.lounge.settings).evidence.retention

    def _dress(self) -> None:
        """Language, colours and sounds as they are set now."""
        settings = self.wanted.over(self.lounge.settings)
        sound, screen, language = settings.sound, settings.screen, self._language
        self.lounge.language = language
        for voice in self._heard.voices:
            voice.hush()  # closing it lets a sentence end, and who sets one thing sets the next
        self._ears.close()
        ears = open_ears(self._ears, sound.tones, sound.voice, language, screen.stones)
        for ear in ears:
            if ear.problem:
                self.wanted.complain(ear.problem)
        self._window.restyle(
            screen.theme, TEXT_SIZES[screen.text],
            speaker(language, screen.stones), screen.stones, screen.turn,
        )  # fmt: skip
        self._heard.ears = ears

    @staticmethod
    def _after_setting(menus: Menus) -> Menus:
        """What was chosen from a list closes it; a switch stays where it is."""
        return menus if menus.open[-1][0] == "settings" else menus.obey(Command(0.0, "back"))

    def _set(self, key: str, text: str) -> None:
        """Keep a setting and follow it at once. Raises ConfigurationError, EnvironmentFault."""
        section, name = key.split(".")
        self.lounge.remember(section, name, text)
        if self._box is not None and section == "lamps":
            if name == "night":
                self._box.set_night(self.lounge.settings.lamps.night)
            else:
                self._box.set_brightness(self.lounge.settings.lamps.brightness)
        if self._box is not None and section == "screen":
            self._box.set_dark_after(self.lounge.settings.screen.dark_after_minutes)
        self.wanted = self.wanted.after(key)
        self.lounge.retain(self.retention)
        self._dress()
