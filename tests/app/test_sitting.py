"""A sitting tells its reader what stands on the board, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from random import Random

import pytest

from pi_board.app.sitting import Sitting
from pi_board.core.errors import InvalidPosition
from pi_board.core.events import MovePlayed, TakenBack
from pi_board.core.game import AnyGame
from pi_board.core.layout import Appearance, Layout
from pi_board.core.observation import Command, Input, Observation
from pi_board.games.registry import make_game
from pi_board.referee.advance import begin
from pi_board.simulation.board import board_of
from pi_board.vision.warm.sight import Sight

GAME = make_game("loa")
LAYOUT = GAME.layouts[0]
START = GAME.start()


class Told:
    """A reader that hands out looks at positions and remembers what it is told."""

    def __init__(self, *positions: object) -> None:
        self._positions = positions
        self.expected: list[Appearance] = []
        self.confirmed: list[Appearance] = []
        self.in_play: bool | None = None

    def inputs(self) -> Iterator[Input]:
        for second, position in enumerate(self._positions):
            rows = tuple(
                tuple(0.0 if (label,) in looks else -9.0 for label in range(3))
                for looks in GAME.appearance(position, LAYOUT)
            )
            for look in range(10):
                yield Observation(second + look / 10, LAYOUT, rows)

    def expect(self, starts: Iterable[tuple[Layout, Appearance]], *, in_play: bool = False) -> None:
        self.expected += [appearance for _, appearance in starts]
        self.in_play = in_play

    def confirm(self, appearance: Appearance, *, by_word: bool = False) -> None:
        self.confirmed.append(appearance)

    def picture(self) -> Sight:
        return Sight(None, None, None)

    def close(self) -> None: ...


def test_the_reader_hears_of_a_move_taken_back_once_the_board_shows_it() -> None:
    """Until then the stone stands where it went, and nothing must be learnt of the old place."""
    moved = GAME.play(START, GAME.parse_move(START, "b1-b3"))
    reader = Told(START, moved, moved, START)
    sitting = Sitting(GAME, reader)
    told_at_command = None
    for moment in sitting.moments():
        if any(isinstance(event, MovePlayed) for event in moment.events):
            sitting.command(Command(moment.input.t, "take_back"))
        if any(isinstance(event, TakenBack) for event in moment.events):
            told_at_command = len(reader.confirmed)
    shown = [GAME.appearance(one, LAYOUT) for one in (START, moved, START)]
    assert told_at_command == 2
    assert reader.confirmed == shown


def test_the_reader_hears_whether_a_game_goes_on() -> None:
    """Then the board may be a move further than it was left."""
    reader = Told(START)
    sitting = Sitting(GAME, reader)
    assert reader.in_play is False
    assert any(moment.events for moment in sitting.moments())
    later = Told()
    Sitting(GAME, later, state=sitting.state)
    assert later.in_play is True


def test_a_board_in_play_taken_for_another_kind_is_not_looked_at() -> None:
    """Sticks taken for holes for a moment, in a shadow perhaps, stop nothing."""
    linja = make_game("linja")
    start = linja.start()
    table = Told()
    looks = [_look(linja, start, number, t / 2) for t, number in enumerate((0, 0, 0, 1, 1, 0, 0))]
    table.inputs = lambda: iter(looks)  # type: ignore[method-assign]
    names = [event.name for moment in Sitting(linja, table).moments() for event in moment.events]
    assert names[-1] == "game_started"


def _look(game: AnyGame, position: object, number: int, t: float) -> Observation:
    """A sure look at a position on the game's layout of that number."""
    layout = game.layouts[number]
    shown = board_of(game, layout, position, Random(1)).labels
    rows = tuple(tuple(0.0 if one == label else -9.0 for one in range(3)) for label in shown)
    return Observation(t, layout, rows)


class Dazzled(Told):
    """The same, to which the black stone on e8 looks white."""

    def inputs(self) -> Iterator[Input]:
        e8 = LAYOUT.site("e8")
        for seen in super().inputs():
            assert isinstance(seen, Observation)
            yield replace(seen, looks=(*seen.looks[:e8], (-9.0, -9.0, 0.0), *seen.looks[e8 + 1 :]))


def test_the_reader_hears_of_no_start_position_while_its_first_move_waits() -> None:
    """Where a stone of the start is misread the move begins the game, and already lies there."""
    moved = GAME.play(START, GAME.parse_move(START, "d1-d3"))
    reader = Dazzled(START, moved, moved)
    sitting = Sitting(GAME, reader, state=begin(GAME, confirm=True))
    for moment in sitting.moments():
        if moment.input.t == 2.0 and isinstance(moment.input, Observation):
            assert reader.confirmed == []
            sitting.command(Command(2.0, "confirm"))
    assert reader.confirmed == [GAME.appearance(moved, LAYOUT)]


class Seen(Told):
    """A reader that has one look at a board of this layout, of which nothing can be told."""

    def __init__(self, layout: Layout) -> None:
        super().__init__()
        self._layout = layout

    def inputs(self) -> Iterator[Input]:
        rows = ((0.0,) * len(self._layout.labels),) * len(self._layout.sites)
        yield Observation(0.0, self._layout, rows)


def test_no_game_of_linja_begins_with_more_stones_in_a_field_row_than_it_has_holes() -> None:
    """A board with holes would lose them; between sticks, and on a start line, there is room."""
    game = make_game("linja")
    holes, sticks = game.layouts
    crowded = game.parse_position("0,7,1,1,1,1,1,0/0,1,1,1,1,1,1,6 w i 0")
    beside = game.parse_position("7,0,1,1,1,1,1,0/0,1,1,1,1,1,1,6 w i 0")
    with pytest.raises(InvalidPosition, match=r"8 stones in board row 7 .*at most 6"):
        list(Sitting(game, Seen(holes), state=begin(game, crowded)).moments())
    assert list(Sitting(game, Seen(sticks), state=begin(game, crowded)).moments())
    assert list(Sitting(game, Seen(holes), state=begin(game, beside)).moments())
