"""What was seen and felt at the board since its position was last confirmed."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pi_board.core.layout import Layout, Look
from pi_board.referee.continuations import Node
from pi_board.referee.evidence import Evidence, mean_rows, weigh
from pi_board.referee.hypothesis import Hypothesis
from pi_board.referee.unseen import unseen_steps

SETTLED_S = 0.4  # the same for so long, and it counts
MOST_WEIGHT = 4.0  # looks that agree for long may still all be wrong in the same way

WrongGroups = tuple[tuple[int, Look], ...]  # each group that is wrong, with the look it has
# each group that is misseen, with the look it has and those that the position allows there
Misseen = tuple[tuple[int, Look, frozenset[Look]], ...]


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
class Hands:
    """Hands and other things that come over the board, as far as they are noticed."""

    covered: tuple[str, ...] = ()  # sites, now
    came_over: bool = False  # something was over the board since the position was confirmed
    covered_since: float | None = None  # since when something was over the board in every look
    hidden_s: float = 0.0  # for how long that was at most since the position was confirmed
    stirs: bool = False  # something did in the last look
    stirred: bool = False  # something came since the last move
    rests: bool = False  # in the last look what had come was gone, or just going
    # somebody came and went since the last move, and what they did may have gone unseen
    visited: bool = False


@dataclass(frozen=True, slots=True)
class Sensor:
    """What the looks so far have told of whatever makes them."""

    sees_hands: bool = False  # it can tell them: something ever was over the board
    feels: bool = False  # there are reeds
    misread: float = 0.0  # share of late looks at an undisturbed board in which a site was misread
    looked_t: tuple[float, ...] = ()  # when it made the last few looks, calm or not

    def looking(self, t: float) -> Sensor:
        """The same, now that it has made a look at `t`."""
        return replace(self, looked_t=(*self.looked_t[-2:], t))

    @property
    def pace_s(self) -> float:
        """How far apart its looks are: the last ones before the newest, which may follow a gap."""
        return self.looked_t[-2] - self.looked_t[-3] if len(self.looked_t) > 2 else 0.0


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
    # the same, and what was seen of the rest of the board while something lay still over some of it
    glimpsed: tuple[Evidence, ...] = ()
    came: frozenset[int] | None = None  # sites to which stones came with the last move, if known

    # what is wrong
    misseen: Misseen = ()  # what looks so for good, though it is known to be something else
    trouble: Trouble | None = None  # what nothing explains
    idle: frozenset[int] = frozenset()  # groups that were complained of
    swept: frozenset[int] = frozenset()  # those from which stones were swept off, or to which

    hands: Hands = Hands()
    felt: tuple[int, ...] = ()  # groups on which reeds felt a lift or place
    lifted: frozenset[int] = frozenset()  # those from which stones were seen to be taken
    felt_before: tuple[int, ...] = ()  # the time before, after which the position stood as it had

    layout: Layout | None = None
    sensor: Sensor = Sensor()

    def elsewhere(self) -> Watch:
        """Of another game, or board, that the same reader looks at."""
        return Watch(sensor=replace(self.sensor, misread=0.0))

    def unsettled(self) -> Watch:
        """The same, waiting for the board to come to rest again."""
        return replace(self, glances=(), best=None, before=None)

    def anew(self) -> Watch:
        """The same, but nobody knows what has been done at the board meanwhile."""
        visited = self.hands.visited or may_have_moved(self)
        hands = replace(self.hands, visited=visited, stirred=True)
        return replace(self.unsettled(), passed=(), glimpsed=(), hands=hands)

    def confirmed(self) -> Watch:
        """The position is known to stand; what led to it is done with."""
        hands = replace(self.hands, came_over=False, hidden_s=0.0)
        return replace(self, hands=hands, felt=(), felt_before=(), lifted=frozenset(),
                       idle=frozenset(), swept=frozenset(), trouble=None, passed=(),
                       glimpsed=())  # fmt: skip

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
        return replace(self.moved_on(), passed=(shown,), glimpsed=(shown,), came=came)

    def unvisited(self) -> Watch:
        """The same when nobody can have made a move yet."""
        return replace(self, hands=replace(self.hands, stirred=False, visited=False))


def may_have_moved(watch: Watch) -> bool:
    """Whether somebody came and went, and left a board that shows what stood there for all that can
    be seen, which may not be all.
    """
    shown = evidence_of(watch) if watch.hands.stirred and watch.hands.rests else None
    if shown is None or watch.standing is None:
        return False
    if watch.glances[-1].alone.against(watch.standing.appearance):
        return False
    return bool(unseen_steps(watch.standing, shown))


def together(glances: tuple[Glance, ...]) -> Evidence:
    """What these looks, one at least, say together."""
    first, last = glances[0], glances[-1]
    weight = min(1 + (last.t - first.t) / SETTLED_S, MOST_WEIGHT)
    rows = mean_rows(tuple(glance.alone.rows for glance in glances))
    # what stirs all the time may be a hand that is not seen as one
    at_rest = not all(glance.stirred for glance in glances)
    return replace(weigh(last.alone.layout, rows, weight), at_rest=at_rest)


def evidence_of(watch: Watch) -> Evidence | None:
    """What the looks so far say together, None if nothing was seen since the board came to rest."""
    return together(watch.glances) if watch.glances else None
