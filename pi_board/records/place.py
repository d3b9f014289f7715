"""Where this program keeps its files: never in the working folder."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs


def state_folder() -> Path:
    """The folder for games and journals: systemd's state directory, else the user's (XDG)."""
    given = os.environ.get("STATE_DIRECTORY", "").split(":")[0]
    return Path(given) if given else Path(platformdirs.user_state_dir("pi-board", appauthor=False))


def games_folder() -> Path:
    """The folder of the journals, one file for each game."""
    return state_folder() / "games"
