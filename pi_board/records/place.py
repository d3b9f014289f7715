"""Where this program keeps its files: never in the working folder.

A journal is named after the moment its game began and the game, so that names sort by time.
"""

from __future__ import annotations

import calendar
import errno
import os
import re
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import platformdirs

from pi_board.core.errors import EnvironmentFault

IMPORTED = "import:"  # begins the source of a game that was not played here
SIMULATED = "table:"  # and of one that nobody played
NOT_PLAYED = (IMPORTED, SIMULATED)  # nobody goes on with these

CLOCK_IS_SET = Path("/run/systemd/timesync/synchronized")  # there when the network told the time

SPARE_BYTES = 50_000_000  # of the disk, for journals alone

_DAY, _TIME = r"(?!9999)\d{4}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])", r"([01]\d|2[0-3])[0-5]\d[0-5]\d"
_NAME = re.compile(rf"{_DAY}-{_TIME}-\d{{3}}-[a-z]+\.jsonl")


def state_folder() -> Path:
    """The folder for games and journals: systemd's state directory, else the user's (XDG). Raises
    EnvironmentFault where this user has none.
    """
    given = os.environ.get("STATE_DIRECTORY", "").split(":")[0]
    return Path(given) if given else users_folder(platformdirs.user_state_dir)


def users_folder(of: Callable[..., str]) -> Path:
    """The folder of this program that `of`, a function of platformdirs, tells. Raises
    EnvironmentFault where this user has none.
    """
    try:
        return Path(of("pi-board", appauthor=False))
    except RuntimeError as error:  # as in containers, where the system knows no such user
        home = os.environ.get("HOME", "not set")
        raise EnvironmentFault(
            f"HOME is {home} and user {os.getuid()} has no home folder, expected HOME to be one"
        ) from error


def games_folder() -> Path:
    """The folder of the journals, one file for each game."""
    return state_folder() / "games"


def need_room(folder: Path) -> None:
    """Raises OSError unless so much is free on the disk of `folder` that not only journals may be
    written.
    """
    if shutil.disk_usage(folder).free <= SPARE_BYTES:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def need_listing(folder: Path) -> None:
    """Raises EnvironmentFault where the journals in `folder` may be there and cannot be seen, as on
    a stick that was pulled out, to which a link leads, or in another user's folder: none found
    would look like none kept.
    """
    try:
        for place in (folder, *folder.parents):
            if place.is_symlink() and not place.exists():
                raise FileNotFoundError(errno.ENOENT, f"{place} leads to what is not there")
        with suppress(FileNotFoundError), os.scandir(folder):
            pass
    except OSError as error:
        raise EnvironmentFault(f"cannot read the games in {folder}: {error.strerror}") from error


def journal_names(folder: Path) -> list[str]:
    """The names of all journals in `folder`, oldest first; none if there is no such folder."""
    try:
        with os.scandir(folder) as entries:
            return sorted(entry.name for entry in entries if _NAME.fullmatch(entry.name))
    except OSError:
        return []


def journal_paths(folder: Path, game_name: str | None) -> Iterator[Path]:
    """The journals of one kind of game (None: of all), newest first."""
    for name in reversed(journal_names(folder)):
        if game_name is None or name.endswith(f"-{game_name}.jsonl"):
            yield folder / name


def new_journal_path(folder: Path, game_name: str, now: float) -> Path:
    """A name for a game beginning at `now` (seconds since the epoch) that sorts after all others.

    A small computer without a battery may wake up in the past, so the newest name counts as well.
    """
    moments = (_moment_ms(name[:19]) for name in reversed(journal_names(folder)))
    moment_ms = max(int(now * 1000), next(filter(None, moments), 0) + 1)
    return folder / f"{_stamp(moment_ms)}-{game_name}.jsonl"


def journal_path_after(taken: Path) -> Path:
    """A name for the game that was to have the name `taken`, which another program was faster to
    take: both began in the same moment.
    """
    later_s = named_moment_s(taken) + 0.0015  # where nobody may list the folder too
    return new_journal_path(taken.parent, taken.stem.rpartition("-")[2], later_s)


def named_moment_s(journal: Path) -> float:
    """The moment in the name of a journal, seconds since the epoch."""
    return _moment_ms(journal.name[:19]) / 1000


def _stamp(moment_ms: int) -> str:
    seconds, thousandths = divmod(moment_ms, 1000)
    return f"{time.strftime('%Y%m%d-%H%M%S', time.gmtime(seconds))}-{thousandths:03}"


def _moment_ms(stamp: str) -> int:
    """The moment of a stamp, in milliseconds; 0 for one that is no time."""
    try:
        seconds = calendar.timegm(time.strptime(stamp[:15], "%Y%m%d-%H%M%S"))
    except ValueError:
        return 0
    return seconds * 1000 + int(stamp[16:])
