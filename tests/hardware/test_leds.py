"""Lamps: byte-exact frames, a current that is never exceeded, and the scene's roles on them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from gpiozero import LEDBoard
from gpiozero.exc import GPIOZeroError, SPISoftwareFallback
from gpiozero.pins.mock import MockFactory
from hypothesis import given
from hypothesis import strategies as st

from pi_board.app.compose import compose
from pi_board.app.showcase import gallery
from pi_board.app.spi import SpiBus
from pi_board.core.errors import EnvironmentFault
from pi_board.core.layout import site_name
from pi_board.core.scene import Kind, Scene
from pi_board.simulation.hardware_pins import NetFactory
from pi_board.simulation.hardware_spi import DecodingChain
from pi_board.views.leds import (
    _PATTERNS,
    OFF,
    Frame,
    LedView,
    Pattern,
    frame_at,
    patterns,
    urgent_frame_at,
)
from pi_board.views.leds_chain import (
    Brightness,
    LampChain,
    chain_bytes,
    current_a,
    limited,
    serpentine,
)
from pi_board.views.leds_edge import EdgeLamps

RGB = st.tuples(*[st.integers(0, 255)] * 3)
FRAMES = st.lists(RGB, min_size=1, max_size=64)


@pytest.mark.parametrize(("count", "length"), [(64, 268), (48, 203), (36, 155)])
def test_a_frame_is_as_long_as_the_protocol_says(count: int, length: int) -> None:
    """Start word, a word each, end word, and half a clock edge for every lamp."""
    frame = chain_bytes([(1, 2, 3)] * count, 8)
    assert len(frame) == length
    assert frame[:8] == bytes((0, 0, 0, 0, 0xE8, 3, 2, 1))
    assert not any(frame[4 + 4 * count :])


@pytest.mark.parametrize(("columns", "rows"), [(8, 8), (6, 6)])
def test_what_is_sent_is_what_lights(pins: MockFactory, columns: int, rows: int) -> None:
    """Every lamp of the decoded chain shows the colour of the site it lies under."""
    chain = DecodingChain(columns * rows, pins)
    order = serpentine(columns, rows)
    frame: Frame = tuple((i, 255 - i, i // 2) for i in range(columns * rows))
    with SpiBus() as bus:
        LampChain(bus.transfer, order, Brightness(4, 5.0)).light(frame, columns)
    assert [rgb for _, rgb in chain.lamps] == [frame[site] for site in order]
    assert {global_ for global_, _ in chain.lamps} == {4}
    assert chain.raw == chain_bytes([frame[site] for site in order], 4)


@given(FRAMES, st.integers(0, 31), st.floats(0.0, 4.0))
def test_the_current_is_never_exceeded(
    frame: list[tuple[int, int, int]], global_: int, limit_a: float
) -> None:
    """But for what dark lamps draw, which nobody can save."""
    safe = limited(frame, global_, limit_a)
    idle_a = current_a([OFF] * len(frame), global_)
    assert current_a(safe, global_) <= max(limit_a, idle_a) + 1e-9
    if current_a(frame, global_) <= limit_a:
        assert safe == tuple(frame)


@given(FRAMES, st.integers(1, 10), st.floats(0.1, 2.0))
def test_what_goes_out_on_the_wire_keeps_to_the_limit(
    frame: list[tuple[int, int, int]], level: int, limit_a: float
) -> None:
    """Measured from the bytes, not from what was asked for."""
    sent: list[int] = []
    chain = LampChain(lambda data: sent.extend(data) or data, range(len(frame)),
                      Brightness(level, limit_a))  # fmt: skip
    chain.light(tuple(frame), 8)
    words = [sent[i : i + 4] for i in range(4, 4 + 4 * len(frame), 4)]
    drawn_a = sum(0.001 + (w[0] & 31) / 31 * sum(w[1:]) / 255 * 0.020 for w in words)
    assert drawn_a <= max(limit_a, 0.001 * len(frame)) + 1e-9


def test_full_white_is_what_the_limit_is_for() -> None:
    """64 lamps at full draw 3.9 A; the limit of 0.8 A leaves a fifth of the light."""
    white = [(255, 255, 255)] * 64
    assert current_a(white, 31) == pytest.approx(3.904)
    assert current_a(limited(white, 31, 0.8), 31) <= 0.8


def test_brightness_rises_with_the_level() -> None:
    """1 to 10, and full at 10."""
    levels = [Brightness(level).global_ for level in range(1, 11)]
    assert levels == sorted(set(levels))
    assert levels[-1] == 31


def test_chains_may_begin_at_any_corner() -> None:
    """The order is that of the chain; a1 is site 0."""
    assert serpentine(3, 2) == (0, 1, 2, 5, 4, 3)
    assert serpentine(3, 2, "h8") == (5, 4, 3, 0, 1, 2)
    assert serpentine(3, 2, "a1", "column") == (0, 3, 4, 1, 2, 5)
    assert serpentine(3, 2, "h1", zigzag=False) == (2, 1, 0, 5, 4, 3)


def test_missing_spi_is_an_error(pins: MockFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Never gpiozero's slow toggling of pins in Python."""
    import warnings

    def falls_back(*_: object, **__: object) -> None:
        warnings.warn(SPISoftwareFallback("no /dev/spidev0.0"), stacklevel=1)

    monkeypatch.setattr(NetFactory, "spi", falls_back)
    with pytest.raises(EnvironmentFault, match=r"SPI0 CE0.*dtparam=spi=on"):
        SpiBus()


class Recorder:
    """Lamps that remember what they were told."""

    def __init__(self) -> None:
        self.frames: list[Frame] = []

    def light(self, frame: Frame, columns: int) -> None:
        self.frames.append(frame)

    def close(self) -> None:
        self.frames.append(())


def scenes() -> dict[str, Scene]:
    """Every state of every game."""
    return dict(gallery.scenes())


def test_a_frame_is_sent_again_each_second() -> None:
    """And not more often, if nothing changes."""
    lamps, scene = Recorder(), next(s for s in scenes().values() if s.kind is Kind.PLAYING)
    view = LedView(lamps)
    view.show(scene, 0.0)
    for tenth in range(1, 31):
        view.draw(tenth / 10)
    assert len(lamps.frames) == 4


def test_lamps_are_dark_while_the_camera_reads() -> None:
    """Nothing is sent from then on until it has read."""
    lamps, scene = Recorder(), next(s for s in scenes().values() if s.kind is Kind.LIFTED)
    view = LedView(lamps)
    view.show(scene, 0.0)
    view.freeze(True)
    assert set(lamps.frames[-1]) == {OFF}
    sent = len(lamps.frames)
    view.draw(5.0)
    assert len(lamps.frames) == sent
    view.freeze(False)
    view.draw(5.1)
    assert lamps.frames[-1] == frame_at(scene, 5.1)


def test_lamps_that_fail_stop_nobody() -> None:
    """Neither screen nor camera; they are tried again, and it is known how they are."""

    class Loose(Recorder):
        is_loose = False

        def light(self, frame: Frame, columns: int) -> None:
            if self.is_loose:
                raise EnvironmentFault("SPI0: broken")
            super().light(frame, columns)

        def close(self) -> None:
            raise EnvironmentFault("SPI0: broken")

    lamps, scene = Loose(), next(s for s in scenes().values() if s.kind is Kind.LIFTED)
    view = LedView(lamps)
    view.show(scene, 0.0)
    assert view.problem == ""
    lamps.is_loose = True
    view.freeze(True)
    view.freeze(False)
    view.draw(1.0)
    assert view.problem == "SPI0: broken"
    lamps.is_loose = False
    view.draw(2.0)
    assert (view.problem, lamps.frames[-1]) == ("", frame_at(scene, 2.0))
    view.close()


def test_every_scene_can_be_lit() -> None:
    """Every marked site of every state has a lamp, and no other site is named."""
    for name, scene in scenes().items():
        lit = patterns(scene)
        marked = {mark.site for mark in scene.board.marks}
        assert marked <= set(lit), name
        assert len(frame_at(scene, 0.0)) == scene.board.columns * scene.board.rows


@pytest.mark.parametrize(
    ("state", "site", "name"),
    [
        ("loa_lifted", "e8", "from"),
        ("loa_lifted", "e2", "counted"),
        ("loa_lifted", "b5", "to"),
        ("loa_setting_up", "f1", "missing"),
        ("loa_setting_up", "h4", "arrow_end"),
        ("loa_illegal", "c4", "wrong"),
        ("connexoh_illegal", "e3", "turn_3"),
        ("connexoh_setting_up", "c3", "turn_2"),
        ("connexoh_instructed", "d3", "turn_1"),
        ("loa_over", "e2", "won"),
        ("loa_flag", "h5", "won"),
        ("linja_over", "c2", "won"),
        ("loa_choosing", "e8", "from"),
        ("loa_choosing", "b5", "to"),
        ("connexoh_not_turned", "c3", "from"),
    ],
)
def test_what_lamps_say(state: str, site: str, name: str) -> None:
    """As the list of colours for people has it; no two of these look alike."""
    lit = patterns(scenes()[state])[site]
    assert [other for other, pattern in _PATTERNS.items() if pattern == lit] == [name]


def test_rhythms_differ() -> None:
    """Blinking is dark half the time, slow is seldom dark."""
    colour = (200, 100, 50)
    times = [i / 100 for i in range(240)]
    dark = {
        rhythm: sum(Pattern(colour, rhythm).at(t) == OFF for t in times) / len(times)
        for rhythm in ("steady", "blink", "fast", "slow")
    }
    assert dark["steady"] == 0
    assert dark["blink"] == pytest.approx(0.5, abs=0.05)
    assert dark["fast"] == pytest.approx(0.5, abs=0.1)
    assert 0 < dark["slow"] < 0.2


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_a_tile_blinks_once_for_each_quarter(quarters: int) -> None:
    """And pauses, longer than between: whoever looks at the lamps alone turns it right."""
    turn = _PATTERNS[f"turn_{quarters}"]
    lit = "".join("1" if turn.at(t / 10) != OFF else " " for t in range(3, 300, 6))
    assert f"  {'1 ' * quarters}  {'1 ' * quarters}  1" in lit


def test_the_marked_one_of_two_turns_of_a_tile_blinks_as_often() -> None:
    """Before one is marked the tile is lit; with buttons and lamps alone two turns look alike."""
    table = dict(gallery.states())["connexoh_choosing"]
    lit = [
        patterns(compose(replace(table, situation=replace(table.situation, marked=marked))))["c3"]
        for marked in (None, 0, 1)
    ]
    assert lit == [_PATTERNS[name] for name in ("from", "turn_2", "turn_1")]


def test_few_lamps_show_one_thing_at_a_time() -> None:
    """Nothing shines in the pauses of it, or its blinks could not be counted. What is known by who
    has moved a stone, where that stood, gives way to where it goes.
    """
    shown = {
        name: {
            site_name(i % scene.board.columns, i // scene.board.columns)
            for tenth in range(48)
            for i, rgb in enumerate(urgent_frame_at(scene, tenth / 10))
            if rgb != OFF
        }
        for name, scene in scenes().items()
    }
    assert shown["connexoh_illegal"] == {"e3"}
    assert shown["loa_illegal"] == {"c4"}
    assert shown["loa_hint"] == {"e8", "h5"}
    assert shown["loa_instructed"] == {"e8"}
    assert shown["loa_lifted"] == {"h5"}
    assert shown["loa_marked"] == {"b5"}
    assert shown["loa_start"] == set()


def test_indicators_beside_the_board_show_row_and_column(pins: MockFactory) -> None:
    """The second driver behind the same interface."""
    lamps = EdgeLamps((5, 6), (12, 13, 16))
    lamps.light((OFF, OFF, (255, 0, 0), (0, 9, 0), OFF, OFF), 3)
    assert [pins.pin(n).state for n in (5, 6, 12, 13, 16)] == [True, False, False, False, True]
    lamps.close()


def test_an_indicator_that_fails_is_a_fault_of_the_lamps(
    pins: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As every driver of lamps has them."""

    def refuse(*_: object) -> None:
        raise GPIOZeroError("no such pin")

    lamps = EdgeLamps((5, 6), (12, 13, 16))
    monkeypatch.setattr(LEDBoard, "value", property(fset=refuse))
    with pytest.raises(EnvironmentFault, match="indicator pins: no such pin"):
        lamps.light((OFF,) * 6, 3)
    with monkeypatch.context() as patch:
        patch.setattr(LEDBoard, "close", refuse)
        LedView(lamps).close()
    lamps.close()
