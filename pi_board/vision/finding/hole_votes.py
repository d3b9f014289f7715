"""Votes for holes on a rectified board, where they are round, of one size and in known places.

Every edge votes for the middles of circles it may belong to. What a hole gets is compared with
what the places between the holes get, so that even the rim of a shallow empty hole tells from wood
grain.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pi_board.vision.cold import rings
from pi_board.vision.finding.lattice import Ints, Mask
from pi_board.vision.geometry import BoardGeometry, Floats, Image
from pi_board.vision.sampling import Array, Surface, surface

RADII = (0.18, 0.21, 0.24, 0.27, 0.30, 0.33, 0.36, 0.40)  # of holes and stones, in sites
PX_PER_SITE = 20
REACH = 0.16  # how far from its place a hole may be seen, in sites
BEYOND = 2  # rows and columns beyond the board that are looked at as well
LEAST_HOLES = 10  # that must be seen to fit a board to them


@dataclass(frozen=True, slots=True)
class Look:
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

    def surely(self, votes: Array | Floats) -> Floats:
        """How surely so many votes (...,) make a hole, 0 to 1."""
        return surely(votes, self.usual, self.chance)

    @property
    def seen(self) -> Floats:
        """How surely there is a hole, 0 to 1, shape as `strength`."""
        return self.surely(self.strength)

    @property
    def share(self) -> float:
        """The share of the board's own holes that is seen."""
        return float(self.seen[BEYOND:-BEYOND, BEYOND:-BEYOND].mean())


def surely(votes: Array | Floats, usual: float, chance: float) -> Floats:
    """How surely so many votes (...,) make a hole, 0 to 1, where holes usually have so many and
    places without a hole by chance.
    """
    span = max(usual - chance, 0.5 * chance, 0.05)
    return np.asarray(np.clip((votes - chance) / span, 0.0, 1.0), np.float64)


def circles(
    image_bgr: Image, geometry: BoardGeometry, indices: Sequence[int]
) -> tuple[Surface, list[Array]]:
    """The rectified board, and the votes (height, width) for circles of these of RADII on it."""
    board = surface(image_bgr, geometry, PX_PER_SITE, BEYOND + 0.25)
    edges = rings.edges(board, np.zeros_like(board.saturated))
    return board, [rings.votes(edges, RADII[i] * PX_PER_SITE) for i in indices]


def look(image_bgr: Image, geometry: BoardGeometry, indices: Sequence[int]) -> Look:
    """Rectify and vote; `indices` say which of RADII may suit."""
    board, planes = circles(image_bgr, geometry, indices)
    columns, rows = geometry.columns, geometry.rows
    inner = geometry.site_centres
    strengths = [rings.strongest(plane, board, inner, REACH) for plane in planes]
    midway = [rings.strongest(plane, board, between(columns, rows), REACH) for plane in planes]
    excess = [np.quantile(s, 0.3) - np.median(b) for s, b in zip(strengths, midway, strict=True)]
    best = int(np.argmax(excess))
    around = grid(-BEYOND, columns + BEYOND, -BEYOND, rows + BEYOND)
    return Look(
        geometry,
        board,
        planes[best],
        indices[best],
        rings.strongest(planes[best], board, around, REACH)
        .reshape(rows + 2 * BEYOND, columns + 2 * BEYOND)
        .astype(np.float64),
        float(np.quantile(midway[best], 0.75)),
        float(np.quantile(strengths[best], 0.3)),
    )


def grid(left: int, right: int, bottom: int, top: int) -> Floats:
    """Centres (n, 2) of the sites of these columns and rows, row by row."""
    x, y = np.meshgrid(np.arange(left, right) + 0.5, np.arange(bottom, top) + 0.5)
    return np.stack([x, y], axis=-1).reshape(-1, 2)


def between(columns: int, rows: int) -> Floats:
    """Places (n, 2) half way between neighbouring holes."""
    upright = grid(0, columns - 1, 0, rows) + np.array((0.5, 0.0))
    lying = grid(0, columns, 0, rows - 1) + np.array((0.0, 0.5))
    return np.concatenate([upright, lying])


def peaks(votes: Array, board: Surface, places: Floats, reach: float) -> tuple[Floats, Array, Mask]:
    """Where, at most `reach` sites off each of the `places` (n, 2), the votes are highest: board
    points (n, 2), the votes (n), and whether that is a peak (n) and not the flank of another one.
    """
    half = round(reach * PX_PER_SITE)
    offset = np.arange(-half, half + 1)
    exact = board.pixel(places)
    centre = np.rint(exact).astype(np.intp)
    x = (centre[:, 0, None, None] + offset[None, None, :]).clip(0, votes.shape[1] - 1)
    y = (centre[:, 1, None, None] + offset[None, :, None]).clip(0, votes.shape[0] - 1)
    windows = votes[y, x].reshape(len(places), -1)
    peak = windows.argmax(axis=1)
    at = np.stack([peak % len(offset) - half, peak // len(offset) - half], axis=-1)
    top = centre + at
    shift = top + _vertex(votes, top) - exact
    found = places + shift * (1, -1) / PX_PER_SITE
    return found, windows.max(axis=1), (np.abs(at) < half).all(axis=1)


def _vertex(votes: Array, top: Ints) -> Floats:
    """The offset (n, 2) of the vertex of a parabola through each maximum (n, 2) in both axes."""
    x = top[:, 0].clip(1, votes.shape[1] - 2)
    y = top[:, 1].clip(1, votes.shape[0] - 2)
    offsets = []
    for dx, dy in ((1, 0), (0, 1)):
        before, after = votes[y - dy, x - dx], votes[y + dy, x + dx]
        bend = np.maximum(2 * votes[y, x] - before - after, 1e-6)
        offsets.append(((after - before) / (2 * bend)).clip(-0.5, 0.5))
    return np.stack(offsets, axis=-1).astype(np.float64)


def corner_shift(one: BoardGeometry, other: BoardGeometry) -> float:
    """How far, in sites, the corner lies that differs most."""
    away = np.asarray(one.corners_px) - np.asarray(other.corners_px)
    return float(np.linalg.norm(away, axis=1).max() / other.site_px)
