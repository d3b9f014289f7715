"""The configuration file: defaults, and errors that say where and what."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from pi_board.cli.config import config
from pi_board.config.keys import KEYS
from pi_board.config.settings import default_text, load, text_of
from pi_board.core.errors import ConfigurationError


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
        ("[lights]\nkind = 'none'", "[lights] is no section, expected one of reader"),
        ("[reader]\nkind = 'eye'", "reader.kind = 'eye', expected one of camera, reed, fused"),
        ("[reeds]\nrows = [5, 5]", "reeds.rows = [5, 5], expected at most 8 different BCM numbers"),
        ("[reeds]\nmasked = ['i9']", "reeds.masked = ['i9'], expected a list of sites"),
        ("[reader]\nkind = 'reed'\n[buttons]\nok = 5", "buttons.ok = 5, expected a pin"),
        ("[lamps]\nkind = 'chain'\n[buttons]\nhint = 8", "expected a pin that SPI CE0"),
        ("[reader]\nkind = 'reed'\n[reeds]\ncolumns = [2]", "reeds.columns = 2, expected"),
        ("reader = 3", "[reader] is no section"),
        ("[lamps\n", "expected TOML"),
    ],
)  # fmt: skip
def test_errors_name_file_key_found_and_expected(tmp_path: Path, text: str, words: str) -> None:
    """All in one line."""
    file = written(tmp_path, text)
    with pytest.raises(ConfigurationError) as caught:
        load(file)
    assert words in str(caught.value)
    assert str(file) in str(caught.value)


def test_all_problems_are_told_at_once(tmp_path: Path) -> None:
    """Not the first one only."""
    with pytest.raises(ConfigurationError, match=r"along.*brightness"):
        load(written(tmp_path, "[lamps]\nalong = 'side'\nbrightness = 0\n"))


def test_pins_matter_only_where_they_are_used(tmp_path: Path) -> None:
    """A camera alone leaves the pins of the reeds to a button."""
    assert load(written(tmp_path, "[buttons]\nok = 5")).buttons.ok == 5


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
