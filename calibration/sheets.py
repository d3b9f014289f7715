"""What can be printed: fiducials, a lens target, and the boards and tiles of the games.

Fiducials are ArUco markers of DICT_4X4_50, ids 0 to 3 outside the grid's corners: 0 at a1, 1 top
left, 2 top right, 3 bottom right, as the player at row 1 sees the board.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType

import cv2
import numpy as np

from calibration import fields
from calibration.parts import parts
from calibration.shapes import Label, Shape, Sheet, Stroke, frame, rectangle
from pi_board.core.errors import InvalidText
from pi_board.core.layout import Surface
from pi_board.games.registry import GAMES, make_game

PAPERS_MM = {
    "a4": (210.0, 297.0), "a3": (297.0, 420.0), "a2": (420.0, 594.0), "a1": (594.0, 841.0),
    "letter": (215.9, 279.4), "tabloid": (279.4, 431.8),
}  # fmt: skip
MARGIN_MM = 10.0  # what a printer leaves white
RULER_MM = 100.0
RULER_FOOT_MM = 12.0  # its ticks lie within the margin
FOOT_MM = 17.0  # room for the ruler and its number
MARKER_SHARE = 0.09  # side of a fiducial as a share of the grid's width
LEAST_MARKER_MM = 18.0
TILE_MM = 45.0
_QUIET_CELLS = 1  # white cells that a marker needs around it
_APART_MM = 14.0  # between fiducials that are cut out
_CAPTION_MM = 6.0  # what is cut out with each, away from the grid: nobody tells them apart by eye
_FIELDS = MappingProxyType(
    {
        Surface.SQUARES: fields.squares,
        Surface.HOLES: fields.holes,
        Surface.TILES: fields.places,
    }
)
CHARUCO_SQUARES = (7, 10)
CHARUCO_SQUARE_MM = 26.0
CHARUCO_MARKER_MM = 19.0
CHARUCO_DICTIONARY = cv2.aruco.DICT_5X5_100  # another family than the board's own fiducials


def pages_of(
    kind: str, paper: str, site_mm: float | None, board_mm: float, part: str | None = None
) -> tuple[Sheet, ...]:
    """The pages of one kind of sheet, each with a ruler. `part` is the paper that there is, if it
    is not `paper`: a board is printed on it in parts, everything else as it fits. Raises
    InvalidText when something does not fit.
    """
    is_board = kind in GAMES
    on = paper if is_board else part or paper
    pages = _pages_of(kind, on, site_mm, board_mm)
    if is_board and part is not None and part != paper:
        pages = parts(pages[0], PAPERS_MM[part], MARGIN_MM, FOOT_MM)
    return tuple(map(_with_ruler, pages))


def _with_ruler(sheet: Sheet) -> Sheet:
    """The sheet with a line at its foot that tells whether it was printed in its size."""
    width, height = sheet.size_mm
    left, y = (width - RULER_MM) / 2, height - RULER_FOOT_MM
    ends = (left, left + RULER_MM)
    ruler: tuple[Shape, ...] = (
        Stroke((left, y), (left + RULER_MM, y), 0.2),
        *(Stroke((x, y - 1.5), (x, y + 1.5), 0.2) for x in ends),
        Label((width / 2, y - 2), f"{RULER_MM:g} mm if printed without scaling", 2.5),
    )
    return Sheet(sheet.name, sheet.size_mm, (*sheet.shapes, *ruler))


def _pages_of(kind: str, paper: str, site_mm: float | None, board_mm: float) -> tuple[Sheet, ...]:
    if kind == "fiducials":
        return (fiducial_sheet(paper, board_mm),)
    if kind == "charuco":
        return (charuco_sheet(),)
    if kind == "tiles":
        return tile_sheets(paper, site_mm or TILE_MM)
    return (board_sheet(kind, paper, site_mm),)


def marker(number: int, x: float, y: float, side_mm: float) -> Iterator[Shape]:
    """The fiducial `number` with its top left corner at (x, y)."""
    yield from _marker(cv2.aruco.DICT_4X4_50, 4, number, x, y, side_mm)


def _marker(
    family: int, bits: int, number: int, x: float, y: float, side_mm: float
) -> Iterator[Shape]:
    cells = bits + 2
    dictionary = cv2.aruco.getPredefinedDictionary(family)
    image = cv2.aruco.generateImageMarker(dictionary, number, cells, borderBits=1)
    cell = side_mm / cells
    yield rectangle(x, y, side_mm, side_mm)
    for row, column in np.argwhere(image > 0).tolist():
        yield rectangle(x + column * cell, y + row * cell, cell, cell, 1.0)


def fiducial_sheet(paper: str, board_mm: float) -> Sheet:
    """The four fiducials in the right size for a grid `board_mm` wide, to be cut out.

    Raises InvalidText when they do not fit.
    """
    widest = _widest_board_mm(paper)
    if board_mm > widest:
        found = f"board {board_mm:g} mm, expected at most {widest:g}"
        raise InvalidText(f"{found}: fiducials must fit on {paper}")
    side = max(LEAST_MARKER_MM, MARKER_SHARE * board_mm)
    quiet = side / 6 * _QUIET_CELLS
    whole = side + 2 * quiet
    shapes: list[Shape] = []
    for number, place in enumerate(("at a1", "top left", "top right", "bottom right")):
        is_top = number in (1, 2)
        x = MARGIN_MM + (number > 1) * (whole + _APART_MM)
        y = MARGIN_MM + _CAPTION_MM + (not is_top) * (whole + _APART_MM)
        shapes += marker(number, x + quiet, y + quiet, side)
        shapes += frame(x, y - is_top * _CAPTION_MM, whole, whole + _CAPTION_MM, 0.1)
        caption = y - _CAPTION_MM / 2 if is_top else y + whole + _CAPTION_MM / 2
        shapes.append(Label((x + whole / 2, caption), f"{number}: {place}", 3.0))
    lines = (
        f"for a grid {board_mm:g} mm wide",
        "Cut out, and lay outside its corners as here: captions away from the grid.",
    )
    below = MARGIN_MM + 2 * (whole + _CAPTION_MM) + _APART_MM
    for line, text in enumerate(lines, 1):
        shapes.append(Label((PAPERS_MM[paper][0] / 2, below + 6 * line), text, 3.5))
    return Sheet("fiducials", PAPERS_MM[paper], tuple(shapes))


def _widest_board_mm(paper: str) -> float:
    """The widest grid whose fiducials, two beside each other, fit; in whole millimetres."""
    room = PAPERS_MM[paper][0] / 2 - MARGIN_MM - _APART_MM
    return float(int(room / (1 + _QUIET_CELLS / 3) / MARKER_SHARE))


def charuco_board() -> cv2.aruco.CharucoBoard:
    """The lens target, as OpenCV knows it; lengths in millimetres."""
    dictionary = cv2.aruco.getPredefinedDictionary(CHARUCO_DICTIONARY)
    return cv2.aruco.CharucoBoard(CHARUCO_SQUARES, CHARUCO_SQUARE_MM, CHARUCO_MARKER_MM, dictionary)


def charuco_sheet() -> Sheet:
    """The lens target on A4."""
    columns, rows = CHARUCO_SQUARES
    left = (PAPERS_MM["a4"][0] - columns * CHARUCO_SQUARE_MM) / 2
    top = (PAPERS_MM["a4"][1] - rows * CHARUCO_SQUARE_MM) / 2
    board = charuco_board()
    shapes: list[Shape] = []
    for y in range(rows):
        for x in range(columns):
            if (x + y) % 2 == 0:
                at = left + x * CHARUCO_SQUARE_MM, top + y * CHARUCO_SQUARE_MM
                shapes.append(rectangle(*at, CHARUCO_SQUARE_MM, CHARUCO_SQUARE_MM))
    numbers = np.asarray(board.getIds()).ravel().tolist()
    for number, corners in zip(numbers, board.getObjPoints(), strict=True):
        at_x, at_y = np.asarray(corners).min(axis=0)[:2].tolist()
        place = left + at_x, top + at_y
        shapes += _marker(CHARUCO_DICTIONARY, 5, number, *place, CHARUCO_MARKER_MM)
    return Sheet("charuco", PAPERS_MM["a4"], tuple(shapes))


def board_sheet(game: str, paper: str, site_mm: float | None) -> Sheet:
    """The board of a game with its fiducials, as large as `paper` takes or with sites of `site_mm`.

    Raises InvalidText when it does not fit.
    """
    layout = make_game(game).layouts[0]
    columns, rows = layout.columns, layout.rows
    largest = _room_mm(game, paper)
    site = site_mm if site_mm is not None else largest_site_mm(game, paper)
    if site > largest:
        found = f"{game} with sites of {site:g} mm, expected at most {largest:.1f} on {paper}"
        raise InvalidText(f"{found}; a larger --paper can be printed with --parts")
    left = (PAPERS_MM[paper][0] - columns * site) / 2
    top = (PAPERS_MM[paper][1] - rows * site) / 2
    shapes = [
        *_FIELDS[layout.surface](left, top, site),
        *_corner_markers(left, top, columns * site, rows * site),
    ]
    return Sheet(game, PAPERS_MM[paper], (*shapes, *_letters(left, top, columns, rows, site)))


def largest_site_mm(game: str, paper: str) -> float:
    """The site of the largest board of a game that `paper` takes, in whole millimetres."""
    return float(int(_room_mm(game, paper)))


def _room_mm(game: str, paper: str) -> float:
    layout = make_game(game).layouts[0]
    width, height = PAPERS_MM[paper][0] - 2 * MARGIN_MM, PAPERS_MM[paper][1] - 2 * FOOT_MM
    return min(width / _whole(layout.columns), height / _whole(layout.rows))


def _whole(sites: int) -> float:
    """Width in sites of a grid of `sites` and the fiducials on both sides of it."""
    return sites + 2 * sites * MARKER_SHARE * (1 + _QUIET_CELLS / 3)


def _corner_markers(left: float, top: float, width: float, height: float) -> Iterator[Shape]:
    side = MARKER_SHARE * width
    off = side + side / 6 * _QUIET_CELLS
    right, bottom = left + width + off - side, top + height + off - side
    corners = ((left - off, bottom), (left - off, top - off), (right, top - off), (right, bottom))
    for number, (x, y) in enumerate(corners):
        yield from marker(number, x, y, side)


def _letters(left: float, top: float, columns: int, rows: int, site: float) -> Iterator[Shape]:
    size = min(5.0, 0.2 * site)
    for x in range(columns):
        yield Label((left + (x + 0.5) * site, top + rows * site + size), chr(97 + x), size)
    for y in range(rows):
        yield Label((left - size, top + (rows - y - 0.5) * site), str(y + 1), size)


def tile_sheets(paper: str, site_mm: float) -> tuple[Sheet, ...]:
    """The 36 tiles of Connex'oh to cut out. Raises InvalidText when not one fits on a page."""
    width, height = PAPERS_MM[paper][0] - 2 * MARGIN_MM, PAPERS_MM[paper][1] - MARGIN_MM - FOOT_MM
    across, down = int(width // site_mm), int(height // site_mm)
    if not across * down:
        raise InvalidText(f"tiles of {site_mm:g} mm, expected at most {width:g} on {paper}")
    pages: list[Sheet] = []
    for first in range(0, 36, across * down):
        shapes: list[Shape] = []
        for place in range(min(across * down, 36 - first)):
            x = MARGIN_MM + (place % across) * site_mm
            y = MARGIN_MM + (place // across) * site_mm
            shapes += fields.tile(x, y, site_mm)
        pages.append(Sheet(f"tiles-{len(pages) + 1}", PAPERS_MM[paper], tuple(shapes)))
    return tuple(pages)
