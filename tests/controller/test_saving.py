"""Files that are saved whole, or not at all."""

from __future__ import annotations

import os
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from controller.ports import save
from controller.ports.saving import ABANDONED
from tests.full_disk import full_disk


def test_a_file_is_saved_with_the_folders_that_it_needs(tmp_path: Path) -> None:
    file = tmp_path / "some" / "folder" / "file"
    save(file, b"first")
    save(file, b"second")
    assert file.read_bytes() == b"second"
    assert [one.name for one in file.parent.iterdir()] == ["file"]


def test_what_was_there_stays_when_saving_fails_and_nothing_more(tmp_path: Path) -> None:
    file = tmp_path / "file"
    save(file, b"first")
    with full_disk(), pytest.raises(OSError, match="File too large") as caught:
        save(file, bytes(1000))
    assert caught.value.filename == str(file)
    assert file.read_bytes() == b"first"
    assert list(tmp_path.iterdir()) == [file], "a full disk isn't left fuller"
    save(file, b"third")
    assert file.read_bytes() == b"third"


def test_many_who_save_one_file_at_once_each_save_it_whole(tmp_path: Path) -> None:
    file, whole = tmp_path / "file", [bytes([number]) * 1000 for number in range(8)]
    with ThreadPoolExecutor(len(whole)) as people:
        list(people.map(lambda content: [save(file, content) for _ in range(10)], whole))
    assert file.read_bytes() in whole
    assert list(tmp_path.iterdir()) == [file]


def test_what_a_power_cut_left_half_written_is_tidied_away_by_a_later_save(tmp_path: Path) -> None:
    left, being_written, others = (
        tmp_path / name for name in ("file[1].0123abcd.new", "file[1].4567cdef.new", "file1.0123abcd.new")
    )
    for one in (left, being_written, others):
        one.write_bytes(b"half")
    for one in (left, others):
        os.utime(one, (time.time() - 2 * ABANDONED,) * 2)
    save(tmp_path / "file[1]", b"whole")
    assert set(tmp_path.iterdir()) == {tmp_path / "file[1]", being_written, others}


def test_what_is_private_is_for_its_owners_eyes_alone(tmp_path: Path) -> None:
    (tmp_path / "keys").write_bytes(b"old")
    (tmp_path / "keys").chmod(0o644)
    save(tmp_path / "keys", b"secret", private=True)
    assert (tmp_path / "keys").stat().st_mode & 0o777 == 0o600
