"""What nobody could call wrong, because the board might have come about properly.

A mishap is staged only if the sensor at hand can tell it from proper play.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pi_board.core.layout import Surface, groups_apart
from pi_board.simulation.board import Board
from pi_board.simulation.people import People

ROW_PLIES = 4  # small moves of Linja that a hand may make in one go
MOST_POSITIONS = 4000


def changed_groups(before: Board, after: Board) -> tuple[int, ...]:
    """The groups that look different."""
    return groups_apart(before.appearance(), after.appearance())


def plain_to_see(people: People, position: Any, before: Board, after: Board) -> bool:
    """Whether every change shows: some rows of Linja look right in more than one way."""
    allowed, shown = _shown(people, position), people.seen_of(after.appearance())
    return all(not shown[group] <= allowed[group] for group in changed_groups(before, after))


def shows_legal(people: People, board: Board) -> bool:
    """Whether the board agrees with an earlier position, a move slid on or a legal continuation."""
    game, before = people.game, people.truth.positions[-2:-1]
    revised = [
        game.play(p, move)
        for p in before
        for move in game.legal_moves(p)
        if "@" not in game.move_text(move)  # a tile turned on may be the opponent's doing
    ]
    past = [*people.truth.positions, *revised]
    shown = people.seen_of(board.appearance())
    return any(_agrees(people, shown, p) for p in [*past, *_continuations(people)])


def shows_reply(people: People, position: Any, board: Board) -> bool:
    """Whether the board agrees with a legal reply to `position`."""
    game, shown = people.game, people.seen_of(board.appearance())
    replies = (game.play(position, move) for move in game.legal_moves(position))
    return any(_agrees(people, shown, after) for after in replies)


def _agrees(people: People, shown: Any, position: Any) -> bool:
    allowed = _shown(people, position)
    return all(look <= looks for look, looks in zip(shown, allowed, strict=True))


def _continuations(people: People) -> Iterator[Any]:
    """Positions after one move; of Linja's small moves after a few."""
    game = people.game
    level = [people.position]
    for _ in range(ROW_PLIES if people.layout.surface.has_rows else 1):
        level = [game.play(p, move) for p in level for move in game.legal_moves(p)]
        level = level[:MOST_POSITIONS]
        yield from level


def is_take_back_unclear(people: People, plies: int) -> bool:
    """Whether taking back `plies` looks like a move or two, or like taking back fewer."""
    positions = people.truth.positions
    wanted = _shown(people, positions[-1 - plies])
    if any(_overlap(wanted, _shown(people, p)) for p in positions[len(positions) - plies :]):
        return True
    game = people.game
    for move in game.legal_moves(people.position):
        after = game.play(people.position, move)
        apart = _apart(people, after, wanted)
        if not apart:
            return True
        for reply in _mending(people, after, apart):
            if _overlap(_shown(people, game.play(after, reply)), wanted):
                return True
    return False


def _apart(people: People, position: Any, wanted: Any) -> set[int]:
    """The groups of a position that cannot look as `wanted`."""
    looks = enumerate(zip(_shown(people, position), wanted, strict=True))
    return {group for group, (one, other) in looks if one.isdisjoint(other)}


def _mending(people: People, position: Any, apart: set[int]) -> Iterator[Any]:
    """The moves that could make the groups `apart` look right: squares and tiles that a move names
    look different afterwards; rows may look in several ways.
    """
    game, layout, every = people.game, people.layout, people.layout.surface.has_rows
    names = [layout.sites[layout.groups[group][0]] for group in apart]
    for move in game.legal_moves(position):
        text = game.move_text(move)
        if every or any(name in text for name in names):
            yield move


def _shown(people: People, position: Any) -> Any:
    """How `position` may look to the sensor."""
    return people.seen_of(people.game.appearance(position, people.layout))


def _overlap(one: Any, other: Any) -> bool:
    """Whether a board may look both ways."""
    return not any(map(frozenset.isdisjoint, one, other))


def untold(people: People, recorded: tuple[Any, ...]) -> str:
    """Why no sensor of this kind could have told what was really done since the positions
    `recorded`: two other moves, or these in another ``order`` (or going back further), show the
    same board and feel the same; or whose ``hand`` turned a tile, after a move that was not
    recorded yet or again after it was turned last, is not to be seen. "" if it could have been
    told.
    """
    truth = people.truth
    since = truth.moves[len(recorded) - 1 :]
    if len(since) == 2 and people.allow(recorded):
        if people.unfelt and _otherwise(people, recorded[-1], since):
            return "order"
        return "hand" if people.layout.surface is Surface.TILES and "@" in since[1] else ""
    if len(since) == 1 and people.allow(recorded):
        turned = [text.partition("@")[0] for text in truth.moves[-2:] if "@" in text]
        return "hand" if len(turned) == 2 and turned[0] == turned[1] else ""
    if not since:
        now = _shown(people, people.position)
        alike = [one for one in recorded[:-1] if _overlap(_shown(people, one), now)]
        return "order" if len(alike) > 1 else ""
    return ""


def _otherwise(people: People, before: Any, truly: list[str]) -> bool:
    """Whether two other moves, or the same in the other order, may as well have been made, for all
    that is seen.
    """
    game, shown = people.game, _shown(people, people.position)
    for first in game.legal_moves(before):
        between = game.play(before, first)
        for second in game.legal_moves(between):
            texts = [game.move_text(first), game.move_text(second)]
            after = game.play(between, second)
            if texts != truly and _overlap(_shown(people, after), shown):
                return True
    return False


def looks_like_one_move(people: People, reply: Any) -> bool:
    """Whether the last move and `reply` together look like one move, like none, or taken back."""
    game, positions = people.game, people.truth.positions
    look = _shown(people, game.play(people.position, reply))
    before = positions[-2]
    afters = [*positions[:-1], *(game.play(before, move) for move in game.legal_moves(before))]
    return any(_overlap(_shown(people, after), look) for after in afters)
