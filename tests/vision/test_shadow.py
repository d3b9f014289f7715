"""Tests of vision.shadow through a session: a hard shadow is light, a sleeve is none."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from pi_board.core.observation import Observation
from pi_board.vision.flat import SITE_PX, from_opponent, inside
from pi_board.vision.geometry import Image
from pi_board.vision.mixture import leads
from pi_board.vision.warm.flattener import Flat
from pi_board.vision.warm.hands import obstructed_sites, with_untold
from pi_board.vision.warm.light import standing_shadows
from pi_board.vision.warm.reader import MUDDLED_LEAD, WarmGrid
from pi_board.vision.warm.session import BoardSession
from pi_board.vision.warm.shadow import evened_out, may_be_light
from pi_board.vision.warm.sites import surface_kinds
from tests.vision.games_on_film import LAYOUT, START, appearance_of, labels_of, moved, photo
from tests.vision.painting import paint, view
from tests.vision.sessions import untold

VIEW = view()
NEXT = moved(START, "d1", "d3")


def _session(light: Callable[[Image], Image] = np.asarray) -> BoardSession:
    """One that watches a game that began in this light."""
    session = BoardSession()
    session.expect([(LAYOUT, appearance_of(START))])
    for index in range(2):
        session.see(light(photo(START, seed=index)), 0.5 * index)
    session.confirm(appearance_of(START))
    return session


def _shadowed(picture: Image, start: float = 0.55) -> Image:
    """The right part of a picture (height, width, 3) in a shadow with a hard, slanting edge, from
    `start` of its width on.
    """
    height, width = picture.shape[:2]
    inside = np.arange(width)[None, :] + 0.3 * np.arange(height)[:, None] > start * width
    return np.where(inside[..., None], 0.5 * picture, picture).astype(np.uint8)


def _seen(session: BoardSession, picture: Image, t: float) -> Observation:
    *_, last = session.see(picture, t)
    assert isinstance(last, Observation)
    return last


def _labels(seen: Observation) -> tuple[int, ...]:
    return tuple(int(np.argmax(row)) for row in seen.looks)


def test_shadow_over_half_the_board_hides_nothing() -> None:
    """The position is read through a hard shadow that has just come, and nothing is covered."""
    seen = _seen(_session(), _shadowed(photo(START, seed=5)), 1.0)
    assert not seen.obstructed
    assert _labels(seen) == labels_of(START)


def test_move_is_seen_in_a_shadow() -> None:
    """A stone that went elsewhere while the shadow came is where it is now."""
    session = _session()
    _seen(session, _shadowed(photo(START, seed=5)), 1.0)
    seen = _seen(session, _shadowed(photo(NEXT, seed=6)), 1.5)
    assert not seen.obstructed
    assert _labels(seen) == labels_of(NEXT)


def _barred(picture: Image) -> Image:
    """A picture (height, width, 3) with the deep shadows of a window's bars across it."""
    height, width = picture.shape[:2]
    across = np.arange(width)[None, :] + 0.4 * np.arange(height)[:, None]
    light = cv2.GaussianBlur(np.where(across % 260 < 80, 0.3, 1.0), (0, 0), 2.0)
    return np.asarray(picture * light[..., None]).astype(np.uint8)


@pytest.mark.thorough
def test_stones_are_seen_in_shadows_that_were_always_there() -> None:
    """Those that go into a shadow in which the board was learnt, and those that leave it."""
    session = _session(_barred)
    sources, targets = ("d1", "a4", "e8", "h5"), ("b2", "c3", "d4", "e5", "f4", "g5", "c6", "f7")
    for n, (source, target) in enumerate(zip(2 * sources, targets, strict=True)):
        after = moved(START, source, target)
        seen = _seen(session, _barred(photo(after, seed=5)), 1.0 + n)
        assert _labels(seen) == labels_of(after)


def test_a_square_that_nothing_explains_well_is_left_to_doubt_in_a_standing_shadow_too() -> None:
    """Light and dark in it is told from that of the rest, but hardly well enough to be sure."""
    board = WarmGrid(_barred(photo(START)), VIEW, LAYOUT, labels_of(START))
    odd = _barred(photo(START))
    middle = VIEW.project([(4.5, 0.5)])[0]
    cv2.circle(odd, (round(middle[0]), round(middle[1])), 9, (90, 40, 160), -1)
    reading = board.read(board.flattener.flat(odd, VIEW))
    assert np.sort(reading.looks[LAYOUT.site("e1")])[-2] >= -MUDDLED_LEAD


def test_an_evenly_lit_board_has_no_standing_shadows() -> None:
    """Neither stones beside the middles of their squares nor grain are taken for some."""
    flat = WarmGrid(photo(START), VIEW, LAYOUT, labels_of(START)).flattener.flat(photo(START), VIEW)
    stones = [("", "b", "w")[label] for label in labels_of(START)]
    kinds = tuple(zip(stones, surface_kinds(LAYOUT), strict=True))
    shadows = standing_shadows(from_opponent(flat.colour), VIEW, kinds)
    assert shadows.min() == shadows.max() == 1.0


def test_stones_that_hide_the_corners_of_others_squares_are_no_standing_shadow() -> None:
    """Where they stood, a square is seen as it is when they are gone."""
    crowded = tuple((x + 0.5, 0.5, 25) for x in range(1, 7) if x not in (2, 3))
    crowded += tuple((x + 0.5, 7.5, 25) for x in range(1, 7))
    crowded += tuple((x, y + 0.5, 250) for x in (0.5, 7.5) for y in range(1, 7))
    pushed = ((2.75, 0.3, 25), (3.4, 0.3, 25))
    before = paint(VIEW, stones=(*crowded, *pushed), frame_level=20)
    board = WarmGrid(before, VIEW, LAYOUT, labels_of(START))
    assert board.flattener.field.min() > 0.7
    after = paint(VIEW, stones=(*crowded, pushed[0]), frame_level=20, seed=2)
    reading = board.read(board.flattener.flat(after, VIEW))
    assert reading.labels[LAYOUT.site("d1")] == 0
    assert not obstructed_sites(reading.strange, VIEW, LAYOUT)


def test_corner_left_in_the_light_hides_nothing() -> None:
    """Where nearly all of the board lies in shadow, what is still lit is read as well."""
    for start in (0.3, 0.4, 0.45):
        seen = _seen(_session(), _shadowed(photo(START, seed=5), start), 1.0)
        assert not seen.obstructed
        assert _labels(seen) == labels_of(START)


def test_what_is_learnt_in_a_shadow_holds_when_it_has_gone() -> None:
    """A stone confirmed at a shadow's edge is no riddle once the shadow is elsewhere."""
    session = _session()
    for n, start in enumerate((0.45, 0.5, 0.55, 0.6)):
        _seen(session, _shadowed(photo(NEXT, seed=6), start), 1.0 + n)
        session.confirm(appearance_of(NEXT))
        seen = _seen(session, photo(NEXT, seed=7), 1.5 + n)
        assert not seen.obstructed
        assert _labels(seen) == labels_of(NEXT)


def test_dark_sleeve_is_no_shadow() -> None:
    """What hides the board's pattern covers sites, however dark and even it is."""
    picture = photo(START, seed=5)
    picture[:, picture.shape[1] // 2 :] = 40
    assert len(_seen(_session(), picture, 1.0).obstructed) > 16


def test_burnt_out_area_is_no_patch_of_light() -> None:
    """An evenly brighter area is evened out where it is clear, left alone where it is burnt out."""
    shown = np.random.default_rng(1).uniform(40, 110, (100, 100, 3)).astype(np.float32)
    view = shown.copy()
    view[20:60, 20:60] *= 1.8
    clear = np.ones((100, 100), np.bool_)
    assert evened_out(view, shown, clear, 0.6).edge is not None
    clear[20:60, 20:60] = False
    assert evened_out(view, shown, clear, 0.6).edge is None


def test_untold_sites_count_as_covered() -> None:
    """Sites that glare hides join those under a hand, in the layout's order, each once."""
    first, second, third = LAYOUT.sites[:3]
    assert with_untold((third, first), (1, 2), LAYOUT) == (first, second, third)


def test_site_at_the_edge_of_a_shadow_cannot_be_read() -> None:
    """A square mostly in the outline of a shadow is told from what lies there as little as one
    under a hand: its stone may have gone.
    """
    picture, site = photo(START, seed=5), LAYOUT.sites.index("d1")
    grid = WarmGrid(picture, VIEW, LAYOUT, labels_of(START))
    flat = grid.flattener.flat(picture, VIEW)
    assert grid.read(flat).untold == ()
    colour, known = np.array(flat.colour), np.array(flat.known)
    for part in (colour, known):
        inside(part, SITE_PX)[-SITE_PX:, 3 * SITE_PX + 2 : 3 * SITE_PX + 9] = 0
    edge = ~known.all(axis=-1)
    assert grid.read(Flat(colour, known, flat.guess, edge)).untold == (site,)


def test_before_a_game_begins_no_site_is_hidden_by_its_shadow(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What little is told is enough there; later a move might be missed."""
    untold(monkeypatch, "d1")
    session = BoardSession()
    session.expect([(LAYOUT, appearance_of(START))])
    assert not _seen(session, photo(START), -0.5).obstructed
    assert not _seen(session, photo(START), 0.0).obstructed
    session.confirm(appearance_of(START))
    assert _seen(session, photo(START, seed=2), 0.5).obstructed == (LAYOUT.sites[3],)


def test_what_nothing_explains_is_not_sure() -> None:
    """A square with stripes across it may hold anything, but has no stone's look."""
    picture = photo(START, seed=5)
    grid = WarmGrid(picture, VIEW, LAYOUT, labels_of(START))
    flat = grid.flattener.flat(picture, VIEW)
    colour, site = np.array(flat.colour), LAYOUT.sites.index("d4")
    square = inside(colour, SITE_PX)[4 * SITE_PX : 5 * SITE_PX, 3 * SITE_PX : 4 * SITE_PX]
    sure = grid.read(flat).looks
    square[2::4, :, 0] -= 14
    unsure = grid.read(Flat(colour, flat.known, flat.guess)).looks
    assert leads(sure)[site] > 13
    assert leads(unsure)[site] < 3


@pytest.mark.parametrize(
    ("light", "told"),
    [
        ((1.6, 1.6, 1.6), True),
        ((0.4, 0.4, 0.4), True),
        ((1.6, 1.5, 1.4), True),
        ((0.6, 1.5, 0.6), False),
    ],
)
def test_what_differs_in_brightness_but_hardly_in_hue_may_be_light(
    light: tuple[float, float, float], told: bool
) -> None:
    """In stripes, too, which are no patches."""
    shown = photo(START).astype(np.float32)
    striped = np.arange(shown.shape[0])[:, None] % 7 < np.full(shown.shape[1], 3)
    seen = np.where(striped[..., None], shown * np.float32(light), shown)
    assert may_be_light(seen, shown, striped) is told


def test_a_patch_of_another_hue_is_no_light_however_much_else_is() -> None:
    """A finger in the sun, say."""
    shown = photo(START).astype(np.float32)
    everywhere = np.ones(shown.shape[:2], np.bool_)
    seen = 1.5 * shown
    assert may_be_light(seen, shown, everywhere)
    seen[200:206, 300:306, 0] *= 0.5
    assert not may_be_light(seen, shown, everywhere)


def test_pictures_without_colours_do_not_tell_light_from_a_hand() -> None:
    """All that lies there differs in brightness alone."""
    shown = np.repeat(photo(START)[..., :1], 3, axis=2).astype(np.float32)
    assert not may_be_light(1.5 * shown, shown, np.ones(shown.shape[:2], np.bool_))
