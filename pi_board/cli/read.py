"""``pi-board read``: boards in pictures, each on its own."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pi_board.cli.choosing import game_argument
from pi_board.cli.complaining import complain
from pi_board.core.errors import InvalidFile, InvalidText
from pi_board.core.game import AnyGame
from pi_board.games.registry import make_game

if TYPE_CHECKING:  # OpenCV is loaded when a picture is read, not when the command is looked up
    from calibration.stills import Corners, PlacedReading, StillReader
    from calibration.using import InUse
    from pi_board.vision.geometry import Image, NotFound


FARTHEST_PX = 1e6  # of a corner that somebody clicked


@dataclass(frozen=True, slots=True)
class Answer:
    """What is printed of one picture, and what is drawn on it: the upright picture (height, width,
    3) and the board found in it, or why there is none. `changes` are what is otherwise than when
    the profile was made.
    """

    described: dict[str, object]
    image: Image
    result: PlacedReading | NotFound
    changes: tuple[str, ...] = ()


@click.command()
@game_argument
@click.argument("images", nargs=-1, required=True, metavar="IMAGE...")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object for each picture.")
@click.option(
    "--overlay",
    metavar="OUT.png",
    help="Draw grid, labels and certainties on the picture and save it (one picture only).",
)
@click.option(
    "--corners",
    nargs=4,
    metavar="X,Y X,Y X,Y X,Y",
    help="Where the grid's outer corners are in the picture, if the board is not found: a1, then "
    "clockwise as the player at row 1 sees it (one picture only).",
)
@click.option("--profile", "profile_name", metavar="NAME", help="What is known of the board.")
@click.pass_context
def read(
    context: click.Context,
    game_name: str,
    images: tuple[str, ...],
    as_json: bool,
    overlay: str | None,
    corners: tuple[str, ...] | None,
    profile_name: str | None,
) -> None:
    """Read the board in each IMAGE, knowing nothing beforehand but what a profile holds."""
    if overlay is not None and len(images) != 1:
        raise click.UsageError(f"--overlay takes one picture, not {len(images)}")
    if overlay is not None and _is_same_file(overlay, images[0]):
        raise click.UsageError(f"--overlay {overlay} would overwrite the picture that is read")
    if corners and len(images) != 1:
        raise click.UsageError(f"--corners takes one picture, not {len(images)}")
    known = _known(make_game(game_name), profile_name)
    clicked = tuple(_point(corner) for corner in corners) if corners else None
    failed, told = False, set[str]()
    for name in images:
        try:
            answer = _answer(name, known, clicked)
        except InvalidFile as error:
            complain(error)
            failed = True
            continue
        _tell_changes(answer, known.used, told)
        click.echo(json.dumps(answer.described) if as_json else _for_people(answer.described))
        if overlay is not None:
            _save_overlay(answer, overlay)
    if failed:
        context.exit(1)


def _is_same_file(one: str, other: str) -> bool:
    try:
        return Path(one).samefile(other)
    except OSError:  # one of them is not there
        return False


def _known(game: AnyGame, profile_name: str | None) -> StillReader:
    """What the profile asked for holds; nothing if none was. What is damaged is told on stderr."""
    from calibration.profile import Profile
    from calibration.stills import StillReader
    from calibration.using import InUse, asked_profile

    if profile_name is None:
        return StillReader(game, InUse(Profile("", game.name)))
    used = InUse(asked_profile(game.name, profile_name))
    learnt = used.learnt(game)
    if learnt is None and (damage := used.damage()):
        complain(f"profile {profile_name}: {damage}")
    return StillReader(game, used, None if learnt is None else learnt.board)


def _point(text: str) -> tuple[float, float]:
    try:
        x, y = (float(part) for part in text.split(","))
    except ValueError:
        raise InvalidText(f"corner {text!r}: expected two numbers, X,Y") from None
    if not (abs(x) < FARTHEST_PX and abs(y) < FARTHEST_PX):
        raise InvalidText(f"corner {text!r}: expected pixels in or near the picture")
    return x, y


def _answer(name: str, known: StillReader, corners: Corners | None) -> Answer:
    """One picture read. Raises InvalidFile for what is no picture."""
    from calibration.using import view_changed
    from pi_board.vision.geometry import NotFound
    from pi_board.vision.pictures import load_picture, readable

    if not name:
        raise InvalidFile("an empty name, expected a picture")
    came = load_picture(Path(name))
    start = time.perf_counter()
    size, mount = (came.shape[1], came.shape[0]), known.used.mount
    image = mount.upright(came)
    clicked = mount.upright_points(corners, size) if corners else None
    result = known.read(image, clicked)
    spent = {"seconds": round(time.perf_counter() - start, 4)}
    if isinstance(result, NotFound):
        missing = {"image": readable(name), "found": False, "reason": result.reason}
        return Answer(missing | spent, image, result)
    geometry = result.registration.geometry
    changes = tuple(map(str, view_changed(known.used.profile, geometry)))
    seen = mount.as_it_came(geometry.corners_px, size)
    described = {"image": readable(name), "found": True, **_described(result, seen)}
    return Answer(described | spent, image, result, changes)


def _tell_changes(answer: Answer, used: InUse, told: set[str]) -> None:
    """Say on stderr what is not in `told` yet."""
    from pi_board.cli.profiles import tell_changes

    new = [change for change in answer.changes if change not in told]
    tell_changes(used.profile, new, advise=not told)
    told.update(new)


def _described(placed: PlacedReading, corners: Sequence[tuple[float, float]]) -> dict[str, object]:
    from pi_board.vision.labels import board_state

    reading, registration = placed.reading, placed.registration
    described: dict[str, object] = {
        "state": board_state(reading.layout, reading.labels),
        "confidence": round(reading.confidence, 4),
        "uncertain": list(reading.uncertain),
        "obstructed": list(reading.obstructed),
        "corners_px": [[round(x, 2), round(y, 2)] for x, y in corners],
        "markers": registration.markers,
    }
    if not registration.orientation_known:
        described["orientation"] = "unknown"
    return described


def _save_overlay(answer: Answer, path: str) -> None:
    """Raises EnvironmentFault where it cannot be written."""
    import cv2

    from pi_board.records.durable import save_file
    from pi_board.vision.geometry import NotFound
    from pi_board.vision.overlay import draw_missing, draw_reading

    result = answer.result
    if isinstance(result, NotFound):
        drawn = draw_missing(answer.image, result.reason)
    else:
        drawn = draw_reading(answer.image, result.registration.geometry, result.reading)
    done, data = cv2.imencode(".png", drawn)
    if not done:
        raise InvalidFile(f"{path}: the picture could not be written as PNG")
    save_file(Path(path), data.tobytes())


def _for_people(answer: dict[str, object]) -> str:
    if not answer["found"]:
        return f"{answer['image']}: no board found: {answer['reason']}"
    confidence = answer["confidence"]
    lines = [f"{answer['image']}: confidence {confidence}"]
    for key in ("uncertain", "obstructed"):
        names = answer[key]
        if isinstance(names, list) and names:
            lines.append(f"  {key}: {' '.join(names)}")
    state = answer["state"]
    assert isinstance(state, dict)
    lines += [f"  {row}" for row in state.get("grid") or state.get("tiles") or []]
    lines += [f"  row {r['row']}: {r['b']} b, {r['w']} w" for r in state.get("rows", [])]
    lines += [f"  {team}: {' '.join(on) or '-'}" for team, on in state.get("stones", {}).items()]
    return "\n".join(lines)
