"""Light that lies over the board: a window mirrored in its varnish, mist on the lens.

It adds to what is seen, and takes contrast away. Of each channel what is seen at a place is then
about a straight line of how it should look there (its slope is what is left of the contrast, the
rest was added), the same for all that lies near it. The lines are fitted around every place (a
guided filter: He, Sun and Tang 2013), robustly, so that stones that moved and glare have no say.

Evidence, in 172 moves of filmed games, none wrong either way: with a window mirrored 103 -> 112
right, under mist that comes and goes 106 -> 147. Fitted more closely, or to the light instead of
grey levels, moved stones are taken for a veil, or noise in dark places grows too much.
"""

from __future__ import annotations

import cv2
import numpy as np

from pi_board.vision.flat import halved
from pi_board.vision.geometry import Array, Mask, size_of
from pi_board.vision.warm.light import biweight
from pi_board.vision.warm.shadow import BLACK

_AROUND_PX = 5.0  # standard deviation of the window, at half of `SITE_PX`
_STEPS = 3
_PRIOR = 100.0  # grey levels squared, by which all contrast is left where there is hardly any
_LEFT = 0.25, 1.6  # of the contrast; more than 1 where a veil has gone
_NOISE = 4.0  # grey levels that usually are left over, at least,
_OUTLIER = 4.0  # and of how many times that a place has no say
_ALIKE = 0.5  # correlation with how a place should look: a sleeve has a pattern of its own
_PLAIN = 3.0  # variance (of three channels) that says nothing
_ODD = 0.15  # difference of a place from how it should look, as a logarithm
_CLEAR = 0.9  # share of a place, for it to be odd


class Veil:
    """What may lie over one view of a board that is known to look as `shown` (height, width, 3),
    BGR at `SITE_PX`. Where it is not `clear` (height, width) but burnt out, it says nothing.
    """

    def __init__(self, shown: Array, clear: Mask) -> None:
        self._usual = np.asarray(halved(shown), np.float32)
        self._usual_grey = _grey(shown)
        self._clear = np.asarray(halved(clear.astype(np.float32)), np.float32)

    def oddness(self, view: Array) -> float:
        """The share of a view (height, width, 3) that is not as it is known to look; burnt-out
        places are as they should be.
        """
        seen, usual = (np.log(grey + np.float32(BLACK)) for grey in (_grey(view), self._usual_grey))
        return float(((np.abs(seen - usual) > _ODD) & (self._clear > _CLEAR)).mean())

    def contrast_left(self, view: Array) -> float:
        """Of how neighbouring places of a view (height, width, 3) should differ how much they
        do.
        """
        seen, usual = (grey - _around(grey) for grey in (_grey(view), self._usual_grey))
        usual *= self._clear
        return float((seen * usual).sum() / max(float((usual * usual).sum()), 1.0))

    def taken_from(self, view: Array) -> Array:
        """A view (height, width, 3) without what lies over the board; noise grows as contrast
        does. Where nothing is seen of the board it stays as it is.
        """
        seen, usual, share = halved(view), self._usual, self._clear[..., None]
        weight = np.repeat(share, 3, axis=-1)
        through = np.ones_like(share)
        for step in range(_STEPS):
            count = np.asarray(np.maximum(_around(weight), 1e-3), np.float32)
            mean, mean_seen = _around(weight * usual) / count, _around(weight * seen) / count
            variance = _around(weight * usual * usual) / count - mean * mean
            common = _around(weight * usual * seen) / count - mean * mean_seen
            if step == 0:
                own = _around(weight * seen * seen) / count - mean_seen * mean_seen
                spread, own_spread = (np.maximum(v.sum(axis=-1), _PLAIN) for v in (variance, own))
                alike = common.sum(axis=-1) > _ALIKE * np.sqrt(spread * own_spread)
                through = alike[..., None].astype(np.float32)
            left = ((common + _PRIOR) / (variance + _PRIOR)).clip(*_LEFT)
            added = mean_seen - left * mean
            misfit = seen - left * usual - added
            scale = max(_NOISE, 1.4826 * float(np.median(np.abs(misfit))))
            weight = np.asarray(share * biweight(misfit / (_OUTLIER * scale)), np.float32)
        left, added = 1.0 + through * (left - 1.0), through * added
        left, added = (cv2.resize(part, size_of(view)) for part in (left, added))
        return np.asarray(np.maximum((view - added) / left, 0.0), np.float32)


def _grey(view: Array) -> Array:
    """Brightness (height, width), at half the size."""
    return np.asarray(halved(cv2.cvtColor(np.maximum(view, 0.0), cv2.COLOR_BGR2GRAY)), np.float32)


def _around(picture: Array) -> Array:
    return np.asarray(
        cv2.GaussianBlur(picture, (0, 0), _AROUND_PX, borderType=cv2.BORDER_REFLECT), np.float32
    )
