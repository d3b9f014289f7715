"""What the program finds in pictures, and reads on them, that several tests show it."""

from collections.abc import Callable, Iterator
from functools import wraps
from hashlib import sha1
from typing import Concatenate, ParamSpec, TypeVar

import numpy as np
import pytest

from calibration import steps, using
from pi_board.vision.cold.read import read_cold
from pi_board.vision.finding.find import find_any, find_board
from pi_board.vision.geometry import Image
from pi_board.vision.reading import Reading
from pi_board.vision.warm import learn, search, session

More = ParamSpec("More")
Given = TypeVar("Given")


def once(
    looked_at: Callable[Concatenate[Image, More], Given],
) -> Callable[Concatenate[Image, More], Given]:
    """A function of a picture and what can be told apart, which is not called again with the same.
    What it gives is shared, so nobody may change it.
    """
    given: dict[object, Given] = {}

    @wraps(looked_at)
    def look(picture: Image, *more: More.args, **named: More.kwargs) -> Given:
        pixels = sha1(np.ascontiguousarray(picture), usedforsecurity=False).digest()
        key = (picture.shape, pixels, more, tuple(named.items()))
        if key not in given:
            given[key] = looked_at(picture, *more, **named)
        return given[key]

    return look


@once
def _read(picture: Image, *more: object, **named: object) -> Reading:
    reading = read_cold(picture, *more, **named)  # type: ignore[arg-type]
    reading.looks.flags.writeable = reading.probabilities.flags.writeable = False
    return reading


_ONCE = {"find_any": once(find_any), "find_board": once(find_board), "read_cold": _read}


@pytest.fixture(scope="module")
def same_pictures() -> Iterator[None]:
    """Who follows a board or sets one up is told what was found and read before in the same picture
    by these same functions. Tests of finding and reading themselves call them as they are.
    """
    with pytest.MonkeyPatch.context() as patch:
        for module in (steps, using, learn, search, session):
            for name in _ONCE.keys() & vars(module).keys():
                patch.setattr(module, name, _ONCE[name])
        yield
