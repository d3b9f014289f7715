"""Frames of one board to flat views of it, all in the same light."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from pi_board.vision.flat import (
    KNOWN_BELOW,
    all_known,
    fine_view,
    from_opponent,
    halved,
    opponent,
)
from pi_board.vision.geometry import Array, BoardGeometry, Floats, Image, Mask, size_of
from pi_board.vision.sampling import most_channels
from pi_board.vision.warm.light import (
    LightFollower,
    Places,
    field_over,
    flat_field,
    standing_shadows,
)
from pi_board.vision.warm.shadow import Even, evened_out, may_be_light
from pi_board.vision.warm.veil import Veil

_ODD = 0.005  # share of the board darker or brighter than it should be, to look for shadows at all
# Share of a view's places that look odd from which a veil is thought of, as it is where less than
# so much of the contrast is left; and what share of the odd places may be odd without it. Of 300
# plain sleeves over boards of pegs none is taken for one.
_VEILED, _CONTRAST, _UNVEILED = 0.1, 0.85, 0.6
_USUAL_SHADOW = -0.6  # logarithm of what a shadow leaves of the light
_LIGHTS = 6  # so many are remembered
_SAME_LIGHT = 0.05  # how much every channel of two lights may differ, as a logarithm


@dataclass(frozen=True)  # without slots: what is cached needs a place
class Flat:
    """One frame as the warm reader sees it: opponent colours (height, width, 3) at `SITE_PX`, in
    the light of the reference, without shadows or what lies over the board. `known` (height, width,
    3) are the channels (blue, green, red) that are not burnt out; where only one is burnt out, all
    three count as known. At the `edge` of a shadow (height, width; None: nowhere) none is: `colour`
    is 0 there, and `guess` (as `colour`) what it most likely is. `fine` (twice as high and wide,
    BGR) is the view as the camera gave it.
    """

    colour: Array
    known: Mask
    guess: Array
    edge: Mask | None = None
    fine: Image | None = None

    @cached_property
    def clear(self) -> Mask:
        """Where (height, width) all channels are known."""
        return all_known(self.known)

    @cached_property
    def burnt(self) -> Mask:
        """Where (height, width) the picture is burnt out."""
        return ~self.clear if self.edge is None else ~self.clear & ~self.edge


class Flattener:
    """Frames to flat views in one light: that of the picture the board was learnt from.

    `fine` is that picture so, in opponent colours at `FINE_PX`.
    """

    def __init__(
        self,
        frame: Image,
        geometry: BoardGeometry,
        kinds: tuple[tuple[str, object], ...],
        height: float = 0.0,
        shadows: bool = False,
    ) -> None:
        """`kinds` says which sites (a1, b1, ...) look alike, to tell light from looks: their stones
        ("": none), and what is alike without; empty: the light is taken to be level. `height` is
        that of what is looked at, in site widths. `shadows`: whether to look for some that lie
        on the board already: not where tall pegs lean over other sites, or tiles are turned.
        """
        self._height = height
        fine = fine_view(frame, geometry, height).astype(np.float32)
        field = flat_field(fine, geometry, kinds) if kinds else np.zeros((5, 3))
        small = np.asarray(halved(fine), np.float32)
        self._field = field_over(small.shape[:2], field)
        if shadows:
            self._field *= standing_shadows(small / self._field, geometry, kinds)
        self.fine = opponent(fine / cv2.resize(self._field, size_of(fine)))
        reference = small / self._field
        self._follower = LightFollower(reference, geometry)
        self._shown = reference
        # logarithms (3), of the reference's
        self._lights: deque[Array] = deque(maxlen=_LIGHTS)
        self._newest: tuple[Array, ...] = ()

    @property
    def field(self) -> Array:
        """The light (height, width, 3) that flat views make up for, 1 where there is as much as in
        the board's middle.
        """
        return self._field

    def flat(self, frame: Image, geometry: BoardGeometry) -> Flat:
        """The flat view of a frame; `geometry` may have moved since the reference."""
        fine = fine_view(frame, geometry, self._height)
        small = halved(fine)
        known = _known(small)
        view = np.divide(small, self._field, dtype=np.float32)
        even = self._in_old_light(view, all_known(known))
        guess = opponent(even.view)
        if even.edge is None:
            return Flat(guess, known, guess, fine=fine)
        lit = ~even.edge[..., None]
        return Flat(guess * lit, known & lit, guess, even.edge, fine)

    def may_be_light(self, flat: Flat, where: Mask) -> bool:
        """Whether what looks strange at these places (height, width) of a flat view, some at least,
        may be light that falls otherwise: see `pi_board.vision.warm.shadow.may_be_light`.
        """
        return may_be_light(from_opponent(flat.guess), self._shown, where)

    def remember(self, colour: Array) -> None:
        """The board is known to look like this now (as `Flat.colour`)."""
        self._shown = from_opponent(colour)
        self._follower.show(self._shown)
        for light in self._newest:
            if all(np.abs(light - other).max() > _SAME_LIGHT for other in self._lights):
                self._lights.append(light)

    def _in_old_light(self, view: Array, clear: Mask) -> Even:
        telling = self._follower.telling(clear)
        light = self._follower.light(view, self._follower.unchanged(telling))
        level = self._follower.without(view, light)
        self._newest = (light[0],)
        if self._follower.odd(level, telling) < _ODD:
            return Even(level, None, ())
        even, lights = self._without_shadows(view, clear, light, telling)
        veil = Veil(self._shown, clear)
        odd, odd_even = veil.oddness(level), veil.oddness(even.view)
        if odd_even > odd:  # two lights, but no patch that the brighter one would lie on
            even, lights = Even(level, None, ()), self._newest
        else:
            odd = odd_even
        if odd > _VEILED or veil.contrast_left(level) < _CONTRAST:
            free = veil.taken_from(level)
            if veil.oddness(free) < _UNVEILED * odd:
                self._newest = ()  # what was added to all light is none to be remembered
                return Even(free, None, ())
        self._newest = lights
        return even

    def _without_shadows(
        self, view: Array, clear: Mask, light: Floats, telling: Places
    ) -> tuple[Even, tuple[Array, ...]]:
        """See `evened_out`; and all lights found, where `light` is that of all the view."""
        two = self._follower.two_lights(view, telling)
        light, step = (light, _USUAL_SHADOW) if two is None else two
        known = [other - light[0] for other in self._lights]
        even = evened_out(self._follower.without(view, light), self._shown, clear, step, known)
        return even, (light[0], *(light[0] + other for other in even.lights))


def _known(view: Image) -> Mask:
    """Which channels (height, width, 3) are known; all of pixels where only one is burnt out."""
    below = view < np.uint8(KNOWN_BELOW)
    if below.all():  # as mostly
        return np.asarray(below, np.bool_)
    return np.asarray(below | most_channels(below)[..., None], np.bool_)
