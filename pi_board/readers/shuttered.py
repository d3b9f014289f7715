"""A camera that has the lamps put out for every frame that is read.

Coloured light on a white stone is the easiest way to misread it. A frame that was exposed partly
in that light is thrown away, and between two readings the lamps are lit for a while. This is for
cameras that give the next frame when they are asked for it: over a network pictures queue up while
nobody reads, and how long ago one was exposed is not known.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from pi_board.readers.devices import Device, Opener
from pi_board.vision.geometry import Image

PERIOD_S = 0.5  # from reading to reading, so about two of them a second
LEAST_LIT_S = 0.1  # between two readings, however slow the camera is
STALE_FRAMES = 2  # exposed, or waiting in the driver, before the lamps were out


class Shuttered:
    """Around another camera."""

    def __init__(
        self,
        device: Device,
        freeze: Callable[[bool], None],
        wait: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`freeze` puts the lamps out (True) and lets them go on (False)."""
        self._device, self._freeze, self._wait, self._clock = device, freeze, wait, clock
        self._dark_s = 0.0  # so long did the last reading take

    def read(self) -> Image:
        """See `Device.read`."""
        self._wait(max(LEAST_LIT_S, PERIOD_S - self._dark_s))
        began_s = self._clock()
        self._freeze(True)
        try:
            for _ in range(STALE_FRAMES):
                self._device.read()
            return self._device.read()
        finally:
            self._freeze(False)
            self._dark_s = self._clock() - began_s

    def close(self) -> None:
        """See `Device.close`."""
        self._device.close()


def shuttered(open_device: Opener, freeze: Callable[[bool], None]) -> Opener:
    """The same camera with the lamps put out while it reads."""
    return lambda: Shuttered(open_device(), freeze)
