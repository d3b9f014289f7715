"""Fingers and the mouse as one: where something was pressed, moved and let go, in pixels.

SDL tells of a finger twice, as a finger and as a mouse that is not there; the second is left out.
One finger counts at a time: a hand that rests on the screen beside it changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import pygame

LEFT = 1

Kind = Literal["down", "move", "up"]


@dataclass(frozen=True, slots=True)
class Touch:
    """A finger at (x, y)."""

    kind: Kind
    at: tuple[float, float]


class Fingers:
    """Follows the one finger that counts."""

    def __init__(self) -> None:
        self._down: int | None = None  # the finger that counts; a mouse is -1

    def told(self, event: pygame.event.Event, size: tuple[int, int]) -> Touch | None:
        """What `event` says of it, on a screen of `size` pixels; None if it says nothing."""
        kind = _KINDS.get(event.type)
        if kind is None or getattr(event, "touch", False):
            return None
        if event.type in (pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP):
            finger, at = event.finger_id, (event.x * size[0], event.y * size[1])
        else:
            if event.type != pygame.MOUSEMOTION and event.button != LEFT:
                return None
            finger, at = -1, event.pos
        return self._counted(kind, finger, at)

    def _counted(self, kind: Kind, finger: int, at: tuple[float, float]) -> Touch | None:
        if kind == "down" and self._down in (None, finger):  # or a touch screen was plugged in anew
            self._down = finger
        elif self._down != finger or kind == "down":
            return None
        if kind == "up":
            self._down = None
        return Touch(kind, at)


_KINDS: dict[int, Kind] = {
    pygame.MOUSEBUTTONDOWN: "down", pygame.MOUSEMOTION: "move", pygame.MOUSEBUTTONUP: "up",
    pygame.FINGERDOWN: "down", pygame.FINGERMOTION: "move", pygame.FINGERUP: "up",
}  # fmt: skip
