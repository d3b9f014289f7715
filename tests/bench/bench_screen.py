"""What the screen costs: start-up, and the share of a core at rest and while things move."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator

REST_S = 5.0
START = """
import os, time
from pi_board.cli.main import main
import pi_board.views.screen as screen
draw = screen.ScreenView.draw
def first(self, now_s):
    moving = draw(self, now_s)
    if self._scene is not None or self.menu is not None:
        print(time.monotonic() - {epoch}, time.process_time(), flush=True)
        os._exit(0)
    return moving
screen.ScreenView.draw = first
main({arguments})
"""


def figures() -> Iterator[tuple[str, str]]:
    """Every figure with its label."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(
            SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy", STATE_DIRECTORY=folder, LANGUAGE="en",
            PYGAME_HIDE_SUPPORT_PROMPT="1",
        )  # fmt: skip
        for label, arguments in (
            ("start to the menus", ["play"]),
            ("start to a game, drawn board", ["play", "loa", "--reader", "simulator"]),
            ("start to a game, camera", ["play", "loa", "--reader", "camera"]),
        ):
            times = sorted(_start_s(arguments) for _ in range(3))
            wall_s, cpu_s = times[1]
            yield label, f"{wall_s:.2f} s, of these {cpu_s:.2f} s of a core"
        for size in ((800, 480), (1920, 1080)):
            yield from _shares(size)


def _start_s(arguments: list[str]) -> tuple[float, float]:
    """Seconds from the start of the process until something is drawn: on the wall, of a core."""
    text = START.format(epoch=time.monotonic(), arguments=arguments)
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    wall_s, cpu_s = done.stdout.split()[-2:]
    return float(wall_s), float(cpu_s)


def _shares(size: tuple[int, int]) -> Iterator[tuple[str, str]]:
    """The share of a core that the loop of an evening takes."""
    from tests.bench.still_evening import spend

    name = f"{size[0]}x{size[1]}"
    for label, kind in (
        ("menus at rest", "menu"),
        ("game at rest, clocks running", "game"),
        ("stones moving all the time", "moving"),
        ("list sliding all the time", "sliding"),
    ):
        cpu_s, wall_s, frames = spend(size, kind, REST_S)
        share = f"{100 * cpu_s / wall_s:.1f} % of a core"
        per_s = f", {frames / wall_s:.0f} pictures/s" if kind in ("moving", "sliding") else ""
        yield f"{name}, {label}", share + per_s
