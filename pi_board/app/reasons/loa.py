"""What a move of Lines of Action does: groups joined, links cut, wins stopped and threatened,
stones gathered, blocked, and brought into the middle.
"""

from __future__ import annotations

from dataclasses import replace

from pi_board.core.game import opponent
from pi_board.core.message import Message, message
from pi_board.core.words import side
from pi_board.games.bit_sets import bit_set, members
from pi_board.games.loa import LinesOfAction, LoaPosition
from pi_board.games.loa.board import SIZE, SQUARES, group, groups
from pi_board.games.loa.moves import LoaMove, Step, steps
from pi_board.games.words import owner

MIDDLE = 2  # steps from the nearest edge, at the least


def loa_facts(
    game: LinesOfAction, position: LoaPosition, turn: tuple[LoaMove, ...]
) -> tuple[Message, ...]:
    """The facts of a turn, which is one move."""
    (move,) = turn
    if not isinstance(move, Step):
        return (message("no stone can move"),)
    after = game.play(position, move)
    cut, joined = _cut(position, move), _joined(position, after, move)
    return (
        *_stopped(game, position, after),
        *cut,
        *joined,
        *(() if game.outcome(after) else _threatened(game, position, after)),
        *(() if cut else _captured(move)),
        *(() if joined else _gathered(position, after)),
        *_blocked(position, after),
        *(_into_the_middle(move) or _nearer(position, move)),
    )


def _joined(position: LoaPosition, after: LoaPosition, move: Step) -> tuple[Message, ...]:
    player = position.to_move
    before, now = len(groups(position.own)), len(groups(after.stones(player)))
    if now == 1:
        return (message("connects all stones of {player}", player=side(player)),)
    rest = position.own & ~(1 << move.source)
    touched = len(groups(group(rest | 1 << move.target, 1 << move.target) & rest))
    is_alone = group(position.own, 1 << move.source) == 1 << move.source
    joined = touched + is_alone  # a stone that stood alone was a group, too
    if touched >= 2 and before - now == joined - 1:  # else the move also takes a group apart
        return (
            message(
                "joins {joined} groups: {before} become {now}",
                joined=joined,
                before=before,
                now=now,
            ),
        )
    if now < before:
        return (message("brings the groups from {before} down to {now}", before=before, now=now),)
    return ()


def _gathered(position: LoaPosition, after: LoaPosition) -> tuple[Message, ...]:
    """That the largest group grows."""
    before, now = (_largest(at.stones(position.to_move)) for at in (position, after))
    if now <= before:
        return ()
    return (
        message(
            "makes the largest group grow from {before} to {now} stones", before=before, now=now
        ),
    )


def _largest(stones: int) -> int:
    """How many stones the largest group holds."""
    return max(one.bit_count() for one in groups(stones))


def _captured(move: Step) -> tuple[Message, ...]:
    """What a hint's title says as well."""
    if not move.captures:
        return ()
    return (message("captures the stone on {site}", site=SQUARES[move.target]),)


def _cut(position: LoaPosition, move: Step) -> tuple[Message, ...]:
    """Parts of the opponent's group that only the captured stone held together."""
    if not move.captures:
        return ()
    rest = position.enemy & ~(1 << move.target)
    around = group(rest | 1 << move.target, 1 << move.target) & rest
    parts = groups(around)
    if len(parts) < 2:
        return ()
    one, other = (_nearest(part, move.target) for part in parts[:2])
    return (message("captures the link between {one} and {other}", one=one, other=other),)


def _nearest(stones: int, square: int) -> str:
    """The stone that touches `square`."""
    touching = (stone for stone in members(stones) if _steps_to(square, stone) == 1)
    return SQUARES[next(touching)]


def _stopped(game: LinesOfAction, position: LoaPosition, after: LoaPosition) -> tuple[Message, ...]:
    """Wins of the opponent that there would have been without the move and are not any more."""
    other = opponent(position.to_move)
    wins = winning_steps(game, replace(position, to_move=other))
    if not wins or winning_steps(game, after):
        return ()
    return (message("stops {owner} win by {move}", owner=owner(other), move=str(wins[0])),)


def _threatened(
    game: LinesOfAction, position: LoaPosition, after: LoaPosition
) -> tuple[Message, ...]:
    wins = winning_steps(game, replace(after, to_move=position.to_move))
    return (message("threatens to win by {move}", move=str(wins[0])),) if wins else ()


def _blocked(position: LoaPosition, after: LoaPosition) -> tuple[Message, ...]:
    """Stones of the opponent that could have moved but for this move."""
    other = opponent(position.to_move)
    could = _movable(replace(position, to_move=other))
    return tuple(
        message(
            "leaves {owner} stone on {site} without a move", owner=owner(other), site=SQUARES[stone]
        )
        for stone in members(could & after.stones(other) & ~_movable(after))
    )


def _movable(position: LoaPosition) -> int:
    """The stones (a bit set) that the side to move could move."""
    return bit_set(step.source for step in steps(position.own, position.enemy, position.own))


def _into_the_middle(move: Step) -> tuple[Message, ...]:
    """That a stone leaves the edge for the sixteen squares in the middle."""
    if not (_from_edge(move.source) == 0 and _from_edge(move.target) >= MIDDLE):
        return ()
    return (message("brings a stone from the edge into the middle"),)


def _nearer(position: LoaPosition, move: Step) -> tuple[Message, ...]:
    """That a stone comes nearer to more than half of its own side's."""
    others = tuple(members(position.own & ~(1 << move.source)))
    nearer = sum(_steps_to(move.target, one) < _steps_to(move.source, one) for one in others)
    if 2 * nearer <= len(others):
        return ()
    return (message("brings a stone nearer to most of its own side"),)


def _steps_to(square: int, other: int) -> int:
    """How far two squares are apart, in steps to any neighbour."""
    return max(abs(square % SIZE - other % SIZE), abs(square // SIZE - other // SIZE))


def _from_edge(square: int) -> int:
    """How many steps it is to the nearest edge."""
    return min(at for one in divmod(square, SIZE) for at in (one, SIZE - 1 - one))


def winning_steps(game: LinesOfAction, position: LoaPosition) -> tuple[Step, ...]:
    """The steps with which the side to move wins at once: what both connected are worth, and a side
    that cannot move, is a matter of the rules.
    """
    found = []
    for step in steps(position.own, position.enemy, position.own):
        end = game.outcome(position.after(step))
        if end is not None and end.winner == position.to_move:
            found.append(step)
    return tuple(found)
