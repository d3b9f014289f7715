"""What stands in front of a game on its screen: the menu over it, a replay, a page of the rules.

The game goes on behind it. Whatever is in front hears what is touched first; what it cannot do
itself is for the game.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from pi_board.app.menus import InPlay, Menus
from pi_board.app.menus.world import World
from pi_board.app.scenes.state import Over, TableState
from pi_board.app.showing import Showing, View
from pi_board.core.observation import Command, Input
from pi_board.core.page import Page
from pi_board.core.scene import Scene
from pi_board.records.matches import Standing
from pi_board.views.camera import Pixels

BUTTONS = ("hint", "confirm", "take_back")  # of the box: on a page they lead through its lines


class Pages(Protocol):
    """A window that shows pages of the menus; `pi_board.views.screen.ScreenView` is one."""

    def open_page(self, page: Page) -> None: ...
    def show(self, scene: Scene, now_s: float, pixels: Pixels | None = None) -> None:
        """The scene on the screen alone, in front of a game that is heard and lights its lamps."""

    def steer(self, command: Command) -> tuple[Command, ...]: ...


class House(Protocol):
    """What is around a game: the evening it is part of."""

    def world(self) -> World: ...
    def fulfil(self, menus: Menus) -> Menus:
        """Do what the menus wish if it is not about the game; the wish is taken away if so."""

    def alive(self, now_s: float) -> None:
        """The reader has said something, whatever is on the screen."""

    def look(self, given: Input, now_s: float) -> None:
        """What the reader has said, by which somebody is seen to be there."""

    def stir(self, now_s: float) -> None:
        """Something goes on in front of the game, for somebody who watches it."""

    def lamps_problem(self) -> str:
        """Why the lamps under the board do not show the scene; "" if they do, or there are none."""

    def is_outdated(self) -> bool:
        """Whether the board no longer is as it was set up."""

    @property
    def is_kept(self) -> bool:
        """Whether the disk has everything of the game."""

    def standing(self) -> Standing | None:
        """Where the match stands of which the game is one; None: of no match that can be read."""

    def showing(self, command: Command, table: TableState | None = None) -> Showing | None:
        """What is shown in place of the `table`: a replay, lessons, the last seconds."""


class Aside:
    """At most one thing is in front at a time. `house` is what is around the game."""

    def __init__(self, pages: Pages, house: House) -> None:
        self.house = house
        self._pages = pages
        self._menus: Menus | None = None
        self.showing: Showing | None = None
        self._is_after_game = False

    @property
    def is_empty(self) -> bool:
        """Whether the game itself is to be seen."""
        return self._menus is None and self.showing is None

    def open_menu(self, page: str, playing: InPlay) -> None:
        """The menu, with what can be asked for at present."""
        world = replace(self.house.world(), playing=playing)
        self._take(Menus(world).opened(page))

    def show(self, command: Command, table: TableState) -> None:
        """Something in place of the table, if there is such a thing."""
        self.showing = self.house.showing(command, table)
        self._is_after_game = isinstance(table.situation, Over)

    def present(self, view: View, game: Scene, now_s: float) -> None:
        """What is in front, and the `game` behind it: who plays on looks at the board. After a game
        what is shown has lamps and ears for itself.
        """
        showing = self.showing
        if showing is not None and self._is_after_game:
            view.show(showing.scene, now_s, showing.pixels)
            return
        view.behind(game, now_s)
        if showing is not None:
            self._pages.show(showing.scene, now_s, showing.pixels)
        elif self._menus is not None:  # many games that were read anew are told in its place
            self._pages.open_page(self._menus.page)

    def hear(self, command: Command) -> tuple[Command, ...]:
        """Something was touched: what of it is for the game."""
        if self.showing is not None:
            self._go_on(self.showing.obey(command))
            return ()
        wishes: list[Command] = []
        for each in self._pages.steer(command) if command.name in BUTTONS else (command,):
            if self._menus is not None:
                wishes += self._take(self._menus.obey(each))
        return tuple(wishes)

    def tick(self, now_s: float) -> bool:
        """Time has passed; whether something else is to be seen now."""
        before = self.showing
        if before is not None:
            self._go_on(before.tick(now_s))
        goes_on = self.showing is not before
        if goes_on:
            self.house.stir(now_s)
        return goes_on

    def close(self) -> None:
        """Nothing is in front any more."""
        self._menus = None
        if self.showing is not None:
            self.showing.close()
            self.showing = None

    def _take(self, menus: Menus) -> tuple[Command, ...]:
        menus = self.house.fulfil(menus)
        wish, self._menus = menus.wish, None
        if wish is not None:
            return (wish,)
        if not menus.is_closed:
            self._menus = menus
            self._pages.open_page(menus.page)
        return ()

    def _go_on(self, showing: Showing) -> None:
        self.showing = showing
        if showing.is_closed:
            self.close()
