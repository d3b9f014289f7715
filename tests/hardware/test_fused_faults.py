"""Camera and reeds that contradict each other, or speak of different boards."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator

import numpy as np

from pi_board.app.sitting import Sitting
from pi_board.core.layout import Appearance, Layout, Surface
from pi_board.core.observation import Input, Observation
from pi_board.games.registry import make_game
from pi_board.readers.fused import FusedReader, Fusion
from pi_board.readers.reed import ReedReader
from pi_board.readers.reed_wiring import Looks
from pi_board.referee.phases import Playing
from pi_board.vision.geometry import Image
from pi_board.vision.warm.sight import Sight

LINJA = make_game("linja")
HOLES, LANES = (
    next(one for one in LINJA.layouts if one.surface is surface)
    for surface in (Surface.HOLES, Surface.ROWS)
)


def shown(layout: Layout) -> Observation:
    """A clear look at Linja's start position."""
    rows: list[tuple[float, ...]] = [()] * len(layout.sites)
    for group, looks in zip(layout.groups, LINJA.appearance(LINJA.start(), layout), strict=True):
        for site, label in zip(group, min(looks), strict=True):
            rows[site] = tuple(-8.0 * (label != one) for one in range(len(layout.labels)))
    return Observation(0.0, layout, tuple(rows), frame=1)


def noise(seed: int) -> Image:
    """What a live camera shows."""
    return np.random.default_rng(seed).integers(60, 200, (8, 8, 3), np.uint8)


class LanesCamera:
    """Sees lanes between sticks."""

    def __init__(self) -> None:
        self._closed, self._frame = threading.Event(), noise(0)

    def inputs(self) -> Iterator[Input]:
        count = 0
        while not self._closed.wait(0.02):
            count += 1
            self._frame = noise(count)
            yield shown(LANES)

    def expect(self, starts: Iterable[tuple[Layout, Appearance]], *, in_play: bool = False) -> None:
        pass

    def confirm(self, appearance: Appearance, *, by_word: bool = False) -> None:
        pass

    def picture(self) -> Sight:
        return Sight(self._frame, None, None)

    def close(self) -> None:
        self._closed.set()


class OpenReeds:
    """A matrix of which no reed is closed."""

    count = 64

    def scan(self) -> tuple[bool, ...]:
        return (False,) * self.count

    def without_diode(self) -> frozenset[int]:
        return frozenset()

    def close(self) -> None:
        pass


def test_lanes_are_played_by_the_camera_alone() -> None:
    """The reeds lie under Linja's holes, and are told nothing of what stands between sticks."""
    reader = FusedReader(LanesCamera(), ReedReader(OpenReeds()))
    sitting = Sitting(LINJA, reader)
    begun_s: float | None = None
    for moment in sitting.moments():
        t = moment.input.t
        begun_s = t if begun_s is None and isinstance(sitting.state, Playing) else begun_s
        if t > 8.0 or (begun_s is not None and t > begun_s + 0.2):
            break
    reader.close()
    assert isinstance(sitting.state, Playing)
    assert sitting.state.line.now.layout == LANES


def test_a_camera_that_takes_holes_for_lanes_is_left_alone() -> None:
    """A game goes on with the reeds that feel its stones; of the lanes nothing is told."""
    fusion = Fusion()
    looks = Looks(HOLES)
    empty = HOLES.label("empty")
    stones = [max(range(3), key=row.__getitem__) != empty for row in shown(HOLES).looks]
    felt = Observation(0.0, HOLES, tuple(looks.row(one, None) for one in stones))
    told: list[Input] = []
    for step in range(40):
        seen = shown(HOLES if step < 10 else LANES)
        for item in (fusion.reeds, felt), (fusion.camera, seen):
            told += item[0](item[1], noise(step), step / 10)
        if step == 9:
            assert not fusion.alone
            fusion.confirm()
    assert fusion.alone
    assert {one.layout for one in told if isinstance(one, Observation)} == {HOLES}
