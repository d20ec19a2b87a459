"""A reader that is busy for long says so before, and is taken for hanging only when it takes longer still."""

from __future__ import annotations

import itertools
import threading
from dataclasses import replace
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

from controller.clock import SystemClock
from controller.ports import Device, ReadCube, Reading, TrayReading
from vision import process
from vision.cameras import CameraError, Frame
from vision.messages import Alive, Begin, Busy, TrayRead
from vision.preview import PreviewMemory
from vision.process import START_PATIENCE, ReaderProcess
from vision.reading_loop import LEARNING, OPENING, READING, SKIPPING, ReadingLoop
from vision.settings import ReaderSettings, SimulationSettings
from vision.watch import TrayWatch


class Events:
    """What the reader's process tells."""

    def __init__(self) -> None:
        self.readings: list[Reading] = []
        self.devices: list[Device] = []
        self.news = threading.Condition()

    def reading(self, reading: Reading) -> None:
        with self.news:
            self.readings.append(reading)
            self.news.notify_all()

    def device(self, device: Device) -> None:
        with self.news:
            self.devices.append(device)
            self.news.notify_all()

    def finished(self) -> None:
        pass


class PassingClock(SystemClock):
    """A second passes with every look at it."""

    def __init__(self) -> None:
        self._seconds = itertools.count()

    def monotonic(self) -> float:
        return next(self._seconds)


def hangs_after(monkeypatch: pytest.MonkeyPatch, *said: Any) -> float:
    """Seconds of silence after these messages in which a reader that hasn't read yet is taken for hanging."""
    monkeypatch.setattr(process, "POLL", 0.0)
    clock = PassingClock()
    ours, theirs = Pipe()
    for message in said:
        theirs.send(message)
    reader = ReaderProcess("simulated", ReaderSettings(), clock)
    worked, what = reader._listen(SimpleNamespace(pipe=ours), Events())  # type: ignore[arg-type]
    assert (worked, "hangs" in str(what)) == (False, True)
    return clock.monotonic() - len(said) - 1


def test_who_is_busy_may_be_silent_for_as_long_as_it_said_and_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    assert hangs_after(monkeypatch, Alive(1)) == pytest.approx(START_PATIENCE, abs=1.0)
    assert hangs_after(monkeypatch, Busy(60.0)) == pytest.approx(60.0, abs=1.0)
    assert hangs_after(monkeypatch, Busy(60.0), Alive(1)) == pytest.approx(START_PATIENCE, abs=1.0)


class ScriptedWatch:
    """A tray of which nothing but these readings is told, one a frame."""

    rest_frame, drift, left_aside = None, 0.0, ()

    def __init__(self, pipe: Connection, *statuses: str | None) -> None:
        self._pipe = pipe
        self._statuses = iter(statuses)
        self._last: str | None = None
        self.announced: list[bool] = []

    @property
    def may_look(self) -> bool:
        return self._last not in ("clear", "unclear")

    def watch(self, frame: Frame) -> TrayReading | None:
        said = []
        while self._pipe.poll():
            said.append(self._pipe.recv())
        self.announced.append(said[-1:] == [Busy(READING)])
        status = next(self._statuses)
        self._last = status or self._last
        return TrayReading("", status) if status else None  # type: ignore[arg-type]


def announced(*statuses: str | None, still: bool = False) -> list[bool]:
    """Before which of the frames with these readings it was said that one may come."""
    ours, theirs = Pipe()
    loop = ReadingLoop(theirs, PreviewMemory(), Begin("a folder", ReaderSettings(), None, 0))
    watch = ScriptedWatch(ours, *statuses)
    for number in range(len(statuses)):
        loop._take(Frame(np.full((48, 64, 3), 90, np.uint8), number / 30, number, still=still), watch)  # type: ignore[arg-type]
        loop._beat()
    last = None
    while ours.poll():
        last = ours.recv()
    assert last is None or not isinstance(last, Busy), "what is done with is no longer waited for"
    return watch.announced


def test_whatever_may_become_a_reading_is_announced_and_nothing_else() -> None:
    assert announced(None, None, "clear", None, None, "moving", None, "blocked", None, "clear", None) == [
        True, True, True, False, False, False, True, True, True, True, False
    ]  # fmt: skip
    assert announced("clear", "clear", still=True) == [True, True]


def test_what_lies_there_is_read_once_more_after_the_camera_was_in_trouble(thrown_picture: np.ndarray) -> None:
    """Whoever listens has forgotten it by then, and nothing moves that would have it read."""
    ours, theirs = Pipe()
    loop = ReadingLoop(theirs, PreviewMemory(), Begin("a folder", ReaderSettings(), None, 0))
    watch, told = TrayWatch(""), []
    for number in range(40):
        if number == 20:
            loop._tell_trouble("The camera is unplugged. Plug it in.")
        loop._take(Frame(thrown_picture, number / 30, number), watch)
        while ours.poll():
            said = ours.recv()
            told += [(number // 20, said.tray.status)] if isinstance(said, TrayRead) else []
    assert told == [(0, "clear"), (1, "clear")]


def test_a_throw_that_was_not_seen_to_move_is_told_to_move_first() -> None:
    ours, theirs = Pipe()
    loop = ReadingLoop(theirs, PreviewMemory(), Begin("a folder", ReaderSettings(), None, 0))
    lying, thrown = (TrayReading("", "clear", (a_cube(moved=moved),)) for moved in (False, True))
    watch, frame = ScriptedWatch(theirs), Frame(np.full((48, 64, 3), 90, np.uint8), 0.0, 0)
    for reading in (lying, thrown, lying, TrayReading("", "moving"), thrown, TrayReading("", "blocked"), thrown):
        loop._tell(reading, frame, watch, None)  # type: ignore[arg-type]
    loop._tell(thrown, replace(frame, still=True), watch, None)  # type: ignore[arg-type]
    told = []
    while ours.poll():
        said = ours.recv()
        told += [said.tray.status] if isinstance(said, TrayRead) else []
    assert told == [
        "clear", "moving", "clear", "clear", "moving", "clear", "blocked", "moving", "clear", "clear"
    ]  # fmt: skip


def a_cube(*, moved: bool) -> ReadCube:
    quad = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
    return ReadCube("5", False, "tray", (4.5, 4.5), quad, (("5", 1.0),), 1.0, moved)


def test_pictures_of_a_recording_are_skipped_for_as_long_as_there_are_many(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "1.png"), np.full((48, 64, 3), 90, np.uint8))
    ours, theirs = Pipe()
    ReadingLoop(theirs, PreviewMemory(), Begin(str(tmp_path), ReaderSettings(), None, 3000))._open().close()
    assert ours.recv() == Busy(OPENING + 3000 * SKIPPING)
    with pytest.raises(CameraError, match="unplugged"):
        ReadingLoop(theirs, PreviewMemory(), Begin("/dev/video97", ReaderSettings(), None, 3000))._open()
    assert not ours.poll(), "a camera has nothing to skip"


def test_a_taught_set_may_be_learned_anew_before_anything_is_read(tmp_path: Path) -> None:
    ours, theirs = Pipe()
    taught = ReaderSettings(taught_set=(tmp_path, "never taught"))
    loop = ReadingLoop(theirs, PreviewMemory(), Begin("/dev/video97", taught, None, 0))
    loop._beat()
    with pytest.raises(ValueError, match="never taught"):
        loop._load()
    said = []
    while ours.poll():
        said.append(ours.recv())
    assert said == [Alive(0), Busy(LEARNING)]
    assert LEARNING > START_PATIENCE
    ReadingLoop(theirs, PreviewMemory(), Begin("/dev/video97", ReaderSettings(), None, 0))._load()
    assert not ours.poll(), "without one there is nothing to learn"


SLOW = """
import time
from vision.eyes import Eyes
look = Eyes.look
def slow_look(*what):
    time.sleep({seconds})
    return look(*what)
Eyes.look = slow_look
"""


def test_a_reader_that_reads_for_longer_than_it_may_be_silent_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sitecustomize.py").write_text(SLOW.format(seconds=process.SILENCE + 0.5))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    simulation = SimulationSettings(seed=10, paced=False, lean_chance=0.0)
    reader = ReaderProcess("simulated", ReaderSettings(simulation=simulation), SystemClock())
    events = Events()
    reader.start(events, None)
    try:
        with events.news:
            assert events.news.wait_for(lambda: events.readings, 60)
        assert reader.hands is not None
        first = len(events.readings)
        reader.hands.throw(None)
        with events.news:
            assert events.news.wait_for(
                lambda: any(reading.tray.status != "moving" for reading in events.readings[first:]), 60
            )
    finally:
        reader.stop()
    assert [device.state for device in events.devices] == ["fine"]
