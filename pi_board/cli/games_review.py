"""``pi-board games review``: a kept game judged by the search, as text and as a picture."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from pi_board.cli.games import json_option, open_archive
from pi_board.records.replay import replayed


@click.command(name="review")
@click.argument("game_id")
@click.option("--seconds", type=click.FloatRange(min=0.01), default=0.5, show_default=True,
              help="Search so long before every turn.")  # fmt: skip
@click.option("--plot", type=click.Path(path_type=Path), metavar="FILE.png", help="Draw it too.")
@click.option("--theme", type=click.Choice(["dark", "light"]), default="light", show_default=True)
@json_option
def games_review(
    game_id: str, seconds: float, plot: Path | None, theme: str, as_json: bool
) -> None:
    """Judge every turn of a game: who stood how, turning points, better moves."""
    from pi_board.app.reviewing import plot_of, review_game, review_json, review_lines
    from pi_board.app.searching import open_searcher
    from pi_board.hints.search import Limits
    from pi_board.views.plot import save_plot

    with open_archive() as archive:
        again = replayed(archive.record(archive.find(game_id).id))
    searcher = open_searcher()
    try:
        review = review_game(again, searcher, Limits(seconds=seconds), _progress)
    finally:
        searcher.close()
    for turn in review.turns if as_json else ():
        click.echo(json.dumps(review_json(turn), ensure_ascii=False))
    for text in () if as_json else review_lines(review):
        click.echo(text)
    if plot is not None:
        save_plot(plot_of(review), plot, theme)


def _progress(done: int, total: int) -> None:
    if sys.stderr.isatty():
        click.echo(f"\r{done} of {total} positions", err=True, nl=done == total)
