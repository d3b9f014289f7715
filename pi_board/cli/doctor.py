"""``pi-board doctor``: what of this machine is well, and one remedy for each fault."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict

import click

from calibration.profile import profile_names
from calibration.using import InUse, profile_for
from pi_board.app.doctor.camera import check_camera
from pi_board.app.doctor.checks import (
    Check,
    Finding,
    Level,
    Machine,
    check_board,
    settings_of,
)
from pi_board.app.doctor.display import check_display, check_sound, check_touch
from pi_board.app.doctor.pins import check_pins, check_spi
from pi_board.app.doctor.service import check_service, running
from pi_board.app.doctor.show import show_box
from pi_board.app.doctor.system import check_clock, check_disk, check_power, check_versions
from pi_board.cli.choosing import game_choice, json_option
from pi_board.cli.interrupting import ended_like_interrupted
from pi_board.config.command import command
from pi_board.config.sections import Settings
from pi_board.core.errors import InvalidFile
from pi_board.games.registry import GAMES, make_game


def check_profiles(_: Machine, settings: Settings) -> Iterator[Finding]:
    """Which boards have been set up, and how well."""
    found, again = [], command("calibrate")
    for game in GAMES:
        name = getattr(settings.profiles, game)
        try:
            profile = profile_for(game, None, settings)
        except InvalidFile as problem:
            is_missing = isinstance(problem.__cause__, FileNotFoundError)
            level: Level = "warning" if is_missing else "fault"
            yield Finding("profiles", level, str(problem), f"{again}, board {name}")
            continue
        except OSError:  # `check_disk` has said who may not enter the folder
            return
        if profile is not None:
            if damage := InUse(profile).damage():
                yield Finding("profiles", "warning", f"{name}: {damage}", again)
            if misfit := InUse(profile).misfit():
                remedy = f"{command('calibrate')} reeds {game}, or mend it"
                yield Finding("profiles", "warning", f"{name}: {misfit}", remedy)
            score = f"{profile.view.score}/10, {profile.view.created}" if profile.view else "reeds"
            found.append(f"{name} ({score})")
    unused = set(profile_names()).difference(getattr(settings.profiles, game) for game in GAMES)
    if found:
        yield Finding("profiles", "well", ", ".join(found))
    elif unused:
        said = f"no board that was set up is in use: {', '.join(sorted(unused))}"
        remedy = "name it in the configuration's [profiles], or after --profile"
        yield Finding("profiles", "warning", said, remedy)
    else:
        yield Finding("profiles", "warning", "no board has been set up", again)


CHECKS: tuple[Check, ...] = (
    check_board, check_pins, check_spi, check_camera, check_display, check_touch, check_sound,
    check_disk, check_clock, check_power, check_service, check_versions, check_profiles,
)  # fmt: skip
OF_A_GAME = (check_pins, check_spi, check_camera, check_display)  # not had twice at a time


def findings(machine: Machine) -> Iterator[Finding]:
    """Everything there is to say, as it is found out."""
    settings, first = settings_of()
    yield first
    service = running(machine)
    if service:
        text = f"{service} runs: its pins, camera and screen are not tried"
        yield Finding("service", "warning", text, f"sudo systemctl stop {service}, to try them")
    for check in CHECKS:
        if not (service and check in OF_A_GAME):
            yield from check(machine, settings)


@click.command()
@json_option
@click.option(
    "--show",
    type=game_choice(),
    metavar="GAME",
    help="Then light the lamps of GAME's board one by one, beep, listen to the buttons.",
)
def doctor(as_json: bool, show: str | None) -> int:  # fmt: skip
    """Say what is well and what is not, with one remedy for each fault.

    Leaves with 0 if nothing is wrong, 1 if the configuration is, 2 if the machine is.
    """
    faults = set()
    for finding in findings(Machine()):
        if finding.level == "fault":
            faults.add(finding.part)
        click.echo(json.dumps(asdict(finding)) if as_json else _line(finding))
    if show and "configuration" in faults:
        click.echo("nothing is shown until the configuration is mended", err=as_json)
    elif show:
        with ended_like_interrupted():  # lamps go dark then
            for line in show_box(_on_board(show), make_game(show).layouts[0]):
                click.echo(line, err=as_json)
    if faults - {"configuration"}:
        return 2
    return 1 if faults else 0


def _on_board(game: str) -> Settings:
    """The settings with what is known of the board for `game`, as the order of its lamps."""
    settings = settings_of()[0]
    try:
        profile = profile_for(game, None, settings)
    except (InvalidFile, OSError):  # `check_profiles` has said so
        profile = None
    return settings if profile is None else InUse(profile).settings(settings)


def _line(finding: Finding) -> str:
    line = f"{finding.sign:>4}  {finding.part:<14}{finding.text}"
    return f"{line}\n{'':20}-> {finding.remedy}" if finding.remedy else line
