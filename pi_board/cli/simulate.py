"""``pi-board simulate``: games on a simulated board, no hardware needed."""

from __future__ import annotations

import json
import os
from collections.abc import Generator, Iterable
from contextlib import closing

import click

from pi_board.app.searching import open_searcher
from pi_board.cli.choosing import WholeRange, chosen_game, game_argument, rule_options
from pi_board.cli.interrupting import ended_like_interrupted
from pi_board.cli.referee import line_of
from pi_board.core.game import AnyGame
from pi_board.core.layout import Surface
from pi_board.readers.reed_wiring import Coding
from pi_board.simulation.many import Played, play_many
from pi_board.simulation.plan import BY_CHANCE, Plan
from pi_board.simulation.players import EnginePlayers
from pi_board.simulation.runner import first_seed
from pi_board.simulation.sensors import KINDS, Kind
from pi_board.simulation.summary import Summary, summary_lines

MOST_NOTES = 20  # what went wrong, said on stderr
MOST_WORKERS = 64  # all are started at once, however few games there are


@click.command()
@game_argument
@click.option("--table", type=click.Choice(["plain", "clumsy"]), default="plain", show_default=True)
@click.option("--sensor", type=click.Choice(KINDS), help="camera, if not --hardware.")
@click.option("--games", "count", type=WholeRange(1), default=1, show_default=True, metavar="N")
@click.option("--seed", type=int, default=1, show_default=True, metavar="S")
@click.option(
    "--players",
    type=click.Choice(["random", "engine"]),
    default="random",
    show_default=True,
    help="Who decides what is played; engine: mostly a quick search.",
)
@click.option("--plies", type=WholeRange(1), default=60, show_default=True,
              help="A game ends here at the latest.")  # fmt: skip
@click.option(
    "--workers",
    type=WholeRange(1, MOST_WORKERS),
    default=min(2, os.cpu_count() or 1),
    show_default=True,
    help="Games played at a time, when there are many.",
)
@click.option(
    "--vary",
    is_flag=True,
    help="With --table clumsy: games take turns with rules and agreements, and people look for "
    "what they have not done wrong yet, until every rule is broken.",
)
@click.option("--hardware", is_flag=True, help="Reeds and lamps on simulated pins.")
@click.option("--no-diodes", is_flag=True, help="With --hardware: a matrix without its diodes.")
@click.option(
    "--coding",
    type=click.Choice(["none", "gray", "one_hot"]),
    help="With --hardware: reeds at the edges of Connex'oh's tiles.",
)
@click.option("--pictures", is_flag=True, help="Draw what a camera sees, and read the drawings.")
@click.option("--summary", is_flag=True, help="Print only the figures.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON Lines.")
@rule_options
@ended_like_interrupted()
def simulate(
    game_name: str,
    table: str,
    sensor: Kind | None,
    count: int,
    seed: int,
    players: str,
    plies: int,
    workers: int,
    vary: bool,
    hardware: bool,
    no_diodes: bool,
    coding: Coding | None,
    pictures: bool,
    summary: bool,
    as_json: bool,
    preset: str | None,
    rules: tuple[str, ...],
) -> None:  # fmt: skip
    """Play games at a simulated table and referee them."""
    game = chosen_game(game_name, preset, rules)
    _check(game, sensor, hardware, no_diodes, coding, pictures)
    if vary and table != "clumsy":
        raise click.UsageError("--vary is for --table clumsy")
    plan = Plan(
        game,
        sensor or ("reeds" if hardware else "camera"),
        clumsy=table == "clumsy",
        most_plies=plies,
        players=EnginePlayers(open_searcher) if players == "engine" else BY_CHANCE,
        varied=vary,
    )
    seeds = [first_seed(seed) + number for number in range(count)]
    if hardware:
        games = _on_hardware(plan, seeds, not no_diodes, coding or "one_hot")
    elif pictures:
        games = _before_a_camera(plan, seeds)
    else:
        games = play_many(plan, seeds, workers, keep_events=not summary)
    with closing(games):
        total = _summed(games, count, not summary, as_json)
    for note in total.notes[:MOST_NOTES]:
        click.echo(note, err=True)
    for line in [json.dumps(total.as_dict())] if as_json else summary_lines(total, game):
        click.echo(line, err=as_json and not summary)


def _summed(games: Iterable[Played], count: int, tell_events: bool, as_json: bool) -> Summary:
    """What comes of the games, whose events and number are told as they end."""
    total = Summary()
    for number, played in enumerate(games, 1):
        total.add(played.result)
        if tell_events:
            for event in played.events:
                click.echo(line_of(event, as_json))
        if count > 1 and number % 10 == 0:
            click.echo(f"{number} of {count} games", err=True)
    return total


def _check(
    game: AnyGame,
    sensor: Kind | None,
    hardware: bool,
    no_diodes: bool,
    coding: Coding | None,
    pictures: bool,
) -> None:
    """Refuse options that would do nothing. Raises UsageError."""
    if hardware and sensor not in (None, "reeds"):
        raise click.UsageError(f"--hardware has reeds only, not --sensor {sensor}")
    if pictures and (hardware or sensor not in (None, "camera")):
        raise click.UsageError("--pictures are a camera's, not for reeds")
    if no_diodes and not hardware:
        raise click.UsageError("--no-diodes is for --hardware, which is not given")
    tiles = game.layouts[0].surface is Surface.TILES
    if coding and not (hardware and tiles):
        raise click.UsageError("--coding is for tiles with --hardware")
    if no_diodes and tiles and coding != "none":
        raise click.UsageError(f"--no-diodes is for reeds on pins; {game.name} has shift registers")


def _on_hardware(plan: Plan, seeds: list[int], diodes: bool, coding: Coding) -> Generator[Played]:
    """The games, played through simulated pins and drawn beside the board."""
    from pi_board.app.hardware_table import drawn_beside, play_on_hardware

    for seed in seeds:
        session = play_on_hardware(plan, seed, diodes, coding=coding)
        drawn_beside(session)
        yield Played(session.result, tuple(session.events))


def _before_a_camera(plan: Plan, seeds: list[int]) -> Generator[Played]:
    """The games, drawn and read by the vision."""
    from pi_board.simulation.film import FilmSession

    for seed in seeds:
        session = FilmSession(plan, seed)
        session.play()
        yield Played(session.result, tuple(session.events))
