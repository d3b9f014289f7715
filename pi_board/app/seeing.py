"""The camera picture for the screen: the frame, the grid on it, what was read and how surely."""

from __future__ import annotations

from math import exp

from pi_board.core.layout import Layout, left_end
from pi_board.core.observation import Observation, likeliest
from pi_board.core.scene import CameraPicture, SiteReading
from pi_board.views.camera import Pixels
from pi_board.vision.geometry import Image
from pi_board.vision.warm.sight import Sight


def camera_picture(sight: Sight, layout: Layout) -> CameraPicture:
    """What to draw on the frame of `sight`."""
    corners: tuple[tuple[float, float], ...] = ()
    if sight.registration is not None:
        corners = sight.registration.geometry.corners_px
    return picture_of(corners, sight.observation, layout)


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
