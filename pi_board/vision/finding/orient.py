"""Which way round a board lies that was found by its grid: what is printed at its corners tells."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pi_board.core.layout import Layout
from pi_board.core.message import message
from pi_board.core.words import PICTURE_MIRRORED
from pi_board.vision.finding.fiducial_patterns import turn_by_patterns
from pi_board.vision.finding.fiducials import Fiducial, detect_around, flat_around
from pi_board.vision.geometry import BoardGeometry, Floats, Image, NotFound, Registration

_BESIDE_SITES = 2.5  # how far from its corner of the grid a fiducial is looked for
MIRRORED = NotFound(
    message("the picture is mirrored: markers are read in a mirror only; set the board up anew"),
    PICTURE_MIRRORED,
)


def by_its_marks(
    image_bgr: Image, found: Registration, layout: Layout, fiducials: tuple[Fiducial, ...]
) -> Registration | NotFound:
    """The board turned so that the `fiducials` of a picture (height, width, 3) lie at their
    corners; if none were seen in all of it, those that are seen around the board. `MIRRORED` if
    these can be read in a mirror only. As it was found, if there are none or they are another's.
    """
    if not fiducials:
        flat = flat_around(image_bgr, found.geometry)
        fiducials = detect_around(flat, found.geometry)
        if not fiducials and _in_a_mirror(flat, found.geometry):
            return MIRRORED
    if not fiducials:
        turn = turn_by_patterns(image_bgr, found.geometry, layout.turns)
        if turn is None:
            return found
        return replace(found, geometry=found.geometry.rotated(turn), orientation_known=True)

    def miss(geometry: BoardGeometry) -> float:
        return _miss(fiducials, np.asarray(geometry.corners_px))

    turned = min((found.geometry.rotated(n) for n in layout.turns), key=miss)
    if miss(turned) > _BESIDE_SITES * turned.site_px:  # these fiducials belong to something else
        return found
    return replace(found, geometry=turned, markers=len(fiducials), orientation_known=True)


def _in_a_mirror(flat: Image, geometry: BoardGeometry) -> bool:
    """Whether fiducials beside a board's corners can be read in a mirror only, in its view as of
    `flat_around`: all that is read on it would lie on the wrong side.
    """
    fiducials = detect_around(flat, geometry, mirrored=True)
    other_way_round = np.asarray(geometry.corners_px)[::-1]
    ways = (np.roll(other_way_round, n, axis=0) for n in range(4))
    nearest = min(_miss(fiducials, corners) for corners in ways) if len(fiducials) > 1 else np.inf
    return nearest < _BESIDE_SITES * geometry.site_px


def _miss(fiducials: tuple[Fiducial, ...], corners_px: Floats) -> float:
    """How far fiducials are from their corners (4, 2), in pixels: the median."""
    return float(np.median([np.linalg.norm(f.middle - corners_px[f.id]) for f in fiducials]))


def seen_from_a1(geometry: BoardGeometry, layout: Layout) -> BoardGeometry:
    """The turn with a1 at the bottom left of the picture: cameras mostly stand on that side."""
    ways = (geometry.rotated(n) for n in layout.turns)
    return min(ways, key=lambda g: g.corners_px[0][0] - g.corners_px[0][1])
