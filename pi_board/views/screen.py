"""The pygame window: shows scenes, moves things, and turns touches and keys into commands.

    view = ScreenView((800, 480), "dark")
    view.show(scene, now_s)                  # the next scene; nothing is drawn yet
    while view.draw(now_s): ...              # draws what changed; True while something still moves
    for command in view.poll(now_s): ...     # what was touched or typed
    view.open_page(page)                     # a page of the menus in place of the scene
    view.snapshot(Path("now.png"))

Works on a desktop, on KMSDRM without one, and on SDL's dummy driver (``headless=True``).
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from pi_board.core.errors import EnvironmentFault
from pi_board.core.message import Say
from pi_board.core.observation import Command
from pi_board.core.page import Item, Page
from pi_board.core.scene import Scene
from pi_board.views.camera import Pixels
from pi_board.views.canvas import Canvas
from pi_board.views.desk import Desk
from pi_board.views.geometry import grid_of, stone_at
from pi_board.views.glass import UNSEEN, Glass
from pi_board.views.layout import Box
from pi_board.views.lettering import Letters
from pi_board.views.motion import Transition, cubic_out, transition
from pi_board.views.paint import Painter
from pi_board.views.theme import BLACK_AND_WHITE, read_theme
from pi_board.views.touch import Fingers, Touch

if TYPE_CHECKING:  # the menus are there when somebody opens them, not before the first picture
    from pi_board.views.menu import MenuView, Words


KEYS = {
    pygame.K_h: "hint",
    pygame.K_BACKSPACE: "take_back",
    pygame.K_u: "take_back",
    pygame.K_ESCAPE: "menu",
    pygame.K_m: "menu",
    pygame.K_SPACE: "pause",
    pygame.K_RETURN: "confirm",
    pygame.K_KP_ENTER: "confirm",
    pygame.K_w: "look",
    pygame.K_n: "new_game",
    pygame.K_r: "replay",
    pygame.K_s: "stop",
    pygame.K_q: "leave",
    pygame.K_LEFT: "previous",
    pygame.K_RIGHT: "next",
    pygame.K_HOME: "first",
    pygame.K_END: "last",
}
FELT = (  # events of somebody who is there
    pygame.KEYDOWN, pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP,
    pygame.MOUSEWHEEL, pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP,
)  # fmt: skip
DEAF_S = 0.3  # after something was done: the second tap of two was not meant for what is there now


class ScreenView:
    """A window (or the whole screen) that shows one scene at a time."""

    def __init__(
        self, size: tuple[int, int] | None = None, theme: str = "dark", fullscreen: bool = False,
        headless: bool = False, say: Say = str, text: float = 1.0,
        stones: tuple[str, str] = BLACK_AND_WHITE, turn: int = 0,
    ) -> None:  # fmt: skip
        """Open the window. `size` None: 800x480, or the whole display with `fullscreen`.

        `text` is how many times larger than usual all text is, `stones` are the colours of both
        players' stones (`pi_board.views.theme.STONES`), `turn` says how the picture lies on the
        display (`pi_board.views.theme.TURNS`). Raises ConfigurationError for a name that is not
        there, EnvironmentFault without a display (unless `headless`).
        """
        if headless:
            os.environ["SDL_VIDEODRIVER"] = "dummy"
        self._theme, self._say = read_theme(theme, text, stones), say
        self._glass = Glass(size, fullscreen, turn)
        self._canvas = self._fresh()
        self._scene: Scene | None = None
        self._pixels: Pixels | None = None
        self._motion, self._since_s = Transition(self._theme.motion), 0.0
        self._old: pygame.Surface | None = None
        self._fading: list[Box] = []
        self._dirty, self._pressed = True, ""
        self._touched: Words | None = None
        self._fingers, self._deaf_until_s, self._waking_until_s = Fingers(), 0.0, 0.0
        self._menu: MenuView | None = None  # in place of the scene
        self.felt_s = float("-inf")  # when somebody was at the screen or the keys

    def restyle(
        self, theme: str | None = None, text: float | None = None,
        say: Say | None = None, stones: tuple[str, str] | None = None, turn: int | None = None,
    ) -> None:  # fmt: skip
        """Another theme, text size, language, colour of the stones or way that the picture lies;
        what is None stays.
        """
        old = self._theme
        self._theme = read_theme(theme or old.name, text or old.text, stones or old.stones)
        self._say = say or self._say
        if turn is not None:
            self._glass.turn(turn)
        self._redraw()

    def _fresh(self) -> Canvas:
        self._glass.fit()  # the window may have got another size in the dark
        self._glass.picture.fill(self._theme.colour("surface"))
        self._glass.present()
        return Canvas(self._glass.size, self._theme, self._say)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self._canvas.plan.size

    def show(self, scene: Scene, now_s: float, pixels: Pixels | None = None) -> None:
        """Let `scene` be what is to be seen from now on. One that is the same changes nothing."""
        if self._menu is not None:
            self._menu, self._scene = None, None
            self._redraw()
        if scene == self._scene and pixels is self._pixels:
            return
        before = self._scene
        self._scene, self._pixels = scene, pixels
        if before is not None:
            grid = grid_of(scene.board, self._canvas.plan.board)
            plain = scene.camera is None and not scene.choices
            self._motion = transition(
                before.board if plain else None, scene.board, grid, self._theme.motion
            )
            self._old = self._canvas.surface.copy()
        # what has not faded to the end yet goes on with what is new
        self._since_s, self._dirty = now_s, True

    def behind(self, scene: Scene, now_s: float) -> None:
        """A page hides `scene`, so there is nothing to be seen of it."""

    def draw(self, now_s: float) -> bool:
        """Draw what has changed; True while something moves and `draw` should be called again."""
        if self._glass.is_dark:
            return False
        if self._menu is not None:
            if self._menu.draw(self._glass.picture):
                self._glass.present()
            return False
        if self._scene is None or not self._dirty:
            return False
        elapsed = now_s - self._since_s
        tween = self._motion.at(elapsed)
        drawn = self._canvas.draw(self._scene, tween, self._pressed, self._pixels)
        sliding = elapsed < self._motion.duration_s
        motion = self._theme.motion
        fading = self._old is not None and elapsed < max(motion["card_swap"], motion["fade"])
        self._fading += [box for box in drawn if box not in self._fading]
        moving = sliding or fading
        if drawn or self._fading:
            self._present(elapsed, sliding)
        if not moving:
            self._dirty, self._old, self._fading = False, None, []
        return moving

    def _present(self, elapsed: float, sliding: bool) -> None:
        """Copy to the picture: cards, and markers while no stone slides, fade from the old picture,
        each in its own time; everything else is there at once.
        """
        plan, motion, picture = self._canvas.plan, self._theme.motion, self._glass.picture
        fades_s = {plan.far: motion["card_swap"], plan.near: motion["card_swap"]}
        if not sliding:
            fades_s[plan.board] = motion["fade"]
        for box in self._fading:
            share = cubic_out(elapsed / fades_s[box]) if box in fades_s else 1.0
            if self._old is not None and share < 1:
                picture.blit(self._old, box, box)
                part = self._canvas.surface.subsurface(box).copy()
                part.set_alpha(round(255 * share))
                picture.blit(part, box)
            else:
                picture.blit(self._canvas.surface, box, box)
        if self._fading:
            self._glass.present(self._fading)

    # -- the menus ----------------------------------------------------------------------------

    def open_page(self, page: Page) -> None:
        """Let a page of the menus be what is to be seen, until the next scene is shown."""
        if self._menu is None:
            from pi_board.views.menu import MenuView

            desk = Desk(Painter(self._theme), Letters(), self._say, self._canvas.plan.unit)
            self._menu = MenuView(desk, self.size)
        self._menu.show(page)

    @property
    def menu(self) -> MenuView | None:
        """The page that is shown in place of a scene, if one is."""
        return self._menu

    @property
    def chosen(self) -> Item | None:
        """The line of a page of the menus that the OK button of the box enters, if there is one."""
        return self._menu.chosen if self._menu is not None else None

    def steer(self, command: Command) -> tuple[Command, ...]:
        """What a button of the box does on a page of the menus."""
        words = self._menu.steer(command.name) if self._menu is not None else None
        return (Command(command.t, *words),) if words is not None else ()

    # -- darkness -----------------------------------------------------------------------------

    @property
    def is_seen(self) -> bool:
        """Whether SDL draws where somebody may look."""
        return pygame.display.get_driver() not in UNSEEN

    def rest(self, is_dark: bool, now_s: float) -> None:
        """Black, or no longer. Meanwhile touches and keys are felt, and do nothing; the second tap
        of the two that end it does nothing either. What was held down when it began is let go.
        """
        if is_dark:
            self._glass.darken()
            self._fingers = Fingers()  # one that is lifted meanwhile would count for ever
            self._press("")
            if self._menu is not None:
                self._menu.let_go()
        elif self._glass.is_dark:
            self._glass.lighten()
            self._waking_until_s = now_s + DEAF_S
            self._expose()

    # -- touches and keys ---------------------------------------------------------------------

    def poll(self, now_s: float) -> tuple[Command, ...]:
        """The commands of all touches and keys since the last call; never waits."""
        found = [self._command(event, now_s) for event in pygame.event.get()]
        return tuple(Command(now_s, *words) for words in found if words is not None)

    def _command(self, event: pygame.event.Event, now_s: float) -> Words | None:
        if event.type == pygame.QUIT:
            return "quit", ""
        if event.type in FELT:
            self.felt_s = now_s
            if self._glass.is_dark or now_s < self._waking_until_s:
                return None  # nobody saw what it would do
        touch = self._fingers.told(event, self._glass.display_size)
        if touch is not None:
            return self._felt(replace(touch, at=self._glass.in_picture(touch.at)), now_s)
        if event.type == pygame.KEYDOWN:
            if self._menu is not None:
                return self._menu.key(event.key, event.unicode)
            return self._key(event.key, event.unicode)
        if event.type == pygame.MOUSEWHEEL and self._menu is not None:
            self._menu.wheel(event.y)
        elif event.type in (pygame.VIDEORESIZE, pygame.VIDEOEXPOSE):
            self._expose()
        return None

    def _felt(self, touch: Touch, now_s: float) -> Words | None:
        """What a finger asks for. The second tap of two is left out, but for the board, whose
        stones are quick, and for keys to type with.
        """
        menu = self._menu
        words = menu.touched(touch) if menu is not None else self._touch_scene(touch)
        if words is None or words[0] in ("touch", "type", "erase"):
            return words
        if now_s < self._deaf_until_s:
            return None
        self._deaf_until_s = now_s + DEAF_S
        return words

    def _found(self, at: tuple[float, float]) -> Words | None:
        """What is at a point: a button, a site (``a6w``: a stone on a tile), or "" beside them."""
        found, scene, plan = self._canvas.command_at(at), self._scene, self._canvas.plan
        if scene is None or scene.camera is not None or scene.choices:
            return found
        if found is not None and found[0] == "touch":
            return "touch", found[1] + stone_at(scene.board, grid_of(scene.board, plan.board), at)
        beside = any(box.contains(at) for box in (plan.board, plan.far, plan.near))
        return ("touch", "") if found is None and beside else found

    def _touch_scene(self, touch: Touch) -> Words | None:
        found = self._found(touch.at)
        if touch.kind == "down":
            self._touched = found
            self._press(self._canvas.button_at(touch.at))
        elif touch.kind == "up":
            self._press("")
            # a finger that slides off what it touched has changed its mind
            return found if found == self._touched else None
        return None

    def _key(self, key: int, letter: str) -> Words | None:
        choices = self._scene.choices if self._scene is not None else ()
        # what it types, for figures are elsewhere on keypads and on Czech keyboards
        if letter.isdecimal() and 0 < int(letter) <= len(choices):
            chosen = choices[int(letter) - 1]
            return chosen.command, chosen.argument
        return (KEYS[key], "") if key in KEYS else None

    def _press(self, command: str) -> None:
        if command != self._pressed:
            self._pressed, self._dirty = command, True

    def _expose(self) -> None:
        """Fill the window again; draw everything anew if it has another size now."""
        if self._glass.is_dark:
            self._glass.darken()
        elif self._glass.size != self.size:
            self._redraw()
        elif self._menu is not None:
            self._menu.expose()
        else:
            self._glass.picture.blit(self._canvas.surface, (0, 0))
            self._glass.present()

    def _redraw(self) -> None:
        """Everything from the beginning, without any motion."""
        self._canvas = self._fresh()
        self._motion = Transition(self._theme.motion)
        self._old, self._fading, self._dirty = None, [], True
        page, self._menu = self._menu.page if self._menu is not None else None, None
        if page is not None:
            self.open_page(page)

    def snapshot(self, path: Path) -> None:
        """Write what is to be seen, at rest, as a PNG. Raises EnvironmentFault."""
        surface = self._canvas.surface
        if self._menu is not None:
            self.draw(0.0)  # a page does not move
            surface = self._glass.picture
        elif self._scene is not None:
            self._canvas.draw(self._scene, pixels=self._pixels)
        try:
            pygame.image.save(surface, path)
        except (pygame.error, OSError) as error:
            raise EnvironmentFault(f"cannot write the picture {path}: {error}") from error

    def close(self) -> None:
        """Close the window."""
        pygame.display.quit()
