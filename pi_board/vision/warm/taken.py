"""Frames as they were taken, what is noted of one, and whether two show the same on a board."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pi_board.core.events import BoardFound, BoardMoved
from pi_board.vision.flat import MARGIN_SITES
from pi_board.vision.geometry import BoardGeometry, Image, Registration, polygon_mask, size_of
from pi_board.vision.mount import Mount
from pi_board.vision.warm.motion import alike


@dataclass(frozen=True, slots=True)
class Taken:
    """A frame (height, width, 3), upright, its time in seconds and its number, if it has one."""

    frame: Image
    t: float
    index: int | None

    def board_found(self, registration: Registration, mount: Mount) -> BoardFound:
        """That a board lies there in it; said of the picture as it came from a camera mounted so,
        which is the one that others have.
        """
        geometry = registration.geometry
        size = mount.size_as_it_came(geometry.image_size)
        came = mount.as_it_came(geometry.corners_px, size)
        corners = tuple((round(x, 2), round(y, 2)) for x, y in came)
        return BoardFound(self.t, self.index, corners, round(registration.quality, 3))

    def board_moved(self, shift_mm: float | None) -> BoardMoved:
        """That the board has been shoved so far when it was taken; None: nobody knows."""
        return BoardMoved(self.t, self.index, shift_mm)


def alike_there(one: Image, other: Image, geometry: BoardGeometry) -> bool:
    """Whether two frames of one size look alike where a board lies, with what is learnt around."""
    if size_of(one) != size_of(other):
        return False
    corners = np.array(geometry.widened(MARGIN_SITES).corners_px)
    left, top = np.maximum(corners.min(axis=0), 0).astype(int)
    right, bottom = corners.max(axis=0).astype(int)
    box = slice(top, bottom + 1), slice(left, right + 1)
    return alike(one[box], other[box], polygon_mask(corners, one.shape)[box])
