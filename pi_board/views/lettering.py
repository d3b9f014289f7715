"""Text in the bundled typeface: measured, wrapped, cut, and put on the middle of its capitals.

A line of text is placed by the middle of its capitals, not by its box, so that text and figures
of any size stand level with the stone beside them.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from importlib.resources import as_file, files
from typing import Literal
from unicodedata import category, normalize

import pygame
from anyascii import anyascii

from pi_board.views.theme import Colour

Weight = Literal["text", "strong", "figures"]
Align = Literal["left", "centre", "right"]

FACES: dict[Weight, str] = {
    "text": "Inter-Medium.otf",
    "strong": "Inter-SemiBold.otf",
    "figures": "Inter-Bold.otf",
}
CAPITALS = 0.727  # height of the capitals, share of the size
COLON_RAISED = 0.05
ELLIPSIS = "…"
KEPT = 400
WIDTHS_KEPT = 2000  # of lines, and of all that was tried on the way to them
_SPELT = "LMN"  # letters, marks on them and figures; not emoji
CHECKED_PX = 20  # any size will do to see which letters there are


class Letters:
    """Fonts and rendered lines, kept. Sizes are pixels of the em."""

    def __init__(self) -> None:
        pygame.font.init()
        self._fonts: dict[tuple[Weight, int], pygame.font.Font] = {}
        self._lines: dict[tuple[str, int, Weight, Colour], pygame.Surface] = {}
        self._shown: dict[str, str] = {}
        self._widths: dict[tuple[str, int, Weight], int] = {}

    def width(self, text: str, size: float, weight: Weight) -> int:
        """Pixels from the first letter's start to the last one's end."""
        key = (text, round(size), weight)
        if key not in self._widths:
            if len(self._widths) >= WIDTHS_KEPT:
                self._widths.clear()
            self._widths[key] = self._font(size, weight).size(self.shown(text))[0]
        return self._widths[key]

    def shown(self, text: str) -> str:
        """`text` as it is drawn: letters that the typeface lacks, as people's names may have them,
        are spelt in Latin ones; what is no letter at all is left out.
        """
        if text.isascii() and text.isprintable():
            return text
        if text not in self._shown:
            if len(self._shown) >= KEPT:
                self._shown.clear()
            self._shown[text] = "".join(map(self._drawable, normalize("NFC", text)))
        return self._shown[text]

    def _drawable(self, letter: str) -> str:
        if letter.isspace():
            return " "
        if not letter.isprintable():
            return ""
        extent = self._font(CHECKED_PX, "text").metrics(letter)[0]
        if extent is not None and extent[1] > extent[0]:  # it has ink
            return letter
        return anyascii(letter) if category(letter)[0] in _SPELT else ""

    def draw(
        self, target: pygame.Surface, text: str, at: tuple[float, float], size: float,
        weight: Weight, colour: Colour, align: Align = "left",
    ) -> None:  # fmt: skip
        """One line with the middle of its capitals at height ``at[1]``."""
        if not text:
            return
        line = self._line(text, size, weight, colour)
        ascent = self._font(size, weight).get_ascent()
        shift = {"left": 0.0, "centre": line.get_width() / 2, "right": float(line.get_width())}
        top = at[1] + CAPITALS / 2 * size - ascent
        target.blit(line, (round(at[0] - shift[align]), round(top)))

    def clock(
        self, target: pygame.Surface, text: str, at: tuple[float, float], size: float,
        colour: Colour,
    ) -> None:  # fmt: skip
        """Figures ending at ``at[0]``, in cells as wide as the 0, so that they do not jump."""
        x = at[0] - self.clock_width(text, size)
        for letter in text:
            cell = self._cell(letter, size)
            y = at[1] - (COLON_RAISED * size if letter == ":" else 0)
            self.draw(target, letter, (x + cell / 2, y), size, "figures", colour, "centre")
            x += cell

    def clock_width(self, text: str, size: float) -> int:
        """Pixels that `clock` takes."""
        return sum(self._cell(letter, size) for letter in text)

    def _cell(self, letter: str, size: float) -> int:
        return self.width("0" if letter.isdigit() else letter, size, "figures")

    def cut(self, text: str, room: float, size: float, weight: Weight) -> str:
        """`text`, or as much of it as fits into `room` with an ellipsis."""
        if self.width(text, size, weight) <= room:
            return text

        def shortened(end: int) -> str:
            return text[:end].rstrip() + ELLIPSIS

        ends = range(1, len(text))
        fitting = bisect_right(ends, room, key=lambda end: self.width(shortened(end), size, weight))
        return shortened(fitting)

    def wrap(self, text: str, room: float, size: float, weight: Weight) -> tuple[str, ...]:
        """Lines of whole words no wider than `room`; a word that is too wide is cut. A number and
        its ``%`` stay together.
        """
        lines: list[str] = []
        line = ""
        for word in re.split(r" (?!%)", text):
            longer = f"{line} {word}" if line else word
            if not line or self.width(longer, size, weight) <= room:
                line = longer
            else:
                lines.append(line)
                line = word
        if line:
            lines.append(line)
        return tuple(self.cut(each, room, size, weight) for each in lines)

    def _font(self, size: float, weight: Weight) -> pygame.font.Font:
        key = (weight, max(6, round(size)))
        if key not in self._fonts:
            with as_file(files("pi_board.views") / "assets" / "fonts" / FACES[weight]) as path:
                self._fonts[key] = pygame.font.Font(str(path), key[1])
        return self._fonts[key]

    def _line(self, text: str, size: float, weight: Weight, colour: Colour) -> pygame.Surface:
        key = (text, round(size), weight, colour)
        if key not in self._lines:
            if len(self._lines) >= KEPT:
                self._lines.clear()
            self._lines[key] = self._font(size, weight).render(self.shown(text), True, colour)
        return self._lines[key]
