"""Keeps a recording that stood still for a moment from being taken for cubes at rest.

A computer that records and can't keep up writes its last picture once more instead of a new one. Between pictures of
a camera there is noise everywhere, between such copies only what packing them changed. In a video that is packed
tightly, or drawn, what rests is the same in every picture, and then nothing tells copies from rest. Nor is a copy
known that was packed anew, as some films do it now and then.

Where cubes flew till the last new picture, and the copies are the same to the last bit, a recording stands still for
longer before that is taken for rest: what flies comes to rest in several pictures.
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
LONGEST_FREEZE = 4.0
"""The same where they follow a flight and are the same to the last bit of the pixels that are compared."""
FLIGHT = 3
"""So many new pictures in a row in which something is fast make a flight."""
FLOWING = 0.2
"""Seconds from one to the next of them at most: pictures that are shown one after another follow more slowly."""
FAST_CHANGE, FAST_SHARE = 40, 0.003
"""Grey levels, and the share of the pixels that change by more from one picture to the next, from which something in
it is fast: half a cube that is where there was none. Cubes that come to rest change fewer in their last pictures."""
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
        self._latest: Grey | None = None
        self._held: list[Frame] = []
        self._noisy: deque[bool] = deque(maxlen=REMEMBERED)
        self._flight = 0

    def see(self, frame: Frame) -> list[Frame]:
        """The frames to look at now that this one has come: none while it may be a copy of the one before it in a
        recording that stalls, and all that were held back once that lasts for too long."""
        sample, latest = _sample(frame.image), self._latest
        self._latest = sample
        if frame.still or self._last is None or frame.image.shape != self._last[0].image.shape:
            self._flight = 0
            return self._new(frame, sample)
        last, before = self._last
        change = np.asarray(cv2.absdiff(sample, before), np.uint8)
        lasts = frame.timestamp - last.timestamp
        if not _is_copy(change):
            self._noisy.append(_is_noisy(change))
            self._flight = self._flight + 1 if lasts <= FLOWING and _is_fast(change) else 0
            return self._new(frame, sample)
        if 2 * sum(self._noisy) <= len(self._noisy):
            return [frame]
        self._held.append(replace(frame, image=last.image))
        frozen = self._flight >= FLIGHT and latest is not None and np.array_equal(sample, latest)
        return self.all_held() if lasts >= (LONGEST_FREEZE if frozen else LONGEST_STALL) else []

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


def _is_fast(change: Grey) -> bool:
    """Whether something moves by much from one picture to the next."""
    return int(np.count_nonzero(change > FAST_CHANGE)) >= FAST_SHARE * change.size
