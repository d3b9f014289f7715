"""The scene of a game that is over, and of the match with it."""

from __future__ import annotations

from dataclasses import replace

from pi_board.app.agreement import called
from pi_board.app.matching import score, standing_words
from pi_board.app.scenes.common import OVER_BUTTONS, Picture, faded
from pi_board.app.scenes.frame import last_move_alone, scene_with, scenes_of
from pi_board.app.scenes.state import Over, TableState
from pi_board.core.game import Outcome, opponent
from pi_board.core.message import Message, message
from pi_board.core.scene import Board, Kind, Notice, Scene
from pi_board.core.words import side
from pi_board.records.matches import Standing


def over(state: TableState, now: Over) -> Scene:
    """The winner, why, and what may come next."""
    board = last_move_alone(state)
    outcome = now.outcome
    if outcome.reason in state.game.reasons:
        picture = scenes_of(state).over(state, board, outcome)
    else:
        picture = _match_matter(board, outcome)
    if state.match is not None:
        told = (*picture.notice.sentences, _match_words(state.match))
        picture = replace(picture, notice=replace(picture.notice, sentences=told, tall=True))
    return scene_with(state, Kind.OVER, picture, OVER_BUTTONS, outcome.winner)


def _match_words(now: Standing) -> Message:
    """Where the match stands, or how it has ended."""
    if not now.is_over:
        return message("Match: {standing}.", standing=standing_words(now))
    winner = now.match.leader
    if winner is None:
        return message("The match is drawn, {score}.", score=score(now))
    return message("{player} has won the match {score}.",
                   player=called(now.leader), score=score(now, winner))  # fmt: skip


def _match_matter(board: Board, outcome: Outcome) -> Picture:
    """Ends that are no matter of the rules: resignation, the clock, an agreement. Of a record made
    elsewhere the reason may be unknown.
    """
    winner = outcome.winner
    agreed = (message("Both players agreed."),)
    if winner is None:
        return Picture(board, Notice(message("Draw"), agreed if outcome.reason == "agreed" else ()))
    loser = side(opponent(winner))
    why = {
        "resigned": (message("{player} resigned.", player=loser),),
        "flag": (message("The time of {player} has run out.", player=loser),),
        "forfeit": (message("{player} made too many illegal moves.", player=loser),),
        "agreed": agreed,
    }.get(outcome.reason, ())
    title = message("{player} wins", player=side(winner))
    return Picture(faded(board, winner), Notice(title, why, icon=winner))
