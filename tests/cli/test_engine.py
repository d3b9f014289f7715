"""``pi-board engine``: the dialogue over a pipe, and with a real process at its other end."""

import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator

import pytest

from pi_board.app.dialogue import Dialogue
from pi_board.app.searching import open_searcher
from pi_board.cli.engine import Session
from pi_board.core.turn import split_turn
from pi_board.games.registry import make_game
from pi_board.hints.worker import Worker
from tests.ending import must_end

Talk = Callable[..., list[str]]
NONSENSE = (
    "go",
    "go depth",
    "go depth 0",
    "go depth -3",
    "go depth 3 depth 4",
    "go nodes x",
    "go movetime 1e3",
    "go nodes 99999999999999999999999999",
    "go sideways",
    "position",
    "position nowhere",
    "position start moves a1-a2",
    "position start moves b1-b3 b1-b3",
    "position 8/8/8/8/8/8/8/8",
    "setrule",
    "setrule simultaneous",
    "setrule simultaneous=maybe",
    "setrule colour=red",
    "ucinewgame",
    "PBI",
    "\x00\x01\x02",
    "é" * 300,
    "x" * 5000,
    "position " + "x" * 5000,
)


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    """What searches for each engine of this file."""
    one = Worker(open_searcher)
    yield one
    one.close()


@pytest.fixture
def talk(worker: Worker) -> Iterator[Talk]:
    """Send lines to an engine, wait for its end, give back the lines of its answer."""

    def say(*lines: str, game: str = "loa") -> list[str]:
        answer: list[str] = []
        read, write = os.pipe()
        try:
            with os.fdopen(write, "w", encoding="utf-8") as source:
                source.writelines(f"{line}\n" for line in lines)
            Session(Dialogue(game, None, {}), worker, answer.append).run(read)
        finally:
            os.close(read)
        return answer

    with must_end(60, "the engine does not end"):
        yield say


def process(*lines: str, game: str = "loa") -> list[str]:
    """As `talk`, with an engine that is a process."""
    command = [sys.executable, "-m", "pi_board", "engine", game]
    said = "".join(f"{line}\n" for line in lines)
    done = subprocess.run(
        command, input=said, stdout=subprocess.PIPE, text=True, encoding="utf-8", timeout=60,
        check=True,
    )  # fmt: skip
    return done.stdout.splitlines()


def test_the_engine_says_who_it_is() -> None:
    """The engine says who it is and what it plays."""
    answer = process("pbi", "isready", "quit", game="linja")
    assert answer[0].startswith("id name pi-board")
    assert answer[1:] == ["id game linja", "pbiok", "readyok"]


def test_a_search_ends_with_a_legal_move(talk: Talk) -> None:
    """`go depth` tells of each depth and ends with a legal move in the position set."""
    *infos, last = talk("position start moves b1-b3 a2-c2", "go depth 3")
    assert [info.split()[:3] for info in infos] == [["info", "depth", str(n)] for n in (1, 2, 3)]
    game = make_game("loa")
    position = game.start()
    for text in ("b1-b3", "a2-c2", last.removeprefix("bestmove ")):
        position = game.play(position, game.parse_move(position, text))


def test_linja_moves_are_whole_turns(talk: Talk) -> None:
    """In Linja the best move is a whole turn, and so are the moves of `position`."""
    last = talk("position start moves 0-1/0-2", "go nodes 5000", game="linja")[-1]
    game = make_game("linja")
    position = game.start()
    for text in ("0-1", "/0-2", *split_turn(last.removeprefix("bestmove "))):
        position = game.play(position, game.parse_move(position, text))
    assert position.to_move == "w"


def test_an_endless_search_waits_for_stop(talk: Talk) -> None:
    """`go infinite` answers other lines meanwhile and gives its move when it is stopped."""
    answer = talk("go infinite", "isready", "position start", "stop", "isready")
    assert [line for line in answer if not line.startswith("info")][:2] == [
        "readyok",
        "error position: a search is under way, stop comes first",
    ]
    assert any(line.startswith("bestmove ") for line in answer)


def test_what_follows_stop_is_done_after_it(talk: Talk) -> None:
    """However soon it comes: stopping takes a moment."""
    sent = ("go infinite", "stop", "position start moves b1-b3", "go nodes 500", "stop")
    answer = [line for line in talk(*sent, game="loa") if not line.startswith("info")]
    assert [line.split()[0] for line in answer] == ["bestmove", "bestmove"]
    assert answer[1].split()[1][0] in "ah"  # White's stones


def test_the_end_of_input_ends_the_engine(talk: Talk) -> None:
    """When the other program goes away, a search with a limit is finished, an endless one ended."""
    assert talk("go nodes 2000")[-1].startswith("bestmove ")
    assert process("go infinite")[-1].startswith("bestmove ")
    assert talk() == []


def test_nonsense_is_refused_and_changes_nothing(talk: Talk) -> None:
    """Each unusable line has one error line, and the position stays as it was."""
    before = "position 8/8/1ww1b3/1bbbww2/2wbww2/3wwb2/3w4/8 w"
    answer = talk(before, *NONSENSE, "go depth 1")
    assert len(answer) == len(NONSENSE) + 2
    assert all(line.startswith("error ") and len(line) < 1000 for line in answer[:-2])
    assert answer[-1] == "bestmove f4-d6"


def test_rules_can_be_set(talk: Talk) -> None:
    """`setrule` is valid from then on: a move is legal only with the other start position."""
    assert talk("position start moves a3-c3")[0].startswith("error ")
    assert talk("setrule setup=scrambled", "newgame", "position start moves a3-c3") == []


def test_a_rule_for_the_next_game_is_chosen_behind_the_last_one(talk: Talk) -> None:
    """What was played may not be legal under it."""
    moves = "position start moves b1-b3"
    assert talk(moves, "setrule first=w", "newgame", "position start moves a2-c2") == []
    (said,) = talk(moves, "setrule first=w", moves)
    assert said.startswith("error b1-b3")


def test_a_finished_game_is_not_searched(talk: Talk) -> None:
    """`go` after the end is an error that says how the game ended."""
    answer = talk("position 8/8/8/3bb3/3b4/8/8/w6w w", "go depth 1")
    assert answer == ["error the game is over: b (connected)"]


def test_random_bytes_do_not_end_the_engine(talk: Talk) -> None:
    """After a thousand lines of noise the engine still answers."""
    rng = random.Random(5)
    words = (
        "go",
        "position",
        "start",
        "moves",
        "b1-b3",
        "setrule",
        "=",
        "stop",
        "newgame",
        "1",
        "\t",
    )
    noise = [" ".join(rng.choices(words, k=rng.randrange(1, 6))) for _ in range(1000)]
    assert "readyok" in talk(*noise, "stop", "isready")
