"""Where a board lies that is read cold: it is searched for only now and then.

A search takes several times as long as a reading. So a board that two searches in a row find in the
same place is taken to lie there as long as its edges are where they were; after some looks it is
searched for all the same, lest a mistake stays for ever.
"""

from __future__ import annotations

from pi_board.vision.finding.find import Found
from pi_board.vision.geometry import Image, size_of
from pi_board.vision.warm.track import Tracker

SEARCH_EVERY_LOOKS = 8
_SAME_SITES = 0.15  # two searches agree to this
# Share of the edges that must be where they were: on still boards with a hand it was 0.9 at least.
# After a slide by two squares, where light lies on light again, it was 0.34 with all stones on the
# board and up to 0.81 without any, after half a turn around fiducials up to 0.56.
_STILL = 0.85


class Lying:
    """What the last searches found."""

    def __init__(self) -> None:
        self._found: Found | None = None
        self._tracker: Tracker | None = None
        self._looks = 0

    def still(self, frame: Image) -> Found | None:
        """The board, if it surely lies in this frame (height, width, 3) where it was found; None:
        search for it.
        """
        self._looks += 1
        if self._tracker is None or self._looks >= SEARCH_EVERY_LOOKS:
            return None
        size = size_of(frame)
        if size != self._tracker.registration.geometry.image_size:
            return None
        return self._found if lies_still(self._tracker, frame) else None

    def searched(self, found: Found | None, frame: Image) -> None:
        """What a search of this frame has found."""
        before, self._found = self._found, found
        self._looks, self._tracker = 0, None
        if found is None or before is None or found.layout != before.layout:
            return
        old = before.registration.geometry
        new = found.registration.geometry.nearest_turn(old, found.layout.turns)
        if new.image_size == old.image_size and new.corner_shift(old) < _SAME_SITES:
            self._tracker = Tracker(found.registration, frame)


def lies_still(tracker: Tracker, frame: Image) -> bool:
    """Whether a board surely lies in a frame (height, width, 3) of its size where it was."""
    movement = tracker.look(frame)
    return movement.agreeing > _STILL and not movement.moved
