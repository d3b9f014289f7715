"""Reading boards whose looks were learnt from one picture."""

import numpy as np

from pi_board.vision.geometry import BoardGeometry, Image
from pi_board.vision.warm.hands import obstructed_sites
from pi_board.vision.warm.reader import WarmGrid, WarmReading
from tests.vision.games_on_film import LAYOUT, START, labels_of, moved, photo, with_hand
from tests.vision.painting import view

VIEW = view()
TEXT = moved(START, "c1", "c3")


def learnt(geometry: BoardGeometry = VIEW) -> WarmGrid:
    """The looks of the painted board at the start."""
    return WarmGrid(photo(START, geometry), geometry, LAYOUT, labels_of(START))


def reading_of(board: WarmGrid, picture: Image, geometry: BoardGeometry = VIEW) -> WarmReading:
    """The board's reading of a picture."""
    return board.read(board.flattener.flat(picture, geometry))


def covered(board: WarmGrid, picture: Image) -> tuple[str, ...]:
    """Obstructed sites in a picture."""
    return obstructed_sites(reading_of(board, picture).strange, VIEW, LAYOUT)


def test_start_explains_itself_without_memory() -> None:
    """Looks learnt with right labels explain every site of the picture."""
    board = learnt()
    looks, _ = board.explain_all(board.flattener.flat(photo(START), VIEW))
    assert tuple(looks.argmax(axis=1)) == labels_of(START)


def test_looks_learnt_with_wrong_labels_explain_little() -> None:
    """Labels of another position are a muddle: far fewer sites agree with theirs."""
    wrong = labels_of("/".join(reversed(["bbbbbbbb", *["...ww..."] * 6, "wwwwwwww"])))
    board = WarmGrid(photo(START), VIEW, LAYOUT, wrong)
    looks, _ = board.explain_all(board.flattener.flat(photo(START), VIEW))
    assert (looks.argmax(axis=1) == np.array(wrong)).mean() < 0.9


def test_moved_stone_is_read_where_it_is() -> None:
    """Both squares of a move read right, surely, and nothing is obstructed."""
    board = learnt()
    reading = reading_of(board, photo(TEXT, seed=3))
    assert reading.labels == labels_of(TEXT)
    assert (np.sort(reading.looks, axis=1)[:, -2] < -5.0).all()
    assert covered(board, photo(TEXT, seed=3)) == ()


def test_darker_and_warmer_light_is_no_move() -> None:
    """Half the light and another white balance change no label and obstruct nothing."""
    board = learnt()
    picture = photo(TEXT, seed=4).astype(np.float32) * (0.42, 0.5, 0.56)
    evening = picture.astype(np.uint8)
    assert reading_of(board, evening).labels == labels_of(TEXT)
    assert covered(board, evening) == ()


def test_light_from_one_side_is_no_move() -> None:
    """A lamp that makes one side of the board half as bright again changes nothing."""
    board = learnt()
    across = np.linspace(0.8, 1.2, 640, dtype=np.float32)[None, :, None]
    lit = np.clip(photo(TEXT, seed=5) * across, 0, 255).astype(np.uint8)
    assert reading_of(board, lit).labels == labels_of(TEXT)
    assert covered(board, lit) == ()


def test_hand_obstructs_what_it_covers() -> None:
    """An arm that reaches in from below obstructs the square at its tip and those under it."""
    board = learnt()
    sites = covered(board, with_hand(photo(TEXT), VIEW, "d4"))
    assert {"d4", "d3", "d2"} <= set(sites)
    assert "a8" not in sites


def test_hand_that_only_reaches_the_margin_obstructs_nothing() -> None:
    """A hand beside the grid leaves all sites to be read."""
    board = learnt()
    picture = photo(TEXT)
    picture[-14:, 300:360] = (120, 150, 205)
    assert covered(board, picture) == ()


def test_thing_in_the_middle_of_the_board_is_no_hand_unless_large() -> None:
    """A small strange spot obstructs nothing, a cup does."""
    board = learnt()
    (x, y), *_ = VIEW.project([(4.5, 4.5)]).round().astype(int).tolist()
    spot, cup = photo(TEXT), photo(TEXT)
    spot[y - 5 : y + 5, x - 5 : x + 5] = (40, 220, 40)
    cup[y - 45 : y + 45, x - 45 : x + 45] = (40, 220, 40)
    assert covered(board, spot) == ()
    assert "e5" in covered(board, cup)


def test_confirmed_move_is_remembered() -> None:
    """After confirmation the new position is the memory: it reads with full certainty."""
    board = learnt()
    board.confirm(board.flattener.flat(photo(TEXT, seed=6), VIEW), labels_of(TEXT))
    assert board.labels == labels_of(TEXT)
    reading = reading_of(board, photo(TEXT, seed=8))
    assert reading.labels == labels_of(TEXT)
    assert not reading.strange.any()


def test_glare_is_no_stone_and_no_hand() -> None:
    """A burnt-out spot on an empty square changes neither its label nor obstructs it."""
    board = learnt()
    (x, y), *_ = VIEW.project([(3.5, 4.5)]).round().astype(int).tolist()
    shiny = photo(START, seed=9)
    shiny[y - 6 : y + 6, x - 9 : x + 9] = 255
    assert reading_of(board, shiny).labels == labels_of(START)
    assert covered(board, shiny) == ()
