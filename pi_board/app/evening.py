"""An evening at the device: the menus, one game after the other, replays and rules between them.

    evening = Evening(screen, settings, outside, agreed, wanted)
    evening.run()                       # begins with the menus
    evening.run(Begin(agreed))          # begins with a game

The window stays open throughout; what belongs to one game (reader, lamps of its board, journal) is
opened for it and closed with it. What goes wrong with a game that was begun in the menus is told
there.
"""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass, replace

from pi_board.app.agreement import Agreement, SetTable, go_on, open_table
from pi_board.app.aside import BUTTONS, Aside
from pi_board.app.house import EveningHouse, Outside, Window
from pi_board.app.kept.resuming import Unfinished
from pi_board.app.menus import Menus
from pi_board.app.playing import Left, Pace, Shown, Ways
from pi_board.app.seating import open_play
from pi_board.app.showing import Showing, View, rest_of_frame, show_until_closed
from pi_board.app.wanted import Wanted
from pi_board.config.sections import Settings
from pi_board.config.settings import load, without_file
from pi_board.core.errors import PiBoardError
from pi_board.core.observation import Command
from pi_board.readers.base import Reader
from pi_board.readers.simulator import SIMULATOR, Simulator, is_simulated
from pi_board.records.matches import MatchOver


@dataclass(frozen=True, slots=True)
class Begin:
    """A game to be begun as agreed, or `found` to be gone on with."""

    agreed: Agreement
    found: Unfinished | None = None


class Evening:
    """See above. Use it from the main thread; close the window afterwards."""

    def __init__(
        self,
        window: Window,
        settings: Settings,
        outside: Outside,
        agreed: Agreement,
        wanted: Wanted,
    ) -> None:
        self._outside = outside
        self._clock, self._sleep = wanted.clock, wanted.sleep
        self._house = EveningHouse(window, settings, outside, agreed, wanted)
        self._lounge = self._house.lounge
        self._asked_reader: str | None = None  # where a game goes on with one of its own

    # -- from game to game ----------------------------------------------------------------------

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
                left = self._played(begin) if self._house.is_service else self._play(begin)
            while left != "quit":
                begin = self._after(left, begin)
                left = self._played(begin) if begin is not None else "quit"
        finally:
            self._house.close()

    def _after(self, left: Left, last: Begin | None) -> Begin | None:
        """What is begun next; None: nothing."""
        if left == "again" and last is not None:
            if last.found is None and last.agreed.match:
                self._lounge.agreed = last.agreed  # who sat where, and had which hints
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

    def _played(self, begin: Begin) -> Left:
        """Play; what is wrong with it is told in the menus."""
        try:
            return self._play(begin)
        except PiBoardError as problem:
            self._lounge.trouble = problem.text
            return "main_menu"

    def _choose(self) -> Begin | None:
        """The menus, until a game is begun; None if somebody leaves."""
        if self._asked_reader is not None:  # what went on on the drawn board is behind them
            self._lounge.agreed = replace(self._lounge.agreed, reader=self._asked_reader)
            self._asked_reader = None
        menus = Menus(self._house.world()).opened("home")
        if self._lounge.trouble:
            menus = self._house.with_trouble(menus, self._lounge.trouble)
            self._lounge.trouble = ""
        with ExitStack() as stack:
            view = self._house.around_menus(stack)
            while True:
                began_s = self._clock()
                found, menus = self._turn(menus, view)
                if found is not None or menus.is_closed:
                    return found
                self._sleep(rest_of_frame(began_s, self._clock()))

    def _turn(self, menus: Menus, view: View) -> tuple[Begin | None, Menus]:
        """One turn of the menus' loop: what was begun, if anything, and the menus after it."""
        now_s = self._clock()
        self._house.alive(now_s)
        menus = self._lounge.looked_over(menus)
        self._house.pages.open_page(menus.page)
        view.draw(now_s)
        for command in view.poll(now_s):
            if command.name == "quit":
                return None, replace(menus, open=())
            for each in self._house.pages.steer(command) if command.name in BUTTONS else (command,):
                menus = self._house.fulfil(menus.obey(each))
                self._house.pages.open_page(menus.page)  # the next press is meant for it
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
                    return None, replace(menus, world=self._house.world(), open=menus.open[:-2])
                case "doctor":
                    self._lounge.examine()
                    return None, replace(menus, world=self._house.world()).opened("doctor")
                case _:
                    shown = self._house.showing(wish)
                    if shown is not None and self._is_left_over(shown, view):
                        return None, replace(menus, open=())
        except PiBoardError as problem:
            world = replace(menus.world, agreed=self._lounge.agreed)
            return None, self._house.with_trouble(replace(menus, world=world), problem.text)
        return None, menus

    def _is_left_over(self, shown: Showing, view: View) -> bool:
        """Show it until it is closed; whether the whole program is left meanwhile."""
        return show_until_closed(shown, view, self._clock, self._sleep, self._house.alive)

    # -- one game -------------------------------------------------------------------------------

    def _play(self, begin: Begin) -> Left:
        """One game, from the set-up to whatever ends it."""
        self._house.get_ready()
        with ExitStack() as stack:
            agreed = begin.agreed
            if begin.found is not None:
                self._asked_reader = agreed.reader
                agreed = self._lounge.agreed_of(begin.found, agreed)
            known = self._outside.known(self._lounge.settings, agreed)
            source = agreed.reader or known.settings.reader.kind
            agreed = replace(agreed, profile=known.profile)
            table = self._table(stack, begin, agreed, source)
            self._lounge.playing(table.keeper)
            self._house.note_board(is_outdated=False)
            view, box = self._house.around(stack, table.game.layouts[0], known.settings)
            if is_simulated(source):
                reader: Reader = Simulator(source[len(SIMULATOR) + 1 :], self._clock)
            else:
                reader = box.reader(source, known.session)
            stack.callback(reader.close)
            table.keeper.look_at(reader.picture)
            ways = self._ways(replace(agreed, reader=source).for_names(*table.players))
            aside = Aside(self._house.pages, self._house)
            play = open_play(stack, table, reader, view, ways, aside)

            def check(_: Shown) -> None:
                self._house.note_board(is_outdated=known.check(reader))

            left = play.run(check)
            self._house.wanted.told(table.keeper.record)
            return left

    def _ways(self, agreed: Agreement) -> Ways:
        pace: Pace = "recorded" if agreed.reader.startswith("watch:") else "live"
        return Ways(pace, agreed, self._clock, self._sleep)

    def _table(self, stack: ExitStack, begin: Begin, agreed: Agreement, source: str) -> SetTable:
        if begin.found is not None:
            return go_on(stack, begin.found, source, agreed.profile, self._house.retention)
        return open_table(stack, agreed, source, self._house.retention)
