"""`tray calibrate lens`: what the lens bends, from many views of a ChArUco board that a person moves about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray
from pydantic import ValidationError

from vision.calibration.charuco import COLUMNS, ROWS, SQUARE, board
from vision.calibration.overlay import Mark, dots
from vision.calibration.results import LensResult, why_invalid
from vision.calibration.session import Session
from vision.calibration.store import CalibrationError
from vision.cameras.camera import Image

Array = NDArray[np.float64]

FEWEST_CORNERS = 8
"""Of the board's 24, to make a view."""
STEADY = 0.0015
"""Parts of the picture's width by which a view may move from one frame to the next, or it is smeared."""
NEW = 0.05
"""Parts of the picture's width by which a view differs from all before."""
VIEWS, LEAST_VIEWS = 14, 8
COVERED = 0.7
CELLS = (8, 6)
"""The picture is covered cell by cell, across and down."""
TILTED_VIEWS = 4
TILTED = 1.08
"""A side of the board is so much longer in the picture than the side opposite: without such views the focal length
can't be told from the distance."""
MOST_ERROR = 0.001
"""Parts of the picture's width: 1.3 pixels of 1280."""
OUTLIER = 3.0
UNSURE = 0.03
"""Part of the focal length by which it may be uncertain."""
LONGEST = 120.0
"""Seconds in which it has to be done where nobody is there to end it."""
PLACES = (("top left", "top", "top right"), ("left", "middle", "right"), ("bottom left", "bottom", "bottom right"))

ASK = (
    "Hold the board (`tray calibrate mat --charuco` prints it) before the camera and move it slowly through the "
    "whole picture, near and far, tilted to all sides; hold it still for a moment at each place. It ends by itself "
    "when that is enough"
)
ENDS = f", and at Enter when there are {LEAST_VIEWS} views; q gives up."
NOBODY_ENDS = ", or else after two minutes."


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """The board in one picture: corners (n x 2 pixels) and their numbers. `tilt`: longest side over its opposite."""

    corners: Array
    numbers: NDArray[np.int32]
    tilt: float


class LensViews:
    """Gathers views of the board that tell something new. `size`: width and height of the pictures."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.size = size
        self._detector = cv2.aruco.CharucoDetector(board())
        self._previous: View | None = None
        self.views: list[View] = []

    def see(self, image: Image) -> tuple[View | None, bool]:
        """The board in the next picture, None where it isn't; and whether it was taken."""
        view = self._find(image)
        before, self._previous = self._previous, view
        width = self.size[0]
        if view is None or before is None or not _apart(view, before) <= STEADY * width:
            return view, False
        if any(_apart(view, taken) < NEW * width for taken in self.views):
            return view, False
        self.views.append(view)
        return view, True

    @property
    def coverage(self) -> float:
        """The part of the picture in which corners were seen, 0..1."""
        return float(self._cells().mean())

    @property
    def tilted(self) -> int:
        """How many views are tilted."""
        return sum(view.tilt >= TILTED for view in self.views)

    @property
    def progress(self) -> float:
        """0..1."""
        parts = (len(self.views) / VIEWS, self.coverage / COVERED, self.tilted / TILTED_VIEWS)
        return float(np.mean([min(1.0, part) for part in parts]))

    @property
    def enough(self) -> bool:
        """Whether the lens can be measured well."""
        return self.progress >= 1.0

    def hint(self) -> str:
        """Where the board is wanted next."""
        if len(self.views) >= 3 and self.tilted < len(self.views) / 3 and self.tilted < TILTED_VIEWS:
            return "Tilt it: one side nearer to the camera."
        thirds = [np.array_split(row, 3, axis=1) for row in np.array_split(self._cells(), 3, axis=0)]
        shares = np.array([[cells.mean() for cells in row] for row in thirds])
        row, column = np.unravel_index(int(np.argmin(shares)), shares.shape)
        return f"Move it to the {PLACES[row][column]} of the picture."

    def in_words(self) -> str:
        """How far it is."""
        views = "1 view" if len(self.views) == 1 else f"{len(self.views)} views"
        return f"{views}, {self.coverage:.0%} of the picture, {self.tilted} tilted"

    def marks(self, view: View | None, taken: bool) -> list[Mark]:
        """What was taken so far, and what is seen now."""
        marks = dots([corner for each in self.views for corner in each.corners], "plain")
        return marks + (dots(view.corners, "good" if taken else "bad") if view else [])

    def _cells(self) -> NDArray[np.bool_]:
        cells = np.zeros((CELLS[1], CELLS[0]), bool)
        for view in self.views:
            places = np.floor(view.corners / self.size * CELLS).astype(int)
            x, y = np.clip(places, 0, np.array(CELLS) - 1).T
            cells[y, x] = True
        return cells

    def _find(self, image: Image) -> View | None:
        corners, numbers, _, _ = self._detector.detectBoard(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))
        if numbers is None or len(numbers) < FEWEST_CORNERS:
            return None
        found, marks = np.asarray(corners, dtype=np.float64).reshape(-1, 2), np.asarray(numbers, np.int32).ravel()
        points = _points(marks)
        if min(len(np.unique(points[:, 0])), len(np.unique(points[:, 1]))) < 2:
            return None  # a single row tells nothing about a plane
        plane, _ = cv2.findHomography(points[:, :2], found)
        return View(found, marks, _tilt(np.asarray(plane, np.float64))) if plane is not None else None


def calibrate_lens(session: Session, camera: str) -> LensResult:
    """Let the person move the board about until the lens can be told.

    Raises:
        CalibrationError: there were too few views, they don't fit together, or it was given up.
    """
    session.forget()
    session.tell(ASK + (ENDS if session.asks else NOBODY_ENDS), 0.0)
    views: LensViews | None = None
    began = session.now
    for frame in session.frames_or_gaps():
        if frame is not None:
            size = (frame.image.shape[1], frame.image.shape[0])
            if views is None or views.size != size:  # views of another size say nothing of this one
                views = LensViews(size)
            _look_at(frame.image, views, session)
        too_long = not session.asks and session.now - began >= LONGEST
        if (views and views.enough) or _may_end(session, views) or too_long:
            break
    if views is None or len(views.views) < LEAST_VIEWS:
        raise CalibrationError(_too_few(views))
    return measure_lens(views.views, views.coverage, views.size, camera)


def _may_end(session: Session, views: LensViews | None) -> bool:
    """Whether the person ends it; with too few views nobody does who presses the button to begin.

    Raises:
        CalibrationError: it is given up.
    """
    answer = session.typed()
    if answer is None:
        return False
    if answer.lower().startswith("q"):
        raise CalibrationError("The lens wasn't measured; nothing was changed.")
    if answer:
        session.tell(f"{answer!r} is no answer here. Move the board on; Enter ends it, q gives up.")
        return False
    if views is None or len(views.views) < LEAST_VIEWS:
        session.tell(f"{_too_few(views)} Move the board on, or q gives up.")
        return False
    return True


def _too_few(views: LensViews | None) -> str:
    taken = len(views.views) if views else 0
    return (
        f"{taken} {'view is' if taken == 1 else 'views are'} too few: {LEAST_VIEWS} are the least, {VIEWS} are good. "
        "Hold the board still for a moment at each place, in enough light."
    )


def _look_at(image: Image, views: LensViews, session: Session) -> None:
    """Take the board's view in where it tells something new, and tell how far it is."""
    view, taken = views.see(image)
    session.show(image, views.marks(view, taken))
    if taken:
        hint = "" if views.enough else views.hint()
        session.tell(f"{views.in_words()}. {hint}".strip(), views.progress)


def measure_lens(views: Sequence[View], coverage: float, size: tuple[int, int], camera: str) -> LensResult:
    """The lens that fits these views. Views far off the others, of a board that moved, are left out.

    Raises:
        CalibrationError: they don't fit together.
    """
    errors = _fit(views, size)[3]
    kept = [view for view, error in zip(views, errors, strict=True) if error <= OUTLIER * np.median(errors)]
    error, matrix, distortion, _, doubt = _fit(kept, size)
    if error > MOST_ERROR * size[0]:
        raise CalibrationError(
            f"The views don't fit together: {error:.2f} pixels off, {MOST_ERROR * size[0]:.1f} are the most. Glue "
            "the board flat on something stiff, hold it still at each place, and try again."
        )
    if doubt > UNSURE:
        raise CalibrationError(
            f"The focal length is uncertain by {doubt:.0%}. Try again, and tilt the board more, to all sides."
        )
    k1, k2, p1, p2, k3 = (float(value) for value in distortion.ravel()[:5])
    try:
        return LensResult(
            camera=camera, size=size,
            focal=(float(matrix[0, 0]), float(matrix[1, 1])), middle=(float(matrix[0, 2]), float(matrix[1, 2])),
            distortion=(k1, k2, p1, p2, k3), error=error, views=len(kept), coverage=coverage,
        )  # fmt: skip
    except ValidationError as invalid:
        raise CalibrationError(
            f"The views fit a lens that there can't be ({why_invalid(invalid)}). Try again, and tilt the board more, "
            "to all sides."
        ) from invalid


def _fit(views: Sequence[View], size: tuple[int, int]) -> tuple[float, Array, Array, Array, float]:
    """Error in pixels, camera matrix, distortion, the error of each view, and how uncertain the focal length is."""
    objects = [_points(view.numbers).astype(np.float32) for view in views]
    pictures = [view.corners.astype(np.float32) for view in views]
    error, matrix, distortion, _, _, deviations, _, errors = cv2.calibrateCameraExtended(
        objects, pictures, size, np.eye(3), np.zeros(5), flags=cv2.CALIB_FIX_K3
    )
    doubt = float(np.asarray(deviations).ravel()[0] / matrix[0, 0])
    return (
        float(error), np.asarray(matrix, np.float64), np.asarray(distortion, np.float64),
        np.asarray(errors, np.float64).ravel(), doubt,
    )  # fmt: skip


def _points(numbers: NDArray[np.int32]) -> Array:
    """Corners of these numbers on the board, (n, 3) in mm."""
    return np.asarray(board().getChessboardCorners(), np.float64)[numbers]


def _apart(one: View, other: View) -> float:
    """How far, in pixels, the corners of one view are from those of another on the whole; infinite without any."""
    _, here, there = np.intersect1d(one.numbers, other.numbers, return_indices=True)
    if not len(here):
        return float("inf")
    return float(np.linalg.norm(one.corners[here] - other.corners[there], axis=1).mean())


def _tilt(plane: Array) -> float:
    outline = np.array([[0, 0], [COLUMNS, 0], [COLUMNS, ROWS], [0, ROWS]], np.float64) * SQUARE
    seen = cv2.perspectiveTransform(outline.reshape(-1, 1, 2), plane).reshape(-1, 2)
    top, right, bottom, left = np.linalg.norm(np.roll(seen, -1, axis=0) - seen, axis=1)
    return float(max(top / bottom, bottom / top, left / right, right / left))
