"""Whether a camera is stuck: the very same pixels are no new picture, for a live sensor is never
without noise.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pi_board.core.cause import Cause, FaultKind
from pi_board.vision.geometry import Image

STANDS_STILL = Cause("the camera's picture stands still", FaultKind.FROZEN)
SEES_BLACK = Cause("the camera sees black", FaultKind.BLACK)


@dataclass(frozen=True, slots=True)
class Frames:
    """What the newest frames were like: the last one and since when it is the same; its time."""

    last: Image | None = None
    same_since_s: float = 0.0
    seen_s: float = 0.0

    def with_frame(self, frame: Image | None, t: float) -> Frames:
        """Take in what the camera shows now; the same array object is no new frame."""
        if frame is None or frame is self.last:
            return self
        same = self.last is not None and np.array_equal(frame, self.last)
        return Frames(frame, self.same_since_s if same else t, t)
