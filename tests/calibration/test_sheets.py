"""Printable sheets: what is printed is what the program looks for."""

import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration import sheets
from calibration.printing import write_pdf, write_png
from calibration.shapes import Label, Polygon, Stroke
from pi_board.cli.sheets import KINDS
from pi_board.core.errors import EnvironmentFault, InvalidText
from pi_board.games.registry import GAMES, make_game
from pi_board.vision.finding.find import find_board
from pi_board.vision.geometry import Registration


def test_the_printed_board_is_found_by_its_fiducials(tmp_path: Path) -> None:
    """A picture of the sheet is found, the right way round, with its corners where they are."""
    write_png(sheets.board_sheet("loa", "a4", 18.0), tmp_path / "loa.png", dpi=90)
    image = cv2.imread(str(tmp_path / "loa.png"))
    found = find_board(np.asarray(image, np.uint8), make_game("loa").layouts[0])
    assert isinstance(found, Registration)
    assert (found.markers, found.orientation_known) == (4, True)
    scale = 90 / 25.4
    a1 = ((210 - 8 * 18) / 2 * scale, (297 + 8 * 18) / 2 * scale)
    assert found.geometry.corners_px[0] == pytest.approx(a1, abs=2.0)


def test_fiducials_are_those_of_the_board(tmp_path: Path) -> None:
    """The sheet to cut out holds the ids 0 to 3 of DICT_4X4_50, and says for how wide a grid."""
    page = sheets.fiducial_sheet("a4", 360.0)
    assert "for a grid 360 mm wide" in [one.text for one in page.shapes if isinstance(one, Label)]
    write_png(page, tmp_path / "f.png", dpi=90)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    image = cv2.imread(str(tmp_path / "f.png"))
    _, ids, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(image)
    assert sorted(np.asarray(ids).ravel().tolist()) == [0, 1, 2, 3]


def test_the_lens_target_is_one_opencv_knows(tmp_path: Path) -> None:
    """All inner corners of the printed ChArUco board are detected."""
    write_png(sheets.charuco_sheet(), tmp_path / "c.png", dpi=90)
    detector = cv2.aruco.CharucoDetector(sheets.charuco_board())
    corners, _, _, _ = detector.detectBoard(cv2.imread(str(tmp_path / "c.png")))
    assert len(corners) == 6 * 9


def test_what_does_not_fit_is_said(tmp_path: Path) -> None:
    """Too large sites name the largest that fit."""
    with pytest.raises(InvalidText, match=r"at most 19\.\d on a4"):
        sheets.board_sheet("loa", "a4", 50.0)


def test_the_widest_board_for_fiducials_is_said() -> None:
    """That board's four are on the page, and any wider one is told it."""
    with pytest.raises(InvalidText, match=r"board 676 mm, expected at most 675: .* fit on a4"):
        sheets.fiducial_sheet("a4", 676.0)
    page = sheets.fiducial_sheet("a4", 675.0)
    points = [p for shape in page.shapes if isinstance(shape, Polygon) for p in shape.points_mm]
    assert (np.max(points, axis=0) <= np.array(page.size_mm) - sheets.MARGIN_MM).all()


@pytest.mark.parametrize("game", GAMES)
def test_fiducials_keep_their_white_rim(tmp_path: Path, game: str) -> None:
    """Nothing is printed within a cell of any of a board's four, however the field is tinted."""
    page = sheets.board_sheet(game, "a4", None)
    write_png(page, tmp_path / "board.png", dpi=150)
    image = cv2.imread(str(tmp_path / "board.png"), cv2.IMREAD_GRAYSCALE)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(image)
    assert sorted(np.asarray(ids).ravel().tolist()) == [0, 1, 2, 3]
    for quad in corners:
        low, high = np.rint(quad[0].min(axis=0)), np.rint(quad[0].max(axis=0))
        cell = round((high - low)[0] / 6) - 3  # less what is blurred on both sides
        outer = [slice(int(a) - cell, int(b) + cell) for a, b in zip(low, high, strict=True)]
        inner = [slice(int(a) - 2, int(b) + 3) for a, b in zip(low, high, strict=True)]
        around = image.copy()
        around[inner[1], inner[0]] = 255
        assert around[outer[1], outer[0]].min() == 255


@pytest.mark.parametrize("paper", sheets.PAPERS_MM)
@pytest.mark.parametrize("kind", KINDS)
def test_the_ruler_is_where_printers_print_and_nothing_else_is(kind: str, paper: str) -> None:
    """It tells whether a page was scaled, so none of it may be cut off."""
    for site_mm in (None, 18.0):
        for page in sheets.pages_of(kind, paper, site_mm, 360.0):
            width, height = page.size_mm
            *shapes, line, left, right, _ = page.shapes
            strokes = [one for one in (line, left, right) if isinstance(one, Stroke)]
            ruler = [p for one in strokes for p in (one.start_mm, one.end_mm)]
            low, high = np.min(ruler, axis=0), np.max(ruler, axis=0)
            assert (low >= sheets.MARGIN_MM).all()
            assert (high <= np.array([width, height]) - sheets.MARGIN_MM).all()
            drawn = [p for s in shapes if isinstance(s, Polygon) for p in s.points_mm]
            assert np.max(drawn, axis=0)[1] <= height - sheets.FOOT_MM


def test_thirty_six_tiles_are_spread_over_pages() -> None:
    """Tiles of 45 mm take two A4 pages."""
    pages = sheets.tile_sheets("a4", 45.0)
    assert [page.name for page in pages] == ["tiles-1", "tiles-2"]


def test_pdf_pages_have_their_true_size(tmp_path: Path) -> None:
    """A4 is 595 x 842 points in the file."""
    write_pdf([sheets.charuco_sheet()], tmp_path / "c.pdf")
    assert b"/MediaBox [0 0 595.28 841.89]" in (tmp_path / "c.pdf").read_bytes()


def test_a_picture_knows_how_large_it_is(tmp_path: Path) -> None:
    """Its one pHYs chunk, before the pixels and with a true checksum, makes it as wide as A4."""
    write_png(sheets.charuco_sheet(), tmp_path / "c.png", dpi=100)
    data = (tmp_path / "c.png").read_bytes()
    chunks, at = [], 8
    while at < len(data):
        (length,) = struct.unpack_from(">I", data, at)
        body = data[at + 4 : at + 8 + length]
        assert struct.unpack_from(">I", data, at + 8 + length)[0] == zlib.crc32(body)
        chunks.append((body[:4], body[4:]))
        at += 12 + length
    names = [name for name, _ in chunks]
    assert names.count(b"pHYs") == 1
    assert names.index(b"pHYs") < names.index(b"IDAT")
    across, down, unit = struct.unpack(">IIB", dict(chunks)[b"pHYs"])
    width, height = struct.unpack_from(">II", dict(chunks)[b"IHDR"])
    assert unit == 1  # a metre
    assert (width / across, height / down) == pytest.approx((0.210, 0.297), abs=2e-4)


def test_every_page_has_a_ruler() -> None:
    """100 mm at its foot, so that a printer that scales is caught."""
    for kind in ("fiducials", "charuco", "loa", "tiles"):
        for page in sheets.pages_of(kind, "a4", None, 360.0):
            lines = [shape for shape in page.shapes if isinstance(shape, Stroke)]
            assert [s.end_mm[0] - s.start_mm[0] for s in lines[-3:]] == [100.0, 0.0, 0.0]


def test_a_folder_that_is_not_there_is_said(tmp_path: Path) -> None:
    """Writing to nowhere is an environment fault with the path."""
    with pytest.raises(EnvironmentFault, match="nowhere"):
        write_pdf([sheets.charuco_sheet()], tmp_path / "nowhere" / "c.pdf")
