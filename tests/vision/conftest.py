"""What several tests of seeing boards look at."""

import pytest

from pi_board.vision.geometry import Image
from pi_board.vision.warm.search import Recognised, Search, Unrecognised
from tests.shared import same_pictures as same_pictures
from tests.vision.sessions import Sought, watching


@pytest.fixture
def sought(monkeypatch: pytest.MonkeyPatch) -> Sought:
    """What each search for a board gives."""
    given: Sought = []
    look = Search.look

    def looked(search: Search, frame: Image, **more: bool) -> Recognised | Unrecognised | None:
        given.append(look(search, frame, **more))
        return given[-1]

    monkeypatch.setattr(Search, "look", looked)
    return given


@pytest.fixture(scope="session", autouse=True)
def known() -> None:
    """The session that others are copies of begins before any test has patched anything."""
    watching()


@pytest.fixture(scope="module", autouse=True)
def shared(same_pictures: None) -> None:
    """Sessions are told what was found and read in the same pictures before."""
