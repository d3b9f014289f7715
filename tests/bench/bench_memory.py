"""Memory of `watch` over a long game: the demo's, of which every picture is shown for long.

Resident memory of the whole process, Python and libraries included (Linux tells it).
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import cv2

from pi_board.vision.pictures import load_picture

GAME = "linja"  # of the three it takes most: 144 MB, where the others take 128 and 131
DEMO = Path(__file__).parents[1] / "frames" / "demo" / GAME
FRAMES = 10_000
SIZE_PX = (1280, 720)  # what a camera is asked for
EVERY_S = 0.5
PAGE_MB = os.sysconf("SC_PAGE_SIZE") / 1e6


def figures() -> Iterator[tuple[str, str]]:
    """Medians over the second and the last fifth of the time, and the most there was."""
    with tempfile.TemporaryDirectory() as home:
        used_mb = _used_mb(Path(home))
    fifth = len(used_mb) // 5
    early, late = median(used_mb[fifth : 2 * fifth]), median(used_mb[-fifth:])
    label = f"{GAME}: watch, {FRAMES} frames of {SIZE_PX[0]}x{SIZE_PX[1]}"
    yield label, f"{early:8.1f} MB early, {late:.1f} late, {max(used_mb):.1f} at most"


def _used_mb(home: Path) -> list[float]:
    """What `watch` uses, time after time until it has seen all frames."""
    folder = home / "frames"
    folder.mkdir()
    paths = sorted(DEMO.glob("*.jpg"))
    for number, path in enumerate(paths):
        larger = cv2.resize(load_picture(path), SIZE_PX, interpolation=cv2.INTER_CUBIC)
        cv2.imwrite(str(home / f"{number}.jpg"), larger)
    for index in range(FRAMES):
        picture = home / f"{index * len(paths) // FRAMES}.jpg"
        (folder / f"f_{index:05d}.jpg").symlink_to(picture)
    environment = {**os.environ, "HOME": str(home), "PI_BOARD_CONFIG": ""}
    command = [sys.executable, "-m", "pi_board", "watch", GAME, str(folder), "--rule", "first=b"]
    used_mb = []
    with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL) as watching:
        while watching.poll() is None:
            pages = Path(f"/proc/{watching.pid}/statm").read_text("ascii").split()[1]
            used_mb.append(int(pages) * PAGE_MB)
            time.sleep(EVERY_S)
    if watching.returncode:
        raise SystemExit(f"watch ended with {watching.returncode}")
    return used_mb
