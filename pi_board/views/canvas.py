"""A whole screen drawn on one surface, part by part: a part is drawn anew only when it has changed.

    canvas = Canvas((800, 480), read_theme("dark"))
    changed = canvas.draw(scene)        # boxes that were drawn, none when nothing changed
    canvas.command_at((700, 440))       # ("menu", "") or None

Works without a window: the surface can be saved, or copied to the display.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable

import pygame

from pi_board.core.message import Say
from pi_board.core.scene import Card, Scene
from pi_board.views.board import BoardView
from pi_board.views.buttons import button_boxes, draw_buttons
from pi_board.views.camera import Pixels, draw_camera
from pi_board.views.cards import draw_card, draw_notch
from pi_board.views.choices import choice_boxes, draw_choices
from pi_board.views.desk import Desk, board_colour
from pi_board.views.geometry import grid_of
from pi_board.views.layout import Box, Plan, plan
from pi_board.views.lettering import Letters
from pi_board.views.motion import STILL, Tween
from pi_board.views.notice import NoticeView
from pi_board.views.paint import Painter
from pi_board.views.strip import draw_strip, jump_at
from pi_board.views.theme import Theme


class Canvas:
    """Draws scenes on `surface`, which has `size` (width, height) pixels."""

    def __init__(self, size: tuple[int, int], theme: Theme, say: Say = str) -> None:
        self.plan: Plan = plan(size, theme)
        self.surface = pygame.Surface(size, 0, 32)
        self._paint = Painter(theme)
        self._desk = Desk(self._paint, Letters(), say, self.plan.unit)
        self._boards = BoardView(self._desk)
        self._notices = NoticeView(self._desk, self._boards)
        self._shown: dict[str, Hashable] = {}
        self._scene: Scene | None = None
        self._tall = False  # whether the message drawn has the strip's place too
        self.surface.fill(theme.colour("surface"))

    def draw(
        self, scene: Scene, tween: Tween = STILL, pressed: str = "", pixels: Pixels | None = None
    ) -> list[Box]:
        """Draw what differs from the last scene; gives the boxes drawn. `pixels` is the picture
        that ``scene.camera`` refers to.
        """
        p, self._scene = self.plan, scene
        far, near = scene.cards
        under = board_colour(scene.board)
        turn = tuple(card.turn for card in scene.cards)
        middle = (scene.board, tween, scene.choices, scene.camera, pixels)
        return [
            *self._part("board", middle, p.board, lambda: self._middle(scene, tween, pixels)),
            *self._part("notches", turn, self._notch_box(), lambda: self._notches(scene.cards)),
            *self._part("far", (far, under), p.far, lambda: self._card(far, p.far, under)),
            *self._part("near", (near, under), p.near, lambda: self._card(near, p.near, under)),
            *self._words(scene),
            *self._part(
                "buttons",
                (scene.buttons, pressed),
                p.buttons,
                lambda: self._buttons(scene, pressed),
            ),
        ]

    def command_at(self, point: tuple[float, float]) -> tuple[str, str] | None:
        """The command (name, argument) of what is drawn at (x, y); ``touch`` names a site."""
        scene = self._scene
        if scene is None:
            return None
        boxes = button_boxes(self._desk, scene.buttons, self.plan.buttons)
        for button, box in zip(scene.buttons, boxes, strict=True):
            if box.contains(point):
                return (button.command, button.argument) if button.enabled else None
        jump = self._jump_at(scene, point)
        if jump is not None:
            return "jump", str(jump)
        if scene.choices:
            for choice, box in zip(
                scene.choices, choice_boxes(self._desk, scene.choices, self.plan.board), strict=True
            ):
                if box.contains(point):
                    return choice.command, choice.argument
            return None
        site = None if scene.camera else grid_of(scene.board, self.plan.board).site_at(point)
        return ("touch", site) if site is not None else None

    def _jump_at(self, scene: Scene, point: tuple[float, float]) -> int | None:
        """The number of moves to jump to: on the graph of the message, or on the strip's bar."""
        p = self.plan
        if scene.notice.graph is not None:
            box = p.message if scene.notice.tall else p.notice
            return self._notices.jump_at(scene.notice, box, point)
        if scene.strip.jumps and p.strip.contains(point):
            return jump_at(self._desk, scene.strip, p.strip, point[0])
        return None

    def button_at(self, point: tuple[float, float]) -> str:
        """The command of the button at (x, y), "" beside the buttons."""
        return "" if not self.plan.buttons.contains(point) else (self.command_at(point) or ("",))[0]

    # -- parts --------------------------------------------------------------------------------

    def _part(self, name: str, key: Hashable, box: Box, draw: Callable[[], None]) -> list[Box]:
        if self._shown.get(name) == key:
            return []
        self._shown[name] = key
        self.surface.fill(self._desk.colour("surface"), box)
        self.surface.set_clip(box)
        draw()
        self.surface.set_clip(None)
        return [box]

    def _words(self, scene: Scene) -> list[Box]:
        """The message and the strip below it, or a tall message in the place of both."""
        p, tall = self.plan, scene.notice.tall
        drawn: list[Box] = []
        if tall != self._tall:
            self._tall = tall
            for part in ("notice", "strip"):
                self._shown.pop(part, None)
            self.surface.fill(self._desk.colour("surface"), p.message)
            if not tall:
                drawn.append(p.message)  # also what lies between the two
        box = p.message if tall else p.notice
        drawn += self._part("notice", scene.notice, box, lambda: self._notice(scene, box))
        if not tall:
            drawn += self._part("strip", scene.strip, p.strip, lambda: self._strip(scene))
        return drawn

    def _middle(self, scene: Scene, tween: Tween, pixels: Pixels | None) -> None:
        box = self.plan.board
        if scene.choices:
            draw_choices(self._desk, self._boards, self.surface, scene.choices, box)
        elif scene.camera is not None and pixels is not None:
            draw_camera(self._desk, self.surface, scene.camera, pixels, box)
        else:
            self._boards.draw(self.surface, scene.board, box, tween)

    def _card(self, card: Card, box: Box, under: str) -> None:
        draw_card(self._desk, self.surface, card, box, self.plan.portrait, under)

    def _notch_box(self) -> Box:
        p = self.plan
        if p.portrait:
            return Box(p.far.x, p.far.bottom, p.near.right - p.far.x, p.board.y - p.far.bottom)
        return Box(p.board.right, 0, p.far.x - p.board.right, p.size[1])

    def _notches(self, cards: tuple[Card, Card]) -> None:
        for card, box in zip(cards, (self.plan.far, self.plan.near), strict=True):
            if card.turn:
                draw_notch(self._desk, self.surface, box, self.plan.portrait)

    def _notice(self, scene: Scene, box: Box) -> None:
        self._notices.draw(self.surface, scene.notice, box)

    def _strip(self, scene: Scene) -> None:
        draw_strip(self._desk, self.surface, scene.strip, self.plan.strip)

    def _buttons(self, scene: Scene, pressed: str) -> None:
        draw_buttons(self._desk, self.surface, scene.buttons, self.plan.buttons, pressed)
