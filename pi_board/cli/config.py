"""``pi-board config``: look at the configuration file and check it."""

from __future__ import annotations

from pathlib import Path

import click

from pi_board.cli.listing import WholeGroup
from pi_board.config.settings import (
    chosen_problems,
    config_file,
    default_text,
    late_camera,
    load,
    text_of,
)
from pi_board.core.errors import ConfigurationError

_FILE = click.option(
    "--file", "file", type=click.Path(path_type=Path), help="Another file than the one in use."
)


@click.group(cls=WholeGroup)
def config() -> None:
    """Look at the configuration and check it."""


@config.command()
@_FILE
def check(file: Path | None) -> None:
    """Say what is wrong with the configuration file, or that it is well."""
    settings = load(file)
    if late := late_camera(settings):
        raise ConfigurationError(f"{settings.file}: {late}")
    found = settings.file
    for problem in () if file else chosen_problems():
        click.echo(f"{problem}: left out", err=True)
    words = "is well" if found else "is not there: everything is at its default"
    click.echo(f"{found or config_file()} {words}", err=True)


@config.command()
@_FILE
@click.option("--default", "pristine", is_flag=True, help="The defaults, whatever the file says.")
def show(file: Path | None, pristine: bool) -> None:
    """Print every key with its value as a file that could be used."""
    click.echo(default_text() if pristine else text_of(load(file)), nl=False)


@config.command()
@_FILE
def migrate(file: Path | None) -> None:
    """Move what an earlier version kept in the configuration into the boards' profiles."""
    from pi_board.cli.migrating import move_to_profiles

    for line in move_to_profiles(file or config_file()):
        click.echo(line, err=True)
