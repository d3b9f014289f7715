"""A button that does nothing says why."""

from __future__ import annotations

from pi_board.app.compose import compose
from pi_board.app.director import Director
from pi_board.app.scenes.state import Seat
from pi_board.app.sitting import Moment
from pi_board.core.observation import Tick
from tests.referee.desk import Desk


def test_a_turn_stopped_too_soon_is_answered_until_the_next_move() -> None:
    """Linja's follow-up has to be made; the board is not wrong, so it goes on being shown."""
    desk = Desk("linja").started()
    director = Director(desk.game, Seat("Ida"), Seat("Jan"), "b")
    desk.play("0-1")
    said = tuple(desk.command("stop"))
    director.follow(Moment(Tick(desk.t), desk.state, said))
    shown = compose(director.table)
    assert shown.kind.value == "playing"
    assert [str(line) for line in shown.notice.sentences] == [f"{said[0].text}."]
    director.follow(Moment(Tick(desk.t), desk.state, tuple(desk.play("/0-2"))))
    assert director.table.comment is None
