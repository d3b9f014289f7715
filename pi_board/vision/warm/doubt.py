"""Asking the networks what lies on sites that have changed, or that warm reading is not sure of.

Looks learnt from one picture go wrong where the light was odd in just that picture, or something
shines, or burns out; the networks have seen many such boards, but not this one. Evidence, in moves
right of filmed games, none wrong either way: 24 films of sample boards seen from elsewhere in
another light 236 -> 243 of 243; 8 overexposed by 1.5 stops 67 -> 81 of 81; 6 rendered films (`film`
in `tests/training/render`, family `test`) overexposed by a stop 50 -> 57, by 1.5 39 -> 44 of 59; 13
of lanes as they are 103 -> 118 of 126 and no questions for 6, in the dusk 57 -> 60. An opinion on a
lane of which the network is hardly sure makes things worse.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

import numpy as np

from pi_board.core.layout import Appearance, Layout, Surface
from pi_board.core.stones import stones_of
from pi_board.vision.arrange import likeliest_labels
from pi_board.vision.geometry import BoardGeometry, Floats, Image, Indices, Mask
from pi_board.vision.mixture import behind, leads
from pi_board.vision.reading import Reading
from pi_board.vision.warm.hands import reaching_in
from pi_board.vision.warm.opinion import (
    LEAST_AGAINST,
    Misread,
    contradicted,
    is_seen_otherwise,
    opinion_of,
    seen_hidden,
)
from pi_board.vision.warm.reader import MOST_LEAD, TOLD, WarmReading
from pi_board.vision.warm.sites import leads_of_stones, leads_of_turns, parts_of

# Log-likelihood for which warm reading counts at most where a network is against it (by more than
# `LEAST_AGAINST`), however sure it is. Of 163 squares and 133 holes of filmed games on which they
# disagree, warm reading is right of 151 of the 154 where the network leads by less than 4, the
# network of 131 of the 135 where it leads by more than 5.5; of 28 tiles the same at 2 and 4. Under
# hands at rest less counts as well: 8 of 10 moves of a filmed game are missed at 4 instead of 2.
_MOST_AGAINST_OPINION = 5.5
# The same of how a tile lies: of 198 that lie otherwise in filmed games to the network, it is right
# of none, leading by up to 6, and warm reading of 197.
_MOST_AGAINST_TURN = 9.0
# The same of whose the stone on a square or in a hole is, where it was the other player's: glare
# makes dark ones light. In 108 filmed games, lamps mirrored in some, the network is right of 26
# such stones of 27 with up to 5.5 nats.
_MOST_AGAINST_OTHERS = 2.0
# Nats by which a turned tile leads in the network's opinion alone, or in it and in both together,
# or it may as well be a hand, or the hole a tile lay in. Of 955 turned tiles in filmed games, where
# hands are held at rest too, 943 have so much, of 365 that hands made look turned 4.
_TURNED_LEAD, _TURNED_LEAD_TOGETHER = 9.0, (6.0, 8.0)
# The same in its opinion where it sees over every tile less than so probably anything, and warm
# reading by itself leads by MOST_LEAD. Of 220 looks at tiles that hands, held at rest in ten other
# films, made look turned, none is as clear as 0.3; of a game in which a turned tile leads by 2.2
# all moves from that one on were missed.
_TURNED_LEAD_IN_SIGHT, _NOTHING_OVER = 2.0, 0.1
# The same of a board read cold. Of 25,272 tiles of filmed boards with a hand in the picture 13 seem
# turned that are not, by up to 8.6; with no hand 30 of 7,236 lead by less.
_TURNED_LEAD_COLD = 9.0
# Lead of a lane's count below which it is doubtful: hardly one that has changed leads by MOST_LEAD.
# In 13 filmed games 118 of 126 moves are right with this, and 115 with 5.
_DOUBTFUL_LANE = 6.0
# So many sites at most on which that is so; if more, it is the network that does not know such a
# board, unless it sees fewer changed: light changes many at once, people do not. Films have 1 at a
# time, rarely 2; of two with more the network is right in one, where it sees fewer changed, and
# warm reading in the other.
_MOST_OVERRULED = 2
# So many squares and holes at most are believed to be seen hidden wrongly: a hand hides more. Lanes
# are not: of 161 looks at some in films with nothing over them none is seen hidden, of 93 that a
# hand made look otherwise 72 are, many of them alone.
_MOST_SEEN_HIDDEN = 2
# So many lanes at most in which a network may see something though only light falls otherwise. Of
# 50 looks at filmed lanes in the sun with no hand there none has more, and of 316 lanes that it
# tells then all are right; of 14 that a hand reaches 6 have 3 or more, and in the others one of 55
# that it tells is wrong. And no lane that it does not tell is surer than it mostly is of one.
_MOST_HIDDEN_IN_LIGHT, _MOST_OF_LANE = 1, 4.0
# Share of a lane that a network takes for covered, though nothing lies there, at most: burnt out by
# 1.5 stops one has up to 0.3.
_MOST_AT_REST = 0.3

Looks = Floats


def settled_by_opinion(
    reading: WarmReading,
    frame: Image,
    geometry: BoardGeometry,
    layout: Layout,
    darker_first: Callable[[], bool],
    before: Sequence[int],
    misread: Misread,
    at_rest: Floats | float = 0.0,
) -> WarmReading:
    """The reading of a frame (height, width, 3) on which nothing covers the board, with a network's
    opinion of it if something is not sure or (but for lanes) has changed: added where it is not
    sure, and where the network is sure of something else. Sites of which it then tells what lies
    there (of tiles how they lie) are not untold any more; other sites that it sees something over
    are (of a hand as brown as the board no pixel may be strange), and so are tiles that seem turned
    and that it does not surely see so. `darker_first`: whether the stones called ``b`` are the
    darker ones; `before`: labels of the sites as far as they are confirmed; of those of which the
    network has been wrong it is not heard unless they have changed, are doubtful, and it takes them
    for something else now (what it was `misread` for it may be in the shade as well); `at_rest`:
    see `opinion_of`.
    """
    lanes = layout.surface is Surface.ROWS
    doubtful = leads(reading.looks) < (_DOUBTFUL_LANE if lanes else MOST_LEAD)
    changed = np.array(reading.labels) != np.array(before)
    if not (doubtful if lanes else doubtful | changed).any():
        return reading
    at_rest = _with_unchanged(reading, at_rest)
    opinion = opinion_of(frame, geometry, layout.surface, darker_first, at_rest)
    heard = np.array(opinion.logs)
    otherwise = changed & doubtful & is_seen_otherwise(opinion, misread)
    unheard = misread.keys() - np.flatnonzero(otherwise).tolist()
    heard[[*unheard, *reading.dazzling]] = 0.0
    looks, doubtful = _heard(reading.looks, heard, doubtful, np.array(before), layout)
    labels = looks.argmax(axis=1)
    untold, before_it = seen_hidden(opinion, misread), list(reading.untold)
    if layout.surface is Surface.TILES:
        turns = _turns(layout)
        parts = [parts_of(name) for name in layout.labels]
        telling = leads_of_turns(looks, parts)
        alone, own = (leads_of_turns(one, parts) for one in (opinion.logs, reading.looks))
        sure = _surely_seen(alone, own, telling, opinion.covered)
        untold |= (turns[labels] != turns[list(before)]) & ~sure
    else:
        telling = leads(looks)
    told = doubtful & (telling > TOLD)
    untold[before_it] |= ~told[before_it]
    numbers = tuple(np.flatnonzero(untold).tolist())
    best = tuple(labels.tolist())
    return replace(reading, looks=looks, labels=best, untold=numbers, opinion=opinion)


def _heard(
    own: Looks, heard: Looks, doubtful: Mask, before: Indices, layout: Layout
) -> tuple[Looks, Mask]:
    """Looks of a reading with what was `heard` of a network added: where they are `doubtful`, and
    where it is sure of something else, unless that overrules much and does not bring back what lay
    there `before` (labels of the sites). And which sites are doubtful with that.
    """
    looks = np.where(doubtful[:, None], own + heard, own)
    against = behind(heard, looks.argmax(axis=1)) > LEAST_AGAINST
    turns = _turns(layout)
    alone = own.argmax(axis=1)
    as_it_lies = turns == turns[alone][:, None]
    most = np.where(as_it_lies, _MOST_AGAINST_OPINION, _MOST_AGAINST_TURN)
    most[_others_stone(own, before, layout)] = _MOST_AGAINST_OTHERS
    nowhere = _from_nowhere(alone, before, layout) & heard.any(axis=1)
    most[nowhere[:, None] & as_it_lies] = 0.0
    against |= nowhere
    both = np.where(against[:, None], np.maximum(own, -most) + heard, looks)
    otherwise, as_read = both.argmax(axis=1), looks.argmax(axis=1)
    few = (otherwise != as_read).sum() <= _MOST_OVERRULED
    if few or (otherwise != before).sum() < (as_read != before).sum():
        looks, doubtful = both, doubtful | against
    return np.maximum(looks - looks.max(axis=1, keepdims=True), -MOST_LEAD), doubtful


def _others_stone(own: Looks, before: Indices, layout: Layout) -> Mask:
    """On which squares or holes (sites) a stone lies, and not perhaps none, by what was read, where
    one of the other player's was.
    """
    if layout.surface not in (Surface.SQUARES, Surface.HOLES):
        return np.zeros(len(own), np.bool_)
    empty, labels = layout.label("empty"), own.argmax(axis=1)
    is_stone = -own[:, empty] > TOLD
    return np.asarray((labels != before) & is_stone & (before != empty), np.bool_)


def _from_nowhere(labels: Indices, before: Indices, layout: Layout) -> Mask:
    """On which tiles (sites) stones seem to have come of a player who then has more than before:
    pale ones in the sun look as bright as white stones, and of 18 burnt-out ones on which edges
    told of one 17 were bare. (In holes several are one.)
    """
    if layout.surface is not Surface.TILES:
        return np.zeros(len(labels), np.bool_)
    teams = np.array([stones_of(label).by_player for label in layout.labels])
    now, then = teams[labels], teams[before]
    more = now.sum(axis=0) > then.sum(axis=0)
    return np.asarray(((now > then) & more).any(axis=1), np.bool_)


def _turns(layout: Layout) -> Indices:
    """Which way (labels) a tile of each label lies (-1: no tile)."""
    return np.array([stones_of(name).turned for name in layout.labels], np.intp)


def _surely_seen(alone: Looks, own: Looks, together: Looks, covered: Floats) -> Mask:
    """Which tiles (sites) surely lie as a network sees them, by what their turns lead by in its
    opinion `alone`, in the reading's `own` and in both `together` (sites), and by how probably it
    sees something over each.
    """
    least, least_together = _TURNED_LEAD_TOGETHER
    sure = (alone >= _TURNED_LEAD) | ((alone >= least) & (together >= least_together))
    if (covered < _NOTHING_OVER).all():
        sure |= (own >= MOST_LEAD) & (alone >= _TURNED_LEAD_IN_SIGHT)
    return np.asarray(sure, np.bool_)


def hardly_turned(cold: Reading, stood: Sequence[Appearance]) -> list[int]:
    """The tiles (numbers of sites) of a board that was read cold which seem turned, since it showed
    one of these, but not surely so: one that is held over its place, to be turned, looks so too.
    """
    layout = cold.layout
    if layout.surface is not Surface.TILES or not stood:
        return []
    turns, looks = _turns(layout), cold.looks
    before = [turns[list(likeliest_labels(looks, layout, one))] for one in stood]
    turned = ~(turns[looks.argmax(axis=1)] == np.array(before)).any(axis=0)
    parts = [parts_of(name) for name in layout.labels]
    hardly = turned & (leads_of_turns(looks, parts) < _TURNED_LEAD_COLD)
    return np.flatnonzero(hardly).tolist()


def under_a_hand(
    reading: WarmReading, misread: Collection[int], cluttered: Mask, layout: Layout
) -> Mask:
    """Over which sites (sites) a network that was asked sees something that reaches in, if over
    more than it may be wrong of, beside those of which it was (`misread`) and on which something
    lies for good.
    """
    if reading.opinion is None or not reading.opinion.hidden.any():
        return np.zeros(len(reading.labels), np.bool_)
    return hidden_by_a_hand(seen_hidden(reading.opinion, misread) & ~cluttered, layout)


def hidden_by_a_hand(hidden: Mask, layout: Layout) -> Mask:
    """Which of the sites (sites) that seem hidden something hides that reaches in, if they are more
    than a network may be wrong of.
    """
    reached = reaching_in(hidden, layout)
    enough = layout.surface is Surface.ROWS or reached.sum() > _MOST_SEEN_HIDDEN
    return np.asarray(reached & enough, np.bool_)


def renewed_at_rest(reading: WarmReading, at_rest: Floats | float) -> Floats | float:
    """The share (lanes) that a network takes for covered though nothing lies there, if it was asked
    about a board on which nothing moves: as lanes that have not changed show. In another light,
    burnt out, it is more than before, also once a stone has left such a lane. What it has been is
    forgotten by halves: of one lane in one light it is 0.12 to 0.25.

    Of 476 lanes of films that a hand hides by a tenth or more none seems unchanged, of 1,240 with
    no hand in the picture 959. Of ten moves of a game that a lamp burns out by 1.5 stops all are
    seen at two paces, 3 and 4 without this.
    """
    opinion = reading.opinion
    if reading.unchanged is None or opinion is None or opinion.shares is None:
        return at_rest
    now = np.minimum(opinion.shares, _MOST_AT_REST)
    return np.where(reading.unchanged, np.maximum(now, (now + at_rest) / 2), at_rest)


def _with_unchanged(reading: WarmReading, at_rest: Floats | float) -> Floats | float:
    """The share (lanes) that may seem covered though nothing lies there: `at_rest`, or all of a
    lane that has not changed.
    """
    return at_rest if reading.unchanged is None else np.where(reading.unchanged, 1.0, at_rest)


def borne_out(reading: WarmReading, layout: Layout) -> Mask:
    """Which sites (sites) a network that was asked sees nothing over, and the reading tells what is
    there, not otherwise than the network; none if it was not asked. On squares and in holes it is
    enough that a stone is there, in which a lamp may be mirrored: whose it is, the moves tell.
    """
    if reading.opinion is None:
        return np.zeros(len(reading.labels), np.bool_)
    telling = leads(reading.looks)
    if layout.surface in (Surface.SQUARES, Surface.HOLES):
        telling = np.maximum(telling, leads_of_stones(reading.looks, layout))
    told = (telling > TOLD) & ~contradicted(reading.opinion, reading.labels)
    return np.asarray(told & reading.opinion.in_sight, np.bool_)


def in_odd_light(reading: WarmReading) -> WarmReading:
    """The reading of a board on which light falls as it did not when its looks were learnt: where a
    network that was asked sees something else, nothing is told. (What dazzles tells nothing that
    could be contradicted.)
    """
    assert reading.opinion is not None
    against = contradicted(reading.opinion, reading.labels)
    against[list(reading.dazzling)] = False
    untold = np.flatnonzero(against).tolist()
    return replace(reading, untold=tuple(sorted({*reading.untold, *untold})))


def lanes_in_odd_light(
    reading: WarmReading,
    frame: Image,
    geometry: BoardGeometry,
    darker_first: Callable[[], bool],
    before: Sequence[int],
    at_rest: Floats | float,
) -> WarmReading | None:
    """The reading of lanes in a frame (height, width, 3) in which light falls as it did not when
    their looks were learnt: as a network tells them. A lane of which that says nothing holds what
    it did `before`, if it looks so; else nothing is told of it. None if the network sees something
    over more than one. As for `opinion_of`.
    """
    at_rest = _with_unchanged(reading, at_rest)
    opinion = opinion_of(frame, geometry, Surface.ROWS, darker_first, at_rest)
    if opinion.hidden.sum() > _MOST_HIDDEN_IN_LIGHT:
        return None
    as_before = np.array(reading.labels) == np.array(before)
    own = np.where(as_before[:, None], np.maximum(reading.looks, -_MOST_OF_LANE), 0.0)
    told = opinion.logs.any(axis=1, keepdims=True)
    looks = np.where(told, opinion.logs, own)
    return replace(reading, looks=looks, labels=tuple(looks.argmax(axis=1).tolist()), untold=())
