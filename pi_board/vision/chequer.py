"""Finding a chequered board without fiducials, stones and all.

Where four squares meet the brightness has a saddle. Saddles are found by the Hessian's determinant;
two of them are joined when they are of opposite kind (as neighbours on a chequered board are) and
a straight edge of constant sign runs between them. From that graph a lattice grows outwards. Which
8 x 8 window of it is the board is decided by the edges: all that should be inside must be there.
Table cloths, floor boards and stones make saddles too, but rarely joined ones, and no lattice that
ends after exactly so many squares.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from pi_board.core.layout import Layout, Surface
from pi_board.vision.fit import Fit, contrast_picture, line_probes, measure, refine
from pi_board.vision.geometry import BoardGeometry, Floats, Image, Lens, NotFound, triple
from pi_board.vision.pose import POSE_ONLY, Freedom, geometry_from_points

Complex = npt.NDArray[np.complex128]
Indices = npt.NDArray[np.intp]

_WORKING_PX = 800  # the longer side of the picture in which saddles are looked for
_LEAST_NODES = 14
_AROUND = 4  # squares beyond the first guess that are looked at to find where the board ends
_LEAST_LEAD = 6.0  # log-likelihood by which the board must lead the next window
_USUAL_SIZE = 15.0  # log-odds of a board of the wanted size against one of any other
_SIGMAS = (2.0, 1.2, 3.0)  # blur before the second derivatives, pixels of the working picture


@dataclass(frozen=True, slots=True)
class Saddles:
    """Saddle points, strongest first: places (N, 2) in pixels and their kind (N), the unit complex
    number exp(2 i t) of the direction t in which brightness curves upwards most.
    """

    points: Floats
    kinds: Complex


@dataclass(frozen=True, slots=True)
class Nodes:
    """Lattice coordinates (N, 2), whole numbers, and pixels (N, 2) of the same saddles."""

    lattice: Floats
    points: Floats


def find_chequered(image_bgr: Image, layout: Layout, lens: Lens | None) -> Fit | NotFound:
    """The geometry of a chequered board of `layout`'s size; its orientation is arbitrary."""
    small = _working_picture(image_bgr)
    full = (image_bgr.shape[1], image_bgr.shape[0])
    size = (small.shape[1], small.shape[0])
    fitted = lens.scaled(size) if lens else None
    reason = "no chequered board is in the picture"
    for sigma in _SIGMAS:
        grey = np.log(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32) + 8.0) * 40.0
        for nodes in lattices(grey, saddles(grey, sigma)):
            found = board_on_lattice(small, nodes, layout, fitted)
            if isinstance(found, NotFound):
                reason = found.reason
                continue
            geometry = found.scaled(full)
            return refine(image_bgr, geometry, layout.surface, POSE_ONLY if lens else Freedom())
    return NotFound(reason)


def _working_picture(image_bgr: Image) -> Image:
    height, width = image_bgr.shape[:2]
    scale = max(height, width) / _WORKING_PX
    if scale < 1.2:
        return image_bgr
    size = (round(width / scale), round(height / scale))
    small = cv2.resize(image_bgr, size, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)


def saddles(grey: Floats, sigma: float, most: int = 260) -> Saddles:
    """The strongest saddles of a picture (height, width), at the scale `sigma` pixels."""
    smooth = cv2.GaussianBlur(grey, (0, 0), sigma)
    xx = cv2.Sobel(smooth, cv2.CV_32F, 2, 0, ksize=3)
    yy = cv2.Sobel(smooth, cv2.CV_32F, 0, 2, ksize=3)
    xy = cv2.Sobel(smooth, cv2.CV_32F, 1, 1, ksize=3)
    response = xy * xy - xx * yy
    peak = response == cv2.dilate(response, np.ones((7, 7), np.uint8))
    ys, xs = np.nonzero(peak & (response > 0.3))
    order = np.argsort(-response[ys, xs])[:most]
    xs, ys = xs[order], ys[order]
    kind = (xx - yy)[ys, xs] + 2j * xy[ys, xs]
    kind = np.asarray(kind / (np.abs(kind) + 1e-9), np.complex128)
    return Saddles(np.c_[xs, ys].astype(np.float64), kind)


def edges_between(grey: Floats, found: Saddles) -> npt.NDArray[np.bool_]:
    """Symmetric matrix (N, N): which saddles are joined by the edge of a square."""
    p, z = found.points, found.kinds
    step = p[None, :, :] - p[:, None, :]
    length = np.linalg.norm(step, axis=2)
    turn = (step[..., 0] + 1j * step[..., 1]) ** 2 / np.maximum(length, 1.0) ** 2
    # Brightness to the left of the step, near its beginning and near its end.
    first = -np.imag(turn * np.conj(z)[:, None])
    last = np.imag(turn * np.conj(z)[None, :])
    near = (length > 9.0) & (length < 0.25 * max(grey.shape))
    fits = near & (first * last > 0) & (np.abs(first) > 0.5) & (np.abs(last) > 0.5)
    i, j = np.nonzero(np.triu(fits))
    along = (p[j] - p[i])[:, None, :]
    left = along[..., ::-1] * (-1.0, 1.0)
    at = np.array([0.2, 0.35, 0.5, 0.65, 0.8])[None, :, None]
    middle = p[i][:, None, :] + at * along
    side = 0.14 * left
    sign = np.sign(first[i, j])[:, None]
    contrast = (_at(grey, middle + side) - _at(grey, middle - side)) * sign
    strongest = contrast.max(axis=1)
    good = (contrast.min(axis=1) > 0.3 * strongest) & (strongest > 2.0)
    joined = np.zeros((len(p), len(p)), np.bool_)
    joined[i[good], j[good]] = True
    return joined | joined.T


def _at(grey: Floats, points: Floats) -> Floats:
    """Values of the picture at points (N, M, 2), whole pixels."""
    x = np.clip(np.rint(points[..., 0]).astype(int), 0, grey.shape[1] - 1)
    y = np.clip(np.rint(points[..., 1]).astype(int), 0, grey.shape[0] - 1)
    return np.asarray(grey[y, x], np.float64)


def lattices(grey: Floats, found: Saddles, tries: int = 12) -> Iterator[Nodes]:
    """Lattices of joined saddles, from the best connected seeds on; few nodes are skipped."""
    if len(found.points) < _LEAST_NODES:
        return
    joined = edges_between(grey, found)
    used = np.zeros(len(found.points), np.bool_)
    for _ in range(tries):
        degree = (joined & ~used[None, :]).sum(axis=1) * ~used
        # A node between well connected nodes is a better seed than one with chance neighbours.
        merit = (joined * np.minimum(degree, 4)[None, :]).sum(axis=1) * (degree >= 2) * ~used
        seed = int(merit.argmax())
        if merit[seed] == 0:
            return
        coordinates = _grow(found, joined, seed)
        used[seed] = True
        if len(coordinates) >= _LEAST_NODES:
            index = np.array(list(coordinates))
            used[index] = True
            lattice = np.array(list(coordinates.values()), np.float64)
            yield Nodes(lattice, found.points[index])


def _grow(found: Saddles, joined: npt.NDArray[np.bool_], seed: int) -> dict[int, tuple[int, int]]:
    """Lattice coordinates of the saddles that can be reached from `seed` along edges."""
    p = found.points
    around = np.flatnonzero(joined[seed])
    steps = p[around] - p[seed]
    best: dict[int, tuple[int, int]] = {}
    order = np.argsort(np.linalg.norm(steps, axis=1))
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
    found: Saddles, joined: npt.NDArray[np.bool_], start: dict[int, tuple[int, int]]
) -> dict[int, tuple[int, int]]:
    """Breadth-first growth; the map from lattice to picture is re-fitted after every round."""
    p, nodes = found.points, dict(start)
    for _ in range(16):
        inverse = _picture_to_lattice(p, nodes)
        if inverse is None:
            break
        inside = np.fromiter(nodes, int)
        # The first rounds follow edges only; later ones also take lone saddles in the right place.
        reach = joined[inside].any(axis=0)
        if len(nodes) >= 12:
            reach[:] = True
        reach[inside] = False
        candidates = np.flatnonzero(reach)
        where = _transform(inverse, p[candidates])
        whole = np.rint(where)
        near = np.abs(where - whole).max(axis=1) < 0.22
        taken = set(nodes.values())
        kind = found.kinds[inside] * np.array([(-1) ** sum(nodes[int(k)]) for k in inside])
        usual = kind.mean()
        added = 0
        for k, (x, y) in zip(candidates[near], whole[near].astype(int).tolist(), strict=True):
            beside = any((x + s, y + t) in taken for s, t in ((1, 0), (-1, 0), (0, 1), (0, -1)))
            agrees = np.real(found.kinds[k] * (-1) ** (x + y) * np.conj(usual)) > 0.3
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


def _transform(homography: Floats, points: Floats) -> Floats:
    mapped = np.c_[points, np.ones(len(points))] @ homography.T
    return np.asarray(mapped[:, :2] / mapped[:, 2:], np.float64)


def board_on_lattice(
    image_bgr: Image, nodes: Nodes, layout: Layout, lens: Lens | None
) -> BoardGeometry | NotFound:
    """The window of the lattice that is the board, judged by the edges of its squares."""
    columns, rows = layout.columns, layout.rows
    size = (image_bgr.shape[1], image_bgr.shape[0])
    least, most = nodes.lattice.min(axis=0), nodes.lattice.max(axis=0)
    # Begin with the window whose inner nodes are the lattice's, as nearly as may be.
    middle = np.floor((least + most) / 2 - np.array([columns, rows]) / 2 + 0.5)
    geometry = geometry_from_points(
        nodes.lattice - middle, nodes.points, columns, rows, size, lens, 1.0, 1.0, 3.0
    )
    if geometry is None:
        return NotFound("what looks chequered does not lie in a plane")
    edges = _edges(image_bgr, geometry)
    scores = _window_scores(edges, columns, rows)
    best = int(scores.argmax())
    y, x = divmod(best, scores.shape[1])
    lead = float(scores.flat[best] - np.delete(scores, best).max())
    if _share_present(edges, columns, rows, x, y) < 0.5:
        return NotFound("what looks chequered is no whole board")
    other = _likeliest_size(edges)
    if other[0] > scores.flat[best] + _USUAL_SIZE and other[1:] != (columns, rows):
        return NotFound(f"there is a chequered surface of {other[1]} by {other[2]} squares instead")
    if lead < _LEAST_LEAD:
        return NotFound("the chequered surface has no clear end: which part is the board?")
    return _moved(geometry, x - _AROUND, y - _AROUND)


def _moved(geometry: BoardGeometry, x: float, y: float) -> BoardGeometry:
    """The geometry with its origin moved to board point (x, y)."""
    shift = geometry.rotation_matrix @ np.array([x, y * geometry.aspect, 0.0])
    return replace(geometry, translation=triple(np.array(geometry.translation) + shift))


@dataclass(frozen=True, slots=True)
class Edges:
    """What is at the edges of squares, on the board and `_AROUND` squares further.

    Arrays (row, column) for the edge left of a square and the edge below it, of `_PRESENT`, `_FLAT`
    (nothing but one colour there), `_OTHER` (a hand, a stone, writing), `_UNSEEN` (not in the
    picture).
    """

    left: Indices
    below: Indices


_PRESENT, _FLAT, _OTHER, _UNSEEN = range(4)
# How often each of them is met at an edge inside the board, on its outermost lines (a frame may be
# of one colour with the light squares or the dark ones), and beyond.
_INSIDE = np.array([0.80, 0.03, 0.17, 1.0])
_BORDER = np.array([0.45, 0.25, 0.30, 1.0])
_BEYOND = np.array([0.04, 0.66, 0.30, 1.0])


def _edges(image_bgr: Image, geometry: BoardGeometry) -> Edges:
    grey = contrast_picture(image_bgr, geometry, Surface.SQUARES)
    columns, rows = geometry.columns + 2 * _AROUND, geometry.rows + 2 * _AROUND
    probes = line_probes(columns, rows)
    steps = measure(grey, _moved(geometry, -_AROUND, -_AROUND), probes, 0.12)
    left, below = np.full((rows, columns), _UNSEEN), np.full((rows, columns), _UNSEEN)
    count = 3 * (columns - 1) * rows
    for edges, part, shape in (
        (left[:, 1:], slice(None, count), (3, rows, columns - 1)),
        (below[1:, :].T, slice(count, None), (3, columns, rows - 1)),
    ):
        strength = steps.strength[part].reshape(shape)
        greatest = steps.greatest[part].reshape(shape)
        kind = np.where((greatest < 0.2).all(axis=0), _FLAT, _OTHER)
        kind = np.where(np.median(strength, axis=0) > 0.4, _PRESENT, kind)
        edges[:] = np.where(np.isnan(greatest).any(axis=0), _UNSEEN, kind)
    return Edges(left, below)


def _window_scores(edges: Edges, columns: int, rows: int) -> Floats:
    """Log-likelihood of every columns x rows window, by its origin (y, x), up to a constant."""
    inside, border = np.log(_INSIDE / _BEYOND), np.log(_BORDER / _BEYOND)
    left, below = _sums(inside[edges.left]), _sums(inside[edges.below])
    # One line more on the far sides, so that the lines beyond the last square have a place.
    side = _sums(np.pad(border[edges.left], ((0, 0), (0, 1))))
    base = _sums(np.pad(border[edges.below], ((0, 1), (0, 0))))
    high, wide = edges.left.shape[0] - rows + 1, edges.left.shape[1] - columns + 1
    y, x = np.meshgrid(np.arange(high), np.arange(wide), indexing="ij")
    scores = _box(left, x + 1, y, columns - 1, rows) + _box(below, x, y + 1, columns, rows - 1)
    scores += _box(side, x, y, 1, rows) + _box(side, x + columns, y, 1, rows)
    scores += _box(base, x, y, columns, 1) + _box(base, x, y + rows, columns, 1)
    return np.asarray(scores, np.float64)


def _sums(values: Floats) -> Floats:
    """Sums of all values above and to the left of each place (a summed-area table)."""
    return np.asarray(np.pad(values, ((1, 0), (1, 0))).cumsum(axis=0).cumsum(axis=1))


def _box(sums: Floats, x: Indices, y: Indices, wide: int, high: int) -> Floats:
    """Sums over boxes of wide x high values with their first corner at (x, y)."""
    return np.asarray(sums[y + high, x + wide] - sums[y, x + wide] - sums[y + high, x] + sums[y, x])


def _likeliest_size(edges: Edges) -> tuple[float, int, int]:
    """Log-likelihood, columns and rows of the rectangle of squares that explains the edges best."""
    sizes = range(5, min(edges.left.shape) - 1)
    scores = ((float(_window_scores(edges, c, r).max()), c, r) for c in sizes for r in sizes)
    return max(scores)


def _share_present(edges: Edges, columns: int, rows: int, x: int, y: int) -> float:
    """Share of a window's inner edges that are present, unseen ones counting as absent."""
    left = edges.left[y : y + rows, x + 1 : x + columns] == _PRESENT
    below = edges.below[y + 1 : y + rows, x : x + columns] == _PRESENT
    return float((left.sum() + below.sum()) / (left.size + below.size))
