"""The mat in the picture: from millimetres to pixels, and back to what a cube looks like there.

Lengths are millimetres on the mat: the origin is the top-left corner of the rolling area, x to the right, y down
to the players. A cube's top face lies a cube's height above the floor, nearer to the camera, so that it has a
homography of its own; without it a cube at the edge would seem to lie half a cube further out.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import ArrayLike

from controller.ports import Point, Zone
from vision.lens import Lens
from vision.planes import Array, inverse, project
from vision.settings import MatSettings

MAT_DICTIONARY = cv2.aruco.DICT_4X4_50
"""OpenCV's number of the dictionary that the mat's markers are of: those that are printed are those looked for."""
ZONE_BORDER = 10.0
"""A cube whose centre is less than this outside a zone is leaning on its edge and still belongs to it."""
_HIGHEST = 5000.0
"""Millimetres; a camera that seems to hang higher is one whose place can't be told."""
LIKELY_STRETCH = 0.15
LIKELY_SIZE = 0.2
"""How far, as logarithms, a found top face is from a square and from the set size."""


@dataclass(frozen=True, slots=True, eq=False)
class Mat:
    """Where the mat lies in a picture.

    `floor` and `top`: homographies (3x3) from millimetres to pixels, of the floor and of the plane in which the
    cubes' top faces lie. `residual`: root mean square of the marker corners' distance from the fit, millimetres.
    `markers`: ids of the markers that it rests on. `height`: estimated height of the camera, millimetres. `lens`:
    what the camera's lens bends; the homographies are then those of a lens that bends nothing.
    """

    floor: Array
    top: Array
    residual: float
    markers: frozenset[int]
    height: float
    settings: MatSettings = field(default_factory=MatSettings)
    lens: Lens | None = None
    _from_floor: Array = field(init=False, repr=False)
    _from_top: Array = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_from_floor", inverse(self.floor))
        object.__setattr__(self, "_from_top", inverse(self.top))

    def to_mm(self, points: ArrayLike, *, floor: bool = False) -> Array:
        """Points (n x 2 pixels) on the cubes' top faces, or on the floor, as millimetres of the mat."""
        straight = self.lens.straightened(points) if self.lens else points
        return project(self._from_floor if floor else self._from_top, straight)

    def to_pixels(self, points: ArrayLike, *, floor: bool = False) -> Array:
        """Points (n x 2 millimetres) at the height of the cubes' tops, or of the floor, as pixels."""
        straight = project(self.floor if floor else self.top, points)
        return self.lens.bent(straight) if self.lens else straight

    def top_near(self, center: Point) -> Array:
        """The homography (3x3) from millimetres, at the height of the cubes' tops, to pixels near `center`."""
        return self.lens.bending_near(center) @ self.top if self.lens else self.top

    def camera_place(self) -> tuple[Array, float]:
        """The point (x, y) of the mat under the camera, and the camera's height above the floor, in millimetres."""
        return _camera_place(self)

    def extent(self, border: float) -> tuple[float, float, float, float]:
        """The rectangle round rolling area and rail, `border` millimetres wider: left, top, right, bottom."""
        left, top, right, bottom = extent(self.settings)
        return left - border, top - border, right + border, bottom + border

    def cube_pixels(self, at: Point | None = None) -> float:
        """Side in pixels of a cube's top face, at a point in pixels or else in the middle of the rolling area."""
        width, height = self.settings.rolling
        middle = np.array([[width / 2, height / 2]]) if at is None else self.to_mm([at])
        half = self.settings.cube / 2
        corners = self.to_pixels(middle + half * np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]))
        return float(np.sqrt(cv2.contourArea(corners.astype(np.float32))))

    def likeness(self, quad: ArrayLike) -> float:
        """How much a quad (4 x 2 pixels) looks like the top face of a flat cube: 1 for a square of a cube's size.

        A cube's side, seen obliquely, is a narrow figure in the plane of the tops.
        """
        corners = self.to_mm(quad)
        across_x, across_y = ((corners[1] + corners[2] - corners[0] - corners[3]) / 2).tolist()
        down_x, down_y = ((corners[2] + corners[3] - corners[0] - corners[1]) / 2).tolist()
        # The axes of the ellipse that the figure's incircle is: their product, and the sum of their squares.
        product = max(abs(across_x * down_y - across_y * down_x), 1e-9)
        squares = across_x**2 + across_y**2 + down_x**2 + down_y**2
        stretch = math.acosh(max(squares / (2 * product), 1.0)) / LIKELY_STRETCH
        size = math.log(math.sqrt(product) / self.settings.cube) / LIKELY_SIZE
        return math.exp(-0.5 * (stretch**2 + size**2))

    def side_of(self, quad: ArrayLike) -> float:
        """The side in millimetres of a square as large as `quad` (4 x 2 pixels) at the height of the cubes' tops."""
        return float(np.sqrt(cv2.contourArea(self.to_mm(quad).astype(np.float32))))

    def top_face(self, quad: ArrayLike, side: float) -> Array:
        """The top face (4 x 2 pixels) of a flat cube in the middle and at the angle of `quad`. `side`: in mm."""
        return np.asarray(self.top_faces([np.asarray(quad)], side)[0])

    def top_faces(self, quads: Sequence[Array], side: float) -> Array:
        """The same of several, or of none: (n, 4, 2)."""
        if not quads:
            return np.empty((0, 4, 2))
        corners = self.to_mm(np.reshape(quads, (-1, 2))).reshape(-1, 4, 2)
        middles = corners.mean(axis=1, keepdims=True)
        quarters = 1j ** np.arange(4)
        arms = ((corners - middles) @ np.array([1.0, 1.0j]) / quarters).sum(axis=1, keepdims=True)
        reach = side / np.sqrt(2) * arms / abs(arms) * quarters
        tops = middles + np.stack([reach.real, reach.imag], axis=-1)
        return self.to_pixels(tops.reshape(-1, 2)).reshape(-1, 4, 2)

    def zone(self, center: Point) -> Zone | None:
        """Where a cube lies whose top face has its centre at `center` (pixels); None outside tray and rail."""
        x, y = self.to_mm([center])[0]
        width, height = self.settings.rolling
        left, top, right, bottom = self.settings.rail
        between = (height + top) / 2
        if -ZONE_BORDER <= x <= width + ZONE_BORDER and -ZONE_BORDER <= y < between:
            return "tray"
        if left - ZONE_BORDER <= x <= right + ZONE_BORDER and between <= y <= bottom + ZONE_BORDER:
            return "rail"
        return None

    def outline(self, border: float) -> Array:
        """The rectangle round rolling area and rail, `border` millimetres wider, as four corners in pixels."""
        left, top, right, bottom = self.extent(border)
        return self.to_pixels([(left, top), (right, top), (right, bottom), (left, bottom)], floor=True)


@functools.lru_cache(maxsize=4)
def _camera_place(mat: Mat) -> tuple[Array, float]:
    """As `Mat.camera_place`; mats lie still for long.

    A line of sight through a point of the tops' plane goes on to the floor, away from the point under the camera, by
    the same part of the way everywhere: so much follows from the two homographies alone.
    """
    left, top, right, bottom = mat.extent(0.0)
    places = np.array([[left, top], [right, top], [right, bottom], [left, bottom]])
    further = project(mat._from_floor @ mat.top, places) - places
    spread = places - places.mean(axis=0)
    part = float((spread * further).sum() / (spread**2).sum())
    part = max(part, mat.settings.cube / _HIGHEST)
    nadir = places.mean(axis=0) - further.mean(axis=0) / part
    return nadir, mat.settings.cube * (1.0 + 1.0 / part)


def marker_corners(settings: MatSettings) -> dict[int, Array]:
    """Corners (4 x 2 millimetres, clockwise from the top-left) of each marker's black square, by its id."""
    left, top, right, bottom = extent(settings)
    offset, half = settings.marker_offset, settings.marker / 2
    centers = [
        (left - offset, top - offset), (right + offset, top - offset),
        (right + offset, bottom + offset), (left - offset, bottom + offset),
    ]
    square = half * np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])
    return {number: np.array(center) + square for number, center in enumerate(centers)}


def extent(settings: MatSettings) -> tuple[float, float, float, float]:
    """The rectangle round rolling area and rail, in mm: left, top, right, bottom."""
    width, height = settings.rolling
    left, top, right, bottom = settings.rail
    return min(0.0, left), min(0.0, top), max(width, right), max(height, bottom)
