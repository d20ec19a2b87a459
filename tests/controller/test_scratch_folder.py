"""Folders that are gone afterwards, and what is said where none can be made."""

from __future__ import annotations

import tempfile

import pytest

from controller.errors import TrayError
from controller.scratch_folder import scratch_folder
from tests.full_disk import full_disk


def test_it_is_gone_afterwards_with_what_was_in_it() -> None:
    with scratch_folder("for-a-while-") as folder:
        (folder / "note").write_text("to be thrown away")
    assert folder.name.startswith("for-a-while-")
    assert not folder.exists()


def test_where_no_disk_has_room_that_is_said_and_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", None)
    with full_disk(left=0), pytest.raises(TrayError, match=r"can't be made: No usable .*\. Make room .* TMPDIR\.$"):
        scratch_folder("for-a-while-").__enter__()


def test_where_a_folder_for_temporary_files_is_gone_its_name_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", "/nowhere")
    with pytest.raises(TrayError, match=r"can't be made: /nowhere/for-a-while-.*: No such file"):
        scratch_folder("for-a-while-").__enter__()
