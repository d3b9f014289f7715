"""Boards for Connex'oh: 36 tiles, each with a light and a dark half and a dish in both."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import bpy
import numpy as np

from tests.training.render import meshes, textures
from tests.training.render.board import Board, Point3, site_name
from tests.training.render.face import BONE, CORNERS, WHITE, Face, block, dyed, rails, wooden
from tests.training.render.stones import teams
from tests.training.render.textures import Floats, Rng
from tests.training.render.top import JOINT, Top, Turns

_TOWARDS = np.array([(1, 1), (1, -1), (-1, -1), (-1, 1)])  # a tile's light corner, by orientation
_SHAPES = {"bead": 0.6, "disc": 0.3, "lens": 0.1}
_HOLE = 0.6  # cm deep


def tiles(rng: Rng, family: str, aruco: bool, start: bool = False) -> Board:
    """A board with a position."""
    grid, side = rng.uniform(26.5, 28.8), rng.uniform(2.4, 3.2)
    site = grid / 6
    margin = side * rng.uniform(1.45, 1.7) if aruco else rng.uniform(0.4, 3.5)
    width, thick = grid + 2 * margin, rng.uniform(1.0, 1.35)
    woods, dark, light = _halves(rng, family)
    frame = wooden(rng, family, bool(rng.random() < 0.6), 1.5)[1]
    turns = np.zeros((6, 6), np.int64) if start else rng.integers(0, 4, (6, 6))
    face = Face(width, width, frame)
    _lay_tiles(rng, face, turns, site, dark, light)
    markers = face.markers((grid, grid), side, side * rng.uniform(0.68, 0.8)) if aruco else {}
    dish, deep = site * rng.uniform(0.14, 0.21), rng.uniform(0.12, 0.4)
    off = site * rng.uniform(0.165, 0.2)
    bevel = rng.uniform(0.03, 0.12)

    def hollowed(turns: Turns, gone: tuple[int, int] | None) -> bpy.types.Mesh:
        return _hollowed(width, turns, site, off, dish, deep, bevel, gone)

    gloss, coat = rng.uniform(0.2, 0.6), float(rng.choice([0.0, 0.3, 0.8], p=[0.5, 0.3, 0.2]))
    top = Top(face, turns, site, hollowed)
    top.body = block(face, thick, frame, gloss, coat, hollowed(turns, None))
    outside = (width / 2, width / 2)
    if not aruco or rng.random() < 0.2:
        outside = rails(rng, (width, width), thick + rng.uniform(0.0, 0.8), frame, gloss)
    shape = str(rng.choice(list(_SHAPES), p=list(_SHAPES.values())))
    pair, body = teams(rng, family, ("black", "white")), dish * rng.uniform(0.78, 0.98)
    tall = rng.uniform(0.55, 0.9) if shape == "bead" else rng.uniform(0.5, 0.8)
    for team in pair.values():
        team.shape(rng, shape, body, body * tall)

    def place(column: int, row: int, team: str) -> Point3:
        towards = _TOWARDS[turns[row, column]] * (1 if team == "w" else -1)
        middle = (np.array((column, row)) - 2.5) * site + off * towards
        x, y = (middle + rng.normal(0, 0.05, 2)).tolist()
        return x, y, thick - 0.6 * deep

    board = Board(
        "connexoh",
        shape,
        (6, 6),
        (grid, grid),
        thick,
        outside,
        {},
        pair,
        markers,
        woods,
        place,
        top,
    )
    for label, home in (("w", range(6)), ("b", range(30, 36))):
        places = home if start else rng.choice(36, rng.integers(0, 7), replace=False).tolist()
        for number in sorted(places):
            board.put(rng, number % 6, number // 6, label)
    board.state = tiles_state(turns, board.stones)
    return board


def tiles_state(turns: Turns, stones: Collection[tuple[int, int, str]]) -> dict[str, Any]:
    """The truth of tiles with stones (column, row, team) on them."""
    rows = ["".join(str(turn) for turn in row) for row in turns[::-1]]
    on = {team: [site_name(x, y) for x, y, t in stones if t == team] for team in "bw"}
    return {"tiles": rows, "stones": on}


def _halves(rng: Rng, family: str) -> tuple[dict[str, str], Floats, Floats]:
    """Names and textures of the tiles' dark and light halves."""
    if rng.random() < 0.68:
        (dark_name, dark), (name, light) = (wooden(rng, family, d) for d in (True, False))
        return {"dark": dark_name, "light": name}, dark, light
    ink = (0.1, 0.09, 0.085) if rng.random() < 0.4 else dyed(rng, family)
    pale = (WHITE, BONE, (0.9, 0.88, 0.82), (0.93, 0.86, 0.62))[rng.integers(4)]
    dark, light = (textures.speckle(rng, 500, c, 0.015, 20) for c in (ink, pale))
    return {"dark": str(ink), "light": str(pale)}, dark, light


def _lay_tiles(
    rng: Rng, face: Face, turns: Turns, site: float, dark: Floats, light: Floats
) -> None:
    for (y, x), turn in np.ndenumerate(turns):
        middle = np.array((x - 2.5, y - 2.5)) * site
        corners = np.array(CORNERS)
        lit = corners[corners @ _TOWARDS[turn] > -1]  # the corner itself and its two neighbours
        for part, texture in ((corners, dark), (lit, light)):
            cut = np.roll(texture * np.float32(np.exp(rng.normal(0, 0.04))), rng.integers(300), 0)
            face.polygon([tuple(p) for p in (middle + part * site / 2).tolist()], cut)
    gap = 2 * rng.uniform(0.015, 0.05)
    for i in range(-3, 4):
        face.line((i * site, -3 * site), (i * site, 3 * site), JOINT, gap)
        face.line((-3 * site, i * site), (3 * site, i * site), JOINT, gap)


def _hollowed(
    width: float,
    turns: Turns,
    site: float,
    off: float,
    dish: float,
    deep: float,
    bevel: float,
    gone: tuple[int, int] | None,
) -> bpy.types.Mesh:
    """The upper side with its dishes, `off` from the tiles' middles, grooves between tiles, and a
    hole where a tile is `gone`.
    """
    towards = _TOWARDS[turns]

    def height(x: Floats, y: Floats) -> Floats:
        i, j = (np.clip(np.floor(v / site).astype(int) + 3, 0, 5) for v in (x, y))
        u, v = x - (i - 2.5) * site, y - (j - 2.5) * site
        a, b = off * towards[j, i, 0], off * towards[j, i, 1]
        r = np.minimum(np.hypot(u - a, v - b), np.hypot(u + a, v + b)) / dish
        border = site / 2 - np.maximum(np.abs(u), np.abs(v))
        low = deep * np.clip(1 - r**2, 0, 1) + 0.12 * np.clip(1 - border / bevel, 0, 1)
        if gone is not None:
            low = np.where((i == gone[0]) & (j == gone[1]), _HOLE, low)
        on = (np.abs(x) < 3 * site) & (np.abs(y) < 3 * site)
        return np.where(on, -low, 0.0).astype(np.float32)

    return meshes.relief(width, width, 0.1, height)
