"""The configuration: one TOML file, read once, checked as a whole.

Every problem names the file, the key, what was found and what was expected.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal

import platformdirs
import tomlkit

from pi_board.config.keys import KEYS, Key
from pi_board.core.errors import ConfigurationError, EnvironmentFault
from pi_board.readers.reed_matrix import Pins
from pi_board.readers.reed_wiring import Coding

SYSTEM_FILE = Path("/etc/pi-board/config.toml")
_SPI_PINS = {7: "SPI CE1", 8: "SPI CE0", 9: "SPI MISO", 10: "SPI MOSI", 11: "SPI SCLK"}


@dataclass(frozen=True, slots=True)
class ReaderSettings:
    """What sees the board."""

    kind: Literal["camera", "reed", "fused"]
    camera: str


@dataclass(frozen=True, slots=True)
class ReedSettings:
    """How the reeds are wired; pins are BCM numbers."""

    kind: Literal["matrix", "shift"]
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    coding: Coding
    latch: int
    scans_per_second: float
    equal_scans: int
    masked: tuple[str, ...]

    @property
    def pins(self) -> Pins:
        """The pins of a matrix."""
        return Pins(self.rows, self.columns)


@dataclass(frozen=True, slots=True)
class LampSettings:
    """How the lamps are wired and how bright they are."""

    kind: Literal["none", "chain", "edge"]
    corner: str
    along: str
    zigzag: bool
    order: tuple[int, ...]
    brightness: int
    night: bool
    limit_a: float
    rows: tuple[int, ...]
    columns: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ButtonSettings:
    """BCM numbers; 0: none."""

    hint: int
    ok: int
    back: int
    buzzer: int


@dataclass(frozen=True, slots=True)
class Settings:
    """The whole configuration, and the file it is from (None: all defaults)."""

    reader: ReaderSettings
    reeds: ReedSettings
    lamps: LampSettings
    buttons: ButtonSettings
    file: Path | None = None


def config_file() -> Path:
    """The file in use: ``PI_BOARD_CONFIG``, the system's if there is one, else the user's."""
    given = os.environ.get("PI_BOARD_CONFIG")
    if given:
        return Path(given)
    if SYSTEM_FILE.exists():
        return SYSTEM_FILE
    return Path(platformdirs.user_config_dir("pi-board", appauthor=False)) / "config.toml"


def load(file: Path | None = None) -> Settings:
    """The settings of `file` (None: the one in use, which need not exist).

    Raises ConfigurationError with every problem of the file.
    """
    found = config_file() if file is None else file
    if file is None and not found.exists():
        return defaults()
    data = _parsed(found)
    wrong = [f"{found}: {problem}" for problem in problems(data)]
    if wrong:
        raise ConfigurationError("; ".join(wrong))
    return _settings(data, found)


def defaults() -> Settings:
    """Every key at its default."""
    return _settings({}, None)


def problems(data: Mapping[str, Any]) -> tuple[str, ...]:
    """What is wrong with the parsed text of a file, one sentence for each key."""
    wrong = tuple(_problems(data))
    return wrong or tuple(_clashes(_settings(data, None)))


def default_text() -> str:
    """The file with every key at its default, and what is expected of it as a comment."""
    return _text({})


def text_of(settings: Settings) -> str:
    """The file that would give `settings`."""
    values = {
        section: {key.name: _plain(getattr(getattr(settings, section), key.name)) for key in keys}
        for section, keys in KEYS.items()
    }
    return _text(values)


def keep(file: Path, section: str, name: str, value: Any) -> None:
    """Set one key in `file` (made if need be); comments and all else stay as they are.

    Raises ConfigurationError if the file would not be valid, EnvironmentFault if it cannot be
    written.
    """
    try:
        text = file.read_text("utf-8") if file.exists() else default_text()
        document = tomlkit.parse(text)
        document.setdefault(section, tomlkit.table())[name] = value
        wrong = problems(document.unwrap())
        if wrong:
            raise ConfigurationError("; ".join(f"{file}: {problem}" for problem in wrong))
        draft = file.with_suffix(".new")
        file.parent.mkdir(parents=True, exist_ok=True)
        draft.write_text(tomlkit.dumps(document), "utf-8")
        draft.replace(file)
    except OSError as problem:
        raise EnvironmentFault(f"{file}: cannot be written ({problem.strerror})") from problem


def _parsed(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except FileNotFoundError:
        raise ConfigurationError(f"{file}: there is no such file") from None
    except OSError as problem:
        raise ConfigurationError(f"{file}: cannot be read ({problem.strerror})") from problem
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise ConfigurationError(f"{file}: {problem}, expected TOML") from problem


def _problems(data: Mapping[str, Any]) -> Iterator[str]:
    for section, values in data.items():
        if section not in KEYS or not isinstance(values, Mapping):
            yield f"[{section}] is no section, expected {_nearest(section, list(KEYS))}"
            continue
        keys = {key.name: key for key in KEYS[section]}
        for name, value in values.items():
            if name not in keys:
                yield f"{section}.{name} is no key, expected {_nearest(name, list(keys))}"
            elif not keys[name].valid(value):
                yield f"{section}.{name} = {value!r}, expected {keys[name].expected}"


def _nearest(name: str, names: list[str]) -> str:
    near = get_close_matches(name, names, 1)
    return near[0] if near else "one of " + ", ".join(names)


def _clashes(settings: Settings) -> Iterator[str]:
    """Pins that are asked for twice, or that cannot do what is asked of them."""
    owners: dict[int, str] = {}
    for owner, pin in _used(settings):
        if pin in owners:
            yield f"{owner} = {pin}, expected a pin that {owners[pin]} does not use"
        owners.setdefault(pin, owner)
    if _reeds_used(settings) and settings.reeds.kind == "matrix":
        for pin in settings.reeds.columns:
            if pin in (2, 3):
                yield f"reeds.columns = {pin}, expected a pin without a fixed pull-up"
    if settings.reeds.kind == "shift" and not settings.reeds.latch:
        yield "reeds.latch = 0, expected the pin of the shift registers' latch"


def _reeds_used(settings: Settings) -> bool:
    return settings.reader.kind != "camera"


def _used(settings: Settings) -> Iterator[tuple[str, int]]:
    """Who uses which pin, the fixed ones first."""
    reeds, lamps, buttons = settings.reeds, settings.lamps, settings.buttons
    shifts = _reeds_used(settings) and reeds.kind == "shift"
    if lamps.kind == "chain" or shifts:
        wanted = (7, 8, 9, 10, 11) if shifts else (8, 10, 11)
        yield from ((_SPI_PINS[pin], pin) for pin in wanted)
    if shifts:
        yield "reeds.latch", reeds.latch
    elif _reeds_used(settings):
        yield from (("reeds.rows", pin) for pin in reeds.rows)
        yield from (("reeds.columns", pin) for pin in reeds.columns)
    if lamps.kind == "edge":
        yield from (("lamps.rows", pin) for pin in lamps.rows)
        yield from (("lamps.columns", pin) for pin in lamps.columns)
    for name in ("hint", "ok", "back", "buzzer"):
        if pin := getattr(buttons, name):
            yield f"buttons.{name}", pin


def _settings(data: Mapping[str, Any], file: Path | None) -> Settings:
    """The settings of checked data."""

    def of(section: str) -> dict[str, Any]:
        given = data.get(section, {})
        return {key.name: _frozen(given.get(key.name, key.default)) for key in KEYS[section]}

    return Settings(
        ReaderSettings(**of("reader")),
        ReedSettings(**of("reeds")),
        LampSettings(**of("lamps")),
        ButtonSettings(**of("buttons")),
        file,
    )


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _text(values: Mapping[str, Mapping[str, Any]]) -> str:
    document = tomlkit.document()
    document.add(tomlkit.comment("pi-board: what is connected to this Pi. Check it with"))
    document.add(tomlkit.comment("    pi-board config check"))
    for section, keys in KEYS.items():
        table = tomlkit.table()
        for key in keys:
            table.add(tomlkit.comment(_comment(key)))
            table.add(key.name, values.get(section, {}).get(key.name, key.default))
        document.add(section, table)
    return tomlkit.dumps(document)


def _comment(key: Key) -> str:
    return f"{key.comment} ({key.expected})" if key.comment else key.expected
