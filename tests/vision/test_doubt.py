"""Asking the networks about sites that warm reading is not sure of."""

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from pi_board.core.layout import Layout
from pi_board.games.registry import make_game
from pi_board.vision.finding.find import find_board
from pi_board.vision.geometry import NotFound
from pi_board.vision.warm.doubt import settled_by_opinion
from pi_board.vision.warm.reader import MOST_LEAD, WarmReading
from pi_board.vision.warm.sites import most_leads, parts_of
from tests.vision.painting import FRAMES, frame

LOA = make_game("loa").layouts[0]
CONNEXOH = make_game("connexoh").layouts[0]


def _loa(state: Any) -> list[str]:
    shown = {".": "empty", "b": "b", "w": "w"}
    return [shown[state["grid"][8 - int(site[1])][ord(site[0]) - 97]] for site in LOA.sites]


def _connexoh(state: Any) -> list[str]:
    def stones(site: str) -> str:
        on = "".join(team for team in "wb" if site in state["stones"][team])
        return "x" if len(on) == 2 else on

    tiles = state["tiles"]
    return [tiles[6 - int(s[1])][ord(s[0]) - 97] + stones(s) for s in CONNEXOH.sites]


BOARDS = [("loa_024", LOA, _loa), ("connexoh_014", CONNEXOH, _connexoh)]


@pytest.mark.parametrize(("name", "layout", "labels_of"), BOARDS)
def test_what_is_doubtful_is_settled_and_what_is_sure_stays(
    name: str, layout: Layout, labels_of: Callable[[Any], list[str]]
) -> None:
    """Sites of which nothing is known are told by the network; one that was read for sure, if
    wrongly, is left, and so is one that cannot be told for another reason than doubt.
    """
    picture = frame(f"stills/{name}")
    truth = json.loads((FRAMES / "stills" / f"{name}.json").read_text())
    found = find_board(picture, layout)
    assert not isinstance(found, NotFound)
    right = [layout.labels.index(label) for label in labels_of(truth["state"])]
    count, wrong = len(right), (right[0] + 1) % len(layout.labels)
    sure = np.full((count, len(layout.labels)), -MOST_LEAD)
    sure[np.arange(count), right] = 0.0
    sure[0] = -MOST_LEAD
    sure[0, wrong] = 0.0
    looks = np.array(sure)
    looks[count // 2 :] = 0.0
    reading = WarmReading(looks, (), np.zeros((1, 1), np.bool_), (1, count - 1))
    settled = settled_by_opinion(reading, picture, found.geometry, layout, lambda: True)
    assert settled.labels == (wrong, *right[1:])
    assert (settled.looks[: count // 2] == sure[: count // 2]).all()
    assert settled.untold == (1,)


STONES = tuple(parts_of(name) for name in ("empty", "b", "w"))
FAINT, PLAIN = 0.7, 20.0
SHOWN = {  # looks of a site that holds nothing, a faint stone, a plain one
    0: [0.0, -FAINT, -PLAIN],
    1: [-FAINT, 0.0, -30.0],
    2: [-PLAIN, -30.0, 0.0],
}


def test_a_stone_that_hardly_shows_is_told_no_surer_than_it_shows() -> None:
    """Neither that it lies somewhere nor that it does not; another stone shows as ever."""
    labels = (0, 0, 0, 1, 1, 2, 2)
    looks = np.array([SHOWN[label] for label in labels])
    leads = most_leads(looks, labels, [0] * 7, STONES, MOST_LEAD)
    assert leads[3].tolist() == [[0.0, FAINT, 14.0], [FAINT, 0.0, 14.0], [14.0, 14.0, 0.0]]


def test_black_is_faint_on_dark_squares_only() -> None:
    """On light ones it is told as surely as ever, however many of both there are."""
    labels = (0, 0, 1, 1, 0, 0, 1, 1)
    looks = np.array([SHOWN[label] for label in labels])
    looks[4:, :2] = [[0.0, -PLAIN], [0.0, -PLAIN], [-PLAIN, 0.0], [-PLAIN, 0.0]]
    leads = most_leads(looks, labels, (0, 0, 0, 0, 1, 1, 1, 1), STONES, MOST_LEAD)
    assert (leads[:4, 0, 1] == FAINT).all()
    assert (leads[4:, 0, 1] == MOST_LEAD).all()


def test_stones_that_show_well_enough_are_told_surely() -> None:
    """The network is not asked about a board that can be read."""
    labels = (0, 0, 1, 1, 2, 2)
    looks = np.array([SHOWN[label] for label in labels])
    looks[:4, :2] *= 10
    leads = most_leads(looks, labels, [0] * 6, STONES, MOST_LEAD)
    assert (leads[:, 0, 1] == MOST_LEAD).all()


def test_stones_that_look_like_none_say_nothing() -> None:
    """Looks that are wrong about most of them are not turned round."""
    parts = tuple(parts_of(name) for name in ("0", "0w", "0b"))
    looks = np.array([[0.0, -20.0, -3.0], [0.0, -20.0, -3.0], [-20.0, 0.0, -23.0]])
    leads = most_leads(looks, (0, 2, 1), [0] * 3, parts, MOST_LEAD)
    assert leads[0, 0, 2] == leads[0, 2, 0] == 0.0
    assert leads[0, 0, 1] == MOST_LEAD
