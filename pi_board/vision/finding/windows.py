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

_LEAST_LEAD = 12.0  # log-likelihood by which the board must lead the next window
NO_CLEAR_END = "the grid of squares has no clear end: which part is the board?"
_MOST_RIVALS = 4
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


def choose_windows(
    edges: Edges, columns: int, rows: int, chances: Chances
) -> tuple[tuple[int, int], ...] | NotFound:
    """How far (x, y) in squares the board's origin is from the first guess's, likeliest first.

    More than one only if a hand or the picture's edge hides where the board ends.
    """
    sums = _Sums.of(edges, chances)
    scores = sums.scores(columns, rows)
    order = np.argsort(-scores, axis=None)
    best = float(scores.flat[order[0]])
    y, x = divmod(int(order[0]), scores.shape[1])
    if _share_present(edges, columns, rows, x, y) < 0.5:
        return NotFound("what looks like a grid of squares is no whole board")
    other = sums.likeliest_size()
    if other[0] > best + _USUAL_SIZE and other[1:] != (columns, rows):
        return NotFound(f"there is a grid of {other[1]} by {other[2]} squares instead of the board")
    close = [int(k) for k in order if scores.flat[k] > best - _LEAST_LEAD]
    if len(close) > _MOST_RIVALS:
        return NotFound(NO_CLEAR_END)
    places = (divmod(k, scores.shape[1]) for k in close)
    return tuple((x - AROUND, y - AROUND) for y, x in places)


@dataclass(frozen=True, slots=True)
class _Sums:
    """Summed-area tables of log-likelihood ratios: of edges inside a board, and on its border."""

    left: Floats
    below: Floats
    side: Floats
    base: Floats

    @classmethod
    def of(cls, edges: Edges, chances: Chances) -> _Sums:
        inside, border = chances.log_ratios()
        # One line more on the far sides, so that lines beyond the last square have a place.
        side = np.pad(border[edges.left], ((0, 0), (0, 1)))
        base = np.pad(border[edges.below], ((0, 1), (0, 0)))
        return cls(*(_table(v) for v in (inside[edges.left], inside[edges.below], side, base)))

    def scores(self, columns: int, rows: int) -> Floats:
        """Log-likelihood of every columns x rows window, by its origin (y, x), up to a constant."""
        high, wide = self.left.shape[0] - rows, self.left.shape[1] - columns
        total = _boxes(self.left, columns - 1, rows)[:high, 1 : 1 + wide]
        total = total + _boxes(self.below, columns, rows - 1)[1 : 1 + high, :wide]
        sides, bases = _boxes(self.side, 1, rows), _boxes(self.base, columns, 1)
        total = total + sides[:high, :wide] + sides[:high, columns : columns + wide]
        total = total + bases[:high, :wide] + bases[rows : rows + high, :wide]
        return np.asarray(total, np.float64)

    def likeliest_size(self) -> tuple[float, int, int]:
        """Log-likelihood, columns and rows of the surface that explains the edges best.

        Boards of any size are square; floors and cloths may also be cut off anywhere.
        """
        sizes = range(5, min(self.left.shape) - 2)
        usual = ((c, r) for c in sizes for r in sizes if c == r or min(c, r) > 7)
        return max((float(self.scores(c, r).max()), c, r) for c, r in usual)


def _table(values: Floats) -> Floats:
    """Sums of all values above and to the left of each place."""
    return np.asarray(np.pad(values, ((1, 0), (1, 0))).cumsum(axis=0).cumsum(axis=1), np.float64)


def _boxes(table: Floats, wide: int, high: int) -> Floats:
    """Sums over all boxes of wide x high values, by their first corner."""
    return np.asarray(
        table[high:, wide:] - table[:-high, wide:] - table[high:, :-wide] + table[:-high, :-wide],
        np.float64,
    )


def _share_present(edges: Edges, columns: int, rows: int, x: int, y: int) -> float:
    """Share of a window's inner edges that are present, unseen ones counting as absent."""
    left = edges.left[y : y + rows, x + 1 : x + columns] == PRESENT
    below = edges.below[y + 1 : y + rows, x : x + columns] == PRESENT
    return float((left.sum() + below.sum()) / (left.size + below.size))
