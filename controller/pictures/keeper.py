"""Brings the pictures of readings and the events of the journal together, beside the table."""

from __future__ import annotations

import contextlib
import logging
import queue
import threading
from collections import OrderedDict

from controller.journal import Event
from controller.pictures.album import Album
from controller.ports import Reading

REMEMBERED = 16
"""Readings at rest whose pictures are at hand until the table has decided what they mean."""
WAITING = 32
"""Pictures that may wait for a slow disk; what comes on top of them is lost, rather than memory."""
_SHOWS_A_THROW = ("move", "asked")

log = logging.getLogger("tray")


class PictureKeeper:
    """Keeps the picture of each reading from which the journal has a throw, or a question about one.

    `reading` and `written` never wait; a thread of its own writes. A picture that can't be written is lost and
    logged: the game goes on.
    """

    def __init__(self, album: Album) -> None:
        self._album = album
        self._jpegs: OrderedDict[int, bytes] = OrderedDict()
        self._lock = threading.Lock()
        self._due: queue.Queue[tuple[Event, bytes] | None] = queue.Queue(WAITING)
        self._thread = threading.Thread(target=self._run, name="pictures", daemon=True)
        self._in_trouble = False

    def start(self) -> None:
        """Begin to keep pictures."""
        self._thread.start()

    def stop(self, timeout: float = 5.0) -> None:
        """Write what is due still, and end. Safe to call twice."""
        if self._thread.is_alive():
            with contextlib.suppress(queue.Full):  # a disk that hangs; the thread ends with the process
                self._due.put(None, timeout=timeout)
                self._thread.join(timeout)

    def reading(self, reading: Reading) -> None:
        """The reader has read this; the table is told next."""
        if reading.jpeg is None:
            return
        with self._lock:
            self._jpegs[reading.number] = reading.jpeg
            while len(self._jpegs) > REMEMBERED:
                self._jpegs.popitem(last=False)

    def written(self, event: Event) -> None:
        """The journal has this event for good."""
        number = event.payload.get("reading")
        if number is None or event.kind not in _SHOWS_A_THROW:
            return
        with self._lock:
            jpeg = self._jpegs.get(number)
        if jpeg is None:
            return
        try:
            self._due.put_nowait((event, jpeg))
        except queue.Full:
            log.warning("The disk is too slow: the picture of event %d is not kept.", event.id)

    def _run(self) -> None:
        while (due := self._due.get()) is not None:
            event, jpeg = due
            try:
                self._album.keep(event.id, event.at, jpeg)
                self._in_trouble = False
            except OSError as error:
                if not self._in_trouble:
                    log.warning("Pictures of throws can't be kept: %s. The game goes on.", error.strerror or error)
                self._in_trouble = True
