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
from gettext import GNUTranslations
from importlib.resources import files

from pi_board.core.errors import ConfigurationError
from pi_board.core.message import Message
from pi_board.views.lettering import Say

SOURCE = "en"
LANGUAGES = {
    SOURCE: "English", "cs": "čeština", "de": "Deutsch", "ro": "română", "sv": "svenska",
}  # fmt: skip


def speaker(language: str) -> Say:
    """What puts a sentence into `language`, a key of `LANGUAGES`.

    A sentence the catalogue lacks is said in English. Raises ConfigurationError for a language
    that is not there.
    """
    if language == SOURCE:
        return str
    if language not in LANGUAGES:
        raise ConfigurationError(f"language {language!r}, expected {', '.join(LANGUAGES)}")
    path = files("pi_board.views") / "assets" / "locale" / language / "LC_MESSAGES" / "pi_board.mo"
    with path.open("rb") as compiled:
        catalogue = GNUTranslations(compiled)

    def translate(template: str, plural: str | None, count: int | None) -> str:
        if plural is None or count is None:
            return catalogue.gettext(template)
        return catalogue.ngettext(template, plural, count)

    def say(sentence: Message) -> str:
        return sentence.render(translate)

    return say


def preferred(environment: Mapping[str, str]) -> str:
    """The first language the user asks for that is there, as gettext reads the environment."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(name):
            wanted = [re.split("[_.@]", part)[0] for part in environment[name].split(":")]
            return next((code for code in wanted if code in LANGUAGES), SOURCE)
    return SOURCE
