"""Fits a board of holes to the rectified picture: the geometry is moved so that the holes lie on
the peaks of the votes for circles (see `hole_votes`).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pi_board.vision.finding.hole_votes import (
    LEAST_HOLES,
    RADII,
    Look,
    corner_shift,
    grid,
    look,
    peaks,
)
from pi_board.vision.finding.hole_windows import best_window, ends_clear
from pi_board.vision.finding.lattice import window_means
from pi_board.vision.finding.pegs import fit_with_pegs
from pi_board.vision.geometry import BoardGeometry, Floats, Image, Lens
from pi_board.vision.pose import Freedom, blended, fit_points

HOPELESS = 0.35  # share below which a lattice is not worth fitting
FAINTEST = 0.45  # share of the holes that any window of a board shows, once fitted
BETTER = 0.08  # share of the holes more that another window must have to be the plainly better one
NEAT = 0.026  # scatter of holes about their places up to which a fit is right as it is
MUDDLED = 0.04  # scatter from which a fit is no better than what is known beforehand
KNOWN = 0.12  # sites that a place known beforehand is usually off,
STRAY = 0.2  # and nearly always at most
STEADY = 0.04  # sites that a fit may move the board and still have looked at it in the right place
BETTER_WITH_PEGS = 0.8  # of the scatter without pegs that it must be with them
MOVES = 3  # windows that are tried, one after the other


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


def fit_holes(
    image_bgr: Image, start: BoardGeometry, lens: Lens | None, *, stay: bool
) -> HoleFit | None:
    """Fit the holes of a picture, beginning about a third of a site away; None if few are there.

    Unless told to `stay` it moves to the window of holes that stands out most, at most two rows or
    columns off at a time, or lying across. Told to stay it gives up when another window is plainly
    better, as after a shove by a whole site.
    """
    freedom = Freedom(log_aspect=0.12) if lens is None else Freedom(0.0, 0.0, 0.12)
    sight = look(image_bgr, start, range(0, len(RADII), 2))
    if sight.share < HOPELESS:
        return None
    sight = look(image_bgr, _fitted(sight, freedom, 0.3), _near(sight.radius))
    means = window_means(sight.seen, start.rows, start.columns)
    if stay and means.max() > sight.share + BETTER:
        return None
    if not stay and means.max() < FAINTEST:
        return None
    for _ in range(MOVES):
        geometry = sight.geometry if stay else best_window(sight)
        moved = geometry is not sight.geometry
        if moved:
            sight = look(image_bgr, geometry, range(len(RADII)))
        fitted = _fitted(sight, freedom, 0.2)
        if corner_shift(fitted, sight.geometry) > STEADY:
            sight = look(image_bgr, fitted, [sight.radius])
            fitted = _fitted(sight, freedom, 0.15)
        if not moved:
            return _finished(image_bgr, sight, fitted, freedom, start if stay else None)
    return None


def _finished(
    image_bgr: Image,
    sight: Look,
    fitted: BoardGeometry,
    freedom: Freedom,
    known: BoardGeometry | None,
) -> HoleFit:
    """The fit, made better where it is a muddle: by telling tops of pegs from holes, and by the
    place at which the board is `known` to lie, roughly.
    """
    scatter, clear = _scatter(sight, fitted), ends_clear(sight)
    if scatter > NEAT and (clear or known is not None):
        over, rest = fit_with_pegs(image_bgr, fitted, freedom)
        astray = known is not None and corner_shift(over, known) > STRAY
        if rest < BETTER_WITH_PEGS * scatter and not astray:
            fitted, scatter = over, rest
    if known is not None and scatter > MUDDLED:
        fitted = blended(fitted, known, freedom, (KNOWN / (2.5 * scatter)) ** 2)
    return HoleFit(fitted, sight.share, scatter, clear)


def _near(radius: int) -> range:
    """The indices of a radius and its neighbours."""
    return range(max(0, radius - 1), min(len(RADII), radius + 2))


def _seen_at(sight: Look, reach: float) -> tuple[Floats, Floats]:
    """Where, at most `reach` sites off, the votes for every hole peak: board points (n, 2), and how
    surely each is a hole (n), 0 to 1.
    """
    holes = grid(0, sight.geometry.columns, 0, sight.geometry.rows)
    found, votes, is_peak = peaks(sight.votes, sight.board, holes, reach)
    return found, sight.surely(votes) * is_peak


def _fitted(sight: Look, freedom: Freedom, reach: float) -> BoardGeometry:
    """Move the geometry so that the holes lie on the peaks of the votes within `reach` sites."""
    geometry = sight.geometry
    found, weight = _seen_at(sight, reach)
    if (weight > 0).sum() < LEAST_HOLES:
        return geometry
    return fit_points(
        geometry,
        grid(0, geometry.columns, 0, geometry.rows),
        geometry.project(found),
        freedom,
        sigma_px=0.05 * geometry.site_px,
        robust_px=0.06 * geometry.site_px,
        weights=weight,
    )


def _scatter(sight: Look, fitted: BoardGeometry) -> float:
    """How far from their places on the `fitted` board the holes are that are seen: the median, in
    sites.
    """
    found, weight = _seen_at(sight, 0.25)
    seen = weight > 0.5
    if seen.sum() < LEAST_HOLES:
        return 1.0
    found = fitted.unproject(sight.geometry.project(found[seen]))
    miss = found - grid(0, fitted.columns, 0, fitted.rows)[seen]
    return float(np.median(np.linalg.norm(miss, axis=1)))
