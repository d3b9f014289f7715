"""Text: the typeface has every letter, and no line is wider than its room."""

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_board.views.lettering import FACES, Letters, Weight

LETTERS = "áčďéěíňóřšťúůýžÁČĎÉĚÍŇÓŘŠŤÚŮÝŽăâîșțĂÂÎȘȚåäöÅÄÖüßÜ×–…−"
OF_NAMES = "ИванЇґёЮщΓιώργοςΆΩNguyễnƯơ"
SENTENCE = "2 stones stand on the line c1-c8, so a stone on it moves exactly 2 squares, not 3."


@pytest.mark.parametrize("weight", FACES)
def test_the_typeface_has_all_letters_of_the_languages(weight):
    """No letter of Czech, Romanian, Swedish or German is missing in any weight, nor are those of
    people's names in Cyrillic, Greek and Vietnamese letters.
    """
    letters = Letters()
    inked = {c: letters._font(40, weight).metrics(c)[0] for c in LETTERS + OF_NAMES}
    assert not [c for c, metrics in inked.items() if metrics is None or metrics[0] == metrics[1]]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Tomáš…", "Tomáš…"),
        ("Toma\u0301s\u030c", "Tomáš"),
        ("Иван", "Иван"),
        ("山田", "ShanTian"),
        ("სანდრო", "sandro"),
        ("सीता", "sita"),
        ("🙂 Bob", " Bob"),
        ("a\x00b\xa0c\nd", "ab c d"),
    ],
)
def test_letters_that_the_typeface_lacks_are_spelt(name, shown):
    """Else nobody would see who plays."""
    letters = Letters()
    assert letters.shown(name) == shown
    assert letters.width(name, 40, "text") == letters.width(shown, 40, "text")
    drawn, spelt = (letters._line(text, 40, "text", (255, 255, 255)) for text in (name, shown))
    assert pygame.image.tobytes(drawn, "RGBA") == pygame.image.tobytes(spelt, "RGBA")


@given(st.text("abc defgh ij", max_size=80), st.integers(60, 300))
def test_no_wrapped_line_is_wider_than_its_room(text, room):
    """Wrapped lines fit, whatever the words are."""
    letters = Letters()
    for line in letters.wrap(text, room, 24, "text"):
        assert letters.width(line, 24, "text") <= room


def test_wrapping_keeps_every_word():
    """The words of the lines are the words of the sentence, in order."""
    assert " ".join(Letters().wrap(SENTENCE, 300, 24, "text")) == SENTENCE


def test_a_name_that_is_too_long_is_cut_with_an_ellipsis():
    """A cut text fits and says that it was cut; one that fits is left alone."""
    letters = Letters()
    cut = letters.cut("Maximiliane-Alexandra", 120, 24, "strong")
    assert cut.endswith("…")
    assert letters.width(cut, 24, "strong") <= 120
    assert letters.cut("Ida", 120, 24, "strong") == "Ida"
    assert letters.cut("Ida", 3, 24, "strong") == "…"


def test_an_endless_name_is_measured_a_few_times_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody wrote, or imported, a page as a name: the screen is drawn in time all the same."""
    letters, measured = Letters(), list[str]()
    width = letters.width

    def counted(text: str, size: float, weight: Weight) -> int:
        measured.append(text)
        return width(text, size, weight)

    monkeypatch.setattr(letters, "width", counted)
    cut = letters.cut("Anna " * 400, 120, 24, "strong")
    assert len(measured) < 20
    shown = cut.removesuffix("…")
    longer = ("Anna " * 400)[: len(shown) + 2]
    assert longer.startswith(shown)
    assert width(cut, 24, "strong") <= 120 < width(longer + "…", 24, "strong")


def test_clock_figures_do_not_jump():
    """Every time of the same length is equally wide."""
    letters = Letters()
    assert len({letters.clock_width(t, 34) for t in ("11:11", "00:00", "12:47")}) == 1
