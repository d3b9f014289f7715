"""What every searcher promises (pi_board.hints.search.Searcher), in C and in Python."""

import pytest

from pi_board.app.reasons import reasons
from pi_board.app.searching import game_under
from pi_board.core.errors import InvalidPosition
from pi_board.games.registry import GAMES, make_game
from pi_board.hints.reference import ReferenceSearcher
from pi_board.hints.search import Answer, Limits, Question, Searcher, question_of
from pi_board.hints.turns import whole_turns

EVERY_GAME = pytest.mark.parametrize("name", GAMES)
OVER = {
    "loa": "8/8/8/3bb3/3b4/8/8/w6w w",
    "linja": "0,0,0,0,0,0,6,6/6,6,0,0,0,0,0,0 w i 0",
    "connexoh": "000000/000000/000000/000000/000000/0w0w0000 w -",
}
# Lines of Action, the side to move wins in so many plies
WINS = {
    1: "8/8/1ww1b3/1bbbww2/2wbww2/3wwb2/3w4/8 w",
    3: "8/8/8/4b3/4w1w1/3w3w/1b4b1/1b3wb1 w",
    5: "8/2w5/2bb4/1bbbww2/1bbw4/1wbwwbb1/2ww2b1/8 w",
}


def _start(name: str, rules: str = "") -> Question:
    game = game_under(name, rules)
    return question_of(game, (game.start(),))


def _small(name: str) -> Question:
    """A position with fewer moves than the start, where any will do: Python is slow."""
    if name == "loa":
        return Question(name, "", ("8/2w2b2/8/4w3/3b4/8/1w3b2/8 b",))
    return _start(name, "size=4" if name == "connexoh" else "")


@EVERY_GAME
def test_the_start_has_an_answer(name: str, searcher: Searcher) -> None:
    """A search of the start answers with as many lines as asked for, best first, all legal."""
    question = _start(name)
    game = game_under(name, question.rules)
    answer = searcher.search(question, Limits(depth=1, lines=3))
    assert answer.depth == 1
    assert len(answer.lines) == 3
    assert [line.value for line in answer.lines] == sorted(
        (line.value for line in answer.lines), reverse=True
    )
    first = {whole_turns(game, game.start(), line.moves)[0] for line in answer.lines}
    assert len(first) == 3


@EVERY_GAME
def test_nodes_and_seed_decide_the_answer(name: str, searcher: Searcher) -> None:
    """The same question with the same nodes and seed has the same answer, time apart."""
    limits = Limits(nodes=150, lines=2, seed=7)
    one, other = (searcher.search(_start(name), limits) for _ in range(2))
    assert (one.depth, one.nodes, one.lines) == (other.depth, other.nodes, other.lines)


@EVERY_GAME
def test_nodes_are_kept_to(name: str, searcher: Searcher) -> None:
    """A search for so many nodes looks at no more, and still has a move."""
    answer = searcher.search(_start(name), Limits(nodes=2))
    assert answer.nodes <= 2
    assert len(answer.lines) == 1


@pytest.mark.thorough
@EVERY_GAME
def test_a_search_cut_off_anywhere_has_a_move(name: str, searcher: Searcher) -> None:
    """Also in the middle of the first depth, after a better turn was found than the first one."""
    for nodes in range(1, 60):
        answer = searcher.search(_small(name), Limits(nodes=nodes, seed=nodes))
        assert len(answer.lines) == 1
        assert answer.lines[0].moves


@EVERY_GAME
def test_a_finished_game_has_no_lines(name: str, searcher: Searcher) -> None:
    """When the game is over there is nothing to suggest."""
    assert searcher.search(Question(name, "", (OVER[name],)), Limits(depth=3)).lines == ()


@EVERY_GAME
def test_reports_can_stop(name: str, searcher: Searcher) -> None:
    """Every finished depth is reported, and a report may end the search."""
    seen: list[Answer] = []

    def report(answer: Answer) -> bool:
        seen.append(answer)
        return len(seen) == 2

    answer = searcher.search(_small(name), Limits(nodes=300_000), report)
    assert [one.depth for one in seen] == [1, 2]
    assert answer.lines == seen[-1].lines


@EVERY_GAME
def test_unreadable_positions_are_refused(name: str, searcher: Searcher) -> None:
    """A text that is no position raises InvalidPosition."""
    with pytest.raises(InvalidPosition):
        searcher.search(Question(name, "", ("nonsense",)), Limits(depth=1))
    with pytest.raises(InvalidPosition):
        searcher.perft(name, "", "nonsense", 1)


@pytest.mark.parametrize("plies", [1, 3, 5])
def test_wins_of_lines_of_action_are_proved(plies: int, searcher: Searcher) -> None:
    """A win is found, proved, and its length told."""
    if plies == 5 and isinstance(searcher, ReferenceSearcher):
        pytest.skip("takes the search in Python too long")
    line = searcher.search(Question("loa", "", (WINS[plies],)), Limits(nodes=300_000)).lines[0]
    assert (line.proved, line.plies) == ("win", plies)


def test_linja_is_solved_near_the_separation(searcher: Searcher) -> None:
    """Near the end a search proves by how many points the game ends."""
    position = "0,0,0,1,1,0,4,6/6,3,1,2,0,0,0,0 w i 0"
    line = searcher.search(Question("linja", "", (position,)), Limits(depth=8)).lines[0]
    assert line.proved == "win"
    assert line.lead is not None
    game = game_under("linja", "")
    at = game.parse_position(position)
    for text in line.moves:
        at = game.play(at, game.parse_move(at, text))
    score = game.score(at)
    assert score is not None
    assert game.outcome(at) is not None
    assert abs(score.w - score.b) == line.lead
    assert len(line.moves) == line.plies


def test_a_follow_up_that_cannot_be_made_loses_by_no_points(searcher: Searcher) -> None:
    """Where the rules have it so; said as points it would be more than there are."""
    game = make_game("linja", None, {"blocked_followup": "lose"})
    blocked = game.parse_position("1,0,0,0,0,0,0,11/0,2,0,6,0,0,0,4 w i 0")
    line = searcher.search(question_of(game, (blocked,)), Limits(depth=1)).lines[0]
    assert (line.moves, line.proved, line.lead) == (("0-1",), "loss", None)
    said = [str(one) for one in reasons(game, blocked, line)]
    assert said[0] == "loses at once"
    assert not any("ends the game" in one or "points" in one for one in said)


def test_small_moves_that_can_be_made_in_any_order_are_gone_through_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With many bonus turns there are tens of thousands of orders, and far fewer positions."""
    game = game_under("linja", "bonus_limit=24")
    root = game.parse_position("5,0,1,1,3,0,0,2/2,0,1,0,1,3,0,5 b i 0")
    asked: list[object] = []
    legal_moves = type(game).legal_moves
    monkeypatch.setattr(
        type(game), "legal_moves", lambda self, at: [asked.append(at), legal_moves(self, at)][1]
    )
    ReferenceSearcher(game_under).search(question_of(game, (root,)), Limits(nodes=1))
    assert len(asked) < 10_000
