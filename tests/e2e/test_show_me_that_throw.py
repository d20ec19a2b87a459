"""Show me that throw: a simulated tray, the real reader's process, the journal, and the page on a phone."""

from __future__ import annotations

import math
import re
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from controller.app import OpenTable
from controller.journal import read_journal
from controller.ports import Reading
from controller.settings import Settings
from tests.waiting import wait_until
from vision.reader import TrayReader


class Watched:
    """A table at which computer players throw, and the readings that were scored, with what truly lay there."""

    def __init__(self, folder: Path) -> None:
        self.scored: list[Reading] = []
        self.table = OpenTable(
            Settings.model_validate({
                "camera": {"source": "simulated"}, "scoreboard": {"source": "off"}, "panel": {"factory": "off"},
                "web": {"host": "127.0.0.1", "port": 0}, "state": {"folder": folder},
                "simulation": {"seed": 21, "lean_chance": 0.0},
            }),
            pace={"think_s": 0.0}, paced=False,
            on_reading=lambda reading, counted: self.scored.append(reading) if counted else None,
        )  # fmt: skip
        self.table.start()
        self.address = self.table.address

    def get(self, path: str) -> bytes:
        with urllib.request.urlopen(self.address + path, timeout=20) as answer:
            return bytes(answer.read())

    def with_picture(self, event: int) -> str:
        """The page of a throw, once its picture is kept."""
        page = f"/throws/{event}"
        return wait_until("it is kept", lambda: (html := self.get(page).decode()) * (f"{page}.jpg" in html), 30)

    def listed(self) -> list[int]:
        """The throws of the list, by their events."""
        return [int(event) for event in re.findall(r'href="/throws/(\d+)"', self.get("/throws").decode())]


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Watched]:
    table = Watched(tmp_path)
    yield table
    table.table.stop()


def test_the_picture_of_a_throw_is_that_of_its_reading(watched: Watched, tmp_path: Path) -> None:
    wait_until("three throws are scored", lambda: len(watched.scored) >= 3, 120)
    watched.table.reader.stop()
    moves = [event for event in read_journal(tmp_path / "simulated.sqlite3") if event.payload.get("by") == "reader"]
    events = {event.payload["reading"]: event.id for event in moves}
    alone = TrayReader()
    for scored in watched.scored[:3]:
        event = events[scored.number]
        assert event in watched.listed()
        page = watched.with_picture(event)
        drawn = [
            np.array([corner.split(",") for corner in points.split()], np.float32)
            for points in re.findall(r'<polygon class="under" points="([^"]+)"', page)
        ]
        picture = cv2.imdecode(np.frombuffer(watched.get(f"/throws/{event}.jpg"), np.uint8), cv2.IMREAD_COLOR)
        assert picture is not None
        assert picture.shape == (960, 1280, 3)
        seen = alone.read_picture(np.asarray(picture, dtype=np.uint8)).cubes
        assert scored.thrown is not None
        assert len(scored.thrown) == 5
        for true in scored.thrown:
            around = [quad for quad in drawn if cv2.pointPolygonTest(quad, true.center, False) >= 0]
            assert len(around) == 1, "one mark is drawn round where the cube truly lies"
            nearest = min(seen, key=lambda cube: math.dist(cube.center, true.center))
            assert cv2.pointPolygonTest(around[0], nearest.center, False) >= 0, "and in the picture it lies there"
            assert nearest.zone == "rail" or nearest.face == true.cube.face


def test_pictures_and_figures_are_there_after_a_power_cut(watched: Watched, tmp_path: Path) -> None:
    wait_until("a throw is scored", lambda: watched.scored, 120)
    wait_until("its picture is kept", lambda: list((tmp_path / "simulated-pictures").glob("*.jpg")), 30)
    shown = watched.listed()[-1]
    picture = watched.get(f"/throws/{shown}.jpg")
    watched.table.stop()
    again = Watched(tmp_path)
    try:
        assert shown in again.listed()
        assert again.get(f"/throws/{shown}.jpg") == picture
    finally:
        again.table.stop()
