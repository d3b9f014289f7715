"""What a screen may want to show of a position: groups, lines and their counts, targets."""

from __future__ import annotations

from dataclasses import dataclass

from pi_board.core.game import Player
from pi_board.games.bit_sets import bit_set
from pi_board.games.loa.board import DIRECTIONS, groups, line, names_of
from pi_board.games.loa.moves import steps
from pi_board.games.loa.position import LoaPosition


@dataclass(frozen=True, slots=True)
class CountedLine:
    """A whole row, column or diagonal: its sites from edge to edge and the stones on it.

    A stone on it moves exactly `stones` squares along it.
    """

    sites: tuple[str, ...]
    stones: int


def group_count(position: LoaPosition, player: Player) -> int:
    """In how many groups the stones of `player` stand; one group is a win, none means no stones."""
    return len(groups(position.stones(player)))


def largest_group(position: LoaPosition, player: Player) -> tuple[str, ...]:
    """Sites of the largest group of `player`, in the order of the layout: all when connected."""
    found = groups(position.stones(player))
    return names_of(max(found, key=int.bit_count)) if found else ()


def lines_through(position: LoaPosition, site: int) -> tuple[CountedLine, ...]:
    """The column, diagonal, row and antidiagonal through `site` (an index of the layout)."""
    occupied = position.black | position.white
    lines = (bit_set(line(site, dx, dy)) for dx, dy in DIRECTIONS)
    return tuple(CountedLine(names_of(one), (one & occupied).bit_count()) for one in lines)


def targets(position: LoaPosition, site: int) -> tuple[str, ...]:
    """Where the stone on `site` can go if its owner is to move, in the order of the layout."""
    movers = position.own & 1 << site
    return names_of(bit_set(tuple(s.target for s in steps(position.own, position.enemy, movers))))
