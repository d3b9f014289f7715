"""The guided set-up, on recorded and painted pictures."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration import pages, steps
from calibration.aim import Aim
from calibration.lens import TargetView
from calibration.profile import Profile, View, load_profile, profile_path, save_profile
from calibration.using import InUse, view_changed
from pi_board.core.errors import InvalidFile, InvalidText
from pi_board.core.message import message
from pi_board.core.observation import Command
from pi_board.core.scene import Kind
from pi_board.core.words import TOO_DARK
from pi_board.games.registry import GAMES, make_game
from pi_board.vision.finding.fiducials import detect
from pi_board.vision.geometry import Image, Lens, NotFound
from pi_board.vision.mount import Mount
from pi_board.vision.pictures import load_picture
from pi_board.vision.warm.sight import Sight
from tests.shared import same_pictures as same_pictures

pytestmark = pytest.mark.usefixtures("same_pictures")
FRAMES = Path(__file__).parents[1] / "frames" / "demo"
NEXT = Command(0.0, steps.NEXT)


def start(name: str) -> Image:
    """A recorded picture of a game's start position."""
    return load_picture(FRAMES / name / "f_0000.jpg")


def aiming(name: str) -> steps.State:
    return steps.begin([make_game(name)])


def after(state: steps.State, *items: Image | Command) -> steps.State:
    """The state after pictures and commands."""
    for item in items:
        state = steps.advance(state, item)
    return state


@pytest.mark.parametrize("name", ["loa", "connexoh"])
def test_a_board_at_its_start_position_is_set_up(name: str) -> None:
    """Aiming and placing are both done after one look each."""
    image = start(name)
    state = after(aiming(name), image, NEXT)
    assert isinstance(state, steps.Placing)
    state = after(state, image, NEXT)
    assert isinstance(state, steps.Done)
    assert state.aim.score >= 5


def test_a_board_of_another_game_is_asked_about() -> None:
    """No stone could be put right on it; where the light is to blame it is not."""
    other = start("linja")
    state = after(aiming("loa"), other, NEXT, other)
    assert isinstance(state, steps.Placing)
    title = GAMES["loa"].title
    question = message("Hardly a site can be read: is this the board of {game}?", game=title)
    assert pages.notice_of(state).title == question
    assert not pages.buttons_of(state)[0].enabled
    dark = after(replace(state, aim=Aim((TOO_DARK,), 7)), other)
    assert pages.notice_of(dark).title == TOO_DARK
    state = after(state, start("loa"))
    assert pages.notice_of(state).tone == "good"


def test_a_board_that_goes_out_of_sight_while_stones_are_placed_is_said() -> None:
    """Nobody looks for stones that stand, because a lamp was switched off."""
    image = start("loa")
    state = after(aiming("loa"), image, NEXT, np.zeros_like(image))
    notice = pages.notice_of(state)
    assert str(notice.title) == "No board is seen: the picture is black."
    assert pages.notice_of(after(state, image)).tone == "good"


def test_places_out_of_the_picture_are_not_said_to_lack_stones() -> None:
    """A quarter of the board is cut off, and all its stones stand."""
    image = start("loa")
    whole = after(aiming("loa"), image, NEXT, image)
    assert isinstance(whole, steps.Placing)
    columns = np.array(whole.found.geometry.corners_px)[:, 0]
    right = round(float(columns.max() - 0.25 * np.ptp(columns)))
    cut = np.ascontiguousarray(image[:, :right])
    state = after(aiming("loa"), cut, NEXT, cut)
    assert isinstance(state, steps.Placing)
    assert state.wrong
    assert str(pages.notice_of(state).title) == "The board is cut off: move the camera back."


def glare_at(site: str, score: int = 9) -> Aim:
    return Aim((message("Glare at {site}.", site=site),), score)


DARK, A1, B2 = Aim((message("Dark."),), 7), glare_at("a1"), glare_at("b2")
NOW_THERE = [glare_at("c3", 6), glare_at("d3", 5), glare_at("c4", 6), glare_at("e5", 5)]


@pytest.mark.parametrize(
    ("looks", "expected"),
    [
        ([DARK, A1, DARK, A1, B2, A1], [DARK, DARK, DARK, DARK, B2, B2]),
        ([A1, A1, *NOW_THERE], [A1, A1, A1, *NOW_THERE[1:2] * 2, NOW_THERE[3]]),
    ],
)
def test_a_hint_must_be_there_twice(
    monkeypatch: pytest.MonkeyPatch, looks: list[Aim], expected: list[Aim]
) -> None:
    """What flickers from picture to picture is not shown; what stays is, and what is no longer
    there twice running is not.
    """
    seen = iter(looks)
    monkeypatch.setattr(steps, "_found", lambda *_: NotFound("nothing"))
    monkeypatch.setattr(steps, "judge_missing", lambda *_: next(seen))
    image, shown = np.zeros((48, 64, 3), np.uint8), []
    state = aiming("loa")
    for _ in looks:
        state = steps.advance(state, image)
        assert isinstance(state, steps.Aiming)
        shown.append(state.aim)
    assert shown == expected


def test_every_step_has_a_page() -> None:
    """One thing to do, buttons that lead on, the grid on the picture; no step is a dead end."""
    image = start("loa")
    state = steps.begin([make_game(name) for name in GAMES])
    games = pages.scene(state)
    assert [button.argument for button in games.buttons] == list(GAMES)
    assert games.camera is None
    state = after(state, Command(0.0, steps.GAME, "loa"))
    assert pages.notice_of(state).title.template == "Point the camera at the board."
    for _ in range(2):
        assert not pages.scene(state).buttons[0].enabled  # nothing has been seen yet
        state = after(state, image)
        shown = pages.scene(state)
        assert shown.kind is Kind.SETTING_UP
        assert shown.camera is not None
        assert len(shown.camera.corners_px) == 4
        assert shown.buttons[0].enabled
        placed, state = state, after(state, NEXT)
    assert isinstance(placed, steps.Placing)
    assert pages.notice_of(placed).title.template == "The start position stands: go on."
    (named,) = pages.notice_of(replace(placed, wrong=("c4", "d4"))).sentences
    assert "c4, d4" in str(named)
    hidden = after(placed, np.zeros((480, 640, 3), np.uint8))
    assert not pages.scene(hidden).buttons[0].enabled
    assert isinstance(state, steps.Done)
    assert pages.notice_of(state).badge.endswith("/10")
    back = after(state, *[Command(0.0, steps.BACK)] * 2)
    assert isinstance(back, steps.Choosing)


def test_the_page_of_the_lens_says_what_the_target_should_do() -> None:
    """First that it is wanted; then that it is not seen, or was shown so before."""
    lens = after(aiming("loa"), Command(0.0, steps.LENS))
    view = TargetView((0, 1), ((10.0, 10.0), (90.0, 10.0)), (640, 480))
    unseen = after(lens, np.zeros((480, 640, 3), np.uint8))
    lost = after(replace(lens, views=(view,), seen=True), np.zeros((480, 640, 3), np.uint8))
    said = [
        str(pages.scene(state).notice.sentences[0])
        for state in (lens, unseen, lost, replace(lens, views=(view,), seen=True))
    ]
    another = "Show the target from another side, nearer, at the edges."
    assert said == [another, another, "The target is not seen.", another]
    failed = pages.notice_of(replace(lens, failed=True))
    assert str(failed.title).startswith("Lens: 0 of ")
    assert str(failed.sentences[0]).startswith("The views do not tell the lens.")


def test_views_that_tell_no_lens_are_asked_for_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """And a view that is like another one counts once."""
    views = [
        TargetView((0, 1), ((x, 10.0), (x + 80.0, 10.0)), (640, 480)) for x in (10.0, 12.0, 400.0)
    ]
    monkeypatch.setattr(steps, "see_target", lambda *_, **__: views[0])
    monkeypatch.setattr(steps, "ENOUGH_VIEWS", 2)
    image = np.zeros((480, 640, 3), np.uint8)
    state = after(aiming("loa"), Command(0.0, steps.LENS), image)
    del views[0]
    state = after(state, image)
    assert isinstance(state, steps.Lensing)
    assert (len(state.views), state.seen, state.failed) == (1, True, False)
    del views[0]
    state = after(state, image)
    assert isinstance(state, steps.Lensing)
    assert (len(state.views), state.failed) == (0, True)


def test_a_black_picture_says_what_to_do() -> None:
    """Nothing is accepted, and the sentence says what is wrong."""
    dark: Image = np.zeros((480, 640, 3), np.uint8)
    state = after(aiming("loa"), dark, NEXT)
    assert isinstance(state, steps.Aiming)
    assert "No board is seen" in str(pages.notice_of(state).title)


def test_burnt_sites_are_named() -> None:
    """Glare over one square is told with its name."""
    image = start("loa").copy()
    state = after(aiming("loa"), image)
    assert isinstance(state, steps.Aiming)
    assert state.found is not None
    x, y = state.found.geometry.project([(3.5, 3.5)])[0]
    image[int(y) - 12 : int(y) + 12, int(x) - 12 : int(x) + 12] = 255
    state = after(aiming("loa"), image)
    assert isinstance(state, steps.Aiming)
    assert state.aim is not None
    assert any("Glare at d4" in str(hint) for hint in state.aim.hints)


@pytest.mark.parametrize("mount", [Mount(2), Mount(1), Mount(0, True), Mount(3, True)])
def test_a_turned_or_mirrored_camera_is_found_out(mount: Mount) -> None:
    """From the fiducials round the board; a game is then played on upright pictures."""
    image = as_seen_by(mount, start("loa"))
    aimed = after(aiming("loa"), image)
    state = after(aimed, NEXT, image, NEXT)
    assert isinstance(state, steps.Done)
    assert state.found.markers >= 3
    done = steps.profile_of(state, Profile("oak", "loa"), "camera", "2026-11-20")
    assert done.view is not None
    assert steps.mount_of(aimed) == done.view.mount  # the picture stands upright from then on
    straight = after(aiming("loa"), start("loa"))
    assert isinstance(straight, steps.Aiming)
    assert straight.found is not None
    upright = done.view.mount.upright(image)
    assert upright.shape == start("loa").shape
    assert np.abs(upright.astype(int) - start("loa")).max() == 0
    corners = np.array(
        done.view.mount.as_it_came(straight.found.geometry.corners_px, done.view.image_size)
    )
    assert np.abs(corners - np.array(done.view.corners_px)).max() < 2.0


@cache
def tiles_alone() -> Image:
    """The start of Connex'oh as an upright picture, its fiducials painted over."""
    image = start("connexoh").copy()
    for fiducial in detect(image):
        out = fiducial.middle + 1.5 * (fiducial.array - fiducial.middle)
        cv2.fillConvexPoly(image, np.rint(out).astype(np.int32), (90, 100, 110))
    straight = after(aiming("connexoh"), image, NEXT, image)
    assert isinstance(straight, steps.Placing)
    return straight.rig.mount.upright(image)


@pytest.mark.thorough
@pytest.mark.parametrize("mount", [Mount(0), Mount(1), Mount(0, True), Mount(3, True)])
def test_the_start_of_connexoh_alone_tells_how_the_camera_is_mounted(mount: Mount) -> None:
    """There are no fiducials, but tiles seen in a mirror lie otherwise than those of the start."""
    image = as_seen_by(mount, tiles_alone())
    state = after(aiming("connexoh"), image, NEXT, image)
    assert isinstance(state, steps.Placing)
    assert (len(state.wrong), state.rig.mount) == (0, mount)


def as_seen_by(mount: Mount, upright: Image) -> Image:
    """What a camera mounted so gives, if this is what is to come out of it."""
    for _ in range(mount.quarter_turns):
        upright = np.asarray(cv2.rotate(upright, cv2.ROTATE_90_COUNTERCLOCKWISE), np.uint8)
    return np.asarray(cv2.flip(upright, 1), np.uint8) if mount.mirrored else upright


def test_people_may_say_how_the_camera_is_turned() -> None:
    """Where nothing tells it: the step begins again with the picture turned."""
    state = after(aiming("loa"), start("loa"), Command(0.0, steps.TURN), Command(0.0, steps.MIRROR))
    assert steps.mount_of(state) == Mount(1, True)
    assert isinstance(state, steps.Aiming)
    assert state.found is None


WIDE = Lens(259.0, (319.5, 239.5), (640, 480), (-0.25, 0.06, 0.0, 0.0, 0.0))


@pytest.mark.thorough
def test_a_lens_that_hides_the_board_is_left_out() -> None:
    """Another camera's: the view says so, and the board is set up without it once that is accepted.

    One that fits is kept.
    """
    image, games = start("loa"), [make_game("loa")]
    fitting = Lens.centred(588.0, (640, 480))
    seen, fits = (after(steps.begin(games, lens), image) for lens in (WIDE, fitting))
    assert isinstance(seen, steps.Aiming)
    assert seen.rig.lens == WIDE
    assert "only without its lens" in str(pages.notice_of(seen).title)
    for accepted, kept in ((seen, None), (fits, fitting)):
        done = after(accepted, NEXT, image, NEXT)
        assert isinstance(done, steps.Done)
        old = Profile("oak", "loa")
        assert steps.profile_of(done, old, "camera", "2026-01-02", WIDE).lens == kept
    used = InUse(replace(steps.profile_of(done, old, "camera", "2026-01-02"), lens=WIDE), "camera")
    assert "only without its lens" in str(used.changed(Sight(image, done.found, None))[0])


def test_a_lens_that_was_worked_out_meanwhile_stays() -> None:
    """The set-up began without one, and knows of none."""
    image, meanwhile = start("loa"), Profile("oak", "loa", lens=WIDE)
    done = after(aiming("loa"), image, NEXT, image, NEXT)
    assert isinstance(done, steps.Done)
    assert steps.profile_of(done, meanwhile, "camera", "2026-01-02").lens == WIDE


def test_a_lens_of_another_picture_size_is_told() -> None:
    """In the set-up, which leaves it out, and where a profile has one."""
    image, lens = start("loa"), Lens.centred(900.0, (1280, 720))
    state = after(steps.begin([make_game("loa")], lens), image)
    assert "one for 1280x720 pixels, the camera gives 640x480" in str(pages.notice_of(state).title)
    state = after(state, NEXT, image, NEXT)
    assert isinstance(state, steps.Done)
    made = steps.profile_of(state, Profile("oak", "loa"), "camera", "2026-01-02")
    assert made.lens is None
    (told,) = view_changed(replace(made, lens=lens), state.found.geometry)
    assert "the camera gives 640x480" in str(told)


def profile() -> Profile:
    lens = Lens(700.0, (319.5, 239.5), (640, 480), (-0.1, 0.01, 0.0, 0.0, 0.0))
    corners = ((1.5, 2.0), (1.0, 300.0), (300.0, 301.0), (310.0, 3.0))
    view = View("2026-01-02", "camera", (640, 480), "loa", corners, 4, 9, Mount(1, True))
    return Profile("oak", "loa", 44.0, lens, view, (2, 1, 0), (3, 4), ("c4",))


def test_a_profile_comes_back_as_it_was_saved(tmp_path: Path) -> None:
    """Saving and loading keep everything, the lens included; so does one with nothing in it."""
    for one in (profile(), Profile("oak", "loa")):
        save_profile(one, tmp_path / "oak.toml")
        assert load_profile(tmp_path / "oak.toml") == one


def test_a_profile_of_the_first_schema_is_read(tmp_path: Path) -> None:
    """An upgrade keeps what was set up before."""
    path = tmp_path / "oak.toml"
    path.write_text(
        'schema = 1\nname = "oak"\ngame = "loa"\nlayout = "loa"\ncreated = "2026-01-02"\n'
        'source = "camera"\nimage_size = [640, 480]\nmarkers = 4\nscore = 9\nsite_mm = 44.0\n'
        "corners_px = [[1.5, 2.0], [1.0, 300.0], [300.0, 301.0], [310.0, 3.0]]\n"
        "[lens]\nfocal_px = 700.0\nprincipal_px = [319.5, 239.5]\nimage_size = [640, 480]\n"
        "distortion = [-0.1, 0.01, 0.0, 0.0, 0.0]\n"
    )
    full = profile()
    assert full.view is not None
    view = replace(full.view, mount=Mount())
    assert load_profile(path) == Profile("oak", "loa", 44.0, full.lens, view)


def test_a_broken_profile_names_file_and_key(tmp_path: Path) -> None:
    """A missing key is an error that says which."""
    path = tmp_path / "oak.toml"
    save_profile(profile(), path)
    path.write_text(path.read_text().replace("score = 9\n", ""))
    with pytest.raises(InvalidFile, match=r"oak.toml: camera.score is missing, expected a whole"):
        load_profile(path)


def test_a_stale_profile_says_what_changed() -> None:
    """Another camera, picture size, place or size of the board; the same view says nothing."""
    image = start("loa")
    state = after(aiming("loa"), image, NEXT, image, NEXT)
    assert isinstance(state, steps.Done)
    made = steps.profile_of(state, Profile("oak", "loa"), "/dev/video0", "2026-01-02")
    view, geometry = made.view, state.found.geometry
    assert view is not None
    assert view_changed(made, geometry) == ()
    assert InUse(made, "/dev/video0").changed(Sight(image, state.found, None)) == ()
    assert "camera /dev/video0; this is camera" in str(
        InUse(made, "camera").changed(Sight(image, None, None))[0]
    )
    wide = replace(made, view=replace(view, image_size=(1280, 720)))
    assert "2026-01-02 with 1280x720 pixels" in str(view_changed(wide, geometry)[0])
    aside = replace(made, view=replace(view, corners_px=moved(view, 1.0, 200.0)))
    assert "The board has moved since" in str(view_changed(aside, geometry)[0])
    for old, new in (("camera", "camera:0"), ("http://ann:x@Phone/v", "http://phone/v")):
        same = replace(made, view=replace(view, source=old))
        assert InUse(same, new).changed(Sight(image, state.found, None)) == ()
    near = replace(made, view=replace(view, corners_px=moved(view, 2.0, 0.0)))
    assert "25 % as large" in str(view_changed(near, geometry)[0])


def moved(view: View, factor: float, by: float) -> tuple[tuple[float, float], ...]:
    """The corners of a view, larger and aside."""
    return tuple((factor * x + by, factor * y) for x, y in view.corners_px)


def test_a_name_that_leads_elsewhere_is_refused() -> None:
    """A profile's name is no path."""
    with pytest.raises(InvalidText):
        profile_path("../oak")
