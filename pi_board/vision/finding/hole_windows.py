"""Where a board of holes ends: which window of a larger field of holes, or what looks like holes,
is the board, and by how much.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pi_board.vision.cold.trained import BEYOND, Places
from pi_board.vision.finding.lattice import window_means
from pi_board.vision.geometry import BoardGeometry, Floats

_DOUBT = 0.03  # probability that what a network says of a place is wrong altogether


@dataclass(frozen=True, slots=True)
class Window:
    """Places of a field around a board that may be the board: `columns` x `rows` places as they lie
    there, the first of them at (x, y) of the board looked at; `lying` if columns and rows of the
    board are changed.
    """

    x: int
    y: int
    columns: int
    rows: int
    lying: bool

    @property
    def is_own(self) -> bool:
        """Whether it is the board that was looked at."""
        return self.x == self.y == 0 and not self.lying

    @property
    def centres(self) -> Floats:
        """Middles (n, 2) of its places, on the board looked at, row by row."""
        x, y = np.meshgrid(np.arange(self.columns), np.arange(self.rows))
        corners = np.stack([x + self.x, y + self.y], axis=-1).reshape(-1, 2)
        return np.asarray(corners + 0.5, np.float64)

    def of(self, values: Floats) -> Floats:
        """The part (n, ...) of values for all the field (rows, columns, ...), row by row."""
        return values[self._slices].reshape(self.rows * self.columns, *values.shape[2:])

    def outside(self, other: Window, values: Floats) -> float:
        """The sum of values (rows, columns), for all the field, at its places that another window
        does not have.
        """
        values = values.copy()
        values[other._slices] = 0.0
        return float(self.of(values).sum())

    @property
    def _slices(self) -> tuple[slice, slice]:
        """Rows and columns of the field."""
        top, left = self.y + BEYOND, self.x + BEYOND
        return slice(top, top + self.rows), slice(left, left + self.columns)

    def board(self, geometry: BoardGeometry) -> BoardGeometry:
        """The geometry of the window, given that of the board looked at."""
        if self.is_own:
            return geometry
        moved = geometry.resized(self.columns, self.rows).shifted(self.x, self.y)
        return moved.rotated(1) if self.lying else moved


def windows(
    places: Places, columns: int, rows: int, *, across: bool = True
) -> tuple[list[Window], Floats]:
    """All windows of a field in which a board fits, also lying `across` if it may, the likeliest
    first, and their log-likelihoods (n) beside no board at all.
    """
    hidden = 0.5 * (1.0 - places.holes - places.nothing) + _DOUBT
    ratio = np.log((places.holes + hidden) / (places.nothing + hidden))
    found: list[Window] = []
    likelihoods: list[float] = []
    for lying in (False, True) if across else (False,):
        wide, high = (rows, columns) if lying else (columns, rows)
        sums = window_means(ratio, high, wide) * (high * wide)
        for (j, i), likelihood in np.ndenumerate(sums):
            found.append(Window(i - BEYOND, j - BEYOND, wide, high, lying))
            likelihoods.append(float(likelihood))
    order = np.argsort(likelihoods)[::-1]
    return [found[k] for k in order], np.array(likelihoods)[order]
