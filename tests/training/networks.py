"""Train the networks of `pi_board/vision/cold/models`.

    python -m tests.training.networks {squares,holes,tiles} OUT.onnx FOLDER [FOLDER ...]
        [--minutes 10] [--leave-out BOARD ...] [--go-on-from {OLD.pt,MODEL.onnx} [--share 0.4]
        [--average-with MODEL.onnx]]
        [--hands FOLDER]

Folders hold pictures and recorded games with their truth (see `pictures`; `render` makes some).
Needs PyTorch and onnx, which the program itself does not. Boards are drawn evenly, recorded games
three times as often as single pictures. Minutes are of processor time, on one core; one gives about
1,000 steps. `--leave-out` takes the beginnings of names. Beside OUT.onnx an OUT.pt is written, from
which training can go on, or that of another kind begin: layers of the same size are taken over. It
can also go on from a model itself, or begin with one that has fewer channels.
With `--share` the weights of both are averaged, as many of the new ones: what is learnt from a few
more boards then costs less of what was learnt before (Wortsman et al., Robust fine-tuning of
zero-shot models, CVPR 2022). After several steps that is the model `--average-with`. To one of
tiles `covers` adds what tells that something lies over them.

A model of squares saw 68 rendered boards of Lines of Action (family `train`), 8 of 12 other
pictures and 2 of 3 recorded games, for 6 minutes from that of holes. A second is 0.6 of it
and 0.4 of what 9 minutes more with 113 other rendered boards made of it. On 16 rendered boards of
family `test` that neither saw and the 12 others, as they are and in 8 ways disturbed, the reader
makes 74 to 78 errors at shares of 0.3 to 0.7, 105 with the old one and 93 with the new one alone.

A third is half of that and half of what came of going on in two steps, with 50 other rendered
boards under rendered hands: 0.5 of 6 minutes, then 0.6 of 8 with all 12 pictures and 3
games too. Of 185 pictures of the games' and pictures' boards, mostly under hands, the reader reads
176 whole (169 with the second); of 74 rendered boards of family `test` that none saw 64 (63), at 15
sites wrong (14). Asking twice, the second time with the board turned, changed nothing. Training
those of holes and tiles in the same way did not help on such boards, and was left.

A fourth is 0.4 of the third and 0.6 of what came of going on with 216 other rendered boards of both
families, also Othello's: 16 minutes, then 8 with all 12 pictures and 3 games too, both under
rendered hands. Of 98 rendered boards that none saw the reader reads 90 whole (87), at 11 sites
wrong (16); of 197 pictures of the other pictures' and games' boards 188 (189).

A fifth has half as many channels more, begins with the fourth and saw 405 boards for 28 minutes,
all those before and 35 with a draughts position, faces that mirror something being new. Of 74
rendered boards that none saw the reader reads 67 whole (66), at 7 clear sites wrong (9); the
network takes 2 times as long.

It had never seen a board with fewer than nine stones, and took shadows for some. A sixth is 0.4 of
it and 0.6 of what 14 minutes more made of it, with 230 boards, 140 of them with ten stones at most,
a fifth of these with none, and 44 for Othello. Of 18 boards with eight stones at most that none saw
the reader reads 15 whole (6), of 36 others 32 (32).

A seventh is half of the sixth and half of what 16 minutes more made of it, with 110 boards for
Othello, 60 for draughts (kings, red and black ones, folded ones), 30 others and the 12 pictures and
3 games. Of 108 boards that none saw, half of them for Othello or draughts, as they are and in 6
ways disturbed, the reader reads 638 of 756 whole (619), at 220 sites wrong (273).

An eighth is 0.7 of the seventh and 0.3 of what 14, 13 and 11 minutes more made of it, with 101
boards for Othello, most discs black below and white above or the reverse, 30 of the boards of any
colour, 65 others and the 12 pictures and 3 games. Of 148 boards that none saw, 86 for Othello, as
they are and in 5 ways disturbed, the reader reads 710 of 888 whole (705), at 533 sites wrong (548).
With a share of 0.5 it is 711 and 484, but a mirrored window deceives it in a test, and at 0.4 also
a grid through stones does.

That in use is 0.7 of the eighth and 0.3 of what 5 minutes more made of it, with 87 boards, most for
Othello (cells apart, rails) or draughts, half of them with a window opposite, and the 12 pictures
and 3 games; blur across the board was new. By itself, of 575 pictures of 66 other boards, it
reads 390 whole (362), at 917 sites wrong (1497); of 160 usual ones 139 (135), at 32 (38). With a
share of 0.5 it is 408, but four tests fail. Longer training did so, too, also with boards cleared.

One of holes saw 98 rendered boards of Linja and the others: 4.5 minutes without two boards and one
game, to be measured, and 0.8 with all. On 33 boards it had not seen (29 rendered ones, 4 others, of
these 2) it was wrong at 47 sites where the one before it was at 76, and takes half the time. A
second is 0.2 of it and 0.8 of what 20 minutes more with 166 boards, rendered hands over them, made
of it: on 29 rendered boards that neither saw it is wrong at 22 of 1373 sites (45, 29 without the
average), and the reader reads 25 whole (23). Half as many channels more gained nothing. A third is
half of it and half of what 9 minutes more made of it, with rendered boards of both families, some
with few pegs or none, and games filmed with dark pegs. Of 24 boards with holes or sticks that none
saw the reader reads 23 whole with it and the new network of lanes (20 with the old ones). A fourth
is half of the third and half of what 14 minutes more made of it, with 160 rendered boards, 110
of them with twenty pegs at most, a quarter of these with none, and all others. Of 24 boards being
set up that none saw 41 sites are wrong (90), of 29 others and 4 pictures 31 are whole as before.
A fifth is half of the fourth and half of what 14 minutes more made of it, with 166 boards of both
families, under rendered hands. Of 30 boards that neither saw, as they are and in 10 ways disturbed,
the reader reads 280 of 330 whole (272), at 189 sites wrong (208). That in use is half of the fifth
and half of what 14 minutes more made of it, pictures that a camera has sharpened being new. Of 52
boards that neither saw, as they are and in 9 ways disturbed, 3 of these sharpening or evening them
out, the reader reads 448 of 520 whole (433), at 326 sites wrong (347). Those of squares and tiles
gained little so or nothing (756 of 880, 749; 531 of 640, 536), and were left.

One of tiles saw 102 rendered boards of Connex'oh, 4 of 9 other pictures and 1 of 2 recorded games,
for 7.4 minutes from that of holes; 0.6 of it and 0.4 of what 6 minutes more with 63 other rendered
boards made of it is a second. A third is 0.4 of this and 0.6 of what 7.2 minutes more with 40
other rendered boards and the 9 other pictures and 2 games made of it, blinds, fingertips and
overexposure being new among the disturbances. On 12 rendered boards that none of them saw, as they
are and in 8 ways disturbed, the reader is wrong at 102 sites (120 with the second, 93 with a share
of 0.8) and reads 61 of 108 boards whole (59); on 12 of family `test` at 71 (78, 76) and 73 (69).
A fourth is 0.4 of this and 0.6 of what 16 minutes more with 183 other rendered boards of both
families made of it, under rendered hands. Of 38 rendered boards that none saw 29 are read whole
(27), of 118 pictures of the other pictures' and games' boards 104 (105).

A fifth has half as many channels more and begins with the fourth. It saw 232 of those boards
for 30 minutes, 186 rendered ones more for 30 and 86 more for 25, in the last two steps some of them
beside their place. On 64 rendered boards that none saw it is wrong at 20 of 2272 tiles by itself
(26 and 20 after the first two steps, 38 the fourth), and the reader reads 51 whole (48 after two).

That in use is 0.2 of the fifth and 0.8 of what 50 and 30 minutes more made of it, with 720 and 790
rendered boards of both families, 2 to 12 stones of a team on each, 110 others under hands, all
pictures and games. Of 205 boards (151 rendered ones that none saw, the 9 pictures, and these
darkened and in other colours) the reader reads 174 whole (169), at 45 tiles wrong (62); of 428
moves of filmed games it sees 362 (354), none wrong either way.

Going on once more with 280 other rendered boards and 25 filmed games of each game gained nothing,
half of the weights being new: of 360 pictures of 60 boards that none saw, as they are and in 5 ways
disturbed, 335 are read whole after 35 minutes with squares (334), 309 after 25 with tiles (324); of
210 with holes 187 after 15 (186); of 25 with sticks 22 after 15 (23). All were left.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import nn
from torch.nn import functional
from torch.nn.utils.fusion import fuse_conv_bn_eval

from tests.training.blots import Hand, load_hands
from tests.training.disturb import NO_TILE, UNASKED, Disturber
from tests.training.pictures import HOLES, SQUARES, TILES, Kind, Sample, load_all

BATCH, RATE = 8, 3e-3
GAMES = 3.0  # how much oftener recorded games are drawn than single pictures
# Noise on doubled weights, in standard deviations, so that both learn different things.
WIDENED = 0.02
Size = int | tuple[int, int]
KINDS = {"squares": SQUARES, "holes": HOLES, "tiles": TILES}
RARE_COVER = (1.0, 1.0, 1.0, 0.5)


class WholeBoard(nn.Module):
    """Tells every site (batch, channels, rows, columns) what the board looks like on average."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.mix = nn.Conv2d(channels, channels, 1)

    def forward(self, sites: torch.Tensor) -> torch.Tensor:
        """The sum of both."""
        return sites + torch.relu(self.mix(sites.mean((2, 3), keepdim=True)))


def layer(before: int, after: int, size: Size = 3, step: Size = 1, pad: Size = 1) -> nn.Sequential:
    """A convolution between so many channels, normalised, and no negative values."""
    return nn.Sequential(
        nn.Conv2d(before, after, size, step, pad), nn.BatchNorm2d(after), nn.ReLU(inplace=True)
    )


def network(kind: Kind) -> nn.Sequential:
    """From pixels to one score vector a site, which knows its neighbours and the whole board.

    The picture is halved in both first layers: layers that see every pixel would take most of the
    time.
    """
    a, b, c = kind.channels
    site = kind.px // 4
    return nn.Sequential(
        layer(5, a, 4, 2), layer(a, b, 3, 2), layer(b, b), layer(b, b),
        layer(b, c, site, site, 0), WholeBoard(c), layer(c, c), layer(c, c),
        nn.Conv2d(c, kind.answers, 1),
    )  # fmt: skip


def loss_of(kind: Kind, scores: torch.Tensor, wanted: torch.Tensor) -> torch.Tensor:
    """Cross-entropy of scores (batch, answers, rows, columns) against labels of a `Disturber`."""
    if kind is not TILES:
        weight = torch.tensor(RARE_COVER)
        return functional.cross_entropy(scores, wanted[..., 0], weight, ignore_index=UNASKED)
    turns = _of_turns(scores[:, :4], wanted[..., 0])
    stones, is_stone = scores[:, 4:].permute(0, 2, 3, 1), wanted[..., 1:3]
    asked = is_stone != UNASKED
    return turns + functional.binary_cross_entropy_with_logits(
        stones[asked], is_stone[asked].float()
    )


def _of_turns(scores: torch.Tensor, wanted: torch.Tensor) -> torch.Tensor:
    """Cross-entropy of tiles' orientations (batch, 4, rows, columns) against (batch, rows,
    columns); where there is NO_TILE all of them should be as likely.
    """
    logs = functional.log_softmax(scores, 1)
    none = -logs.mean(1)[wanted == NO_TILE]
    right = functional.nll_loss(logs, wanted.clamp(0), reduction="none")[wanted >= 0]
    return torch.cat([none, right]).mean()


def batches(
    kind: Kind, samples: tuple[Sample, ...], rng: np.random.Generator, hands: Sequence[Hand]
) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
    """Endlessly disturbed boards (batch, 5, height, width), labels (batch, rows, columns, ...)."""
    disturb = Disturber(kind, samples, rng, hands)
    boards = sorted({sample.board for sample in samples})
    weights = np.array([GAMES if board.startswith("seq") else 1.0 for board in boards])
    of_board = [[s for s in samples if s.board == board] for board in boards]
    while True:
        chosen = rng.choice(len(boards), BATCH, p=weights / weights.sum())
        pairs = [disturb(of_board[i][rng.integers(len(of_board[i]))]) for i in chosen]
        views, wanted = (torch.tensor(np.stack(part)) for part in zip(*pairs, strict=True))
        yield views.contiguous(memory_format=torch.channels_last), wanted


def train(
    kind: Kind,
    samples: tuple[Sample, ...],
    seconds: float,
    start: Path | None = None,
    hands: Sequence[Hand] = (),
) -> nn.Sequential:
    """The trained network."""
    m = kind.margin

    def loss(scores: torch.Tensor, wanted: torch.Tensor) -> torch.Tensor:
        return loss_of(kind, scores[:, :, m : m + kind.rows, m : m + kind.columns], wanted)

    torch.manual_seed(0)
    boards = batches(kind, samples, np.random.default_rng(0), hands)
    return taught(network(kind), boards, loss, seconds, start)


def taught(
    net: nn.Sequential,
    boards: Iterator[tuple[torch.Tensor, ...]],
    loss_of: Callable[..., torch.Tensor],
    seconds: float,
    start: Path | None = None,
) -> nn.Sequential:
    """The network after so much processor time. Each batch of `boards` is what it is given and what
    `loss_of` is, after the scores. `start`: a file of weights to begin with, those that fit.
    """
    torch.set_num_threads(1)
    net, rate = net.to(memory_format=torch.channels_last), RATE
    if start is not None:
        begin(net, start, boards)
        rate = RATE / 2
    optimiser = torch.optim.AdamW(net.parameters(), RATE, weight_decay=1e-3)
    halved = torch.ops.mkldnn._is_mkldnn_bf16_supported()  # twice as fast, elsewhere far slower
    started = time.process_time()
    for step, (views, *wanted) in enumerate(boards, start=1):
        share = (time.process_time() - started) / seconds
        if share >= 1:
            break
        for group in optimiser.param_groups:
            group["lr"] = rate * (0.5 + 0.5 * np.cos(np.pi * share)) + 1e-5
        with torch.autocast("cpu", torch.bfloat16, enabled=halved):
            scores = net(views).float()
        loss = loss_of(scores, *wanted)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        if step % 100 == 0:
            print(f"{share:4.0%} {step} steps, loss {loss.item():.4f}", flush=True)
    return net.eval()


def begin(net: nn.Sequential, start: Path, boards: Iterator[tuple[torch.Tensor, ...]]) -> None:
    """Give a network the weights of a file, those that fit.

    In a model each normalisation is drawn into the layer before it: it gets back the means and
    spreads of what comes through that from `boards`, so that at first it changes nothing.
    """
    if start.suffix != ".onnx":
        there, sizes = torch.load(start), net.state_dict()
        fitting = {name: x for name, x in there.items() if x.shape == sizes[name].shape}
        net.load_state_dict(fitting, strict=False)
        return
    take(net, start)
    with torch.no_grad():
        x = torch.cat([next(boards)[0] for _ in range(16)])
        for part in net:
            if not isinstance(part, nn.Sequential):
                x = part(x)
                continue
            x, norm = part[0](x), part[1]
            variance, mean = torch.var_mean(x, (0, 2, 3))
            norm.running_mean.copy_(mean)
            norm.running_var.copy_(variance)
            norm.bias.copy_(mean)
            norm.weight.copy_((variance + norm.eps).sqrt())
            x = torch.relu(x)


def take(net: nn.Sequential, model: Path) -> None:
    """Give a network's convolutions the weights of a model (.onnx), which begins with as many of
    them, none with more channels.
    """
    graph = onnx.load(model).graph
    weights = {part.name: torch.tensor(numpy_helper.to_array(part)) for part in graph.initializer}
    theirs = [node.input[1:] for node in graph.node if node.op_type == "Conv"]
    own = [part for part in net.modules() if isinstance(part, nn.Conv2d)]
    for layer, (weight, bias) in zip(own, theirs[: len(own)], strict=True):
        out = torch.arange(layer.out_channels) % len(weights[bias])
        wide = widened(weights[weight], layer.in_channels)[out]
        if wide.shape != weights[weight].shape:
            wide += WIDENED * wide.std() * torch.randn(wide.shape)
        layer.load_state_dict({"weight": wide, "bias": weights[bias][out]})


def widened(weight: torch.Tensor, into: int) -> torch.Tensor:
    """A convolution's weights (out, in, height, width) for more channels, where the first ones come
    twice: these are shared out (Chen et al., Net2Net, ICLR 2016).
    """
    channel = torch.arange(into) % weight.shape[1]
    times = torch.bincount(channel)[channel]
    return weight[:, channel] / times[:, None, None]


def folded(net: nn.Sequential) -> nn.Sequential:
    """The same network, to be used only, each normalisation drawn into the layer before it."""
    for layer in net.eval():
        if isinstance(layer, nn.Sequential):
            layer[0], layer[1] = fuse_conv_bn_eval(layer[0], layer[1]), nn.Identity()
    return net


def averaged(new: nn.Sequential, before: nn.Sequential, old: Path, share: float) -> nn.Sequential:
    """A network whose weights are `share` of the new one's and else those of a file; `before` is a
    network like it, to load the file into.
    """
    if old.suffix != ".onnx":
        before.load_state_dict(torch.load(old))
    out, like = folded(new), folded(before)
    if old.suffix == ".onnx":
        take(like, old)
    return mixed(out, like, share)


def mixed(new: nn.Sequential, old: nn.Sequential, share: float) -> nn.Sequential:
    """A network, given weights that are `share` of its own and else those of one like it."""
    weights = old.state_dict()
    both = {name: torch.lerp(weights[name], x, share) for name, x in new.state_dict().items()}
    new.load_state_dict(both)
    return new


def arguments(description: str | None, kinds: tuple[str, ...] = ()) -> argparse.Namespace:
    """What the command line asks for: `kind` (of `kinds`, if there are any), `out`, `folders`,
    `minutes`, `leave_out`, `go_on_from`, `share`, `average_with`, `hands` (a folder).
    """
    parser = argparse.ArgumentParser(description=description)
    if kinds:
        parser.add_argument("kind", choices=kinds)
    parser.add_argument("out", type=Path)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--leave-out", nargs="*", default=[])
    parser.add_argument("--go-on-from", type=Path)
    parser.add_argument("--share", type=float, default=1.0)
    parser.add_argument("--average-with", type=Path, help="if not what is gone on from")
    parser.add_argument("--hands", type=Path)
    chosen = parser.parse_args()
    if chosen.share < 1.0 and not (chosen.go_on_from or chosen.average_with):
        parser.error("--share needs a model to average with")
    return chosen


def write(
    net: nn.Sequential,
    like: nn.Sequential,
    chosen: argparse.Namespace,
    size: tuple[int, int],
    answers: str,
) -> None:
    """Write a trained network's weights, and the model, averaged with the one it went on from if
    that is chosen. It sees pictures of this `size` (height, width); `like` is a network like it.
    """
    torch.save(net.state_dict(), chosen.out.with_suffix(".pt"))
    if chosen.share < 1.0:
        net = averaged(net, like, chosen.average_with or chosen.go_on_from, chosen.share)
    torch.onnx.export(
        net, (torch.zeros(1, 5, *size),), chosen.out, input_names=["board"],
        output_names=[answers], opset_version=12, dynamo=False,
    )  # fmt: skip


def main() -> None:
    """Train and write the model."""
    chosen = arguments(__doc__, tuple(KINDS))
    kind = KINDS[chosen.kind]
    samples = load_all(chosen.folders, kind, chosen.leave_out)
    hands = load_hands(chosen.hands)
    net = train(kind, samples, 60 * chosen.minutes, chosen.go_on_from, hands)
    size = ((kind.rows + 2 * kind.margin) * kind.px, (kind.columns + 2 * kind.margin) * kind.px)
    write(net, network(kind), chosen, size, "sites")


if __name__ == "__main__":
    main()
