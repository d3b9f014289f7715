"""A simulated table as a reader: random people play a game on it, plainly, and it is over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pi_board.core.errors import InvalidText
from pi_board.core.game import AnyGame
from pi_board.core.layout import Appearance, Layout
from pi_board.core.observation import Input
from pi_board.readers.simulator import SIMULATOR
from pi_board.simulation.plan import Plan
from pi_board.simulation.runner import Session, first_seed
from pi_board.vision.warm.sight import Sight

MOST_PLIES = 400  # random people may never come to an end


class SimulatedTable:
    """What a camera would say of a whole game, from the set-up on."""

    def __init__(self, game: AnyGame, seed: int) -> None:
        """The game is played when somebody looks."""
        self._session = Session(Plan(game, clumsy=False, most_plies=MOST_PLIES), first_seed(seed))

    @classmethod
    def of(cls, source: str, game: AnyGame) -> SimulatedTable:
        """The table called ``simulator`` or ``simulator:SEED``. Raises InvalidText for a seed that
        is no number.
        """
        seed = source.removeprefix(SIMULATOR).removeprefix(":")
        if seed and not (seed.isascii() and seed.isdecimal()):
            raise InvalidText(f"source {source!r}, expected {SIMULATOR} or {SIMULATOR}:SEED")
        return cls(game, int(seed or 0))

    def inputs(self) -> Iterator[Input]:
        """See `Reader.inputs`."""
        self._session.play()
        yield from self._session.inputs

    def expect(self, starts: Iterable[tuple[Layout, Appearance]], *, in_play: bool = False) -> None:
        """See `Reader.expect`."""

    def confirm(self, appearance: Appearance, *, by_word: bool = False) -> None:
        """See `Reader.confirm`."""

    def picture(self) -> Sight:
        """There is no camera."""
        return Sight(None, None, None)

    def close(self) -> None:
        """See `Reader.close`."""
