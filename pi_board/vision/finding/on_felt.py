"""Boards of one colour by the felt they are made of, seen as a whole however much stands on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from pi_board.core.layout import Layout
from pi_board.vision.finding.felt import felts, within
from pi_board.vision.finding.fit import Fit
from pi_board.vision.finding.grid import Nodes
from pi_board.vision.finding.line_fit import share_of_lines
from pi_board.vision.finding.lined_fits import (
    LEAST_QUALITY,
    LinePicture,
    fit_around,
    lattice_geometry,
    roughly_lined,
)
from pi_board.vision.finding.stone_grids import CROWDED
from pi_board.vision.geometry import BoardGeometry, Image, Lens, corners_of, size_of
from pi_board.vision.pose import geometry_from_points, plausible

# Of the usual focal length: four corners tell it badly, and felt of which a row is cut off looks as
# if a longer lens squeezed it.
_LONGEST = 2.0
_LEAST_LEAD = 0.01  # quality by which a board is better than a square further
BORDERS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0, 1.3)  # sites that felt may go on around a board
_OFF_SITES = 1.0  # that corners of such a board may lie from where felt's are seen
# The widest border of a board that stones and felt tell: with a wider one it may be the middle of a
# larger board, as nothing says where its lines end.
_MOST_BORDER = 0.7
_STRAY_SITES = 0.35  # that its corners may lie from where stones' tops put them
# Share of the lines seen on a board that stones and felt tell. Of 323 pictures of other games one
# comes so far, with 0.20; a board whose lines hardly show has 0.28.
_LEAST_SEEN = 0.24


def outlines_of_felt(
    lines: LinePicture, layout: Layout, lens: Lens | None
) -> Iterator[BoardGeometry]:
    """Boards of the small picture that reach to where felt ends."""
    size = size_of(lines.grey)
    columns, rows = layout.columns, layout.rows
    known, at = lens.scaled(size) if lens else None, corners_of(columns, rows)
    for corners in felts(lines.small):
        # four corners are all that is known: none may be left out, as crossings of a lattice may
        outer = geometry_from_points(at, corners, columns, rows, size, known)
        if outer is None or not (lens or plausible(outer, _LONGEST)):
            continue
        off = np.linalg.norm(np.array(outer.corners_px) - corners, axis=1).max()
        if off < _OFF_SITES * outer.site_px:  # else it is no square that one sees, or behind one
            yield outer


def on_felt(
    image_bgr: Image, lines: LinePicture, outlines: list[BoardGeometry], lens: Lens | None
) -> Fit | None:
    """The fit to a board whose felt is seen as a whole, however much stands on it."""
    for outer in outlines:
        boards = roughly_lined(lines, [within(outer, border) for border in BORDERS])
        if not boards:
            continue
        fit = fit_around(image_bgr, lines, boards[0], lens, LEAST_QUALITY, _LEAST_LEAD)
        if fit is not None:
            return fit
    return None


def around_stones(
    image_bgr: Image,
    lines: LinePicture,
    outlines: list[BoardGeometry],
    grids: Iterable[tuple[Nodes, float]],
    layout: Layout,
    lens: Lens | None,
) -> Fit | None:
    """A board whose felt ends where stones that lie in one of some `grids` (see `stone_grids`) say
    it does, though hardly a line is seen: a fit to these would stray.
    """
    size = size_of(image_bgr)
    for nodes, merit in grids if outlines else ():
        grid = lattice_geometry(lines, nodes, layout, lens) if merit > CROWDED else None
        if grid is None:
            continue
        for outer in outlines:
            board = of_squares(grid, outer)
            if board is not None and board.is_in_picture:
                seen = share_of_lines(lines.grey, board)
                if seen > _LEAST_SEEN:
                    return Fit(board.scaled(size), seen)
    return None


def of_squares(grid: BoardGeometry, outer: BoardGeometry) -> BoardGeometry | None:
    """The board whose squares are those of `grid`, or some further, and whose border, if it has
    one, reaches to the corners of `outer`; None: there is no such board.
    """
    size = np.array((grid.columns, grid.rows))
    corners = grid.unproject(np.array(outer.corners_px))
    middle = corners.mean(axis=0)
    border = max(0.0, float((np.abs(corners - middle) - size / 2).mean()))
    board = np.rint(middle - size / 2) + size / 2
    off = corners - board - np.sign(corners - middle) * (size / 2 + border)
    fits = border < _MOST_BORDER and np.abs(off).max() < _STRAY_SITES
    return within(outer, border) if fits else None
