"""The Raspberry Pi's own camera, through Picamera2.

Picamera2 comes from the system's packages and doesn't bear the NumPy that a new OpenCV needs. So it runs in a
helper process under the system's Python (picamera_helper.py) that hands raw frames over through a pipe.
"""

from __future__ import annotations

import fcntl
import subprocess
import tempfile
import threading
from pathlib import Path
from typing import IO

import numpy as np

from vision.cameras.camera import CameraError, Frame
from vision.cameras.newest import NewestFrame
from vision.cameras.picamera_helper import HEADER, MISSING

SYSTEM_PYTHON = "/usr/bin/python3"
HELPER = Path(__file__).with_name("picamera_helper.py")
PIPE_BYTES = 1 << 20
RETRY = 1.0
"""Seconds between attempts to start the helper again."""


class PiCamera:
    """The Pi's camera: always its newest frame, with the time at which the sensor took it.

    `python`: the interpreter that has Picamera2.
    """

    def __init__(self, resolution: tuple[int, int], frame_rate: int, python: str = SYSTEM_PYTHON) -> None:
        if not Path(python).exists():
            raise CameraError(
                f"There is no {python}, under which Picamera2 runs. The Pi's camera needs Raspberry Pi OS; "
                "a USB camera is used with --camera /dev/video0."
            )
        self._command = [python, str(HELPER), *map(str, resolution), str(frame_rate)]
        self._newest = NewestFrame()
        self._closing = threading.Event()
        self._helper: subprocess.Popen[bytes] | None = None
        self._thread = threading.Thread(target=self._deliver, name="camera picamera", daemon=True)
        self._thread.start()

    def read(self) -> Frame:
        """The newest frame.

        Raises:
            CameraError: Picamera2 is missing, or the camera gives no picture; it is being started again.
        """
        return self._newest.take("The Pi's camera gives no picture; it is being started again.")

    def close(self) -> None:
        """End the helper and give the camera back."""
        self._closing.set()
        if self._helper is not None:
            self._helper.terminate()
        self._thread.join(timeout=2.0)

    def _deliver(self) -> None:
        while not self._closing.is_set():
            with tempfile.TemporaryFile() as errors:  # a pipe nobody reads would hold up a helper that talks much
                helper = subprocess.Popen(self._command, stdout=subprocess.PIPE, stderr=errors)
                self._helper = helper
                with helper:
                    assert helper.stdout is not None
                    fcntl.fcntl(helper.stdout, fcntl.F_SETPIPE_SZ, PIPE_BYTES)
                    self._deliver_from(helper.stdout)
                errors.seek(0)
                said = errors.read().decode(errors="replace").strip()
            if not self._closing.is_set():
                self._newest.fail(_why_not(helper.returncode, said))
                self._closing.wait(RETRY)

    def _deliver_from(self, pipe: IO[bytes]) -> None:
        """Hand frames over until the helper ends."""
        while not self._closing.is_set():
            header = pipe.read(HEADER.size)
            if len(header) < HEADER.size:
                return
            timestamp, width, height = HEADER.unpack(header)
            pixels = pipe.read(width * height * 3)
            if len(pixels) < width * height * 3:
                return
            self._newest.put(np.frombuffer(pixels, np.uint8).reshape(height, width, 3), timestamp / 1e9)


def _why_not(ended: int, said: str) -> str:
    if ended == MISSING:
        return "Picamera2 isn't installed, so the Pi's camera can't be used: sudo apt install python3-picamera2"
    last = said.splitlines()[-1] if said else f"it ended with {ended}"
    return (
        f"The Pi's camera stopped ({last}). Check the ribbon cable, and that no other program uses the camera; "
        "it is being started again."
    )
