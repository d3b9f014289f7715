"""A board accepted as it stands, in the middle of a game, and all that becomes of the game then."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from pi_board.app.compose import compose
from pi_board.app.director import Director
from pi_board.app.kept.keeping import Keeper
from pi_board.app.kept.replaying import Playback, table_at
from pi_board.app.kept.resuming import latest_unfinished
from pi_board.app.kept.reviewing import review_game, review_lines, stops
from pi_board.app.scenes.state import Seat
from pi_board.app.searching import open_searcher
from pi_board.app.sitting import Sitting
from pi_board.core.events import MovePlayed, TakenBack
from pi_board.core.scene import Role, Scene
from pi_board.games.registry import GAMES
from pi_board.hints.search import Limits
from pi_board.records.history import lines_of, record_of
from pi_board.records.journal import read_journal
from pi_board.records.place import journal_names
from pi_board.records.record import Header
from pi_board.records.replay import replayed
from pi_board.records.sgf_read import read_sgf
from pi_board.records.sgf_write import sgf_bytes
from pi_board.records.text import parse_record, record_text
from pi_board.views.console import board_text
from pi_board.views.spoken import spoken
from tests.records.table import TableReader
from tests.referee.desk import NotingDesk

NAMES = tuple(GAMES)
SAID = "The board was accepted as it stands."
SEEDS = {"loa": (1, 2), "linja": (4, 5), "connexoh": (1, 2)}  # of Linja all stones are seen


class Table(NotingDesk):
    """A table at which things happen by chance."""

    def __init__(self, name, seed):
        self.chance = Random(seed)
        super().__init__(name)

    def play_any(self, moves):
        """Legal moves, by chance."""
        for _ in range(moves):
            legal = self.game.legal_moves(self.position)
            self.play(self.game.move_text(self.chance.choice(legal)))

    def disturb(self):
        """Things change places until nothing explains the board."""
        groups = [self.chance.choice(group) for group in self.layout.groups]
        for one, other in (self.chance.sample(groups, 2) for _ in range(8)):
            here, there = self.board.labels[one], self.board.labels[other]
            self.board = self.board.with_label(one, there).with_label(other, here)


def accept(name, seed):
    """A game that goes on from a disturbed board, with moves taken back over it and played anew."""
    table = Table(name, seed)
    table.look()
    table.play_any(3)
    table.disturb()
    table.hand()
    table.look(14)
    (played,) = [e for e in table.command("accept_board") if isinstance(e, MovePlayed)]
    assert ("accepted_illegal", True) in played.extra
    table.position = table.state.line.now.position
    table.look(2)
    table.play_any(3)
    return table


class Evening:
    """The stream of a table sat through by the code of `play`: kept, shown and told."""

    def __init__(self, table, folder, going_on=None):
        game = table.game
        self.scenes: list[Scene] = []
        self.events = []
        director = Director(game, Seat("Ada"), Seat("Jan"), "b")
        state = going_on.state if going_on else None
        new = Header.of(game, ("Ada", "Jan"), "camera")
        header = going_on.header("camera") if going_on else new
        with closing(Keeper(header, folder, going_on=going_on)) as keeper:
            reader = TableReader(table.stream)
            for moment in Sitting(game, reader, keep=keeper, state=state).moments():
                director.follow(moment)
                self.events += moment.events
                self.scenes.append(compose(director.table))
            self.record = keeper.record


@pytest.fixture(scope="module", params=[(name, seed) for name in NAMES for seed in SEEDS[name]],
                ids=lambda game: f"{game[0]}-{game[1]}")  # fmt: skip
def evening(request, tmp_path_factory):
    """A game with an accepted board, played to the end of its stream, and its folder."""
    folder = tmp_path_factory.mktemp("games")
    table = accept(*request.param)
    return table, Evening(table, folder), folder


def changed(evening):
    """The number of the accepted board among the plies, from 1."""
    return next(n for n, move in enumerate(evening.record.moves, 1) if move.accepted)


@pytest.mark.thorough
def test_it_is_said_and_marked(evening) -> None:
    """The first scene after it says so, marks what changed, and the voice says it too."""
    _, played, _ = evening
    pairs = zip(played.scenes, played.scenes[1:], strict=False)
    spoken_of = [after for before, after in pairs if SAID in spoken(before, after, str)]
    assert len(spoken_of) == 1
    scene = spoken_of[0]
    marked = [m for m in scene.board.marks if m.role is Role.LAST_MOVE]
    assert marked or any(lane.last for lane in scene.board.lanes)
    assert all(board_text(one.board) is not None for one in played.scenes)
    assert scene.strip.moves[-1].accepted


def test_the_replay_and_the_review_know_it(evening) -> None:
    """Every ply has its table; nobody is blamed for the accepted board."""
    _, played, _ = evening
    again = replayed(played.record)
    number = changed(played)
    for ply in range(len(again.positions)):
        assert compose(table_at(again, ply)).notice.title
    shown = Playback(again, number).scene.notice
    assert SAID in [str(sentence) for sentence in shown.sentences]
    review = review_game(again, open_searcher(), Limits(depth=1))
    assert list(review_lines(review))
    ends = zip(review.turns, stops(again)[1:], strict=True)
    turn = next(turn for turn, end in ends if end >= number)
    assert (turn.cost, turn.best) == (0.0, "")


def test_it_is_exported_and_imported(evening) -> None:
    """As text and as the lines of a journal the record stays the same."""
    table, played, _ = evening
    moves = played.record.moves
    assert parse_record(record_text(played.record)).moves == moves
    header = {"game": table.game.name, "rules": dict(table.game.options),
              "players": ["Ada", "Jan"], "source": "camera", "started": 0}  # fmt: skip
    assert record_of([header, *lines_of(played.record)], "again").moves == moves
    if table.game.name == "loa":
        (again,) = read_sgf(sgf_bytes(played.record))
        assert replayed(again).positions == replayed(played.record).positions


def test_the_game_goes_on_another_day(evening, tmp_path: Path) -> None:
    """The kept game ends where it ended, and moves are taken back over the accepted board."""
    table, played, folder = evening
    found = latest_unfinished(table.game.name, folder)
    assert found is not None
    assert found.record.moves == played.record.moves
    before = replayed(played.record).positions[changed(played) - 1]
    plies = len(played.record.moves) - changed(played) + 1
    rest = Table(table.game.name, 9)
    rest.board, rest.position = table.board, table.position
    rest.state, rest.t = found.state, table.t + 1
    rest.look(3)
    for _ in range(plies):
        rest.command("take_back")
    rest.position = before
    rest.restore()
    rest.hand()
    rest.look(4)
    rest.play_any(1)
    again = Evening(rest, folder, found)
    assert sum(e.plies for e in again.events if isinstance(e, TakenBack)) == plies
    assert again.record.moves[:-1] == played.record.moves[: changed(played) - 1]
    (name,) = journal_names(folder)
    assert record_of(read_journal(folder / name), name).moves == again.record.moves


def test_a_move_out_of_turn_stays_that_of_who_made_it(tmp_path: Path) -> None:
    """Accepted, it can be replayed and exported: Black's stone, and White is still to move."""
    table = Table("loa", 1)
    table.look()
    table.play("b1-b3")
    table.hand()
    table.put(c1="empty", c3="b")
    table.look(4)
    table.command("accept_board")
    table.position = table.state.line.now.position
    table.play("a2-c2")
    played = Evening(table, tmp_path)
    moves = [("b", "b1-b3"), ("b", "c1-c3"), ("w", "a2-c2")]
    assert [(m.player, m.text) for m in played.record.moves] == moves
    again = replayed(played.record)
    assert compose(table_at(again, 2)).strip.moves[-1].player == "b"
    assert parse_record(record_text(played.record)).moves == played.record.moves
    (sgf,) = read_sgf(sgf_bytes(played.record))
    assert replayed(sgf).positions == again.positions


def test_accepted_boards_that_differ_are_different_lines(tmp_path: Path) -> None:
    """A line that was taken back is kept apart from one that differs in the accepted board only."""
    records = []
    for seed in (1, 2):
        table = Table("loa", seed)
        table.look()
        table.play("b1-b3")
        table.disturb()
        table.look(14)
        table.command("accept_board")
        records.append(Evening(table, tmp_path / str(seed)).record)
    one, other = records
    assert [m.text for m in one.moves] == [m.text for m in other.moves] == ["b1-b3", "board"]
    both = replace(one, taken_back=(other.moves,))
    header = {"game": "loa", "rules": dict(one.header.rules), "players": ["Ada", "Jan"],
              "source": "camera", "started": 0}  # fmt: skip
    again = record_of([header, *lines_of(both)], "both")
    assert (again.moves, again.taken_back) == (one.moves, (other.moves,))
