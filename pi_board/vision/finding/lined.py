"""Finding a board of one colour whose squares are parted by drawn or cut lines (an Othello board).

Where lines cross, the brightness curves the same way in all directions; two crossings are joined
when a line runs between them. The rest is as with chequered boards, only that the border is a line
too; the fit is `line_fit`'s, and `recognised` judges it by the squares. On crowded boards stones
hide most of the lines, but they lie in the same grid themselves.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import tee
from math import inf

import numpy as np

from pi_board.core.layout import Layout
from pi_board.core.message import message
from pi_board.vision.finding.coordinates import clearest
from pi_board.vision.finding.fit import Fit
from pi_board.vision.finding.grid import (
    Crossings,
    Joins,
    Nodes,
    lattices,
    second_derivatives,
    strongest_peaks,
    values_at,
)
from pi_board.vision.finding.line_fit import (
    CHUNKS,
    PLAIN,
    all_line_probes,
    is_another_grid,
    measured,
)
from pi_board.vision.finding.lined_fits import (
    LEAST_QUALITY,
    LinePicture,
    best_beside,
    fit_around,
    fit_lines_at,
    lattice_geometry,
    roughly_lined,
)
from pi_board.vision.finding.logs import log_grey
from pi_board.vision.finding.on_felt import around_stones, on_felt, outlines_of_felt
from pi_board.vision.finding.recognised import ends_there, judged, recognised
from pi_board.vision.finding.shrinking import working_picture
from pi_board.vision.finding.stone_grids import CROWDED, stone_grids
from pi_board.vision.finding.windows import (
    AROUND,
    NO_CLEAR_END,
    OTHER_SQUARES,
    OUT_OF_PICTURE,
    Chances,
    Edges,
    choose_windows,
    edge_states,
)
from pi_board.vision.geometry import (
    Array,
    BoardGeometry,
    Floats,
    Image,
    Lens,
    NotFound,
    lengths,
    quarter_turned,
    size_of,
)

# Quality where stones lie in the grid too: of 68 rendered boards the least fits with 0.54, stones
# and pegs on other boards with 0.51.
_LEAST_CROWDED = 0.53
# How many crossings a lattice has, for windows to be tried that have no clear end, and how far, in
# pixels of the working picture, they may be from where the others put them: stones make some too.
_MANY_CROSSINGS, _STRAY_PX = 36, 2.5
_STEPS = range(-2, 3)  # squares by which these windows may be off
# Blur before the second derivatives (pixels of the working picture) and how many crossings count,
# in each of so many by so many parts of the picture: stones that nearly touch make more of them
# than lines do, loud cloths stronger ones. Noise in the dark hides thin lines from all but the
# widest blur.
_LOOKS = ((1.5, 220, 1), (2.5, 220, 1), (2.0, 8, 6), (3.5, 220, 1), (2.0, 16, 6))
_TRIES = 3  # lattices of each look; of 54 rendered boards all were among the first three
_LONGEST = 0.2  # of the picture's longer side, between two crossings
_FLAT = 0.25  # of a line's usual strength: nothing is there
_CHANCES = (
    Chances((0.75, 0.10, 0.15), (0.75, 0.10, 0.15), (0.05, 0.55, 0.40)),
    # Where felt meets a dark frame no line is seen.
    Chances((0.75, 0.10, 0.15), (0.40, 0.30, 0.30), (0.05, 0.55, 0.40)),
)
_LEAST_BEGUN = 0.5  # quality from which a better board is looked for beside it
# Share of a board's squares that have to be in the picture. Of boards of which a corner is cut off
# the least has 0.953, of three pieces of checked cloth that reach out two 0.906 and 0.922.
_MOST_OF_IT = 0.95
_SAME_SITES = 0.1  # between corners of two fits to one board
_PARTS = np.array([0.13, 0.2, 0.27, 0.73, 0.8, 0.87])

NO_LINES = NotFound(message("no board of lines is in the picture"))


def find_lined(image_bgr: Image, layout: Layout, lens: Lens | None) -> Fit | NotFound:
    """The geometry of a lined board of `layout`'s size; its orientation is arbitrary."""
    reason = NO_LINES
    nearest: NotFound | None = None  # why what fits is no board, which says more
    doubtful: list[Fit] = []
    for found in _candidates(image_bgr, layout, lens):
        if isinstance(found, NotFound):
            reason = found if reason.advice is None else reason  # what can be mended says more
            continue
        if any(_is_same(found.geometry, fit.geometry) for fit in doubtful):
            continue
        said = judged(image_bgr, found, lens)
        if said is None:
            continue
        fit, plain = said
        wrong = _why_none(image_bgr, fit, plain)
        if wrong is not None:
            nearest = wrong
            continue
        if plain and all(fit.quality > other.quality for other in doubtful):
            return fit
        doubtful.append(fit)
    return max(doubtful, key=lambda fit: fit.quality, default=nearest or reason)


def _why_none(image_bgr: Image, fit: Fit, plain: bool) -> NotFound | None:
    """Why a fit is no board, if it is none. Of one that is cut off, lines seem to end short."""
    there = fit.geometry.share_in_picture
    if there < _MOST_OF_IT:
        return NotFound(OUT_OF_PICTURE)
    if is_another_grid(image_bgr, fit.geometry):
        return NotFound(message("the lines are those of another grid"), OTHER_SQUARES)
    return NotFound(OUT_OF_PICTURE) if there < 1 and not plain else None


def _is_same(one: BoardGeometry, other: BoardGeometry) -> bool:
    """Whether two geometries are one board's, whichever of its corners they begin at."""
    return one.nearest_turn(other, range(4)).corner_shift(other) < _SAME_SITES


def _candidates(image_bgr: Image, layout: Layout, lens: Lens | None) -> Iterator[Fit | NotFound]:
    """Fits to what may be a lined board, surest way first, and why there are none."""
    small = working_picture(image_bgr)
    grey = log_grey(small)
    dark, light = LinePicture(small, grey, True), LinePicture(small, -grey, False)
    many: list[tuple[Nodes, LinePicture]] = []
    for nodes, lines in _of_crossings(dark, light):
        if len(nodes.points) >= _MANY_CROSSINGS:
            many.append((nodes, lines))
        for fit in _fits(image_bgr, lines, nodes, layout, lens):
            if isinstance(fit, NotFound):
                yield fit
            elif fit.quality >= _LEAST_BEGUN:
                best = best_beside(image_bgr, lines, fit, lens)
                if best is None and ends_there(image_bgr, fit.geometry):
                    best = fit
                good = best is not None and best.quality >= LEAST_QUALITY
                yield best if best is not None and good else NotFound(NO_CLEAR_END)
            else:
                yield NotFound(message("the lines in the picture do not fit a board well enough"))
    yield from _with_few_lines(image_bgr, dark, many, layout, lens)


def _with_few_lines(
    image_bgr: Image,
    dark: LinePicture,
    many: list[tuple[Nodes, LinePicture]],
    layout: Layout,
    lens: Lens | None,
) -> Iterator[Fit]:
    """Fits to boards that stones, `many` crossings, felt or a network tell of."""
    grids = stone_grids(image_bgr, size_of(dark.small)[0] / size_of(image_bgr)[0], layout)
    first, second, third = tee(grids, 3)
    yield from _some(_crowded(image_bgr, dark, first, layout, lens))
    if many:
        flat = [(nodes.in_a_plane(_STRAY_PX), lines) for nodes, lines in many]
        nodes, lines = max(flat, key=lambda one: len(one[0].points))
        yield from _some(_by_inner_lines(image_bgr, lines, nodes, layout, lens))
    outlines = list(outlines_of_felt(dark, layout, lens))
    yield from _some(on_felt(image_bgr, dark, outlines, lens))
    yield from _some(around_stones(image_bgr, dark, outlines, second, layout, lens))
    yield from _some(recognised(image_bgr, dark, outlines, third, layout, lens))


def _some(fit: Fit | None) -> Iterator[Fit]:
    if fit is not None:
        yield fit


def _crowded(
    image_bgr: Image,
    lines: LinePicture,
    grids: Iterator[tuple[Nodes, float]],
    layout: Layout,
    lens: Lens | None,
) -> Fit | None:
    """The best fit to a board of lines on which stones lie in one of some `grids`, if it is good
    enough.
    """
    found: list[Fit] = []
    for nodes, merit in grids:
        least = _LEAST_CROWDED if merit > CROWDED else LEAST_QUALITY
        fits = [fit for fit in _fits(image_bgr, lines, nodes, layout, lens) if isinstance(fit, Fit)]
        seen = [fit for fit in fits if fit.quality >= least]
        better = [best_beside(image_bgr, lines, fit, lens) for fit in seen]
        good = [fit for fit in better if fit is not None]
        if not good and merit > CROWDED:
            board = lattice_geometry(lines, nodes, layout, lens)
            fit = None if board is None else fit_around(image_bgr, lines, board, lens)
            good = [] if fit is None else [fit]
        found += good
        if any(fit.quality > PLAIN for fit in good):
            break
    return max(found, key=lambda fit: fit.quality, default=None)


def _by_inner_lines(
    image_bgr: Image, lines: LinePicture, nodes: Nodes, layout: Layout, lens: Lens | None
) -> Fit | None:
    """The fit to the window of a lattice in which most lines are seen, if nearly all are that could
    be: stones along its border may hide where a board ends.
    """
    amid = lattice_geometry(lines, nodes.amid(layout.columns, layout.rows), layout, lens)
    if amid is None:
        return None
    windows = [amid.shifted(x, y) for x in _STEPS for y in _STEPS]
    boards = roughly_lined(lines, [window for window in windows if window.is_in_picture])
    return fit_around(image_bgr, lines, boards[0], lens, least=inf) if boards else None


def _of_crossings(*kinds: LinePicture) -> Iterator[tuple[Nodes, LinePicture]]:
    """Lattices of crossings of lines, in pixels of their picture."""
    for look in _LOOKS:
        for lines in kinds:
            found = line_crossings(lines.grey, *look)
            for nodes in lattices(found, lines_between(lines.grey, found), _TRIES):
                yield nodes, lines


def _fits(
    image_bgr: Image, lines: LinePicture, nodes: Nodes, layout: Layout, lens: Lens | None
) -> Iterator[Fit | NotFound]:
    """Fits to the windows of a lattice that may be the board, likeliest first."""
    for board in _boards_on_lattice(lines, nodes, layout, lens):
        yield board if isinstance(board, NotFound) else fit_lines_at(image_bgr, lines, board, lens)


def line_crossings(grey: Array, sigma: float, most: int, parts: int = 1) -> Crossings:
    """The places of a picture (height, width) most like crossings of dark lines, not too many: see
    `strongest_peaks`.
    """
    xx, yy, xy = second_derivatives(grey, sigma)
    weakest_bend = (xx + yy) / 2 - np.sqrt(((xx - yy) / 2) ** 2 + xy**2)
    xs, ys = strongest_peaks(weakest_bend, 0.5, most, parts)
    points = np.c_[xs, ys].astype(np.float64)
    return Crossings(points, np.ones(len(points), np.complex128), alternating=False)


def lines_between(grey: Array, found: Crossings) -> Joins:
    """Which crossings are joined by a dark line."""
    p = found.points
    step = p[None, :, :] - p[:, None, :]
    length = lengths(step)
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


def _line_depth(grey: Array, start: Floats, end: Floats, at: Floats) -> Floats:
    """How much darker than both sides it is (N, M) at parts `at` (M) of the way between points."""
    along = (end - start)[:, None, :]
    left = quarter_turned(along)
    unit = left / lengths(left)[..., None]
    middle = start[:, None, :] + at[None, :, None] * along
    inner = np.min([values_at(grey, middle + d * unit) for d in (-1.0, 0.0, 1.0)], axis=0)
    sides = [values_at(grey, middle + d * left) for d in (-0.12, 0.12)]
    return np.asarray(np.minimum(*sides) - inner, np.float64)


def _boards_on_lattice(
    lines: LinePicture, nodes: Nodes, layout: Layout, lens: Lens | None
) -> Iterator[BoardGeometry | NotFound]:
    """The windows of the lattice that may be the board, likeliest first, or why there is none."""
    columns, rows = layout.columns, layout.rows
    nodes = nodes.amid(columns, rows)
    geometry = lattice_geometry(lines, nodes, layout, lens)
    if geometry is None:
        yield NotFound(message("what looks like a grid of lines does not lie in a plane"))
        return
    edges = _edges(lines.grey, geometry, nodes.lattice)
    tried: list[tuple[tuple[int, int], ...] | NotFound] = []
    for chances in _CHANCES:
        windows = choose_windows(edges, columns, rows, chances)
        if windows in tried:
            continue
        tried.append(windows)
        if isinstance(windows, NotFound):
            yield windows
            continue
        # letters are looked for last: that takes longer than all else
        boards = roughly_lined(lines, [geometry.shifted(*window) for window in windows])
        yield clearest(lines.small, boards) or NotFound(NO_CLEAR_END)


def _edges(grey: Array, geometry: BoardGeometry, nodes: Floats) -> Edges:
    """The state of every side of a square; how strong lines are is learnt around the nodes."""
    wide = geometry.widened(AROUND)
    columns, rows = wide.columns, wide.rows
    lines = measured(grey, wide, all_line_probes(columns, rows), 0.1, 1.0)
    strength = lines.greatest.reshape(len(CHUNKS), -1)
    split = (columns + 1) * rows
    upright = strength[:, :split].reshape(-1, rows, columns + 1)[:, :, :-1]
    level = strength[:, split:].reshape(-1, columns, rows + 1)[:, :, :-1].transpose(0, 2, 1)
    x, y = (nodes + (wide.columns - geometry.columns) // 2).astype(int).T
    there = (x >= 0) & (y >= 0) & (x < columns) & (y < rows)
    usual = float(np.nanmedian(np.median(upright, axis=0)[y[there], x[there]]))
    shares = (part / max(usual, 1e-3) for part in (upright, level))
    return Edges(*(edge_states(share, share, _FLAT) for share in shares))
