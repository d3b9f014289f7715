"""Hands and other things over a board: drawn, or rendered before (`render/hands.py`)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from tests.training.lighting import GAMMA, smooth
from tests.training.pictures import Floats

# (height, width, 4): colours and how opaque, as `render/hands.py` says
Hand = npt.NDArray[np.uint8]
PX_PER_CM = 8  # of such a hand
TIPS = (30.0, 12.0)  # cm to its finger tips from its upper left corner
SITE_CM = (2.4, 5.0)  # how wide sites are
HANDS = 0.6  # share of blots that are hands, where there are any
_SOLID = 250  # opacity from which a pixel shows a hand, no shadow


def load_hands(folder: Path | None) -> tuple[Hand, ...]:
    """All hands in a folder; none without one. Raises FileNotFoundError if it holds none."""
    if folder is None:
        return ()
    paths = sorted(folder.glob("hand_*.png"))
    if not paths:
        raise FileNotFoundError(f"no hand_*.png in {folder}")
    return tuple(cv2.imread(str(path), cv2.IMREAD_UNCHANGED) for path in paths)


class Blots:
    """Covers a `share` of views, of which a share have `any_colour` unless they are of `hands`."""

    def __init__(self, share: float, any_colour: float, hands: Sequence[Hand] = ()) -> None:
        self._share, self._any_colour, self._hands = share, any_colour, hands

    def __call__(self, view: Floats, rng: np.random.Generator, px: int) -> tuple[Floats, Floats]:
        """A view (height, width, 3; 0 to 1; `px` a site) with something over part of it, and where
        that is (height, width; 0 or 1).
        """
        if rng.random() > self._share:
            return view, np.zeros(view.shape[:2], np.float32)
        if self._hands and rng.random() < HANDS:
            return _reached_over(view, rng, px, self._hands[rng.integers(len(self._hands))])
        return _blotted(view, rng, px, self._any_colour)


def _reached_over(
    view: Floats, rng: np.random.Generator, px: int, hand: Hand
) -> tuple[Floats, Floats]:
    """A view with a hand over it, under about the view's own light, and its shadow."""
    size = view.shape[1::-1]
    turn, scale = rng.uniform(0, 2 * np.pi), px / rng.uniform(*SITE_CM) / PX_PER_CM
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) * scale
    spin[:, 1] *= rng.choice((-1, 1))
    tips = rng.uniform(0.02, 0.98, 2) * size
    warp = np.c_[spin, tips - spin @ (np.array(TIPS) * PX_PER_CM)]
    laid = cv2.warpAffine(hand, warp, size, flags=cv2.INTER_LINEAR)
    solid = laid[..., 3] >= _SOLID
    if not solid.any():
        return view, solid.astype(np.float32)
    # Pixels on a hand's edge are half of it: the shadow is as deep there as beside it.
    shadow = cv2.erode(laid[..., 3], np.ones((3, 3), np.uint8)) * np.float32(~solid / 255)
    left = (1 - shadow * np.float32(rng.uniform(0.3, 1))) ** np.float32(1 / GAMMA)
    colours = laid[..., :3].astype(np.float32)
    light = view.mean() / colours[solid].mean() * np.exp(rng.normal(0.3, 0.4))
    tint = (light * np.exp(rng.normal(0, 0.1, 3))).astype(np.float32)
    edge = cv2.GaussianBlur(solid.astype(np.float32), (0, 0), 0.5)[..., None]
    seen = view * left[..., None] * (1 - edge) + colours * tint * edge
    return np.asarray(seen, np.float32), solid.astype(np.float32)


def _blotted(
    view: Floats, rng: np.random.Generator, px: int, any_colour: float
) -> tuple[Floats, Floats]:
    """A view with blots over it, often of a hand's colour: one large one or, of a third, several no
    larger than a site, as fingertips are.
    """
    blot = np.zeros(view.shape[:2], np.float32)
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
