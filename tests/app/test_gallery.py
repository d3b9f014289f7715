"""Every state of every game on the screen: no text leaves its box, everything is said whole."""

import pytest

from pi_board.app.gallery import SIZES, render, scenes
from pi_board.core.scene import Kind
from pi_board.views.canvas import Canvas
from pi_board.views.lettering import CAPITALS, ELLIPSIS, Letters
from pi_board.views.theme import read_theme

SCREENS = [*SIZES, (1024, 768), (1920, 1080)]
SCENES = tuple(scenes())


@pytest.fixture
def written(monkeypatch):
    """Every line of text that is drawn, with its place and the box it must stay in."""
    found = []
    draw = Letters.draw

    def watch(self, target, text, at, size, weight, colour, align="left"):
        width = self.width(text, size, weight)
        left = at[0] - {"left": 0, "centre": width / 2, "right": width}[align]
        half = CAPITALS / 2 * size
        found.append((text, left, left + width, at[1] - half, at[1] + half, target.get_clip()))
        draw(self, target, text, at, size, weight, colour, align)

    monkeypatch.setattr(Letters, "draw", watch)
    return found


@pytest.mark.parametrize("size", SCREENS, ids=str)
@pytest.mark.parametrize(("name", "scene"), SCENES, ids=[name for name, _ in SCENES])
def test_no_text_leaves_its_box(name, scene, size, written):
    """Each line lies between the edges of its part of the screen, whole capitals included."""
    Canvas(size, read_theme("dark")).draw(scene)
    assert written
    for text, left, right, top, bottom, box in written:
        assert left >= box.left - 1, text
        assert right <= box.right + 1, text
        assert top >= box.top, text
        assert bottom <= box.bottom, text


def wordy(sentence):
    """Every sentence and label longer by half, as a translation may be."""
    text = str(sentence)
    return f"{text} {'wörd ' * (len(text) // 10)}".strip()


@pytest.mark.parametrize("size", [(800, 480), (480, 800)], ids=str)
@pytest.mark.parametrize(("name", "scene"), SCENES, ids=[name for name, _ in SCENES])
def test_longer_languages_stay_in_their_boxes_too(name, scene, size, written):
    """What does not fit any more is cut, not written over its neighbours."""
    Canvas(size, read_theme("light"), wordy).draw(scene)
    for text, left, right, top, bottom, box in written:
        assert left >= box.left - 1, text
        assert right <= box.right + 1, text
        assert top >= box.top, text
        assert bottom <= box.bottom, text


@pytest.mark.parametrize("size", SCREENS, ids=str)
@pytest.mark.parametrize(("name", "scene"), SCENES, ids=[name for name, _ in SCENES])
def test_the_message_is_said_whole(name, scene, size, written):
    """Nothing of a message is cut on any screen, and every button's label is whole."""
    canvas = Canvas(size, read_theme("dark"))
    canvas.draw(scene)
    places = (canvas.plan.notice, canvas.plan.buttons)
    cut = [t for t, *_, box in written if ELLIPSIS in t and tuple(box) in map(tuple, places)]
    assert not cut


def test_every_kind_of_state_has_a_picture():
    """No kind of scene is missing from the gallery."""
    assert {scene.kind for _, scene in SCENES} == set(Kind)


@pytest.mark.slow
def test_the_gallery_writes_a_picture_of_each_state(tmp_path):
    """Every state of a game is written in every size and theme."""
    paths = list(render(tmp_path, "loa_over"))
    assert len(paths) == len(SIZES) * 2
    assert all(path.stat().st_size > 10_000 for path in paths)
