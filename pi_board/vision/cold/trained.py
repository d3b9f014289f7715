"""Small networks' second opinions of boards of which nothing is known.

What `squares`, `holes` and `tiles` reckon from a handful of measures these have
learnt by example, whatever the wood, the lamp or the paint. Neither is as good as both together, so
their log-likelihoods are added (they look at the same pixels, but go wrong in different places).
Their word on the team counts less than that on stone or no stone: which stones are the darker ones
is told by the picture's own stones.

A network (130,000 to 740,000 weights, `models/*.onnx`) sees the rectified board, normalised by the
board's own mean colour and contrast, and gives scores for each site; a site's scores know its
neighbours, where the camera is and what the whole board looks like. They are trained by
`tests/training/networks.py` on rectified frames of rendered boards: moved, lit, tinted, blurred and
noised at random, with stones carried from board to board. That of tiles has a branch which tells
whether something lies over a dish (`tests/training/covers.py`).

`opinions_on_lanes` has a network of the same build for lanes between sticks, with bins for sites
(`tests/training/lanes.py`). `places_of_holes` has another, which sees a board that may lie half a
site beside its place and says where its holes are (`tests/training/places.py`).

Evidence (true geometry; boards read whole, and sites wrong, by the measures alone, the network
alone, both): 16 rendered boards with woods, dyes and stones of their own, which none of these three
was trained on (`tests/training/render`, family `test`), and 12 others, squares 14 of 28 (35), 21
(15), 24 (7); 29 such rendered ones with holes and 4 others 16 of 33 (135), 16 (47), 19 (33); 16
rendered ones with tiles and 9 others 17 of 25 (16), 18 (13), 22 (10). A third to half of the others
were kept out of training too. 32 rendered
boards of family `test` with sticks, where they were found, 26 of 32 (21 lanes), 25 (16), 27 (15).
These are figures of the first models; what later training changed stands in `tests/training`. The
networks of tiles and squares also say whether a grid is a board at all (`finding/tiles.py`,
`finding/recognised.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from threading import Lock

import cv2
import numpy as np

from pi_board.vision.geometry import Array, BoardGeometry, Floats, Image, Mask
from pi_board.vision.mixture import leads
from pi_board.vision.sampling import straight_down

_MODELS = Path(__file__).with_name("models")
_LEAST = -12.0  # log-probability below which an opinion is not worth more
# How much the log odds of stones on tiles count, and what they were before a board was seen, where
# the network learnt them.
_OF_STONES, _STONES_BEFORE = 0.8, -1.0

# A tile whose likeliest label leads by less is looked at again even where other pictures follow,
# turned by half: the light that blinds one look blinds the next pictures as well. Of 139 moves of
# filmed games 133 are right so, 132 turned by a quarter, 126 without.
_VERY_DOUBTFUL = 0.5

# Probability of cover from which something is seen over a site. Of 345 clear looks at squares and
# holes in films none has a site with more, of 13 with a hand that pixels did not show 12 have. Of
# tiles see `tests/training/covers.py`.
_HIDES = 0.5
# And below which surely nothing is: where something strange lay on the board all 209 sites that it
# did not hide have less, and one of 35 that a hand hid by half. Of 661 tiles that one hides by half
# none has, of 4,176 with no hand in the picture all but 70.
_IN_SIGHT = 0.02
# Share of a lane that is covered from which on nothing is told of it: a small cup covers less, and
# of a lane that is burnt out as much may seem to be. And from which on a hand may hide a stone: of
# 161 looks at boards with lanes in films, and of 52 pictures, with no hand none has a lane with
# more than 0.02; burnt out by a stop one has 0.1.
_LANE_HIDDEN, _LANE_TOUCHED = 0.2, 0.1


@dataclass(frozen=True, slots=True)
class _Model:
    """A network's file, the pixels a site it sees, how many sites around the board, and how much
    its word on a stone's team counts, beside that on a stone. A site whose likeliest label leads by
    less than `doubtful` nats is doubtful.
    """

    file: str
    px: int
    margin: int
    team: float = 1.0
    doubtful: float = 0.0


# Whoever is patient asks about a doubtful board once more, turned by a quarter. Of boards that no
# network saw, as they are and in 3 ways disturbed, so many are read whole (sites wrong) without and
# with that: with squares 250 (83) and 255 (71) of 279, of which 107 are doubtful; with holes 138
# (22) and 146 (12) of 156, of which 130 are doubtful; with tiles 217 (84) and 222 (78) of 265, of
# which half are doubtful. Asked in all four ways: 254 (72), 147 (11) and 222 (77).
_SQUARES = _Model("squares.onnx", 20, 1, 0.6, doubtful=1.0)
_HOLES = _Model("holes.onnx", 20, 1, 0.25, doubtful=2.0)
_TILES = _Model("tiles.onnx", 32, 0, doubtful=2.0)
_PLACES = _Model("places.onnx", 20, 2)
_LANES = _Model("lanes.onnx", 20, 1)
BEYOND = _PLACES.margin  # sites beyond a board at which holes are looked for as well,
FINE = _PLACES.px  # and pixels to a site in which they are


@dataclass(frozen=True, slots=True)
class Opinions:
    """`logs` (sites, labels): log-likelihoods (of empty, dark and light stone; of tiles see
    `opinions_on_tiles`, of lanes of their counts), row 1 first, a first, the same where something
    hides the site, unless it was told from the others; `covered` (sites): how probably something
    does; NaN where that is not said, of most lanes, so that nothing is hidden nor in sight;
    `shares` (lanes): how much of each is covered.
    """

    logs: Floats
    covered: Floats
    shares: Floats | None = None

    @property
    def hidden(self) -> Mask:
        """Which sites something is seen over."""
        return self.covered > _HIDES

    @property
    def in_sight(self) -> Mask:
        """Which sites surely nothing is over."""
        return self.covered < _IN_SIGHT


def opinions_on_squares(
    image_bgr: Image, geometry: BoardGeometry, patient: bool = False
) -> Opinions:
    """What stands on the squares of a board; `patient`: asked about it turned by a quarter as
    well, if some square in sight is doubtful, so that the mean counts.
    """
    return _opinions_on_stones(_SQUARES, image_bgr, geometry, patient)


def opinions_on_holes(image_bgr: Image, geometry: BoardGeometry, patient: bool = False) -> Opinions:
    """What stands in the holes of a board, as `opinions_on_squares`."""
    return _opinions_on_stones(_HOLES, image_bgr, geometry, patient)


def leads_of_tiles(image_bgr: Image, geometry: BoardGeometry) -> Floats:
    """By how much the likeliest orientation of each tile leads (sites), in nats: little where no
    tiles are.
    """
    return leads(_scores(_TILES, image_bgr, geometry)[:, :4])


def opinions_on_tiles(image_bgr: Image, geometry: BoardGeometry, patient: bool = False) -> Opinions:
    """How tiles lie and what lies on them, of the labels 0, 0w, 0b, 0x, 1, ... 3x: where something
    hides a dish most likely nothing in it. `patient` as for `opinions_on_squares`, else asked about
    the board turned if some tile in sight is very doubtful.
    """
    doubtful, turns = (_TILES.doubtful, 1) if patient else (_VERY_DOUBTFUL, 2)
    ask = partial(_of_tiles, image_bgr, geometry)
    return _asked_twice(ask, _told_of_tiles, doubtful, turns)


def _of_tiles(image_bgr: Image, geometry: BoardGeometry, turns: int = 0) -> Floats:
    """Log-probabilities of a tile's orientations and log odds of a light and of a dark stone on it,
    and of something over it (sites, 4 + 2 + 1), asked about the board turned by so many quarters.
    """
    scores = _scores(_TILES, image_bgr, geometry, turns)
    turned = np.roll(scores[:, :4], turns, axis=1)
    scores[:, :4] = turned - np.logaddexp.reduce(turned, axis=1, keepdims=True)
    return scores


def _told_of_tiles(scores: Floats) -> Opinions:
    """What `_of_tiles` says, as log-likelihoods (sites, 16) of labels and covers."""
    covered = 1 / (1 + np.exp(np.clip(-scores[:, 6], _LEAST, -_LEAST)))
    light, dark = np.clip(_OF_STONES * scores[:, 4:6] - _STONES_BEFORE, _LEAST, -_LEAST).T
    stones = np.stack([np.zeros_like(light), light, dark, light + dark], axis=1)
    both = np.maximum(scores[:, :4], _LEAST)[:, :, None] + stones[:, None, :]
    return Opinions(np.asarray(both.reshape(len(scores), -1), np.float64), covered)


@dataclass(frozen=True, slots=True)
class Lanes:
    """What lies in lanes between sticks, each cut into bins, shorter than a stone, from a margin
    left of the board to one right of it. A lane is as likely as what its stones add up to, any two
    of them with a bin or more between.

    `stones` (rows, bins, 2): log odds of a dark and of a light stone's middle there, row 1 first;
    `x` (bins): where the bins' middles are, in sites.
    `covered` (rows): the share of each lane that something hides or that is not in the picture.
    """

    stones: Floats
    x: Floats
    covered: Floats

    @property
    def hidden(self) -> Mask:
        """Of which lanes (rows) so much is covered that nothing is told of them."""
        return self.covered > _LANE_HIDDEN

    @property
    def touched(self) -> Mask:
        """In which lanes (rows) something may hide a stone."""
        return self.touched_beyond(0.0)

    def touched_beyond(self, at_rest: Floats | float) -> Mask:
        """The same where a share (rows) of each lane seems covered though nothing lies there."""
        return np.asarray(self.covered > _LANE_TOUCHED + at_rest, np.bool_)


def opinions_on_lanes(image_bgr: Image, geometry: BoardGeometry) -> Lanes:
    """What lies in the lanes of a board.

    To ask about it turned by half, too, does not help: of 44 boards that no network saw, as they
    are and in 4 ways disturbed, 51 lanes are wrong, and with the mean of both 52.
    """
    m, scores = _LANES.margin, _answers(_LANES, *_view(_LANES, image_bgr, geometry))
    inside = np.moveaxis(scores[:, m : m + geometry.rows], 0, -1)
    edge = m * inside.shape[1] // (geometry.columns + 2 * m)
    hidden = inside[:, edge:-edge, 2] > 0
    middles = (np.arange(inside.shape[1]) + 0.5 - edge) / hidden.shape[1] * geometry.columns
    x, y = np.meshgrid(middles[edge:-edge], np.arange(len(hidden)))
    pixels = geometry.project(np.stack([x, y + 0.5], axis=-1).reshape(-1, 2))
    outside = (pixels < 0).any(axis=1) | (pixels >= geometry.image_size).any(axis=1)
    covered = (hidden | outside.reshape(hidden.shape)).mean(axis=1)
    return Lanes(np.clip(inside[..., :2], _LEAST, -_LEAST), middles, covered)


@dataclass(frozen=True, slots=True)
class Places:
    """Where holes are, on a board and BEYOND it, row 1 - BEYOND first, a - BEYOND first.

    `bare`, `pegs` and `nothing` (rows, columns): how probably there is a bare hole, one with a peg
    in it, or none; what is left of 1 is something that hides it. `points` (rows, columns, 2): where
    each hole's middle is, if there is one, in board coordinates: with a peg, that of its foot.
    `flat` (height, width, 3): the board from straight above, 8-bit BGR, as the network saw it, with
    FINE pixels to a site.
    """

    bare: Floats
    pegs: Floats
    nothing: Floats
    points: Floats
    flat: Image

    @property
    def holes(self) -> Floats:
        """How probably there is a hole (rows, columns)."""
        return self.bare + self.pegs


def places_of_holes(image_bgr: Image, geometry: BoardGeometry) -> Places:
    """Where the holes are of a board that is known roughly, to half a site."""
    flat, geometry = _view(_PLACES, image_bgr, geometry)
    scores = _answers(_PLACES, flat, geometry)
    kinds = np.exp(scores[:4] - np.logaddexp.reduce(scores[:4], axis=0))
    y, x = np.mgrid[: scores.shape[1], : scores.shape[2]] + (0.5 - BEYOND)
    points = np.stack([x + scores[4], y - scores[5]], axis=-1)
    return Places(kinds[1], kinds[2], kinds[0], points, flat)


class Network:
    """A network of a file in `models`, for any threads: each waits for the others' answers."""

    def __init__(self, file: str) -> None:
        path, self._asking = str(_MODELS / file), Lock()
        self._newest: tuple[Array, Floats] | None = None
        if hasattr(cv2.dnn, "ENGINE_CLASSIC"):  # OpenCV 5's new one takes longer for small networks
            self._net = cv2.dnn.readNetFromONNX(path, cv2.dnn.ENGINE_CLASSIC)
        else:
            self._net = cv2.dnn.readNetFromONNX(path)

    def answers(self, given: Array) -> Floats:
        """What it says of views (N, channels, height, width): (N, ...), as it was trained.

        Of just the same views as before it is not asked again: tiles that were found with its help
        are read next. `given` is kept for that, and must not be changed.
        """
        with self._asking:
            if self._newest is None or not np.array_equal(given, self._newest[0]):
                self._net.setInput(given)
                self._newest = given, np.array(self._net.forward(), np.float64)
            return self._newest[1].copy()


@lru_cache(maxsize=8)
def network(file: str) -> Network:
    """The network of a file in `models`, loaded once."""
    return Network(file)


def _scores(model: _Model, image_bgr: Image, geometry: BoardGeometry, turns: int = 0) -> Floats:
    """The network's scores (sites, answers), row 1 first, a first, asked about the board turned by
    so many quarters.
    """
    asked = geometry.rotated(turns)
    m, scores = model.margin, _answers(model, *_view(model, image_bgr, asked))
    inside = scores[:, m : m + asked.rows, m : m + asked.columns]
    return np.array(np.rot90(inside, turns, (1, 2)).reshape(len(scores), -1).T)


def _view(model: _Model, image_bgr: Image, geometry: BoardGeometry) -> tuple[Image, BoardGeometry]:
    """The board as a network sees it, as of `straight_down`."""
    return straight_down(image_bgr, geometry, model.px, model.margin)


def _answers(model: _Model, flat: Image, geometry: BoardGeometry) -> Floats:
    """The network's scores (answers, rows, columns) of a view of the board and the sites around it,
    in the order of the board's own rows: from below.
    """
    given = prepared(flat, geometry.camera_position, model.px, model.margin)
    return network(model.file).answers(given[None])[0, :, ::-1]


def prepared(flat: Image, camera: Floats, px: int, margin: int) -> Array:
    """What a network is given (5, height, width) of a rectified board (height, width, 3): colours
    by the board's own mean and contrast, and how far to the right and downwards what stands there
    seems to lean, for a camera at (x, y, z) over the board.
    """
    height, width = flat.shape[:2]
    edge = margin * px
    mean, deviation = cv2.meanStdDev(flat[edge : height - edge, edge : width - edge])
    contrast = max(float(np.sqrt((deviation**2).mean())), 1.0)
    out = np.empty((5, height, width), np.float32)
    out[:3] = cv2.dnn.blobFromImage(flat, 1 / contrast, mean=mean.ravel().tolist())[0]
    right = (np.arange(width) + 0.5) / px - margin
    up = (height - 0.5 - np.arange(height)) / px - margin
    out[3] = (right - camera[0]) / camera[2]
    out[4] = (camera[1] - up)[:, None] / camera[2]
    return out


def _opinions_on_stones(
    model: _Model, image_bgr: Image, geometry: BoardGeometry, patient: bool
) -> Opinions:
    ask, told = partial(_scores, model, image_bgr, geometry), partial(_of_stones, model)
    return _asked_twice(ask, told, model.doubtful, 1) if patient else told(ask(0))


def _asked_twice(
    ask: Callable[[int], Floats], told: Callable[[Floats], Opinions], doubtful: float, turns: int
) -> Opinions:
    """What is told by the scores of a board, if all sites in sight lead by `doubtful` nats, else by
    the mean of these and of what is said when asked about it turned by so many quarters.
    """
    scores = ask(0)
    said = told(scores)
    if leads(said.logs)[~said.hidden].min(initial=np.inf) >= doubtful:
        return said
    return told((scores + ask(turns)) / 2)


def _of_stones(model: _Model, scores: Floats) -> Opinions:
    """From scores (sites, 4) of empty, dark stone, light stone, covered."""
    covered = np.exp(scores[:, 3] - np.logaddexp.reduce(scores, axis=1))
    stone = np.logaddexp(scores[:, 1], scores[:, 2])
    either = np.stack([scores[:, 0], stone], axis=1)
    share = np.exp(either - np.logaddexp(scores[:, 0], stone)[:, None])
    empty, stone_too = np.log((1 - covered) * share.T + covered / 2 + np.exp(_LEAST))
    team = model.team * np.clip(scores[:, 1] - scores[:, 2], _LEAST, -_LEAST) / 2
    team *= 1 - covered
    logs = np.stack([empty, stone_too + team, stone_too - team], axis=1)
    return Opinions(np.asarray(logs, np.float64), covered)
