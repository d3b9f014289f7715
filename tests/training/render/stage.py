"""What is around a board: the table, lamps and shadows, things lying about, a hand, the camera."""

from __future__ import annotations

from dataclasses import dataclass

import bpy
import cv2
import numpy as np
from mathutils import Matrix, Vector

from tests.training.render import meshes, textures
from tests.training.render.board import Board, Point3
from tests.training.render.textures import Floats, Rng

_SKIN = (
    (0.90, 0.70, 0.58),
    (0.82, 0.60, 0.46),
    (0.68, 0.46, 0.33),
    (0.48, 0.31, 0.22),
    (0.30, 0.20, 0.15),
)


@dataclass(frozen=True)
class Camera:
    """An OpenCV camera: pixel = K [R | t] P, then distorted."""

    size: tuple[int, int]
    focal_px: float
    distortion: tuple[float, float]
    rotation: Floats
    translation: Floats
    tilt_deg: float
    yaw_deg: float

    @property
    def matrix(self) -> Floats:
        w, h = self.size
        f = self.focal_px
        return np.array([[f, 0, (w - 1) / 2], [0, f, (h - 1) / 2], [0, 0, 1]])

    @property
    def centre(self) -> Floats:
        """Where it stands."""
        return np.asarray(-self.rotation.T @ self.translation)

    def project(self, points: object) -> Floats:
        """Pixels (n, 2) of points (n, 3)."""
        k = np.array([*self.distortion, 0, 0, 0])
        turn, _ = cv2.Rodrigues(self.rotation)
        at, _ = cv2.projectPoints(
            np.asarray(points, float).reshape(-1, 3), turn, self.translation, self.matrix, k
        )
        return np.asarray(at.reshape(-1, 2))


def aim(
    rng: Rng, board: Board, size: tuple[int, int] | None = None, steepest_deg: float = 45.5
) -> Camera:
    """A camera that has the whole grid in view; its pictures are `size` wide and high, or of any
    usual size.
    """
    size = size or ((640, 480), (800, 600), (960, 720))[rng.choice(3, p=[0.8, 0.16, 0.04])]
    hfov, roll = np.radians(rng.uniform(46, 70)), np.radians(rng.normal(0, 2))
    tilt = np.radians(
        min(
            steepest_deg,
            abs(rng.normal(0, 9)) if rng.random() < 0.3 else rng.uniform(3, steepest_deg),
        )
    )
    yaw = (
        rng.uniform(0, 2 * np.pi)
        if rng.random() < 0.4
        else rng.integers(4) * np.pi / 2 + rng.normal(0, 0.25)
    )
    focal = size[0] / 2 / np.tan(hfov / 2)
    distortion = (float(np.clip(rng.normal(-0.05, 0.05), -0.17, 0.05)), float(rng.normal(0, 0.01)))
    back = np.array([np.sin(tilt) * np.sin(yaw), -np.sin(tilt) * np.cos(yaw), np.cos(tilt)])
    up = np.array([-np.sin(yaw), np.cos(yaw), 0.0])
    right = np.cross(up, back) / np.linalg.norm(np.cross(up, back))
    rows = np.stack([right, -np.cross(back, right), -back])
    turn = np.array([[np.cos(roll), -np.sin(roll), 0], [np.sin(roll), np.cos(roll), 0], [0, 0, 1]])
    rotation, (x, y) = turn @ rows, np.array(board.grid) / 2
    corners = [(i * x, j * y, board.surface) for i, j in ((-1, -1), (-1, 1), (1, 1), (1, -1))]
    must = (
        corners
        if not board.markers
        else [(*p, board.surface) for m in board.markers.values() for p in m]
    )
    margin = rng.uniform(8, 25)
    for distance in np.arange(22, 200, 1.0):
        camera = Camera(
            size,
            focal,
            distortion,
            rotation,
            -rotation @ (back * distance),
            float(np.degrees(tilt)),
            float(np.degrees(yaw)),
        )
        seen = camera.project(must)
        room = np.array(size) - np.ptp(seen, axis=0) - 2 * margin
        if (room > 0).all():
            break
    distance *= 1 + abs(rng.normal(0, 0.18))
    for _ in range(60):
        target = np.r_[rng.normal(0, 0.12, 2) * np.array(board.grid), 0]
        where = target + back * distance
        camera = Camera(
            size,
            focal,
            distortion,
            rotation,
            -rotation @ where,
            float(np.degrees(tilt)),
            float(np.degrees(yaw)),
        )
        seen = camera.project(must)
        if (seen > 4).all() and (seen < np.array(size) - 5).all():
            break
        distance *= 1.01
    return camera


def place(camera: Camera, overscan: float) -> None:
    """Blender's camera, seeing `overscan` times as much on each axis."""
    data = bpy.data.cameras.new("camera")
    body = bpy.data.objects.new("camera", data)
    scene = bpy.context.scene
    scene.collection.objects.link(body)
    scene.camera = body
    data.sensor_fit, data.clip_start, data.clip_end = "HORIZONTAL", 1.0, 2000.0
    scene.render.resolution_x, scene.render.resolution_y = (
        2 * round(n * overscan / 2) for n in camera.size
    )
    data.angle = 2 * np.arctan(scene.render.resolution_x / 2 / camera.focal_px)
    pose = np.eye(4)
    pose[:3, :3] = camera.rotation.T @ np.diag([1, -1, -1])
    pose[:3, 3] = camera.centre
    body.matrix_world = Matrix(pose.tolist())


def lay_table(rng: Rng, family: str) -> str:
    """The table; its kind."""
    kind, texture, cm, rough = textures.table(rng, family)
    top = meshes.sheet(500, 500, cm)
    meshes.thing(top, meshes.material(texture, rough), turn=rng.uniform(0, 2 * np.pi))
    return kind


def _surroundings(rng: Rng, strength: float) -> None:
    """A room: dim, with a few bright windows and lamps."""
    sky = np.full((64, 128, 3), 0.55) * rng.uniform(0.7, 1.2, 3) ** 0.4
    sky *= 1 + 0.25 * textures.noise(rng, (64, 128), (3, 6))[..., None]
    for _ in range(rng.integers(1, 6)):
        y, x, h, w = (
            rng.integers(2, 26),
            rng.integers(0, 110),
            rng.integers(3, 16),
            rng.integers(3, 24),
        )
        sky[y : y + h, x : x + w] = rng.uniform(1.0, 6.0) * rng.uniform(0.8, 1.2, 3)
    world = bpy.data.worlds.new("world")
    bpy.context.scene.world = world
    world.use_nodes = True
    nodes = world.node_tree.nodes
    background = nodes["Background"]
    texture = nodes.new("ShaderNodeTexEnvironment")
    image = bpy.data.images.new("sky", 128, 64, float_buffer=True)
    rgba = np.ones((64, 128, 4), np.float32)
    rgba[..., :3] = np.clip(sky, 0.02, None)[::-1]
    image.pixels.foreach_set(rgba.ravel())
    texture.image = image
    world.node_tree.links.new(texture.outputs["Color"], background.inputs["Color"])
    background.inputs["Strength"].default_value = strength


def _lamp(kind: str, at: Floats, to: Floats, energy: float, size: float, colour: Floats) -> None:
    data = bpy.data.lights.new("lamp", kind)
    data.energy, data.color = energy, tuple(colour)
    if kind == "SUN":
        data.angle = size
    else:
        data.size = size
    body = bpy.data.objects.new("lamp", data)
    body.location = at
    body.rotation_euler = (
        Vector((np.asarray(to) - np.asarray(at)).tolist()).to_track_quat("-Z", "Y").to_euler()
    )
    bpy.context.scene.collection.objects.link(body)


def lamp(rng: Rng) -> tuple[Floats, Floats, bool]:
    """A room with a lamp or the sun: which way that is, its colour, and whether it is the sun."""
    sun = bool(rng.random() < 0.42)
    _surroundings(rng, rng.uniform(0.25, 1.0) if not sun else rng.uniform(0.15, 0.6))
    around, up = rng.uniform(0, 2 * np.pi), np.radians(rng.uniform(22, 75))
    away = np.array([np.cos(around) * np.cos(up), np.sin(around) * np.cos(up), np.sin(up)])
    warm = np.array([1.0, 0.95, 0.88]) ** rng.uniform(-0.5, 3.0)
    if sun:
        energy, size = rng.uniform(1.0, 6.0), np.radians(rng.uniform(0.3, 4))
        _lamp("SUN", away * 100, np.zeros(3), energy, size, warm)
    else:
        size, distance = rng.uniform(8, 90), rng.uniform(70, 150)
        to = rng.normal(0, 8, 3) * (1, 1, 0)
        energy = rng.uniform(0.6, 4) * np.pi**2 * distance**2
        _lamp("AREA", away * distance, to, energy, size, warm)
    return away, warm, sun


def light(rng: Rng, board: Board, camera: Camera) -> set[str]:
    """Lamps, what stands before them, and the tags that tell of it."""
    tags: set[str] = set()
    away, warm, sun = lamp(rng)
    if rng.random() < (0.85 if sun else 0.3):
        tags.add("shadow")
        _gobo(rng, away)
    if rng.random() < 0.22:
        tags.add("glare")
        x, y = rng.uniform(-0.45, 0.45, 2) * np.array(board.grid)
        spot = np.array([x, y, board.surface])
        view = camera.centre - spot
        mirrored = view / np.linalg.norm(view) * (-1, -1, 1)
        size = rng.uniform(4, 16)
        _lamp(
            "AREA",
            spot + mirrored * 80,
            spot,
            rng.uniform(0.3, 2.0) * np.pi**2 * 80**2 * 0.5,
            size,
            warm,
        )
    return tags


def window(rng: Rng, board: Board, camera: Camera) -> None:
    """A bright window opposite, which everything polished on a part of the board mirrors."""
    x, y = rng.uniform(-0.4, 0.4, 2) * np.array(board.grid)
    spot, pane = np.array([x, y, board.surface]), rng.uniform(25, 70)
    view = camera.centre - spot
    mirrored = view / np.linalg.norm(view) * (-1, -1, 1)
    aside = np.cross(mirrored, (0, 0, 1)) + rng.normal(0, 1e-3, 3)
    aside *= pane * rng.uniform(1.03, 1.2) / np.linalg.norm(aside)
    energy, count = np.exp(rng.uniform(-0.9, 0.9)) * np.pi**2 * 140**2, int(rng.integers(1, 4))
    for i in range(count):
        at = spot + mirrored * 140 + aside * (i - (count - 1) / 2)
        _lamp("AREA", at, at - mirrored, energy / count, pane, np.ones(3))


def _gobo(rng: Rng, away: Floats) -> None:
    """Something between the lamp and the board: a window's bars, blinds, twigs or one edge."""
    dark = meshes.material((0.02, 0.02, 0.02), 1.0)
    side = np.array([-away[1], away[0], 0]) / np.hypot(*away[:2])
    over = np.cross(away, side)
    centre = away * 60
    kind = rng.choice(["bars", "blinds", "twigs", "edge"])
    spin = rng.uniform(0, np.pi)
    u, v = side * np.cos(spin) + over * np.sin(spin), over * np.cos(spin) - side * np.sin(spin)
    turned = Matrix(np.stack([u, v, away], axis=1).tolist()).to_4x4()
    pieces: list[tuple[float, float, float, float]] = []
    if kind == "edge":
        at = rng.uniform(-25, 15)
        pieces.append((at + 150, 0, 300, 300))
    elif kind == "bars":
        pieces = [(k * 28 + rng.uniform(-14, 14), 0, rng.uniform(2, 8), 300) for k in range(-3, 4)]
        pieces.append((0, rng.uniform(-20, 20), 300, rng.uniform(2, 8)))
    elif kind == "blinds":
        pitch = rng.uniform(5, 14)
        pieces = [(k * pitch, 0, pitch * rng.uniform(0.3, 0.65), 300) for k in range(-14, 15)]
    else:
        pieces = [(*rng.normal(0, 28, 2), *rng.uniform(2, 14, 2)) for _ in range(45)]
    for x, y, w, h in pieces:
        body = meshes.thing(meshes.sheet(w, h), dark)
        body.matrix_world = Matrix.Translation((centre + u * x + v * y).tolist()) @ turned
        body.visible_camera = body.visible_glossy = False


def clutter(rng: Rng, board: Board) -> None:
    """Dice, coins, pencils, cards, a mug, stones: beside the board."""
    for _ in range(rng.integers(1, 6)):
        kind = str(rng.choice([*_LARGE, "stones"]))
        around, beyond = rng.uniform(0, 2 * np.pi), rng.uniform(3, 14)
        out = np.array([np.cos(around), np.sin(around)])
        reach = min(board.outside / np.maximum(np.abs(out), 1e-3))
        x, y = out * (reach + beyond + _LARGE.get(kind, 2.5))
        if kind == "stones":
            team = board.teams[str(rng.choice(["b", "w"]))]
            for _ in range(rng.integers(1, 5)):
                team.put(rng, (x + rng.normal(0, 2), y + rng.normal(0, 2), 0.0))
        elif kind == "coins":
            _coins(rng, x, y)
        else:
            _one_thing(rng, kind, x, y, around)


_LARGE = {"dice": 2.5, "coins": 2.5, "pencil": 10.0, "card": 5.0, "mug": 5.0, "phone": 9.0}
_LARGE |= {"box": 8.0, "paper": 16.0}  # cm from its middle, at most


def _coins(rng: Rng, x: float, y: float) -> None:
    tone = (0.8, 0.6, 0.3) if rng.random() < 0.5 else (0.75, 0.75, 0.75)
    metal = meshes.material(tone, 0.3, metallic=1.0)
    coin = meshes.lathe([(0, 0), (1.1, 0), (1.1, 0.2), (0, 0.2)])
    for k in range(rng.integers(1, 5)):
        dx, dy = rng.normal(0, 1.2, 2)
        meshes.thing(coin, metal, (x + dx, y + dy, 0.01 + 0.2 * k))


def _one_thing(rng: Rng, kind: str, x: float, y: float, around: float) -> None:
    colour = textures.any_dye(rng) if rng.random() < 0.5 else rng.uniform(0.02, 0.9, 3)
    made, spin = meshes.material(colour, rng.uniform(0.1, 0.7)), rng.uniform(0, 2 * np.pi)
    if kind == "dice":
        meshes.thing(meshes.box(1.6, 1.6, 1.6), made, (x, y, 0), spin)
    elif kind == "pencil":
        rod = meshes.thing(meshes.lathe([(0, 0), (0.4, 2.0), (0.4, 17.0), (0, 17.0)], 6), made)
        rod.rotation_euler = (0, np.pi / 2, around + np.pi / 2 + rng.normal(0, 0.5))
        rod.location = (x, y, 0.4)
    elif kind in ("card", "paper"):
        size = (6.3, 8.8) if kind == "card" else (21.0, 29.0)
        meshes.thing(meshes.sheet(*size), meshes.material(_printed(rng), 0.5), (x, y, 0.05), spin)
    elif kind == "mug":
        profile = [(0, 0), (3.8, 0), (4, 9), (3.7, 9), (3.5, 6), (0, 6)]
        meshes.thing(meshes.lathe(profile), made, (x, y, 0))
    elif kind == "phone":
        black = meshes.material((0.05, 0.05, 0.05), 0.1)
        meshes.thing(meshes.box(7.2, 15, 0.8), black, (x, y, 0), spin)
    else:
        size = (*rng.uniform(3, 12, 2), rng.uniform(1.5, 6))
        meshes.thing(meshes.box(*size), made, (x, y, 0), spin)


def _printed(rng: Rng) -> Floats:
    """A playing card or a sheet with writing."""
    page = np.full((160, 120, 3), 0.88, np.float32)
    ink = (0.7, 0.05, 0.05) if rng.random() < 0.5 else (0.05, 0.05, 0.06)
    if rng.random() < 0.5:
        for y in range(16, 148, 9):
            cv2.line(page, (12, y), (int(rng.integers(60, 108)), y), ink, 2)
    else:
        for _ in range(rng.integers(1, 9)):
            cv2.circle(page, (int(rng.integers(25, 95)), int(rng.integers(25, 135))), 9, ink, -1)
    return page


class Hand:
    """A hand and its arm. Make it with the scene's own chance; it lies anywhere until `put`."""

    def __init__(self, rng: Rng) -> None:
        mesh, self.wrist = meshes.hand(rng)
        skin = np.array(_SKIN[rng.integers(len(_SKIN))]) * np.exp(rng.normal(0, 0.1))
        pixels = textures.speckle(rng, 128, skin.astype(np.float32), 0.04, 20)
        tone = tuple(float(c) for c in pixels.mean(axis=(0, 1)))
        self.body = meshes.thing(mesh, meshes.material(tone, 0.5))
        self.cuff: bpy.types.Object | None = None

    def sleeve(self, rng: Rng) -> None:
        """Put a sleeve on the arm."""
        tone = textures.any_dye(rng)
        self.cuff = meshes.thing(
            meshes.lathe([(3.6, 0), (4.4, 0.3), (5.6, 34)], 24), meshes.material(tone, 0.95)
        )
        along = Matrix.Translation((-rng.uniform(9, 16), 0, rng.uniform(1.5, 3.0)))
        self.along = along @ Matrix.Rotation(-np.pi / 2, 4, "Y")

    def put(self, at: Point3, turn: float, mirror: float, size: float) -> None:
        """Finger tips to `at`, the arm coming from where the angle `turn` points away from; a left
        hand if `mirror` is -1.
        """
        pose = Matrix.Translation(at) @ Matrix.Rotation(turn, 4, "Z")
        pose = pose @ Matrix.Diagonal((1, mirror, 1, 1)) @ Matrix.Scale(size, 4)
        self.body.matrix_world = pose
        if self.cuff is not None:
            self.cuff.matrix_world = pose @ self.wrist @ self.along

    @property
    def parts(self) -> list[bpy.types.Object]:
        """The hand with its arm, and the sleeve."""
        return [self.body] if self.cuff is None else [self.body, self.cuff]


def reach_in(rng: Rng, board: Board) -> bpy.types.Object:
    """A hand over the board or its edge."""
    hand = Hand(rng)
    target = rng.uniform(-0.5, 0.5, 2) * np.array(board.grid)
    towards = (
        np.arctan2(-target[1], -target[0]) if rng.random() < 0.75 else rng.uniform(0, 2 * np.pi)
    )
    mirror = float(rng.choice([-1, 1]))
    x, y = target.tolist()
    at = (x, y, board.surface + rng.uniform(0.5, 2.5))
    turn, size = towards + rng.normal(0, 0.4), rng.uniform(0.85, 1.08)
    if rng.random() < 0.5:
        hand.sleeve(rng)
    hand.put(at, turn, mirror, size)
    return hand.body
