"""A kept game as tables to be shown, one for each position."""

from __future__ import annotations

from pi_board.app.scenes import state as show
from pi_board.core.game import Player
from pi_board.records.record import RecordedMove
from pi_board.records.replay import Replayed, declared


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
