"""``pi-board calibrate reeds`` and ``leds`` with a simulated hand at a simulated box."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from gpiozero import Device

from calibration.profile import load_profile, profile_path
from pi_board.cli import calibrate_box
from pi_board.cli.calibrate import calibrate
from pi_board.games.registry import make_game
from pi_board.readers.reed_matrix import COLUMN_PINS, ROW_PINS
from pi_board.simulation.hardware_pins import NetFactory, ReedNet, in_place_of_pins
from pi_board.simulation.hardware_spi import DecodingChain
from tests.hardware.reed_boards import place

LAYOUT = make_game("connexoh").layouts[0]
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
    monkeypatch.setattr(calibrate_box, "time", made)
    return made


@pytest.fixture
def net() -> Iterator[ReedNet]:
    """Simulated pins with reeds."""
    made = ReedNet(ROW_PINS, COLUMN_PINS)
    with in_place_of_pins(NetFactory(made)):
        yield made


def test_lamps_are_found_by_lifting_stones(table: Table, net: ReedNet) -> None:
    """Without a camera: the hand lifts the stone over the lamp it sees, and puts it back."""
    under = [(7 * lamp + 3) % 36 for lamp in range(36)]  # the site over each lamp
    dead = 5  # this lamp does not light
    stones = {place(site) for site in LAYOUT.sites}
    chain = DecodingChain(36, Device.pin_factory)
    net.close(stones)

    def act(now_s: float) -> None:
        lit = [i for i, (_, rgb) in enumerate(chain.lamps) if any(rgb) and i != dead]
        up = {place(LAYOUT.sites[under[lit[0]]])} if lit and now_s % 1.0 > 0.3 else set()
        net.close(stones - up)

    table.acts = act
    done = CliRunner().invoke(calibrate, ["leds", "connexoh", "--by", "hand"])
    assert done.exit_code == 0, done.output
    assert "lamp 5 was not seen" in done.stdout
    wanted = tuple(-1 if lamp == dead else site for lamp, site in enumerate(under))
    assert load_profile(profile_path("connexoh")).lamp_order == wanted


def test_a_walk_masks_dead_sites_and_puts_wires_right(
    table: Table, net: ReedNet, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is not as it should be is told, and kept so that the next game is right."""
    exchanged = {"a1": "b1", "b1": "a1"}
    asked = [""]

    def act(now_s: float) -> None:
        site = asked[0]
        down = site not in ("", "c3") and now_s % 1.0 > 0.3
        net.close([place(exchanged.get(site, site))] if down else [])

    def echo(text: str, err: bool = False) -> None:
        asked[0] = text.split()[4].rstrip(",") if text.startswith("put the stone on") else ""
        said.append(text)

    said: list[str] = []
    table.acts = act
    monkeypatch.setattr(calibrate_box.click, "echo", echo)
    calibrate_box.reeds.callback("connexoh", None, False)
    kept = load_profile(profile_path("connexoh"))
    assert kept.masked == ("c3",)
    assert kept.reed_order[:3] == (1, 0, 2)
    assert "dead: ['c3']" in said
    assert "swapped: {'a1': 'b1', 'b1': 'a1'}" in said
