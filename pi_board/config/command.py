"""What this program is called where it is installed."""

from __future__ import annotations

import sys

INSTALLED = "/opt/pi-board/venv"  # by systemd/install.sh, which puts only pi-board-box on the PATH


def command(words: str) -> str:
    """What to type for ``pi-board`` and these words, as ``doctor`` or ``config check``."""
    program = "pi-board-box" if sys.prefix == INSTALLED else "pi-board"
    return f"{program} {words}"
