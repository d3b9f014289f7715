"""The people, the helpers and the loop of one game, put together."""

from __future__ import annotations

import os
from contextlib import ExitStack

from pi_board.app.advising import Adviser
from pi_board.app.agreement import SetTable, called
from pi_board.app.aside import Aside
from pi_board.app.commenting import Coach
from pi_board.app.director import Director
from pi_board.app.helping import Helpers
from pi_board.app.hinting import Hints, ShownHint
from pi_board.app.opponent import Opponent
from pi_board.app.playing import Play, Ways
from pi_board.app.scenes.state import HintGiven, Seat
from pi_board.app.showing import View
from pi_board.app.sitting import Sitting
from pi_board.core.game import PLAYERS, Player, opponent
from pi_board.readers.base import Reader
from pi_board.referee.phases import SettingUp


def open_play(
    stack: ExitStack,
    table: SetTable,
    reader: Reader,
    view: View,
    ways: Ways,
    aside: Aside,
) -> Play:
    """The game of `table`, ready to run; `stack` closes its helpers."""
    against, practice = ways.agreed.against, ways.agreed.practice
    adviser = Adviser()
    stack.callback(adviser.close)
    hints = Hints(adviser, ways.agreed, table.keeper.record.hints_given, _shown(table))
    rival = coach = None
    if against is not None:
        rival = Opponent(against, ways.agreed.level, int.from_bytes(os.urandom(4)))
        stack.callback(rival.close)
    if practice:
        coach = Coach(PLAYERS if against is None else (opponent(against),))
        stack.callback(coach.close)
    black, white = (Seat(called(name)) for name in table.players)
    near: Player = table.game.start().to_move if against is None else opponent(against)
    return Play(
        Sitting(table.game, reader, keep=table.keeper, state=table.state),
        reader,
        Director(table.game, black, white, near),
        view,
        ways,
        Helpers(hints, rival, coach),
        table.keeper.note,
        aside,
    )


def _shown(table: SetTable) -> ShownHint | None:
    """The hint that was given where the game is gone on with."""
    if not table.hint or isinstance(table.state, SettingUp):
        return None
    return ShownHint(table.state.line.now.position, HintGiven(table.hint))
