"""A folder of pictures as a camera: each picture is a scene of its own."""

from __future__ import annotations

import time
from collections import deque
from pathlib import Path

from controller.ports import phrase
from vision.cameras.camera import CameraError, Frame
from vision.pictures import PICTURE_SUFFIXES, PictureError, load_picture

REPEATS_PER_SECOND = 10


class FolderCamera:
    """Shows the pictures of a folder once, in the order of their names, each a `still` frame.

    `paced`: each stays in view for `seconds` of real time, its frame repeated under the same number; otherwise
    each comes once, as fast as they are asked for. A frame's timestamp is as if each stayed for `seconds`.
    The first `skip` pictures are left out.

    Raises:
        CameraError: the folder can't be read, or holds no pictures.
    """

    def __init__(self, path: Path, seconds: float, *, paced: bool = False, skip: int = 0) -> None:
        try:
            pictures = sorted(file for file in path.iterdir() if file.suffix.lower() in PICTURE_SUFFIXES)
        except OSError as error:
            raise CameraError(phrase(
                "The folder {path} can't be read ({error}), so there is nothing to look at. Check that it is there, "
                "and that this user may read it.",
                path=str(path),
                error=error.strerror or str(error),
            )) from error
        if not pictures:
            raise CameraError(phrase(
                "The folder {path} holds no pictures, so there is nothing to read. Put pictures in it ({kinds}).",
                path=str(path),
                kinds=", ".join(sorted(PICTURE_SUFFIXES)),
            ))
        self._pictures = deque(pictures[skip:])
        self._seconds = seconds
        self._paced = paced
        self._number = skip
        self._shown: Frame | None = None
        self._shown_until = 0.0

    def read(self) -> Frame | None:
        """The picture in view, None after the last one.

        Raises:
            CameraError: the next picture can't be read; the one after it comes with the next call.
        """
        if self._shown is not None and time.monotonic() < self._shown_until:
            time.sleep(1.0 / REPEATS_PER_SECOND)
            return self._shown
        if not self._pictures:
            return None
        number, self._number = self._number, self._number + 1  # a damaged one counts, for `skip` counts it
        try:
            image = load_picture(self._pictures.popleft())
        except PictureError as error:
            raise CameraError(str(error)) from error
        frame = Frame(image, number * self._seconds, number, still=True)
        if self._paced:
            self._shown, self._shown_until = frame, time.monotonic() + self._seconds
        return frame

    def close(self) -> None:
        """Nothing is held open; no further picture is shown."""
        self._pictures.clear()
        self._shown = None
