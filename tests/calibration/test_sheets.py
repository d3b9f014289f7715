"""Printable sheets: what is printed is what the program looks for."""

import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration import sheets
from calibration.parts import parts
from calibration.printing import Image, write_pdf, write_png
from calibration.shapes import Label, Polygon, Sheet, Stroke
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


@pytest.mark.parametrize("board_mm", [60.0, 675.0])
def test_a_fiducial_that_is_cut_out_says_which_one_it_is(board_mm: float) -> None:
    """Its caption is within the lines, beyond the white rim, and the four lie as at the board."""
    shapes = sheets.fiducial_sheet("a4", board_mm).shapes
    captions = [one for one in shapes if isinstance(one, Label) and one.text[1] == ":"]
    cuts = [one for one in shapes if isinstance(one, Stroke)]
    squares = [one.points_mm for one in shapes if isinstance(one, Polygon) and one.grey == 0.0]
    for number, (caption, square) in enumerate(zip(captions, squares, strict=True)):
        assert caption.text.startswith(f"{number}: ")
        cut = [one.start_mm for one in cuts[4 * number : 4 * number + 4]]
        low, high, middle = np.min(cut, axis=0), np.max(cut, axis=0), np.mean(square, axis=0)
        x, y = caption.centre_mm
        assert low[0] < x < high[0]
        assert low[1] < y < high[1]
        away = middle[1] - y if number in (1, 2) else y - middle[1]
        assert away > (square[1][0] - square[0][0]) * (1 / 2 + 1 / 6)
    at = [caption.centre_mm for caption in captions]
    assert at[0][0] == at[1][0] < at[2][0] == at[3][0]
    assert at[1][1] == at[2][1] < at[0][1] == at[3][1]


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


def test_a_board_in_parts_is_the_whole_board_again(tmp_path: Path) -> None:
    """Cut out along the lines and joined; here in parts of 50 x 67 mm."""

    def printed(page: Sheet, *millimetres: int) -> Image:
        write_png(page, tmp_path / "page.png", dpi=127)  # 5 pixels a millimetre
        x, y, width, height = (5 * value for value in millimetres)
        image = cv2.imread(str(tmp_path / "page.png"), cv2.IMREAD_GRAYSCALE)
        return np.asarray(image, np.uint8)[y : y + height, x : x + width]

    whole = sheets.board_sheet("loa", "a4", None)
    pages = parts(whole, (60.0, 80.0), 5.0, 8.0)
    cut = [printed(page, 5, 5, 50, 67) for page in pages]
    assert printed(pages[5], 0, 0, 4, 80).min() == 255  # what is beside it is on the next page
    joined = cv2.vconcat([cv2.hconcat(cut[row : row + 4]) for row in (0, 4, 8)])
    difference = cv2.absdiff(joined, printed(whole, 5, 48, 200, 201))
    for x in range(0, 1001, 250):  # the lines to cut along
        difference[:, max(0, x - 2) : x + 2] = 0
    for y in range(0, 1006, 335):
        difference[max(0, y - 2) : y + 2] = 0
    assert difference.max() == 0


def test_only_boards_are_printed_in_parts() -> None:
    """On paper of another size, each page with its ruler."""
    pages = sheets.pages_of("loa", "a2", None, 360.0, "a4")
    assert [page.name for page in pages] == [f"loa-{number}" for number in range(1, 7)]
    assert {page.size_mm for page in pages} == {(210.0, 297.0)}
    for kind, paper in (("loa", "a4"), ("fiducials", "a2")):
        (page,) = sheets.pages_of(kind, paper, None, 360.0, "a4")
        assert page.name == kind


def test_tiles_for_a_board_in_parts_are_on_the_paper_that_there_is() -> None:
    """As large as the board's places; a printer that takes the parts takes no page of `paper`."""
    site_mm = sheets.largest_site_mm("connexoh", "a2")
    pages = sheets.pages_of("tiles", "a2", site_mm, 360.0, "a4")
    assert {page.size_mm for page in pages} == {sheets.PAPERS_MM["a4"]}
    first = next(one for one in pages[0].shapes if isinstance(one, Polygon))
    assert np.ptp(np.array(first.points_mm)[:, 0]) == pytest.approx(site_mm)


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
