"""A board's profile: what was found out about one physical board, its camera, reeds and lamps.

Readable TOML, one file for each board, in the program's state folder. Each part is there once it
has been calibrated.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import tomlkit

from calibration.checked import Checked
from pi_board.config.keys import PROFILE_NAME, is_number, is_whole
from pi_board.core.errors import InvalidFile, InvalidText, reason_of
from pi_board.core.message import message
from pi_board.games.registry import GAMES, make_game
from pi_board.records.durable import replace_files
from pi_board.records.place import state_folder
from pi_board.vision.geometry import Image, Lens
from pi_board.vision.mount import STRAIGHT, Mount

SCHEMA = 2

_CAMERA_KEYS = (
    "created", "source", "image_size", "layout", "corners_px", "markers", "score",
    "quarter_turns", "mirrored",
)  # fmt: skip
# what a profile may say
SITE_MM = (5, 200)  # as `calibrate board` takes it
MOST_PX = 100_000  # of a picture, of a place in it, of a focal length
MOST_SITES = 64  # of any board
MOST_SENSORS = 1024
_SITE = re.compile(r"[a-h]?[1-8]")


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
        raise InvalidText(
            message("profile {name}, expected letters, digits, - and _", name=repr(name))
        )
    return _folder() / f"{name}.toml"


def profile_names() -> tuple[str, ...]:
    """What the profiles are called that were kept, sorted."""
    return tuple(sorted(path.stem for path in _folder().glob("*.toml")))


def _folder() -> Path:
    return state_folder() / "profiles"


def picture_path(path: Path) -> Path:
    """Where the picture of the start position lies beside the profile at `path`."""
    return path.with_suffix(".png")


def save_profile(profile: Profile, path: Path, picture: Image | None = None) -> None:
    """Write it, replacing what was there in one step, with the picture (height, width, 3) of its
    start position if there is one: both, or neither. What was there is laid aside if it is no
    profile: somebody may have written it. Raises EnvironmentFault.
    """
    if path.exists():
        _lay_aside_damaged(path)
    files: dict[Path, bytes] = {}
    if picture is not None:
        files[picture_path(path)] = cv2.imencode(".png", picture)[1].tobytes()
    replace_files({**files, path: _text(profile).encode()})


def _lay_aside_damaged(path: Path) -> None:
    try:
        load_profile(path)
    except InvalidFile:
        names = (path.with_suffix(f".toml.damaged{n}") for n in ("", *range(2, 1000)))
        with suppress(OSError):  # what cannot be moved cannot be written either
            path.replace(next(name for name in names if not name.exists()))


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
    """Read a profile, which is called as its file. Raises InvalidFile naming the file, the key,
    what was found and what was expected.
    """
    where = str(path)
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise InvalidFile(
            message("{path}: {reason}, expected a profile", path=where, reason=reason_of(error))
        ) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InvalidFile(
            message("{path}: not readable TOML: {reason}", path=where, reason=str(error))
        ) from error
    if data.get("schema") == 1:
        data = _from_first_schema(data)
    checked = Checked(path, data)
    checked.take("schema", str(SCHEMA), lambda value: value == SCHEMA)
    return _profile(checked)


def newest(profile: Profile) -> Profile:
    """The same as it lies on the disk now, if it can be read there: people take minutes to set
    something up, and another part of the board may have been meanwhile.
    """
    try:
        return load_profile(profile_path(profile.name))
    except InvalidFile:
        return profile


def _from_first_schema(data: Mapping[str, Any]) -> dict[str, Any]:
    """The first schema had all about the camera at the top."""
    camera = {k: v for k, v in data.items() if k in _CAMERA_KEYS}
    new = {k: v for k, v in data.items() if k not in _CAMERA_KEYS}
    return new | {"schema": SCHEMA, "camera": camera | {"quarter_turns": 0, "mirrored": False}}


def _profile(data: Checked) -> Profile:
    data.only("schema", "name", "game", "site_mm", "camera", "lens", "lamps", "reeds")
    game = data.one_of("game", tuple(GAMES))
    lamps = data.table("lamps").only("order")
    reeds = data.table("reeds").only("order", "masked")
    return Profile(
        # a copy under another name is another board's, whatever stands in it
        name=data.path.stem,
        game=game,
        site_mm=data.number("site_mm", *SITE_MM) if "site_mm" in data else None,
        lens=_lens(data.table("lens")) if "lens" in data else None,
        view=_view(data.table("camera"), game) if "camera" in data else None,
        lamp_order=written_order(lamps),
        reed_order=_places(reeds, "order", 0, MOST_SENSORS - 1),
        masked=written_mask(reeds),
    )


def _places(table: Checked, key: str, low: int, high: int) -> tuple[int, ...]:
    expected = message("a list of whole numbers from {low} to {high}", low=low, high=high)
    known = key in table
    return table.several(key, expected, lambda one: is_whole(one, low, high)) if known else ()


def written_order(lamps: Checked) -> tuple[int, ...]:
    """What a table says of the site under each lamp. Raises InvalidFile."""
    return _places(lamps, "order", -1, MOST_SITES - 1)


def written_mask(reeds: Checked) -> tuple[str, ...]:
    """What a table says of the sites whose reed is not believed. Raises InvalidFile."""
    if "masked" not in reeds:
        return ()
    return reeds.several(
        "masked",
        message('a list of sites, as ["a1", "c4"]'),
        lambda one: isinstance(one, str) and _SITE.fullmatch(one) is not None,
    )


def _view(camera: Checked, game: str) -> View:
    camera.only(*_CAMERA_KEYS)
    turns = camera.whole("quarter_turns", 0, 3)
    corners = camera.take(
        "corners_px",
        message("four corners [x, y] in pixels, one after the other round the board"),
        _is_grid,
    )
    return View(
        created=camera.text("created"),
        source=camera.text("source"),
        image_size=_size(camera),
        layout=camera.one_of("layout", tuple(one.name for one in make_game(game).layouts)),
        corners_px=tuple((float(x), float(y)) for x, y in corners),
        markers=camera.whole("markers", 0, 4),
        score=camera.whole("score", 0, 10),
        mount=Mount(turns, camera.flag("mirrored")),
    )


def _size(table: Checked) -> tuple[int, int]:
    """The size (width, height) of pictures."""
    expected = message("[width, height] from 1 to {most} pixels", most=MOST_PX)
    width, height = table.several("image_size", expected, lambda one: is_whole(one, 1, MOST_PX), 2)
    return width, height


def _is_grid(value: Any) -> bool:
    """Whether these are four points (x, y) that go round an area, in either sense, as a camera sees
    the corners of a board.
    """
    if not isinstance(value, list) or len(value) != 4:
        return False
    if not all(isinstance(one, list) and len(one) == 2 for one in value):
        return False
    if not all(is_number(v, -MOST_PX, MOST_PX) for one in value for v in one):
        return False
    a, b, c, d = value
    turns = [_turn(*three) for three in ((a, b, c), (b, c, d), (c, d, a), (d, a, b))]
    return min(turns) > 0 or max(turns) < 0


def _turn(a: list[float], b: list[float], c: list[float]) -> float:
    """Above or below 0 as the way from a over b to c turns to one side or to the other."""
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])


def _lens(lens: Checked) -> Lens:
    def is_finite(value: Any) -> bool:
        return is_number(value, -MOST_PX, MOST_PX)

    lens.only("focal_px", "principal_px", "image_size", "distortion")
    x, y = lens.several("principal_px", message("[x, y] in pixels"), is_finite, 2)
    five = message("the five numbers k1, k2, p1, p2, k3")
    k1, k2, p1, p2, k3 = map(float, lens.several("distortion", five, is_finite, 5))
    focal_px = lens.number("focal_px", 1, MOST_PX)
    return Lens(focal_px, (float(x), float(y)), _size(lens), (k1, k2, p1, p2, k3))
