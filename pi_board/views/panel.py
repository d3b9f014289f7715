"""Beside the board: the players' cards, the last moves, the buttons."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from pi_board.core.layout import Surface
from pi_board.core.message import Message
from pi_board.core.scene import Board, Button, Card, Strip
from pi_board.views.icons import icon
from pi_board.views.layout import Box, button_row
from pi_board.views.lettering import Letters, Weight
from pi_board.views.marks import Marks
from pi_board.views.paint import Painter
from pi_board.views.stones import puck, stone
from pi_board.views.theme import Colour

Say = Callable[[Message], str]


@dataclass(frozen=True, slots=True)
class Desk:
    """What every part of the panel draws with; `say` puts a sentence into the players' language."""

    paint: Painter
    letters: Letters
    say: Say
    unit: float

    def size(self, role: str) -> float:
        """Text size of `role` in pixels."""
        return self.paint.theme.type[role] * self.unit

    def space(self, role: str) -> float:
        """A distance of the spacing scale in pixels."""
        return self.paint.theme.space[role] * self.unit

    def radius(self, role: str) -> float:
        """A corner's radius in pixels."""
        return self.paint.theme.radius[role] * self.unit

    def colour(self, role: str) -> Colour:
        """The theme's colour of `role`."""
        return self.paint.theme.colours[role]


def board_colour(board: Board) -> str:
    """The role of the colour that a stone is used to standing on."""
    return {
        Surface.SQUARES: "loa_light",
        Surface.TILES: "loa_light",
        Surface.HOLES: "linja_row",
        Surface.ROWS: "linja_row",
    }[board.surface]


# -- cards ------------------------------------------------------------------------------------


def draw_card(
    desk: Desk, target: pygame.Surface, card: Card, box: Box, narrow: bool, under: str
) -> None:
    """One player. The mover's card is inverted; its notch is drawn by `draw_notch`."""
    desk.paint.box(target, box, desk.colour("turn" if card.turn else "panel"), desk.radius("card"))
    text = desk.colour("turn_text" if card.turn else "text")
    muted = desk.colour("turn_muted" if card.turn else "text_muted")
    radius = box.h * (0.24 if narrow else 0.3)
    left = box.x + radius * 1.22 + desk.space("s")
    puck(desk.paint, target, (left, box.y + box.h / 2), radius, card.player, desk.colour(under))
    x = round(left + radius * 1.22 + desk.space("s"))
    room = Box(x, box.y, box.right - round(desk.space("m") * 1.3) - x, box.h)
    draw = _narrow if narrow else _wide
    draw(desk, target, card, room, text, muted)


def _wide(
    desk: Desk, target: pygame.Surface, card: Card, room: Box, text: Colour, muted: Colour
) -> None:
    """Name over counter, the clock right of them; without a clock the counter stands there."""
    if not card.clock and card.counter is not None:
        taken = _big_counter(desk, target, card, room, text, muted)
        width = room.w - taken - desk.space("s")
        _name(desk, target, card, (room.x, room.y + room.h * 0.5), width, text)
        return
    clock = desk.size("clock")
    taken = desk.letters.clock_width(card.clock, clock)
    middle = room.y + room.h / 2
    figures = _clock_colour(desk, card, text)
    desk.letters.clock(target, card.clock, (room.right, middle), clock, figures)
    width = room.w - taken - (desk.space("s") if taken else 0)
    _name(desk, target, card, (room.x, room.y + room.h * 0.32), width, text)
    _counter(desk, target, card, (room.x, room.y + room.h * 0.70), width, muted, text)


def _narrow(
    desk: Desk, target: pygame.Surface, card: Card, room: Box, text: Colour, muted: Colour
) -> None:
    """Name over clock; the counter stands right of them."""
    taken = _big_counter(desk, target, card, room, text, muted)
    width = room.w - taken - (desk.space("xs") if taken else 0)
    at = 0.32 if card.clock else 0.5
    _name(desk, target, card, (room.x, room.y + room.h * at), width, text)
    size = desk.size("body")
    x = room.x + desk.letters.clock_width(card.clock, size)
    colour = _clock_colour(desk, card, text)
    desk.letters.clock(target, card.clock, (x, room.y + room.h * 0.70), size, colour)


def _big_counter(
    desk: Desk, target: pygame.Surface, card: Card, room: Box, text: Colour, muted: Colour
) -> float:
    """The counter's number over its unit at the right; gives the width taken."""
    if card.counter is None:
        return 0.0
    number, _, unit = desk.say(card.counter).partition(" ")
    size, caption = desk.size("clock"), desk.size("caption")
    least = desk.letters.width(number, size, "figures")
    taken = max(least, min(desk.letters.width(unit, caption, "text"), round(room.w * 0.55)))
    x = room.right - taken / 2
    unit = desk.letters.cut(unit, taken + 1, caption, "text")
    at = (x, room.y + room.h * (0.32 if unit else 0.5))
    desk.letters.draw(target, number, at, size, "figures", text, "centre")
    at = (x, room.y + room.h * 0.72)
    desk.letters.draw(target, unit, at, caption, "text", muted, "centre")
    return float(taken)


def _clock_colour(desk: Desk, card: Card, text: Colour) -> Colour:
    if not card.alarm:
        return text
    return desk.colour(f"turn_{card.alarm}" if card.turn else card.alarm)


def _name(
    desk: Desk, target: pygame.Surface, card: Card, at: tuple[float, float], room: float,
    colour: Colour,
) -> None:  # fmt: skip
    size = desk.size("body")
    name = desk.letters.cut(card.name, room, size, "strong")
    desk.letters.draw(target, name, at, size, "strong", colour)


def _counter(
    desk: Desk, target: pygame.Surface, card: Card, at: tuple[float, float], room: float,
    muted: Colour, text: Colour,
) -> None:  # fmt: skip
    x, y = at
    if card.counter is None:
        return
    size = desk.size("caption")
    phrase = desk.letters.cut(desk.say(card.counter), room, size, "text")
    desk.letters.draw(target, phrase, (x, y), size, "text", muted)
    if card.homes is None:
        return
    home, of = card.homes
    radius = size * 0.26
    x += desk.letters.width(phrase, size, "text") + desk.space("s")
    pitch = min(radius * 2.6, (room - (x - at[0])) / of)
    if pitch < radius * 2.2:
        return
    for i in range(of):
        centre = (x + radius + i * pitch, y)
        desk.paint.disc(target, centre, radius, text)
        if i >= home:
            ground = desk.colour("turn" if card.turn else "panel")
            desk.paint.disc(target, centre, radius * 0.68, ground)


def draw_notch(desk: Desk, target: pygame.Surface, box: Box, portrait: bool) -> None:
    """The point of the mover's card towards the board."""
    depth = desk.space("m") * 0.92
    if portrait:
        x, y = box.x + box.h / 2, float(box.bottom)
        points = [(x - depth, y - 1.0), (x, y + depth), (x + depth, y - 1.0)]
    else:
        x, y = float(box.x), box.y + box.h / 2
        points = [(x + 1.0, y - depth), (x - depth, y), (x + 1, y + depth)]
    desk.paint.polygon(target, points, desk.colour("turn"))


# -- the last moves ---------------------------------------------------------------------------

MOST_MOVES = 4


def draw_strip(desk: Desk, target: pygame.Surface, strip: Strip, box: Box) -> None:
    """Progress or a note at the left; the last moves at the right, the latest one strong."""
    desk.paint.box(target, box, desk.colour("panel"), desk.radius("chip"))
    size, pad = desk.size("caption"), round(desk.space("s") * 1.2)
    room = box.inset(pad, 0)
    y = box.y + box.h / 2
    if strip.progress is not None:
        _progress(desk, target, strip, room)
        return
    x = float(room.x)
    if strip.hand and not strip.note_icon:
        at = (x + size * 0.5, y)
        icon(desk.paint, target, "hand", at, size * 1.05, desk.colour("text_muted"))
        x += size * 1.3
    if strip.note is not None:
        if strip.note_icon == "shield":
            marks = Marks(desk.paint, desk.letters, box.h, box.h)
            marks.shield(target, (x + size * 0.45, y), size)
            x += size * 1.1
        colour = desk.colour("text" if strip.note_icon else "text_muted")
        note = desk.letters.cut(desk.say(strip.note), room.right - x, size, "text")
        desk.letters.draw(target, note, (x, y), size, "text", colour)
        x += desk.letters.width(note, size, "text") + desk.space("s")
    _moves(desk, target, strip, room, x)


def _progress(desk: Desk, target: pygame.Surface, strip: Strip, room: Box) -> None:
    assert strip.progress is not None
    done, of = strip.progress
    size, y = desk.size("caption"), room.y + room.h / 2
    right = float(room.right)
    if strip.note is not None:
        text = desk.say(strip.note)
        desk.letters.draw(target, text, (right, y), size, "strong", desk.colour("text"), "right")
        right -= desk.letters.width(text, size, "strong") + desk.space("m")
    height = round(size * 0.42)
    bar = Box(room.x, round(y - height / 2), max(height, round(right - room.x)), height)
    desk.paint.box(target, bar, desk.colour("panel_raised"), height / 2)
    filled = bar.w * done // max(1, of)
    if filled >= height:
        desk.paint.box(target, bar._replace(w=filled), desk.colour("good"), height / 2)


def _moves(desk: Desk, target: pygame.Surface, strip: Strip, room: Box, least_x: float) -> None:
    """From the right to the left, as many as fit; the latest one is cut if it must be."""
    size, x, y = desk.size("caption"), float(room.right), room.y + room.h / 2
    radius = size * 0.29
    for i, move in enumerate(reversed(strip.moves[-MOST_MOVES:])):
        latest = i == 0
        weight: Weight = "strong" if latest else "text"
        left = x - least_x - 2 * radius - desk.space("xs")
        text = desk.letters.cut(move.text, left, size, weight) if latest else move.text
        number = f"{move.number}" if move.number else ""
        number_width = desk.letters.width(number, size, "text") + desk.space("xs") * bool(number)
        need = desk.letters.width(text, size, weight) + 2 * radius + desk.space("xs")
        if need > x - least_x:
            return
        colour = desk.colour("text" if latest else "text_muted")
        desk.letters.draw(target, text, (x, y), size, weight, colour, "right")
        x -= need
        stone(desk.paint, target, (x + radius, y), radius, move.player)
        if number and number_width <= x - desk.space("xs") - least_x:
            at = (x - desk.space("xs"), y)
            desk.letters.draw(target, number, at, size, "text", desk.colour("text_muted"), "right")
            x -= number_width
        x -= desk.space("m")


# -- buttons ----------------------------------------------------------------------------------


def button_boxes(desk: Desk, buttons: tuple[Button, ...], box: Box) -> tuple[Box, ...]:
    """Where the buttons stand: each as wide as its label asks, the rest shared equally."""
    size, pad = desk.size("caption"), desk.space("s")
    least = desk.paint.theme.touch["min_side"] * desk.unit
    gap = round(desk.space("s"))
    widths = [
        max(least, desk.letters.width(desk.say(b.label), size, "strong") + 2 * pad) for b in buttons
    ]
    room = box.w - gap * (len(buttons) - 1)
    if sum(widths) > room:  # too long: the widest give way, and their labels are cut
        widths = [least + (w - least) * _share(widths, least, room) for w in widths]
    return button_row(box, tuple(widths), gap)


def _share(widths: list[float], least: float, room: float) -> float:
    over = sum(widths) - least * len(widths)
    return max(0.0, room - least * len(widths)) / over if over else 0.0


def draw_buttons(
    desk: Desk, target: pygame.Surface, buttons: tuple[Button, ...], box: Box, pressed: str = ""
) -> None:
    """The row of buttons; the one being `pressed` (its command) is drawn lighter."""
    for button, at in zip(buttons, button_boxes(desk, buttons, box), strict=True):
        _button(desk, target, button, at, button.command == pressed)


def _button(desk: Desk, target: pygame.Surface, button: Button, box: Box, pressed: bool) -> None:
    fill = desk.colour("good" if button.recommended else "panel_raised")
    if pressed:
        fill = desk.colour("button_edge")
    edge = desk.colour("good" if button.recommended else "button_edge")
    desk.paint.box(target, box, fill, desk.radius("button"), edge, max(1.0, desk.unit * 0.0028))
    role = "on_role" if button.recommended else "text" if button.enabled else "text_muted"
    colour, size = desk.colour(role), desk.size("caption")
    x = box.x + box.w / 2
    icon(desk.paint, target, button.icon, (x, box.y + box.h * 0.34), desk.unit * 0.054, colour)
    label = desk.letters.cut(desk.say(button.label), box.w - desk.space("xs"), size, "strong")
    at = (x, box.y + box.h * 0.755)
    desk.letters.draw(target, label, at, size, "strong", colour, "centre")
