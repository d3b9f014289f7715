"""Sentences in the players' language, from the gettext catalogues in ``assets/locale``.

    say = speaker("ro")
    say(message("Take back"))

English is the source and has no catalogue. After editing a catalogue, compile it:
``msgfmt --check -o pi_board.mo pi_board.po`` (the tests compare the two). New sentences are found
with ``xgettext --language=Python --keyword=message --keyword=counted:1,2``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from types import MappingProxyType

from pi_board.core.errors import ConfigurationError
from pi_board.core.message import Message, Say, Text, message
from pi_board.views.theme import BLACK_AND_WHITE

SOURCE = "en"
LANGUAGES = {
    SOURCE: "English", "cs": "čeština", "de": "Deutsch", "ro": "română", "sv": "svenska",
}  # fmt: skip
_SITE = re.compile(r"[a-h]\d")


def speaker(language: str, stones: tuple[str, str] = BLACK_AND_WHITE) -> Say:
    """What puts a sentence into `language`, a key of `LANGUAGES`, and calls the players after the
    colours of their `stones` (of `pi_board.views.theme.STONES`; the first player's first).

    A sentence the catalogue lacks is said in English. Raises ConfigurationError for a language
    that is not there.
    """
    if language == SOURCE and stones == BLACK_AND_WHITE:
        return str
    if language not in LANGUAGES:
        raise ConfigurationError(f"language {language!r}, expected {', '.join(LANGUAGES)}")
    catalogue, called = _catalogue(language), _called(stones)

    def translate(template: str, plural: str | None, count: int | None) -> str:
        if plural is None or count is None:
            return catalogue.gettext(called.get(template, template))
        return catalogue.ngettext(template, plural, count)

    def say(sentence: Message) -> str:
        return sentence.render(translate)

    return say


def _catalogue(language: str) -> NullTranslations:
    if language == SOURCE:
        return NullTranslations()
    path = files("pi_board.views") / "assets" / "locale" / language / "LC_MESSAGES" / "pi_board.mo"
    with path.open("rb") as compiled:
        return GNUTranslations(compiled)


def _called(stones: tuple[str, str]) -> dict[str, str]:
    """The words for players and stones of other colours, in place of those for black and white."""
    return {
        usual.template: word.template
        for own, stone in zip(BLACK_AND_WHITE, stones, strict=True)
        for usual, word in zip(_WORDS[own], _WORDS[stone], strict=True)
    }


# the player, what is the player's, one of the stones
_WORDS: Mapping[str, tuple[Message, Message, Message]] = MappingProxyType(
    {
        "black": (message("Black"), message("Black's"), message("a black stone")),
        "white": (message("White"), message("White's"), message("a white stone")),
        "red": (message("Red"), message("Red's"), message("a red stone")),
        "yellow": (message("Yellow"), message("Yellow's"), message("a yellow stone")),
        "blue": (message("Blue"), message("Blue's"), message("a blue stone")),
        "green": (message("Green"), message("Green's"), message("a green stone")),
        "brown": (message("Brown"), message("Brown's"), message("a brown stone")),
    }
)


def preferred(environment: Mapping[str, str]) -> str:
    """The first language the user asks for that is there, as gettext reads the environment."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(name):
            wanted = [re.split("[_.@]", part)[0] for part in environment[name].split(":")]
            return next((code for code in wanted if code in LANGUAGES), SOURCE)
    return SOURCE


def sentence(text: str) -> str:
    """`text` with a capital first letter, unless it begins with the name of a site."""
    return text if _SITE.match(text) else text[:1].upper() + text[1:]


def worded(say: Say, text: Text) -> str:
    """`text` in the players' language, as it stands in the middle of a line."""
    return say(text) if isinstance(text, Message) else text


def written(say: Say, text: Text) -> str:
    """`text` in the players' language, with a capital if it is not a name."""
    return sentence(say(text)) if isinstance(text, Message) else text
