"""A thread that keeps only the newest frame of a camera, and opens it again when it is lost."""

from __future__ import annotations

import threading
import time
from concurrent.futures import wait
from dataclasses import dataclass

from pi_board.core.beside import beside
from pi_board.core.cause import Cause
from pi_board.core.errors import EnvironmentFault
from pi_board.readers.devices import Device, Opener
from pi_board.vision.geometry import Image

LEAVE_S = 2.0  # a camera that hangs in its driver does not keep whoever leaves any longer


@dataclass(frozen=True, slots=True)
class Grabbed:
    """The newest frame with its time and number, or why there is none at the moment."""

    t: float
    index: int
    frame: Image | Cause


class Grabber:
    """Reads a camera in the background; times are counted from the start."""

    def __init__(self, open_device: Opener, retry_s: float = 1.0) -> None:
        """The camera is opened in the background, and again every `retry_s` after it was lost."""
        self._open = open_device
        self._started_s = time.monotonic()
        self._retry_s = retry_s
        self._news = threading.Condition()
        self._newest: Grabbed | None = None
        self._stopping = threading.Event()
        self._work = beside(self._run, "camera")

    @property
    def now(self) -> float:
        """Seconds since the start."""
        return time.monotonic() - self._started_s

    def wait(self, timeout_s: float) -> Grabbed | None:
        """What came since the last call: the newest frame or the newest problem, once. None if
        nothing came within `timeout_s`. Raises EnvironmentFault if nothing will ever come again.
        """
        if self._work.done() and not self._stopping.is_set():
            cause = self._work.exception()
            raise EnvironmentFault(
                f"the program's part that reads the camera has ended ({cause})"
            ) from cause
        with self._news:
            self._news.wait_for(lambda: self._newest is not None, timeout_s)
            newest, self._newest = self._newest, None
            return newest

    def close(self) -> None:
        """Stop reading and let go of the camera."""
        self._stopping.set()
        wait([self._work], LEAVE_S)

    def _run(self) -> None:
        index = 0
        while not self._stopping.is_set():
            try:
                device = self._open()
            except EnvironmentFault as problem:
                self._lose(problem, index)
            else:
                index = self._drain(device, index)
            self._stopping.wait(self._retry_s)

    def _drain(self, device: Device, index: int) -> int:
        try:
            while not self._stopping.is_set():
                frame = device.read()
                self._tell(Grabbed(self.now, index, frame))
                index += 1
        except EnvironmentFault as problem:
            self._lose(problem, index)
        finally:
            device.close()  # at once: while it is open, the camera comes back under another number
        return index

    def _lose(self, problem: EnvironmentFault, index: int) -> None:
        self._tell(Grabbed(self.now, index, problem.cause))

    def _tell(self, grabbed: Grabbed) -> None:
        with self._news:
            self._newest = grabbed
            self._news.notify_all()
