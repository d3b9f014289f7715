"""Stones that none can be: one too many, or one of the other player's, where a move has just been
made, or before the first one.
"""

from __future__ import annotations

from pi_board.core.game import PLAYERS
from pi_board.core.layout import Appearance, Layout, Look
from pi_board.core.stones import total
from pi_board.referee.evidence import DOUBT_NATS, Evidence, leaving_out
from pi_board.referee.hypothesis import MANY, Hypothesis
from pi_board.referee.watch import Misseen

MOST_MISSEEN = 2  # stones that look otherwise at once: lamps are mirrored in few


def is_misseen(evidence: Evidence, before: Appearance, what: Hypothesis) -> bool:
    """Whether nothing speaks against a move (or that and the reply) but stones that none can be,
    on places that it changed and that looked otherwise `before`. Stones do not come from nowhere: a
    lamp is mirrored in a dark one or in a tile's hollow, or a disc was put down with its other side
    up. One that was captured may have been put down there.

    Not told where stones beside the board come in (rows of Linja), nor by sensors without colours.
    """
    layout = evidence.layout
    if layout.surface.has_rows or evidence.colour_blind():
        return False
    if what.undo or what.lifted is not None or not 0 < len(what.steps) < MANY:
        return False
    changed = {place for step in what.steps for place in step.changed}
    after = what.node.appearance
    against = evidence.against(after)
    if not against or not changed.issuperset(against):
        return False
    stood = [total(layout, min(before[place])) for place in changed]
    stand = [total(layout, evidence.seen(place)) for place in changed]
    more = any(sum(s.of(one) for s in stand) > sum(s.of(one) for s in stood) for one in PLAYERS)
    return more and all(
        evidence.cost(place, before[place]) > DOUBT_NATS
        and _has_another(layout, evidence.seen(place), min(after[place]))
        for place in against
    )


def known_misseen(
    shown: tuple[Evidence, ...], before: Appearance, what: Hypothesis, known: Misseen
) -> Misseen:
    """The places that were last `shown` so, if any were, though `what`, which is believed, says
    otherwise; of those already `known` the ones at which it leaves what was there.
    """
    after = what.node.appearance
    same = tuple([one for one in known if before[one[0]] == after[one[0]]])
    if not shown or not is_misseen(shown[-1], before, what):
        return same
    return (*same, *looking_otherwise(shown[-1], after))


def said_to_be_misseen(evidence: Evidence, stands: Appearance) -> Misseen:
    """The same as `too_many`, where people say that `stands` does; none if one of these places is
    to be empty, for somebody may have put a stone there.
    """
    found = too_many(evidence, stands)
    on_stones = all(total(evidence.layout, min(there)).count for *_, there in found)
    return found if on_stones else ()


def too_many(evidence: Evidence, stands: Appearance) -> Misseen:
    """The places that look as if a stone more lay there than in what `stands`, or as if the stone
    there was the other player's; none if anything else speaks against what stands, or so much that
    the board may lie the other way round.
    """
    layout, found = evidence.layout, looking_otherwise(evidence, stands)
    if layout.surface.has_rows or evidence.colour_blind() or len(found) > MOST_MISSEEN:
        return ()
    is_so = all(_has_another(layout, seen, min(there)) for _, seen, there in found)
    return found if is_so else ()


def looking_otherwise(evidence: Evidence, stands: Appearance) -> Misseen:
    """All places that contradict what `stands`: misseen, if people say so who see their board."""
    against = evidence.against(stands)
    return tuple([(place, evidence.seen(place), stands[place]) for place in against])


def places_moved(what: Hypothesis, evidence: Evidence) -> frozenset[int]:
    """The places on which moves are made, if at most stones that none can be speak against that."""
    after = what.node.appearance
    moved = frozenset([place for step in what.steps for place in step.changed])
    is_so = all(
        _has_another(evidence.layout, evidence.seen(place), min(after[place]))
        for place in moved.intersection(evidence.against(after))
    )
    return moved if is_so else frozenset()


def overlooked(evidence: Evidence, expected: Appearance, misseen: Misseen) -> Evidence:
    """One look's `evidence` that says nothing of places which look as they are known to be misseen:
    nobody can put them right. Where something else is `expected` by now, a move was taken back, and
    it tells.
    """
    places = [place for place, *_ in still_misseen(evidence, expected, misseen)]
    return leaving_out(
        evidence, {site for place in places for site in evidence.layout.groups[place]}
    )


def still_misseen(evidence: Evidence, expected: Appearance, misseen: Misseen) -> Misseen:
    """Those of the known places that one look's evidence shows as they are misseen, and at which
    what is known to stand is `expected`.
    """
    return tuple(
        (place, look, stands)
        for place, look, stands in misseen
        if expected[place] == stands and evidence.seen(place) == look
    )


def _has_another(layout: Layout, seen: Look, expected: Look) -> bool:
    """Whether a place shows one stone more than `expected`, or one of the other player's."""
    here, there = total(layout, seen), total(layout, expected)
    more = {there.plus(player) for player in PLAYERS}
    recoloured = {there.plus(one).plus(other, -1) for one, other in (PLAYERS, PLAYERS[::-1])}
    return here in more | recoloured
