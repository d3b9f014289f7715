"""Pictures that settle an argument: the board after every move, and what led to a dispute.

They lie in the folder of the game beside its journal and never leave the device by themselves. Old
ones are deleted by age and size. Writing is left to a thread, and a disk that cannot be written
only means that there are no pictures; why is remembered.
"""

from __future__ import annotations

import os
import shutil
from collections import deque
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from pi_board.core.observation import Observation
from pi_board.records.place import journal_names, need_room
from pi_board.records.record import DAY_S
from pi_board.vision.geometry import Image, size_of
from pi_board.vision.warm.sight import Sight

_BOARD_PX = 320  # width of the rectified picture
_MARGIN_SITES = 0.4  # round the board: stones lie beside it, too
_RING_S = 10.0
_RING_EVERY_S = 0.2
_RING_PX = 640  # width of the frames in the ring
_QUALITY = 75  # of JPEG, 0 to 100
_LOOK_FOR_ROOM = 20.0  # megabytes of pictures, after which it is seen how much there is in all


@dataclass(frozen=True, slots=True)
class KeptFrame:
    """A frame of the ring at `t` as a JPEG, with what was known of it: the outer corners of the
    board in the picture (as in `Registration`, none where it was not found), and what was read.
    """

    t: float
    jpeg: bytes
    corners_px: tuple[tuple[float, float], ...]
    read: Observation | None


@dataclass(frozen=True, slots=True)
class Retention:
    """Whether pictures are kept, for how long and how much of them in all."""

    is_on: bool = True
    days: float = 30.0
    megabytes: float = 500.0


class PictureLog:
    """The pictures of the running game. `writer` waits for the disk; `refused`: why that has not
    taken one, if it ever has not.
    """

    def __init__(self, games: Path, retention: Retention, writer: Executor) -> None:
        self.refused: OSError | None = None
        self._games = games
        self._retention = retention
        self._folder: Path | None = None
        self._began = 0.0  # wall time
        self._written = 0.0  # megabytes, since old ones were last deleted; the writer's
        self._ring: deque[KeptFrame] = deque()
        self._writer = writer
        self._sight = Sight(None, None, None)

    def begin(self, folder: Path, now: float) -> None:
        """A game begins whose pictures go to `folder`; make room for it, and let go of what is too
        old also where none are kept any more. `now`: wall time.
        """
        self._folder, self._began = folder, now
        self._writer.submit(prune, self._games, self._retention, now, folder.name)

    def is_dated(self) -> None:
        """The time of day has been set since the game began: by that, its pictures are of today."""
        if self._folder is not None:
            self._writer.submit(_renew, self._folder)

    def retain(self, retention: Retention) -> None:
        """Keep pictures as `retention` has it from now on. Without them what was seen is forgotten;
        what lies in the folder already stays.
        """
        self._retention = retention
        if not retention.is_on:
            self._ring.clear()
            self._sight = Sight(None, None, None)

    def look(self, sight: Sight, t: float) -> None:
        """Remember what is seen at `t`."""
        if not self._retention.is_on or sight.frame is None:
            return
        self._sight = sight
        if self._ring and 0 <= t - self._ring[-1].t < _RING_EVERY_S:
            return
        self._ring.append(_kept_frame(sight.frame, sight, t))
        while not 0 <= t - self._ring[0].t <= _RING_S:
            self._ring.popleft()

    @property
    def ring(self) -> tuple[KeptFrame, ...]:
        """The last seconds, oldest first; nothing without a camera."""
        return tuple(self._ring)

    def move(self, ply: int) -> None:
        """Keep the board as it was seen when the move with this number (from 1) was accepted."""
        frame, found = self._sight.frame, self._sight.registration
        if self._folder is None or frame is None or found is None:
            return
        geometry = found.geometry
        if size_of(frame) == geometry.image_size:
            site_px = int(_BOARD_PX / (geometry.columns + 2 * _MARGIN_SITES))
            board = geometry.rectify(frame, site_px, _MARGIN_SITES)
            path = self._folder / "moves" / f"{ply:04}.jpg"
            self._writer.submit(self._write, [(path, _jpeg(board))])

    def save_ring(self, why: str) -> None:
        """Keep the last seconds; `why` becomes part of the folder's name."""
        if self._folder is None or not self._ring:
            return
        folder = self._folder / f"{self._ring[-1].t:09.2f}-{why}"
        files = [(folder / f"{one.t:09.2f}.jpg", one.jpeg) for one in self._ring]
        self._writer.submit(self._write, files)

    def _write(self, files: list[tuple[Path, bytes]]) -> None:
        try:
            for path, data in files:
                path.parent.mkdir(parents=True, exist_ok=True)
                need_room(path.parent)
                path.write_bytes(data)
                self._written += len(data) / 1e6
        except OSError as error:
            self.refused = error
        if self._written > _LOOK_FOR_ROOM and self._folder is not None:
            self._written = 0.0
            make_room(self._games, self._retention, self._began, self._folder)


def make_room(games: Path, retention: Retention, now: float, folder: Path) -> None:
    """The same as `prune` during a game that may stay open for days, and whose evidence in `folder`
    counts: if it is too large alone, its oldest disputes go.
    """
    with suppress(OSError):
        disputes = [one for one in folder.iterdir() if one.is_dir() and one.name != "moves"]
        disputes.sort(key=lambda one: (one.stat().st_mtime, one.name))
        while (own := _megabytes(folder)) > retention.megabytes and disputes:
            shutil.rmtree(disputes.pop(0))
        left = replace(retention, megabytes=max(0.0, retention.megabytes - own))
        prune(games, left, now, folder.name)


def prune(games: Path, retention: Retention, now: float, spare: str = "") -> None:
    """Delete what was kept beside the journals in `games`, the oldest first, until what is left is
    young and small enough; the game called `spare` is left alone. Journals are never deleted.
    """
    used = 0.0
    newest_first = [name.removesuffix(".jsonl") for name in reversed(journal_names(games))]
    for name in newest_first:
        folder = games / name
        if name == spare or not folder.is_dir():
            continue
        with suppress(OSError):
            used += _megabytes(folder)
            age_days = (now - folder.stat().st_mtime) / DAY_S
            if used > retention.megabytes or age_days > retention.days:
                shutil.rmtree(folder)


def _megabytes(folder: Path) -> float:
    """How much lies in a folder. Raises OSError."""
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()) / 1e6


def _renew(folder: Path) -> None:
    """Let a folder be as young as it is, if it is there."""
    with suppress(OSError):
        os.utime(folder)


def _smaller(frame: Image, width: int) -> Image:
    """The frame, at most `width` pixels wide."""
    if frame.shape[1] <= width:
        return frame
    height = round(frame.shape[0] * width / frame.shape[1])
    return np.asarray(cv2.resize(frame, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def _kept_frame(frame: Image, sight: Sight, t: float) -> KeptFrame:
    small = _smaller(frame, _RING_PX)
    scale, found = small.shape[1] / frame.shape[1], sight.registration
    corners = () if found is None else found.geometry.corners_px
    return KeptFrame(t, _jpeg(small), tuple((x * scale, y * scale) for x, y in corners),
                sight.observation)  # fmt: skip


def _jpeg(image: Image) -> bytes:
    ok, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    return data.tobytes() if ok else b""
