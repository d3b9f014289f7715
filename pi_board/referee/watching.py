"""What each phase makes of a look at the board."""

from __future__ import annotations

from dataclasses import replace
from math import inf

from pi_board.core.errors import InvalidText
from pi_board.core.events import (
    Choose,
    Clear,
    Disturbed,
    Event,
    Obstructed,
    Restored,
)
from pi_board.core.layout import Look
from pi_board.core.observation import Observation
from pi_board.referee.accepting import Advanced, Stamp, accept, illegal, is_restart
from pi_board.referee.behind import FEWEST_TURNS
from pi_board.referee.differences import balance_of, is_lifted
from pi_board.referee.ended import after_the_end
from pi_board.referee.evidence import Evidence
from pi_board.referee.explain import Diagnosis, awaited, diagnose, to_put_right
from pi_board.referee.hypothesis import Hypothesis, move_texts
from pi_board.referee.instructing import Refused, as_instructed, refuse_other, turned_further
from pi_board.referee.judging import LEAVING_AFTER_S, judge
from pi_board.referee.line import Line
from pi_board.referee.phases import Choosing, Correcting, Over, Playing, SettingUp, State
from pi_board.referee.plausible import believable, explains
from pi_board.referee.pressing import after_the_clock
from pi_board.referee.putting_right import amid_others, is_left_over, swept_off, while_put_right
from pi_board.referee.setting_up import play_on, set_up
from pi_board.referee.settle import TOLERANCE_S, Hypotheses, feel, look, note_trouble
from pi_board.referee.sideways import moved_by, went_sideways
from pi_board.referee.strictness import after_a_touch, note_lifted, refuse_another
from pi_board.referee.turning import after_a_lift
from pi_board.referee.verdict import Happened, Held, Stays, Unclear, Unexplained, Verdict, Wait
from pi_board.referee.watch import Hands, Watch, WrongGroups

COMPLAIN_AFTER_S = 1.0  # still, and nothing legal explains it
UNEVEN_AFTER_S = 2.0  # the same where a stone vanished
FEW_STRAYS = 3
HELD_AFTER_S = 4.0  # a stone in the hand is no fault for a while


def see(state: State, observation: Observation) -> Advanced:
    """Take in one look at the board.

    Raises InvalidText for a look at another kind of board than the game is played on.
    """
    if not isinstance(state, SettingUp) and observation.layout != state.line.now.layout:
        expected = state.line.now.layout.name
        raise InvalidText(f"a look at {observation.layout.name}, but the game is on {expected}")
    watch = feel(state.watch, observation)
    events = _coverage(state.watch.hands, watch.hands, observation)
    state = replace(state, watch=watch)
    if isinstance(state, SettingUp) and state.ahead is not None:
        state = replace(state, ahead=feel(state.ahead, observation))
    if watch.hands.covered:
        return state, events
    state, more = _look(state, observation)
    return state, (*events, *more)


def _look(state: State, seen: Observation) -> Advanced:
    match state:
        case SettingUp():
            return _set_up(state, seen)
        case Playing():
            return _play(state, seen)
        case Choosing():
            return _choose(state, seen)
        case Correcting():
            return _correct(state, seen)
        case Over():
            return after_the_end(state, seen)


def _coverage(before: Hands, now: Hands, seen: Observation) -> tuple[Event, ...]:
    if now.covered and not before.covered:
        return (Obstructed(seen.t, seen.frame, now.covered),)
    if before.covered and not now.covered:
        return (Clear(seen.t, seen.frame),)
    return ()


def _set_up(state: SettingUp, seen: Observation) -> Advanced:
    begun, events = play_on(state, seen)
    if isinstance(begun, SettingUp):
        return set_up(begun, seen)
    if not isinstance(begun, Playing):
        return begun, events
    after, more = _play(begun, seen)
    return after, (*events, *more)


def _play(state: Playing, seen: Observation) -> Advanced:
    at = Stamp(seen.t, seen.frame)
    watch, hypotheses = look(state.watch, seen, state.line)
    watch = _troubled(watch, hypotheses)
    state = replace(state, watch=watch)
    judged = amid_others(state, hypotheses, judge(hypotheses))
    judged = turned_further(state.table, state.line, hypotheses, judged)
    verdict = as_instructed(state.table, state.line, judged)
    if isinstance(verdict, Refused):
        return refuse_other(state, verdict.what, hypotheses.evidence, at)
    if isinstance(verdict, Happened):
        return _believe(state, verdict, at)
    if isinstance(verdict, Stays):
        state = replace(state, pending=None)
        asking, events = after_a_lift(state, at)
        if events:
            return asking, events
        unmoved, events = after_the_clock(state, at)
        touched, more = after_a_touch(unmoved, at)
        return replace(touched, watch=watch.standing_still()), (*events, *more)
    if isinstance(verdict, (Held, Unexplained)):
        state = note_lifted(state, hypotheses)
    return _ask_or_complain(state, hypotheses, verdict, at)


def _believe(state: Playing, seen: Happened, at: Stamp) -> Advanced:
    """What was seen has happened, if the touched stone moved; it may have to be confirmed."""
    if (refused := refuse_another(state, seen.what, at)) is not None:
        return refused
    if state.table.confirm and state.pressed is None:
        return replace(state, pending=seen.what), ()
    return accept(state, seen.what, seen.margin, at)


def _ask_or_complain(
    state: Playing | Correcting, hypotheses: Hypotheses, verdict: Verdict, at: Stamp
) -> Advanced:
    """What is said where nothing plainly stays or has happened, once it is time."""
    if isinstance(verdict, Unclear):
        if (refused := _all_refused(state, verdict, at)) is not None:
            return refused
        texts = tuple(move_texts(h) for h in verdict.candidates)
        corrected, watch = isinstance(state, Correcting), state.watch
        if any(_may_be_swept(state.line, watch, hypotheses, h) for h in verdict.candidates):
            swept = swept_off(state.line.now, hypotheses.evidence, watch.passed)
            watch = replace(watch, swept=watch.swept | swept)
        asking = Choosing(state.table, state.line, watch, verdict.candidates, corrected)
        return asking, (Choose(at.t, at.frame, texts),)
    if not isinstance(verdict, (Unexplained, Held)) or not _is_due(state, hypotheses, verdict):
        return state, ()
    if isinstance(state, Playing):
        state = Correcting(state.table, state.line, state.watch)
    return _complain(state, hypotheses, at)


def _all_refused(state: Playing | Correcting, unclear: Unclear, at: Stamp) -> Advanced | None:
    """That another stone than the touched one was moved, whichever of these moves it was."""
    if isinstance(state, Correcting):
        return None
    refused = [refuse_another(state, what, at) for what in unclear.candidates]
    return None if None in refused else refused[0]


def _may_be_swept(line: Line, watch: Watch, seen: Hypotheses, what: Hypothesis) -> bool:
    """Whether a sleeve may have done what these moves would have done."""
    if len(what.steps) >= FEWEST_TURNS:
        return True
    return went_sideways(line.now, watch.passed, seen.evidence, moved_by(line, what)) > 0


def _troubled(watch: Watch, hypotheses: Hypotheses, refused: tuple[str, ...] = ()) -> Watch:
    best = believable(hypotheses, refused)[0]
    if best.lifted is None and explains(hypotheses, best):
        return replace(watch, trouble=None)
    return note_trouble(watch, hypotheses)


def _is_due(
    state: Playing | Correcting, hypotheses: Hypotheses, verdict: Unexplained | Held
) -> bool:
    """Whether it is time to say something."""
    watch = state.watch
    if watch.trouble is None:
        return False
    still_s = hypotheses.t - watch.trouble.since + TOLERANCE_S
    if still_s < COMPLAIN_AFTER_S or _is_contested(watch.trouble.wrong, hypotheses):
        return False
    if isinstance(verdict, Held):
        return min(still_s, hypotheses.explained_s) >= HELD_AFTER_S
    if still_s < UNEVEN_AFTER_S and _may_be_misread(watch, hypotheses):
        return False
    return still_s >= LEAVING_AFTER_S or awaited(state.line.now, hypotheses.evidence) is None


def _is_contested(wrong: WrongGroups, hypotheses: Hypotheses) -> bool:
    """Whether one of only two looks says that something of it is right: either may be misread."""
    if len(hypotheses.looks) > 2 or hypotheses.evidence.colour_blind():
        return False
    groups = {group for group, _ in wrong}
    return any(groups.difference(look.against(hypotheses.expected)) for look in hypotheses.looks)


def _may_be_misread(watch: Watch, hypotheses: Hypotheses) -> bool:
    """Whether all that can be told is that stones came from nowhere, or vanished: where they came
    from or went to may be misread, or they are in somebody's hand.
    """
    now, evidence = hypotheses.standing, hypotheses.evidence
    if evidence.colour_blind():
        return False
    change = balance_of(evidence, now)
    come, gone = len(change.extra), len(change.missing)
    few = come != gone and come + gone <= FEW_STRAYS and not change.turned
    if change.one_missing is not None:
        return True
    return few and diagnose(now, evidence, watch.felt).why is None


def _complain(state: Correcting, hypotheses: Hypotheses, at: Stamp) -> Advanced:
    """Say what is wrong, once for each thing that is wrong."""
    trouble = state.watch.trouble
    if trouble is None or trouble.wrong == state.said:
        return state, ()
    now, evidence, wrong = state.line.now, hypotheses.evidence, {g for g, _ in trouble.wrong}
    diagnosis = diagnose(now, evidence, state.watch.felt)
    swept, passed = state.watch.swept, state.watch.passed
    gone = [one.group for one in balance_of(evidence, now).missing]
    strays = went_sideways(now, passed, evidence, gone)
    if diagnosis.why is None or strays:
        swept |= swept_off(now, evidence, passed)
    is_ruled_on = state.rejected is not None and diagnosis.offence == state.rejected
    # in a tournament the opponent says whether it is an offence
    is_no_move = state.table.policy != "tournament" and is_left_over(state.watch, wrong)
    if is_ruled_on or is_no_move or state.stands_yet(evidence):  # nobody rules on that (twice)
        diagnosis = to_put_right(now, evidence)
    held = _is_held(state, trouble.wrong)
    taken = wrong if held else set[int]()
    if diagnosis.lifted is not None and not state.resumed:  # or people are setting it up again
        taken = {diagnosis.lifted}
    idle, lifted = state.watch.idle | wrong, state.watch.lifted
    if taken:  # that explains all that is wrong, a stone that was taken off for it, too
        lifted = (lifted - wrong) | taken
    watch = replace(state.watch, idle=idle, swept=swept, lifted=lifted)
    state = replace(
        state, watch=watch, said=trouble.wrong, offence=diagnosis.by, held=held, aim=diagnosis.aim
    )
    return state, (_complaint(diagnosis, at),)


def _is_held(state: Correcting, wrong: tuple[tuple[int, Look], ...]) -> bool:
    """Whether nothing is `wrong`, nor has been, but that the player to move holds a stone."""
    if (state.said and not state.held) or state.refused or state.resumed or len(wrong) != 1:
        return False
    now = state.line.now
    return is_lifted(now, *wrong[0], (now.to_move,))


def _complaint(found: Diagnosis, at: Stamp) -> Event:
    if found.why is None:
        return Disturbed(at.t, at.frame, found.wrong, found.next)
    return illegal(found.why, at, found.seen, found.next)


def _choose(state: Choosing, seen: Observation) -> Advanced:
    """Somebody has to answer; but when the board changes, the question is void."""
    watch, hypotheses = look(state.watch, seen, state.line)
    now, judged = replace(state, watch=watch), judge(hypotheses)
    put_right = state.corrected or bool(watch.swept)
    judged = (while_put_right if put_right else amid_others)(now, hypotheses, judged)
    verdict = as_instructed(state.table, state.line, judged)
    if not _is_void(now, verdict, hypotheses.evidence):
        return now, ()
    if put_right:
        return _correct(Correcting(state.table, state.line, state.watch), seen)
    return _play(Playing(state.table, state.line, state.watch), seen)


def _is_void(state: Choosing, verdict: Verdict | Refused, evidence: Evidence) -> bool:
    """Whether the board shows something else by now than the moves that are asked about."""
    asked = {h.key for h in state.candidates}
    match verdict:
        case Wait():
            return False
        case Stays():
            return not state.unseen or bool(state.watch.felt)
        case Unexplained() | Refused():
            return True
        case Happened(what):
            unfinished = {h.key for h in state.candidates if h.cost == inf}
            return what.key not in asked - unfinished
        case Unclear(candidates):
            return asked.isdisjoint(h.key for h in candidates)
        case Held(group):
            against = (set(evidence.against(h.node.appearance)) for h in state.candidates)
            return all(groups - {group} for groups in against)


def _correct(state: Correcting, seen: Observation) -> Advanced:
    at = Stamp(seen.t, seen.frame)
    watch, hypotheses = look(state.watch, seen, state.line)
    watch = _troubled(watch, hypotheses, state.refused)
    state = replace(state, watch=watch)
    judged = while_put_right(state, hypotheses, judge(hypotheses, state.refused))
    verdict = as_instructed(state.table, state.line, judged)
    if _is_tidied(state, hypotheses, judged) or _is_left_of_a_sweep(state, hypotheses, verdict):
        state = replace(state, watch=note_trouble(watch, hypotheses))
        verdict = Unexplained()
    if isinstance(verdict, Refused):
        return refuse_other(state, verdict.what, hypotheses.evidence, at)
    restored = Restored(at.t, at.frame)
    if isinstance(verdict, Stays):
        # who put the board right was no visitor, and may have moved stones within their rows
        now = watch.confirmed()
        calm = replace(now, hands=replace(now.hands, stirred=False), came=None)
        # fingers that put things right have touched nothing in order to move it
        playing = Playing(state.table, state.line, replace(watch, felt=()))
        after, more = after_a_touch(playing, at)
        return replace(after, watch=calm), (restored, *more)
    if isinstance(verdict, Happened):
        after, events = _believe(Playing(state.table, state.line, watch), verdict, at)
        return after, events if isinstance(after, Correcting) else (restored, *events)
    return _ask_or_complain(state, hypotheses, verdict, at)


def _is_tidied(state: Correcting, hypotheses: Hypotheses, judged: Verdict) -> bool:
    """Whether what looks like moves is none: somebody tidied the board, and now wants to go on with
    the game, or nobody has touched it since moves were taken back (the same small moves in another
    order, say, are no other turn).
    """
    restarts = isinstance(judged, Happened) and is_restart(state.line, judged.what)
    moved = isinstance(judged, (Happened, Unclear))
    return (state.resumed and restarts) or (moved and state.stands_yet(hypotheses.evidence))


def _is_left_of_a_sweep(
    state: Correcting, hypotheses: Hypotheses, verdict: Verdict | Refused
) -> bool:
    """Whether what looks like another move than the program's is none."""
    if not isinstance(verdict, Refused):
        return False
    return is_left_over(state.watch, set(hypotheses.changed_by(verdict.what)))
