"""The photometric fit: all edges of the grid together pull the geometry into place.

Along every inner line of a chequered board, and along the edges and diagonals of triangle tiles, a
step of brightness is expected. *Probes* stand across these lines: each measures where, within its
reach, the step is, and how strong. The pose (with focal length and one radial term, as far as they
are free) is fitted to all of them with weights that forgive stones, hands, shadows and glare.
The share of the expected steps that are there in the end is the fit's quality.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from pi_board.core.layout import Surface
from pi_board.vision.geometry import (
    Array,
    BoardGeometry,
    Floats,
    Image,
    Indices,
    Mask,
    lengths,
    quarter_turned,
)
from pi_board.vision.mixture import middles
from pi_board.vision.pose import Freedom, fit_points
from pi_board.vision.sampling import averaged, before_averaging

HALF = 0.12  # width of the strips on both sides of a line whose brightness is compared, in sites
TICK = HALF / 4  # spacing of the samples across a line
_ALONG = np.array([-0.07, 0.07])  # samples along a line, averaged in one probe
_CHUNKS = (0.22, 0.5, 0.78)  # where probes stand along a site's side
_AT_CORNERS = (0.12, 0.88)  # the same where no stone's edge looks like that of a square
_NEEDED_PX = 28.0  # to a site, for a fit
_BRIGHTNESS = np.array([0.114, 0.587, 0.299]) / 255.0  # of blue, green and red (ITU-R BT.601)
_FEW_STEPS = 8  # fewer of them do not tell which colours differ
_REACHES = (0.33, 0.18, 0.1)


@dataclass(frozen=True, slots=True)
class Probes:
    """Board points (N, 2), unit normals (N, 2) of the lines through them, and the sign (N) of the
    step along the normal: +1 or -1, or 0 where it is not known beforehand.
    """

    points: Floats
    normals: Floats
    signs: Floats


@dataclass(frozen=True, slots=True)
class Fit:
    """A fitted geometry and how much of the grid was seen where it should be, 0 to 1."""

    geometry: BoardGeometry
    quality: float


def refine(
    image_bgr: Image,
    start: BoardGeometry,
    surface: Surface,
    freedom: Freedom,
    reaches: tuple[float, ...] = _REACHES,
) -> Fit:
    """Fit a chequered or tiled board, beginning at most a third of a site away.

    Raises ValueError for surfaces that have no edges of squares.
    """
    if surface not in (Surface.SQUARES, Surface.TILES):
        raise ValueError(f"no edges are known for a surface of {surface.value}")
    image_bgr, geometry = shrunk(image_bgr, start)
    pixels = np.asarray(image_bgr, np.float32)
    grey = contrast_picture(pixels, geometry, surface)
    for stage, reach in enumerate(reaches):
        if stage == 1:  # now the squares lie well enough to tell their colours
            grey = contrast_picture(pixels, geometry, surface)
        probes = probes_of(grey, geometry, surface)
        steps = measure(grey, geometry, probes, reach)
        geometry = fit_steps(geometry, probes, steps, freedom, reach)
    steps = measure(grey, geometry, probes_of(grey, geometry, surface), 0.1)
    return Fit(before_averaging(geometry, start.image_size), steps.quality)


def quality_at_corners(image_bgr: Image, geometry: BoardGeometry) -> float:
    """The quality of a fit to a chequered board, only where its squares' corners meet: round stones
    set as squares are, on every other square of a lined board seen askew, have none.
    """
    image_bgr, geometry = shrunk(image_bgr, geometry)
    grey = contrast_picture(image_bgr, geometry, Surface.SQUARES)
    probes = inner_line_probes(geometry.columns, geometry.rows, _AT_CORNERS)
    return measure(grey, geometry, probes, _REACHES[-1]).quality


def shrunk(
    image_bgr: Image, geometry: BoardGeometry, needed_px: float = _NEEDED_PX
) -> tuple[Image, BoardGeometry]:
    """A picture no finer than needed: averaged so that `needed_px` are left to a site."""
    return averaged(image_bgr, geometry, int(geometry.site_px / needed_px))


def sample(
    picture: Floats | Array | Image, geometry: BoardGeometry, points_board: Floats
) -> Floats:
    """Values of a picture at board points (..., 2); NaN outside, channels last if there are any."""
    pixels = geometry.project(points_board.reshape(-1, 2))
    return _values(picture, pixels.reshape(points_board.shape))


def _values(picture: Floats | Array | Image, pixels: Floats | Array) -> Floats:
    """Values of a picture at pixels (..., 2); NaN outside, channels last if there are any."""
    shape, flat_pixels = pixels.shape[:-1], pixels.reshape(-1, 2).astype(np.float32)
    height, width = picture.shape[:2]
    # remap wants a picture, of less than 32768 rows or columns
    rows = max(1, -(-len(flat_pixels) // 4096))
    columns = -(-len(flat_pixels) // rows)
    padded = np.full((rows * columns, 2), -10, np.float32)
    padded[: len(flat_pixels)] = flat_pixels
    at = padded.reshape(rows, columns, 2)
    values = cv2.remap(picture, at, None, cv2.INTER_LINEAR)  # type: ignore[call-overload]
    flat = values.reshape(rows * columns, -1)[: len(flat_pixels)].astype(np.float32)
    x, y = flat_pixels.T
    flat[~((x >= 0) & (y >= 0) & (x <= width - 1) & (y <= height - 1))] = np.nan
    channels = flat.shape[1:] if flat.shape[1] > 1 else ()
    return np.asarray(flat.reshape(*shape, *channels), np.float64)


def contrast_picture(image_bgr: Image | Array, geometry: BoardGeometry, surface: Surface) -> Array:
    """One channel (height, width), float32, in which the two colours of the board differ most.

    It is scaled so that the usual step between them is 1 (light minus dark on squares: positive
    where column + row is odd).
    """
    step = _square_step if surface is Surface.SQUARES else _tile_step
    direction = step(image_bgr, geometry)
    pixels = np.asarray(image_bgr, np.float32)
    grey = cv2.transform(pixels, direction.reshape(1, 3).astype(np.float32))
    return np.asarray(grey, np.float32)


def _square_step(image_bgr: Image | Array, geometry: BoardGeometry) -> Floats:
    """Weights of blue, green and red that turn the step between neighbouring squares into 1."""
    columns, rows = geometry.columns, geometry.rows
    # Beside the stone that may stand in the middle.
    spots = np.array([(-0.34, -0.34), (-0.34, 0.34), (0.34, -0.34), (0.34, 0.34)])
    points = geometry.site_centres.reshape(rows, columns, 1, 2) + spots
    colour = np.median(sample(image_bgr, geometry, points), axis=2)  # NaN at the picture's edge
    parity = np.where((np.indices((rows, columns)).sum(axis=0) % 2)[..., None], 1.0, -1.0)
    across = (colour[:, 1:] - colour[:, :-1]) * parity[:, 1:]
    up = (colour[1:] - colour[:-1]) * parity[1:]
    steps = np.concatenate([across.reshape(-1, 3), up.reshape(-1, 3)])
    return _discriminant(steps[np.isfinite(steps).all(axis=1)])


def _tile_step(image_bgr: Image | Array, geometry: BoardGeometry) -> Floats:
    """The same for the light and the dark half of tiles, whichever way they lie."""
    spots = np.array([(0.0, 0.36), (0.36, 0.0), (0.0, -0.36), (-0.36, 0.0)])
    colour = sample(image_bgr, geometry, geometry.site_centres[:, None, :] + spots)
    # Opposite quadrants of a tile always differ; the sign is that of most of the change.
    steps = np.concatenate([colour[:, 0] - colour[:, 2], colour[:, 1] - colour[:, 3]])
    steps = steps[np.isfinite(steps).all(axis=1)]
    if len(steps) < _FEW_STEPS:
        return _BRIGHTNESS
    _, _, axes = np.linalg.svd(steps, full_matrices=False)
    axis = axes[0] * np.sign(axes[0].sum() or 1.0)
    return _discriminant(steps * np.sign(steps @ axis)[:, None])


def _discriminant(steps: Floats) -> Floats:
    """Fisher's direction for colour steps (N, 3), scaled so that their median along it is 1."""
    if len(steps) < _FEW_STEPS:
        return _BRIGHTNESS
    middle = middles(steps.T)
    near = steps - middle
    spread = np.cov(near.T) + np.eye(3) * (30.0 + 0.05 * (middle @ middle))
    direction = np.linalg.solve(spread, middle)
    step = float(middles(steps @ direction))
    return np.asarray(direction / max(step, 1e-4), np.float64)


def probes_of(grey: Array, geometry: BoardGeometry, surface: Surface) -> Probes:
    """Where steps are expected: inner lines, and for tiles also their diagonals."""
    squares = inner_line_probes(geometry.columns, geometry.rows)
    if surface is Surface.SQUARES:
        return squares
    diagonals = _diagonal_probes(grey, geometry)
    return Probes(
        np.concatenate([squares.points, diagonals.points]),
        np.concatenate([squares.normals, diagonals.normals]),
        np.concatenate([squares.signs * 0, diagonals.signs]),
    )


@lru_cache(maxsize=8)
def inner_line_probes(columns: int, rows: int, chunks: tuple[float, ...] = _CHUNKS) -> Probes:
    """Probes on all inner lines, with the signs of a chequered board (odd squares light), at these
    parts of each square's side.
    """
    points, normals, signs = [], [], []
    for along, other, swap in ((columns, rows, False), (rows, columns, True)):
        line, site = np.meshgrid(np.arange(1, along), np.arange(other))
        for chunk in chunks:
            p = np.stack([line, site + chunk], axis=-1).reshape(-1, 2)
            points.append(p[:, ::-1] if swap else p)
            normals.append(np.tile((0.0, 1.0) if swap else (1.0, 0.0), (len(p), 1)))
            signs.append(np.where((line + site) % 2, 1.0, -1.0).ravel())
    return Probes(
        np.concatenate(points).astype(np.float64), np.concatenate(normals), np.concatenate(signs)
    )


def _diagonal_probes(grey: Array, geometry: BoardGeometry) -> Probes:
    """Probes on the diagonal of each tile that separates its light from its dark half."""
    centre = geometry.site_centres
    spots = np.array([(0.0, 0.34), (0.34, 0.0), (0.0, -0.34), (-0.34, 0.0)])
    top, right, bottom, left = sample(grey, geometry, centre[:, None, :] + spots).T
    rising = (top + left) - (bottom + right)  # the diagonal from bottom-left to top-right
    falling = (top + right) - (bottom + left)
    up = np.abs(falling) > np.abs(rising)  # light and dark lie to the NE and SW: falling diagonal
    sign = np.where(up, np.sign(falling), np.sign(rising))
    root = np.sqrt(0.5)
    normal = np.where(up[:, None], (root, root), (-root, root))
    along = quarter_turned(normal)
    spread = (-0.5, -0.36, -0.22, 0.22, 0.36, 0.5)
    return Probes(
        np.concatenate([centre + s * along for s in spread]),
        np.tile(normal, (len(spread), 1)),
        np.tile(np.nan_to_num(sign), len(spread)),
    )


@dataclass(frozen=True, slots=True)
class Steps:
    """What probes measured: `offset` (N) of the step along the normal in sites, its `strength` (N)
    in units of the usual step (0 where there is none), the `greatest` change there whatever
    its sign (N; NaN outside the picture), whether it is `there`, where expected (N), and the fit's
    quality by these probes.
    """

    offset: Floats
    strength: Floats
    greatest: Floats
    there: Mask
    quality: float


def measure(grey: Array, geometry: BoardGeometry, probes: Probes, reach: float) -> Steps:
    """Where, at most `reach` sites from where it is expected, every probe finds its step."""
    half = round(HALF / TICK)
    ticks = round(reach / TICK)
    profile = profiles(grey, geometry, probes, ticks + half)
    total = np.concatenate([np.zeros((len(profile), 1)), np.cumsum(profile, axis=1)], axis=1)
    before = total[:, half : half + 2 * ticks + 1] - total[:, : 2 * ticks + 1]
    after = total[:, 2 * half + 1 :] - total[:, half + 1 : half + 2 * ticks + 2]
    return located((after - before) / half, probes.signs)


def profiles(grey: Array, geometry: BoardGeometry, probes: Probes, half: int) -> Floats:
    """Brightness (N, 2 half + 1) across the probes' lines, a value a tick; NaN off the picture."""
    reach, aside = half * TICK, 0.5 * _ALONG[-1]
    tangent = quarter_turned(probes.normals)
    # Only five points a probe are projected; what lies between is bent like a parabola.
    n, t, here = probes.normals * reach, tangent * aside, probes.points
    stack = np.concatenate([here, here + n, here - n, here + t, here - t])
    middle, ahead, behind, left, right = geometry.project(stack).reshape(5, -1)
    bent = np.stack([middle, (ahead - behind) / 2, left - right, (ahead + behind) / 2 - middle])
    across = np.repeat(np.arange(-half, half + 1) / max(1, half), len(_ALONG))
    along = np.tile(_ALONG / (2 * aside), 2 * half + 1)
    shape = np.stack([np.ones_like(across), across, along, across**2], axis=-1)
    pixels = shape.astype(np.float32) @ bent.astype(np.float32)
    values = _values(grey, pixels.reshape(len(shape), -1, 2))
    return np.asarray(values.reshape(-1, len(_ALONG), len(here)).mean(axis=1).T, np.float64)


def located(step: Floats, signs: Floats) -> Steps:
    """The best place of each probe by its responses (N, 2 ticks + 1), expected in the middle."""
    ticks = step.shape[1] // 2
    seen = np.asarray(np.isfinite(step).all(axis=1))
    step = np.where(seen[:, None], step, 0.0)
    unknown = signs == 0
    signed = np.where(unknown[:, None], np.abs(step), step * signs[:, None])
    # Prefer the step that is nearer to the expected place when there are several.
    favour = 1.0 - 0.3 * (np.arange(-ticks, ticks + 1) / max(1, ticks)) ** 2
    score = signed * favour
    best = score.argmax(axis=1)
    index = np.arange(len(score))
    offset = (best - ticks + parabola(score, index, best)) * TICK
    strength = np.clip(signed[index, best], 0.0, 1.5) * seen
    edge = (best == 0) | (best == 2 * ticks)
    strength = np.where(edge | (strength < 0.25), 0.0, strength)
    greatest = np.where(seen, np.abs(step).max(axis=1), np.nan)
    at_zero = signed[:, ticks]
    there = (at_zero > 0.4) & (np.abs(offset) < 0.07) & seen
    expected = np.where(unknown, strength > 0.4, True) & seen
    return Steps(offset, strength, greatest, there, _quality(at_zero, there, expected))


def parabola(score: Floats, index: Indices, best: Indices) -> Floats:
    """How far from the `best` of scores (N, places), at `index` (N), their maximum lies, in places:
    of the parabola through it and its two neighbours.
    """
    last = score.shape[1] - 1
    a = score[index, np.maximum(best - 1, 0)]
    b = score[index, best]
    c = score[index, np.minimum(best + 1, last)]
    bend = a - 2 * b + c
    return np.asarray(np.where(bend < -1e-9, 0.5 * (a - c) / np.minimum(bend, -1e-9), 0.0))


def _quality(at_zero: Floats, there: Mask, expected: Mask) -> float:
    """Share of the expected steps that are where they should be, less those the wrong way round.

    Where the sign is open (two tiles may show each other the same colour) no step is expected; a
    step in the wrong place still counts against the fit.
    """
    right, wrong = (there & expected).sum(), ((at_zero < -0.4) & expected).sum()
    return float(max(0, right - wrong) / max(1, expected.sum()))


def fit_steps(
    geometry: BoardGeometry, probes: Probes, steps: Steps, freedom: Freedom, reach: float
) -> BoardGeometry:
    """The geometry that puts the grid's lines where the probes saw steps."""
    used = steps.strength > 0
    if used.sum() < 24:
        return geometry
    points, normals = probes.points[used], probes.normals[used]
    shifted = points + normals * steps.offset[used][:, None]
    beside = points + normals[:, ::-1] * (-0.05, 0.05)
    pixels = geometry.project(np.concatenate([points, shifted, beside]))
    expected, observed, along = pixels.reshape(3, -1, 2)
    tangent = along - expected
    normals_px = quarter_turned(tangent / lengths(tangent)[:, None])
    scale = geometry.site_px
    return fit_points(
        geometry,
        points,
        observed,
        freedom,
        sigma_px=0.03 * scale,
        robust_px=max(0.02, 0.25 * reach) * scale,
        steps=12 if reach < 0.3 else 6,  # so far off finer fits follow
        normals_px=normals_px,
        weights=steps.strength[used],
    )
