"""Readings that cannot be told apart: small boards in place of the board, each a button."""

from __future__ import annotations

from math import ceil, sqrt
from typing import NamedTuple

import pygame

from pi_board.core.scene import Choice
from pi_board.views.board import BoardView
from pi_board.views.desk import Desk
from pi_board.views.layout import Box


def choice_boxes(desk: Desk, choices: tuple[Choice, ...], box: Box) -> tuple[Box, ...]:
    """One box for each choice inside `box`: all of it for one alone, two side by side, from three
    on in two rows or more; many stand closer, so that they are still to be seen.
    """
    gap = round(desk.space("s"))
    columns = ceil(sqrt(len(choices)))
    rows = -(-len(choices) // columns)
    w = (box.w - gap * (columns - 1)) // columns
    h = min(round(w + _label_height(desk)), (box.h - gap * (rows - 1)) // rows)
    top = box.y + (box.h - rows * h - (rows - 1) * gap) // 2
    return tuple(
        Box(box.x + (i % columns) * (w + gap), top + (i // columns) * (h + gap), w, h)
        for i in range(len(choices))
    )


def _label_height(desk: Desk) -> float:
    return desk.size("body") * 2.6


def draw_choices(
    desk: Desk, boards: BoardView, target: pygame.Surface, choices: tuple[Choice, ...], box: Box
) -> None:
    """Each choice as a raised card with its board and, under it, what it means."""
    boxes, pad = choice_boxes(desk, choices, box), round(desk.space("s"))
    wide, high = boxes[0].w - 2 * pad, boxes[0].h - 2 * pad
    said = [desk.say(choice.label) for choice in choices]
    words = _fitted(desk, said, wide, _label_height(desk) - pad)
    side = min(wide, high - round(max(words.height, _label_height(desk) - pad)))
    if side < desk.size("body"):  # a smaller board would show nothing
        side, words = 0, _fitted(desk, said, wide, high)
    for choice, at, lines in zip(choices, boxes, words.lines, strict=True):
        fill, radius = desk.colour("panel_raised"), desk.radius("button")
        edge = desk.colour("text" if choice.marked else "good")
        width = max(2.0, desk.unit * 0.0075) if choice.marked else max(1.0, desk.unit * 0.004)
        desk.paint.box(target, at, fill, radius, edge, width)
        left, top = at.x + pad, at.y + pad
        if side:
            picture = Box(left + (wide - side) // 2, top, side, side)
            boards.draw(target, choice.board, picture)
        _write(desk, target, lines, words.size, Box(left, top + side, wide, high - side))


class _Words(NamedTuple):
    """What all choices mean, each in so many lines; `height` is that of the one with most."""

    size: float
    lines: tuple[tuple[str, ...], ...]
    height: float


def _fitted(desk: Desk, said: list[str], wide: float, high: float) -> _Words:
    """The words in the largest letters in which all of them have room, or in the smallest; in
    one size, so that no answer seems to weigh more than another.
    """

    def written(size: float) -> _Words:
        lines = tuple(desk.letters.wrap(text, wide, size, "strong") for text in said)
        return _Words(size, lines, max(map(len, lines)) * size * _line_height(desk))

    def fits(size: float) -> bool:
        words = written(size)
        whole = all(" ".join(each) == text for each, text in zip(words.lines, said, strict=True))
        return whole and words.height <= high

    sizes = [desk.size(role) for role in ("title", "body", "caption")]
    size = next(filter(fits, sizes), None)
    return written(size or desk.shrunk(sizes[-1], desk.smallest, fits))


def _line_height(desk: Desk) -> float:
    return desk.paint.theme.type["line_height"] * 0.92


def _write(
    desk: Desk, target: pygame.Surface, lines: tuple[str, ...], size: float, box: Box
) -> None:
    step = size * _line_height(desk)
    top = box.y + (box.h - len(lines) * step) / 2
    for i, line in enumerate(lines):
        at = (box.x + box.w / 2, top + (i + 0.5) * step)
        desk.letters.draw(target, line, at, size, "strong", desk.colour("text"), "centre")
