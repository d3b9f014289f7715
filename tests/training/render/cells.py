"""Othello's cells: between lines or rails, or apart and rounded."""

from __future__ import annotations

import cv2
import numpy as np

from tests.training.render import meshes, textures
from tests.training.render.face import BLACK, PX_CM, WHITE, Face, wooden
from tests.training.render.textures import RGB, Floats, Rng

_KINDS = {"lines": 0.35, "apart": 0.45, "rails": 0.2}
_INKS: list[RGB] = [BLACK, WHITE, (0.03, 0.18, 0.09), (0.25, 0.15, 0.09)]
_FELTS: list[RGB] = [(0.06, 0.42, 0.2), (0.03, 0.2, 0.1), (0.1, 0.55, 0.22), (0.1, 0.2, 0.48)]


def any_felt(rng: Rng, family: str) -> Floats:
    """What the cells are made of: felt, card or plastic, now and then wood."""
    if rng.random() < 0.12:
        return wooden(rng, family, bool(rng.random() < 0.3))[1]
    colour = np.array(_FELTS[rng.choice(4, p=(0.45, 0.2, 0.2, 0.15))])
    colour = np.clip(colour * np.exp(rng.normal(0, 0.2, 3)), 0.01, 0.9)
    return textures.speckle(rng, 700, colour.astype(np.float32), rng.uniform(0.01, 0.08), 30)


def divide(rng: Rng, face: Face, felt: Floats, site: float, surface: float) -> None:
    """Part the cells, of `felt` all over, on a board whose face is so high."""
    kind = str(rng.choice(list(_KINDS), p=list(_KINDS.values())))
    ink = _INKS[rng.choice(4, p=(0.55, 0.15, 0.2, 0.1))]
    if kind == "lines":
        lined(face, site, ink, rng.uniform(0.04, 0.18), dots=bool(rng.random() < 0.6))
    elif kind == "rails":
        _railed(rng, site, ink, surface)
    else:
        _apart(rng, face, felt, site, ink)


def lined(face: Face, site: float, ink: RGB, cm: float, dots: bool) -> None:
    """Lines between the cells, and Othello's dots."""
    half = 4 * site
    for i in range(-4, 5):
        face.line((i * site, -half), (i * site, half), ink, cm)
        face.line((-half, i * site), (half, i * site), ink, cm)
    for x, y in ((-2, -2), (-2, 2), (2, -2), (2, 2)) if dots else ():
        at = face.px(x * site, y * site)
        cv2.circle(face.rgb, at, round(0.3 * PX_CM), ink, -1, cv2.LINE_AA)


def _apart(rng: Rng, face: Face, felt: Floats, site: float, ink: RGB) -> None:
    """Cells with gaps between them, more or less round at the corners."""
    side = round(site * rng.uniform(0.78, 0.96) * PX_CM)
    radius = int(side * (rng.uniform(0.1, 0.42) if rng.random() < 0.75 else 0.0))
    ground = textures.speckle(rng, 500, ink, rng.uniform(0.01, 0.05))
    if rng.random() < 0.25:  # a darker or lighter felt
        ground = felt * np.float32(rng.choice([rng.uniform(0.3, 0.7), rng.uniform(1.4, 2.0)]))
    half = 4 * site
    face.polygon([(-half, -half), (half, -half), (half, half), (-half, half)], ground.clip(0, 1))
    cell = np.zeros((side, side), np.uint8)
    inner = (radius, side - 1 - radius)
    cv2.rectangle(cell, (inner[0], 0), (inner[1], side - 1), 1, -1)
    cv2.rectangle(cell, (0, inner[0]), (side - 1, inner[1]), 1, -1)
    for x in inner:
        for y in inner:
            cv2.circle(cell, (x, y), radius, 1, -1)
    ys, xs = cell.nonzero()
    for row, column in np.ndindex(8, 8):
        left, top = (at - side // 2 for at in face.px((column - 3.5) * site, (row - 3.5) * site))
        face.rgb[top + ys, left + xs] = felt[(top + ys) % len(felt), (left + xs) % len(felt)]


def _railed(rng: Rng, site: float, ink: RGB, surface: float) -> None:
    """Raised rails between the cells."""
    broad, high = site * rng.uniform(0.03, 0.09), site * rng.uniform(0.02, 0.07)
    made, long = meshes.material(ink, rng.uniform(0.15, 0.6)), 8 * site + broad
    for i in range(-4, 5):
        meshes.thing(meshes.box(broad, long, high), made, (i * site, 0, surface))
        meshes.thing(meshes.box(long, broad, high), made, (0, i * site, surface))
