"""What follows an illegal move, or a board that nothing explains: let it stand, or rule on it.

`casual`: it is put right and the game goes on · `strict`: the same, and a touched stone must move
when it can · `tournament`: the opponent accepts or rejects an illegal move; a rejected one is put
right and counts: first a warning, second two minutes for the opponent, third the game is lost (the
rule of the Mind Sports Olympiad for Lines of Action).
"""

from __future__ import annotations

from dataclasses import replace

from pi_board.core.events import Event, MovePlayed, Restored
from pi_board.core.game import Explanation, Outcome, Player, opponent
from pi_board.core.message import message
from pi_board.referee.accepting import Advanced, Stamp, finish, go_on, illegal
from pi_board.referee.continuations import BOARD, as_it_stands, facts_of
from pi_board.referee.deeds import done
from pi_board.referee.differences import balance_of
from pi_board.referee.misseen import said_to_be_misseen
from pi_board.referee.phases import Correcting, Playing, Table
from pi_board.referee.placing import NO_POSITION, read_standing
from pi_board.referee.watch import Watch, evidence_of

BONUS_S = 120.0
LOST_AT = 3


def let_stand(state: Correcting, at: Stamp) -> Advanced:
    """The board is accepted as it stands, and that is recorded as such.

    After an illegal move it is the turn of the other player than the one who made it, also if the
    board has changed since and shows more than that; after a legal one beside which something else
    was disturbed it is as after that move; after anything else the turn goes on. A board
    that is no position, but for stones that none can be, was misseen, and the game goes on. One
    that is none otherwise, or of which it cannot be seen which one it is, changes nothing, and that
    is said.
    """
    evidence = evidence_of(state.watch)
    if evidence is None:
        return state, (unseen(state.watch, at),)
    before = state.line.now
    mistake = done(before, balance_of(evidence, before)) if state.offence else None
    mover = (mistake.deed.player if mistake else None) or before.to_move
    offender = mover if mistake else state.offence
    aimed_at = state.aim.node.to_move if state.aim else mover
    next_player = opponent(offender) if offender else aimed_at
    felt = state.watch.felt
    position = read_standing(state.table.game, evidence, next_player, before, felt)
    if isinstance(position, Explanation):
        misseen = said_to_be_misseen(evidence, before.appearance)
        if misseen and position.rule == NO_POSITION:
            watch = replace(state.watch.moved_on(), misseen=(*state.watch.misseen, *misseen))
            return Playing(state.table, state.line, watch), (Restored(at.t, at.frame),)
        return state, (illegal(position, at),)
    step = as_it_stands(before, position, mistake.text if mistake else BOARD)
    played = MovePlayed(
        at.t, at.frame, step.text, mover, step.node.text, None, next_player != mover,
        (*facts_of(before, step), ("accepted_illegal", True)),
    )  # fmt: skip
    watch = state.watch.moved_on()
    table = replace(state.table, must_move=None)  # who lets it stand insists on no stone any more
    then, events = go_on(table, state.line.play(step), watch, at)
    return then, (played, *events)


def unseen(watch: Watch, at: Stamp) -> Event:
    """What is said where the board has not been seen since something came over it."""
    text = message("the board has to be seen for a moment, with nothing over it")
    return illegal(Explanation("table.board_unseen", text, watch.hands.covered), at)


def reject(state: Correcting, at: Stamp) -> Advanced:
    """The opponent does not accept the illegal move: it is put right, and counts."""
    mover = state.offence
    if mover is None or not state.asks_ruling:
        return state, ()
    table = _counted(state.table, mover)
    offences = table.offences[mover == "w"]
    state = replace(state, table=table, offence=None, aim=None)  # nothing of it stands
    if offences >= LOST_AT:
        outcome = Outcome(opponent(mover), "forfeit")
        return finish(state, outcome, at)
    if offences == LOST_AT - 1 and table.clock is not None:
        clock = table.clock.grant(opponent(mover), BONUS_S)
        # no move that is taken back later takes the bonus with it, as the offence still counts
        clocks = tuple(one.grant(opponent(mover), BONUS_S) for one in table.clocks)
        state = replace(state, table=replace(table, clock=clock, clocks=clocks))
    return state, ()


def _counted(table: Table, player: Player) -> Table:
    b, w = table.offences
    return replace(table, offences=(b + 1, w) if player == "b" else (b, w + 1))
