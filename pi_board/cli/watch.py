"""``pi-board watch``: pictures of a board in, refereed moves out."""

from __future__ import annotations

from contextlib import ExitStack

import click

from pi_board.cli.choosing import (
    chosen_game,
    chosen_position,
    game_argument,
    position_option,
    rule_options,
)


@click.command()
@game_argument
@click.argument("source")
@click.option("--interval", type=float, help="Seconds between frames of a folder or a video.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON Lines instead of sentences.")
@position_option
@rule_options
def watch(
    game_name: str,
    source: str,
    interval: float | None,
    as_json: bool,
    position_text: str | None,
    preset: str | None,
    rules: tuple[str, ...],
) -> None:
    """Watch SOURCE, a folder of frames (sorted by name) or a video file, and referee the game."""
    from pi_board.app.sitting import Sitting
    from pi_board.app.sources import open_source
    from pi_board.cli.journalling import journal_of
    from pi_board.cli.referee import line_of
    from pi_board.records.text import record_text

    game = chosen_game(game_name, preset, rules)
    position = chosen_position(game, position_text)
    players = ("Black", "White")
    with ExitStack() as stack:
        reader = open_source(source, interval)
        stack.callback(reader.close)
        keep = journal_of(stack, game, players, source)
        for moment in Sitting(game, reader, position, keep).moments():
            if moment.fault:
                click.echo(f"pi-board: {moment.fault}", err=True)
            for event in moment.events:
                click.echo(line_of(event, as_json))
    if not as_json:
        click.echo("\n" + record_text(keep.record))
