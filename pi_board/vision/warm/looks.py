"""What the sites and stones of one board look like, learnt from a picture with known labels.

A site's picture is composed of the surface (one for each kind of site: light and dark squares,
holes, tiles) and a stone lying somewhere near the middle. The stones of one label are brought to
the same place, averaged, and kept at `SHIFTS` small displacements, each with the part it covers.
Variances are the spread over the sites, plus what noise, a small misfit of the grid and light can
do (the shrinkage: with a handful of stones the spread alone would be far too sure of itself).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from pi_board.vision.flat import FINE_PX, SITE_PX, beyond, from_opponent, opponent
from pi_board.vision.geometry import Array, Floats, Indices, Mask, size_of
from pi_board.vision.warm.misfit import squared_distance

# Displacements of a stone from where stones usually lie, in fine pixels: up to a fifth of a site.
SHIFTS = tuple((dx, dy) for dy in (-4, -2, 0, 2, 4) for dx in (-4, -2, 0, 2, 4))

_NOISE = np.array([9.0, 5.0, 5.0], np.float32)  # grey levels squared, of opponent colours
# What of it is the camera's, and so more where little light is made up for: 4.5 in brightness. Two
# looks at a site differ by 0.6 to 17 there, on half of 11 filmed boards by 4 or less.
_OF_CAMERA = 0.5
_LEAST_LIGHT = 0.05  # share of that in the board's middle that a camera can be made up for
_RELATIVE = np.array([0.06, 0.015, 0.015], np.float32)  # of the brightness: light and shadow
_NOT_SURFACE = 9.0  # squared distance from the surface from which a pixel may be stone
_MISSING = 0.25  # of the usual contrast: a site with less has no stone, whatever was said
_COVERED = 7.0  # the same, for the middle one of several stones
_CORNERS = beyond(0.5, FINE_PX)
_LIKE_PAINT = 0.75  # share of the corners' pixels that paint must explain,
_PAINT_LEAD = 0.2  # and so much more of them than are explained without
_PAINTS = 0.2, 3.0  # what paint may leave of a channel
_LEAST_FREE = 4  # pixels of a piece of wood that tell how bright it is
_FAINT = 0.5  # of the other kind's size: a stone seen smaller hardly stands out
_AROUND = np.ones((3, 3), np.uint8)


@dataclass(frozen=True, slots=True)
class SurfaceLook:
    """A kind of site without a stone: mean and variance (px, px, 3) in opponent colours."""

    mean: Array
    variance: Array


@dataclass(frozen=True, slots=True)
class Stone:
    """A stone at each of `SHIFTS`: covered part (shifts, px, px, 1), and that part's share of mean
    and variance (..., 3): what is left over is the surface's. `outline` (FINE_PX, FINE_PX) is 1
    where it usually lies.
    """

    cover: Array
    mean_share: Array
    variance_share: Array
    outline: Array

    def only(self, shifts: Indices) -> Stone:
        """At these displacements."""
        part = self.cover[shifts], self.mean_share[shifts], self.variance_share[shifts]
        return Stone(*part, self.outline)

    @property
    def size(self) -> float:
        """How many pixels of a site stand out from the surface."""
        return float(self.cover.sum(axis=(1, 2)).max())


def learn_surface(squares: Array) -> SurfaceLook:
    """The surface of sites that look alike, without stones: (sites, px, px, 3)."""
    mean, spread = _mean_and_spread(squares)
    return SurfaceLook(mean, spread + floor_variance(mean))


def turnable(surface: SurfaceLook) -> SurfaceLook:
    """The surface (px, px, 3) of a tile that may be turned while the light stays where it is: its
    print turns, the shading of its hollows does not. By how much the shading of one half differs
    from that of the other, were the tile turned round, it may be otherwise.
    """
    bright = surface.mean[..., 0]
    print_ = np.empty_like(bright)
    for half in _halves(bright.shape[0]):
        print_[half] = np.median(bright[half])
    shading = bright / np.maximum(print_, 1.0)
    variance = np.array(surface.variance)
    variance[..., 0] += (print_ * (shading - shading[::-1, ::-1])) ** 2
    return SurfaceLook(surface.mean, variance)


def under_stones(bare: Array, seen: Array, covered: Array, *, halved: bool) -> Array:
    """Sites without their stones (sites, px, px, 3): as `bare`, but what stones cover (sites, px,
    px, 1) as much brighter or darker as the rest of that site, or half of a tile (`halved`), is
    seen: it is one piece of wood in one light.
    """
    size = bare.shape[1]
    found = np.array(bare)
    for piece in _halves(size) if halved else (np.ones((size, size), np.bool_),):
        free = (1.0 - covered[..., 0]) * piece
        own, usual = ((look[..., 0] * free).sum(axis=(1, 2)) for look in (seen, bare))
        level = np.where(free.sum(axis=(1, 2)) < _LEAST_FREE, 1.0, own / np.maximum(usual, 1.0))
        found[:, piece] *= np.where(covered[:, piece] > 0, level[:, None, None], 1.0)
    return found


def _halves(size: int) -> tuple[Mask, Mask]:
    """The halves (size, size) of a tile that lies upright."""
    across, down = np.meshgrid(np.arange(size), np.arange(size))
    return across > down, across <= down


def painted(surface: SurfaceLook, squares: Array) -> SurfaceLook:
    """The surface of sites (sites, FINE_PX, FINE_PX, 3) that may be painted otherwise than those it
    was learnt from, told from the sites' corners, where no stone reaches.

    The surface itself where the corners look about as much like it, or like no paint on it.
    """
    seen = squares[:, _CORNERS]
    usual, variance = surface.mean[_CORNERS], surface.variance[_CORNERS]
    bare = np.maximum(from_opponent(usual), 1.0)
    paint = np.median(from_opponent(seen) / bare, axis=(0, 1)).clip(*_PAINTS).astype(np.float32)
    as_painted = _explained(seen, opponent(bare * paint), variance)
    if as_painted < max(_LIKE_PAINT, _explained(seen, usual, variance) + _PAINT_LEAD):
        return surface
    return SurfaceLook(opponent(from_opponent(surface.mean) * paint), surface.variance)


def learn_stone(
    squares: Array, surfaces: Sequence[SurfaceLook], kinds: Sequence[int]
) -> Stone | None:
    """The stone on sites (sites, FINE_PX, FINE_PX, 3), each on its surface (at `FINE_PX` too), of
    some kind each.

    None where nothing stands out from the surfaces.
    """
    found = [_outstanding(s, surface) for s, surface in zip(squares, surfaces, strict=True)]
    weights = [np.clip(q - _NOT_SURFACE, 0.0, 60.0) for q in found]
    there = _standing(np.array([w.sum() for w in weights]), kinds)
    if not there:
        return None
    places = {i: _centroid(weights[i]) for i in there}
    middle = np.mean([places[i] for i in there], axis=0)
    moved = [_shifted(squares[i], *(middle - places[i])) for i in there]
    covered = [_shifted(found[i], *(middle - places[i])) for i in there]
    mean, spread = _mean_and_spread(np.stack(moved))
    cover = (np.median(covered, axis=0) > _COVERED).astype(np.float32)
    if not cover.any():
        return None
    return _at_shifts(cover, mean, spread + floor_variance(mean), _one_piece(cover))


def with_faint(
    known: Mapping[str, Stone],
    stones: Sequence[str],
    squares: Array,
    surfaces: Sequence[SurfaceLook],
) -> dict[str, Stone]:
    """The `known` looks of two kinds of stones that lie on opposite halves of tiles and are as
    large: of the kind that is seen less the outline is taken from the other one, and where it
    hardly stands out at all its looks are learnt with that. (Of a black stone on black its gloss
    does, which is told by its own looks.)

    `stones` (sites) say which lies on each of the squares (sites, FINE_PX, FINE_PX, 3), upright,
    with these surfaces.
    """
    found = dict(known)
    for name, other in (("b", "w"), ("w", "b")):
        members = [i for i, stone in enumerate(stones) if stone == name]
        if not members or other not in known:
            continue
        model, own = known[other], known.get(name)
        opposite = np.ascontiguousarray(model.outline[::-1, ::-1])
        bright = surfaces[members[0]].mean[..., 0]
        on_light = bright[opposite > 0].mean() > bright[model.outline > 0].mean()
        if on_light != (name == "w"):
            continue  # what was seen of the other kind is not where that lies
        if own is None or (on_light and own.size < _FAINT * model.size):
            found[name] = _faint_stone(squares[members], [surfaces[i] for i in members], opposite)
        elif own.size < model.size:
            found[name] = replace(own, outline=opposite)
    return found


def _faint_stone(squares: Array, surfaces: Sequence[SurfaceLook], outline: Array) -> Stone:
    """As `learn_stone`, of a stone that hardly stands out from its surface (white on burnt white)
    but for its edge; `outline` (FINE_PX, FINE_PX) is how large it is, and about where it lies.
    """
    whole = np.asarray(cv2.dilate(outline, _AROUND), np.float32)  # with its edge
    misfits = [square - surface.mean for square, surface in zip(squares, surfaces, strict=True)]
    moves = _moves_to_mean(misfits, np.asarray(cv2.dilate(whole, _AROUND)))
    moved = [_shifted(square, *move) for square, move in zip(squares, moves, strict=True)]
    mean, spread = _mean_and_spread(np.stack(moved))
    return _at_shifts(whole, mean, spread + floor_variance(mean), outline)


def halved_surface(surface: SurfaceLook) -> SurfaceLook:
    """A surface learnt at `FINE_PX`, at `SITE_PX`."""
    return SurfaceLook(_small(surface.mean), _small(surface.variance))


def side_by_side(surfaces: Sequence[SurfaceLook]) -> SurfaceLook:
    """Surfaces of sites as one (sites, px, px, 3)."""
    means, variances = [s.mean for s in surfaces], [s.variance for s in surfaces]
    return SurfaceLook(np.stack(means), np.stack(variances))


def composed(surface: SurfaceLook, stone: Stone, noise: Array) -> tuple[Array, Array]:
    """Means and variances (..., px, px, 3) of stones, each on its surface (..., px, px, 3), on
    which there is more `noise` (..., 1, 1, 3).
    """
    free = 1.0 - stone.cover
    mean = surface.mean * free + stone.mean_share
    variance = surface.variance * free + stone.variance_share + noise * stone.cover
    return mean, variance


def floor_variance(mean: Array, noise: float | Array = 0.0) -> Array:
    """The variance (..., 3) that a pixel of this mean has at least, with so much more `noise`."""
    brightness = np.maximum(mean[..., :1], 20.0)
    return np.asarray(_NOISE + noise + (_RELATIVE * brightness) ** 2, np.float32)


def more_noise(field: Array) -> Array:
    """The variance (..., 3) that noise adds where a picture was divided by a field (..., 3) of
    little light, and the camera's noise with it.
    """
    grown = _OF_CAMERA / np.maximum(field.mean(axis=-1, keepdims=True), _LEAST_LIGHT) ** 2
    return np.asarray(_NOISE * np.maximum(grown - 1.0, 0.0), np.float32)


def _standing(contrast: Array, kinds: Sequence[int]) -> list[int]:
    """The sites with a stone: those with a fair part of the contrast usual on their kind."""
    out = []
    for i, kind in enumerate(kinds):
        alike = [contrast[k] for k, other in enumerate(kinds) if other == kind]
        if contrast[i] >= max(1.0, _MISSING * float(np.median(alike))):
            out.append(i)
    return out


def _explained(seen: Array, mean: Array, variance: Array) -> float:
    """The share of pixels (..., 3) near these means."""
    return float((squared_distance(seen, mean, variance) < _NOT_SURFACE).mean())


def _outstanding(square: Array, surface: SurfaceLook) -> Array:
    return squared_distance(square, surface.mean, surface.variance)


def _centroid(weight: Array) -> Floats:
    y, x = np.mgrid[: weight.shape[0], : weight.shape[1]]
    total = np.array([(weight * x).sum(), (weight * y).sum()], np.float64)
    return total / float(weight.sum())


def _moves_to_mean(squares: Sequence[Array], outline: Array) -> list[tuple[int, int]]:
    """The displacements (x, y) that make squares (px, px, 3) look most like their mean within the
    bounds of an outline (px, px).
    """
    reach = max(abs(step) for shift in SHIFTS for step in shift)
    x, y, width, height = cv2.boundingRect(outline.astype(np.uint8))
    mean = np.mean(squares, axis=0)[y : y + height, x : x + width]
    moves = []
    for square in squares:
        wide = cv2.copyMakeBorder(square, reach, reach, reach, reach, cv2.BORDER_REPLICATE)
        near = wide[y : y + height + 2 * reach, x : x + width + 2 * reach]
        alike = cv2.matchTemplate(near, mean, cv2.TM_CCOEFF_NORMED)
        down, across = divmod(int(alike.argmax()), alike.shape[1])
        moves.append((reach - across, reach - down))
    return moves


def _mean_and_spread(squares: Array) -> tuple[Array, Array]:
    """Mean and variance over squares (n, ...), each first brought to the same brightness."""
    mean = squares.mean(axis=0)
    for _ in range(2):
        gain = (squares * mean).sum(axis=(1, 2, 3)) / max(float((mean * mean).sum()), 1e-6)
        level = squares / np.maximum(gain, 0.05)[:, None, None, None]
        mean = level.mean(axis=0)
    return np.asarray(mean, np.float32), np.asarray((level - mean).var(axis=0), np.float32)


def _one_piece(cover: Array) -> Array:
    """The outline of a stone of which this much was seen: convex, and no shadow beside it."""
    pieces, _ = cv2.findContours(cover.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    largest = cv2.convexHull(max(pieces, key=cv2.contourArea))
    return np.asarray(cv2.fillConvexPoly(np.zeros_like(cover), largest, 1.0), np.float32)


def _at_shifts(cover: Array, mean: Array, variance: Array, outline: Array) -> Stone:
    soft = np.asarray(cv2.GaussianBlur(cover, (3, 3), 0), np.float32)
    covers = [_small(_shifted(soft, dx, dy, cv2.BORDER_CONSTANT)) for dx, dy in SHIFTS]
    means = [_small(_shifted(mean, dx, dy)) for dx, dy in SHIFTS]
    variances = [_small(_shifted(variance, dx, dy)) for dx, dy in SHIFTS]
    part = np.stack(covers)[..., None]
    return Stone(part, part * np.stack(means), part * np.stack(variances), outline)


def _shifted(picture: Array, dx: float, dy: float, border: int = cv2.BORDER_REPLICATE) -> Array:
    size = size_of(picture)
    matrix = np.array([[1.0, 0.0, dx], [0.0, 1.0, dy]])
    return np.asarray(
        cv2.warpAffine(picture.astype(np.float32), matrix, size, borderMode=border), np.float32
    )


def _small(picture: Array) -> Array:
    size = (SITE_PX, SITE_PX)
    if picture.shape[:2] != (FINE_PX, FINE_PX):
        raise ValueError(f"a square of {FINE_PX} x {FINE_PX} pixels, not {picture.shape[:2]}")
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.float32)


def variance_around(picture: Array, noise: float | Array = 0.0) -> Array:
    """The variance (..., height, width, 3) of what is remembered: the least there is, with so much
    more `noise`, and what a grid that is a quarter pixel off adds.
    """
    across = np.gradient(picture, axis=-2)
    down = np.gradient(picture, axis=-3)
    off = np.asarray((across**2 + down**2) / 16.0, np.float32)
    return floor_variance(picture, noise) + off
