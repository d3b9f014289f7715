"""``pi-board watch``: pictures of a board in, refereed moves out."""

from __future__ import annotations

from contextlib import ExitStack

import click

from pi_board.cli.choosing import (
    chosen_game,
    chosen_position,
    game_argument,
    position_option,
    profile_option,
    rule_options,
)
from pi_board.core.errors import InvalidText


@click.command()
@game_argument
@click.argument("source")
@click.option("--interval", type=float, help="Seconds between frames of a folder or a video.")
@click.option("--players", nargs=2, help="Names of Black and White, if not as configured.")
@click.option("--continue", "go_on", is_flag=True, help="Go on with the last unfinished game.")
@click.option("--no-evidence", is_flag=True, help="Keep the game without pictures and readings.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON Lines instead of sentences.")
@profile_option
@position_option
@rule_options
def watch(
    game_name: str,
    source: str,
    interval: float | None,
    players: tuple[str, str] | None,
    go_on: bool,
    no_evidence: bool,
    as_json: bool,
    profile_name: str | None,
    position_text: str | None,
    preset: str | None,
    rules: tuple[str, ...],
) -> None:
    """Watch SOURCE, a folder of frames (sorted by name) or a video file, and referee the game."""
    from pi_board.app.keeping import Keeper
    from pi_board.app.resuming import latest_unfinished
    from pi_board.app.sitting import Sitting
    from pi_board.app.sources import open_source, there_at_all
    from pi_board.cli.profiles import Held, names_of, profile_in_use, retention_of
    from pi_board.cli.referee import line_of
    from pi_board.config.settings import load
    from pi_board.records.text import record_text

    if go_on and (rules or preset or position_text):
        raise InvalidText("--continue keeps the game's own rules and position; leave them out")
    settings = load()
    players = players or names_of(settings)
    game = chosen_game(game_name, preset, rules)
    position = chosen_position(game, position_text)
    found = latest_unfinished(game_name) if go_on else None
    if go_on and found is None:
        raise InvalidText(f"no unfinished game of {game_name} to go on with")
    if found is not None:
        game, players = found.game, found.record.header.players
    with ExitStack() as stack:
        used = profile_in_use(game_name, profile_name, source)
        reader = open_source(source, interval, used.session() if used else None)
        stack.callback(reader.close)
        retention = retention_of(settings, no_evidence)
        keep = Keeper(game, players, source, going_on=found, retention=retention)
        stack.enter_context(keep).look_at(reader.picture)
        state = found.state if found else None
        sitting = Sitting(game, reader, position, keep, state)
        held = Held(used, reader.picture)
        for moment in there_at_all(sitting.moments()):
            held.check()
            if moment.fault:
                click.echo(f"pi-board: {moment.fault.text}", err=True)
            for event in moment.events:
                click.echo(line_of(event, as_json))
        if reader.picture().registration is None:
            click.echo(f"pi-board: {source}: no board of {game.name} was found in it", err=True)
    if not as_json:
        click.echo("\n" + record_text(keep.record))
