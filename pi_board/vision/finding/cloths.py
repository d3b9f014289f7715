"""Checks of a cloth lie in rows, as holes do, but the rows do not end: they are no board, and may
keep one from being seen.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from pi_board.vision.finding.lattice import Nearest
from pi_board.vision.geometry import BoardGeometry, Floats, Mask

_BEYOND = 14  # places of a board's lattice that are looked at on every side of it
# Distances in steps of the lattice: from a node, at which a point belongs to it, and from nodes of
# the cloth, up to which points are its own.
_THERE, _AROUND = 0.2, 0.75
_OF_NINE = 6  # nodes, one and those around it, that have a point where the cloth lies


@dataclass(frozen=True, slots=True)
class Cloth:
    """The lattice of what was taken for a board and does not end: nodes (rows, columns, 2), and the
    step from one to the next, in pixels.
    """

    nodes: Floats
    step: float

    @classmethod
    def like(cls, board: BoardGeometry, scales: Floats) -> Cloth:
        """The lattice of `board`, in a picture that is larger by `scales` (x, y)."""
        across, up = (np.arange(-_BEYOND, n + _BEYOND) + 0.5 for n in (board.columns, board.rows))
        places = np.stack(np.meshgrid(across, up), axis=-1)
        nodes = board.project(places.reshape(-1, 2)).reshape(places.shape)
        return cls((nodes + 0.5) * scales - 0.5, board.site_px * float(scales[0]))

    def beside(self, points: Floats, size: tuple[int, int]) -> Mask:
        """Which of some points (n, 2) of a picture of `size` (height, width) are not its own."""
        has_point = Nearest(points, size)(self.nodes)[1] < _THERE * self.step
        around = cv2.boxFilter(has_point.astype(np.float32), -1, (3, 3), normalize=False)
        own = self.nodes[has_point & (around > _OF_NINE - 0.5)]
        if not len(own):
            return np.ones(len(points), np.bool_)
        return np.asarray(Nearest(own, size)(points)[1] > _AROUND * self.step, np.bool_)
