"""What cameras are called; an address may hold a name and a password, for nobody else to see."""

from __future__ import annotations

import re
from urllib.parse import SplitResult, urlsplit

CAMERAS = "camera, camera:NUMBER, /dev/videoN or http://ADDRESS"
LOGIN = "http://NAME:PASSWORD@HOST"  # how an address begins that logs in
_REMOTE = ("http://", "https://")
_DEVICE = "/dev/(?!shm/)"  # but for files kept in memory
_LIVE = re.compile(rf"camera(:|$)|{_DEVICE}|https?://")  # how the name of a live camera begins
_CAMERA = re.compile(rf"camera(:\d{{1,3}})?|{_DEVICE}.+|https?://.+")  # and how it goes on
_LOGIN = re.compile(r"//[^/?#]*@")
_HOST = re.compile(r"//[^/?#]*")
_EVERY_LOGIN = re.compile(r"//.*@")


def is_live(source: str) -> bool:
    """Whether `source` is a camera and goes on in real time."""
    return _LIVE.match(source) is not None


def is_camera(source: str) -> bool:
    """Whether `source` names a live camera (`CAMERAS`), which need not be there."""
    return _CAMERA.fullmatch(source) is not None


def split_address(address: str) -> SplitResult:
    """The parts of a camera's address. Raises ValueError if it is none."""
    parts = urlsplit(address)
    _ = parts.port
    return parts


def is_remote(source: str) -> bool:
    """Whether the pictures of `source` come over the network: late, and nobody knows how late."""
    return source.startswith(_REMOTE)


def is_same_camera(one: str, other: str) -> bool:
    """Whether two names are of one camera: ``camera`` is ``camera:0``, a host is written in any
    case, and who logs in there does not matter.
    """
    return _device(one) == _device(other)


def _device(source: str) -> str:
    source = without_login(source)
    if is_remote(source):
        return _HOST.sub(lambda host: host[0].lower(), source, count=1)
    name, _, number = source.partition(":")
    return f"camera:{int(number or 0)}" if name == "camera" and is_camera(source) else source


def without_login(source: str) -> str:
    """A source of pictures as it may be kept and shown."""
    return _LOGIN.sub("//", source, count=1)


def without_any_login(text: str) -> str:
    """The same of what may be no address, so that it cannot be told where a password ends."""
    return _EVERY_LOGIN.sub("//", text)
