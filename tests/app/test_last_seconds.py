"""The last seconds before a disputed move, as the camera saw them."""

from contextlib import closing
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from pi_board.app.agreement import Agreement
from pi_board.app.kept.keeping import Keeper
from pi_board.app.kept.last_seconds import LastSeconds
from pi_board.app.lounge import Lounge
from pi_board.app.scenes.state import Illegal, Playing, Seat, TableState
from pi_board.app.sitting import Sitting
from pi_board.config.settings import load
from pi_board.core import events as told
from pi_board.core.message import message
from pi_board.core.observation import Command, Observation
from pi_board.games.registry import make_game
from pi_board.records.evidence import KeptFrame, Retention
from pi_board.records.record import Header
from pi_board.vision.warm.sight import Sight
from tests.records.table import TableReader, evening

DISPUTES = (told.Illegal, told.Choose, told.Disturbed)


def seen(count: int) -> tuple[KeptFrame, ...]:
    """Frames a fifth of a second apart, each of another grey."""
    frames = [np.full((30, 40, 3), 10 * n, np.uint8) for n in range(count)]
    jpegs = [cv2.imencode(".jpg", frame)[1].tobytes() for frame in frames]
    return tuple(KeptFrame(100 + n / 5, jpeg, (), None) for n, jpeg in enumerate(jpegs))


@pytest.fixture
def table() -> TableState:
    """A game of Lines of Action at its start."""
    game = make_game("loa")
    return TableState(game, game.layouts[0], game.start(), Playing(), Seat("A"), Seat("B"))


def grey(showing: LastSeconds) -> int:
    return showing.pixels.rgb[0]


def test_they_run_at_their_own_pace(table: TableState) -> None:
    """Shown, they begin; each frame comes when it was taken after the one before; at the end they
    stay, and can be run again.
    """
    showing = LastSeconds(table, seen(4)).tick(50.0)
    shown = []
    for step in range(12):
        showing = showing.tick(50.01 + step / 10)
        shown.append(showing.at)
    assert shown == [0, 0, 1, 1, 2, 2, 3, 3, 3, 3, 3, 3]
    assert showing.due_s is None
    again = showing.obey(Command(60.0, "play")).tick(60.0)
    assert (again.at, again.tick(60.25).at) == (0, 1)


def test_a_single_frame_rests(table: TableState) -> None:
    """As at the very beginning of a game."""
    showing = LastSeconds(table, seen(1))
    for number in range(6):
        showing = showing.tick(50.0 + number)
        if number == 3:
            showing = showing.obey(Command(53.0, "play"))
    assert (showing.at, showing.due_s) == (0, None)


def test_they_can_be_stepped_through(table: TableState) -> None:
    """Steps and jumps stay inside and stop the running; the picture is that of the frame."""
    showing = LastSeconds(table, seen(4)).tick(0.0)
    places = []
    for name, argument in (("next", ""), ("previous", ""), ("previous", ""), ("jump", "2"),
                           ("last", ""), ("next", "")):  # fmt: skip
        showing = showing.obey(Command(0.0, name, argument))
        places.append(showing.at)
        assert abs(grey(showing) - 10 * showing.at) < 4
        assert showing.tick(99.0) is showing
    assert places == [1, 0, 0, 2, 3, 3]
    assert showing.pixels is showing.pixels, "the same picture is not drawn again"
    assert showing.obey(Command(0.0, "leave")).is_closed


def test_the_complaint_stays_in_sight(table: TableState) -> None:
    """Beside the picture stand how long before the end it was, and what it is about."""
    illegal = replace(table, situation=Illegal("b1-b4", message("Two squares, not three.")))
    scene = LastSeconds(illegal, seen(11)).scene
    assert scene.camera is not None
    assert str(scene.notice.title) == "2 s before"
    assert scene.notice.sentences
    assert LastSeconds(table, seen(11)).scene.notice.sentences == ()


def test_the_keeper_has_the_seconds_before_a_dispute(tmp_path: Path, table: TableState) -> None:
    """What the camera saw before the newest complaint is there for the screen, without the disk,
    and shown when it is asked for; the switch that keeps no pictures keeps none in memory either.
    """
    lounge = Lounge(load(), Agreement(), lambda: iter(()))
    game = make_game("loa")
    frame = np.full((240, 320, 3), 90, np.uint8)
    inputs = evening("loa", clumsy=True).inputs
    for retention in (Retention(), Retention(is_on=False)):
        with closing(
            Keeper(Header.of(game, ("A", "B"), ""), tmp_path / "games", retention=retention)
        ) as keeper:
            looks = (Sight(frame, None, i) for i in inputs if isinstance(i, Observation))
            keeper.look_at(looks.__next__)
            disputes: list[float] = []
            for moment in Sitting(game, TableReader(inputs), keep=keeper).moments():
                disputes += [event.t for event in moment.events if isinstance(event, DISPUTES)]
                if disputes and retention.is_on:
                    assert keeper.disputed[-1].t == disputes[-1]
            assert disputes
            ring = keeper.last_seconds()
            assert bool(ring) == retention.is_on
            assert all(one.read is not None for one in ring)
            lounge.playing(keeper)
            shown = lounge.showing(Command(0.0, "seconds"), table)
            assert shown == (LastSeconds(table, keeper.disputed) if retention.is_on else None)
            keeper.retain(replace(retention, is_on=False))
            assert keeper.disputed == keeper.last_seconds() == ()
