"""The words that sentences about any of the games are made of."""

from __future__ import annotations

from pi_board.core.game import Outcome, Player, opponent
from pi_board.core.message import Message, message
from pi_board.core.words import side


def owner(player: Player) -> Message:
    """``White's``, before a thing that is White's."""
    return message("Black's") if player == "b" else message("White's")


def not_yours(site: str, player: Player) -> Message:
    """Why `player`, who is to move, may not move the stone on `site`."""
    return message(
        "{site} holds {owner} stone, and it is {player} to move",
        site=site,
        owner=owner(opponent(player)),
        player=side(player),
    )


def game_over(outcome: Outcome) -> Message:
    """Why there is no move any more."""
    if outcome.winner is None:
        return message("the game is over: a draw")
    return message("the game is over: {winner} has won", winner=side(outcome.winner))
