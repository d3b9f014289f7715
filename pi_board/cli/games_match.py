"""``pi-board games match``: where the matches stand."""

from __future__ import annotations

import json
from collections.abc import Iterator

import click

from pi_board.cli.choosing import UTF8, json_option
from pi_board.cli.complaining import complain
from pi_board.cli.games import open_archive
from pi_board.core.errors import InvalidFile, InvalidText
from pi_board.core.words import many, one_line
from pi_board.records.archive import Archive
from pi_board.records.matches import Standing, standing
from pi_board.records.search import Filter


@click.command(name="match")
@click.argument("name", type=UTF8, required=False)
@json_option
def games_match(name: str | None, as_json: bool) -> None:
    """Show where the match called NAME (all of them without one) stands, and who starts next."""
    with open_archive() as archive:
        names = archive.matches() if name is None else (name,)
        for one in names:
            _tell_damaged(archive, one)
            try:
                found = standing(archive, one)
            except (InvalidText, InvalidFile) as problem:
                if name is not None:
                    raise
                complain(problem)
                continue
            if found is not None:
                for line in (_standing_json(found),) if as_json else _standing_lines(found):
                    click.echo(line)
            elif name is not None:
                raise InvalidText(f"match {name!r}: no game of it was kept")
    if not names and not as_json:
        click.echo("no matches", err=True)


def _tell_damaged(archive: Archive, match: str) -> None:
    """Nobody knows how a damaged game ended."""
    for game in archive.games(Filter(match=match)) if one_line(match) else ():
        if game.problem:
            complain(f"{game.problem}; the game does not count in match {match!r}")


def _standing_json(found: Standing) -> str:
    black, white = found.players
    points, total = found.match.points, found.match.total
    told = {
        "match": found.name,
        "players": {"b": black, "w": white},
        "length": str(found.length) or None,
        "games": list(found.games),
        "points": {"b": points.b, "w": points.w},
        "total": {"b": total.b, "w": total.w},
        "leader": found.match.leader,
        "over": found.is_over,
        "next_starter": found.match.next_starter,
    }
    return json.dumps(told)


def _standing_lines(found: Standing) -> Iterator[str]:
    black, white = found.players
    points, total = found.match.points, found.match.total
    length = f" ({found.length})" if found.length.best_of else ""
    games = many(len(found.games), "game")
    if found.length.games and not length:
        games = f"{len(found.games)} of {many(found.length.games, 'game')}"
    yield f"{found.name}: {black} {points.b} - {points.w} {white}, {games}{length}"
    if total.b or total.w:
        yield f"board points {total.b} - {total.w}"
    if found.is_over:
        yield f"over: {found.leader} has won" if found.leader else "over: drawn"
    else:
        yield f"next to start: {found.next_starter or 'by lot'}"
