"""Remembers what lay there: a cube whose picture hasn't changed lies there still, even where it is overlooked; and
what was there while all five lay elsewhere is none."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import ArrayLike

from controller.ports import Point, Quad
from vision.cameras.camera import Image
from vision.networks import NONE
from vision.quads import width_of
from vision.sight import SeenCube

ALIKE = 0.95
"""Correlation of two pictures of one place from which they show the same; noise leaves it above 0.98, another face or
the bare floor brings it below 0.8. Brighter light or more contrast doesn't change it."""
CERTAIN_NONE = 0.02
"""Only what was no cube with at most this chance is remembered: a phantom in the grain of a floor must not stay."""
CERTAIN_FACE = 0.99
BLUR = 5
"""Pixels, against the camera's noise."""
PLAIN = 3.0
"""Grey levels (standard deviation) below which a place shows nothing, burnt out or black as it is."""
UNCHANGED = 2.0
"""Mean difference of two pictures of one place, in grey levels, below which nothing came or went there, however
little there is to see: noise makes 1.2 to 1.8, and a cube 30 and more."""
_SQUARE = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])


class Memory:
    """The cubes that were seen for certain in the picture that was read last, and that picture."""

    def __init__(self) -> None:
        self._picture: Image | None = None
        self._cubes: tuple[SeenCube, ...] = ()

    def keep(self, image: Image, cubes: Sequence[SeenCube]) -> None:
        """From now on these are what was seen last."""
        self._picture = _smooth(image)
        self._cubes = tuple(cube for cube in cubes if _is_certain(cube))

    def still_there(self, image: Image) -> tuple[SeenCube, ...]:
        """Those cubes at whose places `image` shows what was there before."""
        before = self._picture
        if before is None or not self._cubes or before.shape[:2] != image.shape[:2]:
            return ()
        now = _smooth(image)
        return tuple(cube for cube in self._cubes if _alike(_place(before, cube.quad), _place(now, cube.quad)))


class WholeSet:
    """The picture in which the whole set was seen last: whatever else is in it is no cube."""

    def __init__(self) -> None:
        self._picture: Image | None = None
        self._tops: tuple[Quad, ...] = ()

    def keep(self, image: Image, cubes: Sequence[SeenCube]) -> None:
        """These are all five cubes, and each was seen plainly."""
        self._picture = _smooth(image)
        self._tops = tuple(cube.quad for cube in cubes)

    def shows(self, point: Point, image: Image) -> bool:
        """Whether `image` shows there, where none of the five lay, what it showed then."""
        before = self._picture
        if before is None or before.shape[:2] != image.shape[:2]:
            return False
        half = self._side() / 2
        if any(np.hypot(*(np.mean(top, axis=0) - point)) < half for top in self._tops):
            return False
        corners = np.add(point, half * _SQUARE)
        then, now = _place(before, corners), _place(_smooth(image), corners)
        unchanged = then.size > 0 and float(cv2.absdiff(then, now).mean()) < UNCHANGED
        return unchanged or _alike(then, now)

    def _side(self) -> float:
        return float(np.median([width_of(np.array(top)) for top in self._tops]))


def _is_certain(cube: SeenCube) -> bool:
    best = max(chance for face, chance in cube.chances.items() if face != NONE)
    return cube.chances.get(NONE, 0.0) <= CERTAIN_NONE and best >= CERTAIN_FACE


def _smooth(image: Image) -> Image:
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.blur(grey, (BLUR, BLUR)), dtype=np.uint8)


def _place(picture: Image, corners: ArrayLike) -> Image:
    (left, top), (right, bottom) = np.min(corners, axis=0), np.max(corners, axis=0)
    height, width = picture.shape[:2]
    rows = slice(max(0, int(top)), min(height, int(np.ceil(bottom))))
    columns = slice(max(0, int(left)), min(width, int(np.ceil(right))))
    return picture[rows, columns]


def _alike(one: Image, other: Image) -> bool:
    if one.size == 0 or min(float(one.std()), float(other.std())) < PLAIN:
        return False
    correlation = cv2.matchTemplate(one.astype(np.float32), other.astype(np.float32), cv2.TM_CCOEFF_NORMED)
    return bool(np.isfinite(correlation).all() and correlation[0, 0] >= ALIKE)
