"""The gallery holds every state of every game; with longer words nothing leaves its box."""

import pytest

from pi_board.app.showcase.gallery import SIZES, main, render, scenes
from pi_board.core.scene import Kind
from pi_board.views.canvas import Canvas
from pi_board.views.theme import read_theme
from tests.app.lettered import lines_drawn

SCENES = tuple(scenes())


def wordy(sentence):
    """Every sentence and label longer by half, as a translation may be."""
    text = str(sentence)
    return f"{text} {'wörd ' * (len(text) // 10)}".strip()


@pytest.mark.thorough
@pytest.mark.parametrize("size", [(800, 480), (480, 800)], ids=str)
def test_longer_languages_stay_in_their_boxes_too(size):
    """What does not fit any more is cut, not written over its neighbours."""
    lines = lines_drawn(Canvas(size, read_theme("light"), wordy), SCENES)
    assert any("wörd" in line.text for line in lines)
    assert not [line for line in lines if not line.is_inside]


def test_every_kind_of_state_has_a_picture():
    """No kind of scene is missing from the gallery."""
    assert {scene.kind for _, scene in SCENES} == set(Kind)


@pytest.mark.parametrize("asked", ["--help", "--halp"])
def test_an_option_is_no_folder(asked, tmp_path, monkeypatch, capsys):
    """Who asks for help gets it, and nothing is written."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit):
        main([asked])
    assert "usage: python -m pi_board.app.showcase.gallery" in "".join(capsys.readouterr())
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_the_gallery_writes_a_picture_of_each_state(tmp_path):
    """Every state of a game is written in every size and theme."""
    paths = list(render(tmp_path, "loa_over"))
    assert len(paths) == len(SIZES) * 2
    assert all(path.stat().st_size > 10_000 for path in paths)
