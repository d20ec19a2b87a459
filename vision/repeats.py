"""Notices a camera that hangs: it gives its last picture over and over."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from controller.ports import phrase
from vision.cameras.camera import Image
from vision.light import too_dark

FROZEN = 1.5
"""Seconds of pictures equal to the last bit after which a camera has hung; a sensor's noise never repeats."""
SOME_ROWS = 32
"""One row of so many is compared: whole rows are compared fastest, and noise is everywhere."""
HANGS = phrase(
    "The camera repeats its last picture: it hangs. Nothing can be read until a new one comes; if none comes, shut "
    "its machine down and start it again."
)
"""What is true of any camera; one that knows its own kind says more."""


class RepeatWatch:
    """Watches the pictures of one camera: a sensor's noise never gives the same picture twice.

    But in the dark: there a sensor may give nothing but black, which is no sign that it hangs.
    """

    def __init__(self) -> None:
        self._last: NDArray[np.uint8] | None = None
        self._since = 0.0

    def repeated_for(self, image: Image, now: float) -> float:
        """For how many seconds the picture has been the same, to the last bit of the rows that are compared; 0 for a
        new one. `now` in seconds."""
        sample = image[::SOME_ROWS]
        if self._last is None or not _equal(sample, self._last) or too_dark(image):
            self._last, self._since = sample.copy(), now
        return now - self._since


def _equal(sample: Image, other: Image) -> bool:
    """Whether they are, row by row: those of another picture differ in the first one already."""
    return sample.shape == other.shape and all(map(np.array_equal, sample, other))
