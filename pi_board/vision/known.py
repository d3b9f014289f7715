"""Reading one picture of a board whose looks were learnt from another picture of it."""

from __future__ import annotations

import numpy as np

from pi_board.vision.geometry import Image, Registration
from pi_board.vision.learn import WarmBoard
from pi_board.vision.reading import Reading


def with_memory(
    cold: Reading, board: WarmBoard, image_bgr: Image, registration: Registration
) -> Reading:
    """A cold reading of a picture (height, width, 3), joined with what a board that was learnt
    before makes of the same picture: their log-likelihoods add.

    Lamps change from day to day, so neither is believed alone. Returns the cold reading for another
    kind of board.
    """
    if board.layout != cold.layout:
        return cold
    flat = board.flattener.flat(image_bgr, registration.geometry)
    warm = board.read(flat).looks
    logs = np.log(np.maximum(cold.probabilities, 1e-12)) + warm
    shares = np.exp(logs - logs.max(axis=1, keepdims=True))
    probabilities = shares / shares.sum(axis=1, keepdims=True)
    return Reading(cold.layout, cold.looks + warm, probabilities, cold.obstructed)
