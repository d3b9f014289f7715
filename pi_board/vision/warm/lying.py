"""Where a board lies that is read cold: it is searched for only now and then.

A search takes several times as long as a reading. So a board that two searches in a row find in the
same place is taken to lie there as long as its edges are where they were; after some looks it is
searched for all the same, lest a mistake stays for ever.
"""

from __future__ import annotations

from dataclasses import dataclass

from pi_board.vision.finding.find import Found
from pi_board.vision.geometry import Image, size_of
from pi_board.vision.warm.track import Tracker

SEARCH_EVERY_LOOKS = 8
_SAME_SITES = 0.15  # two searches agree to this
# Share of the edges that must be where they were: on still boards with a hand it was 0.9 at least.
# After a slide by two squares, where light lies on light again, it was 0.34 with all stones on the
# board and up to 0.81 without any, after half a turn around fiducials up to 0.56.
_LIES_STILL = 0.85
# The same where another lattice is found and shows less of what is expected than the board there.
MAY_LIE_STILL = 0.5


@dataclass(frozen=True, slots=True)
class Searched:
    """A board that a search has found, and its edges there."""

    found: Found
    tracker: Tracker


def searched(found: Found, frame: Image) -> Searched:
    """A board that was found in this frame (height, width, 3)."""
    return Searched(found, Tracker(found.registration, frame))


class Lying:
    """What the last searches found."""

    def __init__(self) -> None:
        self._last: Searched | None = None
        self._agreed = False  # the last two
        self._looks = 0

    def still(self, frame: Image) -> Found | None:
        """The board, if it surely lies in this frame (height, width, 3) where it was found; None:
        search for it.
        """
        self._looks += 1
        if self._last is None or not self._agreed or self._looks >= SEARCH_EVERY_LOOKS:
            return None
        return self._last.found if lies_still(self._last.tracker, frame) else None

    def note(self, newest: Searched | None) -> None:
        """What a search has found."""
        before, self._last = self._last, newest
        self._looks, self._agreed = 0, False
        if newest is not None and before is not None:
            self._agreed = same_place(before.found, newest.found)


def same_place(one: Found, other: Found) -> bool:
    """Whether two searches have found the same kind of board in the same place."""
    if one.layout != other.layout:
        return False
    old = one.registration.geometry
    new = other.registration.geometry.nearest_turn(old, other.layout.turns)
    return new.image_size == old.image_size and new.corner_shift(old) < _SAME_SITES


def lies_still(tracker: Tracker, frame: Image, least: float = _LIES_STILL) -> bool:
    """Whether a board lies in a frame (height, width, 3) where it was, as that share of its edges
    do at `least`.
    """
    if size_of(frame) != tracker.registration.geometry.image_size:
        return False
    movement = tracker.look(frame)
    return movement.agreeing > least and not movement.moved
