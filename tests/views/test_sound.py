"""What is heard, and that nothing is heard where there is no sound."""

from dataclasses import replace

import pygame
import pytest

from pi_board.core.message import message
from pi_board.core.scene import Graph, Kind, MoveEntry, Strip
from pi_board.views.changes import AMISS, new_moves
from pi_board.views.sound import RATE_HZ, TONES, Sound, SoundView, samples, sounds
from tests.views.scenes import CARDS, SCENE

FAR, NEAR = CARDS


def after(text, player="w", scene=SCENE):
    """The scene after one more move, with the other player to move."""
    moves = (*scene.strip.moves, MoveEntry(0, player, text))
    return replace(passed(scene), strip=Strip(moves))


def passed(scene=SCENE):
    """The scene with the other player to move."""
    return replace(scene, cards=tuple(replace(card, turn=not card.turn) for card in scene.cards))


def of(kind, scene=SCENE):
    """The scene in another state, and its message in the tone of that."""
    tone = "danger" if kind in AMISS else scene.notice.tone
    return replace(scene, kind=kind, notice=replace(scene.notice, tone=tone))


@pytest.mark.parametrize(
    ("scene", "heard"),
    [
        (SCENE, ""),
        (after("a3-a4"), "move your_turn"),
        (after("a3xc1"), "capture your_turn"),
        (replace(SCENE, strip=after("2-3").strip), "move"),
        (passed(), "your_turn"),
        (of(Kind.ILLEGAL), "illegal"),
        (of(Kind.DISTURBED), "illegal"),
        (of(Kind.READER_LOST), "illegal"),
        (of(Kind.CHOOSING), "your_turn"),
        (of(Kind.DISTURBED, replace(passed(), strip=Strip())), "your_turn"),  # by a button
        (of(Kind.DISTURBED, after("a3-a4")), "illegal"),
        (replace(SCENE, kind=Kind.DISTURBED), ""),  # it is right again
        (of(Kind.LIFTED), ""),
        (of(Kind.OBSTRUCTED), ""),
        (of(Kind.OVER, after("a3-a4")), "end"),
        (replace(SCENE, cards=(FAR, replace(NEAR, clock="00:19", alarm="warning"))), "low_time"),
        (replace(SCENE, cards=(FAR, replace(NEAR, clock="12:40"))), ""),
        (replace(passed(), strip=Strip()), "your_turn"),
    ],
)
def test_what_has_changed_is_heard(scene, heard):
    """Moves, captures, whose turn it is, what is wrong, short time and the end have a sound."""
    assert [sound.value for sound in sounds(SCENE, scene)] == heard.split()


@pytest.mark.parametrize("kind", [Kind.ILLEGAL, Kind.OVER])
def test_a_state_that_lasts_is_silent(kind):
    """What is wrong, and the end, are told once."""
    assert sounds(of(kind), of(kind)) == ()


@pytest.mark.parametrize("end", [SCENE, of(Kind.OVER)])
@pytest.mark.parametrize(
    "shown",
    [
        of(Kind.LEARNING),
        replace(SCENE, strip=Strip(jumps=True)),  # a replay, the last seconds
        replace(SCENE, notice=replace(SCENE.notice, graph=Graph((0,), (), (), 0, ()))),
    ],
)
def test_the_game_is_not_heard_again_when_what_stood_over_it_is_closed(end, shown):
    """Nor is it when that is opened: nothing has happened."""
    end, shown = after("a3xc1", scene=end), passed(shown)
    assert sounds(end, shown) == sounds(shown, end) == ()
    assert new_moves(shown, end) == ()


def test_a_board_that_is_wrong_after_all_is_heard():
    """One that seemed right when a game is gone on with; what is to be put right next is not."""
    right, wrong = replace(SCENE, kind=Kind.DISTURBED), of(Kind.DISTURBED)
    assert sounds(right, wrong) == (Sound.ILLEGAL,)
    assert sounds(wrong, replace(wrong, board=replace(wrong.board, dimmed=True))) == ()


def test_another_illegal_move_is_heard():
    """One that took the place of the first; what is to be done next about the same one is not."""
    first = of(Kind.ILLEGAL)
    for other in ({"lead": "c1-c6"}, {"sentences": (message("a stone stands in the way."),)}):
        second = replace(first, notice=replace(first.notice, **other))
        assert sounds(first, second) == (Sound.ILLEGAL,)
    onward = replace(first, notice=replace(first.notice, title=message("Then move it back")))
    assert sounds(first, onward) == ()


def test_no_time_is_low_twice():
    """A clock that was low and runs on says nothing more."""
    low = replace(SCENE, cards=(FAR, replace(NEAR, clock="00:19", alarm="warning")))
    lower = replace(SCENE, cards=(FAR, replace(NEAR, clock="00:18", alarm="danger")))
    assert sounds(low, lower) == ()


@pytest.mark.parametrize("sound", Sound)
def test_a_sound_is_short_soft_and_differs(sound):
    """No sound is longer than a second or clips, each starts and ends silent, no two are equal."""
    made = samples((sound,))
    assert 0.05 * RATE_HZ <= len(made) <= RATE_HZ
    assert made[0] == made[-1] == 0
    assert 5000 < max(map(abs, made)) < 16000
    assert sum(TONES[other] == TONES[sound] for other in Sound) == 1


def test_sounds_follow_each_other():
    """Two sounds are as long as both and the pause between them."""
    move, turn = samples((Sound.MOVE,)), samples((Sound.YOUR_TURN,))
    both = samples((Sound.MOVE, Sound.YOUR_TURN))
    assert both[: len(move)] == move
    assert both[-len(turn) :] == turn
    assert len(both) > len(move) + len(turn)


def test_a_new_scene_is_played():
    """The first scene is silent; a change starts the loudspeaker."""
    view = SoundView()
    assert view.problem == ""
    view.show(SCENE)
    assert not pygame.mixer.get_busy()
    view.show(after("a3-a4"))
    assert pygame.mixer.get_busy()
    view.close()


def test_without_a_loudspeaker_there_is_silence(monkeypatch):
    """A machine without sound says so once, and no scene raises."""
    pygame.mixer.quit()
    monkeypatch.setenv("SDL_AUDIODRIVER", "there is no such driver")
    view = SoundView()
    assert view.problem.startswith("no sound: ")
    view.show(SCENE)
    view.show(of(Kind.ILLEGAL))
    view.close()


def test_a_loudspeaker_that_goes_away_is_no_fault():
    """Sound that stops working in the middle of a game leaves the game alone."""
    view = SoundView()
    view.show(SCENE)
    pygame.mixer.quit()
    view.show(of(Kind.ILLEGAL))
    assert view.problem.startswith("no sound: ")
    view.show(SCENE)


def test_pages_of_the_rules_are_silent():
    """Neither leaving a game for a page nor coming back sounds like a move or a turn."""
    page = replace(SCENE, kind=Kind.LEARNING, strip=Strip(), cards=SCENE.cards[::-1])
    assert sounds(SCENE, page) == sounds(page, SCENE) == ()


def test_a_move_to_be_made_for_somebody_calls():
    """When the computer has decided, somebody has to move its stone."""
    assert sounds(SCENE, replace(SCENE, kind=Kind.INSTRUCTED)) == (Sound.YOUR_TURN,)
