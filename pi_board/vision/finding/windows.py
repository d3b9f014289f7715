"""Which window of an endless grid is the board?

All edges between squares are looked at, some squares further than the board can reach: inside the
board they are there, beyond it they are not, and along its border they may be. The window that
explains this best is the board, if it leads clearly and no other size explains it far better.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pi_board.core.message import message
from pi_board.vision.geometry import Floats, Indices, NotFound

AROUND = 4  # squares beyond the first guess that are looked at
PRESENT, FLAT, OTHER, UNSEEN = range(4)

_THERE = 0.4  # of the usual strength: the median along an edge that is PRESENT
_LEAST_LEAD = 12.0  # log-likelihood by which the board must lead the next window
NO_CLEAR_END = message("the grid of squares has no clear end")
OTHER_SQUARES = message("The picture shows more or fewer squares than the game has.")
OUT_OF_PICTURE = message("what looks like a board reaches out of the picture")
_MOST_RIVALS = 4
_CUT_OFF = 0.2  # how likely an edge inside the board is not in the picture, beside one beyond it
_USUAL_SIZE = 15.0  # log-odds of a board of the wanted size against one of any other
# Share of the edges in sight just beyond a side of a board, of two or more, from which its squares
# go on there. Of 685 right boards, half of them on checked cloths, none has more than 0.57; of 93
# wrong ones, nearly all of such cloth, 73 have.
_GOES_ON = 0.6
_REGULAR = 0.6  # share of the edges present from which something beside the board continues it
# The same from which both are surely another board. Of 55 painted boards of other sizes all have
# 0.99 or more; larger grids seen by chance in the lines and stones of any board have 0.78 at most.
_SURE = 0.9

Window = tuple[int, int, int, int]  # columns, rows, and the origin (x, y)


@dataclass(frozen=True, slots=True)
class Edges:
    """What is at the edges of squares, on the board and `AROUND` squares further.

    Arrays (row, column) for the edge left of a square and the edge below it, of `PRESENT`, `FLAT`
    (nothing but one colour there), `OTHER` (a hand, a stone, writing), `UNSEEN` (not in the
    picture).
    """

    left: Indices
    below: Indices


def edge_states(strength: Floats, greatest: Floats, flat: float) -> Indices:
    """PRESENT, FLAT, OTHER or UNSEEN for edges (row, column), from some places along each (places,
    row, column): the strength there and the greatest near it, 1 being usual, NaN out of the
    picture. FLAT: the greatest is below `flat` in all of them.
    """
    state = np.where((greatest < flat).all(axis=0), FLAT, OTHER)
    state = np.where(np.median(strength, axis=0) > _THERE, PRESENT, state)
    return np.where(np.isnan(greatest).any(axis=0), UNSEEN, state)


@dataclass(frozen=True, slots=True)
class Chances:
    """How often an edge is PRESENT, FLAT or OTHER inside the board, on its border, and beyond."""

    inside: tuple[float, float, float]
    border: tuple[float, float, float]
    beyond: tuple[float, float, float]

    def log_ratios(self) -> tuple[Floats, Floats]:
        """Log-likelihood ratios against beyond, for inside and border. UNSEEN says that no board
        goes on there: people take pictures of all of it. Of a border it says nothing.
        """
        beyond = np.array([*self.beyond, 1.0])
        inside, border = np.array([*self.inside, _CUT_OFF]), np.array([*self.border, 1.0])
        return np.log(inside / beyond), np.log(border / beyond)


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
    if not _is_whole(edges, (columns, rows, x, y)):
        if _reaches_out(edges, (columns, rows, x, y)):
            return NotFound(OUT_OF_PICTURE)
        return NotFound(message("what looks like a grid of squares is no whole board"))
    score, surface = sums.likeliest_surface()
    if score > best + _USUAL_SIZE and surface[:2] != (columns, rows):
        another = _another_grid(edges, (columns, rows, x, y), surface)
        if another is not None:
            return another
    close = [int(k) for k in order if scores.flat[k] > best - _LEAST_LEAD]
    places = [divmod(k, scores.shape[1]) for k in close]
    likely = places if len(places) <= _MOST_RIVALS else []
    ending = [(x, y) for y, x in likely if not _goes_on(edges, (columns, rows, x, y))]
    if not ending:
        cut = any(_reaches_out(edges, (columns, rows, x, y)) for y, x in places)
        return NotFound(OUT_OF_PICTURE if cut else NO_CLEAR_END)
    return tuple((x - AROUND, y - AROUND) for x, y in ending)


def _another_grid(edges: Edges, board: Window, surface: Window) -> NotFound | None:
    """Why a window is no board where a grid of another size is likelier, if that continues it."""
    around = _share_around(edges, board, surface)
    if around <= _REGULAR:
        return None
    cut_off = _is_cut_off(edges, surface)
    if surface[0] <= board[0] and surface[1] <= board[1] and cut_off:
        return NotFound(OUT_OF_PICTURE)
    return NotFound(
        message(
            "there is a grid of {across} by {up} squares instead of the board",
            across=surface[0], up=surface[1],
        ),
        # a board that is cut off may seem to go on
        OTHER_SQUARES if around > _SURE and not cut_off else None,
    )  # fmt: skip


def likeliest_ending(
    edges: Edges, columns: int, rows: int, chances: Chances
) -> tuple[int, int] | None:
    """The likeliest window, as by `choose_windows`, if it ends on all sides, whatever larger
    surface the edges around may show.
    """
    scores = _Sums.of(edges, chances).scores(columns, rows)
    y, x = divmod(int(scores.argmax()), scores.shape[1])
    window = columns, rows, x, y
    ends = _is_whole(edges, window) and not _goes_on(edges, window)
    return (x - AROUND, y - AROUND) if ends else None


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

    def likeliest_surface(self) -> tuple[float, Window]:
        """Log-likelihood of what explains the edges best, and where it is.

        Boards of any size are square; floors and cloths may also be cut off anywhere.
        """
        sizes = range(5, min(self.left.shape) - 2)
        usual = ((c, r) for c in sizes for r in sizes if c == r or min(c, r) > 7)
        scored = ((self.scores(c, r), c, r) for c, r in usual)
        scores, columns, rows = max(scored, key=lambda one: float(one[0].max()))
        y, x = divmod(int(scores.argmax()), scores.shape[1])
        return float(scores.max()), (columns, rows, x, y)


def _table(values: Floats) -> Floats:
    """Sums of all values above and to the left of each place."""
    return np.asarray(np.pad(values, ((1, 0), (1, 0))).cumsum(axis=0).cumsum(axis=1), np.float64)


def _boxes(table: Floats, wide: int, high: int) -> Floats:
    """Sums over all boxes of wide x high values, by their first corner."""
    return np.asarray(
        table[high:, wide:] - table[:-high, wide:] - table[high:, :-wide] + table[:-high, :-wide],
        np.float64,
    )


def _count(edges: Edges, window: Window) -> tuple[int, int]:
    """How many of a window's inner edges are present, and of how many; unseen ones are absent."""
    columns, rows, x, y = window
    left = edges.left[y : y + rows, x + 1 : x + columns] == PRESENT
    below = edges.below[y + 1 : y + rows, x : x + columns] == PRESENT
    return int(left.sum() + below.sum()), left.size + below.size


def _is_whole(edges: Edges, window: Window) -> bool:
    """Whether half of a window's inner edges or more are present."""
    present, inner = _count(edges, window)
    return present >= 0.5 * inner


def _reaches_out(edges: Edges, window: Window) -> bool:
    """Whether more of a window's inner edges than a column has are not in the picture."""
    columns, rows, x, y = window
    left = edges.left[y : y + rows, x + 1 : x + columns]
    below = edges.below[y + 1 : y + rows, x : x + columns]
    return int((left == UNSEEN).sum() + (below == UNSEEN).sum()) > max(columns, rows)


def _beyond(edges: Edges, window: Window) -> list[Indices]:
    """The edges between the squares just beyond each of a window's sides."""
    columns, rows, x, y = window
    # beyond what is looked at nothing is known to be out of the picture
    left, below = (np.pad(part, 1, constant_values=OTHER) for part in (edges.left, edges.below))
    along, up = slice(x + 2, x + 1 + columns), slice(y + 2, y + 1 + rows)
    return [below[up, x], below[up, x + 1 + columns], left[y, along], left[y + 1 + rows, along]]


def _is_cut_off(edges: Edges, window: Window) -> bool:
    """Whether most edges just beyond one of a window's sides are not in the picture."""
    return any(bool((side == UNSEEN).mean() > 0.5) for side in _beyond(edges, window))


def share_beyond(edges: Edges, columns: int, rows: int, x: int, y: int) -> float:
    """Share of the edges in sight that are present, of those beyond a window of so many squares, so
    far from the first guess.
    """
    left, below = edges.left.copy(), edges.below.copy()
    x, y = x + AROUND, y + AROUND
    left[y : y + rows, x : x + columns + 1] = below[y : y + rows + 1, x : x + columns] = UNSEEN
    seen = np.concatenate([part[part != UNSEEN] for part in (left, below)])
    return float((seen == PRESENT).mean()) if len(seen) else 0.0


def _goes_on(edges: Edges, window: Window) -> bool:
    """Whether a window's squares go on beyond one of its sides, as those of a cloth do."""
    seen = [side[side != UNSEEN] for side in _beyond(edges, window)]
    return any(len(side) > 1 and bool((side == PRESENT).mean() > _GOES_ON) for side in seen)


def _share_around(edges: Edges, board: Window, surface: Window) -> float:
    """Share of a surface's inner edges that are present where the board is not; 1 if nowhere.

    A chequered cloth shows edges in such places too, but not all of them.
    """
    x, y = max(board[2], surface[2]), max(board[3], surface[3])
    right = min(board[0] + board[2], surface[0] + surface[2])
    top = min(board[1] + board[3], surface[1] + surface[3])
    shared = _count(edges, (right - x, top - y, x, y)) if right > x and top > y else (0, 0)
    present, inner = _count(edges, surface)
    return (present - shared[0]) / (inner - shared[1]) if inner > shared[1] else 1.0
