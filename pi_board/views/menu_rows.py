"""The lines of a menu: what one looks like, and how high it has to be.

A line is a button of pygame-menu (which lays it out, scrolls to it, focuses it and is told when it
was pressed) drawn with the tokens and the typeface of the rest of the screen.
"""

from __future__ import annotations

from dataclasses import dataclass

import pygame
from pygame_menu.widgets.selection.none import NoneSelection
from pygame_menu.widgets.widget.button import Button

from pi_board.core.message import Text
from pi_board.core.page import Item
from pi_board.views.desk import Desk
from pi_board.views.icons import icon
from pi_board.views.language import worded, written
from pi_board.views.layout import Box
from pi_board.views.lettering import Weight
from pi_board.views.theme import Colour, mix

ROW_LEAST = 0.128  # of the unit: a finger's breadth and a little
TILE_LEAST, TILE_MOST = 0.148, 0.24
VALUE_MOST = 0.52  # of the line's width, for what is chosen


@dataclass(frozen=True, slots=True)
class Look:
    """How a line is drawn just now."""

    pressed: bool
    focused: bool


class Line:
    """One item of a page, set in type at one width."""

    def __init__(self, desk: Desk, item: Item, width: int, shape: str, height: int = 0) -> None:
        """`shape` of the page; `height` if all lines are to have the same."""
        self.desk, self.item, self.shape = desk, item, shape
        self.pad = round(desk.space("m") * 1.3)
        self.body, self.caption = desk.size("body"), desk.size("caption")
        self.width = width
        self.label, self.note = self._set()
        self.size = width, max(height, self._height())

    def said(self, text: Text) -> str:
        """`text` in the players' language, with a capital if it is a sentence."""
        return written(self.desk.say, text)

    @property
    def value(self) -> str:
        """What is chosen now, in the middle of a line and so without a capital."""
        return worded(self.desk.say, self.item.value)

    # -- setting --------------------------------------------------------------------------------

    @property
    def _left(self) -> float:
        return self.pad + (self.body * 1.75 if self.item.icon else 0.0)

    @property
    def _mark_room(self) -> float:
        return {"": 0.0, "on": 2.4, "off": 2.4}.get(self.item.mark, 1.2) * self.body

    def _set(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        letters, item = self.desk.letters, self.item
        if self.shape == "keys":
            return (self.said(item.label),), ()
        room = self.width - self._left - self.pad - self._mark_room
        value = letters.width(self.value, self.body, "text")
        beside = min(value + self.pad, room * VALUE_MOST) if value else 0
        weight: Weight = "strong" if item.command else "text"
        label = letters.wrap(self.said(item.label), room - beside, self.body, weight)
        note: tuple[str, ...] = ()
        if item.note:
            note = letters.wrap(self.said(item.note), room, self.caption, "text")
        return label or ("",), note

    def _height(self) -> int:
        desk, lines = self.desk, self.desk.paint.theme.type["line_height"]
        text = lines * (len(self.label) * self.body + len(self.note) * self.caption)
        if not self.item.command:
            return round(text + desk.space("s"))
        least = {"tiles": TILE_LEAST, "list": ROW_LEAST}.get(self.shape, ROW_LEAST) * desk.unit
        return round(max(least, text + 2 * desk.space("s")))

    # -- drawing --------------------------------------------------------------------------------

    def draw(self, target: pygame.Surface, at: tuple[int, int], look: Look) -> None:
        """The line with its upper left corner at `at`."""
        box = Box(*at, *self.size)
        if self.item.command:
            self._ground(target, box, look)
        if self.shape == "keys":
            self._key(target, box)
            return
        colour = self._colour("text")
        middle = box.y + box.h / 2
        if self.item.icon:
            x = box.x + self.pad + self.body * 0.6
            icon(self.desk.paint, target, self.item.icon, (x, middle), self.body * 1.15, colour)
        self._words(target, box, colour)
        right = self._mark(target, box)
        self._value(target, box, right)

    def _colour(self, role: str) -> Colour:
        desk, item = self.desk, self.item
        if not item.enabled:
            return mix(desk.colour("text_muted"), desk.colour("panel"), 0.35)
        return desk.colour("on_role" if item.recommended else role)

    def _ground(self, target: pygame.Surface, box: Box, look: Look) -> None:
        desk, item = self.desk, self.item
        fill = desk.colour("good" if item.recommended else "panel")
        if look.pressed and item.enabled:
            fill = mix(fill, desk.colour("button_edge"), 0.7)
        edge = desk.colour("text" if look.focused else "panel")
        if item.recommended and not look.focused:
            edge = fill
        width = max(2.0, desk.unit * 0.0075) if look.focused else 1.0
        desk.paint.box(target, box, fill, desk.radius("button"), edge, width)

    def _words(self, target: pygame.Surface, box: Box, colour: Colour) -> None:
        desk, spacing = self.desk, self.desk.paint.theme.type["line_height"]
        heights = [self.body * spacing] * len(self.label) + [self.caption * spacing] * len(
            self.note
        )
        y = box.y + (box.h - sum(heights)) / 2
        x = box.x + (self._left if self.item.command else 0)
        for i, (text, height) in enumerate(zip((*self.label, *self.note), heights, strict=True)):
            is_label = i < len(self.label)
            size = self.body if is_label else self.caption
            weight: Weight = "strong" if is_label and self.item.command else "text"
            ink = colour if is_label else self._colour("text_muted")
            desk.letters.draw(target, text, (x, y + height / 2), size, weight, ink)
            y += height

    def shown_value(self) -> str:
        """As much of the value as there is room for beside the label."""
        if not self.value:
            return ""
        letters = self.desk.letters
        taken = max(letters.width(each, self.body, "strong") for each in self.label)
        room = self.width - self.pad - self._mark_room - self._left - taken - self.pad
        return letters.cut(self.value, room, self.body, "text")

    def _value(self, target: pygame.Surface, box: Box, right: float) -> None:
        if not self.value:
            return
        letters, text = self.desk.letters, self.shown_value()
        first = box.y + box.h / 2
        if self.note:  # beside the label, not beside the note
            first -= len(self.note) * self.caption * self.desk.paint.theme.type["line_height"] / 2
        colour = self._colour("text_muted")
        letters.draw(target, text, (right, first), self.body, "text", colour, "right")

    def _mark(self, target: pygame.Surface, box: Box) -> float:
        """Draw the mark; gives where the value may end."""
        desk, mark, colour = self.desk, self.item.mark, self._colour("text_muted")
        right, middle = box.right - self.pad, box.y + box.h / 2
        if mark == "more":
            half = self.body * 0.26
            near, far = right - half * 1.5, right - half / 2
            points = ((near, middle - half), (far, middle), (near, middle + half))
            desk.paint.stroke(target, points, self.body * 0.11, colour)
        elif mark == "chosen":
            at = (right - self.body * 0.4, middle)
            icon(desk.paint, target, "check", at, self.body * 0.9, desk.colour("good"))
        elif mark in ("on", "off"):
            self._switch(target, right, middle, mark == "on")
        return right - self._mark_room

    def _switch(self, target: pygame.Surface, right: float, middle: float, is_on: bool) -> None:
        desk, h = self.desk, round(self.body * 1.15)
        w = round(h * 1.8)
        box = Box(round(right) - w, round(middle - h / 2), w, h)
        edge = desk.colour("good" if is_on else "button_edge")
        fill = desk.colour("good" if is_on else "surface")
        desk.paint.box(target, box, fill, h / 2, edge, max(1.0, desk.unit * 0.004))
        knob = desk.colour("on_role" if is_on else "text_muted")
        x = box.right - h / 2 if is_on else box.x + h / 2
        desk.paint.disc(target, (x, middle), h * 0.34, knob)

    def _key(self, target: pygame.Surface, box: Box) -> None:
        colour = self._colour("text")
        if self.item.icon:
            icon(self.desk.paint, target, self.item.icon, box.centre, self.body * 1.1, colour)
            return
        text = self.desk.letters.cut(self.said(self.item.label), box.w, self.body, "strong")
        self.desk.letters.draw(target, text, box.centre, self.body, "strong", colour, "centre")


class Row(Button):
    """A line as a widget of pygame-menu."""

    def __init__(self, line: Line, name: str, show: RowState) -> None:
        self.line, self._show = line, show
        super().__init__(" ", name, lambda: show.pick(line.item))
        self.set_padding(0)
        self.set_selection_effect(NoneSelection())
        self.is_selectable = bool(line.item.command and line.item.enabled)

    def _apply_font(self) -> None:
        """The typeface is the line's own."""

    def _render(self) -> bool | None:
        self._rect.size = self.line.size
        return None

    def _draw(self, surface: pygame.Surface) -> None:
        look = Look(self._show.pressed == self.get_id(), self._show.by_keys and self.is_selected())
        self.line.draw(surface, self._rect.topleft, look)


class RowState:
    """What the lines of a page share: which one is pressed, whether keys are in use, the pick."""

    def __init__(self) -> None:
        self.pressed, self.by_keys = "", False
        self.picked: list[Item] = []

    def pick(self, item: Item) -> None:
        """The item was touched, or entered by key."""
        self.picked.append(item)
