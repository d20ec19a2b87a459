"""What `make bench` does with names and with what can't be measured here, and what it says of the machine."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.benchmarks import __main__ as benchmarks
from tests.benchmarks.figures import Figures, NotHereError

ODDS = "# Benchmarks\n\n## Odds\n\nMonday\n\n1 loop\n"


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Where benchmarks.md is written, and no checkout."""
    monkeypatch.setattr(benchmarks, "ROOT", tmp_path)
    return tmp_path


def _bench(monkeypatch: pytest.MonkeyPatch, *names: str) -> int:
    monkeypatch.setattr("sys.argv", ["benchmarks", *names])
    return benchmarks.main()


def test_what_cannot_be_measured_here_leaves_its_section_and_the_others_are_measured(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    def lacks(_: Path) -> Figures:
        raise NotHereError("the photographs lack")

    (folder / "benchmarks.md").write_text(ODDS)
    monkeypatch.setitem(benchmarks.BENCHMARKS, "odds", lacks)
    monkeypatch.setitem(benchmarks.BENCHMARKS, "page", lambda _: Figures("## Page\n\n2 s"))
    assert _bench(monkeypatch, "odds", "page") == 0
    assert "Not measured: the photographs lack." in capsys.readouterr().err
    written = (folder / "benchmarks.md").read_text()
    assert written.startswith(ODDS)
    assert "## Page" in written


def test_an_unknown_section_is_named_beside_those_there_are_and_nothing_is_measured(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    monkeypatch.setitem(benchmarks.BENCHMARKS, "odds", lambda _: pytest.fail("it was measured"))
    assert _bench(monkeypatch, "odds", "oods") == 2
    told = capsys.readouterr().err
    assert "There is no benchmark 'oods'; there are reader, " in told
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(("cpuinfo", "says"), [
    ("model name\t: AMD EPYC\nflags\t\t: fpu avx2\n", "AMD EPYC without AVX-512"),
    ("model name\t: AMD EPYC\nflags\t\t: avx512f avx512bw\n", "AMD EPYC with AVX-512 but no bfloat16"),
    ("model name\t: AMD EPYC\nflags\t\t: avx512f avx512_bf16\n", "AMD EPYC with AVX-512 and bfloat16"),
    ("Features\t: fp asimd\n\nModel\t\t: Raspberry Pi 4 Model B\n", "Raspberry Pi 4 Model B"),
    (None, "a processor"),
])  # fmt: skip
def test_the_processor_is_named_with_what_readings_differ_by(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, cpuinfo: str | None, says: str
) -> None:
    monkeypatch.setattr(benchmarks, "CPUINFO", tmp_path / "cpuinfo")
    monkeypatch.setattr("platform.processor", lambda: "a processor")
    if cpuinfo is not None:
        (tmp_path / "cpuinfo").write_text(cpuinfo)
    assert benchmarks.processor() == says
    assert f": {says}, " in benchmarks._measured()


def test_the_commit_is_named_and_whether_more_than_the_figures_has_changed(folder: Path) -> None:
    def git(*words: str) -> str:
        who = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "commit.gpgsign=false"]
        done = subprocess.run(["git", *who, *words], cwd=folder, capture_output=True, text=True, check=True)
        return done.stdout.strip()

    git("init", "--quiet")
    for name in ("code.py", "benchmarks.md"):
        (folder / name).write_text("1")
    git("add", ".")
    git("commit", "--quiet", "--message", "One")
    head = git("rev-parse", "--short", "HEAD")
    (folder / "benchmarks.md").write_text("2")
    assert benchmarks.commit() == [f"commit {head}"]
    (folder / "code.py").write_text("2")
    assert benchmarks.commit() == [f"commit {head} + changes"]
    assert f", commit {head} + changes; one loop" in benchmarks._measured()


def test_without_a_checkout_or_without_git_no_commit_is_named(
    monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    assert benchmarks.commit() == []
    monkeypatch.setenv("PATH", str(folder))
    assert benchmarks.commit() == []
    assert "commit" not in benchmarks._measured()
