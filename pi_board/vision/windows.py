"""Which window of an endless grid is the board?

All edges between squares are looked at, some squares further than the board can reach: inside the
board they are there, beyond it they are not, and along its border they may be. The window that
explains this best is the board, if it leads clearly and no other size explains it far better.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pi_board.vision.geometry import BoardGeometry, Floats, NotFound

AROUND = 4  # squares beyond the first guess that are looked at
PRESENT, FLAT, OTHER, UNSEEN = range(4)

_LEAST_LEAD = 6.0  # log-likelihood by which the board must lead the next window
_USUAL_SIZE = 15.0  # log-odds of a board of the wanted size against one of any other

Indices = npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Edges:
    """What is at the edges of squares, on the board and `AROUND` squares further.

    Arrays (row, column) for the edge left of a square and the edge below it, of `PRESENT`, `FLAT`
    (nothing but one colour there), `OTHER` (a hand, a stone, writing), `UNSEEN` (not in the
    picture).
    """

    left: Indices
    below: Indices


@dataclass(frozen=True, slots=True)
class Chances:
    """How often an edge is PRESENT, FLAT or OTHER inside the board, on its border, and beyond."""

    inside: tuple[float, float, float]
    border: tuple[float, float, float]
    beyond: tuple[float, float, float]

    def log_ratios(self) -> tuple[Floats, Floats]:
        """Log-likelihood ratios against beyond, for inside and border; UNSEEN says nothing."""
        beyond = np.array([*self.beyond, 1.0])
        inside, border = np.array([*self.inside, 1.0]), np.array([*self.border, 1.0])
        return np.log(inside / beyond), np.log(border / beyond)


def widened(geometry: BoardGeometry) -> BoardGeometry:
    """The same grid `AROUND` squares further on all sides."""
    wide = geometry.shifted(-AROUND, -AROUND)
    return wide.resized(geometry.columns + 2 * AROUND, geometry.rows + 2 * AROUND)


def choose_window(
    edges: Edges, columns: int, rows: int, chances: Chances
) -> tuple[int, int] | NotFound:
    """How far (x, y) in squares the board's origin is from the first guess's."""
    scores = _window_scores(edges, columns, rows, chances)
    best = int(scores.argmax())
    y, x = divmod(best, scores.shape[1])
    lead = float(scores.flat[best] - np.delete(scores, best).max())
    if _share_present(edges, columns, rows, x, y) < 0.5:
        return NotFound("what looks like a grid of squares is no whole board")
    other = _likeliest_size(edges, chances)
    if other[0] > scores.flat[best] + _USUAL_SIZE and other[1:] != (columns, rows):
        return NotFound(f"there is a grid of {other[1]} by {other[2]} squares instead of the board")
    if lead < _LEAST_LEAD:
        return NotFound("the grid of squares has no clear end: which part is the board?")
    return x - AROUND, y - AROUND


def _window_scores(edges: Edges, columns: int, rows: int, chances: Chances) -> Floats:
    """Log-likelihood of every columns x rows window, by its origin (y, x), up to a constant."""
    inside, border = chances.log_ratios()
    left, below = _sums(inside[edges.left]), _sums(inside[edges.below])
    # One line more on the far sides, so that the lines beyond the last square have a place.
    side = _sums(np.pad(border[edges.left], ((0, 0), (0, 1))))
    base = _sums(np.pad(border[edges.below], ((0, 1), (0, 0))))
    high, wide = edges.left.shape[0] - rows + 1, edges.left.shape[1] - columns + 1
    y, x = np.meshgrid(np.arange(high), np.arange(wide), indexing="ij")
    scores = _box(left, x + 1, y, columns - 1, rows) + _box(below, x, y + 1, columns, rows - 1)
    scores += _box(side, x, y, 1, rows) + _box(side, x + columns, y, 1, rows)
    scores += _box(base, x, y, columns, 1) + _box(base, x, y + rows, columns, 1)
    return np.asarray(scores, np.float64)


def _sums(values: Floats) -> Floats:
    """Sums of all values above and to the left of each place (a summed-area table)."""
    return np.asarray(np.pad(values, ((1, 0), (1, 0))).cumsum(axis=0).cumsum(axis=1))


def _box(sums: Floats, x: Indices, y: Indices, wide: int, high: int) -> Floats:
    """Sums over boxes of wide x high values with their first corner at (x, y)."""
    return np.asarray(sums[y + high, x + wide] - sums[y, x + wide] - sums[y + high, x] + sums[y, x])


def _likeliest_size(edges: Edges, chances: Chances) -> tuple[float, int, int]:
    """Log-likelihood, columns and rows of the rectangle of squares that explains the edges best."""
    sizes = range(5, min(edges.left.shape) - 1)
    scores = (
        (float(_window_scores(edges, c, r, chances).max()), c, r) for c in sizes for r in sizes
    )
    return max(scores)


def _share_present(edges: Edges, columns: int, rows: int, x: int, y: int) -> float:
    """Share of a window's inner edges that are present, unseen ones counting as absent."""
    left = edges.left[y : y + rows, x + 1 : x + columns] == PRESENT
    below = edges.below[y + 1 : y + rows, x : x + columns] == PRESENT
    return float((left.sum() + below.sum()) / (left.size + below.size))
