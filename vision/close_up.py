"""Small cubes as they look from near: what the watch for rest, whose picture is small, can't tell of them.

In a picture of 320 pixels' width a cube that is ten pixels wide or less spins without changing much. Once it is known
where such cubes are, their places alone are watched at the picture's full resolution, as large as a tray's cubes are
in the small picture, and by the same rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.cameras.camera import Frame, Image
from vision.quads import width_of
from vision.settle import WIDTH, Grey, SettleWatch, Settling, noise_between
from vision.sight import Sight

SMALL = 10.0
"""Pixels' width in the small picture from which a cube that spins is seen there; with what it shows, from 8."""
LARGE = 13.0
"""Pixels' width to which cubes that are larger at full resolution are brought."""
ROUND = 2.4
"""How much of a cube's surroundings is looked at with it, in its widths: light is told from movement by them."""
LONGEST_SPIN = 5.0
"""Seconds after which small cubes are read although something goes on at their places: no cube spins for longer."""


class CloseWatch:
    """Holds a rest up that isn't one: small cubes still move."""

    def __init__(self) -> None:
        self._first: Frame | None = None
        self._near: SettleWatch | None = None
        self._spinning_from = 0.0
        self._read_anyway = False

    def see(self, frame: Frame, settling: Settling) -> Settling:
        """What `frame` says about rest, all things considered; `settling`: what it says when looked at small."""
        if settling.motion == "moving":
            self._near = self._first = None
            self._read_anyway = False
            return settling
        if self._near is not None:
            if frame.timestamp - self._spinning_from >= LONGEST_SPIN:
                self._near, self._read_anyway = None, True
                return replace(settling, came_to_rest=True)
            settling = self._near.see(frame)
        if settling.motion == "moving":
            self._first = None
        elif settling.motion == "waiting":
            self._first = self._first or frame
        return settling

    def finds_movement(self, sight: Sight, at_rest: Sequence[Frame]) -> bool:
        """Whether small cubes moved while rest was told. Their places are watched from then on.

        `sight`: what there is to see in the last of the frames `at_rest`, the latest of those that seem to be so.
        """
        latest = at_rest[-1]
        spun_before, self._near = self._near is not None, None
        read_anyway, self._read_anyway = self._read_anyway, False
        first, self._first = self._first, None
        places = close_up(sight, latest.image.shape[1])
        if places is None or read_anyway:
            return False
        frames = list(at_rest)
        if first is not None and first.number < frames[0].number:
            frames.insert(0, first)
        self._near = _if_something_moved(places, frames)
        if self._near is not None and not spun_before:
            self._spinning_from = latest.timestamp
        return self._near is not None


class CloseUp:
    """The places of some small cubes, side by side in one picture. `side`: their width in pixels."""

    def __init__(self, middles: Sequence[ArrayLike], side: float) -> None:
        self._middles = [np.asarray(middle, dtype=np.float64) for middle in middles]
        self._reach = max(2, round(ROUND * side / 2))
        self._size = round(2 * self._reach * min(1.0, LARGE / side))

    def picture(self, image: Image) -> Grey:
        """All places in grey, smoothed."""
        grey = cv2.cvtColor(np.concatenate([self._place(image, middle) for middle in self._middles], axis=1),
                            cv2.COLOR_BGR2GRAY)  # fmt: skip
        width = self._size * len(self._middles)
        small = cv2.resize(grey, (width, self._size), interpolation=cv2.INTER_AREA)
        return np.asarray(cv2.blur(small, (3, 3)), dtype=np.uint8)

    def _place(self, image: Image, middle: NDArray[np.float64]) -> Image:
        """What lies round `middle`; beyond the picture's edge its last pixels go on."""
        steps = np.arange(-self._reach, self._reach)
        columns = np.clip(round(middle[0]) + steps, 0, image.shape[1] - 1)
        rows = np.clip(round(middle[1]) + steps, 0, image.shape[0] - 1)
        return np.asarray(image[rows[:, None], columns], dtype=np.uint8)


def close_up(sight: Sight, width: int) -> CloseUp | None:
    """The small cubes of a picture of `width`, and what may be one that is blurred; None where cubes are large."""
    sides = [width_of(np.array(cube.quad)) for cube in sight.cubes]
    small = [cube.center for cube, side in zip(sight.cubes, sides, strict=True) if side * WIDTH / width < SMALL]
    if not small:
        return None
    return CloseUp([*small, *sight.foreign, *sight.doubtful], min(float(np.median(sides)), SMALL * width / WIDTH))


def _if_something_moved(places: CloseUp, frames: Sequence[Frame]) -> SettleWatch | None:
    """A watch over these places that goes on from the last of `frames`; None where nothing moved there."""
    if len(frames) < 2:
        return None
    noise = noise_between(places.picture(frames[-1].image), places.picture(frames[-2].image))
    watch = SettleWatch(places.picture, noise)
    moved = [watch.see(frame).motion == "moving" for frame in frames]
    return watch if any(moved) else None
