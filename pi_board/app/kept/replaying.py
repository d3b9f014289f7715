"""A kept game as tables to be shown, one for each position, and gone through in the views."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace

from pi_board.app.agreement import called, computer_level
from pi_board.app.compose import compose
from pi_board.app.scenes import state as show
from pi_board.app.scenes.common import ACCEPTED, turns
from pi_board.app.showing import CLOSES, RUNS, running_buttons, step_to
from pi_board.core.errors import InvalidText
from pi_board.core.game import PLAYERS, Player
from pi_board.core.message import Message, message
from pi_board.core.observation import Command
from pi_board.core.scene import Kind, Notice, Scene, Strip
from pi_board.records.record import RecordedMove
from pi_board.records.replay import Replayed, declared, layout_of
from pi_board.referee.clocks import parse_control

PLAY_EVERY_S = 1.5


def table_at(again: Replayed, ply: int) -> show.TableState:
    """The table after the first `ply` moves (0 to as many as there are)."""
    record, game = again.record, again.game
    black, white = record.header.players
    low_s = _low_s(record.header.clock)
    position = again.positions[ply]
    moves = record.moves[:ply]
    is_end = ply == len(record.moves) and record.outcome
    outcome = game.outcome(position) or declared(record)
    return show.TableState(
        game,
        layout_of(game, record.header),
        position,
        show.Over(outcome) if is_end and outcome else show.Playing(),
        show.Seat(called(black), _clock_s(moves, "b"), low_s),
        show.Seat(called(white), _clock_s(moves, "w"), low_s),
        plies=tuple(show.Ply(m.player, m.text, bool(m.accepted)) for m in moves),
        stood=again.positions[:ply],
        near=_near(again),
    )


def _near(again: Replayed) -> Player:
    """Who sits at the lower edge, as in the game: a person who plays against the computer, else who
    began.
    """
    names = again.record.header.players
    people = [p for p, name in zip(PLAYERS, names, strict=True) if not computer_level(name)]
    return people[0] if len(people) == 1 else again.positions[0].to_move


def _low_s(clock: str) -> float:
    """With less time left than this a player was warned, by the text of the clocks in a record."""
    with suppress(InvalidText):  # no clocks, or a text that no version of the program wrote
        return show.low_time_s(parse_control(clock))
    return show.LOW_TIME_S


def _clock_s(moves: tuple[RecordedMove, ...], player: Player) -> float | None:
    return next((m.clock_s for m in reversed(moves) if m.player == player), None)


def move_title(plies: tuple[show.Ply, ...]) -> Message:
    """What to call the last turn of some moves, the turn written as a whole."""
    entries = turns(plies)
    if not entries:
        return message("The start")
    number = sum(1 for entry in entries if entry.number)
    return message("Move {number}: {move}", number=number, move=entries[-1].shown)


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
        """After a button or key of `pi_board.app.showing`; others change nothing."""
        to = step_to(command, self.ply, self.last)
        if to is not None:
            return replace(self, ply=to, due_s=None)  # it stays there
        if command.name in RUNS:
            if self.due_s is not None or not self.last:  # a game left before its first move
                return replace(self, due_s=None)
            ply = 0 if self.is_last else self.ply
            return replace(self, ply=ply, due_s=command.t + PLAY_EVERY_S)
        return replace(self, is_closed=True) if command.name in CLOSES else self

    def tick(self, now_s: float) -> Playback:
        """After some time has passed."""
        if self.due_s is None or now_s < self.due_s:
            return self
        then = replace(self, ply=self.ply + 1, due_s=now_s + PLAY_EVERY_S)
        return replace(then, due_s=None) if then.is_last else then

    @property
    def scene(self) -> Scene:
        """What is to be seen now."""
        table = table_at(self.again, self.ply)
        scene = compose(table)
        where = message("{done} of {total}", done=self.ply, total=self.last)
        return replace(
            scene,
            notice=_of_the_move(scene, table),
            strip=Strip(note=where, progress=(self.ply, self.last), jumps=True),
            buttons=running_buttons(self.ply, self.last, self.due_s is not None),
        )

    @property
    def pixels(self) -> None:
        """See `pi_board.app.showing.Showing`."""
        return None

    @property
    def last(self) -> int:
        """The number of moves."""
        return len(self.again.record.moves)

    @property
    def is_last(self) -> bool:
        """Whether there is no further move."""
        return self.ply >= self.last

    def close(self) -> None:
        """See `pi_board.app.showing.Showing`."""


def _of_the_move(scene: Scene, table: show.TableState) -> Notice:
    """The message with the move as its title; what needs the title itself stays as it is."""
    notice = scene.notice
    if scene.kind is Kind.OVER or notice.badge or notice.previews:
        return notice
    icon = table.plies[-1].player if table.plies else notice.icon
    said = (ACCEPTED, notice.title) if table.is_accepted else (notice.title,)
    return replace(notice, title=move_title(table.plies), sentences=said, icon=icon)
