"""Fits a board of squares parted by lines to a picture: all lines together, the border included."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import fmean

import numpy as np

from pi_board.vision.finding.fit import (
    TICK,
    Fit,
    Probes,
    Steps,
    fit_steps,
    located,
    profiles,
    shrunk,
)
from pi_board.vision.finding.logs import log_grey
from pi_board.vision.geometry import Array, BoardGeometry, Floats, Image, Mask
from pi_board.vision.pose import Freedom
from pi_board.vision.sampling import before_averaging

# Share of the inner lines' probes by which the board is found without its border, and how far, in
# sites, the border then lies from where it was seen to be a frame.
_MOST_INNER, _FRAME = 0.6, 0.06
# Lines are looked at near the crossings: half way between them large stones come close.
CHUNKS = (0.1, 0.16, 0.84, 0.9)
_LEAST_STEP, _WORTH_OF_A_STEP = 1.5, 1 / 3  # at the border: in depths of a line, and beside one
_BESIDE = 4  # ticks from a line's middle to where the squares show their colour
_HIDDEN = 3.5  # depths of a line, from which what is seen across it is something that hides it
# Share of the places half way between the lines, both ways, and of those where they would go on
# beyond a side, from which a grid has more squares: of 209 looks at right boards, most of them dim,
# noisy or blurred, the most are 0.29 and 0.47, of go boards that eight squares were laid over the
# least is 0.74, on a board of ten by ten 1. And share of the two lines that are most seen up to
# each of two sides, where nothing hides them, over that of all in the middle, up to which it has
# fewer: of 328 looks at right boards the least is 1 (at the start of Lines of Action 0.57, if what
# large discs hide is counted too); of 96 at boards of six and of seven squares whose margins were
# taken for squares, many dim, noisy or blurred, the most is 0.
_AMID, _GOING_ON, _ENDING = 0.5, 0.6, 0.65
PLAIN = 0.78  # quality from which no other fit is tried
# How far lines are looked for, in sites; where the board is not plain also without the widest of
# these: it may take rims of discs that hide most lines for them.
_REACHES = (0.24, 0.15, 0.1)
_ALL = slice(None)


def refine_lines(image_bgr: Image, start: BoardGeometry, dark: bool, freedom: Freedom) -> Fit:
    """Fit all lines of the board together; `dark` says whether they are darker than the squares.
    The quality counts a frame that looks like the border as one: it tells as well where the board
    ends.
    """
    image_bgr, geometry = shrunk(image_bgr, start)
    grey = log_grey(image_bgr) * (1.0 if dark else -1.0)
    fit = _refined(grey, geometry, freedom, _REACHES)
    if fit.quality < PLAIN:
        near = _refined(grey, geometry, freedom, _REACHES[1:])
        fit = max(fit, near, key=lambda one: one.quality)
    return Fit(before_averaging(fit.geometry, start.image_size), fit.quality)


def _refined(
    grey: Array, geometry: BoardGeometry, freedom: Freedom, reaches: Sequence[float]
) -> Fit:
    """The fit to dark lines of a picture, looked for so far away, time after time."""
    probes = all_line_probes(geometry.columns, geometry.rows)
    for reach in reaches:
        depths = _depths(grey, geometry, probes, reach)
        usual = _usual(depths)
        lines = _in_units(depths, usual, probes)
        geometry = fit_steps(geometry, probes, lines, freedom, reach)
    quality = _quality(grey, geometry, probes, usual)
    return Fit(_without_frame(grey, geometry, freedom, usual), quality)


def refine_any_lines(image_bgr: Image, start: BoardGeometry, freedom: Freedom) -> Fit:
    """The better of the fits to dark and to light lines."""
    ways = [refine_lines(image_bgr, start, dark, freedom) for dark in (True, False)]
    return max(ways, key=lambda fit: fit.quality)


@dataclass(frozen=True, slots=True)
class Inner:
    """The lines inside a board's border: the share `seen` where they should be, and the share of
    these among all that nothing hides, as far as is told by how much light and dark is there.
    """

    seen: float
    unhidden: float


def look_at_inner(image_bgr: Image, board: BoardGeometry, dark: bool) -> Inner:
    """How much of the inner lines of a fitted board is seen, and how much of what could be."""
    image_bgr, geometry = shrunk(image_bgr, board)
    grey = log_grey(image_bgr) * (1.0 if dark else -1.0)
    probes = _inside(geometry, all_line_probes(geometry.columns, geometry.rows))
    depths = _depths(grey, geometry, probes, 0.1)
    usual = _usual(depths)
    there = _in_units(depths, usual, probes).there
    hidden = _hidden(grey, geometry, probes, there, usual)
    return Inner(float(there.mean()), float(there.sum() / max(1, (~hidden).sum())))


def _hidden(
    grey: Array, geometry: BoardGeometry, probes: Probes, there: Mask, usual: float
) -> Mask:
    """Which probes do not stand on a line, but on something that is plainly no bare square."""
    across = profiles(grey, geometry, probes, 2 * _BESIDE)
    return np.asarray(~there & (np.ptp(across, axis=1) > _HIDDEN * usual), np.bool_)


def is_another_grid(image_bgr: Image, board: BoardGeometry) -> bool:
    """Whether a fitted board's lines are those of a grid of more squares, as there are others half
    way between them, or they go on beyond a side; or of fewer, as they end short of two sides.
    """
    image_bgr, geometry = shrunk(image_bgr, board)
    grey = log_grey(image_bgr)
    grey = max(grey, -grey, key=lambda picture: share_of_lines(picture, geometry))
    probes = all_line_probes(geometry.columns, geometry.rows)
    usual = _usual(_depths(grey, geometry, probes, 0.1))
    here = measured(grey, geometry, probes, 0.1, usual)
    hidden = _hidden(grey, geometry, probes, here.there, usual)

    def moved(which: Mask, step: float, axis: int) -> float:
        """The share of some probes that stand on a line when they are moved along an axis."""
        points, normals, signs = (p[which] for p in (probes.points, probes.normals, probes.signs))
        there = Probes(points + step * np.eye(2)[axis], normals, signs)
        return _share_seen(measured(grey, geometry, there, 0.1, usual))

    amid, beyond, ending, middle = [], [], [], []
    border = np.any(_sides(geometry, probes), axis=0)
    sizes = geometry.columns, geometry.rows
    for axis, (size, across) in enumerate((sizes, sizes[::-1])):
        along = probes.normals[:, axis] == 0
        square, line = np.floor(probes.points[:, axis]), probes.points[:, 1 - axis]
        amid.append(moved(~along & (square < size), 0.5, axis))
        for last, step in ((0, -1.0), (size - 1, 1.0)):
            side = along & (square == last)
            beyond.append(moved(side, step, axis))
            ends = [side & (line == n) for n in range(1, across)]
            each = [_share_seen(here, end & ~hidden) for end in ends]
            ending.append(fmean(sorted(each)[-2:]))  # a hand may hide the others
        inner = along & (square > 0) & (square < size - 1) & ~border
        middle.append(_share_seen(here, inner))
    fewer = sorted(ending)[1] < _ENDING * min(middle)
    return fewer or min(amid) > _AMID or max(beyond) > _GOING_ON


def _share_seen(steps: Steps, which: Mask | slice = _ALL) -> float:
    """The share of some probes that stand on a line; 0 if most are not in the picture, or there are
    none.
    """
    greatest, there = steps.greatest[which], steps.there[which]
    seen = np.isfinite(greatest)
    return float(there[seen].mean()) if seen.sum() > seen.size / 2 else 0.0


def share_of_lines(grey: Array, geometry: BoardGeometry) -> float:
    """The share of a board's lines that are where they should be, in a picture (height, width) in
    which they are dark.
    """
    probes = all_line_probes(geometry.columns, geometry.rows)
    depths = _depths(grey, geometry, probes, 0.1)
    return float(_in_units(depths, _usual(depths), probes).there.mean())


def _quality(grey: Array, geometry: BoardGeometry, probes: Probes, usual: float) -> float:
    """The share of the lines that are where they should be. Steps of one sign along the border,
    where a frame begins as dark as lines, count a little: edges of tables make such too.
    """
    steps = measured(grey, geometry, probes, 0.1, usual)
    seen = np.isfinite(steps.greatest)
    across = profiles(grey, geometry, probes, _BESIDE)
    change = across[:, -1] - across[:, 0]
    worth = steps.there.astype(np.float64)
    for side in _sides(geometry, probes):
        if seen[side].any():
            sign = np.sign(np.nanmedian(change[side]))
            ends = side & seen & (sign * change > _LEAST_STEP * usual)
            worth[ends] = np.maximum(worth[ends], _WORTH_OF_A_STEP)
    return float(worth.sum() / max(1, seen.sum()))


def _sides(geometry: BoardGeometry, probes: Probes) -> list[Mask]:
    """Which probes stand on each of the four sides of the board."""
    x, y = probes.points.T
    upright = probes.normals[:, 0] > 0
    return [
        upright & (x == 0),
        upright & (x == geometry.columns),
        ~upright & (y == 0),
        ~upright & (y == geometry.rows),
    ]


def _inside(geometry: BoardGeometry, probes: Probes) -> Probes:
    """The probes that do not stand on a side of the board."""
    inside = ~np.any(_sides(geometry, probes), axis=0)
    return Probes(*(part[inside] for part in (probes.points, probes.normals, probes.signs)))


def _without_frame(
    grey: Array, geometry: BoardGeometry, freedom: Freedom, usual: float
) -> BoardGeometry:
    """The geometry by the inner lines alone, if by these a side's line is not where it was seen: a
    narrow frame looks like a line too, and drags the corners to its middle.
    """
    probes = all_line_probes(geometry.columns, geometry.rows)
    sides, inner = _sides(geometry, probes), _inside(geometry, probes)
    alone = geometry
    for reach in (0.15, 0.1):
        steps = measured(grey, alone, inner, reach, usual)
        if (steps.strength > 0).mean() < _MOST_INNER:
            return geometry
        alone = fit_steps(alone, inner, steps, freedom, reach)
    steps = measured(grey, alone, probes, 0.24, usual)
    for side in sides:
        seen = side & (steps.strength > 0)
        if seen.sum() >= side.sum() / 2 and abs(np.median(steps.offset[seen])) > _FRAME:
            return alone
    return geometry


@lru_cache(maxsize=8)
def all_line_probes(columns: int, rows: int) -> Probes:
    """Probes on all lines, the border included: first the upright lines, then the level ones.

    Within each the order is (chunk, place along the line, line).
    """
    points, normals = [], []
    for chunk in CHUNKS:
        line, site = np.meshgrid(np.arange(columns + 1), np.arange(rows))
        upright = np.stack([line, site + chunk], axis=-1).reshape(-1, 2)
        line, site = np.meshgrid(np.arange(rows + 1), np.arange(columns))
        level = np.stack([site + chunk, line], axis=-1).reshape(-1, 2)
        points += [upright, level]
        normals += [np.tile((1.0, 0.0), (len(upright), 1)), np.tile((0.0, 1.0), (len(level), 1))]
    everywhere = np.concatenate(points).astype(np.float64)
    return Probes(everywhere, np.concatenate(normals), np.ones(len(everywhere)))


def measured(
    grey: Array, geometry: BoardGeometry, probes: Probes, reach: float, usual: float
) -> Steps:
    """How much darker than both sides it is along every line, in units of `usual`."""
    return _in_units(_depths(grey, geometry, probes, reach), usual, probes)


def _depths(grey: Array, geometry: BoardGeometry, probes: Probes, reach: float) -> Floats:
    """How much darker than both sides it is across the probes' lines (N, 2 ticks + 1), 0 where it
    is not; NaN off the picture.
    """
    ticks = round(reach / TICK)
    profile = profiles(grey, geometry, probes, ticks + _BESIDE + 1)
    padded = np.lib.stride_tricks.sliding_window_view(profile, 3, axis=1).mean(axis=2)
    wide = 2 * ticks + 1
    left, right = padded[:, :wide], padded[:, 2 * _BESIDE : 2 * _BESIDE + wide]
    depth = np.minimum(left, right) - padded[:, _BESIDE : _BESIDE + wide]
    return np.asarray(np.maximum(depth, 0.0), np.float64)


def _usual(depths: Floats) -> float:
    greatest = depths.max(axis=1)
    in_picture = np.isfinite(greatest)
    return float(np.median(greatest[in_picture])) if in_picture.any() else 1.0


def _in_units(depths: Floats, usual: float, probes: Probes) -> Steps:
    return located(depths / max(usual, 1e-3), probes.signs)
