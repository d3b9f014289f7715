"""The rules in pictures: every page under every preset, and what it shows is what the rules say."""

import pytest

from pi_board.app.compose import compose
from pi_board.app.director import Director
from pi_board.app.learning import Learning, lesson_scene, lessons
from pi_board.app.scenes.state import Illegal, Instructed, Lifted, Over, Seat
from pi_board.core.observation import Command
from pi_board.core.scene import Kind, Role
from pi_board.games.registry import GAMES, make_game

PRESETS = [(game, preset) for game in GAMES for preset, _ in GAMES[game].presets]
OPTIONS = [
    ("loa", {"no_moves": "lose", "repetition": "0", "setup": "scrambled", "first": "w"}),
    ("linja", {"goal_entry": "none", "bonus_limit": "0", "followup": "optional"}),
    ("linja", {"overshoot": "illegal", "blocked_followup": "lose", "bonus_limit": "3"}),
    ("connexoh", {"protect": "after", "repetition": "3", "size": "4"}),
    ("connexoh", {"protect": "all_if_new", "start": "NW", "first": "b"}),
]


def text(page):
    """All that a page says."""
    return " ".join([str(page.title), *map(str, page.sentences)])


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_every_preset_has_pages(name, preset):
    """From the first page to the last there is a picture, a sentence and the way on and back."""
    pages = lessons(make_game(name, preset))
    assert len(pages) >= 7
    for i in range(len(pages)):
        scene = lesson_scene(pages, i)
        assert scene.kind is Kind.LEARNING
        assert scene.board.pieces or scene.board.tiles
        assert scene.notice.sentences
        assert scene.strip.progress == (i + 1, len(pages))
        enabled = {b.command: b.enabled for b in scene.buttons}
        assert enabled == {"previous": i > 0, "next": i < len(pages) - 1, "back": True}


def test_ok_does_what_is_recommended():
    """It leads on from every page, and out of the last."""
    page = Learning(lessons(make_game("loa")))
    while not page.is_closed:
        (first,) = (button for button in page.scene.buttons if button.recommended)
        assert page.obey(Command(0.0, "confirm")) == page.obey(Command(0.0, first.command)) != page
        page = page.obey(Command(0.0, "confirm"))


@pytest.mark.parametrize(("name", "options"), OPTIONS)
def test_other_rules_have_pages_too(name, options):
    """Pages can be made whatever rules are chosen."""
    pages = lessons(make_game(name, None, options))
    assert all(lesson_scene(pages, i).notice.sentences for i in range(len(pages)))


@pytest.mark.parametrize("capacity", ["3", "4", "5", "6", "12"])
def test_what_a_page_tells_to_move_may_move_there(capacity):
    """However few stones a row holds, and as many stand there as it says."""
    game = make_game("linja", None, {"capacity": capacity})
    for page in lessons(game):
        at, shown = page.table.position, page.table.situation
        if isinstance(shown, Instructed):
            assert shown.move in [game.move_text(step) for step in game.legal_moves(at)]
    (first,) = [page for page in lessons(game) if str(page.title) == "First move"]
    after = game.play(first.table.position, game.parse_move(first.table.position, "2-3"))
    assert f"here {after.due}." in text(first)


@pytest.mark.parametrize(
    ("name", "rule", "value", "usual", "other"),
    [
        ("loa", "repetition", "0", "times is a draw", "passes."),
        ("linja", "bonus_limit", "2", "once in a turn", "up to 2 times"),
    ],
)
def test_another_rule_is_told_in_place_of_the_usual_one(name, rule, value, usual, other):
    """Where it holds, and only there."""
    plain, changed = (
        " ".join(map(text, lessons(make_game(name, None, rules)))) for rules in ({}, {rule: value})
    )
    assert usual in plain
    assert usual not in changed
    assert other in changed


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_what_is_shown_is_what_the_rules_say(name, preset):
    """Moves that are shown are legal under these rules, refused ones are not, ended games ended."""
    for page in lessons(make_game(name, preset)):
        game, position, now = page.table.game, page.table.position, page.table.situation
        match now:
            case Instructed():
                assert game.explain(position, now.move).legal, text(page)
            case Illegal():
                assert not game.explain(position, now.seen).legal, text(page)
            case Over():
                assert game.outcome(position) == now.outcome, text(page)
            case Lifted():
                shown = lesson_scene((page,), 0).board.marks
                assert any(m.role in (Role.TO, Role.CAPTURE) for m in shown), text(page)


@pytest.mark.parametrize(
    ("name", "preset", "title", "said"),
    [
        ("loa", "olympiad", "Both at once", "drawn"),
        ("loa", "gamut", "Both at once", "the one who moved wins"),
        ("loa", "deskovehry", "Both at once", "the one who moved loses"),
        ("linja", "official", "The goal line", "the follow-up is one row"),
        ("linja", "sdszs", "The goal line", "another first move"),
        ("connexoh", "deskovehry", "Home", "all your stones on it"),
        ("connexoh", "deskovehry", "Sliding home", "one stone a turn"),
        ("connexoh", "carlit", "Home", "of both"),
    ],
)
def test_presets_differ_where_their_rules_do(name, preset, title, said):
    """The page on a point that rule sheets disagree about says what holds here."""
    (page,) = (p for p in lessons(make_game(name, preset)) if str(p.title) == title)
    assert said in text(page)


def test_the_page_on_both_at_once_shows_such_a_move():
    """After the move in the picture both players' stones stand together."""
    game = make_game("loa")
    (page,) = (p for p in lessons(game) if str(p.title) == "Both at once")
    move = game.parse_move(page.table.position, page.table.situation.move)
    assert game.outcome(game.play(page.table.position, move)).reason == "both_connected"


def test_the_page_on_having_no_move_shows_such_a_player():
    """White, who is named as without a legal move, has none."""
    (page,) = (p for p in lessons(make_game("loa")) if str(p.title) == "No move, no progress")
    game, position = page.table.game, page.table.position
    assert position.to_move == "w"
    assert [game.move_text(move) for move in game.legal_moves(position)] == ["pass"]


def test_the_page_on_the_double_exit_shows_one():
    """After the turn in the picture the opponent has won."""
    (page,) = (p for p in lessons(make_game("connexoh")) if str(p.title) == "Double exit")
    game, position = page.table.game, page.table.position
    then = game.play(position, game.parse_move(position, page.table.situation.move))
    assert (game.outcome(then).winner, game.outcome(then).reason) == ("b", "double_exit")


def test_the_page_on_sliding_home_shows_a_stone_that_may() -> None:
    """Where every turn empties all open paths there is no such stone, and no such page."""
    game = make_game("connexoh")
    (page,) = (p for p in lessons(game) if str(p.title) == "Sliding home")
    position = page.table.position
    assert "c5-off" in {game.move_text(move) for move in game.legal_moves(position)}
    assert "Sliding home" not in {str(p.title) for p in lessons(make_game("connexoh", "carlit"))}


@pytest.mark.parametrize("name", GAMES)
def test_pages_are_seen_from_the_side_of_a_game(name: str) -> None:
    """As the board lies before who begins."""
    pages = lessons(make_game(name))
    seen = [lesson_scene(pages, i).board.quarter_turns for i in range(len(pages))]
    game, seat = make_game(name), Seat("Ann")
    table = Director(game, seat, seat, game.start().to_move).table
    assert set(seen) == {compose(table).board.quarter_turns}


def test_a_lifted_stone_shows_its_targets_on_a_page():
    """The page on distances is drawn like a stone in the hand."""
    scene = lesson_scene(lessons(make_game("loa")), 1)
    assert {m.site for m in scene.board.marks if m.role is Role.TO} == {"a8", "b5", "e5"}
