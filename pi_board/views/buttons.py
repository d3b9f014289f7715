"""The row of buttons."""

from __future__ import annotations

import pygame

from pi_board.core.scene import Button
from pi_board.views.desk import Desk
from pi_board.views.icons import icon
from pi_board.views.layout import Box, button_row

# icons that everybody understands without a word
_PLAIN = frozenset({"previous", "next", "play", "pause", "close"})


def button_boxes(desk: Desk, buttons: tuple[Button, ...], box: Box) -> tuple[Box, ...]:
    """Where the buttons stand: each as wide as its label asks, the rest shared equally."""
    return _boxes(desk, *_labels(desk, buttons, box), box)


def _labels(desk: Desk, buttons: tuple[Button, ...], box: Box) -> tuple[tuple[str, ...], float]:
    """What is written on the buttons, and its size: where a label would be cut, plain icons go
    without words, and if that is not enough all letters are smaller.
    """
    said, size = tuple(desk.say(button.label) for button in buttons), desk.size("caption")
    if _fit(desk, said, size, box):
        return said, size
    said = tuple(
        "" if button.icon in _PLAIN else text for button, text in zip(buttons, said, strict=True)
    )
    return said, desk.shrunk(size, desk.smallest, lambda size: _fit(desk, said, size, box))


def _fit(desk: Desk, labels: tuple[str, ...], size: float, box: Box) -> bool:
    pairs = zip(labels, _boxes(desk, labels, size, box), strict=True)
    return all(_width(desk, text, size) <= at.w - desk.space("xs") for text, at in pairs)


def _boxes(desk: Desk, labels: tuple[str, ...], size: float, box: Box) -> tuple[Box, ...]:
    widths = _widths(desk, labels, size, box)
    return button_row(box, tuple(widths), round(desk.space("s")))


def _width(desk: Desk, label: str, size: float) -> float:
    return desk.letters.width(label, size, "strong")


def _widths(desk: Desk, labels: tuple[str, ...], size: float, box: Box) -> list[float]:
    """The least width of each button; where that is too much, the widest give way."""
    least = desk.paint.theme.touch["min_side"] * desk.unit
    widths = [max(least, _width(desk, text, size) + 2 * desk.space("s")) for text in labels]
    room = box.w - round(desk.space("s")) * (len(labels) - 1)
    share = _share(widths, least, room) if sum(widths) > room else 1.0
    return [least + (width - least) * share for width in widths]


def _share(widths: list[float], least: float, room: float) -> float:
    over = sum(widths) - least * len(widths)
    return max(0.0, room - least * len(widths)) / over if over else 0.0


def draw_buttons(
    desk: Desk, target: pygame.Surface, buttons: tuple[Button, ...], box: Box, pressed: str
) -> None:
    """The row of buttons; the one being `pressed` (its command) is drawn lighter."""
    labels, size = _labels(desk, buttons, box)
    boxes = _boxes(desk, labels, size, box)
    for button, label, at in zip(buttons, labels, boxes, strict=True):
        _button(desk, target, button, label, size, at, button.command == pressed)


def _button(
    desk: Desk, target: pygame.Surface, button: Button, label: str, size: float, box: Box,
    pressed: bool,
) -> None:  # fmt: skip
    fill = desk.colour("good" if button.recommended else "panel_raised")
    if pressed:
        fill = desk.colour("button_edge")
    edge = desk.colour("good" if button.recommended else "button_edge")
    desk.paint.box(target, box, fill, desk.radius("button"), edge, max(1.0, desk.unit * 0.0028))
    role = "on_role" if button.recommended else "text" if button.enabled else "text_muted"
    colour = desk.colour(role)
    x = box.x + box.w / 2
    if not label:
        icon(desk.paint, target, button.icon, (x, box.y + box.h / 2), desk.unit * 0.07, colour)
        return
    icon(desk.paint, target, button.icon, (x, box.y + box.h * 0.34), desk.unit * 0.054, colour)
    label = desk.letters.cut(label, box.w - desk.space("xs"), size, "strong")
    at = (x, box.y + box.h * 0.755)
    desk.letters.draw(target, label, at, size, "strong", colour, "centre")
