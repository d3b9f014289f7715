"""Files that somebody names."""

from __future__ import annotations

from pathlib import Path


def may_never_end(path: Path) -> bool:
    """Whether this is a pipe, a socket or a device, which could keep whoever reads it waiting for
    ever. Raises OSError.
    """
    return path.exists() and not path.is_file() and not path.is_dir()
