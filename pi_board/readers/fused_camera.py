"""Whether the camera of a fused reader can be used."""

from __future__ import annotations

from pi_board.core.cause import Cause, FaultKind
from pi_board.readers.stuck import SEES_BLACK, STANDS_STILL, Frames
from pi_board.vision.geometry import Image

STALE_S = 0.8  # without a frame: lost
FROZEN_S = 0.7  # the very same pixels: stuck
DENIES_S = 0.8  # so long the camera does not see what the reeds feel
BLACK = 12  # mean brightness of 0 to 255 below which there is nothing to see


class CameraHealth:
    """What has been heard of the camera. Times are those of one clock and never decrease."""

    def __init__(self) -> None:
        self.trouble: Cause | None = None  # what its reader says is wrong
        self._frames = Frames()
        self._found_s = 0.0  # when it last saw the board
        self._denied_since_s: float | None = None

    def look(self, frame: Image | None, t: float) -> None:
        """Take in the newest frame at `t`."""
        self._frames = self._frames.with_frame(frame, t)

    def find(self, t: float) -> None:
        """It sees the board at `t`."""
        self._found_s = t

    def compare(self, t: float, *, denies: bool) -> None:
        """Whether it denies at `t` what the reeds feel."""
        if not denies:
            self._denied_since_s = None
        elif self._denied_since_s is None:
            self._denied_since_s = t

    def problem(self, t: float) -> Cause | None:
        """Why it cannot be used at `t`; None if it can."""
        if trouble := self.trouble or self._problem_of_frames(t):
            return trouble
        if t - self._found_s >= STALE_S:
            return Cause("the camera does not find the board", FaultKind.NO_BOARD)
        if self._denied_since_s is not None and t - self._denied_since_s >= DENIES_S:
            return Cause("the camera does not see what the reeds feel", FaultKind.DENIES_REEDS)
        return None

    def _problem_of_frames(self, t: float) -> Cause | None:
        frames = self._frames
        if t - frames.seen_s >= STALE_S:
            return Cause("the camera gives no pictures", FaultKind.NO_PICTURES)
        if frames.last is not None and float(frames.last[::8, ::8].mean()) < BLACK:
            return SEES_BLACK
        if frames.last is not None and frames.seen_s - frames.same_since_s >= FROZEN_S:
            return STANDS_STILL
        return None
