"""Regular grids among loose points: which of them are nodes of one plane lattice in perspective?

The points may be corners, hole centres, anything that repeats; most of them may be clutter. A
*seed* is a point and the two steps from it to neighbouring nodes. A lattice grows from a seed
outwards, a homography being fitted to all its nodes after every ring, so that neither tilt nor
missing nodes stop it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from pi_board.vision.geometry import Array, Floats, Indices, Mask, lengths

Accept = Callable[[Floats, Floats], Mask]

REACH = 9  # nodes are numbered -REACH..REACH from the seed, in both directions
NODE_TOLERANCE = 0.25  # of a step: how far a point may lie from where its node is predicted
PAIR_TOLERANCE = 0.15  # the same for the neighbours of a seed
_LEAST_SINE = 0.8  # of the angle between the two steps of a seed
_MOST_UNEQUAL = 2.0  # the longer step over the shorter one


@dataclass(frozen=True, slots=True)
class Seeds:
    """Origins (n, 2) and the steps u and v (n, 2) from each to two neighbours, in pixels."""

    origin: Floats
    u: Floats
    v: Floats

    def at(self, nodes: Floats) -> Floats:
        """Pixels (n, m, 2) of node numbers (m, 2), taking the lattices for affine."""
        step_u, step_v = self.u[:, None], self.v[:, None]
        out: Floats = self.origin[:, None] + nodes[:, :1] * step_u + nodes[:, 1:] * step_v
        return out

    def choose(self, which: Mask | Indices) -> Seeds:
        """The seeds of these indices."""
        return Seeds(self.origin[which], self.u[which], self.v[which])


@dataclass(frozen=True, slots=True)
class Lattice:
    """`homography` (3, 3) maps node numbers (i, j) to pixels; `nodes` (n, 2) are the numbers of
    the nodes that have a point, `points` (n, 2) these points in pixels.
    """

    homography: Floats
    nodes: Indices
    points: Floats


def transform(homography: Floats, points: Floats) -> Floats:
    """Apply a homography (3, 3) to points (n, 2)."""
    homogeneous = points @ homography[:, :2].T + homography[:, 2]
    out: Floats = homogeneous[:, :2] / homogeneous[:, 2:]
    return out


def of_each_part(
    points: npt.NDArray[Any], shape: tuple[int, int], parts: int, most: int
) -> Indices:
    """Indices, ascending, of the first `most` points (n, 2) in each of `parts` x `parts` equal
    parts of a picture of this shape (height, width): a loud cloth has the strongest of all.
    """
    x, y = (points[:, i] * parts // shape[1 - i] for i in (0, 1))
    part = (y * parts + x).astype(np.intp)
    by_part = np.argsort(part, kind="stable")
    numbered = np.arange(len(part)) - np.searchsorted(part[by_part], part[by_part])
    return np.asarray(np.sort(by_part[numbered < most]), np.intp)


class Nearest:
    """The nearest of some points (n, 2), in pixels, for any place of a picture, by look-up."""

    def __init__(self, points: Floats, shape: tuple[int, int]) -> None:
        self.points = points
        self._shape = shape
        free = np.full(shape, 255, np.uint8)
        x, y = np.rint(points).astype(np.intp).T
        x, y = x.clip(0, shape[1] - 1), y.clip(0, shape[0] - 1)
        free[y, x] = 0
        labels = cv2.distanceTransformWithLabels(
            free, cv2.DIST_L2, 3, labelType=cv2.DIST_LABEL_PIXEL
        )[1]
        names = np.zeros(int(labels.max()) + 1, np.intp)
        names[labels[y, x]] = np.arange(len(points))
        self._index = names[labels]

    def __call__(self, at: Floats) -> tuple[Indices, Floats]:
        """Index of the nearest point and its distance, for positions (..., 2); off the picture the
        distance is infinite.
        """
        height, width = self._shape
        x, y = at[..., 0], at[..., 1]
        inside = (x >= 0) & (y >= 0) & (x < width) & (y < height)
        column, row = (np.where(inside, where, 0).astype(np.intp) for where in (x, y))
        index = self._index[row, column]
        return index, np.where(inside, lengths(self.points[index] - at), np.inf)


def paired_seeds(nearest: Nearest, step_px: tuple[float, float]) -> Seeds:
    """Seeds that have all four neighbours along their steps and two of the four across.

    For dense points: `step_px` (least, greatest) bounds the steps.
    """
    points = nearest.points
    i, step = _steps(points, step_px, half=True)
    miss = nearest(points[i] - step)[1]
    paired = miss < PAIR_TOLERANCE * lengths(step)
    seeds = _combine(points, i[paired], step[paired])
    miss = nearest(seeds.at(np.array([(-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0)])))[1]
    size = lengths(seeds.u) + lengths(seeds.v)
    return seeds.choose((miss < PAIR_TOLERANCE * size[:, None] / 2).sum(axis=1) >= 2)


def loose_seeds(points: Floats, step_px: tuple[float, float]) -> Seeds:
    """All seeds among sparse points (n, 2); about n times a thousand."""
    i, step = _steps(points, step_px, half=False)
    return _combine(points, i, step)


def _steps(points: Floats, step_px: tuple[float, float], half: bool) -> tuple[Indices, Floats]:
    """Index of a point and the step to another, for all pairs; `half`: in one direction only."""
    offset = points[None] - points[:, None]
    length = lengths(offset)
    good = (length >= step_px[0]) & (length <= step_px[1])
    if half:
        good &= (offset[..., 1] > 0) | ((offset[..., 1] == 0) & (offset[..., 0] > 0))
    i, j = np.nonzero(good)
    return i, offset[i, j]


def _combine(points: Floats, i: Indices, step: Floats) -> Seeds:
    """Every two steps from the same point that could span a cell; `i` is sorted."""
    later = np.searchsorted(i, i, side="right") - np.arange(len(i)) - 1
    first = np.repeat(np.arange(len(i)), later)
    second = first + 1 + np.arange(len(first)) - np.repeat(np.cumsum(later) - later, later)
    u, v = step[first], step[second]
    size_u, size_v = lengths(u), lengths(v)
    sine = np.abs(u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0]) / (size_u * size_v)
    uneven = np.maximum(size_u, size_v) / np.minimum(size_u, size_v)
    keep = (sine > _LEAST_SINE) & (uneven < _MOST_UNEQUAL)
    return Seeds(points[i[first[keep]]], u[keep], v[keep])


def grow_lattices(
    nearest: Nearest,
    seeds: Seeds,
    merit: Floats,
    accept: Accept | None = None,
    *,
    at_most: int,
    leap: int = 1,
) -> Iterator[Lattice]:
    """Lattices grown from `seeds`, those of the highest `merit` first.

    `accept(homography, nodes)` says which nodes (n, 2) look right in the picture. A lattice crosses
    gaps of `leap` - 1 missing nodes. At most `at_most` seeds are grown; one that lies on a lattice
    already grown is skipped.
    """
    nodes_from_px: list[Floats] = []
    tried = 0
    for k in np.argsort(-merit):
        origin, u, v = seeds.origin[k], seeds.u[k], seeds.v[k]
        ends = np.stack([origin, origin + u, origin + v])
        if any(_is_cell(transform(inverse, ends)) for inverse in nodes_from_px):
            continue
        if tried == at_most:
            return
        tried += 1
        start: Floats = np.eye(3)
        start[:2] = np.column_stack([u, v, origin])
        lattice = _grow(nearest, start, accept, leap)
        if lattice is not None:
            nodes_from_px.append(np.asarray(np.linalg.inv(lattice.homography), np.float64))
            yield lattice


def _is_cell(nodes: Floats) -> bool:
    """Whether places (3, 2), in node numbers, are a node and its neighbours in both directions."""
    whole = np.rint(nodes)
    if np.abs(nodes - whole).max() > 0.25:
        return False
    steps = np.abs(whole[1:] - whole[0])
    return bool((steps.sum(axis=1) == 1).all())


def _grow(nearest: Nearest, start: Floats, accept: Accept | None, leap: int) -> Lattice | None:
    """Grow a lattice ring by ring from an affine start; None if the start has no neighbourhood."""
    numbers = np.arange(-REACH, REACH + 1)
    nodes = np.stack(np.meshgrid(numbers, numbers, indexing="ij"), axis=-1).reshape(-1, 2)
    reached = (np.abs(nodes) <= 1).all(axis=1)
    have = np.zeros(len(nodes), np.bool_)
    homography: Floats = start
    for ring in range(2 * REACH):
        candidates = nodes[reached].astype(np.float64)
        index, hit = _hits(nearest, homography, candidates)
        if accept is not None:
            hit &= accept(homography, candidates)
        if hit.sum() < 5:
            return None
        now = np.zeros(len(nodes), np.bool_)
        now[np.flatnonzero(reached)[hit]] = True
        homography = _fit(candidates[hit], nearest.points[index[hit]])
        if (now == have).all():
            break
        have = now
        width = 2 * (leap if ring > 1 else 1) + 1
        square = have.reshape(len(numbers), -1).astype(np.uint8)
        spread = cv2.dilate(square, np.ones((width, width), np.uint8))
        reached = np.asarray(spread, np.bool_).ravel()
    return Lattice(homography, candidates[hit].astype(np.intp), nearest.points[index[hit]])


def _hits(nearest: Nearest, homography: Floats, nodes: Floats) -> tuple[Indices, Mask]:
    """The point nearest to each node, and whether it is near enough to be it."""
    at = transform(homography, nodes)
    index, miss = nearest(at)
    step = np.minimum(
        lengths(transform(homography, nodes + np.array((1.0, 0.0))) - at),
        lengths(transform(homography, nodes + np.array((0.0, 1.0))) - at),
    )
    return index, miss < NODE_TOLERANCE * step


def _fit(nodes: Floats, points: Floats) -> Floats:
    """Homography from node numbers to points; affine while the nodes are too few to tell."""
    if len(nodes) >= 9 and np.ptp(nodes, axis=0).min() >= 3:
        homography = cv2.findHomography(nodes, points)[0]
        if homography is not None:
            return np.asarray(homography, np.float64)
    flat = np.column_stack([nodes, np.ones(len(nodes))])
    affine = np.linalg.lstsq(flat, points, rcond=None)[0].T
    return np.asarray(np.vstack([affine, [0.0, 0.0, 1.0]]), np.float64)


def sample(picture: Array, at: Floats) -> Array:
    """Values of a one-channel picture at pixels (..., 2), between pixels bilinear; 0 outside."""
    flat = at.reshape(-1, 2)
    rows = max(1, -(-len(flat) // 4096))  # remap takes no more than 32768 rows or columns
    places = np.full((2, rows * 4096), -10, np.float32)
    places[:, : len(flat)] = flat.T
    x, y = places.reshape(2, rows, 4096)
    values = cv2.remap(picture, x, y, cv2.INTER_LINEAR)
    return np.asarray(values, np.float32).reshape(-1)[: len(flat)].reshape(at.shape[:-1])


def window_means(values: Floats, rows: int, columns: int) -> Floats:
    """Means of all windows of a size in a table (m, n): (m - rows + 1, n - columns + 1)."""
    windows = np.lib.stride_tricks.sliding_window_view(values, (rows, columns))
    return np.asarray(windows.mean(axis=(2, 3)), np.float64)
