"""Leaf counts of all games against the known ones."""

import pytest

from pi_board.core.perft import divide, perft
from pi_board.games.registry import GAMES, make_game


@pytest.mark.parametrize(
    ("setup", "counts"),
    [("standard", (1, 36, 1244, 44952)), ("scrambled", (1, 32, 992, 32000))],
)
def test_perft_of_loa_to_three_plies(setup: str, counts: tuple[int, ...]) -> None:
    """Lines of Action, both set-ups, up to three plies."""
    game = make_game("loa", options={"setup": setup})
    assert tuple(perft(game, game.start(), depth) for depth in range(len(counts))) == counts


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "depth", "leaves"),
    [
        ({}, 4, 1_563_208),
        ({"setup": "scrambled"}, 4, 1_002_260),
        ({}, 5, 55_963_132),
        ({"repetition": "2"}, 5, 55_934_908),
    ],
)
def test_perft_of_loa_at_depth(options: dict[str, str], depth: int, leaves: int) -> None:
    """Lines of Action at depth; with repetition=2 the lines back to the start end."""
    game = make_game("loa", options=options)
    assert perft(game, game.start(), depth) == leaves


@pytest.mark.parametrize("name", GAMES)
def test_divide_adds_up(name: str) -> None:
    """The counts behind the legal moves add up to the whole."""
    game = make_game(name)
    parts = divide(game, game.start(), 2)
    assert [text for text, _ in parts] == [
        game.move_text(move) for move in game.legal_moves(game.start())
    ]
    assert sum(count for _, count in parts) == perft(game, game.start(), 2)


def test_finished_games_have_no_leaves() -> None:
    """A game that is over has no line of any length but 0."""
    game = make_game("loa")
    over = game.parse_position("b7/8/8/8/8/8/8/w6w b")
    assert [perft(game, over, depth) for depth in range(3)] == [1, 0, 0]


def test_a_pass_is_a_ply() -> None:
    """A side that can only pass has one line of one ply."""
    game = make_game("loa")
    stuck = game.parse_position("6bw/6bb/8/8/8/8/bb6/wb6 w")
    assert perft(game, stuck, 1) == 1
