"""When a board that is not known is searched for, and where it was said to lie."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pi_board.core.layout import Appearance, Layout
from pi_board.vision.geometry import Image, NotFound, Registration
from pi_board.vision.warm.search import ELSEWHERE_SITES, Recognised, Search, Unrecognised
from pi_board.vision.warm.seen import CLUTTER_AFTER_S
from pi_board.vision.warm.sight import Sight
from pi_board.vision.warm.taken import Taken, alike_there

SEARCH_EVERY_S = 0.5  # while no board is known: a search takes a while;
IDLE_SEARCH_S = 2.0  # if nothing has stirred for IDLE_S, and no other position is expected since
IDLE_S = 3.0  # the last one, it would hardly show anything else
MISSED_S = 1.0  # so late at most a board is read in the frame in which it was missed


@dataclass(frozen=True, slots=True)
class Sought:
    """A board that was found, and the frames that show it so, the newest last."""

    board: Recognised | Unrecognised
    taken: tuple[Taken, ...]


class Seeker:
    """Looks for a board from time to time. Times are of frames, in seconds, never decreasing;
    `still_s` is for how long nothing has stirred.
    """

    def __init__(self, search: Search) -> None:
        self._search = search
        self._newest: Taken | None = None  # that was searched,
        self._found_there = False  # whether a board was found in it,
        self._missed_t: float | None = None  # and since when none was, once one was read cold
        self._expects_other = False  # than in that search
        self._announced: Registration | None = None
        self._elsewhere: Registration | None = None  # where it was seen once since

    @property
    def missing(self) -> NotFound | None:
        """Why no board was found last."""
        return self._search.missing

    @property
    def found_there(self) -> bool:
        """Whether the newest frame that was searched shows a board."""
        return self._found_there

    def expect(self, starts: Iterable[tuple[Layout, Appearance]], *, in_play: bool) -> None:
        """As for `Search.expect`; what nothing else has called for is worth a search then."""
        self._search.expect(starts, in_play=in_play)
        self._expects_other = True

    def interrupt(self) -> None:
        """Something moves: no board is missed meanwhile."""
        self._missed_t = None

    def is_due(self, t: float, still_s: float) -> bool:
        """Whether a search is worth it now."""
        if self._newest is None:
            return True
        idle = still_s >= IDLE_S and self._missed_t is None and not self._expects_other
        return t - self._newest.t >= (IDLE_SEARCH_S if idle else SEARCH_EVERY_S) - 1e-6

    def look(self, taken: Taken, sight: Sight, still_s: float) -> Sought | None:
        """Search a frame; `sight` is what was made of those before.

        Where a board lies now it lay in the last search too, if that showed the same there. Later
        in a game clocks run, and nothing may be told of what has been.
        """
        before, frame = self._newest, taken.frame
        there = sight.registration if self._found_there else None
        may_learn, lain = self._may_learn(frame, there, still_s), still_s >= CLUTTER_AFTER_S
        seen = self._search.look(frame, learn=may_learn, lain=lain)
        self._newest, self._found_there, self._expects_other = taken, seen is not None, False
        if seen is None:
            return None
        self._missed_t = None
        if (
            before is None
            or sight.observation is not None
            or taken.t - before.t > MISSED_S
            or not alike_there(before.frame, frame, seen.registration.geometry)
        ):
            return Sought(seen, (taken,))
        if isinstance(seen, Unrecognised):
            seen = self._search.learn_newest(frame) or seen
        return Sought(seen, (before, taken))

    def _may_learn(self, frame: Image, there: Registration | None, still_s: float) -> bool:
        """Whether the board looks as in the last search, so that it may be learnt: a hand does not
        lie still, and would be learnt with it (or hid the board from that search). One that no
        network sees may have been taken for other light.
        """
        if self._search.reads_anew and still_s < CLUTTER_AFTER_S:
            return False
        before = self._newest
        if before is None or there is None:
            return False
        return alike_there(before.frame, frame, there.geometry)

    def look_anew(self, taken: Taken, layout: Layout, there: Registration) -> Unrecognised | None:
        """As for `Search.look_anew`."""
        seen = self._search.look_anew(taken.frame, layout, there)
        if seen is not None:
            self._newest, self._found_there, self._announced = taken, True, there
        return seen

    def missed_s(self, t: float) -> float:
        """For how long a board that was announced has not been found; 0 if none was."""
        if self._announced is None:
            return 0.0
        if self._missed_t is None:
            self._missed_t = t
        return t - self._missed_t

    def announce(self, found: Registration, *, sure: bool) -> bool:
        """Whether it is to be said that a board was found there: unless that was said before and it
        is where it was. Read cold it must be seen elsewhere twice running: under hands it may be
        found beside its place.
        """
        said, before, self._elsewhere = self._announced, self._elsewhere, None
        if said is not None and _are_near(said, found):
            return False
        if not (said is None or sure or (before is not None and _are_near(before, found))):
            self._elsewhere = found
            return False
        self._announced = found
        return True

    def forget(self, lost: Recognised | None, taken: Taken | None) -> None:
        """Where the board lies nobody knows: `lost`, if it was known, was not seen in `taken`."""
        if lost is not None:
            self._search.lose(lost)
        self._announced, self._elsewhere = None, None
        self._found_there, self._missed_t = False, None
        if taken is not None:
            self._newest = taken


def _are_near(one: Registration, other: Registration) -> bool:
    return one.geometry.corner_shift(other.geometry) < ELSEWHERE_SITES
