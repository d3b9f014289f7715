"""What a live camera is to its reader.

All cameras give 8-bit BGR frames (height, width, 3) until they fail. Where a camera allows it,
exposure, gain, colour gains and focus are left to settle for a moment and then locked: a camera
that keeps correcting itself changes the looks of the board.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from pi_board.vision.geometry import Image

SIZE_PX = (1280, 720)
FRAMES_PER_S = 10
SETTLE_FRAMES = 20  # about two seconds for automatic exposure, white balance and focus
TIMEOUT_S = 5.0  # without a frame


class Device(Protocol):
    """An open camera."""

    def read(self) -> Image:
        """The next frame; waits for it. Raises EnvironmentFault when the camera is gone."""
        ...

    def close(self) -> None:
        """Let go of the camera."""
        ...


Opener = Callable[[], Device]
