"""``pi-board doctor``: what of this machine is well, and one remedy for each fault."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict

import click

from pi_board.app.doctor import (
    Check,
    Finding,
    Machine,
    check_board,
    check_pins,
    check_spi,
    settings_of,
)
from pi_board.app.doctor_camera import check_camera
from pi_board.app.doctor_display import check_display, check_sound, check_touch
from pi_board.app.doctor_service import check_service
from pi_board.app.doctor_system import (
    check_clock,
    check_disk,
    check_power,
    check_versions,
)

CHECKS: tuple[Check, ...] = (
    check_board, check_pins, check_spi, check_camera, check_display, check_touch, check_sound,
    check_disk, check_clock, check_power, check_service, check_versions,
)  # fmt: skip
SIGNS = {"well": "  ok", "warning": "note", "fault": "FAIL"}


def findings(machine: Machine) -> Iterator[Finding]:
    """Everything there is to say, as it is found out."""
    settings, first = settings_of()
    yield first
    for check in CHECKS:
        yield from check(machine, settings)


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Write JSON Lines.")
def doctor(as_json: bool) -> int:
    """Say what is well and what is not, with one remedy for each fault.

    Leaves with 0 if nothing is wrong, 1 if the configuration is, 2 if the machine is.
    """
    faults = set()
    for finding in findings(Machine()):
        if finding.level == "fault":
            faults.add(finding.part)
        click.echo(json.dumps(asdict(finding), ensure_ascii=False) if as_json else _line(finding))
    if faults - {"configuration"}:
        return 2
    return 1 if faults else 0


def _line(finding: Finding) -> str:
    line = f"{SIGNS[finding.level]}  {finding.part:<14}{finding.text}"
    return f"{line}\n{'':20}-> {finding.remedy}" if finding.remedy else line
