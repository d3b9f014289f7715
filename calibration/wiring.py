"""Wiring drawings as SVG: ``python -m calibration.wiring``.

Pins come from the program's defaults, so the drawings cannot tell other ones.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from pi_board.readers.reed_matrix import COLUMN_PINS, ROW_PINS

# BCM number -> pin of the 40-pin header
HEADER = {2: 3, 3: 5, 4: 7, 5: 29, 6: 31, 7: 26, 8: 24, 9: 21, 10: 19, 11: 23, 12: 32, 13: 33,
          14: 8, 15: 10, 16: 36, 17: 11, 18: 12, 19: 35, 20: 38, 21: 40, 22: 15, 23: 16, 24: 18,
          25: 22, 26: 37, 27: 13}  # fmt: skip

FOLDER = Path(__file__).with_name("drawings")
PITCH = 64
LEFT, TOP = 190, 70
_STYLE = (
    "text{font:13px sans-serif;fill:#222}.small{font-size:11px;fill:#555}.title{font-size:16px;"
    "font-weight:bold}.wire{stroke:#222;stroke-width:1.6;fill:none}.row{stroke:#b3261e}"
    ".column{stroke:#1b5e9e}.part{fill:#fff;stroke:#222;stroke-width:1.4}"
)


def line(points: Sequence[tuple[float, float]], kind: str = "") -> str:
    """A wire through points."""
    path = " ".join(f"{x:g},{y:g}" for x, y in points)
    return f'<polyline class="wire {kind}" points="{path}"/>'


def text(x: float, y: float, words: str, kind: str = "", anchor: str = "start") -> str:
    """Words at a point."""
    return f'<text x="{x:g}" y="{y:g}" class="{kind}" text-anchor="{anchor}">{words}</text>'


def box(x: float, y: float, width: float, height: float, words: str) -> str:
    """A part with its name in it."""
    shape = f'<rect class="part" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="3"/>'
    return shape + text(x + width / 2, y + height / 2 + 4, words, anchor="middle")


def drawing(width: int, height: int, title: str, parts: Iterator[str]) -> str:
    """A whole SVG file."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">'
    ground = f'<rect width="{width}" height="{height}" fill="#fff"/>'
    body = "\n".join(parts)
    name = text(20, 30, title, "title")
    return "\n".join((head, f"<style>{_STYLE}</style>", ground, name, body, "</svg>", ""))


def matrix(rows: Sequence[int] = ROW_PINS, columns: Sequence[int] = COLUMN_PINS) -> str:
    """The reed matrix: a diode and a reed at every crossing."""
    width = LEFT + PITCH * len(columns) + 40
    height = TOP + PITCH * len(rows) + 80
    return drawing(width, height, "Reeds: a diode at every one of them", _matrix(rows, columns))


def _matrix(rows: Sequence[int], columns: Sequence[int]) -> Iterator[str]:
    bottom = TOP + PITCH * len(rows)
    for number, pin in enumerate(columns):
        x = LEFT + PITCH * number + 48
        yield line([(x, TOP - 20), (x, bottom + 8)], "column")
        yield text(x, bottom + 26, chr(97 + number), anchor="middle")
        yield text(x, bottom + 44, f"BCM {pin}", "small", "middle")
        yield text(x, bottom + 60, f"pin {HEADER[pin]}", "small", "middle")
    for number, pin in enumerate(rows):
        y = bottom - PITCH * (number + 1) + 20
        yield text(12, y + 4, f"{number + 1}")
        yield text(30, y + 4, f"BCM {pin}, pin {HEADER[pin]}", "small")
        yield box(128, y - 8, 42, 16, "330")
        yield line([(120, y), (128, y)], "row")
        yield line([(170, y), (LEFT + PITCH * len(columns), y)], "row")
        for column in range(len(columns)):
            yield from _crossing(LEFT + PITCH * column, y)


def _crossing(x: float, y: float) -> Iterator[str]:
    """From the row down through diode and reed to the column on the right."""
    yield line([(x + 10, y), (x + 10, y + 8)])
    yield f'<path class="part" d="M{x + 4} {y + 8} h12 l-6 9 z"/>'
    yield line([(x + 4, y + 17), (x + 16, y + 17)])
    yield line([(x + 10, y + 17), (x + 10, y + 26), (x + 18, y + 26)])
    yield line([(x + 18, y + 26), (x + 34, y + 21)])
    yield line([(x + 36, y + 26), (x + 48, y + 26)])


def lamps() -> str:
    """The lamps: level shifter, resistors, capacitor, a supply of their own."""
    return drawing(760, 330, "Lamps: SK9822 or APA102 on SPI0", _lamps())


def _lamps() -> Iterator[str]:
    yield box(20, 60, 150, 190, "Raspberry Pi")
    yield box(270, 60, 150, 190, "74AHCT125")
    yield box(570, 60, 160, 190, "first lamp")
    for number, (bcm, name, lamp) in enumerate(
        ((10, "MOSI", "DI"), (11, "SCLK", "CI"), (8, "CE0", ""))
    ):
        y = 85 + 45 * number
        yield line([(170, y), (270, y)], "row")
        yield text(176, y - 6, f"{name} BCM {bcm}, pin {HEADER[bcm]}", "small")
        if lamp:
            yield line([(420, y), (460, y)], "column")
            yield box(460, y - 8, 50, 16, "330")
            yield line([(510, y), (570, y)], "column")
            yield text(576, y + 4, lamp)
        else:
            yield text(276, y + 4, "both /OE", "small")
            yield text(276, y + 20, "10 k to 5 V", "small")
    yield box(270, 280, 150, 32, "5 V supply")
    yield line([(345, 280), (345, 250)])
    yield line([(420, 296), (650, 296), (650, 250)])
    yield text(430, 288, "5 V and ground at both ends; 1000 uF at the first lamp", "small")
    yield line([(95, 250), (95, 296), (270, 296)])
    yield text(102, 288, "ground common, 5 V apart", "small")


DRAWINGS = {"wiring-reeds.svg": matrix, "wiring-lamps.svg": lamps}


def write(folder: Path) -> None:
    """Write all drawings."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, draw in DRAWINGS.items():
        (folder / name).write_text(draw(), "utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
