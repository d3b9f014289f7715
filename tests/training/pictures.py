"""Rectified boards with truth, and the ways in which they are disturbed for training."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from pi_board.vision.pictures import load_picture
from pi_board.vision.pose import geometry_from_corners

Floats = npt.NDArray[np.float32]
SIDE, PX, MARGIN = 8, 24, 1.5  # sites, pixels a site and sites around, as boards are kept
OUT_PX = 20  # pixels a site, as the network sees them, with one site around
CELL = 36
COVERED = 3


@dataclass(frozen=True, slots=True)
class Sample:
    """A rectified board, what stands on it (0 empty, 1 dark, 2 light) and what is covered."""

    board: str
    rectified: npt.NDArray[np.uint8]  # (264, 264, 3), top row first
    labels: npt.NDArray[np.int64]  # (8, 8), top row first
    cover: Floats  # (8, 8), share of each site


def load_samples(folder: Path) -> Iterator[Sample]:
    """Every picture of Lines of Action in `folder` and every frame of its recorded games."""
    for path in sorted(folder.glob("loa_*.json")):
        truth = json.loads(path.read_text())
        yield _sample(path.stem, path.with_suffix(".jpg"), truth)
    for path in sorted(folder.glob("seq_loa_*/sequence.json")):
        for frame in json.loads(path.read_text())["frames"]:
            if frame["phase"] != "lifted":
                yield _sample(path.parent.name, path.parent / frame["file"], frame)


def _sample(board: str, path: Path, truth: dict) -> Sample:  # type: ignore[type-arg]
    image = load_picture(path)
    size = (image.shape[1], image.shape[0])
    geometry = geometry_from_corners(truth["corners_px"], SIDE, SIDE, size)
    labels = np.array([[".bw".index(c) for c in row] for row in truth["state"]["grid"]])
    cover = np.zeros((SIDE, SIDE), np.float32)
    shares = dict.fromkeys(truth.get("occluded_cells", ()), 0.51)
    for site, share in (shares | dict(truth.get("hand_cover_fraction") or {})).items():
        cover[SIDE - int(site[1:]), ord(site[0]) - 97] = share
    return Sample(board, geometry.rectify(image, PX, MARGIN), labels, cover)


class Disturber:
    """Makes a training picture of a sample: other stones, other light, another camera."""

    def __init__(self, samples: tuple[Sample, ...], rng: np.random.Generator) -> None:
        self._samples, self._rng = samples, rng

    def __call__(self, sample: Sample) -> tuple[Floats, npt.NDArray[np.int64]]:
        """The network's input (3, 200, 200) and the labels (8, 8); -100 where nothing is asked."""
        sample = self._rearranged(sample)
        image, labels, cover = self._turned(self._shaken(sample), sample.labels, sample.cover)
        image, cover = self._hidden(image, cover)
        image = normalised(self._lit(image))
        wanted = np.where(cover > 0.5, COVERED, labels)
        wanted = np.where((cover > 0.15) & (cover <= 0.5), -100, wanted)
        return np.ascontiguousarray(image.transpose(2, 0, 1)), wanted

    def _rearranged(self, sample: Sample) -> Sample:
        """Stones put elsewhere on the board, or brought from another one."""
        rng, chance = self._rng, self._rng.random()
        free = np.argwhere(sample.cover < 0.05)
        if chance < 0.25 or len(free) < 4:
            return sample
        own = chance < 0.6
        donor = sample if own else self._samples[rng.integers(len(self._samples))]
        image, labels = sample.rectified.astype(np.float32), sample.labels.copy()
        source = donor.rectified.astype(np.float32)
        if not own:
            source = source * (image.mean() / max(1.0, source.mean()) * rng.uniform(0.75, 1.35))
        for _ in range(rng.integers(4, 30)):
            y, x = free[rng.integers(len(free))]
            stone = rng.random() < 0.55
            usable = (donor.cover < 0.05) & ((donor.labels > 0) == stone)
            if own:  # only squares of the same colour fit whole
                usable &= np.add.outer(range(SIDE), range(SIDE)) % 2 == (x + y) % 2
            places = np.argwhere(usable)
            if not len(places) or (not own and not stone and sample.labels[y, x] > 0):
                continue
            a, b = places[rng.integers(len(places))]
            mask = (
                SQUARE
                if own
                else disc(rng.uniform(0.38, 0.46) if stone else rng.uniform(0.2, 0.46))
            )
            to, of = _cell(y, x), _cell(a, b)
            image[to] = image[to] * (1 - mask) + np.clip(source[of], 0, 255) * mask
            labels[y, x] = donor.labels[a, b]
        return replace(sample, rectified=image.astype(np.uint8), labels=labels)

    def _shaken(self, sample: Sample) -> Floats:
        """The view with the grid a little off, at the network's resolution."""
        side = (SIDE + 2) * OUT_PX
        square = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
        moved = square / OUT_PX * PX + (MARGIN - 1) * PX
        moved = (moved + self._rng.normal(0, 0.035 * PX, moved.shape)).astype(np.float32)
        warp = cv2.getPerspectiveTransform(square, moved)
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        view = cv2.warpPerspective(
            sample.rectified, warp, (side, side), flags=flags, borderMode=cv2.BORDER_REPLICATE
        )
        return view.astype(np.float32) / 255

    def _turned(self, image, labels, cover):  # type: ignore[no-untyped-def]
        if self._rng.random() < 0.5:
            image, labels, cover = image.transpose(1, 0, 2), labels.T, cover.T
        for axis in (0, 1):
            if self._rng.random() < 0.5:
                image, labels, cover = (np.flip(a, axis) for a in (image, labels, cover))
        return image.copy(), labels.copy(), cover.copy()

    def _hidden(self, image: Floats, cover: Floats) -> tuple[Floats, Floats]:
        """A blot over part of the board, often of a hand's colour."""
        rng = self._rng
        if rng.random() > 0.35:
            return image, cover
        side = image.shape[0]
        angles, radii = np.sort(rng.uniform(0, 2 * np.pi, 7)), rng.uniform(10, 60, 7)
        points = rng.uniform(0, side, 2) + np.c_[np.cos(angles), np.sin(angles)] * radii[:, None]
        blot = np.zeros((side, side), np.float32)
        cv2.fillPoly(blot, [points.astype(np.int32)], 1.0)
        hand = np.array([0.35, 0.5, 0.75]) * rng.uniform(0.3, 1.3)
        colour = rng.uniform(0, 1, 3) if rng.random() < 0.4 else hand
        shade = (colour + self._smooth(side, 0.15)[..., None]).astype(np.float32)
        image = np.where(blot[..., None] > 0, shade, image)
        share = cv2.resize(blot, (SIDE + 2, SIDE + 2), interpolation=cv2.INTER_AREA)
        return image, np.maximum(cover, share[1:-1, 1:-1])

    def _lit(self, image: Floats) -> Floats:
        """Another tint, gamma, lamp, shadow, glare, lens and sensor."""
        rng, side = self._rng, image.shape[0]
        if rng.random() < 0.6:
            image = _retinted(
                image, rng.normal(0, 0.6 if rng.random() < 0.5 else 2), rng.uniform(0, 1.6)
            )
        image = np.clip(image, 1e-3, 1) ** rng.uniform(0.6, 1.6)
        image = image * np.exp(rng.normal(0, 0.15, 3)) * rng.uniform(0.5, 1.5)
        image = image * np.exp(self._smooth(side, rng.uniform(0, 0.35)))[..., None]
        for _ in range(rng.integers(0, 3)):
            corners = rng.uniform(-0.2, 1.2, (rng.integers(3, 6), 2)) * side
            shadow = np.zeros((side, side), np.float32)
            cv2.fillPoly(shadow, [corners.astype(np.int32)], 1.0)
            shadow = cv2.GaussianBlur(shadow, (0, 0), rng.uniform(0.7, 8))
            image = image * (1 - shadow * rng.uniform(0.2, 0.7))[..., None]
        if rng.random() < 0.35:
            (x, y), radius = rng.uniform(0, side, 2), rng.uniform(5, 30)
            ys, xs = np.mgrid[:side, :side]
            tall = radius * rng.uniform(0.4, 2.5)
            spot = np.exp(-(((xs - x) / radius) ** 2 + ((ys - y) / tall) ** 2))
            image = image + (spot * rng.uniform(0.1, 1))[..., None]
        if rng.random() < 0.5:
            image = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.3, 1.3))
        if rng.random() < 0.7:
            image = image + rng.normal(0, rng.uniform(0, 0.06), image.shape)
        return np.clip(image, 0, 1).astype(np.float32)

    def _smooth(self, side: int, strength: float) -> Floats:
        coarse = self._rng.normal(0, 1, (int(self._rng.integers(2, 6)),) * 2).astype(np.float32)
        return cv2.resize(coarse, (side, side), interpolation=cv2.INTER_CUBIC) * strength


def normalised(image: Floats) -> Floats:
    """As `pi_board.vision.trained` does it."""
    inner = image[OUT_PX:-OUT_PX, OUT_PX:-OUT_PX].reshape(-1, 3)
    return ((image - inner.mean(axis=0)) / (inner.std() + 1e-3)).astype(np.float32)


def _retinted(image: Floats, angle_rad: float, saturation: float) -> Floats:
    """Hues turned round the grey axis and more or less of them; brightness stays."""
    grey = image @ np.array([0.114, 0.587, 0.299], np.float32)
    a = 3**-0.5
    cross = np.array([[0, -a, a], [a, 0, -a], [-a, a, 0]])
    turn = np.eye(3) + np.sin(angle_rad) * cross + (1 - np.cos(angle_rad)) * cross @ cross
    return grey[..., None] + saturation * ((image - grey[..., None]) @ turn.T).astype(np.float32)


def disc(radius_sites: float) -> Floats:
    """A soft round mask (36, 36, 1) about a site's middle."""
    ys, xs = np.mgrid[:CELL, :CELL] - (CELL - 1) / 2
    return np.clip((radius_sites * PX - np.hypot(ys, xs)) / 3 + 0.5, 0, 1)[..., None].astype(
        np.float32
    )


def _square() -> Floats:
    ys, xs = np.abs(np.mgrid[:CELL, :CELL] - (CELL - 1) / 2)
    return np.clip((0.5 * PX + 1 - np.maximum(ys, xs)) / 3, 0, 1)[..., None].astype(np.float32)


SQUARE = _square()


def _cell(y: int, x: int) -> tuple[slice, slice]:
    top, left = (round((MARGIN + i + 0.5) * PX - CELL / 2) for i in (int(y), int(x)))
    return slice(top, top + CELL), slice(left, left + CELL)
