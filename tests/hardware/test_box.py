"""Lamps, buttons, buzzer and service around a screen."""

from __future__ import annotations

import socket
import sys
import time
import types
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from gpiozero import Device, OutputDevice
from gpiozero.pins.mock import MockFactory

from pi_board.app import box as box_module
from pi_board.app.box import Box, BoxView, chain_order, claim_pins, open_box, open_reeds
from pi_board.app.notify import REQUEST, STALE_S, Service
from pi_board.app.showcase import gallery
from pi_board.config.settings import defaults
from pi_board.core.errors import ConfigurationError, EnvironmentFault, InvalidText
from pi_board.core.observation import Command
from pi_board.core.scene import Kind, MoveEntry, Scene, Strip
from pi_board.games.registry import make_game
from pi_board.readers.buttons import Buttons
from pi_board.readers.devices import Opener
from pi_board.readers.frames import FramesReader
from pi_board.readers.reed import ReedReader
from pi_board.readers.shuttered import LEAST_LIT_S, STALE_FRAMES, Shuttered
from pi_board.simulation.hardware_spi import DecodingChain
from pi_board.views.buzzer import BuzzerView
from pi_board.views.camera import Pixels
from pi_board.views.leds import LedView, NoLamps, frame_at
from pi_board.views.leds_chain import serpentine
from pi_board.vision.geometry import Image
from tests.hardware.machines import configured

LAYOUT = make_game("loa").layouts[0]


def scene(kind: Kind) -> Scene:
    """A scene of Lines of Action."""
    return next(s for name, s in gallery.scenes() if s.kind is kind and name.startswith("loa"))


class Screen:
    """A view that does nothing and is told everything."""

    def __init__(self) -> None:
        self.shown: list[Scene] = []

    def show(self, scene: Scene, now_s: float, pixels: Pixels | None = None) -> None:
        self.shown.append(scene)

    def behind(self, scene: Scene, now_s: float) -> None:
        pass

    def draw(self, now_s: float) -> bool:
        return False

    def poll(self, now_s: float) -> tuple[Command, ...]:
        return (Command(now_s, "look"),)


def press(pins: MockFactory, number: int, seconds: float = 0.0) -> None:
    """Press a button to ground."""
    pins.pin(number).drive_low()
    time.sleep(seconds)
    pins.pin(number).drive_high()


def test_without_a_configuration_no_pin_is_touched() -> None:
    """Not even gpiozero's factory is asked for, which this machine does not have."""
    with open_box(defaults(), LAYOUT) as box:
        screen = Screen()
        view = box.around(screen)
        view.show(scene(Kind.PLAYING), 0.0)
        assert view.draw(0.1) is False
        assert [c.name for c in view.poll(0.2)] == ["look"]
        assert len(screen.shown) == 1


def test_lamps_show_what_the_screen_shows(pins: MockFactory, tmp_path: Path) -> None:
    """The decoded chain has the colours of the scene, and is dark in the end."""
    chain = DecodingChain(64, pins)
    lifted = scene(Kind.LIFTED)
    with open_box(configured(tmp_path, '[lamps]\nkind = "chain"\nlimit_a = 9'), LAYOUT) as box:
        box.around(Screen()).show(lifted, 0.0)
        wanted = frame_at(lifted, 0.0)
        assert [rgb for _, rgb in chain.lamps] == [wanted[site] for site in serpentine(8, 8)]
    assert not any(any(rgb) for _, rgb in chain.lamps)


def test_indicators_are_dark_in_the_pauses(pins: MockFactory, tmp_path: Path) -> None:
    """Where a hint breathes out, the last move is not taken for it."""
    text = '[lamps]\nkind = "edge"\nrows = [5, 6, 12, 13, 16, 19, 20, 21]\n'
    text += "columns = [4, 17, 18, 22, 23, 24, 25, 27]\n"
    hint = dict(gallery.scenes())["loa_hint"]
    with open_box(configured(tmp_path, text), LAYOUT) as box:
        view = box.around(Screen())
        for now_s, lit in ((0.0, set()), (1.2, {16, 21, 23, 27})):
            view.show(hint, now_s)
            assert {n for n in (*range(4, 7), *range(12, 28)) if pins.pin(n).state} == lit


def test_lamps_are_dimmed_for_the_night(pins: MockFactory, tmp_path: Path) -> None:
    """At once."""
    chain = DecodingChain(64, pins)
    with open_box(configured(tmp_path, '[lamps]\nkind = "chain"\nbrightness = 7'), LAYOUT) as box:
        view = box.around(Screen())
        view.show(scene(Kind.LIFTED), 0.0)
        by_day = max(bright for bright, _ in chain.lamps)
        box.set_night(True)
        view.draw(0.1)
        assert max(bright for bright, _ in chain.lamps) < by_day
        box.set_brightness(10)
        box.set_night(False)
        view.draw(0.2)
        assert max(bright for bright, _ in chain.lamps) == 31


def test_buttons_send_commands(pins: MockFactory, tmp_path: Path) -> None:
    """Beside what is touched on the screen."""
    text = "[buttons]\nhint = 14\nok = 26\nback = 15\n"
    with open_box(configured(tmp_path, text), LAYOUT) as box:
        for number in (14, 15, 26):
            press(pins, number)
        names = [command.name for command in box.around(Screen()).poll(1.0)]
        assert names == ["look", "hint", "take_back", "confirm"]


def test_a_long_press_is_no_press(pins: MockFactory) -> None:
    """It is told once, while the button is still down."""
    buttons = Buttons({"ok": 26}, hold_s=0.05)
    press(pins, 26, 0.2)
    assert [command.name for command in buttons.poll(0.0)] == ["power_off"]
    press(pins, 26)
    assert [command.name for command in buttons.poll(0.0)] == ["confirm"]
    buttons.close()


def test_a_button_without_a_second_meaning_may_be_pressed_for_long(pins: MockFactory) -> None:
    """Slow fingers get their hint all the same."""
    buttons = Buttons({"hint": 14}, hold_s=0.05)
    press(pins, 14, 0.2)
    assert [command.name for command in buttons.poll(0.0)] == ["hint"]
    buttons.close()


def test_a_long_press_switches_off(
    pins: MockFactory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file for systemd is left, and the program ends."""
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    with open_box(defaults(), LAYOUT) as box:
        monkeypatch.setattr(type(box.buttons), "poll", lambda *_: (Command(0.0, "power_off"),))
        assert [command.name for command in BoxView(Screen(), box).poll(0.0)] == ["quit"]
    assert (tmp_path / REQUEST).exists()


def test_a_long_press_without_a_service_ends_the_program(
    pins: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was started by hand: nobody listens who could switch off, and nothing fails."""
    monkeypatch.delenv("RUNTIME_DIRECTORY", raising=False)
    with open_box(defaults(), LAYOUT) as box:
        monkeypatch.setattr(type(box.buttons), "poll", lambda *_: (Command(0.0, "power_off"),))
        assert [command.name for command in BoxView(Screen(), box).poll(0.0)] == ["quit"]


def test_only_the_service_can_switch_off() -> None:
    """Said, not passed over."""
    with pytest.raises(EnvironmentFault, match="RUNTIME_DIRECTORY"):
        Service({}).power_off()


def test_systemd_hears_of_the_program(tmp_path: Path) -> None:
    """Ready once, alive while readings are fresh, silent when they are not."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind(str(tmp_path / "notify"))
        ear.settimeout(1.0)
        service = Service({"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "20000000"})
        service.beat(5.0)
        service.fresh(10.0)
        service.beat(15.0)
        service.fresh(19.0)
        service.beat(20.0)
        service.beat(19.0 + STALE_S + 12.0)
        service.stopping()
        assert [ear.recv(99) for _ in range(3)] == [b"READY=1", b"WATCHDOG=1", b"STOPPING=1"]


def test_the_buzzer_tells_moves_and_faults(
    pins: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Short for a move, longer for what is wrong, and nothing when nothing changes."""
    beeps: list[tuple[float, int]] = []
    monkeypatch.setattr("gpiozero.Buzzer.beep", lambda _, on, off, n: beeps.append((on, n)))
    view = BuzzerView(15)
    for kind in (Kind.PLAYING, Kind.PLAYING, Kind.ILLEGAL, Kind.ILLEGAL):
        view.show(scene(kind))
    assert beeps == [(0.4, 1)]
    for kind in (Kind.LEARNING, Kind.ILLEGAL):  # a page of the rules is looked up
        view.show(scene(kind))
    assert beeps == [(0.4, 1)]
    for kind in (Kind.CHOOSING, Kind.READER_LOST):
        view.show(replace(scene(kind), strip=Strip((MoveEntry(1, "b", "c1-c3"),))))
    assert beeps[1:] == [(0.05, 2), (0.2, 2)]
    view.show(replace(scene(Kind.DISTURBED), strip=Strip()))  # a move was taken back by a button
    assert beeps[3:] == [(0.05, 1)]
    view.close()


def test_the_next_game_has_buttons_and_buzzer_again(pins: MockFactory, tmp_path: Path) -> None:
    """A box that is closed lets go of them, also while somebody still knows it."""
    settings = configured(tmp_path, "[buttons]\nok = 26\nbuzzer = 15")
    opened = []
    for _ in range(2):
        with open_box(settings, make_game("loa").layouts[0]) as box:
            opened.append(box)
    assert all(box.buzzer is not None for box in opened)


def test_lamps_and_buzzer_tell_of_a_game_behind_a_menu(
    pins: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who plays on while somebody looks for something in the menu looks at the board."""
    said: list[object] = []
    monkeypatch.setattr("gpiozero.Buzzer.beep", lambda _, on, off, n: said.append((on, n)))
    monkeypatch.setattr(NoLamps, "light", lambda _, frame, columns: said.append(frame))
    buzzer, screen, wrong = BuzzerView(15), Screen(), scene(Kind.ILLEGAL)
    box = Box(defaults(), LedView(NoLamps()), Buttons({}), buzzer, Service({}))
    view = box.around(screen)
    view.show(scene(Kind.PLAYING), 0.0)
    said.clear()
    view.behind(wrong, 0.0)
    assert said == [frame_at(wrong, 0.0), (0.4, 1)]
    assert screen.shown == [scene(Kind.PLAYING)]
    buzzer.close()


def test_lamps_are_out_while_a_frame_is_read() -> None:
    """And frames from before are thrown away."""
    said: list[object] = []

    class Camera:
        def read(self) -> np.ndarray:
            said.append("frame")
            return np.zeros((2, 2, 3), np.uint8)

        def close(self) -> None:
            said.append("closed")

    camera = Shuttered(Camera(), said.append, lambda _: said.append("lit"))
    camera.read()
    camera.close()
    assert said == ["lit", True, *["frame"] * (STALE_FRAMES + 1), False, "closed"]


def test_a_slow_camera_leaves_the_lamps_dark_for_longer() -> None:
    """The readings follow each other as they did, as far as the lamps can be seen at all."""
    now = [0.0]
    lit: list[float] = []

    class Slow:
        frame_s = 0.1

        def read(self) -> Image:
            now[0] += self.frame_s
            return np.zeros((2, 2, 3), np.uint8)

        def close(self) -> None: ...

    device = Slow()
    camera = Shuttered(device, lambda _: None, lit.append, lambda: now[0])
    for _ in range(2):
        camera.read()
    device.frame_s = 0.2
    for _ in range(2):
        camera.read()
    assert lit[1:] == [pytest.approx(0.2), pytest.approx(0.2), LEAST_LIT_S]


def test_one_base_of_lamps_serves_smaller_boards(tmp_path: Path) -> None:
    """As one base of reeds does: the lamps beside the board stay dark, the others are in place."""
    linja = make_game("linja").layouts[0]
    base = configured(tmp_path, '[lamps]\nkind = "chain"\nbase_columns = 8\nbase_rows = 8')
    order = chain_order(base, linja)
    assert len(order) == 64
    assert order[:8] == (0, 1, 2, 3, 4, 5, -1, -1)
    assert order[8:16] == (-1, -1, 11, 10, 9, 8, 7, 6)
    assert sorted(site for site in order if site >= 0) == list(range(48))
    assert chain_order(defaults(), linja) == serpentine(6, 8)


def test_reeds_open_as_configured(pins: MockFactory, tmp_path: Path) -> None:
    """Both kinds, and what cannot be had is named."""
    open_reeds(configured(tmp_path, '[reader]\nkind = "reed"')).close()
    shift = '[reader]\nkind = "reed"\n[reeds]\nkind = "shift"\ncoding = "gray"'
    open_reeds(configured(tmp_path, shift)).close()
    pulled_up = replace(defaults(), reeds=replace(defaults().reeds, columns=(3,)))
    with pytest.raises(EnvironmentFault, match="BCM"):
        open_reeds(pulled_up)


def test_a_latch_that_is_taken_keeps_no_bus(pins: MockFactory, tmp_path: Path) -> None:
    """Once its pin is free the next game can begin."""
    shift = configured(tmp_path, '[reader]\nkind = "reed"\n[reeds]\nkind = "shift"')
    with OutputDevice(25), pytest.raises(EnvironmentFault, match="latch pin BCM 25"):
        open_reeds(shift)
    open_reeds(shift).close()


def test_the_configuration_chooses_the_reader(pins: MockFactory, tmp_path: Path) -> None:
    """Unless another one is asked for."""
    frames = Path(__file__).parents[1] / "frames" / "demo"
    with open_box(configured(tmp_path, '[reader]\nkind = "reed"'), LAYOUT) as box:
        reader = box.reader("")
        assert isinstance(reader, ReedReader)
        reader.close()
        recorded = sorted(path for path in frames.iterdir() if path.is_dir())[0]
        assert isinstance(box.reader(f"watch:{recorded}"), FramesReader)
        with pytest.raises(InvalidText, match="reader 'eye'"):
            box.reader("eye")


@pytest.mark.parametrize("kind", ["camera", "fused"])
def test_lamps_and_a_network_camera_are_refused(
    pins: MockFactory, tmp_path: Path, kind: str
) -> None:
    """Nobody knows how late its pictures are, and so whether the lamps were out in them."""
    address = "http://ann:secret@127.0.0.1:9/video"
    text = f'[reader]\nkind = "{kind}"\ncamera = "{address}"\n'
    with open_box(configured(tmp_path, text + '[lamps]\nkind = "chain"'), LAYOUT) as box:
        for name in ("", f"watch:{address}" if kind == "camera" else "fused"):
            with pytest.raises(ConfigurationError, match=r"127\.0\.0\.1.* beside lamps") as refused:
                box.reader(name)
            assert "secret" not in str(refused.value)
    with open_box(configured(tmp_path, text), LAYOUT) as box:
        box.reader("").close()


@pytest.mark.parametrize("name", ["camera", "camera:7", "watch:camera:7", "fused"])
def test_beside_lamps_every_camera_reads_while_they_are_out(
    pins: MockFactory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """However it was asked for."""
    around: list[object] = []

    def noted(open_device: Opener, freeze: object) -> Opener:
        around.append(freeze)
        return open_device

    monkeypatch.setattr(box_module, "shuttered", noted)
    text = '[reader]\ncamera = "camera:7"\n[lamps]\nkind = "chain"'
    with open_box(configured(tmp_path, text), LAYOUT) as box:
        assert box.leds is not None
        box.reader(name).close()
        assert around == [box.leds.freeze]


class Busy(Exception):
    """What lgpio raises; no error of gpiozero's."""


@pytest.fixture
def lgpio(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library below gpiozero is loaded, and another program has every pin."""
    library = types.ModuleType("lgpio")
    library.error = Busy  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "lgpio", library)

    def claim(*_: object, **__: object) -> None:
        raise Busy("'GPIO busy'")

    for name in ("OutputDevice", "InputDevice"):
        monkeypatch.setattr(f"pi_board.readers.reed_matrix.{name}", claim)
    monkeypatch.setattr("pi_board.readers.buttons.Button", claim)


@pytest.mark.usefixtures("pins", "lgpio")
def test_a_pin_that_another_program_has_is_said_in_one_line() -> None:
    """It names the pin instead of ending with a traceback."""
    with pytest.raises(EnvironmentFault, match="row pin BCM 5: 'GPIO busy'"):
        open_reeds(defaults())
    with pytest.raises(EnvironmentFault, match="button ok, BCM 26: 'GPIO busy'"):
        Buttons({"ok": 26})


@pytest.mark.parametrize("factory", ["lgpio", "native", "no-such"])
def test_pins_that_cannot_be_had_are_said_in_one_line(
    factory: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the library for them raises, also where the service names the library."""
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", factory)
    monkeypatch.setattr(Device, "pin_factory", None)
    with pytest.raises(EnvironmentFault, match="no GPIO pins can be had"):
        claim_pins()
