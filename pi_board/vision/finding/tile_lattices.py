"""Where square tiles, each cut by a diagonal into a light and a dark half, may lie in a picture.

Corners of the picture are candidates for tile corners; what looks like tiles has four quarters (as
both diagonals cut it), two neighbouring light ones and two dark ones. Other patterns pass.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import cv2
import numpy as np

from pi_board.core.layout import Layout
from pi_board.vision.finding.lattice import (
    Lattice,
    Nearest,
    Seeds,
    grow_lattices,
    of_each_part,
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
    Indices,
    Lens,
    Mask,
    lengths,
)
from pi_board.vision.pose import geometry_from_points

STEP_PX = (18.0, 120.0)  # least and greatest side of a tile there
EDGES_PX = 8  # how far from a corner the edges are looked at that meet in it
SAME_PX = 4.0  # nearer corners are one
SEEDS = 8  # lattices that are grown at most
# Variance of log brightness within a colour that says nothing. With 0.01 halves that are nearly
# alike, in dim light, were missed (2 of 175 boards).
NOISE = 0.004
TILE = 0.6  # share of the variance explained from which a tile is believed
LIKELY = 0.48  # mean share over a board's tiles from which a lattice is worth fitting

# Nodes about that of a seed, two steps away at most, and how far from these, in steps, corners are.
_AROUND = np.array([(i, j) for i in range(-2, 3) for j in range(-2, 3) if i or j], np.float64)
_NEAR = 0.2

# Two places in each quarter of a tile, from its middle, in tile sides: north, east, south, west.
# They keep clear of the gaps between tiles and of the hollows.
_PROBES = np.array(
    [
        (-0.20, 0.38), (0.20, 0.38), (0.38, 0.20), (0.38, -0.20),
        (0.20, -0.38), (-0.20, -0.38), (-0.38, -0.20), (-0.38, 0.20),
    ]
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Among:
    """Which corners of a picture may be those of tiles: the `most` strongest in each of `parts` x
    `parts` equal parts of it; those first around which tiles are seen, or that lie `in_rows`.
    """

    parts: int
    most: int
    in_rows: bool = False


# Of 129 boards, as they are, noisy and dim, 384 of 387 are found with the first, and all with the
# second, as a loud cloth has the strongest of all; but fewer that lie far away. Under bars of shade
# hardly a tile is seen: of 29 boards, as they are and under two kinds of painted bars, 76 of 87 are
# found with the third, none in a wrong place, and 65 without.
OF_ALL, OF_EACH_PART, IN_ROWS = Among(1, 350), Among(4, 30), Among(1, 350, in_rows=True)


def starts(
    light: Array, layout: Layout, lens: Lens | None, among: Among
) -> Iterator[BoardGeometry]:
    """Rough geometries, the best lattice of corners first on whose cells tiles are seen.

    `light` (height, width) is what halves differ in: logarithms of brightness or of colours.
    """
    height, width = light.shape
    small, scale = search_picture(light)
    corners = _corners(small, among.parts, among.most)
    if len(corners) < 16:
        return
    nearest = Nearest(corners, small.shape[:2])
    paired = paired_seeds(nearest, STEP_PX)
    seeds, merit = _in_rows(nearest, paired) if among.in_rows else _judged(small, paired)

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


def _corners(light: Array, parts: int, most: int) -> Floats:
    """Candidates (n, 2) for tile corners, at most so many in each of `parts` x `parts` parts.

    Corners of blobs and wedges are seen beside the place where edges meet, so each is moved to
    where the straight edges around it do.
    """
    found = cv2.goodFeaturesToTrack(light, 0, 0.003, 7, blockSize=7)
    if found is None or min(light.shape) < 2 * EDGES_PX + 5:  # else cv2 raises an error
        return np.zeros((0, 2))
    corners = found[of_each_part(found[:, 0], light.shape, parts, most)]
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


def _in_rows(nearest: Nearest, seeds: Seeds) -> tuple[Seeds, Floats]:
    """The seeds, and about each how many corners lie where they would in its lattice."""
    step = (lengths(seeds.u) + lengths(seeds.v)) / 2
    hit = nearest(seeds.at(_AROUND))[1] < _NEAR * step[:, None]
    return seeds, np.asarray(hit.sum(axis=1), np.float64)


def _touches_tile(light: Array, homography: Floats, nodes: Floats) -> Mask:
    """Which nodes (n, 2) of a lattice are corners of at least one believable tile."""
    cells = np.concatenate([nodes + step for step in ((0, 0), (-1, 0), (0, -1), (-1, -1))])
    seen = _cell_evidence(light, partial(transform, homography), cells) > TILE
    return np.asarray(seen.reshape(4, -1).any(axis=0), np.bool_)


def _lattice_window(
    light: Array, lattice: Lattice, layout: Layout
) -> tuple[Indices, Floats] | None:
    """The window of `layout`'s size with the most tile evidence: board points (n, 2) of the tile
    corners in it and their pixels; None where too little looks like tiles.
    """
    columns, rows = layout.columns, layout.rows
    low, high = lattice.nodes.min(axis=0) - 2, lattice.nodes.max(axis=0) + 2
    high = np.maximum(high, low + np.array((columns, rows)))
    project = partial(transform, lattice.homography)
    evidence = evidence_over(
        light, project, *(range(*ends) for ends in zip(low, high, strict=True))
    )
    means = window_means(evidence, rows, columns)
    if means.max() < LIKELY:
        return None
    j, i = np.unravel_index(int(means.argmax()), means.shape)
    board = lattice.nodes - low - (i, j)
    inside = ((board >= 0) & (board <= (columns, rows))).all(axis=1)
    if np.linalg.det(lattice.homography) > 0:  # a picture's y runs down: seen from above, x to
        board = board * (-1, 1) + (columns, 0)  # y must turn the other way
    return (board[inside], lattice.points[inside]) if inside.sum() >= 9 else None


def evidence_over(
    light: Array, project: Callable[[Floats], Floats], columns: range, rows: range
) -> Floats:
    """Tile evidence (rows, columns) of all cells in these columns and rows; `project` gives the
    pixels of points (n, 2) in cells, the cell (0, 0) between (0, 0) and (1, 1).
    """
    cells = np.stack(np.meshgrid(columns, rows), axis=-1).reshape(-1, 2)
    return _cell_evidence(light, project, cells).reshape(len(rows), len(columns))


def _cell_evidence(
    light: Array, project: Callable[[Floats], Floats], cells: Floats | Indices
) -> Floats:
    """The same (n) of cells (n, 2), columns and rows."""
    points = cells[:, None] + 0.5 + _PROBES
    pixels = project(points.reshape(-1, 2)).reshape(points.shape)
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
