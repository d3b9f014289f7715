"""Render whole games as a fixed camera sees them, with truth, two pictures a second.

    nice -n 15 BPY_PYTHON -m tests.training.render.film OUT {loa,linja,connexoh} --count 3

A game is OUT/seq_GAME_N/f_NNNN.jpg and `sequence.json` and takes about four minutes on one core.
A hand comes in, lifts a stone or a tile, sets it down and leaves; then the board is at rest for two
pictures. What is taken is laid beside the board. The light drifts; a board may be shoved once.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import bpy
import cv2
import numpy as np

from tests.training.render import make, stage
from tests.training.render.board import site_name
from tests.training.render.boards import any_board
from tests.training.render.game import Deed, played, truth
from tests.training.render.patch import anew, points_of, rendered
from tests.training.render.photo import Sensor, any_sensor, through_lens
from tests.training.render.stage import Camera, Hand
from tests.training.render.table import Table
from tests.training.render.textures import Floats, Rng

NOTES = {"lifted": "piece in hand", "bumped": "board shifted"}
NOTES |= dict.fromkeys(("placing", "hand_out"), "piece on its square")


@dataclass
class Drift:
    """How exposure (`gain`), colour (`warm`) and light across the picture change over a game."""

    gain: float
    warm: float
    across: float
    phase: float

    def at(self, share: float, width: int) -> Floats:
        """Gain (1, width, RGB) after this share of the game."""
        wave = 0.03 * (np.sin(8 * share + self.phase) - np.sin(self.phase))
        even = self.gain * share + wave + self.warm * share * np.array([1.0, 0.0, -1.0])
        slope = self.across * share * np.linspace(-1, 1, width)
        return np.asarray(np.exp(even + slope[:, None])[None], np.float32)


@dataclass
class Film:
    """A game that is being filmed."""

    rng: Rng
    table: Table
    camera: Camera
    sensor: Sensor
    drift: Drift
    quality: int
    hands: dict[str, Hand]
    folder: Path
    scratch: Path
    expected: int  # pictures
    rest: Floats | None = None  # the light when no hand was in the picture last
    gain: float = 0.0
    done: int = 0  # moves
    frames: list[dict[str, Any]] = field(default_factory=list)

    def shoot(self, phase: str, hand: Hand | None = None, times: int = 1, note: str = "") -> None:
        """Take a look `times` over; only noise and light differ between its pictures."""
        linear = through_lens(self.light(hand), self.camera)
        self.gain = self.gain or self.sensor.exposed(linear)
        said = {"hand": hand is not None, "settled": hand is None, "moves_done": self.done}
        board = self.table.board
        said |= {"state": self.table.state} | make.of_grid(board, self.camera)
        if hand is not None:
            cover = make.covered(board, self.camera, hand.body)
            said |= {"hand_cover_fraction": cover, "occluded_cells": make.hidden(cover)}
        if note or phase in NOTES:
            said["note"] = note or NOTES[phase]
        for _ in range(times):
            index = len(self.frames)
            light = self.drift.at(index / self.expected, linear.shape[1])
            picture = self.sensor.developed(self.rng, linear, self.gain * light)
            name = f"f_{index:04d}.jpg"
            jpeg = [cv2.IMWRITE_JPEG_QUALITY, self.quality]
            cv2.imwrite(str(self.folder / name), picture, jpeg)
            self.frames.append({"index": index, "file": name, "phase": phase} | said)

    def light(self, hand: Hand | None) -> Floats:
        """What Blender's camera gets; only what has changed is rendered."""
        for part in [part for other in self.hands.values() for part in other.parts]:
            part.hide_render = hand is None or part not in hand.parts
        cycles, touched = bpy.context.scene.cycles, self.table.touched
        cycles.samples = make.SAMPLES if hand is None else make.SAMPLES // 2
        if hand is not None and self.rest is not None:
            new = [*touched, *(points_of(part) for part in hand.parts)]
            return anew(self.rest, self.camera, new, self.scratch)
        if self.rest is None:
            self.rest = rendered(self.scratch)
        for points in touched:
            self.rest = anew(self.rest, self.camera, [points], self.scratch)
        touched.clear()
        return self.rest

    def play(self, deed: Deed) -> None:
        """Film a move."""
        rng, hand = self.rng, self.hands[deed.side]
        first = deed.side == ("w" if self.table.board.game == "connexoh" else "b")
        turn = float((np.pi / 2 if first else -np.pi / 2) + rng.normal(0, 0.5))
        mirror, size = float(rng.choice([-1, 1])), float(rng.uniform(0.9, 1.05))
        back = -np.array([np.cos(turn), np.sin(turn), 0])
        start, end = np.array(self.table.over(deed.source)), np.array(self.table.over(deed.target))

        def reach(at: Floats, away: float, up: float) -> Floats:
            to = at + back * away + (0, 0, up)
            hand.put(tuple(to.tolist()), turn, mirror, size)
            return to

        reach(start, rng.uniform(0, 9), rng.uniform(1, 4))
        self.shoot("hand_in", hand)
        held = start + rng.uniform(0, 0.9) * (end - start)
        held = reach(held, 0.0, rng.uniform(1.5, 4))
        lay_down = self.table.lift(deed, held)
        note = f"tile in hand: {site_name(*deed.source)}" if deed.quarters else ""
        self.shoot("lifted", hand, note=note)
        lay_down()
        self.done += 1
        how = str(rng.choice(["placing", "hand_out", ""]))
        if how:
            far = rng.uniform(8, 22) if how == "hand_out" else 0.0
            reach(end, far, rng.uniform(0.3, 3))
            self.shoot(how, hand)
        self.shoot("settled", times=2)


def film_one(seed: list[int], game: str, family: str, folder: Path, scratch: Path) -> None:
    """One game and its truth."""
    started, rng = time.monotonic(), np.random.default_rng(seed)
    bpy.ops.wm.read_factory_settings(use_empty=True)
    aruco, dim = bool(rng.random() < 0.4), bool(rng.random() < 0.15)
    board = any_board(rng, game, family, aruco, start=True)
    parts = list(bpy.context.scene.objects)
    table = stage.lay_table(rng, family)
    camera = stage.aim(rng, board, (640, 480))
    stage.place(camera, make.overscan(camera))
    tags = stage.light(rng, board, camera) | make.tags_of(board, camera, dim)
    if rng.random() < 0.5:
        tags.add("clutter")
        stage.clutter(rng, board)
    make.set_up(bpy.context.scene, scratch)
    bpy.context.scene.render.use_persistent_data = True
    deeds = played(Random(f"{seed}"), board, int(rng.integers(8, 13)))
    shoved = int(rng.integers(3, max(4, len(deeds)))) if rng.random() < 0.6 else None
    hands = {team: Hand(rng) for team in "bw"}
    for hand in hands.values():
        if rng.random() < 0.5:
            hand.sleeve(rng)
    drift = Drift(*rng.normal(0, (0.1, 0.03, 0.05)).tolist(), rng.uniform(0, 6.3))
    film = Film(
        rng, Table(rng, board, parts), camera, any_sensor(rng, dim), drift,
        int(rng.integers(78, 96)), hands,
        folder, scratch, 5 * len(deeds),
    )  # fmt: skip
    film.shoot("start", times=2)
    said, cm = make.of_set(board, camera) | {"start_state": film.frames[0]["state"]}, None
    moves = []
    for number, deed in enumerate(deeds, 1):
        if number == shoved:
            cm, film.rest = film.table.shove(camera), None
            film.shoot("bumped")
        film.play(deed)
        settled = {"settled_state": film.table.state, "first_settled_frame": len(film.frames) - 2}
        moves.append(truth(game, number, deed) | settled)
    said |= {
        "tags": sorted(tags), "n_moves": len(moves), "bump_before_move": shoved, "bump_cm": cm,
        "light_drift": vars(drift), "table": table, "render_s": round(time.monotonic() - started),
        "moves": moves, "frames": film.frames,
    }  # fmt: skip
    (folder / "sequence.json").write_text(json.dumps(said))


def main() -> None:
    """Render as many games as asked for; those that are there already are left."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("game", choices=("loa", "linja", "connexoh"))
    parser.add_argument("--count", type=int, default=3)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--family", choices=("train", "test"), default="train")
    chosen = parser.parse_args()
    for number in range(chosen.first, chosen.first + chosen.count):
        folder = chosen.out / f"seq_{chosen.game}_{number}"
        folder.mkdir(parents=True, exist_ok=True)
        scratch = folder / f".{os.getpid()}.hdr"
        if not (folder / "sequence.json").exists():
            seed = [chosen.seed, number, len(chosen.game)]
            film_one(seed, chosen.game, chosen.family, folder, scratch)
        scratch.unlink(missing_ok=True)


if __name__ == "__main__":
    main()
