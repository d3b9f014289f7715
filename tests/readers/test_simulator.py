"""The drawn board: a finger is the hand, and the referee understands whole games played on it."""

from random import Random

import pytest

from pi_board.app.sitting import Sitting
from pi_board.core.observation import Observation, likeliest
from pi_board.games.linja.layout import group_of
from pi_board.games.registry import make_game
from pi_board.readers.simulator import Simulator
from pi_board.referee.phases import Playing


class Clock:
    """Time that passes when it is told to."""

    now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


class Table:
    """A sitting at a drawn board."""

    def __init__(self, name: str, layout: str = "") -> None:
        self.clock = Clock()
        self.board = Simulator(layout, self.clock)
        self.game = make_game(name)
        self.sitting = Sitting(self.game, self.board)
        self.moments = self.sitting.moments()
        self.events: list[str] = []
        self.wait(1.0)

    def wait(self, seconds: float) -> None:
        end_s = self.clock.now_s + seconds
        while self.clock.now_s < end_s:
            self.clock.now_s += 0.1
            if self.board.due:
                self.events += [event.name for event in next(self.moments).events]

    def touch(self, *sites: str) -> None:
        for site in sites:
            self.board.touch(site, self.position.to_move)
            self.wait(0.2)

    @property
    def position(self):
        return self.sitting.state.line.now.position

    @property
    def layout(self):
        return next(one for one in self.game.layouts if self.board._name in ("", one.name))

    def play(self, move) -> None:
        """Touch what hands touch."""
        text, player = self.game.move_text(move), self.position.to_move
        groups = self.game.touches(self.position, move, self.layout)[-1]
        if self.game.name == "linja":
            rows = [group_of(player, row) for row in (move.source, move.target)]
            own = [s for s in self.layout.groups[rows[0]] if self.label(s) == player]
            self.touch(*(self.layout.sites[s] for s in (own or self.layout.groups[rows[0]])[:1]))
            self.touch(self.layout.sites[self.layout.groups[rows[1]][0]])
        elif "@" in text:
            self.touch(*[text[:2]] * (int(text[3:]) // 90))
            for group in groups[2:]:
                self.touch(self.layout.sites[group] + player, "")
        elif self.game.name == "connexoh":
            source, target = text.split("-")
            self.touch(source + player, "" if target == "off" else target)
        else:
            self.touch(*text.replace("x", "-").split("-"))
        self.wait(0.9)

    def label(self, site: int) -> str:
        seen = self.board._look(0.0).looks[site]
        return self.layout.labels[likeliest(seen)]


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "layout"), [("loa", ""), ("connexoh", ""), ("linja", ""),
                                              ("linja", "linja-rows")])  # fmt: skip
def test_every_move_is_understood(name: str, layout: str) -> None:
    """Forty random moves by touch: forty moves played, no complaint, no question. (A tile is not
    turned back at once: that may be a move taken back.)
    """
    table, rng = Table(name, layout), Random(7)
    game, before = table.game, None
    for _ in range(40):
        if not isinstance(table.sitting.state, Playing):
            break
        now = table.position
        moves = [m for m in game.legal_moves(now) if game.move_text(m) not in ("pass", "stop")]
        shown = {m: game.appearance(game.play(now, m), table.layout) for m in moves}
        before, last = game.appearance(now, table.layout), before
        table.play(rng.choice([m for m in moves if shown[m] != last]))
    assert table.events.count("move_played") == len(table.sitting.state.line.steps) >= 30
    assert not {"illegal", "disturbed", "choose"} & set(table.events)


def test_the_board_is_set_up_by_itself() -> None:
    """The game starts without a hand on any stone."""
    assert Table("loa").events == ["setup", "game_started"]


def test_a_stone_can_be_put_back() -> None:
    """Touching the place it came from is no move."""
    table = Table("loa")
    table.touch("c1", "c1")
    table.wait(2.0)
    assert "move_played" not in table.events
    assert table.board.holds is None


def test_a_captured_stone_goes_beside_the_board_and_comes_back() -> None:
    """What lies beside the board can be taken in the hand again."""
    table = Table("loa")
    table.touch("a4", "")
    assert table.board.holds is None
    table.touch("")
    assert table.board.holds == "w"
    table.touch("a4")
    assert table.board.holds is None


def test_there_is_no_room_on_the_own_stone() -> None:
    """The stone stays in the hand."""
    table = Table("loa")
    table.touch("c1", "d1")
    assert table.board.holds == "b"


def test_a_row_of_holes_finds_the_stone_a_free_one() -> None:
    """A finger need not hit a free hole, only the row."""
    table = Table("linja")
    row = table.layout.groups[1]
    full = next(s for s in row if table.label(s) != "empty")
    source = next(s for s in table.layout.groups[0])
    table.touch(table.layout.sites[source], table.layout.sites[full])
    assert sum(table.label(s) != "empty" for s in row) == 3


def test_standing_anew_keeps_what_is_right() -> None:
    """Only what differs is moved when the board is put right."""
    table = Table("linja")
    before = [table.label(s) for s in range(48)]
    table.touch("a1")
    table.board.stand(table.game.appearance(table.position, table.layout))
    assert [table.label(s) for s in range(48)] == before


def test_looks_come_twice_a_second_at_rest() -> None:
    """An idle board costs little, and clocks still go on."""
    table = Table("loa")
    table.wait(5.0)
    seen = []
    for _ in range(40):
        table.clock.now_s += 0.125
        if table.board.due:
            seen.append(next(table.moments).input)
    assert len(seen) in (9, 10)
    assert all(isinstance(one, Observation) for one in seen)
