"""The review of a game by the search."""

from dataclasses import replace
from io import BytesIO
from random import Random

import pygame
import pytest

from pi_board.app.compose import compose
from pi_board.app.kept.replaying import Playback, table_at
from pi_board.app.kept.reviewing import (
    Judged,
    Review,
    plot_of,
    review_game,
    review_json,
    review_lines,
)
from pi_board.app.scenes.state import Over, Playing
from pi_board.app.searching import open_searcher
from pi_board.app.showing import show_until_closed
from pi_board.core.observation import Command
from pi_board.core.scene import Kind, Scene
from pi_board.games.registry import GAMES, make_game
from pi_board.hints.search import Limits
from pi_board.records.record import Header, Record, RecordedMove, turns
from pi_board.records.replay import Replay, Replayed, replayed
from pi_board.views.canvas import Canvas
from pi_board.views.plot import plot_png
from pi_board.views.theme import read_theme
from tests.records.games import random_record

WON_IN_ONE = "5w1w/8/8/8/8/8/8/b2b4 b"


def played(name: str, texts: str, start: str = "") -> Replayed:
    game = make_game(name)
    replay = Replay(game, game.parse_position(start) if start else None)
    for text in texts.split():
        replay.play(text)
    header = Header(name, game.options, ("Ioana", "Tomáš"), "", 0.0, start)
    return replayed(replay.record(header))


def test_a_missed_win_is_a_turning_point() -> None:
    """Who could have won at once and did not has made the costliest turn, and the win is named."""
    game = make_game("loa")
    start = game.parse_position(WON_IN_ONE)
    results = {
        game.move_text(move): game.outcome(game.play(start, move))
        for move in game.legal_moves(start)
    }
    wins = [text for text, end in results.items() if end and end.winner == "b"]
    assert wins
    dull = next(text for text, end in results.items() if end is None)
    again = played("loa", dull, WON_IN_ONE)
    review = review_game(again, open_searcher(), Limits(depth=1))
    (turn,) = review.turns
    assert turn.before == 1.0
    assert turn.best in wins
    (told,) = review_json(review)
    assert turn.missed_win == told["missed_win"] == 1
    assert list(review_lines(review))[-1].endswith(", which wins at once")
    later = replace(review, turns=(replace(turn, missed_win=5),))
    assert list(review_lines(later))[-1].endswith(", which wins in 5 moves of both players")
    assert turn.cost == pytest.approx(1.0 - turn.after) != 0


def test_what_people_agree_on_after_a_turn_is_none_of_its_cost() -> None:
    """Black could win at once and does not, which costs what it cost on the board, whatever both
    call it then; the graph ends with what they said.
    """
    game = make_game("loa")
    start = game.parse_position(WON_IN_ONE)
    dull = next(
        text for text in map(game.move_text, game.legal_moves(start))
        if game.outcome(game.play(start, game.parse_move(start, text))) is None
    )  # fmt: skip
    open_end = played("loa", dull, WON_IN_ONE)
    agreed = replayed(replace(open_end.record, outcome="draw", reason="agreed"))
    (cost,) = (one.cost for one in review_game(open_end, open_searcher(), Limits(depth=1)).turns)
    (turn,) = review_game(agreed, open_searcher(), Limits(depth=1)).turns
    assert (turn.cost, turn.after) == (cost, 0.5)
    assert cost != 0.5


def test_the_best_turn_costs_nothing() -> None:
    """A turn that the search itself recommends is no mistake, and a won game ends at certainty."""
    again = played("loa", "", WON_IN_ONE)
    searcher = open_searcher()
    best = review_game(again, searcher, Limits(depth=1))
    assert best.turns == ()
    game = make_game("loa")
    start = game.parse_position(WON_IN_ONE)
    win = next(
        game.move_text(move)
        for move in game.legal_moves(start)
        if (end := game.outcome(game.play(start, move))) and end.winner == "b"
    )
    (turn,) = review_game(played("loa", win, WON_IN_ONE), searcher, Limits(depth=1)).turns
    assert (turn.cost, turn.best, turn.after) == (0.0, "", 1.0)
    assert turn.missed_win is None


def test_programs_are_told_the_turning_points_that_people_see() -> None:
    """The costliest mistakes only, however many there are."""
    turn = Judged(1, "b", "b1-b3", 0.9, 0.5, "c1-c3", 0.4, None)
    costs = (0.3, 0.5, 0.4, 0.0, 0.6, 0.7, 0.8, 0.9)
    judged = tuple(replace(turn, number=i, cost=cost) for i, cost in enumerate(costs, 1))
    told = review_json(Review(played("loa", ""), judged, None))
    assert [one["turn"] for one in told if one["turning_point"]] == [2, 3, 5, 6, 7, 8]


@pytest.mark.parametrize("name", GAMES)
def test_every_turn_is_judged(name: str) -> None:
    """Each turn has one judgement, the text names it, and the picture shows something."""
    record = random_record(name, Random(8), 12)
    again = replayed(record)
    review = review_game(again, open_searcher(), Limits(nodes=150))
    texts = [text for _, text in turns(record.moves)]
    assert [turn.text for turn in review.turns] == texts
    assert all(0 <= turn.after <= 1 and turn.cost >= 0 for turn in review.turns)
    assert all(turn.score is not None for turn in review.turns) == (name == "linja")
    lines = list(review_lines(review))
    assert all(text in line for text, line in zip(texts, lines, strict=False))
    assert [turn["move"] for turn in review_json(review)] == texts
    picture = pygame.image.load(BytesIO(plot_png(plot_of(review))))
    colours = {tuple(picture.get_at((x, y))) for x in range(0, 1280, 5) for y in range(0, 720, 5)}
    assert picture.get_size() == (1280, 720)
    assert len(colours) > 5


def test_every_position_of_a_game_can_be_shown() -> None:
    """The table after each move has its position and moves; the last one shows the result."""
    record = random_record("loa", Random(3))
    again = replayed(record)
    tables = [table_at(again, ply) for ply in range(len(record.moves) + 1)]
    assert [table.position for table in tables] == list(again.positions)
    assert [len(table.plies) for table in tables] == list(range(len(tables)))
    assert isinstance(tables[0].situation, Playing)
    assert isinstance(tables[-1].situation, Over) == bool(record.outcome)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(
    ("outcome", "reason", "said"),
    [
        ("b", "agreed", ["Both players agreed."]),
        ("draw", "agreed", ["Both players agreed."]),
        ("b", "", []),
        ("draw", "", []),
        ("w", "adjudicated", []),
    ],
)
def test_an_end_that_was_told_elsewhere_is_shown(
    name: str, outcome: str, reason: str, said: list[str]
) -> None:
    """A record that is imported may say who won and not why; nothing is made up then. Before its
    last move nothing is over.
    """
    record = replace(random_record(name, Random(3), 4), outcome=outcome, reason=reason)
    assert Playback(replayed(record)).scene.kind is Kind.PLAYING
    last = Playback(replayed(record)).obey(Command(0.0, "last")).scene
    assert last.kind is Kind.OVER
    assert [str(sentence) for sentence in last.notice.sentences] == said


def test_a_game_can_be_gone_through() -> None:
    """Next, back, ends and jumps stay inside the game; playing goes on by itself to the end."""
    record = random_record("linja", Random(5), 20)
    last = len(record.moves)
    playback = Playback(replayed(record))
    asked = ["previous", "next", "next", "previous", "last", "next", "first"]
    plies = []
    for name in asked:
        playback = playback.obey(Command(0.0, name))
        plies.append(playback.ply)
    assert plies == [0, 1, 2, 1, last, last, 0]
    assert playback.obey(Command(0.0, "jump", "3")).ply == 3
    playback = playback.obey(Command(0.0, "play"))
    assert playback.tick(1.0).ply == 0  # every position stays to be seen
    for tick in range(10 * last):
        playback = playback.tick(tick * 1.0)
    assert playback.ply == last
    assert playback.due_s is None
    assert playback.obey(Command(0.0, "play")).ply == 0


def test_views_see_the_replay_until_it_is_closed() -> None:
    """Every step is shown once, from the start to where it was closed."""
    again = replayed(random_record("loa", Random(3)))
    shown: list[Scene] = []
    wishes = iter([["next"], [], ["next", "next"], ["previous"], ["quit"]])

    class Window:
        def show(self, scene: Scene, now_s: float, pixels: object = None) -> None:
            shown.append(scene)

        def draw(self, now_s: float) -> bool:
            return False

        def poll(self, now_s: float) -> tuple[Command, ...]:
            return tuple(Command(now_s, name) for name in next(wishes))

    show_until_closed(Playback(again), Window(), clock=lambda: 0.0, sleep=lambda _: None)
    assert shown == [Playback(again, ply).scene for ply in (1, 3, 2)]


def test_a_game_without_a_move_can_be_played() -> None:
    """Nothing happens, as there is nothing after its start."""
    record = replace(random_record("loa", Random(3)), moves=(), outcome="b", reason="resigned")
    playback = Playback(replayed(record))
    assert not next(b.enabled for b in playback.scene.buttons if b.command == "play")
    again = playback.obey(Command(1.0, "play")).tick(99.0)
    assert again.scene == playback.scene


def test_a_touch_of_the_bar_jumps() -> None:
    """The far end of the bar is the last move, its beginning the start, the rest in proportion."""
    playback = Playback(replayed(random_record("loa", Random(3))))
    view = Canvas((800, 480), read_theme("dark"))
    view.draw(playback.scene)
    strip = view.plan.strip
    y = strip.y + strip.h / 2
    jumps = [view.command_at((strip.x + share * strip.w, y)) for share in (0.0, 0.4, 0.99)]
    plies = [playback.obey(Command(0.0, *jump)).ply for jump in jumps if jump]
    assert plies[0] == 0 < plies[1] < plies[2] == playback.last


@pytest.mark.parametrize(
    ("clock", "alarm"), [("30s", ""), ("10", "warning"), ("", "warning"), ("by the sun", "warning")]
)
def test_clocks_are_low_in_a_replay_where_they_were_in_the_game(clock: str, alarm: str) -> None:
    """Half a minute a turn is not short, of ten minutes it is."""
    game = make_game("loa")
    header = Header.of(game, ("Ioana", "Tomáš"))
    move = RecordedMove("b", "b1-b3", True, clock_s=29.0)
    again = replayed(Record(replace(header, clock=clock), (move,)))
    near, far = compose(table_at(again, 1)).cards
    assert {near.alarm, far.alarm} == {"", alarm}


@pytest.mark.parametrize(
    ("players", "near"),
    [
        (("Computer 1", "Ioana"), "w"),
        (("Ioana", "Computer 1"), "b"),
        (("Computer 1", "Computer 2"), "b"),
    ],
)
def test_a_replay_is_seen_from_where_the_person_sat(players: tuple[str, str], near: str) -> None:
    """Against a computer that began, too; else from who began."""
    header = Header.of(make_game("loa"), players)
    assert table_at(replayed(Record(header, ())), 0).near == near
