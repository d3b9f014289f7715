"""What a source is called on the command line, and what it stands for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path

from pi_board.app.sitting import Moment
from pi_board.core.errors import EnvironmentFault, InvalidText
from pi_board.core.events import ReaderChanged
from pi_board.core.observation import Observation
from pi_board.readers.addresses import CAMERAS, is_live, without_login
from pi_board.readers.camera import CameraReader
from pi_board.readers.frames import FramesReader
from pi_board.readers.simulator import is_simulated
from pi_board.vision.geometry import Image
from pi_board.vision.warm.session import BoardSession


def open_source(
    source: str, interval_s: float | None = None, session: BoardSession | None = None
) -> CameraReader | FramesReader:
    """The reader for a folder of frames, a video file or a camera; `session` for a board of which
    something is known.

    Raises InvalidFile if there is nothing that could be read, InvalidText for a camera's name that
    cannot be understood.
    """
    if is_live(source):
        if interval_s is not None:
            raise InvalidText(f"an interval for {source}, expected none: a camera has its own time")
        return CameraReader(source, session)
    if not source:
        raise InvalidText("an empty source, expected a folder of frames, a video file or a camera")
    if "://" in source:  # no path: that would lose a slash, and show whoever logs in
        raise InvalidText(f"camera {without_login(source)!r}, expected {CAMERAS}")
    return FramesReader(Path(source), interval_s, session)


def check_reader_name(name: str) -> None:
    """Raises InvalidText unless a reader may be called `name` ("": as the configuration says)."""
    source = name.removeprefix("watch:")
    if name in ("", "reed", "fused") or is_simulated(name) or is_live(source):
        return
    if not source or source == name:
        known = "camera, camera:N, reed, fused, simulator or watch:SOURCE"
        raise InvalidText(f"reader {name!r}, expected {known}")


def there_at_all(moments: Iterable[Moment]) -> Iterator[Moment]:
    """The moments of a sitting whose camera may be lost and come back, but must be there first.

    Raises EnvironmentFault, with the reader's own reason, if it is lost before the first look.
    """
    seen = False
    for moment in moments:
        given = moment.input
        if isinstance(given, ReaderChanged) and not seen:
            raise EnvironmentFault(given.reason.text, given.reason.kind)
        seen = seen or isinstance(given, Observation)
        yield moment


def pictures(source: str) -> Iterator[Image]:
    """The bare pictures (height, width, 3) of a source, for the set-up of a board.

    Raises InvalidFile, InvalidText and EnvironmentFault as the readers say.
    """
    with closing(open_source(source)) as reader:
        yield from reader.frames()
