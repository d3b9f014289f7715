"""``pi-board referee``: the referee alone, on readings made elsewhere."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator

import click

from pi_board.cli.choosing import (
    chosen_game,
    chosen_position,
    game_argument,
    position_option,
    rule_options,
)
from pi_board.cli.speaking import in_language, language_option
from pi_board.core.errors import InvalidText
from pi_board.core.events import Event, to_json
from pi_board.core.message import Say
from pi_board.referee.advance import advance, begin
from pi_board.referee.clocks import parse_control
from pi_board.referee.phases import POLICIES, Policy, State
from pi_board.referee.stream import ObservationReader


@click.command()
@game_argument
@click.option("--json", "as_json", is_flag=True, help="Write JSON Lines instead of sentences.")
@click.option("--confirm", is_flag=True, help="A move counts only when it is confirmed.")
@click.option("--policy", type=click.Choice(POLICIES), default="casual", show_default=True,
              help="What follows an illegal move.")  # fmt: skip
@click.option("--clock", metavar="10+5", help="Minutes and seconds; also 10d5 (delay), 30s a move.")
@language_option
@position_option
@rule_options
def referee(
    game_name: str,
    as_json: bool,
    confirm: bool,
    policy: Policy,
    clock: str | None,
    position_text: str | None,
    preset: str | None,
    rules: tuple[str, ...],
    language: str | None,
) -> None:
    """Referee the observations on standard input, one JSON object per line."""
    game = chosen_game(game_name, preset, rules)
    position = chosen_position(game, position_text)
    control = None if clock is None else parse_control(clock)
    say = in_language(language)
    state = begin(game, position, confirm, policy, control)
    for event in refereed(state, sys.stdin):
        click.echo(line_of(event, as_json, say))


def refereed(state: State, lines: Iterable[str]) -> Iterator[Event]:
    """The events of a stream of lines. Raises InvalidText that names the line."""
    reader = ObservationReader(state.table.game.layouts)
    for number, text in enumerate(lines, 1):
        line = text.removeprefix("\ufeff") if number == 1 else text  # some editors mark UTF-8
        if not line.strip():
            continue
        try:
            state, events = advance(state, reader.read(line))
        except InvalidText as error:
            raise InvalidText(f"line {number}: {error}") from error
        yield from events


def line_of(event: Event, as_json: bool, say: Say = str, picture: str = "") -> str:
    """An event as a JSON object, or as something to read with sentences worded by `say`, and with
    the name of the `picture` that shows it, if it has one.
    """
    if as_json:
        return json.dumps(to_json(event))
    data = to_json(event, say)
    told = {k: v for k, v in data.items() if k not in ("event", "t", "frame") and v is not None}
    details = ", ".join(f"{k.replace('_', ' ')}: {_words(v)}" for k, v in told.items())
    when = f"{event.t:8.2f} s"
    shown = (when, picture, event.name.replace("_", " "), details)
    return "  ".join(part for part in shown if part)


def _words(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.2f}"
    if isinstance(value, list):
        return " ".join(_words(v) for v in value) or "none"
    if isinstance(value, dict):
        return " ".join(f"{k} {v}" for k, v in value.items())
    return str(value)
