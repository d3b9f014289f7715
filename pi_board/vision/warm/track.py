"""Has the board, or the camera, been moved? And where is it now?

A `Tracker` remembers short brightness profiles across strong edges of the board as it lay. In a new
picture it shifts each profile to where it fits best (normalised correlation, so exposure and
shadows do not matter) and asks which small movement most profiles agree on, from where the board
lay, or from where it was seen last. The edges are those of the board and hardly any around it: the
table's do not move with it. A hand hides some of them, stones that moved spoil some more; a board
that moved shifts all of them together. Edges of all directions count alike, however many there are
of each: sticks do not show a slide along them. Only some ten thousand pixels are looked at; of a
fine picture several to a step of the profiles.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from pi_board.vision.finding.fit import shrunk
from pi_board.vision.geometry import (
    Array,
    BoardGeometry,
    Floats,
    Image,
    Indices,
    Mask,
    Registration,
    corners_of,
    polygon_mask,
    quarter_turned,
    size_of,
    triple,
)
from pi_board.vision.pose import POSE_ONLY, fit_points

SURE = 0.3  # share of the profiles that must agree before their word is taken

_PROFILES = 100
# To a site: in finer pictures, where edges are as wide, so long a profile shows but a part of one.
# Of four filmed games that are shoved the share that agrees is 0.76 to 0.97, three times as fine
# 0.74 to 0.96; without steps 0.57 to 0.87, and 0.28 to 0.38.
_NEEDED_PX = 16.0
_HALF = 5  # half length of a remembered profile, in steps: pixels, or several in fine pictures
_REACH_SITES = 0.45  # how far a profile is looked for; half a site on, the grid repeats itself
_ALIKE = 0.8  # correlation from which a profile is recognised
# Steepness of edges from which they are as sharp as they were: on eight filmed games, also in other
# light, it is 0.82 or more, where a camera hunts for its focus 0.69 at most.
_IN_FOCUS = 0.75
_MOVED_SITES = 0.04
# From which on edges are looked for once more, around where they went, and how far from there.
_FAR_SITES, _NEAR_SITES = 0.3, 0.15
_AGREE = 1.2  # steps
_LEAST_PROFILES = 8  # that must be seen to say anything
_CLEARLY = 0.05  # so much more of the profiles must say that the board moved than that it did not
_CLEARLY_BACK = 0.15  # and that it was pushed back; else it slid on, where the grid looks the same
_BINS = 4  # of edge directions
# How much each corner counts where a board that slides on a table has it, beside all edges: they do
# not tell every tilt.
_HELD = 0.3
_AROUND_SITES = 0.15  # how far beyond the grid edges are looked for


@dataclass(frozen=True, slots=True)
class Movement:
    """How the board lies compared with the tracker's picture.

    `shift_px` (dx, dy) is how far its middle went in the picture, `turn_rad` its rotation there
    (clockwise on the screen), `growth` how much larger it has become there (0.02: by 2 %), as where
    an arm sags, `shift_sites` the greatest distance a corner went, in site widths.
    `agreeing` is the share of the profiles that say so: below `SURE` too little is seen (hands, or
    a shove too great to follow) and `moved` is False. `steepness` is how steep the edges are, each
    for its own contrast, as a multiple of what they were: 1, and less out of focus.
    """

    moved: bool
    shift_px: tuple[float, float]
    turn_rad: float
    shift_sites: float
    agreeing: float
    steepness: float = 1.0
    growth: float = 0.0

    @property
    def sure(self) -> bool:
        """Whether enough of the board was seen to say anything."""
        return self.agreeing >= SURE

    @property
    def in_focus(self) -> bool:
        """Whether the edges are as sharp as they were."""
        return self.steepness >= _IN_FOCUS


_Found = tuple[Floats, float, float]  # a movement, the share that agrees on it, steepness
_AT_REST = np.zeros(4)  # no movement (dx, dy, turn, growth)

_UNSEEN = Movement(moved=False, shift_px=(0.0, 0.0), turn_rad=0.0, shift_sites=0.0, agreeing=0.0)


class Tracker:
    """Watches whether a registered board stays where it was in `image_bgr`."""

    def __init__(self, registration: Registration, image_bgr: Image) -> None:
        geometry = registration.geometry
        self.registration = registration
        small, geometry_there = shrunk(image_bgr, geometry, _NEEDED_PX)
        self._step = round(image_bgr.shape[1] / small.shape[1])
        points, normals = _edge_points(small, geometry_there)
        points = (points + 0.5) * self._step - 0.5
        self._points, self._normals = points, normals
        self._middle = geometry.project(geometry.middle[None])[0]
        self._corners = np.asarray(geometry.corners_px) - self._middle
        self._site_px = geometry.site_px
        reach = max(4, round(_REACH_SITES * self._site_px / self._step))
        self._shifts = np.arange(-reach, reach + 1)
        self._at = _profile_places(points, normals, reach + _HALF, self._step)
        self._sees = len(points) >= _LEAST_PROFILES  # not in the dark
        self._last = _AT_REST  # the movement that was seen last
        if not self._sees:
            return
        wanted = self._profiles(image_bgr)[:, reach : reach + 2 * _HALF + 1]
        self._wanted = wanted - wanted.mean(axis=1, keepdims=True)
        self._norms = np.linalg.norm(self._wanted, axis=1)
        self._steps = _steepest(self._wanted) / self._norms
        # How each profile's offset follows from (dx, dy, turn, growth) of the board.
        self._arms = arm = points - self._middle
        turning = normals[:, 1] * arm[:, 0] - normals[:, 0] * arm[:, 1]
        growing = (normals * arm).sum(axis=1)
        self._design = np.c_[normals, turning, growing]
        bins = _direction_bins(normals)
        share = 1.0 / np.maximum(np.bincount(bins, minlength=_BINS), 8)[bins]
        self._shares = share / max(1e-9, float(share.sum()))

    def look(self, image_bgr: Image) -> Movement:
        """Compare a picture with the remembered one. Raises ValueError if it has another size."""
        size, expected = size_of(image_bgr), self.registration.geometry.image_size
        if size != expected:
            raise ValueError(f"picture is {size}, the board was found in one of {expected}")
        if not self._sees:
            return _UNSEEN
        found = self._back_or_on(image_bgr)
        if found is None:
            return _UNSEEN
        if found[1] >= SURE and self._shift(found[0]) > _FAR_SITES:
            found = self._around(image_bgr, found)
        if found[1] >= SURE:
            self._last = found[0]
        return self._told(found)

    def look_there(self, image_bgr: Image, there: BoardGeometry) -> Movement:
        """The same around where something else says that it lies, however far from where it lay;
        it is not looked for there from now on.
        """
        (x, y), went = self._corners.T, np.asarray(there.corners_px) - self._middle - self._corners
        one, none = np.ones(len(went)), np.zeros(len(went))
        slopes = np.concatenate([np.c_[one, none, -y, x], np.c_[none, one, x, y]])
        led = np.linalg.lstsq(slopes, went.T.ravel(), rcond=None)[0]
        found = self._movement(image_bgr, led) if self._sees else None
        return _UNSEEN if found is None else self._told(found)

    def place(self, image_bgr: Image, movement: Movement) -> BoardGeometry:
        """Where the board lies after a `movement`: in the pose that its edges show, near the one to
        which it slid on a table. A camera may have been tilted as well. From now on it is looked
        for around there.
        """
        start = moved_geometry(self.registration.geometry, movement)
        motion = self._last = np.array([*movement.shift_px, movement.turn_rad, movement.growth])
        offsets, known, _ = self._offsets(image_bgr, motion)
        if known.sum() < _LEAST_PROFILES:
            return start
        on = offsets - self._design @ motion  # from where it brought them
        seen = self._points + _went(self._arms, motion) + on[:, None] * self._normals
        board, normals = self.registration.geometry.unproject(self._points), self._normals
        normals = normals + movement.turn_rad * quarter_turned(normals)
        normals /= np.linalg.norm(normals, axis=1, keepdims=True)
        corners = np.tile(corners_of(start.columns, start.rows), (2, 1))  # across, then down
        return fit_points(
            start,
            np.concatenate([board[known], corners]),
            np.concatenate([seen[known], start.project(corners)]),
            POSE_ONLY,
            sigma_px=0.5 * self._step,
            robust_px=_AGREE * self._step,
            normals_px=np.concatenate([normals[known], np.repeat(np.eye(2), 4, axis=0)]),
            weights=np.concatenate([self._shares[known] * len(known), np.full(8, _HELD)]),
        )

    def _back_or_on(self, image_bgr: Image) -> _Found | None:
        """The movement from where it lay, looked for around where it was seen last, or around where
        it lay at first: it may be back there, or have slid on out of reach from there.
        """
        back = self._movement(image_bgr, _AT_REST)
        on = self._movement(image_bgr, self._last) if self._last.any() else None
        if on is None or on[1] < SURE or (back is not None and back[1] > on[1] + _CLEARLY_BACK):
            return back
        return on

    def _around(self, image_bgr: Image, first: _Found) -> _Found:
        """What a second look says around where a great movement leads: from there more edges are in
        reach. What is far from it is a place at which the grid looks the same.
        """
        again = self._movement(image_bgr, first[0])
        if again is None or self._shift(again[0] - first[0]) > _NEAR_SITES:
            return first
        return again if again[1] > first[1] else first

    def _movement(self, image_bgr: Image, first: Floats) -> _Found | None:
        """The movement (dx, dy, turn, growth) that most profiles agree on, looked for around a
        `first` one, the share that does, and how steep they are; None if hardly any is seen.
        """
        offsets, known, steepness = self._offsets(image_bgr, first)
        if known.sum() < _LEAST_PROFILES:
            return None
        return *self._common_motion(offsets, known), steepness

    def _told(self, found: _Found) -> Movement:
        motion, agreeing, steepness = found
        shift, (dx, dy, turn, growth) = self._shift(motion), motion.tolist()
        moved = shift > _MOVED_SITES and agreeing >= SURE
        return Movement(moved, (dx, dy), turn, shift, agreeing, steepness, growth)

    def _shift(self, motion: Floats) -> float:
        """The greatest distance a corner goes, in sites."""
        return float(np.linalg.norm(_went(self._corners, motion), axis=1).max() / self._site_px)

    def _profiles(self, image_bgr: Image, first: Floats = _AT_REST) -> Floats:
        """Brightness (N, length) along the normals, step by step, of two places across, which went
        with a `first` movement.
        """
        at = self._at
        if first.any():
            at = at + np.tile(_went(self._arms, first), (2, 1))[:, None].astype(np.float32)
        seen = cv2.remap(image_bgr, at, None, cv2.INTER_LINEAR)  # type: ignore[call-overload]
        total = cv2.transform(seen, np.ones((1, 3), np.float32) / 3)
        half = len(total) // 2
        both = total[:half].astype(np.float32) + total[half:]
        return np.asarray(both.reshape(half, -1, self._step).mean(axis=2), np.float32)

    def _offsets(self, image_bgr: Image, first: Floats) -> tuple[Floats, Mask, float]:
        """Where (N) along its normal each profile fits best, in pixels, looked for around where a
        `first` movement brought it, and whether it does; how steep those are that do, as a multiple
        of what they were.
        """
        length = 2 * _HALF + 1
        seen = self._profiles(image_bgr, first)
        windows = np.lib.stride_tricks.sliding_window_view(seen, length, axis=1)
        norms = np.sqrt(np.maximum(_running(seen**2) - _running(seen) ** 2 / length, 1e-3))
        match = (windows @ self._wanted[:, :, None])[..., 0] / (norms * self._norms[:, None])
        # A profile must not fade away: noise correlates with anything now and then.
        match = np.where(norms > 0.25 * self._norms[:, None], match, 0.0)
        match -= 0.05 * np.abs(self._shifts) / self._shifts[-1]
        best = match.argmax(axis=1)
        index = np.arange(len(match))
        inner = np.clip(best, 1, match.shape[1] - 2)
        a, b, c = match[index, inner - 1], match[index, inner], match[index, inner + 1]
        bend = np.minimum(a - 2 * b + c, -1e-6)
        fine = np.where(best == inner, np.clip(0.5 * (a - c) / bend, -0.5, 0.5), 0.0)
        known = match[index, best] > _ALIKE
        steps = _steepest(windows[index, best]) / norms[index, best]
        steepness = float(np.median((steps / self._steps)[known])) if known.any() else 1.0
        return (self._shifts[best] + fine) * self._step + self._design @ first, known, steepness

    def _common_motion(self, offsets: Floats, known: Mask) -> tuple[Floats, float]:
        """The movement (dx, dy, turn, growth) most profiles agree on, and the share that does."""
        design, target, share = self._design[known], offsets[known], self._shares[known]
        near_px = _AGREE * self._step
        rest = np.abs(target) < min(near_px, _MOVED_SITES * self._site_px)
        support = float(share[rest].sum())
        # At rest unless the movement explains clearly more, as none can where nearly all rest.
        least = support + _CLEARLY
        if share.sum() <= least:
            return _AT_REST, support
        motion = _voted_slide(design, target, share, near_px)
        for scale in (4.0, 2.0, 1.0, 1.0):
            w = share / (1.0 + ((design @ motion - target) / (scale * self._step)) ** 2) ** 2
            normal = (design.T * w) @ design + np.diag([1e-6, 1e-6, 1e-3, 1e-3])
            motion = np.linalg.solve(normal, design.T @ (w * target))
        agree = float(share[np.abs(design @ motion - target) < near_px].sum())
        return (motion, agree) if agree > least else (_AT_REST, support)


def _went(arms: Floats, motion: Floats) -> Floats:
    """How far (n, 2) points went that lay at `arms` (n, 2) from the middle."""
    dx, dy, turn, growth = motion.tolist()
    return np.asarray(arms @ np.array([[growth, turn], [-turn, growth]]) + (dx, dy), np.float64)


def _steepest(profiles: Floats) -> Floats:
    """The steepest step (N) of each profile (N, length)."""
    return np.asarray(np.abs(np.diff(profiles, axis=1)).max(axis=1), np.float64)


def _voted_slide(design: Floats, target: Floats, share: Floats, near_px: float) -> Floats:
    """The slide (dx, dy, 0, 0) most profiles agree on, of those that pairs of profiles suggest."""
    moving = np.flatnonzero(np.abs(target) >= near_px)
    if len(moving) < 4:
        return _AT_REST
    first = np.repeat(moving, 4)
    second = np.concatenate([np.roll(moving, 1 + 3 * k) for k in range(4)])
    a, b = design[first, :2], design[second, :2]
    det = a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]
    good = np.abs(det) > 0.4
    a, b, u, v, det = a[good], b[good], target[first[good]], target[second[good]], det[good]
    slides = np.stack([u * b[:, 1] - v * a[:, 1], v * a[:, 0] - u * b[:, 0]], axis=1)
    slides = np.concatenate([np.zeros((1, 2)), slides / det[:, None]])
    votes = (np.abs(slides @ design[:, :2].T - target) < 2 * near_px) @ share
    return np.append(slides[votes.argmax()], (0.0, 0.0))


def moved_geometry(geometry: BoardGeometry, movement: Movement) -> BoardGeometry:
    """The geometry after the board slid on the table, or the camera came nearer to its middle, as
    the picture shows.
    """
    middle = geometry.middle
    pixels = geometry.project(np.stack([middle, middle + np.array([0.5, 0.0])]))
    arm = pixels[1] - pixels[0]
    arm = arm + movement.turn_rad * quarter_turned(arm)
    now = pixels[0] + movement.shift_px
    metric = np.array([1.0, geometry.aspect])
    a, b = geometry.unproject([now, now + arm]) * metric
    angle = float(np.arctan2(b[1] - a[1], b[0] - a[0]))
    spin, _ = cv2.Rodrigues(np.array([0.0, 0.0, angle]))
    r = geometry.rotation_matrix
    centre = np.append(middle * metric, 0.0)
    slid = np.array(geometry.translation) + r @ (np.append(a, 0.0) - spin @ centre)
    was, now_there = r @ centre + geometry.translation, r @ spin @ centre + slid
    # what slid towards the camera has become larger, too
    nearer = now_there * (was[2] / (1.0 + movement.growth) / now_there[2] - 1.0)
    return replace(
        geometry, rotation=triple(cv2.Rodrigues(r @ spin)[0]), translation=triple(slid + nearer)
    )


def _edge_points(image_bgr: Image, geometry: BoardGeometry) -> tuple[Floats, Floats]:
    """Places (N, 2) on strong edges, spread over the board, and the edges' unit normals (N, 2)."""
    grey = cv2.GaussianBlur(cv2.cvtColor(image_bgr, cv2.COLOR_BGR2GRAY), (0, 0), 1.0)
    gx = cv2.Sobel(grey, cv2.CV_32F, 1, 0, ksize=3)
    gy = cv2.Sobel(grey, cv2.CV_32F, 0, 1, ksize=3)
    strength = np.hypot(gx, gy)
    c, r, m = geometry.columns, geometry.rows, _AROUND_SITES
    outline = geometry.project([(-m, -m), (-m, r + m), (c + m, r + m), (c + m, -m)])
    mask = polygon_mask(outline, grey.shape)
    edge = _HALF + 3
    mask[:edge] = mask[-edge:] = 0
    mask[:, :edge] = mask[:, -edge:] = 0
    strength *= mask
    # The strongest place of every tile of a grid over the board.
    tile = max(6, int(np.sqrt(max(1, int(mask.sum())) / (3 * _PROFILES))))
    high, wide = grey.shape[0] // tile, grey.shape[1] // tile
    cut = strength[: high * tile, : wide * tile].reshape(high, tile, wide, tile)
    tiles = cut.transpose(0, 2, 1, 3).reshape(high * wide, tile * tile)
    place = tiles.argmax(axis=1)
    order = np.argsort(-tiles.max(axis=1))
    order = order[tiles.max(axis=1)[order] > 20.0]
    y = order // wide * tile + place[order] // tile
    x = order % wide * tile + place[order] % tile
    normals = np.stack([gx[y, x], gy[y, x]], axis=1) / strength[y, x][:, None]
    bins = _direction_bins(normals)
    rank = np.empty(len(order), np.intp)  # within its direction, strongest first
    for b in range(_BINS):
        rank[bins == b] = np.arange(int((bins == b).sum()))
    chosen = np.argsort(rank, kind="stable")[:_PROFILES]
    points = np.stack([x, y], axis=1)[chosen]
    return points.astype(np.float64), normals[chosen].astype(np.float64)


def _profile_places(points: Floats, normals: Floats, half: int, step: int) -> Array:
    """Pixels (2 N, (2 half + 1) step, 2) along two lines across each edge, half a step to either
    side.
    """
    count = (2 * half + 1) * step
    along = (np.arange(count) - (count - 1) / 2)[None, :, None] * normals[:, None, :]
    aside = 0.5 * step * quarter_turned(normals)[:, None, :]
    middle = points[:, None, :] + along
    return np.concatenate([middle - aside, middle + aside]).astype(np.float32)


def _running(values: Floats) -> Floats:
    """Sums over windows of a profile's length along the last axis."""
    sums = cv2.boxFilter(values, cv2.CV_64F, (2 * _HALF + 1, 1), normalize=False)
    return np.asarray(sums[:, _HALF:-_HALF], np.float64)


def _direction_bins(normals: Floats) -> Indices:
    """The sector (N) of each normal's direction, opposite ones being the same."""
    angle = np.arctan2(normals[:, 1], normals[:, 0]) % np.pi
    return np.minimum((angle / np.pi * _BINS).astype(np.intp), _BINS - 1)
