"""Disks that take no more."""

import errno
import os
from typing import NoReturn


def full(*_: object) -> NoReturn:
    """What `os.pwrite` or `os.fsync` does on a full one."""
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
