"""Which camera is meant, and how it is opened."""

from __future__ import annotations

import importlib
from typing import Any

from pi_board.core.cause import FaultKind
from pi_board.core.errors import EnvironmentFault, InvalidText
from pi_board.readers.addresses import (
    CAMERAS,
    is_camera,
    is_remote,
    split_address,
    without_any_login,
)
from pi_board.readers.devices import Device, Opener
from pi_board.readers.mjpeg import MjpegStream
from pi_board.readers.pi_camera import PiCamera
from pi_board.readers.usb_camera import UsbCamera, usb_nodes

LEAST_PICAMERA2 = "0.3.21"  # as in pyproject.toml, which apt does not read
OLD_PICAMERA2 = f"picamera2 is older than {LEAST_PICAMERA2}"
NOT_THERE = "is not there"
NO_CAMERA = f"{NOT_THERE}: no camera is"


def opener(source: str) -> Opener:
    """How to open ``camera``, ``camera:1``, ``/dev/video0`` or ``http://...``.

    ``camera`` is the Pi's own camera where picamera2 is installed, else the first USB camera;
    numbers go on from the Pi's own to those on USB. Raises InvalidText for anything else. The
    opener raises EnvironmentFault.
    """
    if not is_camera(source):
        raise InvalidText(f"camera {source!r}, expected {CAMERAS}")
    if is_remote(source):
        _check_address(source)
        return lambda: MjpegStream(source)
    if source.startswith("/dev/"):
        return lambda: UsbCamera(source)
    number = int(source.partition(":")[2] or 0)
    return lambda: _camera(number)


def _check_address(source: str) -> None:
    try:
        split_address(source)
    except ValueError:  # what it says may quote a part of a password
        login = "; in a password / ? # [ are written %2F %3F %23 %5B" if "@" in source else ""
        raise InvalidText(
            f"camera {without_any_login(source)!r}, expected http://HOST:PORT/PATH{login}"
        ) from None


def _camera(number: int) -> Device:
    try:
        module = importlib.import_module("picamera2")
    except (ImportError, ValueError):  # not there, or built for another NumPy
        return _usb_camera(number, 0)
    try:
        # picamera2 lists USB cameras too, behind its own
        own = [one for one in module.Picamera2.global_camera_info() if "/usb" not in one["Id"]]
        camera = _ribbon_camera(module, number) if number < len(own) else None
    except (RuntimeError, OSError) as problem:  # another program has it, or we may not have it
        raise EnvironmentFault(
            f"the Pi camera cannot be opened ({problem})", FaultKind.CAMERA_SILENT
        ) from problem
    return _usb_camera(number, len(own)) if camera is None else PiCamera(camera)


def _ribbon_camera(module: Any, number: int) -> Any:
    if not hasattr(module.Picamera2, "cancel_all_and_flush"):  # apt asks for no version
        raise EnvironmentFault(OLD_PICAMERA2)
    # The memory first: where it may not be used, picamera2 would keep the camera that it has
    # opened already, and no later attempt could succeed.
    memory = module.allocators.DmaAllocator()
    return module.Picamera2(number, allocator=memory)


def _usb_camera(number: int, ribbons: int) -> UsbCamera:
    """The camera of this number, those on ribbons coming first."""
    nodes = usb_nodes()
    if number - ribbons < len(nodes):
        return UsbCamera(nodes[number - ribbons])
    there = [f"camera:{n} (on a ribbon)" for n in range(ribbons)]
    there += [f"camera:{n} ({node})" for n, node in enumerate(nodes, ribbons)]
    others = f"{NOT_THERE}, only {', '.join(there)}" if there else NO_CAMERA
    raise EnvironmentFault(
        f"camera:{number} {others}; "
        "a camera that is neither on a ribbon nor on USB is called /dev/videoN",
        FaultKind.CAMERA_SILENT,
    )
