"""What a session shows of itself."""

from __future__ import annotations

from dataclasses import dataclass

from pi_board.core.observation import Observation
from pi_board.vision.geometry import Image, NotFound, Registration


@dataclass(frozen=True, slots=True)
class Sight:
    """What the session knows at the moment, for the screen: the newest frame (height, width, 3),
    where the board lies, and the newest observation of it; `missing`: why there is no board in the
    frame that was searched last, if there is none.
    """

    frame: Image | None
    registration: Registration | None
    observation: Observation | None
    missing: NotFound | None = None
