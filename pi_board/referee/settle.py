"""When the board has come to rest, and what the looks since then say together.

A look joins the ones before it unless it leaps to another explanation; anything over the board
begins anew. A single look that leapt was misread if the next one leaps back: then all are joined.
The board counts as still for as long as the looks together read the same. Looks close in time are
not independent, so what they weigh grows with the time they span, not with their number.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from pi_board.core.layout import Appearance, Layout, Look
from pi_board.core.observation import Observation
from pi_board.referee.continuations import Node
from pi_board.referee.evidence import (
    DOUBT_NATS,
    FIT_NATS,
    SEEN_NATS,
    Evidence,
    bounded,
    mean_rows,
    weigh,
)
from pi_board.referee.hypothesis import Circumstances, Hypothesis
from pi_board.referee.line import Line
from pi_board.referee.ranking import rank
from pi_board.referee.unseen import unseen_steps

SETTLED_S = 0.4  # the same for so long, and it counts
TOLERANCE_S = 1e-6  # of time stamps, which are sums of decimal fractions
MEMORY_S = 2.2  # older looks no longer count
MOST_WEIGHT = 4.0  # looks that agree for long may still all be wrong in the same way
FEW_GLANCES = 4  # the first looks may misread what later ones read
LEAP_NATS = 6.0  # a look that fits another explanation so much better shows another board
CALM_SHARE = 0.1  # how much one calm look counts in what is known of the reader's steadiness
MOST_PASSED = 4  # boards remembered that were seen in between; more moves are not made at once
UNSTEADY = 0.05  # a reader that misreads something in more calm looks than this is looked at longer

WrongGroups = tuple[tuple[int, Look], ...]  # each group that is wrong, with the look it has


@dataclass(frozen=True, slots=True)
class Glance:
    """One quiet look: when, what it says by itself, and whether something had stirred just before
    it.
    """

    t: float
    alone: Evidence
    stirred: bool


@dataclass(frozen=True, slots=True)
class Trouble:
    """What is `wrong` and cannot be explained, and since when."""

    wrong: WrongGroups
    since: float


@dataclass(frozen=True, slots=True)
class Watch:
    """What was seen and felt since the position was last confirmed."""

    # the quiet looks since the board came to rest, and what they say together
    glances: tuple[Glance, ...] = ()
    best: Hypothesis | None = None  # as which they read
    since: float = 0.0  # when they began to read so
    explained_since: float | None = None  # and since when that leaves nothing open
    before: Watch | None = None  # what several looks had made of this when the last one leapt
    standing: Node | None = None  # the position in the last quiet look
    # what the board showed when the last move was believed, and whenever a hand came before the
    # position was confirmed
    passed: tuple[Evidence, ...] = ()
    came: frozenset[int] | None = None  # sites to which stones came with the last move, if known

    # what is wrong
    trouble: Trouble | None = None  # what nothing explains
    idle: frozenset[int] = frozenset()  # groups that were complained of
    swept: frozenset[int] = frozenset()  # those from which stones were swept off, or to which

    # hands and other things that come over the board
    covered: tuple[str, ...] = ()  # sites, now
    hand: bool = False  # something was over the board
    stirs: bool = False  # something did in the last look
    stirred: bool = False  # something came since the last move
    rests: bool = False  # in the last look what had come was gone, or just going
    # somebody came and went since the last move, and what they did may have gone unseen
    visited: bool = False

    # the reader
    layout: Layout | None = None
    sees_hands: bool = False  # it can tell them: something ever was over the board
    misread: float = 0.0  # share of late looks at an undisturbed board in which a site was misread
    feels: bool = False  # there are reeds
    felt: tuple[int, ...] = ()  # groups on which they felt a lift or place
    felt_before: tuple[int, ...] = ()  # the time before, after which the position stood as it had

    def elsewhere(self) -> Watch:
        """Of another game, or board, that the same reader looks at."""
        return Watch(feels=self.feels, sees_hands=self.sees_hands)

    def unsettled(self) -> Watch:
        """The same, waiting for the board to come to rest again."""
        return replace(self, glances=(), best=None, before=None)

    def anew(self) -> Watch:
        """The same, but nobody knows what has been done at the board meanwhile."""
        visited = self.visited or may_have_moved(self)
        return replace(self.unsettled(), passed=(), visited=visited, stirred=True)

    def confirmed(self) -> Watch:
        """The position is known to stand; what led to it is done with."""
        return replace(self, hand=False, felt=(), felt_before=(), idle=frozenset(),
                       swept=frozenset(), trouble=None, passed=())  # fmt: skip

    def standing_still(self) -> Watch:
        """The same, but what was felt may be half of a move that nothing shows."""
        return replace(self.confirmed(), felt_before=self.felt or self.felt_before)

    def moved_on(self) -> Watch:
        """Another position stands from now on."""
        return replace(self.confirmed().unsettled().unvisited(), came=None)

    def believed(self) -> Watch:
        """What the looks showed stands from now on; some of it may be the next move's."""
        shown = evidence_of(self)
        if shown is None:
            return self.moved_on()
        came = shown.occupied() - self.passed[0].occupied() if self.passed else None
        return replace(self.moved_on(), passed=(shown,), came=came)

    def unvisited(self) -> Watch:
        """The same when nobody can have made a move yet."""
        return replace(self, stirred=False, visited=False)


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

    @property
    def expected(self) -> Appearance:
        """How the position that should stand there looks."""
        return self.standing.appearance

    @property
    def settled(self) -> bool:
        """Whether the board has looked the same for long enough."""
        return self.held_s >= SETTLED_S

    def changed_by(self, what: Hypothesis) -> list[int]:
        """The groups that an explanation says have changed."""
        after = what.node.appearance
        return [group for group, looks in enumerate(after) if looks != self.expected[group]]

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
    comes = bool(covered or felt or (observation.stirred and not watch.stirs))
    seen = replace(
        watch,
        layout=observation.layout,
        felt=watch.felt + felt,
        feels=watch.feels or bool(felt),
        hand=watch.hand or bool(covered or felt),
        sees_hands=watch.sees_hands or bool(covered),
        covered=covered,
        stirred=watch.stirred or comes,
        stirs=observation.stirred,
        rests=not covered and bool(not observation.stirred or watch.covered),
        visited=watch.visited or (comes and may_have_moved(watch)),
    )
    if not (covered or felt):
        return seen
    return replace(seen.unsettled(), passed=_passed(watch))


def may_have_moved(watch: Watch) -> bool:
    """Whether somebody came and went, and left a board that shows what stood there for all that can
    be seen, which may not be all.
    """
    shown = evidence_of(watch) if watch.stirred and watch.rests else None
    if shown is None or watch.standing is None:
        return False
    if watch.glances[-1].alone.against(watch.standing.appearance):
        return False
    return bool(unseen_steps(watch.standing, shown))


def _passed(watch: Watch) -> tuple[Evidence, ...]:
    """What the board showed in between, with what it showed up to now; what was put back is done
    with.
    """
    shown = evidence_of(watch)
    if shown is None or watch.best is None:
        return watch.passed
    before = () if watch.best.stays else watch.passed
    return (*before, shown)[-MOST_PASSED:]


def _stood(watch: Watch) -> bool:
    """Whether the look before showed exactly that the board stood as it should."""
    if not watch.felt or not watch.glances or watch.best is None or not watch.best.stays:
        return False
    alone = watch.glances[-1].alone
    return alone.worst(watch.best.node.appearance) <= FIT_NATS and not alone.turns_unseen()


def look(watch: Watch, observation: Observation, line: Line) -> tuple[Watch, Hypotheses]:
    """Take in one quiet look at the board on which `line` is played."""
    rows = tuple([bounded(row) for row in observation.looks])
    alone = weigh(observation.layout, rows, 1.0)
    glance = Glance(observation.t, alone, observation.stirred)
    if alone.colour_blind() and not watch.feels:
        watch = replace(watch, feels=True)
    watch = _resumed(watch, alone)
    if not watch.visited and alone.against(line.now.appearance) and may_have_moved(watch):
        watch = replace(watch, visited=True)  # the board has changed, so somebody came once more
    watch = replace(watch, standing=line.now)
    known = _circumstances(watch, line.now, glance.t)
    ranking = rank(line, alone, known)
    if watch.best is None or _leaps(alone, ranking[0], watch.best, watch.glances):
        return _read_on(_begun_with(watch, glance), alone, line, ranking)
    watch = _joined(watch, glance, watch.best)
    together = _together(watch, observation.layout)
    return _read_on(watch, together, line, rank(line, together, known))


def _circumstances(watch: Watch, now: Node, t: float) -> Circumstances:
    """What is known at `t` besides the looks at a board on which `now` should stand."""
    clear_since = watch.explained_since
    felt = watch.felt if watch.feels else None
    return Circumstances(
        hand=watch.hand or watch.feels or not watch.sees_hands,
        felt=felt,
        held_s=0.0 if clear_since is None else t - clear_since,
        idle=watch.idle,
        empty=now.empty if felt else frozenset(),
        passed=watch.passed,
        visited=watch.visited,
        came=watch.came,
    )


def _begun_with(watch: Watch, glance: Glance) -> Watch:
    """A look that leaps begins anew; what several looks before it said is kept beside it."""
    before = watch if len(watch.glances) > 1 else None
    watch = replace(watch.unsettled(), since=glance.t, explained_since=None)
    return replace(watch, glances=(glance,), before=before)


def _joined(watch: Watch, glance: Glance, best: Hypothesis) -> Watch:
    """The recent looks with one more; of looks that have turned only the last two."""
    recent = (*(g for g in watch.glances if glance.t - g.t <= MEMORY_S), glance)
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


def _leaps(
    alone: Evidence, now: Hypothesis, before: Hypothesis, glances: tuple[Glance, ...]
) -> bool:
    """Whether one look by itself shows something else than the looks before it. Reeds misread
    nothing, so there any difference counts.
    """
    if alone.colour_blind() and glances:
        return alone.rows != glances[-1].alone.rows
    return before.misfit(alone) - now.misfit(alone) > LEAP_NATS


def _has_turned(recent: tuple[Glance, ...], best: Hypothesis) -> bool:
    """Whether the last two looks both show something that `best` does not and the looks before them
    do not: nobody's hand was seen, and yet the board has changed.
    """
    against = [set(glance.alone.against(best.node.appearance)) for glance in recent]
    if len(recent) < 3 or not against[-1]:
        return False
    return bool((against[-1] & against[-2]).difference(*against[:-2]))


def _read_on(
    watch: Watch, together: Evidence, line: Line, ranking: tuple[Hypothesis, ...]
) -> tuple[Watch, Hypotheses]:
    """Another explanation of the same looks begins its own time of being held, if it is one."""
    best, t = ranking[0], watch.glances[-1].t
    fits = best.fits(together)
    before = watch.best or best
    changed = before.misfit(together) - best.misfit(together) > DOUBT_NATS
    since = t if changed and fits else watch.since
    clear_since = None if changed else watch.explained_since
    clear_since = (t if clear_since is None else clear_since) if fits else None
    watch = replace(watch, best=best, since=since, explained_since=clear_since)
    held_s = t - since + TOLERANCE_S
    explained_s = 0.0 if clear_since is None else t - clear_since + TOLERANCE_S
    looks = tuple([glance.alone for glance in watch.glances])
    steady = watch.misread <= UNSTEADY
    hypotheses = Hypotheses(t, together, line.now, ranking, held_s, explained_s, looks, steady)
    if best.stays and len(looks) > 1 and not looks[-1].against(hypotheses.expected):
        # the board cannot have changed and back
        erred = bool(looks[-2].against(hypotheses.expected))
        watch = replace(watch, misread=watch.misread + CALM_SHARE * (erred - watch.misread))
    return watch, hypotheses


def _together(watch: Watch, layout: Layout) -> Evidence:
    spanned_s = watch.glances[-1].t - watch.glances[0].t
    weight = min(1 + spanned_s / SETTLED_S, MOST_WEIGHT)
    return weigh(layout, mean_rows(tuple(glance.alone.rows for glance in watch.glances)), weight)


def evidence_of(watch: Watch) -> Evidence | None:
    """What the looks so far say together, None if nothing was seen since the board came to rest."""
    if not watch.glances or watch.layout is None:
        return None
    # what stirs all the time may be a hand that is not seen as one
    at_rest = not all(glance.stirred for glance in watch.glances)
    return replace(_together(watch, watch.layout), at_rest=at_rest)


def wrong_groups(evidence: Evidence, expected: Line) -> WrongGroups:
    """The groups that are plainly seen to be other than expected."""
    groups = evidence.against(expected.now.appearance, SEEN_NATS)
    return tuple((group, evidence.seen(group)) for group in groups)


def note_trouble(watch: Watch, hypotheses: Hypotheses, expected: Line) -> Watch:
    """Remember since when the board has shown this, which nothing explains."""
    wrong = wrong_groups(hypotheses.evidence, expected)
    before = watch.trouble
    if before and before.wrong == wrong:
        return watch
    if before and len(watch.glances) < FEW_GLANCES and set(wrong) < set(before.wrong):
        return replace(watch, trouble=Trouble(wrong, before.since))  # the rest was misread at first
    anew = before is None or watch.since > before.since
    return replace(watch, trouble=Trouble(wrong, watch.since if anew else hypotheses.t))
