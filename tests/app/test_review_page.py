"""The review of a kept game on the screen."""

import re
import time
from collections.abc import Iterator
from random import Random

import pytest

from pi_board.app.kept.replaying import Playback
from pi_board.app.kept.review_page import Judge, ReviewPage
from pi_board.app.kept.reviewing import review_game, review_of
from pi_board.app.searching import open_searcher
from pi_board.app.showcase.gallery import table
from pi_board.app.showcase.kept_games import kept_scenes
from pi_board.core.observation import Command
from pi_board.core.scene import Role
from pi_board.games.registry import GAMES
from pi_board.hints.search import Answer, Limits, Question
from pi_board.records.replay import Replayed, replayed
from pi_board.views.canvas import Canvas
from pi_board.views.theme import TEXT_SIZES, read_theme
from tests.app.lettered import lines_drawn
from tests.records.games import random_record

LIMITS = Limits(nodes=100)
NAMES = list(GAMES)


def opened(again: Replayed) -> ReviewPage:
    return ReviewPage(Playback(again), Judge(again, LIMITS, open_searcher), review_of(again, ()))


def searched(page: ReviewPage) -> ReviewPage:
    """The page when the search is done."""
    until = time.monotonic() + 60
    while page.done < len(page.scene.notice.graph.stops) and time.monotonic() < until:  # type: ignore[union-attr]
        time.sleep(0.01)
        page = page.tick(0.0)
    return page


@pytest.fixture(scope="module", params=NAMES)
def page(request: pytest.FixtureRequest) -> Iterator[ReviewPage]:
    """The whole review of a game of each kind, with a turning point at least."""
    page = searched(opened(replayed(random_record(request.param, Random(1), 14))))
    assert page.review.turning_points
    yield page
    page.close()


def test_the_page_agrees_with_the_review(page: ReviewPage) -> None:
    """Graph and turning points are those of the review as text, whoever searched."""
    again = page.playback.again
    review = review_game(again, open_searcher(), LIMITS)
    graph = page.scene.notice.graph
    assert graph is not None
    assert graph.chances == (review.turns[0].before, *(turn.after for turn in review.turns))
    assert graph.turning == tuple(turn.number for turn in review.turning_points)
    assert len(graph.scores) == (len(graph.stops) if again.game.name == "linja" else 0)
    assert graph.stops[0] == 0
    assert graph.stops[-1] == len(again.record.moves)


def test_every_turning_point_can_be_reached_and_bettered(page: ReviewPage) -> None:
    """One button goes from one to the next; another shows the better move where it was made."""
    points = page.review.turning_points
    for turn in points:
        page = page.obey(Command(0.0, "turning"))
        assert turn.text in str(page.scene.notice.title)
        words = str(page.scene.notice.sentences[0])
        said = re.search(r"turning point: from (\d+) % to (\d+) %", words)
        assert said is not None
        assert 100 >= int(said[1]) > int(said[2])
        assert turn.best in str(page.scene.notice.sentences[-1])
        better = page.obey(Command(0.0, "better"))
        marks = [mark.role for mark in better.scene.board.marks]
        lanes = [lane.mark for lane in better.scene.board.lanes]
        assert Role.HINT in [*marks, *lanes]
        assert turn.best in str(better.scene.notice.title)
        assert better.obey(Command(0.0, "better")).scene == page.scene
    first = page.obey(Command(0.0, "turning"))
    assert points[0].text in str(first.scene.notice.title)


def test_amid_a_turn_nothing_better_is_offered() -> None:
    """It would be better than the turn before, which was the opponent's."""
    page = searched(opened(replayed(random_record("linja", Random(3), 14))))
    graph = page.scene.notice.graph
    assert graph is not None
    bettered = [turn.number for turn in page.review.turns if turn.best]
    assert any(graph.stops[number] + 1 not in graph.stops for number in bettered)
    for ply in range(graph.stops[-1] + 1):
        here = page.obey(Command(0.0, "jump", str(ply)))
        is_offered = "better" in [button.command for button in here.scene.buttons]
        assert is_offered == (ply in [graph.stops[number] for number in bettered])
    page.close()


def test_the_boxs_hint_is_the_button_that_is_shown(page: ReviewPage) -> None:
    """To the first mistake, to what was better there, and back to what was played."""
    for name in ("turning", "better", "better"):
        assert name in [button.command for button in page.scene.buttons]
        after = page.obey(Command(0.0, "hint"))
        assert after.scene == page.obey(Command(0.0, name)).scene != page.scene
        page = after


def test_a_touch_of_the_graph_jumps(page: ReviewPage) -> None:
    """The graph's two ends are the first and the last position; a finger near a turning point
    means it.
    """
    canvas = Canvas((800, 480), read_theme("dark"))
    canvas.draw(page.scene)
    box = canvas.plan.message
    y = box.bottom - box.h // 5
    found = [canvas.command_at((x, y)) for x in range(box.x, box.right)]
    plies = [int(argument) for name, argument in filter(None, found) if name == "jump"]
    graph = page.scene.notice.graph
    assert graph is not None
    assert plies == sorted(plies)
    assert (plies[0], plies[-1]) == (graph.stops[0], graph.stops[-1])
    assert {graph.stops[point] for point in graph.turning} <= set(plies)


@pytest.mark.parametrize(
    ("size", "text_size", "name"),
    [
        ((800, 480), "large", "linja_review_bonus"),
        ((480, 800), "normal", "linja_review_bonus_better"),
    ],
)
def test_a_better_turn_with_a_bonus_turn_is_told_whole(
    size: tuple[int, int], text_size: str, name: str
) -> None:
    """The graph gives way to the longest that can be said."""
    scene = dict(kept_scenes(table("loa")))[name]
    canvas = Canvas(size, read_theme("dark", TEXT_SIZES[text_size]))
    said = " ".join(line.text for line in lines_drawn(canvas, [(name, scene)]))
    assert "4-5/2-4;0-1/0-3" in said
    assert "from 58 % to 26 %." in said
    box = canvas.plan.message
    last = canvas.command_at((box.right - canvas.plan.unit * 0.05, box.bottom - box.h // 8))
    assert last == ("jump", "14")  # the graph is touched where it is drawn


def test_a_game_can_be_gone_through_while_it_is_searched() -> None:
    """Without any opinion yet the moves are shown, and how far the search is."""
    page = opened(replayed(random_record("loa", Random(8), 24)))
    canvas = Canvas((800, 480), read_theme("dark"))
    assert canvas.draw(page.scene)  # the first moment is the next to be judged
    early = page.obey(Command(0.0, "jump", "7"))
    assert early.scene.notice.graph is not None
    assert early.scene.notice.graph.chances == ()
    total = len(early.scene.notice.graph.stops)
    assert f"0 of {total}" in str(early.scene.notice.sentences[0])
    closed = early.obey(Command(0.0, "leave"))
    assert closed.is_closed
    closed.close()
    closed.close()


def test_a_search_that_fails_is_told() -> None:
    """What the search raised in its thread is raised where somebody looks."""

    class Broken:
        def search(self, question: Question, limits: Limits) -> Answer:
            raise MemoryError("no room")

        def close(self) -> None:
            pass

    again = replayed(random_record("loa", Random(8), 4))
    judge = Judge(again, LIMITS, Broken)  # type: ignore[arg-type]
    judge.close()
    with pytest.raises(MemoryError):
        _ = judge.found
