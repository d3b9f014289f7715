"""The players' cards: stone, name, clock and what is counted; the mover's is inverted."""

from __future__ import annotations

import math
from dataclasses import dataclass

import pygame

from pi_board.core.scene import Card
from pi_board.views.desk import Desk
from pi_board.views.language import written
from pi_board.views.layout import Box
from pi_board.views.stones import puck
from pi_board.views.theme import Colour

OF_A_WORD = 0.7  # of the size of a number in its place: it is wider
USUAL_CLOCK = "00:00"  # one with hours takes no more room than this


def draw_card(
    desk: Desk, target: pygame.Surface, card: Card, box: Box, narrow: bool, under: str
) -> None:
    """One player. The mover's card is inverted; its notch is drawn by `draw_notch`."""
    desk.paint.box(target, box, desk.colour("turn" if card.turn else "panel"), desk.radius("card"))
    radius = box.h * (0.24 / desk.paint.theme.text if narrow else 0.3)
    left = box.x + radius * 1.22 + desk.space("s")
    puck(desk.paint, target, (left, box.y + box.h / 2), radius, card.player, desk.colour(under))
    x = round(left + radius * 1.22 + desk.space("s"))
    room = Box(x, box.y, box.right - round(desk.space("m") * 1.3) - x, box.h)
    words = _Words(desk, target, card, room)
    if narrow:
        words.narrow()
    else:
        words.wide()


@dataclass(frozen=True, slots=True)
class _Words:
    """Writes what stands on a card, in the room beside its stone."""

    desk: Desk
    target: pygame.Surface
    card: Card
    room: Box

    def wide(self) -> None:
        """Name over counter, the clock right of them; without a clock the counter stands there, and
        the name in the middle.
        """
        desk, card, room = self.desk, self.card, self.room
        if not card.clock:
            _, taken = self._big_counter()
            self._name(0.5, room.w - taken - desk.space("s"))
            return
        clock = self._clock_size(desk.size("clock"))
        taken = desk.letters.clock_width(card.clock, clock)
        self._clock((room.right, room.y + room.h / 2), clock)
        width = room.w - taken - (desk.space("s") if taken else 0)
        self._name(0.32, width)
        self._counter(0.70, width)

    def narrow(self) -> None:
        """Name over clock, the counter right of them: the name beside its number, which is narrower
        than the word below it. A name that stands alone is in the middle, if it is not too long.
        Only the name follows the size of the text: there is no more room.
        """
        desk, card, room = self.desk, self.card, self.room
        number, taken = self._big_counter()
        gap = desk.space("xs") if taken else 0
        name = desk.letters.width(written(desk.say, card.name), desk.size("body"), "strong")
        level = bool(card.clock) or name > room.w - taken - gap
        at, width = (0.32, room.w - number - gap) if level else (0.5, room.w - taken - gap)
        self._name(at, width)
        size = self._clock_size(desk.size("body") / desk.paint.theme.text)
        x = room.x + desk.letters.clock_width(card.clock, size)
        self._clock((x, room.y + room.h * 0.70), size)

    def _big_counter(self) -> tuple[float, float]:
        """The counter's number over its unit at the right; gives the width taken by the number, and
        by both.
        """
        desk, card, room = self.desk, self.card, self.room
        if card.counter is None:
            return 0.0, 0.0
        number, _, unit = desk.say(card.counter).partition(" ")
        text_size = desk.paint.theme.text
        size, caption = desk.size("clock") / text_size, desk.size("caption")
        size *= 1.0 if number[:1].isdigit() else OF_A_WORD
        least = desk.letters.width(number, size, "figures")
        clock = self._clock_size(desk.size("body") / text_size)
        clock = desk.letters.clock_width(card.clock, clock)
        most = min(room.w * 0.6, room.w - clock - desk.space("xs"))
        share = min(1.0, most / max(1, desk.letters.width(unit, caption, "text")))
        if share < 1:  # whole pixels, and rather one less than a letter
            caption = math.floor(max(desk.smallest, caption * share))
        taken = max(least, min(desk.letters.width(unit, caption, "text"), round(most)))
        x = room.right - taken / 2
        unit = desk.letters.cut(unit, taken + 1, caption, "text")
        at = (x, room.y + room.h * (0.32 if unit else 0.5))
        desk.letters.draw(self.target, number, at, size, "figures", self._text, "centre")
        at = (x, room.y + room.h * 0.72)
        desk.letters.draw(self.target, unit, at, caption, "text", self._muted, "centre")
        return (taken + least) / 2, float(taken)

    def _name(self, at: float, width: float) -> None:
        """At this share of the height, made smaller to fit into a width, and then cut. What the
        program calls a player tells how strong the computer is, and may be as small as a unit.
        """
        desk, room, name = self.desk, self.room, self.card.name
        text = written(desk.say, name)
        least = desk.size("caption") if isinstance(name, str) else desk.smallest
        size = desk.shrunk(
            desk.size("body"), least, lambda s: desk.letters.width(text, s, "strong") <= width
        )
        name = desk.letters.cut(text, width, size, "strong")
        place = (room.x, room.y + room.h * at)
        desk.letters.draw(self.target, name, place, size, "strong", self._text)

    def _clock_size(self, size: float) -> float:
        """`size`, or less for a clock with hours, which leaves name and counter their room."""
        width = self.desk.letters.clock_width
        return size * min(1.0, width(USUAL_CLOCK, size) / max(1, width(self.card.clock, size)))

    def _clock(self, at: tuple[float, float], size: float) -> None:
        """Its right end in the middle of the height at (x, y)."""
        card, colour = self.card, self._text
        if card.alarm:
            colour = self.desk.colour(f"turn_{card.alarm}" if card.turn else card.alarm)
        self.desk.letters.clock(self.target, card.clock, at, size, colour)

    def _counter(self, at: float, width: float) -> None:
        """What is counted, and who is at home, at this share of the height."""
        desk, card, room = self.desk, self.card, self.room
        if card.counter is None:
            return
        x, y = float(room.x), room.y + room.h * at
        size = desk.size("caption")
        phrase = desk.letters.cut(desk.say(card.counter), width, size, "text")
        desk.letters.draw(self.target, phrase, (x, y), size, "text", self._muted)
        if card.homes is None:
            return
        home, of = card.homes
        radius = size * 0.26
        x += desk.letters.width(phrase, size, "text") + desk.space("s")
        pitch = min(radius * 2.6, (width - (x - room.x)) / of)
        if pitch < radius * 2.2:
            return
        for i in range(of):
            centre = (x + radius + i * pitch, y)
            desk.paint.disc(self.target, centre, radius, self._text)
            if i >= home:
                ground = desk.colour("turn" if card.turn else "panel")
                desk.paint.disc(self.target, centre, radius * 0.68, ground)

    @property
    def _text(self) -> Colour:
        return self.desk.colour("turn_text" if self.card.turn else "text")

    @property
    def _muted(self) -> Colour:
        return self.desk.colour("turn_muted" if self.card.turn else "text_muted")


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
