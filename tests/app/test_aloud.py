"""What a voice says where the screen points."""

from dataclasses import replace

import pytest

from pi_board.app.compose import compose
from pi_board.app.scenes.state import Disturbed, HintGiven, Illegal, SettingUp
from pi_board.app.showcase.gallery import carry, table
from pi_board.core.message import message
from pi_board.referee.repair import TurnBack
from pi_board.views.language import speaker
from pi_board.views.spoken import spoken

MOVED = ("w", "c5", "d8")  # board rows; White counts them from row 8 on


def heard(state, situation, language="en"):
    """What is said when this has happened."""
    after = compose(replace(state, situation=situation))
    return spoken(compose(state), after, speaker(language))


@pytest.mark.parametrize(
    ("step", "said"),
    [
        (MOVED, "Move a white stone. From: row 3. To: start line."),
        (("b", "c5", "d8"), "Move a black stone. From: row 4. To: goal line."),
        (("b", "", "a2"), "Put a black stone here: row 1."),
        (("w", "c5", ""), "Take a white stone off here: row 3."),
    ],
)
def test_the_step_that_puts_a_row_right_is_told_in_rows(step, said):
    """Nobody hears an arrow: rows are called as where moves are told."""
    state = table("linja")
    assert heard(state, Disturbed((carry(state, *step),))).endswith(f"the game. {said}")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("cs", "Přesuňte bílý kámen. Odkud: řada 3. Kam: startovní linie."),
        ("de", "einen weißen Stein setzen. Von: Reihe 3. Nach: Startlinie."),
        ("ro", "Mutați o piesă albă. De unde: rândul 3. Unde: linia de start."),
        ("sv", "Flytta en vit pjäs. Från: rad 3. Till: startlinjen."),
    ],
)
def test_rows_are_told_in_every_language(language, said):
    """Each word in a form that stands by itself."""
    state = table("linja")
    assert heard(state, Disturbed((carry(state, *MOVED),)), language).endswith(said)


def test_an_illegal_move_of_a_row_is_put_back_by_rows():
    """Not while it is asked whether the move is accepted."""
    state = table("linja")
    wrong = Illegal(None, message("it is White to move"), (carry(state, "b", "a2", "a1"),))
    back = "Move a black stone. From: row 1. To: start line."
    assert heard(state, wrong) == f"it is White to move. {back}"
    asked = replace(wrong, ruling="asked")
    assert heard(state, asked) == "it is White to move. Accept this move?"


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Put a stone here: row 6, as White counts."),
        ("cs", "Postavte kámen. Kam: řada 6, jak počítá bílý."),
        ("de", "einen Stein stellen. Wohin: Reihe 6, wie Weiß zählt."),
        ("ro", "Puneți o piesă. Unde: rândul 6, cum numără albul."),
        ("sv", "Ställ en pjäs. Var: rad 6, som vit räknar."),
    ],
)
def test_a_stone_that_may_be_of_either_player_has_no_colour(language, said):
    """Reeds feel none; rows are counted from somebody's side all the same."""
    state = table("linja")
    step = replace(carry(state, "b", "", "a2"), either=True)
    assert heard(state, Disturbed((step,)), language).endswith(said)


def test_another_step_with_the_same_words_on_the_screen_is_said():
    """``Move it as shown`` twice is two arrows."""
    state = table("linja")
    one, other = (
        compose(replace(state, situation=Disturbed((carry(state, "w", start, "d8"),))))
        for start in ("c5", "c6")
    )
    assert spoken(one, other, str).endswith("Move a white stone. From: row 2. To: start line.")


def test_places_with_names_are_said_as_they_are_written():
    """``Put it back on`` says more than a move."""
    state = table("loa")
    wrong = Illegal(None, message("no"), (carry(state, "b", "d2", "d1"),))
    assert heard(state, wrong) == "no. Put it back on d1."


def test_how_a_tile_is_to_be_turned_at_the_set_up_is_said():
    """The first one; the next follows when it is done."""
    state = table("connexoh")
    steps = (TurnBack(0, 3), TurnBack(1, 2))
    assert heard(state, SettingUp(steps)).endswith("Turn a1 to the left.")


@pytest.mark.parametrize(
    ("game", "move", "place"),
    [("loa", "c1-c3", "c1"), ("linja", "0-1", "start line"), ("connexoh", "c3@90", "c3")],
)
def test_the_stone_that_a_hint_shows_is_named(game, move, place):
    """A star is not heard. Where the stone goes is not told."""
    state = table(game)
    hinted = compose(replace(state, hint=HintGiven(move, nudge=True)))
    said = spoken(compose(state), hinted, str)
    assert said == f"A good move begins here. Here: {place}."
