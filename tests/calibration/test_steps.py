"""The guided set-up, on recorded and painted pictures."""

from pathlib import Path

import numpy as np
import pytest

from calibration import steps
from calibration.profile import Profile, load_profile, profile_path, save_profile, what_changed
from pi_board.core.errors import InvalidFile, InvalidText
from pi_board.games.registry import make_game
from pi_board.vision.geometry import Image, Lens
from pi_board.vision.pictures import load_picture

FRAMES = Path(__file__).parents[1] / "frames" / "demo"


def aiming(name: str) -> steps.Aiming:
    game = make_game(name)
    return steps.Aiming(tuple((one, game.appearance(game.start(), one)) for one in game.layouts))


@pytest.mark.parametrize("name", ["loa", "connexoh"])
def test_a_board_at_its_start_position_is_set_up(name: str) -> None:
    """Aiming and placing are both done after one look each."""
    image = load_picture(FRAMES / name / "f_0000.jpg")
    state: steps.State = steps.accept(steps.look(aiming(name), image))
    assert isinstance(state, steps.Placing)
    state = steps.accept(steps.look(state, image))
    assert isinstance(state, steps.Done)
    assert state.aim.score >= 5


def test_a_black_picture_says_what_to_do() -> None:
    """Nothing is accepted, and the sentence says what is wrong."""
    dark: Image = np.zeros((480, 640, 3), np.uint8)
    state = steps.accept(steps.look(aiming("loa"), dark))
    assert isinstance(state, steps.Aiming)
    assert "No board is seen" in str(steps.told(state))


def test_burnt_sites_are_named() -> None:
    """Glare over one square is told with its name."""
    image = load_picture(FRAMES / "loa" / "f_0000.jpg").copy()
    state = steps.look(aiming("loa"), image)
    assert isinstance(state, steps.Aiming)
    assert state.found is not None
    x, y = state.found.geometry.project([(3.5, 3.5)])[0]
    image[int(y) - 12 : int(y) + 12, int(x) - 12 : int(x) + 12] = 255
    state = steps.look(aiming("loa"), image)
    assert isinstance(state, steps.Aiming)
    assert state.aim is not None
    assert any("Glare at d4" in str(hint) for hint in state.aim.hints)


def profile() -> Profile:
    lens = Lens(700.0, (319.5, 239.5), (640, 480), (-0.1, 0.01, 0.0, 0.0, 0.0))
    corners = ((1.5, 2.0), (1.0, 300.0), (300.0, 301.0), (310.0, 3.0))
    return Profile(
        "oak", "loa", "loa", "2026-01-02", "camera", (640, 480), corners, 4, 9, 44.0, lens
    )


def test_a_profile_comes_back_as_it_was_saved(tmp_path: Path) -> None:
    """Saving and loading keep everything, the lens included."""
    save_profile(profile(), tmp_path / "oak.toml")
    assert load_profile(tmp_path / "oak.toml") == profile()


def test_a_broken_profile_names_file_and_key(tmp_path: Path) -> None:
    """A missing key is an error that says which."""
    path = tmp_path / "oak.toml"
    save_profile(profile(), path)
    path.write_text(path.read_text().replace("score = 9\n", ""))
    with pytest.raises(InvalidFile, match=r"oak.toml: KeyError at 'score'"):
        load_profile(path)


def test_a_stale_profile_says_what_changed() -> None:
    """Another picture size, or another place of the board, is told; the same view is not."""
    image = load_picture(FRAMES / "loa" / "f_0000.jpg")
    state = steps.look(aiming("loa"), image)
    assert isinstance(state, steps.Aiming)
    assert state.found is not None
    assert "sites from where it was" in str(what_changed(profile(), state.found.geometry)[0])


def test_a_name_that_leads_elsewhere_is_refused() -> None:
    """A profile's name is no path."""
    with pytest.raises(InvalidText):
        profile_path("../oak")
