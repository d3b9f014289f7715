"""How the light lies on the board, and how it has changed since the board was learnt.

A change of lamp, exposure or white balance multiplies each colour channel by a number that varies
slowly over the board, so its logarithm is a low polynomial of the place. Fitted robustly (Tukey's
biweight, iteratively reweighted), so that stones that moved, hands and glare have no say.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from pi_board.vision.flat import (
    FINE_PX,
    KNOWN_BELOW,
    MARGIN_SITES,
    SITE_PX,
    beyond,
    cut_sites,
    join_sites,
)
from pi_board.vision.geometry import Array, BoardGeometry, Floats, Mask
from pi_board.vision.mixture import middles
from pi_board.vision.warm.shadow import BLACK

_LEAST_STEP = 0.15  # difference of two levels of light, as a logarithm
_LEAST_SHADOW = 0.04  # of the board, to measure its light from half sites
_LEAST_CLEAR = 0.9  # of a half site, to measure its light
_LEAST_TELLING = 0.25  # of the board, to leave the rest aside
# Shadows that lie on a board when it is learnt: how much darker they are at least, as a logarithm,
# how wide, and how soft their edges. One of 14 filmed games, under a window's bars, goes on with it
# after its first move, and none is read worse.
_HARD, _LEAST_PX, _SOFT_PX = 0.5, 5, 3
_LEAST_BARE = 0.2  # share of such a shadow on sites without a stone
_NEAR_PX = 1.5  # over which the light at one place is told
_LIT_STONES, _STONES_TELL = 75.0, 0.1  # percentile of those that are lit; none is just like another
_CORNERS = beyond(0.45, SITE_PX)  # where no stone reaches
_SLOPE_PRIOR = 3.0  # in observations: the light is level unless many places say otherwise

Places = Mask


def flat_field(view: Array, geometry: BoardGeometry, kinds: tuple[object, ...]) -> Floats:
    """Coefficients (5, 3) of the log light over the board: x, y, x², y², x y, for each channel.

    `view` is BGR, `FINE_PX` a site, `kinds` tells which sites (a1, b1, ...) look alike.
    """
    squares = cut_sites(view, geometry, FINE_PX)
    clear = (squares.min(axis=-1) < KNOWN_BELOW)[..., None]
    count = np.maximum(clear.sum(axis=(1, 2)), 1)
    seen = np.log((squares * clear).sum(axis=(1, 2)) / count + BLACK)
    order = sorted(set(kinds), key=str)
    member = np.array([[kind == other for other in order] for kind in kinds], np.float64)
    at_x, at_y = _centres(geometry.columns, 1), _centres(geometry.rows, 1)[::-1]
    terms = _quadratic(np.tile(at_x, geometry.rows), np.repeat(at_y, geometry.columns))
    ridge = np.array([1e-3] * len(order) + [0.5] * 5)
    fit = robust_fit(np.c_[member, terms], seen, ridge)
    return np.asarray(fit[len(order) :], np.float64)


def field_over(view_shape: tuple[int, int], field: Floats) -> Array:
    """The light (height, width, 3), `SITE_PX` a site, that `flat_field` describes: 1 in the middle
    of the board.
    """
    height, width = view_shape
    margin = round(2 * MARGIN_SITES * SITE_PX)
    x = (np.arange(width) - (width - 1) / 2) / ((width - margin) / 2)
    y = (np.arange(height) - (height - 1) / 2) / ((height - margin) / 2)
    terms = _quadratic(*np.meshgrid(x, y))
    return np.exp(terms @ field).astype(np.float32)


def standing_shadows(
    view: Array, geometry: BoardGeometry, kinds: Sequence[tuple[str, object]]
) -> Array:
    """What hard shadows leave of the light (height, width, 1): those of a window's bars, say, that
    lay on the board when it was learnt; more than 1 in patches of light, 1 elsewhere. Sites of one
    kind have to look alike: not tiles that are turned.

    `view` is BGR, `SITE_PX` a site, its `flat_field` taken away; `kinds` are the stones ("": none)
    of the sites (a1, b1, ...) and what tells which of them would look alike without.
    """
    seen = cut_sites(view, geometry, SITE_PX).mean(axis=-1)
    bare = np.array([not stone for stone, _ in kinds])
    usual = _usual(seen, kinds, bare)
    tells = usual**2 * np.where(bare[:, None, None] | _CORNERS, 1.0, _STONES_TELL)
    odd = tells * np.log((seen + BLACK) / (usual + BLACK))
    shape = geometry.columns, geometry.rows
    near, told = (
        cv2.GaussianBlur(join_sites(part, *shape), (0, 0), _NEAR_PX) for part in (odd, tells)
    )
    board = near / np.maximum(told, 1e-6)
    # grain, and stones beside their places, make odd places too, but small ones
    hard = (np.abs(board) > _HARD).astype(np.uint8)
    wide = cv2.morphologyEx(hard, cv2.MORPH_OPEN, np.ones((_LEAST_PX, _LEAST_PX), np.uint8))
    free = join_sites(np.broadcast_to(bare[:, None, None], seen.shape), *shape)
    wide = wide * _reaching(wide > 0, free)
    whole = cv2.dilate(wide, np.ones((2 * _SOFT_PX + 1, 2 * _SOFT_PX + 1), np.uint8))
    margin = ((round(MARGIN_SITES * SITE_PX),) * 2,) * 2
    return np.exp(np.pad(board * whole, margin, "edge"), dtype=np.float32)[..., None]


def _reaching(patches: Mask, bare: Mask) -> Mask:
    """Which of the patches (height, width) reach some `bare` sites (height, width): what is odd
    about sites with stones alone is a stone beside its place.
    """
    _, numbers = cv2.connectedComponents(patches.astype(np.uint8))
    size = np.bincount(numbers.ravel())
    on_bare = np.bincount(numbers[bare], minlength=len(size))
    return np.asarray((on_bare >= _LEAST_BARE * size)[numbers], np.bool_)


def _usual(seen: Array, kinds: Sequence[tuple[str, object]], bare: Places) -> Array:
    """What the brightness of sites (sites, px, px) usually is for those of their kind, stones that
    are lit; `bare` are those without one.
    """
    usual = np.empty_like(seen)
    for kind in set(kinds):
        alike = np.array([other == kind for other in kinds])
        usual[alike] = np.percentile(seen[alike], _LIT_STONES if kind[0] else 50.0, axis=0)
    for surface in {surface for _, surface in kinds}:  # what is seen of it beside stones
        alike = np.array([other == surface for _, other in kinds])
        if (alike & bare).any():
            beside = alike[:, None, None] & _CORNERS
            usual = np.where(beside, np.median(seen[alike & bare], axis=0), usual)
    return usual


class LightFollower:
    """Brings frames of one board to the light of its reference view."""

    def __init__(self, reference: Array, geometry: BoardGeometry) -> None:
        self._size = (2 * (geometry.columns + 1), 2 * (geometry.rows + 1))
        self._log_reference = self._log_shown = self._logs(reference)
        columns, rows = _centres(geometry.columns, 2), _centres(geometry.rows, 2)
        x, y = np.meshgrid(columns, rows)
        self._plane = np.c_[np.ones(x.size), x.ravel(), y.ravel()]
        height, width = reference.shape[:2]
        at_x = (np.arange(width) - (width - 1) / 2) / (geometry.columns * SITE_PX / 2)
        at_y = (np.arange(height) - (height - 1) / 2) / (geometry.rows * SITE_PX / 2)
        self._across = at_x.astype(np.float32)[:, None]
        self._down = at_y.astype(np.float32)[:, None]

    def show(self, shown: Array) -> None:
        """The board looks like this now (height, width, 3), in the light of the reference; at
        first it looks as there.
        """
        self._log_shown = self._logs(shown)

    def telling(self, clear: Mask) -> Places:
        """Which half sites (places) tell of the light: those hardly burnt out (height, width), or
        all of them if these are few.
        """
        if clear.all():
            return np.ones(len(self._plane), np.bool_)
        share = cv2.resize(clear.astype(np.float32), self._size, interpolation=cv2.INTER_AREA)
        telling = share[1:-1, 1:-1].ravel() > _LEAST_CLEAR
        return telling if telling.mean() > _LEAST_TELLING else np.ones_like(telling)

    def unchanged(self, telling: Places) -> Places:
        """Those of the half sites that should still look as in the reference; all of them if these
        are few. Late in a game the others are so many that they would pull at the light.
        """
        change = np.abs(self._log_shown - self._log_reference).max(axis=1)
        same = telling & (change < _LEAST_STEP)
        return same if same.mean() > _LEAST_TELLING else telling

    def light(self, view: Array, telling: Places) -> Floats:
        """The light on a view (height, width, 3), BGR at `SITE_PX`: logarithms (3, 3) of what each
        channel has become of the old light, at the middle and from there to the edges right and
        at the bottom. Only half sites that are `telling` count.
        """
        change = self._logs(view) - self._log_reference
        ridge = np.array([1e-6, _SLOPE_PRIOR, _SLOPE_PRIOR])
        return robust_fit(self._plane[telling], change[telling], ridge, start=True, steps=3)

    def two_lights(self, view: Array, telling: Places) -> tuple[Floats, float] | None:
        """As `light`, but two levels of light are allowed for, the board looking as shown last
        otherwise: the brighter one, and the logarithm of how much darker the rest is. None: nothing
        like that is seen.
        """
        change = self._logs(view) - self._log_shown
        grey = change.mean(axis=1)
        dark = self._darker(grey, _between(grey[telling]))
        ridge = np.array([1e-6, _SLOPE_PRIOR, _SLOPE_PRIOR, 1e-6])
        fit: Floats = np.zeros((4, 3))
        for _ in range(3):
            if not _LEAST_SHADOW <= dark[telling].mean() <= 1 - _LEAST_SHADOW:
                return None
            terms = np.c_[self._plane, dark][telling]
            fit = robust_fit(terms, change[telling], ridge, steps=6)
            step = float(fit[3].mean())
            dark = self._darker(grey - self._plane @ fit[:3].mean(axis=1), step / 2)
        return (fit[:3], step) if step < -_LEAST_STEP else None

    def without(self, view: Array, light: Floats) -> Array:
        """The view (height, width, 3) in the old light."""
        fit = np.negative(light).astype(np.float32)
        across = np.exp(fit[0] + self._across * fit[1])
        down = np.exp(self._down * fit[2])
        return np.asarray(view * across[None, :, :] * down[:, None, :], np.float32)

    def odd(self, level: Array, telling: Places) -> float:
        """The share of a levelled view that is darker or brighter than the board should look."""
        change = (self._logs(level) - self._log_shown).mean(axis=1)[telling]
        return float((np.abs(change) > _LEAST_STEP).mean())

    def _darker(self, grey: Floats, threshold: float) -> Floats:
        """1 where the light (places) is below the threshold, lone places left out."""
        wide, high = self._size[0] - 2, self._size[1] - 2
        dark = (grey < threshold).astype(np.uint8).reshape(high, wide)
        return cv2.medianBlur(dark, 3).ravel().astype(np.float64)

    def _logs(self, view: Array) -> Floats:
        # halves of sites; the outermost ring is the margin
        means = cv2.resize(view, self._size, interpolation=cv2.INTER_AREA)[1:-1, 1:-1]
        logs = np.log(means + np.float32(BLACK)).reshape(-1, 3)
        return np.asarray(logs, np.float64)


def robust_fit(
    terms: Floats, seen: Floats, ridge: Floats, start: bool = False, steps: int = 4
) -> Floats:
    """Coefficients (terms, channels) of ``terms @ c = seen``, outliers weighted down to nothing.

    `terms` is (places, terms), `seen` (places, channels), `ridge` the prior's weight on each term.
    `start`: begin at the medians, right when the first term is constant and the others small.
    """
    prior = np.diag(ridge)
    # places last: so the small arrays lie as they are gone through
    across, wanted = np.ascontiguousarray(terms.T), np.ascontiguousarray(seen.T)
    products = (across[:, None] * across).reshape(-1, len(terms)).T
    shape = len(wanted), len(across), len(across)
    weight = _biweight(wanted - middles(wanted)[:, None]) if start else np.ones_like(wanted)
    fit: Floats = np.zeros(shape[:2])
    for _ in range(steps):
        normal = (weight @ products).reshape(shape) + prior
        right = (weight * wanted) @ terms
        fit = np.asarray(np.linalg.solve(normal, right[..., None])[..., 0], np.float64)
        weight = _biweight(wanted - fit @ across)
    return np.asarray(fit.T, np.float64)


def _biweight(residual: Floats) -> Floats:
    """Weights of residuals (channels, places)."""
    scale = np.maximum(0.02, 1.4826 * middles(np.abs(residual))[:, None])
    return np.asarray(biweight(residual / (4.0 * scale)), np.float64)


def biweight(residual: npt.NDArray[np.floating]) -> npt.NDArray[np.floating]:
    """Tukey's weights of residuals (...), 1 being the least that counts for nothing."""
    share = np.maximum(1.0 - residual**2, 0.0)
    return np.asarray(share * share)


def _quadratic(x: Floats, y: Floats) -> Floats:
    return np.stack([x, y, x * x, y * y, x * y], axis=-1)


def _between(values: Floats) -> float:
    """The threshold that parts values in two groups best (Otsu 1979)."""
    ordered = np.sort(values)
    count = np.arange(1, len(ordered))
    total = np.cumsum(ordered)
    low, high = total[:-1] / count, (total[-1] - total[:-1]) / count[::-1]
    best = int((count * count[::-1] * (high - low) ** 2).argmax())
    return float(ordered[best] + ordered[best + 1]) / 2


@lru_cache(maxsize=8)
def _centres(count: int, parts: int) -> Floats:
    """Middles of `count` sites cut in `parts`, from -1 at one edge of the board to 1."""
    n = count * parts
    return np.asarray((np.arange(n) + 0.5) * 2 / n - 1, np.float64)
