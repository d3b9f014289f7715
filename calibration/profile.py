"""A board's profile: what was found out about one physical board and its camera.

Readable TOML, one file for each board, in the program's state folder.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import tomlkit

from pi_board.core.errors import EnvironmentFault, InvalidFile, InvalidText
from pi_board.core.message import Message, message
from pi_board.records.place import state_folder
from pi_board.vision.geometry import BoardGeometry, Lens

SCHEMA = 1
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,40}")


@dataclass(frozen=True, slots=True)
class Profile:
    """What is kept of one board.

    `created` is a date, `source` the camera, `image_size` (width, height) of its pictures,
    `site_mm` the width of a site, `corners_px` where the grid's outer corners were, `markers` how
    many fiducials lie round it, `score` how good the view was (0 to 10).
    """

    name: str
    game: str
    layout: str
    created: str
    source: str
    image_size: tuple[int, int]
    corners_px: tuple[tuple[float, float], ...]
    markers: int
    score: int
    site_mm: float | None = None
    lens: Lens | None = None


def profile_path(name: str) -> Path:
    """Where the profile called `name` lies. Raises InvalidText for what is no name."""
    if not _NAME.fullmatch(name):
        raise InvalidText(f"profile {name!r}, expected letters, digits, - and _")
    return state_folder() / "profiles" / f"{name}.toml"


def save_profile(profile: Profile, path: Path) -> None:
    """Write it, replacing what was there in one step. Raises EnvironmentFault."""
    document = tomlkit.document()
    document.add(tomlkit.comment(f"The board {profile.name}, set up with pi-board calibrate."))
    document["schema"] = SCHEMA
    for key, value in asdict(profile).items():
        if value is not None:
            document[key] = _plain(value)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_suffix(".new")
        draft.write_text(tomlkit.dumps(document), encoding="utf-8")
        draft.replace(path)
    except OSError as error:
        raise EnvironmentFault(f"{path}: cannot be written: {error.strerror}") from error


def _plain(value: object) -> object:
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return {k: _plain(v) for k, v in value.items()} if isinstance(value, dict) else value


def load_profile(path: Path) -> Profile:
    """Read a profile. Raises InvalidFile naming the file, the key, what was found and expected."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InvalidFile(f"{path}: {error.strerror}, expected a profile") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InvalidFile(f"{path}: not readable TOML: {error}") from error
    if data.get("schema") != SCHEMA:
        raise InvalidFile(f"{path}: schema is {data.get('schema')!r}, expected {SCHEMA}")
    try:
        return _profile(data)
    except (KeyError, TypeError, ValueError) as error:
        raise InvalidFile(
            f"{path}: {type(error).__name__} at {error}, expected a profile"
        ) from error


def _profile(data: Mapping[str, Any]) -> Profile:
    width, height = data["image_size"]
    site_mm = data.get("site_mm")
    return Profile(
        name=str(data["name"]),
        game=str(data["game"]),
        layout=str(data["layout"]),
        created=str(data["created"]),
        source=str(data["source"]),
        image_size=(int(width), int(height)),
        corners_px=tuple((float(x), float(y)) for x, y in data["corners_px"]),
        markers=int(data["markers"]),
        score=int(data["score"]),
        site_mm=None if site_mm is None else float(site_mm),
        lens=_lens(data["lens"]) if "lens" in data else None,
    )


def _lens(data: Mapping[str, Any]) -> Lens:
    x, y = data["principal_px"]
    width, height = data["image_size"]
    k1, k2, p1, p2, k3 = (float(value) for value in data["distortion"])
    size = (int(width), int(height))
    return Lens(float(data["focal_px"]), (float(x), float(y)), size, (k1, k2, p1, p2, k3))


def what_changed(profile: Profile, geometry: BoardGeometry) -> tuple[Message, ...]:
    """What is no longer as it was when the profile was made; nothing: it still holds."""
    if geometry.image_size != profile.image_size:
        old, new = ("x".join(map(str, size)) for size in (profile.image_size, geometry.image_size))
        text = message(
            "The camera gives {new} pixels; the profile was made with {old}.", new=new, old=old
        )
        return (text,)
    moved = max(
        ((x - u) ** 2 + (y - v) ** 2) ** 0.5
        for (x, y), (u, v) in zip(geometry.corners_px, profile.corners_px, strict=True)
    )
    if moved > geometry.site_px:
        sites = round(moved / geometry.site_px)
        return (message("The board lies {sites} sites from where it was.", sites=sites),)
    return ()
