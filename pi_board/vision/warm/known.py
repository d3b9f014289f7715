"""A board whose looks were learnt from another picture of it: reading it, and knowing it again."""

from __future__ import annotations

from dataclasses import replace

from pi_board.core.layout import Layout
from pi_board.vision.geometry import Image, Mask, Registration
from pi_board.vision.mixture import normalised
from pi_board.vision.reading import Reading
from pi_board.vision.warm.learn import Learnt, WarmBoard
from pi_board.vision.warm.reader import MUDDLED

# Share of the view that nothing explains, and of the sites that are a muddle. The same board shows
# a fifth of that at most, whatever stands on it, others several times as much.
_MOST_STRANGE = 0.06
_MOST_MUDDLED = 0.15


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
    probabilities = normalised(cold.looks_of_a_set + warm)
    return Reading(cold.layout, cold.looks + warm, probabilities, cold.obstructed)


def recognised(
    frame: Image, found: Registration, layout: Layout, known: Learnt
) -> tuple[Registration, Mask] | None:
    """The board found in a frame (height, width, 3), if it is the known one, whatever stands on it,
    and what is strange in its flat view (height, width). Where nothing says which way round it
    lies, it lies as it did.

    None for another board, in quite another light, or under a hand.
    """
    before = known.registration.geometry
    if known.board.layout != layout:
        return None
    if not found.orientation_known and found.geometry.image_size == before.image_size:
        found = replace(found, geometry=found.geometry.nearest_turn(before, layout.turns))
    flat = known.board.flattener.flat(frame, found.geometry)
    _, misfits = known.board.explain_all(flat)
    strange = known.board.read(flat).strange
    same = strange.mean() < _MOST_STRANGE and (misfits > MUDDLED).mean() < _MOST_MUDDLED
    return (found, strange) if same else None
