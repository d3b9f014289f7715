"""Levels of the opponent: errors, resigning, offering draws, the ladder."""

from itertools import pairwise

import pytest

from pi_board.app.searching import open_searcher
from pi_board.games.registry import GAMES, make_game
from pi_board.hints.levels import LEVELS, accepts_draw, level_of, wish
from pi_board.hints.native import available
from pi_board.hints.search import Answer, Proved, Variation
from pi_board.hints.turns import first_turn
from tests.matches import by_level, play_match

EVERY_GAME = pytest.mark.parametrize("name", GAMES)
ANSWER = Answer(
    3, 100, 0.1, (Variation(500, ("best",)), Variation(450, ("good",)), Variation(-900, ("bad",)))
)


@EVERY_GAME
def test_higher_levels_err_no_more(name: str) -> None:
    """With the same nodes no level errs more than the one below, and the highest does not err."""
    levels = [level_of(name, number) for number in LEVELS]
    for lower, higher in pairwise(levels):
        assert higher.nodes != lower.nodes or higher.error < lower.error
    assert levels[-1].error == 0


def test_a_level_without_error_plays_the_best() -> None:
    """The best line, whatever the seed."""
    level = level_of("loa", 10)
    assert {level.choose(ANSWER, seed).moves for seed in range(20)} == {("best",)}


def test_errors_are_seeded_and_worse_moves_are_rarer() -> None:
    """A seed decides the error; a turn that is much worse is chosen less often."""
    level = level_of("loa", 2)
    chosen = [level.choose(ANSWER, seed).moves[0] for seed in range(300)]
    assert chosen == [level.choose(ANSWER, seed).moves[0] for seed in range(300)]
    assert 0 < chosen.count("bad") < chosen.count("good") < 300


@pytest.mark.parametrize("name", ["loa", "linja"])
def test_the_lowest_level_has_lapses(name: str) -> None:
    """Else it would play among the best turns only, and no beginner could beat it. A win that it
    sees is never missed, and strong levels have no lapses.
    """
    game = make_game(name)
    position = game.start()
    first = game.move_text(game.legal_moves(position)[0])
    best = Variation(0, first_turn(game, position, (first,)))
    won = Variation(999_999, best.moves, "win")

    def played(number: int, chosen: Variation) -> set[tuple[str, ...]]:
        level = level_of(name, number)
        return {level.turn(game, position, chosen, seed) for seed in range(60)}

    assert len(played(1, best)) > 8
    assert played(1, won) == played(10, best) == {best.moves}


@pytest.mark.parametrize(
    ("values", "proved"), [((999_999, 999_997), "win"), ((-999_996, -999_998), "loss")]
)
def test_what_is_seen_to_be_won_or_lost_is_not_blurred(
    values: tuple[int, ...], proved: Proved
) -> None:
    """A win in one is taken, whatever wins later, and a loss in one is put off."""
    first, second = (Variation(value, (str(value),), proved) for value in values)
    answer = Answer(3, 100, 0.1, (first, second))
    for number in LEVELS:
        level = level_of("loa", number)
        assert {level.choose(answer, seed) for seed in range(30)} == {first}


def test_lost_games_are_resigned() -> None:
    """Three hopeless turns running are a reason to resign; one is not."""
    assert wish((0.5, 0.01, 0.01, 0.01)) == "resign"
    assert wish((0.01, 0.5, 0.01)) is None
    assert wish((0.01,)) is None


def test_draws_are_offered_late() -> None:
    """A long even game is worth a draw, a short one is not, nor one that has just changed."""
    assert wish((0.5,) * 40) == "offer_draw"
    assert wish((0.5,) * 10) is None
    assert wish((*(0.5,) * 40, 0.7)) is None


def test_a_draw_is_a_gift_to_who_stands_worse() -> None:
    """Or where it would have been offered; who has not thought yet knows of no reason."""
    assert accepts_draw((0.9, 0.2))
    assert accepts_draw((0.5,) * 40)
    assert not accepts_draw((0.2, 0.9))
    assert not accepts_draw(())


@pytest.mark.skipif(not available(), reason="takes the search in Python too long")
def test_a_match_is_decided_by_its_seed() -> None:
    """The same match gives the same result, and every game of it counts."""
    game = make_game("linja")
    results = []
    for _ in range(2):
        searcher = open_searcher()
        one, other = by_level(searcher, 3), by_level(searcher, 1)
        results.append(play_match(game, one, other, games=4, seed=3))
        searcher.close()
    assert results[0] == results[1]
    assert results[0].won + results[0].drawn + results[0].lost == 4


@pytest.mark.slow
@pytest.mark.parametrize("number", [3, 6, 9])
@pytest.mark.parametrize("name", ["loa", "linja"])
def test_levels_beat_those_below(name: str, number: int) -> None:
    """A level wins most of its games against the level two below."""
    searcher = open_searcher()
    result = play_match(
        make_game(name), by_level(searcher, number), by_level(searcher, number - 2), games=40
    )
    assert result.score > 0.55
