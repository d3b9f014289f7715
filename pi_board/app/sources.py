"""What a reader's name on the command line stands for."""

from __future__ import annotations

from pathlib import Path

from pi_board.core.errors import InvalidText
from pi_board.readers.base import Reader
from pi_board.readers.frames import FramesReader


def open_source(source: str, interval_s: float | None = None) -> Reader:
    """The reader for a folder of frames or a video file.

    Raises InvalidFile if there is nothing that could be read.
    """
    return FramesReader(Path(source), interval_s)


def open_reader(name: str) -> Reader:
    """The reader called `name` in ``play --reader``. Raises InvalidText for one there is not."""
    kind, _, source = name.partition(":")
    if kind == "watch" and source:
        return open_source(source)
    raise InvalidText(f"reader {name!r}, expected watch:FOLDER or watch:VIDEO")
