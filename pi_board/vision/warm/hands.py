"""Hands and other things over the board, from the pixels that no look explains.

A hand comes from outside: its strange pixels reach the edge of the view (or of the picture). What
lies strangely in the middle of the board without that is a glare, a shadow or a stone put down
badly, unless it is large. Sites are obstructed where enough strange pixels of such a thing lie.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import cv2
import numpy as np

from pi_board.core.layout import Layout, Surface
from pi_board.vision.flat import SITE_PX, cut_sites, fine_view, halved, inside, join_sites
from pi_board.vision.geometry import BoardGeometry, Floats, Mask

_LEAST_ENTRY_PX = 4  # of the edge: a finger is wider than the tip of a tall stone
_LARGE_PX = 40  # strange even if it does not come from outside
_HIDDEN = 0.25  # of a site: that much out of sight, and nothing is known of it
_SITE_PX_STRANGE = 3  # pixels of a hand that make a site obstructed


class Lain:
    """For how long what is strange has lain in its place while the board was quiet."""

    def __init__(self, lain_s: Floats | None = None) -> None:
        """`lain_s` (height, width): for how long it has already; below 0: nothing is there."""
        self._lain_s = lain_s

    def look(self, strange: Mask, quiet_s: float) -> Floats:
        """For how many seconds each of the `strange` pixels (height, width) has lain there, when
        the board was quiet for `quiet_s` since the last look; below 0 elsewhere.
        """
        nothing = np.full(strange.shape, -1.0)
        if not strange.any():
            self._lain_s = None
            return nothing
        before = nothing if self._lain_s is None else self._lain_s
        after = np.where(before < 0, 0.0, before + quiet_s)
        # noise makes single pixels come and go
        near = cv2.dilate(strange.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
        self._lain_s = np.where(near, after, -1.0)
        return np.where(strange, self._lain_s, -1.0)


def obstructed_sites(strange: Mask, geometry: BoardGeometry, layout: Layout) -> tuple[str, ...]:
    """Names of the sites covered by something that came from outside.

    `strange` (height, width) belongs to a flat view of `geometry`.
    """
    seen, edge = sight(geometry)
    strange = strange & seen
    if not strange.any():
        return ()
    much = _much_on(foreign(strange, edge), geometry, layout)
    return tuple(name for name, covered in zip(layout.sites, much, strict=True) if covered)


def _much_on(things: Mask, geometry: BoardGeometry, layout: Layout) -> Mask:
    """On which sites (sites) more than a speck of some things (height, width) lies."""
    much = cut_sites(things, geometry, SITE_PX).sum(axis=(1, 2)) >= _SITE_PX_STRANGE
    if layout.surface is Surface.ROWS:
        much = much.reshape(geometry.rows, geometry.columns).any(axis=1)
    return np.asarray(much, np.bool_)


def _joined(sites: Mask, geometry: BoardGeometry, layout: Layout) -> Mask:
    """All pixels of some sites (sites), in a view without its margin."""
    if layout.surface is Surface.ROWS:
        sites = np.repeat(sites, geometry.columns)
    whole = np.broadcast_to(sites[:, None, None], (len(sites), SITE_PX, SITE_PX))
    return np.asarray(join_sites(whole, geometry.columns, geometry.rows), np.bool_)


def without_told(
    covered: tuple[str, ...], told: Mask, strange: Mask, geometry: BoardGeometry, layout: Layout
) -> tuple[str, ...]:
    """The covered sites but for those of which is `told` (sites) all the same what is there, and
    those into which what is `strange` (height, width) there only juts, by a pixel.
    """
    if not covered or not told.any():
        return covered
    at_told = np.zeros_like(strange)
    inside(at_told, SITE_PX)[:] = _joined(told, geometry, layout)
    juts = cv2.dilate(at_told.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    still = _much_on(strange & ~juts, geometry, layout)
    return tuple(name for name in covered if still[layout.site(name)])


def with_untold(covered: tuple[str, ...], untold: Iterable[int], layout: Layout) -> tuple[str, ...]:
    """The covered sites and those (by number) that hardly tell, as in a glare, in their order."""
    hidden = {*covered, *(layout.sites[site] for site in untold)}
    return tuple(name for name in layout.sites if name in hidden)


def lies_on(things: Mask, geometry: BoardGeometry, layout: Layout) -> Mask:
    """On which sites (sites) so much of some things (height, width) lies that nothing is known of
    what is there.
    """
    if not things.any():
        return np.zeros(len(layout.sites), np.bool_)
    share = cut_sites(things, geometry, SITE_PX).mean(axis=(1, 2))
    if layout.surface is Surface.ROWS:
        share = share.reshape(geometry.rows, geometry.columns).mean(axis=1)
    return np.asarray(share > _HIDDEN, np.bool_)


def hidden_pixels(things: Mask, passing: Mask, geometry: BoardGeometry, layout: Layout) -> Mask:
    """What of a view (height, width) is not to be remembered: the sites on which `things` (sites)
    lie, and what is `passing` (height, width) around all sites, such as a hand that waits there.
    """
    hidden = passing.copy()
    inside(hidden, SITE_PX)[:] = _joined(things, geometry, layout)
    return hidden


def reaching_in(sites: Mask, layout: Layout) -> Mask:
    """Those of some sites (sites) that hang together with one at the board's border, as those under
    a hand do; lanes all end there. Of 178 looks at hands that hid more than two squares or holes
    none was without such sites.
    """
    if layout.surface is Surface.ROWS:
        return sites
    grid = sites.reshape(layout.rows, layout.columns).astype(np.uint8)
    _, groups = cv2.connectedComponents(grid, connectivity=8)
    inner = np.pad(np.ones((layout.rows - 2, layout.columns - 2), np.bool_), 1)
    return np.asarray(sites & np.isin(groups, groups[~inner & (grid > 0)]).ravel(), np.bool_)


def comes_in(strange: Mask, geometry: BoardGeometry) -> bool:
    """Whether anything strange (height, width of a flat view of `geometry`) comes from outside, as
    hands do.
    """
    seen, edge = sight(geometry)
    return bool(foreign(strange & seen, edge, large_px=strange.size).any())


def foreign(strange: Mask, edge: Mask, large_px: int = _LARGE_PX) -> Mask:
    """The strange pixels that belong to something large, or to something that touches `edge`."""
    near = cv2.dilate(strange.astype(np.uint8), np.ones((3, 3), np.uint8))  # bridges what is hidden
    _, component = cv2.connectedComponents(near, connectivity=8)
    things = component * strange
    size = np.bincount(things.ravel())
    entering = np.bincount(things[edge], minlength=len(size))
    wanted = (entering >= _LEAST_ENTRY_PX) | (size >= large_px)
    wanted[0] = False
    return np.asarray(wanted[things], np.bool_)


@lru_cache(maxsize=2)
def sight(geometry: BoardGeometry) -> tuple[Mask, Mask]:
    """Which pixels (height, width) of the flat view lie in the picture, and which of them at the
    border of the view or of the picture.
    """
    width, height = geometry.image_size
    seen = halved(fine_view(np.full((height, width, 3), 255, np.uint8), geometry))[..., 0] > 250
    inner = cv2.erode(np.pad(seen, 1).astype(np.uint8), np.ones((3, 3), np.uint8), borderValue=0)
    return seen, np.asarray(seen & (inner[1:-1, 1:-1] == 0), np.bool_)
