"""``pi-board hint``: the best moves in a position, and what they are worth."""

from __future__ import annotations

import json
from contextlib import closing
from typing import Any

import click

from pi_board.app.searching import open_searcher
from pi_board.cli.choosing import (
    SECONDS,
    WholeRange,
    chosen_game,
    chosen_position,
    game_argument,
    position_option,
    rule_options,
)
from pi_board.cli.interrupting import Interruptible
from pi_board.core.game import AnyGame, Player, opponent
from pi_board.core.words import side
from pi_board.hints.probability import win_probability
from pi_board.hints.search import Answer, Limits, Variation, question_of
from pi_board.hints.turns import whole_turns, within


@click.command()
@game_argument
@position_option
@click.option("--seconds", type=SECONDS, default=1.0, show_default=True, help="Search so long.")
@click.option(
    "--lines", type=WholeRange(1, 8), default=3, show_default=True, help="So many best moves."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@rule_options
def hint(
    game_name: str,
    position_text: str | None,
    seconds: float,
    lines: int,
    as_json: bool,
    preset: str | None,
    rules: tuple[str, ...],
) -> None:
    """Print the best moves and the side to move's probability of winning with each."""
    game = chosen_game(game_name, preset, rules)
    position = chosen_position(game, position_text)
    question = question_of(game, (position,))
    with closing(Interruptible(open_searcher())) as searcher:
        answer = searcher.search(question, Limits(seconds=seconds, lines=lines))
    if as_json:
        click.echo(json.dumps(answer_json(game, position, answer)))
        return
    if (outcome := game.outcome(position)) is not None:
        click.echo(f"the game is over: {outcome} ({outcome.reason})")
    worths = [_worth(game, position.to_move, line) for line in answer.lines]
    width = max(map(len, worths), default=0)
    for line, worth in zip(answer.lines, worths, strict=True):
        first, *then = whole_turns(game, position, line.moves)
        click.echo(f"{first:12} {worth:{width}}  {' '.join(then)}".rstrip())


def answer_json(game: AnyGame, position: Any, answer: Answer) -> dict[str, object]:
    """The answer as a JSON object; moves are whole turns."""
    return {
        "depth": answer.depth,
        "nodes": answer.nodes,
        "nodes_per_second": round(answer.nodes / answer.seconds) if answer.seconds else 0,
        "lines": [_line_json(game, position, line) for line in answer.lines],
    }


def _line_json(game: AnyGame, position: Any, line: Variation) -> dict[str, object]:
    turns = whole_turns(game, position, line.moves)
    told: dict[str, object] = {
        "move": turns[0],
        "value": round(win_probability(game.name, line), 4),
        "proved": line.proved,
        "plies": line.plies,
        "line": list(turns),
    }
    return told if line.lead is None else told | {"lead": line.lead}


def _worth(game: AnyGame, to_move: Player, line: Variation) -> str:
    if line.proved is None or line.plies is None:
        return f"{win_probability(game.name, line):.0%}"
    if line.proved == "draw":
        return "draw"
    winner = side(to_move if line.proved == "win" else opponent(to_move))
    by = f" by {line.lead}" if line.lead else ""
    return f"{winner} wins{by} {within(line.plies)}"
