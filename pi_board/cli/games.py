"""``pi-board games``: the games that were kept."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from importlib import import_module
from typing import Any, TypeVar

import click

from pi_board.cli.choosing import UTF8, WholeRange, game_choice, json_option
from pi_board.cli.complaining import complain
from pi_board.cli.listing import WholeGroup
from pi_board.core.errors import InvalidFile, InvalidText
from pi_board.core.words import IN_A_LIST, in_brief, many
from pi_board.records.archive import Archive
from pi_board.records.history import taken_back_from
from pi_board.records.place import games_folder, need_listing
from pi_board.records.record import Record
from pi_board.records.replay import legal_part
from pi_board.records.search import RESULTS, Filter, Midnight, Statistics, Summary
from pi_board.records.text import UNFINISHED, record_text

F = TypeVar("F", bound=Callable[..., Any])

# command: module of this package that holds it as a click command called ``games_COMMAND``
_ELSEWHERE = {
    "export": "games_files",
    "import": "games_files",
    "match": "games_match",
    "replay": "games_replay",
    "review": "games_review",
}
_SHOWN, _MOST = 20, 1_000_000


class _Group(WholeGroup):
    """The commands of this module and, imported when asked for, those of `_ELSEWHERE`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All commands by name."""
        return sorted([*super().list_commands(ctx), *_ELSEWHERE])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command called `cmd_name`, None if there is none."""
        if cmd_name not in _ELSEWHERE:
            return super().get_command(ctx, cmd_name)
        module = import_module(f"pi_board.cli.{_ELSEWHERE[cmd_name]}")
        command: click.Command = getattr(module, f"games_{cmd_name}")
        return command


@click.group(cls=_Group)
def games() -> None:
    """The games that were kept, and what can be done with them.

    GAME_ID is a game's name as `games list` has it, any beginning of it that is not ambiguous, or
    `last`.
    """


@contextmanager
def open_archive() -> Iterator[Archive]:
    """The archive, up to date. Raises EnvironmentFault where nobody can see what is in it."""
    with _archive_in_sight() as archive:
        archive.refresh(_progress)
        yield archive


@contextmanager
def _archive_in_sight() -> Iterator[Archive]:
    """The archive as it was left. Raises EnvironmentFault where nobody can see what is in it."""
    folder = games_folder()
    need_listing(folder)
    with closing(Archive(folder)) as archive:
        yield archive


def _progress(done: int) -> None:
    if done >= 2000 and sys.stderr.isatty():
        click.echo(f"\rindexing: {done} games", err=True, nl=False)


def filter_options(command: F) -> F:
    """The options of `Filter`, passed on as its fields."""
    for option in (
        click.option("--game", type=game_choice(), help="Only this game."),
        click.option(
            "--player", type=UTF8, default="", metavar="NAME", help="Part of a player's name."
        ),
        click.option("--since", metavar="DATE", help="Begun on this day or later (2026-01-31)."),
        click.option("--until", metavar="DATE", help="Begun on this day or earlier."),
        click.option("--result", type=click.Choice(RESULTS), help="Ended like this."),
        click.option("--match", type=UTF8, default="", metavar="NAME", help="Games of this match."),
    ):
        command = option(command)
    return command


def chosen_filter(since: str | None, until: str | None, **fields: str | None) -> Filter:
    """The filter of the options. Raises InvalidText."""
    return Filter(
        since=_midnight(since),
        until=_midnight(until, timedelta(days=1)),
        **{name: text or "" for name, text in fields.items()},
    )


def _midnight(text: str | None, later: timedelta = timedelta()) -> Midnight | None:
    """When a day begins, or one so much later. Raises InvalidText."""
    if text is None:
        return None
    try:  # where clocks change a day has not 24 hours: days are added to what clocks show
        midnight = datetime.strptime(text, "%Y-%m-%d") + later
        utc = midnight.replace(tzinfo=UTC)
        return Midnight(midnight.astimezone().timestamp(), utc.timestamp())
    except (ValueError, OverflowError) as error:
        raise InvalidText(f"date {text!r}, expected one like 2026-01-31") from error


@games.command(name="list")
@filter_options
@click.option("--limit", type=WholeRange(1, _MOST), default=_SHOWN, show_default=True, metavar="N")
@click.option("--all", "is_all", is_flag=True, help="No limit.")
@json_option
def list_games(limit: int, is_all: bool, as_json: bool, **fields: Any) -> None:
    """List the games, newest first."""
    wanted = chosen_filter(**fields)
    with open_archive() as archive:
        found = archive.games(wanted, -1 if is_all else limit)
        total = archive.count(wanted)
    for summary in found:
        click.echo(json.dumps(summary_json(summary)) if as_json else
                   _summary_line(summary))  # fmt: skip
    if not total and not as_json:
        click.echo("no games", err=True)
    if len(found) < total:
        click.echo(f"{len(found)} of {many(total, 'game')}; --all shows all", err=True)


def summary_json(summary: Summary) -> dict[str, object]:
    """A game of a list as a JSON object."""
    score = None if summary.score_b is None else {"b": summary.score_b, "w": summary.score_w}
    return {
        "id": summary.id,
        "game": summary.game,
        "players": {"b": summary.black, "w": summary.white},
        "started": summary.started,
        "outcome": summary.outcome or "-",
        "reason": summary.reason or None,
        "plies": summary.plies,
        "score": score,
        "source": summary.source,
        "match": summary.match or None,
        "hints": summary.hints,
        "problem": summary.problem or None,
    }


def _summary_line(one: Summary) -> str:
    date = one.begun or "unknown"
    result = f"{one.outcome} {one.reason}".strip() or UNFINISHED
    if one.score_b is not None:
        result += f" {one.score_b}:{one.score_w}"
    if one.problem:
        problem = in_brief(one.problem, IN_A_LIST)
        if not one.plies:
            return f"{one.id:30} cannot be read: {problem}"
        result = f"damaged: {problem}"
    players = f"{one.black} - {one.white}"
    return f"{one.id:30} {date:16}  {players:30} {one.plies:4} moves  {result}"


def readable(archive: Archive, game_id: str) -> tuple[Record, int]:
    """The record of a game as far as it can be read and is legal, and the exit code: what is wrong
    is told. Raises InvalidFile if nothing can be read.
    """
    record, damage = archive.readable(game_id)
    with suppress(InvalidFile):  # under rules that there are not it is shown as it was written
        record, illegal = legal_part(record)
        damage = f"{archive.path(game_id)}: {illegal}" if illegal else damage
    if damage:
        complain(f"{damage}; what stands before that is all that is told")
    return record, 1 if damage else 0


@games.command()
@click.argument("game_id", type=UTF8)
@json_option
def show(game_id: str, as_json: bool) -> int:
    """Show the record of a game."""
    with open_archive() as archive:
        summary = archive.find(game_id)
        record, code = readable(archive, summary.id)
    if as_json:
        click.echo(json.dumps(record_json(summary, record)))
        return code
    click.echo(record_text(record), nl=False)
    for note in _notes(record):
        click.echo(note)
    return code


def record_json(summary: Summary, record: Record) -> dict[str, object]:
    """A whole record as a JSON object."""
    head = record.header
    return summary_json(summary) | {
        "rules": dict(head.rules),
        "position": head.position or None,
        "clock": head.clock or None,
        "moves": [move.text for move in record.moves],
        "players_of_moves": "".join(move.player for move in record.moves),
        "accepted_illegal": [n for n, move in enumerate(record.moves) if move.accepted],
        "clock_s": [move.clock_s for move in record.moves] if head.clock else None,
        "taken_back": [[move.text for move in line] for line in record.taken_back],
        "hints_after": list(record.hints),
    }


def _notes(record: Record) -> Iterator[str]:
    if record.hints:
        yield "Hints after move " + ", ".join(map(str, record.hints))
    for line, kept in zip(record.taken_back, taken_back_from(record), strict=True):
        moves = " ".join(move.text for move in line[kept:])
        from_to = f"move {len(line)}" if kept + 1 == len(line) else f"moves {kept + 1}-{len(line)}"
        yield f"Taken back: {moves} ({from_to})"
    if any(record.offences):
        yield f"Illegal moves that counted: Black {record.offences[0]}, White {record.offences[1]}"


@games.command()
@filter_options
@json_option
def stats(as_json: bool, **fields: Any) -> None:
    """Statistics for each player and game."""
    with open_archive() as archive:
        found = archive.statistics(chosen_filter(**fields))
    if not as_json:
        width = max([20, *(len(one.player) for one in found)])
        head = f"{'player':{width}} {'game':9} games   won  lost drawn  open  moves"
        click.echo(head if found else "no games", err=not found)
    for one in found:
        click.echo(json.dumps(_statistics_json(one)) if as_json else
                   _statistics_line(one, width))  # fmt: skip


def _statistics_json(one: Statistics) -> dict[str, object]:
    return {
        "player": one.player, "game": one.game, "games": one.games, "won": one.won,
        "lost": one.lost, "drawn": one.drawn, "unfinished": one.unfinished,
        "mean_plies": round(one.mean_plies, 1),
    }  # fmt: skip


def _statistics_line(one: Statistics, width: int) -> str:
    counts = f"{one.games:5} {one.won:5} {one.lost:5} {one.drawn:5} {one.unfinished:5}"
    return f"{one.player:{width}} {one.game:9} {counts} {one.mean_plies:6.1f}"


@games.command()
@click.argument("game_ids", type=UTF8, nargs=-1, required=True)
@click.option("--yes", is_flag=True, help="Do not ask.")
def delete(game_ids: tuple[str, ...], yes: bool) -> None:
    """Delete games for good, with all that was kept with them."""
    with open_archive() as archive:
        for game_id in [archive.find(text).id for text in game_ids]:
            if yes or click.confirm(f"Delete {game_id} for good?", err=True):
                archive.delete(game_id)
                click.echo(game_id)


@games.command()
@json_option
def check(as_json: bool) -> int:
    """Read every game again, play it by the rules, and make the index anew."""
    from pi_board.records.checking import check_games

    with _archive_in_sight() as archive:
        problems = check_games(archive, _progress)
        total = archive.count(Filter())
    if as_json:
        for one in problems:
            click.echo(json.dumps({"id": one.id, "problem": one.text}))
    for one in () if as_json else problems:
        click.echo(f"{one.id}: {one.text}")
    click.echo(f"{many(total, 'game')}, {len(problems)} with problems", err=True)
    return 1 if problems else 0
