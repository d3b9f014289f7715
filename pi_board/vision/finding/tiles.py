"""Finds a Connex'oh board: square tiles in a square grid, each cut by a diagonal into a light and a
dark half.

Nothing but the tiles is looked at, so frames, cloths and woods do not matter. `tile_lattices` says
where they may lie. Brightness is taken as its logarithm, so that a shadow or a dim lamp adds a
constant only. Shadows in stripes still hide tiles from this, and other patterns pass: whether a
fitted grid is the board is said by the network that reads tiles.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from pi_board.core.layout import Layout, Surface
from pi_board.core.message import message
from pi_board.vision.cold.trained import leads_of_tiles
from pi_board.vision.finding import fit
from pi_board.vision.finding.lattice import window_means
from pi_board.vision.finding.logs import BLACK, logarithms, weighed_logarithms
from pi_board.vision.finding.tile_lattices import (
    IN_ROWS,
    OF_ALL,
    OF_EACH_PART,
    Among,
    evidence_over,
    starts,
)
from pi_board.vision.geometry import (
    Array,
    BoardGeometry,
    Floats,
    Image,
    Lens,
    NotFound,
    Registration,
)
from pi_board.vision.pose import STEEPEST_DEG, freedom_of_grid, plausible

MORE_TILES = message("This board has more tiles than the game.")
BEYOND = 2  # rows and columns beyond the board that are looked at as well
SHIFT = 0.06  # more mean evidence that another window must have
GOES_ON = 0.66  # mean evidence along one side of the board from which it is not its end
# Mean evidence times share of the expected edges seen, from which the network is asked.
WORTH = 0.25
# It tells most tiles' orientations by far: of 1225 fits to boards the median lead is 5.6 at least.
# Whole tiles beside a board a side has none: the least of the sides' medians is 2.1 at most for 788
# such places, 4.3 at least for 392 of 394 boards, half of them with a hand. Of 175 rendered boards
# 174 are found without their fiducials, none a tile beside its place (one with a corner 0.21 tiles
# off, behind a hand), and none in 567 other pictures.
LEAD, LEAD_OF_SIDES = 5.0, 3.0  # median leads from which a board is believed
# The same between three fiducials that agree. Of 1045 such places the 688 without tiles have 1.5 at
# most, the others 2.1 at least (halves of cherry and of oak).
LEAD_BETWEEN = 1.8
PLAIN = 0.8  # evidence times share, from which it is believed without: printed tiles have no dishes
TOLD = 4.0  # lead of a tile from which it counts nearly whole
CLEAR = 0.93  # mean of what tiles count, from which no other lattice is tried
# The same, from which a board is believed whose corners lie in rows: four such fits to boards under
# bars of shade have 0.96 or more, one that these dragged along by a third of a tile 0.933.
TOLD_IN_SHADE = 0.95
# So much more of the tiles are told where the board should lie than where the fit is, for a fit to
# be no better; so much less for one that strayed so far, in tiles, by edges that are weak evidence.
# Of 64 boards between fiducials one fit strays without being right, by 0.27, and tells 0.08 less,
# the others 0.02 less at most; where noise is added to that picture 7 of 12 stray by 0.15 at least
# and tell hardly less. Ten others that stray are right: they have an evidence of 0.64 or more,
# those that light dragged along 0.34 or less.
DRAGGED, STRAYED, WEAK = 0.05, 0.12, 0.5
DUSK = 64  # median grey level below which a picture is dim
KNOWN = 0.6  # quality of a board that is believed to be where it should, its edges aside


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A fitted geometry, the share of its edges seen, the same times the mean tile evidence, 0
    where that goes on beyond the board, and the leads of its tiles' orientations (rows, columns);
    whether the network sees tiles beyond the board as well, where evidence goes on.
    """

    geometry: BoardGeometry
    seen: float
    evidence: float
    leads: Floats
    goes_on: bool = False

    @property
    def merit(self) -> float:
        """By which the best of several fits is chosen: about the share of tiles that are seen."""
        return max(self.evidence, self.told)

    @property
    def told(self) -> float:
        """About the share of tiles of which the network tells how they lie."""
        return float(np.tanh(self.leads / TOLD).mean())

    @property
    def is_clear(self) -> bool:
        """Whether no other place can be better."""
        return not self.goes_on and (self.told > CLEAR or self.evidence > PLAIN)

    @property
    def is_board(self) -> bool:
        """Whether a board is there, with all its sides."""
        return (self.are_tiles and all(self._sides)) or self.evidence > PLAIN

    @property
    def off(self) -> tuple[int, int]:
        """Columns and rows to where the network may see all of the board: away from a side without
        tiles. Stripes of shadow hide from all else where they end.
        """
        low, high, left, right = self._sides
        return (right - left, high - low) if self.are_tiles else (0, 0)

    @property
    def are_tiles(self) -> bool:
        """Whether tiles are there, if not with all of the board's sides."""
        return float(np.median(self.leads)) > LEAD

    @property
    def _sides(self) -> tuple[bool, ...]:
        """Whether tiles lie along the lowest and the highest row, and the first and last column."""
        sides = self.leads[0], self.leads[-1], self.leads[:, 0], self.leads[:, -1]
        return tuple(float(np.median(side)) > LEAD_OF_SIDES for side in sides)


def tiles_seen(image_bgr: Image, geometry: BoardGeometry) -> bool:
    """Whether there are tiles where fiducials say that a board lies; hands may hide some."""
    return float(np.median(leads_of_tiles(image_bgr, geometry))) > LEAD_BETWEEN


def find_tiles(
    image_bgr: Image, layout: Layout, coarse: BoardGeometry | None, lens: Lens | None
) -> Registration | NotFound:
    """Find the tiles of `layout` in a picture (height, width, 3), 8-bit BGR.

    `coarse` is where the board should roughly lie (from fiducials, or from the last picture), and
    then nothing else is looked at; it also settles which way round the board is. Without it any of
    the four quarter turns may come back, and `orientation_known` is False. `lens` is the calibrated
    lens, if there is one.
    """
    lights = _lights(image_bgr)
    if coarse is not None:
        there = (_refined(image_bgr, look(image_bgr), coarse, lens) for look in lights)
        near = next((one for one in there if one is not None and one.is_board), None)
        near = _unless_dragged(near, coarse, image_bgr)
        if near is None:
            return NotFound(message("no tiles were seen where the board should lie"))
        geometry = near.geometry.nearest_turn(coarse, layout.turns)
        return Registration(geometry, near.seen, 0, True)
    best = _anywhere(image_bgr, lights, layout, lens, OF_ALL)
    best = best or _anywhere(image_bgr, lights, layout, lens, OF_EACH_PART)
    best = best or _under_shade(image_bgr, lights, layout, lens)
    if best is None:
        return NotFound(message("no regular grid of tiles cut by a diagonal was seen"))
    if _goes_on(image_bgr, best.geometry):
        return NotFound(
            message(
                "there are more tiles than {across} by {up}: is it a larger board?",
                across=layout.columns, up=layout.rows,
            ),
            MORE_TILES,
        )  # fmt: skip
    return Registration(best.geometry, best.seen, 0, False)


def _goes_on(image_bgr: Image, board: BoardGeometry) -> bool:
    """Whether the network sees tiles along one side beyond a board as well, as on a larger one: the
    least median lead is 8.9 there, of 288 boards of this size the most is 1.0.
    """
    wide = board.widened(1)
    leads = np.where(wide.sites_in_picture, leads_of_tiles(image_bgr, wide), 0.0)
    leads = leads.reshape(wide.rows, wide.columns)
    beyond = leads[0], leads[-1], leads[:, 0], leads[:, -1]
    return any(float(np.median(side[1:-1])) > LEAD for side in beyond)


def log_brightness(image_bgr: Image, black: float = BLACK) -> Array:
    """Natural logarithm of the brightness, slightly smoothed, float32 (height, width); what is much
    darker than `black` (grey levels) hardly differs.
    """
    grey = np.asarray(cv2.cvtColor(image_bgr, cv2.COLOR_BGR2GRAY), np.uint8)
    return np.asarray(cv2.GaussianBlur(logarithms(grey, black), (0, 0), 1.2), np.float32)


def _log_beside_noise(image_bgr: Image) -> Array:
    """The same for boards on black in the dusk, where noise has the clearest corners: of 56 boards
    one is found so only.
    """
    return log_brightness(image_bgr, 32.0)


def _log_green_over_red(image_bgr: Image) -> Array:
    """The same for reddish halves that are nearly as bright as the others.

    Green counts twice: all that is dark stays dark, and a shadow still adds a constant only.
    """
    return _logs_weighed(image_bgr, (0.0, 2.0, -1.0))


def _log_yellow(image_bgr: Image) -> Array:
    """The same for halves that are more or less yellow."""
    return _logs_weighed(image_bgr, (-1.0, 1.0, 1.0))


def _logs_weighed(image_bgr: Image, weights: tuple[float, float, float]) -> Array:
    logs = weighed_logarithms(image_bgr, weights)
    return np.asarray(cv2.GaussianBlur(logs, (0, 0), 1.2), np.float32)


def _lights(image_bgr: Image) -> tuple[Callable[[Image], Array], ...]:
    """What halves of tiles may differ in, the likeliest first."""
    usual = log_brightness, _log_green_over_red, _log_yellow
    return (*usual, _log_beside_noise) if np.median(image_bgr[::8, ::8]) < DUSK else usual


def _better(one: _Candidate | None, other: _Candidate | None) -> _Candidate | None:
    candidates = [candidate for candidate in (one, other) if candidate is not None]
    return max(candidates, key=lambda one: (not one.goes_on, one.merit), default=None)


def _unless_dragged(
    fitted: _Candidate | None, coarse: BoardGeometry, image_bgr: Image
) -> _Candidate | None:
    """The candidate that was fitted from `coarse`, or that place itself, if the network tells so
    much more of the tiles there: edges of shadows and of light drag a fit along, and hide tiles
    from it.
    """
    strayed = fitted is not None and fitted.geometry.corner_shift(coarse) > STRAYED
    if fitted is not None and fitted.is_clear and not strayed:
        return fitted
    leads = leads_of_tiles(image_bgr, coarse).reshape(coarse.rows, coarse.columns)
    there = _Candidate(coarse, KNOWN, 0.0, leads)
    if not there.is_board:
        return fitted
    # by edges alone a fit may well be a dragged one: what the network tells decides
    if fitted is None:
        return there
    least = -DRAGGED if strayed and fitted.evidence < WEAK else DRAGGED
    return there if there.told > fitted.told + least else fitted


def _anywhere(
    image_bgr: Image,
    lights: tuple[Callable[[Image], Array], ...],
    layout: Layout,
    lens: Lens | None,
    among: Among,
) -> _Candidate | None:
    """The best board that is believed, its corners `among` those (see `starts`)."""
    best: _Candidate | None = None
    for look in lights:
        best = _better(best, _best_in(image_bgr, look(image_bgr), layout, lens, among))
        if best is not None and best.is_clear:
            break
    return best


def _under_shade(
    image_bgr: Image,
    lights: tuple[Callable[[Image], Array], ...],
    layout: Layout,
    lens: Lens | None,
) -> _Candidate | None:
    """The best board whose corners lie in rows, though hardly a tile is seen, if the network tells
    nearly all of them: edges of shade drag fits along.
    """
    found = _anywhere(image_bgr, lights, layout, lens, IN_ROWS)
    return found if found is not None and found.told > TOLD_IN_SHADE else None


def _best_in(
    image_bgr: Image, light: Array, layout: Layout, lens: Lens | None, among: Among
) -> _Candidate | None:
    """The best of these where the halves of tiles differ in `light`."""
    best: _Candidate | None = None
    for start in starts(light, layout, lens, among):
        candidate = _refined(image_bgr, light, start, lens)
        for _ in range(BEYOND):
            if candidate is None or candidate.is_board or candidate.off == (0, 0):
                break
            moved = _moved(image_bgr, candidate.geometry, candidate.off, lens)
            evidence = _evidence_around(light, moved.geometry)
            candidate = _candidate(image_bgr, moved, evidence)
        # corners in the middle lay well, and light has dragged the fit of all edges along
        if candidate is not None and candidate.are_tiles and not candidate.is_board:
            candidate = _unless_dragged(candidate, start, image_bgr)
        if candidate is None or not candidate.is_board:
            continue
        if (lens or plausible(candidate.geometry)) and candidate.geometry.tilt_deg < STEEPEST_DEG:
            best = _better(best, candidate)
        if best is not None and best.is_clear:
            break
    return best


def _refined(
    image_bgr: Image, light: Array, start: BoardGeometry, lens: Lens | None
) -> _Candidate | None:
    """Fit all edges; where a neighbouring window of tiles is better, move there and fit again. None
    if too little is seen there.
    """
    fitted = fit.refine(image_bgr, start, Surface.TILES, freedom_of_grid(lens))
    evidence = _evidence_around(light, fitted.geometry)
    shift = _best_shift(evidence, fitted.geometry)
    if shift != (0, 0):
        fitted = _moved(image_bgr, fitted.geometry, shift, lens)
        evidence = _evidence_around(light, fitted.geometry)
    return _candidate(image_bgr, fitted, evidence)


def _moved(
    image_bgr: Image, fitted: BoardGeometry, shift: tuple[int, int], lens: Lens | None
) -> fit.Fit:
    """The fit so many columns and rows from one: closer, as its lattice is known."""
    start, freedom = fitted.shifted(*shift), freedom_of_grid(lens)
    return fit.refine(image_bgr, start, Surface.TILES, freedom, (0.2, 0.12))


def _candidate(image_bgr: Image, fitted: fit.Fit, evidence: Floats) -> _Candidate | None:
    """What speaks for a fit, with the `evidence` around it; None if too little is seen there."""
    inside = evidence[BEYOND:-BEYOND, BEYOND:-BEYOND]
    low, high = evidence[BEYOND - 1], evidence[-BEYOND]
    left, right = evidence[:, BEYOND - 1], evidence[:, -BEYOND]
    beyond = max(float(side[BEYOND:-BEYOND].mean()) for side in (low, high, left, right))
    worth = float(inside.mean()) * fitted.quality
    if worth < WORTH:
        return None
    leads = leads_of_tiles(image_bgr, fitted.geometry).reshape(inside.shape)
    if beyond < GOES_ON:
        return _Candidate(fitted.geometry, fitted.quality, worth, leads)
    # Tiles that all lie alike show a second lattice, at 45 degrees and smaller, which goes on.
    goes_on = _goes_on(image_bgr, fitted.geometry)
    return _Candidate(fitted.geometry, fitted.quality, 0.0, leads, goes_on)


def _evidence_around(light: Array, geometry: BoardGeometry) -> Floats:
    """Tile evidence of the board's cells and of those up to BEYOND rows and columns outside:
    (rows + 2 BEYOND, columns + 2 BEYOND), lowest row first.
    """
    columns, rows = (range(-BEYOND, n + BEYOND) for n in (geometry.columns, geometry.rows))
    return evidence_over(light, geometry.project, columns, rows)


def _best_shift(evidence: Floats, geometry: BoardGeometry) -> tuple[int, int]:
    """By how many (columns, rows) the window with the most evidence is off.

    A little more is not enough: a hand over one side and a frame's edge on the other give that.
    """
    means = window_means(evidence, geometry.rows, geometry.columns)
    j, i = np.unravel_index(int(means.argmax()), means.shape)
    if means[j, i] < means[BEYOND, BEYOND] + SHIFT:
        return 0, 0
    return int(i) - BEYOND, int(j) - BEYOND
