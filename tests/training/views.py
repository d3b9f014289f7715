"""Views of boards to learn from: partly hidden, mirrored, and seen more than once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import cv2
import numpy as np
import torch

from tests.training.lighting import smooth
from tests.training.pictures import Floats

View = tuple[np.ndarray, ...]  # what a network is given (channels, height, width), then labels

BATCH = 8
FRESH = 3  # new views in each batch


def blotted(
    view: Floats, rng: np.random.Generator, px: int, share: float, any_colour: float
) -> tuple[Floats, Floats]:
    """A view (height, width, 3; `px` a site) with a blot over part of it, often of a hand's colour,
    and where it is (height, width; 0 or 1). A `share` of the views have one, of which a share have
    `any_colour`.
    """
    blot = np.zeros(view.shape[:2], np.float32)
    if rng.random() > share:
        return view, blot
    angles = np.sort(rng.uniform(0, 2 * np.pi, 7))
    radii = rng.uniform(0.5, 3.5, 7) * px
    middle = rng.uniform(0, view.shape[1::-1])
    points = middle + np.c_[np.cos(angles), np.sin(angles)] * radii[:, None]
    cv2.fillPoly(blot, [points.astype(np.int32)], 1.0)
    hand = np.array([0.35, 0.5, 0.75]) * rng.uniform(0.3, 1.3)
    colour = rng.uniform(0, 1, 3) if rng.random() < any_colour else hand
    shade = (colour + smooth(view.shape[:2], 0.15, rng)[..., None]).astype(np.float32)
    return np.where(blot[..., None] > 0, shade, view), blot


def replayed(
    make: Callable[[], View], pool: int, directed: Mapping[int, int]
) -> Iterator[tuple[torch.Tensor, ...]]:
    """Endless batches (BATCH, ...). Making a view takes longer than learning from it, so up to
    `pool` are kept to be seen again, mirrored or not (see `_mirrored`).
    """
    rng: Any = np.random.default_rng(2)
    kept = [make() for _ in range(pool // 4)]
    while True:
        for _ in range(FRESH):
            if len(kept) >= pool:
                kept.pop(int(rng.integers(pool)))
            kept.append(make())
        chosen = rng.choice(len(kept), BATCH, replace=False)
        batch = [_mirrored(kept[k], rng.random(2) < 0.5, directed) for k in chosen]
        seen, *wanted = (torch.tensor(np.stack(part)) for part in zip(*batch, strict=True))
        yield seen.contiguous(memory_format=torch.channels_last), *wanted


def _mirrored(view: View, ways: np.ndarray, directed: Mapping[int, int]) -> View:
    """A view mirrored left to right, upside down, or both.

    `directed` are the parts of it with channels that point to the right and, next to it, downwards,
    and which the first of these is: they then point the other way.
    """
    parts = list(view)
    for axis, beside in ((-1, 0), (-2, 1)):
        if ways[beside]:
            parts = [np.flip(part, axis).copy() for part in parts]
            for part, first in directed.items():
                parts[part][first + beside] *= -1
    return tuple(parts)
