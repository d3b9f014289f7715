"""Finding a board of one colour whose squares are parted by drawn or cut lines (an Othello board).

Where lines cross, the brightness curves the same way in all directions; two crossings are joined
when a line runs between them. The rest is as with chequered boards, only that the border is a line
too; the fit is `line_fit`'s. On crowded boards stones hide most of the lines, but they lie in the
same grid themselves.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from math import inf

import cv2
import numpy as np

from pi_board.core.layout import Layout
from pi_board.vision.finding.coordinates import clearest
from pi_board.vision.finding.felt import felts, within
from pi_board.vision.finding.fit import Fit
from pi_board.vision.finding.grid import (
    Crossings,
    Joins,
    Nodes,
    lattices,
    log_grey,
    strongest_peaks,
    values_at,
)
from pi_board.vision.finding.line_fit import (
    CHUNKS,
    line_probes,
    look_at_inner,
    measured,
    refine_lines,
    share_of_lines,
)
from pi_board.vision.finding.rounds import round_windows
from pi_board.vision.finding.shrinking import working_picture
from pi_board.vision.finding.windows import (
    FLAT,
    NO_CLEAR_END,
    OTHER,
    PRESENT,
    UNSEEN,
    Chances,
    Edges,
    choose_windows,
    widened,
)
from pi_board.vision.geometry import BoardGeometry, Floats, Image, Lens, NotFound
from pi_board.vision.pose import freedom_of_grid, geometry_from_points, plausible

LEAST_QUALITY = 0.59  # other grids taken for one reach 0.56
LEAST_CROWDED = 0.53  # the same where stones lie in the grid too
# The same where the board ends just where they do (0.51 around what other boards hold), and how
# much better than a square further.
LEAST_AROUND_STONES, _LEAST_LEAD = 0.53, 0.02
_LEAST_LEAD_ON_FELT = 0.01  # the same where its colour ends there
# Share of the inner lines that is seen, and of those that nothing hides, by which a board is one
# though stones and shadows hide the others. Of 20 rendered boards 18 have 0.5 and 0.94 or more; of
# 36 grids of pegs or keys none that has 0.4 of its lines has 0.85 of those not hidden.
_LEAST_INNER, _LEAST_UNHIDDEN = 0.4, 0.9
_LEAST_ROUGHLY = 0.2  # share of the lines seen before the fit: of boards it has been 0.24 or more
# How many crossings a lattice has, for windows to be tried that have no clear end, and how far, in
# pixels of the working picture, they may be from where the others put them: stones make some too.
_MANY_CROSSINGS, _STRAY_PX = 36, 2.5
_BORDERS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0, 1.3)  # sites that felt may go on around a board
_CORNERS = np.array(
    [(0.0, 0.0), (0.0, 1.0), (1.0, 1.0), (1.0, 0.0)]
)  # of a board, clockwise as one sees it

# Blur before the second derivatives (pixels of the working picture) and how many crossings count:
# stones that nearly touch make more of them than lines do. Noise in the dark hides thin lines from
# all but the widest blur.
_LOOKS = ((1.5, 220), (2.5, 220), (2.0, 300), (3.5, 220))
_TRIES = 3  # lattices of each look; of 54 rendered boards all were among the first three
_LONGEST = 0.2  # of the picture's longer side, between two crossings
_CHANCES = (
    Chances((0.75, 0.10, 0.15), (0.75, 0.10, 0.15), (0.05, 0.55, 0.40)),
    # Where felt meets a dark frame no line is seen.
    Chances((0.75, 0.10, 0.15), (0.40, 0.30, 0.30), (0.05, 0.55, 0.40)),
)
# Votes for stones at the squares' middles more than between them, from which they may be a board,
# and from which they are one though few lines are seen (LEAST_CROWDED). Of 68 rendered boards the
# least fits with 0.54, stones and pegs on other boards with 0.51.
_SOME_STONES, _CROWDED = 0.75, 1.1
_SIZES_OF_STONES = 2  # that are tried
_LEAST_BEGUN = 0.5  # quality from which a better board is looked for beside it
_PLAIN = 0.78  # quality from which no other window is tried
_MOST_STEPS = 3  # fits a square further on, at most; two for the last to be the best
_PARTS = np.array([0.13, 0.2, 0.27, 0.73, 0.8, 0.87])


@dataclass(frozen=True, slots=True)
class Lines:
    """A small picture (height, width, 3), the same in grey (height, width), turned so that lines
    are dark there, and whether they are `dark` in truth.
    """

    small: Image
    grey: Floats
    dark: bool


def find_lined(image_bgr: Image, layout: Layout, lens: Lens | None) -> Fit | NotFound:
    """The geometry of a lined board of `layout`'s size; its orientation is arbitrary."""
    small = working_picture(image_bgr)
    grey = log_grey(small)
    dark, light = Lines(small, grey, True), Lines(small, -grey, False)
    reason = "no board of lines is in the picture"
    many: list[tuple[Nodes, Lines]] = []
    for nodes, lines in _of_crossings(dark, light):
        if len(nodes.points) >= _MANY_CROSSINGS:
            many.append((nodes, lines))
        for fit in _fits(image_bgr, lines, nodes, layout, lens):
            if isinstance(fit, NotFound):
                reason = fit.reason
            elif fit.quality >= _LEAST_BEGUN:
                best = _best_beside(image_bgr, lines, fit, lens)
                if best is not None and best.quality >= LEAST_QUALITY:
                    return best
                reason = NO_CLEAR_END
            else:
                reason = "the lines in the picture do not fit a board well enough"
    found = _crowded(image_bgr, dark, layout, lens)
    if found is None and many:
        flat = [(nodes.in_a_plane(_STRAY_PX), lines) for nodes, lines in many]
        nodes, lines = max(flat, key=lambda one: len(one[0].points))
        found = _by_inner_lines(image_bgr, lines, nodes, layout, lens)
    return found or _on_felt(image_bgr, dark, layout, lens) or NotFound(reason)


def _crowded(image_bgr: Image, lines: Lines, layout: Layout, lens: Lens | None) -> Fit | None:
    """The best fit to a board of lines on which stones lie in a grid, if it is good enough."""
    found: list[Fit] = []
    for nodes, merit in _of_stones(image_bgr, lines.small.shape[1] / image_bgr.shape[1], layout):
        least = LEAST_CROWDED if merit > _CROWDED else LEAST_QUALITY
        fits = [fit for fit in _fits(image_bgr, lines, nodes, layout, lens) if isinstance(fit, Fit)]
        good = [fit for fit in fits if fit.quality >= least]
        if not good and merit > _CROWDED:
            board = _lattice_geometry(lines, nodes, layout, lens)
            fit = None if board is None else _fit_around(image_bgr, lines, board, lens)
            good = [] if fit is None else [fit]
        found += good
        if any(fit.quality > _PLAIN for fit in good):
            break
    return max(found, key=lambda fit: fit.quality, default=None)


def _fit_around(
    image_bgr: Image,
    lines: Lines,
    board: BoardGeometry,
    lens: Lens | None,
    least: float = LEAST_AROUND_STONES,
    least_lead: float = _LEAST_LEAD,
) -> Fit | None:
    """The fit to a board of the small picture, if it is good enough (`least`, or only what is
    hidden is missing) and better than those a square further: frames and cloths may go on like the
    board, other grids do.
    """
    fit = _fit_at(image_bgr, lines, board, lens)
    if fit.quality < least and not _only_hidden(image_bgr, lines, fit):
        return None
    beside = [other.quality for other in _beside(image_bgr, lines, board, lens)]
    return fit if fit.quality - max(beside, default=0.0) > least_lead else None


def _by_inner_lines(
    image_bgr: Image, lines: Lines, nodes: Nodes, layout: Layout, lens: Lens | None
) -> Fit | None:
    """The fit to the window of a lattice in which most lines are seen, if nearly all are that could
    be: stones along its border may hide where a board ends.
    """
    amid = _lattice_geometry(lines, nodes.amid(layout.columns, layout.rows), layout, lens)
    if amid is None:
        return None
    steps = range(-_MOST_STEPS + 1, _MOST_STEPS)
    windows = [amid.shifted(x, y) for x in steps for y in steps]
    inside = [window for window in windows if _is_in_picture(window)]
    board = _most_lined(lines, inside)
    return None if board is None else _fit_around(image_bgr, lines, board, lens, least=inf)


def _on_felt(image_bgr: Image, lines: Lines, layout: Layout, lens: Lens | None) -> Fit | None:
    """The fit to a board whose felt is seen as a whole, however much stands on it."""
    size = (lines.grey.shape[1], lines.grey.shape[0])
    columns, rows = layout.columns, layout.rows
    known, at = lens.scaled(size) if lens else None, _CORNERS * (columns, rows)
    for corners in felts(lines.small):
        # four corners are all that is known: none may be left out, as crossings of a lattice may
        outer = geometry_from_points(at, corners, columns, rows, size, known)
        if outer is None or not (lens or plausible(outer)):
            continue
        board = _most_lined(lines, [within(outer, border) for border in _BORDERS])
        if board is None:
            continue
        least = LEAST_QUALITY, _LEAST_LEAD_ON_FELT
        fit = _fit_around(image_bgr, lines, board, lens, *least)
        if fit is not None:
            return fit
    return None


def _most_lined(lines: Lines, boards: list[BoardGeometry]) -> BoardGeometry | None:
    """The one of some boards of the small picture where most lines are seen, if any are."""
    shares = [share_of_lines(lines.grey, board) for board in boards]
    best = max(shares, default=0.0)
    return boards[shares.index(best)] if best > _LEAST_ROUGHLY else None


def _only_hidden(image_bgr: Image, lines: Lines, fit: Fit) -> bool:
    """Whether nearly all lines inside a board are seen that stones and shadows leave to be seen."""
    if fit.quality < _LEAST_INNER:
        return False
    inner = look_at_inner(image_bgr, fit.geometry, lines.dark)
    return inner.seen > _LEAST_INNER and inner.unhidden > _LEAST_UNHIDDEN


def _best_beside(image_bgr: Image, lines: Lines, fit: Fit, lens: Lens | None) -> Fit | None:
    """The fit, or one some squares further that is plainly better: a frame may end as the board
    does. None if none of them is.
    """
    for _ in range(_MOST_STEPS):
        if fit.quality > _PLAIN:
            return fit
        size = (lines.grey.shape[1], lines.grey.shape[0])
        others = _beside(image_bgr, lines, fit.geometry.scaled(size), lens)
        best = max(others, key=lambda one: one.quality, default=None)
        if best is None or best.quality < fit.quality - _LEAST_LEAD:
            return fit
        fit = max(fit, best, key=lambda one: one.quality)
    return None


def _beside(image_bgr: Image, lines: Lines, board: BoardGeometry, lens: Lens | None) -> list[Fit]:
    """The fits to boards a square further than this one of the small picture, as far as they would
    lie in it: what is not seen speaks against none.
    """
    beside = [board.shifted(*step) for step in ((1, 0), (-1, 0), (0, 1), (0, -1))]
    return [_fit_at(image_bgr, lines, there, lens) for there in beside if _is_in_picture(there)]


def _is_in_picture(board: BoardGeometry) -> bool:
    corners, size = np.array(board.corners_px), np.array(board.image_size)
    return bool(((corners > 0) & (corners < size)).all())


def _of_crossings(*kinds: Lines) -> Iterator[tuple[Nodes, Lines]]:
    """Lattices of crossings of lines, in pixels of their picture."""
    for sigma, most in _LOOKS:
        for lines in kinds:
            found = line_crossings(lines.grey, sigma, most)
            for nodes in lattices(found, lines_between(lines.grey, found), _TRIES):
                yield nodes, lines


def _of_stones(image_bgr: Image, scale: float, layout: Layout) -> Iterator[tuple[Nodes, float]]:
    """Lattices of stones in the middles of a board's squares, one for each likely size of stones,
    in pixels of a picture `scale` times as large, and their merits.
    """
    for window, *_ in islice(round_windows(image_bgr, layout), _SIZES_OF_STONES):
        if window.merit > _SOME_STONES:
            yield Nodes(window.board, (window.pixels + 0.5) * scale - 0.5), window.merit


def _fits(
    image_bgr: Image, lines: Lines, nodes: Nodes, layout: Layout, lens: Lens | None
) -> Iterator[Fit | NotFound]:
    """Fits to the windows of a lattice that may be the board, likeliest first."""
    for board in _boards_on_lattice(lines, nodes, layout, lens):
        yield board if isinstance(board, NotFound) else _fit_at(image_bgr, lines, board, lens)


def _fit_at(image_bgr: Image, lines: Lines, board: BoardGeometry, lens: Lens | None) -> Fit:
    """The fit of all lines near a board of the small picture."""
    there = board.scaled((image_bgr.shape[1], image_bgr.shape[0]))
    return refine_lines(image_bgr, there, lines.dark, freedom_of_grid(lens))


def line_crossings(grey: Floats, sigma: float, most: int) -> Crossings:
    """The places of a picture (height, width) most like crossings of dark lines, not too many."""
    smooth = cv2.GaussianBlur(grey, (0, 0), sigma)
    xx = cv2.Sobel(smooth, cv2.CV_32F, 2, 0, ksize=3)
    yy = cv2.Sobel(smooth, cv2.CV_32F, 0, 2, ksize=3)
    xy = cv2.Sobel(smooth, cv2.CV_32F, 1, 1, ksize=3)
    weakest_bend = (xx + yy) / 2 - np.sqrt(((xx - yy) / 2) ** 2 + xy**2)
    xs, ys = strongest_peaks(weakest_bend, 0.5, most)
    points = np.c_[xs, ys].astype(np.float64)
    return Crossings(points, np.ones(len(points), np.complex128), alternating=False)


def lines_between(grey: Floats, found: Crossings) -> Joins:
    """Which crossings are joined by a dark line."""
    p = found.points
    step = p[None, :, :] - p[:, None, :]
    length = np.linalg.norm(step, axis=2)
    near = (length > 9.0) & (length < _LONGEST * max(grey.shape))
    i, j = np.nonzero(np.triu(near))
    for at in (_PARTS[1::3], _PARTS):  # most are no lines at first sight
        depth = _line_depth(grey, p[i], p[j], at)
        usual = np.median(depth, axis=1)
        good = (depth.min(axis=1) > 0.3 * usual) & (usual > 3.0)
        i, j = i[good], j[good]
    joined = np.zeros((len(p), len(p)), np.bool_)
    joined[i, j] = True
    return joined | joined.T


def _line_depth(grey: Floats, start: Floats, end: Floats, at: Floats) -> Floats:
    """How much darker than both sides it is (N, M) at parts `at` (M) of the way between points."""
    along = (end - start)[:, None, :]
    left = along[..., ::-1] * (-1.0, 1.0)
    unit = left / np.linalg.norm(left, axis=2, keepdims=True)
    middle = start[:, None, :] + at[None, :, None] * along
    inner = np.min([values_at(grey, middle + d * unit) for d in (-1.0, 0.0, 1.0)], axis=0)
    sides = [values_at(grey, middle + d * left) for d in (-0.12, 0.12)]
    return np.asarray(np.minimum(*sides) - inner, np.float64)


def _boards_on_lattice(
    lines: Lines, nodes: Nodes, layout: Layout, lens: Lens | None
) -> Iterator[BoardGeometry | NotFound]:
    """The windows of the lattice that may be the board, likeliest first, or why there is none."""
    columns, rows = layout.columns, layout.rows
    nodes = nodes.amid(columns, rows)
    geometry = _lattice_geometry(lines, nodes, layout, lens)
    if geometry is None:
        yield NotFound("what looks like a grid of lines does not lie in a plane")
        return
    edges = _edges(lines.grey, geometry, nodes.lattice)
    for chances in _CHANCES:
        windows = choose_windows(edges, columns, rows, chances)
        if isinstance(windows, NotFound):
            yield windows
            continue
        board = clearest(lines.small, [geometry.shifted(*window) for window in windows])
        yield board or NotFound(NO_CLEAR_END)


def _lattice_geometry(
    lines: Lines, nodes: Nodes, layout: Layout, lens: Lens | None
) -> BoardGeometry | None:
    """The geometry, in the small picture, of a board with nodes where they are in the lattice, if
    there can be one.
    """
    size = (lines.grey.shape[1], lines.grey.shape[0])
    known = lens.scaled(size) if lens else None
    geometry = geometry_from_points(
        nodes.lattice, nodes.points, layout.columns, layout.rows, size, known, 1.0, 1.0, 3.0
    )
    return geometry if geometry is not None and (lens or plausible(geometry)) else None


def _edges(grey: Floats, geometry: BoardGeometry, nodes: Floats) -> Edges:
    """The state of every side of a square; how strong lines are is learnt around the nodes."""
    wide = widened(geometry)
    columns, rows = wide.columns, wide.rows
    lines = measured(grey, wide, line_probes(columns, rows), 0.1, 1.0)
    strength = lines.greatest.reshape(len(CHUNKS), -1)
    split = (columns + 1) * rows
    upright = strength[:, :split].reshape(-1, rows, columns + 1)[:, :, :-1]
    level = strength[:, split:].reshape(-1, columns, rows + 1)[:, :, :-1].transpose(0, 2, 1)
    x, y = (nodes + (wide.columns - geometry.columns) // 2).astype(int).T
    there = (x >= 0) & (y >= 0) & (x < columns) & (y < rows)
    usual = float(np.nanmedian(np.median(upright, axis=0)[y[there], x[there]]))
    return Edges(*(_states(part / max(usual, 1e-3)) for part in (upright, level)))


def _states(strength: Floats) -> np.ndarray:
    """PRESENT, FLAT, OTHER or UNSEEN by the strengths (chunks, row, column) along a side."""
    state = np.where((strength < 0.25).all(axis=0), FLAT, OTHER)
    state = np.where(np.median(strength, axis=0) > 0.4, PRESENT, state)
    return np.where(np.isnan(strength).any(axis=0), UNSEEN, state)
