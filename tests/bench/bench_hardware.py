"""Scans and lamp frames, on simulated pins: what Python itself takes. On a Pi the doctor measures
the real pins; a hardware SPI takes 0.5 ms for a frame of 64 lamps at 4 MHz.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from pi_board.app.showcase import gallery
from pi_board.app.spi import SpiBus
from pi_board.core.layout import Layout
from pi_board.games.registry import make_game
from pi_board.readers.reed import SCANS_PER_S, ReedReader, Timing
from pi_board.readers.reed_matrix import COLUMN_PINS, ROW_PINS, GpioMatrix, Pins
from pi_board.readers.reed_shift import ShiftMatrix
from pi_board.simulation.hardware_pins import NetFactory, ReedNet, in_place_of_pins
from pi_board.simulation.hardware_spi import DecodingChain, ShiftRegisters
from pi_board.views.leds import LedView
from pi_board.views.leds_chain import LampChain, chain_bytes, limited, serpentine


def _each_s(work: Callable[[], object], times: int = 200) -> float:
    began_s = time.perf_counter()
    for _ in range(times):
        work()
    return (time.perf_counter() - began_s) / times


def figures() -> Iterator[tuple[str, str]]:
    """Time for each, and the share of a core at the usual rate."""
    layout: Layout = make_game("loa").layouts[0]
    net = ReedNet(ROW_PINS, COLUMN_PINS)
    with in_place_of_pins(NetFactory(net)):
        net.close({(0, column) for column in range(1, 7)})
        matrix = GpioMatrix(Pins())
        yield "8x8 matrix, one scan", f"{1e3 * _each_s(matrix.scan):8.2f} ms"
        reader = ReedReader(matrix, timing=Timing(time.perf_counter, lambda _: None))
        reader.expect([(layout, ())])
        inputs = reader.inputs()
        scans = 0
        began_s = time.perf_counter()
        while time.perf_counter() - began_s < 1.0:
            next(inputs)
        scans = reader.scans
        per_s = scans / (time.perf_counter() - began_s)
        share = 100 * SCANS_PER_S / per_s
        yield "8x8 reader flat out", f"{per_s:8.0f} scans/s, {share:.0f} % of a core at 40/s"
        reader.close()
    yield from _bus(layout)


def _bus(layout: Layout) -> Iterator[tuple[str, str]]:
    with in_place_of_pins(NetFactory(ReedNet((), ()))) as factory:
        DecodingChain(64, factory)
        ShiftRegisters(25, 2, factory)
        scene = next(s for name, s in gallery.scenes() if name.startswith("loa"))
        with SpiBus() as bus:
            view = LedView(LampChain(bus.transfer, serpentine(8, 8)))
            view.show(scene, 0.0)
            seconds = iter(range(1, 1000))
            took_s = _each_s(lambda: view.draw(float(next(seconds))), 50)
            yield "64 lamps, a frame over bit-banged SPI", f"{1e3 * took_s:8.2f} ms"
        frame = [(255, 128, 0)] * 64
        took_s = _each_s(lambda: chain_bytes(limited(frame, 8, 0.8), 8))
        yield "64 lamps, limit and bytes alone", f"{1e3 * took_s:8.2f} ms"
        registers = ShiftMatrix(SpiBus(1), 16, 16)
        yield (
            "16x16 registers, a scan over bit-banged SPI",
            f"{1e3 * _each_s(registers.scan, 20):8.2f} ms",
        )
        registers.close()
