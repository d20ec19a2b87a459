"""Tells moving from settled, from frames and their timestamps alone.

A run of frames that all look like its first one is rest. Comparing with the first of the run, not only with the
frame before, finds what creeps: a cube that spins slowly or slides to a halt changes little from frame to frame.
What counts as alike follows from the camera's own noise, measured on some of the pixels that are watched; and since
light drifts evenly over large patches, each patch's change is judged against that of the patches round it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isqrt, pi, sqrt
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cameras.camera import Frame, Image

Grey = NDArray[np.uint8]

WIDTH = 320
"""Width in pixels of the pictures that are compared; a cube is 11 to 15 wide in them."""
HOLD = 0.16
"""Seconds of looking alike that make rest: a cube balances on an edge for less, a player waits for more."""
FEWEST_FRAMES = 3
"""Frames that make rest at least, however slow the camera is."""
NOISE_FACTOR = 7.0
"""Changes above so many standard deviations of the noise are no noise."""
NOISE_PACE = 0.1
"""How fast the measured noise follows the last frame: ten frames."""
MOST_NOISE = 3.0
"""Grey levels of noise that a camera can have, smoothed as it is; more is a picture that moves as a whole."""
ENOUGH = 1600
"""Pixels to measure noise by."""
LEAST_CHANGE = 7.0
"""Change in grey levels, of 255, below which nothing is seen to move."""
LEAST_AREA = 4
"""Changed pixels that touch each other, of the small picture, from which something has moved."""
DRIFT_WIDTH = 31
"""Pixels, of the small picture, over which a change of light is even: more than two cubes."""
DRIFT_GREATEST = 2.0
"""Light that changes by more than this factor at once is worth a new look."""
ANCHOR_EVERY = 10
"""Frames after which the picture at rest takes over half of how it looks now."""

Motion = Literal["moving", "waiting", "settled"]


@dataclass(frozen=True, slots=True)
class Settling:
    """What a frame says. `waiting`: nothing moves, but not for long enough yet.

    `since`: timestamp and number of the frame from which nothing has moved any more; None while something moves.
    `came_to_rest`: this frame completes the time that makes rest.
    """

    motion: Motion
    since: tuple[float, int] | None
    came_to_rest: bool = False


class SettleWatch:
    """Watches the frames of one camera, in order.

    `shown`: makes of a picture what is compared, the whole of it, small, unless something else is wanted. `noise`:
    grey levels of noise in that, if they were measured.
    """

    def __init__(self, shown: Callable[[Image], Grey] | None = None, noise: float = 1.0) -> None:
        self._shown = shown or SmallGrey()
        self._anchor: Grey | None = None
        self._anchor_at = (0.0, 0)
        self._frames = 0
        self._waiting: list[tuple[tuple[float, int], Grey]] = []  # what came after the anchor, until that is rest
        self._previous: Grey | None = None
        self._noise = noise
        self._settled = False
        self._mask: NDArray[np.bool_] | None = None
        self._lit: tuple[Grey, NDArray[np.float32]] | None = None
        self._spare = self._change = np.empty((0, 0), np.float32)  # memory that is used again, for new takes time

    def look_within(self, outlines: Sequence[NDArray[np.floating]], size: tuple[int, int]) -> None:
        """Watch only within the first of `outlines` (corners in pixels of a picture of `size`, width and height),
        but not within the second, yet within the third, which lies in it; none: all."""
        self._lit = None
        if not outlines:
            self._mask = None
            return
        scale = WIDTH / size[0]
        within = np.zeros((round(size[1] * scale), WIDTH), np.uint8)
        for number, outline in enumerate(outlines):
            cv2.fillConvexPoly(within, np.round(outline * scale).astype(np.int32), (number + 1) % 2)
        self._mask = within.view(np.bool_)

    def see(self, frame: Frame) -> Settling:
        """What this frame, the next of the camera, says about rest."""
        grey, at = self._shown(frame.image), (frame.timestamp, frame.number)
        if self._anchor is None or self._anchor.shape != grey.shape:
            self._rest_from(at, grey)
            self._previous, self._settled = grey, False
            return Settling("waiting", self._anchor_at)
        self._measure_noise(grey)
        if self._changed(grey):
            self._settled = False
            if not self._rest_from_later(grey):
                self._rest_from(at, grey)
                return Settling("moving", None)
        self._frames += 1
        if self._settled:
            self._follow_light(grey)
            return Settling("settled", self._anchor_at)
        if self._frames < FEWEST_FRAMES or frame.timestamp - self._anchor_at[0] < HOLD:
            self._waiting.append((at, grey))
            return Settling("waiting", self._anchor_at)
        self._settled = True
        self._waiting = []
        return Settling("settled", self._anchor_at, came_to_rest=True)

    def _rest_from(self, at: tuple[float, int], grey: Grey) -> None:
        self._anchor, self._anchor_at, self._frames = grey, at, 1
        self._waiting = []

    def _rest_from_later(self, grey: Grey) -> bool:
        """Whether a run of frames that all look like its first one began after the anchor, which still showed the end
        of a movement, and goes on to this one. It is rest's beginning then."""
        waited = self._waiting
        for start, (at, first) in enumerate(waited, start=1):
            self._rest_from(at, first)
            if not any(map(self._changed, [grey, *(other for _, other in waited[start:])])):
                self._frames, self._waiting = 1 + len(waited[start:]), waited[start:]
                return True
        return False

    def _measure_noise(self, grey: Grey) -> None:
        if self._previous is not None and self._previous.shape == grey.shape:
            now = noise_between(self._some_of(grey), self._some_of(self._previous))
            self._noise += NOISE_PACE * (now - self._noise)
        self._previous = grey

    def _some_of(self, grey: Grey) -> Grey:
        """Pixels of what is watched, enough to measure noise by: people beside a tray are none."""
        apart = max(1, isqrt(grey.size // ENOUGH))
        some = grey[::apart, ::apart]
        if self._mask is None or self._mask.shape != grey.shape:
            return some
        watched = some[self._mask[::apart, ::apart]]
        return watched if watched.size else some

    def _changed(self, grey: Grey) -> bool:
        """Whether something lies elsewhere than in the anchor; light that has changed evenly is no movement."""
        assert self._anchor is not None
        limit = max(LEAST_CHANGE, NOISE_FACTOR * self._noise)
        if not self._touching(cv2.absdiff(grey, self._anchor) > int(limit)):  # whole numbers are compared fastest
            return False
        if self._change.shape != grey.shape:
            self._spare, self._change = np.empty(grey.shape, np.float32), np.empty(grey.shape, np.float32)
            self._lit = None
        before, now, change = self._light(self._anchor), self._light(grey), self._change
        np.clip(np.divide(now, before, out=change), 1 / DRIFT_GREATEST, DRIFT_GREATEST, out=change)
        np.subtract(grey, np.multiply(change, self._anchor, out=change), out=change)
        return self._touching(np.abs(change, out=change) > limit)

    def _light(self, grey: Grey) -> NDArray[np.float32]:
        """How bright it is round each pixel, 1 at least, up to a factor; what isn't watched has no say: a lamp beside
        the tray is brighter than what it shines on. Kept of the last picture, which while something moves is the next
        anchor, and good until two more pictures were asked for."""
        if self._lit is None or self._lit[0] is not grey:
            watched = grey
            if self._mask is not None and self._mask.shape == grey.shape:
                watched = np.asarray(cv2.copyTo(grey, self._mask.view(np.uint8)), np.uint8)  # dark elsewhere
            cv2.boxFilter(watched, cv2.CV_32F, (DRIFT_WIDTH, DRIFT_WIDTH), dst=self._spare)
            light = np.add(self._spare, 1.0, out=self._spare)
            self._spare = self._lit[1] if self._lit is not None else np.empty_like(light)
            self._lit = grey, light
        return self._lit[1]

    def _touching(self, changed: NDArray[np.bool_]) -> bool:
        if self._mask is not None and self._mask.shape == changed.shape:
            changed = changed & self._mask
        marks = changed.view(np.uint8)
        if cv2.countNonZero(marks) < LEAST_AREA:
            return False
        neighbours = cv2.boxFilter(marks, cv2.CV_16S, (3, 3), normalize=False)
        return bool((neighbours >= LEAST_AREA).any())

    def _follow_light(self, grey: Grey) -> None:
        assert self._anchor is not None
        if self._frames % ANCHOR_EVERY == 0:
            self._anchor = np.asarray(cv2.addWeighted(self._anchor, 0.5, grey, 0.5, 0.0), dtype=np.uint8)


def noise_between(grey: Grey, previous: Grey) -> float:
    """Grey levels (standard deviation) by which two pictures of the same differ, whatever else moves in them."""
    change = np.sort(cv2.absdiff(grey, previous), axis=None)
    median = float(change[change.size // 2])
    deviation = float(np.minimum(change, 3.0 * median + 1.0).mean()) * sqrt(pi) / 2
    return min(deviation, MOST_NOISE)


class SmallGrey:
    """Makes pictures grey, `WIDTH` pixels wide and smoothed: what is compared.

    The memory for the large grey pictures is kept for the next one: to get it anew takes as long as all the rest.
    """

    def __init__(self) -> None:
        self._rooms: dict[tuple[int, int], Grey] = {}

    def __call__(self, image: Image) -> Grey:
        """What is compared of `image`."""
        height, width = image.shape[:2]
        small = (WIDTH, round(height * WIDTH / width))
        grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY, self._room(height, width))
        while width % 2 == height % 2 == 0 and width >= 2 * WIDTH:  # OpenCV halves far faster
            height, width = height // 2, width // 2
            grey = cv2.resize(
                grey, (width, height), dst=self._room(height, width), interpolation=cv2.INTER_AREA
            )
        grey = cv2.resize(grey, small, interpolation=cv2.INTER_AREA)
        return np.asarray(cv2.blur(grey, (3, 3)), dtype=np.uint8)

    def _room(self, height: int, width: int) -> Grey:
        if (height, width) not in self._rooms:
            self._rooms[height, width] = np.empty((height, width), np.uint8)
        return self._rooms[height, width]
