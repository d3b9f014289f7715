"""Games begun at a table, for the tests of the referee."""

import pytest

from tests.referee.desk import Desk


@pytest.fixture
def loa() -> Desk:
    """Lines of Action, begun."""
    return Desk("loa").started()


@pytest.fixture
def linja() -> Desk:
    """Linja, begun."""
    return Desk("linja").started()


@pytest.fixture
def connexoh() -> Desk:
    """Connex'oh, begun."""
    return Desk("connexoh").started()
