"""The doctor: what of this machine is well, and one remedy for each fault.

Every check gives findings and changes nothing. What the machine looks like comes from files under
`Machine.root`, so that the checks can be tried on a folder.
"""

from __future__ import annotations

import os
import pwd
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Literal

from pi_board.config.command import command
from pi_board.config.sections import Settings
from pi_board.config.settings import chosen_file, chosen_problems, config_file, defaults, load
from pi_board.core.errors import ConfigurationError

Level = Literal["well", "warning", "fault"]
_SIGNS: Mapping[Level, str] = MappingProxyType({"well": "ok", "warning": "note", "fault": "FAIL"})
# the one of this venv; the installer's belongs to root
PIP = ("" if os.access(sys.prefix, os.W_OK) else "sudo ") + f"{sys.prefix}/bin/pip"


@dataclass(frozen=True, slots=True)
class Finding:
    """One sentence about one part; a warning or fault has a remedy."""

    part: str
    level: Level
    text: str
    remedy: str = ""

    @property
    def sign(self) -> str:
        """The level as it is written before the sentence."""
        return _SIGNS[self.level]


@dataclass(frozen=True, slots=True)
class Machine:
    """Where the machine's own files are, and what is set in the environment."""

    root: Path = Path("/")
    environment: tuple[tuple[str, str], ...] = tuple(sorted(os.environ.items()))

    def path(self, name: str) -> Path:
        """The file called `name` on this machine."""
        return self.root / name.lstrip("/")

    def text(self, name: str) -> str:
        """What stands in a file, "" if it cannot be read."""
        try:
            return self.path(name).read_text("utf-8", "replace").strip("\0\n ")
        except OSError:
            return ""

    def text_of(self, path: Path) -> str:
        """What stands in a file that was `found`, "" if it cannot be read."""
        return self.text(str(path.relative_to(self.root)))

    def found(self, pattern: str) -> tuple[Path, ...]:
        """The files that match a pattern like ``dev/video*``, sorted."""
        return tuple(sorted(self.root.glob(pattern.lstrip("/"))))

    @property
    def is_pi_5(self) -> bool:
        """Whether this is a Raspberry Pi 5."""
        return "Raspberry Pi 5" in self.text("/proc/device-tree/model")

    def set(self, name: str) -> str:
        """A variable of the environment, "" if it is not set."""
        return dict(self.environment).get(name, "")


def join_group(groups: str) -> str:
    """The remedy for devices that only these groups (joined by commas) may open. The shell of who
    reads it may be another user's than the one the program runs as.
    """
    return f"sudo usermod -aG {groups} {user()}, then log in again"


def user() -> str:
    """The name of the user this program runs as, or the number of one without a name."""
    number = os.geteuid()
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return str(number)


Check = Callable[[Machine, Settings], Iterator[Finding]]


def settings_of() -> tuple[Settings, Finding]:
    """The configuration in use (defaults if it is broken) and what is to be said of it."""
    try:
        settings = load()
    except ConfigurationError as problem:
        again = f"mend it, or let user {user()} read it; then {command('config check')}"
        return defaults(), Finding("configuration", "fault", str(problem), again)
    if left_out := chosen_problems():
        again = f"let user {user()} read it; if it can, sudo rm {chosen_file()} and choose again"
        return settings, Finding("configuration", "warning", "; ".join(left_out), again)
    where = settings.file or f"no {config_file()}, all defaults"
    return settings, Finding("configuration", "well", str(where))


def check_board(machine: Machine, _: Settings) -> Iterator[Finding]:
    """Which computer this is."""
    model = machine.text("/proc/device-tree/model")
    if model:
        yield Finding("computer", "well", model)
    else:
        yield Finding(
            "computer",
            "warning",
            "not a Raspberry Pi",
            "use --reader watch:SOURCE here, or run this on the Pi",
        )
