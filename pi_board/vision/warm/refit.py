"""Where a board lies that was shoved: it is fitted where it went, or found anew.

The lens is taken over from where it lay before, and so is which corner is a1.
"""

from __future__ import annotations

from dataclasses import replace

from pi_board.core.layout import Layout, Surface
from pi_board.vision.finding.find import find_board, fit_at
from pi_board.vision.geometry import BoardGeometry, Image, NotFound, Registration
from pi_board.vision.warm.track import Tracker

# How much worse a shoved board may be seen, and how well at least: beside their places grids have
# been seen with 0.11.
_WORSE, _LEAST_SEEN = 0.15, 0.35
_ELSEWHERE_SITES = 0.5  # a grid looks the same a whole site on


def fitted(
    image_bgr: Image, start: BoardGeometry, old: Registration, layout: Layout
) -> Registration | None:
    """A board fitted anew near `start`, the way round it lay before (`old`); None if hardly less of
    it must be seen there than then, and is not.
    """
    if layout.surface is Surface.ROWS and old.markers > 2:
        # Loose sticks do not say exactly where the board lies; fiducials do.
        marked = find_board(image_bgr, layout, start.lens)
        if isinstance(marked, Registration) and marked.markers > 2:
            return marked
    found = fit_at(image_bgr, start, layout, start.lens)
    least = max(old.quality - _WORSE, _LEAST_SEEN)
    if isinstance(found, NotFound) or found.quality < least:
        return None
    return replace(found, markers=old.markers, orientation_known=old.orientation_known)


def found_anew(
    image_bgr: Image, start: BoardGeometry, old: Registration, layout: Layout
) -> Registration | None:
    """A board searched for anew: where fiducials put it, or one that does not lie at `start`; None
    if no such one is found.

    Of the quarter turns of one found without fiducials the one nearest to `start` is meant.
    """
    found = find_board(image_bgr, layout, start.lens)
    if isinstance(found, NotFound):
        return None
    if found.markers:
        return found
    geometry = found.geometry.nearest_turn(start, layout.turns)
    if geometry.corner_shift(start) < _ELSEWHERE_SITES:
        return None
    return replace(found, geometry=geometry, orientation_known=old.orientation_known)


def by_edges(
    image_bgr: Image, found: Registration, layout: Layout, tracker: Tracker
) -> Registration:
    """A board of sticks where its edges say that it lies, around the place where it was `found`,
    and from where it is tracked on; others are fitted to their grid.

    Of a picture shifted by 30 to 40 pixels three fiducials put the fourth corner 0.19 to 0.49 sites
    beside its place, the edges 0.09 to 0.15 (16 times); four are believed.
    """
    if layout.surface is not Surface.ROWS:
        return found
    movement = tracker.look_there(image_bgr, found.geometry)
    if not movement.sure:
        return found
    there = tracker.place(image_bgr, movement)  # and is looked for there, whatever is believed
    return found if found.markers > 3 else replace(found, geometry=there)
