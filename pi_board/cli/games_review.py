"""``pi-board games review``: a kept game judged by the search, as text and as a picture."""

from __future__ import annotations

import json
import sys
from contextlib import closing
from pathlib import Path

import click

from pi_board.cli.choosing import SECONDS, UTF8, json_option
from pi_board.cli.games import open_archive, readable
from pi_board.cli.interrupting import Interruptible
from pi_board.cli.window import open_window, window_options
from pi_board.core.errors import EnvironmentFault, InvalidText
from pi_board.records.replay import Replayed, replayed


@click.command(name="review")
@click.argument("game_id", type=UTF8)
@click.option("--seconds", type=SECONDS, default=0.5, show_default=True,
              help="Search so long before every turn.")  # fmt: skip
@click.option("--plot", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE.png",
              help="Draw it too.")  # fmt: skip
@window_options
@json_option
def games_review(
    game_id: str, seconds: float, plot: Path | None, on_screen: bool, fullscreen: bool,
    theme: str | None, as_json: bool,
) -> int:  # fmt: skip
    """Judge every turn of a game: who stood how, turning points, better moves.

    With --screen in a window: the graph grows while the game can be gone through.
    """
    if (on_screen or fullscreen) and (plot or as_json):
        raise InvalidText("--screen shows the review; leave out --plot and --json")
    if plot is not None and not plot.parent.is_dir():  # told before the long search
        raise EnvironmentFault(f"cannot write {plot}: there is no folder {plot.parent}")
    from pi_board.app.kept.reviewing import plot_of, review_game, review_json, review_lines
    from pi_board.app.searching import open_searcher
    from pi_board.hints.search import Limits
    from pi_board.records.durable import save_file
    from pi_board.views.plot import plot_png

    with open_archive() as archive:
        record, code = readable(archive, archive.find(game_id).id)
    again = replayed(record)
    if on_screen or fullscreen:
        _on_screen(again, seconds, theme, fullscreen)
        return code
    with closing(Interruptible(open_searcher())) as searcher:
        review = review_game(again, searcher, Limits(seconds=seconds), _progress)
    for turn in review_json(review) if as_json else ():
        click.echo(json.dumps(turn))
    for text in () if as_json else review_lines(review):
        click.echo(text)
    if plot is not None:
        save_file(plot, plot_png(plot_of(review), theme or "light"))
    return code


def _on_screen(again: Replayed, seconds: float, theme: str | None, fullscreen: bool) -> None:
    from pi_board.app.kept.review_page import open_review
    from pi_board.app.showing import show_until_closed

    with open_window(again.game.layouts[0], theme, fullscreen) as view:
        show_until_closed(open_review(again, seconds), view)


def _progress(done: int, total: int) -> None:
    if sys.stderr.isatty():
        click.echo(f"\r{done} of {total} positions", err=True, nl=done == total)
