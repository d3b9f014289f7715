"""What stands on the board at this moment, for whoever shows it."""

from __future__ import annotations

from pi_board.core.events import Wrong
from pi_board.core.layout import Layout
from pi_board.core.observation import Observation, likeliest
from pi_board.referee.continuations import Node, node
from pi_board.referee.differences import differences, wrong_sites
from pi_board.referee.evidence import Evidence, bounded, weigh
from pi_board.referee.phases import Choosing, Correcting, SettingUp, State
from pi_board.referee.repair import Aim, Repair, repairs


def expected(state: State, layout: Layout) -> Node:
    """The position that should stand on the board."""
    if isinstance(state, SettingUp):
        return node(state.table.game, layout, state.table.start)
    return state.line.now


def aim_of(state: State, layout: Layout) -> Aim:
    """What the board is to be brought to: what was last said of it goes for every look since."""
    if isinstance(state, (Correcting, Choosing)) and state.aim is not None:
        return state.aim
    return Aim(expected(state, layout))


def wrong_now(state: State, observation: Observation) -> tuple[Wrong, ...]:
    """The uncovered sites that do not look as the game says, by this one look."""
    evidence = _evidence(observation)
    wanted = expected(state, observation.layout)
    found = wrong_sites(evidence, observation.layout, differences(evidence, wanted))
    return tuple(wrong for wrong in found if wrong.site not in observation.obstructed)


def repairs_now(state: State, observation: Observation) -> tuple[Repair, ...]:
    """How to put the board right, step by step, by this one look; what is covered is left alone."""
    evidence = _evidence(observation)
    if not evidence.against(expected(state, observation.layout).appearance):
        return ()  # whatever was said of it
    return repairs(evidence, aim_of(state, observation.layout))


def labels_now(observation: Observation) -> tuple[str, ...]:
    """The likeliest label of every site."""
    labels = observation.layout.labels
    return tuple(labels[likeliest(row)] for row in observation.looks)


def _evidence(observation: Observation) -> Evidence:
    """Of what is covered nothing is known."""
    layout = observation.layout
    unknown = (0.0,) * len(layout.labels)
    rows = tuple(
        bounded(unknown if site in observation.obstructed else row)
        for site, row in zip(layout.sites, observation.looks, strict=True)
    )
    return weigh(layout, rows, 1.0)
