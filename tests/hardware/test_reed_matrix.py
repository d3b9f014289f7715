"""The reed matrix on simulated pins: what is closed, what was touched, what is broken."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from gpiozero import OutputDevice
from gpiozero.exc import PinError

from pi_board.app.spi import SpiBus
from pi_board.core.errors import EnvironmentFault
from pi_board.core.observation import Observation
from pi_board.core.stones import Stones, stones_of
from pi_board.games.registry import make_game
from pi_board.readers.reed import ReedReader
from pi_board.readers.reed_debounce import Debouncer
from pi_board.readers.reed_matrix import COLUMN_PINS, ROW_PINS, GpioMatrix, Pins, ghost_suspects
from pi_board.readers.reed_shift import LATCH_PIN, ShiftMatrix
from pi_board.readers.reed_wiring import Looks, Wiring
from pi_board.simulation.hardware_pins import NetFactory, ReedNet, in_place_of_pins
from pi_board.simulation.hardware_spi import ShiftRegisters
from tests.hardware.reed_boards import place, reasons, reed_board, touches


def test_every_reed_is_seen_alone() -> None:
    """Each of the 64 sensors stands for one site."""
    net = ReedNet(ROW_PINS, COLUMN_PINS)
    with in_place_of_pins(NetFactory(net)):
        matrix = GpioMatrix(Pins())
        for sensor in range(64):
            net.close([divmod(sensor, 8)])
            assert [i for i, closed in enumerate(matrix.scan()) if closed] == [sensor]


def test_diodes_keep_ghosts_away() -> None:
    """Three stones on the corners of a rectangle are three stones, and no drivers fight."""
    net = ReedNet(ROW_PINS, COLUMN_PINS)
    with in_place_of_pins(NetFactory(net)):
        matrix = GpioMatrix(Pins())
        net.close([(0, 0), (0, 1), (1, 0)])
        assert sum(matrix.scan()) == 3
        assert matrix.without_diode() == frozenset()
        assert net.fights == 0


def test_a_single_missing_diode_is_named() -> None:
    """The row that goes high though it is not driven says where."""
    net = ReedNet(ROW_PINS, COLUMN_PINS)
    net.without_diode = {(1, 0)}
    with in_place_of_pins(NetFactory(net)):
        matrix = GpioMatrix(Pins())
        net.close([(0, 0), (0, 1), (1, 0), (2, 3)])
        assert matrix.without_diode() == {8}
        assert sum(matrix.scan()) == 4  # the rows are driven again after the test, one by one


@pytest.mark.parametrize(
    "closed",
    [
        [(0, 2), (4, 2)],  # nothing else is in the row of c3, which seems open
        [(0, 2), (0, 5), (2, 5), (4, 2), (6, 5)],  # f3 is, but f7 shows that it has its diode
    ],
)
def test_a_diode_the_wrong_way_round_is_named(closed: list[tuple[int, int]]) -> None:
    """Its reed seems open while its row goes high; the others of the row are not blamed for it."""
    net = ReedNet(ROW_PINS, COLUMN_PINS)
    net.turned_round = {(2, 2)}
    with in_place_of_pins(NetFactory(net)):
        matrix = GpioMatrix(Pins())
        net.close([(2, 2), *closed])
        assert matrix.without_diode() == {18}


def test_a_diode_that_holds_is_not_blamed_for_a_missing_one() -> None:
    """A row that stays low while a column of its reeds is high says that one has its diode."""
    net = ReedNet(ROW_PINS, COLUMN_PINS)
    net.without_diode = {(2, 2)}
    with in_place_of_pins(NetFactory(net)):
        matrix = GpioMatrix(Pins())
        net.close([(0, 2), (0, 5), (2, 2), (2, 5), (6, 5)])
        assert matrix.without_diode() == {18}


def test_pins_that_are_gone_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a scan and in the test for diodes alike: whoever reads goes on without the reeds."""

    def gone(*_: object) -> None:
        raise PinError("gone")

    with in_place_of_pins(NetFactory(ReedNet(ROW_PINS, COLUMN_PINS))):
        matrix = GpioMatrix(Pins())
        monkeypatch.setattr(type(matrix._rows[0].pin), "_set_state", gone)
        for ask in (matrix.scan, matrix.without_diode):
            with pytest.raises(EnvironmentFault, match="pins cannot be read: gone"):
                ask()


def test_a_latch_that_is_gone_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Behind shift registers as on pins."""

    def gone(*_: object) -> None:
        raise PinError("gone")

    with in_place_of_pins(NetFactory(ReedNet((), ()))) as factory:
        ShiftRegisters(LATCH_PIN, 2, factory)
        matrix = ShiftMatrix(SpiBus(1), 16, 16)
        assert not any(matrix.scan())
        monkeypatch.setattr(matrix._latch, "off", gone)
        with pytest.raises(EnvironmentFault, match="pins cannot be read: gone"):
            matrix.scan()


def test_a_ghost_is_not_believed() -> None:
    """Without diodes the fourth corner seems closed; the reader says that it does not know."""
    with reed_board(diodes=False) as board:
        board.lay("c3", "d3", "c4")
        said = board.run(1.0)
        assert "d4 no diode" in reasons(said)
        assert "d4" in board.unknown(said[-1])
        assert "d4" not in board.occupied(said[-1])


def test_only_the_corner_across_a_leak_is_suspected() -> None:
    """A ghost needs the opposite corner to be passed backwards."""
    closed = [i in (0, 1, 8, 9) for i in range(64)]
    assert ghost_suspects(closed, 8, frozenset({8})) == {1}
    assert ghost_suspects(closed, 8, frozenset()) == frozenset()


def test_a_state_counts_after_equal_scans() -> None:
    """Two scans are not enough, and a gap begins the count anew; the very first scan is believed,
    and nothing was touched.
    """
    first = Debouncer(1, 3)
    assert (first.feed([True]), first.closed) == ((), [True])
    debouncer = Debouncer(1, 3)
    flips = [debouncer.feed([bool(raw)]) for raw in (0, 1, 1, 0, 1, 1, 1, 1)]
    assert flips == [(), (), (), (), (), (), (0,), ()]


def test_lifts_come_before_places() -> None:
    """What flips in one scan is told in the order a hand does it."""
    debouncer = Debouncer(3, 1)
    debouncer.feed([False, False, True])
    assert debouncer.feed([True, False, False]) == (2, 0)


def test_a_move_is_felt_in_order() -> None:
    """Lift, lift, place: a capture."""
    with reed_board() as board:
        board.lay("c1", "a3")
        board.run(0.5)
        said = []
        for sites in (("a3",), (), ("a3",)):
            board.lay(*sites)
            said += board.run(0.3)
        assert touches(said) == ["c1", "a3", "a3"]
        assert board.occupied(said[-1]) == {"a3"}


def test_a_short_brush_is_not_felt() -> None:
    """One scan is no stone."""
    with reed_board() as board:
        board.run(0.3)
        board.next = [("e4",), ()]
        said = board.run(0.5)
        assert not board.next
        assert touches(said) == []


def test_linja_lies_on_the_same_base() -> None:
    """The 48 holes are the left six columns of the 8x8 base."""
    with reed_board(game="linja") as board:
        board.lay("f8", "a1", "h4")
        assert board.occupied(board.run(0.5)[-1]) == {"f8", "a1"}


def test_a_masked_site_says_nothing() -> None:
    """Neither a look nor a touch comes from it."""
    with reed_board(masked=["e4"]) as board:
        board.run(0.3)
        board.lay("e4")
        said = board.run(0.5)
        assert touches(said) == []
        assert board.unknown(said[-1]) == {"e4"}


def test_a_flickering_reed_is_named() -> None:
    """It is not believed as long as it flickers."""
    with reed_board() as board:
        board.run(0.3)
        board.next = [("e4",), ()] * 20
        said = board.run(0.7)
        assert "e4 bouncing" in reasons(said)
        assert "e4" in board.unknown(said[-1])


@pytest.mark.thorough
def test_a_reed_that_flickers_slowly_is_named() -> None:
    """It passes for a hand that comes and goes, but no hand goes on for so long; and at rest again
    it is believed again.
    """
    with reed_board() as board:
        board.run(0.3)
        board.next = ([("e4",)] * 11 + [()] * 11) * 15
        said = board.run(7.0)
        assert "e4 bouncing" in reasons(said)
        assert "e4" in board.unknown(said[-1])
        assert "e4" not in board.unknown(board.run(24.0)[-1])


def test_reeds_that_are_all_closed_are_no_board() -> None:
    """No game has so many stones: a cable is loose, which is told once, and when it is not."""
    with reed_board() as board:
        board.run(0.3)
        board.lay(*board.layout.sites)
        said = board.run(0.5)
        assert "every reed is closed" in reasons(said)
        assert not any(isinstance(one, Observation) for one in said)
        board.lay()
        assert "answer again" in reasons(board.run(0.5))


def test_a_reed_that_denies_what_is_known_is_named() -> None:
    """Confirmed three times running, the position is believed and the reed is not."""
    with reed_board() as board:
        sites = [
            s for s, looks in zip(board.layout.sites, board.start, strict=True) if (0,) not in looks
        ]
        board.lay(*(s for s in sites if s != "b1"), "e4")
        said = board.run(0.5)
        for _ in range(3):
            board.reader.confirm(board.start)
        said += board.run(0.5)
        assert "b1 missing, e4 stuck" in reasons(said)
        assert board.unknown(said[-1]) == {"b1", "e4"}
        board.lay(*sites)
        board.run(0.5)
        board.reader.confirm(board.start)
        assert board.reader.faults == ()


def test_a_dead_reed_stays_dead_on_an_empty_site() -> None:
    """That it feels nothing there proves nothing; that it closes under a stone does."""
    with reed_board() as board:
        sites = [
            s for s, looks in zip(board.layout.sites, board.start, strict=True) if (0,) not in looks
        ]
        empty = tuple(frozenset({(0,)}) for _ in board.start)
        board.lay(*(s for s in sites if s != "b1"))
        board.run(0.5)
        for _ in range(3):
            board.reader.confirm(board.start)
        board.lay()
        board.run(0.5)
        board.reader.confirm(empty)
        assert [str(fault) for fault in board.reader.faults] == ["b1 missing"]
        board.lay(*sites)
        board.run(0.5)
        board.reader.confirm(board.start)
        assert board.reader.faults == ()


def test_a_pin_that_is_taken_is_named() -> None:
    """The message holds the pin."""
    net = ReedNet(ROW_PINS, COLUMN_PINS)
    with in_place_of_pins(NetFactory(net)):
        other = OutputDevice(17)
        with pytest.raises(EnvironmentFault, match="column pin BCM 17"):
            GpioMatrix(Pins())
        other.close()
        GpioMatrix(Pins()).close()  # what was opened before the error has been let go


def test_a_fixed_pull_up_is_refused() -> None:
    """BCM 2 and 3 have resistors on the Pi, so they cannot be columns."""
    fixed = in_place_of_pins(NetFactory(ReedNet((5,), (2,))))
    with fixed, pytest.raises(EnvironmentFault, match="BCM 2"):
        GpioMatrix(Pins((5,), (2,)))


def test_a_board_with_too_few_reeds_is_refused() -> None:
    """Tiles with edge reeds do not fit on 64 sensors, nor does an order that names others."""
    with reed_board() as board:
        board.reader._wiring = Wiring(16, "one_hot")
        with pytest.raises(EnvironmentFault, match="64 reeds, expected at least"):
            board.reader.expect([(board.layout, board.start)])
        board.reader._wiring = Wiring(order=(0, 500, *range(2, 64)))
        with pytest.raises(EnvironmentFault, match="64 reeds, expected at least 501"):
            board.reader.expect([(board.layout, board.start)])


def test_no_reed_is_taken_for_two_sites() -> None:
    """As with fewer columns than the board has, though there are reeds enough."""
    tiles = make_game("connexoh").layouts[0]
    assert Wiring(6).sensors_of(tiles, 36)[6] == (6,)
    twice = Wiring(8, order=(5, *range(63)))
    with pytest.raises(EnvironmentFault, match="a sensor twice, expected 64 different ones"):
        twice.sensors_of(make_game("loa").layouts[0], 64)
    with pytest.raises(EnvironmentFault, match="5 columns of reeds, expected at least 6"):
        Wiring(5).sensors_of(tiles, 40)


@pytest.mark.parametrize("coding", ["gray", "one_hot"])
def test_edge_reeds_tell_how_a_tile_lies(coding: str) -> None:
    """All four orientations come back; a half-turned tile with one magnet tells nothing."""
    wiring = Wiring(16, coding)  # type: ignore[arg-type]
    assert [wiring.turned(wiring.edges_of(turned)) for turned in range(4)] == [0, 1, 2, 3]
    assert Wiring(16, "one_hot").turned((False, False, False, False)) is None


class Closed:
    """A matrix of which some reeds are closed."""

    def __init__(self, closed: Iterable[bool]) -> None:
        self._closed = tuple(closed)

    @property
    def count(self) -> int:
        return len(self._closed)

    def scan(self) -> tuple[bool, ...]:
        return self._closed

    def without_diode(self) -> frozenset[int]:
        return frozenset()

    def close(self) -> None:
        pass


@pytest.mark.parametrize("coding", ["gray", "one_hot"])
def test_every_tile_is_seen_as_it_lies(coding: str) -> None:
    """Bare tiles, turned one further each."""
    game = make_game("connexoh")
    layout, wiring = game.layouts[0], Wiring(16, coding)  # type: ignore[arg-type]
    turned = [number % 4 for number in range(len(layout.sites))]
    matrix = Closed(reed for turns in turned for reed in (False, *wiring.edges_of(turns)))
    reader = ReedReader(matrix, wiring)
    reader.expect([(layout, game.appearance(game.start(), layout))])
    seen = next(reader.inputs())
    assert isinstance(seen, Observation)
    best = [layout.labels[row.index(max(row))] for row in seen.looks]
    assert [stones_of(label) for label in best] == [Stones(0, 0, turns) for turns in turned]


def test_gray_code_changes_one_reed_a_quarter_turn() -> None:
    """That is what it is for."""
    wiring = Wiring(16, "gray")
    for turned in range(4):
        one, other = wiring.edges_of(turned), wiring.edges_of((turned + 1) % 4)
        assert sum(a != b for a, b in zip(one, other, strict=True)) == 1


def test_what_reeds_cannot_tell_is_shared_out() -> None:
    """Both colours are as likely; nothing known is equal everywhere."""
    looks = Looks(make_game("loa").layouts[0])
    empty, black, white = looks.row(True, None)
    assert black == white > empty
    assert set(looks.row(None, None)) == {0.0}
    assert place("c4") == (3, 2)


def test_connexoh_stones_lie_on_the_same_base() -> None:
    """The 36 tiles are the lower left of it. A stone that slides is felt in order, a stone that
    rides on a lifted tile twice; how a tile lies nothing is said of.
    """
    home = tuple(f"{file}1" for file in "abcdef")
    with reed_board(game="connexoh") as board:
        board.lay(*home)
        *_, last = board.run(0.5)
        assert board.stones(last) == {*home}
        for lies in ((*home[1:],), (*home[1:], "b2"), (*home[2:], "b2"), (*home[1:], "b2")):
            board.lay(*lies)
            said = board.run(0.3)
            last = said[-1]
            assert len(touches(said)) == 1
        assert board.stones(last) == {*home[1:], "b2"}
        assert isinstance(last, Observation)
        row = dict(zip(board.layout.labels, last.looks[board.layout.site("b2")], strict=True))
        assert row["0w"] == row["3b"] == row["2x"] > row["0"] == row["3"]


def test_exchanged_wires_are_put_right() -> None:
    """By the profile's order of the sensors."""
    layout = make_game("loa").layouts[0]
    order = (1, 0, *range(2, 64))
    assert Wiring(order=order).sensors(layout)[:3] == ((1,), (0,), (2,))
    assert Wiring(order=order).sensors(make_game("linja").layouts[0])[:2] == ((0,), (1,))


@pytest.mark.parametrize("coding", ["gray", "one_hot"])
def test_a_tile_is_seen_as_it_lies_though_the_reed_under_its_stone_is_dead(coding: str) -> None:
    """Whether a stone lies there nobody knows."""
    game = make_game("connexoh")
    layout, wiring = game.layouts[0], Wiring(16, coding)  # type: ignore[arg-type]
    matrix = Closed((False, *wiring.edges_of(0)) * len(layout.sites))
    reader = ReedReader(matrix, wiring)
    start = game.appearance(game.start(), layout)
    reader.expect([(layout, start)])
    inputs = reader.inputs()
    next(inputs), next(inputs)
    reader.confirm(start, by_word=True)
    seen = next(one for one in inputs if isinstance(one, Observation))
    row = dict(zip(layout.labels, seen.looks[layout.site("a1")], strict=True))
    assert row["0"] == row["0w"] > row["1"] == row["1w"]
