"""Whole games through the production scanner and lamp driver, on simulated pins.

Squares and holes lie on an 8x8 matrix on GPIO pins; Connex'oh with its tiles' edges on shift
registers. What the people at the simulated table do opens and closes reeds; everything from the
pins upwards is what runs on a Pi.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from random import Random

from rich.console import Console
from rich.table import Table
from rich.text import Text

from pi_board.app.box import SHIFT_SIDE
from pi_board.app.compose import compose
from pi_board.app.director import Director
from pi_board.app.scenes.state import Seat
from pi_board.app.sitting import Moment
from pi_board.app.spi import SpiBus
from pi_board.core.events import Event
from pi_board.core.layout import Layout, Surface
from pi_board.core.observation import Input
from pi_board.core.scene import Scene
from pi_board.readers.reed import ReedReader, Timing
from pi_board.readers.reed_matrix import COLUMN_PINS, ROW_PINS, GpioMatrix, Matrix, Pins
from pi_board.readers.reed_shift import LATCH_PIN, ShiftMatrix
from pi_board.readers.reed_wiring import Coding, Wiring
from pi_board.simulation.hardware import ReedTable
from pi_board.simulation.hardware_pins import NetFactory, ReedNet, in_place_of_pins
from pi_board.simulation.hardware_spi import DecodingChain, Lamp, ShiftRegisters
from pi_board.simulation.people import Beat
from pi_board.simulation.plan import Plan
from pi_board.simulation.runner import Session
from pi_board.views.console import render
from pi_board.views.leds import LedView
from pi_board.views.leds_chain import LampChain, serpentine

SCANS_PER_S = 25.0
GRID = Wiring()


@dataclass(frozen=True, slots=True)
class Rig:
    """The simulated hardware: the net of the pins, the registers, the lamps."""

    wiring: Wiring
    net: ReedNet
    chain: DecodingChain
    registers: ShiftRegisters | None

    def set(self, closed: set[int]) -> None:
        """These reeds are closed."""
        places = {divmod(sensor, self.wiring.columns) for sensor in closed}
        if self.registers is not None:
            self.registers.closed = places
        else:
            self.net.close(places)


@contextmanager
def rigged(layout: Layout, diodes: bool, coding: Coding) -> Iterator[Rig]:
    """Simulated hardware for one kind of board in place of the Pi's pins; `coding` is that of the
    reeds at the edges of tiles (``none``: stones alone, on pins like the other games).
    """
    tiles = layout.surface is Surface.TILES and coding != "none"
    net = ReedNet((), ()) if tiles else ReedNet(ROW_PINS, COLUMN_PINS, diodes)
    with in_place_of_pins(NetFactory(net)) as factory:
        chain = DecodingChain(len(layout.sites), factory)
        registers = ShiftRegisters(LATCH_PIN, SHIFT_SIDE // 8, factory) if tiles else None
        yield Rig(Wiring(SHIFT_SIDE, coding) if tiles else GRID, net, chain, registers)


def _open_matrix(rig: Rig, sensors: int) -> Matrix:
    """The production driver for the rig."""
    if rig.registers is None:
        return GpioMatrix(Pins())
    return ShiftMatrix(SpiBus(1), -(-sensors // SHIFT_SIDE), SHIFT_SIDE)


class HardwareSession(Session):
    """A game at the simulated table, seen by the production reader and shown on the lamps."""

    def __init__(self, plan: Plan, seed: int, rig: Rig) -> None:
        super().__init__(plan, seed)
        layout = plan.game.layouts[0]
        sensors = rig.wiring.sensors(layout)
        rng = Random(f"hardware {plan.game.name} {seed}")
        edges = rig.wiring.edges_of
        self.table = ReedTable(layout, sensors, edges, rig.set, rng)
        self.rig = rig
        self.scene: Scene | None = None
        self._open = ExitStack()
        timing = Timing(self.table.clock, self.table.wait, SCANS_PER_S)
        matrix = _open_matrix(rig, sensors[-1][-1] + 1)
        self.reader = ReedReader(matrix, rig.wiring, timing)
        self.reader.expect([(layout, plan.game.appearance(self.plan.start, layout))])
        self._inputs = self.reader.inputs()
        self._director = Director(plan.game, Seat("Black"), Seat("White"), "b")
        order = serpentine(layout.columns, layout.rows)
        bus = self._open.enter_context(SpiBus(0))
        self.leds = LedView(LampChain(bus.transfer, order))

    @property
    def lamps(self) -> tuple[Lamp, ...]:
        """What can be seen on the board now, in the order of the chain."""
        return self.rig.chain.lamps

    def close(self) -> None:
        """Let go of the simulated pins."""
        self.reader.close()
        self.leds.close()
        self._open.close()

    def _hold(self, beat: Beat) -> list[Event]:
        """The hand does what it does, and the scanner goes on for as long as the beat lasts."""
        hand_s = self.table.put(beat.board, beat.touched)
        end_s = self.table.now_s + max(beat.hold_s, hand_s)
        said: list[Event] = []
        while self.table.now_s < end_s:
            item = next(self._inputs)
            self._t = item.t
            said += self._take(item)
        return said

    def _take(self, item: Input) -> list[Event]:
        before = len(self.events)
        said = super()._take(item)
        self._director.follow(Moment(item, self.state, tuple(self.events[before:])))
        self.scene = compose(self._director.table)
        self.leds.show(self.scene, item.t)
        return said


def play_on_hardware(
    plan: Plan,
    seed: int,
    diodes: bool = True,
    coding: Coding = "one_hot",
) -> HardwareSession:
    """Play one game to its end; the session holds the result, the events and the last scene."""
    if plan.game.layouts[0].surface is Surface.TILES and coding == "none":
        plan = replace(plan, name_turns=True)
    with rigged(plan.game.layouts[0], diodes, coding) as rig:
        session = HardwareSession(plan, seed, rig)
        session.play()
        lamps = session.lamps  # before they go dark
        session.close()
        session.rig.chain.lamps = lamps
        return session


def drawn_beside(session: HardwareSession) -> None:
    """Print the board with its last scene, beside it what the lamps were last told, on stderr."""
    if session.scene is None:
        return
    grid = Table.grid(padding=(0, 3))
    grid.add_row(render(session.scene), _lamps_text(session))
    Console(stderr=True).print(grid)


def _lamps_text(session: HardwareSession) -> Text:
    """The lamps in their colours, row 1 below."""
    layout = session.plan.game.layouts[0]
    order = serpentine(layout.columns, layout.rows)
    seen = dict(zip(order, session.lamps, strict=True))
    text = Text("lamps\n", "dim")
    for row in reversed(range(layout.rows)):
        for site in range(row * layout.columns, (row + 1) * layout.columns):
            _, (red, green, blue) = seen[site]
            lit = red or green or blue
            text.append("● " if lit else "· ", f"rgb({red},{green},{blue})" if lit else "dim")
        text.append("\n")
    return text
