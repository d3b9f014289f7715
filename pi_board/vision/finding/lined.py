"""Finding a board of one colour whose squares are parted by drawn or cut lines (an Othello board).

Where lines cross, the brightness curves the same way in all directions; two crossings are joined
when a line runs between them. The rest is as with chequered boards, only that the border is a line
too. The fit looks for the lines' middles instead of steps. On crowded boards stones hide most of
the lines, but they lie in the same grid themselves.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

import cv2
import numpy as np

from pi_board.core.layout import Layout
from pi_board.vision.finding.coordinates import clearest
from pi_board.vision.finding.fit import (
    TICK,
    Fit,
    Mask,
    Probes,
    Steps,
    fit_steps,
    located,
    profiles,
    shrunk,
)
from pi_board.vision.finding.grid import (
    Crossings,
    Joins,
    Nodes,
    lattices,
    log_grey,
    strongest_peaks,
    values_at,
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
from pi_board.vision.pose import Freedom, freedom_of_grid, geometry_from_points, plausible

LEAST_QUALITY = 0.59  # other grids taken for one reach 0.56
LEAST_CROWDED = 0.53  # the same where stones lie in the grid too
# The same where the board ends just where they do (0.51 around what other boards hold), and how
# much better than a square further.
LEAST_AROUND_STONES, _LEAST_LEAD = 0.53, 0.02

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
_MOST_STEPS = 3  # squares that a first guess may be off
# Share of the inner lines' probes by which the board is found without its border, and how far, in
# sites, the border then lies from where it was seen to be a frame.
_MOST_INNER, _FRAME = 0.6, 0.06
# Lines are looked at near the crossings: half way between them large stones come close.
_CHUNKS = (0.1, 0.16, 0.84, 0.9)
_PARTS = np.array([0.13, 0.2, 0.27, 0.73, 0.8, 0.87])
_LEAST_STEP, _WORTH_OF_A_STEP = 1.5, 1 / 3  # at the border: in depths of a line, and beside one
_BESIDE = 4  # ticks from a line's middle to where the squares show their colour


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
    for nodes, lines in _of_crossings(dark, light):
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
    return _crowded(image_bgr, dark, layout, lens) or NotFound(reason)


def _crowded(image_bgr: Image, lines: Lines, layout: Layout, lens: Lens | None) -> Fit | None:
    """The best fit to a board of lines on which stones lie in a grid, if it is good enough."""
    found: list[Fit] = []
    for nodes, merit in _of_stones(image_bgr, lines.small.shape[1] / image_bgr.shape[1], layout):
        least = LEAST_CROWDED if merit > _CROWDED else LEAST_QUALITY
        fits = [fit for fit in _fits(image_bgr, lines, nodes, layout, lens) if isinstance(fit, Fit)]
        good = [fit for fit in fits if fit.quality >= least]
        if not good and merit > _CROWDED:
            fit = _fit_around(image_bgr, lines, nodes, layout, lens)
            good = [fit] if fit is not None else []
        found += good
        if any(fit.quality > _PLAIN for fit in good):
            break
    return max(found, key=lambda fit: fit.quality, default=None)


def _fit_around(
    image_bgr: Image, lines: Lines, nodes: Nodes, layout: Layout, lens: Lens | None
) -> Fit | None:
    """The fit to the board that lies just around stones, if it is good enough and better than those
    a square further: frames and cloths may go on like the board, other grids do.
    """
    board = _lattice_geometry(lines, nodes, layout, lens)
    if board is None:
        return None
    fit = _fit_at(image_bgr, lines, board, lens)
    if fit.quality < LEAST_AROUND_STONES:
        return None
    beside = [other.quality for other in _beside(image_bgr, lines, board, lens)]
    return fit if max(beside, default=0.0) < fit.quality - _LEAST_LEAD else None


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
    lines = _measured(grey, wide, _line_probes(columns, rows), 0.1, 1.0)
    strength = lines.greatest.reshape(len(_CHUNKS), -1)
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


def refine_lines(image_bgr: Image, start: BoardGeometry, dark: bool, freedom: Freedom) -> Fit:
    """Fit all lines of the board together; `dark` says whether they are darker than the squares.
    The quality counts a frame that looks like the border as one: it tells as well where the board
    ends.
    """
    image_bgr, geometry = shrunk(image_bgr, start)
    grey = log_grey(image_bgr) * (1.0 if dark else -1.0)
    probes = _line_probes(geometry.columns, geometry.rows)
    for reach in (0.24, 0.15, 0.1):
        usual = float(np.nanmedian(_measured(grey, geometry, probes, reach, 1.0).greatest))
        lines = _measured(grey, geometry, probes, reach, usual)
        geometry = fit_steps(geometry, probes, lines, freedom, reach)
    quality = _quality(grey, geometry, probes, usual)
    geometry = _without_frame(grey, geometry, freedom, usual)
    size = start.image_size
    return Fit(geometry if geometry.image_size == size else geometry.scaled(size), quality)


def _quality(grey: Floats, geometry: BoardGeometry, probes: Probes, usual: float) -> float:
    """The share of the lines that are where they should be. Steps of one sign along the border,
    where a frame begins as dark as lines, count a little: edges of tables make such too.
    """
    steps = _measured(grey, geometry, probes, 0.1, usual)
    seen = np.isfinite(steps.greatest)
    across = profiles(grey, geometry, probes, _BESIDE)
    change = across[:, -1] - across[:, 0]
    worth = steps.there.astype(np.float64)
    for side in _sides(geometry, probes):
        if seen[side].any():
            sign = np.sign(np.nanmedian(change[side]))
            ends = side & seen & (sign * change > _LEAST_STEP * usual)
            worth[ends] = np.maximum(worth[ends], _WORTH_OF_A_STEP)
    return float(worth.sum() / max(1, seen.sum()))


def _sides(geometry: BoardGeometry, probes: Probes) -> list[Mask]:
    """Which probes stand on each of the four sides of the board."""
    x, y = probes.points.T
    upright = probes.normals[:, 0] > 0
    return [
        upright & (x == 0),
        upright & (x == geometry.columns),
        ~upright & (y == 0),
        ~upright & (y == geometry.rows),
    ]


def _without_frame(
    grey: Floats, geometry: BoardGeometry, freedom: Freedom, usual: float
) -> BoardGeometry:
    """The geometry by the inner lines alone, if by these a side's line is not where it was seen: a
    narrow frame looks like a line too, and drags the corners to its middle.
    """
    probes = _line_probes(geometry.columns, geometry.rows)
    sides = _sides(geometry, probes)
    inside = ~np.any(sides, axis=0)
    inner = Probes(*(part[inside] for part in (probes.points, probes.normals, probes.signs)))
    alone = geometry
    for reach in (0.15, 0.1):
        steps = _measured(grey, alone, inner, reach, usual)
        if (steps.strength > 0).mean() < _MOST_INNER:
            return geometry
        alone = fit_steps(alone, inner, steps, freedom, reach)
    steps = _measured(grey, alone, probes, 0.24, usual)
    for side in sides:
        seen = side & (steps.strength > 0)
        if seen.sum() >= side.sum() / 2 and abs(np.median(steps.offset[seen])) > _FRAME:
            return alone
    return geometry


@lru_cache(maxsize=8)
def _line_probes(columns: int, rows: int) -> Probes:
    """Probes on all lines, the border included: first the upright lines, then the level ones.

    Within each the order is (chunk, place along the line, line).
    """
    points, normals = [], []
    for chunk in _CHUNKS:
        line, site = np.meshgrid(np.arange(columns + 1), np.arange(rows))
        upright = np.stack([line, site + chunk], axis=-1).reshape(-1, 2)
        line, site = np.meshgrid(np.arange(rows + 1), np.arange(columns))
        level = np.stack([site + chunk, line], axis=-1).reshape(-1, 2)
        points += [upright, level]
        normals += [np.tile((1.0, 0.0), (len(upright), 1)), np.tile((0.0, 1.0), (len(level), 1))]
    everywhere = np.concatenate(points).astype(np.float64)
    return Probes(everywhere, np.concatenate(normals), np.ones(len(everywhere)))


def _measured(
    grey: Floats, geometry: BoardGeometry, probes: Probes, reach: float, usual: float
) -> Steps:
    """How much darker than both sides it is along every line, in units of `usual`."""
    ticks = round(reach / TICK)
    profile = profiles(grey, geometry, probes, ticks + _BESIDE + 1)
    padded = np.lib.stride_tricks.sliding_window_view(profile, 3, axis=1).mean(axis=2)
    wide = 2 * ticks + 1
    left, right = padded[:, :wide], padded[:, 2 * _BESIDE : 2 * _BESIDE + wide]
    depth = np.minimum(left, right) - padded[:, _BESIDE : _BESIDE + wide]
    return located(np.maximum(depth, 0.0) / max(usual, 1e-3), probes.signs)
