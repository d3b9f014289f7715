"""A person at the device who only touches the screen, on a clock that nobody waits for.

def script(hand):
    yield from hand.choose("open", "new")
    yield from quit_(hand)

Hand().spend(script)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pygame
import pytest

from pi_board.app.agreement import Agreement
from pi_board.app.doctor.checks import Finding
from pi_board.app.evening import Begin, Evening
from pi_board.app.house import Known, Outside
from pi_board.app.showing import Showing
from pi_board.app.wanted import Wanted
from pi_board.config.sections import Settings
from pi_board.config.settings import load
from pi_board.core.game import Player
from pi_board.core.scene import Kind, Scene
from pi_board.readers.simulator import Simulator
from pi_board.records.record import Record
from pi_board.views.camera import Pixels
from pi_board.views.geometry import Grid, grid_of, stone_point
from pi_board.views.layout import Box, Point
from pi_board.views.screen import ScreenView
from pi_board.vision.warm.sight import Sight
from tests.app.menu_rows import box_of
from tests.app.rough import rough_shapes

STEP_S = 0.1
FINGER = 7
PATIENCE_S = 5.0
APART_S = 0.4  # between two touches of a calm person

DRAWN = Agreement(reader="simulator")  # the board is played on by touch

Script = Iterator[float]


class Window(ScreenView):
    """A screen that remembers what it was told to show."""

    scene: Scene

    def show(self, scene: Scene, now_s: float, pixels: Pixels | None = None) -> None:
        super().show(scene, now_s, pixels)
        self.scene = scene

    @property
    def grid(self) -> Grid:
        """Where the sites of the drawn board are."""
        return grid_of(self.scene.board, self._canvas.plan.board)

    def button(self, command: str) -> Point:
        """The middle of a button below the panel."""
        at = self._canvas.plan.buttons
        for x in range(at.x, at.right, 4):
            point = (float(x) + 8, at.y + at.h / 2)
            found = self._canvas.command_at(point)
            if found is not None and found[0] == command:
                return point
        raise AssertionError(f"no button {command} among {self.scene.buttons}")


class Nothing:
    """No profiles, no camera, a doctor with one thing to say."""

    def known(self, settings: Settings, agreed: Agreement) -> Known:
        return Known(settings)

    def set_up(self, settings: Settings, agreed: Agreement) -> Showing:
        raise AssertionError("no camera in these tests")

    def examine(self) -> Iterator[Finding]:
        yield Finding("disk", "well", "there is room")


class Hand:
    """One finger, and the eyes that lead it."""

    def __init__(self, size: tuple[int, int] = (800, 480)) -> None:
        self.now_s = 0.0
        self.window = Window(size, headless=True)
        self.records: list[Record] = []

    def spend(
        self, script: Callable[[Hand], Script], begin: Begin | None = None,
        agreed: Agreement | None = None, outside: Outside | None = None,
    ) -> None:  # fmt: skip
        """An evening with what `script` does; the last of it leaves the program."""
        self.begin(script)
        wanted = self.timed(is_silent=True, told=self.records.append)
        try:
            evening = Evening(
                self.window, load(), outside or Nothing(), agreed or Agreement(), wanted
            )
            with rough_shapes():
                evening.run(begin)
            self.end()
        finally:
            self.window.close()

    def begin(self, script: Callable[[Hand], Script]) -> None:
        """Let `script` be what it does, in an evening that takes its time from `timed`."""
        self._script, self._until_s = script(self), 0.0

    def end(self) -> None:
        """The program has ended. Nothing may be left of the script, which would not be tried."""
        assert next(self._script, None) is None, "the program has ended before the script"

    def timed(self, *given: Any, **more: Any) -> Wanted:
        """What is wanted, on the hand's own clock."""
        return Wanted(*given, clock=lambda: self.now_s, sleep=self._sleep, **more)

    def _sleep(self, seconds: float) -> None:
        self.now_s += max(seconds, STEP_S)
        while self.now_s >= self._until_s:
            self._until_s = self.now_s + next(self._script)

    # -- what a hand does ---------------------------------------------------------------------

    def post(self, kind: int, at: Point) -> None:
        """One event of a finger at (x, y) pixels."""
        w, h = self.window.size
        pygame.event.post(
            pygame.event.Event(
                kind, touch_id=1, finger_id=FINGER, x=at[0] / w, y=at[1] / h, dx=0.0, dy=0.0
            )
        )

    def tap(self, at: Point, rest_s: float = APART_S) -> Script:
        """Down and up again at one place."""
        self.post(pygame.FINGERDOWN, at)
        self.post(pygame.FINGERUP, at)
        yield rest_s

    def slide(self, start: Point, end: Point) -> Script:
        """Down, along, and up somewhere else."""
        self.post(pygame.FINGERDOWN, start)
        middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
        self.post(pygame.FINGERMOTION, middle)
        self.post(pygame.FINGERMOTION, end)
        self.post(pygame.FINGERUP, end)
        yield APART_S

    def choose(self, command: str, argument: str = "") -> Script:
        """Touch the line of a menu that sends this command, sliding the list until it is seen."""
        w, h = self.window.size
        for up in (*(True,) * 5, *(False,) * 10):
            box = self._box(command, argument)
            if box is not None:
                yield from self.tap(box.centre)
                return
            ends = (w / 2, h * 0.75), (w / 2, h * 0.3)
            yield from self.slide(*(ends if up else ends[::-1]))
        menu = self.window.menu
        raise AssertionError(f"no {command} {argument} on {menu.page if menu else 'the board'}")

    def _box(self, command: str, argument: str) -> Box | None:
        menu = self.window.menu
        box = box_of(menu, command, argument) if menu is not None else None
        if box is None or box.bottom > self.window.size[1]:
            return None
        header = box.y < 0.13 * min(self.window.size) and command != "back"
        return None if header else box

    def press(self, command: str) -> Script:
        """Touch a button beside the board."""
        yield from self.tap(self.window.button(command))

    def touch(self, site: str, rest_s: float = 0.2) -> Script:
        """Touch a site of the drawn board."""
        yield from self.tap(self.window.grid.point(site), rest_s)

    def touch_stone(self, site: str, player: Player) -> Script:
        """Touch a stone on a tile."""
        board, grid = self.window.scene.board, self.window.grid
        yield from self.tap(stone_point(board, grid, site, player), 0.2)

    def touch_beside(self) -> Script:
        """Touch the frame of the board, below the squares."""
        grid = self.window.grid
        yield from self.tap((grid.x + grid.w / 2, grid.y + grid.h + 8), 0.2)

    def until(self, seen: Callable[[], bool], what: str) -> Script:
        """Wait until something is to be seen."""
        end_s = self.now_s + PATIENCE_S
        while not seen():
            assert self.now_s < end_s, f"not seen: {what}; {self.window.scene.notice}"
            yield STEP_S


def started(hand: Hand) -> Script:
    yield from hand.until(lambda: hand.window.scene.kind is Kind.PLAYING, "the game has started")


def paused(hand: Hand) -> Script:
    """By the menu of a game."""
    yield from hand.press("menu")
    yield from hand.choose("pause")
    yield from hand.until(lambda: hand.window.scene.kind is Kind.PAUSED, "the pause")


def moved_first(hand: Hand, source: str, target: str) -> Script:
    """The first move of a game, as far as it is shown."""
    yield from hand.touch(source)
    yield from hand.touch(target)
    yield from hand.until(lambda: bool(hand.window.scene.strip.moves), "the move")


def given_up(hand: Hand, player: Player) -> Script:
    """By the menu of a game, which is over then."""
    yield from hand.press("menu")
    yield from hand.choose("open", "resign")
    yield from hand.choose("resign", player)
    yield from hand.until(lambda: hand.window.scene.kind is Kind.OVER, "the end")


def left(hand: Hand) -> Script:
    """Out of a game and out of the program."""
    yield from hand.press("menu")
    yield from hand.choose("main_menu")
    yield from quit_(hand)


def quit_(hand: Hand) -> Script:
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    yield 1.0


def page(hand: Hand) -> str:
    menu = hand.window.menu
    return menu.page.name if menu is not None and menu.page is not None else ""


def filmed(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is a camera's picture of the drawn board, too, a black one."""
    sight = Sight(np.zeros((90, 160, 3), np.uint8), None, None)
    monkeypatch.setattr(Simulator, "picture", lambda _: sight)


def boards_opened(monkeypatch: pytest.MonkeyPatch) -> list[Simulator]:
    """The drawn boards of an evening, once they are opened: to be played on behind what is seen."""
    boards: list[Simulator] = []

    def opened(*given: Any) -> Simulator:
        boards.append(Simulator(*given))
        return boards[-1]

    monkeypatch.setattr("pi_board.app.evening.Simulator", opened)
    return boards
