"""What stands on the board at this moment, for whoever shows it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pi_board.core.events import Wrong
from pi_board.core.layout import Layout
from pi_board.core.observation import Observation, likeliest
from pi_board.referee.continuations import Node, node
from pi_board.referee.differences import differences, wrong_sites
from pi_board.referee.evidence import Evidence, weigh_look
from pi_board.referee.instructing import made_for_it
from pi_board.referee.misseen import overlooked
from pi_board.referee.phases import Choosing, Correcting, SettingUp, State
from pi_board.referee.repair import Aim, Repair, repairs
from pi_board.referee.watch import Watch


def expected(state: State, layout: Layout) -> Node:
    """The position that should stand on the board."""
    if isinstance(state, SettingUp):
        return node(state.table.game, layout, state.table.start)
    return state.line.now


@dataclass(frozen=True, slots=True)
class Compared:
    """The board as one look shows it, beside what it should show: the uncovered sites that are
    `wrong`, the `aim` that the board is to be brought to, and the `repairs` for that, step by step;
    what is covered is left alone. `made`: the position after what a program has ordered, if just
    that stands there.
    """

    wrong: tuple[Wrong, ...]
    aim: Aim
    repairs: tuple[Repair, ...]
    made: Any = None


def compared(state: State, observation: Observation) -> Compared:
    """What one look shows to be otherwise. The aim is what was last said of the board; nothing is
    to be done about one that looks as the game says, whatever was said of it.
    """
    layout = observation.layout
    wanted = expected(state, layout)
    evidence = _evidence(observation, wanted, state.watch)
    found = wrong_sites(evidence, differences(evidence, wanted))
    wrong = tuple(one for one in found if one.site not in observation.obstructed)
    said = state.aim if isinstance(state, (Correcting, Choosing)) else None
    aim = said or Aim(wanted)
    if not evidence.against(wanted.appearance):
        return Compared(wrong, aim, ())
    steps = repairs(evidence, aim)
    if observation.obstructed or not isinstance(state, Correcting):
        return Compared(wrong, aim, steps)
    made = made_for_it(state.table, state.line, evidence)
    return Compared(wrong, aim, steps, None if made is None else made.position)


def labels_now(observation: Observation) -> tuple[str, ...]:
    """The likeliest label of every site."""
    labels = observation.layout.labels
    return tuple(labels[likeliest(row)] for row in observation.looks)


def _evidence(observation: Observation, wanted: Node, watch: Watch) -> Evidence:
    """Of what is covered, or known to be misseen, nothing is known."""
    layout = observation.layout
    covered = {layout.site(site) for site in observation.obstructed}
    return overlooked(weigh_look(observation, covered), wanted.appearance, watch.misseen)
