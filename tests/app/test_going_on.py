"""Which games are offered to be gone on with."""

from __future__ import annotations

import json
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from pi_board.app import lounge as lounge_module
from pi_board.app.agreement import Agreement, SetTable, go_on, open_table
from pi_board.app.hinting import journal_line
from pi_board.app.kept.recalling import recalled
from pi_board.app.kept.resuming import latest_unfinished, unfinished
from pi_board.app.lounge import Lounge
from pi_board.app.scenes.state import HintGiven
from pi_board.app.sitting import Sitting
from pi_board.cli.watch import watch
from pi_board.config.settings import load
from pi_board.core.errors import EnvironmentFault
from pi_board.core.events import MovePlayed
from pi_board.core.observation import Command
from pi_board.records.archive import Archive
from pi_board.records.journal import JournalLine
from pi_board.records.place import SIMULATED, games_folder
from pi_board.records.record import Header, Record
from pi_board.records.search import Filter
from pi_board.views.language import speaker, written
from tests.records.table import TableReader, evening


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder of games of its own."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))


def keep(source: str, outcome: str = "", *, is_left: bool = False) -> str:
    """A game was begun on this board, later than those before."""
    with closing(Archive(games_folder())) as archive:
        game, begun = Agreement("loa").make(), float(archive.count(Filter()))
        header = Header(game.name, game.options, ("Ida", "Jan"), source, begun)
        reason = "resigned" if outcome else ""
        name = archive.add(Record(header, (), outcome, reason, is_left=is_left))
        archive.refresh()
    return name


@pytest.fixture
def lounge() -> Lounge:
    """The menus' knowledge of the games."""
    return Lounge(load(), Agreement(), lambda: iter(()))


def test_a_game_that_nobody_played_is_passed_over(lounge: Lounge) -> None:
    """A simulated table or an imported game is newer, and still the people's game goes on."""
    mine = keep("camera")
    keep(f"{SIMULATED}simulator:7")
    keep("import:old.sgf")
    found = latest_unfinished("loa")
    assert found is not None
    assert found.path.stem == mine
    assert [game.id for game in lounge.world(False).open] == [mine]


def test_many_games_that_were_left_hide_none_that_goes_on(lounge: Lounge) -> None:
    """Children press the button for a new game; others are imported, or damaged."""
    mine = keep("camera")
    for _ in range(11):
        keep("camera", is_left=True)
        keep("import:old.sgf")
        (games_folder() / f"{keep('camera')}.jsonl").write_text("no journal\n")
    assert [game.id for game in lounge.world(False).open] == [mine]


@pytest.mark.thorough
def test_a_simulated_table_is_kept_as_such(lounge: Lounge) -> None:
    """So that its games can be told from those on the drawn board, which people play."""
    assert watch.main(["linja", "simulator:2", "--no-evidence"], standalone_mode=False) is None
    (kept,) = lounge.world(False).kept
    assert kept.source == f"{SIMULATED}simulator:2"


def test_menus_do_not_replay_the_games_they_offer(
    lounge: Lounge, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Opening the menus would take seconds; a game is replayed when it is chosen."""
    keep("camera", "b")
    wanted = [keep("camera"), keep("reed")]
    asked: list[Path] = []
    real = lounge_module.unfinished
    monkeypatch.setattr(
        lounge_module, "unfinished", lambda path: (asked.append(path), real(path))[1]
    )
    offered = [game.id for game in lounge.world(False).open]
    assert (offered, asked) == (wanted[::-1], [])
    chosen = lounge.unfinished(wanted[0])
    assert [path.stem for path in asked] == [chosen.path.stem] == [wanted[0]]


def test_a_game_with_which_another_program_goes_on_is_told(lounge: Lounge) -> None:
    """No new game is begun in its place."""
    name = keep("camera")
    found = latest_unfinished("loa")
    assert found is not None
    with ExitStack() as stack:
        go_on(stack, found, "camera", "")
        with pytest.raises(EnvironmentFault, match="another program") as told:
            lounge.unfinished(name)
    assert "von einem anderen Programm" in written(speaker("de"), told.value.text)


def sit(table: SetTable, *first: Command) -> Header:
    """Two moves are played there; the header of the game as it is kept."""
    reader = TableReader([*first, *evening("loa", plies=2).inputs])
    list(Sitting(table.game, reader, keep=table.keeper, state=table.state).moments())
    return table.keeper.record.header


def test_a_game_begun_after_the_one_gone_on_with_is_agreed_alike() -> None:
    """Of the same match, with the same hints; the profile is that of the board it is played on."""
    agreed = Agreement(match="cup", match_length="5", hints=(1, None), profile="oak")
    with ExitStack() as stack:
        before = sit(open_table(stack, agreed, "simulator"))
    found = latest_unfinished("loa")
    assert found is not None
    with ExitStack() as stack:
        now = sit(go_on(stack, found, "camera", "ash"), Command(0.0, "new_game"))
    assert now.started > before.started
    assert (now.match, now.match_length, now.most_hints) == ("cup", "5", (1, None))
    assert (now.source, now.profile) == ("camera", "ash")


@pytest.mark.parametrize(("is_moved", "hint"), [(False, "a2-c2"), (True, "")])
def test_a_hint_is_remembered_where_it_was_given(is_moved: bool, hint: str) -> None:
    """After the next move there is nothing more of it to show."""
    with ExitStack() as stack:
        table = open_table(stack, Agreement(), "simulator")
        inputs = evening("loa", plies=3 if is_moved else 2).inputs
        sitting = Sitting(table.game, TableReader(inputs), keep=table.keeper, state=table.state)
        for moment in sitting.moments():
            moves = len(table.keeper.record.moves)
            if moves == 2 and any(isinstance(event, MovePlayed) for event in moment.events):
                table.keeper.note(journal_line(HintGiven("a2-c2", nudge=True), "b", 9.0))
    found = latest_unfinished("loa")
    assert found is not None
    assert len(found.record.moves) == (3 if is_moved else 2)
    with ExitStack() as stack:
        assert go_on(stack, found, "camera", "").hint == hint


@pytest.mark.parametrize(("is_over", "offer"), [(False, "b"), (True, None)])
def test_a_draw_that_was_offered_after_the_end_is_not_offered(is_over: bool, offer: str) -> None:
    """The referee did not hear it; the last move may be taken back since."""
    end: tuple[JournalLine, ...] = ({"event": "game_over"},) if is_over else ()
    made: JournalLine = {"event": "move_played", "player": "w", "move": "a2-c2"}
    back: JournalLine = {"event": "taken_back", "plies": 1}
    lines = (made, *end, {"command": "offer_draw", "argument": "b"}, back)
    assert recalled(lines).offer == offer


def test_a_game_that_has_ended_in_a_pause_is_not_paused() -> None:
    """Also where the resignation is taken back."""
    back: JournalLine = {"event": "taken_back", "plies": 0}
    for lines in ([], [{"event": "game_over"}], [{"event": "game_over"}, back]):
        assert recalled([{"command": "pause"}, *lines]).paused == (not lines)


def test_a_hint_of_before_a_stone_was_bound_to_move_is_not_there_afterwards() -> None:
    """It may be of another stone."""
    hint: JournalLine = {"hint": "b1-b3"}
    bound: JournalLine = {"event": "illegal", "rule": "table.touched_stone", "sites": ["c1"]}
    assert [recalled(lines).hint for lines in ([hint], [hint, bound], [bound, hint])] == [
        "b1-b3", "", "b1-b3",
    ]  # fmt: skip


def test_practice_is_gone_on_with(lounge: Lounge) -> None:
    """The moves are commented on again; those of the next game only if that is chosen."""
    practice = lounge.practice("loa")
    with ExitStack() as stack:
        sit(open_table(stack, practice, "simulator"))
    found = latest_unfinished("loa")
    assert found is not None
    assert lounge.agreed_of(found, lounge.agreed).practice
    assert not lounge.agreed.practice


def test_an_older_game_that_was_gone_on_with_is_the_one_that_was_going_on() -> None:
    """When the power goes, though another was begun after it; what says so may be damaged."""
    older, newer = keep("camera"), keep("camera")
    found = unfinished(games_folder() / f"{older}.jsonl")
    assert found is not None
    with ExitStack() as stack:
        go_on(stack, found, "camera", "")
    live = games_folder().parent / "live" / "current.json"
    assert json.loads(live.read_text("utf-8"))["id"] == older
    going_on = []
    for damage in (None, b"", b"[]", b'{"id": 1}', b'{"id": "gone"}', b"\xff"):
        if damage is not None:
            live.write_bytes(damage)
        again = latest_unfinished("loa")
        assert again is not None
        going_on.append(again.path.stem)
    assert going_on == [older, *5 * [newer]]


def test_when_it_is_over_the_newest_is_gone_on_with() -> None:
    """Which is not over."""
    older, newer = keep("camera"), keep("camera")
    found = unfinished(games_folder() / f"{older}.jsonl")
    assert found is not None
    with ExitStack() as stack:
        table = go_on(stack, found, "camera", "")
        table.keeper.note({"event": "game_over", "outcome": "b", "reason": "resigned"})
    again = latest_unfinished("loa")
    assert again is not None
    assert again.path.stem == newer
