"""Train the network of `pi_board.vision.cold.read.chessmen`.

    python -m tests.training.chessmen OUT.onnx --chess FOLDER ... --stones FOLDER ... [--minutes 3]

Folders hold pictures with their truth (see `pictures`); `render` makes them (games `chess` and
`loa`). Needs PyTorch and onnx. Minutes are of processor time, on one core. Both kinds are seen
equally often, lit, tinted, blurred and noised at random. The model in use saw 30 chess sets and 78
boards with stones (family `train`), some of these two high, for 1.9 minutes.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from pi_board.vision.cold.read.chessmen import FEW, MARGIN_SITES, PX, leaning
from torch import nn
from torch.nn import functional

from pi_board.vision.pictures import load_picture
from pi_board.vision.sampling import straight_down
from tests.training.lighting import lit
from tests.training.pictures import SQUARES, Floats, _geometry, _labels

BOARDS, MEN, RATE = 4, 16, 3e-3  # boards of each kind and men of each in a batch
CHANNELS = (16, 24, 32, 40)
OFF_SITES, SIZES = 0.05, 0.08  # how far men are moved and enlarged, standard deviations


@dataclass(frozen=True, slots=True)
class Set:
    """A rectified board, where (N, 2) men or stones stand on it, and the camera's place (3)."""

    flat: Floats
    feet: Floats
    camera: Floats


def network() -> nn.Sequential:
    """From views to log-odds (N, 1, 1, 1) of a chessman."""

    def layer(before: int, after: int, step: int) -> nn.Sequential:
        return nn.Sequential(
            nn.Conv2d(before, after, 3, step, 1), nn.BatchNorm2d(after), nn.ReLU(inplace=True)
        )

    a, b, c, d = CHANNELS
    return nn.Sequential(
        layer(4, a, 2), layer(a, b, 2), layer(b, c, 1), layer(c, d, 2),
        nn.AdaptiveAvgPool2d(1), nn.Conv2d(d, 1, 1),
    )  # fmt: skip


def load(folders: list[Path]) -> list[Set]:
    """The boards of some folders on which enough stands."""
    sets = []
    for path in (path for folder in folders for path in sorted(folder.glob("*.json"))):
        truth = json.loads(path.read_text())
        image = load_picture(path.with_suffix(".jpg"))
        geometry = _geometry(truth, SQUARES, (image.shape[1], image.shape[0]))
        there = _labels(truth["state"], SQUARES)[::-1, :, 0] > 0  # row 1 first
        hidden = set(truth.get("occluded_cells", ()))
        feet = [
            (x + 0.5, y + 0.5)
            for y, x in np.argwhere(there)
            if f"{'abcdefgh'[x]}{y + 1}" not in hidden
        ]
        flat, geometry = straight_down(image, geometry, PX, MARGIN_SITES)
        if len(feet) >= FEW:
            shares = flat.astype(np.float32) / 255
            sets.append(Set(shares, np.array(feet), geometry.camera_position))
    return sets


def train(chess: list[Set], stones: list[Set], seconds: float) -> nn.Sequential:
    """The trained network."""
    rng = np.random.default_rng(0)
    torch.manual_seed(0)
    torch.set_num_threads(1)
    net = network()
    optimiser = torch.optim.AdamW(net.parameters(), RATE, weight_decay=2e-3)
    started, losses = time.process_time(), []
    while (share := (time.process_time() - started) / seconds) < 1:
        for group in optimiser.param_groups:
            group["lr"] = RATE * (0.5 + 0.5 * np.cos(np.pi * share)) + 1e-5
        views, wanted = [], []
        for tall, sets in ((1.0, chess), (0.0, stones)):
            for index in rng.integers(len(sets), size=BOARDS):
                views.append(_seen(sets[index], rng))
                wanted += [tall] * len(views[-1])
        scores = net(torch.tensor(np.concatenate(views))).reshape(-1)
        loss = functional.binary_cross_entropy_with_logits(scores, torch.tensor(wanted))
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
        if len(losses) % 100 == 0:
            mean = float(np.mean(losses[-100:]))
            print(f"{share:4.0%} {len(losses)} steps, loss {mean:.3f}", flush=True)
    return net.eval()


def _seen(board: Set, rng: np.random.Generator) -> Floats:
    """Views of some of a board's men, as another camera would see them in another light."""
    feet = board.feet[rng.permutation(len(board.feet))[:MEN]]
    feet = feet + rng.normal(0, OFF_SITES, feet.shape)
    scale = float(np.exp(rng.normal(0, SIZES)))
    levels = lit(board.flat, rng, hues_rad=2.0).astype(np.float32)
    views = leaning(levels, feet, board.camera, scale)
    return views[:, :, ::-1].copy() if rng.random() < 0.5 else views


def main() -> None:
    """Train and write the model."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--chess", type=Path, nargs="+", required=True)
    parser.add_argument("--stones", type=Path, nargs="+", required=True)
    parser.add_argument("--minutes", type=float, default=3.0)
    chosen = parser.parse_args()
    chess, stones = load(chosen.chess), load(chosen.stones)
    print(f"{len(chess)} chess sets, {len(stones)} boards with stones", flush=True)
    net = train(chess, stones, 60 * chosen.minutes)
    torch.save(net.state_dict(), chosen.out.with_suffix(".pt"))
    one = torch.tensor(leaning(stones[0].flat * 255, stones[0].feet[:1], stones[0].camera))
    torch.onnx.export(
        net, (one,), chosen.out, input_names=["men"], output_names=["tall"],
        dynamic_axes={"men": {0: "n"}, "tall": {0: "n"}}, opset_version=12, dynamo=False,
    )  # fmt: skip


if __name__ == "__main__":
    main()
