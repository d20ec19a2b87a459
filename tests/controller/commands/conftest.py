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


OWN_RULES = """
from controller.games.game import Cube, MustRoll
from controller.games.wimpout.house import HouseRule, Situation, Way


class Ladder(HouseRule):
    name = "ladder"
    says = "Ladder: 2, 3, 4, 5 and 6 on one throw score 75 points."

    def ways(self, thrown: tuple[Cube, ...], ways: tuple[Way, ...]) -> tuple[Way, ...]:
        if {cube.face for cube in thrown} != {"2", "3", "4", "5", "6"}:
            return ways
        return (Way(75, kept=thrown, left=(), label="LADDER"), *ways)


class Broken(HouseRule):
    name = "broken"
    says = "Broken: nobody knows."

    def ways(self, thrown: tuple[Cube, ...], ways: tuple[Way, ...]) -> tuple[Way, ...]:
        raise RuntimeError("nobody knows")
"""


@pytest.fixture
def own_rules(tmp_path: Path) -> Path:
    """A file of house rules of the table's own, "ladder" and "broken", named in `tray.toml` beside it."""
    rules = tmp_path / "own_rules.py"
    rules.write_text(OWN_RULES)
    (tmp_path / "tray.toml").write_text('[house_rules]\nfiles = ["own_rules.py"]\n[rules]\nladder = true\n')
    return rules
