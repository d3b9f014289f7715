"""A sitting: one reader, one referee, one journal, from the set-up to the end.

    for moment in Sitting(game, reader, keep=keeper).moments():
        ...                             # moment.state, moment.events

Whoever keeps the game hears of a moment before anybody else does. The one thing that goes back to
the reader is what is known to stand on the board, so that it can learn its looks.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from pi_board.core.events import (
    Event,
    GameStarted,
    MovePlayed,
    MoveRevised,
    Restored,
    TakenBack,
)
from pi_board.core.game import AnyGame
from pi_board.core.layout import Layout
from pi_board.core.message import Message
from pi_board.core.observation import Command, Input, Observation, Tick
from pi_board.readers.base import Reader
from pi_board.referee.advance import advance, begin
from pi_board.referee.phases import Over, Playing, SettingUp, State
from pi_board.referee.standing import expected

_CERTAIN = (GameStarted, MovePlayed, MoveRevised, TakenBack, Restored)


@dataclass(frozen=True, slots=True)
class Fault:
    """The game cannot be kept, or (`is_over`) it can again; `is_beside`: it is, but not all that
    belongs beside it. Play goes on.
    """

    text: Message
    is_over: bool = False
    is_beside: bool = False


@dataclass(frozen=True, slots=True)
class Moment:
    """What the referee made of one input. `fault` is said once for each change; `is_set_up`: the
    board is set up for a game that is another sitting's.
    """

    input: Input
    state: State
    events: tuple[Event, ...]
    fault: Fault | None = None
    is_set_up: bool = False


Keep = Callable[[Moment], Fault | None]  # gives what `Moment.fault` says


class Sitting:
    """Joins a reader, the referee and the journal. Go through `moments` in one thread; `command`
    and `state` are for any.
    """

    def __init__(
        self,
        game: AnyGame,
        reader: Reader,
        keep: Keep | None = None,
        state: State | None = None,
    ) -> None:
        """`keep` gets each moment before it is handed out; `state` is what to begin with (None: a
        table as usual): one with clocks, a game to go on with.
        """
        self._game = game
        self._reader = reader
        self._keep = keep
        self._layout: Layout = game.layouts[0]
        self._commands: deque[Command] = deque()
        self.is_last = False  # the game that is over: who sets the board up begins none here
        self.state: State = begin(game) if state is None else state
        shown = expected(self.state, self._layout).position
        starts = [(layout, game.appearance(shown, layout)) for layout in game.layouts]
        reader.expect(starts, in_play=not isinstance(self.state, SettingUp))

    def command(self, command: Command) -> None:
        """Ask for something; it is carried out before the next input."""
        self._commands.append(command)

    @property
    def is_asked(self) -> bool:
        """Whether something was asked for that is not carried out yet."""
        return bool(self._commands)

    def moments(self) -> Iterator[Moment]:
        """One moment for each input and each command, until the reader's source ends.

        Raises InvalidPosition where the board that is seen cannot show the start.
        """
        for given in self._reader.inputs():
            while self._commands:
                yield self._advance(self._commands.popleft())
            yield self._advance(given)
        while self._commands:
            yield self._advance(self._commands.popleft())

    def _advance(self, given: Input) -> Moment:
        if isinstance(given, Observation):
            given = self._of_this_board(given)
        before = self.state
        self.state, events = advance(before, given)
        is_anew = isinstance(before, Over) and any(isinstance(e, GameStarted) for e in events)
        if is_set_up := self.is_last and is_anew:
            self.state, events = before, ()
        moment = Moment(given, self.state, events, is_set_up=is_set_up)
        if self._keep is not None:
            moment = replace(moment, fault=self._keep(moment))
        if certain := [event for event in events if isinstance(event, _CERTAIN)]:
            stands = isinstance(certain[-1], (GameStarted, Restored))  # not: a move was confirmed
            self._confirm(stands and isinstance(given, Command) and given.name == "confirm")
        return moment

    def _of_this_board(self, seen: Observation) -> Input:
        """`seen`, unless a reader takes the board in play for one of another kind for a while."""
        if isinstance(self.state, SettingUp):
            self._game.check_start(self.state.table.start, seen.layout)
        if isinstance(self.state, SettingUp) or seen.layout == self.state.line.now.layout:
            self._layout = seen.layout
            return seen
        return Tick(seen.t)

    def _confirm(self, by_word: bool) -> None:
        waits = isinstance(self.state, Playing) and self.state.pending is not None
        # else the board shows something else as yet, or a move that is not confirmed
        if isinstance(self.state, (Playing, Over)) and not waits:
            shown = self._game.appearance(self.state.line.now.position, self._layout)
            self._reader.confirm(shown, by_word=by_word)
