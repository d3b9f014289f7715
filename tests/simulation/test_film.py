"""Games before a camera: what is drawn is read by the production vision."""

from __future__ import annotations

import numpy as np
import pytest

from pi_board.games.registry import GAMES, make_game
from pi_board.simulation.film import SIZE_PX, FilmSession, photograph
from pi_board.simulation.plan import Plan


@pytest.mark.thorough
@pytest.mark.parametrize("name", list(GAMES))
def test_a_drawn_game_is_read_and_recorded(name: str) -> None:
    """The board is found, and the moves on it are the moves played."""
    session = FilmSession(Plan(make_game(name), clumsy=False, most_plies=2), 3)
    assert session.play().whole
    heard = [event.name for event in session.events if event.name not in ("obstructed", "clear")]
    assert heard == ["board_found", "setup", "game_started", "move_played", "move_played"]


@pytest.mark.slow
@pytest.mark.parametrize("name", list(GAMES))
def test_clumsy_people_before_a_camera(name: str) -> None:
    """Knocked, slid and taken back: the record is what was played."""
    result = FilmSession(Plan(make_game(name), most_plies=40), 4).play()
    assert (result.whole, result.wrong) == (True, 0), result.notes


def test_a_hand_hides_part_of_the_board() -> None:
    """Only where it is; the picture is a frame of the camera's size."""
    board = FilmSession(Plan(make_game("loa")), 1).people.board
    bare, covered = (photograph(board, hand, np.random.default_rng(1)) for hand in (False, True))
    assert bare.shape == (SIZE_PX[1], SIZE_PX[0], 3)
    changed = (np.abs(bare.astype(int) - covered) > 10).any(axis=2).mean()
    assert 0.01 < changed < 0.1
