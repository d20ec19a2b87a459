"""How much memory the reader's process takes while it reads throws that were filmed at 1280 x 960."""

from __future__ import annotations

import tempfile
import threading
from pathlib import Path

import cv2
import numpy as np

from controller.clock import SystemClock
from controller.ports import Device, Reading
from tests.benchmarks.memory import most_memory_mb
from vision.cameras.camera import Image
from vision.process import ReaderProcess
from vision.settings import ReaderSettings
from vision.simulation.camera import SimulatedTray

THROWS = 4
FRAMES_AT_REST = 45


class _Events:
    """Counts the clear readings, and notices the end of the film."""

    def __init__(self) -> None:
        self.clear = 0
        self.ended = threading.Event()

    def reading(self, reading: Reading) -> None:
        self.clear += reading.tray.status == "clear"

    def device(self, device: Device) -> None:
        pass

    def finished(self) -> None:
        self.ended.set()


def measured() -> tuple[float, str]:
    """The most megabytes that the process had of its own and of the libraries, and in words what it read."""
    with tempfile.TemporaryDirectory() as folder:
        film = Path(folder) / "throws.avi"
        _film(film)
        events = _Events()
        reader = ReaderProcess(str(film), ReaderSettings(paced=False), SystemClock())
        try:
            reader.start(events, None)
            most = 0.0
            while not events.ended.wait(0.05):
                most = max(most, most_memory_mb(reader.pid))
        finally:
            reader.stop()
    return most, f"{THROWS} filmed throws, the last of them without a mat in view ({events.clear} clear readings)"


def _from_near(picture: Image) -> Image:
    """The middle of a picture, where no markers are, as large as the whole."""
    height, width = picture.shape[:2]
    middle = picture[height // 4 : 3 * height // 4, width // 4 : 3 * width // 4]
    return np.asarray(cv2.resize(middle, (width, height), interpolation=cv2.INTER_CUBIC), np.uint8)


def _film(path: Path) -> None:
    tray = SimulatedTray(seed=2, paced=False, lean_chance=0.0)
    film = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 30.0, (1280, 960))
    for number in range(THROWS):
        tray.throw(None)
        at_rest = 0
        while at_rest < FRAMES_AT_REST:
            frame = tray.read()
            assert frame is not None
            film.write(frame.image if number < THROWS - 1 else _from_near(frame.image))
            at_rest = at_rest + 1 if tray.lying() else 0
    film.release()
    tray.close()
