"""Searching for a board: which way round it lies, and when its looks are learnt."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pi_board.core.layout import Surface
from pi_board.games.registry import make_game
from pi_board.vision.arrange import certain_labels
from pi_board.vision.finding.find import Found
from pi_board.vision.geometry import Registration
from pi_board.vision.reading import Reading
from pi_board.vision.warm import search
from tests.vision.games_on_film import LAYOUT, appearance_of, moved, photo
from tests.vision.games_on_film import START as STANDING
from tests.vision.painting import view

LINJA = make_game("linja")
LANES = next(layout for layout in LINJA.layouts if layout.surface is Surface.ROWS)
START = LINJA.appearance(LINJA.start(), LANES)
UPRIGHT = view(LANES.columns, LANES.rows)


@pytest.mark.parametrize(("behind", "told"), [(12.0, True), (3.0, False)])
def test_a_start_misread_either_way_is_taken_for_the_far_likelier_way(
    monkeypatch: pytest.MonkeyPatch, behind: float, told: bool
) -> None:
    """Two lanes of eight look otherwise both ways, but one way hardly so."""

    def read(_: Any, registration: Registration, *__: Any) -> Reading:
        labels = [0 if one is None else one for one in certain_labels(LANES, START)]
        lag = 1.2 if lies_upright(registration) else behind
        looks = np.full((LANES.rows, len(LANES.labels)), -14.0)
        looks[np.arange(LANES.rows), labels] = 0.0
        for lane in (0, 7):
            looks[lane, labels[lane]], looks[lane, LANES.label("1b1w")] = -lag, 0.0
        return Reading(LANES, looks, np.exp(looks) / np.exp(looks).sum(axis=1, keepdims=True))

    monkeypatch.setattr(search, "read_cold", read)
    found = search.Search(None, None)
    found.expect([(LANES, START)])
    half_turned = Registration(UPRIGHT.rotated(2), 1.0, 0, False)
    seen = found._read_cold(np.zeros((480, 640, 3), np.uint8), Found(LANES, half_turned))
    assert lies_upright(seen.registration) == told


def lies_upright(board: Registration) -> bool:
    """Whether a1 lies where it does in UPRIGHT."""
    return bool(np.allclose(board.geometry.corners_px[0], UPRIGHT.corners_px[0]))


@pytest.mark.parametrize("in_play", [False, True])
def test_a_board_is_not_learnt_while_a_move_may_have_been_made(in_play: bool) -> None:
    """What a move has changed would be remembered as what has been confirmed; before a game a stone
    may stand elsewhere.
    """
    seeking = search.Search(None, None)
    seeking.expect([(LAYOUT, appearance_of(STANDING))], in_play=in_play)
    seen = seeking.look(photo(moved(STANDING, "b1", "b3")))
    assert isinstance(seen, search.Unrecognised if in_play else search.Recognised)
    assert isinstance(seeking.look(photo(STANDING)), search.Recognised)
