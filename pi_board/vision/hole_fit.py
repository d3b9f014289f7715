"""Fits a board of holes to the rectified picture, where holes are round, of one size and in known
places.

Every edge votes for the middles of circles it may belong to. What a hole gets is compared with
what the places between the holes get, so that even the rim of a shallow empty hole tells from wood
grain. The geometry is fitted to the peaks of the votes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pi_board.vision import rings
from pi_board.vision.geometry import BoardGeometry, Floats, Image, Lens
from pi_board.vision.lattice import Ints, window_means
from pi_board.vision.pegs import fit_with_pegs
from pi_board.vision.pose import Freedom, blended, fit_points
from pi_board.vision.sampling import Array, Surface, surface

RADII = (0.18, 0.21, 0.24, 0.27, 0.30, 0.33, 0.36, 0.40)  # of holes and stones, in sites
PX_PER_SITE = 20
REACH = 0.16  # how far from its place a hole may be seen, in sites
BEYOND = 2  # rows and columns beyond the board that are looked at as well
HOPELESS = 0.35  # share below which a lattice is not worth fitting
FAINTEST = 0.45  # share of the holes that any window of a board shows, once fitted
LEAST_HOLES = 10  # that must be seen to fit a board to them
BETTER = 0.08  # share of the holes more that another window must have to be the plainly better one
OBLIQUE = 0.6  # sites of shift for a site of height, from which tops of pegs may look like holes
NEAT = 0.026  # scatter of holes about their places up to which a fit is right as it is
MUDDLED = 0.04  # scatter from which a fit is no better than what is known beforehand
KNOWN = 0.12  # sites that a place known beforehand is usually off
STEADY = 0.04  # sites that a fit may move the board and still have looked at it in the right place
MOVES = 4  # windows that are tried, one after the other


@dataclass(frozen=True, slots=True)
class HoleFit:
    """A fitted geometry, the share of its holes seen, how far from their places (the median, in
    sites), and whether it is clear where the board ends: not if the window of holes could as well
    be one row or column off.
    """

    geometry: BoardGeometry
    seen: float
    scatter: float
    clear: bool

    @property
    def merit(self) -> float:
        """By which of two fits the better one is chosen."""
        return self.seen + (0.1 if self.clear else 0.0)


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

    def surely(self, votes: Array | Floats) -> Floats:
        """How surely so many votes (...,) make a hole, 0 to 1."""
        span = max(self.usual - self.chance, 0.5 * self.chance, 0.05)
        return np.asarray(np.clip((votes - self.chance) / span, 0.0, 1.0), np.float64)

    @property
    def seen(self) -> Floats:
        """How surely there is a hole, 0 to 1, shape as `strength`."""
        return self.surely(self.strength)

    @property
    def share(self) -> float:
        """The share of the board's own holes that is seen."""
        return float(self.seen[BEYOND:-BEYOND, BEYOND:-BEYOND].mean())


def fit_holes(
    image_bgr: Image, start: BoardGeometry, lens: Lens | None, *, stay: bool
) -> HoleFit | None:
    """Fit the holes of a picture, beginning about a third of a site away; None if few are there.

    Unless told to `stay` it moves to the window of holes that stands out most, at most two rows or
    columns off at a time, or lying across. Told to stay it gives up when another window is plainly
    better, as after a shove by a whole site.
    """
    freedom = Freedom(log_aspect=0.12) if lens is None else Freedom(0.0, 0.0, 0.12)
    look = _look(image_bgr, start, range(0, len(RADII), 2))
    if look.share < HOPELESS:
        return None
    look = _look(image_bgr, _fitted(look, freedom, 0.3), _near(look.radius))
    means = window_means(look.seen, start.rows, start.columns)
    if stay and means.max() > look.share + BETTER:
        return None
    if not stay and means.max() < FAINTEST:
        return None
    for _ in range(MOVES):
        geometry = look.geometry if stay else _best_window(look)
        moved = geometry is not look.geometry
        if moved:
            look = _look(image_bgr, geometry, range(len(RADII)))
        fitted = _fitted(look, freedom, 0.2)
        if _corner_shift(fitted, look.geometry) > STEADY:
            look = _look(image_bgr, fitted, [look.radius])
            fitted = _fitted(look, freedom, 0.15)
        if not moved:
            return _finished(look, fitted, freedom, start if stay else None)
    return None


def _finished(
    look: _Look, fitted: BoardGeometry, freedom: Freedom, known: BoardGeometry | None
) -> HoleFit:
    """The fit, made better where it is a muddle: by telling tops of pegs from holes, and by the
    place at which the board is `known` to lie, roughly.
    """
    scatter, clear = _scatter(look, fitted), _ends_clear(look)
    if scatter > NEAT and (clear or known is not None):
        found, weights = _peaks(look, 0.3)
        seen_px = look.geometry.project(found)
        over, rest = fit_with_pegs(look.board, fitted, seen_px, weights, freedom)
        if rest < scatter:
            fitted, scatter = over, rest
    if known is not None and scatter > MUDDLED:
        fitted = blended(fitted, known, freedom, (KNOWN / (2.5 * scatter)) ** 2)
    return HoleFit(fitted, look.share, scatter, clear)


def _near(radius: int) -> range:
    """The indices of a radius and its neighbours."""
    return range(max(0, radius - 1), min(len(RADII), radius + 2))


def _corner_shift(one: BoardGeometry, other: BoardGeometry) -> float:
    """How far, in sites, the corner lies that differs most."""
    away = np.asarray(one.corners_px) - np.asarray(other.corners_px)
    return float(np.linalg.norm(away, axis=1).max() / other.site_px)


def _look(image_bgr: Image, geometry: BoardGeometry, indices: Sequence[int]) -> _Look:
    """Rectify and vote; `indices` say which of RADII may suit."""
    board = surface(image_bgr, geometry, PX_PER_SITE, BEYOND + 0.25)
    edges = rings.edges(board, np.zeros_like(board.saturated))
    planes = [rings.votes(edges, RADII[i] * PX_PER_SITE) for i in indices]
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


def _peaks(look: _Look, reach: float) -> tuple[Floats, Floats]:
    """Where, at most `reach` sites off, the votes for every hole peak: board points (n, 2), and how
    surely each is a hole (n), 0 to 1.
    """
    geometry = look.geometry
    holes = _grid(0, geometry.columns, 0, geometry.rows)
    half = round(reach * PX_PER_SITE)
    offset = np.arange(-half, half + 1)
    exact = look.board.pixel(holes)
    centre = np.rint(exact).astype(np.intp)
    x = (centre[:, 0, None, None] + offset[None, None, :]).clip(0, look.votes.shape[1] - 1)
    y = (centre[:, 1, None, None] + offset[None, :, None]).clip(0, look.votes.shape[0] - 1)
    windows = look.votes[y, x].reshape(len(holes), -1)
    peak = windows.argmax(axis=1)
    at = np.stack([peak % len(offset) - half, peak // len(offset) - half], axis=-1)
    surely = look.surely(windows.max(axis=1))
    surely[(np.abs(at) == half).any(axis=1)] = 0.0  # the flank of something else
    top = centre + at
    shift = top + _vertex(look.votes, top) - exact
    return holes + shift * (1, -1) / PX_PER_SITE, surely


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


def _fitted(look: _Look, freedom: Freedom, reach: float) -> BoardGeometry:
    """Move the geometry so that the holes lie on the peaks of the votes within `reach` sites."""
    geometry = look.geometry
    found, weight = _peaks(look, reach)
    if (weight > 0).sum() < LEAST_HOLES:
        return geometry
    return fit_points(
        geometry,
        _grid(0, geometry.columns, 0, geometry.rows),
        geometry.project(found),
        freedom,
        sigma_px=0.05 * geometry.site_px,
        robust_px=0.06 * geometry.site_px,
        weights=weight,
    )


def _scatter(look: _Look, fitted: BoardGeometry) -> float:
    """How far from their places on the `fitted` board the holes are that are seen: the median, in
    sites.
    """
    found, weight = _peaks(look, 0.25)
    seen = weight > 0.5
    if seen.sum() < LEAST_HOLES:
        return 1.0
    found = fitted.unproject(look.geometry.project(found[seen]))
    miss = found - _grid(0, fitted.columns, 0, fitted.rows)[seen]
    return float(np.median(np.linalg.norm(miss, axis=1)))


def _best_window(look: _Look) -> BoardGeometry:
    """The geometry of the window of holes that stands out most.

    It may be some rows or columns off the one looked at, or lie across it.
    """
    geometry = look.geometry
    columns, rows = geometry.columns, geometry.rows
    means = window_means(look.seen, rows, columns)
    across = window_means(look.seen, columns, rows)
    if across.max() > means.max() + 0.05:
        j, i = np.unravel_index(int(across.argmax()), across.shape)
        lying = geometry.resized(rows, columns)
        return lying.shifted(int(i) - BEYOND, int(j) - BEYOND).rotated(1)
    j, i = np.unravel_index(int(means.argmax()), means.shape)
    column, row = _nearer(look, int(i), int(j))
    if column == row == BEYOND:
        return geometry
    return geometry.shifted(column - BEYOND, row - BEYOND)


def _nearer(look: _Look, i: int, j: int) -> tuple[int, int]:
    """The window's place (i, j) corrected for pegs.

    Tops of long pegs lie about one site farther from the camera than their holes and look like one
    more row of them. So if the next row on the camera's side shows as many holes as the farthest
    row of the window, the window moves there.
    """
    away = _parallax_side(look, i, j)
    if away is None:
        return i, j
    step = (-away[0], -away[1])
    gained, lost = _exchange(look, i, j, step)
    if gained > max(lost - 0.5, 0.3 * len(_border(look, i, j, step))):
        return i + step[0], j + step[1]
    return i, j


def _ends_clear(look: _Look) -> bool:
    """Whether moving the window by one row or column, to any side, would lose holes for sure.

    To the side where the tops of pegs may look like holes it may gain as many as it loses.
    """
    away = _parallax_side(look, BEYOND, BEYOND)
    for step in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        gained, lost = _exchange(look, BEYOND, BEYOND, step)
        most = lost + 0.5 if step == away else 0.5 * lost - 0.25
        if gained > most:
            return False
    return True


def _parallax_side(look: _Look, i: int, j: int) -> tuple[int, int] | None:
    """The side of the window at (i, j) to which the tops of pegs are shifted by up to a site; None
    where the camera looks down too steeply for that.
    """
    geometry = look.geometry
    half = np.array((geometry.columns / 2, geometry.rows / 2))
    camera = geometry.camera_position
    away = half + np.array((i - BEYOND, j - BEYOND)) - camera[:2]
    farthest = float(np.linalg.norm(away)) + float(half.min())
    return _nearest_side(away) if farthest > OBLIQUE * camera[2] else None


def _nearest_side(towards: Floats) -> tuple[int, int]:
    """The one of the four steps that goes most in a direction."""
    if abs(towards[0]) > abs(towards[1]):
        return int(np.sign(towards[0])), 0
    return 0, int(np.sign(towards[1]))


def _exchange(look: _Look, i: int, j: int, step: tuple[int, int]) -> tuple[float, float]:
    """How many holes the window at (i, j) gains and loses by one step to a side."""
    gained = _border(look, i + step[0], j + step[1], step)
    lost = _border(look, i, j, (-step[0], -step[1]))
    return float(gained.sum()), float(lost.sum())


def _border(look: _Look, i: int, j: int, side: tuple[int, int]) -> Floats:
    """What is seen in the outermost row or column of the window at (i, j) on one side."""
    rows, columns = look.geometry.rows, look.geometry.columns
    row = {1: j + rows - 1, -1: j}.get(side[1])
    if row is not None:
        inside = 0 <= row < look.seen.shape[0]
        return look.seen[row, i : i + columns] if inside else np.zeros(columns)
    column = i + columns - 1 if side[0] > 0 else i
    inside = 0 <= column < look.seen.shape[1]
    return look.seen[j : j + rows, column] if inside else np.zeros(rows)
