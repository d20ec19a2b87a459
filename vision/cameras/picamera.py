"""The Raspberry Pi's own camera, through Picamera2.

Picamera2 comes from the system's packages and doesn't bear the NumPy that a new OpenCV needs. So it runs in a
helper process under the system's Python (picamera_helper.py) that hands raw frames over through a pipe.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import select
import subprocess
import tempfile
import threading
import time
from pathlib import Path
from typing import IO, Any

import numpy as np

from controller.ports import phrase
from vision.cameras.camera import CameraError, Frame
from vision.cameras.controls import ANSWER_S
from vision.cameras.newest import NewestFrame
from vision.cameras.picamera_helper import HEADER, MISSING
from vision.repeats import FROZEN, RepeatWatch
from vision.settings import CameraLocks

SYSTEM_PYTHON = "/usr/bin/python3"
HELPER = Path(__file__).with_name("picamera_helper.py")
PIPE_BYTES = 1 << 20
AF_MANUAL, AF_CONTINUOUS = 0, 2
"""libcamera's AfModeEnum."""
RETRY = 1.0
"""Seconds between attempts to start the helper again."""
FIRST_PICTURE = 10.0
NEXT_PICTURE = 2.0
"""Seconds without a picture, from the helper's start and later, after which the camera has hung."""
ENDING = 2.0
"""Seconds that a helper may take to end."""
TAKES_HOLD = 12
"""Frames after an order, at most, until one is taken as it says: those on their way were asked for before it."""
NO_ORDERS = (
    "The Pi's camera doesn't take orders: it gives no picture. Shut the Pi down, take its power away and check the "
    "ribbon cable."
)
HANGS = phrase(
    "The Pi's camera gives no picture: it hangs. It is being started again; if that doesn't help, shut the Pi down, "
    "take its power away and check the ribbon cable."
)
REPEATS = phrase(
    "The Pi's camera repeats its last picture: it hangs. It is being started again; if that doesn't help, shut the "
    "Pi down, take its power away and check the ribbon cable."
)


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
            raise CameraError(phrase(
                "There is no {python}, under which Picamera2 runs. The Pi's camera needs Raspberry Pi OS; a USB "
                "camera is used with --camera /dev/video0.",
                python=python,
            ))
        self._command = [python, str(HELPER), *map(str, resolution), str(frame_rate)]
        self._locks = locks
        self._metadata = threading.Condition()
        self._taken_with = CameraLocks()
        self._told = 0
        self._as_told = 0
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
            answers = self._metadata.wait_for(lambda: self._taken_with != CameraLocks(), ANSWER_S)
        if not answers:
            self._newest.take(NO_ORDERS)  # which says why there are no pictures, where that is known
            raise CameraError(NO_ORDERS)
        with self._metadata:
            now = self._taken_with
            if locks is None:
                self._locks = None
                self._tell_helper()
                return CameraLocks()
            wanted = {name: given if (given := getattr(locks, name)) is not None else getattr(now, name)
                      for name in ("exposure", "gain", "colour_gains", "focus")}  # fmt: skip
            self._locks = CameraLocks(**wanted)
            self._tell_helper()
            if not self._metadata.wait_for(lambda: self._as_told >= TAKES_HOLD, ANSWER_S):
                raise CameraError(NO_ORDERS)
            return self._taken_with

    def _tell_helper(self) -> None:
        with self._metadata:
            helper = self._helper
            if helper is None or helper.stdin is None:
                return
            self._told, self._as_told = self._told + 1, 0
            with contextlib.suppress(OSError, ValueError):  # it has ended; the next one is told when it begins
                helper.stdin.write(json.dumps(_controls(self._locks)).encode() + b"\n")

    def close(self) -> None:
        """End the helper and give the camera back."""
        self._closing.set()
        if self._helper is not None:
            self._helper.terminate()
        self._thread.join(timeout=2.0)

    def _deliver(self) -> None:
        while not self._closing.is_set():
            try:
                trouble = self._run_helper()
            except OSError as error:
                trouble = phrase(
                    "The Pi's camera can't be started ({error}); it is being tried again. If memory or disk is "
                    "full, make room.",
                    error=str(error),
                )
            if not self._closing.is_set():
                self._newest.fail(trouble)
                self._closing.wait(RETRY)

    def _run_helper(self) -> str:
        """Hand a helper's frames over until it ends or hangs; what happened, in words."""
        with tempfile.TemporaryFile() as errors:  # a pipe nobody reads would hold up a helper that talks much
            with subprocess.Popen(
                self._command, bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors
            ) as helper:
                try:
                    self._begin(helper)
                    self._deliver_from(helper)
                    if not self._closing.is_set():
                        helper.wait(ENDING)
                except TimeoutError as hangs:
                    return str(hangs)
                except subprocess.TimeoutExpired:
                    pass  # it has said why it gives no frames, and hangs as it ends
                finally:
                    helper.kill()
            errors.seek(0)
            return _why_not(helper.returncode, errors.read().decode(errors="replace").strip())

    def _begin(self, helper: subprocess.Popen[bytes]) -> None:
        assert helper.stdout is not None
        with contextlib.suppress(OSError):  # a small pipe is slower, no more
            fcntl.fcntl(helper.stdout, fcntl.F_SETPIPE_SZ, PIPE_BYTES)
        with self._metadata:
            self._helper, self._told, self._as_told = helper, 0, 0
            self._tell_helper()  # without locks too: Picamera2 leaves a lens where it is until it is told to focus

    def _deliver_from(self, helper: subprocess.Popen[bytes]) -> None:
        """Hand frames over until the helper ends. Raises TimeoutError, in words, where no new ones come any more."""
        assert helper.stdout is not None
        repeats = RepeatWatch()
        patience = FIRST_PICTURE
        while not self._closing.is_set():
            header = _read(helper.stdout, HEADER.size, patience)
            if header is None:
                return
            timestamp, width, height, obeyed, *taken_with = HEADER.unpack(header)
            with self._metadata:
                self._taken_with = _locks(*taken_with)
                self._as_told = self._as_told + 1 if obeyed == self._told else 0
                self._metadata.notify_all()
            patience = NEXT_PICTURE
            pixels = _read(helper.stdout, width * height * 3, patience)
            if pixels is None:
                return
            image = np.frombuffer(pixels, np.uint8).reshape(height, width, 3)
            if repeats.repeated_for(image, time.monotonic()) >= FROZEN:
                raise TimeoutError(REPEATS)
            self._newest.put(image, timestamp / 1e9)


def _read(pipe: IO[bytes], count: int, patience: float) -> bytearray | None:
    """So many bytes; None where the pipe ends before. Raises TimeoutError, in words, after `patience` seconds
    with none."""
    read = bytearray(count)
    rest = memoryview(read)
    while rest:
        if not select.select([pipe], [], [], patience)[0]:
            raise TimeoutError(HANGS)
        length = os.readv(pipe.fileno(), [rest])
        if length == 0:
            return None
        rest = rest[length:]
    return read


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
        return phrase(
            "Picamera2 isn't installed, so the Pi's camera can't be used. `sudo apt install python3-picamera2` "
            "installs it."
        )
    return phrase(
        "The Pi's camera stopped ({reason}); it is being started again. See that no other program uses it; if that "
        "doesn't help, shut the Pi down, take its power away and check the ribbon cable.",
        reason=said.splitlines()[-1] if said else phrase("it ended with {status}", status=ended),
    )
