"""A whole table is closed in order, whatever one of its parts does."""

from __future__ import annotations

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
