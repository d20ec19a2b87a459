"""A table that is to read with a taught set reads with that, or says why it can't."""

from __future__ import annotations

import threading
from pathlib import Path

from controller.clock import SystemClock
from controller.ports import Device, Reading
from vision.process import ReaderProcess
from vision.settings import ReaderSettings, SimulationSettings


class News:
    """What the reader's process tells of its camera."""

    def __init__(self) -> None:
        self.trouble = ""
        self.told = threading.Event()

    def reading(self, reading: Reading) -> None:
        self.trouble = f"read without the set: {reading}"
        self.told.set()

    def device(self, device: Device) -> None:
        if device.state == "trouble":
            self.trouble = device.detail
            self.told.set()

    def finished(self) -> None:
        pass


def test_a_set_that_was_never_taught_is_said_and_nothing_is_read_without_it(tmp_path: Path) -> None:
    settings = ReaderSettings(simulation=SimulationSettings(seed=1), taught_set=(tmp_path, "grandma's"))
    news = News()
    reader = ReaderProcess("simulated", settings, SystemClock())
    reader.start(news, None)
    try:
        assert news.told.wait(120)
    finally:
        reader.stop()
    assert "grandma's" in news.trouble
    assert "read without" not in news.trouble
