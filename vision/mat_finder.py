"""Finds the mat by its ArUco markers, remembers it, and notices when it or the camera was moved."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import cv2
import numpy as np

from controller.ports import phrase
from vision.cameras.camera import Image
from vision.lens import Lens
from vision.mat import MAT_DICTIONARY, Mat, marker_corners
from vision.picture_size import check_picture
from vision.planes import Array, inverse, project, raised
from vision.settings import KnownMat, LensSettings, MatSettings

MARKER_COUNT = 4
ENOUGH_MARKERS = 2
"""Two markers give eight corners; from one alone the far side of the mat is a guess."""
NEAR_MARKER = 0.6
"""How far round a marker's place it is looked for first, in sides of a marker."""
NEAR_THRESHOLD = 13
"""Of that little picture one threshold is taken, over so many pixels: of others the detector takes three, which is
most of its time."""
DIM = 128
"""Level, of 255, of a picture's brightest hundredth below which it is made brighter for markers to be found in it:
the detector wants white to be so many levels lighter than black, however little light there is."""
INLIER_MM = 3.0
"""A marker corner further than this from where the others put it was misread, or its sticker has moved."""

NO_MARKER = phrase(
    "No marker of the mat is in view: something covers them, the camera was turned away, or its picture is far out "
    "of focus. Show it the whole mat."
)
ONE_MARKER = phrase(
    "Only one marker of the mat is in view, and not where it should be: the camera was knocked. Uncover the other "
    "markers, and the tray is found again by itself."
)
LONE_MARKER = phrase(
    "Only one marker of the mat is in view, and two are the fewest by which it is found. Uncover the other markers, "
    "or show the camera the whole mat."
)
MARKERS_APART = phrase(
    "The markers in view don't fit together: one has come off or lies elsewhere, or the mat has another size than is "
    "set. Lay them as the mat has them."
)
MIRRORED = phrase(
    "The picture is mirrored, and a mirrored 5 passes for a 10. Switch off that the camera mirrors its pictures, or "
    "take another one."
)
TRAY_OF_ANOTHER_SHAPE = phrase(
    "The tray was calibrated in pictures of another shape than the camera gives now. So that isn't used: the mat is "
    "read by its markers alone. Set the camera's resolution as it was, or `tray calibrate tray`."
)
LENS_OF_ANOTHER_SHAPE = phrase(
    "The lens was calibrated in pictures of another shape than the camera gives now. So that isn't used, and the mat "
    "is read less exactly. Set the camera's resolution as it was, or `tray calibrate lens`, and then `tray calibrate "
    "tray`."
)


def of_another_shape(left_aside: Sequence[Literal["tray", "lens"]]) -> str:
    """What `MatFinder.left_aside` means, in words; nothing where nothing is."""
    if not left_aside:
        return ""
    return LENS_OF_ANOTHER_SHAPE if "lens" in left_aside else TRAY_OF_ANOTHER_SHAPE


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
        dictionary = cv2.aruco.getPredefinedDictionary(MAT_DICTIONARY)
        parameters = cv2.aruco.DetectorParameters()
        parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
        self._detector = cv2.aruco.ArucoDetector(dictionary, parameters)
        parameters.adaptiveThreshWinSizeMin = parameters.adaptiveThreshWinSizeMax = NEAR_THRESHOLD
        self._near = cv2.aruco.ArucoDetector(dictionary, parameters)
        self._remembered: Mat | None = None
        self._calibrated: Mat | None = None
        self._seen_through: Lens | None = None
        self._size = (0, 0)
        self._found_before = False
        self.mirrored = False
        """Whether the last picture showed the mat as a mirror does."""
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

    @property
    def markers_apart(self) -> bool:
        """Whether the last picture showed several markers, but not as they lie on the mat."""
        return self.trouble == MARKERS_APART

    @property
    def left_aside(self) -> tuple[Literal["tray", "lens"], ...]:
        """What was calibrated, but in pictures of another shape than the last: it says nothing of that one."""
        if self._size == (0, 0):
            return ()
        known: dict[Literal["tray", "lens"], bool] = {
            "lens": self._lens is None or self._seen_through is not None,
            "tray": self._known is None or self._known.markers_in(self._size) is not None,
        }
        return tuple(what for what, is_known in known.items() if not is_known)

    def calibrated(self, size: tuple[int, int]) -> Mat | None:
        """The mat where calibration found it, in pictures of `size`; None where it isn't known."""
        self._take_size(size)
        return self._calibrated

    def find(self, image: Image) -> Mat | None:
        """The mat in a picture that has nothing to do with the pictures before; None where it isn't in view.

        Raises ValueError as `follow` does.
        """
        self._remembered, self._found_before = None, False
        return self.follow(image)

    def follow(self, image: Image) -> Mat | None:
        """The mat in the next picture of the same camera.

        A remembered mat holds while any marker is in view that lies where it should; where two or more fit another
        place of the mat, it is measured anew, so that a knocked camera is followed.

        Raises:
            ValueError: this is no picture of a size in which a tray can be seen.
        """
        check_picture(image)
        self._take_size((image.shape[1], image.shape[0]))
        self.trouble = ""
        self._remembered = self._followed(image)
        # A camera that has shown the mat as it is doesn't begin to mirror it.
        self._found_before |= self._remembered is not None
        self.mirrored = not self._found_before and self.is_mirrored(image)
        if self.mirrored:
            self.trouble = MIRRORED
        return self._remembered

    def _followed(self, image: Image) -> Mat | None:
        expected = self._remembered or self._calibrated
        if expected is None:
            return self._measured(self.markers(image))
        near = self._near_their_places(image, expected)
        in_place = self._still_there(expected, near)
        if in_place and len(near) >= ENOUGH_MARKERS:
            return expected
        # One alone may be what a knocked camera turned about; then the others are elsewhere.
        seen = self.markers(image)
        found = expected if self._still_there(expected, seen) else self._measured(seen)
        if found is None and in_place:
            self.trouble, found = "", expected
        return found

    def is_mirrored(self, image: Image) -> bool:
        """Whether a picture shows the mat's markers as a mirror does."""
        return len(self.markers(np.ascontiguousarray(image[:, ::-1]))) >= ENOUGH_MARKERS

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
            alone = ONE_MARKER if self._calibrated else LONE_MARKER
            self.trouble = alone if seen else NO_MARKER
            return None
        mat = self._measure(seen)
        if mat and 2 * len(mat.markers) <= len(seen):  # as many lie elsewhere: the mat has another size
            mat = None
        self.trouble = "" if mat else MARKERS_APART
        return mat

    def markers(self, image: Image) -> dict[int, Array]:
        """Corners (4 x 2 pixels) of the mat's markers in the picture, by id."""
        grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
        seen = self._detect(self._detector, grey, 1.0)
        if len(seen) < MARKER_COUNT:  # noise that breaks a marker's edge up at full size is gone at half of it
            half = _halved(grey)
            seen = self._detect(self._detector, half, 2.0) | seen
            if len(seen) < MARKER_COUNT and (brightest := float(np.percentile(half[::8, ::8], 99))) < DIM:
                bright = cv2.convertScaleAbs(half, alpha=255 / max(brightest, 1.0))
                seen = self._detect(self._detector, bright, 2.0) | seen
        return seen

    def _detect(
        self, detector: cv2.aruco.ArucoDetector, grey: cv2.typing.MatLike, scale: float
    ) -> dict[int, Array]:
        found, numbers, _ = detector.detectMarkers(grey)
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
            left, top = np.clip(np.floor(place.min(axis=0) - reach), 0, self._size).astype(int)
            right, bottom = np.clip(np.ceil(place.max(axis=0) + reach), 0, self._size).astype(int)
            window = image[top:bottom, left:right]
            if min(window.shape[:2]) < reach:
                continue
            found = self._detect(self._near, _halved(cv2.cvtColor(window, cv2.COLOR_BGR2GRAY)), 2.0)
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
        errors = np.linalg.norm(project(back, straight[held]) - lengths[held], axis=1)
        markers = frozenset(mark for index, mark in enumerate(seen) if held[4 * index : 4 * index + 4].all())
        return self._mat(inverse(back), float(np.sqrt(np.mean(errors**2))), markers)

    def _mat(self, floor: Array, residual: float, markers: frozenset[int]) -> Mat:
        top, height = raised(floor, self._size, self.settings.cube, self._seen_through)
        return Mat(floor / floor[2, 2], top, residual, markers, height, self.settings, self._seen_through)


def _halved(grey: cv2.typing.MatLike) -> cv2.typing.MatLike:
    return cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
