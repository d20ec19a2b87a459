"""The mat in the picture: from the ArUco markers to millimetres, and back to what a cube looks like there.

Lengths are millimetres on the mat: the origin is the top-left corner of the rolling area, x to the right, y down
to the players. A cube's top face lies a cube's height above the floor, nearer to the camera, so that it has a
homography of its own; without it a cube at the edge would seem to lie half a cube further out.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from controller.ports import Point, Zone
from vision.cameras.camera import Image
from vision.settings import MatSettings

Array = NDArray[np.float64]

MARKER_COUNT = 4
ENOUGH_MARKERS = 2
"""Two markers give eight corners; from one alone the far side of the mat is a guess."""
INLIER_MM = 3.0
"""A marker corner further than this from where the others put it was misread, or its sticker has moved."""
USUAL_HEIGHT = 525.0
HEIGHT_SPREAD = 75.0
"""Height of the camera above the mat, for the middle of the allowed 400 to 650 mm."""
SQUARENESS_NOISE = 0.004
"""How far from square the axes of a well measured pose come out, relative to their length."""
ZONE_BORDER = 14.0
"""A cube whose centre is less than this outside a zone is leaning on its edge and still belongs to it."""
LIKELY_STRETCH = 0.15
LIKELY_SIZE = 0.2
"""How far, as logarithms, a found top face is from a square and from the set size."""


class MatError(Exception):
    """The markers in the picture don't fit the mat; its text says what to do."""


@dataclass(frozen=True, slots=True, eq=False)
class Mat:
    """Where the mat lies in a picture.

    `floor` and `top`: homographies (3x3) from millimetres to pixels, of the floor and of the plane in which the
    cubes' top faces lie. `residual`: root mean square of the marker corners' distance from the fit, millimetres.
    `markers`: ids of the markers that it rests on. `height`: estimated height of the camera, millimetres.
    """

    floor: Array
    top: Array
    residual: float
    markers: frozenset[int]
    height: float
    settings: MatSettings = field(default_factory=MatSettings)

    def to_mm(self, points: ArrayLike) -> Array:
        """Points (n x 2 pixels) on the cubes' top faces, as millimetres of the mat."""
        return _project(_inverse(self.top), points)

    def to_pixels(self, points: ArrayLike, *, floor: bool = False) -> Array:
        """Points (n x 2 millimetres) at the height of the cubes' tops, or of the floor, as pixels."""
        return _project(self.floor if floor else self.top, points)

    def floor_behind(self, center: Point) -> Array:
        """The point of the floor (x, y in millimetres) that lies behind a pixel."""
        return np.asarray(_project(_inverse(self.floor), [center])[0])

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
        across = (corners[1] + corners[2] - corners[0] - corners[3]) / 2
        down = (corners[2] + corners[3] - corners[0] - corners[1]) / 2
        longer, shorter = np.linalg.svd(np.column_stack([across, down]), compute_uv=False)
        stretch = np.log(longer / shorter) / LIKELY_STRETCH
        size = np.log(np.sqrt(longer * shorter) / self.settings.cube) / LIKELY_SIZE
        return float(np.exp(-0.5 * (stretch**2 + size**2)))

    def side_of(self, quad: ArrayLike) -> float:
        """The side in millimetres of a square as large as `quad` (4 x 2 pixels) at the height of the cubes' tops."""
        return float(np.sqrt(cv2.contourArea(self.to_mm(quad).astype(np.float32))))

    def top_face(self, quad: ArrayLike, side: float) -> Array:
        """The top face (4 x 2 pixels) of a flat cube in the middle and at the angle of `quad`. `side`: in mm."""
        corners = self.to_mm(quad)
        middle = corners.mean(axis=0)
        quarters = 1j ** np.arange(4)
        arm = ((corners - middle) @ np.array([1.0, 1.0j]) / quarters).sum()
        arms = side / np.sqrt(2) * arm / abs(arm) * quarters
        return self.to_pixels(middle + np.stack([arms.real, arms.imag], axis=1))

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
        left, top, right, bottom = _extent(self.settings)
        return self.to_pixels(
            [
                (left - border, top - border), (right + border, top - border),
                (right + border, bottom + border), (left - border, bottom + border),
            ],
            floor=True,
        )


def marker_corners(settings: MatSettings) -> dict[int, Array]:
    """Corners (4 x 2 millimetres, clockwise from the top-left) of each marker's black square, by its id."""
    left, top, right, bottom = _extent(settings)
    offset, half = settings.marker_offset, settings.marker / 2
    centers = [
        (left - offset, top - offset), (right + offset, top - offset),
        (right + offset, bottom + offset), (left - offset, bottom + offset),
    ]
    square = half * np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])
    return {number: np.array(center) + square for number, center in enumerate(centers)}


class MatFinder:
    """Finds the mat, and remembers it while fewer markers are in view than it takes to find it anew."""

    def __init__(self, settings: MatSettings | None = None) -> None:
        self._settings = settings or MatSettings()
        self._corners = marker_corners(self._settings)
        parameters = cv2.aruco.DetectorParameters()
        parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
        self._detector = cv2.aruco.ArucoDetector(
            cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), parameters
        )
        self._remembered: Mat | None = None

    def find(self, image: Image) -> Mat | None:
        """The mat in a picture that has nothing to do with the pictures before; None where it isn't in view."""
        self._remembered = None
        return self.follow(image)

    def follow(self, image: Image) -> Mat | None:
        """The mat in the next picture of the same camera.

        A remembered mat holds while any marker is in view that lies where it should; where three or more are, the
        mat is measured anew, so that a knocked camera is followed.
        """
        quickly_seen = self._detect(_halved(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)), 2.0) if self._remembered else {}
        if self._still_there(quickly_seen):
            return self._remembered
        seen = self.markers(image)
        if self._still_there(seen):
            return self._remembered
        size = (image.shape[1], image.shape[0])
        self._remembered = self._measure(seen, size) if len(seen) >= ENOUGH_MARKERS else None
        return self._remembered

    def markers(self, image: Image) -> dict[int, Array]:
        """Corners (4 x 2 pixels) of the mat's markers in the picture, by id."""
        grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
        seen = self._detect(grey, 1.0)
        if len(seen) < MARKER_COUNT:  # noise that breaks a marker's edge up at full size is gone at half of it
            seen = self._detect(_halved(grey), 2.0) | seen
        return seen

    def _detect(self, grey: cv2.typing.MatLike, scale: float) -> dict[int, Array]:
        found, numbers, _ = self._detector.detectMarkers(grey)
        if numbers is None:
            return {}
        corners = [scale * (quad[0].astype(np.float64) + 0.5) - 0.5 for quad in found]
        marks = [int(number) for number in numbers.ravel()]
        return {
            mark: quad
            for mark, quad in zip(marks, corners, strict=True)
            if mark in self._corners and marks.count(mark) == 1
        }

    def _still_there(self, seen: dict[int, Array]) -> bool:
        """Whether what is seen fits the remembered mat, and could not make it better."""
        mat = self._remembered
        if mat is None or not seen or not seen.keys() <= mat.markers:
            return False
        back = _inverse(mat.floor)
        distances = [np.abs(_project(back, quad) - self._corners[mark]).max() for mark, quad in seen.items()]
        return bool(np.median(distances) < INLIER_MM / 2)

    def _measure(self, seen: dict[int, Array], size: tuple[int, int]) -> Mat | None:
        pixels = np.concatenate(list(seen.values()))
        lengths = np.concatenate([self._corners[mark] for mark in seen])
        found, inliers = cv2.findHomography(pixels, lengths, cv2.RANSAC, INLIER_MM)
        if found is None or inliers.sum() < 4 * ENOUGH_MARKERS:
            return None
        back = np.asarray(found, dtype=np.float64)
        held = inliers.ravel().astype(bool)
        errors = np.linalg.norm(_project(back, pixels[held]) - lengths[held], axis=1)
        floor = _inverse(back)
        top, height = _raise_plane(floor, size, self._settings.cube)
        return Mat(
            floor=floor / floor[2, 2],
            top=top,
            residual=float(np.sqrt(np.mean(errors**2))),
            markers=frozenset(mark for index, mark in enumerate(seen) if held[4 * index : 4 * index + 4].all()),
            height=height,
            settings=self._settings,
        )


def _halved(grey: cv2.typing.MatLike) -> cv2.typing.MatLike:
    return cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)


def _extent(settings: MatSettings) -> tuple[float, float, float, float]:
    width, height = settings.rolling
    left, top, right, bottom = settings.rail
    return min(0.0, left), min(0.0, top), max(width, right), max(height, bottom)


def _inverse(homography: Array) -> Array:
    return np.asarray(np.linalg.inv(homography), dtype=np.float64)


def _project(homography: Array, points: ArrayLike) -> Array:
    flat = np.asarray(points, dtype=np.float64).reshape(-1, 1, 2)
    return np.asarray(cv2.perspectiveTransform(flat, homography), dtype=np.float64).reshape(-1, 2)


def _raise_plane(floor: Array, size: tuple[int, int], height: float) -> tuple[Array, float]:
    """The homography of a plane `height` above the floor, and how high the camera hangs.

    The focal length follows from the pose's axes having to be square (Zhang 2000, a flexible new technique for
    camera calibration, section 3.1); a camera straight above says nothing of it, then the usual height decides.
    """
    scale = np.sqrt(abs(np.linalg.det(floor[:2, :2] / floor[2, 2])))
    candidates = []
    for camera_height in np.arange(300.0, 901.0, 10.0):
        focal = camera_height * scale
        axes = np.diag([1 / focal, 1 / focal, 1.0]) @ _centered(floor, size)
        axes /= np.sqrt(np.linalg.norm(axes[:, 0]) * np.linalg.norm(axes[:, 1]))
        across, along, origin = axes.T
        skew = np.hypot(across @ along, across @ across - along @ along) / SQUARENESS_NOISE
        surprise = (camera_height - USUAL_HEIGHT) / HEIGHT_SPREAD
        candidates.append((skew**2 + surprise**2, focal, across, along, origin))
    _, focal, across, along, origin = min(candidates, key=lambda candidate: candidate[0])
    if origin[2] < 0:
        across, along, origin = -across, -along, -origin
    normal = np.cross(across, along)  # points into the table, for y runs down
    camera = np.array([[focal, 0.0, size[0] / 2], [0.0, focal, size[1] / 2], [0.0, 0.0, 1.0]])
    top = camera @ np.stack([across, along, origin - height * normal], axis=1)
    return top / top[2, 2], float(abs(normal @ origin) / np.linalg.norm(normal))


def _centered(homography: Array, size: tuple[int, int]) -> Array:
    shift = np.array([[1.0, 0.0, -size[0] / 2], [0.0, 1.0, -size[1] / 2], [0.0, 0.0, 1.0]])
    return np.asarray(shift @ homography, dtype=np.float64)
