"""Keeps the clock of a game, from what the referee has just said.

It runs while the game is on, also while the player to move holds a stone, stands still while the
board is being put right, a question is open or a program waits for people to make its move, and a
take-back gives back all that was spent since the last move that stays. A turn ends when the board
came to rest with its move (and the clock was pressed, where moves are confirmed), not when the
referee believes it: what the referee takes to look twice is nobody's time.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeGuard

from pi_board.core.events import Event, GameStarted, MovePlayed, MoveRevised, TakenBack
from pi_board.core.game import Outcome, Player, opponent
from pi_board.referee.accepting import Advanced, Stamp, finish
from pi_board.referee.clocks import Clock, new_clock
from pi_board.referee.instructing import to_do
from pi_board.referee.phases import Correcting, Over, Playing, SettingUp, State

_Clocks = tuple[Clock, ...]


def keep_time(before: State, state: State, events: tuple[Event, ...], at: Stamp) -> Advanced:
    """`state` with its clock after `events`, `before` which it was; the game is over when a flag
    has fallen.
    """
    clock, clocks = state.table.clock, state.table.clocks
    if clock is None:
        return state, events
    done_t = _moved_t(before, at.t)
    if clock.started_s is not None:  # as it was set going after a question, say
        done_t = max(done_t, clock.started_s)
    said: list[Event] = []
    for event in events:
        player = None
        if isinstance(event, MoveRevised) and not isinstance(state, SettingUp):
            player = clocks[-2].running or state.line.nodes[0].to_move
            follows = state.table.game.parse_position(event.position).to_move
            clock, clocks = _revised(clock, clocks, follows, player, done_t)
        clock, clocks = _after(clock, clocks, event, done_t)
        said.append(_with_time(clock, event, player))
    events = tuple(said)
    clock = _run_or_stop(clock, state, at.t, done_t)
    state = replace(state, table=replace(state.table, clock=clock, clocks=clocks))
    if isinstance(state, (SettingUp, Over)):
        return state, events
    if (late := clock.fallen(_moved_t(state, at.t))) is not None:
        outcome = Outcome(opponent(late), "flag")
        over, more = finish(state, outcome, at)
        return over, (*events, *more)
    return state, events


def _moved_t(state: State, now_s: float) -> float:
    """Since when the board has shown a move that the referee still looks at, and the clock was
    pressed where moves are confirmed; `now_s` if either is not so.
    """
    if not isinstance(state, Playing) or not state.watch.glances:
        return now_s
    best, since = state.watch.best, state.watch.since
    if best is None or not best.steps or best.lifted is not None:
        return now_s
    if state.table.confirm:
        return now_s if state.pressed is None else max(state.pressed, since)
    return since


def _after(clock: Clock, clocks: _Clocks, event: Event, done_t: float) -> tuple[Clock, _Clocks]:
    """The clock, and as it stood after each move (see `Table.clocks`), after an event; a turn that
    it ends was done at `done_t`.
    """
    if isinstance(event, GameStarted):
        clock = new_clock(clock.control)
        return clock, (clock,)
    if isinstance(event, MovePlayed):
        clock = clock if clock.running else replace(clock, running=event.player)
        # who moves out of turn, which may be accepted, ends nobody's turn
        ended = event.turn_over and event.player == clock.running
        now = clock.press(done_t) if ended else clock
        return now, (*clocks, now.stop(done_t if ended else event.t))
    if isinstance(event, TakenBack) and event.plies < len(clocks):
        if not event.plies and clock.fallen(event.t) is None:
            return clock, clocks  # a word or a ruling that ended the game
        clocks = clocks[: len(clocks) - event.plies]
        return clocks[-1], clocks
    return clock, clocks


def _revised(
    clock: Clock,
    clocks: _Clocks,
    follows: Player,
    mover: Player,
    done_t: float,
) -> tuple[Clock, _Clocks]:
    """The same where the last move, of `mover`, has become another one after which it is the turn
    of who `follows`. If that ends the turn, as the old one did not, it was done at `done_t`; if the
    turn goes on after all, nothing was spent since the move before, as after a take-back.
    """
    before, after = clocks[-2:]
    if follows == after.running:
        return clock, clocks
    now = before if follows == mover else clock.press(done_t)
    return now, (*clocks[:-1], now.stop(done_t))


def _with_time(clock: Clock, event: Event, revised_by: Player | None) -> Event:
    """A move carries what its player has left, `clock_s`, also one that has become another."""
    if not isinstance(event, (MovePlayed, MoveRevised)):
        return event
    player = event.player if isinstance(event, MovePlayed) else revised_by
    if player is None:
        return event
    left_s = round(clock.left_s(player, event.t), 3)
    return replace(event, extra=(*event.extra, ("clock_s", left_s)))


def _run_or_stop(clock: Clock, state: State, t: float, done_t: float) -> Clock:
    if not _is_on(state) or state.table.paused or to_do(state.table, state.line):
        return clock.stop(done_t)
    mover = state.line.now.to_move
    if clock.running != mover or clock.started_s is None:
        return clock.start(mover, t)
    return clock


def _is_on(state: State) -> TypeGuard[Playing | Correcting]:
    """Whether the game is on; also while a stone is held, if nobody has to decide about it."""
    if isinstance(state, Correcting):
        return state.held and not state.asks_ruling
    return isinstance(state, Playing)
