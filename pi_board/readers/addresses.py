"""Addresses of cameras, which may hold a name and a password: those are not for everybody."""

from __future__ import annotations

import re

_LOGIN = re.compile(r"//[^/?#]*@")


def without_login(source: str) -> str:
    """A source of pictures as it may be kept and shown."""
    return _LOGIN.sub("//", source, count=1)
