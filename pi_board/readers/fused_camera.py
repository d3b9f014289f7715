"""Whether the camera of a fused reader can be used."""

from __future__ import annotations

from collections import deque

from pi_board.core.cause import Cause, FaultKind
from pi_board.readers.stuck import SEES_BLACK, STANDS_STILL, Frames
from pi_board.vision.geometry import Image

STALE_S = 0.8  # without a frame: lost, if they do not usually come slower
FROZEN_S = 0.7  # the very same pixels: stuck
DENIES_S = 0.8  # so long the camera does not see what the reeds feel
BLACK = 12  # mean brightness of 0 to 255 below which there is nothing to see
# Times the shortest of the last intervals that something may take to come again, how many of them,
# and seconds at most. Behind lamps a camera that slows down in the dark to 3 pictures a second is
# read once in a second: it went and came 19 times a minute.
_TIMES, _INTERVALS, _MOST_S = 2.0, 5, 4.0
_AT_ONCE_S = 0.02  # several looks may come together, which is no pace


class _Pace:
    """How fast something comes again and again."""

    def __init__(self) -> None:
        self.last_s = 0.0
        self._apart_s: deque[float] = deque(maxlen=_INTERVALS)

    def come(self, t: float) -> None:
        """It comes at `t`."""
        if self.last_s and t - self.last_s > _AT_ONCE_S:
            self._apart_s.append(t - self.last_s)
        self.last_s = t

    @property
    def most_s(self) -> float:
        """How long it may take."""
        return max(STALE_S, min(_TIMES * min(self._apart_s, default=0.0), _MOST_S))

    def is_late(self, t: float) -> bool:
        """Whether it takes longer than that at `t`."""
        return t - self.last_s >= self.most_s


class CameraHealth:
    """What has been heard of the camera. Times are those of one clock and never decrease."""

    def __init__(self) -> None:
        self.trouble: Cause | None = None  # what its reader says is wrong
        self._frames = Frames()
        self._shown, self._found = _Pace(), _Pace()  # a frame, and the board in one
        self._denied_since_s: float | None = None

    def look(self, frame: Image | None, t: float) -> None:
        """Take in the newest frame at `t`."""
        before, self._frames = self._frames, self._frames.with_frame(frame, t)
        if self._frames is not before:
            self._shown.come(t)

    def find(self, t: float) -> None:
        """It sees the board at `t`."""
        self._found.come(t)

    def compare(self, t: float, *, denies: bool) -> None:
        """Whether it denies at `t` what the reeds feel."""
        if not denies:
            self._denied_since_s = None
        elif self._denied_since_s is None:
            self._denied_since_s = t

    def blindness(self, t: float) -> Cause | None:
        """Why it does not see the board at `t`; None if it does."""
        if trouble := self.trouble or self._problem_of_frames(t):
            return trouble
        if self._found.is_late(t):
            return Cause("the camera does not find the board", FaultKind.NO_BOARD)
        return None

    def problem(self, t: float) -> Cause | None:
        """Why it cannot be used at `t`; None if it can."""
        if blindness := self.blindness(t):
            return blindness
        denied = self._denied_since_s
        if denied is not None and t - denied >= max(DENIES_S, self._found.most_s):
            return Cause("the camera does not see what the reeds feel", FaultKind.DENIES_REEDS)
        return None

    def _problem_of_frames(self, t: float) -> Cause | None:
        frames = self._frames
        if self._shown.is_late(t):
            return Cause("the camera gives no pictures", FaultKind.NO_PICTURES)
        if frames.last is not None and float(frames.last[::8, ::8].mean()) < BLACK:
            return SEES_BLACK
        if frames.last is not None and frames.seen_s - frames.same_since_s >= FROZEN_S:
            return STANDS_STILL
        return None
