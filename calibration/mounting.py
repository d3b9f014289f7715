"""Drawings of how reeds, magnets, lamps and the camera are mounted."""

from __future__ import annotations

from collections.abc import Iterator
from math import radians, tan

from calibration.svg import box, drawing, line, text

SCALE = 6.0  # pixels a millimetre in the section
BOARD_MM, GAP_MM, REED_MM, SITE_MM = 6.0, 2.0, 14.0, 45.0
FIELD_CM = 50.0  # a board of 40 cm with a margin
VIEWS = (("module 3", 41.0), ("module 3 wide", 67.0))  # vertical field of view in degrees


def section() -> str:
    """Two sites cut through: stone with magnet, board, upright reed, lamp."""
    return drawing(760, 420, "Section through two sites (millimetres)", _section())


def _section() -> Iterator[str]:
    left, top = 60.0, 150.0
    under = top + BOARD_MM * SCALE
    yield box(left, top, 2 * SITE_MM * SCALE, BOARD_MM * SCALE, "", "wood")
    yield text(left + 6, top + 22, "surface board, plywood 6", "small")
    yield line([(left + SITE_MM * SCALE, top - 12), (left + SITE_MM * SCALE, under + 12)], "dash")
    for number in range(2):
        middle = left + (number + 0.5) * SITE_MM * SCALE
        reed_top = under + GAP_MM * SCALE
        yield box(middle - 6, reed_top, 12, REED_MM * SCALE, "", "glass")
        yield line([(middle, reed_top - 8), (middle, reed_top + REED_MM * SCALE + 14)])
        yield box(middle + 15.5 * SCALE, under + 6, 5 * SCALE, 14, "", "part")
        for side in (16.0, 20.0):  # the hole for its light
            yield line([(middle + side * SCALE, top), (middle + side * SCALE, under)])
    middle = left + 0.5 * SITE_MM * SCALE
    yield box(middle - 15 * SCALE, top - 8 * SCALE, 30 * SCALE, 8 * SCALE, "")
    yield text(middle, top - 5 * SCALE, "stone 30 x 8", "small", "middle")
    yield box(middle - 4 * SCALE, top - 2 * SCALE, 8 * SCALE, 2 * SCALE, "", "magnet")
    yield line([(middle + 4 * SCALE, top - 6), (middle + 17 * SCALE, top - 26)])
    yield text(middle + 17 * SCALE + 4, top - 24, "magnet 8 x 2, flush below", "small")
    base = under + GAP_MM * SCALE + REED_MM * SCALE + 14
    yield box(left, base, 2 * SITE_MM * SCALE, 10, "", "wood")
    yield text(left, base + 28, "carrier board: reeds, diodes, wires", "small")
    yield text(middle + 12, under + 60, "reed 14, upright under the middle,", "small")
    yield text(middle + 12, under + 76, "its upper lead 2 below the board", "small")
    right = left + 2 * SITE_MM * SCALE + 8
    yield text(right, under + 2, "a lamp beside where", "small")
    yield text(right, under + 18, "the stone stands,", "small")
    yield text(right, under + 34, "under a hole of 4", "small")
    yield line([(left, top + 190), (left + SITE_MM * SCALE, top + 190)], "column")
    yield text(middle, top + 206, f"site {SITE_MM:g}", "small", "middle")
    yield text(left, 384, "All magnets with the same pole down.", "small")
    yield text(left, 402, "A reed that lies flat under the middle feels nothing.", "small")


def camera() -> str:
    """How high a camera hangs over a board of 40 cm."""
    return drawing(760, 440, "Camera: height above a board of 40 cm", _camera())


def _camera() -> Iterator[str]:
    ground, scale = 400.0, 4.2  # pixels a centimetre
    for number, (name, view_deg) in enumerate(VIEWS):
        middle = 190.0 + 370 * number
        height_cm = FIELD_CM / 2 / tan(radians(view_deg / 2))
        top = ground - height_cm * scale
        half = FIELD_CM / 2 * scale
        yield box(middle - 20 * scale, ground, 40 * scale, 8, "", "wood")
        yield line([(middle - half, ground), (middle, top), (middle + half, ground)], "row")
        yield line([(middle, top), (middle, ground)], "dash")
        yield box(middle - 14, top - 14, 28, 14, "")
        yield text(middle + 20, top - 2, f"{name}, {view_deg:g}° vertical", "small")
        yield text(middle + 6, ground - 40, f"{height_cm:.0f} cm", "")
    yield text(20, 430, "The short side of the picture decides. Up to 45 degrees of tilt are read.",
               "small")  # fmt: skip
