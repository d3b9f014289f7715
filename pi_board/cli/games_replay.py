"""``pi-board games replay``: a kept game, position by position, on the console or the screen."""

from __future__ import annotations

import json
import signal
import sys
import time
from typing import TYPE_CHECKING

import click

from pi_board.cli.choosing import UTF8, WholeRange, json_option
from pi_board.cli.complaining import complain
from pi_board.cli.games import open_archive, readable
from pi_board.cli.interrupting import Ended, ended_like_interrupted
from pi_board.cli.window import open_window, window_options
from pi_board.core.words import one_line
from pi_board.records.replay import Replayed, replayed

if TYPE_CHECKING:
    from pi_board.core.scene import Scene
    from pi_board.views.leds import LedView

HELP = (
    "space or n: next, p: back, 0: start, e: end, a number and Enter: there, "
    "a: play (Ctrl-C: stop), q: quit"
)


@click.command(name="replay")
@click.argument("game_id", type=UTF8)
@click.option("--at", type=WholeRange(0), metavar="MOVE", help="Begin (or show only) here.")
@window_options
@json_option
def games_replay(
    game_id: str, at: int | None, on_screen: bool, fullscreen: bool, theme: str | None,
    as_json: bool,
) -> int:  # fmt: skip
    """Go through a game on the console: keys step and jump; --json writes every position.

    With --screen it plays in a window, without what people wrote of the moves. The lamps of the
    board, where there are some, show each move. MOVE 0 is the start. Without a terminal every
    position is printed.
    """
    with open_archive() as archive:
        record, code = readable(archive, archive.find(game_id).id)
    again, last = replayed(record), len(record.moves)
    ply = min(at or 0, last)
    if on_screen or fullscreen:
        _on_screen(again, ply, theme, fullscreen)
        return code
    plies = range(last + 1) if at is None else [ply]
    if as_json:
        for one in plies:
            click.echo(json.dumps(_position_json(again, one)))
    elif at is None and sys.stdin.isatty() and sys.stdout.isatty():
        _interactive(again)
    else:
        for one in plies:
            _print(_scene(again, one))
            _print_comment(again, one)
    return code


def _on_screen(again: Replayed, ply: int, theme: str | None, fullscreen: bool) -> None:
    from pi_board.app.kept.replaying import Playback
    from pi_board.app.showing import show_until_closed

    with open_window(again.game.layouts[0], theme, fullscreen) as view:
        show_until_closed(Playback(again, ply), view)


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
        "comment": _comment(again, ply) or None,
    }


def _comment(again: Replayed, ply: int) -> str:
    """What people wrote behind the move that led here, or before the first one; "" if nothing."""
    record = again.record
    return record.moves[ply - 1].comment if ply else record.header.comment


def _scene(again: Replayed, ply: int) -> Scene:
    from pi_board.app.kept.replaying import Playback

    return Playback(again, ply).scene


def _print(scene: Scene) -> None:
    from rich.console import Console

    from pi_board.views.console import render

    Console().print(render(scene))


def _print_comment(again: Replayed, ply: int) -> None:
    if comment := _comment(again, ply):
        click.echo(one_line(comment))


def _interactive(again: Replayed) -> None:
    """By keys; the lamps of the board follow, and are dark when the program is ended."""
    from pi_board.app.box import open_box
    from pi_board.config.settings import load

    with ended_like_interrupted(), open_box(load(), again.game.layouts[0]) as box:
        click.echo(HELP)
        _step_by_keys(again, box.leds)


def _step_by_keys(again: Replayed, leds: LedView | None) -> None:
    last, ply, number = len(again.record.moves), 0, ""
    _show(again, ply, leds)
    while True:
        key = click.getchar()
        if key in ("q", "\x1b", "\x03", "\x04"):
            return
        if key.isdecimal() and (number or key != "0"):
            number += key
            continue
        if key == "a":
            ply, number = _play(again, ply, leds), ""
            continue
        there = int(number) if key in ("\r", "\n") and number else _after(key, ply, last)
        number = ""
        there = max(0, min(last, there))
        if there != ply:
            ply = there
            _show(again, ply, leds)


def _play(again: Replayed, ply: int, leds: LedView | None) -> int:
    """Move by move at the pace of the screen, to the end or Ctrl-C; the move that is shown then."""
    from pi_board.app.kept.replaying import PLAY_EVERY_S

    ending = signal.signal(signal.SIGINT, signal.default_int_handler)  # here it ends the playing
    try:
        while ply < len(again.record.moves):
            ply += 1
            _show(again, ply, leds)
            time.sleep(PLAY_EVERY_S)
    except Ended:
        raise
    except KeyboardInterrupt:
        pass
    signal.signal(signal.SIGINT, ending)
    return ply


def _after(key: str, ply: int, last: int) -> int:
    """The move that a key leads to."""
    if key in (" ", "n", "\x1b[C", "\r", "\n"):
        return ply + 1
    if key in ("p", "\x7f", "\x1b[D"):
        return ply - 1
    if key in ("0", "\x1b[H"):
        return 0
    return last if key in ("e", "\x1b[F") else ply


def _show(again: Replayed, ply: int, leds: LedView | None) -> None:
    scene = _scene(again, ply)
    _print(scene)
    _print_comment(again, ply)
    if leds is not None:
        leds.show(scene, time.monotonic())
        if leds.problem:
            complain(f"no lamps: {leds.problem}")
