"""The options of ``pi-board play``: what can be asked for, and what is refused in one line."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pi_board.app.agreement import Agreement
from pi_board.cli.play import _begin, play
from pi_board.config.settings import remember
from pi_board.core.errors import InvalidFile
from pi_board.views.language import LANGUAGES
from tests.app.evenings import Hand, Script
from tests.app.test_shell_evening import left, started
from tests.cli.running import ran


def told(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """The exit code and what stands on stderr."""
    code, _, err = ran(capsys, "play", *arguments)
    return code, err


def test_every_language_can_be_asked_for() -> None:
    """The choices of --language are the languages there are catalogues for, and English."""
    (option,) = (p for p in play.params if p.name == "language")
    assert set(option.type.choices) == set(LANGUAGES)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["loa", "--continue", "--clock", "5"], "leave out --clock"),
        (["loa", "--continue", "--rule", "first=w"], "leave out --rule"),
        (["loa", "--continue", "--preset", "gamut"], "leave out --preset"),
        (["loa", "--continue", "--policy", "strict"], "leave out --policy"),
        (["loa", "--continue", "--position", "x"], "leave out --position"),
        (["loa", "--continue", "--players", "A", "B"], "leave out --players"),
        (["loa", "--continue", "--against", "w", "--level", "9"], "leave out --against"),
        (["--rule", "first=w"], "without a GAME"),
        (["loa", "--rule", "first=x"], "first=x"),
        (["loa", "--position", "nonsense"], "position"),
        (["loa", "--clock", "soon"], "clock 'soon'"),
        (["chess"], "'chess' is not one of"),
        (["loa", "--reader", "nothing"], "reader 'nothing'"),
        (["--reader", "nothing"], "reader 'nothing'"),
        (["loa", "--reader", "simulators"], "reader 'simulators'"),
        (["loa", "--reader", "simulator:holes"], "a simulated board 'holes', expected loa"),
    ],
)
def test_what_makes_no_sense_is_refused(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit code 1 and one line that says what was found."""
    code, text = told(arguments, capsys)
    assert code == 1
    assert said in text
    assert text.count("\n") == 1


@pytest.mark.thorough
@pytest.mark.parametrize("arguments", [[], ["loa"], ["loa", "--fullscreen"]])
def test_without_a_display_it_says_so(arguments: list[str]) -> None:
    """Exit code 2 and one line, in a process that no dummy driver was chosen for."""
    environment = {k: v for k, v in os.environ.items() if k not in ("SDL_VIDEODRIVER", "DISPLAY")}
    done = subprocess.run(
        [sys.executable, "-m", "pi_board", "play", *arguments, "--no-sound"],
        env=environment, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert "no screen to draw on" in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr


def test_a_game_can_be_begun_without_the_menus() -> None:
    """What the command line agrees on is what is played."""
    from pi_board.app.evening import Begin

    def script(hand: Hand) -> Script:
        yield from started(hand)
        yield from left(hand)

    agreed = Agreement("loa", rules=(("first", "w"),), players=("Ann", "Bob"), reader="simulator")
    hand = Hand()
    hand.spend(script, Begin(agreed))
    (record,) = hand.records
    assert record.header.players == ("Ann", "Bob")
    assert ("first", "w") in record.header.rules


@pytest.fixture
def wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A configuration with a slip of the pen; what was chosen on the device is well."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    remember("screen", "theme", "light")
    file = tmp_path / "config.toml"
    file.write_text("[lamps]\nbrightness = 77\n")
    monkeypatch.setenv("PI_BOARD_CONFIG", str(file))
    return file


def test_a_wrong_configuration_is_one_line_on_a_terminal(
    wrong: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whoever typed the command reads it there."""
    code, text = told(["loa", "--continue"], capsys)
    assert (code, text.count("\n")) == (1, 1)
    assert f"{wrong}: lamps.brightness = 77" in text


def test_a_service_tells_a_wrong_configuration_on_the_screen(
    wrong: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nobody reads a terminal there. No game begins on a board that is wired otherwise, and once
    the file is mended one begins as it says.
    """

    def complains(hand: Hand) -> bool:
        menu = hand.window.menu
        assert menu is not None
        return "lamps.brightness = 77" in str(menu.page.items[0].label)

    def script(hand: Hand) -> Script:
        yield 0.5
        assert complains(hand)
        assert hand.window._theme.name == "light"
        yield from hand.choose("back")
        yield from hand.choose("open", "new")
        yield from hand.choose("start")
        assert complains(hand)
        wrong.write_text('[screen]\nblack = "red"\n[players]\nblack = "Ida"\n')
        yield from hand.choose("back")
        yield from hand.choose("open", "new")
        yield from hand.choose("start")
        yield from started(hand)
        assert hand.window._theme.stones == ("red", "white")
        yield from hand.press("menu")
        yield from hand.choose("main_menu")
        yield from hand.choose("open", "new")
        yield from hand.choose("start")
        yield from started(hand)
        assert [str(card.name) for card in hand.window.scene.cards] == ["White", "Ida"]
        yield from left(hand)

    hand = Hand()
    hand.begin(script)
    monkeypatch.setenv("NOTIFY_SOCKET", "@nobody listens")
    monkeypatch.setattr("pi_board.views.screen.ScreenView", lambda *_, **__: hand.window)
    monkeypatch.setattr("pi_board.app.wanted.Wanted", hand.timed)
    arguments = ["loa", "--continue", "--reader", "simulator", "--no-sound"]
    code, text = told(arguments, capsys)
    hand.end()
    assert (code, text.count("\n")) == (0, 1)
    assert f"{wrong}: lamps.brightness = 77" in text


def test_a_damaged_journal_does_not_keep_a_box_from_playing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is told and left out: a service would end with it at every start."""

    def damaged(name: str | None) -> None:
        raise InvalidFile(f"{name}-1.jsonl, line 3: no JSON")

    monkeypatch.setattr("pi_board.app.kept.resuming.latest_unfinished", damaged)
    begin = _begin(Agreement("loa"), True, "loa")
    assert begin is not None
    assert begin.found is None
    assert capsys.readouterr().err == "pi-board: loa-1.jsonl, line 3: no JSON; it is left out\n"
