"""Pins that are asked for twice, or that cannot do what is asked of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pi_board.config.sections import ReedSettings, Settings

_SPI_PINS = {7: "SPI CE1", 8: "SPI CE0", 9: "SPI MISO", 10: "SPI MOSI", 11: "SPI SCLK"}
LEAST = 6  # rows and columns of the smallest board
# For I2C: no pull-down holds them, which columns need, and rows to tell which diodes are missing.
_PULLED_UP = (2, 3)


def clashes(settings: Settings) -> Iterator[str]:
    """One sentence for each pin that two parts ask for, or that cannot do its work."""
    yield from _asked_twice(_used(settings))
    if settings.reeds.kind == "matrix":
        yield from _wrong_matrix(settings)
    if settings.lamps.kind == "edge":
        yield from _too_few("lamps", settings.lamps.rows, settings.lamps.columns)
    if settings.reeds.kind == "shift" and not settings.reeds.latch:
        yield "reeds.latch = 0, expected the pin of the shift registers' latch"


def _asked_twice(used: Iterable[tuple[str, int]]) -> Iterator[str]:
    owners: dict[int, str] = {}
    for owner, pin in used:
        if pin in owners:
            yield f"{owner} = {pin}, expected a pin that {owners[pin]} does not use"
        owners.setdefault(pin, owner)


def _wrong_matrix(settings: Settings) -> Iterator[str]:
    """What is wrong with it by itself, also where a camera reads: a game may ask for reeds."""
    reeds = settings.reeds
    yield from _too_few("reeds", reeds.rows, reeds.columns)
    if not _reeds_used(settings):  # else all that uses pins is looked at together
        yield from _asked_twice(_matrix_pins(reeds))
    columns = (("reeds.columns", pin) for pin in reeds.columns)
    for owner, pin in _matrix_pins(reeds) if _reeds_used(settings) else columns:
        if pin in _PULLED_UP:
            yield f"{owner} = {pin}, expected a pin without a fixed pull-up"
    if reeds.coding != "none":
        yield f'reeds.coding = {reeds.coding!r}, expected "none" unless reeds.kind = "shift"'


def _too_few(section: str, rows: tuple[int, ...], columns: tuple[int, ...]) -> Iterator[str]:
    if min(len(rows), len(columns)) < LEAST:
        pins = f"{section}.rows and {section}.columns have {len(rows)} and {len(columns)} pins"
        yield f"{pins}, expected {LEAST} or more each: one for every row and file of the board"


def _reeds_used(settings: Settings) -> bool:
    return settings.reader.kind != "camera"


def _matrix_pins(reeds: ReedSettings) -> Iterator[tuple[str, int]]:
    yield from (("reeds.rows", pin) for pin in reeds.rows)
    yield from (("reeds.columns", pin) for pin in reeds.columns)


def _used(settings: Settings) -> Iterator[tuple[str, int]]:
    """Who uses which pin, the fixed ones first."""
    reeds, lamps, buttons = settings.reeds, settings.lamps, settings.buttons
    shifts = _reeds_used(settings) and reeds.kind == "shift"
    if lamps.kind == "chain" or shifts:
        # gpiozero has MISO as well, though no lamp answers; CE1 is for the shift registers alone
        wanted = (7, 8, 9, 10, 11) if shifts else (8, 9, 10, 11)
        yield from ((_SPI_PINS[pin], pin) for pin in wanted)
    if shifts:
        yield "reeds.latch", reeds.latch
    elif _reeds_used(settings):
        yield from _matrix_pins(reeds)
    if lamps.kind == "edge":
        yield from (("lamps.rows", pin) for pin in lamps.rows)
        yield from (("lamps.columns", pin) for pin in lamps.columns)
    for name in ("hint", "ok", "back", "buzzer"):
        if pin := getattr(buttons, name):
            yield f"buttons.{name}", pin
