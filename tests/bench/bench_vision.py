"""Finding and reading boards, in units of B: one perspective warp and one colour conversion.

B = ``cv2.warpPerspective`` of 1280x720 to 512x512 plus BGR to LAB on it, one thread, measured in
the same run. Decoding is left out.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

import cv2
import numpy as np

from pi_board.games.registry import GAMES, make_game
from pi_board.vision.cold import read_cold
from pi_board.vision.find import find_board
from pi_board.vision.geometry import Registration
from pi_board.vision.motion import Gate
from pi_board.vision.pictures import load_picture
from pi_board.vision.session import BoardSession
from pi_board.vision.track import Tracker

FRAMES = Path(__file__).parents[1] / "frames"


def figures() -> Iterator[tuple[str, str]]:
    """Medians over repeated calls."""
    cv2.setNumThreads(1)
    base_s = _median_s(_baseline(), 50)
    yield "baseline B", f"{1000 * base_s:8.2f} ms"
    for name in GAMES:
        yield from _stream(name, base_s)
    for path in sorted((FRAMES / "stills").glob("*.jpg")):
        yield _still(path, base_s)


def _baseline() -> Callable[[], object]:
    image = np.random.default_rng(1).integers(0, 256, (720, 1280, 3), np.uint8)
    warp = np.array([[0.4, 0.05, 10], [0.02, 0.7, 5], [1e-5, 2e-5, 1]])
    return lambda: cv2.cvtColor(cv2.warpPerspective(image, warp, (512, 512)), cv2.COLOR_BGR2LAB)


def _stream(name: str, base_s: float) -> Iterator[tuple[str, str]]:
    """The recorded game of the demo, frame by frame through a session."""
    game = make_game(name)
    frames = [load_picture(path) for path in sorted((FRAMES / "demo" / name).glob("*.jpg"))]
    session, spent = BoardSession(), []
    session.expect([(one, game.appearance(game.start(), one)) for one in game.layouts])
    for index, frame in enumerate(frames):
        started = time.perf_counter()
        session.see(frame, 0.5 * index, index)
        spent.append(time.perf_counter() - started)
    yield _row(f"{name}: first frame, found and learnt", max(spent[:2]), base_s)
    yield _row(f"{name}: further frames, median", median(spent[2:]), base_s)
    gate = Gate()
    ticks = iter(range(10**6))
    idle_s = _median_s(lambda: gate.look(frames[0], 0.1 * next(ticks)), 50)
    yield _row(f"{name}: idle frame, gate only", idle_s, base_s)
    found = session.sight.registration
    if found is not None:
        tracker = Tracker(found, frames[-1])
        moved_s = _median_s(lambda: tracker.look(frames[-1]), 30)
        yield _row(f"{name}: has the board moved", moved_s, base_s)


def _still(path: Path, base_s: float) -> tuple[str, str]:
    """Found and read, with nothing known."""
    image = load_picture(path)
    game = make_game(path.stem.split("_")[0])
    marked = False

    def both() -> None:
        nonlocal marked
        for layout in game.layouts:
            found = find_board(image, layout)
            if isinstance(found, Registration):
                marked = found.markers > 0
                read_cold(image, found, layout)

    seconds = _median_s(both, 5)
    return _row(f"{path.stem}: {'marked' if marked else 'bare'}, cold", seconds, base_s)


def _row(label: str, seconds: float, base_s: float) -> tuple[str, str]:
    return label, f"{1000 * seconds:8.2f} ms {seconds / base_s:8.2f} B"


def _median_s(call: Callable[[], object], times: int) -> float:
    spent = []
    for _ in range(times):
        started = time.perf_counter()
        call()
        spent.append(time.perf_counter() - started)
    return median(spent)
