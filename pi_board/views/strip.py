"""The last moves in one line, or what stands in their place."""

from __future__ import annotations

import pygame

from pi_board.core.scene import Strip
from pi_board.views.desk import Desk
from pi_board.views.icons import icon
from pi_board.views.language import written
from pi_board.views.layout import Box
from pi_board.views.lettering import Weight
from pi_board.views.marks import Marks
from pi_board.views.stones import stone

MOST_MOVES = 4


def draw_strip(desk: Desk, target: pygame.Surface, strip: Strip, box: Box) -> None:
    """Progress or a note at the left; the last moves at the right, the latest one strong."""
    desk.paint.box(target, box, desk.colour("panel"), desk.radius("chip"))
    size, room = desk.size("caption"), _room(desk, box)
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
        elif strip.note_icon:
            at = (x + size * 0.5, y)
            icon(desk.paint, target, strip.note_icon, at, size * 1.05, desk.colour("text"))
            x += size * 1.3
        colour = desk.colour("text" if strip.note_icon else "text_muted")
        note = desk.letters.cut(written(desk.say, strip.note), room.right - x, size, "text")
        desk.letters.draw(target, note, (x, y), size, "text", colour)
        x += desk.letters.width(note, size, "text") + desk.space("s")
    _moves(desk, target, strip, room, x)


def _progress(desk: Desk, target: pygame.Surface, strip: Strip, room: Box) -> None:
    assert strip.progress is not None
    done, of = strip.progress
    size, y = desk.size("caption"), room.y + room.h / 2
    if strip.note is not None:
        text, at = desk.say(strip.note), (float(room.right), y)
        desk.letters.draw(target, text, at, size, "strong", desk.colour("text"), "right")
    bar = _bar(desk, strip, room)
    height = bar.h
    desk.paint.box(target, bar, desk.colour("panel_raised"), height / 2)
    filled = bar.w * done // max(1, of)
    if filled >= height:
        desk.paint.box(target, bar._replace(w=filled), desk.colour("good"), height / 2)


def _bar(desk: Desk, strip: Strip, room: Box) -> Box:
    """The bar of the progress: what the note leaves of the strip."""
    size, right = desk.size("caption"), float(room.right)
    if strip.note is not None:
        right -= desk.letters.width(desk.say(strip.note), size, "strong") + desk.space("m")
    height = round(size * 0.42)
    y = round(room.y + room.h / 2 - height / 2)
    return Box(room.x, y, max(height, round(right - room.x)), height)


def jump_at(desk: Desk, strip: Strip, box: Box, x: float) -> int:
    """How much is to be done where the progress is touched at the column `x`."""
    assert strip.progress is not None
    bar = _bar(desk, strip, _room(desk, box))
    return round(min(1.0, max(0.0, (x - bar.x) / bar.w)) * strip.progress[1])


def _room(desk: Desk, box: Box) -> Box:
    return box.inset(round(desk.space("s") * 1.2), 0)


def _moves(desk: Desk, target: pygame.Surface, strip: Strip, room: Box, least_x: float) -> None:
    """From the right to the left, as many as fit; the latest one is cut if it must be, but for a
    note, which goes before it.
    """
    size, x, y = desk.size("caption"), float(room.right), room.y + room.h / 2
    radius = size * 0.29
    for i, move in enumerate(reversed(strip.moves[-MOST_MOVES:])):
        latest = i == 0
        weight: Weight = "strong" if latest else "text"
        text = written(desk.say, move.shown)
        if latest and strip.note is None:
            left = x - least_x - 2 * radius - desk.space("xs")
            text = desk.letters.cut(text, left, size, weight)
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
