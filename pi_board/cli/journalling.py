"""The journal of a command that referees; without a disk the game goes on."""

from __future__ import annotations

from contextlib import ExitStack

from pi_board.app.keeping import Keeper
from pi_board.games.kind import AnyGame


def journal_of(stack: ExitStack, game: AnyGame, players: tuple[str, str], source: str) -> Keeper:
    """What keeps the games of a sitting until `stack` is closed."""
    return stack.enter_context(Keeper(game, players, source))
