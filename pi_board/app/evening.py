"""An evening at the device: the menus, one game after the other, replays and rules between them.

    evening = Evening(screen, settings, outside)
    evening.run()                       # begins with the menus
    evening.run(Begin(agreed))          # begins with a game

The window stays open throughout; what belongs to one game (reader, lamps of its board, journal) is
opened for it and closed with it. What goes wrong with a game that was begun in the menus is told
there.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import Protocol

from pi_board.app.agreement import BLACK, WHITE, Agreement, SetTable, go_on, open_table
from pi_board.app.aside import BUTTONS, Aside, Pages
from pi_board.app.box import Box, open_box
from pi_board.app.doctor.checks import Finding
from pi_board.app.hearing import HeardView, open_ears
from pi_board.app.kept.resuming import Unfinished
from pi_board.app.lounge import Lounge
from pi_board.app.menus import Menus
from pi_board.app.menus.world import World
from pi_board.app.notify import Service
from pi_board.app.playing import Left, Pace, Shown, Ways
from pi_board.app.scenes.state import TableState
from pi_board.app.seating import open_play
from pi_board.app.showing import Showing, View, rest_of_frame, show_until_closed
from pi_board.app.wanted import Wanted
from pi_board.config.sections import NO_BUTTONS, Settings
from pi_board.config.settings import load, without_file
from pi_board.core.errors import EnvironmentFault, PiBoardError
from pi_board.core.layout import Layout
from pi_board.core.message import Say, Text
from pi_board.core.observation import Command
from pi_board.games.registry import make_game
from pi_board.readers.base import Reader
from pi_board.readers.simulator import SIMULATOR, Simulator, is_simulated
from pi_board.records.evidence import Retention
from pi_board.records.matches import MatchOver
from pi_board.views.language import preferred, speaker
from pi_board.views.theme import TEXT_SIZES
from pi_board.vision.warm.session import BoardSession


class Window(View, Pages, Protocol):
    """The screen: `pi_board.views.screen.ScreenView`."""

    def restyle(
        self,
        theme: str | None = None,
        text: float | None = None,
        say: Say | None = None,
        stones: tuple[str, str] | None = None,
    ) -> None: ...


@dataclass(frozen=True, slots=True)
class Begin:
    """A game to be begun as agreed, or `found` to be gone on with."""

    agreed: Agreement
    found: Unfinished | None = None


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of the board on which a game is played: settings of its own lamps and reeds,
    how to read its pictures, and who looks whether it no longer holds.
    """

    settings: Settings
    session: BoardSession | None = None
    check: Callable[[Reader], bool] = lambda _: False


class Outside(Protocol):
    """What the evening cannot know itself: profiles and set-up of boards, and the doctor."""

    def known(self, settings: Settings, agreed: Agreement) -> Known:
        """What there is of a profile for the board. Raises what profiles raise."""

    def set_up(self, settings: Settings, game: str) -> Showing:
        """The guided set-up of a board. Raises EnvironmentFault without a camera."""

    def examine(self) -> Iterator[Finding]:
        """What the doctor finds."""


class Evening:
    """See above. Use it from the main thread; close the window afterwards."""

    def __init__(
        self,
        window: Window,
        settings: Settings,
        outside: Outside,
        agreed: Agreement,
        wanted: Wanted | None = None,
    ) -> None:
        self._window, self._outside = window, outside
        self._wanted = wanted if wanted is not None else Wanted()
        self._service = Service()
        self._box: Box | None = None
        self._is_outdated = False  # what is known of the board on which is played
        self._ears = ExitStack()
        self._heard = HeardView(window, ())
        self._lounge = Lounge(settings, agreed, outside.examine)
        self._dress()

    # -- the house of the games and menus -------------------------------------------------------

    def _dress(self) -> None:
        """Language, colours and sounds as they are set now."""
        settings = self._wanted.over(self._lounge.settings)
        sound, screen, language = settings.sound, settings.screen, self.language
        self._lounge.language = language
        self._ears.close()
        ears = open_ears(self._ears, sound.tones, sound.voice, language, screen.stones)
        for ear in ears:
            if ear.problem:
                self._wanted.complain(ear.problem)
        self._window.restyle(
            screen.theme, TEXT_SIZES[screen.text],
            speaker(language, screen.stones), screen.stones,
        )  # fmt: skip
        self._heard.ears = ears

    @property
    def language(self) -> str:
        """Of everything that is written and said."""
        asked = self._wanted.over(self._lounge.settings).screen.language
        return asked or preferred(os.environ)

    def world(self) -> World:
        """See `House`."""
        lamps = self._lounge.settings.lamps
        world = self._lounge.world(lamps.night if self._box is None else self._box.night)
        return replace(world, settings=self._wanted.over(world.settings))

    def alive(self, now_s: float) -> None:
        """See `House`."""
        self._service.fresh(now_s)

    def lamps_problem(self) -> str:
        """See `House`."""
        return self._box.leds.problem if self._box is not None and self._box.leds else ""

    def is_outdated(self) -> bool:
        """See `House`."""
        return self._is_outdated

    def fulfil(self, menus: Menus) -> Menus:
        """See `House`: settings, and everything that is the same over a game and without one."""
        wish = menus.wish
        if wish is None or wish.name != "set":
            return menus
        try:
            self._set(*wish.argument.split("=", 1))
        except PiBoardError as problem:
            return self._told(menus, problem.text)
        menus = replace(menus, world=replace(self.world(), playing=menus.world.playing))
        return replace(self._after_setting(menus), wish=None)

    @staticmethod
    def _after_setting(menus: Menus) -> Menus:
        """What was chosen from a list closes it; a switch stays where it is."""
        return menus if menus.open[-1][0] == "settings" else menus.obey(Command(0.0, "back"))

    @staticmethod
    def _told(menus: Menus, text: Text) -> Menus:
        world = replace(menus.world, trouble=text)
        return replace(menus, world=world, wish=None).opened("trouble")

    def _set(self, key: str, text: str) -> None:
        """Keep a setting and follow it at once. Raises ConfigurationError, EnvironmentFault."""
        section, name = key.split(".")
        self._lounge.remember(section, name, text)
        if self._box is not None and section == "lamps":
            if name == "night":
                self._box.set_night(self._lounge.settings.lamps.night)
            else:
                self._box.set_brightness(self._lounge.settings.lamps.brightness)
        self._wanted = self._wanted.after(key)
        self._lounge.retain(self._retention)
        self._dress()

    # -- the evening ----------------------------------------------------------------------------

    def run(self, begin: Begin | None = None, trouble: str = "") -> None:
        """Until somebody leaves. Raises what a game raises that was not begun in the menus, unless
        this is a service: that would be started again and again, and nobody would see why.

        `trouble`: what is wrong with the configuration, which the settings stand in for. The menus
        tell it first, and nothing that needs a board begins before it is mended.
        """
        try:
            left: Left = "main_menu"
            self._lounge.trouble = trouble
            self._lounge.reload = without_file if trouble else load
            if begin is not None and not trouble:
                if begin.found is None:
                    begin = Begin(self._lounge.next_of_match(begin.agreed))
                self._lounge.agreed = begin.agreed
                left = self._played(begin) if self._service.is_there else self._play(begin)
            while left != "quit":
                begin = self._after(left, begin)
                left = self._played(begin) if begin is not None else "quit"
        finally:
            self._ears.close()
            self._service.stopping()

    def _after(self, left: Left, last: Begin | None) -> Begin | None:
        """What is begun next; None: nothing."""
        if left == "again" and last is not None:
            try:
                return self._next()
            except PiBoardError as problem:
                self._lounge.trouble = problem.text
        return self._choose()

    def _next(self) -> Begin:
        """What is agreed, as the next game of a match if it is one. Raises MatchOver, and what is
        agreed is of none any more; PiBoardError.
        """
        agreed = self._lounge.agreed
        try:
            return Begin(self._lounge.next_of_match(agreed))
        except MatchOver:
            self._lounge.agreed = agreed.without_match()
            raise

    def _make_good(self) -> None:
        """Take the configuration if it has been mended. Raises ConfigurationError if it has not."""
        if self._lounge.reload is without_file:
            self._lounge.settings = usual = load()
            self._lounge.reload = load
            names = usual.players.black or BLACK, usual.players.white or WHITE
            self._lounge.agreed = replace(self._lounge.agreed, players=names)
            self._dress()

    def _played(self, begin: Begin) -> Left:
        """Play; what is wrong with it is told in the menus."""
        try:
            return self._play(begin)
        except PiBoardError as problem:
            self._lounge.trouble = problem.text
            return "main_menu"

    def _choose(self) -> Begin | None:
        """The menus, until a game is begun; None if somebody leaves."""
        menus = Menus(self.world()).opened("home")
        if self._lounge.trouble:
            menus = self._told(menus, self._lounge.trouble)
            self._lounge.trouble = ""
        with ExitStack() as stack:
            view = self._around_menus(stack)
            while True:
                began_s = self._wanted.clock()
                found, menus = self._turn(menus, view)
                if found is not None or menus.is_closed:
                    return found
                self._wanted.sleep(rest_of_frame(began_s, self._wanted.clock()))

    def _turn(self, menus: Menus, view: View) -> tuple[Begin | None, Menus]:
        """One turn of the menus' loop: what was begun, if anything, and the menus after it."""
        now_s = self._wanted.clock()
        self.alive(now_s)
        menus = self._lounge.looked_over(menus)
        self._window.open_page(menus.page)
        view.draw(now_s)
        for command in view.poll(now_s):
            if command.name == "quit":
                return None, replace(menus, open=())
            for each in self._window.steer(command) if command.name in BUTTONS else (command,):
                menus = self.fulfil(menus.obey(each))
                self._window.open_page(menus.page)  # the next press is meant for it
                if menus.wish is not None:
                    return self._granted(menus, menus.wish, view)
        return None, menus

    def _granted(self, menus: Menus, wish: Command, view: View) -> tuple[Begin | None, Menus]:
        """What only the evening can do."""
        menus = replace(menus, wish=None)
        self._lounge.agreed = menus.world.agreed
        try:
            match wish.name:
                case "quit":
                    return None, replace(menus, open=())
                case "start":
                    return self._next(), menus
                case "practise":
                    return Begin(self._lounge.practice(wish.argument)), menus
                case "go_on":
                    found = self._lounge.unfinished(wish.argument)
                    return Begin(menus.world.agreed, found), menus
                case "delete":
                    self._lounge.delete(wish.argument)
                    return None, replace(menus, world=self.world(), open=menus.open[:-2])
                case "doctor":
                    self._lounge.examine()
                    return None, replace(menus, world=self.world()).opened("doctor")
                case _:
                    shown = self.showing(wish)
                    if shown is not None and self._is_left_over(shown, view):
                        return None, replace(menus, open=())
        except PiBoardError as problem:
            world = replace(menus.world, agreed=self._lounge.agreed)
            return None, self._told(replace(menus, world=world), problem.text)
        return None, menus

    def _is_left_over(self, shown: Showing, view: View) -> bool:
        """Show it until it is closed; whether the whole program is left meanwhile."""
        clock, sleep = self._wanted.clock, self._wanted.sleep
        return show_until_closed(shown, view, clock, sleep, self.alive)

    def showing(self, command: Command, table: TableState | None = None) -> Showing | None:
        """See `House`."""
        if command.name == "calibrate":
            self._make_good()
            return self._outside.set_up(self._lounge.settings, command.argument)
        return self._lounge.showing(command, table)

    # -- one game -------------------------------------------------------------------------------

    def _around(self, stack: ExitStack, layout: Layout, settings: Settings) -> View:
        """The view with lamps, buttons and buzzer around it."""
        self._box = stack.enter_context(open_box(settings, layout, self._service))
        return self._box.around(self._heard)

    def _around_menus(self, stack: ExitStack) -> View:
        """The view without lamps, and without buttons where they cannot be had: a menu that can be
        touched says more than no menu.
        """
        settings, layout = self._lounge.settings, make_game("loa").layouts[0]
        settings = replace(settings, lamps=replace(settings.lamps, kind="none"))
        try:
            return self._around(stack, layout, settings)
        except EnvironmentFault:
            return self._around(stack, layout, replace(settings, buttons=NO_BUTTONS))

    def _play(self, begin: Begin) -> Left:
        """One game, from the set-up to whatever ends it."""
        self._make_good()
        with ExitStack() as stack:
            agreed = begin.agreed
            if begin.found is not None:
                agreed = self._lounge.agreed_of(begin.found, agreed)
            known = self._outside.known(self._lounge.settings, agreed)
            source = agreed.reader or known.settings.reader.kind
            table = self._table(stack, begin, agreed, source)
            self._lounge.playing(table.keeper)
            self._is_outdated = False
            view = self._around(stack, table.game.layouts[0], known.settings)
            assert self._box is not None
            if is_simulated(source):
                reader: Reader = Simulator(source[len(SIMULATOR) + 1 :], self._wanted.clock)
            else:
                reader = self._box.reader(source, known.session)
            stack.callback(reader.close)
            table.keeper.look_at(reader.picture)
            ways = self._ways(replace(agreed, reader=source).for_names(*table.players))
            play = open_play(stack, table, reader, view, ways, Aside(self._window, self))

            def check(_: Shown) -> None:
                self._is_outdated = known.check(reader)

            left = play.run(check)
            self._wanted.told(table.keeper.record)
            return left

    def _ways(self, agreed: Agreement) -> Ways:
        pace: Pace = "recorded" if agreed.reader.startswith("watch:") else "live"
        return Ways(pace, agreed, self._wanted.clock, self._wanted.sleep)

    def _table(self, stack: ExitStack, begin: Begin, agreed: Agreement, source: str) -> SetTable:
        if begin.found is not None:
            return go_on(stack, begin.found, source, agreed.profile, self._retention)
        return open_table(stack, agreed, source, self._retention)

    @property
    def _retention(self) -> Retention:
        return self._wanted.over(self._lounge.settings).evidence.retention
