"""The box around the screen: lamps, buttons, buzzer and service, as the configuration has them.

    box = stack.enter_context(open_box(load(), game.layouts[0]))
    reader = box.reader("fused")
    view = box.around(ScreenView(...))

Without a configuration there is nothing but the screen, and no pin is touched.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace

from gpiozero import Device
from gpiozero.exc import GPIOZeroError, PinFactoryFallback

from pi_board.app.notify import Service
from pi_board.app.resting import Rest, Sleeper
from pi_board.app.showing import View
from pi_board.app.sources import check_reader_name, open_source
from pi_board.app.spi import SpiBus
from pi_board.config.command import command
from pi_board.config.sections import Settings
from pi_board.core.errors import ConfigurationError, EnvironmentFault, driver_errors
from pi_board.core.layout import Layout
from pi_board.core.observation import Command, Input
from pi_board.core.scene import Scene
from pi_board.readers.addresses import is_live, is_remote, without_login
from pi_board.readers.base import Reader
from pi_board.readers.buttons import POWER_OFF, Buttons
from pi_board.readers.camera import CameraReader
from pi_board.readers.fused import FusedReader
from pi_board.readers.grabber import Grabber
from pi_board.readers.opening import opener
from pi_board.readers.reed import ReedReader, Timing
from pi_board.readers.reed_matrix import GpioMatrix, Matrix
from pi_board.readers.reed_shift import ShiftMatrix
from pi_board.readers.reed_wiring import Wiring
from pi_board.readers.shuttered import shuttered
from pi_board.views.buzzer import BuzzerView
from pi_board.views.camera import Pixels
from pi_board.views.leds import Lamps, LedView, NoLamps, frame_at, urgent_frame_at
from pi_board.views.leds_chain import NIGHT_BRIGHTNESS, Brightness, LampChain, serpentine
from pi_board.views.leds_edge import EdgeLamps
from pi_board.vision.warm.session import BoardSession

SHIFT_SIDE = 16  # rows and columns of two chips each


@dataclass(slots=True)
class Box:
    """What is there besides the screen. `night`: the lamps are dimmed for a dark room."""

    settings: Settings
    leds: LedView | None
    buttons: Buttons
    buzzer: BuzzerView | None
    service: Service
    night: bool = False

    def set_night(self, night: bool) -> None:
        """Dim the lamps for a dark room, or no longer; at once, until the program ends."""
        self.night = night
        self._dim()

    def set_brightness(self, level: int) -> None:
        """The lamps' brightness by day, 1 to 10; at once, until the program ends."""
        self.settings = replace(self.settings, lamps=replace(self.settings.lamps, brightness=level))
        self._dim()

    def _dim(self) -> None:
        if self.leds is not None:
            self.leds.dim(NIGHT_BRIGHTNESS if self.night else self.settings.lamps.brightness)

    def set_dark_after(self, minutes: int) -> None:
        """When screen and lamps that nobody needs go dark; at once, until the program ends."""
        screen = replace(self.settings.screen, dark_after_minutes=minutes)
        self.settings = replace(self.settings, screen=screen)

    def around(self, view: View, screen: Sleeper | None = None) -> BoxView:
        """A view that shows on the lamps as well and takes the buttons' commands. The `screen` on
        which `view` shows, if it is given, goes dark when nobody is there, and the lamps with it.
        """
        return BoxView(view, self, Rest(screen, self.leds) if screen is not None else None)

    def reader(self, name: str, session: BoardSession | None = None) -> Reader:
        """The reader called ``reed``, ``fused``, ``watch:SOURCE`` or as a camera is; "" is what the
        configuration says. `session` is for a board of which something is known.

        With lamps a camera reads while they are out. Raises what `open_source` raises, InvalidText
        for any other name, ConfigurationError for a network camera beside lamps, and
        EnvironmentFault if the pins of the reeds cannot be had.
        """
        check_reader_name(name)
        name = name or self.settings.reader.kind
        source = source_of(self.settings, name)
        if self.leds is not None and is_remote(source):
            raise ConfigurationError(
                f"{without_login(source)} beside lamps, expected a camera on a ribbon or on USB: "
                "how late a picture comes over a network is unknown, and so whether the lamps were "
                'out in it; lamps.kind = "none" does without them'
            )
        if name == "reed":
            return open_reeds(self.settings)
        if name == "fused":
            reeds = open_reeds(self.settings)
            return FusedReader(self._camera(source, session), reeds)
        if is_live(name.removeprefix("watch:")):
            return self._camera(source, session)
        return open_source(source, None, session)

    def _camera(self, source: str, session: BoardSession | None) -> Reader:
        if self.leds is None:
            return CameraReader(source, session)
        grabber = Grabber(shuttered(opener(source), self.leds.freeze))
        return CameraReader(source, session, grabber)


def source_of(settings: Settings, name: str) -> str:
    """Where the pictures of the reader called `name` come from; "" for reeds alone."""
    name = name or settings.reader.kind
    if name == "reed":
        return ""
    if name in ("camera", "fused"):
        return settings.reader.camera
    return name.removeprefix("watch:")


@contextmanager
def open_box(settings: Settings, layout: Layout, service: Service | None = None) -> Iterator[Box]:
    """What the configuration says is there; a `service` that is given goes on after the box is
    closed. Raises EnvironmentFault for what is not there.
    """
    with ExitStack() as stack:
        leds = None
        wired = settings.buttons
        if wired.pins or wired.buzzer:
            claim_pins()
        if settings.lamps.kind != "none":
            frame = urgent_frame_at if settings.lamps.kind == "edge" else frame_at
            leds = LedView(open_lamps(settings, layout, stack), frame)
            stack.callback(leds.close)
        buttons = Buttons(wired.pins)
        stack.callback(buttons.close)
        buzzer = BuzzerView(wired.buzzer) if wired.buzzer else None
        if buzzer is not None:
            stack.callback(buzzer.close)
        if service is None:
            service = Service()
            stack.callback(service.stopping)
        yield Box(settings, leds, buttons, buzzer, service, settings.lamps.night)


def claim_pins() -> None:
    """Find the machine's pins, once. Raises EnvironmentFault where there are none."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", PinFactoryFallback)
            Device.ensure_pin_factory()
    # NameError: gpiozero 2.0.1.post1 and post2 lack an import that a Pi 5 needs; `doctor` says so
    except (GPIOZeroError, ImportError, OSError, NameError, *driver_errors()) as problem:
        raise EnvironmentFault(
            f"no GPIO pins can be had on this machine ({problem}); {command('doctor')} says why"
        ) from problem


def open_lamps(
    settings: Settings, layout: Layout, stack: ExitStack, order: tuple[int, ...] = ()
) -> Lamps:
    """The driver of the lamps for one board; `order` of a chain if not as configured.

    Raises EnvironmentFault for pins that cannot be had.
    """
    lamps = settings.lamps
    if lamps.kind == "none":
        return NoLamps()
    claim_pins()
    if lamps.kind == "edge":
        return EdgeLamps(lamps.rows, lamps.columns)
    order = order or lamps.order or chain_order(settings, layout)
    bus = stack.enter_context(SpiBus(0))
    level = NIGHT_BRIGHTNESS if lamps.night else lamps.brightness
    return LampChain(bus.transfer, order, Brightness(level, lamps.limit_a))


def chain_order(settings: Settings, layout: Layout) -> tuple[int, ...]:
    """For each lamp of the chain the site it lies under as wired, -1 beside a board that is smaller
    than the base.
    """
    lamps = settings.lamps
    across, up = lamps.base_columns or layout.columns, lamps.base_rows or layout.rows
    places = serpentine(across, up, lamps.corner, lamps.along, lamps.zigzag)
    return tuple(
        y * layout.columns + x if x < layout.columns and y < layout.rows else -1
        for y, x in (divmod(place, across) for place in places)
    )


def open_reeds(settings: Settings) -> ReedReader:
    """The reeds as a reader. Raises EnvironmentFault for pins that cannot be had."""
    reeds = settings.reeds
    matrix, wiring = open_matrix(settings)
    timing = Timing(scans_per_s=reeds.scans_per_second, scans=reeds.equal_scans)
    return ReedReader(matrix, wiring, timing, reeds.masked)


def open_matrix(settings: Settings) -> tuple[Matrix, Wiring]:
    """The reeds' driver and how they are wired. Raises EnvironmentFault."""
    claim_pins()
    reeds = settings.reeds
    if reeds.kind == "shift":
        matrix = ShiftMatrix(SpiBus(1), SHIFT_SIDE, SHIFT_SIDE, reeds.latch)
        return matrix, Wiring(SHIFT_SIDE, reeds.coding, reeds.order)
    return GpioMatrix(reeds.pins), Wiring(len(reeds.columns), order=reeds.order)


class BoxView:
    """A screen with everything around it."""

    def __init__(self, view: View, box: Box, rest: Rest | None = None) -> None:
        self._view, self._box, self._rest = view, box, rest

    def show(self, scene: Scene, now_s: float, pixels: Pixels | None = None) -> None:
        """On the screen, then on the lamps."""
        self._view.show(scene, now_s, pixels)
        self._tell(scene, now_s)

    def behind(self, scene: Scene, now_s: float) -> None:
        """See `View`."""
        self._view.behind(scene, now_s)
        self._tell(scene, now_s)

    def look(self, given: Input, now_s: float) -> None:
        """The reader has said something."""
        if self._rest is not None:
            self._rest.look(given, now_s)

    def stir(self, now_s: float) -> None:
        """Something goes on that only the screen is told of."""
        if self._rest is not None:
            self._rest.stir(now_s)

    def _tell(self, scene: Scene, now_s: float) -> None:
        if self._rest is not None:
            self._rest.show(scene, now_s)
        if self._box.leds is not None:
            self._box.leds.show(scene, now_s)
        if self._box.buzzer is not None:
            self._box.buzzer.show(scene)
        self._box.service.fresh(now_s)

    def draw(self, now_s: float) -> bool:
        """See `View`."""
        if self._box.leds is not None:
            self._box.leds.draw(now_s)
        self._box.service.beat(now_s)
        return self._view.draw(now_s)

    def poll(self, now_s: float) -> tuple[Command, ...]:
        """What was touched and pressed; a long press switches off, also in the dark."""
        asked = (*self._view.poll(now_s), *self._pressed(now_s))
        if any(command.name == POWER_OFF for command in asked):
            if self._box.service.may_power_off:  # else it was started by hand, and only ends
                self._box.service.power_off()
            return (Command(now_s, "quit"),)
        return asked

    def _pressed(self, now_s: float) -> tuple[Command, ...]:
        """What was pressed where something could be seen. Where it is dark a button ends that."""
        pressed = self._box.buttons.poll(now_s)
        if (rest := self._rest) is None:
            return pressed
        are_hidden = rest.hides
        if pressed:
            rest.stir(now_s)
        rest.tick(now_s, self._box.settings.screen.dark_after_minutes)
        return tuple(c for c in pressed if c.name == POWER_OFF) if are_hidden else pressed
