"""USB cameras through V4L2."""

from __future__ import annotations

import math
import queue
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np

from controller.ports import phrase
from vision.cameras import v4l2
from vision.cameras.camera import CameraError, Frame
from vision.cameras.controls import ANSWER_S
from vision.cameras.newest import NewestFrame
from vision.repeats import FROZEN, RepeatWatch
from vision.settings import CameraLocks

FIRST_RETRY = 0.25
LONGEST_RETRY = 4.0
"""Seconds between attempts to open a camera again; each is twice the one before."""
LOOK = 0.25
"""Seconds between looks, meanwhile, whether it was plugged in."""


class Capture(Protocol):
    """What is used of cv2.VideoCapture."""

    def isOpened(self) -> bool: ...  # noqa: N802 (OpenCV's name)
    def get(self, propId: int, /) -> float: ...  # noqa: N803 (OpenCV's name)
    def set(self, propId: int, value: float, /) -> bool: ...  # noqa: N803 (OpenCV's name)
    def grab(self) -> bool: ...
    def retrieve(self) -> tuple[bool, Any]: ...
    def release(self) -> None: ...


class UsbCamera:
    """A camera at a V4L2 device: motion JPEG, always its newest frame, opened again when it was unplugged.

    `capture`: opens a device; OpenCV's VideoCapture unless a test brings its own. `locks`: what it is held at from
    the start, None lets it choose by itself.
    """

    def __init__(
        self,
        device: str,
        resolution: tuple[int, int],
        frame_rate: int,
        capture: Callable[[str, int], Capture] = cv2.VideoCapture,
        locks: CameraLocks | None = None,
    ) -> None:
        if not Path(device).exists():
            raise CameraError(phrase(
                "There is no camera at {device}: it is unplugged or has another number. Plug it in, or look for it "
                "with `ls /dev/video*`.",
                device=device,
            ))
        self._device = device
        self._resolution = resolution
        self._frame_rate = frame_rate
        self._open = capture
        self._locks = locks
        self._orders: queue.SimpleQueue[tuple[CameraLocks | None, queue.SimpleQueue[CameraLocks]]] = (
            queue.SimpleQueue()
        )
        self._newest = NewestFrame()
        self._pause = FIRST_RETRY
        self._was_there = True
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._deliver, name=f"camera {device}", daemon=True)
        self._thread.start()

    def read(self) -> Frame:
        """The newest frame.

        Raises:
            CameraError: the camera is unplugged, hangs or can't be opened; it is being brought back.
        """
        return self._newest.take(
            phrase("The camera at {device} gives no picture; it is being started again.", device=self._device)
        )

    def hold(self, locks: CameraLocks | None) -> CameraLocks:
        """See `vision.cameras.controls.Adjustable`."""
        answer: queue.SimpleQueue[CameraLocks] = queue.SimpleQueue()
        self._orders.put((locks, answer))
        try:
            return answer.get(timeout=ANSWER_S)
        except queue.Empty:
            raise CameraError(
                f"The camera at {self._device} doesn't take orders: it is unplugged or hangs. Plug it in anew."
            ) from None

    def close(self) -> None:
        """Give the device back."""
        self._closing.set()
        self._thread.join(timeout=2.0)  # a driver that hangs keeps its thread; the process can end without it

    def _deliver(self) -> None:
        while not self._closing.is_set():
            try:
                self._deliver_once()
            except (cv2.error, OSError) as error:
                self._newest.fail(phrase(
                    "The camera at {device} failed ({error}). It is being started again; if that doesn't help, "
                    "unplug it and plug it in.",
                    device=self._device,
                    error=" ".join(str(error).split()),
                ))
            self._wait_before_the_next_attempt()

    def _wait_before_the_next_attempt(self) -> None:
        """A camera that is plugged in meanwhile is tried at once, and again soon should it not be ready yet."""
        for _ in range(math.ceil(self._pause / LOOK)):
            if self._closing.wait(LOOK):
                return
            was_there, self._was_there = self._was_there, Path(self._device).exists()
            if self._was_there and not was_there:
                self._pause = FIRST_RETRY
                return
        self._pause = min(2 * self._pause, LONGEST_RETRY)

    def _deliver_once(self) -> None:
        """Open the camera and hand its frames over until it fails."""
        camera = self._open(self._device, cv2.CAP_V4L2)
        try:
            if camera.isOpened():
                self._set_up(camera)
                self._deliver_from(camera)
            else:
                self._tell_trouble(self._in_use())
        finally:
            camera.release()

    def _set_up(self, camera: Capture) -> None:
        camera.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        camera.set(cv2.CAP_PROP_FRAME_WIDTH, self._resolution[0])
        camera.set(cv2.CAP_PROP_FRAME_HEIGHT, self._resolution[1])
        camera.set(cv2.CAP_PROP_FPS, self._frame_rate)
        camera.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        self._adjust(camera)  # without locks too: a camera keeps what an earlier run held, as long as it is powered

    def _adjust(self, camera: Capture) -> CameraLocks:
        if self._locks is not None:
            return v4l2.hold(camera, self._locks)
        v4l2.let_go(camera)
        return CameraLocks()

    def _obey(self, camera: Capture) -> None:
        """In this thread, for a capture isn't made for two."""
        while not self._orders.empty():
            self._locks, answer = self._orders.get()
            held = self._adjust(camera)
            if self._locks is not None:
                self._locks = held
            answer.put(held)

    def _deliver_from(self, camera: Capture) -> None:
        repeats = RepeatWatch()
        while not self._closing.is_set():
            self._obey(camera)
            grabbed = camera.grab()
            taken = time.monotonic()
            found, picture = camera.retrieve() if grabbed else (False, None)
            if not found or picture is None or not Path(self._device).exists():
                self._tell_trouble(self._gives_nothing())
                return
            image = np.asarray(picture, dtype=np.uint8)
            if repeats.repeated_for(image, taken) >= FROZEN:
                self._newest.fail(phrase(
                    "The camera at {device} repeats its last picture: it hangs. It is being started again; if that "
                    "doesn't help, unplug it and plug it in.",
                    device=self._device,
                ))
                return
            self._newest.put(image, taken)
            self._pause = FIRST_RETRY

    def _tell_trouble(self, where_it_is_there: str) -> None:
        # Looked for once, before it is told: a camera may be plugged in again while people hear that it is gone.
        self._was_there = Path(self._device).exists()
        self._newest.fail(where_it_is_there if self._was_there else self._unplugged())

    def _unplugged(self) -> str:
        return phrase(
            "The camera at {device} is unplugged. Plug it in; it is used again by itself.", device=self._device
        )

    def _gives_nothing(self) -> str:
        return phrase(
            "The camera at {device} was opened, but gives no picture. It is being started again; if that doesn't "
            "help, unplug it and plug it in.",
            device=self._device,
        )

    def _in_use(self) -> str:
        return phrase(
            "The camera at {device} can't be opened: another program uses it, or this user may not. Close the other "
            "program (`fuser {device}` names it), or `sudo usermod -aG video $USER` and log in anew.",
            device=self._device,
        )
