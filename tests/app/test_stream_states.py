"""From what is seen at the table to the screen: a stream that reaches every state of each game.

The streams are recorded at a table of `tests.referee.desk` (what people do there), then folded
anew: referee, director, scene, and every scene is drawn.
"""

import pytest

from pi_board.app.compose import compose
from pi_board.app.director import Director
from pi_board.app.scenes.state import Seat
from pi_board.app.sitting import Moment
from pi_board.core.cause import Cause, FaultKind
from pi_board.core.observation import reader_changed
from pi_board.core.scene import Kind
from pi_board.games.registry import GAMES
from pi_board.referee.advance import advance, begin
from pi_board.referee.clocks import parse_control
from pi_board.views.canvas import Canvas
from pi_board.views.theme import read_theme
from tests.referee.desk import NotingDesk

ONE_STONE = {"loa": ("c1", "b"), "linja": ("a1", "b"), "connexoh": ("a1", "0w")}
TOO_MANY = {"loa": ("d4", "w"), "linja": ("c5", "w"), "connexoh": ("d4", "0b")}
EMPTY = {"loa": "empty", "linja": "empty", "connexoh": "0"}
MOVES = {"loa": ("c8-c6",), "linja": ("0-1", "/0-2"), "connexoh": ("c2@90",)}


def evening(name):
    """All inputs of an evening at which everything happens."""
    desk = NotingDesk(name, control=parse_control("5+3"))
    site, label = ONE_STONE[name]
    taken = next(
        (s for s, n in zip(desk.layout.sites, desk.board.labels, strict=True)
         if desk.layout.labels[n] == label and s[1:] == site[1:]),
        site,
    )  # fmt: skip
    desk.put(**{taken: EMPTY[name]})
    desk.look()  # a stone is missing
    desk.restore()
    desk.look()
    desk.look(4)
    desk.play(*MOVES[name])
    desk.look(4)
    desk.look(6, obstructed=(desk.layout.sites[0],))  # a hand rests on the board
    desk.look(8, obstructed=desk.layout.sites)  # the camera is knocked over
    desk.look()
    _lift(desk)
    desk.look(3)
    desk.restore()
    desk.look()
    where, what = TOO_MANY[name]
    desk.put(**{where: what})
    desk.look(6)  # a stone too many
    desk.restore()
    desk.look()
    desk.command("pause")
    desk.look()
    desk.command("continue")
    lost = Cause("the camera does not answer", FaultKind.CAMERA_SILENT)
    desk.take(reader_changed(desk.t, "camera", "none", lost))
    desk.take(reader_changed(desk.t + 1, "none", "camera", Cause("the camera answers again")))
    desk.look()
    _illegal(desk)
    desk.look(6)
    desk.restore()
    desk.look()
    desk.command("resign", "b")
    return desk


def _lift(desk):
    """A stone of the player to move is taken up."""
    mover = desk.position.to_move
    index = next(
        i for i, n in enumerate(desk.board.labels) if desk.layout.labels[n].endswith(mover)
    )
    label = desk.layout.labels[desk.board.labels[index]]
    desk.put(**{desk.layout.sites[index]: label[:-1] if label[:1].isdigit() else "empty"})


def _illegal(desk):
    """The player to move moves a stone of the other one."""
    other = "w" if desk.position.to_move == "b" else "b"
    game, layout = desk.game.name, desk.layout
    labels = [layout.labels[n] for n in desk.board.labels]
    start = next(s for s, x in zip(layout.sites, labels, strict=True) if x.endswith(other))
    if game == "connexoh":
        tile = desk.layout.sites.index("c2")  # just turned, so it is locked
        turned = str((int(labels[tile][0]) + 1) % 4)
        desk.put(c2=turned + labels[tile][1:])
        return
    if game == "linja":  # the mover's own stone goes backwards
        start = next(
            s for s, x in zip(layout.sites, labels, strict=True) if x == "b" and s[1] == "6"
        )
        other = "b"
    free = next(
        s for s, x in zip(layout.sites, labels, strict=True) if x == "empty" and s[1] == "3"
    )
    desk.put(**{start: "empty", free: other})


def scenes_of(desk):
    """The stream folded anew: the scene after every input."""
    game = desk.game
    director = Director(game, Seat("Ida"), Seat("Jan"), "b")
    state = begin(game, control=parse_control("5+3"))
    for item in desk.stream:
        state, events = advance(state, item)
        director.follow(Moment(item, state, events))
        yield compose(director.table)


@pytest.mark.thorough
@pytest.mark.parametrize("name", GAMES)
def test_an_evening_reaches_every_state(name):
    """Each kind of state comes up, every input has a scene, and every scene can be drawn."""
    canvas = Canvas((800, 480), read_theme("dark"))
    kinds = set()
    for scene in scenes_of(evening(name)):
        canvas.draw(scene)
        kinds.add(scene.kind)
        assert str(scene.notice.title)
    elsewhere = {Kind.CHOOSING, Kind.INSTRUCTED, Kind.LEARNING}
    assert set(Kind) - elsewhere <= kinds


def test_two_turns_at_once_are_asked_about():
    """Which of two tiles was turned first cannot be seen: two pictures, each a choice."""
    desk = NotingDesk("connexoh", control=parse_control("5+3"))
    desk.look()
    desk.hand()
    desk.bring("c3@180", "f5@90")
    desk.look(4)
    last = list(scenes_of(desk))[-1]
    assert last.kind is Kind.CHOOSING
    assert sorted(choice.argument for choice in last.choices) == ["c3@180 f5@90", "f5@90 c3@180"]


@pytest.mark.parametrize(("name", "move"), [("loa", "c1-c3"), ("connexoh", "c2@90")])
def test_a_programs_move_is_shown_until_it_is_made(name, move):
    """The move that somebody is to make for the computer stands on the screen, then the next."""
    desk = NotingDesk(name, control=parse_control("5+3"))
    desk.look()
    player = desk.position.to_move
    desk.command("instruct", f"{player} {move}")
    desk.look()
    desk.play(move)
    kinds = [scene.kind for scene in scenes_of(desk)]
    assert Kind.INSTRUCTED in kinds
    assert kinds[-1] is Kind.PLAYING


def test_a_game_that_runs_out_of_time_says_whose():
    """The flag falls while nobody moves: the game is over, and that clock is marked."""
    desk = NotingDesk("loa", control=parse_control("5+3"))
    desk.look()
    desk.play("c8-c6")
    desk.t += 400.0
    desk.look()
    last = list(scenes_of(desk))[-1]
    assert last.kind is Kind.OVER
    assert [card.player for card in last.cards if card.alarm == "danger"] == ["w"]


def test_a_complaint_that_is_settled_is_not_brought_up_again():
    """A turn taken back says how the board is put right, not what was wrong of an older move."""
    desk = NotingDesk("loa", control=parse_control("5+3"))
    desk.restore()
    desk.look(6)
    desk.put(a3="empty", d3="w")  # no move of White
    desk.look(8)
    desk.restore()
    desk.look(6)
    desk.play("c8-c6")
    desk.command("take_back")
    (*_, at_once) = scenes_of(desk)
    assert str(at_once.notice.title) == "Move c6 to c8"
    desk.look(obstructed=("c6", "c8"))  # nothing has been put right under the hand yet
    scenes = list(scenes_of(desk))
    assert Kind.ILLEGAL in {scene.kind for scene in scenes}
    assert scenes[-1].kind is Kind.DISTURBED
    assert str(scenes[-1].notice.title) == "Move c6 to c8"


def test_a_step_that_is_done_goes_though_something_lies_elsewhere():
    """What covers another site does not hide that the stone is back."""
    desk = NotingDesk("loa", control=parse_control("5+3"))
    desk.restore()
    desk.look(6)
    desk.put(d4="w")
    desk.look(8)
    desk.restore()
    desk.look(obstructed=("h8",))
    scenes = list(scenes_of(desk))
    assert "d4" in str(scenes[-4].notice.title)
    assert str(scenes[-1].notice.title) == "That is right"


def test_a_step_does_not_outlive_what_it_was_for():
    """What has to be done for one game is not asked for in the next, though a hand covers it."""
    desk = NotingDesk("loa", control=parse_control("5+3"))
    desk.restore()
    desk.look(6)
    desk.play("c8-c6")
    desk.put(c8="b", c6="empty", d4="w")
    desk.look(8)
    desk.put(d4="empty")
    desk.look(obstructed=("c6", "c8"))
    assert list(scenes_of(desk))[-1].kind is Kind.DISTURBED
    desk.command("new_game")
    desk.look(obstructed=("c6", "c8"))
    (*_, last) = scenes_of(desk)
    assert last.kind is Kind.SETTING_UP
    assert "c8" not in " ".join(map(str, last.notice.sentences))
