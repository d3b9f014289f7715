"""The commands about rules: ``moves``, ``apply``, ``perft``, ``explain``."""

from __future__ import annotations

import json
from typing import Any

import click

from pi_board.app.searching import fast_leaves
from pi_board.cli.choosing import (
    WholeRange,
    chosen_game,
    chosen_position,
    game_argument,
    json_option,
    position_option,
    rule_options,
)
from pi_board.cli.interrupting import interruptible
from pi_board.cli.speaking import in_language, text_language_option
from pi_board.core.errors import IllegalMove
from pi_board.core.game import AnyGame, Explanation
from pi_board.core.message import Say
from pi_board.core.perft import divide as divide_leaves
from pi_board.core.perft import perft as count_leaves
from pi_board.core.turn import small_moves
from pi_board.games import match
from pi_board.referee.explain import RULE_NAMES
from pi_board.views.language import SOURCE

# These answer with one JSON object whether or not it is asked for.
always_json = click.option("--json", is_flag=True, expose_value=False, help="As always.")


@click.command()
@game_argument
@json_option
@position_option
@rule_options
def moves(
    game_name: str, as_json: bool, position_text: str | None, preset: str | None,
    rules: tuple[str, ...],
) -> None:  # fmt: skip
    """Print the legal moves, one per line, sorted."""
    game = chosen_game(game_name, preset, rules)
    position = chosen_position(game, position_text)
    for move in game.legal_moves(position):
        text = game.move_text(move)
        click.echo(json.dumps({"move": text}) if as_json else text)


@click.command()
@game_argument
@click.argument("move_texts", metavar="MOVE...", nargs=-1)
@always_json
@position_option
@rule_options
def apply(
    game_name: str,
    move_texts: tuple[str, ...],
    position_text: str | None,
    preset: str | None,
    rules: tuple[str, ...],
) -> None:
    """Play moves and print what stands then, as one JSON object.

    An illegal move is answered with its explanation instead, and exit code 1.
    """
    game = chosen_game(game_name, preset, rules)
    stood = [chosen_position(game, position_text)]
    for turn in move_texts:
        for text in small_moves(turn, lambda: stood[-1].to_move):
            try:
                stood.append(game.play(stood[-1], game.parse_move(stood[-1], text)))
            except IllegalMove:
                _print(_explanation(game.explain(stood[-1], text)))
                raise
    _print(_state(game, stood[-1]))


@click.command()
@game_argument
@click.argument("depth", type=WholeRange(0, 100))  # nobody counts so far
@click.option("--divide", is_flag=True, help="One count per legal move.")
@click.option("--fast", is_flag=True, help="Count with the search kernel.")
@json_option
@position_option
@rule_options
def perft(
    game_name: str,
    depth: int,
    divide: bool,
    fast: bool,
    as_json: bool,
    position_text: str | None,
    preset: str | None,
    rules: tuple[str, ...],
) -> None:
    """Count the leaves of the game tree at DEPTH small moves."""
    game = chosen_game(game_name, preset, rules)
    position = chosen_position(game, position_text)
    count = _fast_leaves if fast else count_leaves
    if not divide:
        leaves = count(game, position, depth)
        click.echo(json.dumps({"leaves": leaves}) if as_json else leaves)
        return
    if depth == 0:
        raise click.BadParameter("0 plies cannot be divided by move, expected 1 or more.")
    for text, leaves in divide_leaves(game, position, depth, count):
        told = {"move": text, "leaves": leaves}
        click.echo(json.dumps(told) if as_json else f"{text} {leaves}")


def _fast_leaves(game: AnyGame, position: Any, depth: int) -> int:
    return interruptible(lambda: fast_leaves(game, position, depth))


@click.command()
@game_argument
@click.argument("move_text", metavar="MOVE", required=False)
@click.option("--list", "list_names", is_flag=True, help="List all rule names and reasons.")
@text_language_option
@click.option("--json", "as_json", is_flag=True, help="With --list too; else as always.")
@position_option
@rule_options
def explain(
    game_name: str,
    move_text: str | None,
    list_names: bool,
    as_json: bool,
    language: str | None,
    position_text: str | None,
    preset: str | None,
    rules: tuple[str, ...],
) -> None:
    """Say why MOVE is legal or not, as one JSON object, in English unless --language is given."""
    if list_names and not (move_text is None and position_text is None):
        raise click.UsageError(
            "--list names all that there is, so it goes without MOVE and --position"
        )
    game = chosen_game(game_name, preset, rules)
    if list_names:
        names = [("rule", name) for name in (*game.rule_names, *RULE_NAMES)]
        names += [("reason", name) for name in (*game.reasons, *match.REASONS)]
        for kind, name in names:
            click.echo(json.dumps({kind: name}) if as_json else name)
        return
    if move_text is None:
        raise click.UsageError("Missing argument 'MOVE'.")
    stood = [chosen_position(game, position_text)]
    say = in_language(language or SOURCE)
    for text in small_moves(move_text, lambda: stood[-1].to_move):
        explanation = game.explain(stood[-1], text)
        if not explanation.legal:
            break
        stood.append(game.play(stood[-1], game.parse_move(stood[-1], text)))
    _print(_explanation(explanation, say))


def _state(game: AnyGame, position: Any) -> dict[str, object]:
    outcome, score = game.outcome(position), game.score(position)
    return {
        "position": game.position_text(position),
        "to_move": position.to_move,
        "outcome": str(outcome) if outcome else "-",
        "reason": outcome.reason if outcome else None,
        "score": {"b": score.b, "w": score.w} if score else None,
    }


def _explanation(explanation: Explanation, say: Say = str) -> dict[str, object]:
    return {
        "legal": explanation.legal,
        "rule": explanation.rule,
        "text": say(explanation.text),
        "sites": list(explanation.sites),
    }


def _print(answer: dict[str, object]) -> None:
    click.echo(json.dumps(answer))
