"""The upper side of a board: a picture drawn in centimetres, and the block that carries it."""

from __future__ import annotations

import bpy
import cv2
import numpy as np

from tests.training.render import meshes, textures
from tests.training.render.textures import RGB, Floats, Rng

PX_CM = 34
WHITE, BLACK, BONE = (0.86, 0.86, 0.84), (0.06, 0.06, 0.06), (0.9, 0.86, 0.74)
CORNERS = ((-1, -1), (-1, 1), (1, 1), (1, -1))  # bottom-left, top-left, top-right, bottom-right
_FONT = cv2.FONT_HERSHEY_DUPLEX
Point = tuple[float, float]


class Face:
    """A picture of `width` x `depth` cm whose middle is the origin."""

    def __init__(self, width: float, depth: float, ground: Floats) -> None:
        self.size = (width, depth)
        shape = (round(depth * PX_CM), round(width * PX_CM))
        self.rgb = np.ascontiguousarray(cv2.resize(ground, shape[::-1]), np.float32)

    def px(self, x: float, y: float) -> tuple[int, int]:
        """The pixel (column, row) of a point."""
        width, depth = self.size
        return round((x + width / 2) * PX_CM), round((depth / 2 - y) * PX_CM)

    def box(self, low: Point, high: Point) -> Floats:
        """The pixels between two points, to be written to."""
        (a, d), (c, b) = self.px(*low), self.px(*high)
        return self.rgb[max(b, 0) : d, max(a, 0) : c]

    def fill(self, rng: Rng, low: Point, high: Point, texture: Floats) -> None:
        """Cover a rectangle with a piece cut from a larger texture."""
        part = self.box(low, high)
        room = np.array(texture.shape[:2]) - part.shape[:2]
        y, x = (int(rng.integers(0, max(1, i))) for i in room)
        part[:] = texture[y : y + part.shape[0], x : x + part.shape[1]]

    def polygon(self, points: list[Point], texture: Floats) -> None:
        """Cover a polygon with a texture that is repeated."""
        mask = np.zeros(self.rgb.shape[:2], np.uint8)
        cv2.fillPoly(mask, [np.array([self.px(*p) for p in points], np.int32)], 1)
        y, x = mask.nonzero()
        self.rgb[y, x] = texture[y % texture.shape[0], x % texture.shape[1]]

    def line(self, start: Point, end: Point, colour: RGB, cm: float) -> None:
        """A line `cm` wide."""
        wide = max(1, round(cm * PX_CM))
        cv2.line(self.rgb, self.px(*start), self.px(*end), colour, wide, cv2.LINE_AA)

    def frame(self, half: Point, colour: RGB, cm: float) -> None:
        """The outline of the rectangle that reaches from -half to half."""
        at = [(i * half[0], j * half[1]) for i, j in CORNERS]
        for start, end in zip(at, at[1:] + at[:1], strict=True):
            self.line(start, end, colour, cm)

    def text(self, words: str, at: Point, cm: float, colour: RGB, quarter: int) -> None:
        """Letters `cm` high about a point, turned by so many quarters; none if there is no room."""
        side, scale = round(cm * 2.2 * PX_CM), cm * PX_CM / 22
        mask = np.zeros((side, side), np.uint8)
        (w, h), _ = cv2.getTextSize(words, _FONT, scale, 1)
        thick = max(1, round(scale * 1.4))
        start = ((side - w) // 2, (side + h) // 2)
        cv2.putText(mask, words, start, _FONT, scale, 255, thick, cv2.LINE_AA)
        x, y = (i - side // 2 for i in self.px(*at))
        height, width = self.rgb.shape[:2]
        if 0 <= x <= width - side and 0 <= y <= height - side:
            part = self.rgb[y : y + side, x : x + side]
            share = np.rot90(mask, quarter)[..., None] / 255
            part[:] = part * (1 - share) + np.array(colour) * share

    def markers(self, grid: Point, side: float, off: float) -> dict[str, list[Point]]:
        """Stick fiducials of `side` cm beyond the four corners of the grid; their corners."""
        words = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
        px, out = round(side * PX_CM), {}
        for name, (i, j) in enumerate(CORNERS):
            x, y = i * (grid[0] / 2 + off), j * (grid[1] / 2 + off)
            paper = side * 0.67
            self.box((x - paper, y - paper), (x + paper, y + paper))[:] = (0.9, 0.9, 0.88)
            a, b = self.px(x - side / 2, y + side / 2)
            code = cv2.aruco.generateImageMarker(words, name, px)[..., None] / np.float32(255)
            self.rgb[b : b + px, a : a + px] = 0.07 + 0.83 * code
            clockwise = ((-1, 1), (1, 1), (1, -1), (-1, -1))
            out[str(name)] = [(x + k * side / 2, y + m * side / 2) for k, m in clockwise]
        return out


def block(
    face: Face,
    thick: float,
    side: RGB | Floats,
    gloss: float,
    coat: float = 0.0,
    top: bpy.types.Mesh | None = None,
) -> bpy.types.Object:
    """A board `thick` cm high: its sides and its upper side, which is flat or the mesh `top` and
    which is returned.
    """
    width, depth = face.size
    made = meshes.material(side, max(gloss, 0.3))
    if top is None:
        meshes.thing(meshes.box(width, depth, thick - 0.01), made)
    else:  # walls only: hollows go deep
        for sign in (-1, 1):
            meshes.thing(meshes.box(width, 0.05, thick - 0.01), made, (0, sign * depth / 2, 0))
            meshes.thing(meshes.box(0.05, depth, thick - 0.01), made, (sign * width / 2, 0, 0))
        meshes.thing(meshes.box(width, depth, 0.1 * thick), made)
    upper = meshes.material(face.rgb, gloss, coat)
    return meshes.thing(top or meshes.sheet(width, depth), upper, (0, 0, thick))


def rails(rng: Rng, size: Point, height: float, side: RGB | Floats, gloss: float) -> Point:
    """A raised frame about a board of this size; how far it reaches from the middle."""
    (width, depth), broad = size, rng.uniform(0.8, 2.2)
    made = meshes.material(side, gloss, 0.3)
    for sign in (-1, 1):
        along = meshes.box(width + 2 * broad, broad, height)
        meshes.thing(along, made, (0, sign * (depth + broad) / 2, 0))
        across = meshes.box(broad, depth, height)
        meshes.thing(across, made, (sign * (width + broad) / 2, 0, 0))
    return width / 2 + broad, depth / 2 + broad


def wooden(rng: Rng, family: str, dark: bool, fineness: float = 2.0) -> tuple[str, Floats]:
    """A wood's name and a picture of a board of it."""
    name, tones = textures.tones_of(rng, family, dark)
    return name, textures.wood(rng, 1100, tones, fineness)


def dyed(rng: Rng, family: str) -> RGB:
    """A colour of paint or ink."""
    return textures.DYES[family][str(rng.choice(sorted(textures.DYES[family])))]
