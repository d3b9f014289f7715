"""An evening on the real clock that is left alone, or is kept busy, for some seconds."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator

import pygame

from pi_board.app.agreement import Agreement
from pi_board.app.evening import Begin, Evening
from pi_board.app.wanted import Wanted
from pi_board.config.settings import load
from pi_board.views.screen import ScreenView
from tests.app.evenings import Nothing

WARM_S = 2.0


class Counting(ScreenView):
    """A screen that counts the pictures it shows."""

    frames = 0

    def draw(self, now_s: float) -> bool:
        moving = super().draw(now_s)
        self.frames += moving
        return moving


class Over(Exception):
    """Time is up."""


def spend(size: tuple[int, int], kind: str, seconds: float) -> tuple[float, float, int]:
    """Seconds of the processor, seconds on the wall, and pictures, without the first two seconds.

    `kind`: ``menu`` and ``game`` at rest, ``moving`` stones, ``sliding`` a list.
    """
    screen = Counting(size, headless=True)
    hand = {"moving": _moving(screen), "sliding": _sliding(screen)}.get(
        kind, itertools.repeat(None)
    )
    times: list[tuple[float, float, int]] = []
    began_s = time.monotonic()

    def sleep(wait_s: float) -> None:
        time.sleep(wait_s)
        next(hand)
        now_s = time.monotonic()
        if now_s > began_s + WARM_S and not times:
            times.append((time.process_time(), now_s, screen.frames))
        if now_s > began_s + WARM_S + seconds:
            times.append((time.process_time(), now_s, screen.frames))
            raise Over

    agreed = Agreement(reader="simulator", clock="60")
    evening = Evening(screen, load(), Nothing(), agreed, Wanted(is_silent=True, sleep=sleep))
    try:
        evening.run(None if kind in ("menu", "sliding") else Begin(agreed))
    except Over:
        pass
    finally:
        screen.close()
    (cpu, wall, frames), (cpu2, wall2, frames2) = times
    return cpu2 - cpu, wall2 - wall, frames2 - frames


def _moving(screen: ScreenView) -> Iterator[None]:
    """A stone goes to and fro: it is lifted and put somewhere else, over and over."""
    from pi_board.views.geometry import grid_of

    sites = itertools.cycle(("c1", "c3", "c3", "c1"))
    for turn in itertools.count():
        yield
        scene = screen._scene
        if turn % 8 or scene is None:
            continue
        at = grid_of(scene.board, screen._canvas.plan.board).point(next(sites))
        _finger(screen, pygame.FINGERDOWN, at)
        _finger(screen, pygame.FINGERUP, at)


def _sliding(screen: ScreenView) -> Iterator[None]:
    """A finger draws the list up and down."""
    width, height = screen.size
    for turn in itertools.count():
        yield
        if turn == 3:
            pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, unicode=""))
            pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, unicode=""))
        if turn == 10:
            _finger(screen, pygame.FINGERDOWN, (width / 2, height * 0.9))
        if turn > 10:
            screen.frames += 1
            away = abs(turn % 40 - 20) / 20
            _finger(screen, pygame.FINGERMOTION, (width / 2, height * (0.9 - 0.6 * away)))


def _finger(screen: ScreenView, kind: int, at: tuple[float, float]) -> None:
    width, height = screen.size
    pygame.event.post(
        pygame.event.Event(kind, touch_id=1, finger_id=1, x=at[0] / width, y=at[1] / height)
    )
