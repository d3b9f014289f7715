"""Walking a stone over the reeds, and lighting the lamps one by one: which is where.

Both are folds without clocks and pins: the caller shows what is asked for and hands in what came.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from pi_board.core.errors import InvalidText
from pi_board.vision.geometry import Image

Corners = tuple[tuple[float, float], ...]

LEAST_LIGHT = 12.0  # of 255: how much brighter the brightest spot must be than without the lamp
ABOVE_NOISE = 6.0  # and than the usual difference of two pictures, in its standard deviations


@dataclass(frozen=True, slots=True)
class ReedWalk:
    """A stone is put on each site in turn; `felt` are the sensors that closed there, `stuck` the
    sites where they stayed so without it.

    `sensors` are those that ought to close, site by site.
    """

    sites: tuple[str, ...]
    sensors: tuple[int, ...]
    felt: tuple[frozenset[int], ...] = ()
    stuck: tuple[str, ...] = ()

    @property
    def next(self) -> str | None:
        """The site to put the stone on, None when all have been."""
        return self.sites[len(self.felt)] if len(self.felt) < len(self.sites) else None

    def put(self, closed: frozenset[int], *, is_stuck: bool = False) -> ReedWalk:
        """The stone stood on `next`, and these sensors closed; `is_stuck`: for good. Raises
        InvalidText once every site has had one.
        """
        if self.next is None:
            raise InvalidText("a stone too many: every site has had one")
        stuck = (*self.stuck, self.next) if is_stuck else self.stuck
        return replace(self, felt=(*self.felt, closed), stuck=stuck)

    @property
    def masked(self) -> tuple[str, ...]:
        """Sites whose reed is not to be believed."""
        return tuple(site for site in self.sites if site in self.dead or site in self.stuck)

    @property
    def dead(self) -> tuple[str, ...]:
        """Sites without a sensor of their own: none closed there, or only some that others need."""
        return tuple(s for s, told in zip(self.sites, self._told, strict=False) if told is None)

    @property
    def crosstalk(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Sites on which others closed too, with those."""
        found = []
        for site, own, felt in zip(self.sites, self.sensors, self.felt, strict=False):
            others = felt - {own}
            if own in felt and others:
                found.append((site, tuple(map(self._name, sorted(others)))))
        return tuple(found)

    @property
    def swapped(self) -> tuple[tuple[str, str], ...]:
        """Sites on which only another site's sensor closed: wires that are exchanged."""
        told = zip(self.sites, self.sensors, self._told, strict=False)
        return tuple(
            (site, self._name(sensor))
            for site, own, sensor in told
            if sensor is not None and sensor != own
        )

    @property
    def order(self) -> tuple[int, ...]:
        """The sensor under each site: exchanged wires are put right here, not with solder. None is
        there twice; dead sites have those that are left.
        """
        unknown = [None] * (len(self.sites) - len(self.felt))
        left = iter([sensor for sensor in self.sensors if sensor not in self._told])
        return tuple(next(left) if s is None else s for s in (*self._told, *unknown))

    @property
    def _told(self) -> tuple[int | None, ...]:
        """Each site's own sensor, else the only one that closed there; None where that is felt as
        another site's too: a stone beside a dead reed may reach it.
        """
        pairs = list(zip(self.sensors, self.felt, strict=False))
        alone = [min(felt) if len(felt) == 1 else None for _, felt in pairs]
        owned = {own for own, felt in pairs if own in felt}
        return tuple(
            own if own in felt else one if one not in owned and alone.count(one) == 1 else None
            for (own, felt), one in zip(pairs, alone, strict=True)
        )

    def _name(self, sensor: int) -> str:
        known = dict(zip(self.sensors, self.sites, strict=True))
        return known.get(sensor, f"sensor {sensor}")


def lamp_site(dark: Image, lit: Image, corners_px: Corners, columns: int, rows: int) -> int | None:
    """The site (row by row from a1) on which a lamp lights, None if none can be told.

    `dark` and `lit` are pictures (height, width, 3) without and with the one lamp, `corners_px` the
    grid's outer corners in them: bottom left (a1), top left, top right, bottom right.
    """
    difference = cv2.absdiff(lit, dark).max(axis=2)
    smooth = cv2.GaussianBlur(difference, (0, 0), 2.0).astype(np.float64)
    noise = 1.4826 * float(np.median(np.abs(smooth - np.median(smooth)))) + 0.5
    peak = float(smooth.max())
    if peak < max(LEAST_LIGHT, ABOVE_NOISE * noise):
        return None
    # the lamp's mirror image is another spot
    _, spots = cv2.connectedComponents((smooth >= peak / 2).astype(np.uint8))
    y, x = np.nonzero(spots == spots.flat[smooth.argmax()])
    centre = np.array([[[x.mean(), y.mean()]]], np.float64)
    corners = np.array(corners_px, np.float32)
    unit = np.array([(0, 0), (0, 1), (1, 1), (1, 0)], np.float32)
    unit_from_image = cv2.getPerspectiveTransform(corners, unit)
    across, up = cv2.perspectiveTransform(centre, unit_from_image)[0, 0]
    if not (0 <= across < 1 and 0 <= up < 1):
        return None
    return int(up * rows) * columns + int(across * columns)


def lamp_order(found: Sequence[int | None], sites: int) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """The site under each lamp (-1: not found), and what is wrong with that."""
    problems = [f"lamp {i} was not seen" for i, site in enumerate(found) if site is None]
    first: dict[int, int] = {}
    for lamp, site in enumerate(found):
        if site is None:
            continue
        if site in first:
            problems.append(f"lamps {first[site]} and {lamp} light the same site")
        first.setdefault(site, lamp)
    missing = sites - len(first)
    if missing:
        problems.append(f"{missing} of {sites} sites have no lamp")
    return tuple(-1 if site is None else site for site in found), tuple(problems)


def walk_report(walk: ReedWalk) -> Mapping[str, object]:
    """What a walk found, for people and programs."""
    return {
        "dead": list(walk.dead),
        "stuck": list(walk.stuck),
        "crosstalk": {site: list(others) for site, others in walk.crosstalk},
        "swapped": dict(walk.swapped),
    }
