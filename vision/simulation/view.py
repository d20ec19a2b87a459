"""The simulated camera's eye: a pinhole above the mat that has all four markers in the picture."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.simulation.geometry import Array, turn

REFERENCE = (1280, 960)
"""Width and height of the reference picture."""
MARKER_CENTRES: tuple[tuple[float, float], ...] = ((-22, -22), (262, -22), (262, 247), (-22, 247))
MARKER_SIDE, MARKER_BORDER = 24.0, 3.0
_MARGIN = 14.0


@dataclass(frozen=True, eq=False)
class View:
    """A pinhole camera: where it is (mm), its axes right, down and forward as rows, its focal length in pixels, and
    the width and height of its picture."""

    position: Array
    axes: Array
    focal: float
    size: tuple[int, int] = REFERENCE

    @property
    def middle(self) -> tuple[float, float]:
        """The pixel that looks straight ahead."""
        return (self.size[0] - 1) / 2, (self.size[1] - 1) / 2

    def project(self, points: Array) -> Array:
        """Points of the mat's space, (n, 3) in mm, as pixels, (n, 2)."""
        seen = (np.asarray(points, dtype=np.float64) - self.position) @ self.axes.T
        return np.asarray(seen[:, :2] / seen[:, 2:] * self.focal + self.middle)

    def homography(self) -> Array:
        """3x3, from the mat's plane (x, y, 1 in mm) to pixels."""
        x, y = self.middle
        lens = np.array([[self.focal, 0, x], [0, self.focal, y], [0, 0, 1]])
        return np.asarray(lens @ np.column_stack([self.axes[:, 0], self.axes[:, 1], -self.axes @ self.position]))

    def rays(
        self, x: int, y: int, width: int, height: int, samples: int = 1
    ) -> tuple[NDArray[np.float32], int]:
        """Directions of the rays through a window of the picture, (3, n) row by row, and how many are in a row.

        `samples`: rays a pixel each way; 0: one ray for two pixels each way.
        """
        density = samples or 0.5
        columns, rows = int(width * density), int(height * density)
        across = (np.arange(columns, dtype=np.float32) + 0.5) / density - 0.5 + (x - self.middle[0])
        along = (np.arange(rows, dtype=np.float32) + 0.5) / density - 0.5 + (y - self.middle[1])
        grid = np.empty((3, rows, columns), dtype=np.float32)
        grid[0], grid[1], grid[2] = across / self.focal, along[:, None] / self.focal, 1.0
        return self.axes.T.astype(np.float32) @ grid.reshape(3, -1), columns


def look(
    height: float = 520.0,
    tilt: float = 8.0,
    azimuth: float = 90.0,
    yaw: float = 0.0,
    size: tuple[int, int] = REFERENCE,
) -> View:
    """A camera `height` mm above the mat, `tilt` degrees off straight down, zoomed so that the mat fills the picture.

    `azimuth`: the side on which it stands, in degrees from x towards y (90: the players' side); `yaw`: how far the
    picture is turned.
    """
    outer = [(x + sx, y + sy, 0.0) for x, y in MARKER_CENTRES for sx in (-15, 15) for sy in (-15, 15)]
    marks = np.array(outer)
    target = np.array([120.0, 112.5, 0.0])
    reach = np.tan(np.radians(tilt)) * height
    toward = np.array([np.cos(np.radians(azimuth)), np.sin(np.radians(azimuth)), 0.0])
    view = View(target, np.eye(3), 1.0, size)
    room = np.array(size) - 2 * _MARGIN * size[0] / REFERENCE[0]
    for _ in range(6):
        position = target + toward * reach + (0, 0, height)
        forward = (target - position) / np.linalg.norm(target - position)
        south = turn((0, 0, 1), yaw) @ np.array([0.0, 1.0, 0.0])
        down = south - (south @ forward) * forward
        down /= np.linalg.norm(down)
        axes = np.stack([np.cross(forward, down), down, forward])
        unit = View(position, axes, 1.0, size)
        seen = unit.project(marks) - unit.middle
        low, high = seen.min(axis=0), seen.max(axis=0)
        focal = np.min(room / (high - low))
        view = View(position, axes, float(focal), size)
        off = (low + high) / 2 * np.linalg.norm(target - position)
        target = target + axes[0] * off[0] + axes[1] * off[1]
        target[2] = 0.0
    return view


def chance_view(rng: np.random.Generator, size: tuple[int, int] = REFERENCE) -> View:
    """Any of the camera positions that the mat allows: 400..650 mm high, tilted up to 18 degrees."""
    return look(
        height=rng.uniform(400, 650),
        tilt=18 * np.sqrt(rng.uniform()),
        azimuth=rng.uniform(0, 360),
        yaw=rng.uniform(-7, 7),
        size=size,
    )
