"""Shapes drawn as fast as possible, for tests that do not look at them."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from pi_board.views import paint


@contextmanager
def rough_shapes() -> Iterator[None]:
    """All is drawn meanwhile, but not several times as large first to make its edges smooth."""
    with pytest.MonkeyPatch.context() as patch:
        for scale in ("FINE", "COARSE"):
            patch.setattr(paint, scale, 1)
        yield
