"""A game goes on after whatever ended the program."""

import os
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random

import pytest

from pi_board.app.kept.keeping import Keeper
from pi_board.app.kept.resuming import latest_unfinished, may_go_on, unfinished
from pi_board.app.sitting import Moment, Sitting
from pi_board.core.errors import EnvironmentFault
from pi_board.core.events import Disturbed, GameStarted, Illegal, Restored
from pi_board.core.observation import Command, Input, Observation
from pi_board.games.registry import make_game
from pi_board.records.archive import Archive
from pi_board.records.history import record_of
from pi_board.records.journal import read_journal
from pi_board.records.place import journal_names
from pi_board.records.record import Header
from pi_board.referee.accepting import RESTART_PLIES
from pi_board.referee.phases import Correcting, Playing, begin
from pi_board.simulation.board import board_of
from pi_board.simulation.sensors import Faults, Sensor
from tests.records.table import PLAYERS, KeptDesk, TableReader, evening, gone_on_with, sit
from tests.referee.desk import names, only


def test_games_that_cannot_be_seen_are_not_called_none(tmp_path: Path) -> None:
    """As on a stick that was pulled out, to which a link led."""
    games = tmp_path / "games"
    games.symlink_to(tmp_path / "stick")
    with pytest.raises(EnvironmentFault, match="leads to what is not there"):
        latest_unfinished("loa", games)


def test_the_table_is_guided_back(tmp_path: Path) -> None:
    """On a board that shows something else, the resumed game says what to put right."""
    session = evening("loa")
    sit(tmp_path, "loa", session.inputs[: len(session.inputs) // 2])
    found = latest_unfinished("loa", tmp_path)
    assert found is not None
    before = len(found.record.moves)
    first, last = session.inputs[0], session.inputs[len(session.inputs) // 2]
    assert isinstance(first, Observation)
    assert isinstance(last, Observation)
    looks = list(session.sensor.observe(0.0, session.people.board, (), (), 0).looks)
    looks[0], looks[60] = looks[60], looks[0]
    wrong = [Observation(t / 2, last.layout, tuple(looks), frame=t) for t in range(8)]
    with closing(Keeper(found.header("simulator"), tmp_path, going_on=found)) as keeper:
        sitting = Sitting(make_game("loa"), TableReader(wrong), keep=keeper, state=found.state)
        events = [event for moment in sitting.moments() for event in moment.events]
    assert any(isinstance(event, (Disturbed, Illegal)) for event in events)
    assert len(keeper.record.moves) == before


def test_a_tidied_board_is_no_new_game(tmp_path: Path) -> None:
    """Whoever goes on with a game on a board that was put back to the start is guided to where the
    game stood; once it stands again, putting everything back means another game.
    """
    session = evening("loa")
    sit(tmp_path, "loa", session.inputs[: len(session.inputs) // 2])
    found = latest_unfinished("loa", tmp_path)
    assert found is not None
    assert len(found.record.moves) >= RESTART_PLIES
    game = make_game("loa")
    layout = game.layouts[0]
    now = found.state.line.now.position  # type: ignore[union-attr]
    seen: list[Input] = []
    for number, position in enumerate((game.start(), now, game.start())):
        board = board_of(game, layout, position, Random(1))
        sensor = Sensor("camera", layout, Random(1), Faults())
        looks = range(20 * number, 20 * number + 20)
        seen += [sensor.observe(t / 2, board, (), (), t) for t in looks]
    sitting = Sitting(game, TableReader(seen), state=found.state)
    told = [event for moment in sitting.moments() for event in moment.events]
    assert isinstance(told[0], Disturbed)
    assert told[0].next is not None
    assert [type(event) for event in told[1:]] == [Restored, GameStarted]


def test_a_board_left_alone_goes_on_at_once(tmp_path: Path) -> None:
    """If nothing was touched meanwhile, one settled look is enough to play on."""
    session = evening("loa")
    sit(tmp_path, "loa", session.inputs[: len(session.inputs) // 2])
    found = latest_unfinished("loa", tmp_path)
    assert found is not None
    assert isinstance(found.state, Correcting)
    game, position = make_game("loa"), found.state.line.now.position
    layout = game.layouts[0]
    board = board_of(game, layout, position, Random(1))
    sensor = Sensor("camera", layout, Random(1), Faults())
    same = [sensor.observe(t / 2, board, (), (), t) for t in range(4)]
    sitting = Sitting(game, TableReader(same), state=found.state)
    events = [event for moment in sitting.moments() for event in moment.events]
    assert [type(event) for event in events] == [Restored]
    assert isinstance(sitting.state, Playing)


def gone_on_beside(folder: Path, *moves: str) -> KeptDesk:
    """A game of Linja that is gone on with after these moves, the board as after the last of them
    that was not seen.
    """
    with closing(Keeper(Header.of(make_game("linja"), PLAYERS, "camera"), folder)) as keeper:
        desk = KeptDesk(keeper, "linja").started()
        desk.play("6-7", "/2-3", "4-5")
        desk.bring(*moves)
    return gone_on_with(desk, folder)


def test_a_stone_beside_a_full_row_is_told_once_play_goes_on(tmp_path: Path) -> None:
    """It went there when the program ended, and may be in the hand as well, of somebody who puts
    the board right; the reply shows that it is not.
    """
    again = gone_on_beside(tmp_path, "/6-7")
    assert names(again.look(3)) == []
    assert names(again.play("0-1")) == ["restored", "move_played", "move_played"]
    assert names(again.play("/3-4")) == ["move_played"]
    assert again.record == ["6-7", "/2-3", "4-5", "/6-7", "0-1", "/3-4"]


def test_a_stone_beside_a_full_row_is_asked_about_if_who_replies_thinks_for_long(
    tmp_path: Path,
) -> None:
    """Then somebody holds it, or it rolled off the table."""
    again = gone_on_beside(tmp_path, "/6-7")
    assert only(again.look(8), "choose").moves == ("/6-7",)
    assert only(again.play("0-1") + again.look(8), "choose").moves == ("/6-7 0-1",)
    assert again.record == ["6-7", "/2-3", "4-5"]


@pytest.mark.parametrize("first", ["/6-7", "/0-1"])
def test_what_is_wrong_when_a_game_is_gone_on_with_is_asked_about(
    tmp_path: Path, first: str
) -> None:
    """One stone may be in somebody's hand or knocked on, and another one was knocked on."""
    again = gone_on_beside(tmp_path, first, "0-1")
    assert only(again.look(8), "choose").moves == (f"{first} 0-1",)
    assert again.record == ["6-7", "/2-3", "4-5"]


def test_a_stone_in_the_hand_when_a_game_is_gone_on_with_is_no_move(tmp_path: Path) -> None:
    """Where it would lie beside a full row as well, it is put back before long."""
    with closing(Keeper(Header.of(make_game("linja"), PLAYERS, "camera"), tmp_path)) as keeper:
        desk = KeptDesk(keeper, "linja").started()
        desk.play("6-7", "/2-3", "4-5")
    again, before = gone_on_with(desk, tmp_path), desk.board
    again.bring("/6-7")
    assert names(again.look(4) + again.hand()) == []
    again.board = before
    assert names(again.look()) == ["restored"]
    assert again.record == ["6-7", "/2-3", "4-5"]


def test_a_game_that_is_being_played_is_not_offered(tmp_path: Path) -> None:
    """By another program, as long as that runs."""
    with closing(Keeper(Header.of(make_game("loa"), PLAYERS, "camera"), tmp_path)) as keeper:
        KeptDesk(keeper, "loa").started().play("b1-b3")
        (path,) = tmp_path.glob("*.jsonl")
        assert not may_go_on(path)
        assert unfinished(path) is None
    assert may_go_on(path)
    assert unfinished(path) is not None


def test_a_hint_asked_for_before_the_game_is_none(tmp_path: Path) -> None:
    """While the board is set up there is nothing to show; the record knows it, read again too."""
    with closing(Keeper(Header.of(make_game("loa"), PLAYERS, "simulator"), tmp_path)) as keeper:
        desk = KeptDesk(keeper, "loa")
        desk.command("hint")
        desk.started().play("b1-b3")
        desk.command("hint")
        assert keeper.record.hints == (1,)
    (path,) = [tmp_path / name for name in journal_names(tmp_path)]
    assert record_of(read_journal(path), path.name).hints == (1,)


@pytest.mark.parametrize("is_accepted", [True, False])
def test_a_new_game_begins_as_agreed_also_when_the_last_was_gone_on_with(
    is_accepted: bool, tmp_path: Path
) -> None:
    """Where a position was agreed on it begins there; an odd board was accepted for one game."""
    game = make_game("loa")
    odd = game.parse_position("2bbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b")
    agreed = None if is_accepted else game.position_text(odd)
    with closing(Keeper(Header.of(game, PLAYERS, "simulator"), tmp_path)) as keeper:
        desk = KeptDesk(keeper, "loa", agreed)
        desk.position = odd
        desk.restore()
        desk.look()
        desk.command("accept_board")
        assert desk.state.line.now.position == odd
    found = latest_unfinished("loa", tmp_path)
    assert found is not None
    assert isinstance(found.state, Correcting)
    assert found.state.line.now.position == odd
    wanted = game.start() if is_accepted else odd
    assert (desk.state.table.start, found.state.table.start) == (wanted, wanted)


def test_illegal_moves_that_counted_still_count(tmp_path: Path) -> None:
    """Offences are part of what is resumed."""
    game = make_game("loa")
    with closing(Keeper(Header.of(game, PLAYERS, "simulator"), tmp_path)) as keeper:
        sitting = Sitting(game, TableReader(evening("loa").inputs[:40]), keep=keeper)
        moments = list(sitting.moments())
        table = replace(moments[-1].state.table, offences=(0, 2))
        state = replace(moments[-1].state, table=table)
        keeper(Moment(Command(60.0, "reject"), state, ()))
    found = latest_unfinished("loa", tmp_path)
    assert found is not None
    assert found.state.table.offences == (0, 2)


def test_a_clock_that_wakes_up_in_the_past_makes_no_old_game(tmp_path: Path) -> None:
    """Without network a small computer goes on from when it last wrote the time down."""
    game, inputs = make_game("loa"), evening("loa").inputs[:40]
    folder = tmp_path / "games"
    for match, now_s in (("", 1.7e9), ("cup", 1.7e9 - 3600)):
        wall = partial(float, now_s)
        header = replace(Header.of(game, PLAYERS, "camera"), match=match)
        with closing(Keeper(header, folder, wall=wall, is_wall_right=lambda: False)) as keeper:
            list(Sitting(game, TableReader(inputs), keep=keeper).moments())
    with closing(Archive(folder)) as archive:
        archive.refresh()
        assert archive.find("last").match == "cup"


@pytest.mark.parametrize(("is_right", "began_s"), [(True, 1.7e9), (False, 4e9)])
def test_a_clock_that_was_wrong_once_dates_no_later_game(
    tmp_path: Path, is_right: bool, began_s: float
) -> None:
    """Once the network has told the time that is believed; the newest game is still found first."""
    game, folder = make_game("loa"), tmp_path / "games"
    for now_s in (4e9, 1.7e9):
        header, wall = Header.of(game, PLAYERS, "camera"), partial(float, now_s)
        with closing(Keeper(header, folder, wall=wall, is_wall_right=lambda: is_right)) as keeper:
            list(Sitting(game, TableReader(evening("loa").inputs[:40]), keep=keeper).moments())
    found = latest_unfinished("loa", folder)
    assert found is not None
    assert found.record.header.started == pytest.approx(began_s, abs=1.0)


def test_a_game_is_dated_once_the_network_has_told_the_time(tmp_path: Path) -> None:
    """A computer that woke up months ago is told the time in the middle of a game: that began when
    it did, whatever ends it, and what was kept of it is not deleted as old.
    """
    woke_s, began_s, late_s = 1.7e9, 1.71e9, 60.0
    wall, clock = [woke_s], [5.0]
    with closing(Keeper(Header.of(make_game("loa"), PLAYERS, "camera"), tmp_path / "games",
                        wall=lambda: wall[0], is_wall_right=lambda: wall[0] > woke_s,
                        clock=lambda: clock[0])) as keeper:  # fmt: skip
        desk = KeptDesk(keeper, "loa").started()
        desk.play("c1-c3")
        kept = tmp_path / "games" / keeper.game_id
        kept.mkdir(exist_ok=True)
        os.utime(kept, (woke_s, woke_s))
        assert keeper.record.header.started == woke_s
        wall[0], clock[0] = began_s + late_s, clock[0] + late_s
        desk.look()
        assert keeper.record.header.started == began_s
    assert kept.stat().st_mtime > woke_s
    found = latest_unfinished("loa", tmp_path / "games")
    assert found is not None
    assert found.record.header.started == began_s


def test_illegal_moves_that_counted_stay_with_their_game(tmp_path: Path) -> None:
    """A table that is set up for the next game counts anew; the last game's record does not."""
    game = make_game("loa")
    with closing(Keeper(Header.of(game, PLAYERS, "simulator"), tmp_path)) as keeper:
        *_, last = Sitting(game, TableReader(evening("loa").inputs[:40]), keep=keeper).moments()
        state = replace(last.state, table=replace(last.state.table, offences=(1, 0)))
        keeper(Moment(Command(60.0, "reject"), state, ()))
        keeper(Moment(Command(61.0, "new_game"), begin(game, policy="tournament"), ()))
    (file,) = [tmp_path / name for name in journal_names(tmp_path)]
    assert record_of(read_journal(file), file.name).offences == (1, 0)


def test_a_game_left_for_another_is_not_resumed(tmp_path: Path) -> None:
    """After `new_game`, the old game waits for nobody, also when the new one has not begun."""
    game = make_game("loa")
    inputs: list[Input] = list(evening("loa").inputs[:40])
    inputs.append(Command(99.0, "new_game"))
    sit(tmp_path, "loa", inputs)
    assert latest_unfinished(game.name, tmp_path) is None
    assert len(journal_names(tmp_path)) == 1


def test_a_game_that_another_program_keeps_is_not_there_to_resume(tmp_path: Path) -> None:
    """That is said: a second game beside it would be nobody's wish."""
    game = make_game("loa")
    with closing(Keeper(Header.of(game, PLAYERS, "simulator"), tmp_path)) as keeper:
        sitting = Sitting(game, TableReader(evening("loa").inputs[:40]), keep=keeper)
        assert any(moment.events for moment in sitting.moments())
        with pytest.raises(EnvironmentFault, match="played by another program"):
            latest_unfinished("loa", tmp_path)
    assert latest_unfinished("loa", tmp_path) is not None
    with closing(Keeper(Header.of(game, PLAYERS, "simulator"), tmp_path)) as keeper:
        inputs = [*evening("loa").inputs[:40], Command(500.0, "resign", "b")]
        assert list(Sitting(game, TableReader(inputs), keep=keeper).moments())
        assert latest_unfinished("loa", tmp_path) is None  # it is over, and still on the screen


def test_a_game_that_is_over_is_not_resumed(tmp_path: Path) -> None:
    """A resigned game is complete, unless that was taken back."""
    inputs = [*evening("loa").inputs[:40], Command(99.0, "resign", "b")]
    moves = sit(tmp_path, "loa", inputs)
    assert latest_unfinished("loa", tmp_path) is None
    (tmp_path / "other").mkdir()
    assert sit(tmp_path / "other", "loa", [*inputs, Command(99.5, "take_back")]) == moves
    found = latest_unfinished("loa", tmp_path / "other")
    assert found is not None
    assert isinstance(found.state, Playing | Correcting)
    assert found.state.line.plies == len(moves) > 0


def test_the_password_of_a_camera_is_not_kept(tmp_path: Path) -> None:
    """Records are passed on; where the camera was is told all the same."""
    source = "watch:http://ann:se@cret@camera.local/video"
    game, inputs = make_game("loa"), evening("loa", plies=2).inputs
    with closing(Keeper(Header.of(game, PLAYERS, source), tmp_path)) as keeper:
        sitting = Sitting(game, TableReader(inputs), keep=keeper)
        assert len(list(sitting.moments())) > 1
        assert keeper.record.header.source == "watch:http://camera.local/video"
    found = latest_unfinished("loa", tmp_path)
    assert found is not None
    with closing(Keeper(found.header(source), tmp_path, going_on=found)) as keeper:
        list(Sitting(game, TableReader(inputs), keep=keeper).moments())
    kept = "".join(file.read_text() for file in tmp_path.rglob("*.jsonl"))
    assert '"resumed":"watch:http://camera.local/video"' in kept
    assert "cret" not in kept
