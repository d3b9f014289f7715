"""Profiles that somebody edited or that a full disk cut short."""

import errno
import os
import re
from pathlib import Path

import numpy as np
import pytest

from calibration.profile import (
    Profile,
    View,
    load_profile,
    picture_path,
    profile_path,
    save_profile,
)
from calibration.using import InUse, asked_profile
from pi_board.core.errors import EnvironmentFault, InvalidFile, PiBoardError
from pi_board.views.language import LANGUAGES, SOURCE, speaker
from pi_board.vision.geometry import Lens
from pi_board.vision.mount import Mount

CORNERS = ((1.5, 2.0), (1.0, 300.0), (300.0, 301.0), (310.0, 3.0))


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A profile with everything in it."""
    lens = Lens(700.0, (319.5, 239.5), (640, 480), (-0.1, 0.01, 0.0, 0.0, 0.0))
    view = View("2026-01-02", "camera", (640, 480), "loa", CORNERS, 4, 9, Mount(1, True))
    path = tmp_path / "oak.toml"
    save_profile(Profile("oak", "loa", 44.0, lens, view, (2, 1, -1), (3, 4), ("c4",)), path)
    return path


def edited(path: Path, key: str, value: str | None, section: str = "") -> None:
    """Give a key of a section another value; None: leave it out."""
    now, lines = "", []
    for line in path.read_text().splitlines():
        now = line if line.startswith("[") else now
        mine = now == section and line.startswith(f"{key} = ")
        lines += [f"{key} = {value}"] * (value is not None) if mine else [line]
    text = "\n".join(lines) + "\n"
    assert text != path.read_text()
    path.write_text(text)


@pytest.mark.parametrize(
    ("section", "key", "value", "said"),
    [
        ("", "game", '"chess"', "game = 'chess', expected loa or linja or connexoh"),
        ("", "site_mm", "nan", "site_mm = nan, expected a number from 5 to 200"),
        ("", "site_mm", "true", "site_mm = True, expected a number"),
        ("camera", "layout", '"foo"', "camera.layout = 'foo', expected loa"),
        ("camera", "score", "99", "camera.score = 99, expected a whole number from 0 to 10"),
        ("camera", "score", None, "camera.score is missing, expected a whole number from 0 to 10"),
        ("camera", "markers", "4.5", "camera.markers = 4.5, expected a whole number from 0 to 4"),
        ("camera", "mirrored", '"no"', "camera.mirrored = 'no', expected true or false"),
        ("camera", "created", "7", "camera.created = 7, expected a text"),
        ("camera", "quarter_turns", "4", "camera.quarter_turns = 4, expected a whole number"),
        ("camera", "image_size", "[0, 0]", "camera.image_size = [0, 0], expected [width, height]"),
        ("camera", "image_size", "[640]", "camera.image_size = [640], expected [width, height]"),
        ("lens", "focal_px", "0", "lens.focal_px = 0, expected a number from 1"),
        ("lens", "principal_px", "[inf, 2]", "lens.principal_px = [inf, 2], expected [x, y]"),
        ("lens", "distortion", "[0.1]", "lens.distortion = [0.1], expected the five numbers"),
        ("lamps", "order", "[64]", "lamps.order = [64], expected a list of whole numbers from -1"),
        ("reeds", "order", "[-1]", "reeds.order = [-1], expected a list of whole numbers from 0"),
        ("reeds", "masked", '["z9"]', "reeds.masked = ['z9'], expected a list of sites"),
    ],
)
def test_a_wrong_value_is_named_with_its_file_and_key(
    saved: Path, section: str, key: str, value: str | None, said: str
) -> None:
    """With what was found and what was expected there."""
    edited(saved, key, value, f"[{section}]" if section else "")
    with pytest.raises(InvalidFile) as refused:
        load_profile(saved)
    assert f"oak.toml: {said}" in str(refused.value)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("oak!", ""),  # no name
        ("elm", ""),  # not there
        ("oak", "= 1"),
        ("oak", "schema = 9"),
        ("oak", "schema = 2"),
        ("oak", 'schema = 2\ngame = "loa"\nmasks = 1'),
        ("oak", 'schema = 2\ngame = "loa"\nsite_mm = 1'),
        ("oak", 'schema = 2\ngame = "loa"\nreeds = {masked = 1}'),
        ("oak", 'schema = 2\ngame = "linja"'),  # another game's board
    ],
)
def test_what_is_wrong_with_a_profile_is_told_in_every_language(name: str, text: str) -> None:
    """People set their board up at a screen that speaks theirs."""
    oak = profile_path("oak")
    oak.parent.mkdir(parents=True)
    oak.write_text(text)
    with pytest.raises(PiBoardError) as refused:
        asked_profile("loa", name)
    said = refused.value.text
    assert not isinstance(said, str)
    for language in set(LANGUAGES) - {SOURCE}:
        assert not re.search("expected|No such", speaker(language)(said))
        assert speaker(language)(said) != str(said)


@pytest.mark.parametrize(
    "corners",
    [
        "7",
        "[[1, 2]]",
        "[[nan, 2.0], [1.0, 300.0], [300.0, 301.0], [310.0, 3.0]]",
        "[[1e300, 2.0], [1.0, 300.0], [300.0, 301.0], [310.0, 3.0]]",
        "[[1, 2, 3], [1.0, 300.0], [300.0, 301.0], [310.0, 3.0]]",
        "[[5, 5], [5, 5], [5, 5], [5, 5]]",  # no area
        "[[0, 0], [9, 9], [0, 9], [9, 0]]",  # crosswise
    ],
)
def test_corners_are_those_of_a_board(saved: Path, corners: str) -> None:
    """What goes round no area cannot be compared with what a camera sees."""
    edited(saved, "corners_px", corners, "[camera]")
    with pytest.raises(InvalidFile, match=r"oak\.toml: camera\.corners_px = .*expected four corn"):
        load_profile(saved)


def test_corners_seen_in_a_mirror_are_those_of_a_board(saved: Path) -> None:
    """They go round the other way."""
    mirrored = [[-x, y] for x, y in CORNERS]
    edited(saved, "corners_px", str(mirrored), "[camera]")
    view = load_profile(saved).view
    assert view is not None
    assert view.corners_px[1] == (-1.0, 300.0)


def test_a_part_that_is_no_table_is_named(saved: Path) -> None:
    """A key where a section should be."""
    saved.write_text('schema = 2\ngame = "loa"\ncamera = 3\n')
    with pytest.raises(InvalidFile, match=r"oak\.toml: camera = 3, expected a table"):
        load_profile(saved)


@pytest.mark.parametrize(
    ("section", "said"),
    [
        ("schema", "masks is not known, expected schema, name, game"),
        ("[camera]", "camera.masks is not known, expected created"),
        ("[lens]", "lens.masks is not known, expected focal_px"),
        ("[lamps]", "lamps.masks is not known, expected order"),
        ("[reeds]", "reeds.masks is not known, expected order, masked"),
    ],
)
def test_a_misspelt_key_is_named(saved: Path, section: str, said: str) -> None:
    """It would change nothing, and nobody would know why."""
    lines = saved.read_text().splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith(section))
    saved.write_text("\n".join([*lines[: at + 1], "masks = 1", *lines[at + 1 :]]))
    with pytest.raises(InvalidFile) as refused:
        load_profile(saved)
    assert f"oak.toml: {said}" in str(refused.value)


def test_a_profile_of_the_first_schema_is_read(saved: Path) -> None:
    """It held the camera's part at the top, and no mounting."""
    saved.write_text(
        'schema = 1\nname = "oak"\ngame = "loa"\ncreated = "2026-01-02"\nsource = "camera"\n'
        f'image_size = [640, 480]\nlayout = "loa"\ncorners_px = {[list(c) for c in CORNERS]}\n'
        "markers = 4\nscore = 9\n"
    )
    view = load_profile(saved).view
    assert view is not None
    assert (view.corners_px, view.mount) == (CORNERS, Mount())
    saved.write_text(saved.read_text() + "masks = 1\n")
    with pytest.raises(InvalidFile, match=r"oak\.toml: masks is not known, expected schema, name"):
        load_profile(saved)


def test_a_profile_is_called_as_its_file(saved: Path) -> None:
    """A copy under another name is another board's, with a picture and changes of its own."""
    copy = saved.with_name("elm.toml")
    copy.write_text(saved.read_text())
    assert load_profile(copy).name == "elm"


def test_a_file_that_is_no_profile_is_laid_aside_when_one_is_saved(saved: Path) -> None:
    """Somebody wrote it; each keeps a name of its own."""
    good = load_profile(saved)
    for text in ("x = ", "[[[", "x = " + "[" * 5000):
        saved.write_text(text)
        save_profile(good, saved)
        assert load_profile(saved) == good
    aside = sorted(saved.parent.glob("oak.toml.damaged*"))
    assert [path.name[len("oak.toml.damaged") :] for path in aside] == ["", "2", "3"]
    assert aside[0].read_text() == "x = "
    save_profile(good, saved)
    assert sorted(saved.parent.glob("oak.toml.damaged*")) == aside


@pytest.mark.parametrize("fails_at", [1, 2])
def test_profile_and_picture_are_kept_together_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails_at: int
) -> None:
    """A disk that is full at either leaves both as they were: the picture would be another view."""
    path, real, synced = tmp_path / "oak.toml", os.fsync, []
    save_profile(Profile("oak", "loa", 44.0), path, np.zeros((8, 8, 3), np.uint8))
    before = {file: file.read_bytes() for file in (path, picture_path(path))}

    def full(handle: int) -> None:
        synced.append(handle)
        if len(synced) == fails_at:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        real(handle)

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(EnvironmentFault, match="No space left"):
        save_profile(Profile("oak", "loa", 50.0), path, np.ones((8, 8, 3), np.uint8))
    assert {file: file.read_bytes() for file in tmp_path.iterdir()} == before


@pytest.mark.parametrize(
    ("game", "order", "masked", "said"),
    [
        ("loa", (), (), ""),
        ("loa", tuple(range(63, -1, -1)), ("c4",), ""),
        ("loa", tuple(range(63)), (), "has 63 sensors, expected 64"),
        ("loa", (5, *range(63)), (), "has a sensor twice"),
        ("loa", (), ("c4", "3"), "reeds.masked has 3, expected sites"),
        ("connexoh", tuple(range(16)), ("h8",), ""),  # boards of it are of several sizes
    ],
)
def test_what_fits_no_board_is_told(
    game: str, order: tuple[int, ...], masked: tuple[str, ...], said: str
) -> None:
    """A hand has edited it: that is left out, or no reed is read, and the rest holds."""
    profile = Profile("oak", game, reed_order=order, masked=masked)
    found = InUse(profile).misfit()
    assert said in found
    assert bool(said) == bool(found)
