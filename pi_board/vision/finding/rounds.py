"""Round things in a grid: holes, discs, tops of pegs.

Every edge votes for the middles of circles it could belong to. The sharpest peaks of the votes are
the points among which lattices are looked for, for each of several sizes, and in each lattice the
window of a board's size in which most votes lie.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np

from pi_board.core.layout import Layout
from pi_board.vision.cold import rings
from pi_board.vision.finding.cloths import Cloth
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
from pi_board.vision.finding.logs import logarithms
from pi_board.vision.finding.shrinking import search_picture
from pi_board.vision.geometry import Array, BoardGeometry, Floats, Image, lengths

STEP_PX = (18.0, 110.0)  # least and greatest distance of neighbours in the search picture
RADII_PX = (4.0, 5.0, 6.0, 7.5, 9.0, 11.0, 13.5, 16.5, 20.0, 24.5, 30.0)  # of round things there
SIZES = 4  # radii at which lattices are looked for
STRONG = 3.0  # votes from which a peak is as good as any
PEAKS = 120
SEED_PEAKS = 90  # the strongest ones, from which seeds are made
SEEDS = 400  # the best of these, which are looked at more closely
LATTICES = 10  # that are grown at most, for each radius
PLAIN = 1.7  # merit from which no other lattice is grown at that radius
NOTHING = 0.25  # merit in a picture with nothing in rows, as noise

# Node numbers of a seed's neighbourhoods, and the places half way between them along the steps.
_EIGHT = np.array([(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) != (0, 0)], float)
_NINE = np.array([(i, j) for i in range(-4, 5) for j in range(-4, 5)], float)
_FIVE = np.array([(i, j) for i in range(-2, 3) for j in range(-2, 3)], float)
_HALF = np.array(
    [p for i in (-1.5, -0.5, 0.5, 1.5) for j in range(-2, 3) for p in ((i, j), (j, i))], float
)


@dataclass(frozen=True, slots=True)
class RoundWindow:
    """A part of a lattice, as large as a board. `merit`: how many more votes lie on its places than
    between them · `board` (n, 2): middles of sites in board coordinates, those at which something
    round was seen · `pixels` (n, 2) of these.
    """

    merit: float
    board: Floats
    pixels: Floats


def round_windows(
    image_bgr: Image,
    layout: Layout,
    taller: float = 1.0,
    endless: BoardGeometry | None = None,
) -> Iterator[list[RoundWindow]]:
    """For each likely size of round things the windows of a board of this layout, best first.

    Nothing comes at all if nothing lies in rows, as in noise. The picture (height, width, 3), 8-bit
    BGR, is made `taller` for the search. What belongs to an `endless` lattice (see `Cloth`) is left
    out.
    """
    small, scale = search_picture(image_bgr)
    if taller > 1:
        high = round(taller * small.shape[0])
        small = np.asarray(cv2.resize(small, (small.shape[1], high)), np.uint8)
    scales = np.array([scale, scale * taller])
    cloth = None if endless is None else Cloth.like(endless, scales)
    planes = [(votes, *_peaks(votes, r, cloth)) for votes, r in _votes(small)]
    # They are all of one size: at that radius many peaks stand out alike.
    planes.sort(key=lambda plane: -float(plane[2][5:40].mean()) if len(plane[2]) > 5 else 0.0)
    for votes, points, strength in planes[:SIZES]:
        windows = _windows(votes, points, strength, layout) if len(points) >= 12 else []
        if max((window.merit for window in windows), default=0.0) < NOTHING:
            return
        yield [
            replace(window, pixels=(window.pixels + 0.5) / scales - 0.5)
            for window in sorted(windows, key=lambda w: -w.merit)
        ]


def _windows(votes: Array, points: Floats, strength: Array, layout: Layout) -> list[RoundWindow]:
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
            if window.merit > PLAIN:
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


def _edges(image_bgr: Image) -> rings.EdgePixels:
    """Edge pixels, strong or weak for their surroundings.

    The usual gradient thereabouts is its geometric mean, so that a plain board counts as much as a
    loud cloth.
    """
    grey = np.asarray(cv2.cvtColor(image_bgr, cv2.COLOR_BGR2GRAY), np.uint8)
    light = cv2.GaussianBlur(logarithms(grey), (0, 0), 1.2)
    along_x = cv2.Sobel(light, cv2.CV_32F, 1, 0) / 8
    along_y = cv2.Sobel(light, cv2.CV_32F, 0, 1) / 8
    slope = cv2.magnitude(along_x, along_y)
    usual = cv2.exp(cv2.blur(cv2.log(slope + 1e-4), (81, 81))) * 3 + 0.003
    y, x = np.nonzero(slope > 0.5 * usual)
    ratio = slope[y, x] / usual[y, x]
    towards = np.stack([along_x[y, x], along_y[y, x]], axis=-1) / slope[y, x][:, None]
    at = np.stack([x, y], axis=-1).astype(np.float32)
    size = (grey.shape[0], grey.shape[1])
    return rings.EdgePixels(at, towards.astype(np.float32), ratio / (1 + ratio), size)


def _peaks(votes: Array, radius: float, cloth: Cloth | None) -> tuple[Floats, Array]:
    """The strongest maxima (n, 2) beside a cloth, strongest first, and their votes (n,)."""
    size = 2 * round(1.2 * radius) + 1
    top = cv2.dilate(votes, np.ones((size, size), np.uint8))
    y, x = np.nonzero((votes == top) & (votes > 1))
    if cloth is not None:
        points = np.stack([x, y], axis=-1).astype(np.float64)
        beside = cloth.beside(points, (votes.shape[0], votes.shape[1]))
        y, x = y[beside], x[beside]
    order = np.argsort(-votes[y, x])[:PEAKS]
    points = np.stack([x[order], y[order]], axis=-1).astype(np.float64)
    return points, votes[y[order], x[order]]


def _likely(seeds: Seeds, nearest: Nearest) -> Seeds:
    """The seeds with most peaks where their eight neighbours would be: not too many of them."""
    size = np.minimum(lengths(seeds.u), lengths(seeds.v))
    hits = (nearest(seeds.at(_EIGHT))[1] < 0.2 * size[:, None]).sum(axis=1)
    return seeds.choose(np.argsort(-hits, kind="stable")[:SEEDS])


def _seed_merit(votes: Array, nearest: Nearest, seeds: Seeds, strength: Array) -> Floats:
    """A merit for every seed: its better place in two rankings.

    One is by the strength of the peaks on 9 x 9 nodes (good where most holes are faint), the other
    by how much the votes on 5 x 5 nodes exceed those half way between (good where the board tilts
    much, or there are many peaks).
    """
    index, miss = nearest(seeds.at(_NINE))
    size = np.minimum(lengths(seeds.u), lengths(seeds.v))
    peaks = (strength[index] ** 2 * (miss < 0.2 * size[:, None])).sum(axis=1)
    near = np.minimum(cv2.dilate(votes, np.ones((5, 5), np.uint8)), STRONG).astype(np.float32)
    excess = sample(near, seeds.at(_FIVE)).mean(axis=1) - sample(near, seeds.at(_HALF)).mean(axis=1)
    places = [np.argsort(np.argsort(-ranking)) for ranking in (peaks, excess)]
    return np.asarray(-np.minimum(*places), np.float64)


def _lattice_window(votes: Array, lattice: Lattice, layout: Layout) -> RoundWindow | None:
    """The window of a lattice, upright or lying, whose nodes have most votes."""
    best: RoundWindow | None = None
    # as many columns as rows are the same either way
    for lying in (False,) if layout.columns == layout.rows else (False, True):
        across, up = (layout.rows, layout.columns) if lying else (layout.columns, layout.rows)
        low = lattice.nodes.min(axis=0) - 2
        high = np.maximum(lattice.nodes.max(axis=0) + 3, low + np.array((across, up)))
        x, y = np.meshgrid(np.arange(low[0], high[0]), np.arange(low[1], high[1]))
        nodes = np.stack([x, y], axis=-1).reshape(-1, 2).astype(np.float64)
        excess = _excess(votes, lattice.homography, nodes).reshape(x.shape)
        means = window_means(excess, up, across)
        j, i = np.unravel_index(int(means.argmax()), means.shape)
        if best is not None and means[j, i] <= best.merit:
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
        best = RoundWindow(float(means[j, i]), points, lattice.points[inside])
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
