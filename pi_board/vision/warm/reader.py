"""Reading a board whose looks are known: squares, holes and tiles.

Learnt from one picture with known labels (see `board_looks`). A site that looks as it did when it
was last confirmed keeps its label; only the others are explained anew, as a surface with or without
a stone. What neither memory nor any label explains is *strange*: a hand, a cup, a stone on the
line.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from pi_board.core.layout import Layout, Surface
from pi_board.vision.cold.trained import Opinions
from pi_board.vision.flat import (
    FINE_PX,
    SITE_PX,
    beyond,
    cut_sites,
    inside,
    join_sites,
)
from pi_board.vision.geometry import Array, BoardGeometry, Floats, Image, Indices, Mask
from pi_board.vision.mixture import middles
from pi_board.vision.warm.board_looks import learn_looks
from pi_board.vision.warm.edges import decide_by_edges
from pi_board.vision.warm.flattener import Flat, Flattener
from pi_board.vision.warm.looks import SurfaceLook, more_noise
from pi_board.vision.warm.memory import Memory
from pi_board.vision.warm.misfit import CHANGED
from pi_board.vision.warm.sites import (
    costs_of_change,
    holds_both,
    leads_of_turns,
    most_leads,
    parts_of,
    surface_kinds,
)

# No look is trusted beyond this log-likelihood lead, nor is any ruled out for good.
MOST_LEAD = 14.0
STRANGE = 20.0  # squared distance (3 degrees of freedom) of a pixel nothing explains
_ODD = 9.0  # squared distance of a pixel that does not quite belong
# Share of a site's pixels that do not from which it is no surer than so, and is left to a network
# (`doubt`), but for holes. Of 27 filmed games on tiles 25 are read whole with it, 24 at a share of
# 0.15; of 27 on squares all. Of 42 others 38 were with a lead of 2, 35 with one of 9.
MUDDLED, MUDDLED_LEAD = 0.1, 2.0
_CHANGED_PX = 4  # so many such pixels make a site worth explaining anew,
_CHANGED_AREA = 10.0  # or so much as the mean of 3 x 3 pixels,
_CHANGED_MEAN = 0.6  # or of the whole site: a stone hardly unlike its square,
_CHANGED_TIMES = 3.0  # if that is so many times what half of the sites have
_DAZZLING = 0.4  # share of a square burnt out by the mirror image of a lamp; a stone hides that
_BURNT = 0.1  # share of a site burnt out from which memory alone is not believed
_HALF_LIT = 0.5  # share of a site at the edge of a shadow from which it cannot be read at all
TOLD = 3.0  # log-likelihood lead that tells what lies there even so
# Something lies where the mirror image of a lamp was on an empty square, if so much of the square's
# middle differs from memory, and so little of its rim.
_LAID_MIDDLE, _LAID_RIM = 0.4, 0.1
_MIDDLE, _RIM = ~beyond(0.3, SITE_PX), beyond(0.45, SITE_PX)

Labels = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class WarmReading:
    """`looks` (sites, labels): log-likelihoods, 0 for the best; `labels` (sites) the best ones;
    `strange` (height, width) of the flat view: pixels that nothing explains; `untold` (numbers of
    sites): those mostly at the edge of a shadow, or under something that a network alone sees; of
    tiles those that changed, but may lie one way or another, burnt out or hardly seen; `opinion`:
    what a network says, if one was asked; `dazzling` (numbers of sites): squares with a stone that
    are burnt out as neither it nor they were, and empty ones that were burnt out, with something in
    their middle now; so that all labels are as likely, whoever is asked; `unchanged` (sites; None:
    not told): lanes that look as they did when they were last confirmed, as far as they are seen.
    """

    looks: Floats
    labels: Labels
    strange: Mask
    untold: Labels = ()
    opinion: Opinions | None = None
    dazzling: Labels = ()
    unchanged: Mask | None = None


class WarmGrid:
    """The looks of one board with squares, holes or tiles, and what lies where."""

    def __init__(
        self, frame: Image, geometry: BoardGeometry, layout: Layout, labels: Sequence[int]
    ) -> None:
        """Learn from a frame on which the sites (in the layout's order) have these labels.

        `at_first` is what `explain_all` then says of this frame.
        """
        self.layout = layout
        self._shape = geometry
        parts = tuple(parts_of(name) for name in layout.labels)
        self._cost_of_change = costs_of_change(parts)
        stones = tuple(parts[label][1] for label in labels)
        kinds = tuple(zip(stones, surface_kinds(layout), strict=True))
        squares_only = layout.surface is Surface.SQUARES
        self.flattener = Flattener(frame, geometry, kinds, shadows=squares_only)
        squares = cut_sites(self.flattener.fine, geometry, FINE_PX)
        self._looks = learn_looks(squares, labels, layout)
        noise = more_noise(self.flattener.field)
        flat = self.flattener.flat(frame, geometry)
        self._memory = Memory(flat, labels, noise, layout, geometry, self._looks)
        self.flattener.remember(self._memory.shown())
        self._dazzled = self._burnt_share(flat)
        self._misled: frozenset[int] = frozenset()  # burnt-out sites of which edges told wrongly
        self.at_first = self.explain_all(flat)
        if self._burns(flat):
            wrong = self.at_first[0].argmax(axis=1) != np.array(labels)
            self._misled = frozenset(np.flatnonzero(wrong & self._burnt_out(flat)).tolist())
        self._most_leads = most_leads(
            self.at_first[0], labels, surface_kinds(layout), parts, MOST_LEAD
        )

    def read(self, flat: Flat) -> WarmReading:
        """What the sites look like, and what is strange."""
        sites, known = self._cut(flat.colour), self._cut(flat.known)
        unlike = self._memory.unlike(sites, known)
        looks, distance = self._told(flat, sites, known, unlike)
        looks = (looks[:, :, None] - self._most_leads).max(axis=1)
        looks -= looks.max(axis=1, keepdims=True)
        dazzling = self._doubt_muddled(looks, flat, distance, unlike)
        best = tuple(looks.argmax(axis=1).tolist())
        # The print of tiles reaches the rim: some of it is always seen.
        tiles = self.layout.surface is Surface.TILES
        untold = self._glared(self._burnt_out(flat), looks, best) if tiles else self._half_lit(flat)
        strange = self._strange(flat, distance)
        return WarmReading(looks, best, strange, untold, dazzling=dazzling)

    def _told(self, flat: Flat, sites: Array, known: Mask, unlike: Array) -> tuple[Floats, Array]:
        """Log-likelihoods (sites, labels) and squared distances (sites, px, px) of `sites` (sites,
        px, px, 3) from what they most likely show: those `unlike` memory explained anew, the others
        with the labels they had.
        """
        # Where it is burnt out little differs from memory, whatever lies there: weigh all labels.
        burnt = self._cut(flat.clear).mean(axis=(1, 2)) < 1 - _BURNT
        by_edges = self._burns(flat)
        doubtful = np.flatnonzero(self._changed(unlike) | burnt | by_edges)
        looks = np.full((len(sites), len(self.layout.labels)), -MOST_LEAD)
        looks[np.arange(len(sites)), self.labels] = 0.0
        distance = np.array(unlike)
        if len(doubtful):
            looks[doubtful], distance[doubtful] = self._explain_anew(
                doubtful, sites[doubtful], known[doubtful], unlike[doubtful]
            )
        if by_edges:
            self._by_edges(flat, looks)
        return looks, distance

    def _doubt_muddled(self, looks: Floats, flat: Flat, distance: Array, unlike: Array) -> Labels:
        """Let no label lead by much in `looks` of sites of which nothing explains a good part, and
        none at all in those that are dazzling, which are given back; holes are left as they are.
        """
        if self.layout.surface is Surface.HOLES:
            return ()
        muddled = (distance > _ODD).mean(axis=(1, 2)) > MUDDLED
        if not muddled.any():
            return ()
        looks[muddled] = np.maximum(looks[muddled], -MUDDLED_LEAD)
        dazzling = np.flatnonzero(muddled & self._dazzling(flat, looks, unlike))
        looks[dazzling] = 0.0
        return tuple(dazzling.tolist())

    def _burnt_out(self, flat: Flat) -> Mask:
        """Which sites (sites) are burnt out in good part."""
        return np.asarray(self._burnt_share(flat) > _BURNT, np.bool_)

    def _burnt_share(self, flat: Flat) -> Floats:
        """Which share of each site (sites) is burnt out."""
        return np.asarray(self._cut(flat.burnt).mean(axis=(1, 2)), np.float64)

    def _burns(self, flat: Flat) -> bool:
        """Whether edges have to tell what lies on tiles."""
        return holds_both(self._looks.parts) and bool(self._burnt_out(flat).any())

    def _dazzling(self, flat: Flat, looks: Floats, unlike: Array) -> Mask:
        """Which squares (sites) are burnt out so far that the stone that was there may be gone; or
        were so, and empty, and seem to be empty still, but differ from memory (sites, px, px) in
        their middle only: a stone may lie there that looks like no other, or something else.
        """
        if self.layout.surface is not Surface.SQUARES:
            return np.zeros(len(self.labels), np.bool_)
        odd = unlike > _ODD
        middle, rim = (odd[:, part].mean(axis=1) for part in (_MIDDLE, _RIM))
        laid = (middle > _LAID_MIDDLE) & (rim < _LAID_RIM) & (self._dazzled > _DAZZLING)
        empty = self.layout.label("empty")
        come = laid & (looks.argmax(axis=1) == empty)
        gone = self._burnt_share(flat) > _DAZZLING
        return np.asarray(np.where(np.array(self.labels) == empty, come, gone), np.bool_)

    def _by_edges(self, flat: Flat, looks: Floats) -> None:
        """See `decide_by_edges`."""
        white = self._looks.stones.get("w")
        if flat.fine is not None and white is not None:
            squares = np.asarray(cut_sites(flat.fine, self._shape, FINE_PX), np.float32)
            known, parts = self.labels, self._looks.parts
            decide_by_edges(looks, squares, known, parts, white.outline, self._misled)

    def _glared(self, burnt_out: Mask, looks: Floats, best: Labels) -> Labels:
        """Sites so burnt out that how a tile was turned is hardly told. Only on tiles, where nearly
        every turn is a legal move: elsewhere the rules tell what was misread, and of a stone that
        may lie there or not the referee asks.
        """
        hardly = leads_of_turns(looks, self._looks.parts) < TOLD
        changed = np.array(best) != self.labels
        return tuple(np.flatnonzero(burnt_out & hardly & changed).tolist())

    def _half_lit(self, flat: Flat) -> Labels:
        """Sites mostly at the edge of a shadow: what little can be seen of them fits memory, with
        or without the stone in their middle.
        """
        if flat.edge is None:
            return ()
        share = self._cut(flat.edge).mean(axis=(1, 2))
        return tuple(np.flatnonzero(share > _HALF_LIT).tolist())

    def _changed(self, distance: Array) -> Mask:
        """Which sites (sites) differ from memory: a few pixels much, an area or the whole some."""
        sharp = (distance > CHANGED).sum(axis=(1, 2)) >= _CHANGED_PX
        mean = distance.mean(axis=(1, 2))
        faint = mean > max(_CHANGED_MEAN, _CHANGED_TIMES * float(middles(mean)))
        board = join_sites(distance, self.layout.columns, self.layout.rows)
        near = cut_sites(cv2.blur(board, (3, 3)), self._shape, SITE_PX, margin=False)
        own = near[:, 1:-1, 1:-1]  # nearer the edge it is mixed with the neighbour's
        area = own.max(axis=(1, 2)) > _CHANGED_AREA
        return np.asarray(sharp | faint | area, np.bool_)

    def confirm(self, flat: Flat, labels: Sequence[int], hidden: Mask | None = None) -> None:
        """Remember how the sites look, which are known to have these labels, and what lies around
        them; but for what is `hidden` (height, width): what is strange there would be learnt.
        """
        before = self.labels
        self._memory.renew(flat, labels, hidden)
        self.flattener.remember(self._memory.shown())
        self._misled = frozenset(one for one in self._misled if before[one] == labels[one])
        self._dazzled = self._burnt_share(flat)

    @property
    def labels(self) -> tuple[int, ...]:
        """What lies on each site as far as it is confirmed."""
        return self._memory.labels

    def explain_all(self, flat: Flat) -> tuple[Floats, Floats]:
        """Log-likelihoods (sites, labels) from the looks alone, memory left aside; and the share
        (sites) of each site that its best label does not really explain: glare, a shadow's edge.
        """
        sites, known = self._cut(flat.colour), self._cut(flat.known)
        learnt = self._looks.surfaces
        surfaces = SurfaceLook(learnt.mean[:, None], learnt.variance[:, None])
        looks, distances = self._looks.explain(surfaces, sites, known, self._memory.site_noise)
        best = distances[np.arange(len(looks)), looks.argmax(axis=1)]
        misfits = (best > _ODD).mean(axis=(1, 2))
        if self._burns(flat):
            self._by_edges(flat, looks)
        return looks, misfits

    @property
    def team_colours(self) -> tuple[Floats, Floats] | None:
        """See `BoardLooks.team_colours`."""
        return self._looks.team_colours

    def darker_first(self) -> bool:
        """See `BoardLooks.darker_first`."""
        return self._looks.darker_first()

    def _explain_anew(
        self, sites: Indices, seen: Array, known: Mask, unlike: Array
    ) -> tuple[Floats, Array]:
        """Log-likelihoods (sites, labels) of these sites, seen as (sites, px, px, 3), and squared
        distances (sites, px, px) from what they most likely show; `unlike` from memory.
        """
        surfaces, noise = self._memory.surfaces(sites), self._memory.site_noise[sites]
        found, distances = self._looks.explain(surfaces, seen, known, noise)
        each, labels = np.arange(len(sites)), np.array(self.labels)[sites]
        from_looks = found[each, labels]
        found -= self._cost_of_change[labels]
        distance = distances[each, found.argmax(axis=1)]
        remembered = self._memory.likelihood(sites, seen, known)
        found[each, labels] = np.maximum(found[each, labels], remembered)
        as_before = (found.argmax(axis=1) == labels) & (found[each, labels] > from_looks)
        distance[as_before] = unlike[as_before]
        return found, distance

    def _strange(self, flat: Flat, distance: Array) -> Mask:
        whole = self._memory.unlike_around(flat.colour)
        inside(whole, SITE_PX)[:] = join_sites(distance, self.layout.columns, self.layout.rows)
        return np.asarray((whole > STRANGE) & flat.clear, np.bool_)  # glare is no hand

    def _cut(self, picture: npt.NDArray[Any]) -> npt.NDArray[Any]:
        return cut_sites(picture, self._shape, SITE_PX)
