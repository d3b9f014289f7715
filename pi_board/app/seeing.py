"""The camera picture for the screen: the frame, the grid on it, what was read and how surely."""

from __future__ import annotations

from dataclasses import replace
from math import exp

from pi_board.app.scenes.state import TableState
from pi_board.core.layout import Layout, left_end
from pi_board.core.observation import Observation, likeliest
from pi_board.core.scene import CameraPicture, SiteReading
from pi_board.views.camera import Pixels
from pi_board.vision.geometry import Image
from pi_board.vision.warm.sight import Sight


class Seeing:
    """What the reader sees, which is shown in place of the board while somebody looks at it."""

    def __init__(self) -> None:
        self._sight: Sight | None = None
        self._is_wanted = False

    def follow(self, sight: Sight) -> None:
        """Take in what the reader sees now."""
        self._sight = sight

    def obey(self, name: str) -> None:
        """``look`` shows it, a second time the board again, and so does ``back``."""
        self._is_wanted = name == "look" and self.can_look and not self._is_wanted

    @property
    def can_look(self) -> bool:
        """Whether there is a picture of a camera."""
        return self._sight is not None and self._sight.frame is not None

    @property
    def is_shown(self) -> bool:
        """Whether it is to be seen in place of the board."""
        return self._is_wanted and self.can_look

    def on(self, table: TableState) -> tuple[TableState, Pixels | None]:
        """The table with what is seen of it, and the picture that is shown."""
        sight = self._sight
        if sight is None:
            return table, None
        advice = None if sight.missing is None else sight.missing.advice
        table = replace(table, not_found=advice)
        if sight.frame is None or not self._is_wanted:
            return table, None
        corners = () if sight.registration is None else sight.registration.geometry.corners_px
        camera = picture_of(corners, sight.observation, table.layout)
        return replace(table, camera=camera), pixels_of(sight.frame)


def picture_of(
    corners_px: tuple[tuple[float, float], ...], read: Observation | None, layout: Layout
) -> CameraPicture:
    """What to draw on a frame with the board's outer corners at `corners_px` (none: not found)."""
    return CameraPicture(
        corners_px=corners_px,
        columns=layout.columns,
        rows=layout.rows,
        sights=_sights(read) if read else (),
    )


def pixels_of(frame: Image) -> Pixels:
    """A frame (height, width, BGR) as the views take it."""
    height, width = frame.shape[:2]
    return Pixels(width, height, frame[:, :, ::-1].tobytes())


def _sights(read: Observation) -> tuple[SiteReading, ...]:
    layout = read.layout
    covered = set(read.obstructed)
    found = []
    for site, row in zip(layout.sites, read.looks, strict=True):
        best = likeliest(row)
        certainty = 1 / sum(exp(max(-700.0, value - row[best])) for value in row)
        found.append(SiteReading(left_end(site), layout.labels[best], certainty, site in covered))
    return tuple(found)
