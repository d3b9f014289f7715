"""A simulated table as a reader, for games that are to be kept."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from functools import cache
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import numpy as np

from pi_board.app.kept.keeping import Keeper
from pi_board.app.kept.resuming import latest_unfinished
from pi_board.app.sitting import Moment, Sitting
from pi_board.core.events import Event, MovePlayed
from pi_board.core.layout import Appearance, Layout
from pi_board.core.observation import Input
from pi_board.games.registry import make_game
from pi_board.records.record import Header
from pi_board.referee.clocks import parse_control
from pi_board.simulation.plan import Plan
from pi_board.simulation.runner import Session
from pi_board.simulation.sensors import Faults
from pi_board.vision.geometry import BoardGeometry, Image, Lens, Registration
from pi_board.vision.warm.sight import Sight
from tests.referee.desk import Desk

PLAYERS = ("Ioana", "Tomáš")


class TableReader:
    """Hands out what was seen at a table, from one input on."""

    def __init__(self, inputs: Sequence[Input]) -> None:
        self._inputs = inputs

    def inputs(self) -> Iterator[Input]:
        return iter(self._inputs)

    def expect(self, starts: Iterable[tuple[Layout, Appearance]], *, in_play: bool = False) -> None:
        pass

    def confirm(self, appearance: Appearance, *, by_word: bool = False) -> None:
        pass

    def picture(self) -> Sight:
        return Sight(None, None, None)

    def close(self) -> None:
        pass


def sights(name: str) -> Callable[[], Sight]:
    """A camera straight above a grey board of 8 (6) sites a side."""
    side = 6 if name == "connexoh" else 8
    lens = Lens.centred(400.0, (320, 240))
    geometry = BoardGeometry(side, side, lens, (np.pi, 0.0, 0.0), (-side / 2, side / 2, 2.0 * side))
    frame: Image = np.full((240, 320, 3), 90, np.uint8)
    return lambda: Sight(frame, Registration(geometry, 1.0, 4, True), None)


class KeptDesk(Desk):
    """A table that is kept."""

    def __init__(
        self, keeper: Keeper, name: str, position: str | None = None, **agreed: Any
    ) -> None:
        self.keeper = keeper
        usual = {"policy": "tournament", "control": parse_control("10+5")}
        super().__init__(name, position, **usual | agreed)

    def take(self, item: Input) -> list[Event]:
        """Whatever the referee says is kept."""
        events = super().take(item)
        self.keeper(Moment(item, self.state, tuple(events)))
        return events


def gone_on_with(desk: Desk, folder: Path) -> Desk:
    """Another program goes on with the newest game, at the board as it lies at `desk`."""
    found = latest_unfinished(desk.game.name, folder)
    assert found is not None
    resumed = Desk(desk.game.name)
    resumed.state, resumed.position, resumed.board = found.state, desk.position, desk.board
    return resumed


def sit(
    folder: Path, name: str, inputs: Sequence[Input], told: Connection | None = None
) -> tuple[str, ...]:
    """Play on (or begin) with these inputs; the moves of the record at the end."""
    found = latest_unfinished(name, folder)
    game = make_game(name)
    state = found.state if found else None
    header = found.header("simulator") if found else Header.of(game, PLAYERS, "simulator")
    with closing(Keeper(header, folder, going_on=found)) as keeper:
        sitting = Sitting(game, TableReader(inputs), keep=keeper, state=state)
        for number, moment in enumerate(sitting.moments()):
            if told is not None:
                moves = [e.move for e in moment.events if isinstance(e, MovePlayed)]
                told.send((number, moves))
        return tuple(move.text for move in keeper.record.moves)


@cache
def evening(
    name: str, seed: int = 7, plies: int = 24, clumsy: bool = False, misread: float = 0.0
) -> Session:
    """A simulated game that has been played; `misread` is the share of sites read wrongly.

    Without misreadings, because the tests show one look several times: an error that comes again
    and again would rightly be believed.
    """
    faults = Faults(misread=misread)
    session = Session(Plan(make_game(name), clumsy=clumsy, most_plies=plies, faults=faults), seed)
    session.play()
    return session
