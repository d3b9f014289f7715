"""A small network's second opinion of chequered boards of which nothing is known.

What `cold_squares` reckons from a handful of measures this has learnt by example: what a disc on a
square looks like, whatever the wood, the lamp or the paint. Neither is as good as both together, so
their log-likelihoods are added (they look at the same pixels, but go wrong in different places).
Its word on stone or no stone counts in full, that on the team little: which stones are the darker
ones is told by the picture's own stones.

The network (108,000 weights, `models/squares.onnx`) sees the rectified board at 20 px a site with
a site's margin, normalised by the board's own mean colour and contrast, and gives for each site
scores for empty, dark stone, light stone and covered; a site's score knows its neighbours. It was
trained by `tests/training/networks.py` on rectified frames of 15 rendered boards: moved, lit,
tinted, blurred and noised at random, with stones carried over from board to board so that each kind
of stone was seen on each kind of wood.

Evidence: trained without 5 of the 15 boards and tested on these (88 pictures, 11 disturbances of
`tests/bench/stress.py` each, true geometry), boards read whole: measures alone 82 % (their weights
were fitted on these boards too), network alone 57 %, both 89 %.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from pi_board.vision.geometry import BoardGeometry, Image
from pi_board.vision.mixture import Floats

MODEL = Path(__file__).with_name("models") / "squares.onnx"
PX_PER_SITE = 20
_LABELS = 3  # empty, b, w; the fourth score is for covered sites
_TEAM_WEIGHT = 0.25
_LEAST = -12.0  # log-probability below which its opinion is not worth more


@lru_cache(maxsize=1)
def _network() -> cv2.dnn.Net:
    return cv2.dnn.readNetFromONNX(str(MODEL))


def opinions(image_bgr: Image, geometry: BoardGeometry) -> Floats:
    """Log-likelihoods (sites, 3) of empty, dark and light stone, row 1 first, a first."""
    view = geometry.rectify(image_bgr, PX_PER_SITE, margin_sites=1.0).astype(np.float32) / 255
    inner = view[PX_PER_SITE:-PX_PER_SITE, PX_PER_SITE:-PX_PER_SITE].reshape(-1, 3)
    view = (view - inner.mean(axis=0)) / (inner.std() + 1e-3)
    network = _network()
    network.setInput(np.ascontiguousarray(view.transpose(2, 0, 1)[None], np.float32))
    scores = np.asarray(network.forward(), np.float64)[0, :_LABELS, 1:-1, 1:-1]
    sites = scores[:, ::-1].reshape(_LABELS, -1).T  # rows come top first
    stone = np.logaddexp(sites[:, 1], sites[:, 2])
    logs = np.stack([sites[:, 0], stone], axis=1) - np.logaddexp(sites[:, 0], stone)[:, None]
    empty, stone_too = np.maximum(logs, _LEAST).T
    team = _TEAM_WEIGHT * np.clip(sites[:, 1] - sites[:, 2], _LEAST, -_LEAST) / 2
    return np.asarray(np.stack([empty, stone_too + team, stone_too - team], axis=1), np.float64)
