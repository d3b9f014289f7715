"""SPI through gpiozero, without its silent fall-back to toggling pins in Python."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from contextlib import suppress
from threading import RLock

from gpiozero import SPIDevice
from gpiozero.exc import SPIFixedRate, SPISoftwareFallback

from pi_board.core.errors import EnvironmentFault, driver_errors

RATE_HZ = 4_000_000


class SpiBus(SPIDevice):  # type: ignore[misc]
    """One chip select of SPI0."""

    lock = RLock()  # of the one bus there is: whoever needs it for more than one transfer

    def __init__(self, select: int = 0) -> None:
        """`select` is 0 or 1 (CE0, CE1). Raises EnvironmentFault if there is no hardware SPI."""
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error", SPISoftwareFallback)
                super().__init__(port=0, device=select)
        except (SPISoftwareFallback, OSError, *driver_errors()) as problem:
            raise EnvironmentFault(
                f"SPI0 CE{select}: {problem}; is dtparam=spi=on in /boot/firmware/config.txt?"
            ) from problem
        with suppress(SPIFixedRate):  # mock pins go as fast as Python does
            self._spi.rate = RATE_HZ

    def transfer(self, data: Sequence[int]) -> Sequence[int]:
        """Send bytes and return as many that came in. Raises EnvironmentFault."""
        failures: tuple[type[Exception], ...] = (OSError, *driver_errors())
        try:
            with self.lock:
                answer: Sequence[int] = self._spi.transfer(data)
        except failures as problem:
            raise EnvironmentFault(f"SPI0: {problem}") from problem
        return answer
