"""A sitting: one reader, one referee, one journal, from the set-up to the end.

    for moment in Sitting(game, reader, keep=journal.append).moments():
        ...                             # moment.state, moment.events

The journal hears of an event before anybody else does. The one thing that goes back to the reader
is what is known to stand on the board, so that it can learn its looks.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from pi_board.core.events import (
    Event,
    GameStarted,
    MovePlayed,
    MoveRevised,
    Restored,
    TakenBack,
    to_json,
)
from pi_board.core.layout import Layout
from pi_board.core.observation import Command, Input, Observation
from pi_board.games.kind import AnyGame
from pi_board.readers.base import Reader
from pi_board.referee.advance import advance, begin
from pi_board.referee.phases import SettingUp, State

Keep = Callable[[Mapping[str, object]], None]

_CERTAIN = (GameStarted, MovePlayed, MoveRevised, TakenBack, Restored)


@dataclass(frozen=True, slots=True)
class Moment:
    """What the referee made of one input."""

    input: Input
    state: State
    events: tuple[Event, ...]


class Sitting:
    """Joins a reader, the referee and the journal. Use it from one thread only."""

    def __init__(
        self,
        game: AnyGame,
        reader: Reader,
        position: object = None,
        keep: Keep | None = None,
    ) -> None:
        """`position` is where the game starts (None: as usual); `keep` gets each event as JSON."""
        self._game = game
        self._reader = reader
        self._keep = keep
        self._layout: Layout = game.layouts[0]
        self._commands: deque[Command] = deque()
        self.state: State = begin(game, position)
        start = self.state.table.start
        reader.expect((layout, game.appearance(start, layout)) for layout in game.layouts)

    def command(self, command: Command) -> None:
        """Ask for something; it is carried out before the next input."""
        self._commands.append(command)

    def moments(self) -> Iterator[Moment]:
        """One moment for each input and each command, until the reader's source ends."""
        for given in self._reader.inputs():
            while self._commands:
                yield self._advance(self._commands.popleft())
            yield self._advance(given)
        while self._commands:
            yield self._advance(self._commands.popleft())

    def _advance(self, given: Input) -> Moment:
        if isinstance(given, Observation):
            self._layout = given.layout
        self.state, events = advance(self.state, given)
        if self._keep is not None:
            if isinstance(given, Command):
                self._keep({"command": given.name, "argument": given.argument, "t": given.t})
            for event in events:
                self._keep(to_json(event))
        if any(isinstance(event, _CERTAIN) for event in events):
            self._confirm()
        return Moment(given, self.state, events)

    def _confirm(self) -> None:
        if not isinstance(self.state, SettingUp):
            position = self.state.line.now.position
            self._reader.confirm(self._game.appearance(position, self._layout))
