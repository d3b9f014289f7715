"""Boards of one colour judged by a network that has learnt to read squares.

Lines tell where a grid is, but not always where it ends, and some hardly show. Where no squares
are, the network mostly says that something hides them, and beside their places it is hardly sure of
any; but hands hide squares too, and a plain frame may look like some.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from pi_board.core.layout import Layout
from pi_board.vision.cold.trained import opinions_on_squares
from pi_board.vision.finding.felt import within
from pi_board.vision.finding.fit import Fit
from pi_board.vision.finding.grid import Nodes
from pi_board.vision.finding.line_fit import refine_lines, share_of_lines
from pi_board.vision.finding.lined_fits import Lines, fit_lines_at, lattice_geometry
from pi_board.vision.finding.on_felt import BORDERS
from pi_board.vision.geometry import BoardGeometry, Floats, Image, Lens, size_of
from pi_board.vision.mixture import leads
from pi_board.vision.pose import freedom_of_grid

# Share of the squares along a side that are not seen, from which the side is none of the board's.
# Of 250 boards without markers, some of them under hands, none has 0.38; where a frame was taken
# for a row of squares it is 0.7 and more. (An arm along a side hides as many.) And the same along
# two sides, from which a better board is looked for: one of the 250 has 0.2, two grids in a checked
# cloth 0.26 and 0.33.
_NONE_SEEN, _DOUBTFUL = 0.5, 0.2
_INWARDS = (0, 1), (0, -1), (1, 0), (-1, 0)  # from each side
_SHIFTS = range(-3, 4)  # squares by which a grid of stones may be off
_FROM_FELT, _FROM_STONES = 4, 6  # boards of each outline and of each grid, most lines first
_TRIED = 3  # of all of these, surest first, that lines are fitted to
# Mean nats by which the likeliest label of a square leads, before and after that fit; quality of
# the fit; and share of a side that is not seen. Of 331 pictures of other things one comes near,
# tiles with 5.8, 0.5 and 0.13; four boards that are not found otherwise have 6.7, 0.48 and 0.01.
_LEAST_SURE_BEFORE, _LEAST_SURE, _LEAST_QUALITY, _MOST_UNSEEN = 3.5, 6.3, 0.4, 0.1

# The same out of focus. Of 24 boards, each blurred by 3 and by 5 pixels, 32 pictures of 48 are
# found with it, 27 without, none more than 0.06 sites off. Stones on lined boards, where they seem
# to be squares with as much of corners, have 2.9 at most.
_SURE_OUT_OF_FOCUS = 3.8


def is_read_surely(image_bgr: Image, board: BoardGeometry) -> bool:
    """Whether the squares of a board out of focus are seen on all sides, and read as surely as no
    stones that lie as dark squares would.
    """
    seen = _unseen_along_sides(image_bgr, board).max() < _MOST_UNSEEN
    return bool(seen and _sureness(image_bgr, board) > _SURE_OUT_OF_FOCUS)


def judged(image_bgr: Image, fit: Fit, lens: Lens | None) -> tuple[Fit, bool]:
    """The fit, or if no squares are seen along one side of it, a better one that begins a square
    further in; and whether most squares are seen along three sides: a hand may hide the other.
    """
    unseen = _unseen_along_sides(image_bgr, fit.geometry)
    if unseen.max() >= _NONE_SEEN:
        beside = fit.geometry.shifted(*_INWARDS[int(unseen.argmax())])
        ways = [
            refine_lines(image_bgr, beside, dark, freedom_of_grid(lens)) for dark in (True, False)
        ]
        best = max(ways, key=lambda way: way.quality)
        if best.geometry.is_in_picture and best.quality >= fit.quality:
            further_in = _unseen_along_sides(image_bgr, best.geometry)
            if further_in.max() < _MOST_UNSEEN:
                return best, True
    return fit, bool(np.sort(unseen)[-2] < _DOUBTFUL)


def recognised(
    image_bgr: Image,
    lines: Lines,
    outlines: Iterable[BoardGeometry],
    grids: Iterable[tuple[Nodes, float]],
    layout: Layout,
    lens: Lens | None,
) -> Fit | None:
    """The surest read of the boards, if it is sure, that felt of some `outlines` and stones in some
    `grids` (see `stone_grids`) suggest, though too few lines are seen to tell.
    """
    size = size_of(image_bgr)
    suggested = [(_FROM_FELT, [within(outer, b) for b in BORDERS]) for outer in outlines]
    for nodes, _ in grids:
        grid = lattice_geometry(lines, nodes, layout, lens)
        if grid is not None:
            suggested.append((_FROM_STONES, [grid.shifted(x, y) for x in _SHIFTS for y in _SHIFTS]))
    sure = [
        (_sureness(image_bgr, board.scaled(size)), board)
        for count, boards in suggested
        for board in _most_lined(lines, boards)[:count]
    ]
    best, most = None, _LEAST_SURE
    for before, board in sorted(sure, key=lambda one: -one[0])[:_TRIED]:
        if before < _LEAST_SURE_BEFORE:
            break
        fit, _ = judged(image_bgr, fit_lines_at(image_bgr, lines, board, lens), lens)
        if fit.quality < _LEAST_QUALITY or not fit.geometry.is_in_picture:
            continue
        after = _sureness(image_bgr, fit.geometry)
        if after > most and _unseen_along_sides(image_bgr, fit.geometry).max() < _MOST_UNSEEN:
            best, most = fit, after
    return best


def _most_lined(lines: Lines, boards: Iterable[BoardGeometry]) -> list[BoardGeometry]:
    """Those of some boards of the small picture that lie in it, most of their lines seen first."""
    inside = [board for board in boards if board.is_in_picture]
    return sorted(inside, key=lambda board: -share_of_lines(lines.grey, board))


def _sureness(image_bgr: Image, board: BoardGeometry) -> float:
    """By how much, on average, the likeliest label of a square leads, in nats."""
    return float(leads(opinions_on_squares(image_bgr, board).logs).mean())


def _unseen_along_sides(image_bgr: Image, board: BoardGeometry) -> Floats:
    """The share (4) of squares along the sides (row 1, the last one, file a, the last one) that a
    network does not see: they are hidden, or none.
    """
    covered = opinions_on_squares(image_bgr, board).covered
    squares = covered.reshape(board.rows, board.columns)
    sides = squares[0], squares[-1], squares[:, 0], squares[:, -1]
    return np.array([side.mean() for side in sides])
