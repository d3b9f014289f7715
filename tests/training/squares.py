"""Train `pi_board/vision/models/squares.onnx`.

    python -m tests.training.squares FOLDER OUT.onnx [--minutes 10] [--leave-out BOARD ...]

FOLDER holds pictures and recorded games of Lines of Action with their truth (see `pictures`).
Needs PyTorch and onnx, which the program itself does not. Boards are drawn evenly, recorded games
three times as often as single pictures. The ten minutes are of processor time, on one core.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from tests.training.pictures import Disturber, Sample, load_samples

BATCH, RATE = 8, 3e-3
CHANNELS = (16, 24, 32, 56)
LABELS = 4


def network() -> nn.Sequential:
    """From 20 px a site to one score vector a site, which has seen the neighbours too."""

    def layer(before: int, after: int, size: int = 3, step: int = 1) -> nn.Sequential:
        pad = size // 2 if size == 3 else 0
        return nn.Sequential(
            nn.Conv2d(before, after, size, step, pad), nn.BatchNorm2d(after), nn.ReLU(inplace=True)
        )

    a, b, c, d = CHANNELS
    return nn.Sequential(
        layer(3, a), layer(a, b, step=2), layer(b, b),
        layer(b, c, step=2), layer(c, c), layer(c, c),
        layer(c, d, size=5, step=5), layer(d, d), nn.Conv2d(d, LABELS, 1),
    )  # fmt: skip


def train(samples: tuple[Sample, ...], seconds: float) -> nn.Sequential:
    """The trained network."""
    rng = np.random.default_rng(0)
    torch.manual_seed(0)
    torch.set_num_threads(1)
    disturb, net = Disturber(samples, rng), network()
    optimiser = torch.optim.AdamW(net.parameters(), RATE, weight_decay=1e-3)
    boards = sorted({sample.board for sample in samples})
    weights = np.array([3.0 if board.startswith("seq") else 1.0 for board in boards])
    of_board = [[s for s in samples if s.board == board] for board in boards]
    rare_cover = torch.tensor([1.0, 1.0, 1.0, 0.5])
    started = time.process_time()
    while (share := (time.process_time() - started) / seconds) < 1:
        for group in optimiser.param_groups:
            group["lr"] = RATE * (0.5 + 0.5 * np.cos(np.pi * share)) + 1e-5
        chosen = rng.choice(len(boards), BATCH, p=weights / weights.sum())
        pairs = [disturb(of_board[i][rng.integers(len(of_board[i]))]) for i in chosen]
        scores = net(torch.tensor(np.stack([x for x, _ in pairs])))[:, :, 1:-1, 1:-1]
        wanted = torch.tensor(np.stack([y for _, y in pairs]))
        loss = functional.cross_entropy(scores, wanted, weight=rare_cover, ignore_index=-100)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    return net.eval()


def main() -> None:
    """Train and write the model."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--leave-out", nargs="*", default=[])
    chosen = parser.parse_args()
    samples = tuple(s for s in load_samples(chosen.folder) if s.board not in chosen.leave_out)
    net = train(samples, 60 * chosen.minutes)
    torch.onnx.export(
        net, (torch.zeros(1, 3, 200, 200),), chosen.out, input_names=["board"],
        output_names=["sites"], opset_version=12, dynamo=False,
    )  # fmt: skip


if __name__ == "__main__":
    main()
