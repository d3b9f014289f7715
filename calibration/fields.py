"""The playing fields of the kinds of board as they are printed, light enough to spare ink.

No field is as white as light stones or as black as dark ones, for stones are told from the board by
their shade. What is said of readings was measured on sheets with drawn stones of white to natural
wood against black, dark wood and dark blue, seen aslant by a drawn camera in all sorts of light,
and read cold.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, sin, tau

from calibration.shapes import Point, Polygon, Shape, Stroke, frame, rectangle

# Grey of dark and light squares: of 4608 none is read wrong.
_DARK_SQUARE, _LIGHT_SQUARE = 0.45, 0.92
# Grey of a Linja board and of its holes, and the radius of these in sites. On white paper with
# circles white and cream stones were taken for empty holes, and on tinted paper circles still are
# for stones of a middle grey; a hole that every stone hides is not.
_BOARD, _HOLE, _HOLE_RADIUS = 0.8, 0.7, 0.2
_ROW = 0.6  # grey of the lines between rows
# Grey of the halves of a tile, which has to differ from the stones that lie on it: light ones on
# the light half, dark ones on the dark one. Stones of natural wood are mostly missed (their sites
# are uncertain), as on each of the ten pairs of greys that were tried.
_DARK_HALF, _LIGHT_HALF = 0.5, 0.7
# Width of a tile's edge in sites. With 0.2 mm a third of the tiles of an empty board are uncertain,
# as the network expects gaps between tiles.
_EDGE = 0.018
# Where a stone belongs: the middle of a half is so far from the tile's along both axes. A circle of
# a stone's size makes nearly every tile uncertain, whether stones lie on it or not.
_PLACE, _DOT_RADIUS = 0.18, 0.02  # in sites
_DOT_ON_LIGHT, _DOT_ON_DARK = 0.6, 0.57
_SIDES = 48  # corners of a polygon that is drawn as a disc


def disc(centre: Point, radius_mm: float, grey: float) -> Polygon:
    """A filled circle."""
    turns = (tau * i / _SIDES for i in range(_SIDES))
    x, y = centre
    return Polygon(tuple((x + radius_mm * cos(t), y + radius_mm * sin(t)) for t in turns), grey)


def squares(left: float, top: float, site: float) -> Iterator[Shape]:
    """A chequered board of 8 x 8 squares with its top left corner there; lengths in millimetres."""
    for y in range(8):
        for x in range(8):
            grey = _LIGHT_SQUARE if (x + y) % 2 == 0 else _DARK_SQUARE
            yield rectangle(left + x * site, top + y * site, site, site, grey)
    yield from frame(left, top, 8 * site, 8 * site, 0.5)


def holes(left: float, top: float, site: float) -> Iterator[Shape]:
    """A board for Linja with its top left corner there; lengths in millimetres."""
    yield rectangle(left, top, 6 * site, 8 * site, _BOARD)
    for y in range(8):
        for x in range(6):
            centre = (left + (x + 0.5) * site, top + (y + 0.5) * site)
            yield disc(centre, _HOLE_RADIUS * site, _HOLE)
    for y in range(1, 8):
        at = top + y * site
        yield Stroke((left, at), (left + 6 * site, at), 0.4, _ROW)


def places(left: float, top: float, site: float) -> Iterator[Shape]:
    """Where the tiles of Connex'oh go, from the top left corner there; lengths in millimetres."""
    for i in range(7):
        yield Stroke((left + i * site, top), (left + i * site, top + 6 * site), 0.4)
        yield Stroke((left, top + i * site), (left + 6 * site, top + i * site), 0.4)


def tile(left: float, top: float, site: float) -> Iterator[Shape]:
    """A tile of Connex'oh, its light corner NE, with a dot in the middle of each half where a stone
    belongs; lengths in millimetres.
    """
    low, right = top + site, left + site
    yield Polygon(((left, top), (right, top), (right, low)), _LIGHT_HALF)
    yield Polygon(((left, top), (right, low), (left, low)), _DARK_HALF)
    yield from frame(left, top, site, site, _EDGE * site)
    for side, grey in ((1, _DOT_ON_LIGHT), (-1, _DOT_ON_DARK)):
        centre = (left + (0.5 + side * _PLACE) * site, top + (0.5 - side * _PLACE) * site)
        yield disc(centre, _DOT_RADIUS * site, grey)
