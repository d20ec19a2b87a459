"""`tray calibrate tray`: where the mat lies in the camera's picture, measured over several frames."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.calibration.marker_print import CORNERS
from vision.calibration.overlay import Mark, mark
from vision.calibration.results import TrayResult
from vision.calibration.session import Session
from vision.calibration.store import CalibrationError
from vision.cameras.camera import Image
from vision.light import trouble_with_light
from vision.mat import marker_corners
from vision.mat_finder import MARKER_COUNT, MIRRORED, MatFinder
from vision.settings import LensSettings, MatSettings

Array = NDArray[np.float64]

FRAMES = 20
"""Pictures that are averaged: a second or less."""
SEEN_IN = 0.5
"""Part of the pictures in which a marker has to be found, or it isn't in view."""
MOST_SHAKE = 1.0
"""Pixels that corners may waver, root mean square; more is no noise but a camera that moves."""
MOST_RESIDUAL = 1.0
MOST_MISFIT = 2.0
"""Millimetres; beyond them the height of the camera, by which a cube's top is known, is far off."""
USEFUL_HEIGHT = (350.0, 750.0)
"""Millimetres; the mat allows 400 to 650, and a height without a measured lens is an estimate."""

ASK = "Put the mat under the camera, nothing on its markers. Press Enter when all four are marked in the picture."


def calibrate_tray(session: Session, camera: str, settings: MatSettings, lens: LensSettings | None) -> TrayResult:
    """Let the person lay the mat, measure it, and again until it is well.

    Raises:
        CalibrationError: it isn't, and nobody wants to try again.
    """
    finder = MatFinder(settings, lens=lens)

    def look(image: Image) -> Sequence[Mark]:
        return marks_of(finder.markers(image))

    return session.attempt(ASK, look, lambda: measure_tray(session, camera, settings, lens))


def measure_tray(session: Session, camera: str, settings: MatSettings, lens: LensSettings | None) -> TrayResult:
    """The mat as the next pictures show it.

    Raises:
        CalibrationError: markers are missing, don't hold still, or don't lie as the mat has them.
    """
    finder = MatFinder(settings, lens=lens)
    seen: dict[int, list[Array]] = {number: [] for number in marker_corners(settings)}
    for frame in islice(session.frames(), FRAMES):
        image = frame.image
        found = finder.markers(image)
        session.show(image, marks_of(found))
        for number, corners in found.items():
            seen[number].append(corners)
    if trouble := trouble_with_light(image):  # markers are still found there, but not as exactly
        raise CalibrationError(trouble)
    missing = [number for number, views in seen.items() if len(views) < SEEN_IN * FRAMES]
    if missing:
        mirrored = MIRRORED if not any(seen.values()) and finder.is_mirrored(image) else ""
        raise CalibrationError(mirrored or _missing(missing))
    shake = float(np.sqrt(np.mean([np.var(views, axis=0).mean() for views in seen.values()])))
    if shake > MOST_SHAKE:
        raise CalibrationError(
            f"The markers waver by {shake:.1f} pixels: the camera or the mat moves. Fasten the camera, keep hands "
            "off the table, and try again."
        )
    markers: dict[int, Array] = {number: np.median(views, axis=0) for number, views in seen.items()}
    size = (image.shape[1], image.shape[0])
    mat = finder.measure(markers, size)
    misfit = _misfit(markers, finder, size)
    if mat is None or mat.residual > MOST_RESIDUAL or misfit > MOST_MISFIT:
        raise CalibrationError(_apart(mat.residual if mat else float("inf"), misfit, settings, lens))
    return TrayResult(
        camera=camera,
        size=size,
        markers={number: _tuples(quad) for number, quad in markers.items()},
        floor=_tuples(mat.floor),
        residual=mat.residual,
        height=mat.height,
    )


def marks_of(markers: dict[int, Array]) -> list[Mark]:
    """The markers' outlines with their numbers."""
    return [mark(corners, str(number)) for number, corners in sorted(markers.items())]


def advice(result: TrayResult) -> str:
    """What might be better about a tray that was measured; empty where nothing."""
    low, high = USEFUL_HEIGHT
    if not low <= result.height <= high:
        return f"It reads best from 400 to 650 mm: hang it {'higher' if result.height < low else 'lower'}."
    return ""


def _missing(missing: Sequence[int]) -> str:
    what_to_do = "Show the camera the whole mat, and take away what lies on it or shines in it."
    if len(missing) == MARKER_COUNT:
        return f"No marker of the mat is in view. {what_to_do}"
    named = " and ".join(f"{number} ({CORNERS[number]})" for number in missing)
    return f"Not in view: marker {named}. {what_to_do}"


def _misfit(markers: dict[int, Array], finder: MatFinder, size: tuple[int, int]) -> float:
    """How far, in mm, any marker's middle is from where the other three put it.

    A homography gives way to a marker that lies elsewhere until it fits all four; three don't know of the fourth.
    """
    places = marker_corners(finder.settings)
    away = []
    for number, quad in markers.items():
        others = finder.measure({other: each for other, each in markers.items() if other != number}, size)
        if others is None:
            return float("inf")
        seen = others.to_mm(quad, floor=True).mean(axis=0)
        away.append(float(np.linalg.norm(seen - places[number].mean(axis=0))))
    return max(away)


def _apart(residual: float, misfit: float, settings: MatSettings, lens: LensSettings | None) -> str:
    """Why the markers don't lie as the mat has them."""
    middles = {number: corners.mean(axis=0) for number, corners in marker_corners(settings).items()}
    across, along = np.abs(middles[2] - middles[0])
    bends = "" if lens else " If the picture looks bent at its edges, measure the lens first: `tray calibrate lens`."
    return (
        f"The markers don't lie as the mat has them: residual {residual:.1f} mm (at most {MOST_RESIDUAL:g}), one of "
        f"them {misfit:.1f} mm from where the others put it (at most {MOST_MISFIT:g}). Lay the mat flat, check the "
        f"ruler on its print, and that the markers' middles are {across:g} mm apart across and {along:g} mm along."
        f"{bends}"
    )


def _tuples(rows: Array) -> Any:
    return tuple(tuple(float(value) for value in row) for row in rows)
