"""No state of the table, however odd, is without a scene."""

import random
from dataclasses import replace

import pytest

from pi_board.app.compose import compose
from pi_board.app.scenes.state import (
    Choosing,
    Disturbed,
    HintGiven,
    Illegal,
    Instructed,
    Lifted,
    Obstructed,
    Over,
    Paused,
    Playing,
    Ply,
    SettingUp,
    TableState,
)
from pi_board.app.showcase.gallery import BLACK, WHITE
from pi_board.core.game import Outcome
from pi_board.core.layout import Surface
from pi_board.core.message import message
from pi_board.core.scene import Role
from pi_board.games.registry import make_game
from pi_board.referee.repair import Carry, TurnBack
from pi_board.views.canvas import Canvas
from pi_board.views.theme import read_theme
from tests.app.rough import rough_shapes

TABLES = [("loa", 0), ("linja", 0), ("linja", 1), ("connexoh", 0)]
PLIES = 40


def odd_repairs(layout, chance):
    """Steps that begin and end anywhere, in any number."""
    for _ in range(chance.randrange(5) if layout.surface is Surface.TILES else 0):
        yield TurnBack(chance.randrange(len(layout.groups)), chance.randint(1, 3))
    for _ in range(chance.randrange(9)):
        ends = [chance.randrange(len(layout.groups)) for _ in range(2)]
        start, end = chance.choice([ends, [None, ends[1]], [ends[0], None]])
        yield Carry(chance.choice("bw"), start, end, either=chance.random() < 0.2)


def odd_situations(state, chance):
    """Situations with anything wrong anywhere."""
    layout = state.layout
    wrong = tuple(odd_repairs(layout, chance))
    moves = tuple(state.game.move_text(m) for m in state.game.legal_moves(state.position))
    text = message("something is wrong")
    yield from (Playing(), Obstructed(), Obstructed(9.0), Paused(), SettingUp(wrong))
    yield from (Disturbed(wrong), Disturbed(()), Illegal(None, text, wrong))
    yield Lifted(chance.choice(layout.sites))
    if moves:
        yield Illegal(chance.choice(moves), text, wrong)
        yield Choosing(tuple(chance.sample(moves, min(2, len(moves)))))
    yield Over(Outcome(chance.choice(("b", "w", None)), chance.choice(state.game.reasons)))


def game_states(name, layout, seed):
    """The tables of a random game."""
    chance, game = random.Random(seed), make_game(name)
    board, position, stood, plies = game.layouts[layout], game.start(), (), ()
    for _ in range(PLIES):
        yield TableState(
            game, board, position, Playing(), BLACK, WHITE, plies, stood,
            near=chance.choice(("b", "w")), turned=chance.randrange(4),
            looks=tuple(chance.choices(board.labels, k=len(board.sites))),
        )  # fmt: skip
        moves = game.legal_moves(position)
        if not moves:
            return
        move = chance.choice(moves)
        plies = (*plies, Ply(position.to_move, game.move_text(move)))
        stood, position = (*stood, position), game.play(position, move)


def check(scene):
    """What holds for every scene."""
    sites = [(p.site, p.player) for p in scene.board.pieces]
    assert len(sites) == len(set(sites))
    assert sum(card.turn for card in scene.cards) <= 1
    assert len(scene.strip.moves) <= 4
    assert len([m for m in scene.board.marks if m.role is Role.WRONG]) <= 1
    assert str(scene.notice.title)


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "layout"), TABLES)
@pytest.mark.parametrize("seed", range(2))
def test_every_state_of_a_random_game_has_a_scene_that_can_be_drawn(name, layout, seed):
    """Every position of a random game, in every situation, with anything wrong anywhere."""
    chance = random.Random(seed)
    drawn = []
    for i, state in enumerate(game_states(name, layout, seed)):
        for situation in odd_situations(state, chance):
            scene = compose(replace(state, situation=situation))
            check(scene)
            if i % 20 == 10:
                drawn.append(scene)
        for move in state.game.legal_moves(state.position)[:3]:
            text = state.game.move_text(move)
            for nudge in (False, True):
                check(compose(replace(state, hint=HintGiven(text, nudge=nudge))))
            scene = compose(replace(state, situation=Instructed(text)))
            check(scene)
            if i % 20 == 10:
                drawn.append(scene)
    canvas = Canvas((800, 480), read_theme("dark"))
    with rough_shapes():
        for scene in drawn:
            canvas.draw(scene)
