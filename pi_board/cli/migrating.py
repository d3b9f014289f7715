"""What an earlier version kept in the configuration and a board's profile keeps now.

``lamps.order`` (the site under each lamp) and ``reeds.masked`` (sites whose reed is not believed)
are of one physical board, not of the Pi.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import tomlkit
from tomlkit.exceptions import ParseError

from calibration.checked import Checked
from calibration.profile import profile_path, save_profile, written_mask, written_order
from pi_board.cli.profiles import kept_profile
from pi_board.config.keys import MOVED
from pi_board.config.settings import file_bytes, load_text
from pi_board.core.errors import ConfigurationError, EnvironmentFault, InvalidFile
from pi_board.games.registry import GAMES, make_game
from pi_board.records.durable import replace_file


def move_to_profiles(file: Path) -> Iterator[str]:
    """Move the old keys of `file`, if there are any; a sentence for each thing done.

    An order goes to the games whose boards have as many sites. Raises EnvironmentFault,
    ConfigurationError for a file that is no TOML or has other faults, and InvalidFile for old keys
    that are no list of such things or fit no board, or a profile of another game's board. Whatever
    stops it, the file then has its keys still.
    """
    try:
        text = file_bytes(file) if file.exists() else b""
        document = tomlkit.parse(text.decode("utf-8-sig"))
    except OSError as problem:
        raise EnvironmentFault(f"{file}: cannot be read ({problem.strerror})") from problem
    except (ParseError, UnicodeDecodeError) as problem:
        raise ConfigurationError(f"{file}: {problem}, expected TOML") from problem
    values = Checked(file, document.unwrap())
    order, masked = written_order(values.table("lamps")), set(written_mask(values.table("reeds")))
    found = [place for place in MOVED if place[1] in document.get(place[0], {})]
    if not found:
        return
    boards = [make_game(name).layouts[0].sites for name in GAMES]
    sizes = sorted({len(sites) for sites in boards})
    if order and len(order) not in sizes:
        expected = f"one for each site of a board ({', '.join(map(str, sizes))})"
        raise InvalidFile(f"{file}: lamps.order has {len(order)} numbers, expected {expected}")
    if nowhere := sorted(masked.difference(*boards)):
        raise InvalidFile(
            f"{file}: reeds.masked has {', '.join(nowhere)}, expected sites of a board"
        )
    for section, key in found:
        del document[section][key]
    rest = tomlkit.dumps(document).encode()
    profiles = load_text(rest, file).profiles
    for game in GAMES:
        yield from _into_profile(game, str(getattr(profiles, game)), order, masked)
    replace_file(file, rest)  # last, so that a power cut before it leaves the keys


def _into_profile(game: str, name: str, order: tuple[int, ...], masked: set[str]) -> Iterator[str]:
    sites = make_game(game).layouts[0].sites
    old = kept_profile(game, name)
    new = replace(
        old,
        lamp_order=old.lamp_order or (order if len(order) == len(sites) else ()),
        masked=old.masked or tuple(site for site in sites if site in masked),
    )
    if new != old:
        path = profile_path(new.name)
        save_profile(new, path)
        yield f"{path}: took over what the configuration said of lamps and reeds"
