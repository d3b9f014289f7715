"""``pi-board play``: games on the screen, from the menus or straight away."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import click

from pi_board.cli.choosing import game_choice, position_option, profile_option, rule_options
from pi_board.core.errors import InvalidFile, InvalidText
from pi_board.games.options import parse_rule

if TYPE_CHECKING:
    from pi_board.app.agreement import Agreement
    from pi_board.app.evening import Begin
    from pi_board.config.sections import Settings

# what a game that is gone on with brings along itself
OF_THE_GAME = {
    "position_text": "--position", "clock": "--clock", "policy": "--policy",
    "confirm": "--confirm", "preset": "--preset", "rules": "--rule", "players": "--players",
    "match": "--match", "match_length": "--match-length",
}  # fmt: skip


@click.command()
@click.argument("game_name", metavar="[GAME]", type=game_choice(), required=False)
@click.option(
    "--reader",
    "reader_name",
    default="",
    metavar="READER",
    help="What sees the board: camera, camera:N, reed, fused (both), simulator (the drawn board is "
    "played on) or watch:SOURCE (a folder of frames or a video); else what the configuration says.",
)
@click.option("--players", nargs=2, help="Names of Black and White, if not as configured.")
@click.option("--clock", metavar="TIME", help="Minutes and seconds a turn: 10, 10+5, 10d5; or 30s.")
@click.option(
    "--policy",
    type=click.Choice(["casual", "strict", "tournament"]),
    help="What follows an illegal move.  [default: casual]",
)
@click.option("--against", type=click.Choice(["b", "w"]), help="The computer plays Black or White.")
@click.option("--level", type=click.IntRange(1, 10), help="How well it plays.  [default: 4]")
@click.option("--confirm", is_flag=True, help="A move counts only when it is confirmed.")
@click.option("--match", default="", metavar="NAME", help="The game belongs to this match.")
@click.option("--match-length", default="", metavar="N", help="Games of a new match: 3, best of 5.")
@click.option(
    "--continue",
    "go_on",
    is_flag=True,
    help="Go on with the newest game that people have played, if it is not over.",
)
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
    theme: str | None,
    fullscreen: bool,
    language: str | None,
    no_sound: bool,
    voice: bool,
    no_evidence: bool,
    go_on: bool,
    **chosen: Any,
) -> None:
    """Play on a real board: the screen shows what the referee makes of it.

    Without GAME the menus begin; from a game the menu leads there too. Without a desktop the screen
    is drawn with KMSDRM: set SDL_VIDEODRIVER=kmsdrm.
    """
    from pi_board.app.evening import Evening, Wanted
    from pi_board.cli.outside import Household
    from pi_board.config.settings import load
    from pi_board.records.text import record_text
    from pi_board.views.screen import ScreenView

    _refuse(go_on, chosen)
    settings = load()
    agreed = _agreed(settings, **chosen)
    begin = _begin(agreed, go_on, chosen["game_name"])
    wanted = Wanted(
        language or "",
        theme or "",
        no_sound,
        voice,
        no_evidence,
        told=lambda record: click.echo(record_text(record)) if record.moves else None,
        complain=lambda problem: click.echo(f"pi-board: {problem}", err=True),
    )
    with ExitStack() as stack:
        screen = ScreenView(None, theme or settings.screen.theme, fullscreen)
        stack.callback(screen.close)
        Evening(screen, settings, Household(), agreed, wanted).run(begin)


def _agreed(
    settings: Settings,
    *,
    game_name: str | None,
    reader_name: str,
    players: tuple[str, str] | None,
    clock: str | None,
    policy: Any,
    confirm: bool,
    match: str,
    match_length: str,
    against: Any,
    level: int | None,
    profile_name: str | None,
    position_text: str | None,
    preset: str | None,
    rules: tuple[str, ...],
) -> Agreement:
    """What the command line agrees on. Raises InvalidText for what cannot be understood."""
    from pi_board.app.agreement import LEVEL, Agreement
    from pi_board.cli.profiles import names_of
    from pi_board.referee.clocks import parse_control

    agreed = Agreement(
        game_name or "loa", preset or "", tuple(parse_rule(rule) for rule in rules),
        players or names_of(settings), position_text or "", clock or "", policy or "casual",
        confirm, reader=reader_name, profile=profile_name or "", match=match,
        match_length=match_length,
        against=against, level=level or LEVEL,
    )  # fmt: skip
    if level and not against:
        raise InvalidText("--level without --against, expected the side that the computer plays")
    game = agreed.make()
    if position_text:
        game.parse_position(position_text)
    if clock:
        parse_control(clock)
    return agreed


def _refuse(go_on: bool, chosen: dict[str, Any]) -> None:
    """Raises InvalidText for what would be ignored."""
    given = [option for key, option in OF_THE_GAME.items() if chosen[key]]
    if go_on and given:
        raise InvalidText(f"--continue keeps what the game began with; leave out {given[0]}")
    if chosen["match_length"] and not chosen["match"]:
        raise InvalidText("--match-length without --match, expected the match's name")
    if not chosen["game_name"] and any(chosen[key] for key in ("rules", "preset", "position_text")):
        raise InvalidText("rules or a position without a GAME, expected one")


def _begin(agreed: Agreement, go_on: bool, name: str | None) -> Begin | None:
    """What to begin with; None: the menus."""
    from pi_board.app.evening import Begin
    from pi_board.app.kept.resuming import latest_unfinished

    try:
        found = latest_unfinished(name) if go_on else None
    except InvalidFile as problem:  # a box that starts by itself must not end with it each time
        click.echo(f"pi-board: {problem}; it is left out", err=True)
        return Begin(agreed) if name else None
    if found is not None:
        return Begin(agreed, found)
    if go_on:
        click.echo(f"pi-board: no unfinished game{f' of {name}' if name else ''}", err=True)
    return Begin(agreed) if name else None
