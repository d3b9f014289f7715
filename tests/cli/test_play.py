"""The options of ``pi-board play``."""

from pi_board.cli.play import play
from pi_board.views.language import LANGUAGES


def test_every_language_can_be_asked_for():
    """The choices of --language are the languages there are catalogues for, and English."""
    (option,) = (p for p in play.params if p.name == "language")
    assert set(option.type.choices) == set(LANGUAGES)
