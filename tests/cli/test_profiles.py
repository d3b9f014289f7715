"""Profiles in use by `read`, `watch` and `calibrate`."""

from __future__ import annotations

import json
import queue
import re
import shutil
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration import lens
from calibration.profile import Profile, load_profile, picture_path, profile_path, save_profile
from calibration.using import InUse
from pi_board.app import sources
from pi_board.app.agreement import Agreement
from pi_board.app.doctor.checks import Machine
from pi_board.app.lounge import Lounge
from pi_board.cli import calibrate, set_up
from pi_board.cli.doctor import check_profiles
from pi_board.cli.outside import Household
from pi_board.cli.profiles import ProfileCheck
from pi_board.config.settings import load
from pi_board.core.errors import EnvironmentFault, InvalidFile
from pi_board.core.observation import Command
from pi_board.vision.finding.orient import MIRRORED
from pi_board.vision.geometry import Image, Lens
from pi_board.vision.pictures import load_picture
from pi_board.vision.warm.sight import Sight
from tests.cli.running import ran
from tests.shared import same_pictures as same_pictures

pytestmark = pytest.mark.usefixtures("same_pictures")
FRAMES = Path(__file__).parents[1] / "frames" / "demo" / "loa"


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of pictures of a camera that is mounted sideways and looks through a mirror."""
    folder = tmp_path_factory.mktemp("pictures")
    for path in sorted(FRAMES.glob("f_00*.jpg"))[:7]:
        picture = cv2.flip(cv2.rotate(load_picture(path), cv2.ROTATE_90_CLOCKWISE), 1)
        cv2.imwrite(str(folder / f"{path.stem}.png"), picture)
    return folder


@pytest.fixture
def turned(pictures: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of those pictures, for one test to change."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    monkeypatch.setenv("PI_BOARD_CONFIG", str(tmp_path / "none.toml"))
    return Path(shutil.copytree(pictures, tmp_path / "turned"))


def test_a_profile_puts_pictures_upright(turned: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`watch` then referees what it could not have seen; corners are those of the picture as it
    came.
    """
    code, _, _ = ran(capsys, "calibrate", "board", "loa", str(turned), "--site-mm", "45")
    assert code == 0
    kept = load_profile(profile_path("loa"))
    assert kept.view is not None
    assert kept.view.mount.mirrored
    _, out, err = ran(capsys, "watch", "loa", str(turned), "--json")
    moves = [json.loads(line) for line in out.splitlines()]
    assert [move["move"] for move in moves if move["event"] == "move_played"] == ["c1-c3"]
    assert err == ""
    first = str(turned / "f_0000.png")
    _, out, _ = ran(capsys, "read", "loa", first, "--profile", "loa", "--json")
    read = json.loads(out)
    assert read["state"]["grid"][0] == ".bbbbbb."
    assert moves[0]["event"] == "board_found"
    for said in (read, moves[0]):
        assert np.abs(np.array(said["corners_px"]) - np.array(kept.view.corners_px)).max() < 2.0


def test_what_to_do_about_a_mirror_is_told(
    turned: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without a profile, wherever a board in a mirror is looked at."""
    told = "the picture is mirrored: .*; set the board up anew"
    assert re.search(told, ran(capsys, "read", "loa", str(turned / "f_0000.png"))[1])
    assert re.search(told, ran(capsys, "watch", "loa", str(turned))[2])


def test_a_board_set_up_again_keeps_what_is_known_of_it(
    turned: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of its reeds, say; the size of its sites is the one that is given now."""
    save_profile(Profile("loa", "loa", 40.0, masked=("a1",)), profile_path("loa"))
    ran(capsys, "calibrate", "board", "loa", str(turned), "--site-mm", "45")
    kept = load_profile(profile_path("loa"))
    assert kept.view is not None
    assert (kept.site_mm, kept.masked) == (45.0, ("a1",))


def test_how_another_camera_is_used_is_told(
    turned: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Games take the camera that the configuration names; whoever logs in is not shown."""
    picture = load_picture(turned / "f_0000.png")
    monkeypatch.setattr(sources, "pictures", lambda _: iter([picture]))
    _, out, _ = ran(capsys, "calibrate", "board", "loa", "http://me:secret@phone/video")
    line = 'reader.camera = "http://phone/video" in the configuration'
    assert out.splitlines()[-1] == f"Games are played with this camera once there is {line}"
    _, out, _ = ran(capsys, "calibrate", "board", "loa", "camera")
    assert "once there is" not in out


def test_how_a_board_of_another_name_is_used_is_told(
    turned: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Games take the profile that the configuration names, and would leave this one alone."""
    set_up = ("calibrate", "board", "loa", str(turned), "--name", "oak")
    used = 'It is used with --profile oak, or always with profiles.loa = "oak" in the configuration'
    assert used in ran(capsys, *set_up)[1].splitlines()
    file = turned / "config.toml"
    file.write_text('[profiles]\nloa = "oak"\n')
    monkeypatch.setenv("PI_BOARD_CONFIG", str(file))
    assert "--profile" not in ran(capsys, *set_up)[1]
    file.write_text("[profiles]\nloa = 5\n")
    code, out, _ = ran(capsys, *set_up)
    assert code == 0
    assert used in out.splitlines()


def test_another_games_name_is_refused(turned: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """That game would have no board any more; where it has none already, the way out is said."""
    code, _, err = ran(capsys, "calibrate", "board", "loa", str(turned), "--name", "linja")
    assert code == 1
    assert "profile linja for loa, expected another name: it is the one that games of linja" in err
    assert not profile_path("linja").exists()
    save_profile(Profile("linja", "loa"), profile_path("linja"))
    code, _, err = ran(capsys, "calibrate", "board", "linja", str(turned))
    assert code == 1
    assert f"{profile_path('linja')}: the profile of a board for loa, expected linja; name" in err


def test_a_profile_remembers_the_looks(turned: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of the start position's picture: an overexposed look is read surer for it."""
    ran(capsys, "calibrate", "board", "loa", str(turned))
    assert picture_path(profile_path("loa")).exists()
    picture = cv2.imread(str(turned / "f_0006.png"))
    bright = turned.parent / "bright.png"
    cv2.imwrite(str(bright), np.clip(picture * 2.2, 0, 255).astype(np.uint8))
    _, out, _ = ran(capsys, "read", "loa", str(bright), "--profile", "loa", "--json")
    known = json.loads(out)
    picture_path(profile_path("loa")).unlink()
    _, out, _ = ran(capsys, "read", "loa", str(bright), "--profile", "loa", "--json")
    assert known["state"]["grid"][5:] == ["w.b....w", "w......w", ".b.bbbb."]
    assert known["confidence"] > json.loads(out)["confidence"]


@pytest.mark.thorough
def test_a_profile_that_no_longer_holds_is_told(
    turned: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """On stderr, with what to do; the game is refereed all the same."""
    for path in turned.iterdir():  # as a camera without the mirror sees it
        cv2.imwrite(str(path), cv2.flip(load_picture(path), 1))
    ran(capsys, "calibrate", "board", "loa", str(turned))
    _, out, err = ran(capsys, "watch", "loa", str(FRAMES), "--json")
    assert "with 480x640 pixels; the camera now gives 640x480" in err
    assert "calibrate loa anew" in err
    assert '"game_started"' in out


def test_a_profile_that_no_longer_holds_is_told_once(
    turned: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """And is known to whoever shows it on a screen as long as the game lasts."""
    ran(capsys, "calibrate", "board", "loa", str(turned))
    seen = [Sight(None, None, None), Sight(None, None, None, MIRRORED)]
    holds = ProfileCheck(InUse(load_profile(profile_path("loa"))))
    assert [holds.check(lambda: seen.pop(0)) for _ in range(3)] == [False, True, True]
    assert capsys.readouterr().err.count("calibrate loa anew") == 1


@pytest.mark.thorough
def test_a_mirror_that_is_no_longer_there_is_told(
    turned: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """No game is kept with left and right changed over."""
    ran(capsys, "calibrate", "board", "loa", str(turned))
    for path in turned.iterdir():
        cv2.imwrite(str(path), cv2.flip(load_picture(path), 1))
    _, out, err = ran(capsys, "watch", "loa", str(turned), "--json")
    assert "profile loa: The picture is mirrored" in err
    assert "calibrate loa anew" in err
    assert "no board of loa was found in it: the picture is mirrored" in err
    assert '"game_started"' not in out


@pytest.mark.thorough
def test_a_profile_must_be_there_and_of_this_game(
    turned: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """If it was asked for; one that nobody asked for and that is broken is only told."""
    ran(capsys, "calibrate", "board", "loa", str(turned), "--name", "oak")
    picture = str(turned / "f_0000.png")
    assert ran(capsys, "read", "loa", picture, "--profile", "elm")[0] == 1
    code, _, err = ran(capsys, "read", "linja", picture, "--profile", "oak")
    assert code == 1
    assert "a board for loa, expected linja" in err
    profile_path("loa").write_text("schema = 9\n")
    code, _, err = ran(capsys, "watch", "loa", str(turned), "--json")
    assert code == 0
    assert "schema = 9, expected 2; it is left out" in err


def test_a_lens_is_kept_until_it_is_forgotten(
    turned: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Setting a board up anew keeps its lens; one that another profile has not got is an error, and
    no reason to lose it.
    """
    again = ("calibrate", "board", "loa", str(turned))
    ran(capsys, *again, "--name", "bare")
    ran(capsys, *again)
    path = profile_path("loa")
    fitting = Lens.centred(600.0, (480, 640))
    save_profile(replace(load_profile(path), lens=fitting), path)
    code, _, err = ran(capsys, *again, "--lens", "bare")
    assert code == 1
    assert "bare.toml: no lens" in err
    assert ran(capsys, *again)[0] == 0
    assert load_profile(path).lens == fitting
    assert ran(capsys, *again, "--no-lens")[0] == 0
    assert load_profile(path).lens is None


def test_a_lens_of_other_pictures_is_refused(
    turned: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would never be used; half the size is of the same shape, and is."""
    ran(capsys, "calibrate", "board", "loa", str(turned))
    learn = ("calibrate", "lens", str(turned), "--name", "loa")
    for size, taken in (((1280, 720), 1), ((240, 320), 0)):
        found = Lens.centred(900.0, size)
        monkeypatch.setattr(lens, "calibrate_lens", lambda *_, found=found, **__: (found, 0.1))
        code, _, err = ran(capsys, *learn)
        assert code == taken
        assert ("1280x720 pixels, expected 480x640" in err) == bool(taken)
    assert load_profile(profile_path("loa")).lens == found


def test_a_lens_leaves_what_was_found_out_meanwhile(
    turned: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Many pictures take a while, and the reeds may be walked over in another window."""
    path, found = profile_path("loa"), Lens.centred(900.0, (240, 320))

    def learnt(*_: object, **__: object) -> tuple[Lens, float]:
        save_profile(Profile("loa", "loa", masked=("a1",)), path)
        return found, 0.1

    save_profile(Profile("loa", "loa"), path)
    monkeypatch.setattr(lens, "calibrate_lens", learnt)
    assert ran(capsys, "calibrate", "lens", str(turned), "--name", "loa")[0] == 0
    assert load_profile(path) == Profile("loa", "loa", lens=found, masked=("a1",))


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("camera", "a camera"),
        ("http://me:secret@host/live", "a camera"),
        ("nowhere", "not found"),
        ("rtsp://me:secret@host/live", "not found"),
    ],
)
def test_a_lens_takes_no_live_camera(
    capsys: pytest.CaptureFixture[str], source: str, found: str
) -> None:
    """It would be looked at for ever; nor is one expected where there is nothing."""
    code, _, err = ran(capsys, "calibrate", "lens", source, "--name", "loa")
    assert code == 1
    assert f"{found}, expected a folder of pictures (pi-board calibrate takes a camera)" in err
    assert "secret" not in err


def test_the_lens_of_another_camera_is_not_kept(
    turned: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A board set up anew with the same camera keeps its lens, with another one it does not."""
    picture = load_picture(FRAMES / "f_0000.jpg")
    monkeypatch.setattr(sources, "pictures", lambda _: iter([picture]))
    path, fitting = profile_path("loa"), Lens.centred(588.0, (640, 480))
    ran(capsys, "calibrate", "board", "loa", "camera:0")
    save_profile(replace(load_profile(path), lens=fitting), path)
    for source, kept in (("camera:0", fitting), ("camera:1", None)):
        assert ran(capsys, "calibrate", "board", "loa", source)[0] == 0
        assert load_profile(path).lens == kept


def test_a_profile_that_the_configuration_names_and_that_is_not_there_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may be misspelt; a game goes on without. The usual one need not be there."""
    start = tmp_path / "start"
    start.mkdir()
    for path in sorted(FRAMES.glob("f_00*.jpg"))[:2]:
        (start / path.name).symlink_to(path)
    assert ran(capsys, "watch", "loa", str(start), "--json")[2] == ""
    config = tmp_path / "named.toml"
    config.write_text('[profiles]\nloa = "okk"\n')
    monkeypatch.setenv("PI_BOARD_CONFIG", str(config))
    code, out, err = ran(capsys, "watch", "loa", str(start), "--json")
    assert code == 0
    assert '"game_started"' in out
    assert "okk.toml: No such file or directory, expected a profile; it is left out" in err
    told = [finding for finding in check_profiles(Machine(), load()) if "okk" in finding.text]
    assert [finding.level for finding in told] == ["warning"]


def test_a_camera_that_is_lost_during_the_set_up_is_waited_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The steps so far are not lost, and one can still leave; one that was never there ends it."""
    picture, seen = np.zeros((4, 4, 3), np.uint8), [True, False, True]
    leaves = threading.Event()

    def pictures(_: str) -> Iterator[Image]:
        if seen and seen.pop(0):
            yield picture
        raise EnvironmentFault("http://cam/: the stream has ended")

    def read_lines(typed: queue.SimpleQueue[str]) -> None:
        leaves.wait()
        typed.put("q")

    monkeypatch.setattr(sources, "pictures", pictures)
    monkeypatch.setattr(calibrate, "AGAIN_S", 0.01)
    monkeypatch.setattr(calibrate, "_read_lines", read_lines)
    items = calibrate._items("http://cam/", live=True)
    assert [next(items), next(items)] == [picture, picture]
    leaves.set()
    assert next(items) == Command(0.0, "setup_quit")
    assert "the stream has ended" in capsys.readouterr().err
    with pytest.raises(EnvironmentFault, match="has ended"):
        next(calibrate._items("http://cam/", live=True))


def test_a_profile_asked_for_is_of_one_game_of_an_evening() -> None:
    """The other games of it are on boards of their own, for which it is not refused; practice is on
    the same board. For the game that was named with it, another board's profile is a mistake.
    """
    save_profile(Profile("oak", "loa", site_mm=50.0), profile_path("oak"))
    loa = Agreement(reader="simulator", profile="oak")
    linja = replace(loa, game="linja")
    for household in (Household(), Household("loa")):
        names = [household.known(load(), agreed).profile for agreed in (loa, linja, loa)]
        assert names == ["oak", "", "oak"]
    with pytest.raises(InvalidFile, match="a board for loa, expected linja"):
        Household("linja").known(load(), linja)
    assert Lounge(load(), loa, list).practice("loa").profile == "oak"


def test_the_board_that_is_played_on_is_set_up_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the menus too: else the profile asked for would stay as outdated as it was."""
    save_profile(Profile("oak", "loa", site_mm=50.0), profile_path("oak"))
    taken: list[str] = []
    monkeypatch.setattr(set_up, "set_up_page", lambda game, old, _: taken.append(old.name))
    for game in ("loa", "linja"):
        Household("loa").set_up(load(), Agreement(game, profile="oak"))
    assert taken == ["oak", "linja"]


@pytest.mark.parametrize(
    ("reader", "camera"),
    [("/dev/video2", "/dev/video2"), ("watch:camera:1", "camera:1"), ("", "camera"),
     ("simulator", "camera"), ("reed", "camera")],
)  # fmt: skip
def test_a_board_is_set_up_with_the_camera_that_is_played_with(
    monkeypatch: pytest.MonkeyPatch, reader: str, camera: str
) -> None:
    """Else the game would find that it was set up with another, and ask for the same again."""
    taken: list[str] = []
    monkeypatch.setattr(set_up, "set_up_page", lambda game, old, source: taken.append(source))
    Household().set_up(load(), Agreement(reader=reader))
    assert taken == [camera]
