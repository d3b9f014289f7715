"""A game on the screen: the sitting runs in a thread of its own, the views in the main thread.

The sitting (reader, referee, journal) never waits for the screen but for a queue that is full; the
screen takes each moment when its time has come. A recorded source is shown at table pace or as
fast as it can be read.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from pi_board.app.advising import Adviser
from pi_board.app.compose import compose
from pi_board.app.director import Director
from pi_board.app.scenes.common import MENU_BUTTONS
from pi_board.app.scenes.state import HintGiven
from pi_board.app.seeing import camera_picture, pixels_of
from pi_board.app.showing import View
from pi_board.app.sitting import Moment, Sitting
from pi_board.core.observation import Command
from pi_board.core.scene import Scene
from pi_board.readers.base import Reader
from pi_board.referee.commands import COMMANDS
from pi_board.vision.session import Sight

Note = Callable[[Mapping[str, object]], object]

QUEUED_MOMENTS = 4
FRAME_S = 1 / 30


@dataclass(frozen=True, slots=True)
class Shown:
    """One moment, what the reader saw at it, and the scene that was made of it."""

    moment: Moment
    sight: Sight
    scene: Scene


class Play:
    """Shows a sitting in a view until its source ends or somebody quits."""

    def __init__(
        self,
        sitting: Sitting,
        reader: Reader,
        director: Director,
        view: View,
        paced: bool,
        adviser: Adviser | None = None,
        note: Note = lambda _: None,
    ) -> None:
        """`paced`: show moments at the times their readings bear, not as fast as possible.
        `adviser` finds hints, `note` keeps what is not in a moment: the hints that were given.
        """
        self._sitting = sitting
        self._reader = reader
        self._director = director
        self._view = view
        self._paced = paced
        self._adviser = adviser
        self._note = note
        self._looking = False  # at the camera picture instead of the board
        self._menu = False  # the menu's buttons stand in place of the usual ones
        self._quit = False
        self._last: tuple[Moment, Sight] | None = None
        self._began_s = time.monotonic()

    def run(self, after: Callable[[Shown], None] = lambda _: None) -> None:
        """Show everything; `after` hears of each moment once it is on the screen."""
        for moment, sight in self._moments():
            self._wait_for(moment)
            if self._quit:
                return
            before = self._director.table.position
            self._director.follow(moment)
            if self._adviser is not None and self._director.table.position != before:
                self._adviser.drop()
            self._last = moment, sight
            after(Shown(moment, sight, self._show()))
        while self._paced and not self._quit:  # the last picture stays until somebody leaves
            self._turn()

    def _moments(self) -> Iterator[tuple[Moment, Sight]]:
        """What the sitting's thread hands over; its exceptions are raised here."""
        handed: queue.Queue[tuple[Moment, Sight] | BaseException | None] = queue.Queue(
            QUEUED_MOMENTS
        )
        threading.Thread(target=self._sit, args=(handed,), daemon=True).start()
        while True:
            try:
                got = handed.get(timeout=FRAME_S)
            except queue.Empty:
                self._turn()
                if self._quit:
                    return
                continue
            if got is None:
                return
            if isinstance(got, BaseException):
                raise got
            yield got

    def _sit(self, handed: queue.Queue[tuple[Moment, Sight] | BaseException | None]) -> None:
        try:
            for moment in self._sitting.moments():
                handed.put((moment, self._reader.picture()))
        except Exception as error:  # noqa: BLE001 - carried over to the main thread and raised there
            handed.put(error)
        else:
            handed.put(None)

    def _wait_for(self, moment: Moment) -> None:
        due_s = self._began_s + moment.input.t
        self._turn()
        while self._paced and time.monotonic() < due_s and not self._quit:
            self._turn()
            time.sleep(min(FRAME_S, max(0.0, due_s - time.monotonic())))

    def _turn(self) -> None:
        """One turn of the screen: draw what moves, take what was touched."""
        now_s = time.monotonic()
        while self._view.draw(now_s) and self._paced:
            time.sleep(FRAME_S)
            now_s = time.monotonic()
        for command in self._view.poll(now_s):
            self.obey(command)
        self._advise()

    def obey(self, command: Command) -> None:
        """Do what was asked at the screen; what is not for the screen goes to the referee."""
        self._menu = command.name == "menu" and not self._menu
        if command.name == "quit":
            self._quit = True
        elif command.name == "menu":
            self._show()
        elif command.name in ("look", "back"):
            self._looking = command.name == "look" and not self._looking
            self._show()
        elif command.name == "hint" and self._adviser is not None:
            self._adviser.ask(self._director.table)
        elif command.name in COMMANDS and self._last is not None:
            self._sitting.command(replace(command, t=self._last[0].input.t))

    def _advise(self) -> None:
        hint = self._adviser.answer() if self._adviser is not None else None
        if isinstance(hint, HintGiven) and self._last is not None:
            self._director.advise(hint)
            self._note({"hint": hint.move, "t": self._last[0].input.t})
            self._show()

    def _show(self) -> Scene:
        table = self._director.table
        sight = self._last[1] if self._last else None
        pixels = None
        if self._looking and sight is not None and sight.frame is not None:
            table = replace(table, camera=camera_picture(sight, table.layout))
            pixels = pixels_of(sight.frame)
        scene = compose(table)
        if self._menu:
            scene = replace(scene, buttons=MENU_BUTTONS)
        self._view.show(scene, time.monotonic(), pixels)
        return scene
