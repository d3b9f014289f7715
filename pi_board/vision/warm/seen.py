"""What one frame shows of a board whose looks are known: its sites, hands, and what lies on it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from pi_board.core.layout import Layout, Surface
from pi_board.vision.geometry import Floats, Image, Mask, Registration
from pi_board.vision.warm.doubt import (
    borne_out,
    hidden_by_a_hand,
    in_odd_light,
    lanes_in_odd_light,
    renewed_at_rest,
    settled_by_opinion,
    under_a_hand,
)
from pi_board.vision.warm.flattener import Flat
from pi_board.vision.warm.hands import (
    Lain,
    comes_in,
    lies_on,
    obstructed_sites,
    with_untold,
    without_told,
)
from pi_board.vision.warm.learn import WarmBoard, find_again
from pi_board.vision.warm.mirrors import with_mirrors
from pi_board.vision.warm.opinion import Misread
from pi_board.vision.warm.reader import MUDDLED_LEAD, WarmReading
from pi_board.vision.warm.refit import by_edges, fitted, found_anew
from pi_board.vision.warm.search import ELSEWHERE_SITES
from pi_board.vision.warm.track import Movement, Tracker

CLUTTER_AFTER_S = 6.0  # hardly a hand lies as still for so long: it was put there, play goes on
HAND_AFTER_S = 15.0  # unless a network takes it for one that reaches in: thinking takes longer
UNTOLD_AFTER_S = 3.0  # of stillness: looking on will not tell a site at a shadow's edge either
_SOUGHT_EVERY_S = 2.0  # a search takes as long as many frames
# So much more of the edges must be where a board is found than where it lay. Of 54 shoves of boards
# of sticks, by a site or so in any direction, 0.71 to 0.97 are there and 0.05 to 0.53 where it lay.
_MORE = 0.1


@dataclass(frozen=True, slots=True)
class Seen:
    """A full reading of a known board, and the frame (height, width, 3) it was made from."""

    frame: Image
    flat: Flat
    reading: WarmReading
    cluttered: Mask  # (sites) on which something lies for good
    strange: Mask  # (height, width) pixels of the view, but for those of such things
    covered: tuple[str, ...]
    obstructed: tuple[str, ...]  # covered, or not told
    hand: bool  # a network sees one


@dataclass(slots=True)
class KnownBoard:
    """A board whose looks are known, from when it is found until it is lost. `misread`: what a
    network was wrong of when it was confirmed. `hidden_s` (sites): for how long it has seen
    something over each, whenever it was asked. `waited_for` (numbers of sites): those that a board
    which lay still for long did not tell, nor any still one since. `at_rest`: see `opinion_of`.
    `sharp`: the last tracker of a frame in focus, as long as `tracker` is of one that was not.
    `sought_t`: when it was last looked for where it had not gone.
    """

    layout: Layout
    registration: Registration
    board: WarmBoard
    misread: Misread
    tracker: Tracker  # of where it lay when it was last seen at rest
    lain: Lain
    followed_t: float  # when its edges were last where they are expected
    hidden_s: Floats
    waited_for: frozenset[int] = frozenset()
    at_rest: Floats | float = 0.0
    sharp: Tracker | None = None
    focused_t: float = -np.inf  # when it was last in focus
    sought_t: float = -np.inf
    look: Seen | None = None  # the newest

    @property
    def unsettled(self) -> bool:
        """Whether it was shoved, and not seen whole at rest since."""
        return self.registration is not self.tracker.registration

    def look_where_it_lay(self, frame: Image) -> tuple[Movement, bool]:
        """How the board lies in a frame (height, width, 3) compared with where it was last seen at
        rest, and whether it is in focus.

        Out of focus edges show only roughly where it lies, and a lens that finds its focus shows
        all of it a little larger or smaller: in focus again it is compared with how it lay before.
        """
        movement = self.tracker.look(frame)
        if self.sharp is None:
            return movement, movement.in_focus
        before = self.sharp.look(frame)
        if before.sure and before.in_focus and before.agreeing >= movement.agreeing:
            self.tracker, self.sharp = self.sharp, None
            return before, True
        return movement, before.in_focus

    def follow(self, frame: Image, movement: Movement, t: float) -> None:
        """Note where the board, which moved, lies in a frame (height, width, 3) taken at `t`. As
        long as a hand is in the picture it is fitted anew in every frame, from where it lay before
        the shove. Where the hand hides its lines, its edges tell; from time to time it is looked
        for elsewhere as well, as edges look the same a whole site on.
        """
        before, there = self.tracker.registration, self.tracker.place(frame, movement)
        found = fitted(frame, there, before, self.layout)
        if found is None and t - self.sought_t >= _SOUGHT_EVERY_S:
            self.sought_t = t
            found = found_anew(frame, there, before, self.layout)
        if found is not None:
            found = by_edges(frame, found, self.layout, self.tracker)
        self.registration = found or replace(before, geometry=there)

    def elsewhere(self, frame: Image, movement: Movement) -> Registration | None:
        """Where the board surely lies in a frame (height, width, 3), if that is elsewhere: a search
        finds it there with the looks that it had, and the tracker more of its edges than where
        these seem to be (`movement`), as do those along sticks that slid lengthways.
        """
        now = find_again(frame, self.registration, self.board)
        if now is None or now.geometry.corner_shift(self.registration.geometry) < ELSEWHERE_SITES:
            return None
        there = self.tracker.look_there(frame, now.geometry)
        if movement.sure and there.agreeing <= movement.agreeing + _MORE:
            return None
        return by_edges(frame, now, self.layout, self.tracker)

    def settle(self, frame: Image, *, in_focus: bool) -> None:
        """The board is seen whole at rest in this frame (height, width, 3)."""
        self.sharp = None if in_focus else self.sharp or self.tracker
        self.tracker = Tracker(self.registration, frame)


def seen_in(
    known: KnownBoard, frame: Image, quiet_s: float, *, moving: bool, shoved: bool
) -> tuple[Seen, bool]:
    """What a frame (height, width, 3) shows of a known board: all that is to be read, and what is
    covered; and whether it still has to be taken for `shoved`, into light that is not known yet. It
    was quiet since the last frame that was read for `quiet_s`; `moving`: it is not now.
    """
    geometry = known.registration.geometry
    flat = known.board.flattener.flat(frame, geometry)
    reading = known.board.read(flat)
    lain_s = known.lain.look(reading.strange, quiet_s)
    strange = reading.strange & (lain_s < CLUTTER_AFTER_S)
    covered = obstructed_sites(strange, geometry, known.layout)
    lies_there = bool(covered or (strange & (lain_s > 0)).any())
    shoved = shoved and (lies_there or quiet_s == 0)  # how it lies is not seen yet
    reaches_in = bool(covered) and comes_in(strange, geometry)
    # in a light in which nothing was learnt stones and squares look strange as well
    squares, lanes = (known.layout.surface is one for one in (Surface.SQUARES, Surface.ROWS))
    may_be_told = not moving and not lanes
    # light may reach in as well, since a shove any; of holes in it warm reading would tell too much
    asked = not moving and bool(covered) and not shoved
    lit = asked and known.board.flattener.may_be_light(flat, strange)
    may_be_light = squares and (shoved or lit)
    reaches_in &= squares or not lit
    opinion, darker, before = None, known.board.darker_first, known.board.labels
    if not covered or (may_be_told and (may_be_light or not reaches_in)):
        settled = settled_by_opinion(
            reading, frame, geometry, known.layout, darker, before, known.misread, known.at_rest
        )
        opinion = settled.opinion
        if not moving:
            known.at_rest = renewed_at_rest(settled, known.at_rest)
        if covered and may_be_light and opinion is not None and opinion.in_sight.all():
            covered, reading = (), in_odd_light(settled)
        elif not reaches_in:
            told = borne_out(settled, known.layout)
            covered = without_told(covered, told, strange, geometry, known.layout)
            reading = settled
        reading = with_mirrors(reading, flat, geometry, known.layout, before, darker)
    elif lanes and lit:
        in_it = lanes_in_odd_light(reading, frame, geometry, darker, before, known.at_rest)
        covered, reading = (covered, reading) if in_it is None else ((), in_it)
    hand, cluttered = _under_hand_or_clutter(known, reading, lain_s, quiet_s)
    untold = (site for site in reading.untold if not cluttered[site])
    obstructed = with_untold(covered, untold, known.layout)
    sees_hand = bool(hand.any())
    seen = Seen(frame, flat, reading, cluttered, strange, covered, obstructed, sees_hand)
    return seen, shoved


def _under_hand_or_clutter(
    known: KnownBoard, reading: WarmReading, lain_s: Floats, quiet_s: float
) -> tuple[Mask, Mask]:
    """Which sites (sites) a network sees a hand over, and on which something lies for good, by how
    long it has lain there (`lain_s`, see `Lain.look`) or been seen by the network, which is noted.
    """
    geometry, layout = known.registration.geometry, known.layout
    if reading.opinion is not None:
        known.hidden_s = np.where(reading.opinion.hidden, known.hidden_s + quiet_s, 0.0)
    over = known.hidden_s >= HAND_AFTER_S
    over[list(known.misread)] = False
    for_good = over | lies_on(lain_s >= HAND_AFTER_S, geometry, layout)
    hand = under_a_hand(reading, known.misread, for_good, layout)
    return hand, over | (lies_on(lain_s >= CLUTTER_AFTER_S, geometry, layout) & ~hand)


def told_of(
    known: KnownBoard, look: Seen, still_s: float, *, in_play: bool
) -> tuple[Floats, tuple[str, ...]]:
    """The looks (sites, labels) to be told, and the names of the sites that are hidden, on a board
    on which nothing has stirred for `still_s`. `in_play`: else a look that hardly tells is enough.
    """
    reading, layout = look.reading, known.layout
    looks = np.where(look.cluttered[:, None], 0.0, reading.looks)
    if not in_play:
        return looks, look.covered
    tiles = layout.surface is Surface.TILES
    long_s = HAND_AFTER_S if look.hand or tiles else UNTOLD_AFTER_S
    if still_s >= long_s:
        return left_untold(looks, reading.untold, layout), look.covered
    if look.hand or look.covered or tiles:
        return looks, look.obstructed
    lasting = known.waited_for.intersection(reading.untold)  # in the glare of a lamp, say
    names = {layout.sites[site] for site in lasting}
    obstructed = tuple(name for name in look.obstructed if name not in names)
    return left_untold(looks, lasting, layout), obstructed


def patience_s(hidden: tuple[str, ...], layout: Layout) -> float:
    """For how long a board that is read cold has to lie still, with these sites hidden, until what
    hides them is waited for no longer: a few that nothing reaches to no hand hides.
    """
    by_hand = hidden_by_a_hand(np.isin(layout.sites, hidden), layout).any()
    return HAND_AFTER_S if by_hand or layout.surface is Surface.TILES else UNTOLD_AFTER_S


class HiddenSites:
    """For how long sites of a board that is read cold have been hidden, but for moments."""

    def __init__(self) -> None:
        self._since: dict[str, float] = {}
        self._clear_since: dict[str, float] = {}  # those of them that are not hidden any more

    def look(self, hidden: tuple[str, ...], t: float) -> dict[str, float]:
        """For how many seconds each of the sites that are hidden at `t` has been."""
        clear = self._since.keys() - set(hidden)
        self._clear_since = {name: self._clear_since.get(name, t) for name in clear}
        for name, at in self._clear_since.items():
            if t - at >= CLUTTER_AFTER_S:
                del self._since[name]
        return {name: t - self._since.setdefault(name, t) for name in hidden}


def waited_for(known: KnownBoard, look: Seen, still_s: float) -> frozenset[int]:
    """`KnownBoard.waited_for` after a look at a board on which nothing has stirred for `still_s`.

    To be not told twice is not enough: so is what a finger or its shadow hides while they move.
    """
    if look.hand or look.covered:
        return known.waited_for
    untold = frozenset(look.reading.untold)
    return untold if still_s >= UNTOLD_AFTER_S else untold & known.waited_for


def left_untold(looks: Floats, sites: Iterable[int], layout: Layout) -> Floats:
    """The looks (sites, labels), but that those of some sites hardly tell: what lies there follows
    from the rest. Of a turned tile nothing else tells: it is asked.
    """
    out, untold = np.array(looks), list(sites)
    behind = out[untold] - out[untold].max(axis=1, keepdims=True)
    tiles = layout.surface is Surface.TILES
    out[untold] = np.maximum(behind, -MUDDLED_LEAD) if tiles else 0.0
    return out
