"""A video file as a camera."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from controller.ports import phrase
from vision.cameras.camera import CameraError, Frame
from vision.picture_size import trouble_with_size

FALLBACK_FPS = 30.0
TOO_MANY_FPS = 240.0
"""Frames a second from which a file doesn't tell of the camera's rate but how finely it counts time: 1000 in what
browsers and telephones record, whose frames come irregularly."""
LONGEST_WAIT = 1.5
"""Seconds that a paced video waits for a frame at most: a longer gap, or a wrong time in the file, is cut short. And
one that nobody has asked for so long goes on from where it stands, rather than hurry after its time."""


class VideoCamera:
    """Plays a video file once. The time of a frame is the one that the file gives it, from the first frame on.

    Where a file gives no times, or they don't rise, frames follow each other by its frames a second. `paced`: frames
    come in real time; otherwise as fast as they are decoded. The first `skip` frames are left out. `clock`, `sleep`:
    what real time is, in seconds.
    """

    def __init__(
        self,
        path: Path,
        *,
        paced: bool = False,
        skip: int = 0,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._path = path
        # FFmpeg takes what is before a colon for a protocol, as in 12:30.avi, unless the whole path is given.
        self._capture = cv2.VideoCapture(str(path.absolute()), cv2.CAP_FFMPEG)
        fps = self._capture.get(cv2.CAP_PROP_FPS)
        self._step = 1.0 / (fps if 1.0 <= fps < TOO_MANY_FPS else FALLBACK_FPS)
        self._paced, self._clock, self._sleep = paced, clock, sleep
        self._grabbed = 0
        self._timestamp = 0.0
        self._shift = 0.0
        self._started: float | None = None
        if not self._capture.isOpened():
            raise CameraError(phrase(
                "{path} can't be played: it is no video that OpenCV's FFmpeg knows, or it is damaged. Check that it "
                "plays in a video player, or convert it to MP4 (H.264).",
                path=str(path),
            ))
        while self._grabbed < skip and self._grab():
            pass

    def read(self) -> Frame | None:
        """The next frame of the video, None after the last.

        Raises:
            CameraError: the video holds no picture, or such in which no cubes can be found.
        """
        found, image = self._capture.retrieve() if self._grab() else (False, None)
        if not found or image is None:
            if self._grabbed == 0:
                raise CameraError(phrase(
                    "{path} holds no picture: the video is empty or damaged. Record it again.", path=str(self._path)
                ))
            return None
        picture = np.asarray(image, dtype=np.uint8)
        trouble = trouble_with_size(picture)
        if trouble is not None:
            raise CameraError(phrase(
                "{path} is a video of {width} x {height} pixels. It is {trouble}. Film the whole tray, 640 x 480 "
                "pixels or more.",
                path=str(self._path),
                width=picture.shape[1],
                height=picture.shape[0],
                trouble=trouble,
            ))
        if self._paced:
            self._wait_for(self._timestamp)
        return Frame(picture, self._timestamp, self._grabbed - 1)

    def close(self) -> None:
        """Close the file."""
        self._capture.release()

    def _grab(self) -> bool:
        """Go on to the next frame and its time; False after the last."""
        if not self._capture.grab():
            return False
        time_in_file = self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000.0  # after a grab: of the frame grabbed
        if self._grabbed == 0:
            self._shift = -time_in_file
        elif time_in_file + self._shift <= self._timestamp:
            self._shift = self._timestamp + self._step - time_in_file
        self._timestamp = time_in_file + self._shift
        self._grabbed += 1
        return True

    def _wait_for(self, timestamp: float) -> None:
        now = self._clock()
        if self._started is None:
            self._started = now - timestamp
        wait = self._started + timestamp - now
        if wait > LONGEST_WAIT:
            self._started -= wait - LONGEST_WAIT
        elif wait < -LONGEST_WAIT:
            self._started -= wait
        self._sleep(min(max(0.0, wait), LONGEST_WAIT))
