"""When the board has come to rest, and what the looks since then say together.

A look that reads the same as the ones before it joins them; one that reads differently, and
anything over the board, begins anew. Looks close in time are not independent, so what they weigh
together grows with the time they span, not with their number.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from pi_board.core.layout import Layout
from pi_board.core.observation import Observation
from pi_board.referee.evidence import Evidence, Row, bounded, mean_rows, weigh
from pi_board.referee.hypotheses import Circumstances, Hypothesis, rank
from pi_board.referee.line import Line

SETTLED_S = 0.4  # the same for so long, and it counts
TOLERANCE_S = 1e-6  # of time stamps, which are sums of decimal fractions
MEMORY_S = 1.2  # older looks no longer count
MOST_WEIGHT = 4.0  # looks that agree for long may still all be wrong in the same way

Key = tuple[int, tuple[str, ...], int]


@dataclass(frozen=True, slots=True)
class Glance:
    """One quiet look: when, and the bounded log-probabilities of every site."""

    t: float
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Trouble:
    """What cannot be explained, and since when: (group, look) of each wrong group."""

    wrong: tuple[tuple[int, tuple[int, ...]], ...]
    since: float


@dataclass(frozen=True, slots=True)
class Watch:
    """What was seen and felt since the position was last confirmed.

    `glances` read as `key` since `since` · `hand`: something was over the board · `covered`: what
    is covered now · `felt`: groups the reeds felt a lift or place on · `feels`: there are reeds.
    """

    glances: tuple[Glance, ...] = ()
    key: Key | None = None
    since: float = 0.0
    hand: bool = False
    covered: tuple[str, ...] = ()
    felt: tuple[int, ...] = ()
    feels: bool = False
    trouble: Trouble | None = None

    def unsettled(self) -> Watch:
        """The same, waiting for the board to come to rest again."""
        return replace(self, glances=(), key=None)

    def confirmed(self) -> Watch:
        """The position is known to stand; what led to it is done with."""
        return replace(self, hand=False, felt=(), trouble=None)


@dataclass(frozen=True, slots=True)
class Reading:
    """What the quiet looks together say: the explanations best first, and for how long already."""

    t: float
    evidence: Evidence
    ranking: tuple[Hypothesis, ...]
    held_s: float

    @property
    def settled(self) -> bool:
        """Whether the board has looked the same for long enough."""
        return self.held_s >= SETTLED_S - TOLERANCE_S


def feel(watch: Watch, observation: Observation) -> Watch:
    """Take in what the reeds felt and what is covered."""
    felt = tuple(_groups(observation.layout, observation.touched))
    covered = observation.obstructed
    seen = replace(
        watch,
        felt=watch.felt + felt,
        feels=watch.feels or bool(felt),
        hand=watch.hand or bool(covered or felt),
        covered=covered,
    )
    return seen.unsettled() if covered else seen


def _groups(layout: Layout, sites: tuple[str, ...]) -> list[int]:
    group_of = {site: group for group, members in enumerate(layout.groups) for site in members}
    return [group_of[layout.site(name)] for name in sites]


def look(watch: Watch, observation: Observation, line: Line) -> tuple[Watch, Reading]:
    """Take in one quiet look at the board on which `line` is played."""
    glance = Glance(observation.t, tuple([bounded(row) for row in observation.looks]))
    alone = weigh(observation.layout, glance.rows, 1.0)
    if alone.colour_blind() and not watch.feels:
        watch = replace(watch, feels=True)
    known = Circumstances(watch.hand, watch.felt if watch.feels else None)
    ranking = rank(line, alone, known)
    if not watch.glances or ranking[0].key != watch.key:
        watch = replace(watch, glances=(glance,), key=ranking[0].key, since=glance.t)
        return watch, Reading(glance.t, alone, ranking, 0.0)
    recent = tuple(g for g in watch.glances if glance.t - g.t <= MEMORY_S)
    watch = replace(watch, glances=(*recent, glance))
    together = _together(watch, observation.layout)
    held_s = glance.t - watch.since
    return watch, Reading(glance.t, together, rank(line, together, known), held_s)


def _together(watch: Watch, layout: Layout) -> Evidence:
    held_s = watch.glances[-1].t - watch.since
    weight = min(1 + held_s / SETTLED_S, MOST_WEIGHT) if len(watch.glances) > 1 else 1.0
    return weigh(layout, mean_rows(tuple(glance.rows for glance in watch.glances)), weight)


def note_trouble(watch: Watch, reading: Reading, expected: Line) -> Watch:
    """Remember since when the board has shown this, which nothing explains."""
    evidence = reading.evidence
    wrong = tuple(
        (group, evidence.seen(group)) for group in evidence.against(expected.now.appearance)
    )
    if watch.trouble and watch.trouble.wrong == wrong:
        return watch
    return replace(watch, trouble=Trouble(wrong, watch.since if not watch.trouble else reading.t))
