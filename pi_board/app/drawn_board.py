"""A board that is only drawn on the screen: fingers are the hands, and nobody else moves stones."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pi_board.app.scenes.state import TableState
from pi_board.app.sitting import Moment
from pi_board.core.events import GameStarted, TakenBack
from pi_board.core.message import message
from pi_board.core.observation import Command
from pi_board.core.scene import Button, Scene
from pi_board.readers.simulator import Simulator
from pi_board.referee import phases
from pi_board.referee.continuations import step
from pi_board.referee.instructing import to_do

PUT_RIGHT = Button("put_right", message("Put right"), "check")
_NO_CAMERA = ("look", "accept_board")


class DrawnBoard:
    """Moves the simulator's stones."""

    def __init__(self, simulator: Simulator) -> None:
        self._simulator = simulator
        self._moved_at = -1  # moves played when a move was last made for the program's side

    def follow(self, moment: Moment, table: TableState) -> None:
        """What is taken back goes back at once, and may be made again; what the program that plays
        one side wants is made.
        """
        if isinstance(moment.input, Command) and moment.input.name == "take_back":
            self.stand(table.position, table)
        if any(isinstance(event, (GameStarted, TakenBack)) for event in moment.events):
            self._moved_at = -1
        self._make_move_due(moment.state)

    def stand(self, position: Any, table: TableState) -> None:
        """Show `position`, one of the table's game."""
        self._simulator.stand(table.game.appearance(position, table.layout))

    def touch(self, site: str, table: TableState) -> None:
        """A finger on a site, "" beside the board."""
        self._simulator.touch(site, table.position.to_move)

    def offered(self, scene: Scene) -> Scene:
        """There is nothing to look at and nothing to be accepted as it stands: it is put right."""
        buttons = (PUT_RIGHT if b.command in _NO_CAMERA else b for b in scene.buttons)
        return replace(scene, buttons=tuple(buttons))

    def _make_move_due(self, state: phases.State) -> None:
        """Make the move that the program wants on the board, once."""
        if not isinstance(state, phases.Playing):
            return
        moves = to_do(state.table, state.line)
        if moves and state.line.plies != self._moved_at:
            self._moved_at = state.line.plies
            now = state.line.now
            after = step(now, now.game.parse_move(now.position, moves[0]))
            self._simulator.stand(after.node.appearance)
