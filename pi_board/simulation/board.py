"""The physical board: which label every site really shows."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from pi_board.core.game import AnyGame
from pi_board.core.layout import Appearance, Layout, Look
from pi_board.core.stones import Stones, total


@dataclass(frozen=True, slots=True)
class Board:
    """What lies there: the index of every site's label."""

    layout: Layout
    labels: tuple[int, ...]

    def look(self, group: int) -> Look:
        """What a group shows."""
        return tuple(sorted(self.labels[site] for site in self.layout.groups[group]))

    def stones(self, group: int) -> Stones:
        """The stones of a group."""
        return total(self.layout, self.look(group))

    def appearance(self) -> Appearance:
        """What all groups show."""
        return tuple(frozenset({self.look(group)}) for group in range(len(self.layout.groups)))

    def with_label(self, site: int, label: int) -> Board:
        """The board with one site changed."""
        labels = list(self.labels)
        labels[site] = label
        return Board(self.layout, tuple(labels))

    def showing(self, group: int, look: Look, rng: Random) -> Board:
        """The board with a group brought to show `look`, by changing as few sites as possible."""
        labels = list(self.labels)
        wanted = list(look)
        free = []
        for site in self.layout.groups[group]:
            if labels[site] in wanted:
                wanted.remove(labels[site])
            else:
                free.append(site)
        for site, label in zip(_chosen(self, group, free, rng), wanted, strict=True):
            labels[site] = label
        return Board(self.layout, tuple(labels))


def _chosen(board: Board, group: int, free: list[int], rng: Random) -> list[int]:
    """As many sites as are `free`: which of several equal ones are changed is chance."""
    chosen: list[int] = []
    for site in free:
        label = board.labels[site]
        equal = [
            s for s in board.layout.groups[group] if board.labels[s] == label and s not in chosen
        ]
        chosen.append(rng.choice(equal))
    return chosen


def board_of(game: AnyGame, layout: Layout, position: Any, rng: Random) -> Board:
    """A board on which `position` stands."""
    board = Board(layout, (0,) * len(layout.sites))
    for group, looks in enumerate(game.appearance(position, layout)):
        board = board.showing(group, min(looks), rng)
    return board


def brought_to(board: Board, game: AnyGame, position: Any, rng: Random) -> Board:
    """The board after people made it show `position`, with as few changes as possible."""
    for group, looks in enumerate(game.appearance(position, board.layout)):
        shown = board.look(group)
        if shown not in looks:
            nearest = min(looks, key=lambda look: (_apart(shown, look), look))
            board = board.showing(group, nearest, rng)
    return board


def _apart(one: Look, other: Look) -> int:
    rest = list(other)
    for label in one:
        if label in rest:
            rest.remove(label)
    return len(rest)
