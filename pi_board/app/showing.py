"""What is shown in place of the table for a while: a kept game, its review, the last seconds.

    show_until_closed(Playback(again), box.around(screen))

A showing is a value: every command and every tick gives the next one, or the same one if there is
nothing new to be seen.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

from pi_board.core.message import message
from pi_board.core.observation import Command
from pi_board.core.scene import Button, Scene
from pi_board.views.camera import Pixels

CLOSE = Button("back", message("Close"), "close")
FRAME_S = 1 / 33  # sleeping overshoots: this gives 30 pictures a second
RUNS = ("play", "pause", "hint")  # go on by oneself, or stay
CLOSES = ("leave", "menu", "back", "look")


class View(Protocol):
    """What a window offers; `pi_board.views.screen.ScreenView` is one."""

    def show(self, scene: Scene, now_s: float, pixels: Pixels | None = None) -> None: ...
    def behind(self, scene: Scene, now_s: float) -> None:
        """The scene goes on behind a page: everything shows it but the screen."""

    def draw(self, now_s: float) -> bool: ...
    def poll(self, now_s: float) -> tuple[Command, ...]: ...


class Showing(Protocol):
    """See above. `pixels` is the picture that the scene's camera refers to."""

    @property
    def scene(self) -> Scene: ...
    @property
    def pixels(self) -> Pixels | None: ...
    @property
    def is_closed(self) -> bool: ...
    def obey(self, command: Command) -> Showing:
        """After a button, a key or a touch; a command that means nothing here changes nothing."""

    def tick(self, now_s: float) -> Showing:
        """After some time has passed."""

    def close(self) -> None:
        """End what goes on behind it; a second time does nothing."""


def step_to(command: Command, at: int, last: int) -> int | None:
    """Where a button or key for going through something leads, 0 to `last`; None for another.

    ``next`` and ``previous``, ``first`` and ``last``, ``jump`` with a number; the buttons of the
    box (``confirm``, ``take_back``) step as well.
    """
    match command.name:
        case "next" | "confirm":
            to = at + 1
        case "previous" | "take_back":
            to = at - 1
        case "first":
            to = 0
        case "last":
            to = last
        case "jump" if command.argument.isdecimal():
            to = int(command.argument)
        case _:
            return None
    return max(0, min(to, last))


def previous_button(at: int) -> Button:
    """Back to what comes before, at `at` of 0 and more."""
    return Button("previous", message("Back"), "previous", enabled=at > 0)


def next_button(at: int, last: int) -> Button:
    """On to what comes next, at `at` of 0 to `last`."""
    return Button("next", message("Next"), "next", enabled=at < last)


def running_buttons(at: int, last: int, runs: bool) -> tuple[Button, ...]:
    """For what can be gone through and goes on by itself, as it `runs` now or does not."""
    pause = Button("pause", message("Pause"), "pause")
    play = Button("play", message("Play"), "play", enabled=last > 0)
    return (previous_button(at), pause if runs else play, next_button(at, last), CLOSE)


def rest_of_frame(began_s: float, now_s: float) -> float:
    """How long to wait so that pictures follow evenly; never nothing, so that others can run."""
    return max(FRAME_S / 8, FRAME_S - (now_s - began_s))


def show_until_closed(
    showing: Showing,
    view: View,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
    alive: Callable[[float], None] = lambda _: None,
) -> bool:
    """Show it until it is closed. Whether somebody wants to leave the whole program. `alive` hears
    at every turn that time goes on, also while nothing changes.
    """
    shown: Showing | None = None
    try:
        while not showing.is_closed:
            now_s = clock()
            alive(now_s)
            for command in view.poll(now_s):
                if command.name == "quit":
                    return True
                showing = showing.obey(command)
            showing = showing.tick(now_s)
            if showing is not shown:
                view.show(showing.scene, now_s, showing.pixels)
                shown = showing
            view.draw(now_s)
            sleep(rest_of_frame(now_s, clock()))
        return False
    finally:
        showing.close()
