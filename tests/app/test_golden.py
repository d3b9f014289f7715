"""A dozen screens look as they did when somebody last looked at them.

After a change of the design: ``UPDATE_GOLDEN=1 pytest tests/app/test_golden.py``, and look at the
pictures before they are kept. They are half as large as the screen.
"""

import os
from pathlib import Path

import pygame
import pytest

from pi_board.app.showcase.gallery import scenes
from pi_board.views.canvas import Canvas
from pi_board.views.theme import read_theme

GOLDEN = Path(__file__).parent / "golden"
SCENES = dict(scenes())
KEPT = [
    ("loa_lifted", "dark"), ("loa_lifted", "light"), ("loa_illegal", "dark"),
    ("loa_setting_up", "light"), ("loa_over", "dark"), ("loa_choosing", "dark"),
    ("linja_follow_up", "dark"), ("linja_follow_up", "light"), ("linja_over", "light"),
    ("connexoh_turn_tile", "dark"), ("connexoh_turn_tile", "light"), ("connexoh_playing", "dark"),
    ("loa_review_better", "dark"), ("linja_review", "light"), ("connexoh_replay", "light"),
    ("connexoh_not_turned", "dark"), ("loa_accepted", "light"), ("loa_asked", "dark"),
]  # fmt: skip
FAR = 48  # a channel that differs by more is seen to be another colour
MOST_FAR = 0.004  # share of the bytes; edges of letters may fall a pixel aside


def picture(name, theme):
    """A screen at half its size."""
    canvas = Canvas((800, 480), read_theme(theme))
    canvas.draw(SCENES[name])
    return pygame.transform.smoothscale(canvas.surface, (400, 240))


def differing(one, other):
    """The share of bytes of two pictures that are far apart."""
    first, second = (pygame.surfarray.array3d(picture).astype(int) for picture in (one, other))
    return (abs(first - second) > FAR).mean()


@pytest.mark.parametrize(("name", "theme"), KEPT, ids=[f"{n}_{t}" for n, t in KEPT])
def test_a_screen_looks_as_it_did(name, theme):
    """No more than 0.4 % of the picture has changed."""
    path = GOLDEN / f"{name}_{theme}.png"
    now = picture(name, theme)
    if os.environ.get("UPDATE_GOLDEN"):
        pygame.image.save(now, path)
    assert differing(now, pygame.image.load(path)) <= MOST_FAR


@pytest.mark.parametrize(
    ("one", "other"),
    [("loa_lifted", "loa_playing"), ("linja_follow_up", "linja_lifted"), ("loa_hand", "loa_hint")],
)
def test_two_states_do_not_look_the_same(one, other):
    """States that must not be confused differ by more than what a golden picture tolerates."""
    assert differing(picture(one, "dark"), picture(other, "dark")) > MOST_FAR
