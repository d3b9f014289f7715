"""Finding and reading boards, in units of B: one perspective warp and one colour conversion.

B = ``cv2.warpPerspective`` of 1280x720 to 512x512 plus BGR to LAB on it, one thread, measured
beside each figure: processors change their pace within a run. Decoding is left out. Processor time
is counted, so that other work on the machine says little.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from statistics import median

import cv2
import numpy as np

from pi_board.core.layout import Appearance
from pi_board.core.observation import Observation, likeliest
from pi_board.games.registry import GAMES, make_game
from pi_board.vision.cold.read import read_cold
from pi_board.vision.finding.find import Found, find_any
from pi_board.vision.geometry import Image, rectifier
from pi_board.vision.pictures import load_picture
from pi_board.vision.warm.motion import Gate
from pi_board.vision.warm.session import BoardSession
from pi_board.vision.warm.track import Tracker

FRAMES = Path(__file__).parents[1] / "frames"
STICKS = FRAMES / "linja_stick_ends_moved.jpg"  # between fiducials, as none of the stills is


def figures() -> Iterator[tuple[str, str]]:
    """Medians over repeated calls."""
    cv2.setNumThreads(1)
    yield "baseline B", f"{1000 * _base_s():8.2f} ms"
    for name in GAMES:
        yield from _stream(name)
        yield from _unlearnt(name)
    for path in (*sorted((FRAMES / "stills").glob("*.jpg")), STICKS):
        yield _still(path)
    for name, image in _boardless():
        yield _nothing(name, image)


@cache
def _baseline() -> Callable[[], object]:
    image = np.random.default_rng(1).integers(0, 256, (720, 1280, 3), np.uint8)
    warp = np.array([[0.4, 0.05, 10], [0.02, 0.7, 5], [1e-5, 2e-5, 1]])
    return lambda: cv2.cvtColor(cv2.warpPerspective(image, warp, (512, 512)), cv2.COLOR_BGR2LAB)


def _stream(name: str) -> Iterator[tuple[str, str]]:
    """The recorded game of the demo, frame by frame through a session.

    As a referee does, what clear looks show is confirmed, so that the session learns it.
    """
    game = make_game(name)
    frames = [load_picture(path) for path in sorted((FRAMES / "demo" / name).glob("*.jpg"))]
    session = BoardSession()
    spent: dict[str, list[float]] = {"first": [], "quiet": [], "move": [], "hand": []}
    before: Appearance | None = None
    session.expect([(one, game.appearance(game.start(), one)) for one in game.layouts])
    for index, frame in enumerate(frames):
        seconds = _see_s(session, frame, index)
        look = session.sight.observation
        kind = "hand"
        if look is not None and not look.obstructed:
            shown = _shown(look)
            kind = "quiet" if shown == before else "move"
            session.confirm(shown)
            before = shown
        spent["first" if index < 2 else kind].append(seconds)
    yield _row(f"{name}: first frame, found and learnt", max(spent["first"]))
    yield _row(f"{name}: quiet frame, fully read", median(spent["quiet"]))
    yield _row(f"{name}: quiet frame with a move, fully read", median(spent["move"]))
    yield _row(f"{name}: frame with a hand, fully read", median(spent["hand"]))
    gate = Gate()
    ticks = iter(range(10**6))
    idle_s = _median_s(lambda: gate.look(frames[0], 0.1 * next(ticks)), 50)
    yield _row(f"{name}: idle frame, gate only", idle_s)
    found = session.sight.registration
    if found is not None:
        tracker = Tracker(found, frames[-1])
        moved_s = _median_s(lambda: tracker.look(frames[-1]), 30)
        yield _row(f"{name}: has the board moved", moved_s)


def _unlearnt(name: str) -> Iterator[tuple[str, str]]:
    """The end of the same game through a session that knows nothing of the board and cannot learn
    it: it shows another position than is expected.
    """
    game = make_game(name)
    paths = sorted((FRAMES / "demo" / name).glob("*.jpg"))
    session = BoardSession()
    starts = [(one, game.appearance(game.start(), one)) for one in game.layouts]
    session.expect(starts, in_play=True)
    later = enumerate(map(load_picture, paths[len(paths) // 2 :]))
    spent = [_see_s(session, frame, index) for index, frame in later]
    yield _row(f"{name}: frame of a board not learnt", median(spent))
    yield _row(f"{name}: the slowest of these", max(spent))


def _see_s(session: BoardSession, frame: Image, index: int) -> float:
    """Seconds for the frame of this number, half a second after the one before."""
    started = time.process_time()
    session.see(frame, 0.5 * index, index)
    return time.process_time() - started


def _shown(look: Observation) -> Appearance:
    """The appearance of just what was read."""
    labels = [likeliest(row) for row in look.looks]
    groups = look.layout.groups
    return tuple(frozenset({tuple(sorted(labels[site] for site in g))}) for g in groups)


def _still(path: Path) -> tuple[str, str]:
    """Found and read, with nothing known."""
    image = load_picture(path)
    game = make_game(path.stem.split("_")[0])
    marked = False

    def both() -> None:
        nonlocal marked
        rectifier.cache_clear()
        image[:] ^= 1  # another picture, that nothing may be remembered of
        found = find_any(image, game.layouts)
        if isinstance(found, Found):
            marked = found.registration.markers > 0
            read_cold(image, found.registration, found.layout, patient=True)

    seconds = _median_s(both, 5)
    return _row(f"{path.stem}: {'marked' if marked else 'bare'}, cold", seconds)


def _nothing(name: str, image: Image) -> tuple[str, str]:
    """A picture without a board, which every game's finder has to refuse."""
    slowest = 0.0
    for game in map(make_game, GAMES):
        slowest = max(slowest, _median_s(lambda game=game: find_any(image, game.layouts), 3))
    return _row(f"no board, {name}: refused", slowest)


def _boardless() -> Iterator[tuple[str, Image]]:
    """Pictures that show no board."""
    rng = np.random.default_rng(1)
    size = (480, 640, 3)
    yield "black", np.zeros(size, np.uint8)
    yield "blank", np.full(size, 180, np.uint8)
    yield "noise", rng.integers(0, 256, size, np.uint8)
    x = np.arange(640)
    stripes = np.where(x // 25 % 2, 200, 90)
    yield "striped cloth", np.tile(stripes[None, :, None], (480, 1, 3)).astype(np.uint8)
    page = np.full(size, 235, np.uint8)
    for line in range(20):
        words = "the quick brown fox jumps over the lazy dog again"
        cv2.putText(page, words, (30, 30 + 22 * line), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (30, 30, 30))
    yield "text", page
    yield "wood", _wood(rng)
    yield "bricks", _bricks(rng)
    yield "keyboard", _keyboard(rng)


def _wood(rng: np.random.Generator) -> Image:
    """Planks with a grain: as many long, narrow things as anywhere."""
    y = np.arange(720, dtype=np.float32)[:, None]
    noise = rng.normal(0, 1, (720, 1280)).astype(np.float32)
    grain = cv2.GaussianBlur(noise, (0, 0), 40, sigmaY=2)
    grain /= grain.std()
    rings = np.sin(y / 9 + 6 * cv2.GaussianBlur(grain, (0, 0), 8))
    planks = np.where(y % 180 < 4, 40, 130 + 18 * grain + 12 * rings)
    return np.asarray(np.clip(planks[..., None] * (0.6, 0.85, 1.1), 0, 255), np.uint8)


def _bricks(rng: np.random.Generator) -> Image:
    wall = np.full((720, 1280, 3), (170, 175, 180), np.uint8)
    for row in range(12):
        for x in range(-128 + row % 2 * 64, 1280, 128):
            red = 150 + float(rng.normal(0, 12))
            low, high = (x + 4, row * 60 + 4), (x + 124, row * 60 + 56)
            cv2.rectangle(wall, low, high, (60, 70, red), -1)
    return np.asarray(np.clip(wall + rng.normal(0, 6, wall.shape), 0, 255), np.uint8)


def _keyboard(rng: np.random.Generator) -> Image:
    desk = np.full((720, 1280, 3), 60, np.uint8)
    for row in range(6):
        for column in range(15):
            x, y = 90 + column * 72 + row * 14, 130 + row * 76
            cv2.rectangle(desk, (x, y), (x + 62, y + 64), (30, 30, 30), -1)
            letter = chr(65 + (row * 15 + column) % 26)
            cv2.putText(
                desk, letter, (x + 12, y + 34), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (220,) * 3, 2
            )
    return np.asarray(np.clip(desk + rng.normal(0, 3, desk.shape), 0, 255), np.uint8)


def _row(label: str, seconds: float) -> tuple[str, str]:
    return label, f"{1000 * seconds:8.2f} ms {seconds / _base_s():8.2f} B"


def _base_s() -> float:
    """B at the moment."""
    return _median_s(_baseline(), 30)


def _median_s(call: Callable[[], object], times: int) -> float:
    spent = []
    for _ in range(times):
        started = time.process_time()
        call()
        spent.append(time.process_time() - started)
    return median(spent)
