"""Train what tells that something lies over a tile, beside what the model of tiles tells already.

    python -m tests.training.covers OUT.onnx FOLDER [FOLDER ...] --go-on-from MODEL.onnx
        [--minutes 10] [--leave-out BOARD ...] [--hands FOLDER]

Folders are those of `networks`. The model's own answers stay just as they are: a branch is added to
it that sees what its first layers and its last ones make of the board, and nothing else is learnt.
A tile is covered if a dish is, in which a stone may lie, though its halves show how it lies.

That in use saw 263 pictures of 201 boards (190 rendered ones of both families, the 9 pictures, 2
games) under 80 rendered hands, for 20 minutes. Of 11,268 tiles of 12 rendered films and 32 pictures
with a hand in them, of which it saw none, 54 are read wrong and told, 10 of these with a
probability above 0.95: 89 and 22 where a strange tint of both halves, and doubt of how a tile lies,
had to tell. Of 661 that are hidden by half 5 are told (52), and of those that are reported hidden
98 are by less than a tenth (101); with no hand in the picture none of 4,176 is (3). From the last
layers alone it cannot be told: of dishes under hands laid over such boards they miss 25 of 100
where they take 1 of 100 in sight for covered, with the first layers 5.

Shown tiles of 8 games that are held over their places, to be turned, as covered ones, it told those
of 11 other games no better, and was left: 8 of 14,832 tiles under hands seem to lie otherwise (6).
"""

from __future__ import annotations

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from tests.training.blots import load_hands
from tests.training.disturb import UNASKED
from tests.training.networks import arguments, batches, folded, network, take, taught, write
from tests.training.pictures import TILES, load_all

_EARLY = 4  # layers, which see parts of sites
_COVERED = 2.0  # how much more a covered tile counts than one in sight


class Tiles(nn.Module):
    """The network of tiles, with its answers and one more: the log odds of a cover."""

    def __init__(self, trained: nn.Sequential) -> None:
        super().__init__()
        _, b, c = TILES.channels
        site = TILES.px // 4
        self.early, self.late = trained[:_EARLY], trained[_EARLY:-1]
        self.answers = trained[-1]
        for part in trained.parameters():
            part.requires_grad = False
        self.own = nn.Sequential(nn.Conv2d(b, b, site, site), nn.ReLU())
        self.over = nn.Sequential(nn.Conv2d(b + c, b, 3, 1, 1), nn.ReLU(), nn.Conv2d(b, 1, 1))

    def forward(self, view: torch.Tensor) -> torch.Tensor:
        """The scores (batch, answers and 1, rows, columns)."""
        seen = self.early(view)
        sites = self.late(seen)
        answers = self.answers(sites)  # before the branch: models are taken layer by layer
        over = self.over(torch.cat([self.own(seen), sites], 1))
        return torch.cat([answers, over], 1)


def _loss_of(scores: torch.Tensor, wanted: torch.Tensor) -> torch.Tensor:
    over, is_over = scores[:, -1], wanted[..., -1]
    asked = is_over != UNASKED
    weight = torch.tensor(_COVERED)
    return functional.binary_cross_entropy_with_logits(
        over[asked], is_over[asked].float(), pos_weight=weight
    )


def main() -> None:
    """Train and write the model."""
    chosen = arguments(__doc__)
    if chosen.go_on_from is None:
        raise SystemExit("--go-on-from MODEL.onnx is missing: the model that is added to")
    if chosen.share < 1.0 or chosen.average_with is not None:
        raise SystemExit("a branch is not averaged: leave out --share and --average-with")
    samples = load_all(chosen.folders, TILES, chosen.leave_out)
    trained = folded(network(TILES))
    take(trained, chosen.go_on_from)
    boards = batches(TILES, samples, np.random.default_rng(0), load_hands(chosen.hands))
    net = taught(Tiles(trained), boards, _loss_of, 60 * chosen.minutes)
    write(net, net, chosen, (TILES.rows * TILES.px, TILES.columns * TILES.px), "sites")


if __name__ == "__main__":
    main()
