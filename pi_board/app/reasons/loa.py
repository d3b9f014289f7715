"""What a move of Lines of Action does: groups joined, links cut, wins stopped and threatened."""

from __future__ import annotations

from dataclasses import replace

from pi_board.core.game import opponent
from pi_board.core.message import Message, message
from pi_board.core.words import side
from pi_board.games.bit_sets import members
from pi_board.games.loa import LinesOfAction, LoaPosition
from pi_board.games.loa.board import SQUARES, group, groups
from pi_board.games.loa.moves import LoaMove, Step, steps
from pi_board.games.words import owner


def loa_facts(
    game: LinesOfAction, position: LoaPosition, turn: tuple[LoaMove, ...]
) -> tuple[Message, ...]:
    """The facts of a turn, which is one move."""
    (move,) = turn
    if not isinstance(move, Step):
        return (message("no stone can move"),)
    after = game.play(position, move)
    return (
        *_stopped(game, position, after),
        *_captured(position, move),
        *_joined(position, after, move),
        *(() if game.outcome(after) else _threatened(game, position, after)),
    )


def _joined(position: LoaPosition, after: LoaPosition, move: Step) -> tuple[Message, ...]:
    player = position.to_move
    before, now = len(groups(position.own)), len(groups(after.stones(player)))
    if now == 1:
        return (message("connects all stones of {player}", player=side(player)),)
    rest = position.own & ~(1 << move.source)
    touched = len(groups(group(rest | 1 << move.target, 1 << move.target) & rest))
    if touched >= 2 and now < before:
        return (
            message(
                "joins {joined} groups: {before} become {now}",
                joined=touched,
                before=before,
                now=now,
            ),
        )
    if now < before:
        return (message("brings the groups from {before} down to {now}", before=before, now=now),)
    return ()


def _captured(position: LoaPosition, move: Step) -> tuple[Message, ...]:
    if not move.captures:
        return ()
    site, rest = SQUARES[move.target], position.enemy & ~(1 << move.target)
    around = group(rest | 1 << move.target, 1 << move.target) & rest
    parts = groups(around)
    if len(parts) < 2:
        return (message("captures the stone on {site}", site=site),)
    one, other = (_nearest(part, move.target) for part in parts[:2])
    return (message("captures the link between {one} and {other}", one=one, other=other),)


def _nearest(stones: int, square: int) -> str:
    """The stone that touches `square`."""
    x, y = square % 8, square // 8
    touching = (s for s in members(stones) if max(abs(s % 8 - x), abs(s // 8 - y)) == 1)
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
