"""The one drawing of a stone, used wherever a stone is seen."""

from __future__ import annotations

import math

import pygame

from pi_board.core.game import Player
from pi_board.views.layout import Point
from pi_board.views.paint import FINE, Painter
from pi_board.views.theme import Colour, mix

NAMES: dict[Player, str] = {"b": "first", "w": "second"}

GHOST_ALPHA = {"b": 175, "w": 145}  # a dark ghost needs more to be seen on a dark board
FADED_ALPHA = 107  # 42 %
LIGHT = (-0.30, -0.34)  # where the light falls, from the middle, shares of the radius
RIM, LEAST_RIM_PX = 0.055, 1.1
SHADOW_REACH, SHADOW_DROP, SHADOW_ALPHA = 0.30, 0.09, 105


def stone(
    paint: Painter, target: pygame.Surface, centre: Point, radius: float, player: Player,
    ghost: bool = False, faded: bool = False,
) -> None:  # fmt: skip
    """A stone with light, rim and shadow; a ghost has no shadow and lets the board through."""
    if not ghost and not faded:
        _put(target, _shadow(paint, radius), (centre[0], centre[1] + SHADOW_DROP * radius))
    body = _body(paint, radius, player)
    if ghost or faded:
        alpha = GHOST_ALPHA[player] if ghost else FADED_ALPHA
        body = paint.kept(("pale", radius, player, alpha), lambda: _pale(body, alpha))
    _put(target, body, centre)


def puck(
    paint: Painter, target: pygame.Surface, centre: Point, radius: float, player: Player,
    board: Colour,
) -> None:  # fmt: skip
    """A stone on a disc of board colour, so that a dark stone never sinks into a dark card."""
    paint.disc(target, centre, radius * 1.22, board)
    stone(paint, target, centre, radius, player)


def _put(target: pygame.Surface, sprite: pygame.Surface, centre: Point) -> None:
    half = sprite.get_width() // 2
    target.blit(sprite, (round(centre[0]) - half, round(centre[1]) - half))


def _pale(body: pygame.Surface, alpha: int) -> pygame.Surface:
    pale = body.copy()
    pale.set_alpha(alpha)
    return pale


def _shadow(paint: Painter, radius: float) -> pygame.Surface:
    return paint.kept(("shadow", radius), lambda: _draw_shadow(paint, radius))


def _draw_shadow(paint: Painter, radius: float) -> pygame.Surface:
    half = math.ceil(radius * (1 + SHADOW_REACH)) + 1
    large = pygame.Surface((2 * half * FINE, 2 * half * FINE), pygame.SRCALPHA, 32)
    colour = paint.colour("shadow")
    large.fill((*colour, 0))
    steps = 16
    for i in range(steps):
        share = i / (steps - 1)
        reach = radius * (1 + SHADOW_REACH * (1 - 1.5 * share)) * FINE
        pygame.draw.circle(
            large, (*colour, round(SHADOW_ALPHA * share**1.6)), (half * FINE, half * FINE), reach
        )
    return pygame.transform.smoothscale(large, (2 * half, 2 * half))


def _body(paint: Painter, radius: float, player: Player) -> pygame.Surface:
    return paint.kept(("stone", radius, player), lambda: _draw_body(paint, radius, player))


def _draw_body(paint: Painter, radius: float, player: Player) -> pygame.Surface:
    half = math.ceil(radius) + 1
    large = pygame.Surface((2 * half * FINE, 2 * half * FINE), pygame.SRCALPHA, 32)
    name = NAMES[player]
    base, lit = paint.colour(name), paint.colour(f"{name}_highlight")
    rim = paint.colour(f"{name}_rim")
    large.fill((*rim, 0))
    middle = half * FINE
    pygame.draw.circle(large, rim, (middle, middle), radius * FINE)
    inner = (radius - max(RIM * radius, LEAST_RIM_PX)) * FINE
    steps = max(12, round(radius))
    for i in range(steps):
        share = i / steps
        centre = (middle + LIGHT[0] * inner * share, middle + LIGHT[1] * inner * share)
        pygame.draw.circle(large, mix(base, lit, share**1.7), centre, inner * (1 - share * 0.98))
    return pygame.transform.smoothscale(large, (2 * half, 2 * half))
