"""The row of buttons."""

from __future__ import annotations

import pygame

from pi_board.core.scene import Button
from pi_board.views.desk import Desk
from pi_board.views.icons import icon
from pi_board.views.layout import Box, button_row


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
