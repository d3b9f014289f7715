"""Boards for Lines of Action, draughts and Othello."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tests.training.render import cells as of_othello
from tests.training.render import textures
from tests.training.render.board import Board, Point3
from tests.training.render.face import BLACK, BONE, WHITE, Face, block, dyed, rails, wooden
from tests.training.render.stones import teams
from tests.training.render.textures import Floats, Rng

_SHAPES = {"disc": 0.2, "rings": 0.25, "rim": 0.2, "dome": 0.1, "lens": 0.15, "reeded": 0.1}
_STYLES = {
    "train": {"slab": 0.28, "printed": 0.2, "rim": 0.12, "othello": 0.4},
    "test": {"slab": 0.42, "printed": 0.28, "rim": 0.18, "othello": 0.12},
}
_DRAUGHTS = {"train": 0.5, "test": 0.15}  # share of the other boards
_OWN_WOOD = 0.4  # share of the wooden boards whose stones are of the squares' woods
_KINGS = 0.2  # share of the men on half the boards for draughts
_TWO_COLOURED = 0.7  # share of Othello's sets that are black below and white above, or the reverse
Cells = npt.NDArray[np.str_]  # (8, 8), row 1 first


@dataclass(frozen=True)
class _Ground:
    """What a board is made of: textures of dark and light squares and of the frame."""

    dark: Floats
    light: Floats
    frame: Floats
    gloss: float
    coat: float
    woods: tuple[str, str] | None = None  # names of the squares' woods, the darker first


def chequered(
    rng: Rng, family: str, aruco: bool, stones: bool = True, start: bool = False
) -> Board:
    """A board with a position, at the start of a game, or without any stones."""
    train = family == "train" and stones
    styles = _STYLES["train" if train else "test"]
    style = str(rng.choice(list(styles), p=list(styles.values())))
    grid, side = rng.uniform(31, 41), rng.uniform(2.2, 3.4)
    site = grid / 8
    margin = rng.uniform(1.45, 1.7) * side if aruco else rng.uniform(0.6, 4.0)
    width = grid + 2 * margin
    thick = rng.uniform(0.15, 0.4) if style == "printed" else rng.uniform(1.1, 2.5)
    ground = _ground(rng, family, style)
    face = Face(width, width, ground.frame)
    _squares(rng, face, ground, style, site)
    if train and style == "othello":
        of_othello.divide(rng, face, ground.dark, site, thick)
    else:
        _lines(rng, face, style, site)
    _coordinates(rng, face, site, margin, bool(ground.frame.mean() < 0.35))
    markers = face.markers((grid, grid), side, side * rng.uniform(0.68, 0.8)) if aruco else {}
    edge = ground.frame.mean(axis=(0, 1)) * 0.9 if style == "printed" else ground.frame
    block(face, thick, edge, ground.gloss, ground.coat)
    outside = (width / 2, width / 2)
    if style == "rim":
        rail = ground.frame if rng.random() < 0.6 else wooden(rng, family, True)[1]
        outside = rails(rng, (width, width), thick + rng.uniform(0.1, 0.9), rail, ground.gloss)
    pair = teams(rng, family, _names(rng, family, style, ground), glossy=style == "othello")
    if start or not stones:
        cells = _start() if start else np.full((8, 8), ".")
    else:
        style, cells = _position(rng, family, style)
    rows = ["".join(row) for row in cells[::-1]]
    board = Board("loa", style, (8, 8), (grid, grid), thick, outside, {"grid": rows}, pair, markers)
    shape = str(rng.choice(list(_SHAPES), p=list(_SHAPES.values())))
    radius, loose = site * rng.uniform(0.31, 0.42), rng.uniform(0.01, 0.08)
    stray = 0.12
    if train and rng.random() < 0.2:
        loose, stray = rng.uniform(0.08, 0.16), 0.3
    if style == "othello" and rng.random() < _TWO_COLOURED:
        shape, radius = "disc", site * rng.uniform(0.38, 0.44)
        pair["b"].under, pair["w"].under = pair["w"].material, pair["b"].material
    for team in pair.values():
        team.shape(rng, shape, radius, radius * rng.uniform(0.25, 0.6))

    _put(rng, board, cells, loose, stray)
    if train and style == "draughts" and rng.random() < 0.5:
        _crown(rng, board, site)
    return board


def _put(rng: Rng, board: Board, cells: Cells, loose: float, stray: float) -> None:
    """Stones on a board, so many sites beside their places in the mean and at most."""
    site = board.grid[0] / 8

    def place(column: int, row: int, _: str) -> Point3:
        off = np.clip(rng.normal(0, loose, 2), -stray, stray)
        x, y = ((np.array((column, row)) - 3.5 + off) * site).tolist()
        return x, y, board.surface

    board.place = place
    for row, column in np.argwhere(cells != "."):
        board.put(rng, column, row, str(cells[row, column]))


def _names(rng: Rng, family: str, style: str, ground: _Ground) -> tuple[str, str] | None:
    """The teams' colours or woods, where they are no matter of chance."""
    if style == "othello":
        return "black", "white"
    own = family == "train" and ground.woods is not None and rng.random() < _OWN_WOOD
    return ground.woods if own else None


def _crown(rng: Rng, board: Board, site: float) -> None:
    """Make kings of some men: a second one on each."""
    for (_, _, label), man in list(board.stones.items()):
        if rng.random() < _KINGS:
            x, y, foot = man.location
            team, (right, up) = board.teams[label], rng.normal(0, 0.015 * site, 2)
            team.put(rng, (x + right, y + up, foot + team.height))


def _ground(rng: Rng, family: str, style: str) -> _Ground:
    if style == "printed":
        ink = dyed(rng, family)
        pale = (WHITE, BONE, (0.8, 0.78, 0.72), (0.92, 0.9, 0.6))[rng.integers(4)]
        border = (ink, pale, WHITE, BLACK, (0.62, 0.56, 0.46))[rng.integers(5)]
        uneven = rng.uniform(0.01, 0.05)
        dark, light = (textures.speckle(rng, 400, c, uneven, 20) for c in (ink, pale))
        frame = textures.speckle(rng, 600, border, 0.02)
        return _Ground(dark, light, frame, rng.uniform(0.3, 0.8), float(rng.choice([0.0, 0.3])))
    if style == "othello":
        if family == "train":
            felt = of_othello.any_felt(rng, family)
        else:
            green = np.array((0.06, 0.42, 0.2)) * np.exp(rng.normal(0, 0.25, 3))
            felt = textures.speckle(rng, 700, green, rng.uniform(0.01, 0.08), 30)
        frames = (felt, wooden(rng, family, True)[1], textures.speckle(rng, 600, BLACK, 0.03))
        return _Ground(felt, felt, frames[rng.integers(3)], rng.uniform(0.4, 0.9), 0.0)
    (darker, dark), (lighter, light) = wooden(rng, family, True), wooden(rng, family, False)
    woods: tuple[str, str] | None = (darker, lighter)
    if rng.random() < 0.25:
        dark, woods = textures.speckle(rng, 500, dyed(rng, family), 0.04), None
    frame = wooden(rng, family, bool(rng.random() < 0.5), 1.5)[1]
    if rng.random() < 0.2:
        frame = textures.speckle(rng, 600, (0.08, 0.07, 0.07), 0.05)
    coat = float(rng.choice([0.0, 0.3, 0.8], p=[0.5, 0.3, 0.2]))
    return _Ground(dark, light, frame, rng.uniform(0.2, 0.65), coat, woods)


def _squares(rng: Rng, face: Face, ground: _Ground, style: str, site: float) -> None:
    wood = style in ("slab", "rim")
    for row in range(8):
        for column in range(8):
            texture = ground.dark if (column + row) % 2 == 0 else ground.light
            if wood and rng.random() < 0.5:
                texture = np.rot90(texture, 2)
            low = ((column - 4) * site, (row - 4) * site)
            gain = np.float32(np.exp(rng.normal(0, 0.04 if wood else 0.0)))
            face.fill(rng, low, (low[0] + site, low[1] + site), texture * gain)


def _lines(rng: Rng, face: Face, style: str, site: float) -> None:
    """Lines between the squares, around them, and Othello's dots."""
    half, othello = 4 * site, style == "othello"
    ink = BLACK if othello or rng.random() < 0.6 else WHITE
    if othello or rng.random() < 0.15:
        of_othello.lined(face, site, ink, 0.12 if othello else 0.06, dots=othello)
    if rng.random() < 0.5:
        out = half + float(rng.choice([0.0, 0.0, 0.15]))
        face.frame((out, out), ink, rng.uniform(0.08, 0.2))


def _coordinates(rng: Rng, face: Face, site: float, margin: float, dark: bool) -> None:
    if margin < 0.9 or rng.random() < 0.25:
        return
    ink = (0.85, 0.83, 0.78) if dark else (0.1, 0.09, 0.08)
    cm = min(rng.uniform(0.5, 0.9), margin * 0.6)
    off = 4 * site + min(margin / 2, rng.uniform(0.7, 1.6))
    sides = ((-1, 0), (1, 2)) if rng.random() < 0.7 else ((-1, 0),)
    for i in range(8):
        at = (i - 3.5) * site
        for side, quarter in sides:
            face.text("abcdefgh"[i], (at, side * off), cm, ink, quarter)
            face.text(str(i + 1), (side * off, at), cm, ink, quarter)


def _start() -> Cells:
    """Lines of Action's start position."""
    cells = np.full((8, 8), ".")
    cells[[0, 7], 1:7] = "b"
    cells[1:7, 0] = cells[1:7, 7] = "w"
    return cells


def _position(rng: Rng, family: str, style: str) -> tuple[str, Cells]:
    """The style, which may turn out to be draughts, and a position."""
    dark = np.add.outer(range(8), range(8)) % 2 == 0
    if style == "othello":
        y, x = np.mgrid[:8, :8] - 3.5
        near = np.argsort((x**2 + y**2 + rng.normal(0, 3, (8, 8))).ravel())
        taken, cells = near[: rng.integers(4, 60)], np.full((8, 8), ".")
        cells.ravel()[taken] = rng.choice(["b", "w"], len(taken))
        return style, cells
    allowed = np.ones((8, 8), bool)
    if rng.random() < _DRAUGHTS[family]:
        style, allowed, cells = "draughts", dark, np.full((8, 8), ".")
        cells[:3][dark[:3]], cells[5:][dark[5:]] = "b", "w"
    else:
        cells = _start()
    for _ in range(rng.integers(0, 25) if rng.random() < 0.75 else 0):
        stones, free = np.argwhere(cells != "."), np.argwhere((cells == ".") & allowed)
        if len(stones) < 5 or not len(free):
            break
        start, end = tuple(rng.choice(stones)), tuple(rng.choice(free))
        if rng.random() < 0.75:  # else it was taken
            cells[end] = cells[start]
        cells[start] = "."
    return style, cells
