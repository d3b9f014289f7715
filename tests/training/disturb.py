"""The ways in which boards are disturbed for training."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt

from pi_board.vision.cold.tiles import CORNERS, DISH
from pi_board.vision.cold.trained import prepared
from tests.training.blots import Blots, Hand
from tests.training.lighting import lit
from tests.training.pictures import KEPT_MARGIN, TILES, Floats, Kind, Sample

Labels = npt.NDArray[np.int64]
Position = npt.NDArray[np.float64]  # of the camera over the board, in sites
COVERED, UNASKED, NO_TILE = 3, -100, -1
BLOTTED = 0.35  # share of the boards that have something over them
GLOSSED = 0.3  # share of the boards of squares whose dark stones mirror something
CLEARED = 0.15  # share of them that few stones or none are left on
LEFT = 8  # stones on these, at most
ASTRAY = 0.1  # share of the boards of tiles that are thought to lie elsewhere
MOSTLY = 0.5  # share of a site that must be hidden for nobody to be asked what lies there
_FLIPPED_TILE = np.array([1, 0, 3, 2])  # orientations with top and bottom changed
_MIRRORED_TILE = np.array([3, 2, 1, 0])  # with left and right changed
_TRANSPOSED_TILE = np.array([2, 1, 0, 3])  # in the picture, where y runs down: along its diagonal
# (x, y) in the picture towards the light corner of orientations 0 to 3
_LIGHT_CORNER = CORNERS * (1, -1)
_STONE_HEIGHT = 0.15  # of draughts and discs, in sites
# share of a dish up to which nothing is over it, from which something is; and that of tiles under
# hands of which only that is known
_TOUCHED, _HANDS_COVER = (0.15, 0.5), (0.02, 0.9)
DISH_RADIUS, _FACE = 0.2, 0.4  # the latter along both axes from a tile's middle, in sites


class Disturber:
    """Makes a training picture of a sample: other stones, other light, another camera."""

    def __init__(
        self,
        kind: Kind,
        samples: tuple[Sample, ...],
        rng: np.random.Generator,
        hands: Sequence[Hand] = (),
    ) -> None:
        self._kind, self._samples, self._rng = kind, samples, rng
        self._blotted = Blots(BLOTTED, 0.4, hands)

    def __call__(self, sample: Sample) -> tuple[Floats, Labels]:
        """The network's input (5, height, width) and the labels (rows, columns, 3; of tiles 4, the
        last of which says whether something lies over a dish).

        Squares and holes: COVERED where something hides them. NO_TILE where there is none. UNASKED
        where nothing is asked.
        """
        kind = self._kind
        if kind is TILES:
            sample = self._faded(self._shuffled(sample))
        elif kind.game == "loa":
            clear = self._rng.random() < CLEARED
            arranged = self._cleared(sample) if clear else self._rearranged(sample)
            sample = self._glossed(arranged)
        stray, labels = self._astray(sample) if kind is TILES else (np.eye(3), sample.labels)
        shaken, camera = self._shaken(sample, stray), self._misjudged(sample.camera)
        image, camera, labels, cover = self._turned(shaken, camera, labels, sample.cover)
        image, blot = self._blotted(image, self._rng, kind.px)
        image = lit(image, self._rng, hues_rad=0.6 if kind is TILES else 2.0)
        view = prepared(image, camera, kind.px, kind.margin)
        hidden = np.maximum(cover, self._shares(blot)) > MOSTLY
        if kind is TILES:
            over = self._over_dishes(labels[..., 0], blot, cover)
            labels[hidden] = UNASKED
            labels = np.concatenate([labels, over[..., None]], axis=2)
        else:
            labels[..., 0] = np.where(hidden, COVERED, labels[..., 0])
        return view, labels

    def _rearranged(self, sample: Sample) -> Sample:
        """Stones put elsewhere on the board, or brought from another one."""
        rng, chance = self._rng, self._rng.random()
        free = np.argwhere(sample.cover < 0.05)
        if chance < 0.3 or len(free) < 4:
            return sample
        own = chance < 0.65
        donor = sample if own else self._samples[rng.integers(len(self._samples))]
        image, labels = sample.rectified.astype(np.float32), sample.labels.copy()
        source = donor.rectified.astype(np.float32)
        if not own:
            source = source * (image.mean() / max(1.0, source.mean()) * rng.uniform(0.75, 1.35))
        for _ in range(rng.integers(4, 30)):
            y, x = free[rng.integers(len(free))]
            stone = rng.random() < 0.55
            usable = (donor.cover < 0.05) & ((donor.labels[..., 0] > 0) == stone)
            if own:  # only squares of the same colour fit whole
                usable &= np.add.outer(*(range(n) for n in usable.shape)) % 2 == (x + y) % 2
            places = np.argwhere(usable)
            taken = sample.labels[y, x, 0] > 0
            if not len(places) or (not own and not stone and taken):
                continue
            a, b = places[rng.integers(len(places))]
            radius = rng.uniform(0.38, 0.46) if stone else rng.uniform(0.2, 0.46)
            mask = self._square() if own else self._disc(radius)
            to, of = self._cell(y, x), self._cell(a, b)
            image[to] = image[to] * (1 - mask) + np.clip(source[of], 0, 255) * mask
            labels[y, x] = donor.labels[a, b]
        return replace(sample, rectified=image.astype(np.uint8), labels=labels)

    def _cleared(self, sample: Sample) -> Sample:
        """Stones taken away, but for LEFT at most: bare squares of the board laid over them."""
        rng, clear = self._rng, sample.cover < 0.05
        image, labels = sample.rectified.astype(np.float32), sample.labels.copy()
        colour = np.indices(clear.shape).sum(axis=0) % 2
        stones, mask = np.argwhere(clear & (labels[..., 0] > 0)), self._square()
        for y, x in rng.permutation(stones)[rng.integers(LEFT + 1) :]:
            bare = clear & (sample.labels[..., 0] == 0) & (colour == colour[y, x])
            places = np.argwhere(bare)
            if len(places):
                source = sample.rectified[self._cell(*places[rng.integers(len(places))])]
                site = image[self._cell(y, x)]
                site += mask * (source - site)
                labels[y, x] = 0
        return replace(sample, rectified=np.rint(image).astype(np.uint8), labels=labels)

    def _glossed(self, sample: Sample) -> Sample:
        """Some dark stones whose polished faces mirror a window or the sky, but not their rims:
        any, or those on one side of the board.
        """
        rng, kind = self._rng, self._kind
        if rng.random() > GLOSSED:
            return sample
        image, (x0, y0, high) = sample.rectified.astype(np.float32), sample.camera
        sky = rng.uniform(60, 255) * rng.uniform(0.85, 1.0, 3)
        light, normal = rng.uniform(0.3, 1.0), rng.normal(0, 1, 2)
        dark = np.argwhere((sample.labels[..., 0] == 1) & (sample.cover < 0.05))
        chosen = rng.random(len(dark)) < 0.5
        if rng.random() < 0.5:  # a window is mirrored here and not there
            along = (dark - (kind.rows / 2, kind.columns / 2)) @ normal / np.linalg.norm(normal)
            chosen = along > rng.uniform(-2, 3)
        for y, x in dark[chosen]:
            lean = _STONE_HEIGHT / high * np.array([x + 0.5 - x0, y0 - (kind.rows - y - 0.5)])
            face = self._disc(rng.uniform(0.2, 0.42), lean)
            if rng.random() < 0.5:  # only a part of the face mirrors it
                side = np.tensordot(normal, self._from_middle()[::-1], 1) / np.linalg.norm(normal)
                offset = rng.uniform(-0.2, 0.2) * kind.kept_px
                face *= np.clip((side - offset) / 3 + 0.5, 0, 1)[..., None]
            site = image[self._cell(y, x)]
            site += light * face * (sky - site)
        return replace(sample, rectified=np.rint(np.clip(image, 0, 255)).astype(np.uint8))

    def _shuffled(self, sample: Sample) -> Sample:
        """Tiles of a board laid in each other's places, so that rare stones are seen oftener."""
        rng = self._rng
        free = np.argwhere(sample.cover < 0.05)
        if rng.random() < 0.3 or len(free) < 4:
            return sample
        image, labels = sample.rectified.copy(), sample.labels.copy()
        stones = sample.labels[free[:, 0], free[:, 1], 1:].sum(axis=1)
        odds = (1.0 + 2.0 * stones) / (1.0 + 2.0 * stones).sum()
        for _ in range(rng.integers(4, 20)):
            y, x = free[rng.integers(len(free))]
            a, b = free[rng.choice(len(free), p=odds)]
            image[self._cell(y, x, 0)] = sample.rectified[self._cell(a, b, 0)]
            labels[y, x] = sample.labels[a, b]
        return replace(sample, rectified=image, labels=labels)

    def _faded(self, sample: Sample) -> Sample:
        """Stones nearly of the tiles' own paint: those in light halves, and those in dark ones."""
        rng = self._rng
        if rng.random() < 0.5:
            return sample
        image = sample.rectified.astype(np.float32)
        for channel, side in ((1, 1), (2, -1)):
            fading = rng.uniform(0, 0.5)
            for y, x in np.argwhere((sample.labels[..., channel] == 1) & (sample.cover < 0.05)):
                corner = side * _LIGHT_CORNER[sample.labels[y, x, 0]]
                mask = fading * self._disc(DISH_RADIUS, DISH * corner)
                tile = image[self._cell(y, x)]
                column, row = np.rint(len(tile) / 2 + _FACE * self._kind.kept_px * corner).astype(
                    int
                )
                face = np.median(tile[row - 2 : row + 3, column - 2 : column + 3], axis=(0, 1))
                tile += mask * (face - tile)
        return replace(sample, rectified=np.rint(image).astype(np.uint8))

    def _astray(self, sample: Sample) -> tuple[Position, Labels]:
        """Where on a board (3, 3; in sites, y down) each site is looked for, and what is there: now
        and then, if nothing hides a part, beside its place, or where lattices were wrongly found:
        between the tiles, or on boards of tiles that lie alike along their diagonals. The camera is
        left where it is: so far away a tile's place matters little.
        """
        rng, kind, labels = self._rng, self._kind, sample.labels
        stray, none = np.eye(3), np.full_like(labels, UNASKED)
        none[..., 0] = NO_TILE
        if rng.random() > ASTRAY or sample.cover.any():
            return stray, labels
        way = rng.integers(4)
        if way == 0:  # a whole site beside
            axis, step = rng.integers(2), rng.choice((-1, 1))
            stray[1 - axis, 2] = step
            outside = -1 if step > 0 else 0
            there = np.moveaxis(np.roll(labels, -step, axis), axis, 0).copy()
            there[outside] = np.moveaxis(none, axis, 0)[outside]
            return stray, np.moveaxis(there, 0, axis)
        if way == 1:
            stray[:2, 2] = rng.choice((-0.5, 0.5), 2) * ((1, 1), (1, 0), (0, 1))[rng.integers(3)]
            return stray, none
        angle, size = (rng.uniform(0.3, 1.27), rng.uniform(0.5, 1.3))
        if way == 2:
            angle, size = np.pi / 4, np.sqrt(0.5)
        turned = size * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        middle = np.array((kind.columns, kind.rows)) / 2
        stray[:2, :2] = turned
        stray[:2, 2] = middle - turned @ middle + rng.uniform(-1, 1, 2)
        return stray, none

    def _shaken(self, sample: Sample, stray: Position) -> Floats:
        """The view with the grid a little off, at the network's resolution, its sites at `stray`
        (3, 3).
        """
        kind, px = self._kind, self._kind.kept_px
        size = ((kind.columns + 2 * kind.margin) * kind.px, (kind.rows + 2 * kind.margin) * kind.px)
        corners = np.array([[0, 0], [size[0], 0], [*size], [0, size[1]]], np.float32)
        there = cv2.perspectiveTransform((corners / kind.px - kind.margin)[None], stray)[0]
        moved = (there + KEPT_MARGIN) * px
        moved = (moved + self._rng.normal(0, 0.035 * px, moved.shape)).astype(np.float32)
        warp = cv2.getPerspectiveTransform(corners, moved)
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        view = cv2.warpPerspective(
            sample.rectified, warp, size, flags=flags, borderMode=cv2.BORDER_REPLICATE
        )
        return view.astype(np.float32) / 255

    def _misjudged(self, camera: Position) -> Position:
        """About where the camera is: a fit is not perfect either."""
        return np.asarray(camera * np.exp(self._rng.normal(0, 0.05, 3)), np.float64)

    def _turned(
        self, image: Floats, camera: Position, labels: Labels, cover: Floats
    ) -> tuple[Floats, Position, Labels, Floats]:
        rng, tiles, (x, y, z) = self._rng, self._kind is TILES, camera
        if self._kind.columns == self._kind.rows and rng.random() < 0.5:
            image, labels, cover = image.transpose(1, 0, 2), labels.transpose(1, 0, 2), cover.T
            labels = _relabelled(labels, _TRANSPOSED_TILE) if tiles else labels
            x, y = self._kind.rows - y, self._kind.columns - x
        for axis, mirrored in ((0, _FLIPPED_TILE), (1, _MIRRORED_TILE)):
            if rng.random() < 0.5:
                image, labels, cover = (np.flip(a, axis) for a in (image, labels, cover))
                labels = _relabelled(labels, mirrored) if tiles else labels
                x, y = (x, self._kind.rows - y) if axis == 0 else (self._kind.columns - x, y)
        return image.copy(), np.array([x, y, z]), labels.copy(), cover.copy()

    def _shares(self, blot: Floats) -> Floats:
        """The share of each site (rows, columns) that a blot (height, width; 0 or 1) covers."""
        kind, m = self._kind, self._kind.margin
        around = (kind.columns + 2 * m, kind.rows + 2 * m)
        share = cv2.resize(blot, around, interpolation=cv2.INTER_AREA)
        return np.asarray(share[m : kind.rows + m, m : kind.columns + m], np.float32)

    def _over_dishes(self, turns: Labels, blot: Floats, cover: Floats) -> Labels:
        """Whether a blot (height, width) or else what has the `cover` (rows, columns) lies over a
        dish of tiles that lie so (rows, columns): 1 or 0, UNASKED where that is not plain.
        """
        px, side = self._kind.px, 2 * round(DISH_RADIUS * self._kind.px) + 1
        dish = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)).astype(np.float32)
        shares = cv2.filter2D(blot, -1, dish / dish.sum(), borderType=cv2.BORDER_REPLICATE)
        y, x = np.indices(turns.shape) + 0.5
        right, down = np.moveaxis(DISH * _LIGHT_CORNER[turns.clip(0)], -1, 0)
        of_each = [
            shares[((y + way * down) * px).astype(int), ((x + way * right) * px).astype(int)]
            for way in (1, -1)
        ]
        share, there = np.maximum(*of_each), turns != NO_TILE
        out = np.full(turns.shape, UNASKED)
        out[there & (share < _TOUCHED[0]) & (cover < _HANDS_COVER[0])] = 0
        out[there & ((share > _TOUCHED[1]) | (cover > _HANDS_COVER[1]))] = 1
        return out

    def _cell(self, y: int, x: int, around: float = 0.25) -> tuple[slice, slice]:
        px = self._kind.kept_px
        side = round((1 + 2 * around) * px)
        top, left = (round((KEPT_MARGIN - around + int(i)) * px) for i in (y, x))
        return slice(top, top + side), slice(left, left + side)

    def _from_middle(self) -> Floats:
        side = round(1.5 * self._kind.kept_px)
        return (np.mgrid[:side, :side] - (side - 1) / 2).astype(np.float32)

    def _disc(self, radius_sites: float, middle_sites: npt.ArrayLike = (0.0, 0.0)) -> Floats:
        y, x = self._from_middle()
        right, down = np.asarray(middle_sites) * self._kind.kept_px
        distance = np.hypot(x - right, y - down)
        return np.clip((radius_sites * self._kind.kept_px - distance) / 3 + 0.5, 0, 1)[..., None]

    def _square(self) -> Floats:
        distance = np.abs(self._from_middle()).max(axis=0)
        return np.clip((0.5 * self._kind.kept_px + 1 - distance) / 3, 0, 1)[..., None]


def _relabelled(labels: Labels, names: Labels) -> Labels:
    out = labels.copy()
    out[..., 0] = np.where(labels[..., 0] == NO_TILE, NO_TILE, names[labels[..., 0]])
    return out
