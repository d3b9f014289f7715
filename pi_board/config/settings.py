"""The configuration: one TOML file, read once, checked as a whole.

Every problem names the file, the key, what was found and what was expected.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import platformdirs
import tomlkit

from pi_board.config.command import command
from pi_board.config.keys import KEYS, MOVED, Key
from pi_board.config.pins import clashes
from pi_board.config.sections import (
    ButtonSettings,
    EvidenceSettings,
    LampSettings,
    PlayerSettings,
    ProfileSettings,
    ReaderSettings,
    ReedSettings,
    ScreenSettings,
    Settings,
    SoundSettings,
)
from pi_board.core.errors import ConfigurationError, EnvironmentFault
from pi_board.core.files import may_never_end
from pi_board.readers.addresses import is_remote, without_any_login, without_login
from pi_board.records.durable import replace_file
from pi_board.records.place import state_folder, users_folder

SYSTEM_FILE = Path("/etc/pi-board/config.toml")
# what may be chosen on the device itself; the rest is for whoever wires it
CHOSEN = ("screen", "sound", "evidence", "players", "profiles")
CHOSEN_LAMPS = ("brightness", "night")
_ALIKE = "screen.white = {!r}, expected another colour than screen.black has"


def config_file() -> Path:
    """The file in use: ``PI_BOARD_CONFIG``, the system's if there is one, else the user's.

    Raises ConfigurationError where this user may not know whether the system's is there,
    EnvironmentFault where there is none and this user has no home.
    """
    given = os.environ.get("PI_BOARD_CONFIG")
    if given:
        return Path(given)
    if _is_there(SYSTEM_FILE):
        return SYSTEM_FILE
    return users_folder(platformdirs.user_config_dir) / "config.toml"


def chosen_file() -> Path:
    """What was chosen on the device: the service may not write to /etc."""
    return state_folder() / "settings.toml"


def load(file: Path | None = None) -> Settings:
    """The settings of `file`; None: of the one in use (which need not exist), with what was chosen
    on the device laid over it, as far as that is well.

    Raises ConfigurationError with every problem of the file that somebody wrote.
    """
    if file is not None:
        return _settings(_checked(file), file)
    found = config_file()
    is_there = _is_there(found)
    data = _checked(found) if is_there else {}
    return _with_chosen(data, found if is_there else None)


def load_text(text: bytes, file: Path) -> Settings:
    """What `load` gives once `file`, the one in use, holds `text`. Raises as `load`."""
    return _with_chosen(_without_problems(_toml(text, file), file), file)


def without_file() -> Settings:
    """What was chosen on the device, as far as that is well, and every other key at its default:
    for a box whose configuration is wrong, and that has to say so on its screen.
    """
    return _with_chosen({}, None)


def file_bytes(file: Path) -> bytes:
    """What a file of settings holds. Raises ConfigurationError where reading may never end, OSError
    where it cannot be read.
    """
    if may_never_end(file):
        raise ConfigurationError(f"{file}: a pipe, socket or device, expected a file of settings")
    return file.read_bytes()


def _with_chosen(data: Mapping[str, Any], file: Path | None) -> Settings:
    """The settings of checked data with what was chosen on the device laid over it."""
    chosen: Mapping[str, Any] = {}
    with suppress(EnvironmentFault):  # `chosen_problems` has it
        chosen = _chosen()
    settings = _settings(_laid_over(data, chosen), file)
    if _are_alike(settings):  # two colours that were not chosen together: the file's differ
        written = _settings(data, None).screen
        screen = replace(settings.screen, black=written.black, white=written.white)
        settings = replace(settings, screen=screen)
    return settings


def remember(section: str, name: str, value: Any) -> None:
    """Keep what was chosen on the device, for `load`.

    Raises ConfigurationError for a value that is not valid and for what is for whoever wires it,
    EnvironmentFault if it cannot be written, or what was chosen before not be read and would be
    lost.
    """
    choice = {section: {name: value}}
    if wrong := tuple(_problems(choice, are_chosen=True)):
        raise ConfigurationError(f"{chosen_file()}: {'; '.join(wrong)}")
    data = _laid_over(_chosen(), choice)
    replace_file(chosen_file(), tomlkit.dumps(data).encode())


def chosen_problems() -> tuple[str, ...]:
    """What `load` leaves out of what was chosen on the device, a sentence for each. Nobody wrote
    that file: if it is damaged, or another version's, the box still has to start.
    """
    file = chosen_file()
    try:
        data = _parsed(file) if _is_there(file) else {}
    except ConfigurationError as problem:
        return (str(problem),)
    return tuple(f"{file}: {problem}" for problem in _problems(data, are_chosen=True))


def _chosen() -> dict[str, dict[str, Any]]:
    """What was chosen on the device, as far as it is well.

    Raises EnvironmentFault if it is there and cannot be read.
    """
    file = chosen_file()
    try:
        text = file.read_bytes()
    except FileNotFoundError:
        return {}
    except OSError as problem:
        raise EnvironmentFault(f"{file}: cannot be read ({problem.strerror})") from problem
    try:
        data = _toml(text, file)
    except ConfigurationError:
        return {}
    return {
        section: {
            key.name: values[key.name]
            for key in KEYS[section]
            if key.name in values
            and _may_be_chosen(section, key.name)
            and key.valid(values[key.name])
        }
        for section, values in data.items()
        if section in KEYS and isinstance(values, Mapping)
    }


def _may_be_chosen(section: str, name: str) -> bool:
    return section in CHOSEN or (section == "lamps" and name in CHOSEN_LAMPS)


def defaults() -> Settings:
    """Every key at its default."""
    return _settings({}, None)


def problems(data: Mapping[str, Any]) -> tuple[str, ...]:
    """What is wrong with the parsed text of a file, one sentence for each key."""
    if wrong := tuple(_problems(data)):
        return wrong
    settings = _settings(data, None)
    alike = (_ALIKE.format(settings.screen.white),) if _are_alike(settings) else ()
    return (*clashes(settings), *alike)


def late_camera(settings: Settings) -> str:
    """Why no game can be begun as it is configured, "" if one can: lamps have to be out in what a
    camera sees, and nobody knows how late pictures come over a network. With another reader that is
    asked for one may be.
    """
    camera, lamps = settings.reader.camera, settings.lamps.kind
    if lamps == "none" or settings.reader.kind == "reed" or not is_remote(camera):
        return ""
    return (
        f"reader.camera = {without_login(camera)!r} beside lamps.kind = {lamps!r}, expected one on "
        'a ribbon or on USB, or "none"'
    )


def default_text() -> str:
    """The file with every key at its default, and what is expected of it as a comment."""
    return _text({})


def text_of(settings: Settings) -> str:
    """The file that would give `settings`."""
    values = {
        section: {key.name: getattr(getattr(settings, section), key.name) for key in keys}
        for section, keys in KEYS.items()
    }
    return _text(values)


def _checked(file: Path) -> dict[str, Any]:
    """The parsed text of a file without problems."""
    return _without_problems(_parsed(file), file)


def _without_problems(data: dict[str, Any], file: Path) -> dict[str, Any]:
    wrong = [f"{file}: {problem}" for problem in problems(data)]
    if wrong:
        raise ConfigurationError("; ".join(wrong))
    return data


def _laid_over(data: Mapping[str, Any], chosen: Mapping[str, Any]) -> dict[str, Any]:
    return {name: {**data.get(name, {}), **chosen.get(name, {})} for name in {*data, *chosen}}


def _is_there(file: Path) -> bool:
    """Raises ConfigurationError where that cannot be told."""
    try:
        return file.exists()
    except OSError as problem:  # in a folder that this user may not enter
        raise _unreadable(file, problem) from problem


def _unreadable(file: Path, problem: OSError) -> ConfigurationError:
    return ConfigurationError(f"{file}: cannot be read ({problem.strerror})")


def _parsed(file: Path) -> dict[str, Any]:
    try:
        return _toml(file_bytes(file), file)
    except FileNotFoundError:
        raise ConfigurationError(f"{file}: there is no such file") from None
    except OSError as problem:
        raise _unreadable(file, problem) from problem


def _toml(text: bytes, file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(text.decode("utf-8-sig"))  # some editors put a mark before it
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as problem:
        raise ConfigurationError(f"{file}: {problem}, expected TOML") from problem


def _problems(data: Mapping[str, Any], *, are_chosen: bool = False) -> Iterator[str]:
    """`are_chosen`: on the device, where not everything may be."""
    for section, values in data.items():
        if section not in KEYS and not isinstance(values, Mapping) and _sections_of(section):
            yield f"{section} is in no section, expected it below {_sections_of(section)}"
            continue
        if section not in KEYS:
            yield f"[{section}] is no section, expected {_nearest(section, list(KEYS))}"
            continue
        if not isinstance(values, Mapping):
            words = f"[{section}] is no section but {values!r}"
            yield f"{words}, expected [{section}] and keys below it"
            continue
        keys = {key.name: key for key in KEYS[section]}
        for name, value in values.items():
            if (section, name) in MOVED and not are_chosen:
                words = f"{section}.{name} is no key any more, expected in the board's profile"
                yield f"{words}: {command('config migrate')} moves it there"
            elif name not in keys:
                yield f"{section}.{name} is no key, expected {_of_section(name, list(keys))}"
            elif are_chosen and not _may_be_chosen(section, name):
                yield f"{section}.{name} cannot be chosen on the device"
            elif not keys[name].valid(value):
                found = without_any_login(repr(value))  # of a camera; screens and logs show it
                yield f"{section}.{name} = {found}, expected {keys[name].expected}"


def _are_alike(settings: Settings) -> bool:
    """Whether nobody could tell the players' stones apart."""
    return settings.screen.black == settings.screen.white


def _sections_of(name: str) -> str:
    """The sections that have a key called `name`, as a line of the file begins one."""
    return " or ".join(
        f"[{section}]" for section in KEYS if name in (k.name for k in KEYS[section])
    )


def _of_section(name: str, names: list[str]) -> str:
    """What may be meant by a key that its section, which has `names`, does not have."""
    elsewhere = _sections_of(name)
    return f"it below {elsewhere}" if elsewhere else _nearest(name, names)


def _nearest(name: str, names: list[str]) -> str:
    near = get_close_matches(name, names, 1)
    return near[0] if near else "one of " + ", ".join(names)


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
        ScreenSettings(**of("screen")),
        SoundSettings(**of("sound")),
        EvidenceSettings(**of("evidence")),
        PlayerSettings(**of("players")),
        ProfileSettings(**of("profiles")),
        file,
    )


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _text(values: Mapping[str, Mapping[str, Any]]) -> str:
    document = tomlkit.document()
    document.add(tomlkit.comment("pi-board: what is connected to this Pi. Check it with"))
    document.add(tomlkit.comment(f"    {command('config check')}"))
    for section, keys in KEYS.items():
        table = tomlkit.table()
        for key in keys:
            table.add(tomlkit.comment(_comment(key)))
            table.add(key.name, values.get(section, {}).get(key.name, key.default))
        document.add(section, table)
    return tomlkit.dumps(document)


def _comment(key: Key) -> str:
    return f"{key.comment} ({key.expected})" if key.comment else key.expected
