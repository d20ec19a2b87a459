"""The Raspberry Pi's own camera, through Picamera2.

Picamera2 comes from the system's packages and doesn't bear the NumPy that a new OpenCV needs. So it runs in a
helper process under the system's Python (picamera_helper.py) that hands raw frames over through a pipe.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import subprocess
import tempfile
import threading
from pathlib import Path
from typing import IO, Any

import numpy as np

from controller.ports import phrase
from vision.cameras.camera import CameraError, Frame
from vision.cameras.controls import ANSWER_S
from vision.cameras.newest import NewestFrame
from vision.cameras.picamera_helper import HEADER, MISSING
from vision.settings import CameraLocks

SYSTEM_PYTHON = "/usr/bin/python3"
HELPER = Path(__file__).with_name("picamera_helper.py")
PIPE_BYTES = 1 << 20
AF_MANUAL, AF_CONTINUOUS = 0, 2
"""libcamera's AfModeEnum."""
RETRY = 1.0
"""Seconds between attempts to start the helper again."""


class PiCamera:
    """The Pi's camera: always its newest frame, with the time at which the sensor took it.

    `python`: the interpreter that has Picamera2. `locks`: what it is held at from the start, None lets it choose by
    itself.
    """

    def __init__(
        self, resolution: tuple[int, int], frame_rate: int, python: str = SYSTEM_PYTHON,
        locks: CameraLocks | None = None,
    ) -> None:
        if not Path(python).exists():
            raise CameraError(
                f"There is no {python}, under which Picamera2 runs. The Pi's camera needs Raspberry Pi OS; "
                "a USB camera is used with --camera /dev/video0."
            )
        self._command = [python, str(HELPER), *map(str, resolution), str(frame_rate)]
        self._locks = locks
        self._taken_with = CameraLocks()
        self._metadata = threading.Condition()
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
        return self._newest.take(phrase("The Pi's camera gives no picture; it is being started again."))

    def hold(self, locks: CameraLocks | None) -> CameraLocks:
        """See `vision.cameras.controls.Adjustable`."""
        with self._metadata:
            if not self._metadata.wait_for(lambda: self._taken_with != CameraLocks(), ANSWER_S):
                raise CameraError("The Pi's camera doesn't take orders: it gives no picture. Check the ribbon cable.")
            now = self._taken_with
        if locks is None:
            self._locks = None
        else:
            held = {name: given if (given := getattr(locks, name)) is not None else getattr(now, name)
                    for name in ("exposure", "gain", "colour_gains", "focus")}  # fmt: skip
            self._locks = CameraLocks(**held)
        self._tell_helper()
        return self._locks or CameraLocks()

    def _tell_helper(self) -> None:
        helper = self._helper
        if helper is not None and helper.stdin is not None:
            with contextlib.suppress(OSError):  # it has ended; the next one is told when it begins
                helper.stdin.write(json.dumps(_controls(self._locks)).encode() + b"\n")
                helper.stdin.flush()

    def close(self) -> None:
        """End the helper and give the camera back."""
        self._closing.set()
        if self._helper is not None:
            self._helper.terminate()
        self._thread.join(timeout=2.0)

    def _deliver(self) -> None:
        while not self._closing.is_set():
            with tempfile.TemporaryFile() as errors:  # a pipe nobody reads would hold up a helper that talks much
                helper = subprocess.Popen(self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors)
                self._helper = helper
                if self._locks is not None:
                    self._tell_helper()
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
            timestamp, width, height, *taken_with = HEADER.unpack(header)
            with self._metadata:
                self._taken_with = _locks(*taken_with)
                self._metadata.notify_all()
            pixels = pipe.read(width * height * 3)
            if len(pixels) < width * height * 3:
                return
            self._newest.put(np.frombuffer(pixels, np.uint8).reshape(height, width, 3), timestamp / 1e9)


def found_cameras(python: str = SYSTEM_PYTHON) -> list[str]:
    """The names of the Pi's own cameras; none where Picamera2 isn't installed or doesn't answer."""
    try:
        listed = subprocess.run([python, str(HELPER), "--list"], capture_output=True, timeout=20, check=True)
    except (OSError, subprocess.SubprocessError):
        return []
    return listed.stdout.decode(errors="replace").splitlines()


def _controls(locks: CameraLocks | None) -> dict[str, Any]:
    """Picamera2's controls that hold `locks`; the helper leaves out those that this camera hasn't."""
    if locks is None:
        return {"AeEnable": True, "AwbEnable": True, "AfMode": AF_CONTINUOUS}
    held: dict[str, Any] = {"AeEnable": False, "AwbEnable": False, "AfMode": AF_MANUAL}
    if locks.exposure is not None:
        held["ExposureTime"] = round(locks.exposure * 1e6)
    if locks.gain is not None:
        held["AnalogueGain"] = locks.gain
    if locks.colour_gains is not None:
        held["ColourGains"] = locks.colour_gains
    if locks.focus is not None:
        held["LensPosition"] = locks.focus
    return held


def _locks(exposure: int, gain: float, red: float, blue: float, focus: float) -> CameraLocks:
    """What a frame was taken with, as its header says it."""
    return CameraLocks(
        exposure=exposure / 1e6 if exposure else None,
        gain=gain or None,
        colour_gains=(red, blue) if red and blue else None,
        focus=focus if focus >= 0 else None,
    )


def _why_not(ended: int, said: str) -> str:
    if ended == MISSING:
        return "Picamera2 isn't installed, so the Pi's camera can't be used: sudo apt install python3-picamera2"
    last = said.splitlines()[-1] if said else f"it ended with {ended}"
    return (
        f"The Pi's camera stopped ({last}). Check the ribbon cable, and that no other program uses the camera; "
        "it is being started again."
    )
