"""What cannot be seen is no start position; who agrees to a draw need not be named."""

import json

import pytest

from pi_board.core.errors import InvalidText
from pi_board.core.events import Event, GameOver, GameStarted, MovePlayed, Setup
from pi_board.games.registry import GAMES, make_game
from pi_board.referee.advance import advance, begin
from pi_board.referee.stream import ObservationReader

ROWS = [".bbbbbb.", *["w......w"] * 6, ".bbbbbb."]
START = f'"grid": {json.dumps(ROWS)}'
EMPTY, FAINT = {"empty": 0.98}, {"b": 0.3, "empty": 0.65}  # shares of what a site may show


def told(name: str, lines: list[str]) -> list[Event]:
    """The events of a stream."""
    game = make_game(name)
    reader, state, events = ObservationReader(game.layouts), begin(game), []
    for line in lines:
        state, more = advance(state, reader.read(line))
        events += more
    return events


def start_look() -> dict[str, dict[str, float]]:
    """The start position of Lines of Action, every site of it plainly seen."""
    shares = {".": EMPTY, "b": {"b": 0.98, "empty": 0.01}, "w": {"w": 0.98, "empty": 0.01}}
    return {
        f"{name}{8 - y}": shares[stone]
        for y, row in enumerate(ROWS)
        for name, stone in zip("abcdefgh", row, strict=True)
    }


@pytest.mark.parametrize("name", GAMES)
def test_a_board_nobody_has_seen_starts_no_game(name: str) -> None:
    """Looks that know nothing are not taken for the start position."""
    assert not told(name, [f'{{"t": {t}, "probabilities": {{}}}}' for t in range(8)])


@pytest.mark.parametrize(("faint", "starts"), [(2, True), (12, False)])
def test_stones_that_are_all_hardly_seen_are_not_there(faint: int, starts: bool) -> None:
    """One site that rather looks bare may be misread; a dozen of them are bare."""
    sites = [name + row for row in "81" for name in "bcdefg"]
    look = start_look() | dict.fromkeys(sites[:faint], FAINT)
    events = told("loa", [json.dumps({"t": t, "probabilities": look}) for t in (0, 0.5, 1)])
    assert any(isinstance(event, GameStarted) for event in events) == starts
    (setup,) = (event for event in events if isinstance(event, Setup))
    assert set(setup.wrong) == (set() if starts else set(sites[:faint]))


def test_stones_that_are_hardly_seen_are_not_named_beside_one_that_is_missing() -> None:
    """What is plainly wrong says nothing about the others."""
    look = start_look() | {"b8": FAINT, "c8": FAINT, "d1": EMPTY}
    events = told("loa", [json.dumps({"t": t, "probabilities": look}) for t in (0, 0.5, 1)])
    (setup,) = (event for event in events if isinstance(event, Setup))
    assert setup.wrong == ("d1",)


def test_a_draw_is_agreed_without_a_name() -> None:
    """An offer that stands is accepted by a bare agree_draw; without an offer nothing happens."""
    start = [f'{{"t": {t}, {START}}}' for t in (0, 0.5)]
    alone = told("loa", [*start, '{"t": 1, "command": "agree_draw"}'])
    assert not any(isinstance(event, GameOver) for event in alone)
    offered = ['{"t": 1, "command": "offer_draw w"}', '{"t": 2, "command": "agree_draw"}']
    *_, over = told("loa", [*start, *offered])
    assert isinstance(over, GameOver)
    assert (over.outcome, over.reason) == ("draw", "agreed")


def test_an_accepted_illegal_move_tells_what_it_captured() -> None:
    """A move that stands by command has the fields of any other move."""
    rows = [*ROWS[:4], "w..b...w", *ROWS[5:7], ".bb.bbb."]
    grid = json.dumps(rows)
    looks = [f'{{"t": {t}, "grid": {grid}}}' for t in (1, 1.5, 2, 2.5, 3)]
    start = [f'{{"t": {t}, {START}}}' for t in (0, 0.5)]
    events = told("loa", [*start, *looks, '{"t": 4, "command": "accept_board"}'])
    (played,) = (event for event in events if isinstance(event, MovePlayed))
    assert dict(played.extra) == {"captured": None, "accepted_illegal": True}
    assert any(isinstance(event, GameStarted) for event in events)


def test_an_infinite_share_is_refused() -> None:
    """JSON lets Infinity in; the referee does not."""
    with pytest.raises(InvalidText, match="expected a number"):
        told("loa", ['{"t": 0, "probabilities": {"a1": {"b": Infinity}}}'])
