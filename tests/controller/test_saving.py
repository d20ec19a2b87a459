"""Files that are saved whole, or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from controller.ports import save


def test_a_file_is_saved_with_the_folders_that_it_needs(tmp_path: Path) -> None:
    file = tmp_path / "some" / "folder" / "file"
    save(file, b"first")
    save(file, b"second")
    assert file.read_bytes() == b"second"
    assert [one.name for one in file.parent.iterdir()] == ["file"]


def test_what_was_there_stays_when_saving_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "file"
    save(file, b"first")

    def no_room(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", no_room)
        with pytest.raises(OSError, match="No space"):
            save(file, b"second")
    assert file.read_bytes() == b"first"
    save(file, b"third")
    assert file.read_bytes() == b"third"


def test_what_is_private_is_for_its_owners_eyes_alone_also_after_a_power_cut(tmp_path: Path) -> None:
    (tmp_path / "keys.new").write_bytes(b"half")
    (tmp_path / "keys.new").chmod(0o644)
    save(tmp_path / "keys", b"secret", private=True)
    assert (tmp_path / "keys").stat().st_mode & 0o777 == 0o600
