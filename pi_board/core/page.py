"""A page of the menus, said without pixels: what can be read and what can be touched on it.

`app.menus` makes a `Page` of the state of the evening; the screen sets it in type. What is touched
comes back as the `Command` that the item names.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pi_board.core.message import Text


@dataclass(frozen=True, slots=True)
class Item:
    """A line that can be touched: the command it sends, and what is written on it.

    `value` stands at the right (what is chosen now), `note` below in small letters. `mark`: more
    comes when it is touched, a switch that is on or off, the chosen one of several. Without a
    `command` it is only read.
    """

    command: str
    label: Text
    argument: str = ""
    value: Text = ""
    note: Text = ""
    mark: Literal["", "more", "on", "off", "chosen"] = ""
    icon: str = ""
    recommended: bool = False
    enabled: bool = True


@dataclass(frozen=True, slots=True)
class Page:
    """One page: a title and its lines.

    `shape`: a list; tiles in two columns where there is room; keys to type with, whose line so far
    is `typed`. `selected` is the place of the item that the keys are on when the page is opened.
    """

    name: str  # of the kind of page, the same in every language
    title: Text
    items: tuple[Item, ...]
    shape: Literal["list", "tiles", "keys"] = "list"
    typed: str = ""
    selected: int = 0
    is_first: bool = False  # there is no way back
