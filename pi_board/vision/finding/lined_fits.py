"""Fits to the lines of boards of one colour, and whether one of them is a board: frames and cloths
may go on like it, and other grids do, so it must be better than those a square further.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pi_board.core.layout import Layout
from pi_board.vision.finding.fit import Fit
from pi_board.vision.finding.grid import Nodes
from pi_board.vision.finding.line_fit import PLAIN, look_at_inner, refine_lines, share_of_lines
from pi_board.vision.geometry import Array, BoardGeometry, Image, Lens, size_of
from pi_board.vision.pose import freedom_of_grid, geometry_from_points, plausible

LEAST_QUALITY = 0.59  # other grids taken for one reach 0.56
# The same where the board ends just where stones do (0.51 around what other boards hold), and
# how much better it is than a square further.
_LEAST_AROUND, _LEAST_LEAD = 0.53, 0.02
# Share of the inner lines that is seen, and of those that nothing hides, by which a board is one
# though stones and shadows hide the others. Of 20 rendered boards 18 have 0.5 and 0.94 or more, of
# those for Othello late in a game some 0.35; of 36 grids of pegs or keys none that has 0.4 of its
# lines has 0.85 of those not hidden, and of 220 pictures of other games none is found at 0.3 only.
_LEAST_INNER, _LEAST_UNHIDDEN = 0.3, 0.9
_LEAST_ROUGHLY = 0.2  # share of the lines seen before the fit: of boards it has been 0.24 or more
# Share of the lines seen a square further than a plain board, from which it is a part of a larger
# grid: of 30 rendered boards the most is 0.88, as an eighth of the lines across ends there and one
# line along is missing; of larger grids it is 1.
_GOES_ON = 0.94
_MOST_STEPS = 3  # fits a square further on, at most; two for the last to be the best


@dataclass(frozen=True, slots=True)
class LinePicture:
    """A small picture (height, width, 3), the same in grey (height, width), turned so that lines
    are dark there, and whether they are `dark` in truth.
    """

    small: Image
    grey: Array
    dark: bool


def fit_lines_at(
    image_bgr: Image, lines: LinePicture, board: BoardGeometry, lens: Lens | None
) -> Fit:
    """The fit of all lines near a board of the small picture."""
    there = board.scaled(size_of(image_bgr))
    return refine_lines(image_bgr, there, lines.dark, freedom_of_grid(lens))


def fit_around(
    image_bgr: Image,
    lines: LinePicture,
    board: BoardGeometry,
    lens: Lens | None,
    least: float = _LEAST_AROUND,
    least_lead: float = _LEAST_LEAD,
) -> Fit | None:
    """The fit to a board of the small picture, if it is good enough (`least`, or only what is
    hidden is missing) and better than those a square further: frames and cloths may go on like the
    board, other grids do.
    """
    fit = fit_lines_at(image_bgr, lines, board, lens)
    if fit.quality < least and not _only_hidden(image_bgr, lines, fit):
        return None
    beside = [other.quality for other in _beside(image_bgr, lines, board, lens)]
    return fit if fit.quality - max(beside, default=0.0) > least_lead else None


def _only_hidden(image_bgr: Image, lines: LinePicture, fit: Fit) -> bool:
    """Whether nearly all lines inside a board are seen that stones and shadows leave to be seen."""
    if fit.quality < _LEAST_INNER:
        return False
    inner = look_at_inner(image_bgr, fit.geometry, lines.dark)
    return inner.seen > _LEAST_INNER and inner.unhidden > _LEAST_UNHIDDEN


def best_beside(image_bgr: Image, lines: LinePicture, fit: Fit, lens: Lens | None) -> Fit | None:
    """The fit, or one some squares further that is plainly better: a frame may end as the board
    does. None if none of them is, or if all lines go on where a plain one should end.
    """
    size = size_of(lines.grey)
    for _ in range(_MOST_STEPS):
        if fit.quality > PLAIN:
            return None if _goes_on(lines, fit.geometry.scaled(size)) else fit
        others = _beside(image_bgr, lines, fit.geometry.scaled(size), lens)
        best = max(others, key=lambda one: one.quality, default=None)
        if best is None or best.quality < fit.quality - _LEAST_LEAD:
            return fit
        fit = max(fit, best, key=lambda one: one.quality)
    return None


def _beside(
    image_bgr: Image, lines: LinePicture, board: BoardGeometry, lens: Lens | None
) -> list[Fit]:
    """The fits to boards a square further than this one of the small picture, as far as they would
    lie in it: what is not seen speaks against none.
    """
    return [fit_lines_at(image_bgr, lines, there, lens) for there in a_square_further(board)]


def _goes_on(lines: LinePicture, board: BoardGeometry) -> bool:
    """Whether all lines are seen a square further than this board of the small picture as well."""
    return any(share_of_lines(lines.grey, one) > _GOES_ON for one in a_square_further(board))


def a_square_further(board: BoardGeometry) -> list[BoardGeometry]:
    """Boards a row or a column beside this one, as far as they lie in its picture."""
    beside = [board.shifted(*step) for step in ((1, 0), (-1, 0), (0, 1), (0, -1))]
    return [there for there in beside if there.is_in_picture]


def roughly_lined(
    lines: LinePicture, boards: Iterable[BoardGeometry], least: float = _LEAST_ROUGHLY
) -> list[BoardGeometry]:
    """Those of some boards of the small picture of whose lines more than a share is seen, most
    first.
    """
    shares = [(share_of_lines(lines.grey, board), board) for board in boards]
    seen = [one for one in shares if one[0] > least]
    return [board for _, board in sorted(seen, key=lambda one: -one[0])]


def lattice_geometry(
    lines: LinePicture, nodes: Nodes, layout: Layout, lens: Lens | None
) -> BoardGeometry | None:
    """The geometry, in the small picture, of a board with nodes where they are in the lattice, if
    there can be one.
    """
    size = size_of(lines.grey)
    known = lens.scaled(size) if lens else None
    geometry = geometry_from_points(
        nodes.lattice, nodes.points, layout.columns, layout.rows, size, known, 1.0, 1.0, 3.0
    )
    return geometry if geometry is not None and (lens or plausible(geometry)) else None
