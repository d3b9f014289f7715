"""Camera and reeds that contradict each other, or speak of different boards."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator

import numpy as np
import pytest

from pi_board.app.sitting import Sitting
from pi_board.core.events import GameStarted, MovePlayed, ReaderChanged
from pi_board.core.layout import Appearance, Layout, Surface
from pi_board.core.observation import Input, Observation, likeliest, stated
from pi_board.core.stones import stones_of
from pi_board.games.registry import make_game
from pi_board.readers.contradictions import Contradictions, Judged
from pi_board.readers.fused import FusedReader, Fusion
from pi_board.readers.reed import ReedReader
from pi_board.readers.reed_wiring import Looks
from pi_board.referee.advance import advance, begin
from pi_board.referee.phases import Choosing, Playing, State
from pi_board.vision.geometry import Image
from pi_board.vision.warm.sight import Sight
from tests.hardware.test_fused import GONE, Table, changes

LOA = make_game("loa")
LOA_START = [f"{file}{rank}" for rank in "18" for file in "bcdefg"]
LOA_START += [f"{file}{rank}" for file in "ah" for rank in "234567"]
LINJA = make_game("linja")
HOLES, LANES = (
    next(one for one in LINJA.layouts if one.surface is surface)
    for surface in (Surface.HOLES, Surface.ROWS)
)


def shown(layout: Layout, position: object = LINJA.start()) -> Observation:
    """A clear look at a position of Linja."""
    rows: list[tuple[float, ...]] = [()] * len(layout.sites)
    for group, looks in zip(layout.groups, LINJA.appearance(position, layout), strict=True):
        for site, label in zip(group, min(looks), strict=True):
            rows[site] = tuple(-8.0 * (label != one) for one in range(len(layout.labels)))
    return Observation(0.0, layout, tuple(rows), frame=1)


def taken(seen: Observation) -> list[str]:
    """The holes in which a stone is seen."""
    empty = HOLES.label("empty")
    return [
        site for site, row in zip(HOLES.sites, seen.looks, strict=True) if likeliest(row) != empty
    ]


def under(seen: Observation, sticks: str = "") -> Observation:
    """What reeds feel under the holes that are seen; one may stick closed."""
    looks, stones = Looks(HOLES), {*taken(seen), sticks}
    return Observation(0.0, HOLES, tuple(looks.row(site in stones, None) for site in HOLES.sites))


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
    felt = under(shown(HOLES))
    told: list[Input] = []
    for step in range(40):
        seen = shown(HOLES if step < 10 else LANES)
        for item in (fusion.reeds, felt), (fusion.camera, seen):
            told += item[0](item[1], noise(step), step / 10)
        if step == 9:
            assert not fusion.alone
            fusion.confirm(LINJA.appearance(LINJA.start(), HOLES))
    assert fusion.alone
    assert {one.layout for one in told if isinstance(one, Observation)} == {HOLES}


class Game:
    """Lines of Action at a table that both watch, refereed."""

    def __init__(self) -> None:
        self.table = Table()
        self.state: State = begin(LOA)
        self.notes: list[str] = []
        self.stand(LOA.start())
        self.run(3.0)

    @property
    def moves(self) -> list[str]:
        """What was recorded."""
        assert isinstance(self.state, Playing), self.state
        return [step.text for step in self.state.line.steps]

    def stand(self, position: object) -> None:
        """What stands on the board from now on."""
        squares = LOA.layouts[0]
        looks = [min(min(looks)) for looks in LOA.appearance(position, squares)]
        labels = [squares.labels[one] for one in looks]
        stones = zip(squares.sites, labels, strict=True)
        self.table.stones = {site: label for site, label in stones if label != "empty"}

    def run(self, seconds: float) -> None:
        """Let the time pass."""
        for _ in range(round(seconds * 10)):
            for item in self.table.run(0.1):
                self._take(item)

    def _take(self, item: Input) -> None:
        if isinstance(item, ReaderChanged):
            self.notes.append(item.reason.text)
        self.state, events = advance(self.state, item)
        if any(isinstance(event, (GameStarted, MovePlayed)) for event in events):
            assert isinstance(self.state, Playing)
            now = self.state.line.now.position
            self.table.fusion.confirm(LOA.appearance(now, LOA.layouts[0]))

    def play(self, text: str) -> None:
        """A move that is made on the board, as reeds that live feel it."""
        assert isinstance(self.state, Playing)
        before = self.state.line.now.position
        self.stand(LOA.play(before, LOA.parse_move(before, text)))
        sites = text.replace("x", "-").split("-")
        self.table.touched = tuple(one for one in sites if one not in self.table.dead)
        self.run(2.0)


@pytest.mark.thorough
@pytest.mark.parametrize("dead", [("c2",), ("c1", "c2", "c8")])
@pytest.mark.parametrize("waits_s", [2.0, 7.0])
def test_reeds_that_die_in_a_game_are_left_to_the_camera(
    dead: tuple[str, ...], waits_s: float
) -> None:
    """Also those that were alive, and those of a whole wire; they are named once it is clear."""
    game = Game()
    for move in ("b1-b3", "a2-c2"):
        game.play(move)
    game.table.dead, game.table.touched = set(dead), dead
    game.run(waits_s)
    assert not game.table.fusion.alone
    named = "reeds at fault: " + ", ".join(f"{site} missing" for site in dead)
    assert game.notes[1:] == ([named] if waits_s > 5.0 else [])
    for move in ("d1-d3", "a4-c4"):
        game.play(move)
    assert game.moves == ["b1-b3", "a2-c2", "d1-d3", "a4-c4"]
    game.table.dead, game.table.touched = set(), dead
    game.run(1.0)
    game.table.camera = "silent"
    game.play("e1-e3")
    assert game.moves[4:] == ["e1-e3"]  # they are believed again


@pytest.mark.thorough
@pytest.mark.parametrize(("site", "label"), [("g1", "empty"), ("e5", "w")])
def test_a_lamp_on_one_square_does_not_stop_a_game(site: str, label: str) -> None:
    """The camera misses a stone there, or sees one; the reed was never felt to change."""
    game = Game()
    game.play("b1-b3")
    game.table.shown = game.table.stones | {site: label}
    game.run(8.0)
    game.table.shown |= {"a2": "empty", "c2": "w"}
    game.play("a2-c2")
    assert game.moves == ["b1-b3", "a2-c2"]
    assert not game.table.fusion.alone


@pytest.mark.parametrize("dead", ["a2", "c2"])
def test_a_move_from_or_to_a_dead_reed_is_understood(dead: str) -> None:
    """The rules tell it from the other square."""
    game = Game()
    game.play("b1-b3")
    game.table.dead = {dead}
    game.run(0.2)
    game.play("a2-c2")
    assert game.moves == ["b1-b3", "a2-c2"]


def test_a_camera_that_misses_what_hands_did_is_left() -> None:
    """It goes on seeing what stood there; the reeds felt a stone that went and came."""
    game = Game()
    game.table.shown = dict(game.table.stones)
    game.play("b1-b3")
    assert game.table.fusion.alone
    game.run(2.0)
    assert isinstance(game.state, Choosing)
    assert [step.text for one in game.state.candidates for step in one.steps] == ["b1-b3"]
    game.run(6.0)
    assert not any("at fault" in note for note in game.notes)  # it is the camera that errs


@pytest.mark.parametrize("every_s", [0.9, 1.5])
def test_a_slow_camera_is_not_lost_between_its_pictures(every_s: float) -> None:
    """Behind lamps, in a dim room. When no more come it is."""
    table, said, seen_s, newest = Table(), [], 0.0, None
    for step in range(1200):
        table.t = t = 0.05 * step
        if t >= seen_s + every_s and t < 40.0:
            seen_s, newest = t, table.frame()
            said += table.fusion.camera(table.seen(), newest, t)
        said += table.fusion.reeds(table.felt(), newest, t)
    notes = [one for one in said if isinstance(one, ReaderChanged)]
    assert [(one.from_, one.to) for one in notes] == [("reed", "fused"), ("fused", "reed")]
    assert notes[1].t - seen_s < 2.0 * every_s + 0.1


@pytest.mark.parametrize("gaps", [1, 3])
def test_a_camera_that_was_away_is_missed_as_soon_as_before(gaps: int) -> None:
    """Long gaps do not make it a slow one."""
    table = Table()
    table.run(2.0)
    for _ in range(gaps):
        table.camera = "silent"
        table.run(4.0)
        table.camera = "noisy"
        table.run(0.15)
    table.run(2.0)
    table.camera, began = "silent", table.t
    (note,) = [one for one in table.run(2.0) if isinstance(one, ReaderChanged)]
    assert note.t - began < 1.0


def slow(table: Table, every_s: float, until_s: float) -> list[Input]:
    """What is said while the camera gives a picture only so often."""
    said, newest, seen_s = list[Input](), None, table.t
    while table.t < until_s:
        table.t = t = table.t + 0.05
        if t >= seen_s + every_s:
            seen_s, newest = t, table.frame()
            said += table.fusion.camera(table.seen(), newest, t)
        said += table.fusion.reeds(table.felt(), newest, t)
    return said


def test_a_camera_that_is_far_too_slow_is_not_waited_for() -> None:
    """The reeds go on four seconds after its last picture, though it gives one in six."""
    table = Table()
    said = [one for one in slow(table, 6.0, 90.0) if isinstance(one, Observation) and one.t > 40.0]
    assert sum(one.frame is None for one in said) > 500


@pytest.mark.parametrize("phase", [0.0, 0.3, 0.6, 0.9])
def test_a_slow_camera_may_see_late_what_the_reeds_feel(phase: float) -> None:
    """A quick move is in the next picture but one, each of which is more than half a second old."""
    table, stood, newest, seen_s = Table(), list[tuple[float, dict[str, str]]](), None, 0.0
    table.stones = dict(zip(LOA_START, "b" * 12 + "w" * 12, strict=True))
    said, after = list[Input](), table.stones | {"b3": "b"}
    del after["b1"]
    for step in range(600):
        table.t = t = 0.05 * step
        if t == 10.0:
            table.fusion.confirm(LOA.appearance(LOA.start(), LOA.layouts[0]))
        if t >= 20.0 + phase and table.stones is not after:
            table.stones, table.touched = after, ("b1", "b3")
        stood.append((t, table.stones))
        if t >= seen_s + 1.0:
            seen_s, newest = t, table.frame()
            table.shown = [stones for then, stones in stood if then <= max(t - 0.6, 0.0)][-1]
            said += table.fusion.camera(table.seen(), newest, t)
        said += table.fusion.reeds(table.felt(), newest, t)
    assert [(n.from_, n.to) for n in said if isinstance(n, ReaderChanged)] == [("reed", "fused")]


def test_unplugged_reeds_tell_of_no_empty_board_when_the_camera_goes() -> None:
    """Nothing can be read then, until they feel a stone."""
    table = Table()
    table.stones |= {"c1": "b", "a3": "w"}
    table.run(1.0)
    table.dead, table.touched = set(table.stones), tuple(table.stones)
    table.run(1.0)
    assert changes(list(table.fusion.camera(GONE, None, table.t))) == [("camera", "none")]
    table.camera = "silent"
    assert table.run(2.0) == []
    table.dead, table.touched = set(), tuple(table.stones)
    said = table.run(1.0)
    assert changes(said) == [("none", "reed")]
    looks = [one for one in said if isinstance(one, Observation)]
    assert [likeliest(row) != 0 for row in looks[0].looks].count(True) == 4
    assert [one for one in looks if one.touched] == []


def test_a_reed_that_sticks_in_a_row_of_linja_is_named() -> None:
    """The camera counts as many stones in the row as the game says, and the reeds one more."""
    fusion, told = Fusion(), list[Input]()
    start = LINJA.start()
    (after,) = [
        LINJA.play(start, m) for m in LINJA.legal_moves(start) if LINJA.move_text(m) == "1-2"
    ]
    before, seen = shown(HOLES), shown(HOLES, after)
    (left,) = set(taken(before)) - set(taken(seen))
    for step in range(80):
        look = before if step < 10 else seen
        told += fusion.reeds(under(look, left), noise(step), step / 10)
        told += fusion.camera(look, noise(step), step / 10)
        if step in (9, 15):
            position = start if step == 9 else after
            fusion.confirm(LINJA.appearance(position, HOLES))
    reasons = [one.reason.text for one in told if isinstance(one, ReaderChanged)]
    assert reasons[1:] == [f"reeds at fault: {left} stuck"]


def test_a_dead_reed_shuts_the_camera_out_for_a_while_at_most() -> None:
    """A stone elsewhere was lifted and put back, which may have been a capture that it missed."""
    game = Game()
    game.play("b1-b3")
    game.table.dead, game.table.touched = {"a5"}, ("a5",)
    game.run(1.0)
    game.table.touched = ("d1", "d1")
    game.run(5.0)
    assert not game.table.fusion.alone
    assert "reeds at fault: a5 missing" in game.notes
    game.play("a2-c2")
    assert game.moves == ["b1-b3", "a2-c2"]


def test_no_reed_is_at_fault_while_the_camera_stands_still() -> None:
    """A stone is held in the hand, and goes on lying there in its picture."""
    game = Game()
    game.table.camera, game.table.shown = "frozen", dict(game.table.stones)
    del game.table.stones["b1"]
    game.table.touched = ("b1",)
    game.run(7.0)
    assert not any("at fault" in note for note in game.notes)


def test_a_turn_that_both_see_goes_on_beside_a_reed_that_sticks() -> None:
    """What hands did has been seen: the camera does not err."""
    game = make_game("connexoh")
    tiles, known = game.layouts[0], Contradictions()
    start = game.appearance(game.start(), tiles)
    known.confirm(tiles, start)
    labels = [min(min(looks)) for looks in start]
    labels[tiles.site("a2")] = tiles.label("1")
    shows = [stones_of(tiles.labels[label]) for label in labels]
    looks, every = Looks(tiles), range(len(tiles.labels))
    seen = Observation(
        0.0, tiles, tuple(stated([one == label for one in every]) for label in labels)
    )
    rows = [looks.row(bool(tile.count), tile.turned) for tile in shows]
    rows[tiles.site("c3")] = looks.row(True, 0)
    known.touch(("c3", "a2"))
    judged = known.judge(seen, Observation(0.0, tiles, tuple(rows)))
    assert judged == Judged(doubtful=frozenset({"c3"}))
