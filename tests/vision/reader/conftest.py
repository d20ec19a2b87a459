"""What the reader's tests share: simulated pictures and cubes."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from controller.ports import Quad, ReadCube
from vision.cameras import Image
from vision.mat import Mat
from vision.mat_finder import MatFinder
from vision.networks import NONE
from vision.sight import SeenCube
from vision.simulation.camera import SimulatedTray

cv2.setNumThreads(1)


@pytest.fixture(scope="session")
def thrown_tray() -> SimulatedTray:
    """A simulated tray after one throw of all five cubes, at rest; seed 4, no cube leans."""
    tray = SimulatedTray(seed=4, paced=False, lean_chance=0.0)
    tray.read()
    tray.throw(None)
    while tray.truth() is None:
        tray.read()
    return tray


@pytest.fixture(scope="session")
def thrown_picture(thrown_tray: SimulatedTray) -> Image:
    """The picture of that throw."""
    frame = thrown_tray.read()
    assert frame is not None
    return frame.image


def square(x: float, y: float, side: float = 48.0, degrees: float = 0.0) -> Quad:
    """A top face with its centre at (x, y)."""
    turn = np.radians(degrees)
    corners = side / 2 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    turned = corners @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]) + (x, y)
    first, second, third, fourth = ((float(a), float(b)) for a, b in turned)
    return first, second, third, fourth


@pytest.fixture(scope="session")
def mat() -> Mat:
    """A mat as it is seen in a simulated look."""
    tray = SimulatedTray(seed=300, paced=False)
    found = MatFinder().find(tray.read().image)
    tray.close()
    assert found is not None
    return found


def top_at(mat: Mat, middle: NDArray[np.float64]) -> Quad:
    """The top face of a cube that stands there on the mat, in millimetres, along its edges."""
    side = mat.settings.cube
    places = middle + side * np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
    first, second, third, fourth = ((float(x), float(y)) for x, y in mat.to_pixels(places))
    return first, second, third, fourth


def standing(mat: Mat, middle: NDArray[np.float64], cocked: float, face: float = 1.0) -> SeenCube:
    """A cube that stands there, leans so likely and shows a 5 so likely."""
    x, y = mat.to_pixels([middle])[0]
    return SeenCube((float(x), float(y)), top_at(mat, middle), 0.5, cocked, {"5": face, NONE: 1.0 - face})


MakeCube = Callable[..., ReadCube]


@pytest.fixture(scope="session")
def make_cube() -> MakeCube:
    """Makes a cube as it would be read: face, x, y, and what else differs from a sure common cube in the tray."""

    def make(face: str | None, x: float, y: float, *, odd: bool | None = False, zone: str = "tray",
             degrees: float = 0.0) -> ReadCube:
        alternatives = ((face or "2", 0.999),)
        return ReadCube(face, odd, zone, (x, y), square(x, y, degrees=degrees), alternatives, 0.999)  # type: ignore[arg-type]

    return make
