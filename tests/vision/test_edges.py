"""Light stones on burnt-out tiles, told by their edges."""

import numpy as np

from pi_board.vision.flat import FINE_PX
from pi_board.vision.geometry import Array
from pi_board.vision.warm.edges import decide_by_edges, stones_by_edges
from pi_board.vision.warm.looks import learn_stone, learn_surface, with_faint
from pi_board.vision.warm.sites import parts_of

LABELS = tuple(f"{turn}{stones}" for turn in range(4) for stones in ("", "w", "b", "x"))
PARTS = tuple(parts_of(label) for label in LABELS)
HOME = (0, 1, 2, 3, 4, 5)
PLACE = np.hypot(*(np.mgrid[:FINE_PX, :FINE_PX] - np.array([6, 13])[:, None, None]))
OUTLINE = np.asarray(PLACE < 4, np.float32)
RING = np.abs(PLACE - 4) < 0.8


def _tile(stone: bool, turn: int, rng: np.random.Generator, ring: float = 50.0) -> Array:
    """A tile (px, px, 3) whose light half is burnt out; a stone on it shows a ring only."""
    y, x = np.mgrid[:FINE_PX, :FINE_PX]
    seen = np.where(x > y, 265.0, 100.0) - ring * (RING & stone)
    noisy = np.rot90(seen, -turn)[..., None] + rng.normal(0.0, 8.0, (FINE_PX, FINE_PX, 3))
    return np.asarray(noisy.clip(0, 255), np.float32)


def _board(stones: tuple[int, ...], turns: dict[int, int], ring: float = 50.0) -> Array:
    rng = np.random.default_rng(5)
    return np.stack([_tile(s in stones, turns.get(s, 0), rng, ring) for s in range(36)])


def _looks(shown: dict[int, str]) -> np.ndarray:
    """Looks (sites, labels) that know how tiles lie, and are sure that nothing lies on them but
    what is `shown`.
    """
    looks = np.full((36, len(LABELS)), -14.0)
    for site in range(36):
        looks[site, LABELS.index(shown.get(site, "0"))] = 0.0
    return looks


def test_stones_are_told_by_their_edges_alone() -> None:
    """Also where a tile was turned with its stone, and where one has come or gone."""
    stones, turns = (0, 1, 2, 3, 4, 20), {3: 2, 20: 1, 30: 3}
    holding = np.isin(np.arange(36), HOME)
    lead = stones_by_edges(
        _board(stones, turns), [turns.get(s, 0) for s in range(36)], holding, OUTLINE
    )
    assert lead is not None
    assert [site for site in range(36) if lead[site] > 3] == list(stones)
    assert (np.delete(lead, stones) < -3).all()


def test_no_edges_say_nothing() -> None:
    """Where rings are burnt out too every site is as likely to hold a stone as not."""
    holding = np.isin(np.arange(36), HOME)
    lead = stones_by_edges(_board(HOME, {}, ring=0.0), [0] * 36, holding, OUTLINE)
    assert lead is not None
    assert not lead.any()


def test_one_of_four_stones_that_has_gone_is_missed() -> None:
    """It does not spoil what the others show."""
    holding = np.isin(np.arange(36), (0, 1, 2, 3))
    lead = stones_by_edges(_board((0, 1, 2), {}), [0] * 36, holding, OUTLINE)
    assert lead is not None
    assert np.flatnonzero(lead > 0).tolist() == [0, 1, 2]


def test_few_stones_do_not_show_what_an_edge_looks_like() -> None:
    """Of three the one that has gone is half of what the other ones are compared with."""
    holding = np.isin(np.arange(36), (0, 1, 2))
    assert stones_by_edges(_board((0, 1), {}), [0] * 36, holding, OUTLINE) is None


def test_edges_decide_against_burnt_out_colours() -> None:
    """A stone that went is gone though its tile looks as it did, and it is where it came to."""
    looks = _looks(dict.fromkeys(HOME, "0w"))
    labels = [LABELS.index("0w" if site in HOME else "0") for site in range(36)]
    decide_by_edges(looks, _board((0, 1, 2, 3, 4, 11), {}), labels, PARTS, OUTLINE)
    best = [LABELS[label] for label in looks.argmax(axis=1)]
    assert [site for site in range(36) if best[site] == "0w"] == [0, 1, 2, 3, 4, 11]


def test_edges_that_were_wrong_of_a_site_tell_nothing_of_it() -> None:
    """As where a patch of light ended on a bare tile when the board was learnt."""
    looks = _looks(dict.fromkeys(HOME, "0w"))
    labels = [LABELS.index("0w" if site in HOME else "0") for site in range(36)]
    board = _board((*HOME, 11, 12), {})
    decide_by_edges(looks, board, labels, PARTS, OUTLINE, misled=(11,))
    bare, stone = LABELS.index("0"), LABELS.index("0w")
    assert looks[11, bare] == looks[11, stone]
    assert looks[12, bare] < looks[12, stone] - 3


def test_where_no_edges_are_a_stone_is_as_likely_as_none() -> None:
    """On all sites: the referee knows what it cannot be told."""
    looks = _looks(dict.fromkeys(HOME, "0w"))
    labels = [LABELS.index("0w" if site in HOME else "0") for site in range(36)]
    decide_by_edges(looks, _board(HOME, {}, ring=0.0), labels, PARTS, OUTLINE)
    with_stone, without = (looks[:, LABELS.index(label)] for label in ("0w", "0"))
    assert (with_stone == without).all()


def test_faint_stone_is_as_large_as_the_other_kind() -> None:
    """A ring of which hardly anything stands out is learnt as a whole stone on the other half."""
    stones = tuple("w" if site < 6 else "b" if site >= 30 else "" for site in range(36))
    squares = _board(HOME, {}, ring=25.0)
    squares[30:, OUTLINE[::-1, ::-1] > 0] = 20.0
    surface = learn_surface(squares[6:30])
    dark = learn_stone(squares[30:], [surface] * 6, [0] * 6)
    assert dark is not None
    found = with_faint({"b": dark}, stones, squares, [surface] * 36)
    assert found["b"] is dark
    assert (found["w"].outline == dark.outline[::-1, ::-1]).all()
    assert found["w"].size >= dark.size


def test_black_stone_on_black_keeps_its_own_looks() -> None:
    """Of it little stands out but its gloss, which tells it better than a ring would."""
    stones = tuple("w" if site < 6 else "b" if site >= 30 else "" for site in range(36))
    squares = _board((), {})
    squares[:6, OUTLINE > 0] = 90.0
    y, x = (round(float(axis.mean())) for axis in np.nonzero(OUTLINE[::-1, ::-1]))
    squares[30:, y - 1 : y + 2, x - 1 : x + 2] = 200.0
    surface = learn_surface(squares[6:30])
    light, dark = (
        learn_stone(squares[sites], [surface] * 6, [0] * 6) for sites in (slice(6), slice(30, 36))
    )
    assert light is not None
    assert dark is not None
    found = with_faint({"w": light, "b": dark}, stones, squares, [surface] * 36)
    assert (found["b"].cover == dark.cover).all()
