"""Shapes and materials for Blender."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import bpy
import numpy as np
from mathutils import Matrix, Vector

from tests.training.men import Profile
from tests.training.render.textures import RGB, Floats, Rng


def picture(pixels: Floats) -> bpy.types.Image:
    """An image block of sRGB `pixels` (height, width, 3)."""
    height, width = pixels.shape[:2]
    image = bpy.data.images.new("texture", width, height)
    rgba = np.ones((height, width, 4), np.float32)
    rgba[..., :3] = pixels[::-1]
    image.pixels.foreach_set(rgba.ravel())
    return image


def material(
    colour: RGB | Floats, roughness: float, coat: float = 0.0, metallic: float = 0.0
) -> bpy.types.Material:
    """Of one sRGB colour, or of a texture laid on by the mesh's UV."""
    made = bpy.data.materials.new("material")
    made.use_nodes = True
    nodes, links = made.node_tree.nodes, made.node_tree.links
    shader = nodes["Principled BSDF"]
    shader.inputs["Roughness"].default_value = roughness
    shader.inputs["Coat Weight"].default_value = coat
    shader.inputs["Coat Roughness"].default_value = 0.08
    shader.inputs["Metallic"].default_value = metallic
    if isinstance(colour, np.ndarray) and colour.ndim == 3:
        texture = nodes.new("ShaderNodeTexImage")
        texture.image = picture(colour)
        links.new(texture.outputs["Color"], shader.inputs["Base Color"])
    else:
        linear = np.asarray(colour, float) ** 2.2
        shader.inputs["Base Color"].default_value = (*(float(c) for c in linear), 1.0)
    return made


def thing(
    mesh: bpy.types.Mesh,
    made_of: bpy.types.Material,
    at: Sequence[float] = (0, 0, 0),
    turn: float = 0.0,
) -> bpy.types.Object:
    """An object in the scene, turned about its upright axis by `turn` radians."""
    body = bpy.data.objects.new("thing", mesh)
    if not mesh.materials:
        mesh.materials.append(made_of)
    elif mesh.materials[0] != made_of:
        body.material_slots[0].link = "OBJECT"
        body.material_slots[0].material = made_of
    body.location, body.rotation_euler = at, (0, 0, turn)
    bpy.context.scene.collection.objects.link(body)
    return body


def from_arrays(points: Floats, faces: object, uv_cm: float, smooth: bool = True) -> bpy.types.Mesh:
    """A mesh of points (n, 3) and faces (m, k), its texture `uv_cm` wide and laid on from above."""
    mesh = bpy.data.meshes.new("mesh")
    corners = np.asarray(faces)
    mesh.from_pydata(points.tolist(), [], corners.tolist())
    layer = mesh.uv_layers.new(name="uv")
    at = points[corners.ravel(), :2] / uv_cm + 0.5
    layer.data.foreach_set("uv", at.astype(np.float32).ravel())
    if smooth:
        mesh.polygons.foreach_set("use_smooth", np.ones(len(corners), bool))
        mesh.set_sharp_from_angle(angle=0.7)
    return mesh


def sheet(width: float, depth: float, uv_cm: float | None = None) -> bpy.types.Mesh:
    """A flat rectangle; its texture covers it just so, or is `uv_cm` wide."""
    x, y = width / 2, depth / 2
    points = np.array([(-x, -y, 0), (x, -y, 0), (x, y, 0), (-x, y, 0)], np.float32)
    mesh = from_arrays(points, [[0, 1, 2, 3]], uv_cm or 1.0, smooth=False)
    if uv_cm is None:
        flat = np.array([0, 0, 1, 0, 1, 1, 0, 1], np.float32)
        mesh.uv_layers[0].data.foreach_set("uv", flat)
    return mesh


def relief(
    width: float, depth: float, step: float, height: Callable[..., Floats]
) -> bpy.types.Mesh:
    """A surface whose height at (x, y) is given by a function; its texture covers it just so."""
    columns, rows = round(width / step) + 1, round(depth / step) + 1
    x = np.linspace(-width / 2, width / 2, columns)
    y = np.linspace(-depth / 2, depth / 2, rows)
    xs, ys = np.meshgrid(x, y)
    points = np.stack([xs, ys, height(xs, ys)], axis=-1).reshape(-1, 3)
    first = (np.arange(rows - 1)[:, None] * columns + np.arange(columns - 1)).ravel()
    faces = np.stack([first, first + 1, first + columns + 1, first + columns], axis=1)
    mesh = bpy.data.meshes.new("relief")
    mesh.vertices.add(len(points))
    mesh.vertices.foreach_set("co", points.astype(np.float32).ravel())
    mesh.loops.add(faces.size)
    mesh.loops.foreach_set("vertex_index", faces.astype(np.int32).ravel())
    mesh.polygons.add(len(faces))
    mesh.polygons.foreach_set("loop_start", np.arange(0, faces.size, 4, dtype=np.int32))
    mesh.polygons.foreach_set("use_smooth", np.ones(len(faces), bool))
    mesh.update(calc_edges=True)
    layer = mesh.uv_layers.new(name="uv")
    uv = points[faces.ravel(), :2] / (width, depth) + 0.5
    layer.data.foreach_set("uv", uv.astype(np.float32).ravel())
    return mesh


def box(width: float, depth: float, height: float, uv_cm: float = 30.0) -> bpy.types.Mesh:
    """A box that stands on z = 0 and has its middle there."""
    x, y = width / 2, depth / 2
    points = [(i, j, k) for k in (0, height) for i, j in ((-x, -y), (x, -y), (x, y), (-x, y))]
    faces = [[3, 2, 1, 0], [4, 5, 6, 7], [0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [3, 0, 4, 7]]
    return from_arrays(np.array(points, np.float32), faces, uv_cm, smooth=False)


def lathe(profile: Profile, segments: int = 40, uv_cm: float = 6.0) -> bpy.types.Mesh:
    """A body turned from `profile`."""
    angles = np.arange(segments) / segments * 2 * np.pi
    ring = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    points = np.concatenate([np.c_[ring * max(r, 1e-3), np.full(segments, z)] for r, z in profile])
    this, after = np.arange(segments), (np.arange(segments) + 1) % segments
    faces = [
        face
        for level in range(len(profile) - 1)
        for face in np.stack([this, after, after + segments, this + segments], axis=1)
        + level * segments
    ]
    return from_arrays(points.astype(np.float32), faces, uv_cm)


def ellipsoid(radius: float, half_height: float) -> bpy.types.Mesh:
    """A ball or lens that stands on z = 0."""
    angles = np.linspace(-np.pi / 2, np.pi / 2, 17)
    return lathe([(radius * np.cos(a), half_height * (1 + np.sin(a))) for a in angles])


def united(parts: Sequence[tuple[bpy.types.Mesh, float]]) -> bpy.types.Mesh:
    """Meshes in one, each raised by some height."""
    points = [np.array([(*v.co[:2], v.co[2] + up) for v in mesh.vertices]) for mesh, up in parts]
    first = np.cumsum([0, *(len(p) for p in points)])
    faces = [
        [corner + int(start) for corner in face.vertices]
        for (mesh, _), start in zip(parts, first, strict=False)
        for face in mesh.polygons
    ]
    whole, at = bpy.data.meshes.new("united"), np.concatenate(points)
    whole.from_pydata(at.tolist(), [], faces)
    layer = whole.uv_layers.new(name="uv")
    uv = at[[corner for face in faces for corner in face], :2] / 6.0 + 0.5
    layer.data.foreach_set("uv", uv.astype(np.float32).ravel())
    whole.polygons.foreach_set("use_smooth", np.ones(len(faces), bool))
    whole.set_sharp_from_angle(angle=0.7)
    return whole


def limb(bones: Sequence[tuple[Sequence[float], Sequence[float], float, float]]) -> bpy.types.Mesh:
    """Round bones (from, to, radius there, radius here) grown together: hands and arms."""
    parts: list[tuple[Vector, float]] = []
    for start, end, first, last in bones:
        a, b = Vector(start), Vector(end)
        steps = max(2, int((b - a).length / (0.35 * min(first, last))))
        shares = [i / steps for i in range(steps + 1)]
        parts.extend((a.lerp(b, s), first + (last - first) * s) for s in shares)
    unit = lathe([(np.cos(a), np.sin(a)) for a in np.linspace(-1.57, 1.57, 7)], 10)
    base = np.array([v.co for v in unit.vertices])
    faces = np.array([p.vertices for p in unit.polygons])
    points = np.concatenate([base * radius + np.array(at) for at, radius in parts])
    offsets = np.arange(len(parts))[:, None, None] * len(base)
    raw = from_arrays(points, (faces + offsets).reshape(-1, 4), 10.0)
    body = bpy.data.objects.new("raw", raw)
    bpy.context.scene.collection.objects.link(body)
    remesh = body.modifiers.new("remesh", "REMESH")
    remesh.mode, remesh.voxel_size, remesh.use_smooth_shade = "VOXEL", 0.28, True
    smooth = body.modifiers.new("smooth", "SMOOTH")
    smooth.iterations, smooth.factor = 7, 0.5
    graph = bpy.context.evaluated_depsgraph_get()
    mesh = bpy.data.meshes.new_from_object(body.evaluated_get(graph))
    bpy.data.objects.remove(body)
    return mesh


def hand(rng: Rng) -> tuple[bpy.types.Mesh, Matrix]:
    """A hand whose finger tips are near the origin, with its arm towards -x."""
    curl, spread, lift = rng.uniform(0.2, 1.0), rng.uniform(0.8, 1.25), rng.uniform(0.0, 1.5)
    pointing = rng.random() < 0.3
    bones = []
    wrist = np.array([-13.5, rng.uniform(-1, 1), 4.5 + lift + rng.uniform(0, 3)])
    for i, long in enumerate((0.92, 1.0, 0.95, 0.8)):
        y = (1.5 - i) * 2.0 * spread
        knuckle = np.array([-5.5 - 0.5 * abs(1.2 - i), y, 4.6 + lift + rng.uniform(-0.3, 0.5)])
        bent = curl if not pointing or i == 0 else 1.6
        middle = knuckle + long * np.array(
            [3.6 * np.cos(0.5 * bent), 0.1 * y, -3.6 * np.sin(0.25 * bent)]
        )
        tip = middle + long * np.array(
            [3.4 * np.cos(1.1 * bent), -0.25 * y, -3.4 * np.sin(0.9 * bent)]
        )
        tip[2] = max(tip[2], 0.6)
        bones += [
            (wrist, knuckle, 1.9, 1.15),
            (knuckle, middle, 1.0, 0.85),
            (middle, tip, 0.85, 0.68),
        ]
    base = wrist + np.array((2.5, 2.6, -0.6))
    joint = base + np.array((4.0, 2.0, -1.0))
    tip = np.array([-1.2, 2.6, 1.0 + lift])
    bones += [(wrist, base, 2.0, 1.4), (base, joint, 1.3, 1.0), (joint, tip, 1.0, 0.75)]
    elbow = wrist + np.array((-38.0, rng.uniform(-8, 8), rng.uniform(2, 14)))
    bones.append((wrist, elbow, 2.3, 4.2))
    sleeve = Matrix.Translation(Vector(wrist.tolist()))
    return limb(bones), sleeve
