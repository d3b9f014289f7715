"""The menus: pages opened one over the other, and what is asked for on them.

    menus = Menus(world).opened("home")
    menus.page                               # what is to be seen
    menus = menus.obey(command)              # what was touched
    menus.wish                               # what is for somebody else to do, or None

Pure: the same commands give the same pages.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from pi_board.app.menus import archive, home, in_game, new_game, settings, typing
from pi_board.app.menus.world import InPlay, World
from pi_board.core.observation import Command
from pi_board.core.page import Page

__all__ = ["InPlay", "Menus", "World"]

PAGES: Mapping[str, Callable[[World, str], Page]] = MappingProxyType(
    {
        "home": home.home, "rules": home.rules, "practice": home.practice, "set_up": home.set_up,
        "about": home.about, "leave": home.leave, "doctor": home.doctor, "trouble": home.trouble,
        "new": new_game.new_game, "game": new_game.game, "preset": new_game.preset,
        "clock": new_game.clock, "policy": new_game.policy, "against": new_game.against,
        "level": new_game.level, "hints_b": new_game.hints_b, "hints_w": new_game.hints_w,
        "reader": new_game.reader, "match": new_game.match, "name": new_game.name,
        "archive": archive.archive, "continue": archive.go_on, "kept": archive.one_game,
        "delete": archive.delete, "settings": settings.settings, "language": settings.language,
        "theme": settings.theme, "text": settings.text, "turn": settings.turn,
        "dark": settings.dark, "stones_b": settings.stones_b, "stones_w": settings.stones_w,
        "length": new_game.length, "brightness": settings.brightness,
        "game_menu": in_game.game_menu, "resign": in_game.resign, "again": in_game.again,
        "over": in_game.over,
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Menus:
    """Where somebody is: the pages that are open, the last one on top, and what is being typed.

    `wish` is a command that the menus themselves cannot fulfil; whoever does takes it away.
    """

    world: World
    open: tuple[tuple[str, str], ...] = ()  # name and argument
    typed: str = ""
    wish: Command | None = None

    def opened(self, text: str) -> Menus:
        """With one more page: its name, and what it is about."""
        name, _, argument = text.partition(" ")
        there = [name for name, _ in self.open]
        if name == "archive" and "archive" in there:  # leafing through it does not pile up
            return replace(self, open=(*self.open[:-1], (name, argument)))
        return replace(self, open=(*self.open, (name, argument)), typed="")

    @property
    def page(self) -> Page:
        """What is to be seen."""
        name, argument = self.open[-1]
        if name == "type":
            return typing.keys(self.world, self.typed)
        return PAGES[name](self.world, argument)

    @property
    def is_closed(self) -> bool:
        """Whether the last page was left."""
        return not self.open

    def obey(self, command: Command) -> Menus:
        """After something was touched. What is not about pages becomes the `wish`."""
        argument = command.argument
        match command.name:
            case "back" | "menu":
                return self.left()
            case "open":
                return self.opened(argument)
            case "choose" if "=" in argument:  # else it answers a question about the board
                key, _, value = argument.partition("=")
                return self._chosen(key, value)
            case "type":
                return replace(self, typed=typing.after(self.typed, argument))
            case "erase":
                return replace(self, typed=self.typed[:-1])
            case "named":
                return self._named()
        return replace(self, wish=command)

    def left(self) -> Menus:
        """Without the page on top; the first page stays."""
        if len(self.open) == 1 and self.page.is_first:
            return self
        return replace(self, open=self.open[:-1], typed="")

    def _chosen(self, key: str, value: str) -> Menus:
        """What was chosen closes the page it was chosen on; a switch stays where it is."""
        menus = replace(self, world=self.world.agreeing(key, value))
        return menus if self.open[-1][0] == "new" else menus.left()

    def _named(self) -> Menus:
        """The typed name is taken; the keys and the list of names are left."""
        key, typed = self.open[-1][1], self.typed.strip()
        if not typed:
            return self
        return replace(self.left().left(), world=self.world.agreeing(key, typed))
