"""What sensors make of the real board: a camera that misreads, reeds that miss and bounce.

Chance comes from a seeded generator that the caller owns.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Literal

from pi_board.core.layout import Layout
from pi_board.core.observation import Observation
from pi_board.core.stones import stones_of
from pi_board.simulation.board import Board

Kind = Literal["camera", "reeds", "both"]
KINDS: tuple[Kind, ...] = ("camera", "reeds", "both")

SURE_NATS = (8.0, 2.0)  # how clearly a site is read: mean and spread
WRONG_NATS = (0.5, 8.0)  # how clearly a site is misread: from, to
REED_NATS = 9.0


@dataclass(frozen=True, slots=True)
class Faults:
    """How often a sensor errs: share of sites misread in a look, of reed events missed, bounced."""

    misread: float = 0.01
    missed: float = 0.025
    bounced: float = 0.025


class Sensor:
    """One kind of sensor over one board."""

    def __init__(self, kind: Kind, layout: Layout, rng: Random, faults: Faults) -> None:
        self.kind = kind
        self._layout = layout
        self._rng = rng
        self._faults = faults
        self._reed_rows = [_reed_row(layout, label) for label in layout.labels]

    def observe(
        self, t: float, board: Board, covered: tuple[str, ...], touched: tuple[int, ...], frame: int
    ) -> Observation:
        """One look at `board` at time `t`, with the groups `touched` since the last one."""
        seen = self.kind != "reeds"
        return Observation(
            t=t,
            layout=self._layout,
            looks=tuple(self._row(label) for label in board.labels),
            obstructed=covered if seen else (),
            touched=self._felt(touched) if self.kind != "camera" else (),
            frame=frame if seen else None,
        )

    def _row(self, label: int) -> tuple[float, ...]:
        camera = self._camera(label)
        if self.kind == "camera":
            return camera
        reed = self._reed_rows[label]
        if self.kind == "reeds":
            return reed
        return tuple(one + other for one, other in zip(camera, reed, strict=True))

    def _camera(self, label: int) -> tuple[float, ...]:
        rng, others = self._rng, len(self._layout.labels) - 1
        clear = max(1.0, rng.gauss(*SURE_NATS))
        row = [-clear] * (others + 1)
        row[label] = 0.0
        if rng.random() < self._faults.misread:
            wrong = rng.choice([other for other in range(others + 1) if other != label])
            row[wrong] = rng.uniform(*WRONG_NATS)
        return tuple(row)

    def _felt(self, touched: tuple[int, ...]) -> tuple[str, ...]:
        names = []
        for group in touched:
            if self._rng.random() < self._faults.missed:
                continue
            site = self._layout.sites[self._layout.groups[group][0]]
            names += [site] * (2 if self._rng.random() < self._faults.bounced else 1)
        return tuple(names)


def _reed_row(layout: Layout, label: str) -> tuple[float, ...]:
    """What reeds tell of a label: whether a stone lies there, which way a tile lies; no colours."""
    real = stones_of(label)
    there = bool(real.count)
    shown = [stones_of(one) for one in layout.labels]
    return tuple(
        0.0 if bool(s.count) == there and s.turned == real.turned else -REED_NATS for s in shown
    )
