"""Finds a Linja board by its holes, whether something stands in them or not.

Every edge votes for the middles of circles it could belong to. The sharpest peaks of the votes,
discs or empty holes, are the points among which lattices are looked for. Each lattice is rectified,
where the holes are round, all of one size and in known places; there even the rim of a shallow
empty hole tells from wood grain, because it is compared with the places between the holes. The
geometry is fitted to the peaks of the votes, and the window of 6 x 8 holes that stands out most is
the board.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np

from pi_board.core.layout import Layout
from pi_board.vision import rings
from pi_board.vision.geometry import (
    BoardGeometry,
    Floats,
    Image,
    Lens,
    NotFound,
    Registration,
    triple,
)
from pi_board.vision.lattice import (
    Lattice,
    Nearest,
    Seeds,
    grow_lattices,
    loose_seeds,
    sample,
    transform,
)
from pi_board.vision.pose import Freedom, fit_points, geometry_from_points
from pi_board.vision.sampling import Array, Surface, surface

FIND_SIZE_PX = 640  # longer side of the picture the search runs on
STEP_PX = (18.0, 90.0)  # least and greatest distance of neighbouring holes there
RADII_PX = (4.0, 5.0, 6.0, 7.5, 9.0, 11.0, 13.5, 16.5, 20.0)  # of holes there
SIZES = 3  # radii at which lattices are looked for
STRONG = 3.0  # votes from which a peak is as good as any
PEAKS = 120
SEED_PEAKS = 90  # the strongest ones, from which seeds are made
LATTICES = 16  # that are grown at most, for each radius
SETTLED = 3  # most promising of these, which are rectified and fitted
RADII = (0.18, 0.21, 0.24, 0.27, 0.30, 0.33, 0.36, 0.40)  # of holes and stones, in sites
PX_PER_SITE = 20
REACH = 0.16  # how far from its place a hole may be seen, in sites
BEYOND = 2  # rows and columns beyond the board that are looked at as well
CLEAR = 0.85  # share of the holes seen from which no other lattice is tried
HOPELESS = 0.35  # share below which a lattice is not worth fitting
MOVES = 4  # windows that are tried, one after the other
FOUND = 0.6  # share of the holes that must be seen

# Node numbers of a seed's neighbourhoods, and the places half way between them along the steps.
_NINE = np.array([(i, j) for i in range(-4, 5) for j in range(-4, 5)], float)
_FIVE = np.array([(i, j) for i in range(-2, 3) for j in range(-2, 3)], float)
_HALF = np.array(
    [p for i in (-1.5, -0.5, 0.5, 1.5) for j in range(-2, 3) for p in ((i, j), (j, i))], float
)


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A fitted geometry and the share of its holes seen."""

    geometry: BoardGeometry
    seen: float


def find_holes(
    image_bgr: Image, layout: Layout, coarse: BoardGeometry | None, lens: Lens | None
) -> Registration | NotFound:
    """Find the holes of `layout` in a picture (height, width, 3), 8-bit BGR.

    `coarse` is where the board should roughly lie (from fiducials, or from the last picture); it
    also settles which way round the board is. Without it either of the two half turns may come
    back, and `orientation_known` is False. `lens` is the calibrated lens, if there is one.
    """
    best: _Candidate | None = None
    if coarse is not None:
        best = _settle(image_bgr, coarse, lens)
    if best is None or best.seen < FOUND:
        for start in _starts(image_bgr, layout, lens):
            candidate = _settle(image_bgr, start, lens)
            if best is None or candidate.seen > best.seen:
                best = candidate
            if best.seen > CLEAR:
                break
    if best is None or best.seen < FOUND:
        return NotFound("no rows of holes were seen")
    geometry = best.geometry
    if coarse is not None:
        geometry = _nearest_turn(geometry, coarse)
    return Registration(geometry, min(1.0, best.seen), 0, coarse is not None)


def _nearest_turn(geometry: BoardGeometry, wanted: BoardGeometry) -> BoardGeometry:
    """The half turn of `geometry` whose corners are nearer to those of `wanted`."""
    corners = np.array(wanted.corners_px)
    turns = (geometry, geometry.rotated(2))
    return min(turns, key=lambda g: float(np.linalg.norm(np.array(g.corners_px) - corners)))


# Lattices among peaks of the votes.


def _starts(image_bgr: Image, layout: Layout, lens: Lens | None) -> Iterator[BoardGeometry]:
    """Rough geometries, the most promising first."""
    height, width = image_bgr.shape[:2]
    scale = min(1.0, FIND_SIZE_PX / max(height, width))
    small = cv2.resize(image_bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    planes = [(votes, *_peaks(votes, r)) for votes, r in _votes(np.asarray(small, np.uint8))]
    # Holes are all of one size: at that radius many peaks stand out alike.
    planes.sort(key=lambda plane: -float(plane[2][5:40].mean()) if len(plane[2]) > 5 else 0.0)
    for votes, points, strength in planes[:SIZES]:
        windows = _windows(votes, points, strength, layout) if len(points) >= 12 else []
        for _, nodes, pixels in sorted(windows, key=lambda w: -w[0])[:SETTLED]:
            start = geometry_from_points(
                nodes,
                (pixels + 0.5) / scale - 0.5,
                layout.columns,
                layout.rows,
                (width, height),
                lens,
                None,
                robust_px=2.0 / scale,
            )
            if start is not None:
                yield start


def _windows(
    votes: Array, points: Floats, strength: Array, layout: Layout
) -> list[tuple[float, Floats, Floats]]:
    """The best window of every lattice that is found among the peaks."""
    nearest = Nearest(points, (votes.shape[0], votes.shape[1]))
    seeds = loose_seeds(points[:SEED_PEAKS], STEP_PX)
    strength = np.minimum(strength / strength[min(20, len(points) - 1)], 1.0)
    merit = _seed_merit(votes, nearest, seeds, strength)
    windows = (
        _lattice_window(votes, lattice, layout)
        for lattice in grow_lattices(nearest, seeds, merit, at_most=LATTICES, leap=2)
    )
    return [window for window in windows if window is not None]


def _votes(image_bgr: Image) -> Iterator[tuple[Array, float]]:
    """Votes for circles about every pixel, for each of RADII_PX, and that radius.

    They are scaled so that one pixel in ten has more than 1.
    """
    grey = cv2.cvtColor(image_bgr, cv2.COLOR_BGR2GRAY).astype(np.float32)
    light = cv2.GaussianBlur(np.log(grey + 8), (0, 0), 1.2)
    along_x = cv2.Sobel(light, cv2.CV_32F, 1, 0) / 8
    along_y = cv2.Sobel(light, cv2.CV_32F, 0, 1) / 8
    slope = cv2.magnitude(along_x, along_y)
    # The usual slope thereabouts (a geometric mean), so that a plain board counts as much as a
    # loud cloth.
    usual = cv2.exp(cv2.blur(cv2.log(slope + 1e-4), (81, 81))) * 3 + 0.003
    y, x = np.nonzero(slope > 0.5 * usual)
    ratio = slope[y, x] / usual[y, x]
    weight = np.tile(ratio / (1 + ratio), 2)
    unit = np.stack([along_x[y, x], along_y[y, x]], axis=-1) / slope[y, x][:, None]
    at = np.stack([x, y], axis=-1)
    height, width = grey.shape
    for radius in RADII_PX:
        votes = np.rint(np.concatenate([at + radius * unit, at - radius * unit])).astype(np.intp)
        inside = ((votes >= 0) & (votes < (width, height))).all(axis=1)
        index = votes[inside, 1] * width + votes[inside, 0]
        counts = np.bincount(index, weight[inside], height * width).reshape(height, width)
        plane = cv2.GaussianBlur(counts.astype(np.float32), (0, 0), max(1.5, 0.18 * radius))
        usual_votes = float(np.quantile(plane[::3, ::3], 0.9))
        yield np.asarray(plane / max(usual_votes, 1e-6), np.float32), radius


def _peaks(votes: Array, radius: float) -> tuple[Floats, Array]:
    """The strongest maxima (n, 2), strongest first, and their votes (n,)."""
    size = 2 * round(1.2 * radius) + 1
    top = cv2.dilate(votes, np.ones((size, size), np.uint8))
    y, x = np.nonzero((votes == top) & (votes > 1))
    order = np.argsort(-votes[y, x])[:PEAKS]
    points = np.stack([x[order], y[order]], axis=-1).astype(np.float64)
    return points, votes[y[order], x[order]]


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
        means = _window_means(excess, up, across)
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


def _window_means(values: Floats, rows: int, columns: int) -> Floats:
    windows = np.lib.stride_tricks.sliding_window_view(values, (rows, columns))
    return np.asarray(windows.mean(axis=(2, 3)), np.float64)


# The rectified board.


@dataclass(frozen=True, slots=True)
class _Look:
    """A rectified board with the votes for circles of the radius that suits its holes best.

    `strength` (rows + 2 BEYOND, columns + 2 BEYOND) are the votes at the holes, row 1 - BEYOND
    first; `chance` are those that places between the holes get, and `usual` those of most holes.
    """

    geometry: BoardGeometry
    board: Surface
    votes: Array
    radius: int
    strength: Floats
    chance: float
    usual: float

    @property
    def seen(self) -> Floats:
        """How surely there is a hole, 0 to 1, shape as `strength`."""
        span = max(self.usual - self.chance, 0.5 * self.chance, 0.05)
        return np.asarray(np.clip((self.strength - self.chance) / span, 0.0, 1.0), np.float64)

    @property
    def share(self) -> float:
        """The share of the board's own holes that is seen."""
        return float(self.seen[BEYOND:-BEYOND, BEYOND:-BEYOND].mean())


def _settle(image_bgr: Image, start: BoardGeometry, lens: Lens | None) -> _Candidate:
    """Fit the holes, moving to the window of holes that stands out most."""
    freedom = Freedom(log_aspect=0.12) if lens is None else Freedom(0.0, 0.0, 0.12)
    look = _look(image_bgr, start, None)
    if look.share < HOPELESS:
        return _Candidate(start, 0.0)
    look = _look(image_bgr, _fitted(look, freedom, 0.3), look.radius)
    for _ in range(MOVES):
        geometry = _best_window(look)
        moved = geometry is not look.geometry
        if moved:
            look = _look(image_bgr, geometry, None)
        look = _look(image_bgr, _fitted(look, freedom, 0.2), look.radius)
        if not moved:
            return _Candidate(_fitted(look, freedom, 0.15), look.share)
    return _Candidate(start, 0.0)


def _look(image_bgr: Image, geometry: BoardGeometry, radius: int | None) -> _Look:
    """Rectify and vote; `radius` (an index of RADII) is one already known to suit."""
    board = surface(image_bgr, geometry, PX_PER_SITE, BEYOND + 0.25)
    indices = range(len(RADII)) if radius is None else [radius]
    planes = rings.votes(
        board, [RADII[i] for i in indices], np.zeros(board.saturated.shape, np.bool_)
    )
    columns, rows = geometry.columns, geometry.rows
    inner = _grid(0, columns, 0, rows)
    strengths = [rings.strongest(plane, board, inner, REACH) for plane in planes]
    between = [rings.strongest(plane, board, _between(columns, rows), REACH) for plane in planes]
    excess = [np.quantile(s, 0.3) - np.median(b) for s, b in zip(strengths, between, strict=True)]
    best = int(np.argmax(excess))
    around = _grid(-BEYOND, columns + BEYOND, -BEYOND, rows + BEYOND)
    return _Look(
        geometry,
        board,
        planes[best],
        indices[best],
        rings.strongest(planes[best], board, around, REACH)
        .reshape(rows + 2 * BEYOND, columns + 2 * BEYOND)
        .astype(np.float64),
        float(np.quantile(between[best], 0.75)),
        float(np.quantile(strengths[best], 0.3)),
    )


def _grid(left: int, right: int, bottom: int, top: int) -> Floats:
    """Centres (n, 2) of the sites of these columns and rows, row by row."""
    x, y = np.meshgrid(np.arange(left, right) + 0.5, np.arange(bottom, top) + 0.5)
    return np.stack([x, y], axis=-1).reshape(-1, 2)


def _between(columns: int, rows: int) -> Floats:
    """Places (n, 2) half way between neighbouring holes."""
    upright = _grid(0, columns - 1, 0, rows) + np.array((0.5, 0.0))
    lying = _grid(0, columns, 0, rows - 1) + np.array((0.0, 0.5))
    return np.concatenate([upright, lying])


def _fitted(look: _Look, freedom: Freedom, reach: float) -> BoardGeometry:
    """Move the geometry so that the holes lie on the peaks of the votes within `reach` sites."""
    board, geometry = look.board, look.geometry
    holes = _grid(0, geometry.columns, 0, geometry.rows)
    half = round(reach * PX_PER_SITE)
    offset = np.arange(-half, half + 1)
    centre = np.rint(board.pixel(holes)).astype(np.intp)
    x = (centre[:, 0, None, None] + offset[None, None, :]).clip(0, look.votes.shape[1] - 1)
    y = (centre[:, 1, None, None] + offset[None, :, None]).clip(0, look.votes.shape[0] - 1)
    windows = look.votes[y, x]
    peak = windows.reshape(len(holes), -1).argmax(axis=1)
    at = np.stack([peak % (2 * half + 1) - half, half - peak // (2 * half + 1)], axis=-1)
    height = windows.reshape(len(holes), -1).max(axis=1)
    weight = np.clip((height - look.chance) / max(look.usual - look.chance, 0.05), 0.0, 1.0)
    # A peak on the window's rim belongs to something else.
    weight[(np.abs(at) == half).any(axis=1)] = 0.0
    if (weight > 0).sum() < 10:
        return geometry
    rounding = centre + 0.5 - (board.pixel(holes) + 0.5)
    found = holes + (at + rounding * (1, -1)) / PX_PER_SITE
    return fit_points(
        geometry,
        holes,
        geometry.project(found),
        freedom,
        sigma_px=0.05 * geometry.site_px,
        robust_px=0.06 * geometry.site_px,
        weights=weight.astype(np.float64),
    )


def _best_window(look: _Look) -> BoardGeometry:
    """The geometry of the window of holes that stands out most.

    It may be some rows or columns off the one looked at, or lie across it.
    """
    geometry = look.geometry
    columns, rows = geometry.columns, geometry.rows
    means = _window_means(look.seen, rows, columns)
    across = _window_means(look.seen, columns, rows)
    if across.max() > means.max() + 0.05:
        j, i = np.unravel_index(int(across.argmax()), across.shape)
        lying = replace(geometry, columns=rows, rows=columns)
        return _moved(lying, int(i) - BEYOND, int(j) - BEYOND).rotated(1)
    j, i = np.unravel_index(int(means.argmax()), means.shape)
    column, row = _nearer(look, int(i), int(j))
    if column == row == BEYOND:
        return geometry
    return _moved(geometry, column - BEYOND, row - BEYOND)


def _nearer(look: _Look, i: int, j: int) -> tuple[int, int]:
    """The window's place (i, j) corrected for pegs.

    Tops of long pegs lie about one site farther from the camera than their holes and look like one
    more row of them. So if the next row on the camera's side shows as many holes as the farthest
    row of the window, the window moves there.
    """
    geometry = look.geometry
    columns, rows = geometry.columns, geometry.rows
    centre = np.array((columns / 2 + i - BEYOND, rows / 2 + j - BEYOND))
    towards = geometry.camera_position[:2] - centre
    seen, lying = look.seen, abs(towards[0]) > abs(towards[1])
    if lying:
        seen, i, j, rows, columns = seen.T, j, i, columns, rows
    nearer = bool(towards[0 if lying else 1] > 0)
    gained, lost = (j + rows, j) if nearer else (j - 1, j + rows - 1)
    if 0 <= gained < seen.shape[0]:
        more, less = (float(seen[row, i : i + columns].sum()) for row in (gained, lost))
        if more > max(less - 0.5, 0.3 * columns):
            j += 1 if nearer else -1
    return (j, i) if lying else (i, j)


def _moved(geometry: BoardGeometry, columns: int, rows: int) -> BoardGeometry:
    """The same plane and camera with the grid's origin moved."""
    step = np.array([columns, rows * geometry.aspect, 0.0])
    moved = np.array(geometry.translation) + geometry.rotation_matrix @ step
    return replace(geometry, translation=triple(moved))
