"""What a camera is to the reader: frames with a time, one after the other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
"""A picture: height x width x 3, channels blue, green, red, 0..255."""


class CameraError(Exception):
    """A camera can't give pictures; its text says what happened, what it means and what to do."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture of a camera.

    `timestamp`: seconds of the camera's own time, the first frame is 0; it rises even where frames are delivered
    faster or slower than they were taken. `number`: counts frames from 0; numbers left out are frames that were
    dropped. `still`: a photograph that is a scene of its own, with no movement before or after it.
    """

    image: Image
    timestamp: float
    number: int
    still: bool = False


class Camera(Protocol):
    """A source of frames, opened and ready."""

    def read(self) -> Frame | None:
        """The next frame; None when the source has come to its end.

        Waits for a frame, but never longer than two seconds.

        Raises:
            CameraError: no picture is to be had now. Reading again tries to bring the camera back.
        """
        ...

    def close(self) -> None:
        """Give the device back. Safe to call twice."""
        ...
