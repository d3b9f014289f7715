"""Tones that say what has changed, made by the program and played without waiting.

    sound = SoundView()
    sound.show(scene)          # nothing for the first one; then what has changed since

What is heard is chosen from two scenes alone (`sounds`), as the screen chooses what moves.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType

import pygame

from pi_board.core.scene import Kind, Scene
from pi_board.views.changes import alarmed, goes_on, goes_wrong, mover, new_moves

RATE_HZ = 22050
BUFFER = 512  # samples: 23 ms from a move to its tone
LOUDNESS = 0.3  # of the full amplitude
FADE_S = 0.008  # at both ends of a tone, so that it does not click
PAUSE_S = 0.06  # between two sounds


class Sound(Enum):
    """What is told by ear."""

    MOVE = "move"
    CAPTURE = "capture"
    ILLEGAL = "illegal"  # also a board that was disturbed, or that is not seen any more
    YOUR_TURN = "your_turn"
    LOW_TIME = "low_time"
    END = "end"


# the tones of each sound: (frequency in hertz, seconds); rising is good, falling is not
TONES: Mapping[Sound, tuple[tuple[float, float], ...]] = MappingProxyType(
    {
        Sound.MOVE: ((523.25, 0.07),),
        Sound.CAPTURE: ((523.25, 0.06), (392.0, 0.09)),
        Sound.ILLEGAL: ((220.0, 0.16), (164.81, 0.28)),
        Sound.YOUR_TURN: ((659.26, 0.06), (783.99, 0.1)),
        Sound.LOW_TIME: ((880.0, 0.08), (0.0, 0.06), (880.0, 0.08), (0.0, 0.06), (880.0, 0.08)),
        Sound.END: ((523.25, 0.12), (659.26, 0.12), (783.99, 0.12), (1046.5, 0.3)),
    }
)


def sounds(before: Scene, after: Scene) -> tuple[Sound, ...]:
    """What is heard when `after` follows `before`, in order.

    The end, and that something is wrong, stand alone; a turn that has passed is told after the
    move, so that a small move of Linja, after which the same player goes on, sounds different.
    """
    if not goes_on(before, after):
        return ()
    if after.kind is not before.kind:
        if after.kind in (Kind.INSTRUCTED, Kind.CHOOSING):
            return (Sound.YOUR_TURN,)  # somebody has to do it, or to say what was done
        if after.kind is Kind.OVER:
            return (Sound.END,)
    if goes_wrong(before, after):
        return (Sound.ILLEGAL,)
    heard = []
    moves = new_moves(before, after)
    if moves:
        took = any("x" in move.text for move in moves)
        heard.append(Sound.CAPTURE if took else Sound.MOVE)
    if mover(before) is not None and mover(after) not in (None, mover(before)):
        heard.append(Sound.YOUR_TURN)
    if alarmed(after) - alarmed(before):
        heard.append(Sound.LOW_TIME)
    return tuple(heard)


def samples(heard: tuple[Sound, ...]) -> array[int]:
    """The sounds one after the other: signed 16-bit samples, mono, `RATE_HZ` a second."""
    made = array("h")
    for sound in heard:
        if made:
            made.extend(_tone(0.0, PAUSE_S))
        for frequency_hz, length_s in TONES[sound]:
            made.extend(_tone(frequency_hz, length_s))
    return made


def _tone(frequency_hz: float, length_s: float) -> array[int]:
    """A sine with a soft start and end; silence at 0 Hz."""
    count, fade = round(length_s * RATE_HZ), round(FADE_S * RATE_HZ)
    step, peak = 2 * math.pi * frequency_hz / RATE_HZ, LOUDNESS * 32767
    return array(
        "h",
        (
            round(peak * min(1.0, i / fade, (count - 1 - i) / fade) * math.sin(step * i))
            for i in range(count)
        ),
    )


class SoundView:
    """Plays what a new scene sounds like; silent on a machine that has no sound."""

    def __init__(self) -> None:
        """Open the loudspeaker. `problem` says why there is none, "" if there is one."""
        self._last: Scene | None = None
        self._made: dict[tuple[Sound, ...], pygame.mixer.Sound] = {}
        self.problem = ""
        try:
            pygame.mixer.init(RATE_HZ, -16, 1, BUFFER, allowedchanges=0)
        except pygame.error as error:
            self.problem = f"no sound: {error}"

    def show(self, scene: Scene) -> None:
        """The scene from now on. Never waits for a sound to end; a newer one takes its place."""
        last, self._last = self._last, scene
        if last is None or self.problem:
            return
        heard = sounds(last, scene)
        if heard:
            self._play(heard)

    def _play(self, heard: tuple[Sound, ...]) -> None:
        try:
            if heard not in self._made:
                self._made[heard] = pygame.mixer.Sound(buffer=samples(heard).tobytes())
            pygame.mixer.Channel(0).play(self._made[heard])
        except pygame.error as error:  # the loudspeaker was unplugged
            self.problem = f"no sound: {error}"

    def close(self) -> None:
        """Silence."""
        pygame.mixer.quit()
