"""Lattices grown from crossings that are joined by straight edges or lines.

Crossings are places where four squares of a grid meet, found by whatever is seen there; which of
them are joined is said by whoever knows what an edge looks like. A lattice begins with a crossing
and two of its neighbours and grows over the joins; the map between lattice and picture is re-fitted
after every round, so tilt does not stop it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from pi_board.vision.finding.lattice import of_each_part, transform
from pi_board.vision.geometry import Array, Floats, Indices, Mask, lengths

LEAST_NODES = 14
_LEAST_MERIT = 6  # joins of a seed's neighbours; a node inside a lattice has sixteen

Complex = npt.NDArray[np.complex128]
Joins = Mask  # (N, N), symmetric


@dataclass(frozen=True, slots=True)
class Crossings:
    """Places (N, 2) in pixels, strongest first, and a unit complex number (N) for the kind of each.

    Neighbours in a lattice are of the same kind, or of opposite kinds if they are `alternating`.
    """

    points: Floats
    kinds: Complex
    alternating: bool


@dataclass(frozen=True, slots=True)
class Nodes:
    """Lattice coordinates (N, 2), whole numbers, and pixels (N, 2) of the same crossings."""

    lattice: Floats
    points: Floats

    def amid(self, columns: int, rows: int) -> Nodes:
        """The same on a board of so many squares, with as many nodes outside on either side, as
        nearly as may be.
        """
        least, most = self.lattice.min(axis=0), self.lattice.max(axis=0)
        origin = np.floor((least + most) / 2 - np.array([columns, rows]) / 2 + 0.5)
        return Nodes(self.lattice - origin, self.points)

    def in_a_plane(self, miss_px: float) -> Nodes:
        """Those of four or more nodes that lie where one homography puts them, or so near."""
        h, inside = cv2.findHomography(self.lattice, self.points, cv2.RANSAC, miss_px)
        kept = inside.ravel() > 0 if h is not None else np.zeros(len(self.points), np.bool_)
        return Nodes(self.lattice[kept], self.points[kept])


def strongest_peaks(
    response: Floats, least: float, most: int, parts: int
) -> tuple[Indices, Indices]:
    """Columns and rows of the highest local maxima above `least`, highest first: at most so many in
    each of `parts` x `parts` equal parts of the picture.
    """
    peak = response == cv2.dilate(response, np.ones((7, 7), np.uint8))
    ys, xs = np.nonzero(peak & (response > least))
    order = np.argsort(-response[ys, xs])
    xs, ys = xs[order], ys[order]
    chosen = of_each_part(np.c_[xs, ys], response.shape, parts, most)
    return xs[chosen], ys[chosen]


def second_derivatives(grey: Array, sigma: float) -> tuple[Array, Array, Array]:
    """Those of a picture (height, width) along x twice, y twice, and both, at the scale `sigma`
    pixels.
    """
    smooth = cv2.GaussianBlur(grey, (0, 0), sigma)
    xx = cv2.Sobel(smooth, cv2.CV_32F, 2, 0, ksize=3)
    yy = cv2.Sobel(smooth, cv2.CV_32F, 0, 2, ksize=3)
    xy = cv2.Sobel(smooth, cv2.CV_32F, 1, 1, ksize=3)
    return np.asarray(xx), np.asarray(yy), np.asarray(xy)


def values_at(grey: Array, points: Floats) -> Floats:
    """Values of the picture at points (..., 2), whole pixels."""
    x = np.clip(np.rint(points[..., 0]).astype(int), 0, grey.shape[1] - 1)
    y = np.clip(np.rint(points[..., 1]).astype(int), 0, grey.shape[0] - 1)
    return np.asarray(grey[y, x], np.float64)


def lattices(found: Crossings, joined: Joins, tries: int = 12) -> Iterator[Nodes]:
    """Lattices of joined crossings, from the best connected seeds on; few nodes are skipped."""
    if len(found.points) < LEAST_NODES:
        return
    used = np.zeros(len(found.points), np.bool_)
    links = joined.astype(np.float32)  # multiplied far faster than truth values are counted
    for _ in range(tries):
        degree = links @ ~used * ~used
        # A node between well connected nodes is a better seed than one with chance neighbours.
        merit = links @ np.minimum(degree, 4) * (degree >= 2) * ~used
        seed = int(merit.argmax())
        if merit[seed] < _LEAST_MERIT:
            return
        coordinates = _grow(found, joined, seed)
        used[seed] = True
        if len(coordinates) >= LEAST_NODES:
            index = np.array(list(coordinates))
            used[index] = True
            lattice = np.array(list(coordinates.values()), np.float64)
            yield Nodes(lattice, found.points[index])


def _grow(found: Crossings, joined: Joins, seed: int) -> dict[int, tuple[int, int]]:
    """Lattice coordinates of the crossings that can be reached from `seed` along edges."""
    p = found.points
    around = np.flatnonzero(joined[seed])
    steps = p[around] - p[seed]
    best: dict[int, tuple[int, int]] = {}
    order = np.argsort(lengths(steps))
    for a in order[:3]:
        for b in order[:5]:
            u, v = steps[a], steps[b]
            area = u[0] * v[1] - u[1] * v[0]
            size = np.linalg.norm(u) * np.linalg.norm(v)
            if area > -0.45 * size or not 0.4 < np.linalg.norm(u) / np.linalg.norm(v) < 2.5:
                continue  # parallel, or mirrored (y is up on the board, down in the picture)
            start = {seed: (0, 0), int(around[a]): (1, 0), int(around[b]): (0, 1)}
            grown = _spread(found, joined, start)
            if len(grown) > len(best):
                best = grown
        if len(best) >= 30:
            break
    return best


def _spread(
    found: Crossings, joined: Joins, start: dict[int, tuple[int, int]]
) -> dict[int, tuple[int, int]]:
    """Breadth-first growth; the map from lattice to picture is re-fitted after every round."""
    p, nodes = found.points, dict(start)
    for _ in range(16):
        inverse = _picture_to_lattice(p, nodes)
        if inverse is None:
            break
        inside = np.fromiter(nodes, int)
        # The first rounds follow joins only; later ones take lone crossings in the right place too.
        reach = joined[inside].any(axis=0)
        if len(nodes) >= 12:
            reach[:] = True
        reach[inside] = False
        candidates = np.flatnonzero(reach)
        where = transform(inverse, p[candidates])
        whole = np.rint(where)
        near = np.abs(where - whole).max(axis=1) < 0.22
        taken = set(nodes.values())
        swap = -1 if found.alternating else 1
        usual = (found.kinds[inside] * [swap ** sum(nodes[int(k)]) for k in inside]).mean()
        added = 0
        for k, (x, y) in zip(candidates[near], whole[near].astype(int).tolist(), strict=True):
            beside = any((x + s, y + t) in taken for s, t in ((1, 0), (-1, 0), (0, 1), (0, -1)))
            agrees = np.real(found.kinds[k] * swap ** (x + y) * np.conj(usual)) > 0.3
            if beside and agrees and (x, y) not in taken:
                nodes[int(k)] = (x, y)
                taken.add((x, y))
                added += 1
        if not added:
            break
    return nodes


def _picture_to_lattice(p: Floats, nodes: dict[int, tuple[int, int]]) -> Floats | None:
    index = np.fromiter(nodes, int)
    lattice = np.array(list(nodes.values()), np.float64)
    if len(index) < 6:
        # Affine: too few nodes to tell perspective.
        design = np.c_[p[index], np.ones(len(index))]
        solution, *_ = np.linalg.lstsq(design, lattice, rcond=None)
        return np.asarray(np.vstack([solution.T, [0.0, 0.0, 1.0]]), np.float64)
    h, _ = cv2.findHomography(p[index], lattice, 0)
    return None if h is None else np.asarray(h, np.float64)
