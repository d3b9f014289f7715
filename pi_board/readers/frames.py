"""Recorded frames as a reader: a folder of pictures, or a video file.

Picture `i` of a folder is taken to have been made at ``i * interval`` seconds (of videos see
`video`), so the same files always give the same observations, however fast they are read.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from contextlib import suppress
from pathlib import Path

from pi_board.core.cause import Cause
from pi_board.core.errors import InvalidFile
from pi_board.core.observation import Input, reader_changed
from pi_board.readers.addresses import CAMERAS
from pi_board.readers.pictures import PictureReader
from pi_board.readers.video import Timed, open_video, video_frames
from pi_board.vision.geometry import Image, size_of
from pi_board.vision.pictures import load_picture, readable
from pi_board.vision.warm.session import BoardSession

PICTURES = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".ppm", ".tif", ".tiff", ".webp"})
DEFAULT_INTERVAL_S = 0.5
LONGEST_INTERVAL_S = 86400.0  # a day


class FramesReader(PictureReader):
    """Reads a folder of pictures (sorted by name) or a video file, once, as fast as it is asked."""

    def __init__(
        self, source: Path, interval_s: float | None = None, session: BoardSession | None = None
    ) -> None:
        """`interval_s` between frames; None: half a second, or when the video file says.

        Raises InvalidFile if there is nothing at `source` that could be read, or no picture in it,
        and for an interval that is no time between frames.
        """
        super().__init__(session)
        name = readable(source)
        if interval_s is not None and not 0 < interval_s <= LONGEST_INTERVAL_S:
            raise InvalidFile(
                f"{name}: frames {interval_s} s apart, expected more than 0 and "
                f"at most {LONGEST_INTERVAL_S:.0f}"
            )
        self._frames: Generator[Timed, None, None]
        self._source = name
        self._closed = False
        self._files: tuple[Path, ...] = ()
        if source.is_dir():
            self._files = _picture_files(source)
            self._frames = _pictures(self._files, interval_s or DEFAULT_INTERVAL_S)
        elif source.is_file():
            self._frames = video_frames(source, open_video(source), interval_s)
        else:
            found = "neither file nor folder" if source.exists() else "not found"
            expected = f"a folder of pictures, a video file, {CAMERAS}"
            raise InvalidFile(f"{name}: {found}; expected {expected}")

    def inputs(self) -> Iterator[Input]:
        """What the session makes of one frame after the other.

        A picture that cannot be read, or that alone is of another size than those before, upright
        or lengthwise, is left out, as a camera that is gone for a moment: a note says why, and
        another one that the frames go on.
        So is what is damaged in a video, or missing at its end.
        Raises InvalidFile if there is none that can be read.
        """
        fault: InvalidFile | None = None
        read_any = False
        for index, t, frame in self._until_closed():
            if isinstance(frame, InvalidFile):
                if fault is None and read_any:
                    yield reader_changed(t, self._source, "none", Cause(str(frame)), index)
                fault = frame
                continue
            if fault is not None:
                if not read_any:  # only now there are frames that this one is missing among
                    yield reader_changed(t, self._source, "none", Cause(str(fault)), index)
                why = Cause(f"frames again, after {fault}")
                yield reader_changed(t, "none", self._source, why, index)
            yield from self._look(frame, t, index)
            fault, read_any = None, True
        if fault is not None and not read_any and not self._closed:
            raise fault

    def picture_name(self, frame: int | None) -> str:
        """The name of the file that is this frame of a folder; "" in a video, or for None."""
        return readable(self._files[frame].name) if self._files and frame is not None else ""

    def frames(self) -> Iterator[Image]:
        """The bare pictures (height, width, 3), for who wants nothing else.

        Raises InvalidFile at the first that cannot be read or has another size.
        """
        for _, _, frame in self._until_closed():
            if isinstance(frame, InvalidFile):
                raise frame
            yield frame

    def close(self) -> None:
        """Read no further, and let go of a video; one that is just being read ends by itself."""
        self._closed = True
        with suppress(ValueError):
            self._frames.close()

    def _until_closed(self) -> Iterator[Timed]:
        """The frames, each with its number and time; not always who reads is the one who closes."""
        for timed in self._frames:
            if self._closed:
                self._frames.close()
                return
            yield timed


def _picture_files(folder: Path) -> tuple[Path, ...]:
    pictures = [path for path in folder.iterdir() if path.suffix.lower() in PICTURES]
    padded = len({len(path.name) for path in pictures}) == 1  # also in other digits than ours
    named = sorted(pictures, key=None if padded else _in_order)
    # hidden ones are no pictures: Macs leave such beside each file they copy
    files = tuple(path for path in named if path.is_file() and not path.name.startswith("."))
    if not files:
        raise InvalidFile(
            f"{readable(folder)}: no pictures in it, expected {', '.join(sorted(PICTURES))}"
        )
    return files


def _in_order(path: Path) -> tuple[list[tuple[str, int, str]], str]:
    """What sorts names as people and programs number them: frame2 before frame10, and seconds as
    12.25 before 12.5.
    """
    parts = re.findall(r"([^0-9]*)([0-9]*)(\.[0-9]+)?", path.stem)
    return [(text, int(whole or -1), part) for text, whole, part in parts], path.name


def _pictures(files: tuple[Path, ...], interval_s: float) -> Generator[Timed, None, None]:
    shape: list[int] | None = None
    before, wanted = shape, ""
    for index, path in enumerate(files):
        try:
            image = load_picture(path)
        except InvalidFile as fault:
            yield index, index * interval_s, fault
            continue
        size = "{} x {}".format(*size_of(image))
        sides = sorted(size_of(image))  # a phone held over a table turns some of its pictures
        if shape is None or before == sides:  # two in a row: another camera from now on
            shape, wanted = sides, size
        before = sides
        if sides != shape:
            other = InvalidFile(
                f"{readable(path)}: {size} pixels, expected {wanted} as the frames before"
            )
            yield index, index * interval_s, other
            continue
        yield index, index * interval_s, image
