"""Every wrong board and every question offers its ways out, and says what a ruling costs."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pi_board.app.compose import compose
from pi_board.app.director import Director
from pi_board.app.scenes.amiss import exits
from pi_board.app.scenes.state import Choosing, HintGiven, Seat, SettingUp
from pi_board.app.sitting import Moment
from pi_board.core.events import Choose, Illegal
from pi_board.core.game import Player
from pi_board.core.message import message
from pi_board.core.observation import Command, Tick
from pi_board.core.scene import Kind, Scene
from pi_board.referee import phases
from pi_board.referee.clocks import parse_control
from pi_board.referee.explain import REFUSALS
from pi_board.referee.hypothesis import one_move
from pi_board.views.spoken import spoken
from tests.referee.desk import Desk, only


class Shown:
    """A table and what its screen says."""

    def __init__(self, **options: Any) -> None:
        self.desk = Desk("loa", **options).started()
        self.director = Director(self.desk.game, Seat("Ida"), Seat("Jan"), "b")
        self.follow([])

    def follow(self, events: list[Any]) -> None:
        """The screen takes in what was said."""
        self.director.follow(Moment(Tick(self.desk.t), self.desk.state, tuple(events)))

    def order(self, command: str) -> None:
        """Somebody asks for something, and the screen takes in what is said to it."""
        told = tuple(self.desk.command(command))
        self.director.follow(Moment(Command(self.desk.t, command), self.desk.state, told))

    def wrong(self) -> None:
        """Somebody moves a stone too far."""
        self.desk.hand()
        self.desk.put(c1="empty", c4="b")
        self.follow(self.desk.look(4))

    def left_s(self, player: Player) -> float:
        """What the screen's clock of a player shows, in seconds."""
        left = self.director.table.seat(player).clock_s
        assert left is not None
        return left

    @property
    def offered(self) -> set[str]:
        """The commands of all ways out."""
        return {button.command for button in exits(self.director.table)}


def test_a_wrong_board_can_be_left_or_taken_back() -> None:
    """Besides being put right by hand."""
    table = Shown()
    table.wrong()
    assert table.offered == {"accept_board", "take_back"}
    assert [b.command for b in compose(table.director.table).buttons][-1] == "menu"


def test_a_turn_can_be_ended_from_the_menu() -> None:
    """Three buttons reach nothing else, where the rules let a player leave out what is due."""
    desk = Desk("linja", rules={"followup": "optional"}).started()
    director = Director(desk.game, Seat("Ida"), Seat("Jan"), "w")
    for moves, ways in ((), []), (("0-1",), ["stop"]):
        desk.play(*moves)
        director.follow(Moment(Tick(desk.t), desk.state, ()))
        assert [button.command for button in exits(director.table)] == ways


def test_a_board_of_which_nothing_is_seen_is_looked_for() -> None:
    """Before it has been seen at all nobody is told that all stones stand; nor, once it has been
    taken away, that a hand lies on it.
    """
    desk = Desk("loa")
    director = Director(desk.game, Seat("Ida"), Seat("Jan"), "b")
    director.follow(Moment(Tick(desk.t), desk.state, ()))
    assert compose(director.table).kind is Kind.UNSEEN
    table = Shown()
    table.follow(table.desk.look(1, obstructed=table.desk.layout.sites[:40]))  # by an arm
    table.follow(table.desk.look(1, obstructed=table.desk.layout.sites))
    assert compose(table.director.table).kind is Kind.OBSTRUCTED
    for _ in range(6):
        table.follow(table.desk.look(1, obstructed=table.desk.layout.sites))
    assert compose(table.director.table).kind is Kind.UNSEEN
    table.follow(table.desk.look())
    assert compose(table.director.table).kind is Kind.PLAYING
    table.director.follow(Moment(table.desk.observation(), table.desk.state, ()))
    table.follow(table.desk.command("new_game"))
    assert compose(table.director.table).kind is Kind.SETTING_UP


def test_a_board_of_another_kind_is_missed_as_soon() -> None:
    """Whether all its sites are hidden is counted on the board seen, not on the one before it."""
    for layout in (0, 1):  # holes, which a table has before it is seen, and lanes
        desk = Desk("linja", layout=layout)
        director = Director(desk.game, Seat("Ida"), Seat("Jan"), "b")
        kinds = []
        for _ in range(5):
            seen = desk.observation(obstructed=desk.layout.sites)
            told = tuple(desk.look(1, obstructed=desk.layout.sites))
            director.follow(Moment(seen, desk.state, told))
            kinds.append(compose(director.table).kind)
        assert kinds == [Kind.SETTING_UP] * 4 + [Kind.UNSEEN], desk.layout.name


def test_a_start_that_seems_wrong_for_long_may_be_said_to_stand() -> None:
    """While stones are put down nobody is asked."""
    table = Shown()
    table.follow(table.desk.command("new_game"))
    table.desk.put(a2="empty")
    for _ in range(5):
        table.follow(table.desk.look(2))
        assert "confirm" not in {b.command for b in compose(table.director.table).buttons}
    table.follow(table.desk.look(4))
    assert "confirm" in {b.command for b in compose(table.director.table).buttons}
    table.desk.put(a3="empty")
    table.follow(table.desk.look(2))
    assert "confirm" not in {b.command for b in compose(table.director.table).buttons}
    table.desk.restore()
    table.follow(table.desk.hand())
    table.follow(table.desk.command("confirm"))
    assert compose(table.director.table).kind is Kind.SETTING_UP


def test_the_next_game_is_set_up_without_a_trace_of_the_last_one() -> None:
    """Its start is shown as that of the first one was."""
    table = Shown()
    before = table.director.table
    table.follow(table.desk.play("c1-c3"))
    table.director.advise(HintGiven("a4-c4"))
    table.follow(table.desk.command("new_game"))
    now = table.director.table
    assert now == replace(before, situation=now.situation)


def test_a_game_may_begin_from_any_board_but_one_with_which_it_is_over() -> None:
    """Why it does not is said until the board changes."""
    table = Shown()
    table.follow(table.desk.command("new_game"))
    table.desk.put(**dict.fromkeys(table.desk.layout.sites, "empty"))
    table.follow(table.desk.look(2))
    assert table.offered == {"accept_board"}
    table.order("accept_board")
    table.follow(table.desk.look(2))
    shown = compose(table.director.table)
    assert shown.kind is Kind.SETTING_UP
    assert [str(s) for s in shown.notice.sentences] == ["the game would be over at once."]
    table.desk.put(b1="b", d1="b", a4="w", a6="w")
    table.follow(table.desk.look(4))
    now = table.director.table.situation
    assert isinstance(now, SettingUp)
    assert now.why_not is None
    table.follow(table.desk.command("accept_board"))
    assert compose(table.director.table).kind is Kind.PLAYING


def test_a_tournament_asks_the_opponent_and_says_what_a_rejection_costs() -> None:
    """A warning, then two minutes for the opponent, then the game."""
    table = Shown(policy="tournament")
    said = []
    for _ in range(2):
        table.wrong()
        assert {"accept", "reject"} < table.offered
        assert str(compose(table.director.table).notice.title) == "Accept this move?"
        table.follow(table.desk.command("reject"))
        shown = compose(table.director.table)
        said.append(str(shown.notice.sentences[0]))
        assert shown.kind is Kind.ILLEGAL
        table.desk.put(c1="b", c4="empty")
        table.follow(table.desk.look(4))
    assert said == [
        "It is put back. That was a warning for Black.",
        "It is put back. One more, and Black has lost.",
    ]
    table.wrong()
    over = only(table.desk.command("reject"), "game_over")
    assert (over.outcome, over.reason) == ("w", "forfeit")


def test_the_second_rejection_gives_the_opponent_two_minutes_on_the_clock() -> None:
    """The sentence says so, and the clock shows it; the first rejection gives nothing."""
    table = Shown(policy="tournament", control=parse_control("5"))
    said, given_s = [], []
    for _ in range(2):
        table.wrong()
        before_s = table.left_s("w")
        table.follow(table.desk.command("reject"))
        given_s.append(table.left_s("w") - before_s)
        said.append(str(compose(table.director.table).notice.sentences[0]))
        table.desk.put(c1="b", c4="empty")
        table.follow(table.desk.look(4))
    assert said[1] == "It is put back. White gets two minutes; one more, and Black has lost."
    assert given_s == [0.0, 120.0]


def test_an_accepted_move_stands() -> None:
    """And the opponent is to move; nothing is counted against anybody."""
    table = Shown(policy="tournament")
    table.wrong()
    played = only(table.desk.command("accept"), "move_played")
    assert (played.move, played.player) == ("c1-c4", "b")
    assert table.desk.state.table.offences == (0, 0)
    assert table.desk.state.line.now.to_move == "w"  # type: ignore[union-attr]


@pytest.mark.parametrize("answer", ["reject", "accept_board"])
def test_a_question_need_not_be_answered_with_a_move(answer: str) -> None:
    """None of them: the board is to be put right, and was not played on meanwhile."""
    table = Shown()
    state = table.desk.state
    assert isinstance(state, phases.Playing)
    table.desk.bring("c1-c3")
    table.desk.look(1)
    state = table.desk.state
    steps = state.line.now.steps[:2]  # type: ignore[union-attr]
    asked = tuple(one_move(step) for step in steps)
    table.desk.state = phases.Choosing(state.table, state.line, state.watch, asked)  # type: ignore[union-attr]
    table.follow([])
    assert {"reject", "accept_board", "take_back"} <= table.offered
    said = [event.name for event in table.desk.command(answer)]
    assert said[0] == ("disturbed" if answer == "reject" else "move_played")


@pytest.fixture
def asked() -> Shown:
    """It is asked which move was played; the board shows neither."""
    table = Shown()
    table.desk.hand()
    table.desk.put(d4="b")
    table.desk.look(1)
    state = table.desk.state
    assert isinstance(state, phases.Playing)
    asked = tuple(one_move(step) for step in state.line.now.steps[:2])
    table.desk.state = phases.Choosing(state.table, state.line, state.watch, asked)
    table.follow([Choose(table.desk.t, None, ("b1-b3", "b1-d3"))])
    return table


NO_POSITION = "no position of this game looks like the board."


def test_a_board_that_is_no_answer_is_said_to_be_none(asked: Shown) -> None:
    """While it is asked which move was played; the question stands."""
    asked.follow(asked.desk.command("accept_board"))
    shown = compose(asked.director.table)
    assert (shown.kind, len(shown.choices)) == (Kind.CHOOSING, 2)
    assert [str(s) for s in shown.notice.sentences] == [NO_POSITION]


def test_a_board_that_is_no_answer_is_said_to_be_none_though_one_is_marked(asked: Shown) -> None:
    """It stands where it was said how the buttons go on, until they do."""

    def led(steps: int) -> Scene:
        now = asked.director.table.situation
        assert isinstance(now, Choosing)
        asked.director.lead(now, steps)
        return compose(asked.director.table)

    before = led(0)
    asked.follow(asked.desk.command("accept_board"))
    shown = compose(asked.director.table)
    assert [str(s) for s in shown.notice.sentences] == [NO_POSITION]
    assert spoken(before, shown, str).startswith(NO_POSITION)
    assert [choice.marked for choice in shown.choices] == [True, False]
    after = led(1)
    asked.follow([])
    assert compose(asked.director.table).notice == after.notice == before.notice
    assert spoken(shown, after, str) == "Move b1 to d3."


@pytest.mark.parametrize(
    ("covered", "title"),
    [
        ((("d5", "e5"),), "Not all can be read"),
        ((("d5", "e5"), ("e5",)), "Not all can be read"),
        ((("d5",), ("e5", "f5"), ("g5",)), "A hand is over the board"),
        ((("d5", "e5", "f5"), ("d5", "d6", "d7"), ("c4", "d4", "d5")), "A hand is over the board"),
    ],
)
def test_what_lies_still_is_told_from_a_hand_that_hovers(
    covered: tuple[tuple[str, ...], ...], title: str
) -> None:
    """The same site is hidden all the time, or another one every half second."""
    table = Shown()
    for n in range(14):
        table.follow(table.desk.look(1, obstructed=covered[n % len(covered)]))
    assert str(compose(table.director.table).notice.title) == title


UNSEEN = "the board has to be seen for a moment, with nothing over it."


@pytest.mark.parametrize("command", ["accept", "accept_board"])
def test_a_move_accepted_under_a_hand_is_not_accepted_in_silence(command: str) -> None:
    """It is said why not, on the screen and aloud, until the hand is gone; then why it is illegal
    is to be read again.
    """
    table = Shown(policy="tournament")
    table.wrong()
    asked = compose(table.director.table)
    table.follow(table.desk.hand())
    table.order(command)
    shown = compose(table.director.table)
    assert (shown.kind, shown.buttons) == (asked.kind, asked.buttons)
    assert (asked.notice.lead, shown.notice.lead) == ("c1-c4", "")  # it is no reason against that
    assert [str(s) for s in shown.notice.sentences] == [UNSEEN]
    assert spoken(asked, shown, str).startswith(UNSEEN)
    table.follow(table.desk.look(1))
    assert compose(table.director.table).notice == asked.notice
    table.order(command)
    assert compose(table.director.table).kind is Kind.PLAYING


def test_a_disturbed_board_accepted_under_a_hand_is_not_accepted_in_silence() -> None:
    """Nor is a start."""
    table = Shown()
    table.desk.hand()
    table.desk.put(b1="empty", c1="empty", a2="empty", b2="b", c3="b", d4="w")
    table.follow(table.desk.look(4))
    for kind in (Kind.DISTURBED, Kind.SETTING_UP):
        table.follow(table.desk.hand())
        table.order("accept_board")
        shown = compose(table.director.table)
        assert (shown.kind, [str(s) for s in shown.notice.sentences]) == (kind, [UNSEEN])
        table.order("new_game")
        table.follow(table.desk.look(2))


def test_an_answer_given_under_a_hand_is_not_lost_in_silence(asked: Shown) -> None:
    """That it was none of them: what is to be done about the board is not known yet."""
    asked.follow(asked.desk.hand())
    asked.order("reject")
    shown = compose(asked.director.table)
    assert (shown.kind, [str(s) for s in shown.notice.sentences]) == (Kind.CHOOSING, [UNSEEN])
    asked.follow(asked.desk.look(1))
    asked.order("reject")
    asked.follow(asked.desk.hand())
    asked.order("accept_board")
    shown = compose(asked.director.table)
    assert (shown.kind, [str(s) for s in shown.notice.sentences]) == (Kind.DISTURBED, [UNSEEN])


@pytest.mark.parametrize("rule", sorted(REFUSALS))
def test_why_a_board_is_not_accepted_is_told_over_a_question(asked: Shown, rule: str) -> None:
    """Whatever is missing for that."""
    told = Illegal(asked.desk.t, None, None, rule, message("1 stone is missing"), ())
    asked.follow([told])
    shown = compose(asked.director.table)
    assert (shown.kind, [str(s) for s in shown.notice.sentences]) == (
        Kind.CHOOSING, ["1 stone is missing."],
    )  # fmt: skip


def test_all_that_keeps_a_board_from_being_accepted_is_known() -> None:
    """What Linja asks for as well."""
    assert "table.stones_missing" in REFUSALS
