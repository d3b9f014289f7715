"""Small pictures in a message, each with what it is called and what it would bring."""

from __future__ import annotations

import pygame

from pi_board.core.scene import Preview
from pi_board.views.board import BoardView
from pi_board.views.desk import Desk
from pi_board.views.layout import Box
from pi_board.views.lettering import ELLIPSIS

WIDE = 2.4  # a box so many times as wide as high has its parts side by side


class Previews:
    """Draws a title with a row of pictures."""

    def __init__(self, desk: Desk, boards: BoardView) -> None:
        self._desk, self._boards = desk, boards

    def draw(
        self, target: pygame.Surface, title: str, previews: tuple[Preview, ...], room: Box
    ) -> None:
        """The title, and the pictures in a row below it, or right of it in a wide box."""
        desk = self._desk
        size = desk.size("title")
        height = size * desk.paint.theme.type["line_height"]
        if room.w > WIDE * room.h:
            own = room._replace(w=round(room.w * 0.3))
            rest = room.inset(own.w + round(desk.space("m")), 0, 0, 0)
        else:
            high = round(height) + self._row_height(previews, room.w, room.h - round(height))
            room = room.inset(0, max(0, (room.h - high) // 2))
            own = room._replace(h=round(height))
            rest = room.inset(0, own.h, 0, 0)
        parts = desk.letters.wrap(title, own.w, size, "strong")
        while size > desk.size("caption") and (
            len(parts) * height > own.h + 1 or any(p.endswith(ELLIPSIS) for p in parts)
        ):
            size *= 0.94
            height = size * desk.paint.theme.type["line_height"]
            parts = desk.letters.wrap(title, own.w, size, "strong")
        top = own.y + max(0.0, (own.h - len(parts) * height) / 2)
        for i, part in enumerate(parts):
            at = (own.x, top + (i + 0.5) * height)
            desk.letters.draw(target, part, at, size, "strong", desk.colour("text"))
        self._row(target, previews, rest)

    def _row_height(self, previews: tuple[Preview, ...], width: int, most: int) -> int:
        side, words, _ = self._row_sizes(previews, width, most)
        return side + words

    def _row_sizes(
        self, previews: tuple[Preview, ...], width: int, height: int
    ) -> tuple[int, int, int]:
        """The side of each picture, the height of the words below it, the width of its column."""
        desk = self._desk
        words = round(desk.size("caption") * 1.14 * 2 + desk.space("s"))  # label and note
        gap = round(desk.space("m"))
        column = (width - gap * (len(previews) - 1)) // len(previews)
        return round(min(column * 0.86, height - words)), words, column

    def _row(self, target: pygame.Surface, previews: tuple[Preview, ...], room: Box) -> None:
        gap = round(self._desk.space("m"))
        side, words, column = self._row_sizes(previews, room.w, room.h)
        size = self._words_size(previews, column)
        for i, preview in enumerate(previews):
            x = room.x + i * (column + gap)
            picture = Box(x + (column - side) // 2, room.y, side, side)
            self._picture(target, preview, picture)
            self._words(target, preview, Box(x, picture.bottom, column, words), size)

    def _picture(self, target: pygame.Surface, preview: Preview, picture: Box) -> None:
        clip = target.get_clip()
        target.set_clip(clip.clip(pygame.Rect(picture)))  # paths end at the tile's edge
        self._boards.draw(target, preview.board, picture)
        target.set_clip(clip)

    def _words_size(self, previews: tuple[Preview, ...], column: int) -> float:
        """The size of letters at which all words fit into their columns, down to the smallest."""
        desk = self._desk
        said = [desk.say(text) for p in previews for text in (p.label, p.note)]
        return desk.shrunk(
            desk.size("caption"), desk.smallest,
            lambda size: all(desk.letters.width(text, size, "strong") <= column for text in said),
        )  # fmt: skip

    def _words(self, target: pygame.Surface, preview: Preview, room: Box, size: float) -> None:
        """What a picture is called, and below it what it would bring."""
        desk = self._desk
        y = room.y + desk.space("xs") + size * 0.5
        for said, role in ((preview.label, "text_muted"), (preview.note, "text")):
            text = desk.letters.cut(desk.say(said), room.w, size, "strong")
            at = (room.x + room.w / 2, y)
            desk.letters.draw(target, text, at, size, "strong", desk.colour(role), "centre")
            y += size * 1.14
