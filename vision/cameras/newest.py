"""The newest picture of a camera that delivers from a thread of its own; older ones are dropped."""

from __future__ import annotations

import threading

from vision.cameras.camera import CameraError, Frame, Image

PATIENCE = 1.0
"""Seconds without a picture after which a camera is in trouble."""


class NewestFrame:
    """A place for one frame: the delivering thread puts, the reading thread takes."""

    def __init__(self) -> None:
        self._news = threading.Condition()
        self._frame: Frame | None = None
        self._first_timestamp: float | None = None
        self._number = 0
        self._trouble: str | None = None
        self._told = False

    def put(self, image: Image, timestamp: float) -> None:
        """A picture and the seconds, of any clock that goes on over reopenings, at which it was taken."""
        with self._news:
            if self._first_timestamp is None:
                self._first_timestamp = timestamp
            self._frame = Frame(image, timestamp - self._first_timestamp, self._number)
            self._number += 1
            self._trouble = None
            self._news.notify()

    def fail(self, trouble: str) -> None:
        """No pictures come; `trouble` says why and what to do. It stands until the next picture."""
        with self._news:
            self._frame, self._trouble, self._told = None, trouble, False
            self._news.notify()

    def take(self, silence: str) -> Frame:
        """The newest frame that was not taken yet; waits up to `PATIENCE` seconds for it.

        Raises:
            CameraError: no frame came, in the words of the trouble that stands, or of `silence` where none does. New
                trouble isn't waited for.
        """
        with self._news:
            self._news.wait_for(lambda: self._frame or (self._trouble and not self._told), PATIENCE)
            frame, self._frame = self._frame, None
            self._told = True
            if frame is None:
                raise CameraError(self._trouble or silence)
        return frame
