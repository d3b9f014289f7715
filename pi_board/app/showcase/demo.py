"""The main job at speed: ``python -m pi_board.app.showcase.demo FRAMES PICTURES``.

For each game, the recorded frames in FRAMES are read, refereed and shown on a screen without a
window; PICTURES gets a few screenshots, the console the board and the record. ``moves.txt`` beside
the frames says what was really played, one small move a line; it is opened only after the game.
"""

from __future__ import annotations

import sys
import time
from argparse import ArgumentParser
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from rich.console import Console

from pi_board.app.director import Director
from pi_board.app.playing import Play, Shown, Ways
from pi_board.app.scenes.state import Seat
from pi_board.app.sitting import Sitting
from pi_board.core.events import Event, GameStarted, MovePlayed, to_json
from pi_board.core.game import AnyGame
from pi_board.core.observation import Command
from pi_board.core.scene import Kind
from pi_board.games.registry import GAMES, make_game
from pi_board.readers.frames import FramesReader
from pi_board.records.history import History
from pi_board.records.record import Header, Record, began_at
from pi_board.records.text import record_text
from pi_board.views.console import ConsoleView
from pi_board.views.screen import ScreenView

PLAYERS = ("Tomáš", "Ioana")
SIZE = (800, 480)


def main(arguments: Sequence[str]) -> int:
    """Referee what `arguments`, those of the command line, name; 0 if every move was right."""
    parser = ArgumentParser("python -m pi_board.app.showcase.demo", description=__doc__)
    parser.add_argument("frames", type=Path, help="one recorded game of each kind")
    parser.add_argument("pictures", type=Path, help="where the screenshots go")
    return referee(**vars(parser.parse_args(arguments)))


def referee(frames: Path, pictures: Path) -> int:
    """Referee one recorded game of each kind; 0 if every move was right."""
    console = Console()
    pictures.mkdir(parents=True, exist_ok=True)
    lines = [_play(name, frames / name, pictures, console) for name in GAMES]
    console.rule("Summary")
    for text, _ in lines:
        console.print(text, highlight=False)
    console.print(f"Screenshots: {pictures}/*.png", highlight=False)
    return 0 if all(right for _, right in lines) else 1


def _play(name: str, folder: Path, pictures: Path, console: Console) -> tuple[str, bool]:
    options = options_of(folder)
    game = make_game(name, options=options)
    console.rule(f"{name}: {len(list(folder.glob('*.jpg')))} frames from {folder}")
    reader = FramesReader(folder)
    recorder = _Recorder(game, PLAYERS)
    view = ScreenView(SIZE, headless=True)
    director = Director(game, Seat(PLAYERS[0]), Seat(PLAYERS[1]), game.start().to_move)
    snaps = _Snapshots(view, pictures, name)

    def after(shown: Shown) -> None:
        recorder.hear(shown.moment.events)
        snaps.take(shown)

    play = Play(Sitting(game, reader), reader, director, view, Ways("fast"))
    play.run(after)
    snaps.end(play)
    ConsoleView(console).show(snaps.last)
    console.print(record_text(recorder.record), highlight=False)
    played = [move.text for move in recorder.record.moves]
    wanted = (folder / "moves.txt").read_text().split()
    right = sum(one == other for one, other in zip(played, wanted, strict=False))
    text = f"{name:10} {len(played):3} moves refereed, {right} of {len(wanted)} right"
    return text, played == wanted


def options_of(folder: Path) -> dict[str, str]:
    """Names and values of the rules by which the recorded game in a folder was played."""
    file = folder / "rules.txt"
    words = file.read_text().split() if file.exists() else []
    return {name: value for name, _, value in (word.partition("=") for word in words)}


class _Recorder:
    """Collects the moves of the running game out of the events; no journal is kept."""

    def __init__(self, game: AnyGame, players: tuple[str, str]) -> None:
        self._game = game
        self._header = Header.of(game, players, started=time.time())
        self._history = History(self._header)

    def hear(self, events: Iterable[Event]) -> None:
        """Take note of what has happened."""
        for event in events:
            if isinstance(event, GameStarted):
                position = began_at(self._game, event.position)
                self._history = History(replace(self._header, position=position))
            self._history.take(to_json(event))

    @property
    def record(self) -> Record:
        """The record as it stands."""
        return self._history.record


class _Snapshots:
    """A picture of each kind of scene when it first comes up, of the end, and of the camera."""

    def __init__(self, view: ScreenView, folder: Path, name: str) -> None:
        self._view, self._folder, self._name = view, folder, name
        self._taken: set[str] = set()

    def take(self, shown: Shown) -> None:
        """Look at what is on the screen now."""
        self.last = shown.scene
        moved = any(isinstance(event, MovePlayed) for event in shown.moment.events)
        kind = "move" if moved else shown.scene.kind.value
        if kind not in self._taken and (moved or shown.scene.kind is not Kind.PLAYING):
            self._taken.add(kind)
            self._save(kind)

    def end(self, play: Play) -> None:
        """The last scene, and what the camera saw."""
        self._save("end")
        play.obey(Command(0.0, "look"))
        self._save("camera")

    def _save(self, kind: str) -> None:
        self._view.snapshot(self._folder / f"{self._name}_{kind}.png")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
