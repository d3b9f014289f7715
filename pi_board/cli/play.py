"""``pi-board play``: a game on the screen."""

from __future__ import annotations

import os
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import click

from pi_board.cli.choosing import (
    chosen_game,
    chosen_position,
    game_argument,
    position_option,
    profile_option,
    rule_options,
)

if TYPE_CHECKING:
    from pi_board.config.sections import Settings


@click.command()
@game_argument
@click.option(
    "--reader",
    "reader_name",
    default="",
    metavar="READER",
    help="What sees the board: camera, camera:N, reed, fused (both), or watch:SOURCE (a folder of "
    "frames or a video); if not given, what the configuration says.",
)
@click.option("--players", nargs=2, help="Names of Black and White, if not as configured.")
@click.option("--clock", metavar="TIME", help="Minutes and seconds a turn: 10, 10+5, 10d5; or 30s.")
@click.option(
    "--policy",
    type=click.Choice(["casual", "strict", "tournament"]),
    default="casual",
    show_default=True,
    help="What follows an illegal move.",
)
@click.option("--confirm", is_flag=True, help="A move counts only when it is confirmed.")
@click.option("--continue", "go_on", is_flag=True, help="Go on with an unfinished game, if any.")
@click.option("--no-evidence", is_flag=True, help="Keep the game without pictures and readings.")
@click.option("--theme", type=click.Choice(["dark", "light"]), help="If not as configured.")
@click.option("--fullscreen", is_flag=True, help="The whole display instead of a window.")
@click.option(
    "--language",
    type=click.Choice(["en", "cs", "de", "ro", "sv"]),
    help="Of screen and voice; else the configured one, else what LANGUAGE or LANG asks for.",
)
@click.option("--no-sound", is_flag=True, help="No tones for moves, faults and the clock.")
@click.option("--voice", is_flag=True, help="Say moves, faults and scores (needs espeak-ng).")
@profile_option
@position_option
@rule_options
def play(
    reader_name: str,
    theme: str | None,
    fullscreen: bool,
    language: str | None,
    no_sound: bool,
    voice: bool,
    profile_name: str | None,
    **chosen: Any,
) -> None:
    """Play GAME on a real board: the screen shows what the referee makes of it."""
    from pi_board.app.advising import Adviser
    from pi_board.app.box import open_box, source_of
    from pi_board.app.director import Director
    from pi_board.app.hearing import HeardView, open_ears
    from pi_board.app.playing import Play
    from pi_board.app.scenes.state import Seat
    from pi_board.app.sitting import Sitting
    from pi_board.cli.profiles import Held, profile_in_use
    from pi_board.config.settings import load
    from pi_board.games.words import side
    from pi_board.records.text import record_text
    from pi_board.views.language import preferred, speaker
    from pi_board.views.screen import ScreenView

    with ExitStack() as stack:
        settings = load()
        reader_name = reader_name or settings.reader.kind
        keeper, state = _table(stack, settings, reader_name, **chosen)
        game, players = state.table.game, keeper.record.header.players
        used = profile_in_use(game.name, profile_name, source_of(settings, reader_name))
        settings = used.settings(settings) if used else settings
        box = stack.enter_context(open_box(settings, game.layouts[0]))
        reader = box.reader(reader_name, used.session() if used else None)
        stack.callback(reader.close)
        keeper.look_at(reader.picture)
        language = language or settings.screen.language or preferred(os.environ)
        tones, voice = settings.sound.tones and not no_sound, settings.sound.voice or voice
        say, ears = speaker(language), open_ears(stack, tones, voice, language)
        for problem in filter(None, (ear.problem for ear in ears)):
            click.echo(f"pi-board: {problem}", err=True)
        view = ScreenView(None, theme or settings.screen.theme, fullscreen, say=say)
        stack.callback(view.close)
        names = (side("b"), side("w"))
        colours = {str(name): say(name).capitalize() for name in names}
        black, white = (Seat(colours.get(name, name)) for name in players)
        director = Director(game, black, white, game.start().to_move)
        sitting = Sitting(game, reader, keep=keeper, state=state)
        adviser = Adviser()
        stack.callback(adviser.close)
        shown = box.around(HeardView(view, ears))
        held = Held(used, reader.picture)
        Play(sitting, reader, director, shown, True, adviser, keeper.note).run(held.check)
        click.echo(record_text(keeper.record))


def _table(
    stack: ExitStack,
    settings: Settings,
    source: str,
    *,
    game_name: str,
    players: tuple[str, str] | None,
    clock: str | None,
    policy: Any,
    confirm: bool,
    go_on: bool,
    no_evidence: bool,
    position_text: str | None,
    preset: str | None,
    rules: tuple[str, ...],
) -> tuple[Any, Any]:
    """Who keeps the game, and the referee's state to begin with."""
    from pi_board.app.keeping import Keeper
    from pi_board.app.resuming import latest_unfinished
    from pi_board.cli.profiles import names_of, retention_of
    from pi_board.referee.advance import begin
    from pi_board.referee.clocks import parse_control

    retention = retention_of(settings, no_evidence)
    players = players or names_of(settings)
    found = latest_unfinished(game_name) if go_on else None
    if go_on and found is None:
        click.echo(f"pi-board: no unfinished game of {game_name}, a new one begins", err=True)
    if found is not None:
        names = found.record.header.players
        keeper = Keeper(found.game, names, source, going_on=found, retention=retention)
        return stack.enter_context(keeper), found.state
    game = chosen_game(game_name, preset, rules)
    position = chosen_position(game, position_text)
    control = parse_control(clock) if clock else None
    keeper = stack.enter_context(Keeper(game, players, source, retention=retention))
    return keeper, begin(game, position, confirm, policy, control)
