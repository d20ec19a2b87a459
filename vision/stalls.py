"""Keeps a recording that stood still for a moment from being taken for cubes at rest.

A computer that records and can't keep up writes its last picture once more instead of a new one. Between pictures of
a camera there is noise everywhere, between such copies only what packing them changed. In a video that is packed
tightly, or drawn, what rests is the same in every picture, and then nothing tells copies from rest. Nor is a copy
known that was packed anew, as some films do it now and then.
"""

from __future__ import annotations

from collections import deque
from dataclasses import replace

import cv2
import numpy as np

from vision.cameras.camera import Frame, Image
from vision.settle import Grey

LONGEST_STALL = 1.0
"""Seconds of copies from which they are taken for rest after all."""
MOST_CHANGE = 12
"""Grey levels by which packing a copy changes a pixel at most; whatever moves changes some of them by more."""
MOST_CHANGED = 0.06
"""Share of the pixels that it changes at all. Noise changes a fifth of them."""
ACROSS = 320
"""At least so many pixels of a row are compared, and rows as far apart: what moves is much wider than what lies
between."""
PARTS = (16, 12)
"""The picture in so many parts, across and down, is looked at for noise."""
MOST_QUIET = 0.2
"""Share of them without noise, dark or dazzling ones, that a camera's picture may have."""
REMEMBERED = 9
"""So many of the last new pictures tell whether there is noise."""


class StallWatch:
    """Watches the frames of one recording, in order."""

    def __init__(self) -> None:
        self._last: tuple[Frame, Grey] | None = None
        self._held: list[Frame] = []
        self._noisy: deque[bool] = deque(maxlen=REMEMBERED)

    def see(self, frame: Frame) -> list[Frame]:
        """The frames to look at now that this one has come: none while it may be a copy of the one before it in a
        recording that stalls, and all that were held back once that lasts for too long."""
        sample = _sample(frame.image)
        if frame.still or self._last is None or frame.image.shape != self._last[0].image.shape:
            return self._new(frame, sample)
        last, before = self._last
        change = np.asarray(cv2.absdiff(sample, before), np.uint8)
        if not _is_copy(change):
            self._noisy.append(_is_noisy(change))
            return self._new(frame, sample)
        if 2 * sum(self._noisy) <= len(self._noisy):
            return [frame]
        self._held.append(replace(frame, image=last.image))
        return self.all_held() if frame.timestamp - last.timestamp >= LONGEST_STALL else []

    def all_held(self) -> list[Frame]:
        """What is held back, to be looked at after all: at the end of a recording nothing tells that it stalled."""
        held, self._held = self._held, []
        return held

    def _new(self, frame: Frame, sample: Grey) -> list[Frame]:
        self._held.clear()
        self._last = frame, sample
        return [frame]


def _sample(image: Image) -> Grey:
    """The green of pixels all over the picture."""
    step = max(1, image.shape[1] // ACROSS)
    return np.ascontiguousarray(image[::step, ::step, 1])


def _is_copy(change: Grey) -> bool:
    return cv2.countNonZero(change) <= MOST_CHANGED * change.size and int(change.max()) <= MOST_CHANGE


def _is_noisy(change: Grey) -> bool:
    """Whether hardly any part of the picture is as it was, wherever something moves."""
    changed = cv2.resize((change > 0).astype(np.float32), PARTS, interpolation=cv2.INTER_AREA)
    return float(np.mean(changed <= MOST_CHANGED)) <= MOST_QUIET
