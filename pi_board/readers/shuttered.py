"""A camera that has the lamps put out for every frame that is read.

Coloured light on a white stone is the easiest way to misread it. A frame that was exposed partly
in that light is thrown away, and between two readings the lamps are lit for a while.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from pi_board.readers.devices import Device, Opener
from pi_board.vision.geometry import Image

LIT_S = 0.2  # between two readings; so about two of them a second
STALE_FRAMES = 2  # exposed, or waiting in the driver, before the lamps were out


class Shuttered:
    """Around another camera."""

    def __init__(
        self,
        device: Device,
        freeze: Callable[[bool], None],
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        """`freeze` puts the lamps out (True) and lets them go on (False)."""
        self._device, self._freeze, self._wait = device, freeze, wait

    def read(self) -> Image:
        """See `Device.read`."""
        self._wait(LIT_S)
        self._freeze(True)
        try:
            for _ in range(STALE_FRAMES):
                self._device.read()
            return self._device.read()
        finally:
            self._freeze(False)

    def close(self) -> None:
        """See `Device.close`."""
        self._device.close()


def shuttered(open_device: Opener, freeze: Callable[[bool], None]) -> Opener:
    """The same camera with the lamps put out while it reads."""
    return lambda: Shuttered(open_device(), freeze)
