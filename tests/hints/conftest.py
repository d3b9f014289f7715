"""Fixtures for the searches."""

from collections.abc import Iterator

import pytest

from pi_board.app.searching import game_under
from pi_board.hints.native import NativeSearcher, available
from pi_board.hints.reference import ReferenceSearcher
from pi_board.hints.search import Searcher


@pytest.fixture(params=["kernel", "python"])
def searcher(request: pytest.FixtureRequest) -> Iterator[Searcher]:
    """The search kernel, then the search in Python: both keep the same contract."""
    if request.param == "kernel" and not available():
        pytest.skip("the kernel is not built, or switched off")
    chosen: Searcher = (
        NativeSearcher(1 << 20) if request.param == "kernel" else ReferenceSearcher(game_under)
    )
    yield chosen
    chosen.close()
