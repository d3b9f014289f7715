"""What is doubtful for other reasons than the board: stray touches, misread places, quick hands."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pi_board.core.events import Event, Illegal, MovePlayed
from pi_board.simulation.sensors import Faults, Sensor
from tests.referee.desk import SURE, Desk, names, only

EXACT = Faults(0, 0, 0)


class Felt:
    """A desk looked at by reeds that err in nothing but what a test lets them feel."""

    def __init__(self, name: str, position: str | None = None) -> None:
        self.desk = Desk(name, position)
        self.sensor = Sensor("reeds", self.desk.layout, self.desk.rng, EXACT)
        self.scan(times=2)

    def scan(self, *touched: str, times: int = 1) -> list[Event]:
        """Scans twice a second; what was touched comes with the first one."""
        desk, said = self.desk, []
        groups = tuple(self._group(site) for site in touched)
        for _ in range(times):
            said += desk.take(self.sensor.observe(desk.t, desk.board, (), groups, 0))
            groups, desk.t = (), desk.t + 0.5
        return said

    def _group(self, site: str) -> int:
        members = self.desk.layout.groups
        return next(g for g, sites in enumerate(members) if self.desk.layout.site(site) in sites)


def test_a_move_that_stands_exactly_is_asked_about_however_absurd_the_touches() -> None:
    """It was once called a disturbed board, and nobody was asked."""
    table = Felt("connexoh")
    table.desk.bring("a3@180")
    said = table.scan("c6", "e3", "d3", "e3", "f1", "b2", times=8)
    assert only(said, "choose").moves == ("a3@180",)
    assert not {"illegal", "disturbed"} & set(names(said))
    assert names(table.desk.command("choose", "a3@180")) == ["move_played"]


def test_what_was_felt_before_the_board_stood_right_again_is_forgotten() -> None:
    """The hand that comes next has nothing to do with it, however quickly it comes."""
    table = Felt("connexoh")
    before = table.desk.board
    table.desk.put(a1="2", c3="0b")
    table.scan("a1", "c3", "d4", "e5", times=2)
    table.desk.board = before
    table.scan("c3", "a1")
    table.desk.bring("a3@180")
    assert only(table.scan("a3", "a3", times=2), "move_played").move == "a3@180"


def test_a_stone_may_be_in_the_hand_although_four_moves_would_explain_it() -> None:
    """A follow-up held for a while after the first move is no disturbed board."""
    table = Felt("linja", "5,1,2,1,1,0,2,0/0,1,1,3,0,0,1,6 w i 0")
    desk = table.desk
    desk.bring("0-1")
    after, white = desk.board, desk.layout.label("w")
    table.scan("a8", "a7")
    fifth = [site for site in desk.layout.sites if site[1] == "5"]
    (held,) = [s for s in fifth if after.labels[desk.layout.site(s)] == white]
    desk.put(**{held: "empty"})
    assert names(table.scan("a5", times=4)) == []
    desk.board = after
    desk.bring("/3-5")
    assert names(table.scan("a3", times=2)) == ["move_played", "move_played"]


def test_which_of_two_stones_is_missing_follows_from_the_one_too_many() -> None:
    """Of a full row with stones beside it a hole misread as white does not make it a white one."""
    desk = Desk("linja", "1,1,2,0,0,0,0,8/5,3,1,0,0,1,0,2 b e 1").started()
    black = desk.layout.label("b")
    first = [site for site in desk.layout.sites if site[1] == "1"]
    taken = next(s for s in first if desk.board.labels[desk.layout.site(s)] == black)
    desk.put(**{taken: "empty", "a5": "b"})
    looks = [list(row) for row in desk.observation().looks]
    looks[desk.layout.site(taken)][desk.layout.label("w")] = -SURE / 1.5
    desk.hand()
    said: list[Event] = []
    for _ in range(4):
        rows = tuple(tuple(row) for row in looks)
        said += desk.take(replace(desk.observation(), looks=rows))
        desk.t += 0.5
    assert only(said, "illegal").rule.startswith("linja.")


def test_a_stone_from_nowhere_is_looked_at_longer_by_an_unsteady_eye() -> None:
    """Where it came from was misread in the first looks; then the mistake is named, once."""
    desk = Desk("loa").started()
    white = desk.layout.label("w")
    for number in range(12):  # every other look errs somewhere
        look_at(desk, *(["d5"] if number % 2 else []), wrong=white)
    desk.hand()
    desk.put(c1="empty", c4="b")
    said = look_at(desk, "c1", wrong=desk.layout.label("b"))
    said += look_at(desk, "c1", wrong=desk.layout.label("b"))
    for _ in range(8):
        said += look_at(desk)
    assert [event.rule for event in said if isinstance(event, Illegal)] == ["loa.distance"]
    assert "disturbed" not in names(said)


def look_at(desk: Desk, *misread: str, wrong: int = 0) -> list[Event]:
    """One look in which some sites are read wrongly, if not very surely."""
    looks = [list(row) for row in desk.observation().looks]
    for site in misread:
        looks[desk.layout.site(site)][wrong] = 4.0
    said = desk.take(replace(desk.observation(), looks=tuple(tuple(row) for row in looks)))
    desk.t += 0.5
    return said


def test_a_move_slid_on_may_be_four_moves_taken_back() -> None:
    """Stones that went to and fro leave the same board: it is asked which it was."""
    desk = Desk("loa", "1bb3b1/w3b2w/w2w1w2/ww1w4/8/b1b3ww/8/1b1b2bb b").started()
    desk.play("b1-b4")
    before = desk.board
    desk.play("h3-d3", "e7-e8", "d3-h3", "e8-a8")
    desk.hand()
    desk.board = before  # which e8-e7 leads to as well
    assert set(only(desk.look(4), "choose").moves) == {"e8-e7", "take_back 4"}
    assert names(desk.command("choose", "take_back 4")) == ["taken_back"]


def test_a_reply_written_down_as_the_first_move_may_be_taken_back() -> None:
    """Two turns done in one go, of which people said that they were made the other way round: the
    one that was made first stands alone again. That is far-fetched, so it is asked.
    """
    desk = Desk("connexoh", "0b0b01b0b3b/032b020/000002/100020/100000/0w0w0w0w0w2w w -").started()
    desk.play("b3@180")
    first = desk.position
    desk.hand()
    desk.bring("a4@180", "f6@90")
    asked = only(desk.look(4), "choose").moves
    assert sorted(asked) == ["a4@180 f6@90", "f6@90 a4@180"]
    desk.command("choose", "f6@90 a4@180")
    assert desk.record[1:] == ["f6@90", "a4@180"]
    desk.play("c5-c6", "d3@90")
    desk.hand()
    desk.position = first
    desk.restore()
    desk.bring("a4@180")
    assert only(desk.look(8), "choose").moves == ("take_back 4 a4@180",)
    assert names(desk.command("choose", "take_back 4 a4@180"))[-1] == "move_played"
    assert desk.record == ["b3@180", "a4@180"]


def test_much_that_speaks_softly_against_a_move_stops_it(loa: Desk) -> None:
    """Two sites beside it that may be otherwise are as good as one that is."""
    loa.hand()
    loa.bring("b1-b3")
    for _ in range(3):
        seen = loa.observation()
        for site in ("e5", "f5"):  # rather taken by black stones than empty
            row = tuple(0.0 if one == 1 else -2.5 for one in range(3))
            number = loa.layout.site(site)
            looks = (*seen.looks[:number], row, *seen.looks[number + 1 :])
            seen = replace(seen, looks=looks)
        assert "move_played" not in names(loa.take(seen))
        loa.t += 0.5


@pytest.mark.parametrize(
    ("game", "moves", "felt"),
    [
        ("connexoh", ["a3@180"], (32, 16, 15, 20, 5, 7)),
        ("loa", ["b1-b3", "h3-e3"], (40, 41, 42)),
    ],
)
def test_touches_do_not_outweigh_what_eyes_see(
    game: str, moves: list[str], felt: tuple[int, ...]
) -> None:
    """A camera beside the reeds sees what was done, whatever was felt before."""
    desk = Desk(game).started()
    sensor = Sensor("both", desk.layout, desk.rng, EXACT)
    desk.bring(*moves)
    for _ in range(6):
        desk.take(sensor.observe(desk.t, desk.board, (), felt, 0))
        felt, desk.t = (), desk.t + 0.5
    assert desk.record == moves


def test_a_stone_that_is_gone_may_lie_with_another_one() -> None:
    """It may have left the board, or slid to a tile on which reeds felt a stone already."""
    table = Felt("connexoh", "221b3b1b1/023w301b/1b22b213/230001/30w1001/00w0w0w0w2 w -")
    table.desk.bring("c5-off")
    asked = only(table.scan("c5", times=12), "choose")
    assert asked.moves == ("c5-off", "c5-c6", "c5-d6")


def test_another_stone_lifted_makes_an_open_question_void() -> None:
    """Lifted long enough from the board that was put right, it is missed."""
    table = Felt("connexoh")
    table.desk.bring("a3@180", "d5@90")
    assert "choose" in names(table.scan("a3", "a3", "d5", "d5", times=4))
    table.desk.position = table.desk.game.start()
    table.desk.restore()
    table.scan("d5", "a3")
    table.desk.put(b6="0")
    said = table.scan("b6", times=12)
    assert "disturbed" in names(said) or "illegal" in names(said)


def test_a_reply_that_ends_beside_the_board_is_asked_about() -> None:
    """Seen together with the move before it, it looks like a stone in the hand at first."""
    table = Felt("linja", "6,0,1,2,0,1,0,2/0,3,0,0,2,0,1,6 w f1 0")
    desk = table.desk
    desk.bring("/2-3")
    after, black = desk.board, desk.layout.label("b")
    table.scan("a6", "a5")
    seventh = [site for site in desk.layout.sites if site[1] == "7"]
    gone = next(s for s in seventh if after.labels[desk.layout.site(s)] == black)
    desk.put(**{gone: "empty"})
    said = table.scan("a7", times=8)
    assert only(said, "choose").moves == ("/2-3 6-7",)
    assert "disturbed" not in names(said)


def test_a_stone_in_the_hand_after_a_move_is_no_move_taken_back() -> None:
    """Of the follow-up little shows, as its stone lay beside the board, and the next is lifted."""
    table = Felt("linja", "3,0,1,1,1,0,0,6/5,1,0,1,2,3,0,0 w i 0")
    desk = table.desk
    desk.bring("3-4")
    assert "move_played" in names(table.scan("a5", "a4", times=3))
    desk.bring("/0-3")
    after, black = desk.board, desk.layout.label("b")
    table.scan("a5")
    fourth = [site for site in desk.layout.sites if site[1] == "4"]
    held = next(s for s in fourth if after.labels[desk.layout.site(s)] == black)
    desk.put(**{held: "empty"})
    said = table.scan("a4", times=3)
    assert "taken_back" not in names(said)
    desk.board = after
    desk.bring("3-4")
    table.scan("a5", times=6)
    assert desk.record == ["3-4", "/0-3", "3-4"]


def test_a_capture_in_reply_is_believed_by_its_touches() -> None:
    """Nobody holds a stone whose target was felt twice."""
    table = Felt("loa", "1bbbbbb1/8/w6w/w1w2w1w/w6w/w5bb/w6w/1bbb2b1 b")
    table.desk.bring("d8-d6")
    table.scan("d8", "d6")
    table.desk.bring("a6xc8")
    said = table.scan("a6", "a6", "c8", "c8", times=2)
    assert names(said) == ["move_played", "move_played"]


def test_a_reply_not_all_felt_leaves_its_stone_in_the_hand() -> None:
    """A stone lifted in reply stands nowhere yet: its tile alone was felt, and where it would go
    by the dishes that are taken anyway was not.
    """
    table = Felt("connexoh", "1b0b02b0b1b/332023/202210/11031w0/0001b32/1w0w3w02w0w b -")
    desk = table.desk
    desk.bring("e1@180")
    table.scan("e1", "e1")
    desk.put(e3="1")
    assert names(table.scan("e3", times=4)) == []
    desk.put(e3="1w")
    desk.bring("e3-e2")
    said = table.scan("e2", times=3)
    assert [e.move for e in said if isinstance(e, MovePlayed)] == ["e1@180", "e3-e2"]


def _leaning(desk: Desk, site: str, *nats: float) -> list[Event]:
    """One look each at the board, in which so much speaks for a white stone on an empty site."""
    said: list[Event] = []
    at, white = desk.layout.site(site), desk.layout.label("w")
    empty = desk.layout.label("empty")
    for lean in nats:
        seen = desk.observation()
        row = list(seen.looks[at])
        row[empty], row[white] = min(-lean, 0.0), min(lean, 0.0)
        looks = (*seen.looks[:at], tuple(row), *seen.looks[at + 1 :])
        said += desk.take(replace(seen, looks=looks))
        desk.t += 0.5
    return said


def test_one_look_may_lean_towards_a_stone_that_has_gone_and_hardly_shows() -> None:
    """All else agrees with the move, and the looks together do."""
    desk = Desk("loa", "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 w").started()
    desk.hand()
    desk.bring("h2-f4")
    assert only(_leaning(desk, "h2", -2.5, 1.5), "move_played").move == "h2-f4"


def test_two_looks_that_lean_towards_a_stone_that_has_gone_are_not_believed() -> None:
    """It may stand there, and the other stone be one too many."""
    desk = Desk("loa", "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 w").started()
    desk.hand()
    desk.bring("h2-f4")
    assert "move_played" not in names(_leaning(desk, "h2", *[1.5] * 8))


def test_a_stone_that_leaves_is_no_capture_of_one_that_hardly_shows() -> None:
    """White looks like nothing: a black stone in the hand leaves no white one behind."""
    desk = Desk("loa", "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 w").started()
    desk.hand()
    desk.put(c1="empty")
    said: list[Event] = []
    for _ in range(3):
        seen = desk.observation()
        faint = [_faint(desk, row) for row in seen.looks]
        said += desk.take(replace(seen, looks=tuple(faint)))
        desk.t += 0.5
    assert "move_played" not in names(said)


@pytest.mark.parametrize("answered", [False, True])
def test_a_stone_that_hardly_shows_has_arrived_when_the_other_player_has_moved(
    answered: bool,
) -> None:
    """Until then it may still be in the hand."""
    desk = Desk("loa", "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 w").started()
    desk.hand()
    desk.bring("a2-a8")
    said = _leaning(desk, "a8", 0.5, 0.5)
    assert names(said) == []
    if answered:
        desk.hand()
        desk.bring("g1-e3")
    said = _leaning(desk, "a8", 0.5, 0.5, 0.5)
    assert names(said) == (["move_played"] * 2 if answered else [])
    assert desk.record == (["a2-a8", "g1-e3"] if answered else [])


def _faint(desk: Desk, row: tuple[float, ...]) -> tuple[float, ...]:
    """A look at a site by somebody who can hardly tell a white stone from none."""
    empty, white = desk.layout.label("empty"), desk.layout.label("w")
    if max(row[empty], row[white]) < 0.0:
        return row
    return tuple(max(nats, -0.7) if label in (empty, white) else nats
                 for label, nats in enumerate(row))  # fmt: skip


def seen_at_once(*moves: str, hardly_told: int) -> list[Event]:
    """What is said of moves between sticks of which some lanes they leave alone are not told."""
    desk = Desk("linja", layout=1, rules={"first": "b"}).started()
    ways = {"1": ("6b0w", "5b0w"), "2": ("1b1w", "0b1w"), "5": ("1b1w", "1b0w")}
    desk.alike = {lane: frozenset(ways[lane]) for lane in list(ways)[:hardly_told]}
    desk.lean = dict.fromkeys(desk.alike, 0.5)
    desk.hand()
    desk.bring(*moves)
    return desk.look(8)


def test_many_moves_seen_by_an_unsure_eye_are_asked_about() -> None:
    """Of black stones between black sticks what was missed looked like three other moves."""
    moves = "2-3", "/5-7", "0-1"
    assert only(seen_at_once(*moves, hardly_told=3), "choose").moves == (" ".join(moves),)


@pytest.mark.parametrize(
    ("moves", "hardly_told"),
    [
        (("2-3", "/5-7", "0-1"), 2),  # most lanes are told
        (("2-3", "/5-7"), 3),  # few moves
    ],
)
def test_other_moves_seen_by_an_unsure_eye_are_believed(
    moves: tuple[str, ...], hardly_told: int
) -> None:
    """There is less that could be others."""
    assert names(seen_at_once(*moves, hardly_told=hardly_told)) == ["move_played"] * len(moves)
