"""Finds a Linja board by its holes, whether something stands in them or not.

Every edge votes for the middles of circles it could belong to. The sharpest peaks of the votes,
discs or empty holes, are the points among which lattices are looked for. Each lattice is rectified,
and there a network says where the holes are, also those under tall pegs, and where there are none.
The geometry is fitted to that (see `hole_fit`), and the window of 6 x 8 holes that is likeliest is
the board.
"""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

from pi_board.core.layout import Layout
from pi_board.vision.cold import rings
from pi_board.vision.finding.hole_fit import HoleFit, fit_holes
from pi_board.vision.finding.lattice import (
    Lattice,
    Nearest,
    Seeds,
    grow_lattices,
    loose_seeds,
    sample,
    transform,
    window_means,
)
from pi_board.vision.finding.shrinking import search_picture
from pi_board.vision.geometry import (
    BoardGeometry,
    Floats,
    Image,
    Lens,
    NotFound,
    Registration,
)
from pi_board.vision.pose import rough_geometry
from pi_board.vision.sampling import Array

STEP_PX = (18.0, 90.0)  # least and greatest distance of neighbouring holes there
RADII_PX = (4.0, 5.0, 6.0, 7.5, 9.0, 11.0, 13.5, 16.5, 20.0)  # of holes there
SIZES = 4  # radii at which lattices are looked for
STRONG = 3.0  # votes from which a peak is as good as any
PEAKS = 120
SEED_PEAKS = 90  # the strongest ones, from which seeds are made
SEEDS = 400  # the best of these, which are looked at more closely
LATTICES = 10  # that are grown at most, for each radius
SETTLED = 2  # most promising of these, which are rectified and fitted
HOPELESS = 4  # places without holes, after which no more are looked at; boards had 2 before them
UNCLEAR = 2  # fits that do not tell where the board ends, after which no more are made
PROMISING = 0.8  # votes at the holes of a window more than between them, for it to be fitted,
LESS_SO = 0.5  # and in the stretched picture, the last one in which a board may be found
PLAIN = 1.7  # the same for no other lattice to be grown at that radius
NOTHING = 0.25  # the same in a picture with nothing in rows, as noise
TALLER = 1.35  # how much a picture is stretched, so that holes seen at a slant are rounder
# The least share of the holes seen, the greatest of those missing though nothing hides their
# places, and the greatest scatter about their places, in sites. Of boards half under a hand 0.15
# at most are missing, of stones on squares 0.18 at least, of chessmen 0.17.
MISSING, LOOSEST = 0.16, 0.05
CERTAIN = ((0.72, 1.0, 0.04), (0.5, MISSING, 0.03))  # for no other lattice to be tried, if clear
BELIEVED = (CERTAIN[1], (0.65, MISSING, LOOSEST))  # for a board; lamps and shadows hide holes
RIVAL = 0.1  # share of the holes fewer that another fit may have to contradict
ELSEWHERE = 0.18  # sites by which it then puts a corner elsewhere
# The same of a board where it should be; hands hide the rest. Of 40 rendered boards with holes the
# faintest showed 0.60 and the loosest 0.079; 2 of 52 with sticks showed up to 0.49, and 0.17.
CONFIRMED = (0.35, 1.0, 0.1)
KNOWN = 0.6  # least quality of a board that was found where it should be

NO_ROWS = NotFound("no rows of holes were seen")

# Node numbers of a seed's neighbourhoods, and the places half way between them along the steps.
_EIGHT = np.array([(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) != (0, 0)], float)
_NINE = np.array([(i, j) for i in range(-4, 5) for j in range(-4, 5)], float)
_FIVE = np.array([(i, j) for i in range(-2, 3) for j in range(-2, 3)], float)
_HALF = np.array(
    [p for i in (-1.5, -0.5, 0.5, 1.5) for j in range(-2, 3) for p in ((i, j), (j, i))], float
)


def find_holes(
    image_bgr: Image, layout: Layout, coarse: BoardGeometry | None, lens: Lens | None
) -> Registration | NotFound:
    """Find the holes of `layout` in a picture (height, width, 3), 8-bit BGR.

    `coarse` is where the board should roughly lie (from fiducials, or from the last picture), and
    then nothing else is looked at; it also settles which way round the board is. Without it either
    of the two half turns may come back, and `orientation_known` is False. `lens` is the calibrated
    lens, if there is one.
    """
    if coarse is not None:
        fit = fit_holes(image_bgr, coarse, lens, stay=True)
        if fit is None or not _shows(fit, *CONFIRMED):
            return NotFound("no holes were seen where the board should lie")
        return Registration(fit.geometry, max(fit.seen, KNOWN), 0, True)
    patience = HOPELESS
    for taller, promising in ((1.0, PROMISING), (TALLER, LESS_SO)):
        starts = _starts(image_bgr, taller, promising, layout, lens)
        fits, patience = _fits(image_bgr, starts, lens, patience)
        found = _board_of(fits)
        if found is not NO_ROWS or not patience:
            return found
    return NO_ROWS


def _fits(
    image_bgr: Image, starts: Iterator[BoardGeometry | None], lens: Lens | None, patience: int
) -> tuple[list[HoleFit], int]:
    """Fits near some rough geometries, up to a certain one, and how many more of these geometries
    may yet be none: at most `patience` are, and no more after a None.
    """
    fits: list[HoleFit] = []
    for start in starts:
        if start is None:
            return fits, 0
        fit = fit_holes(image_bgr, start, lens, stay=False)
        if fit is None:
            patience -= 1
            if not patience:
                break
            continue
        fits.append(fit)
        if _is_certain(fit) or sum(not fit.clear for fit in fits) == UNCLEAR:
            break
    return fits, patience


def _board_of(fits: list[HoleFit]) -> Registration | NotFound:
    """The board that one of some fits shows."""
    if fits and _is_certain(fits[-1]):
        return Registration(fits[-1].geometry, fits[-1].seen, 0, False)
    boards = (fit for fit in fits if any(_shows(fit, *least) for least in BELIEVED))
    best = max(boards, key=lambda fit: fit.merit, default=None)
    if best is None:
        return NO_ROWS
    if not best.clear or any(_contradicts(fit, best) for fit in fits):
        return NotFound("holes were seen, but not where the board ends")
    return Registration(best.geometry, best.seen, 0, False)


def _is_certain(fit: HoleFit) -> bool:
    """Whether no other place needs to be tried."""
    return fit.clear and any(_shows(fit, *least) for least in CERTAIN)


def _shows(fit: HoleFit, seen: float, missing: float, scatter: float) -> bool:
    """Whether more than this share of the holes is seen, with fewer missing and less scatter."""
    return fit.seen > seen and fit.missing < missing and fit.scatter < scatter


def _contradicts(other: HoleFit, best: HoleFit) -> bool:
    """Whether another fit of nearly as many holes says that the board lies elsewhere."""
    if other.seen < best.seen - RIVAL or other.scatter > LOOSEST:
        return False
    geometry = other.geometry.nearest_turn(best.geometry, (0, 2))
    return geometry.corner_shift(best.geometry) > ELSEWHERE


# Lattices among peaks of the votes.


def _starts(
    image_bgr: Image, taller: float, promising: float, layout: Layout, lens: Lens | None
) -> Iterator[BoardGeometry | None]:
    """Rough geometries that are `promising`, as PROMISING, the best first, from a picture made
    `taller` than it is; None if nothing lies in rows, as in noise.
    """
    size = (image_bgr.shape[1], image_bgr.shape[0])
    small, scale = search_picture(image_bgr)
    if taller > 1:
        high = round(taller * small.shape[0])
        small = np.asarray(cv2.resize(small, (small.shape[1], high)), np.uint8)
    scales = np.array([scale, scale * taller])
    planes = [(votes, *_peaks(votes, r)) for votes, r in _votes(small)]
    # Holes are all of one size: at that radius many peaks stand out alike.
    planes.sort(key=lambda plane: -float(plane[2][5:40].mean()) if len(plane[2]) > 5 else 0.0)
    for number, (votes, points, strength) in enumerate(planes[:SIZES]):
        windows = _windows(votes, points, strength, layout) if len(points) >= 12 else []
        if max((merit for merit, _, _ in windows), default=0.0) < NOTHING:
            if number == 0:
                yield None
            return
        for merit, nodes, pixels in sorted(windows, key=lambda w: -w[0])[:SETTLED]:
            if merit < promising:
                break
            pixels = (pixels + 0.5) / scales - 0.5
            start = rough_geometry(
                nodes, pixels, layout.columns, layout.rows, size, lens, log_aspect=0.15
            )
            if start is not None:
                yield start


def _windows(
    votes: Array, points: Floats, strength: Array, layout: Layout
) -> list[tuple[float, Floats, Floats]]:
    """The best windows of lattices among the peaks, up to the first that stands out plainly."""
    nearest = Nearest(points, (votes.shape[0], votes.shape[1]))
    seeds = _likely(loose_seeds(points[:SEED_PEAKS], STEP_PX), nearest)
    strength = np.minimum(strength / strength[min(20, len(points) - 1)], 1.0)
    merit = _seed_merit(votes, nearest, seeds, strength)
    windows = []
    for lattice in grow_lattices(nearest, seeds, merit, at_most=LATTICES, leap=2):
        window = _lattice_window(votes, lattice, layout)
        if window is not None:
            windows.append(window)
            if window[0] > PLAIN:
                break
    return windows


def _votes(image_bgr: Image) -> Iterator[tuple[Array, float]]:
    """Votes for circles about every pixel, for each of RADII_PX, and that radius.

    They are scaled so that one pixel in ten has more than 1.
    """
    edges = _edges(image_bgr)
    for radius in RADII_PX:
        # A tilted circle does not send all its votes to one point.
        plane = cv2.GaussianBlur(rings.votes(edges, radius), (0, 0), max(1.0, 0.15 * radius))
        usual = float(np.quantile(plane[::3, ::3], 0.9))
        yield np.asarray(plane / max(usual, 1e-6), np.float32), radius


def _edges(image_bgr: Image) -> rings.Edges:
    """Edge pixels, strong or weak for their surroundings.

    The usual gradient thereabouts is its geometric mean, so that a plain board counts as much as a
    loud cloth.
    """
    grey = cv2.cvtColor(image_bgr, cv2.COLOR_BGR2GRAY).astype(np.float32)
    light = cv2.GaussianBlur(np.log(grey + 8), (0, 0), 1.2)
    along_x = cv2.Sobel(light, cv2.CV_32F, 1, 0) / 8
    along_y = cv2.Sobel(light, cv2.CV_32F, 0, 1) / 8
    slope = cv2.magnitude(along_x, along_y)
    usual = cv2.exp(cv2.blur(cv2.log(slope + 1e-4), (81, 81))) * 3 + 0.003
    y, x = np.nonzero(slope > 0.5 * usual)
    ratio = slope[y, x] / usual[y, x]
    towards = np.stack([along_x[y, x], along_y[y, x]], axis=-1) / slope[y, x][:, None]
    at = np.stack([x, y], axis=-1).astype(np.float32)
    size = (grey.shape[0], grey.shape[1])
    return rings.Edges(at, towards.astype(np.float32), ratio / (1 + ratio), size)


def _peaks(votes: Array, radius: float) -> tuple[Floats, Array]:
    """The strongest maxima (n, 2), strongest first, and their votes (n,)."""
    size = 2 * round(1.2 * radius) + 1
    top = cv2.dilate(votes, np.ones((size, size), np.uint8))
    y, x = np.nonzero((votes == top) & (votes > 1))
    order = np.argsort(-votes[y, x])[:PEAKS]
    points = np.stack([x[order], y[order]], axis=-1).astype(np.float64)
    return points, votes[y[order], x[order]]


def _likely(seeds: Seeds, nearest: Nearest) -> Seeds:
    """The seeds with most peaks where their eight neighbours would be: not too many of them."""
    size = np.minimum(np.linalg.norm(seeds.u, axis=1), np.linalg.norm(seeds.v, axis=1))
    hits = (nearest(seeds.at(_EIGHT))[1] < 0.2 * size[:, None]).sum(axis=1)
    return seeds.choose(np.argsort(-hits, kind="stable")[:SEEDS])


def _seed_merit(votes: Array, nearest: Nearest, seeds: Seeds, strength: Array) -> Floats:
    """A merit for every seed: its better place in two rankings.

    One is by the strength of the peaks on 9 x 9 nodes (good where most holes are faint), the other
    by how much the votes on 5 x 5 nodes exceed those half way between (good where the board tilts
    much, or there are many peaks).
    """
    index, miss = nearest(seeds.at(_NINE))
    size = np.minimum(np.linalg.norm(seeds.u, axis=1), np.linalg.norm(seeds.v, axis=1))
    peaks = (strength[index] ** 2 * (miss < 0.2 * size[:, None])).sum(axis=1)
    near = np.minimum(cv2.dilate(votes, np.ones((5, 5), np.uint8)), STRONG).astype(np.float32)
    excess = sample(near, seeds.at(_FIVE)).mean(axis=1) - sample(near, seeds.at(_HALF)).mean(axis=1)
    places = [np.argsort(np.argsort(-ranking)) for ranking in (peaks, excess)]
    return np.asarray(-np.minimum(*places), np.float64)


def _lattice_window(
    votes: Array, lattice: Lattice, layout: Layout
) -> tuple[float, Floats, Floats] | None:
    """The window of a lattice, upright or lying, whose nodes have most votes: how many more than
    the places between them, board points (n, 2) of the holes in it, and their pixels.
    """
    best: tuple[float, Floats, Floats] | None = None
    for lying in (False, True):
        across, up = (layout.rows, layout.columns) if lying else (layout.columns, layout.rows)
        low = lattice.nodes.min(axis=0) - 2
        high = np.maximum(lattice.nodes.max(axis=0) + 3, low + np.array((across, up)))
        x, y = np.meshgrid(np.arange(low[0], high[0]), np.arange(low[1], high[1]))
        nodes = np.stack([x, y], axis=-1).reshape(-1, 2).astype(np.float64)
        excess = _excess(votes, lattice.homography, nodes).reshape(x.shape)
        means = window_means(excess, up, across)
        j, i = np.unravel_index(int(means.argmax()), means.shape)
        if best is not None and means[j, i] <= best[0]:
            continue
        board = lattice.nodes - low - (i, j)
        inside = ((board >= 0) & (board < (across, up))).all(axis=1)
        if inside.sum() < 6:
            continue
        points = board[inside] + 0.5
        if lying:
            points = points[:, ::-1]
        # A picture's y runs down: seen from above, x to y must turn the other way.
        if (np.linalg.det(lattice.homography) > 0) != lying:
            points = points * (-1, 1) + (layout.columns, 0)
        best = float(means[j, i]), points, lattice.points[inside]
    return best


def _excess(votes: Array, homography: Floats, nodes: Floats) -> Floats:
    """Votes at nodes (n, 2) less those around them, limited so that no node counts for many."""
    at = transform(homography, nodes)
    centre = sample(votes, at)
    around = np.stack(
        [
            sample(votes, transform(homography, nodes + np.array(step)))
            for step in ((0.5, 0.0), (-0.5, 0.0), (0.0, 0.5), (0.0, -0.5))
        ]
    ).mean(axis=0)
    return np.asarray(np.clip(centre - around, -STRONG, STRONG), np.float64)
