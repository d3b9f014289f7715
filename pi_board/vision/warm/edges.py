"""Light stones on burnt-out tiles, told by their edges.

Where a light surface is burnt out so is a light stone on it: as a patch of colour it is gone, but
its edge still casts a thin dark ring. That is too thin for the small view that is read, so it is
looked for in the fine one, with a matched filter: the sites known to hold a stone show what a ring
looks like in this very picture, the bare ones what is no ring. Both drift with the light, so
nothing is remembered from look to look.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from pi_board.vision.flat import FINE_PX, Array, Mask
from pi_board.vision.warm.sites import STONES, Part, pairs_with, upright

_LIGHT = 0.9  # of how bright it is where stones lie: so bright is their half of a tile
_LEAST_SITES = 4  # with a stone, and without, to know what either looks like if one has gone
_REACH_PX = 4  # how far from its usual place a stone may lie
_BEYOND_PX = 1.5  # how much farther out than its outline its edge is seen
_MOST_PX = FINE_PX * (1 - 0.5**0.5)  # and no farther: what fits into its half of a tile
_NOISE = 60.0  # variance of a channel (grey levels squared) in which no ring is seen
_ASIDE = 0.01  # likeness that a ring loses for each squared pixel it lies aside
_LEAST_LIKENESS = 0.2  # of known stones: below that no ring is seen at all
_TOLD = 3.0  # log-likelihood that tells whether a stone lies there
_LEAST_SPREAD = 0.15  # of likenesses, in terms of their distance: with few stones it may seem less


def decide_by_edges(
    looks: npt.NDArray[np.float64],
    squares: Array,
    labels: Sequence[int],
    parts: Sequence[Part],
    outline: Array,
) -> frozenset[int]:
    """Let edges alone decide in `looks` (sites, labels), in place, where white stones lie on tiles
    turned as those say: what colours seem to say of that on a burnt-out board is not to be
    believed. Where edges do not tell either, a stone is as likely as none.

    `squares` as in `stones_by_edges`, `labels` (sites) are the confirmed ones, `parts` what each
    label means, `outline` as there. Returns the sites between which a stone may have
    gone unseen.
    """
    turns = [parts[label][0] for label in looks.argmax(axis=1)]
    holding = np.array(["w" in STONES[parts[label][1]] for label in labels])
    lead = stones_by_edges(squares, turns, holding, outline)
    if lead is None:
        return frozenset()
    pairs = pairs_with("w", parts)
    doubtful = np.abs(lead) < _TOLD
    for site, turn in enumerate(turns):
        told = 0.0 if doubtful[site] else float(lead[site])
        for without, with_stone in pairs[turn]:
            most = max(looks[site, without], looks[site, with_stone])
            looks[site, without] = most - max(told, 0.0)
            looks[site, with_stone] = most + min(told, 0.0)
    gone, come = lead[doubtful & holding], lead[doubtful & ~holding]
    if len(gone) and gone.min() - come.max(initial=-_TOLD) < _TOLD:
        return frozenset(np.flatnonzero(doubtful).tolist())
    return frozenset()


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
    tiles = np.stack([upright(s, turn) for s, turn in zip(squares, turns, strict=True)])
    bare = np.median(tiles[~holding], axis=0)
    bright = bare.mean(axis=-1)
    own = float(np.median(bright[outline > 0]))
    if own <= float(np.median(bright[outline[::-1, ::-1] > 0])):
        return None
    light = bright > _LIGHT * own
    halves = np.broadcast_to(light[..., None], tiles.shape).astype(np.float32)
    seen = np.stack(_around_stones(tiles, turns, outline))
    usual = np.median(seen[~holding], axis=0)
    near = [
        _unlike(one - usual, half > 0)
        for one, half in zip(seen, _around_stones(halves, turns, outline), strict=True)
    ]
    likeness = _likeness_to_stones(near, holding, _disc(outline))
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


def _around_stones(tiles: Array, turns: Sequence[int], outline: Array) -> list[Array]:
    """The surroundings of where a stone would lie, turned back to how the camera sees them: the
    light comes from the same side whichever way a tile is turned.
    """
    reach = len(_disc(outline)) // 2 + _REACH_PX
    y, x = (round(float(axis.mean())) for axis in np.nonzero(outline))
    wide = np.pad(tiles, ((0, 0), (reach, reach), (reach, reach), (0, 0)), mode="edge")
    near = wide[:, y : y + 2 * reach + 1, x : x + 2 * reach + 1]
    return [np.ascontiguousarray(upright(n, -turn)) for n, turn in zip(near, turns, strict=True)]


def _unlike(misfit: Array, half: Mask) -> Array:
    """What is unusual (size, size, 3) on a tile's half, but for how much light falls on it."""
    level = np.median(misfit[half[..., 0]], axis=0)
    return np.asarray((misfit - level) * half, np.float32)


def _likeness_to_stones(near: Sequence[Array], holding: Mask, disc: Array) -> Array:
    """How much alike (sites) these surroundings are to a stone, wherever it may lie in them: each
    is compared with the other ones that hold one.
    """
    centre = slice(_REACH_PX, _REACH_PX + len(disc))
    members = np.flatnonzero(holding).tolist()
    stones = {site: near[site][centre, centre] for site in members}
    usual = np.median(list(stones.values()), axis=0).astype(np.float32)
    for site in stones:
        alike = _alike(near[site], usual, disc)
        y, x = divmod(int(alike.argmax()), alike.shape[1])
        stones[site] = near[site][y : y + len(disc), x : x + len(disc)]
    usual = np.median(list(stones.values()), axis=0).astype(np.float32)
    likeness = []
    for site, seen in enumerate(near):
        model = usual
        if site in stones:
            others = [stone for other, stone in stones.items() if other != site]
            model = np.median(others, axis=0).astype(np.float32)
        likeness.append(float(_alike(seen, model, disc).max()))
    return np.array(likeness, np.float32)


def _alike(seen: Array, model: Array, disc: Array) -> Array:
    """Correlations (places) of a model (size, size, 3) with all parts of what is seen, within the
    disc; those of faint things are less, by how little they rise above noise.
    """
    count, whole = float(disc.sum()), np.repeat(disc[..., None], 3, axis=2)
    model = (model - (model * whole).sum(axis=(0, 1)) / count) * whole
    product = cv2.matchTemplate(seen, model, cv2.TM_CCORR)
    energy = np.asarray(cv2.matchTemplate(seen * seen, whole, cv2.TM_CCORR), np.float32)
    for channel in cv2.split(seen):
        level = np.asarray(cv2.matchTemplate(channel, disc, cv2.TM_CCORR), np.float32)
        energy -= level * level / count
    noise = 3 * count * _NOISE
    norm = (np.maximum(energy, 0) + noise) * (float((model * model).sum()) + noise)
    y, x = np.mgrid[-_REACH_PX : _REACH_PX + 1, -_REACH_PX : _REACH_PX + 1]
    return np.asarray(product / np.sqrt(norm) - _ASIDE * (x * x + y * y), np.float32)
