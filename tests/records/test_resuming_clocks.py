"""The clocks of a game that goes on after whatever ended the program."""

from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from pi_board.app.hinting import journal_line
from pi_board.app.kept.keeping import Keeper
from pi_board.app.kept.resuming import latest_unfinished
from pi_board.app.scenes.state import HintGiven
from pi_board.app.sitting import Sitting
from pi_board.games.registry import make_game
from pi_board.records.journal import read_journal
from pi_board.records.place import journal_names
from pi_board.records.record import Header
from pi_board.referee.clocks import parse_control
from pi_board.referee.phases import begin
from tests.records.table import PLAYERS, KeptDesk, TableReader, evening, gone_on_with
from tests.referee.desk import Desk


def test_clocks_and_hints_come_back(tmp_path: Path) -> None:
    """A game goes on under what was agreed, with the clocks as last written, standing still."""
    game = make_game("loa")
    table = begin(game, None, False, "tournament", parse_control("10+5"))
    inputs = evening("loa").inputs[:90]
    with closing(Keeper(Header.of(game, PLAYERS, "simulator"), tmp_path)) as keeper:
        sitting = Sitting(game, TableReader(inputs), keep=keeper, state=table)
        moves = [m for moment in sitting.moments() for m in moment.events if moment.events]
        for hint in (HintGiven("b1-b3", nudge=True), HintGiven("b1-b3")):
            keeper.note(journal_line(hint, "w", 50.0))
    found = latest_unfinished("loa", tmp_path)
    assert found is not None
    assert found.record.hints == (len(found.record.moves),)
    assert found.record.hints_given == (0, 1), "what was shown in two steps is one hint"
    now, then = found.state.table, sitting.state.table
    assert now.policy == "tournament"
    assert now.clock is not None
    assert then.clock is not None
    assert now.clock.control == then.clock.control
    for player in ("b", "w"):
        said = then.clock.left_s(player, moves[-1].t)
        assert now.clock.left_s(player, 1000.0) == pytest.approx(said, abs=0.01) != 600.0
    assert [clock.running for clock in now.clocks] == [clock.running for clock in then.clocks]
    assert [c.b_s for c in now.clocks] == pytest.approx([c.b_s for c in then.clocks], abs=0.01)


def spent_before_a_pause(desk: KeptDesk) -> None:
    """The clock stands still in the middle of a turn."""
    desk.play("b1-b3")
    desk.t += 100
    desk.command("pause")
    desk.command("continue")
    desk.play("a2-c2")


def spent_on_both_parts(desk: KeptDesk) -> None:
    """The two moves of a turn take their time."""
    desk.t += 100
    desk.play("2-3")
    desk.t += 50
    desk.play("/0-2")


def given_for_an_illegal_move(desk: KeptDesk) -> None:
    """White has just been given two minutes."""
    desk.play("b1-b3", "a2-c2")
    desk.offend("g1", "g4", times=2)


def given_to_black(desk: KeptDesk) -> None:
    """For what White did."""
    desk.play("b1-b3")
    desk.offend("a2", "f2", times=2)


def given_two_moves_ago(desk: KeptDesk) -> None:
    """White was given two minutes, and has moved since."""
    given_for_an_illegal_move(desk)
    desk.play("f1-f3", "h3-f5")
    desk.look()


def given_before_another_offence(desk: KeptDesk) -> None:
    """White was given two minutes once, whatever it does itself later."""
    given_two_moves_ago(desk)
    desk.play("d1-d3")
    desk.offend("a7", "d4", times=1)


def given_and_taken_back(desk: KeptDesk) -> None:
    """White was given two minutes after a move that no longer stands; another was made."""
    given_for_an_illegal_move(desk)
    desk.command("take_back")
    desk.position = desk.state.line.now.position
    desk.restore()
    desk.look()
    desk.t += 50
    desk.play("h2-f2")
    desk.look()


@pytest.mark.parametrize(("is_killed", "most_lost_s"), [(False, 0.01), (True, 60.0)])
def test_time_spent_while_nothing_happens_is_spent(
    is_killed: bool, most_lost_s: float, tmp_path: Path
) -> None:
    """Who thinks for minutes has them gone when the game goes on: all of them where the program
    ended of itself, all but the last one where it was killed.
    """
    with closing(Keeper(Header.of(make_game("loa"), PLAYERS, "camera"), tmp_path)) as keeper:
        desk = KeptDesk(keeper, "loa")
        desk.started().play("b1-b3")
        (file,) = [tmp_path / name for name in journal_names(tmp_path)]
        before = len(read_journal(file))
        desk.look(500)
        written, t = file.read_bytes(), desk.t - 0.5  # of the last look
    if is_killed:
        file.write_bytes(written)
    assert before < len(read_journal(file)) <= before + 6, "a card bears few writes"
    found = latest_unfinished("loa", tmp_path)
    assert found is not None
    now, then = found.state.table.clock, desk.state.table.clock
    assert now is not None
    assert then is not None
    assert now.started_s is None
    assert 0.0 <= now.left_s("w", 0.0) - then.left_s("w", t) + 0.001 < most_lost_s
    assert now.left_s("b", 0.0) == pytest.approx(then.left_s("b", t), abs=0.01)


def test_no_clock_is_written_that_stands_still(tmp_path: Path) -> None:
    """Neither while the game is paused nor when the program ends then."""
    with closing(Keeper(Header.of(make_game("loa"), PLAYERS, "camera"), tmp_path)) as keeper:
        desk = KeptDesk(keeper, "loa")
        desk.started().command("pause")
        (file,) = [tmp_path / name for name in journal_names(tmp_path)]
        before = file.read_bytes()
        desk.look(500)
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("name", "evening", "later", "plies"),
    [
        ("loa", spent_before_a_pause, (), 1),
        ("linja", spent_on_both_parts, (), 1),
        ("loa", given_for_an_illegal_move, ("f1-f3",), 1),
        ("loa", given_for_an_illegal_move, (), 2),
        ("loa", given_to_black, (), 1),
        ("loa", given_two_moves_ago, (), 1),
        ("loa", given_two_moves_ago, (), 3),
        ("loa", given_before_another_offence, (), 1),
        ("loa", given_and_taken_back, (), 1),
    ],
)
def test_a_take_back_gives_the_same_time_back_when_the_game_was_gone_on_with(
    name: str,
    evening: Callable[[KeptDesk], None],
    later: Sequence[str],
    plies: int,
    tmp_path: Path,
) -> None:
    """The clocks say the same whether or not the program was started anew in between."""
    game = make_game(name)
    with closing(Keeper(Header.of(game, PLAYERS, "simulator"), tmp_path)) as keeper:
        desk = KeptDesk(keeper, name)
        desk.started()
        evening(desk)
    resumed = gone_on_with(desk, tmp_path).started()
    left_s, moves = [], len(desk.record)
    for one in (desk, resumed):
        Desk.play(one, *later)
        one.look()
        assert len(one.record) == moves + len(later)
        for _ in range(plies):
            one.command("take_back")
        clock = one.state.table.clock
        assert clock is not None
        left_s += [clock.left_s(player, one.t) for player in ("b", "w")]
    assert left_s[:2] == pytest.approx(left_s[2:], abs=0.01)
