"""What hangs on the simulated SPI bus: a chain of lamps, and shift registers with reeds."""

from __future__ import annotations

from typing import Any

from gpiozero.pins.mock import MockPin, MockSPIDevice

CLOCK_PIN, MOSI_PIN, MISO_PIN = 11, 10, 9
SELECT_PINS = (8, 7)

Lamp = tuple[int, tuple[int, int, int]]  # global brightness 0 to 31, (red, green, blue)


class DecodingChain(MockSPIDevice):  # type: ignore[misc]
    """Lamps of the APA102 kind on CE0; decodes the frame when it is complete.

    `lamps` is what can be seen; `frames` counts, `raw` holds the bytes of the last one.
    """

    rx_buf: list[int]

    def __init__(self, count: int, pin_factory: Any) -> None:
        super().__init__(CLOCK_PIN, MOSI_PIN, None, SELECT_PINS[0], pin_factory=pin_factory)
        self.lamps: tuple[Lamp, ...] = ((0, (0, 0, 0)),) * count
        self.frames = 0
        self.raw = b""

    def on_select(self) -> None:
        """The end of a frame is when the chip is deselected."""
        super().on_select()
        if self.select_pin.state != self.select_high and self.rx_buf:
            bits = "".join("1" if bit else "0" for bit in self.rx_buf)
            self.raw = int(bits, 2).to_bytes(len(bits) // 8, "big")
            self.lamps = _decoded(self.raw, len(self.lamps), self.lamps)
            self.frames += 1
            self.rx_buf = []


def _decoded(raw: bytes, count: int, before: tuple[Lamp, ...]) -> tuple[Lamp, ...]:
    """What `count` lamps show after these bytes; a lamp that was not reached keeps what it had.

    A start frame is 32 zero bits; the lamps take a word each until one does not begin with 111.
    n/2 clock edges are needed after the last word, and 32 zero bits before anything is shown.
    """
    if raw[:4] != bytes(4):
        return before
    words = [raw[i : i + 4] for i in range(4, len(raw) - 3, 4)]
    taken: list[Lamp] = []
    for word in words[:count]:
        if word[0] >> 5 != 0b111:
            break
        taken.append((word[0] & 31, (word[3], word[2], word[1])))
    tail = raw[4 + 4 * len(taken) :]
    if tail[:4] != bytes(4) or any(tail) or 8 * (len(tail) - 4) < count / 2:
        return before
    return (*taken, *before[len(taken) :])


class ShiftRegisters(MockSPIDevice):  # type: ignore[misc]
    """74HC595 rows and 74HC165 columns with reeds between them, on CE1 and a latch pin."""

    def __init__(self, latch_pin: int, bytes_: int, pin_factory: Any) -> None:
        super().__init__(CLOCK_PIN, MOSI_PIN, MISO_PIN, SELECT_PINS[1], pin_factory=pin_factory)
        self.closed: set[tuple[int, int]] = set()  # (row, column)
        self._bits = 8 * bytes_
        self._row_word = 0  # on the outputs of the 595
        self._shifted = 0  # in the register of the 595
        self._taken = 0  # in the register of the 165
        latch = pin_factory.pin(latch_pin, pin_class=LatchPin)
        latch.registers = self

    def on_start(self) -> None:
        """The 165 shifts out what it froze."""
        super().on_start()
        self.tx_word(self._taken, self._bits)

    def on_bit(self) -> None:
        """The 595 shifts in."""
        self._shifted = (self._shifted << 1 | int(self.rx_buf[-1])) & (1 << self._bits) - 1

    def on_latch(self, high: bool) -> None:
        """Low loads the 165; the rising edge freezes it and puts the row out."""
        if not high:
            rows = {r for r in range(self._bits) if self._row_word >> r & 1}
            self._taken = sum({1 << c for r, c in self.closed if r in rows})
        else:
            self._row_word = self._shifted


class LatchPin(MockPin):  # type: ignore[misc]
    """The wire to RCLK of the 595 and SH/LD of the 165."""

    registers: ShiftRegisters | None = None

    def _set_state(self, value: Any) -> None:
        before = self._state
        super()._set_state(value)
        if self.registers is not None and bool(value) != before:
            self.registers.on_latch(bool(value))
