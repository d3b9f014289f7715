"""Render hands with their shadows, to be laid over pictures of boards (`tests/training/blots.py`).

    nice -n 15 BPY_PYTHON -m tests.training.render.hands OUT [--count 200] [--first 0] [--seed 1]

Each is a PNG with alpha, as seen on the table's plane from straight above, the camera itself
having looked at a slant: `blots.PX_PER_CM` pixels a centimetre, the finger tips at `blots.TIPS`,
the arm coming from the left. What the hand hides is opaque; its shadow is black, as opaque as it is
deep.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path

import bpy
import cv2
import numpy as np

from tests.training.blots import PX_PER_CM, TIPS
from tests.training.render import make, meshes, stage
from tests.training.render.stage import Camera
from tests.training.render.textures import Floats, Rng

(LEFT, ASIDE), RIGHT = TIPS, 8.0  # cm about the finger tips that are kept
_SIZE, _FOCAL = (340, 260), 320.0


def render_one(rng: Rng, out: Path, scratch: Path) -> None:
    """One hand, to the file `out`."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    table = meshes.thing(meshes.sheet(500, 500), meshes.material((0.5, 0.5, 0.5), 0.9))
    table.is_shadow_catcher = True
    camera = _aim(rng)
    stage.place(camera, 1.0)
    stage.lamp(rng)
    hand = stage.Hand(rng)
    if rng.random() < 0.5:
        hand.sleeve(rng)
    hand.put((0.0, 0.0, rng.uniform(0.2, 3.0)), rng.normal(0, 0.2), 1.0, 1.0)
    make.set_up(scene, scratch)
    scene.render.film_transparent = True
    scene.render.image_settings.file_format = "PNG"
    scene.render.image_settings.color_mode = "RGBA"
    scene.render.image_settings.color_depth = "8"
    scene.view_settings.view_transform = "Standard"
    bpy.ops.render.render(write_still=True)
    seen = cv2.imread(str(scratch), cv2.IMREAD_UNCHANGED)
    cv2.imwrite(str(out), cv2.warpPerspective(seen, _from_above(camera), _kept_size()))


def _aim(rng: Rng) -> Camera:
    """A camera that looks at the hand from any side, tilted up to 45 degrees."""
    tilt, around = np.radians(rng.uniform(0, 45)), rng.uniform(0, 2 * np.pi)
    back = np.array([np.sin(tilt) * np.cos(around), np.sin(tilt) * np.sin(around), np.cos(tilt)])
    right = np.array([-np.sin(around), np.cos(around), 0.0])
    rotation = np.stack([right, np.cross(-back, right), -back])
    where = back * rng.uniform(42, 70) - ((LEFT - RIGHT) / 2, 0, 0)
    angles = (float(np.degrees(tilt)), float(np.degrees(around)))
    return Camera(_SIZE, _FOCAL, (0.0, 0.0), rotation, -rotation @ where, *angles)


def _from_above(camera: Camera) -> Floats:
    """Pixels of what is kept from those of the camera."""
    corners = np.array([(-LEFT, ASIDE), (RIGHT, ASIDE), (RIGHT, -ASIDE), (-LEFT, -ASIDE)])
    width, height = _kept_size()
    kept = np.array([(0, 0), (width, 0), (width, height), (0, height)]) - 0.5
    pixels = camera.project(np.c_[corners, np.zeros(4)])
    matrix = cv2.getPerspectiveTransform(pixels.astype(np.float32), kept.astype(np.float32))
    return np.asarray(matrix)


def _kept_size() -> tuple[int, int]:
    return round((LEFT + RIGHT) * PX_PER_CM), round(2 * ASIDE * PX_PER_CM)


def main() -> None:
    """Render as many hands as asked for; those that are there already are left."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    chosen.out.mkdir(parents=True, exist_ok=True)
    scratch = chosen.out / f".{os.getpid()}.png"
    for number in range(chosen.first, chosen.first + chosen.count):
        out = chosen.out / f"hand_{number:03d}.png"
        if not out.exists():
            render_one(np.random.default_rng([chosen.seed, number]), out, scratch)
    scratch.unlink(missing_ok=True)


if __name__ == "__main__":
    main()
