"""Train the network of `pi_board.vision.cold.chessmen`.

    python -m tests.training.chessmen OUT.onnx --chess FOLDER ... --stones FOLDER ... [--minutes 3]
        [--go-on-from MODEL.onnx [--share 0.4]]

Folders hold pictures with their truth (see `pictures`); `render` makes them (games `chess` and
`loa`), `drawn` many more. Needs PyTorch and onnx. Minutes are of processor time, on one core. Both
kinds are seen equally often, and the folders of each, lit, tinted, blurred and noised at random;
the mean opinion of a board's men is to be right, and less so that of each. `--share` averages the
weights with those of the model it went on from, as in `networks`.

The first model saw 30 rendered chess sets and 78 boards with stones (family `train`), some of these
two high. That in use went on from it: 4 minutes with 8 rendered and 240 drawn chess sets (`tops`
among them), 10 pictures of boards and 119 drawn ones, of whose weights 0.6 were taken and 0.4 of
the first model's, then 2 minutes more without `tops`, with 12 pictures of boards and 224 drawn.
"""

from __future__ import annotations

import argparse
import json
import time
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from pi_board.vision.cold.chessmen import FEW, MARGIN_SITES, PX, leaning
from pi_board.vision.geometry import Image
from pi_board.vision.pictures import load_picture
from pi_board.vision.sampling import straight_down
from tests.training.lighting import lit
from tests.training.networks import mixed, take
from tests.training.pictures import SQUARES, Floats, geometry_of, labels_of

BOARDS, MEN, RATE = 6, 20, 2e-3  # boards of each kind and men of each in a batch
CHANNELS = (16, 24, 32, 40)
OF_EACH = 0.3  # how much opinions of single men count beside their mean
MISREAD = 0.15  # greatest share of men that are none
OFF_SITES, SIZES = 0.05, 0.08  # how far men are moved and enlarged, standard deviations


@dataclass(frozen=True, slots=True)
class Set:
    """A rectified board, where (N, 2) men or stones stand on it, and the camera's place (3)."""

    flat: Image
    feet: Floats
    camera: Floats


def network() -> nn.Sequential:
    """From views to log-odds (N, 1, 1, 1) of a chessman."""

    def layer(before: int, after: int, step: int) -> nn.Sequential:
        return nn.Sequential(nn.Conv2d(before, after, 3, step, 1), nn.ReLU(inplace=True))

    a, b, c, d = CHANNELS
    return nn.Sequential(
        layer(4, a, 2), layer(a, b, 2), layer(b, c, 1), layer(c, d, 2),
        nn.AdaptiveAvgPool2d(1), nn.Conv2d(d, 1, 1),
    )  # fmt: skip


def load(folder: Path) -> list[Set]:
    """The boards of a folder on which enough stands."""
    sets = []
    for path in sorted(folder.glob("*.json")):
        truth = json.loads(path.read_text())
        image = load_picture(path.with_suffix(".jpg"))
        geometry = geometry_of(truth, SQUARES, (image.shape[1], image.shape[0]))
        there = labels_of(truth["state"], SQUARES)[::-1, :, 0] > 0  # row 1 first
        hidden = set(truth.get("occluded_cells", ()))
        feet = [
            (x + 0.5, y + 0.5)
            for y, x in np.argwhere(there)
            if f"{'abcdefgh'[x]}{y + 1}" not in hidden
        ]
        flat, geometry = straight_down(image, geometry, PX, MARGIN_SITES)
        if len(feet) >= FEW:
            sets.append(Set(flat, np.array(feet), geometry.camera_position))
    return sets


def train(kinds: list[list[list[Set]]], seconds: float, net: nn.Sequential) -> nn.Sequential:
    """The trained network. `kinds`: stones and chess sets, each from several sources, which are
    seen equally often.
    """
    rng = np.random.default_rng(0)
    torch.manual_seed(0)
    torch.set_num_threads(1)
    optimiser = torch.optim.AdamW(net.parameters(), RATE, weight_decay=2e-3)
    started, losses = time.process_time(), []
    while (share := (time.process_time() - started) / seconds) < 1:
        for group in optimiser.param_groups:
            group["lr"] = RATE * (0.5 + 0.5 * np.cos(np.pi * share)) + 1e-5
        views, tall = [], []
        for kind, sources in enumerate(kinds):
            for source in rng.integers(len(sources), size=BOARDS):
                sets = sources[source]
                views.append(_seen(sets[rng.integers(len(sets))], rng))
                tall.append(float(kind))
        scores = net(torch.tensor(np.concatenate(views))).reshape(-1)
        means = torch.stack([part.mean() for part in scores.split([len(v) for v in views])])
        each = torch.tensor(tall).repeat_interleave(torch.tensor([len(v) for v in views]))
        loss = functional.binary_cross_entropy_with_logits(means, torch.tensor(tall))
        loss = loss + OF_EACH * functional.binary_cross_entropy_with_logits(scores, each)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
        if len(losses) % 100 == 0:
            mean = float(np.mean(losses[-100:]))
            print(f"{share:4.0%} {len(losses)} steps, loss {mean:.3f}", flush=True)
    return net.eval()


def _seen(board: Set, rng: np.random.Generator) -> Floats:
    """Views of some of a board's men, as another camera would see them in another light; a few are
    of empty squares, which were taken for men.
    """
    feet = board.feet[rng.permutation(len(board.feet))[: rng.integers(FEW, MEN + 1)]]
    wrong = rng.integers(0, 8, (rng.binomial(len(feet), rng.uniform(0, MISREAD)), 2)) + 0.5
    feet = np.concatenate([feet, wrong])
    feet = feet + rng.normal(0, OFF_SITES, feet.shape)
    scale = float(np.exp(rng.normal(0, SIZES)))
    levels = lit(board.flat.astype(np.float32) / 255, rng, hues_rad=2.0).astype(np.float32)
    views = leaning(levels, feet, board.camera, scale)
    return views[:, :, ::-1].copy() if rng.random() < 0.5 else views


def main() -> None:
    """Train and write the model."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--chess", type=Path, nargs="+", required=True)
    parser.add_argument("--stones", type=Path, nargs="+", required=True)
    parser.add_argument("--minutes", type=float, default=3.0)
    parser.add_argument("--go-on-from", type=Path)
    parser.add_argument("--share", type=float, default=1.0)
    chosen = parser.parse_args()
    if chosen.share < 1.0 and not chosen.go_on_from:
        parser.error("--share needs --go-on-from")
    kinds = [[load(folder) for folder in folders] for folders in (chosen.stones, chosen.chess)]
    for kind, sources in zip(("boards with stones", "chess sets"), kinds, strict=True):
        print(f"{' + '.join(str(len(sets)) for sets in sources)} {kind}", flush=True)
    before = network()
    if chosen.go_on_from:
        take(before, chosen.go_on_from)
    net = train(kinds, 60 * chosen.minutes, deepcopy(before))
    if chosen.share < 1.0:
        net = mixed(net, before, chosen.share)
    some = kinds[0][0][0]
    one = torch.tensor(leaning(some.flat.astype(np.float32), some.feet[:1], some.camera))
    torch.onnx.export(
        net, (one,), chosen.out, input_names=["men"], output_names=["tall"],
        dynamic_axes={"men": {0: "n"}, "tall": {0: "n"}}, opset_version=12, dynamo=False,
    )  # fmt: skip


if __name__ == "__main__":
    main()
