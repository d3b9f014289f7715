"""A camera and reeds that say more than anybody takes."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Iterator
from dataclasses import replace

from pi_board.core.layout import Appearance, Layout
from pi_board.core.observation import Input, Observation
from pi_board.readers.fused import FusedReader
from pi_board.vision.warm.sight import Sight
from tests.hardware.test_fused import LAYOUT, Table


class Hasty:
    """A reader that counts its looks and waits for nobody; reeds feel a touch in each of theirs."""

    def __init__(self, table: Table, *, is_camera: bool) -> None:
        self._table, self._is_camera, self._closed = table, is_camera, threading.Event()
        self.count = 0
        self.touched: list[str] = []

    def inputs(self) -> Iterator[Input]:
        while not self._closed.wait(0.005):
            self.count += 1
            if self._is_camera:
                yield replace(self._table.seen(), frame=self.count)
            else:
                self.touched.append(LAYOUT.sites[self.count % 64])
                yield replace(self._table.felt(), touched=(self.touched[-1],))

    def expect(self, starts: Iterable[tuple[Layout, Appearance]], *, in_play: bool = False) -> None:
        pass

    def confirm(self, appearance: Appearance, *, by_word: bool = False) -> None:
        pass

    def picture(self) -> Sight:
        return Sight(self._table.frame(), None, None)

    def close(self) -> None:
        self._closed.set()


def test_who_takes_looks_slowly_gets_the_newest() -> None:
    """They do not queue up, and no touch is lost."""
    camera, reeds = Hasty(Table(), is_camera=True), Hasty(Table(), is_camera=False)
    reader, touched, times = FusedReader(camera, reeds), list[str](), list[float]()
    behind: list[int] = []
    for item in reader.inputs():
        times.append(item.t)
        if isinstance(item, Observation):
            touched += item.touched
            if item.frame is not None:
                behind.append(camera.count - item.frame)
                time.sleep(0.03)
        if len(behind) == 12:
            break
    reader.close()
    assert min(behind[-3:]) < 15  # of the five or so that are made meanwhile each time
    assert times == sorted(times)
    assert len(touched) > 12
    assert touched == reeds.touched[: len(touched)]
