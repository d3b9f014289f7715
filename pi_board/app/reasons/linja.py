"""What a turn of Linja does: points, rows it lands on, turns it earns."""

from __future__ import annotations

from pi_board.core.game import opponent
from pi_board.core.message import Message, counted, message
from pi_board.core.words import side
from pi_board.games.linja.game import Linja
from pi_board.games.linja.moves import Step
from pi_board.games.linja.position import LinjaPosition, own_rows
from pi_board.games.linja.rules import GOAL


def linja_facts(
    game: Linja, position: LinjaPosition, turn: tuple[Step, ...]
) -> tuple[Message, ...]:
    """The facts of a turn."""
    facts: list[Message] = []
    at = position
    for step in turn:
        after = game.play(at, step)
        if game.outcome(after) is None:  # what ends the game leads to nothing more
            facts += _step_facts(at, step, after)
        at = after
    return (*facts, *_result(game, position, at))


def _step_facts(before: LinjaPosition, step: Step, after: LinjaPosition) -> tuple[Message, ...]:
    if step.kind == "pass":
        return (message("no stone can move"),)
    if after.bonuses > before.bonuses and after.to_move == before.to_move:
        return (message("lands on an empty row: another turn"),)
    if step.kind != "initial":
        return ()
    if after.phase == "f" and after.to_move == before.to_move and step.target < GOAL:
        return (
            counted(
                "meets {count} stone, so a stone moves {count} row",
                "meets {count} stones, so a stone moves {count} rows",
                after.due,
            ),
        )
    return ()


def _result(game: Linja, before: LinjaPosition, after: LinjaPosition) -> tuple[Message, ...]:
    """Points made, stones brought home, the end of the game, an opponent who cannot move."""
    player = before.to_move
    facts: list[Message] = []
    home = own_rows(after, player)[GOAL] - own_rows(before, player)[GOAL]
    if home:
        facts.append(
            counted(
                "brings {count} stone to the goal line",
                "brings {count} stones to the goal line",
                home,
            )
        )
    gained = game.score(after).of(player) - game.score(before).of(player)
    if gained:
        facts.append(counted("makes {count} point", "makes {count} points", gained))
    end = game.outcome(after)
    if end is not None and end.reason != "blocked_followup":  # which no points decide
        score = game.score(after)
        facts.append(
            message(
                "ends the game, {one} {b} to {other} {w}",
                one=side("b"), b=score.b, other=side("w"), w=score.w,
            )
        )  # fmt: skip
    elif [step.kind for step in game.legal_moves(after)] == ["pass"]:
        facts.append(message("{player} has to pass", player=side(opponent(player))))
    return tuple(facts)
