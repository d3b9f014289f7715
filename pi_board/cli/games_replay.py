"""``pi-board games replay``: a kept game, position by position, on the console or the screen."""

from __future__ import annotations

import json
import sys

import click

from pi_board.cli.games import json_option, open_archive
from pi_board.records.replay import Replayed, replayed

HELP = "space or n: next, p: back, 0: start, e: end, a number and Enter: there, q: quit"


@click.command(name="replay")
@click.argument("game_id")
@click.option("--at", type=click.IntRange(0), metavar="MOVE", help="Show only this position.")
@click.option("--screen", "on_screen", is_flag=True, help="In a window, with buttons.")
@click.option("--fullscreen", is_flag=True, help="The whole display instead of a window.")
@click.option("--theme", type=click.Choice(["dark", "light"]), default="dark", show_default=True)
@json_option
def games_replay(
    game_id: str, at: int | None, on_screen: bool, fullscreen: bool, theme: str, as_json: bool
) -> None:
    """Go through a game on the console: keys step and jump; --json writes every position.

    MOVE 0 is the start. Without a terminal every position is printed.
    """
    with open_archive() as archive:
        record = archive.record(archive.find(game_id).id)
    again = replayed(record)
    if on_screen or fullscreen:
        _on_screen(again, theme, fullscreen)
        return
    last = len(record.moves)
    plies = range(last + 1) if at is None else [min(at, last)]
    if as_json:
        for ply in plies:
            click.echo(json.dumps(_position_json(again, ply), ensure_ascii=False))
    elif at is None and sys.stdin.isatty() and sys.stdout.isatty():
        _interactive(again)
    else:
        for ply in plies:
            _show(again, ply)


def _on_screen(again: Replayed, theme: str, fullscreen: bool) -> None:
    from pi_board.app.replaying import show_replay
    from pi_board.views.screen import ScreenView

    view = ScreenView(None, theme, fullscreen)
    try:
        show_replay(again, (view,), view.poll)
    finally:
        view.close()


def _position_json(again: Replayed, ply: int) -> dict[str, object]:
    position, game = again.positions[ply], again.game
    move = again.record.moves[ply - 1] if ply else None
    score = game.score(position)
    return {
        "ply": ply,
        "move": move.text if move else None,
        "player": move.player if move else None,
        "turn_over": move.turn_over if move else None,
        "position": game.position_text(position),
        "to_move": position.to_move,
        "score": {"b": score.b, "w": score.w} if score else None,
    }


def _show(again: Replayed, ply: int) -> None:
    from rich.console import Console

    from pi_board.app.compose import compose
    from pi_board.app.replaying import table_at
    from pi_board.views.console import render

    Console().print(render(compose(table_at(again, ply))))


def _interactive(again: Replayed) -> None:
    last, ply, number = len(again.record.moves), 0, ""
    click.echo(HELP)
    _show(again, ply)
    while True:
        key = click.getchar()
        if key in ("q", "\x1b", "\x03", "\x04"):
            return
        before = ply
        if key.isdigit() and (number or key != "0"):
            number += key
            continue
        if key in ("\r", "\n") and number:
            ply = int(number)
        elif key in (" ", "n", "\x1b[C", "\r", "\n"):
            ply += 1
        elif key in ("p", "\x7f", "\x1b[D"):
            ply -= 1
        elif key in ("0", "\x1b[H"):
            ply = 0
        elif key in ("e", "\x1b[F"):
            ply = last
        number = ""
        ply = max(0, min(last, ply))
        if ply != before:
            _show(again, ply)
