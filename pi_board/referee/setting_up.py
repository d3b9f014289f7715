"""Before a game: whether the start position stands, or people play already."""

from __future__ import annotations

from dataclasses import replace

from pi_board.core.events import Event, Setup
from pi_board.core.observation import Observation
from pi_board.referee.accepting import Advanced, Stamp, start_game
from pi_board.referee.continuations import Node, node
from pi_board.referee.differences import differences, wrong_sites
from pi_board.referee.evidence import DOUBT_NATS, Evidence, weigh_look
from pi_board.referee.judging import judge
from pi_board.referee.line import Line
from pi_board.referee.misseen import still_misseen, too_many
from pi_board.referee.phases import Playing, SettingUp
from pi_board.referee.settle import Hypotheses, look
from pi_board.referee.verdict import Happened, Unexplained, Verdict
from pi_board.referee.watch import Watch

# Groups that each agree with the start position, though not one of them well, may all be misread:
# then no stones are there. Of 49 filmed games the least likely start cost 1.9.
UNLIKELY_START_NATS = 4.0
MOST_MOVED = 4  # places that a first move and the reply to it change; more is no play


def play_on(state: SettingUp, seen: Observation) -> Advanced:
    """The game, if one look shows that it has begun; that look is still to be taken in.

    Where nothing is wrong but one or two stones that none can be, people see no fault in their
    board, and play: with the first move the game has begun. Then the watch is the one that goes by
    that.
    """
    if state.ahead is None:
        return state, ()
    start = node(state.table.game, seen.layout, state.table.start)
    ahead, hypotheses = look(state.ahead, seen, Line((start,)))
    verdict = judge(hypotheses)
    if _is_played_on(ahead, hypotheses, verdict, seen):
        return _begun(state, start, state.ahead, Stamp(seen.t, seen.frame))
    return replace(state, ahead=None if _is_set_up_anew(hypotheses, verdict) else ahead), ()


def set_up(state: SettingUp, seen: Observation) -> Advanced:
    """What one look says of a board that is set up."""
    at = Stamp(seen.t, seen.frame)
    start = node(state.table.game, seen.layout, state.table.start)
    watch, hypotheses = look(state.watch, seen, Line((start,)))
    state = replace(state, watch=watch)
    if not hypotheses.settled:
        return state, ()
    if not hypotheses.evidence.is_seen():
        return state, ()  # what cannot be seen is not wrong, but no start position either
    wrong = wrong_at_start(hypotheses.evidence, start)
    events: tuple[Event, ...] = () if wrong == state.said else (Setup(at.t, at.frame, wrong),)
    if wrong:
        said_t = state.said_t if wrong == state.said else at.t
        misseen = too_many(hypotheses.evidence, start.appearance)
        alone = len(wrong) == len(misseen)  # if not, perhaps no stones are there
        if misseen and alone and (state.ahead is None or state.ahead.misseen != misseen):
            state = replace(state, ahead=replace(watch.unsettled(), misseen=misseen))
        return replace(state, said=wrong, said_t=said_t), events
    # what was misread before tells nothing: from its start position on a board's looks are known
    sure = replace(watch, sensor=replace(watch.sensor, misread=0.0))
    playing, more = start_game(state.table, start, sure, at)
    return playing, (*events, *more)


def wrong_at_start(evidence: Evidence, start: Node) -> tuple[str, ...]:
    """The sites that are not as in the start position."""
    costs = evidence.by_group(start.appearance)
    likely = sum(cost for cost in costs if cost <= DOUBT_NATS) <= UNLIKELY_START_NATS
    found = differences(evidence, start, DOUBT_NATS if likely else 0.0)
    return tuple(w.site for w in wrong_sites(evidence, found))


def _is_played_on(
    ahead: Watch, hypotheses: Hypotheses, verdict: Verdict, seen: Observation
) -> bool:
    """Whether a first move has plainly been made, and the rest looks as it did."""
    if not isinstance(verdict, Happened) or verdict.what.undo:
        return False
    known = ahead.misseen
    return still_misseen(weigh_look(seen), hypotheses.expected, known) == known


def _is_set_up_anew(hypotheses: Hypotheses, verdict: Verdict) -> bool:
    """Whether so many stones were taken off that nobody plays: where they are put then is no move,
    though one that is a little off its place may look so.
    """
    if not isinstance(verdict, Unexplained):
        return False
    return len(hypotheses.evidence.against(hypotheses.expected)) > MOST_MOVED


def _begun(state: SettingUp, start: Node, watch: Watch, at: Stamp) -> Advanced:
    playing, events = start_game(state.table, start, watch, at)
    if isinstance(playing, Playing):  # hands have been there since, and what they did is to be told
        playing = replace(playing, watch=watch)
    return playing, (Setup(at.t, at.frame, ()), *events)
