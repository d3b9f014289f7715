"""Finds a Linja board by its holes, whether something stands in them or not.

Round things in a grid (see `rounds`), discs or empty holes, give rough geometries. There a network
says where the holes are, also those under tall pegs, and where there are none. The geometry is
fitted to that (see `hole_fit`), and the window of 6 x 8 holes that is likeliest is the board.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from pi_board.core.layout import Layout
from pi_board.core.message import message
from pi_board.vision.cold.trained import BEYOND, places_of_holes
from pi_board.vision.finding.hole_fit import HoleFit, fit_holes
from pi_board.vision.finding.hole_windows import Window
from pi_board.vision.finding.rounds import RoundWindow, round_windows
from pi_board.vision.geometry import BoardGeometry, Image, Lens, NotFound, Registration, size_of
from pi_board.vision.pose import rough_geometry

SETTLED = 2  # most promising windows of a size, which are fitted
HOPELESS = 4  # places without holes, after which no more are looked at; boards had 2 before them
# Fits that do not tell where the board ends, after which no more are made of one picture, as it is
# or stretched; chequered cloths give 2.
UNCLEAR = 4
PROMISING = 0.8  # votes at the holes of a window more than between them, for it to be fitted,
LESS_SO = 0.5  # and in the stretched picture, the last one in which a board may be found
TALLER = 1.35  # how much a picture is stretched, so that holes seen at a slant are rounder
# The least share of the holes seen, the greatest of those missing though nothing hides their
# places, and the greatest scatter about their places, in sites. Of boards half under a hand 0.15
# at most are missing, of stones on squares 0.18 at least, of chessmen 0.17.
MISSING, LOOSEST = 0.16, 0.05
CERTAIN = ((0.72, 1.0, 0.04), (0.5, MISSING, 0.03))  # for no other lattice to be tried, if clear
# For a board: lamps and shadows hide holes, or hardly one, if they also seem to lie elsewhere. Of
# 559 pictures of other boards and of sticks none shows so clear ends of so many so loose holes.
BELIEVED = (CERTAIN[1], (0.65, MISSING, LOOSEST), (0.95, 0.04, 0.06))
RIVAL = 0.1  # share of the holes fewer that another fit may have to contradict
ELSEWHERE = 0.18  # sites by which it then puts a corner elsewhere
# The same of a board where it should be; hands hide the rest. Of 40 rendered boards with holes the
# faintest showed 0.60 and the loosest 0.079; 2 of 52 with sticks showed up to 0.49, and 0.17.
CONFIRMED = (0.35, 1.0, 0.1)
# The same between what looks like sticks, which tell little of where lanes end. Of 32 rendered
# boards with holes the faintest showed 0.70 and the loosest 0.025; of tall pegs seen aslant 0.95,
# 0.05 were missing, and the feet lay as loosely as 0.058. Of 160 with sticks none was fit; noise
# made one show 0.60, with 0.40 missing. Of a board under a hand and an arm 0.48 was left, with 0.11
# missing and 0.028; of 405 fits to 45 boards with sticks none has less than 0.30, or 0.035.
BETWEEN = ((0.6, 1.0, LOOSEST), (0.6, MISSING, CONFIRMED[2]), (0.4, MISSING, 0.03))
# Holes there, as the network counts them, from which a board may lie elsewhere. Of 70 boards with
# sticks 3 show so many; one with holes whose painted lines were mistaken shows 17.
ANY_HOLES = 3.0
# Holes on the places around a board, as the network counts them, from which its lattice goes on as
# a cloth's does: share of those in the picture. Of 12 boards of squares or tiles that were taken
# for holes 10 have less, two cloths 0.27 and 0.47.
GOES_ON = 0.25
KNOWN = 0.6  # least quality of a board that was found where it should be

NO_ROWS = NotFound(message("no rows of holes were seen"))
NO_END = NotFound(message("holes were seen, but not where the board ends"))


def find_holes(
    image_bgr: Image, layout: Layout, coarse: BoardGeometry | None, lens: Lens | None
) -> Registration | NotFound:
    """Find the holes of `layout` in a picture (height, width, 3), 8-bit BGR.

    `coarse` is where the board should roughly lie (from fiducials, or from the last picture), and
    then nothing else is looked at; it also settles which way round the board is. Without it either
    of the two half turns may come back, and `orientation_known` is False. `lens` is the calibrated
    lens, if there is one.
    """
    if coarse is not None:
        fit = fit_holes(image_bgr, coarse, lens, stay=True)
        if fit is None or not _shows(fit, *CONFIRMED):
            return NotFound(message("no holes were seen where the board should lie"))
        return Registration(fit.geometry, max(fit.seen, KNOWN), 0, True)
    found, fits = _search(image_bgr, layout, lens)
    endless = max((fit for fit in fits if not fit.clear), key=lambda fit: fit.merit, default=None)
    if found is not NO_END or endless is None or not _goes_on(image_bgr, endless.geometry):
        return found
    beside, _ = _search(image_bgr, layout, lens, endless.geometry)
    return found if isinstance(beside, NotFound) else beside


def holes_between(
    image_bgr: Image, layout: Layout, lanes: BoardGeometry, lens: Lens | None
) -> Registration | None:
    """The board of holes in what looks like `lanes` between sticks, as wide as a hole each, if
    there is one. Picture, layout and lens as for `find_holes`.

    No lines lie along the columns, so neither do rows. Lines may be taken for the wrong ones, so
    where any holes are seen between them, but no board, it is looked for everywhere.
    """
    fit = fit_holes(image_bgr, lanes, lens, stay=False, across=False)
    if fit is not None and any(_shows(fit, *least) for least in BETWEEN):
        return Registration(fit.geometry, fit.seen, 0, False)
    if places_of_holes(image_bgr, lanes).holes.sum() < ANY_HOLES:
        return None
    found = find_holes(image_bgr, layout, None, lens)
    return None if isinstance(found, NotFound) else found


def _goes_on(image_bgr: Image, board: BoardGeometry) -> bool:
    """Whether the lattice of what was taken for a board seems to go on all around it."""
    holes = places_of_holes(image_bgr, board).holes
    rows, columns = holes.shape
    centres = Window(-BEYOND, -BEYOND, columns, rows, False).centres
    pixels = board.project(centres)
    around = ((pixels >= 0) & (pixels < size_of(image_bgr))).all(axis=1)
    around &= ((centres < 0) | (centres > (board.columns, board.rows))).any(axis=1)
    return bool(around.any() and holes.ravel()[around].mean() > GOES_ON)


def _search(
    image_bgr: Image, layout: Layout, lens: Lens | None, endless: BoardGeometry | None = None
) -> tuple[Registration | NotFound, list[HoleFit]]:
    """The board, and all that was fitted meanwhile; what belongs to an `endless` lattice, as a
    cloth has, is left out.
    """
    fits: list[HoleFit] = []
    found: Registration | NotFound = NO_ROWS
    patience = HOPELESS
    for taller, promising in ((1.0, PROMISING), (TALLER, LESS_SO)):
        windows = round_windows(image_bgr, layout, taller, endless)
        first = next(windows, None)
        if first is None:  # nothing lies in rows, nor does it where the picture is stretched
            break
        starts = _starts(chain([first], windows), promising, layout, image_bgr, lens)
        unclear = UNCLEAR if endless is None else 1
        more, patience = _fits(image_bgr, starts, lens, patience, unclear)
        fits += more
        found = _board_of(fits)
        if isinstance(found, Registration) or not patience:
            break
    return found, fits


def _fits(
    image_bgr: Image,
    starts: Iterator[BoardGeometry],
    lens: Lens | None,
    patience: int,
    unclear: int,
) -> tuple[list[HoleFit], int]:
    """Fits near some rough geometries, up to a certain one or so many `unclear` ones, and how many
    more of these geometries may yet be none: at most `patience` are.
    """
    fits: list[HoleFit] = []
    for start in starts:
        fit = fit_holes(image_bgr, start, lens, stay=False)
        if fit is None:
            patience -= 1
            if not patience:
                break
            continue
        fits.append(fit)
        if _is_certain(fit) or sum(not fit.clear for fit in fits) == unclear:
            break
    return fits, patience


def _board_of(fits: list[HoleFit]) -> Registration | NotFound:
    """The board that one of some fits shows."""
    if fits and _is_certain(fits[-1]):
        return Registration(fits[-1].geometry, fits[-1].seen, 0, False)
    boards = (fit for fit in fits if any(_shows(fit, *least) for least in BELIEVED))
    best = max(boards, key=lambda fit: fit.merit, default=None)
    if best is None:
        return NO_ROWS
    if not best.clear or any(_contradicts(fit, best) for fit in fits):
        return NO_END
    return Registration(best.geometry, best.seen, 0, False)


def _is_certain(fit: HoleFit) -> bool:
    """Whether no other place needs to be tried."""
    return fit.clear and any(_shows(fit, *least) for least in CERTAIN)


def _shows(fit: HoleFit, seen: float, missing: float, scatter: float) -> bool:
    """Whether more than this share of the holes is seen, with fewer missing and less scatter."""
    return fit.seen > seen and fit.missing < missing and fit.scatter < scatter


def _contradicts(other: HoleFit, best: HoleFit) -> bool:
    """Whether another fit of nearly as many holes says that the board lies elsewhere."""
    if other.seen < best.seen - RIVAL or other.scatter > LOOSEST:
        return False
    geometry = other.geometry.nearest_turn(best.geometry, (0, 2))
    return geometry.corner_shift(best.geometry) > ELSEWHERE


def _starts(
    windows: Iterable[list[RoundWindow]],
    promising: float,
    layout: Layout,
    image_bgr: Image,
    lens: Lens | None,
) -> Iterator[BoardGeometry]:
    """Rough geometries of the windows that are `promising`, as PROMISING, the best first."""
    size = size_of(image_bgr)
    for of_one_size in windows:
        for window in of_one_size[:SETTLED]:
            if window.merit < promising:
                break
            start = rough_geometry(
                window.board, window.pixels, layout.columns, layout.rows, size, lens,
                log_aspect=0.15,
            )  # fmt: skip
            if start is not None:
                yield start
