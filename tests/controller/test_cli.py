"""The command line as people meet it: manual pages, and one clear line for every mistake."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from controller import cli

TRAY = Path(sys.executable).with_name("tray")


def tray(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([TRAY, *arguments], capture_output=True, text=True, cwd=cwd, timeout=120, check=False)


def commands(group: click.Group, *before: str) -> Iterator[tuple[str, ...]]:
    """The words after `tray` of a group and of all that is under it."""
    yield before
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from commands(command, *before, name)
        else:
            yield (*before, name)


@pytest.mark.parametrize("command", list(commands(cli.tray)))
def test_every_help_page_says_what_for_and_shows_an_example(command: tuple[str, ...], tmp_path: Path) -> None:
    result = tray(*command, "--help", cwd=tmp_path)
    assert result.returncode == 0
    assert result.stdout.startswith(f"Usage: tray {' '.join(command)}".rstrip())
    assert result.stdout.count(f"tray {' '.join(command)}".rstrip()) >= 2, "no example"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("rum",), "No such command 'rum'"),
        (("run", "--camra", "x"), "No such option"),
        (("run", "--config", "nowhere.toml"), "nowhere.toml: cannot be read"),
        (("doctor", "--config", "nowhere.toml"), "nowhere.toml: cannot be read"),
        (("run", "--camera", "nothing.mp4"), "nothing.mp4"),
        (("run", "--camera", ""), "There is no camera"),
        (("run", "--camera", "notes.txt"), "notes.txt can't be played"),
        (("run", "--camera", "empty"), "holds no pictures"),
        (("run", "--camera", "one.jpg"), "is a single picture"),
        (("run", "--simulated", "--config", "cubes.toml"), "simulation.cube_set = 'wooden'"),
        (("run", "--simulated", "--config", "host.toml"), "web.host = '192.0.2.1'"),
        (("run", "--simulated", "--config", "state.toml"), "state.folder"),
        (("read", "fifo"), "fifo is neither"),
        (("run", "--simulated", "--scoreboard", "lights"), "lights"),
        (("run", "--port", "123456"), "123456"),
        (("demo", "--games", "many"), "'many' is not a valid whole number"),
        (("demo", "--games", "0"), "0"),
        (("demo", "--games", "1", "--scoreboard", "lamp"), "lamp"),
        (("demo", "--games", "1", "--scoreboard", "off"), "can't be off"),
        (("demo", "--games", "1", "--scoreboard", ""), "No scoreboard is named"),
        (("demo", "--games", "1", "--scoreboard", "/dev/nope"), "no scoreboard at /dev/nope"),
        (("demo", "--games", "1", "--scoreboard", "/dev/null"), "/dev/null is no serial line"),
        (("demo", "--games", "1", "--scoreboard", "/"), "/ is no serial line"),
        (("read",), "Missing argument"),
        (("read", "nowhere.jpg"), "nowhere.jpg"),
    ],
)
def test_a_mistake_is_one_clear_line_and_status_2(arguments: tuple[str, ...], words: str, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("not a video")
    (tmp_path / "one.jpg").touch()
    (tmp_path / "empty").mkdir()
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "cubes.toml").write_text('[simulation]\ncube_set = "wooden"\n')
    (tmp_path / "host.toml").write_text('[web]\nhost = "192.0.2.1"\n')
    (tmp_path / "state.toml").write_text('[state]\nfolder = "notes.txt"\n')
    result = tray(*arguments, cwd=tmp_path)
    assert result.returncode == 2
    assert words in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1, result.stderr
    assert result.stdout == ""


def test_a_file_that_is_no_picture_is_named_and_the_others_are_read(tmp_path: Path) -> None:
    (tmp_path / "notes.jpg").write_text("not a picture")
    result = tray("read", "--json", "notes.jpg", "missing.png", cwd=tmp_path)
    assert result.returncode == 2
    assert "notes.jpg" in result.stderr
    assert "missing.png" in result.stderr
    assert "Traceback" not in result.stderr


def test_printed_settings_are_accepted(tmp_path: Path) -> None:
    printed = tray("settings", cwd=tmp_path)
    assert printed.returncode == 0
    (tmp_path / "tray.toml").write_text(printed.stdout + "\nunknown_key = 1\n")
    result = tray("run", "--config", "tray.toml", cwd=tmp_path)
    assert result.returncode == 2
    assert "unknown_key" in result.stderr
    assert "line" in result.stderr


def test_json_readings_have_the_documented_keys(tmp_path: Path) -> None:
    """A picture in which nothing is to be seen at all is one of a covered lens."""
    import cv2
    import numpy as np

    cv2.imwrite(str(tmp_path / "empty.png"), np.full((480, 640, 3), 90, np.uint8))
    result = tray("read", "--json", "empty.png", cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    reading = json.loads(result.stdout)
    assert set(reading) == {"source", "status", "detail", "settled_at", "cubes", "problems"}
    assert reading["source"] == "empty.png"
    assert reading["status"] == "blocked"
    assert reading["cubes"] == []


@pytest.mark.parametrize(
    ("redirection", "words"), [("> /dev/full", "No space left on device"), (">&-", "standard output is closed")]
)
def test_output_that_cannot_be_written_is_one_clear_line(redirection: str, words: str, tmp_path: Path) -> None:
    result = subprocess.run(
        ["sh", "-c", f'"$0" settings {redirection}', TRAY],
        capture_output=True, text=True, cwd=tmp_path, timeout=120, check=False,
    )  # fmt: skip
    assert result.returncode == 2
    assert words in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1, result.stderr


def test_a_reader_of_the_output_who_has_enough_ends_it_as_any_filter(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with open(writing, "wb") as closed:
        result = subprocess.run(
            [TRAY, "settings"], stdout=closed, stderr=subprocess.PIPE, text=True, cwd=tmp_path, timeout=60
        )
    assert result.returncode == -signal.SIGPIPE
    assert result.stderr == ""
