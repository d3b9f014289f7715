"""Searching for a board: which way round it lies, and when its looks are learnt."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest

from pi_board.core.layout import Layout, Surface
from pi_board.games.registry import make_game
from pi_board.vision.arrange import certain_labels
from pi_board.vision.cold import read as cold
from pi_board.vision.finding.find import Found
from pi_board.vision.geometry import Image, Registration
from pi_board.vision.reading import Reading
from pi_board.vision.warm import learn, search
from tests.vision.games_on_film import LAYOUT, appearance_of, moved, photo
from tests.vision.games_on_film import START as STANDING
from tests.vision.painting import view

LINJA = make_game("linja")
LANES = next(layout for layout in LINJA.layouts if layout.surface is Surface.ROWS)
START = LINJA.appearance(LINJA.start(), LANES)
ELSEWHERE = "......../......../bbbbbbbb/....bbbb/wwww..../wwwwwwww/......../........"
UPRIGHT = view(LANES.columns, LANES.rows)


@pytest.mark.parametrize(("behind", "told"), [(12.0, True), (3.0, False)])
def test_a_start_misread_either_way_is_taken_for_the_far_likelier_way(
    behind: float, told: bool
) -> None:
    """Two lanes of eight look otherwise both ways, but one way hardly so."""

    def read(registration: Registration, _: Layout) -> Reading:
        labels = [0 if one is None else one for one in certain_labels(LANES, START)]
        lag = 1.2 if lies_upright(registration) else behind
        looks = np.full((LANES.rows, len(LANES.labels)), -14.0)
        looks[np.arange(LANES.rows), labels] = 0.0
        for lane in (0, 7):
            looks[lane, labels[lane]], looks[lane, LANES.label("1b1w")] = -lag, 0.0
        return Reading(LANES, looks, np.exp(looks) / np.exp(looks).sum(axis=1, keepdims=True))

    found = search.Search(None, None)
    found.expect([(LANES, START)])
    half_turned = Registration(UPRIGHT.rotated(2), 1.0, 0, False)
    seen = found._read_cold(Found(LANES, half_turned), read)
    assert lies_upright(seen.registration) == told


@pytest.mark.parametrize("turn", [0, 2])
def test_a_board_seen_from_elsewhere_lies_as_before_if_both_ways_are_alike(turn: int) -> None:
    """After moves from a start that looks alike from both sides, a camera held in the hand sees as
    many sites otherwise either way round, those of the wrong way less plainly.
    """
    before, now = view(), view(tilt_deg=35.0, slide=(1.0, 1.0))
    expected = appearance_of(STANDING)

    def read(registration: Registration, _: Layout) -> Reading:
        is_now = np.allclose(registration.geometry.corners_px, now.corners_px)
        looks = np.full((len(LAYOUT.sites), len(LAYOUT.labels)), -14.0)
        for site, labels in enumerate(expected):
            looks[site, next(iter(labels))] = 0.0
        for site in map(LAYOUT.site, ("b1", "b3", "a4", "c4")):
            looks[site] = np.roll(np.where(looks[site] < 0, -12.0 if is_now else -4.0, 0.0), 1)
        return Reading(LAYOUT, looks, np.exp(looks) / np.exp(looks).sum(axis=1, keepdims=True))

    found = search.Search(None, None)
    found.expect([(LAYOUT, expected)], in_play=True)
    found._way = Registration(before, 1.0, 0, False)
    seen = found._read_cold(Found(LAYOUT, Registration(now.rotated(turn), 1.0, 0, False)), read)
    assert np.allclose(seen.registration.geometry.corners_px, now.corners_px)


@pytest.mark.parametrize(("shown_cold", "taken"), [(True, "linja-holes"), (False, "linja-rows")])
def test_holes_that_show_a_start_read_cold_are_no_lanes(
    monkeypatch: pytest.MonkeyPatch, shown_cold: bool, taken: str
) -> None:
    """Though three of 48 do not look as they should, and all numbers of stones between the lines
    that run between their rows do.
    """
    holes = next(layout for layout in LINJA.layouts if layout.surface is Surface.HOLES)
    there = {layout: Registration(UPRIGHT, 1.0, 0, False) for layout in LINJA.layouts}

    def learnt(_: Image, where: Registration, layout: Layout, *__: object) -> learn.Learnt:
        are_holes, board = layout is holes, cast("learn.WarmBoard", SimpleNamespace(layout=layout))
        return learn.Learnt(
            where, board, 45 / 48 if are_holes else 1.0, True, are_holes and shown_cold
        )

    monkeypatch.setattr(search, "learn_board", learnt)
    monkeypatch.setattr(
        search, "find_with_lens", lambda _, layouts, __: Found(layouts[0], there[layouts[0]])
    )
    seeking = search.Search(None, None)
    seeking.expect([(one, LINJA.appearance(LINJA.start(), one)) for one in (holes, LANES)])
    blank = np.zeros((480, 640, 3), np.uint8)
    best = seeking._learnt(blank, Found(holes, there[holes]), cold_never, others=True)
    assert best is not None
    assert best.board.layout.name == taken


def cold_never(_: Registration, __: Layout) -> Reading:
    """Nothing is to be read here."""
    raise AssertionError


def lies_upright(board: Registration) -> bool:
    """Whether a1 lies where it does in UPRIGHT."""
    return bool(np.allclose(board.geometry.corners_px[0], UPRIGHT.corners_px[0]))


@pytest.mark.parametrize("in_play", [False, True])
def test_a_board_is_not_learnt_while_a_move_may_have_been_made(in_play: bool) -> None:
    """What a move has changed would be remembered as what has been confirmed; before a game a stone
    may stand elsewhere.
    """
    seeking = search.Search(None, None)
    seeking.expect([(LAYOUT, appearance_of(STANDING))], in_play=in_play)
    seen = seeking.look(photo(moved(STANDING, "b1", "b3")))
    assert isinstance(seen, search.Unrecognised if in_play else search.Recognised)
    assert isinstance(seeking.look(photo(STANDING)), search.Recognised)


def test_a_board_is_read_cold_once_each_way_round(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where it is both looked at for what is expected and then read."""
    read: list[Registration] = []

    def read_cold(frame: Image, there: Registration, layout: Layout) -> Reading:
        read.append(there)
        return cold.read_cold(frame, there, layout)

    for module in (search, learn):
        monkeypatch.setattr(module, "read_cold", read_cold)
    seeking = search.Search(None, None)
    seeking.expect([(LAYOUT, appearance_of(STANDING))])
    assert isinstance(seeking.look(photo(ELSEWHERE)), search.Unrecognised)
    assert len(read) == len(LAYOUT.turns)


def test_no_looks_are_learnt_where_little_is_as_expected(monkeypatch: pytest.MonkeyPatch) -> None:
    """It would take long, and explain nothing."""

    def learnt(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(learn, "WarmGrid", learnt)
    seeking = search.Search(None, None)
    seeking.expect([(LAYOUT, appearance_of(STANDING))])
    assert isinstance(seeking.look(photo(ELSEWHERE)), search.Unrecognised)
