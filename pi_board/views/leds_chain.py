"""A chain of SK9822 or APA102 lamps on SPI.

Frame: 32 zero bits; per lamp ``0xE0 | global`` (0 to 31), blue, green, red; then 32 zero bits,
with which an SK9822 shows what it got, and n/2 more clock edges so that the data reach the last
lamp. All zero, because ones would light lamp n + 1 of a longer strip.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from pi_board.views.leds import OFF, Frame, Rgb

Transfer = Callable[[Sequence[int]], Sequence[int]]  # bytes out and as many in, at once

IDLE_A = 0.001  # a lamp that is dark
CHANNEL_A = 0.020  # one colour of a lamp at full
FULL_GLOBAL = 31
_GLOBALS = (0, 1, 2, 3, 4, 5, 6, 8, 12, 20, 31)  # by brightness 0 to 10; 8 is enough indoors
NIGHT_BRIGHTNESS = 2


def chain_bytes(frame: Sequence[Rgb], global_: int) -> bytes:
    """The bytes of a frame in the order of the chain; `global_` is 0 to 31."""
    body = b"".join(bytes((0xE0 | global_, b, g, r)) for r, g, b in frame)
    return bytes(4) + body + bytes(4 + -(-len(frame) // 16))


def current_a(frame: Sequence[Rgb], global_: int) -> float:
    """Estimate of what the chain draws: idle, and 20 mA a channel in proportion."""
    light = sum(map(sum, frame)) / 255
    return len(frame) * IDLE_A + light * global_ / FULL_GLOBAL * CHANNEL_A


def limited(frame: Sequence[Rgb], global_: int, limit_a: float) -> Frame:
    """The frame, all channels scaled down alike so that it draws at most `limit_a`.

    What the dark lamps draw cannot be saved: below that everything is off.
    """
    idle_a = len(frame) * IDLE_A
    above_a = current_a(frame, global_) - idle_a
    if above_a <= 0 or idle_a + above_a <= limit_a:
        return tuple(frame)
    share = max(0.0, limit_a - idle_a) / above_a
    return tuple((int(r * share), int(g * share), int(b * share)) for r, g, b in frame)


def serpentine(
    columns: int, rows: int, corner: str = "a1", along: str = "row", zigzag: bool = True
) -> tuple[int, ...]:
    """For each lamp of the chain the site it lies under (a1 is 0).

    The chain begins at `corner` (``a1``: bottom left, ``h1``: bottom right, ``a8``, ``h8``), runs
    along a ``row`` or a ``column``, and back in the next one if `zigzag`.
    """
    right, top = corner[0] != "a", corner[1] != "1"
    xs = range(columns)[::-1] if right else range(columns)
    ys = range(rows)[::-1] if top else range(rows)
    order = []
    for number, line in enumerate(ys if along == "row" else xs):
        places = list(xs if along == "row" else ys)
        if zigzag and number % 2:
            places.reverse()
        order += [
            line * columns + place if along == "row" else place * columns + line for place in places
        ]
    return tuple(order)


@dataclass(frozen=True, slots=True)
class Brightness:
    """1 to 10; `limit_a` is what the supply of the lamps gives."""

    level: int = 7
    limit_a: float = 0.8

    @property
    def global_(self) -> int:
        """The chain's 5-bit brightness."""
        return _GLOBALS[max(0, min(10, self.level))]


class LampChain:
    """Lamps in a chain."""

    def __init__(
        self, transfer: Transfer, order: Sequence[int], brightness: Brightness | None = None
    ) -> None:
        """`order`: for each lamp the site it lies under (-1: none)."""
        self._transfer, self._order = transfer, tuple(order)
        self.brightness = brightness if brightness is not None else Brightness()

    def light(self, frame: Frame, columns: int) -> None:
        """See `Lamps.light`. Lamps beyond the board stay dark."""
        chain = [frame[site] if 0 <= site < len(frame) else OFF for site in self._order]
        global_ = self.brightness.global_
        safe = limited(chain, global_, self.brightness.limit_a)
        self._transfer(list(chain_bytes(safe, global_)))

    def dim(self, level: int) -> None:
        """See `Lamps.dim`."""
        self.brightness = replace(self.brightness, level=level)

    def close(self) -> None:
        """See `Lamps.close`."""
        self._transfer(list(chain_bytes([OFF] * len(self._order), 0)))
