"""What tests of a box share."""

from collections.abc import Iterator

import pytest
from gpiozero.pins.mock import MockFactory

from pi_board.simulation.hardware_pins import NetFactory, ReedNet, in_place_of_pins


@pytest.fixture
def pins() -> Iterator[MockFactory]:
    """Simulated pins without reeds."""
    with in_place_of_pins(NetFactory(ReedNet((), ()))) as factory:
        yield factory
