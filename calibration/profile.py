"""A board's profile: what was found out about one physical board, its camera, reeds and lamps.

Readable TOML, one file for each board, in the program's state folder. Each part is there once it
has been calibrated.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import tomlkit

from pi_board.config.keys import PROFILE_NAME
from pi_board.core.errors import EnvironmentFault, InvalidFile, InvalidText
from pi_board.records.place import state_folder
from pi_board.vision.geometry import Image, Lens
from pi_board.vision.mount import STRAIGHT, Mount

SCHEMA = 2


@dataclass(frozen=True, slots=True)
class View:
    """How the camera saw the board when it was set up.

    `created` is a date, `source` the camera, `image_size` (width, height) of its pictures, `layout`
    the kind of board, `corners_px` where the grid's outer corners were in a picture as it came,
    `markers` how many fiducials lay round it, `score` how good the view was (0 to 10).
    """

    created: str
    source: str
    image_size: tuple[int, int]
    layout: str
    corners_px: tuple[tuple[float, float], ...]
    markers: int
    score: int
    mount: Mount = STRAIGHT


@dataclass(frozen=True, slots=True)
class Profile:
    """What is kept of one board.

    `site_mm` is the width of a site, `lens` that of pictures as they come. `lamp_order` has the
    site under each lamp (-1: none), `reed_order` the sensor under each site, a1 first; empty: as
    the configuration says. The reeds of the sites `masked` are not believed.
    """

    name: str
    game: str
    site_mm: float | None = None
    lens: Lens | None = None
    view: View | None = None
    lamp_order: tuple[int, ...] = ()
    reed_order: tuple[int, ...] = ()
    masked: tuple[str, ...] = ()


def profile_path(name: str) -> Path:
    """Where the profile called `name` lies. Raises InvalidText for what is no name."""
    if not PROFILE_NAME.fullmatch(name):
        raise InvalidText(f"profile {name!r}, expected letters, digits, - and _")
    return state_folder() / "profiles" / f"{name}.toml"


def picture_path(path: Path) -> Path:
    """Where the picture of the start position lies beside the profile at `path`."""
    return path.with_suffix(".png")


def save_profile(profile: Profile, path: Path, picture: Image | None = None) -> None:
    """Write it, replacing what was there in one step, with the picture (height, width, 3) of its
    start position if there is one. Raises EnvironmentFault.
    """
    if picture is not None:
        _, data = cv2.imencode(".png", picture)
        _write(picture_path(path), data.tobytes())
    _write(path, _text(profile).encode())


def _write(path: Path, data: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_suffix(".new")
        draft.write_bytes(data)
        draft.replace(path)
    except OSError as error:
        raise EnvironmentFault(f"{path}: cannot be written: {error.strerror}") from error


def _text(profile: Profile) -> str:
    document = tomlkit.document()
    document.add(tomlkit.comment(f"The board {profile.name}, set up with pi-board calibrate."))
    document["schema"] = SCHEMA
    document["name"], document["game"] = profile.name, profile.game
    if profile.site_mm is not None:
        document["site_mm"] = profile.site_mm
    if profile.view is not None:
        document["camera"] = _camera_table(profile.view)
    if profile.lens is not None:
        document["lens"] = _lens_table(profile.lens)
    if profile.lamp_order:
        document["lamps"] = {"order": list(profile.lamp_order)}
    if profile.reed_order or profile.masked:
        document["reeds"] = {"order": list(profile.reed_order), "masked": list(profile.masked)}
    return tomlkit.dumps(document)


def _camera_table(view: View) -> dict[str, Any]:
    return {
        "created": view.created,
        "source": view.source,
        "image_size": list(view.image_size),
        "layout": view.layout,
        "corners_px": [[round(x, 2), round(y, 2)] for x, y in view.corners_px],
        "markers": view.markers,
        "score": view.score,
        "quarter_turns": view.mount.quarter_turns,
        "mirrored": view.mount.mirrored,
    }


def _lens_table(lens: Lens) -> dict[str, Any]:
    return {
        "focal_px": lens.focal_px,
        "principal_px": list(lens.principal_px),
        "image_size": list(lens.image_size),
        "distortion": list(lens.distortion),
    }


def load_profile(path: Path) -> Profile:
    """Read a profile. Raises InvalidFile naming the file, the key, what was found and expected."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InvalidFile(f"{path}: {error.strerror}, expected a profile") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InvalidFile(f"{path}: not readable TOML: {error}") from error
    if data.get("schema") == 1:
        data = _from_first_schema(data)
    if data.get("schema") != SCHEMA:
        raise InvalidFile(f"{path}: schema is {data.get('schema')!r}, expected {SCHEMA}")
    try:
        return _profile(data)
    except (KeyError, TypeError, ValueError) as error:
        raise InvalidFile(
            f"{path}: {type(error).__name__} at {error}, expected a profile"
        ) from error


def _from_first_schema(data: Mapping[str, Any]) -> dict[str, Any]:
    """The first schema knew the camera only, and had all of it at the top."""
    top = ("name", "game", "site_mm", "lens")
    camera = {k: v for k, v in data.items() if k not in top} | {"mirrored": False}
    new = {k: v for k, v in data.items() if k in top}
    return new | {"schema": SCHEMA, "camera": camera | {"quarter_turns": 0}}


def _profile(data: Mapping[str, Any]) -> Profile:
    site_mm = data.get("site_mm")
    reeds = data.get("reeds", {})
    return Profile(
        name=str(data["name"]),
        game=str(data["game"]),
        site_mm=None if site_mm is None else float(site_mm),
        lens=_lens(data["lens"]) if "lens" in data else None,
        view=_view(data["camera"]) if "camera" in data else None,
        lamp_order=tuple(int(site) for site in data.get("lamps", {}).get("order", ())),
        reed_order=tuple(int(sensor) for sensor in reeds.get("order", ())),
        masked=tuple(str(site) for site in reeds.get("masked", ())),
    )


def _view(data: Mapping[str, Any]) -> View:
    width, height = data["image_size"]
    turns = int(data["quarter_turns"])
    if turns not in range(4):
        raise ValueError(f"quarter_turns = {turns}, expected 0 to 3")
    return View(
        created=str(data["created"]),
        source=str(data["source"]),
        image_size=(int(width), int(height)),
        layout=str(data["layout"]),
        corners_px=tuple((float(x), float(y)) for x, y in data["corners_px"]),
        markers=int(data["markers"]),
        score=int(data["score"]),
        mount=Mount(turns, bool(data["mirrored"])),
    )


def _lens(data: Mapping[str, Any]) -> Lens:
    x, y = data["principal_px"]
    width, height = data["image_size"]
    k1, k2, p1, p2, k3 = (float(value) for value in data["distortion"])
    size = (int(width), int(height))
    return Lens(float(data["focal_px"]), (float(x), float(y)), size, (k1, k2, p1, p2, k3))
