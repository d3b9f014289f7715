"""What must end: a test of something that may wait for ever fails instead."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager

import pytest


@contextmanager
def must_end(seconds: int, otherwise: str) -> Iterator[None]:
    """Fail the test, saying `otherwise`, if what is done inside takes longer than so long."""
    before = signal.signal(signal.SIGALRM, lambda *_: pytest.fail(otherwise))
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
