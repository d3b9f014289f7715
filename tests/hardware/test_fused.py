"""Camera and reeds as one reader: they multiply, and the reeds carry on alone."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from pi_board.core.cause import Cause
from pi_board.core.errors import EnvironmentFault
from pi_board.core.events import Event, MovePlayed, ReaderChanged
from pi_board.core.layout import Appearance, Layout
from pi_board.core.observation import (
    Input,
    Observation,
    Tick,
    likeliest,
    reader_changed,
)
from pi_board.games.registry import make_game
from pi_board.readers.contradictions import denied_sites
from pi_board.readers.fused import FusedReader, Fusion
from pi_board.readers.reed_wiring import Looks
from pi_board.simulation.people import Beat
from pi_board.simulation.plan import Plan
from pi_board.simulation.runner import Session
from pi_board.simulation.sensors import Faults, Sensor
from pi_board.vision.geometry import Image
from pi_board.vision.warm.sight import Sight

LAYOUT: Layout = make_game("loa").layouts[0]
GONE = reader_changed(0, "camera", "none", Cause("pulled"))
BACK = reader_changed(0, "none", "camera", Cause("back"))


class Table:
    """A game's board seen by both: a camera at 10 and reeds at 20 looks a second."""

    def __init__(self) -> None:
        self.fusion = Fusion()
        self.t = 0.0
        self.stones = {"b1": "b", "a2": "w"}  # what stands there
        self.dead: set[str] = set()  # sites whose reeds feel nothing
        self.shown: dict[str, str] | None = None  # what the camera sees instead
        self.touched: tuple[str, ...] = ()
        self.camera = "noisy"  # noisy, frozen, black, silent
        self._rng = np.random.default_rng(1)
        self._picture = self._noise()
        self._looks = Looks(LAYOUT)

    def _noise(self) -> Image:
        return self._rng.integers(60, 200, (48, 64, 3), np.uint8)

    def frame(self) -> Image:
        """The newest frame."""
        if self.camera == "noisy":
            self._picture = self._noise()
        elif self.camera == "frozen":
            self._picture = self._picture.copy()
        elif self.camera == "black":
            self._picture = self._rng.integers(0, 4, (48, 64, 3), np.uint8)
        return self._picture

    def seen(self) -> Observation:
        """What the camera makes of it."""
        stones = self.stones if self.shown is None else self.shown
        rows = []
        for site in LAYOUT.sites:
            row = [-8.0] * 3
            row[LAYOUT.label(stones.get(site, "empty"))] = 0.0
            rows.append(tuple(row))
        return Observation(99.0, LAYOUT, tuple(rows), frame=1)

    def felt(self) -> Observation:
        """What the reeds make of it."""
        felt = set(self.stones) - self.dead
        rows = tuple(self._looks.row(site in felt, None) for site in LAYOUT.sites)
        touched, self.touched = self.touched, ()
        return Observation(77.0, LAYOUT, rows, touched=touched)

    def run(self, seconds: float) -> list[Input]:
        """What comes out in this time."""
        said: list[Input] = []
        for step in range(round(seconds * 20)):
            self.t += 0.05
            if step % 2 == 0 and self.camera != "silent":
                said += self.fusion.camera(self.seen(), self.frame(), self.t)
            said += self.fusion.reeds(self.felt(), self._picture, self.t)
        return said


def changes(said: list[Input]) -> list[tuple[str, str]]:
    """From and to of each change of reader."""
    return [(n.from_, n.to) for n in said if isinstance(n, ReaderChanged)]


def test_likelihoods_multiply() -> None:
    """The camera gives the colour, both give the stone."""
    table = Table()
    last = [one for one in table.run(2.0) if isinstance(one, Observation)][-1]
    row = last.looks[LAYOUT.site("b1")]
    camera, reed = (one.looks[LAYOUT.site("b1")] for one in (table.seen(), table.felt()))
    assert row == tuple(a + b for a, b in zip(camera, reed, strict=True))
    assert last.frame == 1


def test_the_camera_is_used_once_it_agrees() -> None:
    """Before that the reeds play alone."""
    table = Table()
    said = table.run(1.0)
    assert changes(said) == [("reed", "fused")]
    assert isinstance(said[0], Observation)
    assert said[0].frame is None


@pytest.mark.parametrize("fault", ["frozen", "black", "silent"])
def test_reeds_go_on_within_a_second(fault: str) -> None:
    """Whatever the camera's fault; and it is used again when it is well."""
    table = Table()
    table.run(1.0)
    table.camera, began = fault, table.t
    table.shown = dict(table.stones) if fault == "frozen" else None
    table.stones = {"b3": "b", "a2": "w"}
    table.touched = ("b1", "b3")
    said = table.run(1.5)
    assert changes(said) == [("fused", "reed")]
    note = next(n for n in said if isinstance(n, ReaderChanged))
    assert note.t - began < 1.0
    touched = [s for o in said if isinstance(o, Observation) for s in o.touched]
    assert touched == ["b1", "b3"]  # nothing is lost, nothing is told twice
    table.camera, table.shown = "noisy", None
    assert changes(table.run(2.0)) == [("reed", "fused")]


def test_a_camera_that_is_pulled_out_is_missed_at_once() -> None:
    """It says so itself; back, it must agree three times."""
    table = Table()
    table.run(1.0)
    said = list(table.fusion.camera(GONE, None, table.t))
    assert changes(said) == [("fused", "reed")]
    table.fusion.camera(BACK, table.frame(), table.t)
    table.shown = {"h8": "b"}
    assert changes(table.run(2.0)) == []
    table.shown = None
    assert changes(table.run(0.5)) == [("reed", "fused")]


def test_a_dead_reed_does_not_keep_the_camera_out() -> None:
    """Where a reed has never been felt to change, the camera is believed."""
    table = Table()
    table.dead = {"b1"}
    said = table.run(2.0)
    assert changes(said) == [("reed", "fused")]
    last = [one for one in said if isinstance(one, Observation)][-1]
    row = last.looks[LAYOUT.site("b1")]
    assert likeliest(row) == LAYOUT.label("b")


def test_a_reed_that_was_felt_to_change_is_believed() -> None:
    """A camera that goes on seeing the stone where it was errs itself."""
    table = Table()
    table.run(1.0)
    table.shown = dict(table.stones)
    table.stones = {"b3": "b", "a2": "w"}
    table.touched = ("b1", "b3")
    assert changes(table.run(1.5)) == [("fused", "reed")]


def test_a_board_the_camera_cannot_find_is_left_to_the_reeds() -> None:
    """All sites covered: it was shoved, or something lies on it."""
    table = Table()
    table.run(1.0)
    said: list[Input] = []
    for _ in range(12):
        table.t += 0.1
        seen = table.seen()
        hidden = Observation(0, LAYOUT, seen.looks, LAYOUT.sites)
        said += table.fusion.camera(hidden, table.frame(), table.t)
        said += table.fusion.reeds(table.felt(), table.frame(), table.t)
    assert changes(said) == [("fused", "reed")]


def test_broken_reeds_leave_the_game_to_the_camera() -> None:
    """And are used again when they answer, with the camera or without."""
    table = Table()
    table.run(1.0)
    gone = reader_changed(0, "reed", "none", Cause("loose"))
    back = reader_changed(0, "none", "reed", Cause("fixed"))
    assert changes(list(table.fusion.reeds(gone, None, table.t))) == [("fused", "camera")]
    table.t += 0.1
    (seen,) = table.fusion.camera(table.seen(), table.frame(), table.t)
    assert isinstance(seen, Observation)
    assert seen.looks == table.seen().looks
    assert changes(list(table.fusion.reeds(back, None, table.t))) == [("camera", "fused")]
    table.camera = "silent"
    table.run(2.0)
    assert changes(list(table.fusion.reeds(gone, None, table.t))) == [("reed", "none")]
    assert changes(list(table.fusion.reeds(back, None, table.t))) == [("none", "reed")]


def test_a_reed_at_fault_leaves_the_others_in_use() -> None:
    """It is told as the reeds tell it, at the time of both."""
    table = Table()
    table.run(1.0)
    note = reader_changed(0.1, "reed", "reed", Cause("a1 sticks"))
    assert table.fusion.reeds(note, None, table.t) == (replace(note, t=table.t),)
    assert changes(table.run(1.0)) == []


def test_unplugged_reeds_leave_the_game_to_the_camera() -> None:
    """They answer, and feel no stone where the camera sees four: nobody has touched any, and the
    camera is believed, also if it comes later.
    """
    table = Table()
    table.stones |= {"c1": "b", "a3": "w"}
    table.run(1.0)
    table.dead, table.touched = set(table.stones), tuple(table.stones)
    said = table.run(2.0)
    assert changes(said) == [("fused", "camera")]
    looks = [one for one in said if isinstance(one, Observation)]
    assert [one.touched for one in looks if one.touched] == []
    assert looks[-1].looks == table.seen().looks
    table.camera = "silent"
    assert changes(table.run(2.0)) == [("camera", "none")]
    table.camera = "noisy"
    assert changes(table.run(2.0)) == [("none", "camera")]
    table.dead, table.touched = set(), tuple(table.stones)
    said = table.run(1.0)
    assert changes(said) == [("camera", "fused")]
    assert [one for one in said if isinstance(one, Observation) and one.touched] == []


def test_times_are_of_one_clock() -> None:
    """What either reader's own clock says does not matter."""
    table = Table()
    times = [one.t for one in table.run(2.0)]
    assert times == sorted(times)
    assert times[-1] <= table.t
    assert all(one.t == 5.0 for one in table.fusion.reeds(Tick(0.1), None, 5.0))


def test_only_what_both_are_sure_of_is_denied() -> None:
    """A site that one cannot see denies nothing."""
    table = Table()
    seen, felt = table.seen(), table.felt()
    assert denied_sites(seen, felt) == ()
    table.shown = {"b1": "b"}
    assert denied_sites(table.seen(), felt) == ("a2",)
    blind = Observation(0, LAYOUT, ((0.0, 0.0, 0.0),) * 64)
    assert denied_sites(blind, felt) == ()


class FusedSession(Session):
    """A simulated game seen by both; the camera fails for a while in the middle of it."""

    def __init__(self, plan: Plan, seed: int, fault: str, fails_s: tuple[float, float]) -> None:
        super().__init__(plan, seed)
        layout, self._fails_s, self._fault = plan.game.layouts[0], fails_s, fault
        self._camera = Sensor("camera", layout, Random(seed), plan.faults)
        self._reeds = Sensor("reeds", layout, Random(seed), plan.faults)
        self._fusion, self._pictures = Fusion(), np.random.default_rng(seed)
        self._picture = self._pictures.integers(60, 200, (8, 8, 3), np.uint8)
        self._frozen: Observation | None = None

    def _hold(self, beat: Beat) -> list[Event]:
        said: list[Event] = []
        touched = beat.touched
        for _ in range(max(1, round(beat.hold_s / 0.25))):
            for item in (*self._camera_says(beat), *self._reeds_say(beat, touched)):
                said += self._take(item)
            touched = ()
            self._t += 0.25
        return said

    def _camera_says(self, beat: Beat) -> tuple[Input, ...]:
        fails = self._fails_s[0] <= self._t < self._fails_s[1]
        covered = self._covered() if beat.covered else ()
        seen = self._camera.observe(self._t, beat.board, covered, (), 0)
        if fails and self._fault == "raising":
            return self._fusion.camera(GONE, self._picture, self._t)
        if fails and self._frozen is not None:
            frame = self._picture.copy() if self._fault == "frozen" else self._picture * 0
            return self._fusion.camera(self._frozen, frame, self._t)
        self._frozen = seen
        self._picture = self._pictures.integers(60, 200, (8, 8, 3), np.uint8)
        notes = self._fusion.camera(BACK, self._picture, self._t)
        return (*notes, *self._fusion.camera(seen, self._picture, self._t))

    def _reeds_say(self, beat: Beat, touched: tuple[int, ...]) -> tuple[Input, ...]:
        felt = self._reeds.observe(self._t, beat.board, (), touched, 0)
        return self._fusion.reeds(felt, self._picture, self._t)


@pytest.mark.thorough
@pytest.mark.parametrize("fault", ["raising", "frozen", "black"])
def test_a_game_goes_on_when_the_camera_is_pulled_out(fault: str) -> None:
    """The record is whole, and the events say when the reader changed."""
    plan = Plan(make_game("loa"), "both", clumsy=False, most_plies=24, faults=Faults(0, 0.02, 0.02))
    session = FusedSession(plan, 3, fault, (25.0, 45.0))
    result = session.play()
    assert result.whole, result.notes
    assert result.wrong == 0
    changed = [(e.t, e.from_, e.to) for e in session.events if isinstance(e, ReaderChanged)]
    assert [names for _, *names in changed] == [
        ["reed", "fused"], ["fused", "reed"], ["reed", "fused"]
    ]  # fmt: skip
    assert changed[1][0] - 25.0 < 1.0
    assert sum(25 < e.t < 45 for e in session.events if isinstance(e, MovePlayed)) >= 3


class Scripted:
    """A reader that hands out what it is given, and remembers in which thread it was confirmed."""

    def __init__(self, table: Table, live: bool) -> None:
        self._table, self._live, self._closed = table, live, threading.Event()
        self.confirmed: list[str] = []
        self.expected: list[Appearance] = []
        self.in_play: list[bool] = []
        self.fails: Exception | None = None

    def inputs(self) -> Iterator[Input]:
        while not self._closed.wait(0.005):
            if self.fails is not None:
                raise self.fails
            yield self._table.seen() if self._live else self._table.felt()

    def expect(self, starts: Iterable[tuple[Layout, Appearance]], *, in_play: bool = False) -> None:
        self.expected += [appearance for _, appearance in starts]
        self.in_play.append(in_play)

    def confirm(self, appearance: Appearance, *, by_word: bool = False) -> None:
        self.confirmed.append(threading.current_thread().name)

    def picture(self) -> Sight:
        return Sight(self._table.frame() if self._live else None, None, None)

    def close(self) -> None:
        self._closed.set()


def test_each_reader_is_told_in_its_own_thread() -> None:
    """Neither is made for several."""
    table = Table()
    camera, reeds = Scripted(table, True), Scripted(table, False)
    fused = FusedReader(camera, reeds)
    appearance: Appearance = (frozenset({(0,)}),) * 64
    for item in fused.inputs():
        joined = isinstance(item, Observation) and item.frame is not None
        if joined and not reeds.confirmed:
            fused.confirm(appearance)
        if camera.confirmed and reeds.confirmed:
            break
    fused.close()
    threads = {threading.current_thread().name, camera.confirmed[0], reeds.confirmed[0]}
    assert len(threads) == 3
    assert fused_threads() == []


def fused_threads() -> list[str]:
    """The threads that readers still run in."""
    return [thread.name for thread in threading.enumerate() if "_pump" in thread.name]


def test_a_camera_that_is_away_is_told_what_to_look_for() -> None:
    """The reeds went on playing meanwhile, so the board shows another position now."""
    table = Table()
    table.shown = {"h8": "b"}  # the camera never agrees
    camera, reeds = Scripted(table, True), Scripted(table, False)
    fused = FusedReader(camera, reeds)
    start: Appearance = (frozenset({(0,)}),) * 64
    later: Appearance = (frozenset({(1,)}),) * 64
    fused.expect([(LAYOUT, start)])
    for _ in fused.inputs():
        if not reeds.confirmed:
            fused.confirm(later)
        if len(camera.expected) > 1:
            break
    fused.close()
    assert camera.expected == [start, later]
    assert camera.in_play == [False, True]
    assert camera.confirmed == []


@pytest.mark.parametrize("kind", [EnvironmentFault, RuntimeError])
def test_what_a_reader_raises_is_raised(kind: type[Exception]) -> None:
    """In the thread that reads, not lost in another one, whatever it is."""
    table = Table()
    camera, reeds = Scripted(table, True), Scripted(table, False)
    reeds.fails = kind("the pins are gone")
    fused = FusedReader(camera, reeds)
    with pytest.raises(kind, match="pins are gone"):
        list(fused.inputs())
    fused.close()
