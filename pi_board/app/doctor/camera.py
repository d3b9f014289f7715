"""The doctor's checks of the camera."""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from pi_board.app.doctor.checks import PIP, Finding, Machine, join_group
from pi_board.config.sections import Settings
from pi_board.config.settings import late_camera
from pi_board.core.cause import FaultKind
from pi_board.core.errors import EnvironmentFault, InvalidText
from pi_board.readers.addresses import CAMERAS, LOGIN, is_remote
from pi_board.readers.devices import SETTLE_FRAMES
from pi_board.readers.opening import NO_CAMERA, NOT_THERE, OLD_PICAMERA2, opener
from pi_board.readers.pi_camera import PiCamera
from pi_board.readers.usb_camera import LOCKED_FRAMES, UsbCamera

RIBBON = ("unicam", "rp1-cfe", "bcm2835-isp")  # drivers of the Pi's own camera and its helpers
FULL_UPGRADE = "sudo apt full-upgrade (picamera2 and libcamera belong together)"
APT_CAMERA = "sudo apt install python3-picamera2 --no-install-recommends"
LEAST_PX = (640, 480)  # the longer and the shorter side, as the manual says
LEAST_FIELD = 0.95  # share of the sensor's width or height; some modes leave out a few pixels
PLUG_IN = "plug a camera in (ribbon: contacts towards the socket's contacts), then restart"
_SYSTEM_BINDINGS = "/usr/lib/python3/dist-packages/libcamera"


def check_camera(machine: Machine, settings: Settings) -> Iterator[Finding]:
    """Whether the camera gives pictures and keeps still what it was told to; one on the network
    cannot be told anything.
    """
    if settings.reader.kind == "reed":
        yield Finding("camera", "well", "not used")
        return
    source = settings.reader.camera
    if late := late_camera(settings):
        yield Finding("camera", "fault", late, "use such a camera, or do without the lamps")
        return
    try:
        with closing(opener(source)()) as camera:
            for _ in range(SETTLE_FRAMES + LOCKED_FRAMES):  # a lock may be undone by then
                frame = camera.read()
            while isinstance(camera, PiCamera) and camera.lock is None:
                frame = camera.read()
    except (EnvironmentFault, InvalidText) as problem:
        yield Finding("camera", "fault", str(problem), _camera_remedy(machine, source, problem))
        return
    height, width = frame.shape[:2]
    size = f"{width}x{height}"
    if max(width, height) < LEAST_PX[0] or min(width, height) < LEAST_PX[1]:
        least = "x".join(map(str, LEAST_PX))
        remedy = f"use a camera, or settings of it, with {least} or more"
        yield Finding("camera", "warning", f"{size}, too few pixels to tell stones well", remedy)
    elif is_remote(source):
        yield Finding("camera", "well", f"{size}; what it locks is up to its own settings")
    else:
        yield from _locks(camera, size)


def _camera_remedy(machine: Machine, source: str, problem: Exception) -> str:
    if isinstance(problem, InvalidText):
        return "set reader.camera in the configuration"
    if is_remote(source):
        return _remote_remedy(problem)
    if OLD_PICAMERA2 in str(problem):
        return FULL_UPGRADE
    nodes = (*machine.found("/dev/video*"), *machine.found("/dev/media*"))
    if not nodes:
        return PLUG_IN
    if source.startswith("/dev/") and not machine.path(source).exists():
        return f'plug it in, or set reader.camera = "camera" for whichever is there ({CAMERAS})'
    return (
        _picamera_remedy(machine)
        or _absent_remedy(nodes, str(problem))
        or f"close whatever uses the camera; {join_group('video')}"
    )


def _absent_remedy(nodes: Iterable[Path], problem: str) -> str:
    """For a camera that none of this machine's nodes is, "" for one that is there. A Pi has nodes
    without any camera; who may open none of them is told of no camera either.
    """
    if not any(os.access(node, os.R_OK | os.W_OK) for node in nodes):
        return ""
    if NO_CAMERA in problem:
        return PLUG_IN
    return "set reader.camera to one that is there" if NOT_THERE in problem else ""


def _remote_remedy(problem: Exception) -> str:
    kind = problem.kind if isinstance(problem, EnvironmentFault) else None
    if kind is FaultKind.NO_LOGIN:
        return f'write reader.camera = "{LOGIN}" and so on'
    if kind in (FaultKind.NO_STREAM, FaultKind.ONE_PICTURE):
        where = "the stream itself, not of a page around it: on phones it often ends in /video"
        return f"let reader.camera be the address of {where}"
    return "switch it on, and look whether a browser shows its pictures at this address"


def _picamera_remedy(machine: Machine) -> str:
    """What keeps the Pi's own camera from working, "" if there is none or it works."""
    names = [machine.text_of(p) for p in machine.found("/sys/class/video4linux/video*/name")]
    if not any(name.startswith(RIBBON) for name in names):
        return ""
    try:
        importlib.import_module("picamera2")
    except ModuleNotFoundError:
        if machine.found(_SYSTEM_BINDINGS):
            return "make the venv anew with --system-site-packages (sudo make install does)"
        return f"{APT_CAMERA} for a ribbon camera: V4L2 gives no pictures of it"
    except (ImportError, ValueError):  # built for another numpy
        return f"{PIP} uninstall numpy opencv-python-headless, then sudo make install again"
    if not machine.found("/dev/dma_heap/*"):
        return "sudo apt full-upgrade, then restart: the kernel has no dma_heap"
    return ""


def _locks(camera: Any, size: str) -> Iterator[Finding]:
    amiss = _amiss(camera)
    if amiss is None:
        yield Finding("camera", "well", f"{size}, settled and locked")
    else:
        what, remedy = amiss
        yield Finding("camera", "warning", f"{size}, but {what}", remedy)


def _amiss(camera: Any) -> tuple[str, str] | None:
    """What a camera that gives pictures lacks, and its remedy."""
    if isinstance(camera, UsbCamera) and "exposure" not in camera.locked:
        remedy = "light the board evenly, or use a camera with manual exposure"
        return "its exposure cannot be locked", remedy
    lock = camera.lock if isinstance(camera, PiCamera) else None
    if lock is None:
        return None
    if lock.lost:
        return f"not all stays as set: {', '.join(lock.lost)}", FULL_UPGRADE
    if not lock.is_focused:
        return "it found no focus", "lay the board under it, light it, and run this again"
    if lock.field < LEAST_FIELD:
        remedy = f"{FULL_UPGRADE}, or mount it higher than hardware.md says"
        return f"only the middle {lock.field:.0%} of what it could see", remedy
    return None
