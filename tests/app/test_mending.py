"""The screen and the referee's sentences put a disturbed board right in the same way."""

from __future__ import annotations

import re
from random import Random

import pytest

from pi_board.core.events import Disturbed, Illegal
from pi_board.core.layout import Surface
from pi_board.core.scene import Arrow, Kind, Role, Scene
from pi_board.referee.phases import Correcting
from pi_board.referee.repair import Carry
from pi_board.views.sound import Sound, sounds
from pi_board.views.spoken import spoken
from tests.app.read import marks
from tests.app.watched import Watched

BOARDS = pytest.mark.parametrize(
    ("name", "layout", "blind"),
    [("loa", 0, False), ("loa", 0, True), ("linja", 0, False), ("linja", 1, False),
     ("connexoh", 0, False)],
    ids=["loa", "loa-without-colours", "linja", "linja-lanes", "connexoh"],
)  # fmt: skip
EVENINGS = 40
MOST_STEPS = 8


def told(desk: Watched, event: Illegal | Disturbed) -> list[str]:
    """The sites that a sentence names, in its order; of Linja's board the rows."""
    in_rows = desk.layout.surface in (Surface.HOLES, Surface.ROWS)
    return re.findall(r"[1-8]" if in_rows else r"[a-h][1-8]", str(event.next))


def shown(scene: Scene) -> list[str]:
    """The sites of the one step on the screen: the arrow's, or where a ring is; or their rows."""
    board, arrow = scene.board, scene.board.arrow
    sites = [arrow.start, arrow.end] if arrow else marks(scene, Role.FROM)
    in_rows = board.surface in (Surface.HOLES, Surface.ROWS)
    return [site[1:] if in_rows else site for site in sites if site]


@pytest.mark.thorough
@BOARDS
def test_screen_and_sentence_name_the_same_sites(name: str, layout: int, blind: bool) -> None:
    """On boards with several things wrong, whatever the referee makes of them."""
    kinds = []
    for seed in range(EVENINGS):
        desk = Watched(name, layout, blind)
        desk.disturb(chance := Random(seed))
        if name == "loa" and not blind and seed % 2:
            desk.deceive(chance)
        desk.hand()
        event = desk.complaint()
        if event is None or desk.scene.kind is Kind.LIFTED:
            continue
        kinds.append(desk.scene.kind)
        assert shown(desk.scene) == told(desk, event), f"seed {seed}: {event.next}"
    assert kinds.count(Kind.DISTURBED) > EVENINGS / 5
    assert kinds.count(Kind.ILLEGAL) > EVENINGS / 10


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "layout"), [("loa", 0), ("linja", 0), ("linja", 1), ("connexoh", 0)]
)
def test_who_obeys_the_screen_puts_the_board_right(name: str, layout: int) -> None:
    """Each step leads to the next as soon as it is seen, and in the end nothing is wrong; what was
    done may still be asked.
    """
    done = 0
    for seed in range(EVENINGS // 2):
        desk = Watched(name, layout)
        desk.disturb(Random(seed))
        desk.hand()
        if desk.complaint() is None or desk.scene.kind is Kind.LIFTED:
            continue
        steps = MOST_STEPS
        while isinstance(desk.state, Correcting) and steps:
            left = len(desk.repairs) - 1
            desk.obey()
            desk.look(1)
            if isinstance(desk.state, Correcting):
                assert len(desk.repairs) == left, f"seed {seed}"
                desk.hand()
                desk.look(4)
            steps -= 1
        assert not isinstance(desk.state, Correcting), f"seed {seed}"
        done += 1
    assert done > EVENINGS / 10


def test_a_captured_stone_that_still_stands_is_to_be_taken_off() -> None:
    """The rest of the move is right: it is drawn where it lies, and nothing is put back."""
    desk = Watched("loa")
    desk.hand()
    desk.put(c1="empty", a3="b", d5="w")
    event = desk.complaint()
    scene = desk.scene
    assert isinstance(event, Illegal)
    assert (event.rule, str(event.next)) == ("table.captured_left", "take a white stone off d5")
    assert str(scene.notice.title) == "Take the stone off d5"
    assert scene.board.arrow == Arrow("d5", None)
    stones = {(p.site, p.player) for p in scene.board.pieces}
    assert {("a3", "b"), ("d5", "w")} < stones
    assert stones.isdisjoint({("c1", "b"), ("a3", "w")})


def test_of_a_rejected_move_nothing_stands() -> None:
    """What was legal of it is put back as well."""
    desk = Watched("loa", policy="tournament")
    desk.hand()
    desk.put(c1="empty", a3="b", d5="w")
    desk.complaint()
    desk.command("reject")
    desk.look(1)
    assert desk.repairs == (
        Carry("b", desk.layout.group("a3"), desk.layout.group("c1")),
        Carry("w", desk.layout.group("d5"), desk.layout.group("a3")),
    )
    assert str(desk.scene.notice.title) == "Move a3 to c1"


def test_a_stone_of_nobody_knows_whom_is_not_given_a_colour() -> None:
    """Of seven stones home one lies beside the board, so a missing one may be either's."""
    desk = Watched("linja", position="6,1,1,1,1,1,1,0/1,1,1,1,1,1,1,5 b i 0")
    desk.put(**{f"{file}8": "w" for file in "abcde"}, f8="empty")
    desk.hand()
    event = desk.complaint()
    assert event is not None
    assert str(event.next) == "put the missing stone back on row 8"
    assert str(desk.scene.notice.title) == "Put the missing stone here"
    assert [p.site for p in desk.scene.board.pieces if p.ghost] == marks(desk.scene, Role.FROM)


def test_nothing_is_said_of_what_a_hand_covers() -> None:
    """Whatever the reader makes of those sites."""
    desk = Watched("loa")
    desk.hand()
    desk.put(b1="empty", b2="b", a5="empty", b5="w", h7="empty", g6="w")
    desk.complaint()
    assert shown(desk.scene) == ["b2", "b1"]
    desk.look(1, obstructed=("b2",))
    assert shown(desk.scene) == ["b5", "a5"]
    assert desk.repairs[-1] == Carry("b", None, desk.layout.group("b1"))


def test_a_wrong_move_made_again_is_refused_again() -> None:
    """Also where it was put right for one look only, too short for the referee; but as long as it
    stands there nothing is heard twice, nor while the stone is lifted anew.
    """
    desk = Watched("loa")
    desk.put(c1="empty", c4="b")
    assert desk.complaint() is not None
    last, heard = desk.scene, []
    for here, there in (("empty", "b"), ("b", "empty"), ("empty", "empty"), ("empty", "b")):
        desk.put(c1=here, c4=there)
        for _ in range(1 if there == "empty" else 6):
            desk.look(1)
            said = spoken(last, desk.scene, str) if desk.scene != last else ""
            heard.append((desk.scene.kind, sounds(last, desk.scene), said))
            last = desk.scene
    why = "2 stones stand on the line c1 c8, so a stone on it moves exactly 2 squares, not 3."
    assert [one for one in heard if one[1] or one[2]] == [
        (Kind.DISTURBED, (), "One moment. That is right."),
        (Kind.LIFTED, (), "It may go to c3 or e3, or take the stone on a3."),
        (Kind.ILLEGAL, (Sound.ILLEGAL,), f"{why} Put it back on c1."),
    ]


@pytest.mark.parametrize("lifts", [0, 1, 2])
@pytest.mark.parametrize("target", ["c3", "c5"])
def test_another_move_than_the_refused_one_is_not_called_that(target: str, lifts: int) -> None:
    """That was put right for one look only. What follows is judged first, and is legal perhaps."""
    desk = Watched("loa")
    desk.put(c1="empty", c4="b")
    assert desk.complaint() is not None
    desk.put(c1="b", c4="empty")
    desk.look(1)
    desk.put(c1="empty")
    desk.look(lifts)
    last, heard = desk.scene, []
    desk.put(**{target: "b"})
    for _ in range(5):
        desk.look(1)
        said = spoken(last, desk.scene, str) if desk.scene != last else ""
        heard.append((desk.scene.kind, sounds(last, desk.scene), said))
        last = desk.scene
    wrong = [said for _, sound, said in heard if Sound.ILLEGAL in sound]
    why = "2 stones stand on the line c1 c8, so a stone on it moves exactly 2 squares, not 4."
    assert wrong == ([] if target == "c3" else [f"{why} Put it back on c1."])
    assert heard[-1][0] is (Kind.PLAYING if target == "c3" else Kind.ILLEGAL)
