"""What systemd hears of the program: that it is ready, that it is alive, that it wants to stop.

The watchdog is fed from the main loop and only while readings are fresh: a thread of its own would
keep a hung screen alive.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from pi_board.core.errors import EnvironmentFault

STALE_S = 10.0  # without anything from the reader: better start again
REQUEST = "poweroff-request"  # the path unit waits for this file in the runtime directory


class Service:
    """The service this program runs as; without one nothing is said to anybody."""

    def __init__(self, environment: Mapping[str, str] | None = None) -> None:
        variables = os.environ if environment is None else environment
        self._address = variables.get("NOTIFY_SOCKET", "")
        self._period_s = int(variables.get("WATCHDOG_USEC") or 0) / 2_000_000
        self._runtime = variables.get("RUNTIME_DIRECTORY", "")
        self._ready = False
        self._fresh_s = self._fed_s = 0.0

    def fresh(self, now_s: float) -> None:
        """Something came from the reader and is on the screen."""
        self._fresh_s = now_s
        if not self._ready:
            self._ready = True
            self._fed_s = now_s
            self._say("READY=1")

    def beat(self, now_s: float) -> None:
        """The main loop has come round."""
        due = self._period_s and now_s - self._fed_s >= self._period_s
        if self._ready and due and now_s - self._fresh_s < STALE_S:
            self._fed_s = now_s
            self._say("WATCHDOG=1")

    def stopping(self) -> None:
        """The program is about to end."""
        self._say("STOPPING=1")

    @property
    def is_there(self) -> bool:
        """Whether this is a service: nobody sees what is written on a terminal."""
        return bool(self._address)

    @property
    def may_power_off(self) -> bool:
        """Whether somebody listens who can switch the machine off."""
        return bool(self._runtime)

    def power_off(self) -> None:
        """Ask for the machine to be switched off. Raises EnvironmentFault without a service."""
        if not self._runtime:
            raise EnvironmentFault("no RUNTIME_DIRECTORY: only the service can switch the Pi off")
        (Path(self._runtime.split(":")[0]) / REQUEST).touch()

    def _say(self, text: str) -> None:
        if not self._address:
            return
        address = self._address
        if address.startswith("@"):  # an abstract socket
            address = "\0" + address[1:]
        # somebody who listens no longer is no reason to end a game
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as link:
            link.sendto(text.encode(), address)
