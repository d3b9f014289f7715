"""The quiet-frame gate: is there anything new to read in a frame, on a picture of a few pixels.

A frame is *still* when it looks as at the last reading, in *motion* while it differs from the frame
just before, a *change* when it is quiet again but differs from what was read. Motion has to stop
for a moment before it counts as stopped (hysteresis). With frames far apart in time the difference
from the frame before says nothing about motion, so every changed frame then is a change. Nor is it
motion that a camera trembles on its arm: most edges stir a little then, and nothing else does. Once
the board's place is known only what happens there counts: players are never quite still.

Reading too often costs little, but waiting must end: the board is *stirred* only by more than the
noise of a poor camera in poor light, though that may come about little by little (a hand that
drifts), so it is told from the picture in which it last was. What noise does is told from one frame
to the next, at the calmest of the last few; and by what all of the picture grows brighter or darker
at once is the light. What stirs nothing for a while is no motion either, but noise.
"""

from __future__ import annotations

from collections import deque
from enum import Enum
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from pi_board.vision.flat import correlate
from pi_board.vision.geometry import Array, BoardGeometry, Image, polygon_mask
from pi_board.vision.mixture import middles
from pi_board.vision.sampling import SATURATED

_WIDTH = 160  # of the small picture
_LEAST_DIFFERENCE = 3.0  # grey levels, averaged over 3 x 3 small pixels
_NOISE_FACTOR = 6.0  # a difference counts from so many times the usual one
_STIRRED = 2.0  # difference from which something has been stirred; noise makes up to 1.2
# Difference in grey of two pictures of a board, but for the light on all of it, below which nothing
# has changed. Of 1,577 pairs of frames at rest one has more, of 3,188 of which one or both show a
# hand, over the board or beside it, 55 have less. (With colours, which compressing a picture makes
# noisy, 16 and 120, and that at 1.7.)
_AT_REST = 1.0
_FEW_FRAMES = 8  # of which the calmest tells the noise
_LIKE = 0.8  # correlation of pictures that show the same
_STOPPED = 0.9  # motion has stopped below this part of what starts it
# A camera trembles if at half of all edges, so many grey levels steep, two pictures differ by so
# many times what is usual. Of 301 pairs that differ by 1 for trembling by 0.1 to 1.5 pixels of 640
# 299 do, of 3,362 in which a hand comes or goes 157.
_STEEP, _MORE_AT_EDGES = 60, 1.2
# And the difference from which something moves then, but for what trembling makes: none of those
# has more than 0.3; of 298 pairs half a second apart that differ by 1 four have less.
_UNSHAKEN = 0.5
_NEXT = np.ones((3, 3), np.uint8)  # a place and those next to it
_CALM_S = 0.12  # and after this time
_UNSTIRRED_S = 1.0  # and so long after something has stirred at most
_APART_S = 0.2  # frames further apart than this cannot show motion


class FrameState(Enum):
    """What a frame shows, compared with what is known."""

    STILL = "still"
    MOTION = "motion"
    CHANGE = "change"


class Gate:
    """Decides frame by frame; `mark` tells it that the newest frame was read."""

    def __init__(self) -> None:
        self._newest: Image | None = None
        self._read: Image | None = None
        self._rest: Image | None = None
        self._noises: deque[float] = deque(maxlen=_FEW_FRAMES)
        self._board: Image | None = None  # 1 where it lies in the small picture
        self._stirred_t = 0.0
        self._t = 0.0
        self._moving_until: float | None = None

    def look(self, frame: Image, t: float) -> FrameState:
        """What the frame (height, width, 3), taken at `t` seconds, shows; times never decrease."""
        small, before, apart = _small(frame), self._newest, t - self._t
        self._newest, self._t = small, t
        self._note_rest(before, small, t)
        moves = before is not None and apart <= _APART_S and self._moves(before, small, t)
        if moves and self.still_s < _UNSTIRRED_S:
            return FrameState.MOTION
        if self._read is not None and difference(self._read, small, self._board) < 1.0:
            return FrameState.STILL
        return FrameState.CHANGE

    def mark(self) -> None:
        """The newest frame has been read: frames that look like it are still."""
        self._read = self._newest

    def attend(self, geometry: BoardGeometry | None) -> None:
        """The board lies there in the newest frame; None: nobody knows, so all of it counts."""
        self._board = None
        if geometry is None or self._newest is None:
            return
        scale = _WIDTH / geometry.image_size[0]
        board = polygon_mask(np.array(geometry.corners_px) * scale, self._newest.shape)
        # what is just beside it would be averaged into its border
        board = np.asarray(cv2.erode(board, _NEXT, borderValue=1), np.uint8)
        self._board = board if board.any() else None

    @property
    def still_s(self) -> float:
        """For how long nothing has stirred on the board, as of the newest frame."""
        return self._t - self._stirred_t

    def _note_rest(self, before: Image | None, small: Image, t: float) -> None:
        rest = self._rest
        if rest is None or before is None or not rest.shape == small.shape == before.shape:
            self._board = None  # of another camera, or none yet
        else:
            self._noises.append(_noise(_apart(before, small)))
            most = cv2.norm(_apart(rest, small), cv2.NORM_INF, self._board)
            if most < _STIRRED * min(self._noises):
                return
        self._rest, self._stirred_t = small, t

    def _moves(self, before: Image, small: Image, t: float) -> bool:
        amount = _movement(before, small, self._board)
        if amount >= 1.0 or (self._moving_until is not None and amount >= _STOPPED):
            self._moving_until = t + _CALM_S
        elif self._moving_until is not None and t >= self._moving_until:
            self._moving_until = None
        return self._moving_until is not None


def alike(before: Image, now: Image, where: Image) -> bool:
    """Whether two pictures (height, width, 3) differ in grey by no more than noise where (height,
    width) not 0, but for the light on all of them, and are bright and dark in the same places.
    (Where all of them differs, no place does so more than is usual.)
    """
    a, b = _small(before), _small(now)
    if a.shape != b.shape:
        return False
    grey, other = _grey(_lit_as(a, b)), _grey(b)
    return difference(grey, other, _small(where)) < _AT_REST and correlate(grey, other, _LIKE)


def _grey(small: Image) -> Array:
    """A picture (height, width, 3) without its colours (height, width)."""
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.float32)


def difference(a: Image | Array, b: Image | Array, where: Image | None) -> float:
    """How much two small pictures differ at the worst place, of those `where` is 1 if given; 1 is
    more than noise does.
    """
    if a.shape != b.shape:
        return float("inf")
    local = _local(a, b)
    return _worst(local, where) / _noise(local)


def _movement(a: Image, b: Image, where: Image | None) -> float:
    """As `difference`, but where a camera trembles what is among the levels around it in the other
    picture may be but a little beside its place.
    """
    if a.shape != b.shape:
        return float("inf")
    local = _local(a, b)
    noise = _noise(local)
    amount = _worst(local, where) / noise
    if amount < _STOPPED or not _trembles(a, local):
        return amount
    beyond = _averaged(cv2.min(_beyond(a, b), _beyond(b, a)))
    return min(amount, _worst(beyond, where) / noise / _UNSHAKEN)


def _trembles(small: Image, local: Array) -> bool:
    """Whether a small picture differs by `local` from another one at most of its edges."""
    at_edges = local[cv2.morphologyEx(small, cv2.MORPH_GRADIENT, _NEXT) >= _STEEP]
    if not at_edges.size:
        return False
    return bool(middles(at_edges) > _MORE_AT_EDGES * middles(local.ravel()))


def _beyond(a: Image, b: Image) -> Image:
    """How far each level of `b` is beyond those of its place and the eight around it in `a`."""
    darkest, lightest = cv2.erode(a, _NEXT), cv2.dilate(a, _NEXT)
    return np.asarray(cv2.max(cv2.subtract(darkest, b), cv2.subtract(b, lightest)), np.uint8)


def _worst(local: Array, where: Image | None) -> float:
    """The greatest difference of places (height, width, ...); of those `where` is 1 if given."""
    return cv2.norm(local, cv2.NORM_INF, where)


def _local(a: Image | Array, b: Image | Array) -> Array:
    """How much two pictures differ, place by place (height, width, ...), in grey levels."""
    return _averaged(cv2.absdiff(a, b))


def _averaged(levels: npt.NDArray[Any]) -> Array:
    """Each level (height, width, ...) with those around it."""
    return np.asarray(cv2.boxFilter(levels, cv2.CV_32F, (3, 3)), np.float32)


def _apart(a: Image, b: Image) -> Array:
    """As `_local`, but for the light on all of the picture."""
    return _local(_lit_as(a, b), b)


def _lit_as(a: Image, b: Image) -> Image:
    """A picture (height, width, 3) in the light of another one, which makes each colour so many
    times as bright everywhere.
    """
    some, others = a[::8, ::8] + np.float32(1.0), b[::8, ::8] + np.float32(1.0)
    light = middles((others / some).reshape(-1, 3).T)
    lit = np.asarray(cv2.transform(a, np.diag(light)), np.uint8)
    burnt = a >= SATURATED  # of which nobody knows how bright they were
    if burnt.any():
        np.maximum(lit, b, out=lit, where=burnt)
    return lit


def _noise(local: Array) -> float:
    """The difference of which hardly any place has more for noise."""
    return max(_LEAST_DIFFERENCE, _NOISE_FACTOR * float(middles(local[::4, ::4].ravel())))


def _small(frame: Image) -> Image:
    # Every few pixels first: averaging all of them would cost more than all the rest.
    height, width = frame.shape[:2]
    step = max(1, width // (2 * _WIDTH))
    thin = cv2.resize(frame, (-(-width // step), -(-height // step)), None, 0, 0, cv2.INTER_NEAREST)
    size = (_WIDTH, max(1, round(_WIDTH * thin.shape[0] / thin.shape[1])))
    return np.asarray(cv2.resize(thin, size, interpolation=cv2.INTER_AREA), np.uint8)
