"""``pi-board calibrate reeds`` and ``leds``: which sensor and which lamp lies under which site."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import islice
from typing import TYPE_CHECKING

import click

from pi_board.cli.choosing import chosen_game, game_argument
from pi_board.core.errors import InvalidText

if TYPE_CHECKING:
    from pi_board.readers.reed_matrix import Matrix
    from pi_board.vision.geometry import Image

PATIENCE_S = 15.0  # without an answer: nothing there
STEADY_S = 0.3
POLL_S = 0.025
STALE_FRAMES = 3  # on their way when a lamp goes on


@click.command()
@game_argument
@click.option("--json", "as_json", is_flag=True, help="Write the report as JSON.")
def reeds(game_name: str, as_json: bool) -> None:
    """Walk one stone over the sites; report dead zones, crosstalk and exchanged wires."""
    from calibration.walk import ReedWalk, walk_report
    from pi_board.app.box import open_matrix
    from pi_board.config.settings import load

    layout = chosen_game(game_name, None, ()).layouts[0]
    matrix, wiring = open_matrix(load())
    walk = ReedWalk(layout.sites, tuple(site[0] for site in wiring.sensors(layout)))
    try:
        empty = _closed(matrix)
        while walk.next is not None:
            click.echo(f"put the stone on {walk.next}", err=True)
            walk = walk.put(wait_for(matrix, empty, time.monotonic, time.sleep))
    finally:
        matrix.close()
    report = walk_report(walk)
    if as_json:
        click.echo(json.dumps(report))
        return
    for name, found in report.items():
        click.echo(f"{name}: {found or 'none'}")


def _closed(matrix: Matrix) -> frozenset[int]:
    return frozenset(i for i, closed in enumerate(matrix.scan()) if closed)


def wait_for(
    matrix: Matrix,
    empty: frozenset[int],
    clock: Callable[[], float],
    sleep: Callable[[float], None],
) -> frozenset[int]:
    """What closes beside `empty` and stays so, until the board is as it was; nothing if nothing
    comes within `PATIENCE_S`.
    """
    began_s = since_s = clock()
    last: frozenset[int] = frozenset()
    while not (last and clock() - since_s >= STEADY_S):
        if not last and clock() - began_s >= PATIENCE_S:
            return last
        sleep(POLL_S)
        now = _closed(matrix) - empty
        if now != last:
            last, since_s = now, clock()
    while _closed(matrix) - empty:
        sleep(POLL_S)
    return last


@click.command()
@game_argument
@click.option("--profile", "profile_name", required=True, help="Where the board lies (its name).")
def leds(game_name: str, profile_name: str) -> None:
    """Light one lamp after the other and let the camera find it; keep the order for good."""
    from calibration.profile import load_profile, profile_path
    from calibration.walk import lamp_order, lamp_site
    from pi_board.app.box import open_lamps
    from pi_board.app.sources import pictures
    from pi_board.config.settings import config_file, keep, load

    settings, layout = load(), chosen_game(game_name, None, ()).layouts[0]
    if settings.lamps.kind != "chain":
        raise InvalidText(f"lamps.kind is {settings.lamps.kind!r}, expected 'chain'")
    profile = load_profile(profile_path(profile_name))
    count = len(layout.sites)
    found = []
    with ExitStack() as stack:
        lamps = open_lamps(settings, layout, stack, tuple(range(count)))
        stack.callback(lamps.close)
        frames = pictures(profile.source)
        for lamp in range(count):
            lamps.light(((0, 0, 0),) * count, layout.columns)
            dark = _fresh(frames)
            lit = tuple((255, 255, 255) if i == lamp else (0, 0, 0) for i in range(count))
            lamps.light(lit, layout.columns)
            site = lamp_site(dark, _fresh(frames), profile.corners_px, layout.columns, layout.rows)
            found.append(site)
            name = "not seen" if site is None else layout.sites[site]
            click.echo(f"lamp {lamp}: {name}", err=True)
    order, problems = lamp_order(found, count)
    for problem in problems:
        click.echo(problem)
    keep(config_file(), "lamps", "order", list(order))
    click.echo(f"{config_file()}: lamps.order is set")


def _fresh(frames: Iterator[Image]) -> Image:
    """A picture that was taken after now."""
    *_, newest = islice(frames, STALE_FRAMES + 1)
    return newest
