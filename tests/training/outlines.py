"""Chessmen and stones on drawn boards (see `drawn`, also for the styles), made of outlines."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from pi_board.vision.geometry import BoardGeometry, Floats
from tests.training.men import HEIGHTS, HORSE, RADII, Profile, stone_profile, turned_man

_SHAPES = ("disc", "rings", "rim", "dome", "reeded", "lens")
_ROUND = np.linspace(0, 2 * np.pi, 25)[:-1]
_CIRCLE = np.stack([np.cos(_ROUND), np.sin(_ROUND)], axis=1)
Rng = np.random.Generator
Colour = npt.NDArray[np.float64]  # BGR, 0 to 255


@dataclass(frozen=True)
class Standing:
    """A thing on the board: layers (outline in board points (N, 3), how brightly lit) in the order
    they are painted in; foot and height in sites.
    """

    foot: tuple[float, float]
    colour: Colour
    layers: list[tuple[Floats, float]]
    height: float = 0.0


class Men:
    """A chess set."""

    def __init__(self, rng: Rng, style: str, geometry: BoardGeometry) -> None:
        self.rng, self.style = rng, style
        self.king, self.wide = rng.uniform(1.0, 1.9), rng.uniform(0.85, 1.1)
        self.outlined = style != "lathe" and rng.random() < 0.6
        self.shading = rng.uniform(0.15, 0.6)
        self.lying = rng.uniform(0.38, 0.48)  # half of a printed man's size
        r = geometry.rotation_matrix
        self.right = r[0] / np.linalg.norm(r[0, :2]) * (1, 1, 0)  # of the camera, on the board
        self.quarter = rng.integers(4)
        jitter = {kind: np.exp(rng.normal(0, 0.06, 2)) for kind in RADII}
        self.sizes = {
            kind: (RADII[kind] * self.wide * a, HEIGHTS[kind] * self.king * b)
            for kind, (a, b) in jitter.items()
        }

    def made(self, kind: str, foot: tuple[float, float], colour: Colour, other: Colour) -> Standing:
        """A man; `other` is the colour of its edges where it is drawn with them."""
        r, h = self.sizes[kind]
        if self.style == "lathe":
            layers = _turned(_man(kind, r, h), foot, self.shading)
            if kind == "n":
                layers += self._horse(foot, r, h)
            if kind == "k":
                bar = ((-0.4, 0.9), (0.4, 0.9), (0.4, 0.96), (-0.4, 0.96))
                layers.append((_standing(np.array(bar) * (r, h), foot, self.right), 1.0))
            return Standing(foot, colour, layers, h)
        if self.style == "tops":
            return Standing(foot, colour, self._top(kind, foot, r, h))
        return self._figure(kind, foot, colour, other)

    def _figure(
        self, kind: str, foot: tuple[float, float], colour: Colour, other: Colour
    ) -> Standing:
        """A man's outline, upright or lying on the board."""
        r, h = self.sizes[kind]
        outline = _silhouette(kind, r, h)
        if self.style == "upright":
            points = _standing(outline, foot, self.right)
        else:
            size = self.lying * (0.75 + 0.25 * HEIGHTS[kind]) / max(h / 2, r)
            flat = (outline - (0, h / 2)) * size
            turn = [(1, 0), (0, 1), (-1, 0), (0, -1)][self.quarter]
            across, up = np.array(turn), np.array((-turn[1], turn[0]))
            points = np.array([foot + x * across + y * up for x, y in flat])
            points = np.c_[points, np.zeros(len(points))]
        middle = points.mean(axis=0)
        layers = [(points, 1.0)]
        if self.outlined:
            dark = 0.15 if colour.mean() > other.mean() else 4.0
            layers = [(points, dark), (middle + 0.86 * (points - middle), 1.0)]
        return Standing(foot, colour, layers, h if self.style == "upright" else 0.0)

    def _horse(self, foot: tuple[float, float], r: float, h: float) -> list[tuple[Floats, float]]:
        angle = self.rng.uniform(0, 2 * np.pi)
        along = np.array((np.cos(angle), np.sin(angle), 0.0))
        beside = np.array((-along[1], along[0], 0.0)) * r
        head = np.array(HORSE) * (r, 0.76 * h) + (0, 0.24 * h)
        side = _standing(head, foot, along)
        thick = np.linspace(-0.3, 0.3, 7)
        near = -1.0 if beside @ self.right > 0 else 1.0
        return [(side + t * beside, 0.75 if t != 0.3 else 0.95) for t in thick * near]

    def _top(
        self, kind: str, foot: tuple[float, float], r: float, h: float
    ) -> list[tuple[Floats, float]]:
        """Rings as from above, and each kind's mark."""
        rings = {"p": (1, 0.5), "r": (1, 0.76, 0.5), "n": (1,), "b": (1, 0.56, 0.2)}
        shares = rings.get(kind, (1, 0.7, 0.45))
        shades = np.resize((0.75, 1.05, 0.85), len(shares))
        layers = [
            (_ring(foot, r * share, 0.0), float(shade))
            for share, shade in zip(shares, shades, strict=True)
        ]
        angle = self.rng.uniform(0, 2 * np.pi)
        turn = np.array([(np.cos(angle), np.sin(angle)), (-np.sin(angle), np.cos(angle))])
        star = 0.5 * _CIRCLE[::2] * (0.6 + 0.4 * (np.arange(len(_CIRCLE[::2])) % 2))[:, None]
        marks = {
            "n": [[(x, z - 0.5) for x, z in HORSE]],
            "b": [[(-0.05, -0.45), (0.05, -0.45), (0.05, 0.45), (-0.05, 0.45)]],
            "k": [
                [(-0.1, -0.4), (0.1, -0.4), (0.1, 0.4), (-0.1, 0.4)],
                [(-0.4, -0.1), (0.4, -0.1), (0.4, 0.1), (-0.4, 0.1)],
            ],
            "q": [star],
        }
        for mark in marks.get(kind, []):
            flat = np.array(mark) * 0.9 * r @ turn + foot
            layers.append((np.c_[flat, np.zeros(len(flat))], 0.5 if kind in "bk" else 1.1))
        return layers


class Stones:
    """Stones for draughts, Othello or Lines of Action, some two high, some with a mark."""

    def __init__(self, rng: Rng, style: str) -> None:
        self.rng = rng
        shape = str(rng.choice(_SHAPES))
        self.r = rng.uniform(0.26, 0.46)
        self.h = 0.0 if style == "lying" else self.r * rng.uniform(0.15, 0.75)
        self.profile = stone_profile(rng, "dome" if shape == "lens" else shape, self.r, self.h)
        self.shading = rng.uniform(0.15, 0.6)
        self.rings = sorted(rng.uniform(0.2, 0.95, rng.integers(0, 4)))[::-1]
        self.crowned = rng.uniform(0.1, 0.9) if rng.random() < 0.3 else 0.0
        self.marked = rng.random() < 0.2

    def made(self, kind: str, foot: tuple[float, float], colour: Colour, other: Colour) -> Standing:
        """A stone, or two; crowns may be marks on top."""
        king = self.rng.random() < self.crowned
        if self.h == 0.0:
            layers = [(_ring(foot, self.r, 0.0), 1.0)]
            layers += [
                (_ring(foot, self.r * s, 0.0), (0.8, 1.1)[i % 2]) for i, s in enumerate(self.rings)
            ]
        else:
            layers = _turned(self.profile, foot, self.shading)
        top = self.h
        if king and not self.marked and self.h:
            layers += [(p + np.array((0, 0, self.h)), s) for p, s in layers]
            top *= 2
        elif king:
            angles = _ROUND[::2]
            reach = self.r * 0.6 * (0.55 + 0.45 * (np.arange(len(angles)) % 2))
            star = np.stack([foot[0] + reach * np.cos(angles), foot[1] + reach * np.sin(angles)], 1)
            shade = 0.4 if colour.mean() > other.mean() else 2.5
            layers.append((np.c_[star, np.full(len(star), self.h)], shade))
        return Standing(foot, colour, layers, top)


def _ring(foot: tuple[float, float], radius: float, z: float) -> Floats:
    return np.c_[np.array(foot) + radius * _CIRCLE, np.full(len(_CIRCLE), z)]


def _man(kind: str, r: float, h: float) -> Profile:
    """What a lathe makes of a man; of a knight only the foot."""
    if kind == "n":
        return [(0, 0), (r, 0), (r, 0.08 * h), (0.8 * r, 0.16 * h), (0.7 * r, 0.26 * h)]
    return turned_man(kind, r, h)


def _turned(
    profile: Profile, foot: tuple[float, float], shading: float
) -> list[tuple[Floats, float]]:
    """Discs one above the other; where a profile leans outwards less light falls on it."""
    layers = []
    for (r0, z0), (r1, z1) in pairwise(profile):
        steps = max(1, int(np.ceil(abs(z1 - z0) / 0.04)))
        upward = (r0 - r1) / max(float(np.hypot(r1 - r0, z1 - z0)), 1e-9)
        shade = 1 - shading * (0.55 - 0.5 * upward)
        between = np.linspace((r0, z0), (r1, z1), steps + 1)[1:]
        layers += [(_ring(foot, r, z), shade) for r, z in between]
    return layers


def _silhouette(kind: str, r: float, h: float) -> Floats:
    """A man's outline (N, 2) from its side: across, up."""
    if kind == "n":
        head = [(x * r, (0.2 + 0.8 * z) * h) for x, z in HORSE[2:]]
        return np.array([(-r, 0), (r, 0), (0.7 * r, 0.2 * h), *head, (-0.7 * r, 0.2 * h)])
    side = list(turned_man(kind, r, h))
    if kind == "k":
        side = [*side[:-1], (0.1 * r, 0.9 * h), (0.35 * r, 0.9 * h), (0.35 * r, 0.95 * h),
                (0.1 * r, 0.95 * h), (0.1 * r, h), (0.0, h)]  # fmt: skip
    return np.array([*side, *[(-x, z) for x, z in side[::-1]]])


def _standing(outline: Floats, foot: tuple[float, float], along: Floats) -> Floats:
    """Board points (N, 3) of an upright outline (N, 2)."""
    return np.array([(*foot, 0.0) + x * along + (0.0, 0.0, z) for x, z in outline])
