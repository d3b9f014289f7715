"""Light stones on burnt-out tiles, told by their edges.

Where a light surface is burnt out so is a light stone on it: as a patch of colour it is gone, but
its edge still casts a thin dark ring. That is too thin for the small view that is read, so it is
looked for in the fine one, with a matched filter: the sites known to hold a stone show what a ring
looks like in this very picture, the bare ones what is no ring. Both drift with the light, so
nothing is remembered from look to look.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from pi_board.vision.flat import FINE_PX
from pi_board.vision.geometry import Array, Floats, Mask
from pi_board.vision.warm.sites import STONES, Part, all_upright, pairs_with

_LIGHT = 0.9  # of how bright it is where stones lie: so bright is their half of a tile
_LEAST_SITES = 4  # with a stone, and without, to know what either looks like if one has gone
_REACH_PX = 4  # how far from its usual place a stone may lie
_BEYOND_PX = 1.5  # how much farther out than its outline its edge is seen
_MOST_PX = FINE_PX * (1 - 0.5**0.5)  # and no farther: what fits into its half of a tile
_NOISE = 60.0  # variance of a channel (grey levels squared) in which no ring is seen
# likeness that a ring loses for each squared pixel it lies aside, (places, places)
_LOSS = 0.01 * (np.mgrid[-_REACH_PX : _REACH_PX + 1, -_REACH_PX : _REACH_PX + 1] ** 2).sum(axis=0)
_LEAST_LIKENESS = 0.2  # of known stones: below that no ring is seen at all
_TOLD = 3.0  # log-likelihood that tells whether a stone lies there
_LEAST_SPREAD = 0.15  # of likenesses, in terms of their distance: with few stones it may seem less


def decide_by_edges(
    looks: Floats,
    squares: Array,
    labels: Sequence[int],
    parts: Sequence[Part],
    outline: Array,
    misled: Collection[int] = (),
) -> None:
    """Let edges alone decide in `looks` (sites, labels), in place, where white stones lie on tiles
    turned as those say: what colours seem to say of that on a burnt-out board is not to be
    believed. Where edges do not tell either, a stone is as likely as none.

    `squares` as in `stones_by_edges`, `labels` (sites) are the confirmed ones, `parts` what each
    label means, `outline` as there; `misled` (numbers of sites) are those whose edges have said
    otherwise of what is known to lie there: they tell nothing.
    """
    turns = [parts[label][0] for label in looks.argmax(axis=1)]
    holding = np.array(["w" in STONES[parts[label][1]] for label in labels])
    lead = stones_by_edges(squares, turns, holding, outline)
    if lead is None:
        return
    lead[list(misled)] = 0.0
    pairs = pairs_with("w", parts)
    for site, turn in enumerate(turns):
        told = float(lead[site]) if abs(lead[site]) >= _TOLD else 0.0
        for without, with_stone in pairs[turn]:
            most = max(looks[site, without], looks[site, with_stone])
            looks[site, without] = most - max(told, 0.0)
            looks[site, with_stone] = most + min(told, 0.0)


def stones_by_edges(
    squares: Array, turns: Sequence[int], holding: Mask, outline: Array
) -> Array | None:
    """Log-likelihoods (sites) that a light stone lies on each tile rather than none.

    `squares` (sites, px, px, 3), BGR, show the tiles, which are turned by `turns`; `holding`
    (sites) says which are known to hold such a stone, a quarter of them wrongly at most; `outline`
    (px, px) is where it lies on a tile that is not turned. All zeros where no edges can be made
    out; None where too few sites are known, or stones do not lie on the lighter half of tiles.
    """
    if holding.sum() < _LEAST_SITES or (~holding).sum() < _LEAST_SITES:
        return None
    tiles = all_upright(squares, turns)
    bright = _median(tiles[~holding]).mean(axis=-1)
    own = float(np.median(bright[outline > 0]))
    if own <= float(np.median(bright[outline[::-1, ::-1] > 0])):
        return None
    # As the camera sees them: the light comes from the same side whichever way a tile is turned.
    disc, back = _disc(outline), [-turn for turn in turns]
    seen = all_upright(_around_stone(tiles, outline, len(disc)), back)
    half = _around_stone((bright > _LIGHT * own)[None], outline, len(disc))[0]
    near = _unlike(seen - _median(seen[~holding]), half, turns)
    likeness = _likeness_to_stones(near, holding, disc)
    with_stone, without = (np.median(likeness[one]) for one in (holding, ~holding))
    apart = float(with_stone - without)
    if with_stone < _LEAST_LIKENESS or apart <= 0:
        return np.zeros(len(squares), np.float32)
    off = np.abs(likeness - np.where(holding, with_stone, without))
    spread = max(_LEAST_SPREAD * apart, 1.4826 * float(np.median(off)))
    middle = (with_stone + without) / 2
    return np.asarray((likeness - middle) * apart / spread**2, np.float32)


def _disc(outline: Array) -> Array:
    """1 within the edge of a stone and 0 around it (size, size)."""
    radius = min(float(np.sqrt(outline.sum() / np.pi)) + _BEYOND_PX, _MOST_PX)
    half = int(np.ceil(radius))
    distance = np.hypot(*np.mgrid[-half : half + 1, -half : half + 1])
    return np.asarray(distance < radius, np.float32)


def _around_stone(tiles: npt.NDArray[Any], outline: Array, size: int) -> npt.NDArray[Any]:
    """The surroundings (sites, ...) of where a stone of this size would lie on upright tiles, as
    far as it may lie aside; what lies beyond a tile looks as its border.
    """
    reach = size // 2 + _REACH_PX
    rows, columns = (
        np.clip(round(float(axis.mean())) + np.arange(-reach, reach + 1), 0, FINE_PX - 1)
        for axis in np.nonzero(outline)
    )
    return tiles.take(rows, axis=1).take(columns, axis=2)


def _unlike(misfit: Array, half: Mask, turns: Sequence[int]) -> Array:
    """What is unusual (sites, size, size, 3) on a tile's half (size, size), turned as the tiles
    are, but for how much light falls on it.
    """
    out = np.empty_like(misfit)
    for turn in set(turns):
        on, there = np.equal(turns, turn), np.rot90(half, -turn)
        own = misfit[on]
        pixels = own.reshape(len(own), -1, 3).take(np.flatnonzero(there), axis=1)
        level = np.median(pixels, axis=1)
        out[on] = (own - level[:, None, None]) * there[..., None]
    return out


def _likeness_to_stones(near: Array, holding: Mask, disc: Array) -> Array:
    """How much alike (sites) these surroundings (sites, size, size, 3) are to a stone, wherever it
    may lie in them: each is compared with the other ones that hold one.
    """
    size, energy = len(disc), _energy(near, disc)
    centre = slice(_REACH_PX, _REACH_PX + size)
    seen, of_seen = near[holding], energy[holding]
    usual = _levelled(_median(seen[:, centre, centre]), disc)
    at = _alike(seen, of_seen, usual, disc).reshape(len(seen), -1).argmax(axis=1)
    places = zip(seen, *np.divmod(at, energy.shape[2]), strict=True)
    stones = np.stack([one[y : y + size, x : x + size] for one, y, x in places])
    likeness = np.empty(len(near), np.float32)
    usual = _levelled(_median(stones), disc)
    likeness[~holding] = _alike(near[~holding], energy[~holding], usual, disc).max(axis=(1, 2))
    others = _levelled(_medians_of_others(stones), disc)
    likeness[holding] = [
        _alike(seen[n, None], of_seen[n, None], model, disc).max() for n, model in enumerate(others)
    ]
    return likeness


def _median(pictures: Array) -> Array:
    """The median of pictures (n, ...); sorting is faster than np.median where they are few."""
    ordered, count = np.sort(pictures, axis=0), len(pictures)
    return np.asarray((ordered[(count - 1) // 2] + ordered[count // 2]) / 2, np.float32)


def _medians_of_others(pictures: Array) -> Array:
    """For each of some pictures (n, ...) the median of the other ones."""
    ordered, others = np.sort(pictures, axis=0), len(pictures) - 1
    low, high = (
        np.where(pictures > ordered[at], ordered[at], ordered[at + 1])
        for at in ((others - 1) // 2, others // 2)
    )
    return np.asarray((low + high) / 2, np.float32)


def _energy(near: Array, disc: Array) -> Array:
    """How much (sites, places, places) all parts of what is seen vary within the disc."""
    energy = _correlated(near * near @ np.ones(3, np.float32), disc)
    for channel in np.moveaxis(near, -1, 0):
        energy -= _correlated(channel, disc) ** 2 / float(disc.sum())
    return np.asarray(np.maximum(energy, 0), np.float32)


def _levelled(models: Array, disc: Array) -> Array:
    """Models (..., size, size, 3) less their mean, within the disc."""
    whole = disc[..., None]
    level = (models * whole).sum(axis=(-3, -2), keepdims=True) / float(disc.sum())
    return np.asarray((models - level) * whole, np.float32)


def _alike(near: Array, energy: Array, model: Array, disc: Array) -> Array:
    """Correlations (sites, places, places) of a levelled model (size, size, 3) with all parts of
    what is seen, within the disc; those of faint things are less, by how little they rise above
    noise.
    """
    noise = 3 * float(disc.sum()) * _NOISE
    norm = (energy + noise) * (float((model * model).sum()) + noise)
    return np.asarray(_correlated(near, model) / np.sqrt(norm) - _LOSS, np.float32)


def _correlated(pictures: Array, model: Array) -> Array:
    """Sums (n, places, places) of all parts of pictures (n, size, size, ...) times a model."""
    count, size = pictures.shape[:2]
    below = np.ascontiguousarray(pictures).reshape(count * size, size, *pictures.shape[3:])
    sums = np.asarray(cv2.matchTemplate(below, model, cv2.TM_CCORR), np.float32)
    places = size - len(model) + 1
    first = size * np.arange(count)[:, None] + np.arange(places)  # the rest lies on two pictures
    return np.asarray(sums[first], np.float32)
