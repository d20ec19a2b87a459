"""`python -m vision.training` as people start, stop and mistype it. It renders here and trains nothing."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from vision.training import sources
from vision.training.command import _write_card
from vision.training.kept import TrainingError
from vision.training.options import read_options
from vision.training.sources import RECORD, claim
from vision.training.typefaces import HELD_OUT

ROOT = Path(__file__).parents[3]
SMALL_BLOCKS = """
import vision.training.samples, vision.training.leaning_samples
from vision.training.__main__ import main
vision.training.samples._BLOCK = vision.training.leaning_samples._BLOCK = 2
if __name__ == "__main__":
    main()
"""
Start = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts the command with small blocks, in a process group of its own as a terminal does, and as if what training
    needs were installed."""
    packages = tmp_path / "packages"
    packages.mkdir()
    for name in ("torch", "onnx"):
        (packages / f"{name}.py").touch()
    for name in HELD_OUT:
        folder = packages / f"{name.replace('-', '_')}-0.0.2.dist-info"
        folder.mkdir()
        (folder / "METADATA").write_text(f"Name: {name}\nVersion: 0.0.2\n")
    begun: list[subprocess.Popen[str]] = []

    def run(*arguments: str) -> subprocess.Popen[str]:
        command = subprocess.Popen(
            [sys.executable, "-c", SMALL_BLOCKS, "--models", str(tmp_path / "models"), *arguments],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
            env=os.environ | {"PYTHONPATH": f"{packages}{os.pathsep}{ROOT}"},
        )  # fmt: skip
        begun.append(command)
        return command

    yield run
    for command in begun:
        with suppress(ProcessLookupError):
            os.killpg(command.pid, signal.SIGKILL)
        command.communicate()


def blocks_done(command: subprocess.Popen[str]) -> int:
    """How many blocks are there, as soon as the command tells of one that it has made."""
    assert command.stdout is not None
    said = ""
    while (found := re.search(r"(\d+) of \d+ blocks", said)) is None:
        letter = command.stdout.read(1)
        assert letter, "it has ended"
        said += letter
    return int(found[1])


def test_ctrl_c_ends_it_in_words_and_the_next_start_goes_on(start: Start, tmp_path: Path) -> None:
    for _ in range(2):
        before = len(list(tmp_path.glob("samples/*.npz")))
        command = start("--folder", str(tmp_path / "samples"))
        assert blocks_done(command) == before + 1
        os.killpg(command.pid, signal.SIGINT)
        _, trouble = command.communicate()
        assert command.returncode == 130
        assert trouble == "\nStopped. Started again with the same options it goes on from there.\n"


def test_a_killed_command_leaves_no_process(start: Start, tmp_path: Path) -> None:
    command = start("--folder", str(tmp_path / "samples"))
    blocks_done(command)
    command.kill()
    command.communicate()  # comes back once nobody holds the output any more


@pytest.mark.parametrize("record", [None, b"0123\n", b""])
def test_samples_of_other_code_are_refused_in_words(start: Start, tmp_path: Path, record: bytes | None) -> None:
    folder = tmp_path / "samples"
    folder.mkdir()
    (folder / "training-scenes-1-000000.npz").write_bytes(b"of yesterday")
    if record is not None:
        (folder / RECORD).write_bytes(record)
    said, trouble = start("--folder", str(folder)).communicate()
    assert said == ""
    assert re.fullmatch(rf"Training stopped: the samples in {folder} .* another folder with --folder\.\n", trouble)


def test_a_folder_that_cant_be_made_is_told_in_words(start: Start, tmp_path: Path) -> None:
    (tmp_path / "a.jpg").touch()
    command = start("--folder", str(tmp_path / "a.jpg" / "samples"))
    _, trouble = command.communicate()
    assert re.fullmatch(r"Training stopped: \S+a\.jpg/samples: Not a directory\. Started again .*\n", trouble)
    assert command.returncode == 1


def test_samples_are_gone_on_with_until_what_makes_them_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy, folder = tmp_path / "vision", tmp_path / "samples"
    shutil.copytree(ROOT / "vision", copy, ignore=shutil.ignore_patterns("__pycache__", "models"))
    monkeypatch.setattr(sources, "_VISION", copy)
    claim(folder)
    (folder / "training-scenes-1-000000.npz").touch()
    append(copy / "training" / "nets.py", "# more layers\n")
    claim(folder)
    append(copy / "drawings" / "six" / "stars.py", "# more points\n")
    with pytest.raises(TrainingError, match="another version"):
        claim(folder)


def append(file: Path, text: str) -> None:
    file.write_text(file.read_text(encoding="utf-8") + text, encoding="utf-8")


def test_all_code_that_makes_samples_is_known_as_such() -> None:
    listed = subprocess.run(
        [
            sys.executable, "-c",
            "import sys, vision.training.samples, vision.training.leaning_samples\n"
            "made_by = [name for name in sys.modules if name.startswith(('vision.training.', 'vision.drawings.'))]\n"
            "print(*(sys.modules[name].__file__ for name in made_by))",
        ],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    needed = set(map(Path, listed.stdout.split()))
    keepers = {ROOT / "vision" / "training" / f"{name}.py" for name in ("blocks", "kept", "workers")}
    assert len(needed) > 20
    assert needed - keepers <= set(sources.sources())


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--folder", __file__], "argument --folder: .*test_command.py is a file; name a folder"),
        (["--models", __file__], "argument --models: .*test_command.py is a file; name a folder"),
        (["--workers", "0"], "argument --workers: 0 is too few; at least 1"),
        (["--workers", "-2"], "argument --workers: -2 is too few; at least 1"),
        (["--workers", "two"], "argument --workers: 'two' is no whole number"),
        (["--scenes", "15"], "argument --scenes: 15 is too few; at least 16"),
        (["--singles", "0"], "argument --singles: 0 is too few; at least 1"),
        (["--leaning-scenes", "-1"], "argument --leaning-scenes: -1 is too few; at least 1"),
        (["--finder-epochs", "0"], "argument --finder-epochs: 0 is too few; at least 1"),
        (["--seed", "-1"], "argument --seed: -1 is too few; at least 0"),
        (["--seed", "100"], "argument --seed: 100 is too many; at most 99"),
    ],
)
def test_options_that_wont_do_are_told_in_words(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        read_options(arguments)
    assert ended.value.code == 2
    assert re.fullmatch(f"python -m vision.training: error: {words}", capsys.readouterr().err.splitlines()[-1])


def test_without_all_networks_no_card_is_written_and_why_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "leaning.onnx").touch()
    _write_card(Namespace(models=tmp_path))
    assert capsys.readouterr().out == (
        "No model card is written: it tells of all five networks, and finder.onnx and classifier.onnx and "
        f"usual.onnx and facing.onnx are missing in {tmp_path}.\n"
    )
    assert [file.name for file in tmp_path.iterdir()] == ["leaning.onnx"]


@pytest.mark.parametrize(
    ("without", "said"),
    [
        ("import sys; sys.modules['torch'] = None", "torch.*"),
        (
            "import importlib.metadata as data, importlib.util as util; util.find_spec = lambda name: name; "
            "data.distribution = lambda name: (_ for _ in ()).throw(data.PackageNotFoundError(name))",
            "font-.*, font-.*",
        ),
    ],
)
def test_what_training_needs_is_named_before_anything_is_rendered(tmp_path: Path, without: str, said: str) -> None:
    without += "; from vision.training.__main__ import main; main()"
    folder = str(tmp_path / "samples")
    command = subprocess.run(
        [sys.executable, "-c", without, "--folder", folder], cwd=ROOT, capture_output=True, text=True
    )
    assert re.fullmatch(rf"Training needs {said}: `make train` installs .*\n", command.stderr)
    assert not list(tmp_path.iterdir())
