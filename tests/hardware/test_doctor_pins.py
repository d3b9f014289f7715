"""The doctor's checks of pins, SPI, and what hangs on them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner
from gpiozero import Device
from gpiozero.exc import GPIOZeroError

from calibration.profile import Profile, profile_path, save_profile
from pi_board.app.box import claim_pins
from pi_board.app.doctor import pins
from pi_board.app.doctor.checks import Finding, Machine
from pi_board.app.doctor.show import Waiting, show_box
from pi_board.cli.doctor import doctor as command
from pi_board.config.sections import Settings
from pi_board.config.settings import defaults, load
from pi_board.core.errors import EnvironmentFault
from pi_board.core.layout import Layout
from pi_board.games.registry import make_game
from pi_board.readers.buttons import Buttons
from pi_board.readers.reed_matrix import COLUMN_PINS, ROW_PINS, GpioMatrix
from pi_board.readers.reed_shift import LATCH_PIN
from pi_board.simulation.hardware_pins import NetFactory, ReedNet, in_place_of_pins
from pi_board.simulation.hardware_spi import DecodingChain, ShiftRegisters
from tests.hardware.machines import configured, machine, only, reed_settings


class Taken(NetFactory):
    """Pins without reeds, some of which the kernel or another program has."""

    def __init__(self, *numbers: int) -> None:
        super().__init__(ReedNet((), ()))
        self.numbers = numbers

    def pin(self, name: Any, **options: Any) -> Any:
        if name in self.numbers:
            raise GPIOZeroError("'GPIO busy'")
        return super().pin(name, **options)


class Stuck(NetFactory):
    """Pins of which one lies at ground, whatever it is pulled to."""

    def __init__(self, number: int) -> None:
        super().__init__(ReedNet((), ()))
        self.number = number

    def pin(self, name: Any, **options: Any) -> Any:
        found = super().pin(name, **options)
        if name == self.number:
            found._get_state = lambda: False
        return found


def tried(here: Machine, settings: Settings, taken: Iterable[int] = ()) -> list[Finding]:
    """What is said of the pins, on a machine that has some."""
    with in_place_of_pins(Taken(*taken)):
        return list(pins.check_pins(here, settings))


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    """A machine with pins and both chips of SPI0."""
    monkeypatch.setattr(pins.importlib, "import_module", lambda _: None)
    files = {"dev/gpiochip0": "", "dev/spidev0.0": "", "dev/spidev0.1": ""}
    return machine(tmp_path / "root", files, LG_WD=str(tmp_path))


BOX = (
    "[buttons]\nhint = 14\nok = 26\nbuzzer = 2\n"
    '[lamps]\nkind = "edge"\nrows = [5, 6, 12, 13, 16, 19]\ncolumns = [4, 17, 18, 22, 23, 24]\n'
)


@pytest.mark.parametrize(
    ("taken", "part", "words"),
    [(26, "buttons", "button ok, BCM 26"), (2, "buzzer", "buzzer, BCM 2"), (23, "lamps", "23")],
)
def test_what_hangs_on_pins_is_tried(
    tmp_path: Path, here: Machine, taken: int, part: str, words: str
) -> None:
    """A pin that another program has is a fault here, not when the game begins."""
    settings = configured(tmp_path, BOX)
    _, *found = tried(here, settings)
    assert [(f.part, f.level) for f in found] == [
        ("buttons", "well"), ("buzzer", "well"), ("lamps", "well"),
    ]  # fmt: skip
    (fault,) = (f for f in tried(here, settings, [taken]) if f.level != "well")
    assert (fault.part, words in fault.text, "BCM 7 and 9" in fault.remedy) == (part, True, True)


def test_the_menus_that_call_the_doctor_have_the_buttons(tmp_path: Path, here: Machine) -> None:
    """So these can be had."""
    with in_place_of_pins(Taken()), closing(Buttons({"ok": 26})):
        _, buttons, *_ = pins.check_pins(here, configured(tmp_path, BOX))
    assert (buttons.text, buttons.level) == ("hint on BCM 14, ok on BCM 26", "well")


def test_a_button_that_is_pressed_at_rest_is_named(tmp_path: Path, here: Machine) -> None:
    """One that opens when pressed would switch the Pi off two seconds after it was let go of."""
    settings = configured(tmp_path, "[buttons]\nhint = 14\nok = 26\n")
    with in_place_of_pins(Stuck(26)):
        *_, buttons = pins.check_pins(here, settings)
    assert (buttons.level, buttons.text) == ("fault", "ok: pressed all the time")


def test_closed_reeds_are_named_by_their_wires(tmp_path: Path, here: Machine) -> None:
    """So that two exchanged ones show with the first magnet; a whole start position is counted."""
    settings = configured(tmp_path, '[reader]\nkind = "reed"\n[reeds]\nscans_per_second = 10\n')
    net = ReedNet(ROW_PINS, COLUMN_PINS)
    with in_place_of_pins(NetFactory(net)):
        net.close([(0, 2), (7, 7)])
        *_, reeds = pins.check_pins(here, settings)
        assert reeds.text.startswith("2 closed (c1, h8), up to ")
        net.close((row, column) for row in (0, 7) for column in range(8))
        *_, reeds = pins.check_pins(here, settings)
        assert reeds.text.startswith("16 closed, up to ")
        net.without_diode = {(0, 0), (0, 7), (7, 0)}
        net.close(net.without_diode)
        *_, reeds = pins.check_pins(here, settings)
        assert (reeds.level, "through a1, h1, a8" in reeds.text) == ("fault", True)


@pytest.mark.parametrize(
    ("seconds", "told"),
    [(0.8, "set reeds.scans_per_second = 12"), (1.6, "end other programs; 10 a second are needed")],
)
def test_no_fewer_scans_are_advised_than_may_be_set(
    tmp_path: Path, here: Machine, monkeypatch: pytest.MonkeyPatch, seconds: float, told: str
) -> None:
    """20 of them take so long: half as many as are possible, which leaves time for the rest."""
    settings = configured(tmp_path, '[reader]\nkind = "reed"\n')
    with in_place_of_pins(NetFactory(ReedNet(ROW_PINS, COLUMN_PINS))):
        clock = iter((0.0, seconds))
        monkeypatch.setattr(pins, "time", SimpleNamespace(monotonic=lambda: next(clock)))
        *_, reeds = pins.check_pins(here, settings)
    assert (reeds.level, reeds.remedy) == ("warning", told)


# as few scans as may be asked for: the machine that tests may have other work
SHIFT = '[reader]\nkind = "reed"\n[reeds]\nkind = "shift"\nscans_per_second = 10\n'


def test_shift_registers_are_tried(tmp_path: Path, here: Machine) -> None:
    """As a game does it: over CE1, with their latch."""
    settings = configured(tmp_path, SHIFT)
    with in_place_of_pins(NetFactory(ReedNet((), ()))) as factory:
        registers = ShiftRegisters(LATCH_PIN, 2, factory)
        registers.closed = {(0, 0), (3, 15)}
        spi, reeds = pins.check_spi(here, settings)
        assert (spi.level, reeds.part, reeds.text[:8]) == ("well", "reeds", "2 closed")
    with in_place_of_pins(Taken(LATCH_PIN)):
        _, reeds = pins.check_spi(here, settings)
        assert (reeds.level, "latch pin BCM 25" in reeds.text) == ("fault", True)


def test_shift_registers_need_the_second_chip_select(tmp_path: Path, here: Machine) -> None:
    """An overlay that frees its pin takes it from them."""
    here.path("/dev/spidev0.1").unlink()
    found = only(pins.check_spi, here, configured(tmp_path, SHIFT))
    assert (found.level, "spi0-1cs out of" in found.remedy) == ("fault", True)
    assert only(pins.check_spi, here).level == "well"


def test_lgpio_needs_a_folder_to_write_to(tmp_path: Path) -> None:
    """Otherwise gpiozero ends with BadPinFactory and does not say why."""
    here = machine(tmp_path, {"dev/gpiochip0": ""}, LG_WD=str(tmp_path / "none"))
    assert only(pins.check_pins, here).remedy == "export LG_WD=$(mktemp -d)"


@pytest.mark.parametrize("part", ["scan", "without_diode"])
def test_reeds_that_stop_answering_while_they_are_scanned_are_a_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    """What they said is told, and their pins are let go of."""
    closed: list[GpioMatrix] = []

    def gone(_: GpioMatrix) -> None:
        raise EnvironmentFault("the reeds' pins cannot be read: gone")

    here = machine(tmp_path / "root", {"dev/gpiochip0": ""}, LG_WD=str(tmp_path))
    monkeypatch.setattr(pins.importlib, "import_module", lambda _: None)
    monkeypatch.setattr(GpioMatrix, part, gone)
    monkeypatch.setattr(GpioMatrix, "close", lambda matrix: closed.append(matrix))
    with in_place_of_pins(NetFactory(ReedNet(ROW_PINS, COLUMN_PINS))):
        first, reeds = pins.check_pins(here, reed_settings(tmp_path))
    assert (first.level, reeds.part, reeds.level) == ("well", "reeds", "fault")
    assert reeds.text == "the reeds' pins cannot be read: gone"
    assert "hardware.md" in reeds.remedy
    assert len(closed) == 1


def test_the_serial_console_has_two_pins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Buttons there would type into it."""
    (tmp_path / "config.toml").write_text("[buttons]\nhint = 14\n")
    settings = load(tmp_path / "config.toml")
    monkeypatch.setattr(pins.importlib, "import_module", lambda _: None)
    files = {"dev/gpiochip0": "", "proc/cmdline": "console=serial0,115200 console=tty1 root=x"}
    here = machine(tmp_path / "root", files, LG_WD=str(tmp_path))
    found = tried(here, settings)
    assert [(f.part, f.level) for f in found] == [
        ("pins", "well"), ("pins", "fault"), ("buttons", "well"),
    ]  # fmt: skip
    assert "do_serial_cons" in found[1].remedy
    five = {"proc/device-tree/model": "Raspberry Pi 5 Model B Rev 1.0"}
    for console, model, level in (
        ("ttyAMA10", five, "well"), ("serial0", five, "well"), ("ttyAMA0", five, "fault"),
        ("ttyS0", {}, "fault"),
    ):  # fmt: skip
        cmdline = {"proc/cmdline": f"console={console},115200 console=tty1"}
        root = tmp_path / f"{console} {len(model)}"
        here = machine(root, files | cmdline | model, LG_WD=str(tmp_path))
        assert tried(here, settings)[-2].level == level


def test_a_gpiozero_that_fails_is_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two versions of it lack an import, which a Pi 5 finds out: the doctor is to say so."""

    def broken() -> None:
        raise NameError("name 'os' is not defined")

    monkeypatch.setattr(Device, "ensure_pin_factory", broken)
    with pytest.raises(EnvironmentFault, match=r"no GPIO pins can be had .*'os' is not defined"):
        claim_pins()


def test_the_box_is_shown_to_eyes_and_ears(tmp_path: Path) -> None:
    """Every lamp lights once by itself, and a pressed button is named."""
    (tmp_path / "config.toml").write_text(
        '[lamps]\nkind = "chain"\n[buttons]\nok = 26\nbuzzer = 15\n'
    )
    lit: list[tuple[int, ...]] = []
    with in_place_of_pins(NetFactory(ReedNet((), ()))) as factory:
        chain = DecodingChain(36, factory)
        now_s = 0.0

        def sleep(seconds: float) -> None:
            nonlocal now_s
            now_s += max(seconds, 0.5)
            lit.append(tuple(i for i, (_, rgb) in enumerate(chain.lamps) if any(rgb)))
            if len(lit) == 45:
                factory.pin(26).drive_low()
                factory.pin(26).drive_high()

        waiting = Waiting(lambda: now_s, sleep)
        layout = make_game("connexoh").layouts[0]
        said = list(show_box(load(tmp_path / "config.toml"), layout, waiting))
    assert sorted(lit[:36]) == [(i,) for i in range(36)]
    assert said[-1] == "  button ok, short"
    assert list(show_box(defaults(), layout)) == [
        "no lamps, buttons or buzzer in the configuration"
    ]


def test_lamps_are_shown_in_the_order_that_was_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By calibrating them, as it says to do where they light in another one."""
    (tmp_path / "config.toml").write_text('[lamps]\nkind = "chain"\n')
    monkeypatch.setenv("PI_BOARD_CONFIG", str(tmp_path / "config.toml"))
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    monkeypatch.setattr("pi_board.cli.doctor.CHECKS", ())
    shown: list[tuple[int, ...]] = []

    def show_box(settings: Settings, _: Layout) -> Iterator[str]:
        shown.append(settings.lamps.order)
        yield "shown"

    monkeypatch.setattr("pi_board.cli.doctor.show_box", show_box)
    for order in ((), tuple(range(63, -1, -1))):
        save_profile(Profile("loa", "loa", lamp_order=order), profile_path("loa"))
        CliRunner().invoke(command, ["--show", "loa"], standalone_mode=False)
        assert shown.pop() == order
    profile_path("loa").write_text("damaged")
    CliRunner().invoke(command, ["--show", "loa"], standalone_mode=False)
    assert shown == [()]


def test_lamps_of_a_wrong_configuration_are_not_said_to_be_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The defaults that are checked meanwhile have none, whoever wired them has."""
    file = tmp_path / "config.toml"
    file.write_text('[lamps]\nkind = "edge"\n')
    monkeypatch.setenv("PI_BOARD_CONFIG", str(file))
    monkeypatch.setattr("pi_board.cli.doctor.CHECKS", ())
    said = CliRunner().invoke(command, ["--show", "loa"], standalone_mode=False)
    assert said.return_value == 1
    assert said.stdout.endswith("nothing is shown until the configuration is mended\n")
