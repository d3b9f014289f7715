"""One physical board in front of one camera, from frame to frame.

First the board is searched for and read cold, until it shows a position that is expected; its looks
are then learnt, and from there on it is read warm. The session knows nothing of moves: `confirm`
tells it what stands on the board, and it learns from the last clear look at just that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

import numpy as np

from pi_board.core.events import BoardMoved
from pi_board.core.layout import Appearance, Layout, Surface
from pi_board.core.observation import Input, Observation
from pi_board.vision.arrange import likeliest_labels
from pi_board.vision.cold.read import read_cold
from pi_board.vision.finding.find import is_blank
from pi_board.vision.geometry import Floats, Image, Lens, Registration, size_of
from pi_board.vision.mount import STRAIGHT, Mount
from pi_board.vision.warm.doubt import hardly_turned
from pi_board.vision.warm.hands import Lain, hidden_pixels, with_untold
from pi_board.vision.warm.learn import Learnt
from pi_board.vision.warm.motion import FrameState, Gate
from pi_board.vision.warm.opinion import misread_by_opinion, seen_over
from pi_board.vision.warm.search import Recognised, Search, Unrecognised
from pi_board.vision.warm.seeking import IDLE_SEARCH_S, SEARCH_EVERY_S, Seeker
from pi_board.vision.warm.seen import (
    CLUTTER_AFTER_S,
    HAND_AFTER_S,
    UNTOLD_AFTER_S,
    HiddenSites,
    KnownBoard,
    left_untold,
    patience_s,
    seen_in,
    told_of,
    waited_for,
)
from pi_board.vision.warm.sight import Sight
from pi_board.vision.warm.taken import Taken
from pi_board.vision.warm.track import Movement, Tracker

LOOK_EVERY_S = 1.0  # even a still board is read anew this often
LOST_AFTER_S = 3.0  # so long not a third of the board's edges where they were, and it is lost
# No lens looks for its focus for so long. With half of the frames of 20 filmed games blurred, 1 to
# 4 pixels for three seconds at a time, a stone that left unseen made one of 256 moves a wrong one.
_HUNTING_S = 10.0
_QUIET_LOOKS = 3  # so many times at once after a change: independent looks
_MOVING_LOOK_S = 0.25  # during motion
_RESTLESS_S = 2.0  # after so much motion a board is searched for all the same: somebody beside it
_HIDDEN_AFTER_S = 5.0  # and after so much over one that was found all of it is said to be hidden
_PAUSE_S = 0.4  # hands that move about rest for as long, and have not gone


class BoardSession:
    """Frames of one board to observations. Not safe for several threads."""

    def __init__(
        self,
        site_mm: float | None = None,
        lens: Lens | None = None,
        mount: Mount = STRAIGHT,
        remembered: Callable[[], Learnt | None] | None = None,
    ) -> None:
        """`site_mm` is the width of a site, to say in millimetres how far a board was shoved;
        `lens` a calibrated lens, for frames of its size or one it can be scaled to; `mount` puts
        frames upright (what is seen and said is about upright frames, but for where a board was
        found, which is in those that come, as is the lens); `remembered` gives a board that was
        learnt before, in upright frames: asked once, when a board does not show what is expected.
        """
        self._site_mm = site_mm
        self._seeker = Seeker(Search(None if lens is None else mount.lens(lens), remembered))
        self._mount = mount
        self._gate = Gate()
        self._known: KnownBoard | None = None
        self._sight = Sight(None, None, None)
        self._looked_t = 0.0
        self._told_t = 0.0
        self._quiet = 0
        self._rested_t = 0.0  # when nothing moved last
        self._sought_t = -np.inf  # when a board that was not where it lay was last looked for
        self._tried_anew_t = -np.inf  # when looks that may not hold were last tried anew
        self._shoved = False  # even if it was lost then: what is strange may be there since
        self._still_known = False  # nothing looked covered once since: its looks hold
        self._hidden_sites = HiddenSites()
        self._in_play = False  # a position was confirmed since it was expected, or before
        self._stood: tuple[Appearance, ...] = ()  # what was confirmed last, once in play

    def expect(self, starts: Iterable[tuple[Layout, Appearance]], *, in_play: bool = False) -> None:
        """The position the board is going to show, on each kind of board it may be; the first is
        the usual one. A board that is known already stays known. `in_play`: as for `Search.expect`.
        """
        expected = tuple(starts)
        self._seeker.expect(expected, in_play=in_play)
        self._in_play = in_play
        self._stood = tuple(appearance for _, appearance in expected) if in_play else ()

    @property
    def sight(self) -> Sight:
        """The newest frame and what was made of it."""
        return self._sight

    def see(self, frame: Image, t: float, index: int | None = None) -> tuple[Input, ...]:
        """Take in a frame (height, width, 3), 8-bit BGR, taken at `t` seconds (never decreasing).

        Returns what there is to say: notes and at most one observation; two of them when the first
        board is found, of which the search before had not found one in a frame that shows the same.
        """
        frame = self._mount.upright(frame)
        there, size = self._sight.registration, size_of(frame)
        if there is not None and there.geometry.image_size != size:
            there = None  # another camera, or another mode of it
            self._forget()
        state, taken = self._gate.look(frame, t), Taken(frame, t, index)
        self._sight = replace(self._sight, frame=frame, registration=there)
        if state is not FrameState.MOTION:
            self._rested_t = t
        if self._known is None:
            return self._seek(taken, state)
        return self._watch(self._known, taken, state)

    def confirm(self, appearance: Appearance) -> None:
        """The board is known to show `appearance`, on the layout in use: learn from the last look.

        Nothing is learnt from a look that was obstructed, or that a lens blurs which looks for its
        focus, but what a network was wrong of is, if anything. Before a game a look that hardly
        tells is enough.
        """
        began, self._in_play = self._in_play, True
        known, last = self._known, self._sight.observation
        look = None if known is None else known.look
        if last is not None:
            self._seeker.expect([(last.layout, appearance)], in_play=True)
        # where a hand rests nothing may have been moved, and play goes on without what it hides
        moved = bool(self._stood) and appearance not in self._stood
        if look is None or not look.covered:
            self._stood = (appearance,)
        if known is None or look is None or look.covered:
            return
        reading, before = look.reading, known.board.labels
        labels = likeliest_labels(reading.looks, known.layout, appearance)
        hidden = reading.opinion is not None and reading.opinion.hidden.any()
        waited = not look.hand or self._gate.still_s >= HAND_AFTER_S
        lanes = known.layout.surface is Surface.ROWS  # of covered ones a network is not wrong
        nothing_over = moved and waited and not lanes
        known.misread = misread_by_opinion(reading, labels, before, known.misread, nothing_over)
        geometry, darker = known.registration.geometry, known.board.darker_first
        # what it sees over lanes all the same lies there for good, or nothing does
        if not began or (moved and waited and lanes and not hidden):
            over, known.at_rest = seen_over(
                look.frame, geometry, known.layout, darker, known.at_rest
            )
            if not began:
                known.misread = {**known.misread, **over}
        hunting = 0.0 < self._looked_t - known.focused_t < _HUNTING_S
        if not hunting and not (look.obstructed if began else hidden):
            # the table that shows around a board since it was shoved is strange as well
            passing = np.zeros_like(look.strange) if self._shoved else look.strange
            unlearnt = hidden_pixels(look.cluttered, passing, geometry, known.layout)
            known.board.confirm(look.flat, labels, unlearnt)

    def _seek(self, taken: Taken, state: FrameState) -> tuple[Input, ...]:
        seeker, still_s = self._seeker, self._gate.still_s
        if state is FrameState.MOTION:
            seeker.interrupt()
            restless_s = taken.t - self._rested_t
            if seeker.found_there:  # what moves is a hand over it, or lies there for good
                return self._hidden(taken) if restless_s >= _HIDDEN_AFTER_S else ()
            if restless_s < _RESTLESS_S:
                return ()
        if not seeker.is_due(taken.t, still_s):
            due = seeker.found_there and taken.t - self._told_t >= SEARCH_EVERY_S - 1e-6
            return self._again(taken) if due else ()
        sought = seeker.look(taken, self._sight, still_s)
        self._sight = replace(self._sight, missing=seeker.missing if sought is None else None)
        if sought is None:
            return self._miss(taken)
        if isinstance(sought.board, Unrecognised):
            return self._cold(sought.board, sought.taken)
        return self._begin(sought.board, sought.taken)

    def _hidden(self, taken: Taken) -> tuple[Input, ...]:
        """From time to time that nobody knows what a board shows, as something moves over it."""
        last = self._sight.observation
        if last is None or taken.t - self._told_t < SEARCH_EVERY_S - 1e-6:
            return ()
        stirred = self._stirred(taken.t)
        hidden = last.layout.sites
        return (replace(last, t=taken.t, frame=taken.index, obstructed=hidden, stirred=stirred),)

    def _miss(self, taken: Taken) -> tuple[Input, ...]:
        """No board was found. One that was read cold is lost if it stays so for a while."""
        last = self._sight.observation
        if last is None or self._seeker.missed_s(taken.t) < LOST_AFTER_S:
            return ()
        return self._lose(last.layout, taken)

    def _begin(self, seen: Recognised, taken: tuple[Taken, ...]) -> tuple[Input, ...]:
        registration, first, newest = seen.registration, taken[0], taken[-1]
        self._looked_t, self._hidden_sites = first.t, HiddenSites()
        tracker, clutter = Tracker(registration, newest.frame), seen.clutter
        lain = Lain(None if clutter is None else np.where(clutter, CLUTTER_AFTER_S, -1.0))
        hidden_s = np.zeros(len(seen.layout.sites))
        known = self._known = KnownBoard(
            seen.layout, registration, seen.board, seen.misread, tracker, lain, newest.t, hidden_s,
            at_rest=seen.at_rest,
        )  # fmt: skip
        said = list(self._announce(registration, first, sure=True))
        for one in taken:
            said += self._read(known, one)
        return tuple(said)

    def _cold(self, seen: Unrecognised, taken: tuple[Taken, ...]) -> tuple[Input, ...]:
        registration, layout = seen.registration, seen.reading.layout
        self._gate.attend(registration.geometry)
        said = list(self._announce(registration, taken[0], sure=False))
        for one in taken:
            newest = one is taken[-1]
            reading = seen.reading if newest else read_cold(one.frame, registration, layout)
            looks = reading.looks_in_play if self._in_play else reading.looks_at_a_start
            untold = hardly_turned(reading, self._stood)
            hidden = with_untold(reading.obstructed, untold, layout)
            told = self._told_cold(one.t, layout, looks, hidden)
            observation = self._observation(one, layout, *told)
            self._sight = Sight(one.frame, registration, observation)
            said.append(observation)
        return tuple(said)

    def _told_cold(
        self, t: float, layout: Layout, looks: Floats, hidden: tuple[str, ...]
    ) -> tuple[Floats, tuple[str, ...]]:
        """The looks (sites, labels) to be told, and the hidden sites that are waited for: each as
        of when it was first hidden. In a light that flickers a hand may seem to stir nothing.
        """
        hidden_s, patience = self._hidden_sites.look(hidden, t), patience_s(hidden, layout)
        waited = self._gate.still_s >= patience
        lasting = [name for name in hidden if waited and hidden_s[name] >= patience - 1e-6]
        looks = left_untold(looks, map(layout.site, lasting), layout)
        return looks, tuple(name for name in hidden if name not in lasting)

    def _announce(self, found: Registration, where: Taken, *, sure: bool) -> tuple[Input, ...]:
        """That a board was found there, if that is to be said: see `Seeker.announce`."""
        if not self._seeker.announce(found, sure=sure):
            return ()
        return (where.board_found(found, self._mount),)

    def _watch(self, known: KnownBoard, taken: Taken, state: FrameState) -> tuple[Input, ...]:
        since = taken.t - self._looked_t
        if state is FrameState.MOTION:
            self._quiet = 0
            return self._read(known, taken, moving=True) if since >= _MOVING_LOOK_S else ()
        if state is FrameState.CHANGE:
            self._quiet = 0
        self._quiet += 1
        if self._quiet > _QUIET_LOOKS and since < LOOK_EVERY_S - 1e-6:
            return self._again(taken)
        return self._read(known, taken)

    def _again(self, taken: Taken) -> tuple[Input, ...]:
        """The last observation once more: nothing has changed since."""
        last = self._sight.observation
        if last is None:
            return ()
        same = replace(last, t=taken.t, frame=taken.index, stirred=self._stirred(taken.t))
        self._sight = Sight(taken.frame, self._sight.registration, same)
        return (same,)

    def _read(self, known: KnownBoard, taken: Taken, moving: bool = False) -> tuple[Input, ...]:
        frame, t = taken.frame, taken.t
        movement, in_focus = known.look_where_it_lay(frame)
        if in_focus:
            known.focused_t = t
        if movement.sure:
            known.followed_t = t
        elif t - known.followed_t >= LOST_AFTER_S:
            return self._lose(known.layout, taken)
        elif is_blank(frame):
            return self._hidden(taken)
        if not moving and (said := self._shoved_far(known, movement, taken)):
            return said
        notes = self._follow(known, movement, taken)
        self._gate.attend(known.registration.geometry)
        quiet_s = 0.0 if moving else min(t - self._looked_t, self._gate.still_s)
        look, self._shoved = seen_in(known, frame, quiet_s, moving=moving, shoved=self._shoved)
        known.look = look
        self._still_known |= not look.covered
        other_light = self._shoved and not self._still_known
        for_long = bool(look.covered) and self._gate.still_s >= UNTOLD_AFTER_S
        if (other_light or for_long) and not moving:
            said = self._anew(known, taken)
            if said:
                return (*notes, *said)
        if known.unsettled and not look.obstructed:
            known.settle(frame, in_focus=in_focus)
        if not moving:
            known.waited_for = waited_for(known, look, self._gate.still_s)
        told = told_of(known, look, self._gate.still_s, in_play=self._in_play)
        observation = self._observation(taken, known.layout, *told)
        self._sight = Sight(frame, known.registration, observation)
        self._gate.mark()
        self._looked_t = t
        return (*notes, observation)

    def _anew(self, known: KnownBoard, taken: Taken) -> tuple[Input, ...]:
        """Read a board cold from now on that was shoved into other light, or learnt beside a hand
        that has gone: its looks do not hold. Returns what there is to say; nothing, and it stays
        known, if it cannot be read so. Tried once whenever something has stirred.
        """
        layout = known.layout
        tried = self._tried_anew_t >= taken.t - self._gate.still_s
        if tried or layout.surface is Surface.ROWS:  # cold, what hides a lane is hardly told
            return ()
        self._tried_anew_t = taken.t
        seen = self._seeker.look_anew(taken, layout, known.registration)
        if seen is None:
            return ()
        self._known, self._shoved = None, False
        return self._cold(seen, (taken,))

    def _observation(
        self,
        taken: Taken,
        layout: Layout,
        looks: Floats,
        obstructed: tuple[str, ...],
    ) -> Observation:
        rows = tuple(map(tuple, looks.tolist()))
        stirred = self._stirred(taken.t)
        return Observation(taken.t, layout, rows, obstructed, (), taken.index, stirred)

    def _stirred(self, t: float) -> bool:
        """Whether something has stirred since the last observation, or just before it."""
        stirred = self._gate.still_s < max(t - self._told_t, _PAUSE_S)
        self._told_t = t
        return stirred

    def _follow(self, known: KnownBoard, movement: Movement, taken: Taken) -> tuple[Input, ...]:
        """Note where the board is now, and say if it was shoved."""
        again = known.unsettled
        if not movement.moved:
            if movement.sure:  # if it was shoved, it was pushed back
                known.registration = known.tracker.registration
            return ()
        self._shoved, self._still_known = True, self._still_known and again
        known.follow(taken.frame, movement, taken.t)
        return () if again else (self._board_moved(movement.shift_sites, taken),)

    def _shoved_far(self, known: KnownBoard, movement: Movement, taken: Taken) -> tuple[Input, ...]:
        """What there is to say if a board that is hardly seen where it lay, or looks covered there
        though nothing stirs, is surely elsewhere, as it was shoved far. A hand hides as much: it is
        looked for from time to time only.
        """
        covered = known.look is not None and bool(known.look.covered)
        if movement.sure and not (covered and self._gate.still_s >= IDLE_SEARCH_S):
            return ()
        every_s = IDLE_SEARCH_S if movement.sure else SEARCH_EVERY_S
        if taken.t - self._sought_t < every_s - 1e-6:
            return ()
        self._sought_t = taken.t
        before, now = known.registration, known.elsewhere(taken.frame, movement)
        if now is None:
            return ()
        self._forget()
        self._shoved, self._still_known = True, False
        said = self._board_moved(now.geometry.corner_shift(before.geometry), taken)
        return said, *self._begin(_recognised(known, now), (taken,))

    def _board_moved(self, shift_sites: float, taken: Taken) -> BoardMoved:
        """That the board was shoved so far, in site widths."""
        return taken.board_moved(
            None if self._site_mm is None else round(shift_sites * self._site_mm, 1)
        )

    def _forget(self, taken: Taken | None = None) -> None:
        """Where the board lies nobody knows; `taken` shows none, if given."""
        known, self._known = self._known, None
        lost = None if known is None else _recognised(known, known.registration)
        self._seeker.forget(lost, taken)
        self._gate.attend(None)

    def _lose(self, layout: Layout, taken: Taken) -> tuple[Input, ...]:
        """The board is not where it was, or cannot be seen: search for it as it was last known.
        What it shows meanwhile nobody knows.
        """
        self._forget(taken)
        last = self._sight.observation
        looks = last.looks if last is not None else ()
        hidden = Observation(taken.t, layout, looks, layout.sites, (), taken.index)
        self._sight = replace(self._sight, registration=None, observation=hidden)
        return taken.board_moved(None), hidden


def _recognised(known: KnownBoard, now: Registration) -> Recognised:
    """A known board where it lies now, with what networks are known to be wrong of on it."""
    return Recognised(known.layout, now, known.board, misread=known.misread, at_rest=known.at_rest)
