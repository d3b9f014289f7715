"""``pi-board calibrate``: set up one physical board and keep what was found as its profile."""

from __future__ import annotations

import queue
import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pi_board.cli.calibrate_box import leds, reeds
from pi_board.cli.choosing import FiniteRange, WholeRange, chosen_game, game_argument, rule_options
from pi_board.cli.complaining import complain
from pi_board.cli.listing import WholeGroup
from pi_board.config.command import command
from pi_board.core.errors import EnvironmentFault, InvalidFile, InvalidText
from pi_board.core.observation import Command
from pi_board.games.registry import GAMES

if TYPE_CHECKING:
    from calibration import steps
    from calibration.profile import Profile
    from pi_board.vision.geometry import Image, Lens

# what is typed: the button it stands for
KEYS = {"": "setup_next", "b": "setup_back", "t": "setup_turn", "m": "setup_mirror",
        "l": "setup_lens", "q": "setup_quit"}  # fmt: skip
AGAIN_S = 1.0  # after which a camera that was lost is looked for
HELP = "Enter: go on · b: back · t: turn the picture · m: mirror it · l: the lens · q: leave"


@click.group(cls=WholeGroup, invoke_without_command=True)
@click.pass_context
def calibrate(context: click.Context) -> None:
    """Set up a board: its place before the camera, the lens, its reeds and lamps.

    Without a further command it asks and guides.
    """
    if context.invoked_subcommand is None:
        guided()


calibrate.add_command(reeds)
calibrate.add_command(leds)


def guided() -> None:
    """Ask for game and camera, show live hints, save the profile."""
    from calibration import steps
    from calibration.using import InUse
    from pi_board.cli.profiles import kept_profile
    from pi_board.config.settings import load
    from pi_board.readers.addresses import is_live

    settings = load()
    name = click.prompt("Game", type=click.Choice(list(GAMES)))
    source = click.prompt("Camera (or a folder of pictures)", default=settings.reader.camera)
    profile = click.prompt("Name of the board", default=getattr(settings.profiles, name))
    old = kept_profile(name, profile)
    state = steps.begin([chosen_game(name, None, ())], InUse(old, source).lens)
    click.echo(HELP)
    done = _guide(state, _items(source, is_live(source)))
    if done is None:
        raise InvalidText("left before the board was set up: nothing is saved")
    _save(done, old, source)


def _guide(state: steps.State, items: Iterable[Image | Command]) -> steps.Done | None:
    """Pictures and commands through the steps until it is to be saved (None: somebody left)."""
    from calibration import pages, steps

    told = ""
    for item in items:
        if isinstance(item, Command):
            if item.name == steps.QUIT:
                return None
            if item.name == steps.NEXT and isinstance(state, steps.Done):
                return state
        state = steps.advance(state, item)
        notice = pages.notice_of(state)
        text = " ".join(map(str, filter(None, (notice.badge, notice.title, *notice.sentences))))
        if text != told:
            click.echo(text)
        told = text
    return None


def _items(source: str, live: bool) -> Iterator[Image | Command]:
    """The pictures of a source and the commands that are typed meanwhile.

    Of recorded pictures the last one is shown again after every command; to commands that nobody
    types at a terminal all are shown first. A camera may be lost and come back, but must be there
    first. Raises what `pictures` raises.
    """
    from pi_board.app.sources import pictures

    typed: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_read_lines, args=(typed,), daemon=True).start()
    image, told = None, ""
    at_once = live or sys.stdin.isatty()  # lines of a file would all come with the first picture
    while True:
        try:
            for image in pictures(source):
                told = ""
                yield image
                while at_once and not typed.empty():
                    yield from _command(typed.get())
            break
        except EnvironmentFault as problem:
            if image is None or not live:
                raise
            if str(problem) != told:
                complain(problem)
            told = str(problem)
            with suppress(queue.Empty):
                yield from _command(typed.get(timeout=AGAIN_S))
    while image is not None:
        commands = _command(typed.get())
        yield from commands
        if commands:
            yield image


def _read_lines(typed: queue.SimpleQueue[str]) -> None:
    for line in sys.stdin:
        typed.put(line.strip().lower())
    typed.put("q")


def _command(line: str) -> tuple[Command, ...]:
    if line not in KEYS:
        click.echo(HELP)
        return ()
    return (Command(0.0, KEYS[line]),)


def _save(done: steps.Done, old: Profile, source: str, site_mm: float | None = None) -> None:
    from calibration import steps
    from calibration.profile import newest, profile_path, save_profile
    from pi_board.cli.profiles import settings_if_readable
    from pi_board.readers.addresses import is_live, is_same_camera, without_login

    path = profile_path(old.name)
    now = newest(old)
    now = replace(now, site_mm=site_mm or now.site_mm)
    profile = steps.profile_of(done, now, source, date.today().isoformat(), old.lens)
    save_profile(profile, path, done.picture)
    click.echo(f"{path}: score {done.aim.score} of 10")
    for hint in done.aim.hints[:1]:
        click.echo(f"What would improve it: {hint}")
    settings = settings_if_readable()
    # nothing would use it by itself
    if settings is None or profile.name != getattr(settings.profiles, profile.game):
        always = f'profiles.{profile.game} = "{profile.name}" in the configuration'
        click.echo(f"It is used with --profile {profile.name}, or always with {always}")
    if is_live(source) and (settings is None or not is_same_camera(source, settings.reader.camera)):
        line = f'reader.camera = "{without_login(source)}" in the configuration'
        click.echo(f"Games are played with this camera once there is {line}")


@calibrate.command()
@game_argument
@click.argument("source")
@click.option("--name", help="What the profile is called; else as the configuration says.")
@click.option("--site-mm", type=FiniteRange(5, 200), help="Width of a site in millimetres.")
@click.option("--lens", "lens_of", metavar="NAME", help="Take the lens of this profile.")
@click.option("--no-lens", is_flag=True, help="Forget the lens that the board has.")
@click.option(
    "--turned",
    type=WholeRange(0, 3),
    default=0,
    show_default=True,
    metavar="N",
    help="The camera is turned: N quarter turns clockwise put its picture upright.",
)
@click.option("--mirrored", is_flag=True, help="The camera sees the board through a mirror.")
@rule_options
def board(
    game_name: str,
    source: str,
    name: str | None,
    site_mm: float | None,
    lens_of: str | None,
    no_lens: bool,
    turned: int,
    mirrored: bool,
    preset: str | None,
    rules: tuple[str, ...],
) -> None:  # fmt: skip
    """Look at SOURCE (a camera or a folder of frames), where the start position stands already."""
    from calibration import steps
    from calibration.using import InUse
    from pi_board.app.sources import pictures
    from pi_board.cli.profiles import kept_profile
    from pi_board.vision.mount import Mount

    old = kept_profile(game_name, name)
    lens = None if no_lens else _lens_of(lens_of) if lens_of else InUse(old, source).lens
    state = steps.begin([chosen_game(game_name, preset, rules)], lens)
    assert isinstance(state, steps.Aiming)
    state = replace(state, rig=replace(state.rig, mount=Mount(turned, mirrored)))
    done = _guide(state, _accepting(pictures(source)))
    if done is None:
        raise InvalidText(f"{source}: the board could not be set up")
    _save(done, old, source, site_mm)


def _lens_of(name: str) -> Lens:
    """The lens of another profile. Raises InvalidFile if it has none."""
    from calibration.profile import load_profile, profile_path

    path = profile_path(name)
    lens = load_profile(path).lens
    if lens is None:
        raise InvalidFile(f"{path}: no lens, expected one ({command('calibrate lens')})")
    return lens


def _accepting(images: Iterable[Image]) -> Iterator[Image | Command]:
    """Pictures, each followed by "go on"."""
    for image in images:
        yield image
        yield Command(0.0, KEYS[""])
        yield image
        yield Command(0.0, KEYS[""])
        yield Command(0.0, KEYS[""])


@calibrate.command()
@click.argument("folder")
@click.option("--name", required=True, help="The profile the lens is for; it must exist.")
def lens(folder: str, name: str) -> None:
    """Work out the lens from pictures in FOLDER of the printed target (see `sheets charuco`)."""
    from calibration.lens import calibrate_lens
    from calibration.profile import load_profile, newest, profile_path, save_profile
    from pi_board.app.sources import pictures
    from pi_board.readers.addresses import is_live, without_login

    live = is_live(folder)  # would be looked at for ever
    if live or not Path(folder).exists():
        there = "a camera" if live else "not found"
        words = f"a folder of pictures ({command('calibrate')} takes a camera)"
        raise InvalidText(f"{without_login(folder)}: {there}, expected {words}")
    path = profile_path(name)
    profile = load_profile(path)
    view = profile.view
    mirrored = view is not None and view.mount.mirrored
    found, error_px = calibrate_lens(pictures(folder), mirrored=mirrored)
    if view is not None and not found.serves(view.image_size):
        (width, height), (wide, high) = found.image_size, view.image_size
        raise InvalidFile(
            f"{folder}: pictures of {width}x{height} pixels, expected {wide}x{high} as the board's "
            "camera gives, or the same shape: the lens would not be used"
        )
    save_profile(replace(newest(profile), lens=found), path)
    click.echo(f"{path}: focal length {found.focal_px:.0f} px, error {error_px:.2f} px")
