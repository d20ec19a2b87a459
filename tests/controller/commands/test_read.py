"""`tray read`, as people type it: pictures of the simulated tray."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np

from tests.controller.commands.conftest import Tray
from vision.simulation.camera import SimulatedTray

OTHER_MAT = """
[mat]
rolling_width = 240.0
rolling_height = 90.0
rail_top = 100.0
rail_bottom = 225.0
"""
"""Its markers are where those of the usual mat are; its rail is much larger."""


def zones(tray: Tray, *options: str) -> dict[float, str | None]:
    """Of each cube in the picture how far down it lies, in pixels, and in which zone."""
    result = tray("read", "--json", *options, "throw.png")
    assert result.status == 0
    return {cube["center"][1]: cube["zone"] for cube in json.loads(result.out)["cubes"]}


def test_the_mat_is_as_large_as_the_settings_say(tray: Tray, tmp_path: Path) -> None:
    simulation = SimulatedTray(seed=4, paced=False, lean_chance=0.0)
    simulation.throw(None)
    while simulation.truth() is None:
        frame = simulation.read()
    assert frame is not None
    cv2.imwrite(str(tmp_path / "throw.png"), frame.image)
    (tmp_path / "tray.toml").write_text(OTHER_MAT)
    usual, other = zones(tray), zones(tray, "--config", "tray.toml")
    assert set(usual.values()) == {"tray"}
    assert set(other.values()) == {"tray", "rail"}
    assert other[max(other)] == "rail"
    assert other[min(other)] == "tray"


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
