"""What goes wrong, for people at a terminal."""

from __future__ import annotations

import click

from pi_board.core.words import in_brief


def complain(text: object) -> None:
    """Say what is wrong in one line on stderr."""
    click.echo(f"pi-board: {in_brief(text)}", err=True)
