"""The lens of a camera, and that of another one."""

from pathlib import Path

import pytest

from pi_board.games.registry import make_game
from pi_board.vision.finding.find import Found, find_any
from pi_board.vision.finding.own_lens import find_with_lens, is_another_ones
from pi_board.vision.geometry import Lens
from pi_board.vision.pictures import load_picture

LAYOUTS = make_game("loa").layouts
PICTURE = load_picture(Path(__file__).parents[1] / "frames" / "loa_fiducials_dim.jpg")


@pytest.mark.parametrize(("focal_px", "is_another"), [(640.0, False), (320.0, True)])
def test_the_lens_of_another_camera_is_left_out(focal_px: float, is_another: bool) -> None:
    """With it the grid fits badly; without it well."""
    lens = Lens.centred(focal_px, (640, 480))
    found = find_with_lens(PICTURE, LAYOUTS, lens)
    assert isinstance(found, Found)
    assert is_another_ones(PICTURE, LAYOUTS, lens) == is_another
    if is_another:
        assert found == find_any(PICTURE, LAYOUTS)


def test_a_lens_for_pictures_of_another_shape_is_not_used() -> None:
    """It says nothing of these."""
    found = find_with_lens(PICTURE, LAYOUTS, Lens.centred(640.0, (1280, 720)))
    assert found == find_any(PICTURE, LAYOUTS)
