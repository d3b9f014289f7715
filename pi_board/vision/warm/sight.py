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

    @property
    def is_mirrored(self) -> bool:
        """Whether there is none because the picture shows it as in a mirror."""
        return self.missing is not None and self.missing.mirrored

    @property
    def is_larger(self) -> bool:
        """Whether there is none because it shows one of more sites."""
        return self.missing is not None and self.missing.larger
