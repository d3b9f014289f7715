"""Files that are replaced as a whole."""

import errno
import os
from pathlib import Path

import pytest

from pi_board.core.errors import EnvironmentFault
from pi_board.records.durable import new_folder, replace_file, save_file
from tests.disks import full


def test_the_disk_has_a_file_before_it_takes_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a power cut could leave an empty one."""
    file, synced = tmp_path / "new" / "a.toml", []
    real = os.fsync

    def fsync(handle: int) -> None:
        synced.append(file.exists())
        real(handle)

    monkeypatch.setattr(os, "fsync", fsync)
    replace_file(file, b"one")
    assert file.read_bytes() == b"one"
    assert synced == [False, True]  # the file, then its folder


def test_a_full_disk_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And nothing besides."""
    file = tmp_path / "a.toml"
    replace_file(file, b"one")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(EnvironmentFault, match=r"a\.toml: cannot be written: No space left"):
        replace_file(file, b"two")
    assert file.read_bytes() == b"one"
    assert list(tmp_path.iterdir()) == [file]


def test_files_of_like_names_are_left_alone(tmp_path: Path) -> None:
    """What is not finished has a name that nobody gives to another file."""
    (tmp_path / "a.new").write_bytes(b"another")
    replace_file(tmp_path / "a.toml", b"one")
    assert (tmp_path / "a.new").read_bytes() == b"another"


def test_two_programs_write_the_same_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither writes into what the other one has begun, or takes it away."""
    file, real = tmp_path / "a.toml", os.fsync

    def meanwhile(handle: int) -> None:
        monkeypatch.setattr(os, "fsync", real)
        with monkeypatch.context() as other:
            other.setattr(os, "getpid", lambda: 1)
            replace_file(file, b"another's")
        real(handle)

    monkeypatch.setattr(os, "fsync", meanwhile)
    replace_file(file, b"one")
    assert file.read_bytes() == b"one"
    assert list(tmp_path.iterdir()) == [file]


def test_who_may_read_a_file_does_not_change(tmp_path: Path) -> None:
    """A configuration may hold a camera's password."""
    file = tmp_path / "a.toml"
    replace_file(file, b"one")
    for mode in (0o600, 0o644):
        file.chmod(mode)
        replace_file(file, b"two")
        assert file.stat().st_mode & 0o777 == mode


def test_a_file_is_replaced_where_there_are_no_owners_to_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some shares refuse to set an owner or a mode, also the one that a file has."""

    def refuse(*_: object, **__: object) -> None:
        raise OSError(errno.EOPNOTSUPP, "Operation not supported")

    file = tmp_path / "a.toml"
    replace_file(file, b"one")
    for name in ("chown", "chmod"):
        monkeypatch.setattr(os, name, refuse)
    replace_file(file, b"two")
    assert file.read_bytes() == b"two"


def test_a_full_disk_leaves_the_file_that_somebody_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sheets and drawn readings are written again and again."""
    file = tmp_path / "loa.png"
    save_file(file, b"one")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(EnvironmentFault, match="No space left"):
        save_file(file, b"two")
    assert file.read_bytes() == b"one"


def test_a_name_that_is_too_long_is_told(tmp_path: Path) -> None:
    """Already the look whether there is such a file fails."""
    with pytest.raises(EnvironmentFault, match="too long"):
        save_file(tmp_path / ("a" * 300), b"one")


def test_a_folder_goes_when_its_writing_is_broken_off(tmp_path: Path) -> None:
    """Else the next attempt would find that it is there already."""

    def break_off() -> None:
        with new_folder(tmp_path / "case"):
            (tmp_path / "case" / "before.jsonl").touch()
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        break_off()
    assert not (tmp_path / "case").exists()
