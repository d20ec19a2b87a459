"""Camera and reader as a child process: supervised, and brought back whenever it dies or falls silent."""

from __future__ import annotations

import logging
import math
import secrets
import threading
from collections import OrderedDict
from pathlib import Path
from typing import Any

from controller.ports import Clock, Device, Face, Hands, Point, Preview, ReadCube, ReaderEvents, Reading, phrase
from vision.cameras import SIMULATED, check_source, is_recording
from vision.child import Child
from vision.messages import Alive, Begin, Busy, CameraNews, Counted, Finished, Spoil, ThrowCubes, Thrown, TrayRead
from vision.preview import PreviewMemory
from vision.settings import FAULTS, Fault, ReaderSettings

log = logging.getLogger(__name__)

SILENCE = 2.0
"""Seconds without a sign of life after which the process hangs, unless it said that it is busy for longer."""
START_PATIENCE = 10.0
"""Seconds that a process may take until it tells of the tray: a cold machine, a slow driver."""
LONGEST_PAUSE = 2.0
"""Seconds between attempts to start a process that dies before it tells of the tray."""
STAND_BY_PAUSE = 10.0
"""Seconds between processes that are started to stand by: each loads all networks, even one that dies at once."""
POLL = 0.2
SPOILED = phrase("Its pictures are spoiled on purpose; the host can mend them.")


class ReaderProcess:
    """A camera and its reader, of the protocol `controller.ports.Reader`.

    `source`: as for `vision.cameras.open_camera`.

    Raises:
        CameraError: there is no such source.
    """

    def __init__(self, source: str, settings: ReaderSettings, clock: Clock) -> None:
        check_source(source)
        self._source = source
        self._settings = settings
        self._clock = clock
        self._memory = PreviewMemory()
        self._lock = threading.Lock()
        self._child: Child | None = None
        self._spare: Child | None = None
        self._next_spare = -math.inf
        self._lying: tuple[ReadCube, ...] | None = None
        self._picture_size: tuple[int, int] | None = None
        self._latest_size: tuple[int, int] | None = None
        self._throws: OrderedDict[int, ThrowCubes] = OrderedDict()
        self._throw_number = secrets.randbits(48)  # no number of the evening before, which a file may remember
        self._fault: Fault | None = None
        self._spoiled: Fault | None = None
        self._told: tuple[Any, str] | None = None
        self._reading_number = 0
        self._frames = 0
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def preview(self) -> Preview:
        """The camera's latest picture."""
        return self._memory

    @property
    def hands(self) -> Hands | None:
        """The hands of a simulated tray, None at a real one."""
        return self if self._source == SIMULATED else None

    @property
    def pid(self) -> int | None:
        """The process that reads now, None while there is none."""
        child = self._child
        return child.process.pid if child else None

    def start(
        self, events: ReaderEvents, lying: tuple[ReadCube, ...] | None, picture_size: tuple[int, int] | None = None
    ) -> None:
        """Begin to read; `lying`: the cubes that were counted last, in a picture of `picture_size`."""
        if self._thread is not None:
            raise RuntimeError("this reader was started already; make a new one")
        self._lying, self._picture_size = lying, picture_size
        self._thread = threading.Thread(target=self._supervise, args=(events,), name="reader", daemon=True)
        self._thread.start()

    def counted(self, lying: tuple[ReadCube, ...]) -> None:
        """From now on these cubes are what `moved` is judged against, in this process and in those after it."""
        with self._lock:
            self._lying, self._picture_size = lying, self._latest_size
            if self._child is not None:
                self._child.tell(Counted(lying))

    @property
    def busy(self) -> bool:
        """Whether the hands of a simulated tray still throw."""
        return bool(self._throws)

    def throw(
        self, cubes: tuple[Point, ...] | None, keep: tuple[Point, ...] = (), show: tuple[Face | None, ...] = ()
    ) -> None:
        """The hands of a simulated tray: see `controller.ports.Hands`. An order outlives the process that got it."""
        with self._lock:
            self._throw_number += 1
            order = ThrowCubes(self._throw_number, cubes, keep, show)
            self._throws[order.number] = order
            if self._child is not None:
                self._child.tell(order)

    @property
    def faults(self) -> tuple[str, ...]:
        """What can go wrong with the camera of a simulated tray."""
        return FAULTS

    def spoil(self, fault: str | None) -> None:
        """Let that go wrong from now on, in this process and in those after it; None mends it."""
        with self._lock:
            self._fault = next((each for each in FAULTS if each == fault), None)
            if self._child is not None:
                self._child.tell(Spoil(self._fault))

    def stop(self) -> None:
        """End the process and give camera and memory back. Safe to call twice."""
        self._stopping.set()
        with self._lock:
            if self._child is not None:
                self._child.process.kill()  # it keeps nothing that an end in order would save
        if self._thread is not None:
            self._thread.join()
        self._memory.close()

    def _supervise(self, events: ReaderEvents) -> None:
        pause = 0.0
        while not self._stopping.wait(pause):
            try:
                child = self._begin()
            except OSError as error:
                pause = min(pause + 0.5, LONGEST_PAUSE)
                self._tell_device(events, "trouble", phrase(
                    "The reader can't be started ({error}), so nothing is read. It is tried again by itself; if that "
                    "lasts, close other programs on this machine, or restart it.",
                    error=error.strerror or str(error),
                ))  # fmt: skip
                continue
            worked, what = self._listen(child, events)
            with self._lock:
                self._child = None
            if what is not None and not self._stopping.is_set():
                self._tell_device(events, "trouble", what)
            child.kill()
            if what is None or self._stopping.is_set():
                break
            pause = 0.0 if worked else min(pause + 0.5, LONGEST_PAUSE)
        if self._spare is not None:
            self._spare.kill()

    def _begin(self) -> Child:
        """Let a process begin: the one that stands by, so that a reader that died is back at once.

        Raises OSError where the machine has no room for another process.
        """
        standing_by, self._spare = self._standing_by(), None
        child = standing_by or Child(self._source, self._memory)
        with self._lock:
            child.tell(Begin(self._source, self._settings, self._lying, self._frames, self._picture_size))
            for order in self._throws.values():
                child.tell(order)
            if self._fault is not None or self._spoiled is not None:  # mended while no process ran counts too
                child.tell(Spoil(self._fault))
            self._child = child
        return child

    def _let_one_stand_by(self) -> None:
        """Have a process ready for when this one dies. Where there can't be one, that one is back later, no more."""
        now = self._clock.monotonic()
        if self._standing_by() is not None or now < self._next_spare:
            return
        self._next_spare = now + STAND_BY_PAUSE
        try:
            self._spare = Child(self._source, self._memory)
        except OSError as error:
            log.warning("No reader can stand by: %s", error)

    def _standing_by(self) -> Child | None:
        """The process that stands by, if there is one and it lives; a dead one is given up."""
        if self._spare is not None and self._spare.process.poll() is not None:
            self._spare.kill()
            self._spare = None
        return self._spare

    def _listen(self, child: Child, events: ReaderEvents) -> tuple[bool, str | None]:
        """Pass its news on until it ends: whether it told of the tray, and what happened (None: all is done)."""
        worked = False
        heard, patience = self._clock.monotonic(), START_PATIENCE
        while not self._stopping.is_set():
            try:
                news = child.pipe.recv() if child.pipe.poll(POLL) else None
            except (EOFError, OSError):
                return worked, phrase("The reader stopped unexpectedly; it is being started again.")
            if news is None:
                if self._clock.monotonic() - heard > patience:
                    return worked, phrase("The reader hangs; it is being started again.")
                continue
            heard = self._clock.monotonic()
            if isinstance(news, Finished):
                events.finished()
                return worked, None
            self._pass_on(news, events)
            worked = worked or isinstance(news, TrayRead)
            patience = SILENCE if worked else START_PATIENCE
            if isinstance(news, Busy):
                patience = max(patience, news.seconds)
            if worked:
                self._let_one_stand_by()
        return worked, None

    def _pass_on(self, news: Any, events: ReaderEvents) -> None:
        if isinstance(news, Alive):
            self._frames = max(self._frames, news.frames)
        elif isinstance(news, TrayRead):
            self._reading_number += 1
            self._latest_size = news.picture_size
            picture = self._memory.numbered(news.picture) if news.picture is not None else None
            jpeg = picture.jpeg if picture is not None else None
            events.reading(
                Reading(self._reading_number, news.tray, news.picture_size, news.rest_at, news.truth, jpeg)
            )
        elif isinstance(news, CameraNews):
            self._tell_device(events, news.state, news.detail)
        elif isinstance(news, Spoil):
            self._spoiled = news.fault
            if self._told is not None:
                self._tell_device(events, *self._told)
        elif isinstance(news, Thrown):
            with self._lock:
                self._throws.pop(news.number, None)

    def _tell_device(self, events: ReaderEvents, state: Any, detail: str) -> None:
        self._told = state, detail
        recording = is_recording(self._source)
        kind = f"recording {Path(self._source).name}" if recording else self._source
        # What was recorded isn't happening now: that is said on every screen too.
        simulated = recording or self._source == SIMULATED
        advice = SPOILED if self._spoiled is not None else ""
        events.device(Device("camera", kind, state, detail, simulated=simulated, advice=advice))
