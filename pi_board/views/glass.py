"""The display, and the picture on it, which may lie turned there: screens are mounted as they fit.

    glass = Glass((800, 480), turn=90)
    glass.picture.fill(colour)           # 480x800; drawn on as if the screen were upright
    glass.present(boxes)                 # what has changed of it, onto the display
    glass.in_picture((x, y))             # what a finger at a point of the display touches

A picture that is not turned is the display's own surface: nothing is copied. Of one that is turned,
only what has changed.
"""

from __future__ import annotations

import os
from collections.abc import Iterable

import pygame

from pi_board.core.errors import EnvironmentFault
from pi_board.views.layout import Box

WITHOUT = "SDL_VIDEODRIVER=dummy goes without one"
UNSEEN = ("offscreen", "dummy", "evdev")  # SDL's drivers without a screen


class Glass:
    """See above. `picture` is another surface once it is turned or fitted."""

    def __init__(
        self, size: tuple[int, int] | None = None, fullscreen: bool = False, turn: int = 0
    ) -> None:
        """`size` of the display; None: 800x480, or all of it with `fullscreen`. `turn` as below.
        Raises EnvironmentFault without a display.
        """
        self._display = _open(size, fullscreen)
        self._is_dark = False
        self.turn(turn)

    def turn(self, degrees: int) -> None:
        """From now on the picture lies turned clockwise by so many degrees, one of
        `pi_board.views.theme.TURNS`.
        """
        self._turn = degrees
        self.fit()

    def fit(self) -> None:
        """Give the picture the size that the display has now; it is empty then."""
        self.picture = self._display
        if self._turn:
            self.picture = pygame.Surface(self.size)  # pixels as the display has them

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of a picture that fills the display."""
        width, height = self._display.get_size()
        return (height, width) if self._turn % 180 else (width, height)

    def in_picture(self, at: tuple[float, float]) -> tuple[float, float]:
        """The pixel of the picture that lies at (x, y) of the display; both are counted from 0."""
        (width, height), x, y = self._display.get_size(), int(at[0]), int(at[1])
        right, up = max(0, width - 1 - x), max(0, height - 1 - y)
        return {0: (x, y), 90: (y, right), 180: (right, up), 270: (up, x)}[self._turn]

    @property
    def display_size(self) -> tuple[int, int]:
        """Width and height of the display itself."""
        return self._display.get_size()

    def darken(self) -> None:
        """Nothing is to be seen until `lighten`; whatever is presented waits for that."""
        self._is_dark = True
        self._display.fill((0, 0, 0))
        pygame.display.update()

    def lighten(self) -> None:
        """The picture is to be drawn anew, and presented."""
        self._is_dark = False

    @property
    def is_dark(self) -> bool:
        """Whether nothing is to be seen."""
        return self._is_dark

    def present(self, boxes: Iterable[Box] | None = None) -> None:
        """Bring these boxes of the picture onto the display; None: all of it."""
        if self._is_dark:
            return
        if self._turn:
            boxes = [Box(0, 0, *self.size)] if boxes is None else boxes
            pygame.display.update([self._brought(pygame.Rect(box)) for box in boxes])
        elif boxes is None:
            pygame.display.update()
        else:
            pygame.display.update([pygame.Rect(box) for box in boxes])

    def _brought(self, box: pygame.Rect) -> pygame.Rect:
        """Where a box of the picture lies on the display, to which it has been copied."""
        box = box.clip(self.picture.get_rect())
        width, height = self._display.get_size()
        place = {
            90: (width - box.bottom, box.left),
            180: (width - box.right, height - box.bottom),
            270: (box.top, height - box.right),
        }[self._turn]
        part = pygame.transform.rotate(self.picture.subsurface(box), -self._turn)
        return self._display.blit(part, place)


def _open(size: tuple[int, int] | None, fullscreen: bool) -> pygame.Surface:
    try:
        pygame.display.init()
        flags = pygame.FULLSCREEN if fullscreen else pygame.RESIZABLE
        wanted = size or ((0, 0) if fullscreen else (800, 480))
        window = pygame.display.set_mode(wanted, flags)
    except pygame.error as error:
        raise EnvironmentFault(f"no screen to draw on: {error}; {WITHOUT}") from error
    if pygame.display.get_driver() in UNSEEN and not os.environ.get("SDL_VIDEODRIVER"):
        pygame.display.quit()  # SDL would draw where nobody looks
        raise EnvironmentFault(
            f"no screen to draw on: neither a desktop nor KMSDRM answers; {WITHOUT}"
        )
    pygame.display.set_caption("pi_board")
    if fullscreen:
        pygame.mouse.set_visible(False)
    return window
