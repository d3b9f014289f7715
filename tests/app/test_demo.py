"""The main job on recorded pictures: frames in, the right moves out."""

from pathlib import Path

import pytest

from pi_board.app.showcase.demo import main
from pi_board.app.sitting import Sitting
from pi_board.core.events import Choose, Disturbed, Illegal, MovePlayed, TakenBack
from pi_board.games.registry import GAMES, make_game
from pi_board.readers.frames import FramesReader

FRAMES = Path(__file__).parents[1] / "frames" / "demo"


@pytest.mark.parametrize("name", GAMES)
def test_a_recorded_game_is_refereed_without_a_question(name: str) -> None:
    """Every move of the recorded game is accepted as it was played, none is taken back."""
    rules = {"first": "b"} if name == "linja" else {}
    game = make_game(name, options=rules)
    reader = FramesReader(FRAMES / name, 0.5)
    events = [e for moment in Sitting(game, reader).moments() for e in moment.events]
    played = [e.move for e in events if isinstance(e, MovePlayed)]
    assert played == (FRAMES / name / "moves.txt").read_text().split()
    assert not [e for e in events if isinstance(e, (Choose, Disturbed, Illegal, TakenBack))]


@pytest.mark.parametrize("asked", [["--help"], ["--halp"], [], ["frames"]])
def test_the_demo_tells_how_it_is_called(asked, capsys):
    """Also who names too little, in place of a traceback."""
    with pytest.raises(SystemExit):
        main(asked)
    assert "usage: python -m pi_board.app.showcase.demo" in "".join(capsys.readouterr())
