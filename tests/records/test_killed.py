"""A program that is killed loses nothing that it told."""

import multiprocessing
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from pi_board.app.kept.keeping import Keeper
from pi_board.app.kept.resuming import latest_unfinished
from pi_board.core.errors import InvalidFile
from pi_board.core.observation import Input, Observation
from pi_board.games.registry import GAMES, make_game
from pi_board.records.history import record_of
from pi_board.records.journal import read_journal
from pi_board.records.place import journal_names
from pi_board.records.record import Header
from pi_board.referee.phases import Correcting
from tests.records.table import PLAYERS, KeptDesk, evening, sit

NAMES = tuple(GAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_journal_cut_at_any_byte_resumes_with_every_whole_move(name: str, tmp_path: Path) -> None:
    """At every length of the file the game goes on from the last move whose line is whole."""
    sit(tmp_path, name, evening(name, plies=6).inputs)
    (file,) = [tmp_path / n for n in journal_names(tmp_path)]
    data, lines = file.read_bytes(), read_journal(file)
    ends = [i + 1 for i, byte in enumerate(data) if byte == ord("\n")]
    rng = Random(1)
    some = {n for end in ends for n in (end - 1, end, end + 1) if n <= len(data)}
    for size in sorted(some | set(rng.sample(range(len(data)), 60))):
        file.write_bytes(data[:size])
        whole = lines[: data[:size].count(b"\n")]
        moves = [line["move"] for line in whole if line.get("event") == "move_played"]
        found = latest_unfinished(name, tmp_path)
        if not any(line.get("event") == "game_started" for line in whole):
            assert found is None
            continue
        assert found is not None
        assert [move.text for move in found.record.moves] == moves
        state = found.state
        assert isinstance(state, Correcting)
        assert [step.text for step in state.line.steps] == moves


def test_a_game_whose_last_line_was_torn_has_ended_all_the_same(tmp_path: Path) -> None:
    """The last move is whole: whoever goes on with the game finds it won, so does the record."""
    game = make_game("loa")
    with closing(Keeper(Header.of(game, PLAYERS, "camera"), tmp_path)) as keeper:
        KeptDesk(keeper, "loa", "7w/4b3/8/8/3bb3/8/8/w7 b").started().play("e7-e5")
        whole = keeper.record
    (file,) = [tmp_path / n for n in journal_names(tmp_path)]
    data = file.read_bytes()
    assert b"game_over" in data.splitlines()[-1]
    file.write_bytes(data[:-20])
    found = latest_unfinished("loa", tmp_path)
    assert found is not None
    with closing(Keeper(found.header("camera"), tmp_path, going_on=found)) as keeper:
        assert keeper.record.outcome == "b"
    kept = record_of(read_journal(file), file.name)
    assert (kept.outcome, kept.reason, kept.score) == (whole.outcome, whole.reason, whole.score)
    assert latest_unfinished("loa", tmp_path) is None


@pytest.mark.parametrize(
    ("found", "put", "said"),
    [
        ('"game":"loa"', '"game":"chess"', ": record: unknown game 'chess'"),
        ('"source":', '"clock":"never","source":', ": clock 'never'"),
        ('"players":', '"people":', ", line 1: 'players' is missing; expected a header"),
        ('"players":["Ioana",', '"players":[null,', ", line 1: players None, expected a text; "),
        ('"turn_over":', '"over":', ", line 6: 'turn_over' is missing"),
        ('"move":"', '"move":"a1-', ": move 1: "),
        ("", "", ": cannot be read: "),
    ],
)
def test_a_journal_that_cannot_be_gone_on_with_is_named(
    found: str, put: str, said: str, tmp_path: Path
) -> None:
    """Also one that cannot even be read: a box must not end with it each time it starts."""
    sit(tmp_path, "loa", evening("loa").inputs[:40])
    (name,) = journal_names(tmp_path)
    data = (tmp_path / name).read_text("utf-8")
    assert found in data
    (tmp_path / name).unlink()
    if found:
        (tmp_path / name).write_text(data.replace(found, put), "utf-8")
    else:
        (tmp_path / name).mkdir()
    with pytest.raises(InvalidFile) as caught:
        latest_unfinished("loa", tmp_path)
    assert str(caught.value).startswith(f"{tmp_path / name}{said}")


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_every_single_byte(name: str, tmp_path: Path) -> None:
    """The same at each byte of the journal, without exception."""
    sit(tmp_path, name, evening(name, plies=6).inputs)
    (file,) = [tmp_path / n for n in journal_names(tmp_path)]
    data, lines = file.read_bytes(), read_journal(file)
    for size in range(len(data)):
        file.write_bytes(data[:size])
        whole = lines[: data[:size].count(b"\n")]
        found = latest_unfinished(name, tmp_path)
        moves = tuple(line["move"] for line in whole if line.get("event") == "move_played")
        assert (tuple(m.text for m in found.record.moves) if found else ()) == moves


def left_alone(seen: Sequence[Input]) -> list[Input]:
    """What a program that starts again sees of a board at which everybody waits for it, who reached
    over it, too: three times what was last in sight.
    """
    for last in reversed(seen):
        if isinstance(last, Observation) and not last.obstructed:
            return [replace(last, t=last.t - 1.0), replace(last, t=last.t - 0.5), last]
    return []


def kill_again_and_again(name: str, folder: Path, kills: int, seed: int) -> None:
    """A whole game in many lives, each ended by SIGKILL; the record is that of a quiet evening."""
    rng = Random(seed)
    session = evening(name)
    inputs = session.inputs
    context = multiprocessing.get_context("fork")
    done, told = 0, 0
    for _ in range(kills):
        if done >= len(inputs) - 1:
            break
        here, there = context.Pipe()
        waiting = left_alone(inputs[:done])
        rest = [*waiting, *inputs[done:]]
        process = context.Process(target=sit, args=(folder, name, rest, there))
        process.start()
        there.close()
        heard = -1
        wait_s = rng.uniform(0.0, 0.12)
        if here.poll(5.0):  # the program is up
            process.join(wait_s)
        process.kill()
        process.join()
        try:
            while True:
                heard, moves = here.recv()
                told += len(moves)
        except EOFError:
            pass
        done += max(0, heard + 1 - len(waiting))
        found = latest_unfinished(name, folder)
        kept = tuple(m.text for m in found.record.moves) if found else ()
        truth = tuple(session.people.truth.moves)
        assert kept == truth[: len(kept)], "nothing but what was played is kept"
        assert len(kept) >= told, "what was told is kept"
        told = len(kept)
    moves = sit(folder, name, [*left_alone(inputs[:done]), *inputs[done:]])
    assert moves == tuple(session.people.truth.moves)


@pytest.mark.thorough
@pytest.mark.parametrize("name", NAMES)
def test_a_killed_program_loses_nothing_it_told(name: str, tmp_path: Path) -> None:
    """Killed some times at random moments, each life goes on with all that was told before."""
    kill_again_and_again(name, tmp_path, 4, 1)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_killed_two_hundred_times(seed: int, tmp_path: Path) -> None:
    """The same over twenty games, about ten kills each."""
    kill_again_and_again(NAMES[seed % 3], tmp_path, 10, seed)
