"""Asking the networks about sites that warm reading is not sure of."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest

from pi_board.core.layout import Layout, Surface, column_and_row
from pi_board.games.registry import make_game
from pi_board.vision.arrange import likeliest_labels
from pi_board.vision.cold.trained import Opinions
from pi_board.vision.finding.find import find_board
from pi_board.vision.geometry import NotFound
from pi_board.vision.mixture import normalised
from pi_board.vision.reading import Reading
from pi_board.vision.warm import doubt
from pi_board.vision.warm.doubt import (
    hardly_turned,
    in_odd_light,
    settled_by_opinion,
)
from pi_board.vision.warm.hands import with_untold
from pi_board.vision.warm.opinion import misread_by_opinion
from pi_board.vision.warm.reader import MOST_LEAD, WarmReading
from pi_board.vision.warm.sites import most_leads, parts_of
from tests.vision.painting import FRAMES, frame

LOA = make_game("loa").layouts[0]
CONNEXOH = make_game("connexoh").layouts[0]
(LANES,) = (one for one in make_game("linja").layouts if one.surface is Surface.ROWS)


def _loa(state: Any) -> list[str]:
    shown = {".": "empty", "b": "b", "w": "w"}
    places = map(column_and_row, LOA.sites)
    return [shown[state["grid"][7 - row][column]] for column, row in places]


def _connexoh(state: Any) -> list[str]:
    def stones(site: str) -> str:
        on = "".join(team for team in "wb" if site in state["stones"][team])
        return "x" if len(on) == 2 else on

    tiles, places = state["tiles"], map(column_and_row, CONNEXOH.sites)
    turns = [tiles[5 - row][column] for column, row in places]
    return [turn + stones(site) for turn, site in zip(turns, CONNEXOH.sites, strict=True)]


def _lanes(state: Any) -> list[str]:
    return [f"{row['b']}b{row['w']}w" for row in sorted(state["rows"], key=lambda r: r["row"])]


# another stone on a square; a dark one more or less on a tile; two light ones in a lane
_OTHER = {3: 1, 4: 2}
NOTHING: Mapping[int, int] = MappingProxyType({})
BOARDS = [
    ("loa_024", LOA, _loa),
    ("connexoh_014", CONNEXOH, _connexoh),
    ("linja_004", LANES, _lanes),
]


class Still:
    """A picture, what it shows, and readings of it made by hand."""

    def __init__(self, name: str, layout: Layout, labels_of: Callable[[Any], list[str]]) -> None:
        self.picture, self.layout = frame(f"stills/{name}"), layout
        truth = json.loads((FRAMES / "stills" / f"{name}.json").read_text())
        found = find_board(self.picture, layout)
        assert not isinstance(found, NotFound)
        self.geometry = found.geometry
        self.right = tuple(layout.labels.index(label) for label in labels_of(truth["state"]))

    def shown(self, wrong: int = 0) -> tuple[int, ...]:
        """Labels, so many of them wrong: another stone, on a tile that lies as it does."""
        kinds = min(len(self.layout.labels), 4)  # of tiles there are as many for each turn
        return tuple(
            label - label % kinds + (label + _OTHER[kinds] * (0 < n <= wrong)) % kinds
            for n, label in enumerate(self.right)
        )

    def settled(
        self,
        labels: tuple[int, ...],
        before: tuple[int, ...],
        doubtful: tuple[int, ...] = (),
        misread: Mapping[int, int] = NOTHING,
    ) -> WarmReading:
        """What comes of a sure reading, but for some sites of which nothing is known."""
        looks = np.full((len(labels), len(self.layout.labels)), -MOST_LEAD)
        looks[np.arange(len(labels)), labels] = 0.0
        looks[list(doubtful)] = 0.0
        nothing = np.zeros((1, 1), np.bool_)
        reading = WarmReading(looks, labels, nothing, (1, len(labels) - 1))
        return settled_by_opinion(
            reading, self.picture, self.geometry, self.layout, lambda: True, before, misread
        )


@pytest.mark.parametrize(("name", "layout", "labels_of"), BOARDS)
def test_what_is_doubtful_is_settled_and_what_is_sure_stays(
    name: str, layout: Layout, labels_of: Callable[[Any], list[str]]
) -> None:
    """Sites of which nothing is known are told by the network, and one that cannot be told for
    another reason than doubt is left, and a tile of which fingertips hide a dish.
    """
    still = Still(name, layout, labels_of)
    half = len(still.right) // 2
    settled = still.settled(still.right, still.right, tuple(range(half, len(still.right))))
    assert settled.labels == still.right
    leads = np.sort(settled.looks[:half], axis=1)
    assert (leads[:, -2] == -MOST_LEAD).all()
    touched = (layout.site("a1"),) if layout is CONNEXOH else ()
    assert settled.untold == (*touched, 1)


@pytest.mark.parametrize("wrong", [1, 2])
@pytest.mark.parametrize(("name", "layout", "labels_of"), BOARDS[:2])
def test_sites_read_surely_but_wrongly_are_told_by_the_network(
    name: str, layout: Layout, labels_of: Callable[[Any], list[str]], wrong: int
) -> None:
    """As when the light was odd where the look of a square was learnt: seen in the first move."""
    still = Still(name, layout, labels_of)
    assert still.settled(still.shown(wrong), still.right).labels == still.right


def test_a_network_is_not_asked_of_a_square_of_which_it_was_wrong() -> None:
    """People know what lies there, and its look is remembered."""
    still = Still(*BOARDS[0])
    shown = still.shown(1)
    assert still.settled(shown, still.right, misread={1: still.right[1]}).labels == shown


@pytest.mark.parametrize(("taken_for", "told"), [("w", True), ("b", False)])
def test_a_network_is_asked_of_such_a_square_when_it_sees_something_else_there(
    taken_for: str, told: bool
) -> None:
    """It was wrong of that stone, of which by itself nothing is known any more: it may be gone, or
    lie in the shade, where the network is as wrong of it as before.
    """
    still, white = Still(*BOARDS[0]), LOA.label("w")
    site = still.right.index(LOA.label("b"))
    before, shown = ((*still.right[:site], n, *still.right[site + 1 :]) for n in (0, white))
    misread = {site: LOA.label(taken_for)}
    settled = still.settled(shown, before, doubtful=(site,), misread=misread)
    assert (settled.labels == still.right) == told
    assert settled.looks[site].any() == told


def test_of_which_squares_a_network_was_wrong_is_known_while_the_same_lies_there() -> None:
    """Only where it was sure, or saw something over a square without anything, or was not asked and
    the square was misread, as it would be again.
    """
    labels, nothing = (0, 1, 2, 1), np.zeros((1, 1), np.bool_)
    sure, unsure = [-9.0, 0.0, -9.0], [-1.0, 0.0, -9.0]
    opinion = Opinions(np.array([sure, sure, sure, unsure]), np.zeros(4))
    asked = WarmReading(np.zeros((4, 3)), (1, 1, 1, 0), nothing, (), opinion)
    assert misread_by_opinion(asked, labels, labels, {1: 0, 3: 0}, True) == {0: 1, 2: 1}
    over = replace(asked, opinion=replace(opinion, covered=np.array([1.0, 1.0, 0.0, 1.0])))
    assert misread_by_opinion(over, labels, labels, {1: 0}, True).keys() == {0, 1, 2, 3}
    assert misread_by_opinion(over, labels, labels, {1: 0}, False).keys() == {1, 2}
    silent = WarmReading(np.zeros((4, 3)), (0, 1, 2, 0), nothing)
    misread = misread_by_opinion(silent, labels, (0, 1, 1, 1), {1: 2, 2: 0}, True)
    assert misread == {1: 2, 3: 0}


def test_the_network_is_not_asked_of_lanes_that_are_plain() -> None:
    """Most that have changed are: only where one is in doubt it has something to add."""
    still = Still(*BOARDS[2])
    assert still.settled(still.shown(1), still.right).labels == still.shown(1)


def test_a_network_that_thinks_otherwise_of_many_squares_is_not_believed() -> None:
    """It may never have seen such stones."""
    still = Still(*BOARDS[0])
    assert still.settled(still.shown(3), still.shown(4)).labels == still.shown(3)


def test_a_network_to_which_many_squares_are_as_they_were_is_believed() -> None:
    """The light may have changed on all of them, and nobody moves so many stones at once."""
    still = Still(*BOARDS[0])
    assert still.settled(still.shown(3), still.right).labels == still.right


def test_the_network_is_not_asked_of_a_board_that_is_as_it_was() -> None:
    """There is nothing to settle, and it would cost as much as all the rest."""
    still = Still(*BOARDS[0])
    assert still.settled(still.shown(1), still.shown(1)).labels == still.shown(1)


@pytest.mark.parametrize(("lead", "turned"), [(5.0, False), (11.0, True)])
def test_how_a_tile_lies_is_not_told_by_a_network_that_is_hardly_sure(
    monkeypatch: pytest.MonkeyPatch, lead: float, turned: bool
) -> None:
    """A shadow's edge looks like a tile's to it; that the stone is gone it is still asked."""
    labels, still = CONNEXOH.labels, Still(*BOARDS[1])
    before = labels.index("0b")
    looks = np.full((36, len(labels)), -MOST_LEAD)
    looks[:, [before, labels.index("0")]] = 0.0
    opinion = np.full((36, len(labels)), -12.0)
    opinion[:, [labels.index(name) for name in ("1", "0", "0b")]] = 0.0, -lead, -lead - 3.0
    opinion[1:] = looks[1:] = np.eye(len(labels))[before] * 12.0 - 12.0
    monkeypatch.setattr(doubt, "opinion_of", lambda *_: Opinions(opinion, np.zeros(len(opinion))))
    nothing = np.zeros((1, 1), np.bool_)
    reading = WarmReading(looks, (before,) * 36, nothing)
    settled = settled_by_opinion(
        reading, still.picture, still.geometry, CONNEXOH, lambda: True, (before,) * 36, {}
    )
    assert labels[settled.labels[0]] == ("1" if turned else "0")


@pytest.mark.parametrize(
    ("lead", "hand", "muddled", "told"),
    [
        (2.5, 0.05, 0.0, True),
        (2.5, 0.4, 0.0, False),
        (2.5, 0.05, 8.0, False),
        (1.0, 0.0, 0.0, False),
    ],
)
def test_a_tile_that_plainly_lies_turned_is_told_where_a_network_sees_the_whole_board(
    monkeypatch: pytest.MonkeyPatch, lead: float, hand: float, muddled: float, told: bool
) -> None:
    """In the glare it is hardly sure of any; over a tile that a hand made look so, or over another
    one, it would see that hand.
    """
    labels, still = CONNEXOH.labels, Still(*BOARDS[1])
    before, turned = np.array(still.right), np.array(still.right)
    turned[9] = (turned[9] + 4) % len(labels)
    looks = np.full((36, len(labels)), -MOST_LEAD)
    looks[np.arange(36), turned] = 0.0
    looks[9, before[9]] += muddled
    opinion = looks.copy()
    opinion[9, before[9]] = -lead
    covered = np.full(36, 0.02)
    covered[22] = hand
    monkeypatch.setattr(doubt, "opinion_of", lambda *_: Opinions(opinion, covered))
    reading = WarmReading(looks, tuple(turned.tolist()), np.zeros((1, 1), np.bool_))
    settled = settled_by_opinion(
        reading, still.picture, still.geometry, CONNEXOH, lambda: True, before, {}
    )
    assert settled.labels[9] == turned[9]
    assert settled.untold == (() if told else (9,))


@pytest.mark.parametrize(("come", "gone", "told"), [(1, 1, "0w"), (1, 0, "0"), (3, 0, "0")])
def test_of_stones_that_come_from_nowhere_a_network_alone_tells(
    monkeypatch: pytest.MonkeyPatch, come: int, gone: int, told: str
) -> None:
    """Pale tiles in the sun look like white stones. One that left its tile comes from there."""
    still, labels = Still(*BOARDS[1]), CONNEXOH.labels
    bare = [n for n, label in enumerate(still.right) if labels[label] == "0"]
    assert len(bare) >= come + gone
    bare, left = bare[:come], bare[come : come + gone]
    old, shown = np.array(still.right), np.array(still.right)
    old[left] = shown[bare] = CONNEXOH.label("0w")
    opinion = np.full((len(shown), len(labels)), -12.0)
    opinion[np.arange(len(shown)), still.right] = 0.0
    opinion[bare, CONNEXOH.label("0w")] = -1.0
    monkeypatch.setattr(doubt, "opinion_of", lambda *_: Opinions(opinion, np.zeros(len(shown))))
    settled = still.settled(tuple(shown.tolist()), tuple(old.tolist()))
    assert {labels[settled.labels[n]] for n in bare} == {told}


def test_what_dazzles_is_not_untold_by_a_network_that_sees_something_else() -> None:
    """In light that falls otherwise: nothing was told of it in the first place."""
    opinion = np.array([[-9.0, 0.0, -9.0]] * 2 + [[0.0, -9.0, -9.0]])
    looks, strange = np.zeros((3, 3)), np.zeros((1, 1), np.bool_)
    read = WarmReading(looks, (0, 0, 0), strange, (), Opinions(opinion, np.zeros(3)), dazzling=(0,))
    assert in_odd_light(read).untold == (1,)


@pytest.mark.parametrize(("before", "told"), [("b", "b"), ("empty", "w")])
def test_that_a_stone_became_the_other_players_is_told_less_surely_than_that_one_came(
    monkeypatch: pytest.MonkeyPatch, before: str, told: str
) -> None:
    """Glare makes a dark stone light. To a network all is as it was."""
    still, stood = Still(*BOARDS[0]), LOA.label(before)
    old = (stood, *still.right[1:])
    opinion = np.full((64, 3), -12.0)
    opinion[np.arange(64), old] = 0.0
    opinion[0, LOA.label("w")] = -4.0
    monkeypatch.setattr(doubt, "opinion_of", lambda *_: Opinions(opinion, np.zeros(64)))
    settled = still.settled((LOA.label("w"), *still.right[1:]), old)
    assert LOA.labels[settled.labels[0]] == told


def test_a_square_that_may_as_well_be_empty_holds_no_stone_of_the_other_players(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What a network takes for the stone that was there may be the dark hole it lay over."""
    still, black = Still(*BOARDS[0]), LOA.label("b")
    old = (black, *still.right[1:])
    opinion, looks = np.full((64, 3), -12.0), np.full((64, 3), -MOST_LEAD)
    opinion[np.arange(64), old] = looks[np.arange(64), old] = 0.0
    for rows, values in ((opinion, (-3.0, 0.0, -9.0)), (looks, (-1.0, -6.0, 0.0))):
        rows[0, [LOA.label(name) for name in ("empty", "b", "w")]] = values
    monkeypatch.setattr(doubt, "opinion_of", lambda *_: Opinions(opinion, np.zeros(64)))
    reading = WarmReading(looks, tuple(looks.argmax(axis=1)), np.zeros((1, 1), np.bool_))
    settled = settled_by_opinion(reading, still.picture, still.geometry, LOA, lambda: True, old, {})
    assert LOA.labels[settled.labels[0]] == "empty"


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


@pytest.mark.parametrize(("lead", "hidden"), [(8, True), (10, False)])
def test_a_tile_of_a_board_read_cold_is_hidden_if_it_hardly_seems_turned(
    lead: int, hidden: bool
) -> None:
    """Not if it does surely, nor if it lies as it did, with a stone more or hardly told apart."""
    game = make_game("connexoh")
    stood = game.appearance(game.start(), CONNEXOH)
    none = np.zeros((len(CONNEXOH.sites), len(CONNEXOH.labels)))
    labels = likeliest_labels(none, CONNEXOH, stood)
    looks = none - MOST_LEAD
    looks[np.arange(len(labels)), labels] = 0.0
    looks[CONNEXOH.site("c3"), CONNEXOH.label("0")] = -lead
    looks[CONNEXOH.site("c3"), CONNEXOH.label("2")] = 0.0
    looks[CONNEXOH.site("d4"), CONNEXOH.label("0w")] = 1.0
    looks[CONNEXOH.site("e5"), CONNEXOH.label("3")] = -1.0
    cold = Reading(CONNEXOH, looks, normalised(looks))
    turned = hardly_turned(cold, (stood,))
    assert with_untold((), turned, CONNEXOH) == (("c3",) if hidden else ())
    assert with_untold((), hardly_turned(cold, ()), CONNEXOH) == ()
    assert with_untold(("c3",), turned, CONNEXOH) == ("c3",)
    assert with_untold(("d1",), turned, CONNEXOH) == (("d1", "c3") if hidden else ("d1",))
