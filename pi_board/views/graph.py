"""The small diagram in the message: how the game went, and where in it we are."""

from __future__ import annotations

import pygame

from pi_board.core.scene import Graph
from pi_board.views.chart import (
    Axes,
    draw_chances,
    draw_level,
    draw_scores,
    draw_turning,
    top_of,
)
from pi_board.views.desk import Desk
from pi_board.views.layout import Box

SCORES_SHARE = 0.36  # of the height, where a game has points
SNAP = 0.035  # of the unit: a finger so near a turning point means it


def draw_graph(desk: Desk, target: pygame.Surface, graph: Graph, box: Box) -> None:
    """The curves, the turning points and a line at the moment that is shown."""
    chances, scores = _axes(desk, graph, box)
    line = max(2.0, desk.unit * 0.005)
    draw_chances(desk.paint, target, chances, graph.chances, line)
    draw_level(desk.paint, target, chances, 0.5, 1)
    if scores is not None:
        desk.paint.box(target, scores.box, desk.colour("panel_raised"))
        draw_scores(desk.paint, target, scores, graph.scores, line * 0.9)
    for point in graph.turning:
        at = chances.at(point, graph.chances[point])
        draw_turning(desk.paint, target, at, desk.unit * 0.0105)
    _here(desk, target, graph, box, chances)


def _here(desk: Desk, target: pygame.Surface, graph: Graph, box: Box, chances: Axes) -> None:
    """A line through the moment that is shown, and a disc on the curve where it is known."""
    x = chances.at(graph.at, 0.0)[0]
    width = max(2, round(desk.unit * 0.006))
    target.fill(desk.colour("from"), (round(x - width / 2), box.y, width, box.h))
    if graph.at < len(graph.chances):
        at = chances.at(graph.at, graph.chances[graph.at])
        desk.paint.disc(target, at, desk.unit * 0.0125, desk.colour("keyline"))
        desk.paint.disc(target, at, desk.unit * 0.009, desk.colour("from"))


def jump_at(desk: Desk, graph: Graph, box: Box, point: tuple[float, float]) -> int | None:
    """The number of small moves made at the moment that is touched, None beside the diagram."""
    if not box.contains(point):
        return None
    axes, _ = _axes(desk, graph, box)
    near = [p for p in graph.turning if abs(axes.at(p, 0.0)[0] - point[0]) < SNAP * desk.unit]
    moment = min(near, key=lambda p: abs(axes.at(p, 0.0)[0] - point[0]), default=None)
    return graph.stops[axes.moment_at(point[0]) if moment is None else moment]


def _axes(desk: Desk, graph: Graph, box: Box) -> tuple[Axes, Axes | None]:
    """Where both diagrams lie; marks at the ends stay inside the box."""
    edge = round(desk.unit * 0.0125)
    room = box.inset(edge, 0)
    last = len(graph.stops) - 1
    if not graph.scores:
        return Axes(room, last, 1.0), None
    lower = round(room.h * SCORES_SHARE)
    upper = room._replace(h=room.h - lower - round(desk.space("s")))
    below = room._replace(y=room.bottom - lower, h=lower)
    return Axes(upper, last, 1.0), Axes(below, last, float(top_of(graph.scores)[0]))
