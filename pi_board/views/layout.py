"""Where everything stands: one layout in relative units for every screen.

All lengths are shares of ``u = min(short side, 0.6 * long side)``, so 800x480, 1920x1080 and
portrait 480x800 come from the same few lines. No pygame here. Boxes are in pixels, x to the right,
y down, (0, 0) top left.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from pi_board.views.theme import Theme

Point = tuple[float, float]  # (x, y) in pixels


class Box(NamedTuple):
    """A rectangle in whole pixels."""

    x: int
    y: int
    w: int
    h: int

    @property
    def right(self) -> int:
        """First column right of the box."""
        return self.x + self.w

    @property
    def bottom(self) -> int:
        """First row below the box."""
        return self.y + self.h

    @property
    def centre(self) -> Point:
        """The middle (x, y)."""
        return self.x + self.w / 2, self.y + self.h / 2

    def inset(
        self, left: int, top: int, right: int | None = None, bottom: int | None = None
    ) -> Box:
        """The box without these margins; right and bottom as left and top unless given."""
        right = left if right is None else right
        bottom = top if bottom is None else bottom
        return Box(self.x + left, self.y + top, self.w - left - right, self.h - top - bottom)

    def contains(self, point: tuple[float, float]) -> bool:
        """Whether the pixel at (x, y) lies in the box."""
        return self.x <= point[0] < self.right and self.y <= point[1] < self.bottom


@dataclass(frozen=True, slots=True)
class Plan:
    """The boxes of one screen of `size` (width, height); `unit` in pixels."""

    size: tuple[int, int]
    unit: float
    board: Box
    far: Box
    near: Box
    notice: Box
    strip: Box
    buttons: Box

    @property
    def portrait(self) -> bool:
        """Whether the screen stands upright: the cards lie side by side, with less room each."""
        return _is_upright(self.size)

    @property
    def message(self) -> Box:
        """The box of a tall message, which takes the strip's place as well."""
        return self.notice._replace(h=self.strip.bottom - self.notice.y)


CARD, STRIP, BUTTONS = 0.148, 0.062, 0.135  # heights, shares of the unit
PANEL_LEAST = 0.64
PANEL_ENOUGH = 0.75  # what a screen of 16:9 leaves beside the board
NOTICE_LEAST = 0.24  # a title and three lines of the smallest text


def plan(size: tuple[int, int], theme: Theme) -> Plan:
    """The boxes for a screen of `size` (width, height) in pixels."""
    short, long = sorted(size)
    unit = min(short, 0.6 * long)
    lay_out = _portrait if _is_upright(size) else _landscape
    return lay_out(size, unit, theme)


def _is_upright(size: tuple[int, int]) -> bool:
    return size[1] > size[0]


def _heights(text: float) -> tuple[float, float, float]:
    """Of card, strip and buttons, shares of the unit. Cards and buttons have air to give to larger
    text, so they grow half as much as it does.
    """
    return CARD * (1 + text) / 2, STRIP * text, BUTTONS * (1 + text) / 2


def _landscape(size: tuple[int, int], unit: float, theme: Theme) -> Plan:
    width, height = size
    gap = round(theme.space["m"] * unit)
    notch = gap + round(
        theme.space["xs"] * unit * 0.6
    )  # between board and panel: room for the notch
    side, across = height - 2 * gap, width - 2 * gap - notch
    panel = max(PANEL_LEAST * unit, min(PANEL_ENOUGH * unit, across - side))  # of usual text
    side = min(side, across - round(panel * theme.text))
    board = Box(gap, (height - side) // 2, side, side)
    x = board.right + notch
    card, strip_, buttons_ = _heights(theme.text)
    far, notice, strip, near, buttons = _stack(
        Box(x, gap, width - gap - x, height - 2 * gap),
        gap,
        (card, None, strip_, card, buttons_),
        unit,
    )
    return Plan(size, unit, board, far, near, notice, strip, buttons)


def _portrait(size: tuple[int, int], unit: float, theme: Theme) -> Plan:
    width, height = size
    gap = round(theme.space["m"] * unit)
    card, strip_, buttons_ = _heights(theme.text)
    notice_least = NOTICE_LEAST * (1.6 * theme.text - 0.6)  # lines are higher, and there are more
    others = round((card + strip_ + buttons_ + notice_least) * unit) + 6 * gap
    side = min(width - 2 * gap, height - others)
    whole = Box(gap, gap, width - 2 * gap, height - 2 * gap)
    cards, middle, notice, strip, buttons = _stack(
        whole, gap, (card, side / unit, None, strip_, buttons_), unit
    )
    board = Box(middle.x + (middle.w - side) // 2, middle.y, side, side)
    half = (cards.w - gap) // 2
    far = Box(cards.x, cards.y, half, cards.h)
    near = Box(cards.right - half, cards.y, half, cards.h)
    return Plan(size, unit, board, far, near, notice, strip, buttons)


def _stack(box: Box, gap: int, heights: tuple[float | None, ...], unit: float) -> tuple[Box, ...]:
    """Boxes from top to bottom; heights are shares of the unit, the one None takes what is left."""
    pixels = [None if share is None else round(share * unit) for share in heights]
    rest = box.h - gap * (len(heights) - 1) - sum(h for h in pixels if h is not None)
    boxes, y = [], box.y
    for height in pixels:
        height = rest if height is None else height
        boxes.append(Box(box.x, y, box.w, height))
        y += height + gap
    return tuple(boxes)


def button_row(box: Box, widths: tuple[float, ...], gap: int) -> tuple[Box, ...]:
    """Boxes side by side that fill `box`: the least `widths` and an equal share of the rest."""
    if not widths:
        return ()
    spare = (box.w - gap * (len(widths) - 1) - sum(widths)) / len(widths)
    boxes, x = [], float(box.x)
    for width in widths:
        left, right = round(x), round(x + width + spare)
        boxes.append(Box(left, box.y, right - left, box.h))
        x += width + spare + gap
    return tuple(boxes)
