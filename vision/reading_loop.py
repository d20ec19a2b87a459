"""The reader's process: frames in, readings out. Started by `vision.process`, ends with it.

Run as `python -m vision.reading_loop PIPE MEMORY SOURCE`: two open file descriptors, the pipe for messages and the
memory for the preview, and the camera's name. It loads everything and then waits to be told to begin. A thread
waits for the table's messages, and so notices at once, whatever a driver does meanwhile, that the table is gone.
"""

from __future__ import annotations

import os
import queue
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, TypeVar

import cv2
import numpy as np

from controller.ports import TrayReading, phrase
from vision.allocation import keep_memory
from vision.cameras import SIMULATED, Camera, CameraError, Frame, Image, is_recording, open_camera
from vision.eyes import Eyes
from vision.mat_finder import LENS_OF_ANOTHER_SHAPE, TRAY_OF_ANOTHER_SHAPE, of_another_shape
from vision.messages import Alive, Begin, Busy, CameraNews, Counted, Finished, Spoil, ThrowCubes, TrayRead
from vision.preview import PreviewMemory
from vision.repeats import FROZEN, HANGS, RepeatWatch
from vision.stalls import StallWatch
from vision.watch import MOVING, TrayWatch

if TYPE_CHECKING:
    from vision.simulation.hands import Hands

Part = TypeVar("Part")

HEARTBEAT = 0.25
"""Seconds between signs of life."""
PAUSE = 0.25
"""Seconds between attempts at what doesn't work."""
READING = 15.0
"""Seconds that a reading may take. Without a mat in view a slow machine needs several."""
OPENING, SKIPPING = 10.0, 0.1
"""Seconds that a recording may take to be opened, and for each picture that is left out: a machine that decodes ten a
second is just fast enough to read."""
LEARNING = 900.0
"""Seconds that a taught set may take, for it may have to be learned anew: where that can't end, it begins again for
ever."""
REMEMBERED_FRAMES = 1024
"""Frames whose time of delivery is known still."""
PREVIEW_QUALITY = 80
KNOCK_TOLD = 3.0
"""Millimetres of drift from which it is worth saying that the camera isn't where it was calibrated."""


class ReadingLoop:
    """Reads one camera until its source ends."""

    def __init__(self, pipe: Connection, preview: PreviewMemory, begin: Begin, eyes: Eyes | None = None) -> None:
        self._pipe = pipe
        self._preview = preview
        self._begin = begin
        self._eyes = eyes
        self._orders: queue.SimpleQueue[Counted | ThrowCubes | Spoil] = queue.SimpleQueue()
        self._repeats = None if is_recording(begin.source) else RepeatWatch()
        self._stalls = StallWatch() if is_recording(begin.source) else None
        self._hands: Hands | None = None
        self._delivered: deque[tuple[int, float]] = deque(maxlen=REMEMBERED_FRAMES)
        self._trouble: str | None = ""
        self._calibration = ""
        self._drift_told = 0.0
        self._told: TrayReading | None = None
        self._next_beat = 0.0
        self._next_preview = 0.0
        self._frames = begin.skip

    def run(self) -> None:
        """Read until the source ends."""
        threading.Thread(target=self._listen, name="orders", daemon=True).start()
        watch = self._until_it_works(self._load)
        camera = self._until_it_works(self._open)
        self._hands = self._hands_at(camera)
        try:
            while True:
                self._beat()
                self._obey(watch)
                if self._stalls is not None:
                    self._announce(READING)  # a huge picture of a folder takes long to be decoded, too
                try:
                    frame = camera.read()
                except CameraError as error:
                    self._tell_trouble(str(error))
                    time.sleep(PAUSE)
                    continue
                for each in self._to_look_at(frame):
                    self._take(each, watch)
                if frame is None:
                    break
        finally:
            camera.close()
        self._pipe.send(Finished())

    def _load(self) -> TrayWatch:
        settings = self._begin.settings
        if settings.taught_set is not None:
            self._announce(LEARNING)
            self._eyes = None  # another set's eyes take their memory
        return TrayWatch(
            self._begin.source,
            settings.mat,
            mat_required=settings.mat_required,
            lying=self._begin.lying,
            picture_size=self._begin.picture_size,
            eyes=_taught_eyes(settings.taught_set) or self._eyes,
            known_mat=settings.known_mat,
            lens=settings.lens,
        )

    def _open(self) -> Camera:
        source, skip = self._begin.source, self._begin.skip
        if is_recording(source):
            self._announce(OPENING + SKIPPING * skip)
        return open_camera(source, self._begin.settings, skip=skip)

    def _hands_at(self, camera: Camera) -> Hands | None:
        if self._begin.source != SIMULATED:
            return None
        from vision.simulation.camera import SimulatedTray
        from vision.simulation.hands import Hands

        assert isinstance(camera, SimulatedTray)
        return Hands(camera, self._pipe)

    def _until_it_works(self, attempt: Callable[[], Part]) -> Part:
        while True:
            self._beat()
            try:
                return attempt()
            except (CameraError, FileNotFoundError, ValueError) as error:  # all of them written for people
                self._tell_trouble(str(error))
            except OSError as error:
                self._tell_trouble(phrase(
                    "The reader can't begin ({error}), so nothing is read. It is tried again by itself; if that "
                    "lasts, check that what it names is there and that this user may open it, or restart this "
                    "machine.",
                    error=": ".join(str(each) for each in (error.filename, error.strerror) if each) or str(error),
                ))
            time.sleep(PAUSE)

    def _to_look_at(self, frame: Frame | None) -> list[Frame]:
        """The frames to look at now that this one has come, None at the end: those of a stall are left out."""
        if self._stalls is not None:
            return self._stalls.see(frame) if frame is not None else self._stalls.all_held()
        return [frame] if frame is not None else []

    def _take(self, frame: Frame, watch: TrayWatch) -> None:
        now = time.monotonic()
        self._frames = frame.number + 1
        self._delivered.append((frame.number, now))
        repeated = self._repeats.repeated_for(frame.image, now) if self._repeats else 0.0
        if repeated >= FROZEN and not self._trouble:  # or the camera has said why, and what to do
            self._tell_trouble(HANGS)
        if repeated > 0.0:
            return  # a picture that is given twice is no sign of rest
        if self._trouble is not None:
            if self._trouble:
                watch.begin_anew()
            self._trouble = None
            self._tell_fine()
        reading = self._look(frame, watch)
        shown = None
        if reading is not None or now >= self._next_preview:
            settings = self._begin.settings
            self._next_preview = now + 1.0 / settings.preview_fps
            shown = self._preview.write(_jpeg(frame.image, settings.preview_width))
        if reading is not None:
            self._tell(reading, frame, watch, shown)

    def _tell(self, reading: TrayReading, frame: Frame, watch: TrayWatch, shown: int | None) -> None:
        """Say what was read; of a throw before that its cubes move, though they were so fast that no look saw it."""
        size = (frame.image.shape[1], frame.image.shape[0])
        rest_at = next((at for number, at in self._delivered if number == watch.rest_frame), None)
        truth = self._hands.truth() if self._hands else None
        thrown = not frame.still and any(cube.moved for cube in reading.cubes)
        if thrown and self._told is not None and self._told.status != "moving":
            self._pipe.send(TrayRead(TrayReading(reading.source, "moving", detail=MOVING), size, None, truth))
        self._told = reading
        at_rest = reading.status in ("clear", "unclear")
        self._pipe.send(TrayRead(reading, size, rest_at, truth, shown if at_rest else None))
        self._tell_of_calibration(watch, at_rest)

    def _look(self, frame: Frame, watch: TrayWatch) -> TrayReading | None:
        """What the watch says of a frame. What was read isn't read again until it moves; any other frame may be."""
        if frame.still or watch.may_look:
            self._announce(READING)
        return watch.watch(frame)

    def _obey(self, watch: TrayWatch) -> None:
        while not self._orders.empty():
            order = self._orders.get()
            if isinstance(order, Counted):
                watch.counted(order.lying)
            elif self._hands is not None:
                self._hands.take(order)
        if self._hands is not None:
            self._hands.work()

    def _listen(self) -> None:
        try:
            while True:
                self._orders.put(self._pipe.recv())
        except (EOFError, OSError):
            os._exit(0)  # the table is gone; a driver that hangs must not keep this process alive

    def _beat(self) -> None:
        now = time.monotonic()
        if now >= self._next_beat:
            self._next_beat = now + HEARTBEAT
            self._pipe.send(Alive(self._frames))

    def _announce(self, seconds: float) -> None:
        """Say before what may take long that it does, and so hangs only when it takes longer; then beat at once."""
        self._pipe.send(Busy(seconds))
        self._next_beat = 0.0

    def _tell_of_calibration(self, watch: TrayWatch, at_rest: bool) -> None:
        """Say once that what calibration found is of no use, or that the camera was moved since, further, or back:
        the markers show where the mat is, so reading goes on."""
        told, aside = self._calibration, of_another_shape(watch.left_aside)
        if aside:
            self._calibration = aside
        elif at_rest or told in (LENS_OF_ANOTHER_SHAPE, TRAY_OF_ANOTHER_SHAPE):
            self._calibration = self._of_a_knock(watch.drift)
        if self._calibration != told:
            self._tell_fine()

    def _of_a_knock(self, drift: float) -> str:
        if drift < KNOCK_TOLD:
            self._drift_told = 0.0
            return ""
        if abs(drift - self._drift_told) >= KNOCK_TOLD:
            self._drift_told = drift
        return phrase(
            "The camera was moved by {drift} mm of the mat since it was calibrated. The markers show where to, "
            "so reading goes on; when it is fast again, `tray calibrate tray`.",
            drift=round(self._drift_told),
        )

    def _tell_fine(self) -> None:
        self._pipe.send(CameraNews("fine", self._calibration))

    def _tell_trouble(self, detail: str) -> None:
        if detail != self._trouble:
            self._trouble = detail
            self._pipe.send(CameraNews("trouble", detail))


def _taught_eyes(taught_set: tuple[Path, str] | None) -> Eyes | None:
    """Eyes for a set that was taught; None for any cubes. Raises ValueError where it can't be had."""
    if taught_set is None:
        return None
    from vision.calibration.store import CalibrationError
    from vision.teaching.reading import kept_eyes

    try:
        return kept_eyes(*taught_set)
    except CalibrationError as error:
        raise ValueError(str(error)) from error


def _jpeg(image: Image, width: int) -> bytes:
    if image.shape[1] > width:
        height = round(image.shape[0] * width / image.shape[1])
        image = np.asarray(cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA), dtype=np.uint8)
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, PREVIEW_QUALITY])
    return data.tobytes()


def prepare(source: str) -> Eyes | None:
    """Load what reading will need; None where it can't be loaded, which is told when reading begins."""
    if source == SIMULATED:
        import vision.simulation.hands  # noqa: F401 (loaded ahead of its use)
    try:
        return Eyes()
    except (FileNotFoundError, ValueError):
        return None


def _leave_to_the_table(_signal: int, _frame: FrameType | None) -> None:
    """A handler, where ignoring would be handed down to a camera's helper that is ended by such a signal."""


def main() -> None:
    """The process's entry: see the module's text for its arguments."""
    for number in (signal.SIGINT, signal.SIGTERM):  # meant for the table, which ends this process in order
        signal.signal(number, _leave_to_the_table)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())  # it began with these held
    cv2.setNumThreads(1)
    keep_memory()
    pipe = Connection(int(sys.argv[1]))
    preview = PreviewMemory(int(sys.argv[2]))
    try:
        eyes = prepare(sys.argv[3])
        loop = ReadingLoop(pipe, preview, pipe.recv(), eyes)
        del eyes
        loop.run()
    except (EOFError, BrokenPipeError):
        pass  # the table is gone


if __name__ == "__main__":
    main()
