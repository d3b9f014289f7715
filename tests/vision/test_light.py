"""How the light has changed since a board was learnt."""

import numpy as np

from pi_board.vision.flat import SITE_PX
from pi_board.vision.warm.flattener import Flattener
from pi_board.vision.warm.light import LightFollower
from tests.vision.painting import paint, view


def test_stones_that_went_far_do_not_pull_at_the_light() -> None:
    """Late in a game much of the board looks otherwise, most of it at one end; the lamp is the
    same. A lamp that does change is followed by what looks as it did.
    """
    geometry = view(8, 8)
    size = 9 * SITE_PX
    reference = np.full((size, size, 3), 120, np.float32)
    shown = reference.copy()
    rng = np.random.default_rng(1)
    for y in range(5):  # stones came
        for x in range(9):
            at = (slice(y * SITE_PX, (y + 1) * SITE_PX), slice(x * SITE_PX, (x + 1) * SITE_PX))
            shown[at] *= rng.uniform(0.6, 0.84)
    follower = LightFollower(reference, geometry)
    everywhere = np.ones(256, bool)
    follower.show(shown)
    same = follower.unchanged(everywhere)
    assert 0.4 < same.mean() < 0.6
    assert np.abs(follower.light(shown, same)).max() < 0.01
    assert np.abs(follower.light(shown, everywhere)).max() > 0.1
    dimmed = follower.light(0.8 * shown, same)
    assert np.allclose(dimmed, [[np.log(0.8)] * 3, [0] * 3, [0] * 3], atol=0.02)


def test_where_all_looks_otherwise_all_must_tell_of_the_light() -> None:
    """Too few places would tell nothing."""
    reference = np.full((9 * SITE_PX, 9 * SITE_PX, 3), 120, np.float32)
    follower = LightFollower(reference, view(8, 8))
    everywhere = np.ones(256, bool)
    follower.show(np.asarray(0.5 * reference, np.float32))
    assert follower.unchanged(everywhere).all()


def test_a_board_that_fills_up_keeps_its_light() -> None:
    """Seen as it is known to look by now, nothing of it seems darker or brighter."""
    geometry = view(8, 8, 25.0, 10.0)
    stones = tuple(
        (x + 0.5, y + 0.5, 90 + 13 * ((3 * x + 5 * y) % 7)) for x in range(8) for y in range(3, 8)
    )
    flattener = Flattener(paint(geometry), geometry, ())
    full = paint(geometry, stones=stones, radius=0.48)
    looks = Flattener(full, geometry, ()).flat(full, geometry).colour
    flattener.remember(looks)
    assert np.abs(flattener.flat(full, geometry).colour - looks).mean() < 0.5
