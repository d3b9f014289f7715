"""Where a board of holes ends, as far as a network's places tell."""

from collections.abc import Callable

import numpy as np
import pytest

from pi_board.vision.cold.trained import BEYOND, Places
from pi_board.vision.finding import hole_fit
from pi_board.vision.finding.hole_fit import CLEAR, CLEAR_THERE, CLEAR_UNSEEN
from pi_board.vision.finding.hole_windows import Window, windows
from pi_board.vision.geometry import Floats
from tests.vision.painting import view

COLUMNS, ROWS = 6, 8
OWN = Window(0, 0, COLUMNS, ROWS, False)
HIGHER = Window(0, 1, COLUMNS, ROWS, False)
FIELD = (ROWS + 2 * BEYOND, COLUMNS + 2 * BEYOND)
BLANK = np.zeros((10, 10, 3), np.uint8)


def _places(holes: Floats, nothing: Floats) -> Places:
    return Places(holes, np.zeros(FIELD), nothing, np.zeros((*FIELD, 2)), BLANK)


def _field(rows: slice, inside: float, outside: float) -> Floats:
    """Values of the field: `inside` in some rows of the board's columns, `outside` elsewhere."""
    values = np.full(FIELD, outside)
    values[rows, BEYOND : BEYOND + COLUMNS] = inside
    return values


def _shown(first_row: int) -> Places:
    """A board that begins so many rows higher than the one looked at."""
    rows = slice(BEYOND + first_row, BEYOND + first_row + ROWS)
    return _places(_field(rows, 0.98, 0.01), _field(rows, 0.01, 0.98))


def test_the_likeliest_window_is_where_the_holes_are() -> None:
    """Upright, one row higher than the board that was looked at."""
    ranked, likelihoods = windows(_shown(1), COLUMNS, ROWS)
    assert ranked[0] == HIGHER
    assert (np.diff(likelihoods) <= 0).all()
    assert likelihoods[0] - likelihoods[ranked.index(OWN)] > 30


def test_only_places_that_a_rival_has_not_are_outside_it() -> None:
    """Of two windows a row apart that is the one row."""
    values = np.arange(FIELD[0], dtype=float)[:, None] * np.ones(FIELD)
    assert OWN.outside(HIGHER, values) == COLUMNS * BEYOND
    assert HIGHER.outside(OWN, values) == COLUMNS * (BEYOND + ROWS)
    assert OWN.outside(OWN, values) == 0.0


@pytest.fixture
def asked_there(monkeypatch: pytest.MonkeyPatch) -> Callable[[Places], None]:
    """Sets what the network says of the board where a rival would be."""

    def answer(places: Places) -> None:
        monkeypatch.setattr(hole_fit, "places_of_holes", lambda *_: places)

    return answer


def _beaten(places: Places, rival: Window, lead: float) -> bool:
    return hole_fit._beaten(BLANK, view(COLUMNS, ROWS), places, rival, lead)


def test_a_lead_must_be_one_where_the_rival_is_in_the_middle(
    asked_there: Callable[[Places], None],
) -> None:
    """The board seen from there lies a row lower."""
    asked_there(_shown(-1))
    assert _beaten(_shown(0), HIGHER, CLEAR + 1)
    asked_there(_shown(0))
    assert not _beaten(_shown(0), HIGHER, CLEAR + 1)


def test_a_lead_without_a_hole_of_its_own_must_be_greater(
    asked_there: Callable[[Places], None],
) -> None:
    """As when a hand hides the row in which the windows differ."""
    rows = slice(BEYOND + 1, BEYOND + ROWS)
    hidden = _places(_field(rows, 0.98, 0.0), _field(slice(0, 0), 0.0, 0.0))
    asked_there(_shown(-1))
    assert not _beaten(hidden, HIGHER, (CLEAR + CLEAR_UNSEEN) / 2)
    assert _beaten(hidden, HIGHER, CLEAR_UNSEEN + 1)


def test_a_window_lying_across_is_never_beaten_by_a_little(
    asked_there: Callable[[Places], None],
) -> None:
    """The places would have to be asked for on a board turned."""
    asked_there(_shown(0))
    assert not _beaten(_shown(0), Window(0, 0, ROWS, COLUMNS, True), CLEAR_UNSEEN + 1)


def test_a_small_lead_there_is_none(asked_there: Callable[[Places], None]) -> None:
    """It must be more than CLEAR_THERE."""
    even = np.full(FIELD, 0.5)
    asked_there(_places(even, even))
    assert CLEAR_THERE > 0
    assert not _beaten(_shown(0), HIGHER, CLEAR + 1)
