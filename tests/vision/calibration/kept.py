"""Results of calibration as tests keep them."""

from __future__ import annotations

from typing import Any

from vision.calibration.results import TrayResult
from vision.calibration.store import CalibrationStore
from vision.mat import marker_corners
from vision.settings import MatSettings


def markers() -> dict[int, Any]:
    """Those of a mat seen from straight above, three pixels a millimetre, in a picture of 1280x960."""
    return {
        number: tuple((3 * float(x) + 280, 3 * float(y) + 140) for x, y in corners)
        for number, corners in marker_corners(MatSettings()).items()
    }


def in_force(store: CalibrationStore) -> set[int]:
    """The numbers of the results that are in force."""
    return {stored.number for stored in store.history() if stored.in_force}


def tray(residual: float = 0.2, camera: str = "/dev/video0") -> TrayResult:
    """A tray that was found with this camera."""
    return TrayResult(
        camera=camera, size=(1280, 960), markers=markers(), floor=((3, 0, 280), (0, 3, 140), (0, 0, 1)),
        residual=residual, height=500.0,
    )  # fmt: skip
