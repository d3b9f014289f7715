"""Published games (M. Winands' thesis, Maastricht 2000) replay as they were played."""

import re
from pathlib import Path

import pytest

from pi_board.games.loa import LinesOfAction

GAME = LinesOfAction()
RECORDS = sorted((Path(__file__).parent / "data").glob("*.txt"))


def _moves(record: Path) -> list[str]:
    return re.sub(r"\d+\.", " ", record.read_text()).split()


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.stem)
def test_published_game_is_decided_on_its_last_ply(record: Path) -> None:
    """Every move is legal as printed, no ply but the last ends the game, and the last one does."""
    moves = _moves(record)
    position = GAME.start()
    for text in moves:
        assert GAME.outcome(position) is None
        move = GAME.parse_move(position, text)
        assert GAME.move_text(move) == text
        position = GAME.play(position, move)
    unfinished = "incomplete" in record.stem
    assert (GAME.outcome(position) is None) == unfinished
    assert bool(GAME.legal_moves(position)) == unfinished


def test_all_sixteen_games_are_there() -> None:
    """There are 16 records, one of them unfinished."""
    assert len(RECORDS) == 16
    assert all(len(_moves(record)) > 5 for record in RECORDS)
