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
from pi_board.vision.finding.line_fit import look_at_inner, refine_any_lines
from pi_board.vision.finding.lined_fits import (
    LinePicture,
    a_square_further,
    fit_lines_at,
    lattice_geometry,
    roughly_lined,
)
from pi_board.vision.finding.on_felt import BORDERS
from pi_board.vision.geometry import BoardGeometry, Floats, Image, Lens, size_of
from pi_board.vision.mixture import leads
from pi_board.vision.pose import freedom_of_grid

# Share of the squares along two sides, and along one, up to which they may be unseen, and mean nats
# by which the likeliest label of a square leads, from which a chequered board is believed. Of 685
# right boards, half of them on checked cloths, the most are 0.25 and 0.47, the least 3.0; of 19
# pieces of such cloths that seem to end 14 have 0.28 or more along two sides, the others 1.7 nats
# at most.
_TWO_SIDES, _ONE_SIDE, _READ_AT_ALL = 0.28, 0.5, 2.4
# The same nats, from which squares are seen where three fiducials say that they lie. Of 12 boards
# for Othello the least is 5.1; of 62 of other games, with squares laid over them from corner to
# corner, the most is 3.5.
_BETWEEN_FIDUCIALS = 4.2
# Share of the squares along two sides that are not seen, from which a better board is looked for.
# Of 250 boards without markers one has 0.2, two grids in a checked cloth 0.26 and 0.33.
_DOUBTFUL = 0.2
_SHIFTS = range(-3, 4)  # squares by which a grid of stones may be off
_FROM_FELT, _FROM_STONES = 4, 6  # boards of each outline and of each grid, most lines first
_TRIED = 3  # of all of these, surest first, that lines are fitted to
# Mean nats by which the likeliest label of a square leads, before and after that fit; quality of
# the fit; and share of a side that is not seen. Of 462 pictures of other games one comes near,
# tiles with 5.8, 0.5 and 0.13; four boards that are not found otherwise have 6.7, 0.48 and 0.01.
_LEAST_SURE_BEFORE, _LEAST_SURE, _LEAST_QUALITY, _MOST_UNSEEN = 3.5, 6.3, 0.4, 0.1
# The same of the one side over which fingers may be. Of 199 other pictures of other games none has
# more than 6.0 nats, whatever is seen of its sides; beside a board all of a side is unseen.
_MOST_HIDDEN = 0.3
# The same nats of the squares in sight alone, and so much for the lines inside the board that
# nothing hides and that are seen. Of 64 fits in the right place, to 25 pictures of lined boards as
# they are, noisy, dim and blurred, the least has 8.5; of nine in a wrong place, through stones, the
# most has 8.35.
_FOR_LINES, _LEAST_TOGETHER = 2.0, 8.43
# Mean nats by which the likeliest label of a square leads, and share that is not seen of the row
# beyond each side, from which a board ends where it seems to. Of 406 pictures with boards one more
# is found by that, and read whole; of 220 of other games none more.
_LEAST_ENDING, _BEYOND = 4.0, 0.3


def is_read_surely(image_bgr: Image, board: BoardGeometry, least_nats: float) -> bool:
    """Whether the squares of a board are seen on all sides, and read more surely than that: the
    likeliest label leads by so many nats on average. Stones that lie as dark squares would are not.
    """
    return _Look(image_bgr, board).is_sure(least_nats)


def is_read_surer(image_bgr: Image, one: BoardGeometry, other: BoardGeometry) -> bool:
    """Whether the squares of one board are read more surely than those of another."""
    return _Look(image_bgr, one).sureness > _Look(image_bgr, other).sureness


def are_squares(image_bgr: Image, board: BoardGeometry) -> bool:
    """Whether the squares of a chequered board are read at all, along all sides but perhaps one
    that a hand hides: a piece of checked cloth ends at something else.
    """
    look = _Look(image_bgr, board)
    *_, other, hidden = look.unseen
    return bool(other < _TWO_SIDES and hidden < _ONE_SIDE and look.sureness > _READ_AT_ALL)


def squares_seen(image_bgr: Image, board: BoardGeometry) -> bool:
    """Whether there are squares where fiducials say that a board lies; hands may hide some."""
    return _Look(image_bgr, board).sureness > _BETWEEN_FIDUCIALS


def ends_there(image_bgr: Image, board: BoardGeometry) -> bool:
    """Whether squares of a board are seen along all its sides, and not nearly all of a row beyond
    any: its lines do not tell where it ends if the frame around it looks like one more of them.
    """
    if not board.is_in_picture:
        return False
    here, further = _Look(image_bgr, board), a_square_further(board)
    if here.unseen[-1] >= _MOST_UNSEEN or here.sureness < _LEAST_ENDING or not further:
        return False
    return all(_unseen_beyond(image_bgr, board, other) >= _BEYOND for other in further)


def _unseen_beyond(image_bgr: Image, board: BoardGeometry, further: BoardGeometry) -> float:
    """The share that is not seen of the squares that `further` has and `board` has not."""
    there = board.unproject(further.project(further.site_centres))
    beyond = ((there < 0) | (there > (board.columns, board.rows))).any(axis=1)
    return float(opinions_on_squares(image_bgr, further).covered[beyond].mean())


def judged(image_bgr: Image, fit: Fit, lens: Lens | None) -> tuple[Fit, bool] | None:
    """The fit, or a better one beside it (see `_surest`), and whether most squares are seen along
    three sides: a hand may hide the other. None if hardly any are read, as in a checked cloth: of
    120 right fits the least sure leads by 3.3 nats.
    """
    best, look = _surest(image_bgr, fit, lens)
    if look.sureness < _READ_AT_ALL:
        return None
    return best, bool(look.unseen[-2] < _DOUBTFUL)


def _surest(image_bgr: Image, fit: Fit, lens: Lens | None) -> tuple[Fit, _Look]:
    """The fit, or the better one of a square beside it, if the network is surer of the squares
    there; and what it says of them.

    In 33 pictures of boards found by their lines it is less sure of the squares beside them, by 0.3
    nats at least; where a frame was taken for a row of squares, with letters on it even, it is
    surer there by more than one.
    """
    here = _Look(image_bgr, fit.geometry)
    beside = [_Look(image_bgr, board) for board in a_square_further(fit.geometry)]
    surest = max([here, *beside], key=lambda look: look.sureness)
    if surest is not here:
        freedom = freedom_of_grid(lens)
        best = refine_any_lines(image_bgr, surest.board, freedom)
        # the quality of a fit that stones or felt tell is no share of its lines
        least = max(fit.quality, refine_any_lines(image_bgr, fit.geometry, freedom).quality)
        if best.geometry.is_in_picture and best.quality >= least:
            there = _Look(image_bgr, best.geometry)
            if there.unseen[-1] < _MOST_UNSEEN:
                return best, there
    return fit, here


def recognised(
    image_bgr: Image,
    lines: LinePicture,
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
        (_Look(image_bgr, board.scaled(size)).sureness, board)
        for count, boards in suggested
        for board in roughly_lined(lines, (b for b in boards if b.is_in_picture), least=0.0)[:count]
    ]
    best, most = None, _LEAST_SURE
    for before, board in sorted(sure, key=lambda one: -one[0])[:_TRIED]:
        if before < _LEAST_SURE_BEFORE:
            break
        fit, after = _surest(image_bgr, fit_lines_at(image_bgr, lines, board, lens), lens)
        if fit.quality < _LEAST_QUALITY or not fit.geometry.is_in_picture:
            continue
        inner = look_at_inner(image_bgr, fit.geometry, lines.dark)
        if after.in_sight + _FOR_LINES * inner.unhidden < _LEAST_TOGETHER:
            continue
        if after.is_sure(most):
            best, most = fit, after.sureness
    return best


class _Look:
    """What the network says of a `board`: `unseen`, the share (4) of squares along each of its
    sides that it does not see, as they are hidden or none, the least first; `sureness`, by how many
    nats, on average, the likeliest label of a square leads, and of a square `in_sight`.
    """

    def __init__(self, image_bgr: Image, board: BoardGeometry) -> None:
        self.board = board
        said = opinions_on_squares(image_bgr, board)
        squares = said.covered.reshape(board.rows, board.columns)
        sides = squares[0], squares[-1], squares[:, 0], squares[:, -1]
        self.unseen: Floats = np.sort([side.mean() for side in sides])
        lead = leads(said.logs)
        self.sureness = float(lead.mean())
        self.in_sight = float(lead[~said.hidden].mean()) if not said.hidden.all() else 0.0

    def is_sure(self, least_nats: float) -> bool:
        """Whether all sides are seen, one of them perhaps under fingers, and the squares are read
        more surely than that.
        """
        *_, other, hidden = self.unseen
        are_seen = other < _MOST_UNSEEN and hidden < _MOST_HIDDEN
        return bool(are_seen and self.sureness > least_nats)
