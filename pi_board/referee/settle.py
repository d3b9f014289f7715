"""When the board has come to rest, and what the looks since then say together.

A look joins the ones before it unless it leaps to another explanation; anything over the board
begins anew. A single look that leapt was misread if the next one leaps back: then all are joined.
The board counts as still for as long as the looks together read the same. Looks close in time are
not independent, so what they weigh grows with the time they span, not with their number.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from pi_board.core.game import PLAYERS
from pi_board.core.layout import Appearance, groups_apart
from pi_board.core.observation import Observation, likeliest
from pi_board.referee.continuations import Node
from pi_board.referee.differences import is_lifted
from pi_board.referee.evidence import (
    DOUBT_NATS,
    FIT_NATS,
    SEEN_NATS,
    Evidence,
    rows_of,
    weigh,
    weigh_look,
)
from pi_board.referee.hypothesis import Circumstances, Hypothesis
from pi_board.referee.line import Line
from pi_board.referee.misseen import overlooked
from pi_board.referee.ranking import rank
from pi_board.referee.watch import (
    SETTLED_S,
    Glance,
    Hands,
    Trouble,
    Watch,
    WrongGroups,
    evidence_of,
    may_have_moved,
    together,
)

TOLERANCE_S = 1e-6  # of time stamps, which are sums of decimal fractions
MEMORY_S = 2.2  # older looks no longer count
MEMORY_LOOKS = 4  # but as long as so many take, of a slow reader: so many may have to agree
FEW_GLANCES = 4  # the first looks may misread what later ones read
LEAP_NATS = 6.0  # a look that fits another explanation so much better shows another board
CALM_SHARE = 0.1  # how much one calm look counts in what is known of the reader's steadiness
MOST_PASSED = 4  # boards remembered that were seen in between; more moves are not made at once
MOST_GLIMPSED = 16  # of those seen in part too: a resting hand hides now this, now that
UNSTEADY = 0.05  # a reader that misreads something in more calm looks than this is looked at longer


@dataclass(frozen=True, slots=True)
class Hypotheses:
    """What the quiet looks together say: the explanations best first, and for how long already,
    both times with `TOLERANCE_S` added.
    """

    t: float
    evidence: Evidence
    standing: Node  # the position that should stand there
    ranking: tuple[Hypothesis, ...]
    held_s: float
    explained_s: float  # for how long already the best explanation leaves nothing open
    looks: tuple[Evidence, ...]  # one by one, the newest last
    steady: bool  # the reader hardly ever misreads
    hidden_s: float  # for how long something lay over the board at most since it stood so

    @property
    def expected(self) -> Appearance:
        """How the position that should stand there looks."""
        return self.standing.appearance

    @property
    def settled(self) -> bool:
        """Whether the board has looked the same for long enough."""
        return self.held_s >= SETTLED_S

    def changed_by(self, what: Hypothesis) -> tuple[int, ...]:
        """The groups that an explanation says have changed."""
        return groups_apart(self.expected, what.node.appearance)

    def disputed(self, appearance: Appearance) -> tuple[int, ...]:
        """The groups in which the looks do not agree whether they contradict `appearance`: of two,
        one may be misread. Reeds misread nothing: there the newest look decides.
        """
        doubtful = self.looks[-1:] if self.evidence.colour_blind() else self.looks
        if len(doubtful) > 2:
            return ()
        return tuple({group for look in doubtful for group in look.against(appearance)})


def feel(watch: Watch, observation: Observation) -> Watch:
    """Take in what the reeds felt and what is covered; a board of another kind begins anew."""
    if watch.layout not in (None, observation.layout):
        watch = watch.elsewhere()
    felt = tuple([observation.layout.group(site) for site in observation.touched])
    if felt and _stood(watch):
        watch = replace(watch, felt=())  # what was felt before led to nothing
    covered = observation.obstructed
    before, sensor = watch.hands, watch.sensor
    comes = bool(covered or felt or (observation.stirred and not before.stirs))
    since, hidden_s = None, 0.0
    if covered:
        since = observation.t if before.covered_since is None else before.covered_since
        hidden_s = observation.t - since
    hands = Hands(
        covered=covered,
        covered_since=since,
        hidden_s=max(before.hidden_s, hidden_s),
        came_over=before.came_over or bool(covered or felt),
        stirs=observation.stirred,
        stirred=before.stirred or comes,
        rests=not covered and bool(not observation.stirred or before.covered),
        visited=before.visited or (comes and may_have_moved(watch)),
    )
    seen = replace(
        watch,
        hands=hands,
        felt=watch.felt + felt,
        layout=observation.layout,
        sensor=replace(
            sensor.looking(observation.t),
            sees_hands=sensor.sees_hands or bool(covered),
            feels=sensor.feels or bool(felt),
        ),
    )
    if not (covered or felt):
        return seen
    return _passed(watch, seen.unsettled(), observation)


def _passed(watch: Watch, now: Watch, observation: Observation) -> Watch:
    """`now`, with what the board showed in between up to now; what was put back is done with."""
    passed, glimpsed = watch.passed, watch.glimpsed
    shown = evidence_of(watch)
    if shown is not None and watch.best is not None:
        before = ((), ()) if watch.best.stays else (passed, glimpsed)
        passed, glimpsed = ((*looks, shown) for looks in before)
    if observation.obstructed and not observation.stirred:
        glimpsed = _with_part(glimpsed, observation)
    return replace(now, passed=passed[-MOST_PASSED:], glimpsed=glimpsed[-MOST_GLIMPSED:])


def _with_part(glimpsed: tuple[Evidence, ...], observation: Observation) -> tuple[Evidence, ...]:
    """What was seen in between, and what an observation shows beside the sites that are hidden,
    unless the last one reads the same.
    """
    hidden = {observation.layout.site(name) for name in observation.obstructed}
    rows = rows_of(observation, hidden)
    if glimpsed and list(map(likeliest, glimpsed[-1].rows)) == list(map(likeliest, rows)):
        return glimpsed
    return (*glimpsed, weigh(observation.layout, rows, 1.0))


def _stood(watch: Watch) -> bool:
    """Whether the look before showed exactly that the board stood as it should."""
    if not watch.felt or not watch.glances or watch.best is None or not watch.best.stays:
        return False
    alone = watch.glances[-1].alone
    return alone.worst(watch.best.node.appearance) <= FIT_NATS and not alone.turns_unseen()


def look(watch: Watch, observation: Observation, line: Line) -> tuple[Watch, Hypotheses]:
    """Take in one quiet look at the board on which `line` is played."""
    alone = overlooked(weigh_look(observation), line.now.appearance, watch.misseen)
    glance = Glance(observation.t, alone, observation.stirred)
    if alone.colour_blind() and not watch.sensor.feels:
        watch = replace(watch, sensor=replace(watch.sensor, feels=True))
    watch = _resumed(watch, alone)
    changed = bool(alone.against(line.now.appearance))
    if changed and not watch.hands.visited and may_have_moved(watch):  # so somebody came again
        watch = replace(watch, hands=replace(watch.hands, visited=True))
    watch = replace(watch, standing=line.now)
    known = _circumstances(watch, line.now, glance.t)
    best = watch.best
    afresh = _leapt(watch, best, alone, line, known) if best else rank(line, alone, known)
    if best is None or afresh:
        return _read_on(_begun_with(watch, glance), alone, line, afresh)
    watch = _joined(watch, glance, best)
    evidence = together(watch.glances)
    return _read_on(watch, evidence, line, rank(line, evidence, known))


def _circumstances(watch: Watch, now: Node, t: float) -> Circumstances:
    """What is known at `t` besides the looks at a board on which `now` should stand."""
    clear_since = watch.explained_since
    felt = watch.felt if watch.sensor.feels else None
    return Circumstances(
        hand=watch.hands.came_over or watch.sensor.feels or not watch.sensor.sees_hands,
        felt=felt,
        held_s=0.0 if clear_since is None else t - clear_since,
        idle=watch.idle,
        empty=now.empty if felt else frozenset(),
        passed=watch.passed,
        glimpsed=watch.glimpsed,
        visited=watch.hands.visited,
        came=watch.came,
    )


def _begun_with(watch: Watch, glance: Glance) -> Watch:
    """A look that leaps begins anew; what several looks before it said is kept beside it. It is
    what has passed as well, though no hand was seen: a move that it does not show came later.
    """
    before = watch if len(watch.glances) > 1 else None
    shown, passed = evidence_of(watch), watch.passed
    if before is not None and shown is not None and watch.best is not None and not watch.best.stays:
        passed = (*passed, shown)[-MOST_PASSED:]
    watch = replace(watch.unsettled(), since=glance.t, explained_since=None)
    return replace(watch, glances=(glance,), before=before, passed=passed)


def _joined(watch: Watch, glance: Glance, best: Hypothesis) -> Watch:
    """The recent looks with one more; of looks that have turned only the last two."""
    memory_s = max(MEMORY_S, MEMORY_LOOKS * watch.sensor.pace_s)
    recent = (*(g for g in watch.glances if glance.t - g.t <= memory_s), glance)
    if _has_turned(recent, best):
        return replace(watch, since=recent[-2].t, glances=recent[-2:], before=None)
    return replace(watch, glances=recent, before=None)


def _resumed(watch: Watch, alone: Evidence) -> Watch:
    """The watch before the last look leapt, if this one agrees better with that: one look was
    misread. It stays among the looks, for what it is worth.
    """
    before = watch.before
    if before is None or before.best is None or watch.best is None:
        return watch
    if before.best.misfit(alone) >= watch.best.misfit(alone):
        return watch
    return replace(before, glances=(*before.glances, *watch.glances))


def _leapt(
    watch: Watch, best: Hypothesis, alone: Evidence, line: Line, known: Circumstances
) -> tuple[Hypothesis, ...]:
    """The explanations of one look, best first, if by itself it shows something else than the looks
    before it, of which `best` is the explanation; none if it does not. Reeds misread nothing, so
    there any difference counts.
    """
    if alone.colour_blind() and watch.glances:
        changed = alone.rows != watch.glances[-1].alone.rows
        return rank(line, alone, known) if changed else ()
    against = best.misfit(alone)
    if against <= LEAP_NATS:  # nothing fits so much better
        return ()
    ranking = rank(line, alone, known)
    return ranking if against - ranking[0].misfit(alone) > LEAP_NATS else ()


def _has_turned(recent: tuple[Glance, ...], best: Hypothesis) -> bool:
    """Whether the last two looks both show something that `best` does not and the looks before them
    do not: nobody's hand was seen, and yet the board has changed.
    """
    against = [set(glance.alone.against(best.node.appearance)) for glance in recent]
    if len(recent) < 3 or not against[-1]:
        return False
    return bool((against[-1] & against[-2]).difference(*against[:-2]))


def _read_on(
    watch: Watch, evidence: Evidence, line: Line, ranking: tuple[Hypothesis, ...]
) -> tuple[Watch, Hypotheses]:
    """Another explanation of the same looks begins its own time of being held, if it is one."""
    best, t = ranking[0], watch.glances[-1].t
    fits = best.fits(evidence)
    before = watch.best or best
    changed = before.misfit(evidence) - best.misfit(evidence) > DOUBT_NATS
    since = t if changed and fits else watch.since
    clear_since = None if changed else watch.explained_since
    clear_since = (t if clear_since is None else clear_since) if fits else None
    watch = replace(watch, best=best, since=since, explained_since=clear_since)
    held_s = t - since + TOLERANCE_S
    explained_s = 0.0 if clear_since is None else t - clear_since + TOLERANCE_S
    looks = tuple([glance.alone for glance in watch.glances])
    sensor = watch.sensor
    steady = sensor.misread <= UNSTEADY
    hidden_s = watch.hands.hidden_s
    hypotheses = Hypotheses(
        t, evidence, line.now, ranking, held_s, explained_s, looks, steady, hidden_s
    )
    if best.stays and len(looks) > 1 and not looks[-1].against(hypotheses.expected):
        # the board cannot have changed and back, unless no hands are seen and it looked so for long
        erred = bool(
            set(looks[-2].against(hypotheses.expected))
            - _stood_wrong(watch)
            - _lifted(watch, looks[-2], line.now)
        )
        misread = sensor.misread + CALM_SHARE * (erred - sensor.misread)
        watch = replace(watch, sensor=replace(sensor, misread=misread))
    return watch, hypotheses


def _stood_wrong(watch: Watch) -> set[int]:
    """The groups that were wrong in the look before this one, and for as long as a look takes to
    count: where hands are never seen, somebody moved a stone there and has put it back now, which
    is nothing misread.
    """
    trouble, before = watch.trouble, watch.glances[-2]
    if trouble is None or watch.sensor.sees_hands:
        return set()
    if before.t - trouble.since + TOLERANCE_S < SETTLED_S:
        return set()
    return {group for group, _ in trouble.wrong}


def _lifted(watch: Watch, look: Evidence, now: Node) -> set[int]:
    """The groups from which only a stone is gone in a look: where hands are never seen, somebody
    had lifted it when that picture was taken.
    """
    if watch.sensor.sees_hands:
        return set()
    wrong = look.against(now.appearance)
    return {group for group in wrong if is_lifted(now, group, look.seen(group), PLAYERS)}


def wrong_groups(evidence: Evidence, expected: Appearance) -> WrongGroups:
    """The groups that are plainly seen to be other than expected."""
    groups = evidence.against(expected, SEEN_NATS)
    return tuple((group, evidence.seen(group)) for group in groups)


def note_trouble(watch: Watch, hypotheses: Hypotheses) -> Watch:
    """Remember since when the board has shown this, which nothing explains."""
    wrong = wrong_groups(hypotheses.evidence, hypotheses.expected)
    before = watch.trouble
    if before and before.wrong == wrong:
        return watch
    if before and len(watch.glances) < FEW_GLANCES and set(wrong) < set(before.wrong):
        return replace(watch, trouble=Trouble(wrong, before.since))  # the rest was misread at first
    anew = before is None or watch.since > before.since
    return replace(watch, trouble=Trouble(wrong, watch.since if anew else hypotheses.t))
