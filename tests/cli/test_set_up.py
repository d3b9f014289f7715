"""The guided set-up of a board on the screen."""

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from calibration import steps
from calibration.aim import Aim, judge_hardly_read
from calibration.profile import Profile, View, load_profile, profile_path, save_profile
from pi_board.app.faults import SILENT_CAMERA
from pi_board.app.showcase.gallery import SIZES
from pi_board.cli import set_up
from pi_board.cli.profiles import kept_profile
from pi_board.cli.set_up import Seen, SetUpPage, set_up_page
from pi_board.core.cause import Cause
from pi_board.core.message import message
from pi_board.core.observation import Command
from pi_board.core.words import LENS_COVERED, TOO_BRIGHT, TOO_DARK, whole_board
from pi_board.games.registry import GAMES, make_game
from pi_board.views.canvas import Canvas
from pi_board.views.language import LANGUAGES, speaker
from pi_board.views.lettering import ELLIPSIS
from pi_board.views.theme import TEXT_SIZES, read_theme
from pi_board.vision.finding.windows import OTHER_SQUARES
from pi_board.vision.geometry import BoardGeometry, Image, Lens, Registration
from pi_board.vision.mount import Mount
from pi_board.vision.pictures import load_picture
from tests.app.lettered import lines_drawn
from tests.shared import same_pictures as same_pictures

pytestmark = pytest.mark.usefixtures("same_pictures")
FRAMES = Path(__file__).parents[1] / "frames" / "demo" / "loa"
PATIENCE_S = 60.0


def ask(page: SetUpPage, name: str) -> SetUpPage:
    return page.obey(Command(0.0, name))


def until(page: SetUpPage, seen: Callable[[SetUpPage], bool]) -> SetUpPage:
    """Wait for the thread that looks."""
    end_s = time.monotonic() + PATIENCE_S
    while not seen(page):
        assert time.monotonic() < end_s, page.scene.notice
        time.sleep(0.02)
        page = page.tick(0.0)
    return page


@pytest.fixture
def page(tmp_path: Path):
    """A camera that sees the same picture again and again: the start of a game."""
    (tmp_path / "0.jpg").write_bytes(min(FRAMES.glob("*.jpg")).read_bytes())
    shown = set_up_page(make_game("loa"), kept_profile("loa", None), str(tmp_path))
    yield shown
    shown.close()


def test_a_board_is_set_up_and_kept(page: SetUpPage) -> None:
    """Going on from page to page ends with a profile on the disk; what was found out of the lamps
    meanwhile, by another program, stays in it.
    """
    assert not profile_path("loa").exists()
    page = until(
        page, lambda p: isinstance(p.seen.state, steps.Aiming) and p.seen.image is not None
    )
    page = until(ask(page, "confirm"), lambda p: isinstance(p.seen.state, steps.Placing))
    page = until(ask(page, "confirm"), lambda p: isinstance(p.seen.state, steps.Done))
    save_profile(Profile("loa", "loa", lamp_order=(3, 1, 2)), profile_path("loa"))
    page = until(ask(page, "confirm"), lambda p: p.is_closed)
    kept = load_profile(profile_path("loa"))
    assert kept.view is not None
    assert kept.lamp_order == (3, 1, 2)


def test_the_hint_button_is_the_one_beside_close(page: SetUpPage) -> None:
    """The picture of a board whose place is known is not turned, which nothing on the screen says;
    the lens can be worked out.
    """
    page = until(page, lambda p: p.seen.image is not None)
    for step in (steps.Lensing, steps.Aiming):
        page = until(ask(page, "hint"), lambda p, step=step: isinstance(p.seen.state, step))
    page = until(page, lambda p: p.seen.state.found is not None)
    page = until(ask(page, "confirm"), lambda p: isinstance(p.seen.state, steps.Placing))
    page = until(ask(page, "hint"), lambda p: isinstance(p.seen.state, steps.Aiming))
    assert steps.mount_of(page.seen.state) == Mount()


class Fast:
    """A camera whose next picture is there before the screen is drawn again."""

    def __init__(self) -> None:
        self.closed = threading.Event()

    def frames(self) -> Iterator[Image]:
        """The start of a game, until it is closed."""
        picture = load_picture(min(FRAMES.glob("*.jpg")))
        while not self.closed.wait(0.002):
            yield picture

    def close(self) -> None:
        """See `Reader.close`."""
        self.closed.set()


def test_pictures_go_on_while_a_board_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """That takes seconds: the camera is pointed by them, and who leaves does not wait for it."""
    found, advance = threading.Event(), steps.advance

    def slow(state: steps.State, item: Image | Command) -> steps.State:
        found.wait(PATIENCE_S)
        return advance(state, item)

    monkeypatch.setattr(set_up, "open_source", lambda _: Fast())
    monkeypatch.setattr(steps, "advance", slow)
    page = set_up_page(make_game("loa"), kept_profile("loa", None), "camera")
    page = until(page, lambda p: p.seen.image is not None)
    first = page.seen
    page = until(page, lambda p: p.seen is not first)
    assert page.seen.state == first.state
    page.close()
    assert not found.is_set()
    found.set()


def saved(monkeypatch: pytest.MonkeyPatch) -> SetUpPage:
    """The page some pictures after "Save" was pressed."""
    monkeypatch.setattr(set_up, "open_source", lambda _: Fast())
    page = set_up_page(make_game("loa"), kept_profile("loa", None), "camera")
    for step in (steps.Aiming, steps.Placing, steps.Done):
        page = until(
            page, lambda p, step=step: isinstance(p.seen.state, step) and p.seen.image is not None
        )
        page = ask(page, "confirm")
    time.sleep(0.3)
    return page.tick(0.0)


def test_a_fast_camera_does_not_hide_that_the_board_is_saved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The page closes, however many pictures come before it is looked at again."""
    page = saved(monkeypatch)
    page.close()
    assert profile_path("loa").exists()
    assert page.is_closed


@pytest.mark.parametrize("game", GAMES)
def test_a_page_can_be_drawn_before_there_is_a_picture(game: str) -> None:
    """Of the board of every game, tiles included; a camera takes a while, or is not there."""
    page = set_up_page(make_game(game), kept_profile(game, None), "/dev/video97")
    page.close()
    assert page.pixels is None
    Canvas((800, 480), read_theme("dark")).draw(page.scene)


SEEN = BoardGeometry(8, 8, Lens.centred(100, (100, 100)), (np.pi, 0.0, 0.0), (-4.0, 4.0, 16.0))
HINTS = (
    message(
        "{count} of 4 markers are seen: all must be in sight and sharp, or none used.", count=3
    ),
    message("The board is too small: {size} pixels a site, {least} are needed.", size=9, least=18),
    message("The picture is too bright: less light, or a shorter exposure."),
)
UNSEEN = (
    message("no regular grid of tiles cut by a diagonal was seen"),
    message("what looks like a grid of lines does not lie in a plane"),
    message("the picture is too bright to find a board: much of it is burnt out"),
)
ADVICE = (TOO_DARK, TOO_BRIGHT, OTHER_SQUARES, LENS_COVERED, whole_board("Lines of Action"))


def judged() -> Iterator[steps.State]:
    """What the steps say of a view, at greatest length."""
    game = make_game("loa")
    rig, (layout, *_), found = (
        steps.Rig((game,), game),
        game.layouts,
        Registration(SEEN, 1.0, 4, True),
    )
    for hint in HINTS:
        aim = Aim((hint, HINTS[0]), 5)
        yield steps.Aiming(rig, aim, layout, found)
        yield steps.Done(rig, aim, layout, found)
    for reason in UNSEEN:
        why = message("No board is seen: {reason}.", reason=reason)
        for advice in ADVICE:
            yield steps.Aiming(rig, Aim((why, advice), 0))
    yield steps.Placing(rig, Aim((), 10), layout, found, layout.sites, seen=True)
    other = judge_hardly_read(Aim((), 10), "Lines of Action")
    yield steps.Placing(rig, Aim((), 10), layout, found, layout.sites, missing=other)
    yield steps.Lensing(rig, seen=True, failed=True)


@pytest.mark.parametrize("text", TEXT_SIZES)
@pytest.mark.parametrize("size", [*SIZES, (480, 320)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_said_of_the_view_is_whole(language: str, size: tuple[int, int], text: str) -> None:
    """Who stands at the board with the lamp in their hand reads all of it."""
    page = set_up_page(make_game("loa"), kept_profile("loa", None), "/dev/video97")
    page.close()
    scenes = [(type(state).__name__, replace(page, seen=Seen(state)).scene) for state in judged()]
    canvas = Canvas(size, read_theme("dark", TEXT_SIZES[text]), speaker(language))
    lines = lines_drawn(canvas, scenes)
    assert not [line for line in lines if ELLIPSIS in line.text or not line.is_inside]


def test_next_tapped_twice_does_not_save(page: SetUpPage) -> None:
    """What would be saved, and how good it is, is shown first."""
    page = until(
        page, lambda p: isinstance(p.seen.state, steps.Aiming) and p.seen.image is not None
    )
    page = until(ask(page, "confirm"), lambda p: isinstance(p.seen.state, steps.Placing))
    page = until(
        ask(ask(page, steps.NEXT), steps.NEXT),
        lambda p: p.seen.is_over or isinstance(p.seen.state, steps.Done),
    )
    assert not page.is_closed
    assert not profile_path("loa").exists()


def test_a_board_that_cannot_be_saved_is_told_until_somebody_leaves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A full disk is not taken for a missing picture, the next picture does not hide it, and
    players are told in their language.
    """
    place = profile_path("loa").parent
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text("a file where the folder would be")
    page = saved(monkeypatch)
    page.close()
    notice = page.scene.notice
    assert (str(notice.title), notice.tone) == ("The board is not saved", "danger")
    assert "loa.png: cannot be written" in str(notice.sentences[0])
    assert "loa.png: kann nicht geschrieben werden" in speaker("de")(notice.sentences[0])
    assert not page.is_closed
    assert ask(page, "back").is_closed


def test_it_can_be_left_at_any_page(page: SetUpPage) -> None:
    """One of the buttons leads out, and nothing is kept."""
    page = until(page, lambda p: p.seen.image is not None)
    assert len(page.scene.buttons) <= 3
    assert page.scene.buttons[-1].command == "back"
    assert ask(page, "back").is_closed
    assert not profile_path("loa").exists()


def test_turning_on_gives_every_way_a_camera_can_be_mounted(
    page: SetUpPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Four quarter turns, then the same in a mirror."""
    asked: list[str] = []
    monkeypatch.setattr(page.guide, "ask", asked.append)
    mounts, mount = set(), Mount()
    for _ in range(8):
        mounts.add(mount)
        page = ask(page, "setup_turn")
        turns, mirrors = asked.count(steps.TURN), asked.count(steps.MIRROR)
        mount = Mount(turns % 4, bool(mirrors % 2))
    assert len(mounts) == 8


def test_the_page_is_closed_when_nothing_looks_any_more(
    page: SetUpPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A picture that is being looked at is waited for: the next page may want the camera."""
    begun, looks = threading.Event(), ["none"]

    def look(image: Image) -> None:
        looks.append("begun")
        begun.set()
        time.sleep(0.5)
        looks.append("ended")

    monkeypatch.setattr(page.guide, "_take", look)
    page.guide.ask("setup_turn")
    assert begun.wait(PATIENCE_S)
    page.close()
    assert looks[-1] == "ended"


def test_a_camera_that_is_not_there_is_told() -> None:
    """The page says so, and can be left."""
    page = set_up_page(make_game("loa"), kept_profile("loa", None), "/dev/video97")
    page = until(page, lambda p: bool(p.seen.problem))
    assert page.scene.notice.tone == "danger"
    assert page.scene.notice.sentences == (SILENT_CAMERA,)  # as in a game, in every language
    assert ask(page, "menu").is_closed
    page.close()


def test_what_is_pressed_without_a_picture_is_not_done_later(
    page: SetUpPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The button of the box is there though the page has none to go on with."""
    asked: list[str] = []
    monkeypatch.setattr(page.guide, "ask", asked.append)
    lost = replace(page, seen=replace(page.seen, problem=Cause("no picture")))
    assert ask(ask(lost, "confirm"), "hint") == lost
    assert asked == []
    assert ask(page, "confirm") == page
    assert asked == [steps.NEXT]


def test_a_damaged_profile_is_as_good_as_none(capsys: pytest.CaptureFixture[str]) -> None:
    """The board is set up anew; until that is done the file stays where it is."""
    path = profile_path("loa")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("schema = 2\nname = ")
    assert kept_profile("loa", None).view is None
    assert path.read_text() == "schema = 2\nname = "
    assert "not readable TOML" in capsys.readouterr().err


def test_the_lens_of_another_camera_is_not_used() -> None:
    """A board set up anew with the camera it was set up with keeps its lens."""
    corners = ((1.0, 9.0), (1.0, 1.0), (9.0, 1.0), (9.0, 9.0))
    view = View("2026-01-02", "/dev/video97", (640, 480), "loa", corners, 4, 9)
    old = Profile("loa", "loa", lens=Lens.centred(588.0, (640, 480)), view=view)
    for source, lens in (("/dev/video97", old.lens), ("/dev/video98", None)):
        page = set_up_page(make_game("loa"), old, source)
        assert isinstance(page.seen.state, steps.Aiming)
        assert page.seen.state.rig.lens == lens
        page.close()


def test_a_fault_in_the_thread_that_looks_is_raised(
    page: SetUpPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Instead of a page that stands still for ever."""

    def fall_over(*_: object) -> None:
        raise KeyError("a fault of ours")

    page = until(page, lambda p: p.seen.image is not None)
    monkeypatch.setattr(steps, "advance", fall_over)
    with pytest.raises(KeyError, match="a fault of ours"):
        until(ask(page, "confirm"), lambda _: False)
