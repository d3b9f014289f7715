"""Readings that cannot be told apart: small boards in place of the board, each a button."""

from __future__ import annotations

from math import ceil, sqrt

import pygame

from pi_board.core.scene import Choice
from pi_board.views.board import BoardView
from pi_board.views.desk import Desk
from pi_board.views.layout import Box

FEW = 6  # choices in two columns


def choice_boxes(desk: Desk, choices: tuple[Choice, ...], box: Box) -> tuple[Box, ...]:
    """One box for each choice inside `box`: all of it for one alone, two side by side, from three
    on in two rows or more; many stand closer, so that they are still to be seen.
    """
    gap = round(desk.space("s"))
    columns = min(2, len(choices)) if len(choices) <= FEW else ceil(sqrt(len(choices)))
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
    for choice, at in zip(choices, choice_boxes(desk, choices, box), strict=True):
        fill, radius = desk.colour("panel_raised"), desk.radius("button")
        edge = desk.colour("text" if choice.marked else "good")
        width = max(2.0, desk.unit * 0.0075) if choice.marked else max(1.0, desk.unit * 0.004)
        desk.paint.box(target, at, fill, radius, edge, width)
        pad = round(desk.space("s"))
        side = round(min(at.w - 2 * pad, at.h - _label_height(desk) - pad))
        top = at.y + pad
        if side >= desk.size("body"):  # a smaller board would show nothing
            boards.draw(target, choice.board, Box(at.x + (at.w - side) // 2, top, side, side))
            top += side
        words = Box(at.x + pad, top, at.w - 2 * pad, at.bottom - pad - top)
        _label(desk, target, desk.say(choice.label), words)


def _label(desk: Desk, target: pygame.Surface, text: str, box: Box) -> None:
    """What a choice means, in as many lines as it takes, as large as they fit."""
    spacing = desk.paint.theme.type["line_height"] * 0.92
    for role in ("title", "body", "caption"):
        size = desk.size(role)
        lines = desk.letters.wrap(text, box.w, size, "strong")
        if len(lines) * size * spacing <= box.h:
            break
    top = box.y + (box.h - len(lines) * size * spacing) / 2
    for i, line in enumerate(lines):
        at = (box.x + box.w / 2, top + (i + 0.5) * size * spacing)
        desk.letters.draw(target, line, at, size, "strong", desk.colour("text"), "centre")
