"""``pi-board play``: a game on the screen."""

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
@click.option(
    "--reader",
    "source",
    required=True,
    metavar="READER",
    help="Where the board is seen: watch:FOLDER (recorded frames) or watch:VIDEO.",
)
@click.option("--players", nargs=2, default=("Black", "White"), help="Names of Black and White.")
@click.option("--theme", type=click.Choice(["dark", "light"]), default="dark", show_default=True)
@click.option("--fullscreen", is_flag=True, help="The whole display instead of a window.")
@position_option
@rule_options
def play(
    game_name: str,
    source: str,
    players: tuple[str, str],
    theme: str,
    fullscreen: bool,
    position_text: str | None,
    preset: str | None,
    rules: tuple[str, ...],
) -> None:
    """Play GAME on a real board: the screen shows what the referee makes of it."""
    from pi_board.app.director import Director
    from pi_board.app.keeping import Recorder
    from pi_board.app.playing import Play, Shown
    from pi_board.app.scenes.state import Seat
    from pi_board.app.sitting import Sitting
    from pi_board.app.sources import open_reader
    from pi_board.cli.journalling import journal_of
    from pi_board.records.text import record_text
    from pi_board.views.screen import ScreenView

    game = chosen_game(game_name, preset, rules)
    position = chosen_position(game, position_text)
    recorder = Recorder(game, players)

    def note(shown: Shown) -> None:
        recorder.hear(shown.moment.events)

    with ExitStack() as stack:
        reader = open_reader(source)
        stack.callback(reader.close)
        keep = journal_of(stack, game, players, source)
        view = ScreenView(None, theme, fullscreen)
        stack.callback(view.close)
        director = Director(game, Seat(players[0]), Seat(players[1]), game.start().to_move)
        sitting = Sitting(game, reader, position, keep)
        Play(sitting, reader, director, view, paced=True).run(note)
    click.echo(record_text(recorder.record))
