"""Every sentence of the program can be said in every language."""

import ast
from importlib.resources import files

import pytest

from pi_board.core.errors import ConfigurationError
from pi_board.core.message import counted, message
from pi_board.views.language import LANGUAGES, SOURCE, preferred, speaker
from pi_board.views.theme import STONES
from tests.views.sentences import SENTENCES, fields

TRANSLATED = tuple(code for code in LANGUAGES if code != SOURCE)


def catalogue(language):
    """What the .po file holds: {(template,) or (template, plural): (translations ...)}."""
    folder = files("pi_board.views") / "assets" / "locale" / language / "LC_MESSAGES"
    entries = {}
    for block in (folder / "pi_board.po").read_text("utf-8").split("\n\n"):
        ids, texts, target = [], [], []
        for line in block.splitlines():
            word, _, rest = line.partition(" ")
            if word.startswith("msg"):
                target = ids if word.startswith("msgid") else texts
                target.append(ast.literal_eval(rest))
            elif line.startswith('"'):
                target[-1] += ast.literal_eval(line)
        if ids:
            entries[tuple(ids)] = tuple(texts)
    return entries


def test_the_source_holds_sentences():
    """The walk over the source finds sentences of rules, referee, screen and wizard."""
    found = {template[0] for template in SENTENCES}
    assert {"no stone stands on {site}", "take {stone} off {site}", "Take back"} <= found
    assert "Point the camera at the board." in found
    assert ("{count} group", "{count} groups") in SENTENCES


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_catalogue_lacks_a_sentence(language):
    """Every template of the source has a translation that is not empty."""
    entries = catalogue(language)
    assert sorted(s for s in SENTENCES if not all(entries.get(s, ("",)))) == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_catalogue_keeps_a_sentence_nobody_says(language):
    """Every translation belongs to a template of the source."""
    assert sorted(set(catalogue(language)) - SENTENCES - {("",)}) == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_has_the_values_of_its_template(language):
    """Values are neither lost nor made up; only the number may be said in a word."""
    for ids, texts in catalogue(language).items():
        wanted, spared = fields(ids[-1]), {"count"} if len(ids) == 2 else set()
        for text in texts if ids[0] else ():
            assert wanted - spared <= fields(text) <= wanted, text
        if len(ids) == 2:  # the form for many says how many, if the source does
            assert fields(texts[-1]) == fields(ids[1]), texts


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_compiled_catalogue_is_that_of_the_text(language):
    """What is spoken is what the .po file says, for each form of each sentence."""
    say = speaker(language)
    for ids, texts in catalogue(language).items():
        if not ids[0]:
            continue
        values = {name: name for name in fields(ids[-1])}
        if len(ids) == 1:
            assert say(message(ids[0], **values)) == texts[0].format(**values)
            continue
        values.pop("count", None)
        said = {say(counted(*ids, n, **values)) for n in range(1, 30)}
        assert {texts[0].format(count=1, **values), texts[1].format(count=2, **values)} <= said
        assert texts[-1].format(count=25, **values) in said


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        ("en", "1 group, 2 groups, 5 groups, 20 groups, 101 groups"),
        ("cs", "1 skupina, 2 skupiny, 5 skupin, 20 skupin, 101 skupin"),
        ("de", "1 Gruppe, 2 Gruppen, 5 Gruppen, 20 Gruppen, 101 Gruppen"),
        ("ro", "1 grup, 2 grupuri, 5 grupuri, 20 de grupuri, 101 grupuri"),
        ("sv", "1 grupp, 2 grupper, 5 grupper, 20 grupper, 101 grupper"),
    ],
)
def test_numbers_take_the_form_of_the_language(language, forms):
    """One, few and many are told apart as each language does."""
    say = speaker(language)
    said = [say(counted("{count} group", "{count} groups", n)) for n in (1, 2, 5, 20, 101)]
    assert ", ".join(said) == forms


def test_a_word_inside_a_sentence_is_translated_too():
    """A player's name within a sentence stands in the language of the sentence."""
    why = message("{player} wins", player=message("White"))
    assert [speaker(code)(why) for code in ("en", "cs", "de", "ro", "sv")] == [
        "White wins", "bílý vyhrává", "Weiß gewinnt", "albul câștigă", "vit vinner",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        ("en", "Red to move | Put a yellow stone on e8"),
        ("cs", "Na tahu je červený | Postavte žlutý kámen na e8"),
        ("de", "Rot am Zug | einen gelben Stein auf e8 stellen"),
        ("ro", "Mută roșul | Puneți o piesă galbenă pe e8"),
        ("sv", "röd vid draget | Ställ en gul pjäs på e8"),
    ],
)
def test_players_are_called_after_their_stones(language, sentences):
    """Where the real stones are red and yellow nobody is called black."""
    say = speaker(language, ("red", "yellow"))
    said = (
        message("{player} to move", player=message("Black")),
        message("Put {stone} on {site}", stone=message("a white stone"), site="e8"),
    )
    assert " | ".join(map(say, said)) == sentences


def test_every_colour_of_stones_has_its_words():
    """Each colour that stones may have on the screen can be said, and the two stay apart."""
    for one in STONES:
        say = speaker("de", (one, "white" if one != "white" else "black"))
        assert say(message("Black")) != say(message("White"))


def test_what_no_catalogue_knows_is_said_in_english():
    """A sentence without a translation is not lost."""
    assert speaker("de")(message("unheard of {thing}", thing=1)) == "unheard of 1"


def test_an_unknown_language_is_refused():
    """Asking for a language that is not there names those that are."""
    with pytest.raises(ConfigurationError, match="'fr', expected en, cs, de, ro, sv"):
        speaker("fr")


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "cs_CZ.UTF-8"}, "cs"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "csb_PL"}, "en"),
        ({"LANG": "de_AT@euro", "LANGUAGE": "fr:ro:de"}, "ro"),
        ({"LANG": "de_DE", "LC_ALL": "sv_SE.UTF-8"}, "sv"),
        ({"LANG": "de_DE", "LANGUAGE": ""}, "de"),
    ],
)
def test_the_environment_says_the_language(environment, language):
    """The first language asked for that is there, else English."""
    assert preferred(environment) == language
