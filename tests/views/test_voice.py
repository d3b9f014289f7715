"""What is said, and that nobody waits for it."""

import stat
import time
from dataclasses import replace

import pytest

from pi_board.app.compose import compose
from pi_board.app.scenes.state import Obstructed
from pi_board.app.showcase.gallery import LOA_OPENING, table
from pi_board.app.showcase.kept_games import BETTER, CHANCES, LOA, kept, review
from pi_board.core.message import counted, message
from pi_board.core.observation import Command
from pi_board.core.scene import CameraPicture, Kind, MoveEntry, Notice, Preview, Strip
from pi_board.views.language import speaker
from pi_board.views.spoken import readable, spoken
from pi_board.views.voice import Voice
from tests.views.scenes import CARDS, CHOICES, SCENE

FAR, NEAR = CARDS
MOVED = replace(
    SCENE,
    cards=(
        replace(FAR, turn=True, counter=counted("{count} group", "{count} groups", 3)),
        replace(NEAR, turn=False),
    ),
    notice=Notice(message("{player} to move", player=message("White"))),
    strip=Strip((*SCENE.strip.moves, MoveEntry(2, "b", "c1xa3"))),
)
WRONG = replace(
    SCENE,
    kind=Kind.ILLEGAL,
    notice=Notice(message("Put it back"), (message("no stone stands on {site}", site="c4"),)),
)


def test_a_board_to_be_set_up_anew_is_not_said_time_and_again():
    """Where the strip had something else to say, that stands there again: nothing is new in it."""
    locked = compose(replace(table("connexoh", "b2@180"), is_outdated=True))
    again = compose(replace(table("connexoh"), is_outdated=True))
    assert (locked.strip.note_icon, again.strip.note_icon) == ("shield", "turn")
    assert "Set up" not in spoken(locked, again, str)


def test_a_move_is_said_with_scores_that_changed_and_who_is_next():
    """Who played what, whose count is another one, who is to move."""
    said = "Black took a3 with c1. Ioana: 3 groups. White to move."
    assert spoken(SCENE, MOVED, str) == said


def test_that_a_turn_is_ended_is_said_in_words():
    """Not by its notation, which is English."""
    before = replace(SCENE, strip=Strip((MoveEntry(1, "w", "0-1"),)))
    ended = replace(before, strip=Strip((MoveEntry(1, "w", "0-1;stop"),)))
    assert spoken(before, ended, speaker("de")).startswith("Weiß beendet hier den Zug.")


def test_of_a_review_it_is_said_what_was_found_of_the_move():
    """Whoever steps back in it takes nothing back, and a search that goes on breaks nothing off."""
    page = review(kept("loa", LOA), CHANCES, BETTER)
    first, second = (page.obey(Command(0.0, "jump", ply)).scene for ply in "12")
    said = "Move 1: h5 g4. A turning point: from 39 % to 16 %. Better was h4 f2."
    assert spoken(first, second, str) == said
    assert spoken(second, first, str).startswith("Move 1: d1 b3. ")
    early = review(kept("loa", LOA), CHANCES, BETTER, 1).scene
    assert spoken(early, review(kept("loa", LOA), CHANCES, BETTER, 4).scene, str) == ""


def test_a_move_that_becomes_another_one_is_said():
    """A stone that is slid on: without a screen nobody hears otherwise what is recorded."""
    slid = replace(MOVED, strip=Strip((*SCENE.strip.moves, MoveEntry(2, "b", "c1-c3"))))
    assert spoken(MOVED, slid, str) == "Black played c1 c3. White to move."
    taken_back = replace(MOVED, strip=SCENE.strip)
    assert "played" not in spoken(MOVED, taken_back, str)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (("c1-c3",), ()),
        (("c1-c3", "a2-c2"), ("c1-c3",)),
        (("b1-b3", "a2-c2", "c1-c3"), ("h2-f2", "b1-b3", "a2-c2")),  # as many are shown
        (("b1-b3", "a2-c2", "c1-c3"), ()),
        (("h2-f2", "b1-b3", "a2-c2", "c1-c3"), ("h2-f2",)),
        (("0-1/1-3",), ("0-1",)),
    ],
)
def test_that_moves_were_taken_back_is_said(old, new):
    """By hand or by a button: whose turn it is alone would not tell it. Nothing of it when they
    are made, nor when another game begins.
    """
    entries = {text: MoveEntry(0, "w", text) for text in (*old, *new)}
    entries |= {text: MoveEntry(1, "w", text) for text in ("0-1", "0-1/1-3")}
    before, after = (replace(SCENE, strip=Strip(tuple(map(entries.get, m)))) for m in (old, new))
    before = replace(before, notice=MOVED.notice)
    assert spoken(before, after, str).startswith("Taken back. ")
    assert "Taken back" not in spoken(after, before, str)
    for kind in (Kind.OVER, Kind.SETTING_UP):
        other = replace(after, strip=Strip())
        assert "Taken back" not in spoken(replace(before, kind=kind), other, str)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("cs", "Tah vrácen. Na tahu je černý."),
        ("de", "Zurückgenommen. Schwarz am Zug."),
        ("ro", "Mutarea a fost retrasă. Mută negrul."),
        ("sv", "Draget är ångrat. svart vid draget."),
    ],
)
def test_what_was_taken_back_is_said_in_every_language(language, said):
    """And whose turn it is."""
    after = replace(SCENE, notice=Notice(message("{player} to move", player=message("Black"))))
    moved = replace(MOVED, cards=SCENE.cards)
    assert spoken(moved, after, speaker(language)) == said


def test_whose_follow_up_it_is_is_said():
    """Also after a pause, when nobody has just moved."""
    due = compose(table("linja", "0-1"))
    assert spoken(None, due, str).startswith("Follow-up: White. Move one stone")


def test_all_is_said_in_the_players_language():
    """The same in German."""
    said = "Schwarz schlug a3 mit c1. Ioana: 3 Gruppen. Weiß am Zug."
    assert spoken(SCENE, MOVED, speaker("de")) == said


def test_why_a_move_is_illegal_is_said_before_what_to_do():
    """First the reason, then the one thing to do."""
    assert spoken(SCENE, WRONG, str) == "no stone stands on c4. Put it back."


def test_why_a_move_is_illegal_is_said_once():
    """A stone that is lifted to be put back changes what is to be done, not why."""
    lifted = replace(
        WRONG, notice=replace(WRONG.notice, title=message("Put it on {site}", site="d1"))
    )
    assert spoken(WRONG, lifted, str) == "Put it on d1."
    another = replace(lifted, notice=replace(lifted.notice, lead="d1-d2"))
    assert spoken(WRONG, another, str) == "no stone stands on c4. Put it on d1."


def test_that_there_are_no_moves_is_not_said():
    """Neither at the start, nor when the first move was taken back."""
    playing = table("loa")
    assert spoken(None, compose(playing), str) == "Black to move."


def test_nothing_new_is_not_said():
    """A clock that runs and a fault that lasts are silent; so is a stone that is put back."""
    ticked = replace(SCENE, cards=(FAR, replace(NEAR, clock="12:40")))
    assert spoken(SCENE, ticked, str) == ""
    assert spoken(WRONG, replace(WRONG, strip=Strip()), str) == ""
    assert spoken(replace(SCENE, kind=Kind.LIFTED), SCENE, str) == ""


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Tomáš has little time left."),
        ("cs", "Tomáš má málo času."),
        ("de", "Tomáš hat wenig Zeit."),
        ("ro", "Tomáš mai are puțin timp."),
        ("sv", "Tomáš har lite tid kvar."),
    ],
)
def test_that_time_is_short_is_said_once(language, said):
    """Not while it runs on, nor when it has run out, nor of a clock that is only looked at."""
    say = speaker(language)
    low, lower, out = (
        replace(SCENE, cards=(FAR, replace(NEAR, name="Tomáš", clock=clock, alarm=alarm)))
        for clock, alarm in (("00:30", "warning"), ("00:29", "warning"), ("00:00", "danger"))
    )
    assert spoken(SCENE, low, say) == said
    assert spoken(low, lower, say) == spoken(lower, out, say) == spoken(SCENE, out, say) == ""
    assert "Tomáš" not in spoken(None, low, say)


def test_going_on_after_a_fault_is_said():
    """When it is put right, whose move it is is said again."""
    assert spoken(WRONG, SCENE, str) == "Black to move."


def test_a_hint_is_said():
    """The reason and the move that is proposed."""
    why = message("wins at once")
    hint = Notice(message("Try {move}", move="/3-7"), (why,), icon="hint")
    assert spoken(SCENE, replace(SCENE, notice=hint), str) == "wins at once. Try 3 7."


def test_a_hint_is_said_once():
    """The hand that comes to follow it changes nothing, nor does its going."""
    hint = Notice(message("Try {move}", move="/3-7"), icon="hint")
    hinted = replace(SCENE, notice=hint)
    covered = replace(hinted, kind=Kind.OBSTRUCTED)
    assert spoken(hinted, covered, str) == ""
    assert spoken(covered, hinted, str) == ""


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"pending": "e8xh5"}, "Take h5 with e8. It counts when Done is pressed."),
        (
            {"situation": Obstructed(3.0)},
            "A hand is over the board. The move is read when the board is free.",
        ),
    ],
)
def test_what_the_game_waits_for_is_said(changes, said):
    """Else who looks at the board waits, too."""
    playing = table("loa", LOA_OPENING)
    assert spoken(compose(playing), compose(replace(playing, **changes)), str) == said


def test_a_hand_that_comes_with_a_move_is_not_said():
    """Only one that stays."""
    playing = table("loa", LOA_OPENING)
    covered = replace(playing, situation=Obstructed(0.5))
    assert spoken(compose(playing), compose(covered), str) == ""


def test_what_the_camera_sees_is_not_said():
    """How many places are certain changes with every frame."""
    playing = table("loa", LOA_OPENING)
    seen = replace(playing, camera=CameraPicture((), 8, 8))
    assert spoken(compose(playing), compose(seen), str) == ""


def test_an_offer_is_said_once():
    """Nobody has to look for it; while it stands it is silent."""
    offer = message("{player} offers a draw", player=message("White"))
    offered = replace(SCENE, strip=replace(SCENE.strip, note=offer))
    assert spoken(SCENE, offered, str) == "White offers a draw."
    assert spoken(offered, replace(offered, kind=Kind.OBSTRUCTED), str) == ""
    assert spoken(offered, SCENE, str) == ""


def test_the_first_scene_is_said():
    """At the start one hears where the game stands."""
    assert spoken(None, SCENE, str) == "Black to move."


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("c1-c3", "c1 c3"), ("e8xh5", "e8 x h5"), ("d3@90", "d3 90"), ("/3-7", "3 7"),
        ("0-1/1-4;2-3", "0 1 1 4 2 3"), ("Folgezug: 3", "Folgezug: 3"), ("0/6 home", "0/6 home"),
        ("jocul s-a terminat", "jocul s-a terminat"), ("Follow-up; a row", "Follow-up; a row"),
        ("b4-off", "b4 off"),
    ],
)  # fmt: skip
def test_notation_is_made_readable(written, said):
    """Signs between squares and rows are not read out; those of words and sentences stay."""
    assert readable(written) == said


@pytest.fixture
def program(tmp_path):
    """A program in place of espeak-ng: notes what it is asked to say, and takes its time."""
    path = tmp_path / "speaks"
    path.write_text(f'#!/bin/sh\necho "$@" >> {tmp_path}/said\nexec sleep 30\n')
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def noted(program, lines):
    """What the program was asked to say, once it has been asked so many times."""
    said = program.with_name("said")
    for _ in range(500):
        if said.exists() and len(said.read_text().splitlines()) >= lines:
            break
        time.sleep(0.01)
    return said.read_text().splitlines()


@pytest.mark.thorough
def test_news_break_off_what_is_still_being_said(program):
    """The old sentence is stopped, the new one is said; at the end nobody speaks."""
    voice = Voice(str, "de", str(program))
    voice.show(SCENE)
    assert noted(program, 1) == ["-v de -- Black to move."]
    first = voice._speaking
    voice.show(SCENE)
    assert voice._speaking is first
    voice.show(WRONG)
    assert first.wait(5) != 0
    assert noted(program, 2)[1] == "-v de -- no stone stands on c4. Put it back."
    second = voice._speaking
    assert second.poll() is None
    voice.close()
    assert second.wait(5) != 0


def test_without_the_program_nothing_is_said():
    """A machine without espeak-ng says so once and stays silent."""
    voice = Voice(str, "en", "no-such-voice")
    assert voice.problem == "no voice: no-such-voice is not installed"
    voice.show(SCENE)
    voice.show(WRONG)
    voice.close()


def test_a_program_that_cannot_be_started_is_no_fault(program):
    """A broken program silences the voice, not the game."""
    voice = Voice(str, "en", str(program))
    program.unlink()
    voice.show(SCENE)
    assert voice.problem.startswith("no voice: ")
    voice.show(WRONG)
    voice.close()


@pytest.mark.parametrize(
    ("move", "told"),
    [
        ("c1-c3", "Black played c1 c3."),
        ("1-2/3-5", "Black moved from row 1 to row 2. Black moved from row 3 to row 5."),
        ("0-1/3-7", "Black moved from the start line to row 1. "
                    "Black moved from row 3 to the goal line."),
        ("6-7/0-7", "Black moved from row 6 to the goal line. "
                    "Black moved from the start line to the goal line."),
        ("d3@270", "Black turned d3 to the left."),
        ("d3@180", "Black turned d3 half round."),
        ("a1-off", "Black brought the stone of a1 home."),
        ("pass", "Black could not move."),
    ],
)  # fmt: skip
def test_moves_are_told_in_words(move, told):
    """What was done is understood without knowing the notation."""
    moved = replace(SCENE, strip=Strip((*SCENE.strip.moves, MoveEntry(2, "b", move))))
    assert spoken(SCENE, moved, str) == f"{told} Black to move."


def test_where_a_lifted_stone_may_go_is_said():
    """A blind player hears what the screen shows: where to, or what each rotation would join."""
    where = Notice(message("Black lifts e8"), (message("It may go to {sites}.", sites="b5"),))
    assert spoken(SCENE, replace(SCENE, kind=Kind.LIFTED, notice=where), str) == "It may go to b5."
    previews = tuple(Preview(SCENE.board, message(word), message("joins")) for word in "lr")
    tile = Notice(message("Turn tile d3?"), previews=previews)
    said = spoken(SCENE, replace(SCENE, kind=Kind.LIFTED, notice=tile), str)
    assert said == "Turn tile d3? l joins. r joins."


def test_readings_to_choose_from_are_numbered_as_their_keys():
    """What the keys 1 and 2 choose is said."""
    asked = Notice(message("Which move?"))
    scene = replace(SCENE, kind=Kind.CHOOSING, notice=asked, choices=CHOICES)
    assert spoken(SCENE, scene, str) == "1: c1 c3. 2: c1 x a3. Which move?"


def test_a_page_of_the_rules_is_read_from_its_title_on():
    """Elsewhere what to do comes last; a page begins with what it is about."""
    page = Notice(message("Capturing"), (message("A stone is taken off."),))
    scene = replace(SCENE, kind=Kind.LEARNING, notice=page)
    assert spoken(SCENE, scene, str) == "Capturing. A stone is taken off."


def test_the_board_that_buttons_lead_to_is_said_alone():
    """All that may be chosen was said when it was asked; the same board is said once."""
    asked = replace(SCENE, kind=Kind.CHOOSING, choices=CHOICES)
    led = replace(asked, choices=(CHOICES[0], replace(CHOICES[1], marked=True)))
    assert spoken(asked, led, str) == "c1 x a3."
    again = replace(led.choices[1], board=replace(led.board, pieces=()))  # as the next look has it
    assert again != led.choices[1]
    assert spoken(led, replace(led, choices=(CHOICES[0], again)), str) == ""


def test_how_to_answer_is_said_with_the_first_board_that_buttons_lead_to():
    """Without a screen nobody reads which button does what; it is said once."""
    asked = replace(SCENE, kind=Kind.CHOOSING, choices=CHOICES, notice=Notice(message("Which?")))
    how = replace(asked.notice, sentences=(message("OK takes the marked board."),))
    one, other = (
        replace(asked, notice=how, choices=(a, b))
        for a, b in (
            (replace(CHOICES[0], marked=True), CHOICES[1]),
            (CHOICES[0], replace(CHOICES[1], marked=True)),
        )
    )
    assert spoken(asked, one, str) == "c1 c3. OK takes the marked board."
    assert spoken(one, other, str) == "c1 x a3."


def test_a_question_is_asked_anew_after_a_pause():
    """Who comes back knows no longer what may be chosen; the marked board is said last."""
    choices = (CHOICES[0], replace(CHOICES[1], marked=True))
    notice = Notice(message("Which move?"))
    led = replace(SCENE, kind=Kind.CHOOSING, notice=notice, choices=choices)
    said = "1: c1 c3. 2: c1 x a3. Which move? c1 x a3."
    assert spoken(replace(SCENE, kind=Kind.PAUSED), led, str) == said
    assert spoken(None, led, str) == said
