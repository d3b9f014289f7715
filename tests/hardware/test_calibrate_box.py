"""``pi-board calibrate reeds`` and ``leds`` with a simulated hand at a simulated box."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner
from gpiozero import Device

from calibration.profile import Profile, View, load_profile, profile_path, save_profile
from pi_board.app import sources
from pi_board.cli import calibrate_box, hand
from pi_board.cli.calibrate import calibrate
from pi_board.core.errors import EnvironmentFault, InvalidText
from pi_board.games.registry import make_game
from pi_board.readers.reed_matrix import COLUMN_PINS, ROW_PINS
from pi_board.simulation.hardware_pins import NetFactory, ReedNet, in_place_of_pins
from pi_board.simulation.hardware_spi import DecodingChain
from pi_board.vision.finding.find import find_board
from pi_board.vision.geometry import Image, Registration
from pi_board.vision.pictures import load_picture
from tests.hardware.reed_boards import place

Closed = Callable[[str], list[tuple[int, int]]]  # site with the stone ("": off): places of reeds
LAYOUT = make_game("connexoh").layouts[0]
START = Path(__file__).parents[1] / "frames" / "demo" / "connexoh" / "f_0000.jpg"
CONFIG = '[reader]\nkind = "reed"\n[lamps]\nkind = "chain"\nlimit_a = 9\n'


class Table:
    """Time that passes only while the program waits, and a hand that acts then."""

    def __init__(self) -> None:
        self.now_s = 0.0
        self.acts: Callable[[float], None] = lambda _: None

    def monotonic(self) -> float:
        """Seconds."""
        return self.now_s

    def sleep(self, seconds: float) -> None:
        """Wait; the hand does what it does."""
        self.now_s += seconds
        self.acts(self.now_s)


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    """A table whose box is configured with reeds and a chain of lamps."""
    (tmp_path / "config.toml").write_text(CONFIG)
    monkeypatch.setenv("PI_BOARD_CONFIG", str(tmp_path / "config.toml"))
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    made = Table()
    monkeypatch.setattr(hand, "PATIENCE_S", 1.0)
    monkeypatch.setattr(calibrate_box, "time", made)
    return made


@pytest.fixture
def net() -> Iterator[ReedNet]:
    """Simulated pins with reeds."""
    made = ReedNet(ROW_PINS, COLUMN_PINS)
    with in_place_of_pins(NetFactory(made)):
        yield made


@pytest.mark.thorough
def test_lamps_are_found_by_lifting_stones(table: Table, net: ReedNet) -> None:
    """Without a camera: the hand lifts the stone over the lamp it sees, and puts it back."""
    under = [(7 * lamp + 3) % 36 for lamp in range(36)]  # the site over each lamp
    dead = 5  # this lamp does not light
    stones = {place(site) for site in LAYOUT.sites}
    chain = DecodingChain(36, Device.pin_factory)
    net.close(stones)

    def act(now_s: float) -> None:
        if not profile_path("connexoh").exists():
            save_profile(Profile("connexoh", "connexoh", masked=("a1",)), profile_path("connexoh"))
        lit = [i for i, (_, rgb) in enumerate(chain.lamps) if any(rgb) and i != dead]
        up = {place(LAYOUT.sites[under[lit[0]]])} if lit and now_s % 1.0 > 0.3 else set()
        net.close(stones - up)

    table.acts = act
    done = CliRunner().invoke(calibrate, ["leds", "connexoh", "--by", "hand"])
    assert done.exit_code == 0, done.output
    assert "lamp 5 was not seen" in done.stdout
    wanted = tuple(-1 if lamp == dead else site for lamp, site in enumerate(under))
    kept = load_profile(profile_path("connexoh"))
    assert kept.lamp_order == wanted
    assert kept.masked == ("a1",)  # another program has found that out meanwhile


def test_lamps_go_dark_when_the_terminal_is_closed(
    table: Table, net: ReedNet, hang_up: Callable[..., None]
) -> None:
    """In the midst of it, one of them being lit."""
    net.close({place(site) for site in LAYOUT.sites})
    chain = DecodingChain(36, Device.pin_factory)
    lit = []

    def act(now_s: float) -> None:
        if any(any(rgb) for _, rgb in chain.lamps):
            lit.append(now_s)
            hang_up()

    table.acts = act
    done = CliRunner().invoke(calibrate, ["leds", "connexoh", "--by", "hand"])
    assert done.exit_code == 1
    assert len(lit) == 1  # nothing is done after that
    assert not any(any(rgb) for _, rgb in chain.lamps)


@pytest.fixture
def walk(
    table: Table, net: ReedNet, monkeypatch: pytest.MonkeyPatch
) -> Callable[[Closed], list[str]]:
    """A walk of a stone over the board for which a function gives the closed reeds; what is said
    on the way.
    """

    def walked(closed: Closed) -> list[str]:
        said, asked = [], [""]

        def act(now_s: float) -> None:
            net.close(closed(asked[0] if now_s % 1.0 > 0.3 else ""))

        def echo(text: str, err: bool = False) -> None:
            asked[0] = text.split()[4].rstrip(",") if text.startswith("put the stone on") else ""
            said.append(text)

        table.acts = act
        monkeypatch.setattr(calibrate_box.click, "echo", echo)
        calibrate_box.reeds.callback("connexoh", None, False)
        return said

    return walked


def test_a_walk_masks_dead_sites_and_puts_wires_right(walk: Callable[[Closed], list[str]]) -> None:
    """What is not as it should be is told, and kept so that the next game is right."""
    exchanged = {"a1": "b1", "b1": "a1"}

    def closed(site: str) -> list[tuple[int, int]]:
        return [place(exchanged.get(site, site))] if site not in ("", "c3") else []

    said = walk(closed)
    kept = load_profile(profile_path("connexoh"))
    assert kept.masked == ("c3",)
    assert kept.reed_order[:3] == (1, 0, 2)
    assert said.count("put the stone on c3, then take it off") == 2
    assert "dead: ['c3']" in said
    assert "swapped: {'a1': 'b1', 'b1': 'a1'}" in said


def test_a_reed_that_stays_closed_is_told_and_masked(walk: Callable[[Closed], list[str]]) -> None:
    """The walk goes on; its neighbour has nothing to do with it."""
    stuck: list[tuple[int, int]] = []

    def closed(site: str) -> list[tuple[int, int]]:
        if site == "b2":
            stuck[:] = [place("b2")]
        return [*stuck, *([place(site)] if site else [])]

    said = walk(closed)
    assert "b2 stays closed: take the stone off; without one its reed sticks" in said
    assert "stuck: ['b2']" in said
    assert "crosstalk: none" in said
    assert load_profile(profile_path("connexoh")).masked == ("b2",)


def test_nobody_walks_over_more_sites_than_there_are_reeds(
    tmp_path: Path, table: Table, net: ReedNet
) -> None:
    """The reeds of a smaller board would be taken for others, and the rest for dead."""
    few = "[reeds]\nrows = [5, 6, 12, 13, 16, 19]\ncolumns = [4, 17, 18, 22, 23, 24]\n"
    (tmp_path / "config.toml").write_text(CONFIG + few)
    with pytest.raises(EnvironmentFault, match="36 reeds, expected at least 64 for the board loa"):
        calibrate_box.reeds.callback("loa", None, False)
    assert not profile_path("loa").exists()


def test_a_walk_that_nobody_takes_changes_nothing(walk: Callable[[Closed], list[str]]) -> None:
    """Or ribbons are not plugged in: the board's profile stays as it was, and nobody has to go on
    where the first sites feel nothing.
    """
    path = profile_path("connexoh")
    kept = Profile("connexoh", "connexoh", reed_order=(3, 4), masked=("c4",))
    save_profile(kept, path)
    with pytest.raises(EnvironmentFault, match="no stone was felt on the first 4 of 36 sites"):
        walk(lambda _: [])
    with pytest.raises(EnvironmentFault, match="no stone was felt on 19 of 36 sites"):
        walk(lambda site: [place(site)] if site == "a1" else [])
    assert load_profile(path) == kept


@pytest.mark.thorough
def test_lamps_beside_a_small_board_are_none_that_nobody_sees(table: Table, net: ReedNet) -> None:
    """On a base of 8x8 lamps, of which the first ones lie beside the board."""
    file = Path(os.environ["PI_BOARD_CONFIG"])
    file.write_text(f"{CONFIG}base_columns = 8\nbase_rows = 8\n")
    chain = DecodingChain(64, Device.pin_factory)
    stones = {place(site) for site in LAYOUT.sites}
    net.close(stones)

    def act(now_s: float) -> None:
        lit = [i - 28 for i, (_, rgb) in enumerate(chain.lamps) if any(rgb) and i >= 28]
        up = {place(LAYOUT.sites[lit[0]])} if lit and now_s % 1.0 > 0.3 else set()
        net.close(stones - up)

    table.acts = act
    done = CliRunner().invoke(calibrate, ["leds", "connexoh", "--by", "hand"])
    assert done.exit_code == 0, done.output
    kept = load_profile(profile_path("connexoh"))
    assert kept.lamp_order == (*[-1] * 28, *range(36))


def test_lamps_that_nobody_sees_are_not_kept(table: Table, net: ReedNet) -> None:
    """All of them would be dark for good."""
    DecodingChain(36, Device.pin_factory)
    done = CliRunner().invoke(calibrate, ["leds", "connexoh", "--by", "hand"])
    assert isinstance(done.exception, EnvironmentFault)
    assert "no stone was felt on the first 4 of 36 sites" in str(done.exception)
    assert "lamp 4:" not in done.stderr
    assert not profile_path("connexoh").exists()


@pytest.mark.usefixtures("table")
def test_a_machine_without_pins_is_not_told_to_switch_spi_on(
    monkeypatch: pytest.MonkeyPatch, recwarn: pytest.WarningsRecorder
) -> None:
    """One line says what is missing, as where reeds are asked for."""
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "native")
    monkeypatch.setattr(Device, "pin_factory", None)
    monkeypatch.setattr("gpiozero.pins.native.NativeFactory.__init__", _no_pins)
    for part in (["leds", "--by", "hand"], ["reeds"]):
        done = CliRunner().invoke(calibrate, [*part, "loa"])
        assert isinstance(done.exception, EnvironmentFault)
        assert str(done.exception).startswith("no GPIO pins can be had")
    assert not recwarn.list


def _no_pins(_: object) -> None:
    raise OSError("no Pi")


@pytest.mark.parametrize("source", ["pictures", "http://shelf:8080/video"])
def test_pictures_are_no_camera_that_sees_lamps(table: Table, net: ReedNet, source: str) -> None:
    """A board that was set up from pictures is asked about by hand, and never by them; nor by what
    comes over the network, which shows the lamps before.
    """
    DecodingChain(36, Device.pin_factory)
    corners = ((1.0, 9.0), (1.0, 1.0), (9.0, 1.0), (9.0, 9.0))
    view = View("2026-01-02", source, (640, 480), "connexoh", corners, 4, 9)
    save_profile(Profile("connexoh", "connexoh", view=view), profile_path("connexoh"))
    done = CliRunner().invoke(calibrate, ["leds", "connexoh"])
    assert "lamp 0: lift the stone" in done.stderr
    done = CliRunner().invoke(calibrate, ["leds", "connexoh", "--by", "camera"])
    assert isinstance(done.exception, InvalidText)
    assert f"made with {source}, expected a camera on a ribbon or on USB" in str(done.exception)


@pytest.mark.thorough
@pytest.mark.parametrize("is_seen", [True, False])
def test_a_camera_sees_the_lamps_where_the_board_lies_now(
    table: Table, net: ReedNet, monkeypatch: pytest.MonkeyPatch, is_seen: bool
) -> None:
    """It was shoved by a site since it was set up. Where it is not seen it is taken to lie there
    still, and that is said.
    """
    picture = load_picture(START)
    found = find_board(picture, LAYOUT)
    assert isinstance(found, Registration)
    shove = np.array([40.0, 25.0])  # pixels: about a site
    corners = tuple((float(x), float(y)) for x, y in np.array(found.geometry.corners_px) - shove)
    view = View("2026-01-02", "camera", (640, 480), "connexoh", corners, 4, 9)
    save_profile(Profile("connexoh", "connexoh", view=view), profile_path("connexoh"))
    places = found.geometry.project([(i % 6 + 0.5, i // 6 + 0.5) for i in range(36)])
    places = places if is_seen else places - shove
    chain = DecodingChain(36, Device.pin_factory)

    def frames(_: str) -> Iterator[Image]:
        while True:
            now = picture.copy() if is_seen else np.full_like(picture, 60)
            for place_px, (_level, rgb) in zip(places, chain.lamps, strict=True):
                if any(rgb):
                    cv2.circle(now, place_px.astype(int).tolist(), 6, (255, 80, 255), -1)
            yield now

    monkeypatch.setattr(sources, "pictures", frames)
    done = CliRunner().invoke(calibrate, ["leds", "connexoh"])
    assert done.exit_code == 0, done.output
    assert ("the board is not seen" in done.stderr) != is_seen
    assert load_profile(profile_path("connexoh")).lamp_order == tuple(range(36))
