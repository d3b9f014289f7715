"""Pictures of materials: float32 arrays (height, width, 3), RGB from 0 to 1, made from noise."""

from __future__ import annotations

from itertools import pairwise

import cv2
import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Rng = np.random.Generator
RGB = tuple[float, float, float]

# Light and dark of the grain, 8 bits.
LIGHT_WOODS = {
    "train": {
        "birch": ((226, 205, 160), (205, 178, 130)),
        "maple": ((220, 188, 140), (196, 158, 108)),
        "pine": ((224, 186, 120), (192, 142, 78)),
        "ash": ((205, 188, 150), (172, 148, 108)),
        "olive": ((206, 176, 112), (150, 112, 62)),
    },
    "test": {
        "beech": ((214, 170, 128), (192, 142, 98)),
        "oak": ((196, 158, 108), (158, 118, 72)),
        "lime": ((232, 216, 182), (216, 196, 156)),
        "spruce": ((230, 200, 150), (206, 160, 100)),
    },
}
DARK_WOODS = {
    "train": {
        "walnut": ((100, 70, 50), (62, 42, 30)),
        "wenge": ((70, 56, 48), (42, 32, 28)),
        "mahogany": ((140, 66, 44), (100, 40, 28)),
        "teak": ((140, 96, 58), (104, 66, 36)),
    },
    "test": {
        "rosewood": ((104, 54, 40), (54, 26, 22)),
        "ebony": ((54, 46, 42), (32, 26, 24)),
        "padauk": ((156, 70, 40), (116, 46, 26)),
        "smoked": ((116, 88, 64), (80, 58, 42)),
        "cherry": ((166, 104, 66), (130, 74, 44)),
    },
}
DYES: dict[str, dict[str, RGB]] = {
    "train": {
        "green": (0.10, 0.36, 0.18), "blue": (0.14, 0.26, 0.50), "grey": (0.36, 0.38, 0.40),
        "red": (0.50, 0.10, 0.10), "brown": (0.36, 0.22, 0.13), "black": (0.09, 0.09, 0.09),
    },
    "test": {
        "olive": (0.28, 0.34, 0.16), "navy": (0.10, 0.14, 0.32), "slate": (0.28, 0.33, 0.36),
        "wine": (0.36, 0.08, 0.14), "tan": (0.55, 0.38, 0.22), "teal": (0.08, 0.36, 0.38),
        "black": (0.07, 0.07, 0.08),
    },
}  # fmt: skip


def noise(rng: Rng, shape: tuple[int, int], cells: tuple[float, float], octaves: int = 4) -> Floats:
    """Smooth noise about 0, spread about 1, with so many cells (down, across) at its coarsest."""
    out, weight = np.zeros(shape, np.float32), 1.0
    for octave in range(octaves):
        rows, columns = (
            max(2, min(round(n * 2**octave), s)) for n, s in zip(cells, shape, strict=True)
        )
        coarse = rng.normal(0, 1, (rows, columns)).astype(np.float32)
        out += weight * cv2.resize(coarse, shape[::-1], interpolation=cv2.INTER_CUBIC)
        weight *= 0.5
    return out


def wood(rng: Rng, px: int, tones: tuple[RGB, RGB] | None = None, fineness: float = 1.0) -> Floats:
    """Grain that runs across, (px, px, 3), with `tones` 8-bit RGB."""
    light, dark = (
        np.array(tone, np.float32) / 255 for tone in tones or ((220, 190, 140), (190, 150, 100))
    )
    shape = (px, px)
    ys = np.linspace(0, 1, px, dtype=np.float32)[:, None] * fineness
    bend = rng.uniform(0.02, 0.25) * noise(rng, shape, (2, 1.2), 3)
    rings = 0.5 + 0.5 * np.sin(2 * np.pi * (rng.uniform(4, 14) * (ys + bend * 0.4)))
    fibres = noise(rng, shape, (60 * fineness, 2 * fineness), 3)
    pores = np.clip(noise(rng, shape, (90 * fineness, 8 * fineness), 2) - rng.uniform(1.3, 3), 0, 1)
    patchy = noise(rng, shape, (2, 1.5), 2)
    mix = rng.uniform(0.2, 0.8) * rings**1.5 + 0.13 * fibres + 0.1 * patchy
    out = light + (dark - light) * np.clip(mix, -0.2, 1.3)[..., None]
    return np.clip(out * (1 - 0.35 * pores[..., None]), 0.01, 0.98).astype(np.float32)


def tones_of(rng: Rng, family: str, dark: bool) -> tuple[str, tuple[RGB, RGB]]:
    """A wood's name and its tones, slightly off."""
    woods = (DARK_WOODS if dark else LIGHT_WOODS)[family]
    name = str(rng.choice(sorted(woods)))
    gain = np.exp(rng.normal(0, 0.08)) * np.exp(rng.normal(0, 0.03, 3))
    light, dark_tone = (tuple(float(c) for c in np.array(t) * gain) for t in woods[name])
    return name, (light, dark_tone)  # type: ignore[return-value]


def planks(rng: Rng, px: int, tones: tuple[RGB, RGB]) -> Floats:
    """Boards side by side with dark joints."""
    out, count = np.empty((px, px, 3), np.float32), int(rng.integers(3, 9))
    edges = np.linspace(0, px, count + 1).astype(int)
    for top, low in pairwise(edges):
        strip = wood(rng, px, tones)[: low - top] * np.exp(rng.normal(0, 0.08))
        strip[:2] *= rng.uniform(0.3, 0.8)
        out[top:low] = np.roll(strip, rng.integers(px), axis=1)
        joint = int(rng.integers(px))
        out[top:low, joint : joint + 2] *= 0.5
    return np.clip(out, 0, 1)


def cloth(rng: Rng, px: int, kind: str) -> Floats:
    """Woven cloth: `plain`, `stripes` or `checks`."""
    one, two = (any_dye(rng) for _ in range(2))
    axis = np.arange(px) / px * int(rng.integers(3, 10))
    share = rng.uniform(0.3, 0.6)
    band = (axis % 1 < share).astype(np.float32)
    if kind == "plain":
        mix = np.zeros((px, px), np.float32)
    elif kind == "stripes":
        mix = np.tile(band[:, None], (1, px))
    else:
        mix = (band[:, None] + band[None, :]) / 2
    out = one + (two - one) * mix[..., None]
    weave = 0.05 * rng.normal(0, 1, (px, px)) + 0.05 * noise(rng, (px, px), (3, 3), 5)
    return np.clip(out * (1 + weave[..., None]), 0, 1).astype(np.float32)


def speckle(rng: Rng, px: int, colour: Floats | RGB, strength: float, cells: float = 12) -> Floats:
    """A plain thing that is not quite plain: stone, sand, felt, painted plaster."""
    field = strength * noise(rng, (px, px), (cells, cells), 6)
    tint = 0.02 * rng.normal(0, 1, 3)
    return np.clip(np.asarray(colour) * (1 + field[..., None] * (1 + tint)), 0, 1).astype(
        np.float32
    )


def any_dye(rng: Rng) -> Floats:
    """A colour (3,) of cloth or paint."""
    grey = rng.uniform(0.1, 0.85)
    colour = grey * np.exp(rng.normal(0, 0.35 if rng.random() < 0.6 else 0.08, 3))
    return np.clip(colour, 0.03, 0.92).astype(np.float32)


def table(rng: Rng, family: str) -> tuple[str, Floats, float, float]:
    """Of a table: its kind, a texture, how many cm that covers, and its roughness."""
    kinds = ["wood", "planks", "cloth", "plain", "stone"]
    kind = str(rng.choice(kinds, p=[0.2, 0.25, 0.25, 0.2, 0.1]))
    px = 768
    if kind in ("wood", "planks"):
        _, tones = tones_of(rng, family, bool(rng.random() < 0.55))
        make = wood if kind == "wood" else planks
        return kind, make(rng, px, tones), rng.uniform(45, 100), rng.uniform(0.25, 0.7)
    if kind == "cloth":
        weave = str(rng.choice(["plain", "stripes", "checks"], p=[0.2, 0.4, 0.4]))
        return kind, cloth(rng, px, weave), rng.uniform(14, 40), 0.9
    if kind == "plain":
        return (
            kind,
            speckle(rng, px, any_dye(rng), rng.uniform(0.01, 0.05)),
            50.0,
            rng.uniform(0.4, 0.9),
        )
    return (
        kind,
        speckle(rng, px, any_dye(rng), rng.uniform(0.05, 0.2)),
        40.0,
        rng.uniform(0.15, 0.5),
    )
