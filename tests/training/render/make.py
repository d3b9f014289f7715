"""Render pictures with truth; see the package."""

from __future__ import annotations

import argparse
import json
import os
import time
from pathlib import Path
from typing import Any

import bpy
import cv2
import numpy as np
from mathutils import Vector
from mathutils.bvhtree import BVHTree

from tests.training.render import stage
from tests.training.render.board import Board, site_name
from tests.training.render.boards import any_board
from tests.training.render.face import CORNERS
from tests.training.render.patch import rendered
from tests.training.render.photo import any_sensor, levels, through_lens
from tests.training.render.stage import Camera
from tests.training.render.textures import Floats, Rng

SAMPLES, OVERSCAN = 4, 1.22  # 2 samples take half the time, and look nearly the same
HANDS = 0.3  # share of pictures that have one
WINDOWS = {"train": 0.4, "test": 0.0}  # share that have a window opposite
STEEPEST_DEG = {"train": 60.0, "test": 45.5}  # of cameras
PLAIN = {"black", "white", "cream", "ivory", "ebony", "natural"}


def render_one(
    rng: Rng,
    game: str,
    family: str,
    out: Path,
    scratch: Path,
    hands: float = HANDS,
    samples: int = SAMPLES,
) -> None:
    """One picture `out`.jpg and its truth; a share of `hands` of such pictures have a hand."""
    started = time.monotonic()
    bpy.ops.wm.read_factory_settings(use_empty=True)
    aruco, dim = bool(rng.random() < 0.5), bool(rng.random() < 0.2)
    board = any_board(rng, game, family, aruco)
    table = stage.lay_table(rng, family)
    camera = stage.aim(rng, board, steepest_deg=STEEPEST_DEG[family])
    stage.place(camera, overscan(camera))
    tags = stage.light(rng, board, camera)
    if WINDOWS[family] and rng.random() < WINDOWS[family]:
        tags.add("window")
        stage.window(rng, board, camera)
    if rng.random() < 0.65:
        tags.add("clutter")
        stage.clutter(rng, board)
    hand = stage.reach_in(rng, board) if rng.random() < hands else None
    set_up(bpy.context.scene, scratch, samples)
    linear, sensor = seen(camera, scratch), any_sensor(rng, dim)
    picture = sensor.developed(rng, linear, sensor.exposed(linear))
    cv2.imwrite(
        str(out.with_suffix(".jpg")), picture, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(78, 96))]
    )
    truth = _truth(board, camera, out.with_suffix(".jpg").name) | levels(picture)
    cover = covered(board, camera, hand) if hand is not None else {}
    tags |= tags_of(board, camera, dim) | ({"hand"} if hand is not None else set())
    truth |= {
        "tags": sorted(tags), "hand": hand is not None, "table": table,
        "hand_cover_fraction": cover,
        "occluded_cells": hidden(cover),
        "render_s": round(time.monotonic() - started, 1),
    }  # fmt: skip
    out.with_suffix(".json").write_text(json.dumps(truth, indent=1))


def tags_of(board: Board, camera: Camera, dim: bool) -> set[str]:
    """The tags that tell of the board's colours, the camera and the light."""
    plain = {board.colours["b"], board.colours["w"]} <= PLAIN
    holds = {"low_light": dim, "tilt": camera.tilt_deg > 28, "nonstandard_colours": not plain}
    return {name for name, held in holds.items() if held}


def overscan(camera: Camera) -> float:
    """How much more than the picture has to be rendered for the lens."""
    return 1 + (OVERSCAN - 1) * max(0.15, min(1.0, -camera.distortion[0] / 0.16))


def seen(camera: Camera, scratch: Path) -> Floats:
    """The linear light (height, width, RGB) that falls on the sensor."""
    return through_lens(rendered(scratch), camera)


def set_up(scene: bpy.types.Scene, scratch: Path, samples: int = SAMPLES) -> None:
    """Fast rendering to the file `scratch`, with so many rays a pixel."""
    render, cycles = scene.render, scene.cycles
    render.engine, cycles.device = "CYCLES", "CPU"
    render.threads_mode, render.threads = "FIXED", 1
    cycles.samples, cycles.use_denoising, cycles.use_adaptive_sampling = samples, True, False
    cycles.denoising_prefilter, cycles.denoising_quality = "FAST", "FAST"
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = 2, 1, 2
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.sample_clamp_indirect = 4.0
    render.filter_size = 1.2
    render.filepath, render.image_settings.file_format = str(scratch), "HDR"
    render.image_settings.color_mode = "RGB"


def _truth(board: Board, camera: Camera, name: str) -> dict[str, Any]:
    pieces = [
        {"cell": cell, "colour": label, "top_px": camera.project([top])[0].round(1).tolist()}
        for cell, label, top in board.pieces
    ]
    return {
        "image": name, "state": board.state, "pieces": pieces,
        **of_set(board, camera), **of_grid(board, camera),
    }  # fmt: skip


def of_set(board: Board, camera: Camera) -> dict[str, Any]:
    """The truth that stays as it is when the board is shoved."""
    return {
        "game": board.game, "width": camera.size[0], "height": camera.size[1],
        "aruco": bool(board.markers), "colours": board.colours, "style": board.style,
        "tilt_deg": round(camera.tilt_deg, 2), "yaw_deg": round(camera.yaw_deg, 2),
        "camera_matrix": camera.matrix.round(4).tolist(),
        "distortion": [*camera.distortion, 0.0, 0.0, 0.0],
        "world_R": camera.rotation.round(7).tolist(),
        "world_t": camera.translation.round(5).tolist(),
    }  # fmt: skip


def of_grid(board: Board, camera: Camera) -> dict[str, Any]:
    """Where the board is."""
    (x, y), z = np.array(board.grid) / 2, board.surface

    def pixels(points: list[tuple[float, float]]) -> list[list[float]]:
        at = camera.project([board.on_table((*p, z)) for p in points])
        return at.round(2).tolist()  # type: ignore[no-any-return]

    truth: dict[str, Any] = {
        "corners_px": pixels([(i * x, j * y) for i, j in CORNERS]),
        "board_pose": board.pose.tolist(), "grid_cm": [round(g, 4) for g in board.grid],
        "surface_z_cm": round(z, 4), "cols": board.sites[0], "rows_n": board.sites[1],
    }  # fmt: skip
    if board.markers:
        truth["aruco_corners_px"] = {name: pixels(at) for name, at in board.markers.items()}
    return truth


def hidden(cover: dict[str, float]) -> list[str]:
    """The sites at least half covered."""
    return [cell for cell, share in cover.items() if share >= 0.5]


def covered(board: Board, camera: Camera, hand: bpy.types.Object) -> dict[str, float]:
    """The share of every site's surface that the hand hides, where it is not 0."""
    tree = BVHTree.FromObject(hand, bpy.context.evaluated_depsgraph_get())
    back = hand.matrix_world.inverted()
    eye = back @ Vector(camera.centre.tolist())
    columns, rows = board.sites
    steps = (np.arange(5) + 0.5) / 5
    out = {}
    for row in range(rows):
        for column in range(columns):
            behind = 0
            for i in steps:
                for j in steps:
                    place = (np.array([column + i, row + j]) / board.sites - 0.5) * board.grid
                    point = back @ Vector(board.on_table((*place.tolist(), board.surface)))
                    ray = point - eye
                    behind += tree.ray_cast(eye, ray.normalized(), ray.length)[0] is not None
            if behind:
                out[site_name(column, row)] = behind / 25
    return out


def main() -> None:
    """Render as many pictures as asked for; those that are there already are left."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("game", choices=("loa", "linja", "connexoh", "chess"))
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--family", choices=("train", "test"), default="train")
    parser.add_argument("--hands", type=float, default=HANDS, help="share of pictures with a hand")
    parser.add_argument("--samples", type=int, default=SAMPLES, help="rays a pixel")
    chosen = parser.parse_args()
    chosen.out.mkdir(parents=True, exist_ok=True)
    scratch = chosen.out / f".{os.getpid()}.hdr"
    for number in range(chosen.first, chosen.first + chosen.count):
        out = chosen.out / f"{chosen.game}_{number:03d}"
        if not out.with_suffix(".json").exists():
            rng = np.random.default_rng([chosen.seed, number, len(chosen.game)])
            render_one(rng, chosen.game, chosen.family, out, scratch, chosen.hands, chosen.samples)
    scratch.unlink(missing_ok=True)


if __name__ == "__main__":
    main()
