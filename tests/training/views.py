"""Views of boards to learn from: mirrored, and seen more than once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np
import torch

View = tuple[np.ndarray, ...]  # what a network is given (channels, height, width), then labels

BATCH = 8
FRESH = 3  # new views in each batch


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
