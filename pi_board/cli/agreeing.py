"""What `watch` and `play` ask before a game: who plays, in which match, or to go on with one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pi_board.cli.choosing import UTF8, position_option, profile_option, rule_options
from pi_board.core.errors import InvalidText
from pi_board.core.words import one_name
from pi_board.games.options import parse_rule

if TYPE_CHECKING:
    from pi_board.app.agreement import Agreement
    from pi_board.config.sections import Settings

F = TypeVar("F", bound=Callable[..., Any])

# what a game that is gone on with brings along itself, as far as a command asks for it
_OF_THE_GAME = {
    "position_text": "--position", "clock": "--clock", "policy": "--policy",
    "confirm": "--confirm", "preset": "--preset", "rules": "--rule", "players": "--players",
    "match": "--match", "match_length": "--match-length", "against": "--against",
    "level": "--level",
}  # fmt: skip

_OPTIONS = (
    click.option("--players", type=UTF8, nargs=2, metavar="NAME NAME",
                 help="Names of Black and White, if not as configured."),
    click.option("--match", type=UTF8, default="", metavar="NAME",
                 help="The game belongs to this match; the players sit so that whoever lost the "
                 "last game starts."),
    click.option("--match-length", default="", metavar="N",
                 help="Games of a new match: 3, best of 5."),
    click.option("--no-evidence", is_flag=True,
                 help="Keep the game without pictures and readings."),
    profile_option,
    position_option,
    rule_options,
)  # fmt: skip

go_on_option = click.option(
    "--continue",
    "go_on",
    is_flag=True,
    help="Go on with the newest game that people have played, if it is not over.",
)


def nothing_to_go_on_with(game_name: str | None) -> str:
    """Why no game of this kind (None: of any) is gone on with."""
    which = f"game of {game_name}" if game_name else "game"
    return f"no {which} to go on with: the newest that was played here is over, or there is none"


def agreement_options(command: F) -> F:
    """``--players``, ``--match``, ``--match-length``, ``--no-evidence``, ``--profile``,
    ``--position``, ``--preset`` and ``--rule``, all of them but `no_evidence` for `agreed_on`.
    """
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def agreed_on(settings: Settings, game_name: str, chosen: Mapping[str, Any]) -> Agreement:
    """The agreement that the options make. Raises InvalidText for a rule that is none, and for the
    length of no match.
    """
    from pi_board.app.agreement import BLACK, WHITE, Agreement

    if chosen["match_length"] and not chosen["match"]:
        raise InvalidText("--match-length without --match, expected the match's name")
    usual = settings.players.black, settings.players.white
    black, white = map(one_name, chosen["players"] or usual)
    return Agreement(
        game_name, chosen["preset"] or "", tuple(parse_rule(rule) for rule in chosen["rules"]),
        (black or BLACK, white or WHITE), chosen["position_text"] or "",
        profile=chosen["profile_name"] or "", match=one_name(chosen["match"]),
        match_length=chosen["match_length"],
    )  # fmt: skip


def refuse_another_game(chosen: Mapping[str, Any]) -> None:
    """Raises InvalidText for what would be ignored where a game is gone on with."""
    given = [option for key, option in _OF_THE_GAME.items() if chosen.get(key)]
    if given:
        raise InvalidText(f"--continue keeps what the game began with; leave out {given[0]}")
