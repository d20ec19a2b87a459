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

from controller.ports import Point, Zone, phrase
from vision.cameras.camera import Image
from vision.lens import Lens
from vision.settings import KnownMat, LensSettings, MatSettings

Array = NDArray[np.float64]

MARKER_COUNT = 4
ENOUGH_MARKERS = 2
"""Two markers give eight corners; from one alone the far side of the mat is a guess."""
NEAR_MARKER = 0.6
"""How far round a marker's place it is looked for first, in sides of a marker."""
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


NO_MARKER = phrase(
    "No marker of the mat is in view: something covers them, or the camera was turned away. Show it the whole mat."
)
ONE_MARKER = phrase(
    "Only one marker of the mat is in view, and not where it should be: the camera was knocked. Uncover the other "
    "markers, and the tray is found again by itself."
)
MARKERS_APART = phrase(
    "The markers in view don't fit together: one has come off or lies elsewhere. Lay them as the mat has them."
)


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

    def to_mm(self, points: ArrayLike, *, floor: bool = False) -> Array:
        """Points (n x 2 pixels) on the cubes' top faces, or on the floor, as millimetres of the mat."""
        straight = self.lens.straightened(points) if self.lens else points
        return _project(_inverse(self.floor if floor else self.top), straight)

    def to_pixels(self, points: ArrayLike, *, floor: bool = False) -> Array:
        """Points (n x 2 millimetres) at the height of the cubes' tops, or of the floor, as pixels."""
        straight = _project(self.floor if floor else self.top, points)
        return self.lens.bent(straight) if self.lens else straight

    def floor_behind(self, center: Point) -> Array:
        """The point of the floor (x, y in millimetres) that lies behind a pixel."""
        return np.asarray(self.to_mm([center], floor=True)[0])

    def top_near(self, center: Point) -> Array:
        """The homography (3x3) from millimetres, at the height of the cubes' tops, to pixels near `center`."""
        return self.lens.bending_near(center) @ self.top if self.lens else self.top

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
    """Finds the mat, and remembers it while fewer markers are in view than it takes to find it anew.

    `known`: where calibration found it; from then on it is only looked whether it is there still. `lens`: what
    calibration found out about the lens.
    """

    def __init__(
        self,
        settings: MatSettings | None = None,
        known: KnownMat | None = None,
        lens: LensSettings | None = None,
    ) -> None:
        self.settings = settings or MatSettings()
        self._known = known
        self._lens = lens
        self._corners = marker_corners(self.settings)
        parameters = cv2.aruco.DetectorParameters()
        parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
        self._detector = cv2.aruco.ArucoDetector(
            cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), parameters
        )
        self._remembered: Mat | None = None
        self._calibrated: Mat | None = None
        self._seen_through: Lens | None = None
        self._size = (0, 0)
        self.trouble = ""
        """Why the mat wasn't found in the last picture, and what to do; empty where it was."""

    @property
    def drift(self) -> float:
        """How far the mat seems to lie from where calibration found it, in millimetres; 0 where that isn't known."""
        if self._calibrated is None or self._remembered is None or self._remembered is self._calibrated:
            return 0.0
        places = np.concatenate(list(self._corners.values()))
        now = self._remembered.to_mm(self._calibrated.to_pixels(places, floor=True), floor=True)
        return float(np.linalg.norm(now - places, axis=1).mean())

    def calibrated(self, size: tuple[int, int]) -> Mat | None:
        """The mat where calibration found it, in pictures of `size`; None where it isn't known."""
        self._take_size(size)
        return self._calibrated

    def find(self, image: Image) -> Mat | None:
        """The mat in a picture that has nothing to do with the pictures before; None where it isn't in view."""
        self._remembered = None
        return self.follow(image)

    def follow(self, image: Image) -> Mat | None:
        """The mat in the next picture of the same camera.

        A remembered mat holds while any marker is in view that lies where it should; where two or more lie
        elsewhere, the mat is measured anew, so that a knocked camera is followed.
        """
        self._take_size((image.shape[1], image.shape[0]))
        self.trouble = ""
        expected = self._remembered or self._calibrated
        if expected is not None and self._still_there(expected, self._near_their_places(image, expected)):
            self._remembered = expected
            return expected
        seen = self.markers(image)
        if expected is not None and self._still_there(expected, seen):
            self._remembered = expected
            return expected
        self._remembered = self._measured(seen)
        return self._remembered

    def measure(self, seen: dict[int, Array], size: tuple[int, int]) -> Mat | None:
        """The mat that lies under these markers (4 x 2 pixels each, by id) in a picture of `size`.

        Every corner counts the same, so that the residual tells of a marker that lies elsewhere.
        """
        self._take_size(size)
        return self._measure(seen, method=0)

    def _take_size(self, size: tuple[int, int]) -> None:
        """What was remembered of pictures of another size is of no use."""
        if size == self._size:
            return
        self._size, self._remembered = size, None
        self._seen_through = Lens.for_pictures(self._lens, size) if self._lens else None
        markers = self._known.markers_in(size) if self._known else None
        known = {mark: np.array(corners) for mark, corners in markers.items()} if markers else None
        self._calibrated = self._measure(known) if known else None

    def _measured(self, seen: dict[int, Array]) -> Mat | None:
        if len(seen) < ENOUGH_MARKERS:
            self.trouble = ONE_MARKER if seen and self._calibrated else NO_MARKER
            return None
        mat = self._measure(seen)
        self.trouble = "" if mat else MARKERS_APART
        return mat

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

    def _near_their_places(self, image: Image, expected: Mat) -> dict[int, Array]:
        """The markers that are found about where they are expected; the rest of the picture isn't looked at."""
        seen: dict[int, Array] = {}
        for mark, corners in self._corners.items():
            place = expected.to_pixels(corners, floor=True)
            reach = NEAR_MARKER * np.ptp(place, axis=0).max()
            left, top = np.maximum(np.floor(place.min(axis=0) - reach), 0).astype(int)
            right, bottom = np.ceil(place.max(axis=0) + reach).astype(int)
            window = image[top:bottom, left:right]
            if min(window.shape[:2]) < reach:
                continue
            found = self._detect(_halved(cv2.cvtColor(window, cv2.COLOR_BGR2GRAY)), 2.0)
            if mark in found:
                seen[mark] = found[mark] + (left, top)
        return seen

    def _still_there(self, mat: Mat, seen: dict[int, Array]) -> bool:
        """Whether what is seen fits the mat, and could not make it better."""
        if not seen or not seen.keys() <= mat.markers:
            return False
        distances = [
            np.abs(mat.to_mm(quad, floor=True) - self._corners[mark]).max() for mark, quad in seen.items()
        ]
        return bool(np.median(distances) < INLIER_MM / 2)

    def _measure(self, seen: dict[int, Array], method: int = cv2.RANSAC) -> Mat | None:
        pixels = np.concatenate(list(seen.values()))
        straight = self._seen_through.straightened(pixels) if self._seen_through else pixels
        lengths = np.concatenate([self._corners[mark] for mark in seen])
        found, inliers = cv2.findHomography(straight, lengths, method, INLIER_MM)
        if found is None or inliers.sum() < 4 * ENOUGH_MARKERS:
            return None
        back = np.asarray(found, dtype=np.float64)
        held = inliers.ravel().astype(bool)
        errors = np.linalg.norm(_project(back, straight[held]) - lengths[held], axis=1)
        markers = frozenset(mark for index, mark in enumerate(seen) if held[4 * index : 4 * index + 4].all())
        return self._mat(_inverse(back), float(np.sqrt(np.mean(errors**2))), markers)

    def _mat(self, floor: Array, residual: float, markers: frozenset[int]) -> Mat:
        top, height = _raise_plane(floor, self._size, self.settings.cube, self._seen_through)
        return Mat(floor / floor[2, 2], top, residual, markers, height, self.settings, self._seen_through)


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


def _raise_plane(
    floor: Array, size: tuple[int, int], height: float, lens: Lens | None = None
) -> tuple[Array, float]:
    """The homography of a plane `height` above the floor, and how high the camera hangs.

    Where the lens wasn't measured, the focal length follows from the pose's axes having to be square (Zhang 2000, a
    flexible new technique for camera calibration, section 3.1); a camera straight above says nothing of it, then the
    usual height decides.
    """
    camera = lens.matrix if lens else _likely_camera(floor, size)
    axes = _inverse(camera) @ floor
    axes /= np.sqrt(np.linalg.norm(axes[:, 0]) * np.linalg.norm(axes[:, 1]))
    if axes[2, 2] < 0:
        axes = -axes
    across, along, origin = axes.T
    normal = np.cross(across, along)  # points into the table, for y runs down
    top = camera @ np.stack([across, along, origin - height * normal], axis=1)
    return top / top[2, 2], float(abs(normal @ origin) / np.linalg.norm(normal))


def _likely_camera(floor: Array, size: tuple[int, int]) -> Array:
    """The matrix (3x3) of a camera of the likeliest focal length that looks straight at the picture's middle."""
    scale = np.sqrt(abs(np.linalg.det(floor[:2, :2] / floor[2, 2])))
    candidates = []
    for camera_height in np.arange(300.0, 901.0, 10.0):
        focal = camera_height * scale
        axes = np.diag([1 / focal, 1 / focal, 1.0]) @ _centered(floor, size)
        axes /= np.sqrt(np.linalg.norm(axes[:, 0]) * np.linalg.norm(axes[:, 1]))
        across, along, _ = axes.T
        skew = np.hypot(across @ along, across @ across - along @ along) / SQUARENESS_NOISE
        surprise = (camera_height - USUAL_HEIGHT) / HEIGHT_SPREAD
        candidates.append((skew**2 + surprise**2, focal))
    _, focal = min(candidates)
    return np.array([[focal, 0.0, size[0] / 2], [0.0, focal, size[1] / 2], [0.0, 0.0, 1.0]])


def _centered(homography: Array, size: tuple[int, int]) -> Array:
    shift = np.array([[1.0, 0.0, -size[0] / 2], [0.0, 1.0, -size[1] / 2], [0.0, 0.0, 1.0]])
    return np.asarray(shift @ homography, dtype=np.float64)
