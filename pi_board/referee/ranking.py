"""What may have happened on the board, best explanation first.

An explanation takes back `undo` moves and then plays `steps`: nothing at all (the board stands as
it stood), a legal move, a whole turn done in one go, a move and the opponent's quick reply, even
more turns where nothing else fits, a stone slid on to another target, a return to an earlier
position. Each costs what the look says against it, what the touches say against it, and a prior
that prefers few moves. All costs are in nats.

Only what a step changes is counted, relative to the position before, so a legal move costs a few
additions. Sequences are followed only while the moves still to come could mend what does not fit.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from math import inf

from pi_board.core.layout import Surface, groups_apart
from pi_board.referee.behind import turns_behind
from pi_board.referee.continuations import Node
from pi_board.referee.evidence import DOUBT_NATS, FIT_NATS, Evidence
from pi_board.referee.explain import legal_and_more
from pi_board.referee.hypothesis import (
    EQUAL_COST_NATS,
    FEW_STEPS,
    HAND_PRIOR,
    MANY,
    NO_HAND_PRIOR,
    REPLY_PRIOR,
    SAME_TURN_PRIOR,
    UNSEEN_PRIOR,
    Circumstances,
    Hypothesis,
    one_move,
)
from pi_board.referee.in_between import by_what_passed, doubted
from pi_board.referee.line import Line
from pi_board.referee.returning import (
    by_another_way,
    changed_and_replied,
    others_before,
    others_instead,
    put_back,
    revisions,
    take_backs,
    turned_again,
    turned_on,
)
from pi_board.referee.touching import MISSED, STRAY, touch_cost
from pi_board.referee.unseen import unseen_steps

STRANGE_NATS = 5.0  # touches that agree with a move so badly make it doubtful by themselves
MOST_AGAINST_EYES = 15.0  # touches say no more than this against what was seen
MARGIN_NATS = 8.0  # a lead over the next explanation that is believed
MAX_PLIES = 5
MAX_TURNS = 2  # the mover and the opponent's quick reply
MENDABLE_GROUPS = 4  # moves still to come may mend so many; more is rare and only costs speed
MENDABLE_NATS = 20.0  # what may stay unexplained besides while a sequence is being followed
MOVES_A_STEP = 4  # listing so many moves takes as long as working out where one leads
MAX_STEPS = 500  # steps looked at in all, which bounds the time
MOST_FELT = 40  # so many explanations are compared with the touches
CLOSE_NATS = 25.0  # explanations further behind than this are not worth ranking by touch


def rank(line: Line, evidence: Evidence, known: Circumstances) -> tuple[Hypothesis, ...]:
    """The explanations of `evidence`, best first; never empty.

    Equal ones are in order of text, but for what was seen in between.
    """
    staying = evidence.weighed(line.now.appearance)
    stay = Hypothesis(0, (), line.now, staying)
    if evidence.worst(line.now.appearance) <= FIT_NATS:
        return (stay,)
    found = [stay, *_continuations(stay, evidence, known), *revisions(line, evidence, known)]
    if known.visited:
        found.extend(_after_unseen(stay, evidence, known))
    onward = [h for h in found if len(h.steps) < 2 and not h.undo]
    plain = [h for h in onward if not hardly_seen(line.now, h, evidence)]
    if not any(h.fits(evidence) for h in plain):
        found.extend(take_backs(line, evidence, line.plies))
    else:
        found.extend([*put_back(line, evidence, known), *turned_on(line, evidence, known)])
    if not any(h.fits(evidence) for h in found):
        instead = [*by_another_way(line, evidence), *others_instead(line, evidence)]
        found.extend(instead or _many_moves(stay, line, evidence, known))
    elif evidence.colour_blind() and known.felt:  # without colours some sequence nearly always fits
        found.extend(others_instead(line, evidence))
    if evidence.colour_blind():
        for standing in _standing(stay, found, known):
            found.extend(_lifted(standing, evidence, known))
    if known.felt is not None:
        most = inf if evidence.colour_blind() else MOST_AGAINST_EYES
        found = _with_touches(stay, found, known, most)
    found.sort(key=lambda h: h.cost)  # equal ones stay in the order of their texts
    ranking = by_what_passed(stay, found, known, evidence)
    ranking = doubted(stay, ranking, known.passed, evidence)
    ranking = _slid_first(stay, ranking, evidence)
    return tuple(_or_otherwise(line, ranking, evidence, known))


def _many_moves(
    stay: Hypothesis, line: Line, evidence: Evidence, known: Circumstances
) -> list[Hypothesis]:
    """More turns than a move and the reply; unless these were seen, moves taken back and another
    one made may have led to the same board. A legal move and a single mistake are likelier;
    one and a stone knocked off are not, for a capture after moves taken back looks the same.
    """
    behind = turns_behind(stay, evidence, known.passed)
    if all(h.asked for h in behind):
        before = list(others_before(line, evidence))
        found = legal_and_more(line.now, evidence) if before else None
        if found is None or found.why is None:
            behind.extend(before)
    return behind


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
    turned = best.steps[0]
    if not turned.turns_tile:
        return ranking
    most = evidence.total(best.node.appearance) + DOUBT_NATS
    slid = [
        Hypothesis(0, (slide, reply), reply.node, best.cost)
        for slide in stay.node.steps_touching(set(turned.changed))
        if not slide.turns_tile
        for reply in slide.node.steps_touching(set(turned.changed))
        if reply.text == turned.text and evidence.total(reply.node.appearance) < most
    ]
    if not slid:
        return ranking
    keys = {h.key for h in slid}
    return [replace(best, asked=True), *slid, *(h for h in others if h.key not in keys)]


def _or_otherwise(
    line: Line, ranking: list[Hypothesis], evidence: Evidence, known: Circumstances
) -> list[Hypothesis]:
    """The explanations, best first; where several moves explain a board best, and the last one may
    just as well have been changed before, that is as likely.

    A tile that was turned before may have been turned again by the same player. Where nobody saw
    what the board showed in between, another move may have been made instead, or the opponent have
    replied to a stone slid on, unless it was felt that it was not so.
    """
    best, *others = ranking
    if len(best.steps) < 2 or best.undo:
        return ranking
    if best.shown:
        otherwise = list(turned_again(line, best))
    else:
        tiles = best.node.layout.surface is Surface.TILES
        instead = others_instead(line, evidence) if tiles else ()
        otherwise = [replace(h, cost=best.cost) for h in instead]
        if best.fits(evidence) and not _felt_in_order(best, known):
            otherwise.extend(changed_and_replied(line, evidence, best.cost))
    keys = {h.key for h in otherwise}
    return [best, *otherwise, *(h for h in others if h.key not in keys)]


def _felt_in_order(what: Hypothesis, known: Circumstances) -> bool:
    """Whether each of these moves was felt, and one after the other: a tile may be turned without
    that anything is felt.
    """
    if known.felt is None:
        return False
    ways = tuple(tuple(filter(None, step.ways)) or ((),) for step in what.steps)
    return touch_cost(known.felt, ways, known.idle, known.empty) < MISSED


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
                best = min(best, _cost_with_touches(stay, after, evidence, known, best))
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
        before = one_move(step, stay.cost + against + UNSEEN_PRIOR)
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


def _cost_with_touches(
    stay: Hypothesis, after: Hypothesis, evidence: Evidence, known: Circumstances, limit: float
) -> float:
    """What an explanation costs; where no eye sees Linja's small moves, with what was felt: one
    that this contradicts keeps no others from being followed. Above `limit` it does not matter.
    """
    rows = stay.node.layout.surface.has_rows
    if not rows or known.felt is None or after.cost >= limit or not evidence.colour_blind():
        return after.cost
    return after.cost + _touches(stay, after, known)


def _next_prior(stay: Hypothesis, after: Hypothesis) -> Iterator[tuple[Hypothesis, float]]:
    """`after` and the prior of one more move, unless two turns are over already."""
    movers = [node.to_move for node in after.way_from(stay.node)]
    changes = sum(one != other for one, other in pairwise(movers))
    if changes < MAX_TURNS:
        yield after, SAME_TURN_PRIOR if movers[-1] == movers[-2] else REPLY_PRIOR


def _worth_following(h: Hypothesis, evidence: Evidence, best: float, prior: float) -> bool:
    """Whether another move could make this the best explanation, and a good one."""
    costs = sorted(evidence.by_group(h.node.appearance))
    total = sum(costs)
    rest = total - sum(costs[-MENDABLE_GROUPS:])
    if rest > MENDABLE_NATS or costs[-1] <= DOUBT_NATS:
        return False
    return h.cost - (total - rest) * evidence.weight + prior <= best + MARGIN_NATS


def hardly_seen(before: Node, h: Hypothesis, evidence: Evidence) -> bool:
    """Whether no more speaks for a move than one row (of several places): a stone went beside the
    board or came from there, and that may just as well be a move taken back.
    """
    changed = h.steps[-1].changed if h.steps else ()
    told = evidence.unlike(changed, before.appearance)
    return len(told) == 1 and len(before.layout.groups[told[0]]) > 1


def _standing(stay: Hypothesis, found: list[Hypothesis], known: Circumstances) -> list[Hypothesis]:
    """What may stand on the board but for a stone in the hand: the position, and what explains the
    look best, or all of it but its last move if it was not all felt. If it is many moves, going
    back or a stone that went beside the board, also the best single moves: hands go on.
    """
    best = _likeliest(stay, found, known)
    single = [h for h in found if len(h.steps) == 1 and not h.undo]
    beside = len(best.steps) > 1 and best.steps[-1].goes_beside
    far_fetched = best.undo or beside or len(best.steps) >= MANY
    least = min((h.cost for h in single), default=0.0)
    more = [h for h in single if far_fetched and h.cost <= least + MARGIN_NATS][:MOST_FELT]
    undo, texts, _ = best.key
    unsure = len(texts) > 1 and _touches(stay, best, known) >= MISSED
    unfinished = [h for h in found if unsure and h.key == (undo, texts[:-1], -1)]
    own = {id(h): h for h in (stay, best, *unfinished)}
    return [*more, *(h for h in own.values() if h not in more)]


def _lifted(standing: Hypothesis, evidence: Evidence, known: Circumstances) -> Iterator[Hypothesis]:
    """One stone is off the board, as far as can be told, and will come down somewhere."""
    old = standing.node.appearance
    if (one := evidence.one_lifted(old)) is not None:
        group, looks = one
        change = evidence.cost(group, looks) - evidence.cost(group, old[group])
        cost = standing.cost + change * evidence.weight + HAND_PRIOR + known.patience
        yield replace(standing, cost=cost, lifted=group, bare=looks)


def _likeliest(stay: Hypothesis, found: list[Hypothesis], known: Circumstances) -> Hypothesis:
    """The best of `found`; of those that look the same, the one that was felt."""
    least = min(h.cost for h in found)
    equal = [h for h in found if h.cost <= least + EQUAL_COST_NATS][:MOST_FELT]
    if known.felt is None:
        return equal[0]
    return min(equal, key=lambda h: _touches(stay, h, known))


def _with_touches(
    stay: Hypothesis, found: list[Hypothesis], known: Circumstances, most: float
) -> list[Hypothesis]:
    best = min(h.cost for h in found)
    close = sorted((h for h in found if h.cost <= best + CLOSE_NATS), key=lambda h: h.cost)
    worth = [stay, *(h for h in close[:MOST_FELT] if h is not stay)]
    return [_felt(h, min(_touches(stay, h, known), most)) for h in worth]


def _felt(h: Hypothesis, against: float) -> Hypothesis:
    return replace(h, cost=h.cost + against, felt=against)


def _touches(stay: Hypothesis, h: Hypothesis, known: Circumstances) -> float:
    felt, idle = known.felt or (), known.idle
    if h.stays:  # fingers fiddle; the board stands as it stood
        return min(touch_cost(felt, (), idle), MISSED)
    if h.undo:  # how a hand takes back is anybody's guess, but it touches what has changed
        changed = {*groups_apart(stay.node.appearance, h.node.appearance)}
        return MISSED * len(changed - set(felt)) + STRAY * len(set(felt) - changed - idle)
    ways = tuple(step.ways or ((),) for step in h.steps)
    if h.lifted is not None:
        ways = (*ways, ((h.lifted,),))
    return touch_cost(felt, ways, idle, known.empty)
