"""Files that are replaced as a whole, so that a power cut leaves the old one or the new one."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from pi_board.core.errors import EnvironmentFault, reason_of
from pi_board.core.message import message


def unfinished(place: Path) -> Path:
    """Where what is to take the place of a file is written: beside it, and for each program
    elsewhere. Two that write the same file at once would write into each other's.
    """
    return place.with_name(f"{place.name}.{os.getpid()}.new")


def replace_file(path: Path, data: bytes) -> None:
    """Write `data` to `path` in one step, and wait until the disk has it; the folder is made if
    need be, a link is followed, and who may read what was there may read this. Raises
    EnvironmentFault, and leaves what was there.
    """
    replace_files({path: data})


def replace_files(files: Mapping[Path, bytes]) -> None:
    """The same for files that belong together: none takes its name before the disk has all."""
    with ExitStack() as undo:
        places = {path: Path(os.path.realpath(path)) for path in files}  # `Path.resolve` may raise
        for path, data in files.items():
            _write_beside(path, places[path], data, undo)
        for path, place in places.items():
            with _told_of(path):
                unfinished(place).replace(place)
                sync_folder(place.parent)
        undo.pop_all()


def _write_beside(path: Path, place: Path, data: bytes, undo: ExitStack) -> None:
    """Write what is to take `place`, to which `path` leads; `undo` deletes it if it does not."""
    new = unfinished(place)
    with _told_of(path):
        place.parent.mkdir(parents=True, exist_ok=True)
        undo.callback(forget, new)
        with new.open("wb") as file:
            if place.exists():
                _share_alike(place, new)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())


@contextmanager
def _told_of(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise EnvironmentFault(
            message("{path}: cannot be written: {reason}", path=str(path), reason=reason_of(error))
        ) from error


def forget(new: Path) -> None:
    """Take away what was begun to be written, and let a disk that cannot keep it."""
    with suppress(OSError):
        new.unlink()


def save_file(file: Path, data: bytes) -> None:
    """Write to the `file` that somebody named: in one step where that can be done, so that a full
    disk leaves what was there; devices and links (/dev/stdout is one) are written to. Raises
    EnvironmentFault, also for a file that is not to be written, though it could be replaced.
    """
    try:
        may_replace = os.access(file.parent, os.W_OK | os.X_OK)
        is_new = not file.exists()
        if may_replace and not file.is_symlink() and (is_new or _is_ours(file)):
            replace_file(file, data)
        else:
            file.write_bytes(data)
    except EnvironmentFault:
        raise
    except OSError as error:
        raise EnvironmentFault(f"cannot write {file}: {error.strerror}") from error


@contextmanager
def new_folder(folder: Path) -> Iterator[None]:
    """Make `folder`, which must not exist, to write into; where that fails or is broken off
    midway, it goes with all that is in it. Raises EnvironmentFault.
    """
    try:
        folder.mkdir(parents=True)
    except FileExistsError as error:
        raise EnvironmentFault(f"cannot write {folder}: it is there already") from error
    except OSError as error:
        raise EnvironmentFault(f"cannot write {folder}: {error.strerror}") from error
    try:
        with ExitStack() as undo:
            undo.callback(shutil.rmtree, folder, ignore_errors=True)
            yield
            undo.pop_all()
    except OSError as error:
        raise EnvironmentFault(f"cannot write {folder}: {error.strerror}") from error


def _is_ours(file: Path) -> bool:
    return file.is_file() and os.access(file, os.W_OK)


def _share_alike(old: Path, new: Path) -> None:
    """Give `new` the owner, where this user may, and the mode of `old`. Nothing is set that is so
    already: not every file system has owners and modes to set.
    """
    was, now = old.stat(), new.stat()
    if (was.st_uid, was.st_gid) != (now.st_uid, now.st_gid):
        with suppress(PermissionError):
            os.chown(new, was.st_uid, was.st_gid)
    if was.st_mode != now.st_mode:
        new.chmod(stat.S_IMODE(was.st_mode))


def sync_folder(folder: Path) -> None:
    """Make a new name in `folder` last, where the file system can do that. Raises OSError if there
    is no such folder.
    """
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    with suppress(OSError):
        os.fsync(handle)
    os.close(handle)
