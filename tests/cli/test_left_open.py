"""What `pi-board watch` says of a recording that ends with something left open."""

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from pi_board.cli.left_open import LeftOpen
from pi_board.vision.finding.fiducials import detect
from pi_board.vision.pictures import load_picture
from tests.cli.films import FILMS
from tests.cli.running import ran
from tests.referee.desk import Desk


class Recorded(Desk):
    """A game of Lines of Action of which somebody has a folder of pictures."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        super().__init__("loa")
        self._capsys = capsys
        self._left_open = LeftOpen(lambda frame: f"{frame}.jpg")

    def take(self, item: Any) -> list[Any]:
        said = super().take(item)
        self._left_open.take(item, self.state)
        return said

    def ends(self) -> str:
        """What is said if the recording ends now."""
        self._left_open.tell(self.state)
        return self._capsys.readouterr().err


@pytest.fixture
def recorded(capsys: pytest.CaptureFixture[str]) -> Recorded:
    return Recorded(capsys)


def test_moves_that_end_too_soon_to_count_are_told(recorded: Recorded) -> None:
    """Whoever took one picture of the last position would otherwise think that it was recorded."""
    recorded.started().bring("b1-b3")
    recorded.look(1)
    assert "the last frames seem to show b1-b3, not long enough" in recorded.ends()
    recorded.look(1)
    assert recorded.record == ["b1-b3"]
    assert recorded.ends() == ""


def test_one_picture_of_each_position_is_too_few(recorded: Recorded) -> None:
    """No game begins, and a new owner would not know why."""
    recorded.look(1)
    for move in ("b1-b3", "a2-c2", "d1-d3"):
        recorded.bring(move)
        recorded.look(1)
    told = recorded.ends()
    assert "the start position was seen, first in frame 0 (0.jpg), but it counts once" in told
    assert "in two frames one after the other" in told


def test_sites_that_never_were_as_at_the_start_are_named(recorded: Recorded) -> None:
    """Of the frame that shows the fewest of them."""
    recorded.bring("b1-b3")
    recorded.look(2)
    recorded.bring("a2-c2")
    recorded.look(2)
    assert "nearest to it the board was in frame 0 (0.jpg), but for b1, b3" in recorded.ends()


def test_a_board_under_a_hand_all_the_time_begins_no_game(recorded: Recorded) -> None:
    """Nobody knows what it shows."""
    recorded.hand()
    assert "no game has begun: something lay over the board" in recorded.ends()


def test_a_board_that_ends_otherwise_than_the_record_is_told(recorded: Recorded) -> None:
    """Moves were not seen, or nothing explains what stands there; one look may be of a hand."""
    recorded.started().bring("b1-b3", "a2-c2", "d1-d3", "a4-c4", "e1-e3")
    recorded.look(1)
    assert recorded.ends() == ""
    recorded.look(1)
    told = recorded.ends()
    assert "moves may be missing at the end: in frame 3 (3.jpg), the last clear one" in told


def test_a_board_covered_to_the_end_is_told(recorded: Recorded) -> None:
    """What was done under the hand nobody knows."""
    recorded.started().hand()
    assert "something hid a1 to the last frame" in recorded.ends()


def test_of_a_board_that_was_never_found_others_speak(recorded: Recorded) -> None:
    """Why it was not is said elsewhere."""
    assert recorded.ends() == ""


def test_a_mirror_that_the_start_position_shows_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without markers: the tiles of Connex'oh lie otherwise in a mirror, all of them."""
    picture = load_picture(FILMS / "connexoh" / "f_0000.jpg")
    for marker in detect(picture):
        larger = marker.middle + 1.5 * (marker.array - marker.middle)
        cv2.fillConvexPoly(picture, np.rint(larger).astype(np.int32), (90, 100, 110))
    for name in ("0.png", "1.png"):
        cv2.imwrite(str(tmp_path / name), cv2.flip(picture, 1))
    _, _, err = ran(capsys, "watch", "connexoh", str(tmp_path), "--no-evidence")
    assert "no game has begun: the start position stands mirrored" in err
