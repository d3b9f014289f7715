"""What may have happened on the board, best explanation first.

An explanation takes back `undo` moves and then plays `steps`: nothing at all (the board stands as
it stood), a legal move, a whole turn done in one go, a move and the opponent's quick reply, a stone
slid on to another target, a return to an earlier position. Each costs what the look says against
it, what the touches say against it, and a prior that prefers few moves. All costs are in nats.

Only what a step changes is counted, relative to the position before, so a legal move costs a few
additions. Sequences are followed only while the moves still to come could mend what does not fit.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import accumulate, pairwise
from math import inf

from pi_board.core.layout import Appearance, Surface
from pi_board.referee.continuations import Node
from pi_board.referee.evidence import DOUBT_NATS, SEEN_NATS, Evidence
from pi_board.referee.hypothesis import (
    FEW_STEPS,
    HAND_PRIOR,
    NO_HAND_PRIOR,
    SAME_TURN_PRIOR,
    UNSEEN_PRIOR,
    Circumstances,
    Hypothesis,
)
from pi_board.referee.line import Line
from pi_board.referee.returning import by_another_way, is_turn, revisions, take_backs
from pi_board.referee.stones import total as stones_in
from pi_board.referee.stones import with_one_fewer
from pi_board.referee.touching import MISSED, STRAY, touch_cost
from pi_board.referee.unseen import unseen_steps

REPLY_PRIOR = 12.0  # the opponent has answered before the board settled
STRANGE_NATS = 5.0  # touches that agree with a move so badly make it doubtful by themselves
MOST_AGAINST_EYES = 15.0  # touches say no more than this against what was seen
MARGIN_NATS = 8.0  # a lead over the next explanation that is believed
FIT_NATS = 1.0  # a site this little against the position raises no question
MAX_PLIES = 5
MAX_TURNS = 2  # the mover and the opponent's quick reply
GROUPS_A_PLY = 3  # how many groups a move can mend; more is rare and only costs speed
MENDABLE_NATS = 20.0  # what may stay unexplained while a sequence is being followed
MANY = 3  # moves at once or more
MOVES_A_STEP = 4  # listing so many moves takes as long as working out where one leads
MAX_STEPS = 500  # steps looked at in all, which bounds the time
MOST_FELT = 40  # so many explanations are compared with the touches
EQUAL_NATS = 1e-6  # explanations that look the same, but for rounding
SHOWN_WEIGHT = 2.0  # looks worth as much as those of a board that has settled
CONTRADICTED_NATS = 12.0  # a stone plainly seen elsewhere costs 16; one in the hand half of it
CLOSE_NATS = 25.0  # explanations further behind than this are not worth ranking by touch


def rank(line: Line, evidence: Evidence, known: Circumstances) -> tuple[Hypothesis, ...]:
    """The explanations of `evidence`, best first; never empty.

    Equal ones are in order of text, but for what was seen in between.
    """
    staying = evidence.total(line.now.appearance) * evidence.weight
    stay = Hypothesis(0, (), line.now, staying)
    if evidence.worst(line.now.appearance) <= FIT_NATS:
        return (stay,)
    found = [stay, *_continuations(stay, evidence, known), *revisions(line, evidence, known)]
    if known.visited:
        found.extend(_after_unseen(stay, evidence, known))
    onward = [h for h in found if len(h.steps) < 2 and not h.undo]
    plain = [h for h in onward if not _hardly_seen(line.now, h, evidence)]
    if all(evidence.against(h.node.appearance) for h in plain):
        found.extend(take_backs(line, evidence))
    if all(evidence.against(h.node.appearance) for h in found):
        found.extend(by_another_way(line, evidence))
    if evidence.colour_blind():
        for standing in _standing(stay, found, known):
            found.extend(_lifted(standing, evidence, known))
    if known.felt is not None:
        most = inf if evidence.colour_blind() else MOST_AGAINST_EYES
        found = _with_touches(stay, found, known.felt, known.idle, most)
    found.sort(key=lambda h: h.cost)  # equal ones stay in the order of their texts
    ranking = _doubted(stay, _by_what_passed(stay, found, known.passed), known.passed)
    return tuple(_slid_first(stay, ranking, evidence))


def _slid_first(
    stay: Hypothesis, ranking: list[Hypothesis], evidence: Evidence
) -> list[Hypothesis]:
    """The explanations, best first; if the best one is that a tile was turned, it is to be asked
    about, and so is that a stone slid from it or to it just before, if that fits as well (in a
    glare, say): then the other player turned it.
    """
    best, *others = ranking
    if stay.node.layout.surface is not Surface.TILES or len(best.steps) != 1 or best.undo:
        return ranking
    turn = best.steps[0]
    if not is_turn(turn):
        return ranking
    most = evidence.total(best.node.appearance) + DOUBT_NATS
    slid = [
        Hypothesis(0, (slide, reply), reply.node, best.cost)
        for slide in stay.node.steps_touching(set(turn.changed))
        if not is_turn(slide)
        for reply in slide.node.steps_touching(set(turn.changed))
        if reply.text == turn.text and evidence.total(reply.node.appearance) < most
    ]
    if not slid:
        return ranking
    keys = {h.key for h in slid}
    return [replace(best, asked=True), *slid, *(h for h in others if h.key not in keys)]


def _by_what_passed(
    stay: Hypothesis, ranking: list[Hypothesis], passed: tuple[Evidence, ...]
) -> list[Hypothesis]:
    """The explanations, best first, given also what the board showed in between: of those that cost
    the same and end alike (the same moves in another order) it speaks for the one that led there. A
    glimpse is too little where the order decides whose turn it is, or which tile is protected.
    """
    if not passed:
        return ranking
    best = ranking[0]
    equal = [h for h in ranking if h.cost <= best.cost + EQUAL_NATS and _looks_alike(h, best)]
    if not any(_shown(_way(stay, h), passed) for h in equal):
        equal = [h for h in equal if h.node.position == best.node.position]
    if len(equal) < 2:
        return ranking
    against = [_unlike(_way(stay, h), passed) for h in equal]
    dearer = {
        h.key: replace(h, cost=h.cost + more - min(against))
        for h, more in zip(equal, against, strict=True)
    }
    return sorted((dearer.get(h.key, h) for h in ranking), key=lambda h: h.cost)


def _doubted(
    stay: Hypothesis, ranking: list[Hypothesis], passed: tuple[Evidence, ...]
) -> list[Hypothesis]:
    """The explanations, best first, the best one to be asked about if it is several moves and what
    the board showed in between is no position on its way, in whatever order they were made: the
    first may have been another move. Of what reeds show, stones are gone from most positions.

    On tiles also if it is one move, and a stone plainly lay elsewhere in between while the board
    was at rest: somebody may have moved and moved back, and the other player have turned the tile.
    (One that is turned further, or turned back, is nothing to ask about.)
    """
    best, *others = ranking
    if not best.steps or best.undo or not passed or passed[-1].colour_blind():
        return ranking
    tiles = passed[-1].layout.surface is Surface.TILES
    if len(best.steps) < 2 and not tiles:
        return ranking
    ways = [_way(stay, h) for h in ranking if h is best or _looks_alike(h, best)]
    asked = best.asked or (tiles and any(_stone_moved(ways, look) for look in passed))
    if len(best.steps) > 1:
        against = min(_on_no_way(way, passed) for way in ways)
        asked = asked or against > CONTRADICTED_NATS
        best = replace(best, shown=_shown(_way(stay, best), passed))
    return [replace(best, asked=asked), *others]


def _stone_moved(ways: list[tuple[Node, ...]], look: Evidence) -> bool:
    """Whether a look at a board of tiles at rest plainly shows other stones on a tile than any of
    the positions on these ways has. None comes from nowhere: a stone too many counts as far as one
    of its colour may be gone from another tile, whichever way that lies.
    """
    if look.weight < SHOWN_WEIGHT or not look.at_rest:
        return False
    appearances = [node.appearance for way in ways for node in way]
    never = set.intersection(*(set(look.against(one, SEEN_NATS)) for one in appearances))
    if not never:
        return False
    black_gone, white_gone = _against_gone(look, appearances[0])
    for group in never:
        here = stones_in(look.layout, look.seen(group))
        against = min(look.cost(group, one[group]) for one in appearances)
        for wanted in {wanted for one in appearances for wanted in one[group]}:
            there = stones_in(look.layout, wanted)
            fewer = here.b < there.b or here.w < there.w
            black_came = here.b > there.b and against > black_gone
            white_came = here.w > there.w and against > white_gone
            if fewer or black_came or white_came:
                return True
    return False


def _against_gone(look: Evidence, expected: Appearance) -> tuple[float, float]:
    """How badly a look agrees at best with a black stone being gone from where it is expected, and
    with a white one.
    """
    least = [inf, inf]
    for group, allowed in enumerate(expected):
        there = [stones_in(look.layout, wanted) for wanted in allowed]
        for other, cost in look.costs[group].items():
            here = stones_in(look.layout, other)
            if all(here.b < one.b for one in there):
                least[0] = min(least[0], cost)
            if all(here.w < one.w for one in there):
                least[1] = min(least[1], cost)
    return least[0], least[1]


def _shown(nodes: tuple[Node, ...], looks: tuple[Evidence, ...]) -> bool:
    """Whether every position on the way was plainly seen in between, and for as long as a move is
    looked at, one after the other, and nothing else was.
    """
    if _unlike(nodes, looks) > DOUBT_NATS:
        return False
    left = iter(look for look in looks if look.weight >= SHOWN_WEIGHT)
    return all(
        any(_is_only(look, now, (before, after)) for look in left)
        for before, now, after in zip(nodes, nodes[1:], nodes[2:], strict=False)
    )


def _is_only(look: Evidence, now: Node, others: tuple[Node, ...]) -> bool:
    """Whether a look shows this position and none of the others."""
    return look.worst(now.appearance) <= FIT_NATS and all(
        look.worst(other.appearance) > DOUBT_NATS for other in others
    )


def _way(stay: Hypothesis, what: Hypothesis) -> tuple[Node, ...]:
    """The positions from the one that should stand to where an explanation leads."""
    return (stay.node, *(step.node for step in what.steps))


def _on_no_way(nodes: tuple[Node, ...], looks: tuple[Evidence, ...]) -> float:
    """How badly `looks` agree with these positions, each with the one that fits best."""
    return sum(min(look.total(node.appearance) for node in nodes) for look in looks)


def _looks_alike(one: Hypothesis, other: Hypothesis) -> bool:
    """Whether two explanations are as many moves onward and leave the same board behind."""
    same = len(one.steps) == len(other.steps) and one.node.appearance == other.node.appearance
    return same and not one.undo and one.lifted == other.lifted


def _unlike(nodes: tuple[Node, ...], looks: tuple[Evidence, ...]) -> float:
    """How badly `looks`, one after the other, agree with positions that follow one another: each
    with the one that fits best, none with an earlier one than the look before.
    """
    least = [0.0] * len(nodes)  # if the look before showed this position or an earlier one
    for look in looks:
        costs = (
            before + look.total(node.appearance) * look.weight
            for before, node in zip(least, nodes, strict=True)
        )
        least = list(accumulate(costs, min))
    return least[-1]


def _continuations(
    stay: Hypothesis, evidence: Evidence, known: Circumstances
) -> Iterator[Hypothesis]:
    """Legal sequences from the position at hand, breadth first."""
    first_prior = HAND_PRIOR if known.hand else NO_HAND_PRIOR
    felt = frozenset(known.felt or ())
    best = stay.cost
    level, looked_at = [(stay, first_prior)], 0
    for depth in range(MAX_PLIES):
        grown: list[tuple[Hypothesis, float]] = []
        for hypothesis, prior in level:
            if looked_at > MAX_STEPS:
                return
            if depth and not _worth_following(hypothesis, evidence, best, prior):
                continue
            looked_at += len(hypothesis.node.moves) // MOVES_A_STEP
            for after in _one_more(hypothesis, evidence, prior, felt):
                looked_at += 1
                best = min(best, after.cost)
                yield after
                grown.extend(_next_prior(stay, after))
        level = sorted(grown, key=lambda pair: pair[0].cost)


def _after_unseen(
    stay: Hypothesis, evidence: Evidence, known: Circumstances
) -> Iterator[Hypothesis]:
    """A move that nothing shows, made when somebody last was at the board, and one that is seen.

    What little speaks against the first counts once: looks at a glare are all alike.
    """
    felt = frozenset(known.felt or ())
    now = evidence.total(stay.node.appearance)
    for step in unseen_steps(stay.node, evidence):
        against = max(0.0, evidence.total(step.node.appearance) - now)
        before = Hypothesis(0, (step,), step.node, stay.cost + against + UNSEEN_PRIOR)
        for after in _one_more(before, evidence, HAND_PRIOR, felt):
            yield replace(after, asked=True)


def _one_more(
    before: Hypothesis, evidence: Evidence, prior: float, felt: frozenset[int]
) -> Iterator[Hypothesis]:
    """`before` with one more move; of many moves only those that mend what is doubtful, or that
    were `felt` from beginning to end (the reply may come to stand where they left).

    Where there are few (Linja), all are tried: a stone may leave a row that the next one fills.
    """
    cost, weight = evidence.cost, evidence.weight
    costs = evidence.by_group(before.node.appearance)
    doubtful = {group for group, one in enumerate(costs) if one > FIT_NATS}
    few = len(before.node.moves) <= FEW_STEPS
    for step in before.node.steps if few else before.node.steps_touching(doubtful | felt):
        new = step.node.appearance
        changes = [cost(group, new[group]) - costs[group] for group in step.changed]
        mends = [change for group, change in zip(step.changed, changes, strict=True)
                 if group in doubtful and change < FIT_NATS]  # fmt: skip
        if mends or few or (felt and felt.issuperset(step.changed)):
            total = before.cost + sum(changes) * weight + prior
            yield Hypothesis(before.undo, (*before.steps, step), step.node, total)


def _next_prior(stay: Hypothesis, after: Hypothesis) -> Iterator[tuple[Hypothesis, float]]:
    """`after` and the prior of one more move, unless two turns are over already."""
    movers = [stay.node.to_move, *(step.node.to_move for step in after.steps)]
    changes = sum(one != other for one, other in pairwise(movers))
    if changes < MAX_TURNS:
        yield after, SAME_TURN_PRIOR if movers[-1] == movers[-2] else REPLY_PRIOR


def _worth_following(h: Hypothesis, evidence: Evidence, best: float, prior: float) -> bool:
    """Whether another move could make this the best explanation, and a good one."""
    costs = sorted(evidence.by_group(h.node.appearance))
    total = sum(costs)
    rest = total - sum(costs[-GROUPS_A_PLY:])
    if rest > MENDABLE_NATS or costs[-1] <= DOUBT_NATS:
        return False
    return h.cost - (total - rest) * evidence.weight + prior <= best + MARGIN_NATS


def _hardly_seen(before: Node, h: Hypothesis, evidence: Evidence) -> bool:
    """Whether no more speaks for a move than one row (of several places): a stone went beside the
    board or came from there, and that may just as well be a move taken back.
    """
    changed = h.steps[-1].changed if h.steps else ()
    told = [g for g in changed if evidence.cost(g, before.appearance[g]) > FIT_NATS]
    return len(told) == 1 and len(before.layout.groups[told[0]]) > 1


def _standing(stay: Hypothesis, found: list[Hypothesis], known: Circumstances) -> list[Hypothesis]:
    """What may stand on the board but for a stone in the hand: the position, and what explains the
    look best, or all of it but its last move if it was not all felt. If it is many moves, going
    back or a stone that went beside the board, also the best single moves: hands go on.
    """
    best = _likeliest(stay, found, known)
    single = [h for h in found if len(h.steps) == 1 and not h.undo]
    beside = len(best.steps) > 1 and any(len(way) < 2 for way in best.steps[-1].ways[-1:])
    far_fetched = best.undo or beside or len(best.steps) >= MANY
    least = min((h.cost for h in single), default=0.0)
    more = [h for h in single if far_fetched and h.cost <= least + MARGIN_NATS][:MOST_FELT]
    undo, texts, _ = best.key
    unsure = len(texts) > 1 and _touches(stay, best, known.felt or (), known.idle) >= MISSED
    unfinished = [h for h in found if unsure and h.key == (undo, texts[:-1], -1)]
    own = {id(h): h for h in (stay, best, *unfinished)}
    return [*more, *(h for h in own.values() if h not in more)]


def _lifted(standing: Hypothesis, evidence: Evidence, known: Circumstances) -> Iterator[Hypothesis]:
    """One stone is off the board, as far as can be told, and will come down somewhere."""
    old = standing.node.appearance
    for group in evidence.against(old):
        looks = frozenset(
            fewer for look in old[group] for fewer in with_one_fewer(evidence.layout, look)
        )
        others = set(evidence.against(old)) - {group}
        if looks and not others and evidence.cost(group, looks) <= DOUBT_NATS:
            change = evidence.cost(group, looks) - evidence.cost(group, old[group])
            cost = standing.cost + change * evidence.weight + HAND_PRIOR + known.patience
            yield replace(standing, cost=cost, lifted=group, bare=looks)


def _likeliest(stay: Hypothesis, found: list[Hypothesis], known: Circumstances) -> Hypothesis:
    """The best of `found`; of those that look the same, the one that was felt."""
    least = min(h.cost for h in found)
    equal = [h for h in found if h.cost <= least + EQUAL_NATS][:MOST_FELT]
    if known.felt is None:
        return equal[0]
    felt, idle = known.felt, known.idle
    return min(equal, key=lambda h: _touches(stay, h, felt, idle))


def _with_touches(
    stay: Hypothesis,
    found: list[Hypothesis],
    felt: tuple[int, ...],
    idle: frozenset[int],
    most: float,
) -> list[Hypothesis]:
    best = min(h.cost for h in found)
    close = sorted((h for h in found if h.cost <= best + CLOSE_NATS), key=lambda h: h.cost)
    worth = [stay, *(h for h in close[:MOST_FELT] if h is not stay)]
    return [_felt(h, min(_touches(stay, h, felt, idle), most)) for h in worth]


def _felt(h: Hypothesis, against: float) -> Hypothesis:
    return replace(h, cost=h.cost + against, felt=against)


def _touches(stay: Hypothesis, h: Hypothesis, felt: tuple[int, ...], idle: frozenset[int]) -> float:
    if h.stays:
        return min(
            touch_cost(felt, (), idle), MISSED
        )  # fingers fiddle; the board stands as it stood
    if h.undo:  # how a hand takes back is anybody's guess, but it touches what has changed
        now, then = stay.node.appearance, h.node.appearance
        changed = {group for group, looks in enumerate(now) if looks != then[group]}
        return MISSED * len(changed - set(felt)) + STRAY * len(set(felt) - changed - idle)
    ways = tuple(step.ways or ((),) for step in h.steps)
    if h.lifted is not None:
        ways = (*ways, ((h.lifted,),))
    return touch_cost(felt, ways, idle)
