"""The journal of a command that referees; without a disk the game goes on."""

from __future__ import annotations

from contextlib import ExitStack

import click

from pi_board.app.keeping import open_journal
from pi_board.app.sitting import Keep
from pi_board.core.errors import EnvironmentFault
from pi_board.games.kind import AnyGame


def journal_of(
    stack: ExitStack, game: AnyGame, players: tuple[str, str], source: str
) -> Keep | None:
    """Where a sitting's lines go until `stack` is closed; None if nothing can be kept (told)."""
    try:
        return stack.enter_context(open_journal(game, players, source)).append
    except EnvironmentFault as fault:
        click.echo(f"pi-board: {fault}; nothing is kept", err=True)
        return None
