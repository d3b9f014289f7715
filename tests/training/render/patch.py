"""Render anew only the part of a scene that has changed since it was last rendered."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import bpy
import cv2
import numpy as np

from tests.training.render.stage import Camera
from tests.training.render.textures import Floats

_MARGIN = 14  # pixels about what changed, over which old and new are blended
_EVERY = 9  # of a mesh's points is looked at


def anew(before: Floats, camera: Camera, changed: Iterable[Floats], scratch: Path) -> Floats:
    """The light (height, width, RGB) that Blender's camera gets, `before` (the same) having been
    right except where these points (n, 3), in cm on the table, or their shadows are seen.
    """
    height, width = before.shape[:2]
    points = np.concatenate([_with_shadows(p) for p in changed])
    at = (points - camera.centre) @ camera.rotation.T
    at = at[at[:, 2] > 1.0]
    pixels = at[:, :2] / at[:, 2:] * camera.focal_px + (width / 2, height / 2)
    low = np.clip(np.floor(pixels.min(axis=0)) - _MARGIN, 0, (width, height)).astype(int)
    high = np.clip(np.ceil(pixels.max(axis=0)) + _MARGIN, 0, (width, height)).astype(int)
    if (high - low < 2).any():
        return before
    render = bpy.context.scene.render
    render.use_border = True
    render.border_min_x, render.border_max_x = low[0] / width, high[0] / width
    render.border_min_y, render.border_max_y = 1 - high[1] / height, 1 - low[1] / height
    after = rendered(scratch)
    render.use_border = False
    inside = np.zeros((height, width), np.uint8)
    inside[low[1] : high[1], low[0] : high[0]] = 1
    share = np.clip(cv2.distanceTransform(_open(inside), cv2.DIST_C, 3) / _MARGIN * 2 - 0.2, 0, 1)
    share = share[1:-1, 1:-1, None] * inside[..., None]
    return np.asarray(before * (1 - share) + after * share, np.float32)


def rendered(scratch: Path) -> Floats:
    """The light (height, width, RGB) that Blender's camera gets."""
    bpy.ops.render.render(write_still=True)
    return cv2.imread(str(scratch), cv2.IMREAD_UNCHANGED)[..., 2::-1].astype(np.float32)


def points_of(body: bpy.types.Object) -> Floats:
    """Points (n, 3) all over an object that has no parent, on the table."""
    local = np.empty(3 * len(body.data.vertices), np.float32)
    body.data.vertices.foreach_get("co", local)
    local = local.reshape(-1, 3)
    pose = np.array(body.matrix_basis)
    return local[:: _EVERY if len(local) > 2000 else 1] @ pose[:3, :3].T + pose[:3, 3]


def _with_shadows(points: Floats) -> Floats:
    """Points, and where lamps cast their shadows on the table."""
    parts = [points]
    for lamp in bpy.context.scene.objects:
        if lamp.type != "LIGHT":
            continue
        turn = np.array(lamp.rotation_euler.to_matrix())
        way = np.broadcast_to(turn @ (0, 0, -1), points.shape)
        if lamp.data.type != "SUN":
            way = points - np.array(lamp.location)
        falls = way[:, 2] < -1e-3
        parts.append((points - way * (points[:, 2:] / way[:, 2:]))[falls])
    return np.concatenate(parts)


def _open(inside: np.ndarray) -> np.ndarray:
    """The mask with a border: no blending at the picture's own edges."""
    return cv2.copyMakeBorder(inside, 1, 1, 1, 1, cv2.BORDER_REPLICATE)
