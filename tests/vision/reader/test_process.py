"""Camera and reader as a process of their own: real processes, real pipes, real signals."""

from __future__ import annotations

import contextlib
import errno
import math
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

from controller.clock import TestClock
from controller.ports import Device, ReadCube, Reading
from vision import child, process
from vision.cameras import CameraError
from vision.child import DYING, Child
from vision.preview import PreviewMemory
from vision.process import ReaderProcess
from vision.reader import TrayReader
from vision.settings import ReaderSettings, SimulationSettings

BACK_WITHIN = 3.0
"""Seconds in which a killed reader must be back."""


class MachineClock:
    """The machine's own time."""

    def monotonic(self) -> float:
        return time.monotonic()

    def now(self) -> str:
        return ""


class News:
    """Collects what the reader tells, and waits for what a test expects."""

    def __init__(self) -> None:
        self.readings: list[Reading] = []
        self.devices: list[Device] = []
        self.ended = False
        self._news = threading.Condition()

    def reading(self, reading: Reading) -> None:
        with self._news:
            self.readings.append(reading)
            self._news.notify_all()

    def device(self, device: Device) -> None:
        with self._news:
            self.devices.append(device)
            self._news.notify_all()

    def finished(self) -> None:
        with self._news:
            self.ended = True
            self._news.notify_all()

    def wait(self, wanted: Callable[[], object], seconds: float = 30.0) -> None:
        with self._news:
            assert self._news.wait_for(wanted, seconds), f"never came: {self.readings[-1:]} {self.devices[-1:]}"

    def next_settled(self, after: int, wanted: Callable[[Reading], bool] = lambda _: True) -> Reading:
        """The next reading after number `after` of cubes at rest."""
        found: list[Reading] = []

        def look() -> bool:
            found[:] = [
                reading for reading in self.readings
                if reading.number > after and reading.tray.status in ("clear", "unclear") and wanted(reading)
            ]  # fmt: skip
            return bool(found)

        self.wait(look)
        return found[0]


Start = Callable[..., tuple[ReaderProcess, News]]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts a reader, by default at a simulated tray that keeps its cubes in a file."""
    started: list[ReaderProcess] = []

    def begin(
        source: str = "simulated", lying: tuple[ReadCube, ...] | None = None, *, paced: bool = False
    ) -> tuple[ReaderProcess, News]:
        simulation = SimulationSettings(
            seed=10, state_file=tmp_path / "tray.json", paced=paced, lean_chance=0.0
        )
        reader = ReaderProcess(source, ReaderSettings(simulation=simulation, paced=paced), MachineClock())
        started.append(reader)
        news = News()
        reader.start(news, lying)
        return reader, news

    yield begin
    for reader in started:
        reader.stop()


def throw_all(reader: ReaderProcess, news: News) -> Reading:
    """The reading of a throw of all five."""
    before = news.readings[-1].number if news.readings else 0
    assert reader.hands is not None
    reader.hands.throw(None)
    return news.next_settled(before, lambda reading: len(reading.tray.cubes) == 5 and reading.thrown is not None)


def kill(reader: ReaderProcess) -> int:
    pid = reader.pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    return pid


def test_a_source_that_does_not_exist_is_refused_at_once() -> None:
    with pytest.raises(CameraError, match="no camera 'nowhere'"):
        ReaderProcess("nowhere", ReaderSettings(), MachineClock())


def test_a_throw_is_read_as_it_was_thrown_and_told_apart_from_movement(start: Start) -> None:
    reader, news = start()
    lying = news.next_settled(0)
    assert [cube.moved for cube in lying.tray.cubes] == [None] * 5
    began = time.monotonic()
    thrown = throw_all(reader, news)
    assert thrown.thrown is not None
    assert [cube.moved for cube in thrown.tray.cubes] == [True] * 5
    assert thrown.tray.status == "clear"
    read = sorted((cube.face, cube.odd) for cube in thrown.tray.cubes)
    assert read == sorted((true.cube.face, true.cube.odd) for true in thrown.thrown)
    statuses = [reading.tray.status for reading in news.readings]
    assert "moving" in statuses[1:]
    assert [reading.number for reading in news.readings] == sorted({reading.number for reading in news.readings})
    assert thrown.picture_size == (1280, 960)
    assert thrown.rest_at is not None
    assert began < thrown.rest_at < time.monotonic()
    moving = next(reading for reading in news.readings if reading.tray.status == "moving")
    assert (moving.rest_at, moving.thrown) == (None, None)


def test_a_reading_at_rest_comes_with_the_very_picture_that_it_was_read_from(start: Start) -> None:
    reader, news = start()
    news.next_settled(0)
    first, second = throw_all(reader, news), throw_all(reader, news)
    alone = TrayReader()
    for reading in (first, second):
        assert reading.jpeg is not None
        image = cv2.imdecode(np.frombuffer(reading.jpeg, np.uint8), cv2.IMREAD_COLOR)
        assert image is not None
        assert image.shape == (960, 1280, 3)
        seen = alone.read_picture(np.asarray(image, dtype=np.uint8)).cubes
        assert sorted(str(cube.face) for cube in seen) == sorted(str(cube.face) for cube in reading.tray.cubes)
        for cube in reading.tray.cubes:
            assert min(math.dist(cube.center, other.center) for other in seen) < 3.0
    assert {reading.jpeg for reading in news.readings if reading.tray.status in ("moving", "blocked")} == {None}


def test_thrown_and_kept_cubes_are_told_apart(start: Start) -> None:
    reader, news = start()
    news.next_settled(0)
    lying = throw_all(reader, news)
    reader.counted(lying.tray.cubes)
    thrown, kept, [left] = lying.tray.cubes[:2], lying.tray.cubes[2:4], lying.tray.cubes[4:]
    assert reader.hands is not None
    reader.hands.throw(tuple(cube.center for cube in thrown), tuple(cube.center for cube in kept))
    after = news.next_settled(lying.number, lambda reading: reading.thrown is not None).tray.cubes
    assert sorted((str(cube.zone), cube.moved) for cube in after) == [
        ("rail", False), ("rail", False), ("tray", False), ("tray", True), ("tray", True)
    ]  # fmt: skip
    [stayed] = [cube for cube in after if cube.zone == "tray" and not cube.moved]
    assert stayed.center == pytest.approx(left.center, abs=5.0)
    in_the_hand = [
        reading for reading in news.readings if reading.number > lying.number and 0 < len(reading.tray.cubes) < 5
    ]
    assert not any(cube.moved for reading in in_the_hand for cube in reading.tray.cubes)


def test_everything_of_a_simulated_tray_says_that_it_is_simulated(start: Start) -> None:
    reader, news = start()
    news.wait(lambda: news.devices)
    device = news.devices[0]
    assert (device.part, device.kind, device.state, device.simulated) == ("camera", "simulated", "fine", True)
    assert reader.hands is not None


def test_the_preview_shows_the_newest_picture(start: Start) -> None:
    reader, news = start()
    news.next_settled(0)
    first = reader.preview.latest()
    assert first is not None
    image = cv2.imdecode(np.frombuffer(first.jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    assert image.shape == (960, 1280, 3)
    throw_all(reader, news)
    later = reader.preview.latest()
    assert later is not None
    assert later.number > first.number


def test_a_camera_that_is_spoiled_on_purpose_says_so_until_it_is_mended(start: Start) -> None:
    reader, news = start()
    news.next_settled(0)
    assert reader.hands is not None
    assert "black" in reader.hands.faults
    reader.hands.spoil("black")
    news.wait(lambda: news.readings[-1].tray.status == "blocked")
    assert "too dark" in str(news.readings[-1].tray.detail)
    news.wait(lambda: "on purpose" in news.devices[-1].advice)
    dark = news.readings[-1].number
    kill(reader)  # the next process has the same camera
    news.wait(lambda: news.readings[-1].number > dark)
    assert news.readings[-1].tray.status == "blocked"
    reader.hands.spoil(None)
    news.next_settled(dark)
    news.wait(lambda: news.devices[-1].advice == "")


def test_a_killed_reader_is_back_within_three_seconds_with_what_was_counted(start: Start) -> None:
    reader, news = start()
    news.next_settled(0)
    thrown = throw_all(reader, news)
    reader.counted(thrown.tray.cubes)
    last = news.readings[-1].number
    killed_at = time.monotonic()
    pid = kill(reader)
    again = news.next_settled(last)
    assert time.monotonic() - killed_at < BACK_WITHIN
    assert reader.pid != pid
    assert sorted(str(cube.face) for cube in again.tray.cubes) == sorted(str(cube.face) for cube in thrown.tray.cubes)
    assert [cube.moved for cube in again.tray.cubes] == [False] * 5
    states = [device.state for device in news.devices]
    assert states == ["fine", "trouble", "fine"]
    assert "started again" in news.devices[1].detail


def standing_by(reader: ReaderProcess) -> int | None:
    """The child of this process that isn't the one that reads; one that ended but wasn't taken leave of counts."""
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            name_and_rest = stat.read_text().rsplit(")", 1)
            pid, parent = int(stat.parent.name), int(name_and_rest[1].split()[1])
            if parent == os.getpid() and pid != reader.pid and b"reading_loop" in _command(pid):
                return pid
    return None


def _command(pid: int) -> bytes:
    return Path(f"/proc/{pid}/cmdline").read_bytes()


def test_a_reader_that_stands_by_and_dies_is_replaced(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "STAND_BY_PAUSE", 0.0)
    reader, news = start()
    news.next_settled(0)
    wait_for(lambda: standing_by(reader))
    dead = standing_by(reader)
    assert dead is not None
    os.kill(dead, signal.SIGKILL)
    wait_for(lambda: not Path(f"/proc/{dead}").exists())
    wait_for(lambda: standing_by(reader) not in (None, dead))
    assert [device.state for device in news.devices] == ["fine"]


def test_a_reader_that_stands_by_and_dies_at_once_is_not_started_all_the_time() -> None:
    clock = TestClock()
    reader = ReaderProcess("simulated", ReaderSettings(), clock)
    started = []
    for seconds in (0.0, 0.3, 9.0, 1.0):
        clock.travel(seconds)
        reader._let_one_stand_by()
        started.append(reader._spare is not None)
        if reader._spare is not None:
            os.kill(reader._spare.process.pid, signal.SIGKILL)
            reader._spare.process.wait()
    assert started == [True, False, False, True]
    reader.stop()


class FullMachine:
    """A machine that has room for so many processes more."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, room: float) -> None:
        self.room = room
        self._begin = subprocess.Popen
        monkeypatch.setattr(child, "subprocess", SimpleNamespace(Popen=self.begin))

    def begin(self, command: list[str], **how: Any) -> subprocess.Popen[bytes]:
        if self.room < 1:
            raise OSError(errno.ENOMEM, os.strerror(errno.ENOMEM))
        self.room -= 1
        return self._begin(command, **how)


def test_a_reader_that_cannot_be_started_is_said_and_tried_again(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = FullMachine(monkeypatch, 0)
    _, news = start()
    news.wait(lambda: len(news.devices) >= 2)
    assert {device.state for device in news.devices} == {"trouble"}
    assert "can't be started (Cannot allocate memory), so nothing is read" in news.devices[0].detail
    machine.room = math.inf
    news.next_settled(0)
    assert news.devices[-1].state == "fine"


def test_a_reader_goes_on_where_none_can_stand_by(
    start: Start, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    FullMachine(monkeypatch, 1)
    reader, news = start()
    news.next_settled(0)
    pid = reader.pid
    throw_all(reader, news)
    assert "No reader can stand by" in caplog.text
    assert reader.pid == pid
    assert [device.state for device in news.devices] == ["fine"]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_that_is_meant_for_the_table_leaves_the_reader_alone(start: Start, number: int) -> None:
    reader, news = start()
    last = news.next_settled(0).number
    pid = reader.pid
    assert pid is not None
    assert os.getpgid(pid) != os.getpgid(0), "a terminal's Ctrl-C reaches the whole group"
    os.kill(pid, number)
    assert throw_all(reader, news).number > last
    assert reader.pid == pid


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_that_comes_while_the_reader_begins_leaves_it_alone(start: Start, number: int) -> None:
    reader, news = start()
    wait_for(lambda: reader.pid)
    pid = reader.pid
    assert pid is not None
    os.kill(pid, number)
    news.next_settled(0)
    assert reader.pid == pid
    assert [device.state for device in news.devices] == ["fine"]


def wait_for(wanted: Callable[[], object], seconds: float = 10.0) -> None:
    deadline = time.monotonic() + seconds
    while not wanted():
        assert time.monotonic() < deadline, "never came"
        time.sleep(0.02)


def test_a_reader_that_hangs_is_killed_and_back(start: Start) -> None:
    reader, news = start()
    last = news.next_settled(0).number
    pid = reader.pid
    assert pid is not None
    os.kill(pid, signal.SIGSTOP)
    news.next_settled(last)
    assert reader.pid != pid
    assert any("hangs" in device.detail for device in news.devices)


def test_a_reader_that_no_signal_ends_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """As one that hangs in a driver: it isn't gone before that lets go of it."""
    memory = PreviewMemory()
    child = Child("simulated", memory)
    os.kill(child.process.pid, signal.SIGSTOP)
    try:
        with monkeypatch.context() as patched:
            patched.setattr(child.process, "kill", lambda: None)
            began = time.monotonic()
            child.kill()
        assert time.monotonic() - began < 3 * DYING
        assert child.pipe.closed
    finally:
        child.process.kill()
        child.process.wait()
        memory.close()


def test_a_table_that_is_started_again_goes_on_with_the_cubes_it_counted(start: Start) -> None:
    reader, news = start()
    news.next_settled(0)
    thrown = throw_all(reader, news)
    reader.stop()
    _, news = start(lying=thrown.tray.cubes)
    again = news.next_settled(0)
    assert [cube.moved for cube in again.tray.cubes] == [False] * 5


def test_a_throw_that_dies_with_the_reader_is_made_by_the_next_one(start: Start) -> None:
    reader, news = start()
    lying = news.next_settled(0)
    reader.counted(lying.tray.cubes)
    assert reader.hands is not None
    reader.hands.throw(tuple(cube.center for cube in lying.tray.cubes))
    kill(reader)
    news.next_settled(
        lying.number, lambda reading: len(reading.tray.cubes) == 5 and all(cube.moved for cube in reading.tray.cubes)
    )


def test_a_paced_camera_is_kept_up_with(start: Start) -> None:
    reader, news = start(paced=True)
    news.next_settled(0)
    thrown = throw_all(reader, news)
    assert thrown.rest_at is not None
    assert time.monotonic() - thrown.rest_at < 2.0


def test_a_folder_is_played_to_its_end(start: Start, tmp_path: Path, thrown_picture: np.ndarray) -> None:
    folder = tmp_path / "pictures"
    folder.mkdir()
    cv2.imwrite(str(folder / "1.png"), thrown_picture)
    reader, news = start(str(folder))
    news.wait(lambda: news.ended)
    assert [len(reading.tray.cubes) for reading in news.readings] == [5]
    assert [cube.moved for cube in news.readings[0].tray.cubes] == [True] * 5
    assert reader.hands is None
    assert news.devices[0].simulated


def test_stopping_twice_is_safe_and_leaves_no_process(start: Start) -> None:
    reader, news = start()
    news.next_settled(0)
    pid = reader.pid
    assert pid is not None
    reader.stop()
    reader.stop()
    assert not Path(f"/proc/{pid}").exists()


PARENT = """
import sys, time
from vision.process import ReaderProcess
from vision.settings import ReaderSettings
class Clock:
    def monotonic(self): return time.monotonic()
    def now(self): return ""
class Events:
    def reading(self, reading): pass
    def device(self, device): print(reader.pid, flush=True)
    def finished(self): pass
reader = ReaderProcess("simulated", ReaderSettings(), Clock())
reader.start(Events(), None)
time.sleep(60)
"""


def test_the_reader_dies_with_the_table() -> None:
    with subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE, text=True) as table:
        assert table.stdout is not None
        pid = int(table.stdout.readline())
        assert Path(f"/proc/{pid}").exists()
        table.kill()
    deadline = time.monotonic() + 5.0
    while Path(f"/proc/{pid}").exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not Path(f"/proc/{pid}").exists()
