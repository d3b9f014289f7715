"""What was said to be wrong on the board, and what has come of it since."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pi_board.app.scenes import state as show
from pi_board.core import events as told
from pi_board.core.game import Player, opponent
from pi_board.core.message import Message, message
from pi_board.core.words import side
from pi_board.referee import phases
from pi_board.referee.instructing import as_decided, to_do
from pi_board.referee.repair import Repair
from pi_board.referee.watching import UNEVEN_AFTER_S

# what another position is on record after
MOVED = (told.MovePlayed, told.MoveRevised, told.TakenBack, told.GameStarted)


class Complaint:
    """The last one, as it is shown while it is being put right."""

    def __init__(self) -> None:
        self._said: told.Illegal | told.Disturbed | None = None
        self._refused: tuple[told.Wrong, ...] | None = None  # what was wrong when it was said
        self._is_done = False  # nothing is left to be put right
        self._right_t: float | None = None  # when since then nothing was wrong, or a stone lifted
        self._rejected: Message | None = None  # what follows from the move just rejected
        self._offences: tuple[int, int] | None = None

    def hear(self, event: told.Event) -> None:
        """Remember what was said, or that it is over."""
        if isinstance(event, (told.Illegal, told.Disturbed)):
            self._said, self._rejected = event, None
            self._refused = self._right_t = None
        elif isinstance(event, (*MOVED, told.Restored)):
            self._said = self._rejected = None

    def hear_ruling(self, table: phases.Table) -> None:
        """What follows from an illegal move that was rejected (see `policies`)."""
        before, now = self._offences, table.offences
        self._offences = now
        if before is None or now == before or sum(now) < sum(before):
            return
        player: Player = "b" if now[0] > before[0] else "w"
        count = now[player == "w"]
        if count == 1:
            self._rejected = message(
                "It is put back. That was a warning for {player}", player=side(player)
            )
        elif table.clock is not None:
            self._rejected = message(
                "It is put back. {other} gets two minutes; one more, and {player} has lost",
                other=side(opponent(player)), player=side(player),
            )  # fmt: skip
        else:
            self._rejected = message(
                "It is put back. One more, and {player} has lost", player=side(player)
            )

    def compare(self, wrong: tuple[told.Wrong, ...], t: float, *, is_done: bool) -> None:
        """What is `wrong` on the board now; `is_done`: all of it is seen, and shows what it is to
        be brought to.
        """
        if self._refused is None:
            self._refused = wrong
        self._is_done = is_done
        if is_done and not wrong:
            self._right_t = t

    def shown(
        self,
        state: phases.Correcting,
        wrong: tuple[told.Wrong, ...],
        repairs: tuple[Repair, ...],
        lifted: str | None,
        t: float,
    ) -> show.Situation:
        """What to show of it at `t`: what is `wrong` then, the steps that put it right, the site of
        the mover's stone that is in the hand, if that is all there is.
        """
        said = self._said
        if phases.reeds_may_fail(state):
            return show.Disturbed(repairs, position_aimed_at(state), felt=True)
        if self._right_t is not None and lifted is not None:
            self._right_t = t
        if isinstance(said, told.Illegal):
            again = lifted is None and (self._rejected or wrong == self._refused)
            if self._right_t is None or again:
                return self._illegal(said, state, repairs)
            another = wrong and lifted is None
            if another and t - self._right_t < UNEVEN_AFTER_S:  # it is judged until then
                return for_program(state, lifted) or show.Playing()
        if said is not None and lifted is not None and t - said.t < phases.IN_HAND_S:
            due = for_program(state, lifted) or show.Lifted(lifted)
            if not isinstance(due, show.Playing):  # while it thinks, nothing of its is to be lifted
                return due
        return show.Disturbed(repairs, position_aimed_at(state))

    def _illegal(
        self, said: told.Illegal, state: phases.Correcting, repairs: tuple[Repair, ...]
    ) -> show.Illegal | show.Disturbed:
        aim = position_aimed_at(state)
        if self._is_done:  # it stands again, and was not yet looked at twice
            return show.Disturbed((), aim)
        text = as_decided(state.table, state.line, said.text)
        shown = show.Illegal(said.seen, text, repairs, said.next, aim=aim)
        if self._rejected is not None and not state.offence:
            return replace(shown, text=self._rejected, ruling="rejected")
        return replace(shown, ruling="asked") if state.asks_ruling else shown


def for_program(
    state: phases.Playing | phases.Correcting, lifted: str | None
) -> show.Instructed | show.Playing | None:
    """What there is to do for the program whose turn it is, its stone being `lifted` from a site
    already, or that it thinks; None where a person is to move.
    """
    if not state.table.is_programs(state.line.now.to_move):
        return None
    moves = to_do(state.table, state.line)
    return show.Instructed(moves[0], lifted or "") if moves else show.Playing(thinking=True)


def position_aimed_at(state: phases.Choosing | phases.Correcting) -> Any:
    """The position the board is brought to, None if it is the one that should stand."""
    aim = state.aim
    return None if aim is None or aim.node is state.line.now else aim.node.position
