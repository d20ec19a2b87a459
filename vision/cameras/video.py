"""A video file as a camera."""

from __future__ import annotations

import time
from pathlib import Path

import cv2
import numpy as np

from vision.cameras.camera import CameraError, Frame

FALLBACK_FPS = 30.0


class VideoCamera:
    """Plays a video file once; the time of a frame is its index divided by the frames a second.

    `paced`: frames come in real time; otherwise as fast as they are decoded. The first `skip` frames are left out.
    """

    def __init__(self, path: Path, *, paced: bool = False, skip: int = 0) -> None:
        self._path = path
        self._capture = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
        fps = self._capture.get(cv2.CAP_PROP_FPS)
        self._fps = fps if 1.0 <= fps <= 1000.0 else FALLBACK_FPS
        self._paced = paced
        self._number = 0
        self._started: float | None = None
        if not self._capture.isOpened():
            raise CameraError(
                f"{path} can't be played: it is no video that OpenCV's FFmpeg knows, or it is damaged. "
                "Check that it plays in a video player, or convert it to MP4 (H.264)."
            )
        while self._number < skip and self._capture.grab():
            self._number += 1

    def read(self) -> Frame | None:
        """The next frame of the video, None after the last."""
        found, image = self._capture.read()
        if not found:
            if self._number == 0:
                raise CameraError(f"{self._path} holds no picture: the video is empty or damaged. Record it again.")
            return None
        timestamp = self._number / self._fps
        if self._paced:
            self._wait_for(timestamp)
        frame = Frame(np.asarray(image, dtype=np.uint8), timestamp, self._number)
        self._number += 1
        return frame

    def close(self) -> None:
        """Close the file."""
        self._capture.release()

    def _wait_for(self, timestamp: float) -> None:
        if self._started is None:
            self._started = time.monotonic() - timestamp
        time.sleep(max(0.0, self._started + timestamp - time.monotonic()))
