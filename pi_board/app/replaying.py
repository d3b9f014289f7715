"""A kept game as tables to be shown, one for each position, and gone through in the views."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from pi_board.app.compose import compose
from pi_board.app.scenes import state as show
from pi_board.core.game import Player
from pi_board.core.message import message
from pi_board.core.observation import Command
from pi_board.core.scene import Button, Scene
from pi_board.records.record import RecordedMove
from pi_board.records.replay import Replayed, declared

PLAY_EVERY_S = 1.5
FRAME_S = 1 / 30


def table_at(again: Replayed, ply: int) -> show.TableState:
    """The table after the first `ply` moves (0 to as many as there are)."""
    record, game = again.record, again.game
    black, white = record.header.players
    position = again.positions[ply]
    moves = record.moves[:ply]
    layouts = {layout.name: layout for layout in game.layouts}
    is_end = ply == len(record.moves) and record.outcome
    outcome = game.outcome(position) or declared(record)
    return show.TableState(
        game,
        layouts.get(record.header.layout, game.layouts[0]),
        position,
        show.Over(outcome) if is_end and outcome else show.Playing(),
        show.Seat(black, _clock_s(moves, "b")),
        show.Seat(white, _clock_s(moves, "w")),
        before=again.positions[ply - 1] if ply else None,
        plies=tuple(show.Ply(move.player, move.text) for move in moves),
        near=again.positions[0].to_move,
    )


def _clock_s(moves: tuple[RecordedMove, ...], player: Player) -> float | None:
    return next((m.clock_s for m in reversed(moves) if m.player == player), None)


@dataclass(frozen=True, slots=True)
class Playback:
    """A kept game being gone through: at which move, and whether it goes on by itself.

    `due_s`: when the next move is shown, while it goes on by itself.
    """

    again: Replayed
    ply: int = 0
    due_s: float | None = None
    is_closed: bool = False

    def obey(self, command: Command) -> Playback:
        """After a button or key: ``next`` and ``previous``, ``first`` and ``last``, ``play`` and
        ``pause``, ``jump`` with the number of a move, ``quit``; others change nothing.
        """
        now_s = command.t
        match command.name:
            case "next" | "confirm":
                return self._at(self.ply + 1)
            case "previous" | "take_back":
                return self._at(self.ply - 1)
            case "first":
                return self._at(0)
            case "last":
                return self._at(len(self.again.record.moves))
            case "jump" if command.argument.isdecimal():
                return self._at(int(command.argument))
            case "pause" if self.due_s is not None:
                return replace(self, due_s=None)
            case "play" | "pause":
                start = 0 if self.is_last else self.ply
                return replace(self, ply=start, due_s=now_s + PLAY_EVERY_S)
            case "quit":
                return replace(self, is_closed=True)
        return self

    def tick(self, now_s: float) -> Playback:
        """After some time has passed."""
        if self.due_s is None or now_s < self.due_s:
            return self
        then = replace(self, ply=self.ply + 1, due_s=now_s + PLAY_EVERY_S)
        return replace(then, due_s=None) if then.is_last else then

    @property
    def scene(self) -> Scene:
        """What is to be seen now."""
        goes_on = Button("pause", message("Pause"), "pause")
        plays = Button("play", message("Play"), "play")
        buttons = (
            Button("previous", message("Back"), "undo", enabled=self.ply > 0),
            goes_on if self.due_s is not None else plays,
            Button("next", message("Next"), "check", enabled=not self.is_last),
            Button("quit", message("Close"), "close"),
        )
        return replace(compose(table_at(self.again, self.ply)), buttons=buttons)

    @property
    def is_last(self) -> bool:
        """Whether there is no further move."""
        return self.ply >= len(self.again.record.moves)

    def _at(self, ply: int) -> Playback:
        """At another move; it stays there."""
        return replace(self, ply=max(0, min(ply, len(self.again.record.moves))), due_s=None)


class SceneView(Protocol):
    """Somebody who shows scenes: the screen, the lamps of the board."""

    def show(self, scene: Scene, now_s: float) -> None: ...
    def draw(self, now_s: float) -> object: ...


def show_replay(
    again: Replayed,
    views: Sequence[SceneView],
    poll: Callable[[float], Iterable[Command]],
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
) -> None:
    """Go through a game in all `views` until it is closed; `poll` gives what was asked for."""
    playback = Playback(again)
    while not playback.is_closed:
        now_s = clock()
        for command in poll(now_s):
            playback = playback.obey(command)
        playback = playback.tick(now_s)
        for view in views:
            view.show(playback.scene, now_s)
            view.draw(now_s)
        sleep(FRAME_S)
