"""The tokens: both themes complete, and legible by WCAG AA."""

import pytest

from pi_board.core.errors import ConfigurationError
from pi_board.core.scene import Role
from pi_board.views.theme import STONES, THEMES, Colour, mix, read_theme

# text and the ground it is written on
TEXT = [
    ("text", "surface"), ("text", "panel"), ("text", "panel_raised"),
    ("text_muted", "surface"), ("text_muted", "panel"), ("text_muted", "panel_raised"),
    ("turn_text", "turn"), ("turn_muted", "turn"), ("turn_warning", "turn"),
    ("turn_danger", "turn"), ("coordinate", "board_frame"), ("full_text", "board_frame"),
    ("warning", "panel"), ("danger", "panel"), ("danger_text", "danger_fill"),
    ("good", "panel"), ("on_role", "to"), ("on_role", "good"), ("warning", "surface"),
]  # fmt: skip
BOARDS = [
    "loa_light", "loa_dark", "linja_row", "linja_goal", "connexoh_light", "connexoh_dark",
]  # fmt: skip
MARKERS = ["from", "to", "hint", "last_move"]


def luminance(colour: Colour) -> float:
    """Relative luminance, 0 to 1 (WCAG 2.x, https://www.w3.org/TR/WCAG21/#dfn-relative-luminance)."""
    red, green, blue = (
        v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4
        for v in (c / 255 for c in colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(a: Colour, b: Colour) -> float:
    """Contrast ratio of two colours, 1 to 21 (WCAG 2.x)."""
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("text", "ground"), TEXT)
def test_text_has_the_contrast_of_aa(theme, text, ground):
    """Every text colour has a contrast of at least 4.5 on every ground it is written on."""
    colours = read_theme(theme).colours
    assert contrast(colours[text], colours[ground]) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("marker", MARKERS)
@pytest.mark.parametrize("board", BOARDS)
def test_a_marker_or_its_keyline_stands_out_on_every_board(theme, marker, board):
    """The better of fill and keyline has a contrast of at least 3 on every board colour."""
    colours = read_theme(theme).colours
    best = max(contrast(colours[c], colours[board]) for c in (marker, "keyline"))
    assert best >= 3.0


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("board", BOARDS)
def test_the_cross_stands_out_on_every_board(theme, board):
    """One of the cross's three layers has a contrast of at least 4.5 on every board colour."""
    colours = read_theme(theme).colours
    layers = ("wrong", "wrong_keyline", "wrong_outer")
    assert max(contrast(colours[c], colours[board]) for c in layers) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
def test_the_ring_of_a_counted_stone_stands_out_on_it(theme):
    """A counted ring has a contrast of at least 4.5 on the stone that it is drawn on."""
    colours = read_theme(theme).colours
    assert contrast(colours["counted_first"], colours["first"]) >= 4.5
    assert contrast(colours["counted_second"], colours["second"]) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("stone", STONES)
def test_stones_of_every_colour_stand_out(theme, stone):
    """Stone or rim have a contrast of at least 3 on every board, figures and rings on it 4.5."""
    colours = read_theme(theme, stones=(stone, "white")).colours
    for board in BOARDS:
        best = max(contrast(colours[c], colours[board]) for c in ("first", "first_rim"))
        assert best >= 3.0, board
    assert contrast(colours["on_first"], colours["first"]) >= 4.5
    assert contrast(colours["counted_first"], colours["first"]) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
def test_black_and_white_stones_may_change_hands(theme):
    """The first player may have the white stones: then the roles' colours change places."""
    usual, other = read_theme(theme), read_theme(theme, stones=("white", "black"))
    assert other.colour("first") == usual.colour("second")
    assert other.colour("counted_second") == usual.colour("counted_first")


def test_larger_text_leaves_everything_else_as_it_is():
    """Letters grow, distances and strokes do not, nor does the height of a line of a given size."""
    usual, large = read_theme("dark"), read_theme("dark", text=1.2)
    assert large.type["body"] == pytest.approx(usual.type["body"] * 1.2)
    assert large.type["line_height"] == usual.type["line_height"]
    assert (large.space, large.stroke, large.touch) == (usual.space, usual.stroke, usual.touch)


def test_stones_of_no_known_colour_are_refused():
    """Asking for a colour that is not there names those that are."""
    with pytest.raises(ConfigurationError, match="'pink', expected one of black, white, red"):
        read_theme("dark", stones=("pink", "white"))


def test_both_themes_have_the_same_roles():
    """A role that one theme has a colour for, the other has one for too."""
    dark, light = (read_theme(name) for name in THEMES)
    assert dark.colours.keys() == light.colours.keys()


def test_every_role_that_is_marked_by_colour_has_one():
    """Roles of the scene have a colour of their own name, but for those told by shape alone."""
    told_by_shape = {Role.COUNTED, Role.PROTECTED}
    colours = read_theme("dark").colours
    assert {r.value for r in Role if r not in told_by_shape} <= colours.keys()


def test_an_unknown_theme_is_refused():
    """Asking for a theme that is not there names those that are."""
    with pytest.raises(ConfigurationError, match="'sepia', expected dark or light"):
        read_theme("sepia")


def test_contrast_of_black_and_white_is_21():
    """Contrast runs from 1 (the same colour) to 21 (black and white), whichever comes first."""
    black, white = (0, 0, 0), (255, 255, 255)
    assert contrast(black, white) == pytest.approx(21.0)
    assert contrast(white, black) == pytest.approx(21.0)
    assert contrast(white, white) == pytest.approx(1.0)
    assert luminance(white) == pytest.approx(1.0)


def test_mixing_goes_from_one_colour_to_the_other():
    """A share of 0 gives the first colour, 1 the second."""
    assert mix((10, 20, 30), (110, 120, 130), 0.0) == (10, 20, 30)
    assert mix((10, 20, 30), (110, 120, 130), 1.0) == (110, 120, 130)
    assert mix((0, 0, 0), (100, 200, 50), 0.5) == (50, 100, 25)
