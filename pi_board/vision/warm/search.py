"""Searching frames for a board, until one is found whose looks are known or can be learnt.

They can be learnt from a position that is expected. A board that shows another one may be known
from before; else it is read cold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import cache, partial

import numpy as np

from pi_board.core.layout import Appearance, Layout
from pi_board.core.words import CUT_OFF
from pi_board.vision.arrange import likeliest_labels
from pi_board.vision.cold.read import read_cold
from pi_board.vision.finding.find import OUT_OF_FOCUS, Found
from pi_board.vision.finding.focus import is_out_of_focus
from pi_board.vision.finding.orient import MIRRORED
from pi_board.vision.finding.own_lens import find_with_lens
from pi_board.vision.finding.tiles import MORE_TILES
from pi_board.vision.finding.windows import OTHER_SQUARES, OUT_OF_PICTURE
from pi_board.vision.geometry import Floats, Image, Lens, Mask, NotFound, Registration
from pi_board.vision.mixture import behind, leads
from pi_board.vision.reading import Reading
from pi_board.vision.warm.hands import reaching_in
from pi_board.vision.warm.known import recognised
from pi_board.vision.warm.learn import (
    LEAST_AGREEMENT,
    Learnt,
    ReadCold,
    WarmBoard,
    find_again,
    learn_board,
)
from pi_board.vision.warm.lying import (
    MAY_LIE_STILL,
    Lying,
    Searched,
    lies_still,
    same_place,
    searched,
)
from pi_board.vision.warm.opinion import Misread
from pi_board.vision.warm.reader import MOST_LEAD
from pi_board.vision.warm.refit import fitted

# Log-likelihood by which one way round shows what is expected better than the others, and share of
# its sites that do: then it lies that way round, though too many of them are misread. On a board of
# sticks half in the shadow 6 of 8 lanes are as expected either way; the right one leads by 28.
_FAR_LIKELIER, _MOSTLY = 10.0, 0.6
ELSEWHERE_SITES = 0.3  # that a corner is off for a board to lie elsewhere
# Share of the sites by which a board plainly shows more of what is expected: under a hand one shows
# 0.27 more than another lattice in its tiles.
_PLAINLY_MORE = 0.2
_ALIKE = 3.0  # difference in log-likelihood of a start that looks alike from both sides


@dataclass(frozen=True, slots=True)
class Recognised:
    """A board whose looks are known, and what lies on it for good in its flat view (height, width;
    None: nothing does). `misread`, `at_rest`: see `KnownBoard`.
    """

    layout: Layout
    registration: Registration
    board: WarmBoard
    clutter: Mask | None = None
    misread: Misread = field(default_factory=dict)
    at_rest: Floats | float = 0.0


@dataclass(frozen=True, slots=True)
class Unrecognised:
    """A board whose looks are not known."""

    registration: Registration
    reading: Reading


class Search:
    """What is known of a board before it is seen."""

    def __init__(self, lens: Lens | None, remembered: Callable[[], Learnt | None] | None) -> None:
        """`lens` is that of the frames; `remembered` gives a board that was learnt before: asked
        once, when a board does not show what is expected.
        """
        self._lens = lens
        self._remembered = remembered
        self._before: Learnt | None = None
        self._expected: dict[Layout, Appearance] = {}
        self._starts: dict[Layout, Appearance] = {}
        self._in_play = False
        self._lost: Recognised | None = None
        self._reads_anew = False
        self._way: Registration | None = None
        self._lying = Lying()
        self._newest: Found | None = None
        self._missing: NotFound | None = None
        self._last: Searched | None = None  # that a search has found

    @property
    def missing(self) -> NotFound | None:
        """Why no board was found in the frame that was searched last, if none was. After one was
        found nobody is told that it is another: a hand over it may make it look so.
        """
        missing, was_found = self._missing, self._last is not None or self._lost is not None
        if was_found and missing is not None and missing.advice in (MORE_TILES, OTHER_SQUARES):
            return replace(missing, advice=None)
        return missing

    def expect(self, starts: Iterable[tuple[Layout, Appearance]], *, in_play: bool = False) -> None:
        """The position the board is going to show, on each kind of board it may be. `in_play`: it
        may be another by now, a move further, so looks are learnt only if all sites show it; till
        then the board is read cold, which takes longer.
        """
        self._in_play = in_play
        expected = dict(starts)
        if expected.keys() != self._expected.keys():
            self._lying, self._last = Lying(), None  # which kind of board it is must be told anew
        self._expected = expected
        if not in_play:
            self._starts = expected

    def lose(self, board: Recognised) -> None:
        """Look for this board from now on, also elsewhere than where one was found last."""
        self._lost, self._lying, self._last = board, Lying(), None

    def look(
        self, frame: Image, *, learn: bool = True, lain: bool = False
    ) -> Recognised | Unrecognised | None:
        """The board in an upright frame (height, width, 3); None: there is none, or it is blurred.
        `learn`: whether its looks may be learnt from this frame; under what reaches over it, as a
        hand does, only if that has `lain` there for long.

        Blurred squares look like stones: of two boards blurred by 6 pixels 27 and 28 are read
        otherwise than in focus; of 4 others up to 10 tiles are, of 6 with sticks up to 7 lanes.
        """
        lost = self._lost
        if lost is not None:
            again = find_again(frame, lost.registration, lost.board)
            if again is not None:
                return replace(lost, registration=again)
        read = cache(partial(read_cold, frame))  # who searches, learns and reads asks for the same
        found, others = self._lying.still(frame), False
        if found is None:
            newest, others = self._searched(frame, read), True
            self._lying.note(newest)
            found = None if newest is None else newest.found
        if found is not None and is_out_of_focus(frame):
            self._missing, found = OUT_OF_FOCUS, None
        self._newest = found
        if found is None:
            return None
        return self._known_or_cold(frame, found, read, others=others, learn=learn, lain=lain)

    @property
    def reads_anew(self) -> bool:
        """Whether a board is read cold whose looks held no longer, till it is known again."""
        return self._reads_anew

    def look_anew(self, frame: Image, layout: Layout, there: Registration) -> Unrecognised | None:
        """The board that lies `there` in an upright frame (height, width, 3), read cold, as its
        looks hold no longer; None if that shows neither just what is expected nor what a game
        begins with, or something that hides a site, as a hand does, or the board would not be found
        there again.
        """
        seen = Unrecognised(there, read_cold(frame, there, layout))
        positions = [known[layout] for known in (self._expected, self._starts) if layout in known]
        if seen.reading.obstructed or all(_share(seen, one) < 1.0 for one in positions):
            return None
        found = self._find(frame, (layout,))
        if found is None:
            return None
        again = found.registration.geometry.nearest_turn(there.geometry, layout.turns)
        if again.corner_shift(there.geometry) >= ELSEWHERE_SITES:
            return None
        self._way, self._lost, self._newest = there, None, found
        self._lying.note(searched(found, frame))
        self._reads_anew = True
        return seen

    def learn_newest(self, frame: Image) -> Recognised | None:
        """The board that was last found, in that frame (height, width, 3), if its looks can be
        learnt from it.
        """
        if self._newest is None:
            return None
        found, read = self._newest, cache(partial(read_cold, frame))
        seen = self._known_or_cold(frame, found, read, others=True, learn=True, lain=False)
        return seen if isinstance(seen, Recognised) else None

    def _known_or_cold(
        self, frame: Image, found: Found, read: ReadCold, *, others: bool, learn: bool, lain: bool
    ) -> Recognised | Unrecognised:
        learn = learn and (lain or not self._is_reached_over(found, read))
        known = self._known(frame, found, read, others=others, learn=learn)
        if known is None:
            return self._read_cold(found, read)
        self._reads_anew = False
        return known

    def _known(
        self, frame: Image, found: Found, read: ReadCold, *, others: bool, learn: bool
    ) -> Recognised | None:
        layout, registration = found.layout, found.registration
        as_it_lay = replace(found, registration=self._as_it_lay(found))
        learnt = self._learnt(frame, as_it_lay, read, others) if learn else None
        now: Recognised | None = None
        if learnt is not None:
            now = Recognised(learnt.board.layout, learnt.registration, learnt.board)
            if learnt.agreement == 1.0:
                return now
        # a hand may lie there, which would be taken for a thing put there for good
        before = self._known_before() if learn or not self._reads_anew else None
        again_so = None if before is None else recognised(frame, registration, layout, before)
        if before is not None and again_so is not None:
            lies, strange = again_so
            if self._in_play or not self._lies_otherwise(found, lies, read):
                return Recognised(layout, lies, before.board, strange)
        return None if self._in_play else now

    def _lies_otherwise(self, found: Found, taken: Registration, read: ReadCold) -> bool:
        """Whether a board of which nothing says which way round it lies shows what is expected
        another way round than it is `taken` to lie: it was turned since, or the camera was.
        """
        if found.registration.orientation_known or found.layout not in self._expected:
            return False

        def shows_expected(way: Registration) -> bool:
            seen = Unrecognised(way, read(way, found.layout))
            return self._share_as_expected(seen) >= LEAST_AGREEMENT

        ways = found.registration.ways_round(found.layout)
        return not shows_expected(taken) and any(map(shows_expected, ways))

    def _searched(self, frame: Image, read: ReadCold) -> Searched | None:
        """The board wherever it lies; one that was found before, also where it lay."""
        found = self._find(frame, tuple(self._expected))
        there = self._lies_there(frame, found, read)
        if there is not None:
            return searched(there, frame)
        if found is None:
            return None
        self._last = searched(found, frame)
        return self._last

    def _lies_there(self, frame: Image, found: Found | None, read: ReadCold) -> Found | None:
        """The board where it was found before, if nothing is `found` now, as it is hard to find, or
        another lattice, as beside a hand, which shows plainly less of what is expected.
        """
        last = self._last
        if last is None or self._missing == MIRRORED:
            return None
        if found is None:
            return self._where_it_lay(frame, last)
        if same_place(last.found, found) or not lies_still(last.tracker, frame, MAY_LIE_STILL):
            return None
        now, then = (self._most_as_expected(one, read) for one in (found, last.found))
        return last.found if then >= now + _PLAINLY_MORE else None

    def _most_as_expected(self, found: Found, read: ReadCold) -> float:
        """The share of a board's sites that look as is expected, the way round that shows most."""
        ways, layout = found.registration.ways_round(found.layout), found.layout
        seen = [Unrecognised(way, read(way, layout)) for way in ways]
        return max(map(self._share_as_expected, seen))

    def _where_it_lay(self, frame: Image, before: Searched) -> Found | None:
        """The board where a search found it, if nothing has moved there. Of a dim one under bars of
        shade searches found 4 of 16 frames, this 11 of the others.
        """
        if not lies_still(before.tracker, frame):
            return None
        last, there = before.found, before.found.registration.geometry
        again = fitted(frame, there, last.registration, last.layout)
        if again is None or again.geometry.corner_shift(there) >= ELSEWHERE_SITES:
            return None
        self._missing = None
        return replace(last, registration=again)

    def _find(self, frame: Image, layouts: tuple[Layout, ...]) -> Found | None:
        if layouts:
            found = find_with_lens(frame, layouts, self._lens)
        else:
            found = NotFound("nothing to look for")
        if isinstance(found, Found) and not self._in_play and _is_cut_off(found):
            found = NotFound(OUT_OF_PICTURE, CUT_OFF)  # no game could be followed on what is seen
        self._missing = found if isinstance(found, NotFound) else None
        return None if isinstance(found, NotFound) else found

    def _learnt(self, frame: Image, found: Found, read: ReadCold, others: bool) -> Learnt | None:
        """The expected position on the board that was found. Where it does not quite look like it,
        a board of another kind may: the one that looks most like it counts. Where it does not look
        like it at all, only if `others` are to be tried. Holes that nearly all show it read cold
        are no lanes, though eight numbers of stones are sooner right than 48 holes.
        """
        best: Learnt | None = None
        kinds = [layout for layout in self._expected if layout != found.layout]
        for layout in (found.layout, *kinds):
            if layout != found.layout and best is None and not others:
                break
            tried = found if layout == found.layout else self._find(frame, (layout,))
            if tried is None:
                continue
            learnt = learn_board(frame, tried.registration, layout, self._expected[layout], read)
            if learnt is not None and (best is None or learnt.agreement > best.agreement):
                best = learnt
            if best is not None and (best.agreement == 1.0 or best.shown_cold):
                break
        return best

    def _read_cold(self, found: Found, read: ReadCold) -> Unrecognised:
        """The board read cold, the way round it lay before as long as that shows about what is
        expected, else the way that shows it best; as it was found where others show it no better.
        If none does: as before, or the way that is far likelier to show it than the others, or else
        the likeliest one.
        """
        as_before = self._as_it_lay(found)
        seen = Unrecognised(as_before, read(as_before, found.layout))
        if found.registration.orientation_known:
            return seen
        if as_before.orientation_known and self._share_as_expected(seen) >= LEAST_AGREEMENT:
            return seen
        ways = found.registration.ways_round(found.layout)
        others = [
            Unrecognised(way, read(way, found.layout))
            for way in ways
            if way.geometry != as_before.geometry
        ]
        likely = np.array([self._as_expected(way) for way in (seen, *others)])
        if likely[0] > likely.max() - _ALIKE:
            likely[0] = likely.max()
        best, lead = (seen, *others)[int(likely.argmax())], float(leads(likely[None])[0])
        share = self._share_as_expected(best)
        if self._way is not None and self._share_as_expected(seen) >= share >= LEAST_AGREEMENT:
            best = seen  # shows as many sites of a board that was found before, seen from elsewhere
        told = share >= _MOSTLY and lead >= _FAR_LIKELIER and not as_before.orientation_known
        if share < LEAST_AGREEMENT and not told:
            return seen
        self._way = best.registration
        return best

    def _is_reached_over(self, found: Found, read: ReadCold) -> bool:
        """Whether something reaches in over the board, as a hand does: it would be learnt with it,
        and what it hid would look covered after it has gone. None of 118 filmed games begins so.
        """
        layout = found.layout
        hidden = read(self._as_it_lay(found), layout).obstructed
        return bool(reaching_in(np.isin(layout.sites, hidden), layout).any())

    def _share_as_expected(self, seen: Unrecognised) -> float:
        """The share of the sites that look as is expected."""
        return _share(seen, self._expected[seen.reading.layout])

    def _as_expected(self, seen: Unrecognised) -> float:
        """How likely the sites look as is expected: the sum of log-likelihoods."""
        apart = _behind(seen, self._expected[seen.reading.layout])
        return float(-np.minimum(apart, MOST_LEAD).sum())

    def _as_it_lay(self, found: Found) -> Registration:
        """A board the way round it is known to have lain, if it has not been moved since; else the
        way nearest to that: of a start that looks alike from both sides a camera held in the hand
        tells no more.
        """
        if self._way is None or found.registration.orientation_known:
            return found.registration
        last = self._way.geometry
        if found.registration.geometry.image_size != last.image_size:
            return found.registration
        way = min(
            found.registration.ways_round(found.layout),
            key=lambda way: way.geometry.corner_shift(last),
        )
        near = way.geometry.corner_shift(last) < 1.0
        return replace(way, orientation_known=True) if near else way

    def _known_before(self) -> Learnt | None:
        if self._remembered is not None:
            self._before, self._remembered = self._remembered(), None
        return self._before


def _is_cut_off(found: Found) -> bool:
    return found.registration.geometry.share_in_picture < 1


def _share(seen: Unrecognised, appearance: Appearance) -> float:
    """The share of the sites that look so."""
    return float((_behind(seen, appearance) == 0.0).mean())


def _behind(seen: Unrecognised, appearance: Appearance) -> Floats:
    """By how much the labels (sites) of that are less likely than the best ones."""
    looks, layout = seen.reading.looks, seen.reading.layout
    return behind(looks, likeliest_labels(looks, layout, appearance))
