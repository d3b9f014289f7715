"""Fits a board of holes to a picture: the geometry is moved so that its holes lie where a network
sees them on the rectified board (see `trained.places_of_holes`), bare ones and the feet of pegs.
Bare ones are then put where they look alike (see `hole_match`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from pi_board.vision.cold.trained import Places, places_of_holes
from pi_board.vision.finding.hole_match import matched
from pi_board.vision.finding.hole_windows import Window, windows
from pi_board.vision.geometry import BoardGeometry, Image, Lens
from pi_board.vision.pose import Freedom, blended, fit_points

LOOKS = 4  # at most; each time from where the last one has put the board
HOPELESS = 0.3  # share of holes, in the best window, below which a place is not worth a fit
LEAST_HOLES = 10  # that must be seen to fit a board to them
# Log-likelihood by which a window must lead, to be clear, if LEADING holes are seen that its rival
# has not, or none; 40 are usual. A hand that is taken for the table makes leads up to 19, without
# any such hole; of rows that were partly hidden 0.6 were seen at least.
CLEAR, CLEAR_UNSEEN, LEADING = 10.0, 20.0, 0.5
# The network leans towards the middle of what it sees: a lead that is not PLAIN must be one also
# where the rival is in the middle. Of 275 boards partly under a hand, 75 fits led by 10 to 25. Of
# these 5 were wrong, 4 of them behind there, one behind another rival; of the 70 others 5 were.
PLAIN, CLEAR_THERE = 25.0, 2.5
ELSEWHERE = 8.0  # the same, of another window, for a known place to be wrong
MATCHED = 8  # bare holes that must look alike, for a fit to rely on them
ALIKE = 0.1  # how much they must, of 1; the rest count so much
STEADY = 0.05  # sites that a look may move the board, for no other one to be needed,
UNSTEADY = 0.12  # and that the last one may
MUDDLED = 0.06  # scatter from which a fit is no better than what is known beforehand
KNOWN = 0.12  # sites that a place known beforehand is usually off


@dataclass(frozen=True, slots=True)
class _Reliance:
    """What a hole with a `peg` in it counts beside a bare one, as its foot is hidden, what the
    place `known` beforehand does, were all holes seen, and how far off a hole is, in sites.
    """

    peg: float
    known: float
    sigma: float


ON_NETWORK, ON_MATCHES = _Reliance(0.5, 0.4, 0.05), _Reliance(0.05, 0.06, 0.025)


@dataclass(frozen=True, slots=True)
class HoleFit:
    """A fitted geometry, the share of its holes seen, and of those missing though nothing hides
    their places, how far from their places they are (the median, in sites), and whether it is clear
    where the board ends: not if the window of holes could as well be one row or column off. Of a
    fit that was told to stay that is taken for granted.
    """

    geometry: BoardGeometry
    seen: float
    missing: float
    scatter: float
    clear: bool

    @property
    def merit(self) -> float:
        """By which of two fits the better one is chosen."""
        return self.seen + (0.1 if self.clear else 0.0)


def fit_holes(
    image_bgr: Image,
    start: BoardGeometry,
    lens: Lens | None,
    *,
    stay: bool,
    across: bool = True,
) -> HoleFit | None:
    """Fit the holes of a picture, beginning about a third of a site away; None if few are there.

    Unless told to `stay` it moves to the window of holes that stands out most, at most two rows or
    columns off at a time, or lying `across`, if it may. Told to stay it gives up when another
    window is plainly better, as after a shove by a whole site.
    """
    freedom = Freedom(log_aspect=0.12) if lens is None else Freedom(0.0, 0.0, 0.12)
    geometry = start
    for _ in range(LOOKS):
        places = places_of_holes(image_bgr, geometry)
        ranked, likelihoods = windows(places, geometry.columns, geometry.rows, across=across)
        window = ranked[0]
        if stay and not window.is_own:
            own = next(k for k, one in enumerate(ranked) if one.is_own)
            if likelihoods[0] - likelihoods[own] > ELSEWHERE:
                return None
            window = ranked[own]
        seen = window.of(places.holes)
        if seen.mean() < HOPELESS or (seen > 0.5).sum() < LEAST_HOLES:
            return None
        before = window.board(geometry)
        known = start if stay else None
        geometry = window.board(_fitted(geometry, window, places, freedom, known))
        moved = before.corner_shift(geometry) if window.is_own else np.inf
        if moved < STEADY:
            break
    if moved > UNSTEADY:
        return None
    scatter = _scatter(before, geometry, places)
    if stay and scatter > MUDDLED:
        geometry = blended(geometry, start, freedom, (KNOWN / (2.5 * scatter)) ** 2)
    clear = stay or all(
        _beaten(image_bgr, geometry, places, ranked[k], float(likelihoods[0] - likelihoods[k]))
        for k in np.flatnonzero(likelihoods > likelihoods[0] - PLAIN)[1:]
    )
    missing = float(window.of(places.nothing).mean())
    return HoleFit(geometry, float(seen.mean()), missing, scatter, clear)


def _beaten(
    image_bgr: Image, geometry: BoardGeometry, places: Places, rival: Window, lead: float
) -> bool:
    """Whether a board's lead over another window of its field is believed. Over one that lies
    across only a PLAIN one is: there the places would have to be asked for on a board turned.
    """
    own = Window(0, 0, geometry.columns, geometry.rows, False)
    seen = own.outside(rival, places.holes) > LEADING
    if rival.lying or lead < (CLEAR if seen else CLEAR_UNSEEN):
        return False
    there = places_of_holes(image_bgr, rival.board(geometry))
    of = dict(zip(*windows(there, geometry.columns, geometry.rows), strict=True))
    return bool(of[replace(own, x=-rival.x, y=-rival.y)] - of[own] > CLEAR_THERE)


def _fitted(
    geometry: BoardGeometry,
    window: Window,
    places: Places,
    freedom: Freedom,
    known: BoardGeometry | None,
) -> BoardGeometry:
    """Move the geometry so that the holes of a window lie where they are seen, and, if a place is
    `known` beforehand, not far from there.

    A fit to few of the holes strays, so the fewer are seen, the more that counts.
    """
    centres, points = window.centres, window.of(places.points).copy()
    bare, pegs = window.of(places.bare), window.of(places.pegs)
    plain, likeness = bare > 0.5, np.zeros(len(bare))
    if plain.sum() >= MATCHED:
        exact, likeness[plain] = matched(places.flat, geometry, points[plain])
        points[plain] = np.where(likeness[plain, None] > ALIKE, exact, points[plain])
    if (likeness > ALIKE).sum() >= MATCHED:
        on, bare = ON_MATCHES, np.maximum(likeness, ALIKE * bare)
    else:
        on = ON_NETWORK
    pixels, weights = geometry.project(points), bare + on.peg * pegs
    if known is not None:
        pixels = np.concatenate([pixels, known.project(centres)])
        share = float(window.of(places.holes).mean())
        weights = np.concatenate([weights, np.full(len(centres), on.known / share**2)])
        centres = np.concatenate([centres, centres])
    return fit_points(
        geometry,
        centres,
        pixels,
        freedom,
        sigma_px=on.sigma * geometry.site_px,
        robust_px=0.06 * geometry.site_px,
        weights=weights,
    )


def _scatter(looked_at: BoardGeometry, fitted: BoardGeometry, places: Places) -> float:
    """How far from their places on the `fitted` board the holes are that are seen: the median, in
    sites.
    """
    own = Window(0, 0, fitted.columns, fitted.rows, False)
    seen = own.of(places.holes) > 0.5
    found = fitted.unproject(looked_at.project(own.of(places.points)[seen]))
    return float(np.median(np.linalg.norm(found - own.centres[seen], axis=1)))
