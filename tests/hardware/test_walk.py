"""Finding out which reed and which lamp lies where."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.walk import ReedWalk, lamp_order, lamp_site
from pi_board.cli.hand import Hand
from pi_board.core.errors import InvalidText
from pi_board.readers.reed_matrix import COLUMN_PINS, ROW_PINS, GpioMatrix, Pins
from pi_board.simulation.hardware_pins import NetFactory, ReedNet, in_place_of_pins
from pi_board.vision.geometry import Image
from tests.hardware.reed_boards import place

CORNERS = ((100.0, 300.0), (120.0, 100.0), (280.0, 100.0), (300.0, 300.0))


def test_a_walk_names_what_is_wrong() -> None:
    """A dead zone, a neighbour that closes too, two wires exchanged."""
    walk = ReedWalk(("a1", "b1", "c1", "d1"), (0, 1, 2, 3))
    for closed in ({0, 1}, set(), {3}, {2}):
        walk = walk.put(frozenset(closed))
    assert walk.next is None
    assert walk.crosstalk == (("a1", ("b1",)),)
    assert walk.dead == ("b1",)
    assert walk.swapped == (("c1", "d1"), ("d1", "c1"))
    with pytest.raises(InvalidText, match="too many"):
        walk.put(frozenset())


def walked(*felt: set[int]) -> ReedWalk:
    """A walk over as many sites as there are sets."""
    walk = ReedWalk(("a1", "b1", "c1", "d1")[: len(felt)], tuple(range(len(felt))))
    for closed in felt:
        walk = walk.put(frozenset(closed))
    return walk


@pytest.mark.parametrize(
    ("felt", "dead", "order"),
    [
        (({1}, {1}, {2}, {3}), ("a1",), (0, 1, 2, 3)),  # a1's reed is dead, b1's reaches far
        (({2}, {2}, {3}, set()), ("a1", "b1", "d1"), (0, 1, 3, 2)),  # whose is it?
        (({1, 2}, {1}, {2}, {3}), ("a1",), (0, 1, 2, 3)),
        (({1}, {2}, {0}, set()), ("d1",), (1, 2, 0, 3)),
        (({1}, set(), {2}, {3}), ("b1",), (1, 0, 2, 3)),  # b1's stone is felt nowhere
        (({9}, {1}, {2}, {3}), (), (9, 1, 2, 3)),
    ],
)
def test_no_sensor_is_that_of_two_sites(
    felt: tuple[set[int], ...], dead: tuple[str, ...], order: tuple[int, ...]
) -> None:
    """Where wires are exchanged, each sensor still has one site; others are masked."""
    assert walked(*felt).dead == dead
    assert walked(*felt).order == order


def test_a_stone_counts_when_it_is_taken_off_again() -> None:
    """A brush on the way does not; what was closed from the beginning does not either."""
    net, now_s = ReedNet(ROW_PINS, COLUMN_PINS), 0.0
    laid = [((), 1.0), (("b1",), 0.1), ((), 0.2), (("c4",), 1.0), ((), 9.0)]

    def sleep(seconds: float) -> None:
        nonlocal now_s
        now_s += seconds
        passed = 0.0
        for sites, lasts_s in laid:
            passed += lasts_s
            if now_s < passed:
                net.close({place("h8"), *map(place, sites)})
                return

    with in_place_of_pins(NetFactory(net)):
        net.close({place("h8")})
        hand = Hand(GpioMatrix(Pins()), lambda: now_s, sleep)
        assert hand.touched() == {26}
        assert hand.is_back()
    assert now_s == pytest.approx(2.3, abs=0.1)


def test_patience_ends() -> None:
    """No reed closes: the site is dead. Or one stays closed: others are looked at from then on."""
    net, now_s = ReedNet(ROW_PINS, COLUMN_PINS), 0.0

    def sleep(seconds: float) -> None:
        nonlocal now_s
        now_s += seconds

    with in_place_of_pins(NetFactory(net)):
        hand = Hand(GpioMatrix(Pins()), lambda: now_s, sleep)
        assert hand.touched() == frozenset()
        net.close({place("c4")})
        assert not hand.is_back()
        hand.ignore_changed()
        assert hand.is_back()


def pictures(x: float, y: float, light: int, seed: int = 1) -> tuple[Image, Image]:
    """A noisy picture without and with a spot of light at (x, y)."""
    rng = np.random.default_rng(seed)
    dark, lit = (rng.normal(90, 4, (400, 400, 3)) for _ in range(2))
    ys, xs = np.mgrid[:400, :400]
    spot = light * np.exp(-((xs - x) ** 2 + (ys - y) ** 2) / (2 * 6.0**2))
    return tuple(np.clip(p, 0, 255).astype(np.uint8) for p in (dark, lit + spot[..., None]))  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("x", "y", "site"), [(112, 286, 0), (288, 286, 7), (130, 107, 56), (270, 107, 63)]
)
def test_the_camera_finds_a_lamp(x: float, y: float, site: int) -> None:
    """In a board that is seen at an angle."""
    assert lamp_site(*pictures(x, y, 80), CORNERS, 8, 8) == site


def test_a_lamps_reflection_is_another_spot() -> None:
    """The brighter of the two is the lamp; nothing lights half way between them."""
    dark, lit = pictures(112, 286, 160)
    _, shine = pictures(288, 286, 120)
    assert lamp_site(dark, np.maximum(lit, shine), CORNERS, 8, 8) == 0


def test_what_is_no_lamp_is_none() -> None:
    """Noise alone, and a light beside the board."""
    assert lamp_site(*pictures(200, 200, 0), CORNERS, 8, 8) is None
    assert lamp_site(*pictures(30, 30, 120), CORNERS, 8, 8) is None


def test_the_order_says_what_is_missing() -> None:
    """Lamps not seen, two on one site, sites without one."""
    order, problems = lamp_order([0, 1, None, 1], 4)
    assert order == (0, 1, -1, 1)
    assert problems == ("lamp 2 was not seen", "lamps 1 and 3 light the same site",
                        "2 of 4 sites have no lamp")  # fmt: skip
