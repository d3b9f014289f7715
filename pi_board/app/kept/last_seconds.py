"""The last seconds before a disputed move, as the camera saw them.

    seen = keeper.disputed or keeper.last_seconds()
    if seen:
        showing = LastSeconds(director.table, seen)

They begin to run when they are first shown, at the pace at which they happened.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from pi_board.app.compose import compose
from pi_board.app.scenes.state import TableState
from pi_board.app.seeing import picture_of, pixels_of
from pi_board.app.showing import CLOSES, RUNS, running_buttons, step_to
from pi_board.core.message import message
from pi_board.core.observation import Command
from pi_board.core.scene import Kind, Notice, Scene, Strip
from pi_board.records.evidence import KeptFrame
from pi_board.views.camera import Pixels
from pi_board.vision.pictures import decoded

_DISPUTES = (Kind.ILLEGAL, Kind.DISTURBED, Kind.CHOOSING)


@dataclass(frozen=True, slots=True)
class LastSeconds:
    """Frames gone through. `table` is the table at which they were asked for.

    `due_s`: when the next frame is shown, while they run (negative: they have not begun).
    """

    table: TableState
    seen: tuple[KeptFrame, ...]  # at least one
    at: int = 0
    due_s: float | None = -1.0
    is_closed: bool = False
    drawn: Pixels | None = None

    def obey(self, command: Command) -> LastSeconds:
        """As `pi_board.app.kept.replaying.Playback.obey`, a frame being a move."""
        to = step_to(command, self.at, len(self.seen) - 1)
        if to is not None:
            return self._to(to)
        if command.name in RUNS:
            begun = self._to(0) if self.is_last else self
            return replace(begun, due_s=-1.0 if self.due_s is None else None)
        return replace(self, is_closed=True) if command.name in CLOSES else self

    def tick(self, now_s: float) -> LastSeconds:
        """After some time has passed."""
        if self.due_s is None or 0 <= now_s < self.due_s:
            return self
        if self.due_s < 0:
            return self.goes_on(now_s)
        return self._to(self.at + 1).goes_on(self.due_s)

    def goes_on(self, since_s: float) -> LastSeconds:
        """The next frame is due as long after this one as it was taken; at the last it rests."""
        if self.is_last:
            return self._to(self.at)
        return replace(self, due_s=since_s + self.seen[self.at + 1].t - self.seen[self.at].t)

    @property
    def scene(self) -> Scene:
        """What is to be seen now."""
        now = self.seen[self.at]
        usual = compose(replace(self.table, camera=None))
        back_s, last = round(self.seen[-1].t - now.t), len(self.seen) - 1
        why = (usual.notice.title,) if usual.kind in _DISPUTES else ()
        title = message("{seconds} s before", seconds=back_s)
        return replace(
            usual,
            camera=picture_of(now.corners_px, now.read, self.table.layout),
            choices=(),
            notice=Notice(title, why, icon="eye"),
            strip=Strip(progress=(self.at, last), jumps=True),
            buttons=running_buttons(self.at, last, self.due_s is not None),
        )

    @property
    def pixels(self) -> Pixels:
        """The frame that is shown; the same object as long as it is."""
        return self.drawn or _pixels(self.seen[self.at])

    def close(self) -> None:
        """See `pi_board.app.showing.Showing`."""

    @property
    def is_last(self) -> bool:
        """Whether there is no later frame."""
        return self.at >= len(self.seen) - 1

    def _to(self, at: int) -> LastSeconds:
        """At another frame; it stays there."""
        return replace(self, at=at, due_s=None, drawn=_pixels(self.seen[at]))


def _pixels(seen: KeptFrame) -> Pixels:
    frame = decoded(seen.jpeg)
    assert frame is not None, "written by ourselves"
    return pixels_of(frame)
