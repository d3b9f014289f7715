"""Draw boards with chessmen or stones on them: thousands, where `render` makes a hundred.

    python -m tests.training.drawn OUT {chess,loa} [--style STYLE] [--count 36] [--seed 1]

Less like photographs than rendered ones, but of every style in which somebody may draw a chess set:

- `lathe`: solid men and stones, shaded and casting shadows
- `upright`: men as flat figures that face the camera
- `lying`: men's outlines printed on the squares, as in a diagram
- `tops`: what a man shows from above, as rings and crosses about the point it stands on

The truth beside each picture is what `pictures` reads: `state` and `corners_px`.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from pi_board.vision.geometry import BoardGeometry, Floats, Image, Lens, triple
from tests.training.lighting import smooth
from tests.training.men import chess_position
from tests.training.outlines import Colour, Men, Rng, Standing, Stones

STYLES = ("lathe", "upright", "lying", "tops")
_WEIGHTS = (0.6, 0.2, 0.2, 0.0)  # rings are on many stones: `tops` only if asked for
_FINE = 8  # parts of a pixel in which polygons' corners are given
_TEAMS = (  # sRGB, darker first
    ((0.1, 0.1, 0.1), (0.9, 0.9, 0.88)), ((0.12, 0.1, 0.09), (0.88, 0.78, 0.58)),
    ((0.3, 0.17, 0.1), (0.85, 0.7, 0.48)), ((0.1, 0.1, 0.1), (0.65, 0.1, 0.1)),
    ((0.5, 0.1, 0.12), (0.9, 0.86, 0.75)), ((0.1, 0.2, 0.5), (0.9, 0.9, 0.9)),
    ((0.08, 0.3, 0.18), (0.88, 0.75, 0.3)), ((0.25, 0.14, 0.1), (0.75, 0.58, 0.4)),
)  # fmt: skip
_GROUNDS = (  # of squares, darker first
    ((0.45, 0.29, 0.18), (0.85, 0.72, 0.52)), ((0.3, 0.18, 0.12), (0.75, 0.58, 0.38)),
    ((0.15, 0.4, 0.25), (0.9, 0.9, 0.85)), ((0.12, 0.12, 0.12), (0.9, 0.88, 0.85)),
    ((0.5, 0.15, 0.12), (0.9, 0.82, 0.6)), ((0.3, 0.4, 0.55), (0.85, 0.87, 0.9)),
    ((0.6, 0.45, 0.3), (0.93, 0.85, 0.7)),
)  # fmt: skip


@dataclass(frozen=True)
class Drawing:
    """A picture, where the board is in it, and what stands there ((8, 8) letters, row 1 first)."""

    image: Image
    geometry: BoardGeometry
    cells: npt.NDArray[np.str_]
    feet: Floats


def draw(rng: Rng, chess: bool, style: str | None = None) -> Drawing:
    """A board with a chess set, or with stones."""
    geometry = _camera(rng)
    style = style or str(rng.choice(STYLES, p=_WEIGHTS))
    dark, light = (_tone(rng, tone) for tone in _TEAMS[rng.integers(len(_TEAMS))])
    if not chess and rng.random() < 0.3:
        style = "lying"  # flat discs
    loose = rng.uniform(0.01, 0.08)
    maker = Men(rng, style, geometry) if chess else Stones(rng, style)
    cells, things = np.full((8, 8), "."), []
    for (column, row), (team, kind) in _position(rng, chess).items():
        off = np.clip(rng.normal(0, loose, 2), -0.15, 0.15)
        foot = (column + 0.5 + off[0], row + 0.5 + off[1])
        cells[row, column] = team
        tint = (dark if team == "b" else light) * np.exp(rng.normal(0, 0.04))
        things.append(maker.made(kind, foot, tint, light if team == "b" else dark))
    eye = geometry.camera_position[:2]
    things.sort(key=lambda one: -float(np.hypot(*(np.array(one.foot) - eye))))
    image = _ground(rng, geometry)
    if rng.random() < 0.7 and style in ("lathe", "upright"):
        _cast_shadows(rng, image, geometry, things)
    for thing in things:
        _paint(image, geometry, thing)
    return Drawing(_photographed(rng, image), geometry, cells, np.array([t.foot for t in things]))


def _position(rng: Rng, chess: bool) -> dict[tuple[int, int], tuple[str, str]]:
    men = chess_position(rng)
    if not chess:
        kind = rng.integers(3)
        if kind:  # anywhere, many or few; on half of the squares for draughts
            count = int(rng.integers(5, 30))
            free = [(c, r) for c in range(8) for r in range(8) if kind == 1 or (c + r) % 2]
            chosen = rng.permutation(len(free))[:count]
            men = {free[i]: ("bw"[int(rng.integers(2))], "p") for i in chosen}
    quarters = int(rng.integers(4))
    for _ in range(quarters):
        men = {(row, 7 - column): man for (column, row), man in men.items()}
    return men


def _camera(rng: Rng) -> BoardGeometry:
    """A camera over the board, from straight above to slanted."""
    size = ((640, 480), (800, 600), (960, 720), (1280, 720))[rng.integers(4)]
    tilt = 0.0 if rng.random() < 0.2 else float(np.abs(rng.normal(0, 20)) % 45)
    flip, tilted, turned, roll = (
        cv2.Rodrigues(np.radians(np.array(v, np.float64)))[0]
        for v in ([180, 0, 0], [-tilt, 0, 0], [0, 0, rng.uniform(0, 360)], [0, 0, rng.normal(0, 4)])
    )
    r = roll @ tilted @ flip @ turned
    distance = rng.uniform(11, 26)
    focal = distance / 10.5 * size[1] * rng.uniform(0.75, 0.95) * np.cos(np.radians(tilt)) ** 0.3
    middle = np.array((*rng.normal(4.0, 0.25, 2), 0.0))
    lens = Lens.centred(float(focal), size, rng.uniform(-0.1, 0.0))
    shift = np.array([0.0, 0.0, distance]) - r @ middle
    return BoardGeometry(8, 8, lens, triple(cv2.Rodrigues(r)[0]), triple(shift))


def _tone(rng: Rng, rgb: tuple[float, float, float]) -> Colour:
    off = np.exp(rng.normal(0, 0.1) + rng.normal(0, 0.06, 3))
    return np.clip(np.array(rgb[::-1]) * off, 0.03, 1.0) * 255


def _grain(rng: Rng, shape: tuple[int, int], strength: float) -> Floats:
    """Lengthwise streaks of wood, or the speckle of paper."""
    noise = rng.normal(0, 1, shape).astype(np.float32)
    long, wide = (float(rng.uniform(8, 30)), 0.8) if rng.random() < 0.6 else (0.8, 0.8)
    blurred = cv2.GaussianBlur(noise, (0, 0), long, sigmaY=wide)
    return np.asarray(np.exp(strength * blurred / max(float(blurred.std()), 1e-6)), np.float64)


def _ground(rng: Rng, geometry: BoardGeometry) -> Floats:
    """The board without anything on it, on a table."""
    px, rim = 48, float(rng.uniform(0.2, 1.0))
    dark, light = (_tone(rng, tone) for tone in _GROUNDS[rng.integers(len(_GROUNDS))])
    side = round((8 + 2 * rim) * px)
    y, x = np.mgrid[:side, :side] / px - rim
    inside = (np.minimum(x, y) > 0) & (np.maximum(x, y) < 8)
    odd = (np.floor(x) + np.floor(y)).astype(int) % 2 == 1
    face = np.where(odd[..., None], light, dark)
    squares = np.clip(np.floor([y, x]).astype(int), 0, 7)
    face = face * np.exp(rng.normal(0, 0.04, (8, 8)))[tuple(squares)][..., None]
    frame = (dark, light, _tone(rng, (0.4, 0.3, 0.2)))[rng.integers(3)] * rng.uniform(0.6, 1.1)
    face = np.where(inside[..., None], face, frame)
    if rng.random() < 0.4:
        near = np.maximum(np.abs(x - np.rint(x)), 0) < 0.02
        near |= np.abs(y - np.rint(y)) < 0.02
        face[near & inside] *= 0.4
    face = face * _grain(rng, (side, side), rng.uniform(0, 0.08))[..., None]
    width, height = geometry.image_size
    table = _tone(rng, tuple(rng.uniform(0.1, 0.8, 3) ** 1.2))  # type: ignore[arg-type]
    image = table * _grain(rng, (height, width), rng.uniform(0, 0.1))[..., None]
    v, u = np.mgrid[:height, :width]
    at = geometry.unproject(np.c_[u.ravel(), v.ravel()]).reshape(height, width, 2)
    at = ((at + rim) * px - 0.5).astype(np.float32)
    on = cv2.remap(face, at[..., 0], at[..., 1], cv2.INTER_AREA, borderValue=(-1, -1, -1))
    return np.where(on[..., :1] >= 0, on, image)


def _paint(image: Floats, geometry: BoardGeometry, thing: Standing) -> None:
    """Layer by layer, each with a lighter side."""
    count = [len(points) for points, _ in thing.layers]
    pixels = geometry.project(np.concatenate([points for points, _ in thing.layers]))
    for points, (_, shade) in zip(
        np.split(pixels, np.cumsum(count)[:-1]), thing.layers, strict=True
    ):
        _fill(image, points, np.clip(thing.colour * shade, 0, 255))
        if thing.height:
            middle = points.mean(axis=0)
            lit = middle + 0.55 * (points - middle) + 0.25 * (points[len(points) // 3] - middle)
            _fill(image, lit, np.clip(thing.colour * shade * 1.18 + 4, 0, 255))


def _fill(image: Floats, points: Floats, colour: Colour) -> None:
    corners = np.rint(points * _FINE).astype(np.int32)
    cv2.fillPoly(image, [corners], colour.tolist(), cv2.LINE_8, int(np.log2(_FINE)))


def _cast_shadows(rng: Rng, image: Floats, geometry: BoardGeometry, things: list[Standing]) -> None:
    """What things keep from the board of a lamp's light."""
    angle, slope = rng.uniform(0, 2 * np.pi), rng.uniform(0.1, 1.2)
    away = np.array((np.cos(angle), np.sin(angle))) * slope
    mask = np.zeros(image.shape[:2], np.float32)
    for thing in things:
        for points, _ in thing.layers:
            flat = points[:, :2] + points[:, 2:] * away
            cv2.fillPoly(mask, [np.rint(geometry.project(flat)).astype(np.int32)], 1.0)
    mask = cv2.GaussianBlur(mask, (0, 0), rng.uniform(0.7, 6))
    image *= 1 - mask[..., None] * rng.uniform(0.1, 0.6)


def _photographed(rng: Rng, image: Floats) -> Image:
    """Unevenly lit, not quite sharp, and noisy."""
    image = image * np.exp(smooth(image.shape[:2], rng.uniform(0, 0.25), rng))[..., None]
    image = cv2.GaussianBlur(image * np.exp(rng.normal(0, 0.15, 3)), (0, 0), rng.uniform(0.4, 1.1))
    image = image + rng.normal(0, rng.uniform(0.5, 5), image.shape)
    return np.asarray(np.clip(image, 0, 255), np.uint8)


def main() -> None:
    """Draw as many pictures as asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("what", choices=("chess", "loa"))
    parser.add_argument("--style", choices=STYLES)
    parser.add_argument("--count", type=int, default=36)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    chosen.out.mkdir(parents=True, exist_ok=True)
    for number in range(chosen.count):
        rng = np.random.default_rng([chosen.seed, number, len(chosen.what)])
        drawing = draw(rng, chosen.what == "chess", chosen.style)
        out = chosen.out / f"{chosen.what}_{number:03d}"
        cv2.imwrite(str(out.with_suffix(".jpg")), drawing.image, [cv2.IMWRITE_JPEG_QUALITY, 92])
        size = drawing.geometry.image_size
        truth = {
            "game": chosen.what, "width": size[0], "height": size[1], "aruco": False,
            "state": {"grid": ["".join(row) for row in drawing.cells[::-1]]},
            "corners_px": np.round(drawing.geometry.corners_px, 2).tolist(),
        }  # fmt: skip
        out.with_suffix(".json").write_text(json.dumps(truth, indent=1))


if __name__ == "__main__":
    main()
