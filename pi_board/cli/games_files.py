"""``pi-board games export`` and ``import``: games as files."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import click

from pi_board.cli.choosing import UTF8, game_choice
from pi_board.cli.complaining import complain
from pi_board.cli.games import open_archive, readable
from pi_board.core.errors import InvalidFile, InvalidText
from pi_board.records.archive import Archive
from pi_board.records.case import write_case
from pi_board.records.durable import new_folder, save_file
from pi_board.records.files import FORMATS, format_of, imported_games, read_games, written
from pi_board.records.journal import ended, is_in_use, journal_bytes
from pi_board.records.record import Record
from pi_board.records.request import ask_for_evidence
from pi_board.records.text import in_braces

PIPED = Path("-")


@click.command(name="export")
@click.argument("game_id", type=UTF8)
@click.option("--format", "format_name", type=click.Choice(list(FORMATS)), help="Else by FILE.")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE",
              help="Else, or with -: stdout.")  # fmt: skip
@click.option("--evidence", type=click.Path(path_type=Path), metavar="FOLDER",
              help="Copy what was kept beside the game: pictures, readings.")  # fmt: skip
@click.option("--case", type=click.Path(path_type=Path), metavar="FOLDER",
              help="Write a test case: the readings, and what was made of them.")  # fmt: skip
def games_export(
    game_id: str,
    format_name: str | None,
    output: Path | None,
    evidence: Path | None,
    case: Path | None,
) -> int:
    """Write a game as text (the default), SGF (Lines of Action) or JSON Lines.

    JSON Lines holds all that was kept. Text has no times of moves, no hints and no moves taken
    back; SGF has no hints and no time of day. Neither has the policy or the illegal moves that
    counted.

    With --evidence or --case nothing is written to stdout; FOLDER must not exist.
    """
    kind = format_name or (format_of(output) if output else "text")
    with open_archive() as archive:
        path = archive.path(archive.find(game_id).id)
        if evidence is not None:
            _copy_evidence(path, evidence)
        if case is not None:
            write_case(path, case)
        if output is None and not format_name and (evidence or case):
            return 0
        data, code = _data(archive, path.stem, kind)
    if output is None or str(output) == "-":
        click.echo(data, nl=False)
    else:
        save_file(output, data)
    return code


def _copy_evidence(journal: Path, folder: Path) -> None:
    """Copy all that lies beside a journal; a game that is being played adds its last seconds."""
    if is_in_use(journal) and not ask_for_evidence(journal.parent):
        complain("the running game did not answer; its last seconds are missing")
    kept = journal.with_suffix("")
    if not kept.is_dir():
        raise InvalidFile(f"{journal.stem}: nothing was kept beside this game")
    with new_folder(folder):
        # `shutil.copytree` goes on after a full disk, and tells of every file
        for source in sorted(kept.rglob("*")):  # a folder before what is in it
            copy = folder / source.relative_to(kept)
            if source.is_dir():
                copy.mkdir()
            elif source.is_file():
                shutil.copy2(source, copy)


def _data(archive: Archive, game_id: str, kind: str) -> tuple[bytes, int]:
    """What is written, and the exit code."""
    if kind == "jsonl":
        return ended(journal_bytes(archive.path(game_id))), 0
    record, code = readable(archive, game_id)
    return written(record, kind), code


@click.command(name="import")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--game", type=game_choice(), help="For moves without a 'Game:' line.")
def games_import(files: tuple[Path, ...], game: str | None) -> int:
    """Keep the games in FILES (text, SGF, JSON Lines; -: stdin); prints their names.

    A file that cannot be read is told, the others are still imported. A game that is kept already
    is not kept twice.

    To correct a game (names, date, match, result, a move that was misread), export it as text, edit
    and import that, and delete the game that was wrong. Nobody goes on with an imported game, but
    `--position` begins where it stands.
    """
    failed = 0
    with open_archive() as archive:
        for file in files:
            try:
                for record in _games_in(file, game):
                    click.echo(_added(archive, record, _named(file)))
            except (InvalidFile, InvalidText) as error:
                complain(error)
                failed += 1
    return 1 if failed else 0


def _games_in(file: Path, game: str | None) -> tuple[Record, ...]:
    if file == PIPED:
        return imported_games(sys.stdin.buffer, _named(file), game)
    return read_games(file, game)


def _named(file: Path) -> Path:
    """As messages call it."""
    return Path("stdin") if file == PIPED else file


def _added(archive: Archive, record: Record, file: Path) -> str:
    """The name under which the game is kept now, or was before."""
    name, was_kept = archive.add_once(record)
    if was_kept:
        told = f"{file}: kept already as {name}"
        kept = _beside(archive.record(name))
        if others := [what for what, said in _beside(record).items() if said - kept[what]]:
            told += f", whose {' and '.join(others)} are others; those of the file are not kept"
        complain(told)
    return name


def _beside(record: Record) -> dict[str, set[tuple[object, ...]]]:
    """What a file may say of a game beside the moves that stand, comments as text files have it."""
    comments = (record.header.comment, *(move.comment for move in record.moves))
    times = (move.clock_s for move in record.moves)
    return {
        "comments": {(ply, in_braces(text)) for ply, text in enumerate(comments) if text},
        "times": {(ply, left_s) for ply, left_s in enumerate(times) if left_s is not None},
        "hints": {(ply,) for ply in record.hints},
        "moves taken back": {tuple(move.text for move in line) for line in record.taken_back},
    }
