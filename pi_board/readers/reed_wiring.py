"""Which sensor lies under which site, and what its reeds say about the site's labels.

Stones close one reed under the middle of a site. Tiles of Connex'oh may close reeds at their edges
as well: `gray` has one at the north and one at the east edge and magnets on two neighbouring edges
of the tile, those of its light triangle; `one_hot` has one at each edge (N, E, S, W) and one
magnet, on the edge that lies north when the light corner is NE.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, product
from types import MappingProxyType
from typing import Literal

from pi_board.core.errors import EnvironmentFault
from pi_board.core.layout import Layout
from pi_board.core.observation import Row, stated
from pi_board.core.stones import stones_of

Coding = Literal["none", "gray", "one_hot"]

# closed edge reeds of a tile -> quarter turns; anything else is a tile askew or lifted
_TURNS: Mapping[Coding, Mapping[tuple[bool, ...], int]] = MappingProxyType(
    {
        "none": {},
        "gray": {(True, True): 0, (False, True): 1, (False, False): 2, (True, False): 3},
        "one_hot": {tuple(edge == turned for edge in range(4)): turned for turned in range(4)},
    }
)
_EDGES: Mapping[Coding, int] = MappingProxyType({"none": 0, "gray": 2, "one_hot": 4})


@dataclass(frozen=True, slots=True)
class Wiring:
    """How a board is wired: sensors side by side in a row of the matrix, and the tiles' coding.

    Without edge reeds a site lies where it lies in the grid, so one 8x8 base serves smaller boards
    as well, unless `order` names the sensor under each site (a1 first); with them the sensors of
    all sites follow each other, the stone's first.
    """

    columns: int = 8
    coding: Coding = "none"
    order: tuple[int, ...] = ()

    def sensors(self, layout: Layout) -> tuple[tuple[int, ...], ...]:
        """The sensors of each site: the stone's, then the edges'. The layout must be a grid."""
        edges = _EDGES[self.coding]
        if not edges and len(self.order) == len(layout.sites):
            return tuple((sensor,) for sensor in self.order)
        if edges:
            each = 1 + edges
            return tuple(tuple(range(each * i, each * (i + 1))) for i in range(len(layout.sites)))
        return tuple(
            (y * self.columns + x,) for y, x in product(range(layout.rows), range(layout.columns))
        )

    def sensors_of(self, layout: Layout, count: int) -> tuple[tuple[int, ...], ...]:
        """As `sensors`, of a matrix that has `count` of them. Raises EnvironmentFault if those are
        not enough, or if one would lie under two sites.
        """
        sensors = self.sensors(layout)
        each = list(chain.from_iterable(sensors))
        needed = max(max(each) + 1, len(each))
        if needed > count:
            raise EnvironmentFault(
                f"{count} reeds, expected at least {needed} for the board {layout.name}"
            )
        if len(set(each)) < len(each) == len(self.order):
            raise EnvironmentFault(
                f"the order of the reeds has a sensor twice, expected {len(each)} different ones"
            )
        if len(set(each)) < len(each):
            raise EnvironmentFault(
                f"{self.columns} columns of reeds, expected at least {layout.columns} for the board"
                f" {layout.name}"
            )
        return sensors

    def turned(self, edges: Sequence[bool]) -> int | None:
        """Quarter turns that these edge reeds tell, None if they tell none."""
        return _TURNS[self.coding].get(tuple(edges))

    def edges_of(self, turned: int) -> tuple[bool, ...]:
        """The edge reeds that a tile turned so closes."""
        found = [edges for edges, turns in _TURNS[self.coding].items() if turns == turned]
        return found[0] if found else ()


class Looks:
    """Log-likelihoods of a site's labels from its reeds."""

    def __init__(self, layout: Layout) -> None:
        self._stones = [stones_of(label) for label in layout.labels]
        self.unknown: Row = (0.0,) * len(layout.labels)
        self._rows: dict[tuple[bool | None, int | None], Row] = {}

    def row(self, occupied: bool | None, turned: int | None) -> Row:
        """What is known of a site; None: nothing."""
        key = (occupied, turned)
        if key not in self._rows:
            self._rows[key] = self._make(occupied, turned)
        return self._rows[key]

    def _make(self, occupied: bool | None, turned: int | None) -> Row:
        fits = [
            (occupied is None or bool(s.count) == occupied)
            and (turned is None or s.turned == turned)
            for s in self._stones
        ]
        return stated(fits)
