"""``pi-board play``: games on the screen, from the menus or straight away."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

import click

from pi_board.cli.agreeing import (
    agreed_on,
    agreement_options,
    go_on_option,
    nothing_to_go_on_with,
    refuse_another_game,
)
from pi_board.cli.choosing import WholeRange, game_choice
from pi_board.cli.complaining import complain
from pi_board.cli.interrupting import ended_like_interrupted
from pi_board.cli.speaking import screen_language_option
from pi_board.core.errors import ConfigurationError, EnvironmentFault, InvalidFile, InvalidText
from pi_board.referee.phases import POLICIES

if TYPE_CHECKING:
    from pi_board.app.agreement import Agreement
    from pi_board.app.evening import Begin
    from pi_board.config.sections import Settings


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
@click.option("--clock", metavar="TIME", help="Minutes and seconds a turn: 10, 10+5, 10d5; or 30s.")
@click.option(
    "--policy",
    type=click.Choice(POLICIES),
    help="What follows an illegal move.  [default: casual]",
)
@click.option("--against", type=click.Choice(["b", "w"]), help="The computer plays Black or White.")
@click.option("--level", type=WholeRange(1, 10), help="How well it plays.  [default: 4]")
@click.option("--confirm", is_flag=True, help="A move counts only when it is confirmed.")
@go_on_option
@click.option("--theme", type=click.Choice(["dark", "light"]), help="If not as configured.")
@click.option("--fullscreen", is_flag=True, help="The whole display instead of a window.")
@screen_language_option
@click.option("--no-sound", is_flag=True, help="No tones for moves, faults and the clock.")
@click.option("--voice", is_flag=True, help="Say moves, faults and scores (needs espeak-ng).")
@agreement_options
@ended_like_interrupted(by_sigterm=False)
def play(
    theme: Literal["dark", "light"] | None,
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
    is drawn with KMSDRM: set SDL_VIDEODRIVER=kmsdrm. With --continue the next game of a match
    begins where one of it has ended in the last 12 hours.
    """
    from pi_board.app.evening import Evening
    from pi_board.app.wanted import Wanted
    from pi_board.cli.outside import Household
    from pi_board.records.text import record_text
    from pi_board.views.screen import ScreenView

    _refuse(go_on, chosen)
    settings, trouble = _settings()
    agreed = _agreed(settings, chosen)
    begin = None if trouble else _begin(agreed, go_on, chosen["game_name"])
    wanted = Wanted(
        language or "",
        theme or "",
        no_sound,
        voice,
        no_evidence,
        told=lambda record: click.echo(record_text(record)) if record.moves else None,
        complain=complain,
    )
    with ExitStack() as stack:
        screen = ScreenView(
            None, theme or settings.screen.theme, fullscreen, turn=settings.screen.turn
        )
        stack.callback(screen.close)
        Evening(screen, settings, Household(chosen["game_name"] or ""), agreed, wanted).run(
            begin, trouble
        )


def _settings() -> tuple[Settings, str]:
    """The configuration and "", or what stands in for a wrong one and what is wrong with it.

    Raises ConfigurationError where this is no service: one would be started again and again, with
    nothing on its screen.
    """
    from pi_board.app.notify import Service
    from pi_board.config.settings import load, without_file

    try:
        return load(), ""
    except ConfigurationError as problem:
        if not Service().is_there:
            raise
        complain(problem)
        return without_file(), str(problem)


def _agreed(settings: Settings, chosen: dict[str, Any]) -> Agreement:
    """What the command line agrees on. Raises InvalidText for what cannot be understood."""
    from pi_board.app.agreement import LEVEL
    from pi_board.app.sources import check_reader_name
    from pi_board.referee.clocks import parse_control

    agreed = replace(
        agreed_on(settings, chosen["game_name"] or "loa", chosen),
        clock=chosen["clock"] or "", policy=chosen["policy"] or "casual",
        confirm=chosen["confirm"], reader=chosen["reader_name"],
        against=chosen["against"], level=chosen["level"] or LEVEL,
    )  # fmt: skip
    if chosen["level"] and not agreed.against:
        raise InvalidText("--level without --against, expected the side that the computer plays")
    agreed.start()
    check_reader_name(agreed.reader)
    if agreed.clock:
        parse_control(agreed.clock)
    return agreed


def _refuse(go_on: bool, chosen: dict[str, Any]) -> None:
    """Raises InvalidText for what would be ignored."""
    if go_on:
        refuse_another_game(chosen)
    if not chosen["game_name"] and any(chosen[key] for key in ("rules", "preset", "position_text")):
        raise InvalidText("rules or a position without a GAME, expected one")


def _begin(agreed: Agreement, go_on: bool, name: str | None) -> Begin | None:
    """What to begin with; None: the menus."""
    from pi_board.app.evening import Begin
    from pi_board.app.kept.resuming import latest_unfinished

    usual = Begin(agreed) if name else None
    if not go_on:
        return usual
    try:
        if (found := latest_unfinished(name)) is not None:
            return Begin(agreed, found)
        if (following := _next_of_match(agreed, name)) is not None:
            complain(f"the newest game is over; match {following.match!r} goes on")
            return Begin(following)
    except (InvalidFile, EnvironmentFault) as problem:
        # a box that starts by itself must not end with it each time
        complain(f"{problem}; it is left out")
        return usual
    complain(nothing_to_go_on_with(name))
    return usual


def _next_of_match(agreed: Agreement, name: str | None) -> Agreement | None:
    """The next game of the match that was being played, None if none was: between two of its games
    the power may go, too. Raises as `latest_unfinished`.
    """
    from pi_board.app.kept.resuming import ended_last
    from pi_board.app.matching import next_after

    ended = ended_last(name)
    return None if ended is None else next_after(ended, agreed)
