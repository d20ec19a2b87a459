"""A whole table is closed in order, whatever one of its parts does."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from controller.app import OpenTable
from controller.settings import load_settings


def test_a_part_that_fails_to_close_keeps_no_other_from_being_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = _table(tmp_path)
    table.start()

    def fail() -> None:
        raise RuntimeError("a wire came off")

    monkeypatch.setattr(table.panel, "stop", fail)
    with pytest.raises(RuntimeError, match="a wire came off"):
        table.stop()
    _table(tmp_path).stop()  # the journal is locked while a table has it


def _table(folder: Path) -> OpenTable:
    file = folder / "table.toml"
    file.write_text(
        f'[camera]\nsource = "simulated"\n[scoreboard]\nsource = "off"\n[state]\nfolder = "{folder / "state"}"\n',
        encoding="utf-8",
    )
    return OpenTable(load_settings(file), pace={"shows": False}, web=False)


def test_the_tables_process_does_not_load_what_only_the_readers_needs(tmp_path: Path) -> None:
    code = f"""
import sys
from pathlib import Path
from tests.controller.test_open_table import _table
_table(Path({str(tmp_path)!r})).stop()
print("cv2" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False", "OpenCV takes 20 MB"
