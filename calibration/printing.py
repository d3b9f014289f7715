"""Sheets to PDF (to scale, through fpdf2) and to PNG."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
from fpdf import FPDF

from calibration.shapes import Label, Point, Polygon, Shape, Sheet, Stroke
from pi_board.core.errors import EnvironmentFault
from pi_board.records.durable import save_file

Image = npt.NDArray[np.uint8]  # (height, width), grey

_POINTS_A_MM = 72 / 25.4
_IHDR_END = 33  # bytes of a PNG's signature and its first chunk, which has the picture's size
_METRE = 1  # the unit of a pHYs chunk
_SUBPIXEL = 4  # binary digits after the point in OpenCV's drawing coordinates


def write_pdf(sheets: Sequence[Sheet], path: Path) -> None:
    """All sheets as pages of one file, in their true size. Raises EnvironmentFault."""
    pdf = FPDF(unit="mm")
    pdf.set_auto_page_break(auto=False)
    for sheet in sheets:
        pdf.add_page(format=sheet.size_mm)
        for shape in sheet.shapes:
            _to_pdf(pdf, shape)
    save_file(path, bytes(pdf.output()))


def _to_pdf(pdf: FPDF, shape: Shape) -> None:
    if isinstance(shape, Label):
        pdf.set_font("helvetica", size=shape.height_mm * _POINTS_A_MM)
        pdf.set_text_color(0)
        x, y = shape.centre_mm
        pdf.text(x - pdf.get_string_width(shape.text) / 2, y + 0.35 * shape.height_mm, shape.text)
        return
    grey = round(255 * shape.grey)
    pdf.set_fill_color(grey)
    pdf.set_draw_color(grey)
    if isinstance(shape, Polygon):
        pdf.polygon(shape.points_mm, style="F")
        return
    pdf.set_line_width(shape.width_mm)
    pdf.line(*shape.start_mm, *shape.end_mm)


def write_png(sheet: Sheet, path: Path, dpi: int = 200) -> None:
    """One sheet as a picture that knows how large it is. Raises EnvironmentFault."""
    scale = dpi / 25.4
    width, height = (round(side * scale) for side in sheet.size_mm)
    image = np.full((height, width), 255, np.uint8)
    for shape in sheet.shapes:
        _to_image(image, shape, scale)
    done, data = cv2.imencode(".png", image)
    if not done:
        raise EnvironmentFault(f"{path}: the picture cannot be written as PNG")
    save_file(path, _with_resolution(data.tobytes(), dpi))


def _with_resolution(png: bytes, dpi: int) -> bytes:
    """A PNG that says how many pixels a metre holds, so that it is printed to size; OpenCV writes
    none. The chunk is laid down in the PNG specification, 11.3.4.3.
    """
    per_metre = round(dpi / 0.0254)
    body = b"pHYs" + struct.pack(">IIB", per_metre, per_metre, _METRE)
    chunk = struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body))
    return png[:_IHDR_END] + chunk + png[_IHDR_END:]


def _to_image(image: Image, shape: Shape, scale: float) -> None:
    def at(point: Point) -> tuple[int, int]:
        return round(point[0] * scale * 2**_SUBPIXEL), round(point[1] * scale * 2**_SUBPIXEL)

    if isinstance(shape, Polygon):
        points = np.array([at(point) for point in shape.points_mm], np.int32)
        cv2.fillPoly(image, [points], round(255 * shape.grey), cv2.LINE_AA, _SUBPIXEL)
    elif isinstance(shape, Stroke):
        thick = max(1, round(shape.width_mm * scale))
        cv2.line(
            image, at(shape.start_mm), at(shape.end_mm), round(255 * shape.grey), thick,
            cv2.LINE_AA, _SUBPIXEL,
        )  # fmt: skip
    else:
        _write_label(image, shape, scale)


def _write_label(image: Image, label: Label, scale: float) -> None:
    size = label.height_mm * scale / 32  # Hershey letters are about 22 px high, 32 with space
    thick = max(1, round(size * 1.5))
    (width, height), _ = cv2.getTextSize(label.text, cv2.FONT_HERSHEY_SIMPLEX, size, thick)
    x, y = (round(value * scale) for value in label.centre_mm)
    corner = (x - width // 2, y + height // 2)
    cv2.putText(image, label.text, corner, cv2.FONT_HERSHEY_SIMPLEX, size, 0, thick, cv2.LINE_AA)
