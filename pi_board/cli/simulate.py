"""``pi-board simulate``: games on a simulated board, no hardware needed."""

from __future__ import annotations

import json

import click

from pi_board.cli.choosing import chosen_game, game_argument, rule_options
from pi_board.cli.referee import line_of
from pi_board.simulation.runner import Plan, Session, first_seed
from pi_board.simulation.sensors import KINDS
from pi_board.simulation.summary import Summary, summary_lines

MOST_NOTES = 20  # what went wrong, said on stderr


@click.command()
@game_argument
@click.option("--table", type=click.Choice(["plain", "clumsy"]), default="plain")
@click.option("--sensor", type=click.Choice(KINDS), default="camera")
@click.option("--games", "count", type=click.IntRange(1), default=1, metavar="N")
@click.option("--seed", type=int, default=1, metavar="S")
@click.option("--plies", type=click.IntRange(1), default=60, help="A game ends here at the latest.")
@click.option("--hardware", is_flag=True, help="Reeds and lamps on simulated pins.")
@click.option("--no-diodes", is_flag=True, help="With --hardware: a matrix without its diodes.")
@click.option("--summary", is_flag=True, help="Print only the figures.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON Lines.")
@rule_options
def simulate(
    game_name: str,
    table: str,
    sensor: str,
    count: int,
    seed: int,
    plies: int,
    hardware: bool,
    no_diodes: bool,
    summary: bool,
    as_json: bool,
    preset: str | None,
    rules: tuple[str, ...],
) -> None:
    """Play games at a simulated table and referee them."""
    game = chosen_game(game_name, preset, rules)
    kind = next(kind for kind in KINDS if kind == ("reeds" if hardware else sensor))
    plan = Plan(game, kind, clumsy=table == "clumsy", most_plies=plies)
    total = Summary()
    for number in range(count):
        session = _played(plan, first_seed(seed) + number, hardware, not no_diodes)
        total.add(session.result)
        if not summary:
            for event in session.events:
                click.echo(line_of(event, as_json))
        if count > 1 and (number + 1) % 10 == 0:
            click.echo(f"{number + 1} of {count} games", err=True)
    for note in total.notes[:MOST_NOTES]:
        click.echo(note, err=True)
    for line in [json.dumps(total.as_dict())] if as_json else summary_lines(total):
        click.echo(line, err=as_json and not summary)


def _played(plan: Plan, seed: int, hardware: bool, diodes: bool) -> Session:
    """One game, played to its end."""
    if not hardware:
        session = Session(plan, seed)
        session.play()
        return session
    from pi_board.app.hardware_table import drawn_beside, play_on_hardware

    on_pins = play_on_hardware(plan, seed, diodes)
    drawn_beside(on_pins)
    return on_pins
