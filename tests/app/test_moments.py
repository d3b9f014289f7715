"""A sitting beside the screen."""

from __future__ import annotations

import threading
import time
from typing import Any

import numpy as np

from pi_board.app.agreement import Agreement
from pi_board.app.director import Director
from pi_board.app.helping import Helpers
from pi_board.app.hinting import Hints
from pi_board.app.moments import Beside
from pi_board.app.playing import Play
from pi_board.app.scenes.state import Seat, TableState
from pi_board.app.sitting import Sitting
from pi_board.core.message import Message, message
from pi_board.core.observation import Command
from pi_board.core.scene import Scene
from pi_board.games.registry import make_game
from pi_board.readers.camera import CameraReader
from pi_board.readers.grabber import Grabber
from pi_board.readers.simulator import Simulator
from pi_board.views.camera import Pixels
from pi_board.vision.geometry import Image

GAME = make_game("loa")
PATIENCE_S = 20.0


class Table:
    """A camera that sees an empty table, never twice the same."""

    def __init__(self) -> None:
        self._rng = np.random.default_rng(0)

    def read(self) -> Image:
        """The next frame (height, width, 3)."""
        time.sleep(0.02)
        return np.asarray(self._rng.integers(90, 110, (96, 128, 3)), np.uint8)

    def close(self) -> None:
        """Nothing to let go of."""


class Screen:
    """A view that remembers what it was told to show, until somebody leaves."""

    def __init__(self, *asked: Command) -> None:
        self.shown: list[Scene] = []
        self._asked = asked
        self._until_s = time.monotonic() + PATIENCE_S

    def show(self, scene: Scene, now_s: float, pixels: Pixels | None = None) -> None:
        """See `View`."""
        self.shown.append(scene)

    def draw(self, now_s: float) -> bool:
        """See `View`."""
        return False

    def poll(self, now_s: float) -> tuple[Command, ...]:
        """Asks for things once there is a scene, and leaves after three, or far too late."""
        if self.shown and self._asked:
            asked, self._asked = self._asked, ()
            return asked
        done = len(self.shown) >= 3 or time.monotonic() > self._until_s
        return (Command(now_s, "quit"),) if done else ()


def test_a_camera_that_sees_no_board_does_not_stop_the_screen() -> None:
    """Players are told to put the board there, and what they ask for is heard."""
    reader = CameraReader("camera", grabber=Grabber(Table))
    sitting = Sitting(GAME, reader)
    sitting.command(Command(0.0, "new_game"))
    screen = Screen()
    try:
        Play(sitting, reader, Director(GAME, Seat("b"), Seat("w"), "b"), screen).run()
    finally:
        reader.close()
    assert len(screen.shown) >= 3
    assert not sitting.is_asked


def test_nothing_goes_on_when_nobody_listens_any_more() -> None:
    """A thread left behind would speak to a keeper that is closed."""
    reader = CameraReader("camera", grabber=Grabber(Table))
    before = set(threading.enumerate())
    source = Beside(Sitting(GAME, reader), reader)
    source.close()
    reader.close()
    assert {t for t in threading.enumerate() if "_sit" in t.name} <= before


class Crashed:
    """An adviser whose search has crashed."""

    def ask(self, table: TableState) -> None:
        """Nothing is searched."""

    def drop(self) -> None:
        """Nothing to drop."""

    def answer(self) -> Message:
        """What is to be said instead of a hint."""
        return message("no hint")


class Patient(Screen):
    """A view that asks, and then leaves, only once a hint is offered."""

    def poll(self, now_s: float) -> tuple[Command, ...]:
        """See `Screen.poll`."""
        offered = self.shown and any(b.command == "hint" for b in self.shown[-1].buttons)
        return super().poll(now_s) if offered or time.monotonic() > self._until_s else ()


def test_a_hint_that_failed_is_told() -> None:
    """Its player hears why there is none."""
    reader, screen = Simulator(), Patient(Command(0.0, "hint"))
    director = Director(GAME, Seat("b"), Seat("w"), "b")
    adviser: Any = Crashed()
    helpers = Helpers(Hints(adviser, Agreement()))
    Play(Sitting(GAME, reader), reader, director, screen, helpers=helpers).run()
    assert str(director.table.comment) == "no hint"
