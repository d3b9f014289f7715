"""The one message: a title, one or two sentences, sometimes a big figure or small pictures."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import pygame

from pi_board.core.scene import Notice
from pi_board.core.words import as_sentence
from pi_board.views.board import BoardView
from pi_board.views.desk import Desk
from pi_board.views.graph import draw_graph, jump_at
from pi_board.views.icons import icon
from pi_board.views.language import sentence
from pi_board.views.layout import Box
from pi_board.views.lettering import ELLIPSIS, Weight
from pi_board.views.marks import Marks
from pi_board.views.previews import WIDE, Previews
from pi_board.views.stones import stone
from pi_board.views.theme import Colour

WRAP = 0.965
FIGURE_SHARES = (1.0, 0.84, 0.68)  # of the largest big figure: the first that leaves text its room
TEXT_SHARES = (0.55, 0.64, 0.73)  # of a message with a graph: the first in which its text fits


@dataclass(frozen=True, slots=True)
class _Way:
    """A way to set the message: how large, sentences run on or each on a line of its own, with
    the lead or without, and how close its lines.
    """

    scale: float
    run_on: bool = False
    lead: bool = True
    spacing: float = 1.0


_LISTED = (*(_Way(s) for s in (1.2, 1.1, 1.0, 0.94, 0.88)), _Way(0.88, spacing=0.89))
_WAYS = (
    *(_Way(scale, run_on) for scale in (1.3, 1.2, 1.1, 1.0) for run_on in (False, True)),
    # only for sentences far too long:
    *(_Way(scale, run_on) for scale in (0.94, 0.88) for run_on in (False, True)),
    *(_Way(scale, run_on=True, lead=False) for scale in (1.0, 0.94, 0.88)),
    _Way(0.88, run_on=True, lead=False, spacing=0.89),
)
# large text has further to shrink before it is smaller than any text may be
_SMALL = tuple(_Way(scale, run_on=True, lead=False, spacing=0.95) for scale in (0.82, 0.76))


@dataclass(frozen=True, slots=True)
class _Line:
    """One line of text with its height above it."""

    text: str
    size: float
    weight: Weight
    role: str
    height: float
    indent: float = 0.0


class NoticeView:
    """Draws the message as large as it fits."""

    def __init__(self, desk: Desk, boards: BoardView) -> None:
        self._desk, self._pictures = desk, Previews(desk, boards)

    def draw(self, target: pygame.Surface, notice: Notice, box: Box) -> None:
        """The message in its box; nothing is written outside it."""
        desk = self._desk
        fill = desk.colour("danger_fill" if notice.tone == "danger" else "panel")
        desk.paint.box(target, box, fill, desk.radius("card"))
        room = self._room(box)
        if notice.graph is not None:
            room, graph = self._beside_graph(notice, room)
            draw_graph(desk, target, notice.graph, graph)
        if notice.badge:
            room, notice = self._badge(target, notice, room)
        if notice.previews:
            self._pictures.draw(target, desk.say(notice.title), notice.previews, room)
            return
        self._text(target, notice, room)

    def jump_at(self, notice: Notice, box: Box, point: tuple[float, float]) -> int | None:
        """The number of moves that a touch of the graph asks for, None beside it."""
        if notice.graph is None:
            return None
        _, graph = self._beside_graph(notice, self._room(box))
        return jump_at(self._desk, notice.graph, graph, point)

    def _beside_graph(self, notice: Notice, room: Box) -> tuple[Box, Box]:
        """The room of the text and that of the graph, which gives way to a long text."""
        gap = round(self._desk.space("m"))
        for share in TEXT_SHARES:
            text, graph = _split(room, share, gap)
            if _fit(self._set(notice, text), text):
                break
        return text, graph

    def _room(self, box: Box) -> Box:
        desk = self._desk
        return box.inset(round(desk.space("m") * 1.3), round(desk.space("s")))

    # -- text -----------------------------------------------------------------------------

    def _text(self, target: pygame.Surface, notice: Notice, room: Box) -> None:
        lines = _within(self._set(notice, room), room.h)
        spare = max(0.0, room.h - sum(line.height for line in lines))
        self._write(target, lines, room, room.y + spare / 2, notice)

    def _set(self, notice: Notice, room: Box) -> list[_Line]:
        """The lines of the message, as large as they fit: first each sentence on a line of its
        own, then run on, then without the lead.
        """
        ways = _LISTED if notice.listed else _WAYS
        large = self._desk.paint.theme.text > 1
        for way in (*ways, *_SMALL) if large else ways:
            lines = self._lines(notice, room, way)
            if _fit(lines, room):
                return lines
        return lines

    def _title_scale(self, notice: Notice, room: Box, scale: float) -> float:
        """`scale`, or as much of it as breaks the title into no more lines than its plain size."""
        plain = self._title_lines(notice, room, 1)
        scales = (s for s in (scale, 1.2, 1.1) if 1 < s <= scale)
        return next(
            (s for s in scales if self._title_lines(notice, room, s) <= plain), min(1, scale)
        )

    def _title_lines(self, notice: Notice, room: Box, scale: float) -> int:
        size = self._desk.size("title") * scale
        width = room.w * WRAP - (self._icon_width(size) if notice.icon else 0)
        return len(self._desk.letters.wrap(self._desk.say(notice.title), width, size, "strong"))

    def _lines(self, notice: Notice, room: Box, way: _Way) -> list[_Line]:
        desk, scale = self._desk, way.scale
        text = "danger_text" if notice.tone == "danger" else "text"
        spacing = desk.paint.theme.type["line_height"] * way.spacing
        lines: list[_Line] = []
        if not notice.badge:
            size = desk.size("title") * self._title_scale(notice, room, scale)
            indent = self._icon_width(size) if notice.icon else 0.0
            title = sentence(desk.say(notice.title))
            lines += [
                _Line(part, size, "strong", text, size * spacing, indent)
                for part in desk.letters.wrap(title, room.w * WRAP - indent, size, "strong")
            ]
        size = desk.size("body") * scale
        said = [sentence(desk.say(each)) for each in notice.sentences]
        if notice.lead and way.lead and said:
            said[0] = f"{notice.lead}: {desk.say(notice.sentences[0])}"
        for paragraph in [" ".join(said)] if way.run_on else said:
            lines += [
                _Line(part, size, "text", text, size * spacing)
                for part in desk.letters.wrap(paragraph, room.w * WRAP, size, "text")
            ]
        return lines

    def _write(
        self, target: pygame.Surface, lines: list[_Line], room: Box, top: float, notice: Notice
    ) -> None:
        desk, y = self._desk, top
        for i, line in enumerate(lines):
            middle = y + line.height / 2
            if i == 0 and notice.icon and not notice.badge:
                self._icon(target, notice, (room.x, middle), line.size, desk.colour(line.role))
            at = (room.x + line.indent, middle)
            desk.letters.draw(target, line.text, at, line.size, line.weight, desk.colour(line.role))
            y += line.height

    def _icon_width(self, size: float) -> float:
        return size * 1.22

    def _icon(
        self, target: pygame.Surface, notice: Notice, at: tuple[float, float], size: float,
        colour: Colour,
    ) -> None:  # fmt: skip
        desk, centre = self._desk, (at[0] + size * 0.5, at[1])
        match notice.icon:
            case "b" | "w" as player:
                desk.paint.disc(target, centre, size * 0.52, desk.colour("loa_light"))
                stone(desk.paint, target, centre, size * 0.44, player)
            case "wrong":
                Marks(desk.paint, desk.letters, size * 1.4, size).cross(target, centre)
            case name:
                icon(desk.paint, target, name, centre, size * 0.9, colour)

    # -- a big figure ----------------------------------------------------------------------

    def _badge(self, target: pygame.Surface, notice: Notice, room: Box) -> tuple[Box, Notice]:
        """The figure on its ground, title and subtitle right of it; gives the room that is left
        for sentences, below or in a wide box under the title, and the message with them: a
        subtitle for which the title left no room is the first.
        """
        desk, wide = self._desk, room.w > WIDE * room.h
        side = round(min(desk.size("hero") * 1.38, room.h)) if wide else self._side(notice, room)
        gap = desk.space("s")
        top = room.y + (room.h - side) // 2 if wide else self._badge_top(notice, room, side)
        figure = side / 1.38
        width = max(side, round(desk.letters.width(notice.badge, figure, "figures") + 2 * gap))
        box = Box(room.x, top, width, side)
        desk.paint.box(target, box, desk.colour("to"), desk.radius("card"))
        desk.letters.draw(
            target, notice.badge, box.centre, figure, "figures", desk.colour("on_role"), "centre"
        )
        x = round(box.right + desk.space("m"))
        beside = Box(x, box.y, room.right - x, box.h)
        if wide:
            title = round(desk.size("title") * 1.2)
            top = min(box.y, room.y + round(desk.space("s")))
            written = self._beside(target, notice, Box(x, top, beside.w, title), one_line=True)
            if notice.subtitle is not None and not written:
                first = as_sentence(notice.subtitle)
                notice = replace(notice, sentences=(first, *notice.sentences))
            return Box(x, top + title, beside.w, room.bottom - top - title), notice
        self._beside(target, notice, beside, one_line=False)
        return self._below(room, box.bottom), notice

    def _below(self, room: Box, bottom: int) -> Box:
        """What a figure that ends there leaves of the room."""
        top = round(bottom + self._desk.space("s"))
        return Box(room.x, top, room.w, room.bottom - top)

    def _side(self, notice: Notice, room: Box) -> int:
        """The side of the figure's ground above sentences: it gives way to long ones."""
        largest = min(self._desk.size("hero") * 1.38, room.h / 2)
        for share in FIGURE_SHARES:
            side = round(largest * share)
            below = self._below(room, self._badge_top(notice, room, side) + side)
            if _fit(self._set(notice, below), below):
                break
        return side

    def _badge_top(self, notice: Notice, room: Box, side: int) -> int:
        desk, gap = self._desk, self._desk.space("s")
        lines = sum(
            len(desk.letters.wrap(desk.say(s), room.w * WRAP, desk.size("body"), "text"))
            for s in notice.sentences
        )
        text = lines * desk.size("body") * desk.paint.theme.type["line_height"]
        return room.y + max(0, round((room.h - side - gap - text) / 2.4))

    def _beside(self, target: pygame.Surface, notice: Notice, room: Box, one_line: bool) -> bool:
        """Title and subtitle; whether there was room for a subtitle, and one to be written."""
        desk = self._desk
        title, size = desk.say(notice.title), desk.size("title")
        share = room.w / max(1, desk.letters.width(title, size, "strong"))
        if share < 1:  # whole pixels, and rather one less than a letter
            size = max(math.floor(size * share), desk.size("caption"))
        title = desk.letters.cut(title, room.w, size, "strong")
        middle = room.y + room.h * (0.5 if notice.subtitle is None or one_line else 0.3)
        desk.letters.draw(target, title, (room.x, middle), size, "strong", desk.colour("text"))
        if notice.subtitle is None:
            return False
        small, muted = desk.size("body"), desk.colour("text_muted")
        x, y = float(room.x), room.y + room.h * 0.74
        if one_line:
            x += desk.letters.width(title, size, "strong") + desk.space("m")
            y = middle
        text = desk.say(notice.subtitle)
        if one_line and desk.letters.width(text, small, "text") > room.right - x:
            return False
        text = desk.letters.cut(text, room.right - x, small, "text")
        desk.letters.draw(target, text, (x, y), small, "text", muted)
        return True


def _split(room: Box, share: float, gap: int) -> tuple[Box, Box]:
    """The room of the text, this share of all, and that of the graph: below it, or right of it in
    a wide box.
    """
    if room.w > WIDE * room.h:
        text = room._replace(w=round(room.w * share))
        return text, room.inset(text.w + gap, gap // 2, 0, gap // 2)
    text = room._replace(h=round(room.h * share))
    return text, room.inset(0, text.h + gap // 2, 0, gap // 2)


def _fit(lines: list[_Line], room: Box) -> bool:
    """Whether there is room for the lines, and no word is too wide."""
    cut = any(line.text.endswith(ELLIPSIS) for line in lines)
    return not cut and sum(line.height for line in lines) <= room.h


def _within(lines: list[_Line], height: float) -> list[_Line]:
    """As many lines as fit; the last one says with an ellipsis that there was more."""
    kept: list[_Line] = []
    for line in lines:
        if sum(k.height for k in kept) + line.height > height:
            if kept:
                last = kept.pop()
                kept.append(replace(last, text=last.text.rsplit(" ", 1)[0] + " …"))
            break
        kept.append(line)
    return kept
