"""Hands and other things over a board, drawn."""

from __future__ import annotations

import cv2
import numpy as np

from tests.training.lighting import smooth
from tests.training.pictures import Floats


def blotted(
    view: Floats, rng: np.random.Generator, px: int, share: float, any_colour: float
) -> tuple[Floats, Floats]:
    """A view (height, width, 3; `px` a site) with blots over part of it, often of a hand's colour,
    and where they are (height, width; 0 or 1). A `share` of the views have some, of which a share
    have `any_colour`: one large one or, of a third, several no larger than a site, as fingertips
    are.
    """
    blot = np.zeros(view.shape[:2], np.float32)
    if rng.random() > share:
        return view, blot
    small = rng.random() < 0.35
    for _ in range(rng.integers(3, 12) if small else 1):
        angles = np.sort(rng.uniform(0, 2 * np.pi, 7))
        radii = rng.uniform(*((0.2, 0.7) if small else (0.5, 3.5)), 7) * px
        middle = rng.uniform(0, view.shape[1::-1])
        points = middle + np.c_[np.cos(angles), np.sin(angles)] * radii[:, None]
        cv2.fillPoly(blot, [points.astype(np.int32)], 1.0)
    hand = np.array([0.35, 0.5, 0.75]) * rng.uniform(0.3, 1.3)
    colour = rng.uniform(0, 1, 3) if rng.random() < any_colour else hand
    shade = (colour + smooth(view.shape[:2], 0.15, rng)[..., None]).astype(np.float32)
    return np.where(blot[..., None] > 0, shade, view), blot
