"""After the end of a game: its result stands until people say otherwise, or the next one begins.

Clearing the board is not play. Where the last move seems to have been taken back or slid on, it is
asked about: a stone may as well have been carried home for the next game, or have been moved to
show what could have been played. The question is void as soon as the board shows something else,
unless play goes on from there.
"""

from __future__ import annotations

from dataclasses import replace

from pi_board.core.events import Choose
from pi_board.core.observation import Command, Observation
from pi_board.referee.accepting import Advanced, Stamp, accept, is_restart, start_game
from pi_board.referee.continuations import node
from pi_board.referee.hypothesis import Hypothesis, move_texts
from pi_board.referee.instructing import as_instructed
from pi_board.referee.judging import ASK_AFTER_S, judge
from pi_board.referee.phases import Over
from pi_board.referee.plausible import believable, explains
from pi_board.referee.settle import look
from pi_board.referee.verdict import Happened, Stays, Unexplained, Verdict, Wait
from pi_board.referee.words import unspaced


def after_the_end(state: Over, seen: Observation) -> Advanced:
    """What one look shows. A board set up anew is the next game; one on which a repetition has
    ended the game at its start was not.
    """
    at = Stamp(seen.t, seen.frame)
    before = state
    watch, hypotheses = look(state.watch, seen, state.line)
    state = replace(state, watch=watch)
    verdict = judge(hypotheses)
    if hypotheses.settled:
        start = node(state.table.game, seen.layout, state.table.start)
        if not hypotheses.evidence.against(start.appearance):
            anew = state.cleared or start.appearance != state.line.now.appearance
            return start_game(state.table, start, watch, at) if anew else (state, ())
        if isinstance(verdict, Unexplained):
            state = replace(state, cleared=True)
    if isinstance(verdict, Wait):
        return state, ()
    what = _changed(state, verdict)
    if what is not None and is_restart(state.line, what):
        return accept(state, what, None, at)
    asked = None if state.asked is None else state.asked.key
    if what is not None and asked == what.key:
        return state, ()
    if not isinstance(verdict, Stays) and _play_goes_on(before, seen):
        return state, ()
    if what is None or hypotheses.explained_s < ASK_AFTER_S:
        return replace(state, asked=None, denied=False), ()
    asking = replace(state, asked=what, denied=False)
    return asking, (Choose(at.t, at.frame, (move_texts(what),)),)


def _changed(state: Over, verdict: Verdict) -> Hypothesis | None:
    """How the end that a move made was changed on the board, if it was; a program's last move is
    not slid on.
    """
    ended_on_the_board = state.table.game.outcome(state.line.now.position) is not None
    if not isinstance(verdict, Happened) or not verdict.what.undo or not ended_on_the_board:
        return None
    allowed = as_instructed(state.table, state.line, verdict)
    return allowed.what if isinstance(allowed, Happened) else None


def _play_goes_on(state: Over, seen: Observation) -> bool:
    """Whether a look shows that play goes on from what is asked about, where all that was seen of
    the last move was that a stone of Linja was gone: it was in the hand, and nobody has read that.
    """
    asked, line = state.question, state.line
    if asked is None or not line.now.layout.surface.has_rows:
        return False
    if not line.steps[-1].goes_beside:
        return False
    line = line.back(asked.undo)
    for step in asked.steps:
        line = line.play(step)
    _, onward = look(state.watch, seen, line)
    # one look hardly tells which of several is the best
    return any(not one.undo and explains(onward, one) for one in believable(onward, ()))


def answered(state: Over, command: Command, at: Stamp) -> Advanced:
    """Only who names it changes the result: who presses OK may mean the next game."""
    asked = state.question
    if asked is None:
        return state, ()
    if command.name == "choose" and unspaced(move_texts(asked)) == unspaced(command.argument):
        return accept(state, asked, None, at)
    if command.name == "reject":
        return replace(state, denied=True), ()
    return state, ()
