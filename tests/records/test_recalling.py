"""What people have said still holds when the program was started anew in between."""

from pathlib import Path

from pi_board.app.kept.keeping import Keeper
from pi_board.games.registry import make_game
from pi_board.referee.phases import Playing
from tests.records.table import PLAYERS, KeptDesk, gone_on_with


def test_a_paused_game_stays_paused(tmp_path: Path) -> None:
    """Nobody looks and no time runs until somebody goes on."""
    with Keeper(make_game("loa"), PLAYERS, "camera", tmp_path) as keeper:
        desk = KeptDesk(keeper, "loa")
        desk.started().command("pause")
    resumed = gone_on_with(desk, tmp_path)
    assert not resumed.look()
    clock = resumed.state.table.clock
    assert clock is not None
    assert (resumed.state.table.paused, clock.started_s) == (True, None)
    resumed.command("continue")
    resumed.play("b1-b3")
    assert resumed.record == ["b1-b3"]


def test_a_pause_that_is_over_is_over(tmp_path: Path) -> None:
    """Whoever has gone on before the program ended goes on."""
    with Keeper(make_game("loa"), PLAYERS, "camera", tmp_path) as keeper:
        desk = KeptDesk(keeper, "loa")
        desk.started().command("pause")
        desk.command("continue")
    resumed = gone_on_with(desk, tmp_path).started()
    assert isinstance(resumed.state, Playing)
    assert not resumed.state.table.paused
