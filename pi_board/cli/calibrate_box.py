"""``pi-board calibrate reeds`` and ``leds``: which sensor and which lamp lies under which site."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

import click

from pi_board.cli.choosing import chosen_game, game_argument
from pi_board.cli.hand import Hand
from pi_board.cli.interrupting import ended_like_interrupted
from pi_board.core.errors import EnvironmentFault, InvalidText
from pi_board.readers.addresses import is_live, is_remote

if TYPE_CHECKING:
    from calibration.profile import Profile, View
    from calibration.walk import ReedWalk
    from pi_board.core.game import AnyGame
    from pi_board.core.layout import Layout
    from pi_board.vision.geometry import Image

ASKS = 2  # for a stone that nothing feels
TRIES = 3  # to touch one reed alone
SILENT = 4  # first sites that tell nothing, for the rest not to be asked for
STALE_FRAMES = 3  # on their way when a lamp goes on

Light = Callable[[int | None], None]  # one lamp of the chain (None: all dark)

_PROFILE = click.option(
    "--profile", "profile_name", help="The board's profile; else as the configuration says."
)


@click.command()
@game_argument
@_PROFILE
@click.option("--json", "as_json", is_flag=True, help="Write the report as JSON.")
def reeds(game_name: str, profile_name: str | None, as_json: bool) -> None:
    """Walk one stone over the sites; report dead zones, crosstalk and exchanged wires.

    Exchanged wires are put right in the profile, and dead sites are masked there.
    """
    from calibration.profile import newest
    from calibration.walk import ReedWalk, walk_report
    from pi_board.app.box import open_matrix
    from pi_board.cli.profiles import keep_profile, kept_profile
    from pi_board.config.settings import load

    profile = kept_profile(game_name, profile_name)
    layout = chosen_game(game_name, None, ()).layouts[0]
    matrix, wiring = open_matrix(load())
    with closing(matrix):
        sensors = wiring.sensors_of(layout, matrix.count)
        walk = ReedWalk(layout.sites, tuple(site[0] for site in sensors))
        hand = Hand(matrix, time.monotonic, time.sleep)
        while walk.next is not None:
            walk = _stone_on(walk.next, walk, hand)
    order = walk.order if wiring.coding == "none" and walk.swapped else ()
    keep_profile(replace(newest(profile), reed_order=order, masked=walk.masked))
    report = walk_report(walk)
    if as_json:
        click.echo(json.dumps(report))
        return
    for name, found in report.items():
        click.echo(f"{name}: {found or 'none'}")


def _stone_on(site: str, walk: ReedWalk, hand: Hand) -> ReedWalk:
    """The walk one site further. Raises EnvironmentFault when most sites have felt nothing, or none
    of the first.
    """
    felt: frozenset[int] = frozenset()
    for _ in range(ASKS):
        click.echo(f"put the stone on {site}, then take it off", err=True)
        if felt := hand.touched():
            break
        click.echo(f"{site}: nothing felt", err=True)
    stays = f"{site} stays closed: take the stone off; without one its reed sticks"
    walk = walk.put(felt, is_stuck=not _is_back(hand, stays))
    _expect_most([bool(one) for one in walk.felt], walk.sites, "no stone was felt")
    return walk


def _is_back(hand: Hand, stays: str) -> bool:
    """Whether the board is as it was again; where it `stays` so, that is said. What does not change
    then either is not looked at any more.
    """
    if hand.is_back():
        return True
    click.echo(stays, err=True)
    if hand.is_back():
        return True
    hand.ignore_changed()
    return False


def _expect_most(told: Sequence[bool], sites: Sequence[str], what: str, beside: int = 0) -> None:
    """Raises EnvironmentFault when most of the sites have told nothing, or none of the first; so
    many of what was asked for may lie `beside` the board.
    """
    failed = len(told) - sum(told) - beside
    first = not any(told) and failed < len(sites)
    if 2 * failed > len(sites) or (first and failed >= SILENT):
        asked = f"the first {failed}" if first else failed
        raise EnvironmentFault(
            f"{what} on {asked} of {len(sites)} sites, expected on few: nothing is saved; are all "
            "cables plugged in?"
        )


@click.command()
@game_argument
@_PROFILE
@click.option(
    "--by",
    type=click.Choice(["camera", "hand"]),
    help="Who answers: the camera, or a stone lifted from the lit site; else the camera "
    "if the board has been set up with one.",
)
@ended_like_interrupted()  # lamps go dark then
def leds(game_name: str, profile_name: str | None, by: str | None) -> None:  # fmt: skip
    """Light one lamp after the other, find out which site that is, keep it in the profile."""
    from calibration.profile import newest
    from calibration.walk import lamp_order
    from pi_board.app.box import chain_order, open_lamps
    from pi_board.cli.profiles import keep_profile, kept_profile
    from pi_board.config.settings import load

    settings, game = load(), chosen_game(game_name, None, ())
    layout = game.layouts[0]
    if settings.lamps.kind != "chain":
        raise InvalidText(f"lamps.kind is {settings.lamps.kind!r}, expected 'chain'")
    profile = kept_profile(game_name, profile_name)
    source = profile.view.source if profile.view else ""
    sees = is_live(source) and not is_remote(source)  # else a picture shows an earlier lamp
    by = by or ("camera" if sees else "hand")
    if by == "camera" and not sees:
        raise InvalidText(
            f"profile {profile.name} was made with {source or 'no camera'}, expected a camera on a "
            "ribbon or on USB: calibrate board with one first, or let a hand answer (--by hand)"
        )
    count = len(chain_order(settings, layout))
    with ExitStack() as stack:
        lamps = open_lamps(settings, layout, stack, tuple(range(count)))
        stack.callback(lamps.close)

        def light(lamp: int | None) -> None:
            frame = tuple((255, 255, 255) if i == lamp else (0, 0, 0) for i in range(count))
            lamps.light(frame, layout.columns)

        if by == "camera" and profile.view is not None:
            found = _by_camera(profile.view, profile, game, light, count)
        else:
            found = _by_hand(profile, layout, light, count, stack)
    lit = [site in found for site in range(len(layout.sites))]
    _expect_most(lit, layout.sites, "no lamp was seen")
    order, problems = lamp_order(found, len(layout.sites))
    for problem in problems:
        click.echo(problem)
    keep_profile(replace(newest(profile), lamp_order=order))


def _by_camera(
    view: View, profile: Profile, game: AnyGame, light: Light, count: int
) -> list[int | None]:
    """The site that a camera sees lit, for each of `count` lamps."""
    from calibration.using import InUse
    from calibration.walk import lamp_site
    from pi_board.app.sources import pictures

    frames, layout = pictures(view.source), game.layouts[0]
    light(None)
    corners_px = InUse(profile, view.source).corners_px(_fresh(frames), game)
    if corners_px is None:
        click.echo(f"the board is not seen: it is taken to lie as on {view.created}", err=True)
        corners_px = view.corners_px
    found = []
    for lamp in range(count):
        light(None)
        dark = _fresh(frames)
        light(lamp)
        site = lamp_site(dark, _fresh(frames), corners_px, layout.columns, layout.rows)
        found.append(site)
        click.echo(f"lamp {lamp}: {_name(layout, site)}", err=True)
    return found


def _by_hand(
    profile: Profile, layout: Layout, light: Light, count: int, stack: ExitStack
) -> list[int | None]:
    """The site from which a stone is lifted (or on which one is put), for each of `count` lamps."""
    from calibration.using import InUse
    from pi_board.app.box import open_matrix
    from pi_board.config.settings import load

    matrix, wiring = open_matrix(InUse(profile).settings(load()))
    stack.callback(matrix.close)
    each = wiring.sensors_of(layout, matrix.count)
    sites = {sensors[0]: site for site, sensors in enumerate(each)}
    hand = Hand(matrix, time.monotonic, time.sleep)
    found = []
    for lamp in range(count):
        light(lamp)
        click.echo(f"lamp {lamp}: lift the stone there and put it back, or touch the site with one",
                   err=True)  # fmt: skip
        felt = _one_reed(hand)
        site = None if felt is None else sites.get(felt)
        found.append(site)
        click.echo(f"lamp {lamp}: {_name(layout, site)}", err=True)
        told, beside = [one is not None for one in found], count - len(layout.sites)
        _expect_most(told, layout.sites, "no stone was felt", beside)
    return found


def _one_reed(hand: Hand) -> int | None:
    """The reed that was touched; None if none was, or several were again and again."""
    for _ in range(TRIES):
        felt = hand.touched()
        _is_back(hand, "the board is not as it was: put the stone back, or take it off")
        if len(felt) < 2:
            return min(felt, default=None)
        click.echo("more than one reed felt that; once more", err=True)
    return None


def _name(layout: Layout, site: int | None) -> str:
    return "not found" if site is None else layout.sites[site]


def _fresh(frames: Iterator[Image]) -> Image:
    """A picture that was taken after now."""
    *_, newest = islice(frames, STALE_FRAMES + 1)
    return newest
