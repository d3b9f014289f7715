"""Finds a Connex'oh board: square tiles in a square grid, each cut by a diagonal into a light and a
dark half.

Nothing but the tiles is looked at, so frames, cloths and woods do not matter. Corners of the
picture are candidates for tile corners; what looks like tiles has four quarters (as both diagonals
cut it), two neighbouring light ones and two dark ones. Brightness is taken as its logarithm, so
that a shadow or a dim lamp adds a constant only. Shadows in stripes still hide tiles from this, and
other patterns pass: whether a fitted grid is the board is said by the network that reads tiles.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from pi_board.core.layout import Layout, Surface
from pi_board.vision.cold.trained import leads_of_tiles
from pi_board.vision.finding import fit
from pi_board.vision.finding.lattice import (
    Ints,
    Lattice,
    Nearest,
    Seeds,
    grow_lattices,
    paired_seeds,
    sample,
    transform,
    window_means,
)
from pi_board.vision.finding.shrinking import search_picture
from pi_board.vision.geometry import (
    Array,
    BoardGeometry,
    Floats,
    Image,
    Lens,
    Mask,
    NotFound,
    Registration,
)
from pi_board.vision.pose import (
    STEEPEST_DEG,
    freedom_of_grid,
    geometry_from_points,
    plausible,
)

STEP_PX = (18.0, 120.0)  # least and greatest side of a tile there
CORNERS = 350  # candidates for tile corners
EDGES_PX = 8  # how far from a corner the edges are looked at that meet in it
SAME_PX = 4.0  # nearer corners are one
SEEDS = 8  # lattices that are grown at most
# Variance of log brightness within a colour that says nothing. With 0.01 halves that are nearly
# alike, in dim light, were missed (2 of 175 boards).
NOISE = 0.004
TILE = 0.6  # share of the variance explained from which a tile is believed
LIKELY = 0.48  # mean share over a board's tiles from which a lattice is worth fitting
BEYOND = 2  # rows and columns beyond the board that are looked at as well
SHIFT = 0.06  # more mean evidence that another window must have
GOES_ON = 0.66  # mean evidence along one side of the board from which it is not its end
# Mean evidence times share of the expected edges seen, from which the network is asked.
WORTH = 0.25
# It tells most tiles' orientations by far: of 1225 fits to boards the median lead is 5.6 at least.
# Whole tiles beside a board a side has none: the least of the sides' medians is 2.1 at most for 788
# such places, 4.3 at least for 392 of 394 boards, half of them with a hand. Of 175 rendered boards
# 174 are found without their fiducials, none a tile beside its place (one with a corner 0.21 tiles
# off, behind a hand), and none in 567 other pictures.
LEAD, LEAD_OF_SIDES = 5.0, 3.0  # median leads from which a board is believed
PLAIN = 0.8  # evidence times share, from which it is believed without: printed tiles have no dishes
TOLD = 4.0  # lead of a tile from which it counts nearly whole
CLEAR = 0.93  # mean of what tiles count, from which no other lattice is tried
# So much more of the tiles are told where the board should lie than where the fit is, for a fit to
# be no better; so much less for one that strayed so far, in tiles, by edges that are weak evidence.
# Of 64 boards between fiducials one fit strays without being right, by 0.27, and tells 0.08 less,
# the others 0.02 less at most; where noise is added to that picture 7 of 12 stray by 0.15 at least
# and tell hardly less. Ten others that stray are right: they have an evidence of 0.64 or more,
# those that light dragged along 0.34 or less.
DRAGGED, STRAYED, WEAK = 0.05, 0.12, 0.5
KNOWN = 0.6  # quality of a board that is believed to be where it should, its edges aside

# Two places in each quarter of a tile, from its middle, in tile sides: north, east, south, west.
# They keep clear of the gaps between tiles and of the hollows.
_PROBES = np.array(
    [
        (-0.20, 0.38), (0.20, 0.38), (0.38, 0.20), (0.38, -0.20),
        (0.20, -0.38), (-0.20, -0.38), (-0.38, -0.20), (-0.38, 0.20),
    ]
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A fitted geometry, the share of its edges seen, the same times the mean tile evidence, 0
    where that goes on beyond the board, and the leads of its tiles' orientations (rows, columns).
    """

    geometry: BoardGeometry
    seen: float
    evidence: float
    leads: Floats

    @property
    def merit(self) -> float:
        """By which the best of several fits is chosen: about the share of tiles that are seen."""
        return max(self.evidence, self.told)

    @property
    def told(self) -> float:
        """About the share of tiles of which the network tells how they lie."""
        return float(np.tanh(self.leads / TOLD).mean())

    @property
    def is_clear(self) -> bool:
        """Whether no other place can be better."""
        return self.told > CLEAR or self.evidence > PLAIN

    @property
    def is_board(self) -> bool:
        """Whether a board is there, with all its sides."""
        return (self.are_tiles and all(self._sides)) or self.evidence > PLAIN

    @property
    def off(self) -> tuple[int, int]:
        """Columns and rows to where the network may see all of the board: away from a side without
        tiles. Stripes of shadow hide from all else where they end.
        """
        low, high, left, right = self._sides
        return (right - left, high - low) if self.are_tiles else (0, 0)

    @property
    def are_tiles(self) -> bool:
        """Whether tiles are there, if not with all of the board's sides."""
        return float(np.median(self.leads)) > LEAD

    @property
    def _sides(self) -> tuple[bool, ...]:
        """Whether tiles lie along the lowest and the highest row, and the first and last column."""
        sides = self.leads[0], self.leads[-1], self.leads[:, 0], self.leads[:, -1]
        return tuple(float(np.median(side)) > LEAD_OF_SIDES for side in sides)


def find_tiles(
    image_bgr: Image, layout: Layout, coarse: BoardGeometry | None, lens: Lens | None
) -> Registration | NotFound:
    """Find the tiles of `layout` in a picture (height, width, 3), 8-bit BGR.

    `coarse` is where the board should roughly lie (from fiducials, or from the last picture); it
    also settles which way round the board is. Without it any of the four quarter turns may come
    back, and `orientation_known` is False. `lens` is the calibrated lens, if there is one.
    """
    best: _Candidate | None = None
    if coarse is not None:
        there = (_refined(image_bgr, look(image_bgr), coarse, lens) for look in _LIGHTS)
        best = next((one for one in there if one is not None and one.is_board), None)
        best = _unless_dragged(best, coarse, image_bgr)
    for look in _LIGHTS if best is None else ():
        best = _better(best, _best_in(image_bgr, look(image_bgr), layout, lens))
        if best is not None and best.is_clear:
            break
    if best is None:
        return NotFound("no regular grid of tiles cut by a diagonal was seen")
    geometry = best.geometry
    if coarse is not None:
        geometry = geometry.nearest_turn(coarse, layout.turns)
    return Registration(geometry, best.seen, 0, coarse is not None)


def log_brightness(image_bgr: Image) -> Array:
    """Natural logarithm of the brightness, slightly smoothed, float32 (height, width)."""
    grey = cv2.cvtColor(image_bgr, cv2.COLOR_BGR2GRAY).astype(np.float32)
    return np.asarray(cv2.GaussianBlur(np.log(grey + 8), (0, 0), 1.2), np.float32)


def _log_green_over_red(image_bgr: Image) -> Array:
    """Like `log_brightness`, for reddish halves that are nearly as bright as the others.

    Green counts twice: all that is dark stays dark, and a shadow still adds a constant only.
    """
    return _logs_weighed(image_bgr, (0.0, 2.0, -1.0))


def _log_yellow(image_bgr: Image) -> Array:
    """The same for halves that are more or less yellow."""
    return _logs_weighed(image_bgr, (-1.0, 1.0, 1.0))


def _logs_weighed(image_bgr: Image, weights: tuple[float, float, float]) -> Array:
    logs = np.log(image_bgr.astype(np.float32) + 8) @ np.array(weights, np.float32)
    return np.asarray(cv2.GaussianBlur(logs, (0, 0), 1.2), np.float32)


_LIGHTS = (log_brightness, _log_green_over_red, _log_yellow)


def _better(one: _Candidate | None, other: _Candidate | None) -> _Candidate | None:
    candidates = [candidate for candidate in (one, other) if candidate is not None]
    return max(candidates, key=lambda candidate: candidate.merit, default=None)


def _unless_dragged(
    fitted: _Candidate | None, coarse: BoardGeometry, image_bgr: Image
) -> _Candidate | None:
    """The candidate that was fitted from `coarse`, or that place itself, if the network tells so
    much more of the tiles there: edges of shadows and of light drag a fit along, and hide tiles
    from it.
    """
    strayed = fitted is not None and fitted.geometry.corner_shift(coarse) > STRAYED
    if fitted is not None and fitted.is_clear and not strayed:
        return fitted
    leads = leads_of_tiles(image_bgr, coarse).reshape(coarse.rows, coarse.columns)
    there = _Candidate(coarse, KNOWN, 0.0, leads)
    if not there.is_board:
        return fitted
    # by edges alone a fit may well be a dragged one: what the network tells decides
    if fitted is None:
        return there
    least = -DRAGGED if strayed and fitted.evidence < WEAK else DRAGGED
    return there if there.told > fitted.told + least else fitted


def _best_in(
    image_bgr: Image, light: Array, layout: Layout, lens: Lens | None
) -> _Candidate | None:
    """The best board that is believed where the halves of tiles differ in `light`."""
    best: _Candidate | None = None
    for start in _starts(light, layout, lens):
        candidate = _refined(image_bgr, light, start, lens)
        for _ in range(BEYOND):
            if candidate is None or candidate.is_board or candidate.off == (0, 0):
                break
            moved = _moved(image_bgr, candidate.geometry, candidate.off, lens)
            evidence = _evidence_around(light, moved.geometry)
            candidate = _candidate(image_bgr, moved, evidence)
        # corners in the middle lay well, and light has dragged the fit of all edges along
        if candidate is not None and candidate.are_tiles and not candidate.is_board:
            candidate = _unless_dragged(candidate, start, image_bgr)
        if candidate is None or not candidate.is_board:
            continue
        if (lens or plausible(candidate.geometry)) and candidate.geometry.tilt_deg < STEEPEST_DEG:
            best = _better(best, candidate)
        if best is not None and best.is_clear:
            break
    return best


def _refined(
    image_bgr: Image, light: Array, start: BoardGeometry, lens: Lens | None
) -> _Candidate | None:
    """Fit all edges; where a neighbouring window of tiles is better, move there and fit again. None
    if too little is seen there.
    """
    fitted = fit.refine(image_bgr, start, Surface.TILES, freedom_of_grid(lens))
    evidence = _evidence_around(light, fitted.geometry)
    shift = _best_shift(evidence, fitted.geometry)
    if shift != (0, 0):
        fitted = _moved(image_bgr, fitted.geometry, shift, lens)
        evidence = _evidence_around(light, fitted.geometry)
    return _candidate(image_bgr, fitted, evidence)


def _moved(
    image_bgr: Image, fitted: BoardGeometry, shift: tuple[int, int], lens: Lens | None
) -> fit.Fit:
    """The fit so many columns and rows from one: closer, as its lattice is known."""
    start, freedom = fitted.shifted(*shift), freedom_of_grid(lens)
    return fit.refine(image_bgr, start, Surface.TILES, freedom, (0.2, 0.12))


def _candidate(image_bgr: Image, fitted: fit.Fit, evidence: Floats) -> _Candidate | None:
    """What speaks for a fit, with the `evidence` around it; None if too little is seen there."""
    inside = evidence[BEYOND:-BEYOND, BEYOND:-BEYOND]
    low, high = evidence[BEYOND - 1], evidence[-BEYOND]
    left, right = evidence[:, BEYOND - 1], evidence[:, -BEYOND]
    beyond = max(float(side[BEYOND:-BEYOND].mean()) for side in (low, high, left, right))
    worth = float(inside.mean()) * fitted.quality
    if worth < WORTH:
        return None
    leads = leads_of_tiles(image_bgr, fitted.geometry).reshape(inside.shape)
    # Tiles that all lie alike show a second lattice, at 45 degrees and smaller, which goes on.
    return _Candidate(fitted.geometry, fitted.quality, worth if beyond < GOES_ON else 0.0, leads)


def _evidence_around(light: Array, geometry: BoardGeometry) -> Floats:
    """Tile evidence of the board's cells and of those up to BEYOND rows and columns outside:
    (rows + 2 BEYOND, columns + 2 BEYOND), lowest row first.
    """
    columns, rows = geometry.columns, geometry.rows
    x, y = np.meshgrid(np.arange(-BEYOND, columns + BEYOND), np.arange(-BEYOND, rows + BEYOND))
    points = np.stack([x, y], axis=-1).reshape(-1, 1, 2) + 0.5 + _PROBES
    pixels = geometry.project(points.reshape(-1, 2)).reshape(points.shape)
    return tile_evidence(sample(light, pixels)).reshape(x.shape)


def _best_shift(evidence: Floats, geometry: BoardGeometry) -> tuple[int, int]:
    """By how many (columns, rows) the window with the most evidence is off.

    A little more is not enough: a hand over one side and a frame's edge on the other give that.
    """
    means = window_means(evidence, geometry.rows, geometry.columns)
    j, i = np.unravel_index(int(means.argmax()), means.shape)
    if means[j, i] < means[BEYOND, BEYOND] + SHIFT:
        return 0, 0
    return int(i) - BEYOND, int(j) - BEYOND


def _starts(light: Array, layout: Layout, lens: Lens | None) -> Iterator[BoardGeometry]:
    """Rough geometries: lattices of corners on which tiles are seen."""
    height, width = light.shape
    small, scale = search_picture(light)
    corners = _corners(small)
    if len(corners) < 16:
        return
    nearest = Nearest(corners, small.shape[:2])
    seeds, merit = _judged(small, paired_seeds(nearest, STEP_PX))

    def accept(homography: Floats, nodes: Floats) -> Mask:
        return _touches_tile(small, homography, nodes)

    for lattice in grow_lattices(nearest, seeds, merit, accept, at_most=SEEDS):
        window = _lattice_window(small, lattice, layout)
        if window is None:
            continue
        nodes, points = window
        start = geometry_from_points(
            nodes,
            (points + 0.5) / scale - 0.5,
            layout.columns,
            layout.rows,
            (width, height),
            lens,
            robust_px=1.5 / scale,
        )
        if start is not None:
            yield start


def _corners(light: Array) -> Floats:
    """Candidates (n, 2) for tile corners.

    Corners of blobs and wedges are seen beside the place where edges meet, so each is moved to
    where the straight edges around it do.
    """
    corners = cv2.goodFeaturesToTrack(light, CORNERS, 0.003, 7, blockSize=7)
    if corners is None or min(light.shape) < 2 * EDGES_PX + 5:  # else cv2 raises an error
        return np.zeros((0, 2))
    until = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 20, 0.05)
    moved = cv2.cornerSubPix(light, corners, (EDGES_PX, EDGES_PX), (-1, -1), until)
    points = np.asarray(moved.reshape(-1, 2), np.float64)
    _, first = np.unique(np.rint(points / SAME_PX), axis=0, return_index=True)
    return np.asarray(points[np.sort(first)], np.float64)


def _judged(light: Array, seeds: Seeds) -> tuple[Seeds, Floats]:
    """Seeds whose four surrounding cells look like tiles, and how much (the sum of the shares)."""
    total = np.zeros(len(seeds.origin))
    for done, cell in enumerate([(0, 0), (-1, -1), (0, -1), (-1, 0)]):
        total += tile_evidence(sample(light, seeds.at(_PROBES + 0.5 + cell)))
        keep = total > TILE * (done + 1)
        seeds, total = seeds.choose(keep), total[keep]
    return seeds, total


def _touches_tile(light: Array, homography: Floats, nodes: Floats) -> Mask:
    """Which nodes (n, 2) of a lattice are corners of at least one believable tile."""
    cells = np.concatenate([nodes + step for step in ((0, 0), (-1, 0), (0, -1), (-1, -1))])
    seen = _cell_evidence(light, homography, cells) > TILE
    return np.asarray(seen.reshape(4, -1).any(axis=0), np.bool_)


def _lattice_window(light: Array, lattice: Lattice, layout: Layout) -> tuple[Ints, Floats] | None:
    """The window of `layout`'s size with the most tile evidence: board points (n, 2) of the tile
    corners in it and their pixels; None where too little looks like tiles.
    """
    columns, rows = layout.columns, layout.rows
    low, high = lattice.nodes.min(axis=0) - 2, lattice.nodes.max(axis=0) + 2
    high = np.maximum(high, low + np.array((columns, rows)))
    x, y = np.meshgrid(np.arange(low[0], high[0]), np.arange(low[1], high[1]))
    cells = np.stack([x, y], axis=-1).reshape(-1, 2).astype(np.float64)
    evidence = _cell_evidence(light, lattice.homography, cells).reshape(x.shape)
    means = window_means(evidence, rows, columns)
    if means.max() < LIKELY:
        return None
    j, i = np.unravel_index(int(means.argmax()), means.shape)
    board = lattice.nodes - low - (i, j)
    inside = ((board >= 0) & (board <= (columns, rows))).all(axis=1)
    if np.linalg.det(lattice.homography) > 0:  # a picture's y runs down: seen from above, x to
        board = board * (-1, 1) + (columns, 0)  # y must turn the other way
    return (board[inside], lattice.points[inside]) if inside.sum() >= 9 else None


def _cell_evidence(light: Array, homography: Floats, cells: Floats) -> Floats:
    points = cells[:, None] + 0.5 + _PROBES
    pixels = transform(homography, points.reshape(-1, 2)).reshape(points.shape)
    return tile_evidence(sample(light, pixels))


def tile_evidence(probes: Array) -> Floats:
    """How much cells look like tiles, 0 to 1 (...,): the share of the variance of log brightness at
    their eight probes (..., 8) that one of the two diagonals explains.
    """
    rest = probes - probes.mean(axis=-1, keepdims=True)
    total = (rest**2).sum(axis=-1)
    one = (rest[..., :4].sum(axis=-1) - rest[..., 4:].sum(axis=-1)) ** 2 / 8
    other = (rest[..., 2:6].sum(axis=-1) - rest[..., [0, 1, 6, 7]].sum(axis=-1)) ** 2 / 8
    return np.asarray(np.maximum(one, other) / (total + 8 * NOISE), np.float64)
