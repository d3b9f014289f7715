"""The game so far, as the referee keeps it: the positions that stood and the moves between."""

from __future__ import annotations

from dataclasses import dataclass

from pi_board.referee.continuations import Node, Step


@dataclass(frozen=True, slots=True)
class Line:
    """`nodes` are the positions from the first on, `steps` the moves between them (one fewer) ·
    `joined`: for each move whether it was seen together with the one before, in unknown order.
    """

    nodes: tuple[Node, ...]
    steps: tuple[Step, ...] = ()
    joined: tuple[bool, ...] = ()

    @property
    def now(self) -> Node:
        """The position that should stand on the board."""
        return self.nodes[-1]

    @property
    def plies(self) -> int:
        """How many moves were made."""
        return len(self.steps)

    def play(self, step: Step, joined: bool = False) -> Line:
        """The game with one more move. What older positions remembered is let go."""
        older = self.nodes[:-2] + tuple(node.forget() for node in self.nodes[-2:-1])
        nodes = (*older, self.nodes[-1], step.node)
        return Line(nodes, (*self.steps, step), (*self.joined, joined))

    def back(self, plies: int) -> Line:
        """The game with the last `plies` moves taken back."""
        if not plies:
            return self
        return Line(self.nodes[:-plies], self.steps[:-plies], self.joined[:-plies])
