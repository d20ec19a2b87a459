"""The command `tray` in this process, in an empty folder of its own."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from controller.cli import main


@dataclass(frozen=True)
class Result:
    """How a command ended: its exit status, what it said, and what it complained of."""

    status: int
    out: str
    err: str

    @property
    def complaint(self) -> str:
        """The one line of a mistake."""
        assert self.status == 2
        assert self.out == ""
        (line,) = self.err.splitlines()
        return line


Tray = Callable[..., Result]


@pytest.fixture
def tray(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Tray:
    """Runs `tray` with arguments, and bytes for its standard input."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str, stdin: bytes = b"") -> Result:
        monkeypatch.setattr(sys, "argv", ["tray", *arguments])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        with pytest.raises(SystemExit) as left:
            main()
        said = capsys.readouterr()
        return Result(int(left.value.code or 0), said.out, said.err)

    return run
