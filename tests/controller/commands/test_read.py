"""`tray read`, as people type it: pictures of the simulated tray."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np

from tests.controller.commands.conftest import Tray
from tests.vision.teaching.drawn_dice import picture_of
from vision.simulation.camera import SimulatedTray

OTHER_MAT = """
[mat]
rolling_width = 240.0
rolling_height = 90.0
rail_top = 100.0
rail_bottom = 225.0
"""
"""Its markers are where those of the usual mat are; its rail is much larger."""
LARGER_MAT = "[mat]\nrolling_width = 300.0\nrolling_height = 220.0\nrail_top = 230.0\nrail_bottom = 280.0\n"
"""Its markers are elsewhere."""


AS_ANYBODY = (
    ["setpriv", "--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-dac_override,-dac_read_search"]
    if os.geteuid() == 0
    else []
)
"""So that even root may not open what nobody may."""


def read_by_anybody(folder: Path, *files: str) -> subprocess.CompletedProcess[str]:
    """`tray read` of the files in a process of its own."""
    command = [*AS_ANYBODY, sys.executable, "-c", "from controller.cli import main; main()", "read", *files]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def zones(tray: Tray, *options: str) -> dict[float, str | None]:
    """Of each cube in the picture how far down it lies, in pixels, and in which zone."""
    result = tray("read", "--json", *options, "throw.png")
    assert result.status == 0
    return {cube["center"][1]: cube["zone"] for cube in json.loads(result.out)["cubes"]}


def keep_a_throw(tmp_path: Path) -> None:
    """As `throw.png`."""
    simulation = SimulatedTray(seed=4, paced=False, lean_chance=0.0)
    simulation.throw(None)
    while simulation.truth() is None:
        frame = simulation.read()
    assert frame is not None
    cv2.imwrite(str(tmp_path / "throw.png"), frame.image)


def test_the_mat_is_as_large_as_the_settings_say(tray: Tray, tmp_path: Path) -> None:
    keep_a_throw(tmp_path)
    (tmp_path / "tray.toml").write_text(OTHER_MAT)
    usual, other = zones(tray), zones(tray, "--config", "tray.toml")
    assert set(usual.values()) == {"tray"}
    assert set(other.values()) == {"tray", "rail"}
    assert other[max(other)] == "rail"
    assert other[min(other)] == "tray"


def test_a_mat_that_is_not_that_of_the_settings_is_told_of(tray: Tray, tmp_path: Path) -> None:
    keep_a_throw(tmp_path)
    (tmp_path / "tray.toml").write_text(LARGER_MAT)
    usual, other = tray("read", "throw.png"), tray("read", "--json", "--config", "tray.toml", "throw.png")
    assert usual.err == ""
    assert other.status == 0
    assert {cube["zone"] for cube in json.loads(other.out)["cubes"]} == {None}
    (line,) = other.err.splitlines()
    assert line.startswith("tray read: throw.png was read as if no mat were in view")
    assert "--config" in line


def test_the_help_says_what_the_settings_are_for(tray: Tray) -> None:
    assert "how large the mat is" in " ".join(tray("read", "--help").out.split())


def test_the_set_that_the_table_reads_with_is_the_one_that_its_settings_name(tray: Tray, tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "floor.png"), np.full((480, 640, 3), 90, np.uint8))
    (tmp_path / "tray.toml").write_text('[reader]\ncube_set = "nosuch"\n')
    refused = tray("read", "--config", "tray.toml", "floor.png")
    assert refused.status != 0
    assert "nosuch" in refused.complaint
    assert tray("read", "floor.png").status == 0


def test_a_picture_whose_name_has_a_line_in_it_is_told_in_one(tray: Tray, tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "floor.png"), np.full((480, 640, 3), 90, np.uint8))
    (tmp_path / "floor.png").rename(tmp_path / "two\nlines\x1b[2J.png")
    read = tray("read", "two\nlines\x1b[2J.png")
    assert len(read.out.splitlines()) == 1
    assert "two\\nlines\\x1b[2J.png: blocked" in read.out
    assert len(tray("read", "no\nsuch.png").complaint.splitlines()) == 1


def test_cubes_are_named_from_left_to_right(tray: Tray, tmp_path: Path) -> None:
    keep_a_throw(tmp_path)
    cubes = json.loads(tray("read", "--json", "throw.png").out)["cubes"]
    centers = [cube["center"] for cube in cubes]
    assert sorted(centers) != centers, "or any order would do"
    _, named = tray("read", "throw.png").out.split(": clear: ")
    faces = [cube["face"] for cube in sorted(cubes, key=lambda cube: cube["center"])]
    assert [word.rstrip("*") for word in named.split()] == faces


def test_a_thing_of_another_kind_is_told_of_too(tray: Tray, tmp_path: Path) -> None:
    picture, _ = picture_of(["one"], 1, (640, 480), face_px=70.0)
    cv2.imwrite(str(tmp_path / "die.png"), picture)
    assert "foreign" in tray("read", "--json", "die.png").out
    assert "and 1 thing of another kind" in tray("read", "die.png").out


def test_a_picture_that_may_not_be_opened_is_told_and_the_others_are_read(tmp_path: Path) -> None:
    for name in ("secret.png", "floor.png"):
        cv2.imwrite(str(tmp_path / name), np.full((480, 640, 3), 90, np.uint8))
    (tmp_path / "secret.png").chmod(0)
    result = read_by_anybody(tmp_path, "secret.png", "floor.png")
    assert result.returncode == 2
    assert result.stdout.startswith("floor.png: ")
    assert result.stderr == "tray read: secret.png can't be opened: Permission denied.\n"


def test_a_picture_that_would_take_all_memory_is_refused_before_it_is_read(tmp_path: Path) -> None:
    (tmp_path / "vast.pgm").write_bytes(b"P5 11000 11000 255\n" + bytes(11_000 * 11_000))
    cv2.imwrite(str(tmp_path / "floor.png"), np.full((480, 640, 3), 90, np.uint8))
    result = read_by_anybody(tmp_path, "vast.pgm", "floor.png")
    assert result.returncode == 2
    assert result.stdout.startswith("floor.png: ")
    assert "vast.pgm has more than 110 million pixels" in result.stderr


def test_settings_are_no_device_that_never_ends(tray: Tray, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    for name in ("/dev/zero", "pipe.toml"):
        assert "a pipe or a device, not a file" in tray("read", "--config", name, "floor.png").complaint
