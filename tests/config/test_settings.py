"""The configuration file: defaults, and errors that say where and what."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from calibration.profile import Profile, load_profile, profile_path, save_profile
from pi_board.cli.config import config
from pi_board.config import settings
from pi_board.config.keys import KEYS
from pi_board.config.pins import LEAST
from pi_board.config.settings import (
    chosen_file,
    default_text,
    load,
    remember,
    text_of,
)
from pi_board.core.errors import ConfigurationError, EnvironmentFault, InvalidFile
from pi_board.games.registry import GAMES, make_game
from tests.ending import must_end


def written(folder: Path, text: str) -> Path:
    """A configuration file."""
    file = folder / "config.toml"
    file.write_text(text, "utf-8")
    return file


def test_an_empty_file_is_all_defaults(tmp_path: Path) -> None:
    """And so is the commented file that is installed."""
    empty = load(written(tmp_path, ""))
    assert empty == load(written(tmp_path, default_text()))
    assert empty.reeds.rows == (5, 6, 12, 13, 16, 19, 20, 21)


def test_an_editors_mark_before_the_text_is_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows' own writes one."""
    file = tmp_path / "config.toml"
    file.write_text("[lamps]\nbrightness = 3\n", "utf-8-sig")
    assert load(file).lamps.brightness == 3
    monkeypatch.setenv("PI_BOARD_CONFIG", str(file))
    assert CliRunner().invoke(config, ["migrate"]).exit_code == 0


def test_no_file_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """But one that was named must be there."""
    monkeypatch.setenv("PI_BOARD_CONFIG", str(tmp_path / "none.toml"))
    assert load().file is None
    with pytest.raises(ConfigurationError, match=r"none\.toml: there is no such file"):
        load(tmp_path / "none.toml")


def test_settings_round_trip(tmp_path: Path) -> None:
    """What `config show` prints gives the same settings."""
    text = '[reader]\nkind = "fused"\n[lamps]\nkind = "chain"\nbrightness = 3\n[buttons]\nok = 26\n'
    settings = load(written(tmp_path, text))
    assert load(written(tmp_path, text_of(settings))) == settings


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[lamps]\nbrightness = 11", "lamps.brightness = 11, expected a whole number from 1 to 10"),
        ("[lamps]\nbrightness = true", "lamps.brightness = True, expected a whole number"),
        ("[lamps]\nbritness = 1", "lamps.britness is no key, expected brightness"),
        (
            "[lamps]\norder = [1, 0]",
            "lamps.order is no key any more, expected in the board's profile: "
            "pi-board config migrate moves it there",
        ),
        ("[profiles]\nvoice = true", "profiles.voice is no key, expected it below [sound]"),
        ("theme = 'dark'", "theme is in no section, expected it below [screen]"),
        ("[lights]\nkind = 'none'", "[lights] is no section, expected one of reader"),
        ("[reader]\nkind = 'eye'", "reader.kind = 'eye', expected one of camera, reed, fused"),
        ("[reeds]\nrows = [5, 5]", "reeds.rows = [5, 5], expected at most 8 different BCM numbers"),
        ("[reeds]\nrows = [5, 28]", "reeds.rows = [5, 28], expected at most 8 different BCM"),
        ("[screen]\nlanguage = 'fr'", 'screen.language = \'fr\', expected one of "", en, cs'),
        ("[reader]\ncamera = 'camra'", "reader.camera = 'camra', expected camera, camera:NUMBER"),
        ("[reader]\ncamera = 'camera:'", "reader.camera = 'camera:', expected camera,"),
        ("[reader]\ncamera = 'http://[::1'", "reader.camera = 'http://[::1', expected camera,"),
        ("[sound]\nvoice = 1", "sound.voice = 1, expected true or false"),
        ("[evidence]\ndays = -1", "evidence.days = -1, expected a number from 0 to 3650"),
        ("[profiles]\nloa = '../x'", "profiles.loa = '../x', expected letters, digits"),
        ("[reader]\nkind = 'reed'\n[buttons]\nok = 5", "buttons.ok = 5, expected a pin"),
        ("[reader]\nkind = 'reed'\n[buttons]\nok = 4", "ok = 4, expected a pin that reeds.columns"),
        ("[lamps]\nkind = 'chain'\n[buttons]\nhint = 8", "expected a pin that SPI CE0"),
        ("[lamps]\nkind = 'chain'\n[buttons]\nbuzzer = 9", "expected a pin that SPI MISO"),
        ("[lamps]\nkind = 'chain'\n[buttons]\nhint = 9", "buttons.hint = 9, expected a pin"),
        ("[reader]\nkind = 'reed'\n[lamps]\nkind = 'chain'\n[reeds]\n"
         "rows = [5, 6, 12, 13, 16, 19, 20, 9]", "reeds.rows = 9, expected a pin"),
        ("[reader]\nkind = 'reed'\n[reeds]\ncolumns = [2]", "reeds.columns = 2, expected"),
        ("reader = 3", "[reader] is no section"),
        ("reader = 3", "[reader] is no section but 3, expected [reader] and keys below it"),
        ("[screen]\nturn = 45", "screen.turn = 45, expected one of 0, 90, 180, 270"),
        ("[screen]\nturn = false", "screen.turn = False, expected one of 0, 90, 180, 270"),
        ("[screen]\ndark_after_minutes = -1", "expected a whole number from 0 to 1440"),
        ("[screen]\nblack = 'white'", "screen.white = 'white', expected another colour than"),
        ("[lamps\n", "expected TOML"),
        ("a = " + 9999 * "[", "expected TOML"),
    ],
)  # fmt: skip
def test_errors_name_file_key_found_and_expected(tmp_path: Path, text: str, words: str) -> None:
    """All in one line."""
    file = written(tmp_path, text)
    with pytest.raises(ConfigurationError) as caught:
        load(file)
    assert words in str(caught.value)
    assert str(file) in str(caught.value)


@pytest.mark.parametrize(
    "address", ["rtsp://ann:secret@cam/video", "http://ann:secret/@cam/video", "http://a:secret@[/"]
)
def test_the_password_of_a_camera_is_not_told(tmp_path: Path, address: str) -> None:
    """The line stands on the screen and in the journal of the system."""
    with pytest.raises(ConfigurationError, match=r"camera = '(rtsp|http)://") as told:
        load(written(tmp_path, f"[reader]\ncamera = '{address}'"))
    assert "secret" not in str(told.value)


@pytest.mark.parametrize("asked", ["check", "show", "migrate"])
def test_a_pipe_for_settings_keeps_nobody_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: str
) -> None:
    """It is refused, like a device that never ends."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    monkeypatch.setenv("PI_BOARD_CONFIG", str(pipe))
    with must_end(10, "waits for the pipe"):
        problem = CliRunner().invoke(config, [asked]).exception
    assert str(problem) == f"{pipe}: a pipe, socket or device, expected a file of settings"


def test_the_systems_file_counts_before_the_users(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And that one where there is no other."""
    monkeypatch.delenv("PI_BOARD_CONFIG", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setattr(settings, "SYSTEM_FILE", tmp_path / "system.toml")
    (tmp_path / "pi-board").mkdir()
    users = tmp_path / "pi-board" / "config.toml"
    users.write_text("[screen]\ntext = 'large'\n")
    assert (load().file, load().screen.text) == (users, "large")
    settings.SYSTEM_FILE.write_text("[screen]\ntheme = 'light'\n")
    assert (load().file, load().screen.text) == (settings.SYSTEM_FILE, "normal")


def test_all_problems_are_told_at_once(tmp_path: Path) -> None:
    """Not the first one only."""
    with pytest.raises(ConfigurationError, match=r"along.*brightness"):
        load(written(tmp_path, "[lamps]\nalong = 'side'\nbrightness = 0\n"))


def test_pins_matter_only_where_they_are_used(tmp_path: Path) -> None:
    """A camera alone leaves the pins of the reeds to a button."""
    assert load(written(tmp_path, "[buttons]\nok = 5")).buttons.ok == 5


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ('[lamps]\nkind = "edge"', "lamps.rows and lamps.columns"),
        ('[lamps]\nkind = "edge"\nrows = [2]\ncolumns = [3]', "have 1 and 1 pins, expected 6"),
        ('[reader]\nkind = "reed"\n[reeds]\nrows = [5, 6]', "have 2 and 8 pins, expected 6"),
        ('[reader]\nkind = "reed"\n[reeds]\nrows = []', "reeds.rows and reeds.columns"),
        ('[reader]\nkind = "reed"\n[reeds]\ncoding = "gray"', 'reeds.kind = "shift"'),
        ("[reeds]\nrows = []\ncolumns = []", "have 0 and 0 pins, expected 6"),
        ("[reeds]\nrows = [5, 6, 12, 13, 16, 4]", "reeds.columns = 4, expected a pin that reeds.r"),
        ("[reeds]\ncolumns = [3, 17, 18, 22, 23, 24]", "reeds.columns = 3, expected a pin without"),
        (
            '[reader]\nkind = "reed"\n[reeds]\nrows = [2, 6, 12, 13, 16, 19]',
            "reeds.rows = 2, expected a",
        ),
        ('[reeds]\ncoding = "gray"', 'reeds.coding = .* unless reeds.kind = "shift"'),
    ],
)
def test_what_lacks_its_pins_is_named(tmp_path: Path, text: str, named: str) -> None:
    """Instead of failing when the game begins."""
    with pytest.raises(ConfigurationError, match=named):
        load(written(tmp_path, text))


@pytest.mark.parametrize(("kind", "is_wrong"), [("camera", True), ("fused", True), ("reed", False)])
def test_lamps_need_a_camera_that_is_not_late(tmp_path: Path, kind: str, is_wrong: bool) -> None:
    """No game could begin, while the check says that all is well. Reeds need none."""
    text = f"[reader]\nkind = '{kind}'\ncamera = 'http://ann:x@phone/v'\n[lamps]\nkind = 'chain'"
    file = written(tmp_path, text)
    assert load(file).reader.kind == kind  # reeds may be asked for with `--reader`
    done = CliRunner().invoke(config, ["check", "--file", str(file)])
    assert (done.exception is None) == (not is_wrong)
    if is_wrong:
        told = "reader.camera = 'http://phone/v' beside lamps.kind = 'chain', expected one on"
        assert told in str(done.exception)


def test_rows_of_reeds_that_are_not_read_may_be_on_any_pins(tmp_path: Path) -> None:
    """A camera plays; a configuration that was well is."""
    assert load(written(tmp_path, "[reeds]\nrows = [2, 6, 12, 13, 16, 19]")).reeds.rows[0] == 2


def test_the_smallest_board_needs_no_more_pins() -> None:
    """Which board lies on the reeds is not known here."""
    boards = [make_game(name).layouts[0] for name in GAMES]
    assert min(min(board.rows, board.columns) for board in boards) == LEAST


def test_every_default_is_valid() -> None:
    """The table agrees with itself."""
    assert all(key.valid(key.default) for keys in KEYS.values() for key in keys)


def test_the_commands_print_and_check(tmp_path: Path) -> None:
    """`show --default` prints a file that `check` likes."""
    shown = CliRunner().invoke(config, ["show", "--default"])
    file = written(tmp_path, shown.stdout)
    checked = CliRunner().invoke(config, ["check", "--file", str(file)])
    assert checked.exit_code == 0
    assert "is well" in checked.stderr


def test_what_is_chosen_on_the_device_lies_over_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file itself is left alone, and wiring cannot be chosen."""
    file = written(tmp_path, "[screen]\ntheme = 'light'\n[lamps]\nkind = 'chain'\nbrightness = 3\n")
    monkeypatch.setenv("PI_BOARD_CONFIG", str(file))
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    before = file.read_text()
    remember("screen", "language", "cs")
    remember("lamps", "night", True)
    now = load()
    assert (now.screen.language, now.screen.theme, now.lamps.night) == ("cs", "light", True)
    assert (now.lamps.kind, now.lamps.brightness) == ("chain", 3)
    assert file.read_text() == before
    with pytest.raises(ConfigurationError, match=r"settings\.toml: screen\.theme = 'blue'"):
        remember("screen", "theme", "blue")
    with pytest.raises(ConfigurationError, match=r"lamps\.kind cannot be chosen"):
        remember("lamps", "kind", "none")


def test_stones_that_became_alike_have_the_colours_of_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One was chosen on the device before the other was written; alike nobody could play."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    monkeypatch.setenv("PI_BOARD_CONFIG", str(tmp_path / "none.toml"))
    remember("screen", "theme", "light")
    remember("screen", "white", "red")
    assert load().screen.stones == ("black", "red")
    monkeypatch.setenv("PI_BOARD_CONFIG", str(written(tmp_path, "[screen]\nblack = 'red'\n")))
    assert (load().screen.stones, load().screen.theme) == (("red", "white"), "light")


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ('[screen]\nlanguage = "cs"\ntheme = 1\n', "cs"),  # of another version
        ('[screen]\nlanguage = "cs"\n[lamps]\nkind = "chain"\n[moon]\n', "cs"),
        ('[screen]\nlanguage = "cs"\n[lamps]\nkind = "chain"\n', "cs"),
        ('[screen]\nlanguage = "c', ""),  # torn by a power cut
        ("", ""),
    ],
)
def test_what_is_damaged_of_what_was_chosen_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, language: str
) -> None:
    """The box starts all the same, says so, and what is chosen next is kept."""
    monkeypatch.setenv("PI_BOARD_CONFIG", str(written(tmp_path, "[screen]\ntheme = 'light'\n")))
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    chosen_file().write_text(text)
    now = load()
    assert (now.screen.language, now.screen.theme, now.lamps.kind) == (language, "light", "none")
    told = CliRunner().invoke(config, ["check"]).stderr
    assert ("left out" in told) == bool(text)
    remember("sound", "voice", True)
    now = load()
    assert (now.screen.language, now.sound.voice) == (language, True)
    assert "left out" not in CliRunner().invoke(config, ["check"]).stderr


def test_what_cannot_be_read_of_what_was_chosen_is_not_overwritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The box starts without it, and once it can be read again nothing is lost."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    remember("screen", "language", "cs")
    opened = Path.open

    def fail(path: Path, mode: str = "r", *more: Any, **options: Any) -> Any:
        if path == chosen_file() and "r" in mode:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return opened(path, mode, *more, **options)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", fail)
        assert load().screen.language == ""
        with pytest.raises(EnvironmentFault, match=r"settings\.toml: cannot be read"):
            remember("sound", "voice", True)
    now = load()
    assert (now.screen.language, now.sound.voice) == ("cs", False)


@pytest.mark.parametrize("named", [False, True])
def test_an_upgrade_moves_old_keys_into_profiles(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: bool
) -> None:
    """Of the file in use or a named one, which is then valid; its comments stay, and a second run
    changes nothing.
    """
    order = [*range(36)][::-1]
    text = f"# mine\n[lamps]\nbrightness = 3\norder = {order}\n[reeds]\nmasked = ['c4', 'h8']\n"
    file = written(tmp_path, text)
    if not named:
        monkeypatch.setenv("PI_BOARD_CONFIG", str(file))
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    for _ in range(2):
        asked = ["migrate", *(["--file", str(file)] if named else [])]
        assert CliRunner().invoke(config, asked).exit_code == 0
        assert load(file).lamps.brightness == 3
        assert file.read_text().startswith("# mine")
    tiles, squares = (load_profile(profile_path(name)) for name in ("connexoh", "loa"))
    assert (tiles.lamp_order, tiles.masked) == (tuple(order), ("c4",))
    assert (squares.lamp_order, squares.masked) == ((), ("c4", "h8"))


class PowerCut(BaseException):
    """Nothing is written any more."""


@pytest.mark.parametrize("writes", range(4))
def test_an_upgrade_cut_short_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, writes: int
) -> None:
    """The power may go after any of its writes, three profiles and the file: a second one does what
    is left.
    """
    file = written(tmp_path, "[reeds]\nmasked = ['c4']\n")
    monkeypatch.setenv("PI_BOARD_CONFIG", str(file))
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    replaced, left = Path.replace, iter(range(writes))

    def replace_or_stop(path: Path, target: Path) -> Path:
        if next(left, None) is None:
            raise PowerCut
        return replaced(path, target)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", replace_or_stop)
        with pytest.raises(PowerCut):
            CliRunner().invoke(config, ["migrate"])
    assert CliRunner().invoke(config, ["migrate"]).exit_code == 0
    assert "masked" not in file.read_text()
    assert [load_profile(profile_path(name)).masked for name in GAMES] == [("c4",)] * len(GAMES)


def test_an_upgrade_follows_a_link(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """To the file that somebody keeps elsewhere, as among others under version control."""
    (tmp_path / "mine").mkdir()
    file, link = written(tmp_path / "mine", "[reeds]\nmasked = ['c4']\n"), tmp_path / "link.toml"
    link.symlink_to(file)
    monkeypatch.setenv("PI_BOARD_CONFIG", str(link))
    assert CliRunner().invoke(config, ["migrate"]).exit_code == 0
    assert link.is_symlink()
    assert "masked" not in file.read_text()


@pytest.mark.parametrize("fault", ["[sceen]", '[profiles]\nloa = "tiles"'])
def test_an_upgrade_that_fails_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    """What the file said of reeds stays in it until the profiles have it."""
    file = written(tmp_path, f"[reeds]\nmasked = ['c4']\n{fault}\n")
    text = file.read_text()
    monkeypatch.setenv("PI_BOARD_CONFIG", str(file))
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    save_profile(Profile("tiles", "connexoh"), profile_path("tiles"))
    assert CliRunner().invoke(config, ["migrate"]).exception is not None
    assert file.read_text() == text


@pytest.mark.parametrize(
    "old",
    [
        "[lamps]\norder = 5",
        "[lamps]\norder = ['a1']",
        "[lamps]\norder = [1, 0]",
        "[reeds]\nmasked = [['c4']]",
        "[reeds]\nmasked = ['c4', '3']",
        "reeds = 3",
    ],
)
def test_an_upgrade_names_old_keys_that_it_cannot_use(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str
) -> None:
    """They were edited by hand; they stay, and no profile has them that could not be read then."""
    file = written(tmp_path, old + "\n")
    monkeypatch.setenv("PI_BOARD_CONFIG", str(file))
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    problem = CliRunner().invoke(config, ["migrate"]).exception
    assert isinstance(problem, InvalidFile)
    assert str(file) in str(problem)
    assert file.read_text() == old + "\n"
    assert not (tmp_path / "state").exists()
