"""Stones laid on sites: only what they cover is looked at, and nothing gets lost by that."""

import numpy as np

from pi_board.vision.flat import SITE_PX
from pi_board.vision.geometry import Array
from pi_board.vision.warm.laid import Bare, Laid
from pi_board.vision.warm.looks import SHIFTS, Stone, SurfaceLook, composed
from pi_board.vision.warm.misfit import log_likelihood, misfits

PLACES, SITES = len(SHIFTS), 14


def _stone(rng: np.random.Generator, x: int) -> Stone:
    """One that lies left or right of the middle, at random shifts."""
    cover = np.zeros((PLACES, SITE_PX, SITE_PX, 1), np.float32)
    for part in cover:
        y = int(rng.integers(2, 5))
        part[y : y + 3, x : x + 3] = rng.uniform(0.3, 1.0)
    colour = rng.uniform(0.0, 200.0, (PLACES, SITE_PX, SITE_PX, 3)).astype(np.float32)
    return Stone(cover, cover * colour, cover * np.full(3, 40.0, np.float32), cover[0, ..., 0])


def _bare(rng: np.random.Generator) -> Bare:
    """Sites (n) without a stone, partly burnt out, some with more noise than others."""
    shape = (SITES, SITE_PX, SITE_PX, 3)
    mean, seen = (rng.normal(120.0, 30.0, shape).astype(np.float32) for _ in range(2))
    noise = rng.uniform(0.0, 60.0, (SITES, 1, 1, 3)).astype(np.float32)
    surface = SurfaceLook(mean, noise + rng.uniform(10.0, 90.0, shape).astype(np.float32))
    known = rng.uniform(size=shape) > 0.2
    misfit, distance = misfits(seen, surface.mean, surface.variance, known)
    return Bare(surface, seen, known, noise, misfit, distance)


def _on_whole_site(bare: Bare, site: int, stone: Stone) -> tuple[int, float, Array]:
    """At which shift a stone explains all pixels of a site best, and how well: log-likelihood and
    squared distances (px, px).
    """
    surface = SurfaceLook(bare.surface.mean[site], bare.surface.variance[site])
    laid = composed(surface, stone, bare.noise[site])
    value, distance = log_likelihood(bare.seen[site], *laid, bare.known[site])
    best = int(value.argmax())
    return best, float(value[best]), distance[best]


def test_covered_pixels_alone_say_as_much_as_whole_sites() -> None:
    """Of either stone at its best shift, and of both on one site."""
    rng = np.random.default_rng(3)
    stones, bare = {"b": _stone(rng, 0), "w": _stone(rng, 6)}, _bare(rng)
    found = Laid(stones, both_fit=True).explained(bare)
    for site in range(SITES):
        both = SurfaceLook(bare.surface.mean[site], bare.surface.variance[site])
        for name, stone in stones.items():
            best, value, distance = _on_whole_site(bare, site, stone)
            np.testing.assert_allclose(found[name][0][site], value, rtol=1e-5)
            np.testing.assert_allclose(found[name][1][site], distance, rtol=1e-4)
            both = SurfaceLook(*composed(both, stone.only(np.array(best)), bare.noise[site]))
        value, _ = log_likelihood(bare.seen[site], both.mean, both.variance, bare.known[site])
        np.testing.assert_allclose(found["x"][0][site], value, rtol=1e-5)


def test_what_a_stone_covers_is_where_it_fits_best() -> None:
    """Of each stone alone, at the shift at which its whole site is likeliest."""
    rng = np.random.default_rng(5)
    stones, bare = {"b": _stone(rng, 0), "w": _stone(rng, 6)}, _bare(rng)
    found = Laid(stones, both_fit=True).covers(bare)
    for site in range(SITES):
        for name, stone in stones.items():
            best, _, _ = _on_whole_site(bare, site, stone)
            assert (found[name][site] == stone.cover[best]).all()


def _disc(x: int, colour: float, spread: float) -> Stone:
    """One of 3 x 3 pixels around (x, 5) and the shifts from there."""
    cover = np.zeros((PLACES, SITE_PX, SITE_PX, 1), np.float32)
    for part, (dx, dy) in zip(cover, SHIFTS, strict=True):
        column, row = x + dx // 2, 5 + dy // 2
        part[row - 1 : row + 2, column - 1 : column + 2] = 1.0
    mean, variance = (cover * np.full(3, value, np.float32) for value in (colour, spread))
    return Stone(cover, mean, variance, cover[0, ..., 0])


def test_of_two_stones_on_a_site_neither_explains_what_the_other_one_covers() -> None:
    """A white stone's shadow looks like a part of a black one that lay below the white one."""
    seen = np.full((1, SITE_PX, SITE_PX, 3), 100.0, np.float32)
    seen[:, 4:7, 6:9] = 220.0
    seen[:, 4:7, 5] = 40.0
    surface = SurfaceLook(np.full_like(seen, 100.0), np.full_like(seen, 40.0))
    known = np.ones(seen.shape, np.bool_)
    left = misfits(seen, surface.mean, surface.variance, known)
    bare = Bare(surface, seen, known, np.zeros((1, 1, 1, 3), np.float32), *left)
    stones = {"b": _disc(4, 70.0, 400.0), "w": _disc(7, 220.0, 40.0)}
    found = Laid(stones, both_fit=True).explained(bare)
    assert found["b"][0][0] > -left[0].sum()  # by itself it explains a part of the shadow
    assert found["x"][0][0] < found["w"][0][0]
