"""A live camera as a reader. Losing it is something to say, not the end: it is opened again."""

from __future__ import annotations

from collections.abc import Iterator

from pi_board.core.cause import Cause
from pi_board.core.errors import EnvironmentFault
from pi_board.core.observation import Input, Tick, reader_changed
from pi_board.readers.addresses import without_login
from pi_board.readers.devices import TIMEOUT_S
from pi_board.readers.grabber import Grabbed, Grabber
from pi_board.readers.opening import opener
from pi_board.readers.pictures import PictureReader
from pi_board.readers.stuck import SEES_BLACK, STANDS_STILL, Frames
from pi_board.vision.geometry import Image
from pi_board.vision.warm.session import BoardSession

_PATIENCE_S = 0.2  # with which a frame is waited for


class CameraReader(PictureReader):
    """Reads the newest frame of a camera, whenever the last one has been dealt with."""

    def __init__(
        self, source: str, session: BoardSession | None = None, grabber: Grabber | None = None
    ) -> None:
        """`source` as `opening.opener` takes it. Raises InvalidText if it names no camera."""
        super().__init__(session)
        self._source = without_login(source)
        self._grabber = grabber if grabber is not None else Grabber(opener(source))
        self._lost = False
        self._closed = False
        self._frames = Frames()

    def inputs(self) -> Iterator[Input]:
        """What the session makes of the newest frames; ticks while none comes or nothing is to be
        said of them, so that clocks go on; `reader_changed` when the camera is lost, or gives the
        same picture again and again, and when it is back. Ends with `close`. Raises
        EnvironmentFault as `Grabber.wait` does.
        """
        while not self._closed:
            grabbed = self._grabber.wait(_PATIENCE_S)
            if grabbed is None:
                yield Tick(self._grabber.now)
            elif isinstance(grabbed.frame, Cause):
                self._frames = Frames()
                yield from self._missing(grabbed.frame, grabbed.t)
            elif self._stands_still(grabbed.frame, grabbed.t):
                why = STANDS_STILL if grabbed.frame.any() else SEES_BLACK
                yield from self._missing(why, grabbed.t)
            else:
                yield from self._back(grabbed)
                yield from self._look(grabbed.frame, grabbed.t, grabbed.index)

    def frames(self) -> Iterator[Image]:
        """The bare pictures (height, width, 3) as they come, until `close`.

        Raises EnvironmentFault when there is no camera, or no longer.
        """
        while not self._closed:
            grabbed = self._grabber.wait(_PATIENCE_S)
            if grabbed is None:
                continue
            if isinstance(grabbed.frame, Cause):
                raise EnvironmentFault(grabbed.frame.text, grabbed.frame.kind)
            yield grabbed.frame

    def close(self) -> None:
        """See `Reader.close`."""
        self._closed = True
        self._grabber.close()

    def _stands_still(self, frame: Image, t: float) -> bool:
        """Whether no pixel has changed for as long as a silent camera is waited for: it, or what
        sends its pictures, is stuck.
        """
        self._frames = self._frames.with_frame(frame, t)
        return t - self._frames.same_since_s >= TIMEOUT_S

    def _missing(self, why: Cause, t: float) -> Iterator[Input]:
        if self._lost:
            yield Tick(t)
            return
        self._lost = True
        yield reader_changed(t, self._source, "none", why)

    def _back(self, grabbed: Grabbed) -> Iterator[Input]:
        if self._lost:
            self._lost = False
            yield reader_changed(grabbed.t, "none", self._source, Cause("the camera is back"))
