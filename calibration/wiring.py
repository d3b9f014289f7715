"""The manual's drawings as SVG: ``python -m calibration.wiring``.

Pins come from the program: those of the reeds are its defaults, those of the buttons the ones to
write into the configuration.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from calibration.mounting import camera, section
from calibration.svg import box, dot, drawing, line, text
from pi_board.readers.buttons import DRAWN_PINS
from pi_board.readers.reed_matrix import COLUMN_PINS, ROW_PINS
from pi_board.readers.reed_shift import LATCH_PIN
from pi_board.views.buzzer import DRAWN_PIN

# BCM number -> pin of the 40-pin header
HEADER = {2: 3, 3: 5, 4: 7, 5: 29, 6: 31, 7: 26, 8: 24, 9: 21, 10: 19, 11: 23, 12: 32, 13: 33,
          14: 8, 15: 10, 16: 36, 17: 11, 18: 12, 19: 35, 20: 38, 21: 40, 22: 15, 23: 16, 24: 18,
          25: 22, 26: 37, 27: 13}  # fmt: skip
POWER = {1: "3.3 V", 2: "5 V", 4: "5 V", 6: "ground", 9: "ground", 14: "ground", 17: "3.3 V",
         20: "ground", 25: "ground", 27: "leave free", 28: "leave free", 30: "ground",
         34: "ground", 39: "ground"}  # fmt: skip
BUTTONS = {("OK" if name == "ok" else name): pin for name, pin in DRAWN_PINS.items()}
USES = {
    **{pin: f"row {number + 1}" for number, pin in enumerate(ROW_PINS)},
    **{pin: f"file {chr(97 + number)}" for number, pin in enumerate(COLUMN_PINS)},
    **{pin: f"button {name}" for name, pin in BUTTONS.items()},
    10: "lamps: data", 11: "lamps: clock", 8: "lamps: gate", 2: "free (I2C)", 3: "free (I2C)",
    DRAWN_PIN: "buzzer (or SPI CE1)", 9: "SPI MISO",
}  # fmt: skip

FOLDER = Path(__file__).with_name("drawings")
PITCH = 64
LEFT, TOP = 190, 70


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
    yield dot(x + 10, y)
    yield line([(x + 10, y), (x + 10, y + 8)])
    yield f'<path class="part" d="M{x + 4} {y + 8} h12 l-6 9 z"/>'
    yield line([(x + 4, y + 17), (x + 16, y + 17)])
    yield line([(x + 10, y + 17), (x + 10, y + 26), (x + 18, y + 26)])
    yield line([(x + 18, y + 26), (x + 34, y + 21)])
    yield line([(x + 36, y + 26), (x + 48, y + 26)])
    yield dot(x + 48, y + 26)


def header() -> str:
    """The 40-pin header, as it is seen from above with the board's edge on the right."""
    return drawing(620, 640, "The header of the Pi (pin 1 is at the corner)", _header())


def _header() -> Iterator[str]:
    owners = {pin: f"{USES[bcm]} · BCM {bcm}" for bcm, pin in HEADER.items()}
    for row in range(20):
        y = 60 + 28 * row
        for pin, x, anchor, at in (
            (2 * row + 1, 290, "end", 276),
            (2 * row + 2, 322, "start", 360),
        ):
            shape = "third" if pin in POWER else "row" if "row" in owners.get(pin, "") else ""
            shape = "column" if "file" in owners.get(pin, "") else shape
            yield box(x, y - 13, 26, 26, str(pin), shape)
            words = POWER.get(pin) or owners.get(pin, "")
            yield text(at, y + 4, words, "small" if pin in POWER else "", anchor)


def lamps() -> str:
    """The lamps: level shifter, resistors, capacitor, a supply of their own."""
    return drawing(860, 400, "Lamps: SK9822 or APA102 on SPI0", _lamps())


def _lamps() -> Iterator[str]:
    yield box(20, 60, 110, 200, "Pi")
    yield box(310, 60, 150, 200)
    yield text(385, 82, "74AHCT125", anchor="middle")
    yield text(385, 98, "14: 5 V, 7: ground", "small", "middle")
    yield box(660, 60, 180, 200, "first lamp")
    signals = ((10, "MOSI", 2, 3, "DI", 130), (11, "SCLK", 5, 6, "CI", 180))
    for bcm, name, into, out, lamp, y in signals:
        yield line([(130, y), (310, y)], "row")
        yield text(138, y - 6, f"{name}: BCM {bcm}, pin {HEADER[bcm]}", "small")
        yield text(318, y + 4, str(into), "small")
        yield text(452, y + 4, str(out), "small", "end")
        yield line([(460, y), (500, y)], "column")
        yield box(500, y - 9, 56, 18, "330")
        yield line([(556, y), (660, y)], "column")
        yield dot(600, y)
        yield text(668, y + 4, lamp)
    yield line([(130, 230), (310, 230)], "row")
    yield text(138, 224, f"CE0: BCM 8, pin {HEADER[8]}", "small")
    yield text(314, 234, "1, 4: /OE; 10 k to 3.3 V", "small")
    yield line([(600, 130), (600, 276)], "dash")
    yield text(600, 290, "each 10 k to ground", "small", "middle")
    yield box(300, 320, 170, 40, "5 V supply, fuse 3 A")
    yield line([(385, 320), (385, 260)])
    yield line([(470, 340), (750, 340), (750, 260)])
    yield text(480, 332, "5 V and ground, at both ends of the strip", "small")
    yield text(480, 358, "1000 uF at the first lamp", "small")
    yield line([(75, 260), (75, 340), (300, 340)])
    yield text(84, 332, "ground is common, 5 V is not", "small")
    yield text(20, 388, "3A, 4A (9, 12) to ground, /3OE, /4OE (10, 13) to 5 V.", "small")


def registers() -> str:
    """Two 74HC595 for 16 rows and two 74HC165 for 16 columns on SPI0."""
    return drawing(920, 430, "More reeds: shift registers on SPI0, all on 3.3 V", _registers())


def _registers() -> Iterator[str]:
    yield box(20, 60, 110, 300, "Pi")
    chips = (
        (300, 60, "74HC595", "rows 1 to 8: QA to QH"), (560, 60, "74HC595", "rows 9 to 16"),
        (300, 230, "74HC165", "columns 9 to 16: A to H"), (560, 230, "74HC165", "columns 1 to 8"),
    )  # fmt: skip
    for x, y, name, what in chips:
        yield box(x, y, 170, 130)
        yield text(x + 164, y + 42, name, anchor="end")
        yield text(x + 164, y + 58, what, "small", "end")
    yield from _rail("MOSI", 10, 84, 300, "SER 14")
    yield line([(470, 84), (560, 84)], "row")
    yield text(474, 78, "QH' 9", "small")
    yield text(566, 88, "SER 14", "small")
    yield from _rail("SCLK", 11, 174, 282, "")
    yield line([(282, 174), (282, 300), (300, 300)], "column")
    yield line([(282, 174), (300, 174)], "column")
    yield dot(282, 174)
    yield text(306, 178, "SRCLK 11", "small")
    yield text(306, 304, "CLK 2", "small")
    yield from _rail("latch", LATCH_PIN, 210, 266, "")
    yield line([(266, 210), (266, 150), (300, 150)], "third")
    yield line([(266, 210), (266, 325), (300, 325)], "third")
    yield dot(266, 210)
    yield text(306, 154, "RCLK 12", "small")
    yield text(306, 329, "SH/LD 1", "small")
    yield from _rail("MISO", 9, 254, 300, "QH 9")
    yield line([(470, 254), (560, 254)], "row")
    yield text(474, 248, "SER 10", "small")
    yield text(566, 258, "QH 9", "small")
    yield from _rail("CE1", 7, 350, 300, "CLK INH 15")
    yield text(744, 100, "SRCLK, RCLK, CLK, SH/LD", "small")
    yield text(744, 116, "and CLK INH go to both", "small")
    yield text(744, 132, "chips of a kind.", "small")
    yield text(300, 385, "595: 16 to 3.3 V, 8 and /OE 13 to ground, /SRCLR 10 to 3.3 V.", "small")
    yield text(300, 403, "165: 16 to 3.3 V, 8 to ground, the last SER 10 to ground;", "small")
    yield text(300, 421, "10 k from every column to ground, 330 in every row.", "small")


def _rail(name: str, bcm: int, y: float, end: float, pin: str) -> Iterator[str]:
    yield line(
        [(130, y), (end, y)], "third" if name == "latch" else "column" if name == "SCLK" else "row"
    )
    yield text(136, y - 5, f"{name}: BCM {bcm}, pin {HEADER[bcm]}", "small")
    if pin:
        yield text(end + 6, y + 4, pin, "small")


def buttons() -> str:
    """Three buttons and a buzzer."""
    return drawing(620, 260, "Buttons and buzzer", _buttons())


def _buttons() -> Iterator[str]:
    yield box(20, 50, 110, 180, "Pi")
    for number, (name, bcm) in enumerate(BUTTONS.items()):
        y = 80 + 45 * number
        yield line([(130, y), (330, y)], "row")
        yield text(138, y - 6, f"BCM {bcm}, pin {HEADER[bcm]}", "small")
        yield line([(330, y), (372, y - 16)])
        yield line([(378, y), (440, y), (440, 215)])
        yield text(350, y + 18, name, anchor="middle")
    yield line([(130, 215), (440, 215)])
    yield text(138, 209, "ground, pin 39", "small")
    yield text(452, 100, "A buzzer with its own", "small")
    yield text(452, 116, f"sound: BCM {DRAWN_PIN}, pin {HEADER[DRAWN_PIN]},", "small")
    yield text(452, 132, "to ground (5 mA; more", "small")
    yield text(452, 148, "through an NPN, see 6).", "small")


DRAWINGS = {
    "wiring-header.svg": header,
    "wiring-reeds.svg": matrix,
    "wiring-registers.svg": registers,
    "wiring-lamps.svg": lamps,
    "wiring-buttons.svg": buttons,
    "mounting-reeds.svg": section,
    "mounting-camera.svg": camera,
}


def write(folder: Path) -> None:
    """Write all drawings."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, draw in DRAWINGS.items():
        (folder / name).write_text(draw(), "utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
