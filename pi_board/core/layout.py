"""The places a board has and the looks each of them can have.

A *site* is a place that is looked at on its own, a *label* is a look that a site can have, a
*group* is a set of sites that the rules treat as one place: the holes of a Linja row; in the other
games each site is a group of its own. A *look* is what a group shows: the sorted indices (into
`Layout.labels`) of its sites' labels. An *appearance* says for every group which looks agree with
a position, for there may be several: a seventh stone on a Linja start line lies beside the board,
and nobody says which one.

Sites are named ``file letter + row number`` in the board's own frame: x to the right (a, b, ...), y
up (row 1 first); where a whole row is one site (`Surface.ROWS`), by the row number alone. Tuples
over sites go row by row from row 1, a first (a1, b1, ..., a2, ...).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

Look = tuple[int, ...]
Appearance = tuple[frozenset[Look], ...]


def groups_apart(one: Appearance, other: Appearance) -> tuple[int, ...]:
    """The groups of which two appearances of one layout have not the same looks."""
    return tuple(
        [group for group, looks in enumerate(other)
         if looks is not one[group] and looks != one[group]]
    )  # fmt: skip


class Surface(Enum):
    """What the playing surface looks like, for whoever has to find or draw it."""

    SQUARES = "squares"  # chequered, stones stand in the middle of a square
    HOLES = "holes"  # rows of holes, at most one stone in each
    ROWS = "rows"  # lanes between sticks, stones lie loosely; one site a row
    TILES = "tiles"  # square tiles cut by a diagonal into a light and a dark triangle

    @property
    def has_rows(self) -> bool:
        """Whether a whole row is one place to the rules, so that a group's number is its row's."""
        return self in (Surface.HOLES, Surface.ROWS)


@dataclass(frozen=True, slots=True)
class Layout:
    """Sites, labels and groups of one kind of board."""

    name: str
    surface: Surface
    columns: int  # places side by side in a row, as drawn; ROWS boards too
    rows: int
    sites: tuple[str, ...]
    labels: tuple[str, ...]
    groups: tuple[tuple[int, ...], ...]  # indices into sites
    _site_index: dict[str, int] = field(init=False, repr=False, compare=False, hash=False)
    _label_index: dict[str, int] = field(init=False, repr=False, compare=False, hash=False)
    _group_index: dict[str, int] = field(init=False, repr=False, compare=False, hash=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_site_index", {s: i for i, s in enumerate(self.sites)})
        object.__setattr__(self, "_label_index", {s: i for i, s in enumerate(self.labels)})
        group_of = {self.sites[site]: i for i, group in enumerate(self.groups) for site in group}
        object.__setattr__(self, "_group_index", group_of)

    @property
    def turns(self) -> tuple[int, ...]:
        """The quarter turns after which the board may lie the same way: rows of lanes stay rows,
        and a board that is longer than wide has half turns only.
        """
        square = self.columns == self.rows and self.surface is not Surface.ROWS
        return (0, 1, 2, 3) if square else (0, 2)

    def site(self, name: str) -> int:
        """Index of the site called `name`; KeyError if there is none."""
        return self._site_index[name]

    def group(self, name: str) -> int:
        """Index of the group that holds the site called `name`; KeyError if there is none."""
        return self._group_index[name]

    def sites_of(self, *groups: int) -> tuple[str, ...]:
        """The names of the sites of `groups` (indices into `groups`), group by group."""
        return tuple(self.sites[site] for group in groups for site in self.groups[group])

    def label(self, name: str) -> int:
        """Index of the label called `name`; KeyError if there is none."""
        return self._label_index[name]


def site_name(column: int, row: int) -> str:
    """What the site in this column and row of a grid (both from 0) is called: ``a1``, ``b1``."""
    return f"{chr(97 + column)}{row + 1}"


def column_and_row(name: str) -> tuple[int, int]:
    """Where in a grid (both from 0) the site called `name` lies."""
    return ord(name[0]) - 97, int(name[1:]) - 1


def left_end(site: str) -> str:
    """The name of the site on which `site` is drawn: of a lane, named by its number alone, the left
    end (``3``: ``a3``); of any other itself.
    """
    return site if site[0].isalpha() else f"a{site}"


def grid_sites(columns: int, rows: int) -> tuple[str, ...]:
    """Site names of a grid: a1, b1, ..., a2, ... ."""
    return tuple(site_name(column, row) for row in range(rows) for column in range(columns))
