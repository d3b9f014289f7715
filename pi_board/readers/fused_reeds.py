"""What the reeds of a fused reader feel."""

from __future__ import annotations

from pi_board.core.observation import Observation
from pi_board.readers.contradictions import FEW_NUMB, denied_sites, feels


class FeltReeds:
    """What has been heard of the reeds. `newest`: what they felt last; None without reeds."""

    def __init__(self) -> None:
        self.newest: Observation | None = None
        self.is_gone = False
        self.is_unplugged = False  # they answer, and feel nothing
        self._touched: tuple[str, ...] = ()

    def come_or_go(self, *, is_gone: bool) -> None:
        """They can be read no longer, or can be again."""
        self.is_gone, self.newest, self.is_unplugged = is_gone, None, False

    def feel(self, felt: Observation) -> None:
        """They feel this now."""
        self.newest = felt
        self._touched += felt.touched

    def take_touched(self) -> tuple[str, ...]:
        """The sites touched since this was last asked for."""
        touched, self._touched = self._touched, ()
        return touched

    def follow_plug(self, seen: Observation | None) -> bool:
        """Take in what the camera sees (None: nothing): whether they have been unplugged, or
        plugged in again. All stones that they then seem to lose or get were touched by nobody.
        """
        felt, before = self.newest, self.is_unplugged
        if felt is not None and (seen is None or felt.layout == seen.layout):
            self.is_unplugged = not feels(felt) and (
                before or (seen is not None and len(denied_sites(seen, felt)) > FEW_NUMB)
            )
        if self.is_unplugged or before:
            self._touched = ()
        return self.is_unplugged != before
