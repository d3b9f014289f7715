"""What follows when an explanation is believed: the new phase and the events that say so."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pi_board.core.events import (
    Event,
    GameOver,
    GameStarted,
    Illegal,
    MovePlayed,
    MoveRevised,
    TakenBack,
)
from pi_board.core.game import Explanation, Outcome
from pi_board.core.message import Message
from pi_board.referee.continuations import Node, Step, facts_of, player_of, turn_over
from pi_board.referee.hypothesis import Hypothesis, one_move
from pi_board.referee.line import Line
from pi_board.referee.misseen import known_misseen
from pi_board.referee.phases import Begun, Instruction, Over, Playing, State, Table
from pi_board.referee.watch import Watch

RESTART_PLIES = 4  # undoing at least so many moves down to the start means a new game


@dataclass(frozen=True, slots=True)
class Stamp:
    """When something was decided: seconds on the reader's clock, and the frame if there is one."""

    t: float
    frame: int | None


Advanced = tuple[State, tuple[Event, ...]]  # the next state, and what is to be said


def illegal(
    why: Explanation, at: Stamp, seen: str | None = None, first: Message | None = None
) -> Illegal:
    """What is said of something that is not legal: `why`, how it is written as a move if it can be
    (`seen`), and the one thing to put right `first` if there is one.
    """
    return Illegal(at.t, at.frame, seen, why.rule, why.text, why.sites, first)


def start_game(table: Table, node: Node, watch: Watch, at: Stamp) -> Advanced:
    """The position of `node` stands: the game begins. What a program had made in the one before is
    nothing it says in this one, but it plays the same side.
    """
    told = None if table.instructed is None else Instruction(table.instructed.player)
    table = replace(table, offences=(0, 0), must_move=None, offer=None, instructed=told)
    started = GameStarted(at.t, at.frame, node.text, table.game.options)
    state, events = go_on(table, Line((node,)), watch.confirmed().unvisited(), at)
    return state, (started, *events)


def accept(state: Begun, what: Hypothesis, margin: float | None, at: Stamp) -> Advanced:
    """`what` has happened."""
    table, line = replace(state.table, must_move=None), state.line
    watch = state.watch.believed()
    # who chose may have a hand over the board by now, which showed it before
    shown = watch.passed or state.watch.passed[-1:]
    misseen = known_misseen(shown, line.now.appearance, what, watch.misseen)
    watch = replace(watch, misseen=misseen)
    if what.undo == len(what.steps) == 1:
        return _revise(table, line, watch, what.steps[0], at)
    if what.undo and not what.steps:
        return _take_back(table, line, watch, what, at)
    events: list[Event] = []
    if what.undo:
        line = line.back(what.undo)
        events.append(TakenBack(at.t, at.frame, what.undo, line.now.text))
    for number, step in enumerate(what.steps):
        if number:  # of the last one it is asked below
            table = _declined(table, line)
        events.append(_played(line, step, margin, at))
        line = line.play(step, joined=number > 0)
    after, more = go_on(table, line, watch, at)
    return after, (*events, *more)


def stop(state: Playing, at: Stamp) -> Advanced | None:
    """Linja's optional moves: the turn ends here; None where it cannot."""
    for step in state.line.now.steps_named("stop"):
        return accept(state, one_move(step), None, at)
    return None


def go_on(table: Table, line: Line, watch: Watch, at: Stamp) -> Advanced:
    """Play on, with a pass recorded at once when there is nothing else, or end the game."""
    events: list[Event] = []
    table = _declined(table, line)
    while len(line.now.moves) == 1 and line.now.steps[0].text == "pass":
        step = line.now.steps[0]
        events.append(_played(line, step, None, at))
        line = line.play(step)
    playing, outcome = Playing(table, line, watch), table.game.outcome(line.now.position)
    if outcome is None:
        return playing, tuple(events)
    state, over = finish(playing, outcome, at)
    return state, (*events, *over)


def _declined(table: Table, line: Line) -> Table:
    """Who has made the last move of `line` and was offered a draw has declined it; a pass, which
    nobody chooses, is no answer.
    """
    if not line.plies or line.steps[-1].text == "pass":
        return table
    is_own = player_of(line.nodes[-2], line.steps[-1]) == table.offer
    return table if is_own else replace(table, offer=None)


def finish(state: Begun, outcome: Outcome, at: Stamp) -> Advanced:
    """The game is over."""
    table, line = state.table, state.line
    score = table.game.score(line.now.position)
    points = (("b", score.b), ("w", score.w)) if score else None
    over = GameOver(at.t, at.frame, str(outcome), outcome.reason, points)
    table = replace(table, offer=None, paused=False)
    return Over(table, line, state.watch, outcome), (over,)


def _played(line: Line, step: Step, margin: float | None, at: Stamp) -> MovePlayed:
    before, after = line.now, step.node
    return MovePlayed(
        at.t,
        at.frame,
        step.text,
        before.to_move,
        after.text,
        None if margin is None else round(margin, 3),
        turn_over(before, after),
        facts_of(before, step),
    )


def _revise(table: Table, line: Line, watch: Watch, step: Step, at: Stamp) -> Advanced:
    old = line.steps[-1].text
    line = line.back(1).play(step)
    revised = MoveRevised(at.t, at.frame, old, step.text, step.node.text)
    state, events = go_on(table, line, watch, at)
    return state, (revised, *events)


def is_restart(line: Line, what: Hypothesis) -> bool:
    """Whether the board was set up for another game."""
    return not what.steps and what.undo == line.plies >= RESTART_PLIES


def _take_back(table: Table, line: Line, watch: Watch, what: Hypothesis, at: Stamp) -> Advanced:
    plies = what.undo
    if is_restart(line, what):
        return start_game(table, line.nodes[0].forget(), watch, at)
    line, watch = line.back(plies), replace(watch, came=None)
    return Playing(table, line, watch), (TakenBack(at.t, at.frame, plies, line.now.text),)
