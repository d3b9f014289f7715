"""``pi-board calibrate``: set up one physical board and keep what was found as its profile."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import click

from pi_board.cli.calibrate_box import leds, reeds
from pi_board.cli.choosing import chosen_game, game_argument, rule_options
from pi_board.core.errors import InvalidText


@click.group()
def calibrate() -> None:
    """Set up a board: its place before the camera, the lens, its reeds and lamps."""


calibrate.add_command(reeds)
calibrate.add_command(leds)


@calibrate.command()
@game_argument
@click.argument("source")
@click.option("--name", required=True, help="What the profile is called.")
@click.option("--site-mm", type=click.FloatRange(5, 200), help="Width of a site in millimetres.")
@click.option("--lens", "lens_of", metavar="NAME", help="Take the lens of this profile.")
@rule_options
def board(
    game_name: str,
    source: str,
    name: str,
    site_mm: float | None,
    lens_of: str | None,
    preset: str | None,
    rules: tuple[str, ...],
) -> None:
    """Aim SOURCE (a camera or a folder of frames) at the start position and save the profile."""
    from calibration import steps
    from calibration.profile import Profile, load_profile, profile_path, save_profile
    from pi_board.app.sources import pictures

    game = chosen_game(game_name, preset, rules)
    path = profile_path(name)
    lens = load_profile(profile_path(lens_of)).lens if lens_of else None
    starts = tuple((one, game.appearance(game.start(), one)) for one in game.layouts)
    state: steps.State = steps.Aiming(starts, lens)
    last = ""
    for image in pictures(source):
        state = steps.accept(steps.look(state, image))
        if (text := str(steps.told(state))) != last:
            click.echo(text)
            last = text
        if isinstance(state, steps.Done):
            break
    if not isinstance(state, steps.Done):
        raise InvalidText(f"{source}: the board could not be set up: {last}")
    geometry = state.found.geometry
    profile = Profile(
        name, game.name, state.layout.name, date.today().isoformat(), source, geometry.image_size,
        geometry.corners_px, state.found.markers, state.aim.score, site_mm, lens,
    )  # fmt: skip
    save_profile(profile, path)
    click.echo(f"{path}: score {profile.score} of 10")
    for hint in state.aim.hints[:1]:
        click.echo(f"What would improve it: {hint}")


@calibrate.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--name", required=True, help="The profile the lens is for; it must exist.")
def lens(folder: Path, name: str) -> None:
    """Work out the lens from pictures in FOLDER of the printed target (see `sheets charuco`)."""
    from dataclasses import replace

    from calibration.lens import calibrate_lens
    from calibration.profile import load_profile, profile_path, save_profile
    from pi_board.app.sources import pictures

    path = profile_path(name)
    profile = load_profile(path)
    found, error_px = calibrate_lens(pictures(str(folder)))
    save_profile(replace(profile, lens=found), path)
    click.echo(f"{path}: focal length {found.focal_px:.0f} px, error {error_px:.2f} px")
