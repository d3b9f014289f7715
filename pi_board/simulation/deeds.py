"""Single wrong things that a hand can do, and the rule that each of them breaks."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from random import Random

from pi_board.core.layout import Surface
from pi_board.core.stones import stones_of, total
from pi_board.simulation.board import Board
from pi_board.simulation.people import People

DEEDS = 120  # looked at to find one that breaks each rule


def deeds(people: People) -> Iterator[tuple[str, Board, tuple[int, ...]]]:
    """Single wrong things a hand can do, as (the rule broken, the board then, groups touched)."""
    layout, board = people.layout, people.board
    groups = range(len(layout.groups))
    yield from _taken_off(people)
    for source, target in _ways(people):
        for black in (True, False):
            moved = moved_stone(board, source, target, black, people.rng)
            rule = _rule_of_stone(people, source, target, black) if moved else ""
            if moved and rule:
                yield rule, moved, (source, target)
    for _ in range(DEEDS if layout.surface is Surface.TILES else 0):
        tile, turns = people.rng.choice(groups), people.rng.randint(1, 3)
        label = layout.labels[board.labels[tile]]
        turned = f"{(int(label[0]) + turns) % 4}{label[1:]}"
        rule = _broken(people, f"{layout.sites[tile]}@{90 * turns}")
        if rule:
            yield rule, board.with_label(tile, layout.label(turned)), (tile, tile)


def _ways(people: People) -> list[tuple[int, int]]:
    """Some ways from one group to another, all where there are few: a rule may be hard to break."""
    groups = range(len(people.layout.groups))
    every = list(permutations(groups, 2))
    return people.rng.sample(every, min(DEEDS, len(every)))


def _taken_off(people: People) -> Iterator[tuple[str, Board, tuple[int, ...]]]:
    """A stone is carried off the board, or put on another one of its own side and both gone."""
    layout, board, black = people.layout, people.board, people.position.to_move == "b"
    own_stone = f"{people.game.name}.own_stone"
    for group in range(len(layout.groups)):
        gone = without_stone(board, group, black, people.rng)
        stones = total(layout, board.look(group))
        if gone is None:
            continue
        if layout.surface is Surface.TILES and not (stones.b and stones.w):
            yield _broken(people, f"{layout.sites[group]}-off"), gone, (group,)
        elif layout.surface.has_rows and group == (7 if black else 0):
            yield _broken(people, "7-8"), gone, (group,)
        elif layout.surface is Surface.SQUARES:
            for target in range(len(layout.groups)):
                text = f"{layout.sites[group]}-{layout.sites[target]}"
                if target != group and _broken(people, text) == own_stone:
                    yield own_stone, gone, (group, target, target)


def _broken(people: People, text: str) -> str:
    """The rule that a move text breaks, "" for none."""
    why = people.game.explain(people.position, text)
    return "" if why.legal else why.rule


def _rule_of_stone(people: People, source: int, target: int, black: bool) -> str:
    """The rule that is broken by carrying a stone from group to group, "" if none can be named."""
    layout, mover = people.layout, people.position.to_move
    if layout.surface.has_rows:
        if black != (mover == "b"):
            return f"{people.game.name}.not_yours"  # rows are counted from the mover's side
        start, end = (source, target) if black else (7 - source, 7 - target)
        texts = [people.game.move_text(move) for move in people.game.legal_moves(people.position)]
        slash = "/" if any(text.startswith("/") for text in texts) else ""
        return _broken(people, f"{slash}{start}-{end}")
    stones = total(layout, people.board.look(source))
    if stones.b and stones.w:
        return ""  # whose stone a text means would be anybody's guess
    return _broken(people, f"{layout.sites[source]}-{layout.sites[target]}")


def moved_stone(board: Board, source: int, target: int, black: bool, rng: Random) -> Board | None:
    """The board with a stone of one colour carried from one group to another; None if there is
    none, or no room for it.
    """
    lifted = without_stone(board, source, black, rng)
    return None if lifted is None else _changed(lifted, target, black, 1, rng)


def without_stone(board: Board, group: int, black: bool, rng: Random) -> Board | None:
    """The board with a stone of one colour taken from a group; None if there is none."""
    return _changed(board, group, black, -1, rng)


def _changed(board: Board, group: int, black: bool, by: int, rng: Random) -> Board | None:
    """The board with one stone more or less (`by`) in a group, at a site that chance chooses."""
    labels = board.layout.labels
    for site in rng.sample(board.layout.groups[group], len(board.layout.groups[group])):
        stones = stones_of(labels[board.labels[site]])
        wanted = stones.plus("b" if black else "w", by)
        for label, name in enumerate(labels):
            if stones_of(name) == wanted:
                return board.with_label(site, label)
    return None
