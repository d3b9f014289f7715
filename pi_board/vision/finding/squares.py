"""Finding a board of squares without fiducials: a chequered one, or one of lines."""

from __future__ import annotations

from pi_board.core.layout import Layout
from pi_board.vision.finding.chequer import NO_CHEQUERS, find_chequered
from pi_board.vision.finding.coordinates import turns_to_upright
from pi_board.vision.finding.fit import Fit, quality_at_corners
from pi_board.vision.finding.lined import NO_LINES, find_lined
from pi_board.vision.finding.orient import seen_from_a1
from pi_board.vision.finding.recognised import is_read_surely, is_read_surer
from pi_board.vision.geometry import Image, Lens, NotFound, Registration

# Quality of a fit to a chequered board, the same at its corners, and nats by which a network's
# likeliest label of a square leads, below which it may be stones on a lined one. Of 133 right fits
# 33 are not as plain, of which one has less than 5 nats; 44 stones on a board for Othello, near and
# from afar, have 0.71 to 0.81, 0.83 at most and 4.6.
_PLAINLY_CHEQUERED, _PLAIN_CORNERS, _SURELY_CHEQUERED = 0.8, 0.9, 5.0


def find_squares(image_bgr: Image, layout: Layout, lens: Lens | None) -> Registration | NotFound:
    """The board of squares in a picture (height, width, 3), or why there is none. What is printed
    beside it tells which way round it lies, if anything does.
    """
    fit = _by_chequers_or_lines(image_bgr, layout, lens)
    if isinstance(fit, NotFound):
        return fit
    turns = turns_to_upright(image_bgr, fit.geometry)
    geometry = fit.geometry
    geometry = seen_from_a1(geometry, layout) if turns is None else geometry.rotated(turns)
    # Printed letters are a good guess, not knowledge: games are set up the other way round too.
    return Registration(geometry, fit.quality, 0, False)


def _by_chequers_or_lines(image_bgr: Image, layout: Layout, lens: Lens | None) -> Fit | NotFound:
    chequered = find_chequered(image_bgr, layout, lens)
    if isinstance(chequered, Fit) and not _may_be_stones(image_bgr, chequered):
        return chequered
    lined = find_lined(image_bgr, layout, lens)
    if isinstance(chequered, Fit):
        surer = isinstance(lined, Fit) and is_read_surer(
            image_bgr, lined.geometry, chequered.geometry
        )
        return lined if surer else chequered
    if isinstance(lined, Fit):
        return lined
    says_more = chequered == NO_CHEQUERS or (lined.advice is not None and chequered.advice is None)
    return lined if says_more and lined != NO_LINES else chequered


def _may_be_stones(image_bgr: Image, chequered: Fit) -> bool:
    """Whether what seems a chequered board may be stones on a lined one."""
    plain = chequered.quality >= _PLAINLY_CHEQUERED
    plain = plain and quality_at_corners(image_bgr, chequered.geometry) >= _PLAIN_CORNERS
    return not plain and not is_read_surely(image_bgr, chequered.geometry, _SURELY_CHEQUERED)
